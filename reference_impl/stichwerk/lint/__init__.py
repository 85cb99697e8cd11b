"""What the schemas cannot check: whether a spec as a whole is sound, complete and covered by cases.

`run` looks at the spec that ships with the package, or at rulesets somebody wrote; `check_formal` (in
`formal`) is the part that every ruleset from elsewhere passes before it is played.
"""

from stichwerk.lint.report import Counts, Report
from stichwerk.lint.runner import run

__all__ = ["Counts", "Report", "run"]
