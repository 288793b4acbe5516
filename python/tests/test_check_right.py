"""Right programs of several styles pass."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from parlor.check import Order, Strictness, check
from right_programs import RIGHT
from students import LUDO

#: `cargo xtask prove check` sets it; here some are enough.
GAMES = int(os.environ.get("PARLOR_CHECK_GAMES", "150"))


@pytest.mark.parametrize("style", RIGHT)
def test_a_right_program_has_no_finding(style: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(RIGHT[style], encoding="utf-8")
    [report] = check(path, Order(seconds=3_600, games=GAMES, seed=GAMES))
    assert report.findings == ()
    assert report.verdict == "right"
    assert report.games >= GAMES


def test_what_the_texts_do_not_mention_is_asked_only_by_the_strict(tmp_path: Path) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text(LUDO, encoding="utf-8")
    [mild] = check(path, Order(seconds=60, games=0))
    [strict] = check(path, Order(seconds=60, games=0, strictness=Strictness.EVERYTHING))
    assert mild.findings == ()
    assert {finding.rule for finding in strict.findings} == {"L-23", "L-25", "L-26"}
    assert {finding.kind for finding in strict.findings} == {"differs"}
