"""What every test runs with."""

import os
import shutil
import tempfile

import LudoGame
from hypothesis import settings

# The same examples every time: a run that fails can be repeated.
settings.register_profile("parlor", derandomize=True, database=None, deadline=None)
settings.load_profile("parlor")

# Solved values are kept for this run alone, by the process that starts the others.
CACHE = None if "PYTEST_XDIST_WORKER" in os.environ else tempfile.mkdtemp(prefix="parlor-tests-")
if CACHE:
    os.environ["XDG_CACHE_HOME"] = CACHE


def pytest_report_header() -> str:
    """Where the tested package is, for it must be an installed wheel and not the source tree."""
    return f"tested: {LudoGame.__file__}"


def pytest_unconfigure() -> None:
    """Throw the solved values away."""
    if CACHE:
        shutil.rmtree(CACHE, ignore_errors=True)
