"""Random games find faults by themselves, and lead to the rules that are broken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from parlor.check import Order
from parlor.check.game import KUBA, LUDO, Game
from parlor.check.judge import Judge
from parlor.check.sandbox import Sandbox
from planted import PLANTED

FOUND_AT_RANDOM = [
    (LUDO, "any roll leaves H"),
    (LUDO, "a finished token bounces back out of E"),
    (LUDO, "a roll too large reaches E"),
    (LUDO, "nobody is kicked"),
    (LUDO, "the token ahead moves"),
    (KUBA, "there are no turns"),
    (KUBA, "undoing is allowed"),
    (KUBA, "a captured red counts for the opponent"),
    (KUBA, "a red behind is room"),
]


@pytest.mark.parametrize(("game", "fault"), FOUND_AT_RANDOM)
def test_random_games_alone_find_a_fault(game: Game, fault: str, tmp_path: Path) -> None:
    planted = PLANTED[fault]
    path = tmp_path / "program.py"
    path.write_text(planted.program, encoding="utf-8")
    with Sandbox(path) as sandbox:
        judge = Judge(replace(game, directed=tuple), sandbox, Order(seconds=600, games=150))
        judge.judge()
    broken = {finding.rule for finding in judge.findings if finding.kind == "breaks"}
    assert broken == {planted.rule}, judge.findings
