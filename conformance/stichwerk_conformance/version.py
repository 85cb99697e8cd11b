"""The version of the suite, as requests and reports carry it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def suite_version() -> str:
    """The version of the installed distribution, "0" where the suite runs without being installed."""
    try:
        return version("stichwerk")
    except PackageNotFoundError:
        return "0"
