"""The pytest plugin: a fixture that fails a test, with the report, if a program is wrong.

Where the package is installed, pytest imports this each time it starts; so it imports nothing that
pytest has not imported.
"""

from __future__ import annotations

import os

import pytest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable


@pytest.fixture
def parlor_check() -> Callable[[str | os.PathLike[str]], None]:
    """Check a file; fail with the report if it breaks the assignment or cannot be judged.

    def test_the_game(parlor_check):
        parlor_check("LudoGame.py")
    """

    def fail_unless_right(path: str | os.PathLike[str]) -> None:
        from parlor._imports import TrustedImports

        # Only a test that uses the fixture pays for these imports.
        with TrustedImports(os.fspath(path)):
            from parlor.check.checker import check
            from parlor.check.report import BROKEN, COULD_NOT_RUN, TOO_SLOW

            reports = check(path)
        for report in reports:
            if report.verdict in (BROKEN, COULD_NOT_RUN, TOO_SLOW):
                pytest.fail(report.to_text(), pytrace=False)

    return fail_unless_right
