"""Random games: mostly such as are played, some with what should be refused."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from parlor import kuba
from parlor.check import kuba_scenarios
from parlor.check.script import ANN, BOB, Script
from parlor.check.table import Step

T = TypeVar("T")


class _Choices:
    """Makes a game's choices by one byte after another."""

    def __init__(self, drawn: bytes) -> None:
        self._left = iter(drawn)

    def below(self, number: int) -> int:
        """A number from 0 on."""
        return next(self._left, 0) % number

    def one_of(self, options: Sequence[T]) -> T:
        """One of these."""
        return options[self.below(len(options))]


#: Bytes that the longest games take.
_LUDO_BYTES, _KUBA_BYTES = 64, 192

_SEATS = ["AB", "AC", "BA", "CD", "DA", "BD", "ABC", "CAD", "BDC", "ABCD", "DCBA"]

#: Rolls of one seat that lead far quickly, so that the rest of a game is about something.
_OPENINGS = [
    [],
    [6],
    [6, 6],
    [6, 6, 3, 3],
    [6, 5, 5, 5],
    [6, *[5] * 8],
    [6, *[5] * 10, 2],
    [6, 6, 4, 4, *[5] * 9],
    [6, *[5] * 11, 2, 6],
    [6, *[5] * 10, 4, 6, *[5] * 8],
]


def ludo_game(source: random.Random) -> Script:
    """A game of Ludo, and some calls after it."""
    return _ludo(source.randbytes(_LUDO_BYTES))


def _ludo(drawn: bytes) -> Script:
    """The game that these bytes choose."""
    choices = _Choices(drawn)
    size, kind = choices.below(25), choices.below(20)
    seats = list(choices.one_of(_SEATS))
    turns: list[object] = []
    for seat in seats:
        turns += [(seat, roll) for roll in choices.one_of(_OPENINGS)]
    turns += [(choices.one_of(seats), 1 + choices.below(6)) for _ in range(size)]
    if kind >= 18:
        turns.insert(choices.below(len(turns) + 1), (choices.one_of("ABCD"), 4))
    steps: list[Step] = [("LudoGame",), ("play_game", seats, turns)]
    if kind in (15, 16, 17):
        for _ in range(1 + choices.below(4)):
            token, roll = choices.one_of("pq"), 1 + choices.below(6)
            steps.append(("move_token", choices.one_of(seats), token, roll))
    elif kind == 14:
        for _ in range(1 + choices.below(6)):
            steps.append(("get_space_name", choices.one_of(seats), choices.below(59) - 1))
    return tuple(steps)


_PREFIXES = [
    "",
    kuba_scenarios.PUSHED,
    kuba_scenarios.CAPTURE,
    kuba_scenarios.SEVEN_REDS,
    kuba_scenarios.ALL_EIGHT,
    kuba_scenarios.BLOCKED,
]

_ODD_CELLS: list[object] = [
    (7, 0),
    (0, -1),
    (-1, -1),
    (3, 3),
    (0, 3),
    None,
    (1,),
    ("0", "0"),
    (1.0, 0),
]
_ODD_DIRECTIONS: list[object] = ["", "LR", "X", "f", None]
_ODD_NAMES: list[object] = ["Cid", "W", "", None]


def kuba_game(source: random.Random) -> Script:
    """A game of Kuba with pushes that the rules allow, and tries that they refuse between."""
    return _kuba(source.randbytes(_KUBA_BYTES))


def _kuba(drawn: bytes) -> Script:
    """The game that these bytes choose."""
    choices = _Choices(drawn)
    size, is_mirrored = choices.below(21), choices.below(2)
    moves = choices.one_of(_PREFIXES).split()
    moves = moves[: choices.below(len(moves) + 1)]
    if is_mirrored:
        moves = [kuba_scenarios.mirrored(move) for move in moves]
    begun, position = _begun("B" if is_mirrored else "W", tuple(moves))
    steps = list(begun)
    for _ in range(size):
        if choices.below(10) == 9:
            steps.append(_odd_try(choices, position))
        if position.is_over:
            break
        move, after = _push(choices, position)
        steps.append(_step(position, move))
        position = after
    return tuple(steps)


@cache
def _begun(first: str, moves: tuple[str, ...]) -> tuple[Script, kuba.Position]:
    """The beginning of a game, and where it leads."""
    position = kuba.Position(to_move=first)
    steps: list[Step] = [("KubaGame", ANN, BOB)]
    for move in moves:
        steps.append(_step(position, move))
        position = position.apply(move)
    return tuple(steps), position


def _step(position: kuba.Position, move: str) -> Step:
    """The call of a push."""
    name = "Ann" if position.to_move == "W" else "Bob"
    return ("make_move", name, (int(move[0]), int(move[1])), move[2])


def _push(choices: _Choices, position: kuba.Position) -> tuple[str, kuba.Position]:
    """One of three legal pushes, rather one that takes something off: else few games end."""
    moves, marbles = position.legal_moves, sum(position.counts)
    pushes = [choices.one_of(moves) for _ in range(3)]
    for move in pushes:
        after = position.apply(move)
        if sum(after.counts) < marbles:
            return move, after
    return pushes[0], position.apply(pushes[0])


def _odd_try(choices: _Choices, position: kuba.Position) -> Step:
    """A try that is mostly refused: the push that K-7 bars, any push at all, or odd values."""
    name = "Ann" if position.to_move == "W" else "Bob"
    barred = position.barred
    kind = choices.below(6)
    if kind == 0 and barred is not None:
        return ("make_move", name, (int(barred[0]), int(barred[1])), barred[2])
    cell: object = (choices.below(7), choices.below(7))
    direction: object = choices.one_of("LRFB")
    if kind == 1:
        name = "Bob" if name == "Ann" else "Ann"
    if kind == 2:
        return ("make_move", choices.one_of(_ODD_NAMES), cell, direction)
    if kind == 3:
        cell = choices.one_of(_ODD_CELLS)
    if kind == 4:
        direction = choices.one_of(_ODD_DIRECTIONS)
    return ("make_move", name, cell, direction)
