"""Two faults in one program are both told, and no third one."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from pairs import Pair, pair, pairs
from parlor.check import Order, Report, check

#: `cargo xtask prove check` sets it; without it every third of the known pairs is enough.
GAMES = int(os.environ.get("PARLOR_CHECK_GAMES", "0"))

#: Random pairs of each game, by a seed that the checker was not made by.
NUMBER, SEED = 60, 2026

#: Such as do not hide one another.
KNOWN = [
    ("kuba", "forward and backward are confused", "a captured red counts for the opponent"),
    ("kuba", "left and right are confused", "undoing is allowed"),
    ("kuba", "an empty cell is None", "the loser is called the winner"),
    ("kuba", "there are no turns", "a red behind is room"),
    ("ludo", "from R a token is on the start space already", "nobody ever finishes"),
    ("ludo", "a bounce walks a space too far", "kicking comes before finishing"),
    ("ludo", "q comes out first", "equal step counts are taken for one space"),
    ("ludo", "nobody is kicked", "an opponent on R draws a kick"),
    ("ludo", "the spaces come in the order of the seats", "only p bounces"),
    ("ludo", "nobody ever finishes", "a kicked token goes to R"),
]


def judged(both: Pair, folder: Path, games: int) -> Report:
    """The report on a program with two faults."""
    path = folder / "program.py"
    path.write_text(both.program, encoding="utf-8")
    [report] = check(path, Order(seconds=600, games=games))
    return report


def broken(report: Report) -> set[str | None]:
    """The rules that are told to be broken."""
    return {finding.rule for finding in report.findings if finding.kind == "breaks"}


@pytest.mark.parametrize(("game", "one", "other"), KNOWN if GAMES else KNOWN[::3])
def test_both_of_two_faults_are_reported(game: str, one: str, other: str, tmp_path: Path) -> None:
    both = pair(game, one, other)
    report = judged(both, tmp_path, games=0)
    assert broken(report) == both.rules, report.findings
    for finding in report.findings:
        assert finding.got != finding.expected
        assert "RefusedError" not in finding.got


def test_what_another_fault_hides_shows_once_that_is_mended(tmp_path: Path) -> None:
    # No game by the rules comes to an end with it.
    both = pair("kuba", "rows and columns are confused", "who cannot push goes on")
    assert broken(judged(both, tmp_path, games=0)) == {"K-1"}
    mended = replace(both, program=both.faults[1].program)
    assert broken(judged(mended, tmp_path, games=0)) == {"K-10"}


@pytest.mark.skipif(not GAMES, reason="cargo xtask prove check plays them")
@pytest.mark.parametrize("game", ["ludo", "kuba"])
def test_the_docs_say_of_how_many_pairs_both_faults_are_reported(game: str, tmp_path: Path) -> None:
    told, apart, third = 0, NUMBER, 0
    for one, other, both in pairs(game, SEED, NUMBER):
        report = judged(both, tmp_path, games=100)
        found = broken(report)
        readings = frozenset(finding.reading for finding in report.findings if finding.reading)
        if both.rules <= found:
            told += 1
        elif both.is_one(readings, GAMES):
            apart -= 1
            print(f"one behavior: {one} | {other}")
        else:
            print(f"not told: {one} | {other}: {found}")
        if found - both.rules:
            third += 1
            print(f"a third rule: {one} | {other}: {found}")
    docs = Path(__file__).parents[2] / "docs" / "check.md"
    figure = f"{told} of the {apart} pairs of {game.capitalize()} ({third} with a third rule)"
    assert figure in " ".join(docs.read_text(encoding="utf-8").split()), figure
