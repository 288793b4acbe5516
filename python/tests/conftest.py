"""What every test runs with."""

import os
import shutil
import signal
import tempfile

import LudoGame
from hypothesis import settings

# The same examples every time: a run that fails can be repeated.
settings.register_profile("parlor", derandomize=True, database=None, deadline=None)
# Others every time, and as many as are wanted, to look further: `cargo xtask prove fuzz`.
FUZZED = int(os.environ.get("PARLOR_FUZZ_EXAMPLES", "0"))
settings.register_profile("fuzz", database=None, deadline=None, max_examples=max(FUZZED, 1))
settings.load_profile("fuzz" if FUZZED else "parlor")

# Under nohup, and in the background of a script, some signals are ignored, by the programs that the
# tests start as well; the tests of signals are about programs that were started as usual.
for name, usual in (("SIGHUP", signal.SIG_DFL), ("SIGINT", signal.default_int_handler)):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, usual)

# Solved values are kept for this run alone, by the process that starts the others.
CACHE = None if "PYTEST_XDIST_WORKER" in os.environ else tempfile.mkdtemp(prefix="parlor-tests-")
if CACHE:
    os.environ["XDG_CACHE_HOME"] = CACHE
    os.environ.pop("PARLOR_CACHE", None)


def pytest_report_header() -> str:
    """Where the tested package is, for it must be an installed wheel and not the source tree."""
    return f"tested: {LudoGame.__file__}"


def pytest_unconfigure() -> None:
    """Throw the solved values away."""
    if CACHE:
        shutil.rmtree(CACHE, ignore_errors=True)
