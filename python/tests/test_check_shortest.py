"""The known lengths of the planted faults are those that playing every game gives."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from planted import KUBA_PLANTED, LUDO_PLANTED, PLANTED, Planted
from shortest import shortest

#: `cargo xtask prove check` sets it; here only the shortest games are played.
IS_WHOLE = "PARLOR_CHECK_GAMES" in os.environ

#: Rolls, pushes and questions of the longest games that are all played.
WHOLE = (6, 4)
LUDO_LENGTH, KUBA_LENGTH = WHOLE if IS_WHOLE else (2, 1)

#: Shown by games in which one player alone rolls, but for the last roll.
ALONE = [
    "a finished token bounces back out of E",
    "a roll too large reaches E",
    "a roll too large is lost",
    "a bounce walks a space too far",
    "stacks are lost in the home squares",
    "tokens that meet in the home squares do not stack",
    "one token of a stack finishes alone",
    "finishing comes before leaving H",
    "one token on E is enough",
    "finishing has no priority",
    "a roll too large is taken for finishing",
    "nobody ever finishes",
    "only p bounces",
    "the game stops with the first winner",
    "q moves on E",
]


def asked(programs: dict[str, Planted]) -> list[str]:
    """Those that break the text."""
    return [name for name, planted in programs.items() if planted.kind == "breaks"]


@pytest.mark.parametrize("fault", asked(LUDO_PLANTED))
def test_no_shorter_game_of_ludo_shows_it(fault: str) -> None:
    is_known(fault, LUDO_LENGTH)


@pytest.mark.parametrize("fault", asked(KUBA_PLANTED))
def test_no_shorter_game_of_kuba_shows_it(fault: str) -> None:
    is_known(fault, KUBA_LENGTH)


def is_known(fault: str, longest: int) -> None:
    """A game as short as is known, and no shorter one, if it can be as short as these."""
    planted = PLANTED[fault]
    found = shortest(planted.program, range(longest + 1))
    assert found == (planted.shortest if planted.shortest <= longest else None)


@pytest.mark.parametrize("fault", ALONE if IS_WHOLE else ALONE[4:5])
def test_no_shorter_game_of_one_player_shows_it(fault: str) -> None:
    planted = PLANTED[fault]
    assert shortest(planted.program, range(planted.shortest + 1), rollers="A") == planted.shortest


def is_proven(fault: str) -> bool:
    """Whether the whole search plays every game that is shorter than the shortest known."""
    longest = WHOLE[0] if fault in LUDO_PLANTED else WHOLE[1]
    return fault in ALONE or PLANTED[fault].shortest <= longest


def test_the_docs_say_how_many_lengths_are_proven() -> None:
    faults = asked(LUDO_PLANTED) + asked(KUBA_PLANTED)
    proven = sum(map(is_proven, faults))
    docs = Path(__file__).parents[2] / "docs" / "check.md"
    told = f"{proven} of the {len(faults)} planted faults"
    assert told in " ".join(docs.read_text(encoding="utf-8").split())
