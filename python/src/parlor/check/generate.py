"""Random games for Hypothesis: mostly such as are played, some with what should be refused."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

from hypothesis import configuration, strategies as st

from parlor import kuba
from parlor.check import kuba_scenarios
from parlor.check.ludo_model import Model
from parlor.check.ludo_player import END, LAST_RING, READY, ring_space
from parlor.check.script import ANN, BOB, Script
from parlor.check.table import Step

T = TypeVar("T")


@contextmanager
def nothing_kept() -> Iterator[None]:
    """While this is entered, Hypothesis keeps nothing in the folder in which it runs."""
    before = getattr(configuration, "__hypothesis_home_directory", None)
    with tempfile.TemporaryDirectory(prefix="parlor-check-") as folder:
        configuration.set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            configuration.set_hypothesis_home_dir(before)


class _Choices:
    """Makes a game's choices by one byte after another.

    All of them are one draw of Hypothesis, which takes a tenth of the time that a draw for each
    would. Hypothesis makes bytes smaller, so that 0 is the simplest choice.
    """

    def __init__(self, drawn: bytes) -> None:
        self._left = iter(drawn)

    def below(self, number: int) -> int:
        """A number from 0 on."""
        return next(self._left, 0) % number

    def one_of(self, options: Sequence[T]) -> T:
        """One of these."""
        return options[self.below(len(options))]


#: Bytes that the longest games take.
_LUDO_BYTES, _KUBA_BYTES = 128, 192

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


def ludo_scripts() -> st.SearchStrategy[Script]:
    """Games of Ludo, and some calls after them."""
    return st.binary(min_size=_LUDO_BYTES, max_size=_LUDO_BYTES).map(_ludo)


def _ludo(drawn: bytes) -> Script:
    """The game that these bytes choose."""
    choices = _Choices(drawn)
    size, kind = choices.below(25), choices.below(20)
    seats = list(choices.one_of(_SEATS))
    turns: list[object] = []
    for seat in seats:
        turns += [(seat, roll) for roll in choices.one_of(_OPENINGS)]
    game = Model(frozenset({"game-goes-on"}), Counter())
    game.play_game(seats, turns)
    for _ in range(size):
        turn = (choices.one_of(seats), 1 + choices.below(6))
        aimed = _aimed(game, turn[0]) if choices.below(2) else []
        if aimed:
            turn = (turn[0], choices.one_of(aimed))
        turns.append(turn)
        game.play_game(seats, [turn])
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


def kuba_scripts() -> st.SearchStrategy[Script]:
    """Games of Kuba with pushes that the rules allow, and tries that they refuse between."""
    return st.binary(min_size=_KUBA_BYTES, max_size=_KUBA_BYTES).map(_kuba)


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
