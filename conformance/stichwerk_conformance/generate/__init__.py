"""Generated cases: boundary questions for every ruleset, option and pair of options, answered by the reference.

The answers are held against laws that do not trust the reference before they are written down.
"""

from __future__ import annotations

GENERATOR = "1.3"
"""Version of the generator; it changes when the same rules would give other cases."""

SEED = 1
"""Where the generator's random deals begin."""
