"""What every test runs with."""

import LudoGame
from hypothesis import settings

# The same examples every time: a run that fails can be repeated.
settings.register_profile("parlor", derandomize=True, database=None, deadline=None)
settings.load_profile("parlor")


def pytest_report_header() -> str:
    """Where the tested package is, for it must be an installed wheel and not the source tree."""
    return f"tested: {LudoGame.__file__}"
