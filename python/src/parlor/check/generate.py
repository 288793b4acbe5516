"""Random games for Hypothesis: mostly such as are played, some with what should be refused."""

from __future__ import annotations

from hypothesis import strategies as st

from parlor import kuba
from parlor.check import kuba_scenarios
from parlor.check.script import ANN, BOB, Script
from parlor.check.worker import Step

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


@st.composite
def ludo_scripts(draw: st.DrawFn) -> Script:
    """A game of Ludo, and some calls after it."""
    seats = list(draw(st.sampled_from(_SEATS)))
    turns: list[object] = []
    for seat in seats:
        turns += [(seat, roll) for roll in draw(st.sampled_from(_OPENINGS))]
    rolls = st.tuples(st.sampled_from(seats), st.integers(1, 6))
    size = draw(st.integers(0, 24))
    turns += draw(st.lists(rolls, min_size=size, max_size=size))
    kind = draw(st.integers(0, 19))
    if kind >= 18:
        turns.insert(draw(st.integers(0, len(turns))), (draw(st.sampled_from("ABCD")), 4))
    steps: list[Step] = [("LudoGame",), ("play_game", seats, turns)]
    if kind >= 15 and kind < 18:
        token = st.tuples(st.sampled_from(seats), st.sampled_from("pq"), st.integers(1, 6))
        steps += [("move_token", *one) for one in draw(st.lists(token, min_size=1, max_size=4))]
    elif kind == 14:
        names = st.tuples(st.sampled_from(seats), st.integers(-1, 57))
        steps += [("get_space_name", *one) for one in draw(st.lists(names, min_size=1, max_size=6))]
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


@st.composite
def kuba_scripts(draw: st.DrawFn) -> Script:
    """A game of Kuba with pushes that the rules allow, and tries that they refuse between."""
    moves = draw(st.sampled_from(_PREFIXES)).split()
    moves = moves[: draw(st.integers(0, len(moves)))]
    position = kuba.Position()
    if draw(st.booleans()):
        moves = [kuba_scenarios.mirrored(move) for move in moves]
        position = kuba.Position(to_move="B")
    steps: list[Step] = [("KubaGame", ANN, BOB)]
    for move in moves:
        steps.append(_step(position, move))
        position = position.apply(move)
    for _ in range(draw(st.integers(0, 20))):
        if draw(st.integers(0, 9)) == 9:
            steps.append(_odd_try(draw, position))
        if position.is_over:
            break
        move = draw(st.sampled_from(_weighed(position)))
        steps.append(_step(position, move))
        position = position.apply(move)
    return tuple(steps)


def _step(position: kuba.Position, move: str) -> Step:
    """The call of a push."""
    name = "Ann" if position.to_move == "W" else "Bob"
    return ("make_move", name, (int(move[0]), int(move[1])), move[2])


def _weighed(position: kuba.Position) -> list[str]:
    """The legal pushes, those that take something off three times: else few games end."""
    marbles = sum(position.counts)
    found = []
    for move in position.legal_moves:
        takes = sum(position.apply(move).counts) < marbles
        found += [move] * (3 if takes else 1)
    return found


def _odd_try(draw: st.DrawFn, position: kuba.Position) -> Step:
    """A try that is mostly refused: the push that K-7 bars, any push at all, or odd values."""
    name = "Ann" if position.to_move == "W" else "Bob"
    barred = position.barred
    kind = draw(st.integers(0, 5))
    if kind == 0 and barred is not None:
        return ("make_move", name, (int(barred[0]), int(barred[1])), barred[2])
    cell: object = (draw(st.integers(0, 6)), draw(st.integers(0, 6)))
    direction: object = draw(st.sampled_from("LRFB"))
    if kind == 1:
        return ("make_move", "Bob" if name == "Ann" else "Ann", cell, direction)
    if kind == 2:
        return ("make_move", draw(st.sampled_from(_ODD_NAMES)), cell, direction)
    if kind == 3:
        return ("make_move", name, draw(st.sampled_from(_ODD_CELLS)), direction)
    if kind == 4:
        return ("make_move", name, cell, draw(st.sampled_from(_ODD_DIRECTIONS)))
    return ("make_move", name, cell, direction)
