"""Ochiai's score, by cases that were computed by hand."""

from __future__ import annotations

import pytest
from parlor.check.spectrum import Place, Suspect, suspicious


def runs(*games: str) -> list[frozenset[Place]]:
    """Games by the numbers of the lines that run in each."""
    return [frozenset(("a.py", int(number)) for number in game.split()) for game in games]


def found(failing: list[frozenset[Place]], passing: list[frozenset[Place]]) -> dict[int, float]:
    return {one.line: round(one.score, 4) for one in suspicious(failing, passing, most=99)}


def test_a_line_that_runs_in_all_that_differ_and_in_no_other_has_one() -> None:
    assert suspicious(runs("1 2", "1 2"), runs("1", "1 3")) == [Suspect("a.py", 2, 1.0)]


def test_the_score_is_that_of_the_formula() -> None:
    failing = runs("1 2 3", "1 2 3", "1 2", "1 2")
    passing = runs("1 2", "1 4", "1", "1 4")
    # Line 2: 4 / sqrt(4 * (4 + 1)); line 3, in half of those that differ: 2 / sqrt(4 * 2), which
    # is no more than line 1 has: 4 / sqrt(4 * 8).
    assert found(failing, passing) == {2: 0.8944}
    # Of eight more that pass line 1 runs in all: 4 / sqrt(4 * 16) is 0.5.
    assert found(failing, passing + runs(*["1"] * 8)) == {2: 0.8944, 3: 0.7071}


def test_a_line_that_runs_in_more_than_a_quarter_of_the_others_is_not_rare() -> None:
    failing = runs("1 2", "1 2")
    assert found(failing, runs("1 2", "1", "1", "1")) == {2: 0.8165}
    assert found(failing, runs("1 2", "1 2", "1", "1")) == {}


def test_a_line_of_a_low_score_is_not_suspicious() -> None:
    # In 4 of 10 and 5 of 10 that differ, and in no other: the square roots of 0.4 and 0.5.
    failing = runs(*["1 3"] * 4, "1 2", *["1"] * 5)
    assert found(failing, runs(*["1"] * 30)) == {}
    assert found(failing[:8], runs(*["1"] * 30)) == {3: 0.7071}


def test_of_one_score_the_earlier_comes_first() -> None:
    failing = [frozenset({("b.py", 1), ("a.py", 12), ("a.py", 9), ("a.py", 3)})]
    assert [(one.file, one.line) for one in suspicious(failing, runs("1"))] == [
        ("a.py", 3),
        ("a.py", 9),
        ("a.py", 12),
    ]
    assert [one.line for one in suspicious(failing, runs("1"), most=1)] == [3]


@pytest.mark.parametrize(
    ("failing", "passing"),
    [
        ([], runs("1")),
        (runs("1"), []),
        # Not traced.
        (runs("1"), runs("")),
        (runs(""), runs("1")),
        # All lines are alike.
        (runs("1 2", "1 2"), runs("1 2")),
    ],
)
def test_nothing_is_suspicious_where_nothing_can_be_reported(
    failing: list[frozenset[Place]], passing: list[frozenset[Place]]
) -> None:
    assert suspicious(failing, passing) == []


def test_a_game_that_was_not_traced_counts_nowhere() -> None:
    assert suspicious(runs("1 2", ""), runs("1", "", "")) == suspicious(runs("1 2"), runs("1"))
