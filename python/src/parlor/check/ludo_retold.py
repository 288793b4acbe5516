"""A game of Ludo in rolls with which a program that walks otherwise goes where the rules go.

A program that bounces a space too far, or walks one too many from R, leaves the way of every game
at once, and what would come later is not seen. With other rolls it goes there all the same.
"""

from __future__ import annotations

from collections import Counter
from copy import copy

from parlor.check.ludo_model import Model
from parlor.check.ludo_player import Player, RefusedError
from parlor.check.script import Script

#: With this the model can be given one roll after another.
_GOES_ON = frozenset({"game-goes-on"})

_ROLLS = range(1, 7)


def retold(script: Script, readings: frozenset[str]) -> Script:
    """The game that a program of these readings plays as the rules play this one, if one is."""
    return tuple(
        ("play_game", step[1], _rolls(step[1], step[2], readings))
        if step[0] == "play_game" and readings
        else step
        for step in script
    )


def _rolls(
    seats: list[str], turns: list[tuple[str, int]], readings: frozenset[str]
) -> list[object]:
    """For each roll the one that leads the program there; the roll itself where none does."""
    by_rules, as_read = Model(_GOES_ON, Counter()), Model(readings | _GOES_ON, Counter())
    found: list[object] = []
    try:
        for seat, roll in turns:
            by_rules.play_game(seats, [(seat, roll)])
            before = _copied(as_read.players)
            for tried in (roll, *_ROLLS, roll):
                as_read.players = _copied(before)
                as_read.play_game(seats, [(seat, tried)])
                if _places(as_read) == _places(by_rules):
                    break
            found.append((seat, tried))
    except RefusedError:
        return list(turns)
    return found


def _copied(players: dict[str, Player]) -> dict[str, Player]:
    """The players as they are now."""
    copies = {seat: copy(player) for seat, player in players.items()}
    for player in copies.values():
        player.steps = dict(player.steps)
    return copies


def _places(model: Model) -> dict[str, dict[str, int]]:
    """Where each token is."""
    return {seat: player.steps for seat, player in model.players.items()}
