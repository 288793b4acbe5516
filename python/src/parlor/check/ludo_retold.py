"""Changes the rolls of a game of Ludo so that a program with a walking fault follows the rules.

A program that bounces a space too far, or walks one too many from R, leaves the course of every
game at once, which hides its later faults. With changed rolls it stays on course.
"""

from __future__ import annotations

from collections import Counter
from copy import copy

from parlor.check.ludo_model import Model
from parlor.check.ludo_player import Player, RefusedError
from parlor.check.reading import base
from parlor.check.script import Script

#: With this the model can be given one roll after another.
_GOES_ON = frozenset({"game-goes-on"})

_ROLLS = range(1, 7)

#: Readings by which who is not waited for loses a roll.
_WAITING = ("repeats-are-dropped", "order-is-enforced")


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
) -> list[tuple[str, int]]:
    """For each roll the one that leads the program there, as long as there is one."""
    waits = any(base(name) in _WAITING for name in readings)
    walking = frozenset(name for name in readings if base(name) not in _WAITING)
    by_rules, as_read = Model(_GOES_ON, Counter()), Model(walking | _GOES_ON, Counter())
    found: list[tuple[str, int]] = []
    is_lost = False
    try:
        for seat, roll in turns:
            if waits:
                found += _between(seats, found, seat)
            by_rules.roll(seats, [(seat, roll)])
            before = [] if is_lost else _copied(as_read.players)
            for tried in [] if is_lost else (roll, *_others(roll)):
                if tried != roll:
                    as_read.players = _copied(before)
                as_read.play_game(seats, [(seat, tried)])
                if _places(as_read) == _places(by_rules):
                    found.append((seat, tried))
                    break
            else:
                is_lost = True
                found.append((seat, roll))
    except RefusedError:
        return turns
    return found


def _between(seats: list[str], rolls: list[tuple[str, int]], seat: str) -> list[tuple[str, int]]:
    """The rolls of those whose turn it is before that of a seat: in the yard a 1 does nothing."""
    if seat not in seats:
        return []
    if not rolls or rolls[-1][0] not in seats:
        due = 0
    else:
        last, roll = rolls[-1]
        due = seats.index(last) + (roll != 6)
    return [(one, 1) for one in _round(seats, due, seats.index(seat))]


def _round(seats: list[str], first: int, end: int) -> list[str]:
    """The seats from one up to another, around the table."""
    size = len(seats)
    return [seats[(first + at) % size] for at in range((end - first) % size)]


def _others(roll: int) -> list[int]:
    """The rolls but one."""
    return [one for one in _ROLLS if one != roll]


def _copied(players: list[Player]) -> list[Player]:
    """The players as they are now."""
    copies = [copy(player) for player in players]
    for player in copies:
        player.steps = dict(player.steps)
        player.ghosts = {token: set(spaces) for token, spaces in player.ghosts.items()}
        player.kicked = set(player.kicked)
        player.since = dict(player.since)
    return copies


def _places(model: Model) -> dict[str, dict[str, int]]:
    """Where each token is."""
    return {player.seat: player.steps for player in model.players}
