"""A fixture of pytest: a test that fails, with the report, when a program breaks the text."""

from __future__ import annotations

import os
import warnings
from typing import Callable, Union

import pytest

#: What the fixture gives.
Check = Callable[[Union[str, "os.PathLike[str]"]], None]


@pytest.fixture
def parlor_check() -> Check:
    """Check a file, and fail with the report if it breaks the text or cannot be run.

    def test_the_game(parlor_check):
        parlor_check("LudoGame.py")
    """
    # Only a test that asks for it needs Hypothesis.
    from parlor.check.checker import check
    from parlor.check.report import BROKEN, COULD_NOT_RUN, SO_FAR

    def fail_unless_right(path: str | os.PathLike[str]) -> None:
        for report in check(path):
            if report.verdict in (BROKEN, COULD_NOT_RUN):
                pytest.fail(report.to_text(), pytrace=False)
            if report.verdict == SO_FAR:
                warnings.warn(report.to_text(), stacklevel=2)

    return fail_unless_right
