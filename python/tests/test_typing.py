"""What the stubs promise holds at run time too. mypy and stubtest run beside these tests."""

import subprocess
import sys
from pathlib import Path

CONSUMER = Path(__file__).parent / "consumer"


def test_the_program_that_mypy_accepts_runs() -> None:
    program = [sys.executable, "-W", "error", str(CONSUMER / "uses.py")]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
