"""Settings of all tests of the conformance suite."""

import os

from hypothesis import settings

# A deal takes its time on a busy machine, so no example has a deadline. On a build server the examples are
# the same on every run, so that a red build is red for a reason that can be repeated.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")
