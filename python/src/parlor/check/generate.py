"""Random games: mostly legal play, some with calls that must be refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from parlor import kuba
from parlor.check import kuba_scenarios
from parlor.check.ludo_model import Model
from parlor.check.ludo_player import END, LAST_RING, READY, ring_space
from parlor.check.script import ANN, BOB, Script
from parlor.check.table import CELLS, Step

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
_LUDO_BYTES, _KUBA_BYTES = 128, 256

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
    [6, *[5] * 10, 4, 6, *[5] * 11],
    [6, *[5] * 11, 2, 6, *[5] * 10],
    [6, 6, 4, 5, 5, 5, 3],
    [6, 6, 5, 5, 5, 5, 4, 2],
    [6, 6, 4, 4, *[5] * 9, 4],
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
    game = Model(frozenset({"game-goes-on"}), Counter())
    game.roll(seats, turns)
    for _ in range(size):
        turn = (choices.one_of(seats), 1 + choices.below(6))
        aimed = _aimed(game, turn[0]) if choices.below(2) else []
        if aimed:
            turn = (turn[0], choices.one_of(aimed))
        turns.append(turn)
        game.roll(seats, [turn])
    if kind >= 18:
        turns.insert(choices.below(len(turns) + 1), (choices.one_of("ABCD"), 4))
    steps: list[Step] = [("LudoGame",), ("play_game", seats, turns)]
    if kind in (15, 16, 17):
        for _ in range(1 + choices.below(8)):
            token, roll = choices.one_of("pq"), 1 + choices.below(6)
            seat = choices.one_of(seats)
            [player] = [one for one in game.players if one.seat == seat]
            at = player.steps[token]
            if (at == END or (at < READY and roll != 6)) and choices.below(8) != 7:
                # No rule moves it: what a program does then is seldom worth a game.
                continue
            moved = ("move_token", seat, token, roll)
            game.move_token(player, token, roll)
            # The same once more, now and then: what was refused must leave nothing behind.
            steps += [moved] * (1 + (choices.below(4) == 3))
    elif kind == 14:
        for _ in range(1 + choices.below(6)):
            steps.append(("get_space_name", choices.one_of(seats), choices.below(59) - 1))
    return tuple(steps)


def _aimed(game: Model, seat: str) -> list[int]:
    """Rolls with which a token of this seat ends on an opponent, on its other token or on E."""
    taken = {
        ring_space(player.seat, steps)
        for player in game.players
        for steps in player.steps.values()
        if 1 <= steps <= LAST_RING
    }
    [mover] = [player for player in game.players if player.seat == seat]
    return [
        roll
        for roll in range(1, 7)
        for steps in mover.steps.values()
        if steps >= READY
        and (
            steps + roll == END
            or (steps + roll <= LAST_RING and ring_space(seat, steps + roll) in taken)
        )
    ]


_PREFIXES = [
    "",
    kuba_scenarios.PUSHED,
    kuba_scenarios.CAPTURE,
    kuba_scenarios.SEVEN_REDS,
    kuba_scenarios.ALL_EIGHT,
    kuba_scenarios.BLOCKED,
    kuba_scenarios.BLOCKED_BY_KO,
]

#: Tries after the end of a game.
_MOST_AFTER_THE_END = 3

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
    # Half of the games begin shortly before the end of another one.
    left_out = choices.below(4) if choices.below(2) else choices.below(len(moves) + 1)
    moves = moves[: max(0, len(moves) - left_out)]
    if is_mirrored:
        moves = [kuba_scenarios.mirrored(move) for move in moves]
    # Who is named first is not always White.
    seated = (BOB, ANN) if choices.below(3) == 2 else (ANN, BOB)
    begun, position = _begun("B" if is_mirrored else "W", tuple(moves), seated)
    steps = list(begun)
    after_the_end = 0
    for _ in range(size):
        if position.is_over:
            after_the_end += 1
        if after_the_end > _MOST_AFTER_THE_END:
            break
        if position.is_over or choices.below(10) > (6 if position.barred else 8):
            odd, push = _odd_try(choices, position, len(steps) - 1)
            # The same player tries again, as a student who tests a game does.
            steps += [odd] * (1 if push else 1 + choices.below(2))
            position = position.apply(push) if push else position
        else:
            push, after = _push(choices, position)
            steps.append(_step(position, push))
            position = after
    return tuple(steps)


@cache
def _begun(
    first: str, moves: tuple[str, ...], seated: tuple[tuple[str, str], ...]
) -> tuple[Script, kuba.Position]:
    """The beginning of a game, and where it leads."""
    position = kuba.Position(to_move=first)
    steps: list[Step] = [("KubaGame", *seated)]
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


def _odd_try(choices: _Choices, position: kuba.Position, made: int) -> tuple[Step, str]:
    """A try after `made` pushes that is mostly refused, and the push that it is, if it is one."""
    own, other = ("Ann", "W"), ("Bob", "B")
    if position.to_move == "B":
        own, other = other, own
    barred = position.barred
    kind = choices.below(9)
    if barred is not None and kind < 5:
        return ("make_move", own[0], (int(barred[0]), int(barred[1])), barred[2]), ""
    if kind < 4:
        # Out of turn, without room, off the board with an own marble, or nothing wrong; before the
        # first push nobody is out of turn.
        name, color = other if kind < 2 and made else own
        cells = [(row, column) for row, column in CELLS if position.board[row][column] == color]
        cell, way = choices.one_of(cells or CELLS), choices.one_of("LRFB")
        push = f"{cell[0]}{cell[1]}{way}" if name == own[0] else ""
        return ("make_move", name, cell, way), push if push in position.legal_moves else ""
    row, column, way = choices.below(7), choices.below(7), choices.one_of("LRFB")
    if kind == 6:
        return ("make_move", choices.one_of(_ODD_NAMES), (row, column), way), ""
    if kind == 7:
        return ("make_move", own[0], choices.one_of(_ODD_CELLS), way), ""
    if kind == 8:
        return ("make_move", own[0], (row, column), choices.one_of(_ODD_DIRECTIONS)), ""
    push = f"{row}{column}{way}"
    return ("make_move", own[0], (row, column), way), push if push in position.legal_moves else ""
