"""The shortest game that shows a fault, by playing every game there is up to some length.

Nothing here is the checker's search: no directed games, no readings, no shrinking. Games of Ludo
that lead to the same position by the rules are played on from only one of them, for a program that
has answered alike so far stands in that position, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any

from LudoGame import LudoGame
from parlor.check.game import GAMES, Game, difference
from parlor.check.script import ANN, BOB, Script
from parlor.check.table import CELLS, Step, perform
from parlor.kuba import Position

#: Opposite and adjacent seats, in the order of the seats and not.
_LUDO_SEATS = ["AB", "AC", "DA"]

_ODD_CELLS: list[object] = [(7, 0), (0, 7), (-1, -1), (-7, 6), (6, -7)]
_ODD_DIRECTIONS = ["", "LR", "X", "f", "Forward"]

Turns = tuple[tuple[str, int], ...]


def shortest(source: str, lengths: range, rollers: str = "ABCD") -> int | None:
    """The length of the shortest game on which a program breaks the text, if it is one of these."""
    names: dict[str, Any] = {}
    exec(source, names)
    [game] = [game for name, game in GAMES.items() if name in names]
    for length in lengths:
        listed = _ludo(length, rollers) if game.name == "ludo" else _kuba(length)
        if any(_shows(game, names, script) for script in listed):
            return length
    return None


def _shows(game: Game, names: dict[str, Any], script: Script) -> bool:
    """Whether the program's answers are others."""
    return difference(game.answers(script), perform(names, list(script))) is not None


def _ludo(length: int, rollers: str) -> Iterator[Script]:
    """Games of so many rolls, or of one fewer and a question."""
    new: Step = ("LudoGame",)
    if length == 0:
        for seats in [*_LUDO_SEATS, "ABC", "ABCD"]:
            yield (new, ("play_game", list(seats), []))
        return
    for seats in _LUDO_SEATS if rollers == "ABCD" else ["ABC"]:
        players = list(seats)
        for turns in _earlier(seats, rollers, length - 1):
            play: Step = ("play_game", players, list(turns))
            for seat in seats:
                for roll in range(1, 7):
                    yield (new, ("play_game", players, [*turns, (seat, roll)]))
                    yield (new, play, ("move_token", seat, "p", roll))
                    yield (new, play, ("move_token", seat, "q", roll))
            if length == 1:
                for seat in seats:
                    for steps in range(-1, 58):
                        yield (new, play, ("get_space_name", seat, steps))
                for asked in ("A", "C", "E", "a", "AB", ""):
                    yield (new, play, ("get_player_by_position", asked))
                    yield (new, ("get_player_by_position", asked))


def _earlier(seats: str, rollers: str, length: int) -> Iterable[Turns]:
    """All rolls up to two, then one way to each position that takes so many and no fewer."""
    if length > 2:
        return _reached(seats, rollers, length).values()
    return product(product(rollers if rollers in seats else seats, range(1, 7)), repeat=length)


@cache
def _reached(seats: str, rollers: str, length: int) -> dict[tuple[int, ...], Turns]:
    if length == 0:
        return {(-1,) * 2 * len(seats): ()}
    earlier = [_reached(seats, rollers, fewer) for fewer in range(length)]
    found: dict[tuple[int, ...], Turns] = {}
    for turns in earlier[-1].values():
        for seat in seats:
            if seat not in rollers:
                continue
            for roll in range(1, 7):
                longer = (*turns, (seat, roll))
                position = _after(seats, longer)
                if not any(position in one for one in earlier):
                    found.setdefault(position, longer)
    return found


def _after(seats: str, turns: Turns) -> tuple[int, ...]:
    """The steps of all tokens by the rules."""
    game = LudoGame()
    game.play_game(list(seats), list(turns))
    steps: list[int] = []
    for seat in seats:
        player = game.get_player_by_position(seat)
        assert not isinstance(player, str)
        steps += [player.get_token_p_step_count(), player.get_token_q_step_count()]
    return tuple(steps)


def _kuba(length: int) -> Iterator[Script]:
    """Games of so many pushes, of which the last one may be any try.

    Up to two pushes these are all cells; then only those of both players' marbles.
    """
    for first in ("W", "B"):
        for position, steps in _pushed(first, length - 1) if length else []:
            for name, color in (ANN, BOB):
                for cell in CELLS:
                    if length < 3 or position.board[cell[0]][cell[1]] == color:
                        for direction in "LRFB":
                            yield (*steps, ("make_move", name, cell, direction))
    if length == 0:
        yield (("KubaGame", ANN, BOB),)
    if length == 1:
        for odd in _ODD_CELLS:
            yield from [
                (("KubaGame", ANN, BOB), ("make_move", "Ann", odd, direction))
                for direction in "LRFB"
            ]
        for direction in _ODD_DIRECTIONS:
            yield (("KubaGame", ANN, BOB), ("make_move", "Ann", (6, 5), direction))
        yield (("KubaGame", ANN, BOB), ("make_move", "Cid", (6, 5), "F"))
        yield (("KubaGame", BOB, ANN), ("make_move", "Ann", (6, 5), "F"))
        push: Step = ("make_move", "Ann", (6, 5), "F")
        yield (("KubaGame", ANN, BOB), push, ("KubaGame", ANN, BOB))


def _pushed(first: str, length: int) -> Iterator[tuple[Position, Script]]:
    """Every game of so many pushes."""
    if length == 0:
        yield Position(to_move=first), (("KubaGame", ANN, BOB),)
        return
    for position, steps in _pushed(first, length - 1):
        name = "Ann" if position.to_move == "W" else "Bob"
        for move in position.legal_moves:
            cell = (int(move[0]), int(move[1]))
            yield position.apply(move), (*steps, ("make_move", name, cell, move[2]))
