"""Pushes on the board of the model of Kuba, and conditions on a push.

Cells are numbered row by row, from 0 to 48. A line is the text of the cells from the pushed marble
to the edge in the direction of the push, such as `WRX`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import itemgetter

from parlor.check.reading import Asked

SIZE = 7
EMPTY = "X"
OTHER = {"W": "B", "B": "W"}
DIRECTIONS = {"L": (0, -1), "R": (0, 1), "F": (-1, 0), "B": (1, 0)}
OPPOSITE = {"L": "R", "R": "L", "F": "B", "B": "F"}
#: The edge over which a push of each way goes.
EDGES = {"L": "left", "R": "right", "F": "top", "B": "bottom"}

_CELLS = range(SIZE * SIZE)


def _next(at: int, down: int, right: int, *, wraps: bool = False) -> int:
    """The cell some rows and columns further, or -1 off the board."""
    row, column = at // SIZE + down, at % SIZE + right
    if wraps:
        row, column = row % SIZE, column % SIZE
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else -1


def _line(at: int, way: str, *, wraps: bool = False) -> tuple[int, ...]:
    """The cells from one on to the edge, or around the board back to it."""
    found = [at]
    while (cell := _next(found[-1], *DIRECTIONS[way], wraps=wraps)) not in (-1, at):
        found.append(cell)
    return tuple(found)


def _reader(line: tuple[int, ...]) -> Callable[[list[str]], Iterable[str]]:
    """What reads the marbles of a line."""
    if len(line) > 1:
        return itemgetter(*line)
    return lambda board: board[line[0]]


#: The next cell each way, -1 beyond the edge.
NEXT = {way: [_next(at, *step) for at in _CELLS] for way, step in DIRECTIONS.items()}
#: The same on a board whose edges are joined.
_AROUND = {way: [_next(at, *step, wraps=True) for at in _CELLS] for way, step in DIRECTIONS.items()}
#: What is taken for the cell behind where the step of the row is used for the column too.
_BY_ROW = {way: [_next(at, -down, -down) for at in _CELLS] for way, (down, _) in DIRECTIONS.items()}
_BY_COLUMN = {
    way: [_next(at, -right, -right) for at in _CELLS] for way, (_, right) in DIRECTIONS.items()
}
#: The cells of each line.
LINES = {way: [_line(at, way) for at in _CELLS] for way in DIRECTIONS}
_RINGS = {way: [_line(at, way, wraps=True) for at in _CELLS] for way in DIRECTIONS}
_READ = {way: [_reader(line) for line in lines] for way, lines in LINES.items()}


class LookupFailedError(ValueError):
    """A cell off the board was looked up."""


#: Readings that push another marble, or another way.
AIMS = frozenset(
    {"forward-is-backward", "left-is-right", "forward-by-color", "place-from-wrong-end"}
)


def aimed(color: str, at: int, way: str, changed: frozenset[str]) -> tuple[int, str]:
    """K-2: the cell that is pushed and the way, by these readings."""
    if "place-from-wrong-end" in changed:
        row, column = divmod(at, SIZE)
        at = row * SIZE + 6 - column if way in "LR" else (6 - row) * SIZE + column
    if "forward-is-backward" in changed and way in "FB":
        way = OPPOSITE[way]
    if "left-is-right" in changed and way in "LR":
        way = OPPOSITE[way]
    if "forward-by-color" in changed and color == "B":
        way = OPPOSITE[way]
    return at, way


_OVER_THE_EDGE = frozenset(
    {
        *["edge-is-no-room", "behind-wraps", "behind-wraps-or-raises", "edge-raises"],
        *["board-wraps", "board-ends-at-seven", "rows-run-on"],
    }
)


def has_room(board: list[str], color: str, at: int, way: str, on: Asked) -> bool:
    """K-3."""
    back = OPPOSITE[way]
    behind = NEXT[back][at]
    has = behind < 0 or board[behind] == EMPTY
    front = NEXT[way][at]
    if (front < 0 or board[front] == EMPTY) != has and "room-in-front" in on:
        return not has
    for name, cells in (("room-by-row", _BY_ROW), ("room-by-column", _BY_COLUMN)):
        other = cells[way][at]
        if (other < 0 or board[other] == EMPTY) != has and name in on:
            return not has
    if behind < 0:
        return _has_room_at_the_edge(board, at, way, on)
    if has:
        return True
    rooms = {"R": "red-is-room", color: "own-is-room", OTHER[color]: "other-is-room"}
    return rooms[board[behind]] in on or "no-room-needed" in on


def _has_room_at_the_edge(board: list[str], at: int, way: str, on: Asked) -> bool:
    """K-3 where there is no cell behind, but one at the other end of the line."""
    around = _AROUND[OPPOSITE[way]][at]
    changed = on & _OVER_THE_EDGE
    if not changed:
        return True
    if "edge-is-no-room" in changed:
        return False
    raising = {"behind-wraps-or-raises", "board-ends-at-seven"} if way in "LF" else set()
    if changed & {"edge-raises", *raising}:
        raise LookupFailedError(around)
    if "rows-run-on" in changed and way in "LR":
        before = at + 1 if way == "L" else at - 1
        return before not in _CELLS or board[before] == EMPTY
    # An index of -1 is the last one, of 7 none.
    is_negative = way in "RB" and bool(changed & {"behind-wraps", "behind-wraps-or-raises"})
    wraps = is_negative or "board-wraps" in changed
    return not wraps or board[around] == EMPTY


_OF_ANY_PUSH = frozenset({"nothing-moves", "pushed-stays", "last-vanishes"})
_WITH_A_GAP = frozenset({"gaps-do-not-stop", "gap-from-the-edge"})
_OFF = frozenset(
    {
        "fallen-is-not-noted",
        "edge-is-overwritten",
        "rows-run-on",
        "board-wraps",
        "board-ends-at-seven",
    }
)


def pushed(board: list[str], at: int, way: str, on: Asked) -> tuple[list[str], str, int]:
    """K-4: the board after a push, what left it, and how many marbles the run has."""
    cells = LINES[way][at]
    line = "".join(_READ[way][at](board))
    run = line.find(EMPTY)
    if run < 0:
        run, taken, after = len(line), line[-1], EMPTY + line[:-1]
    else:
        taken, after = EMPTY, EMPTY + line[:run] + line[run + 1 :]
    if run > 1:
        if "one-moves" in on:
            taken, after = EMPTY, EMPTY + line[0] + line[2:]
        if run > 2 and "two-move" in on:
            taken, after = EMPTY, EMPTY + line[:2] + line[3:]
        own = run - len(line[:run].lstrip(line[0]))
        if own < run and "run-is-of-one-color" in on:
            taken, after = EMPTY, EMPTY + line[:own] + line[own + 1 :]
        if line[0] != line[1] and "front-changes-places" in on:
            taken, after = EMPTY, line[1] + line[0] + line[2:]
    if line[run + 1 :].strip(EMPTY):
        gap = on & _WITH_A_GAP
        if "gaps-do-not-stop" in gap:
            taken, after = line[-1], EMPTY + line[:-1]
        elif gap and line.rfind(EMPTY) > run:
            last = line.rfind(EMPTY)
            taken, after = EMPTY, EMPTY + line[:last] + line[last + 1 :]
    new = board[:]
    if taken != EMPTY:
        off = on & _OFF
        if "board-ends-at-seven" in off and way in "RB":
            raise LookupFailedError(at)
        if "board-wraps" in off:
            return _moved_along(board, _RINGS[way][at]), EMPTY, run
        if "rows-run-on" in off and way in "LR":
            rest = range(at, -1, -1) if way == "L" else range(at, SIZE * SIZE)
            return _moved_along(board, tuple(rest)), EMPTY, run
        if "fallen-is-not-noted" in off:
            taken = EMPTY
        elif "edge-is-overwritten" in off and len(line) > 1:
            # The edge keeps its marble, and the one that comes there is lost.
            taken, after = EMPTY, after[:-1] + line[-1]
    odd = on & _OF_ANY_PUSH
    if odd:
        if "nothing-moves" in odd:
            taken, after = EMPTY, line
        if "pushed-stays" in odd:
            after = line[0] + after[1:]
        if "last-vanishes" in odd and taken == EMPTY:
            after = after[:run] + EMPTY + after[run + 1 :]
    for cell, marble in zip(cells, after):
        new[cell] = marble
    return new, taken, run


def _moved_along(board: list[str], cells: tuple[int, ...]) -> list[str]:
    """The board after a push along cells that go on beyond an edge; a ring turns if it is full."""
    line = "".join([board[cell] for cell in cells])
    gap = line.find(EMPTY)
    after = line[-1] + line[:-1] if gap < 0 else EMPTY + line[:gap] + line[gap + 1 :]
    new = board[:]
    for cell, marble in zip(cells, after):
        new[cell] = marble
    return new


def what_holds(board: list[str], color: str, at: int, way: str) -> tuple[str, ...]:
    """What holds of a push as the rules make it, as conditions `kind=value`."""
    cell = NEXT[OPPOSITE[way]][at]
    behind = board[cell] if cell >= 0 else ""
    return _held("".join(_READ[way][at](board)), behind, color, at, way)


# Lines are few, and each is looked at for many boards.
@lru_cache(maxsize=20_000)
def _held(line: str, behind: str, color: str, at: int, way: str) -> tuple[str, ...]:
    """The same of a line; behind it is a marble, or the edge."""
    names = {color: "own", OTHER[color]: "other", "R": "red", EMPTY: "empty", "": "edge"}
    row, column = divmod(at, SIZE)
    run = line.find(EMPTY)
    falls = run < 0
    run = len(line) if falls else run
    edges = [f"edge={EDGES[way]}"] if falls else []
    edges += [] if behind else [f"edge={EDGES[OPPOSITE[way]]}"]
    return (
        *edges,
        f"way={way}",
        f"line={'row' if way in 'LR' else 'column'}",
        f"row={row}",
        f"column={column}",
        f"front={names[line[1]] if len(line) > 1 else 'edge'}",
        f"behind={names[behind]}",
        f"run={run}",
        f"last={names[line[max(run, 1) - 1]]}",
        f"off={names[line[-1]] if falls else 'nothing'}",
        f"gap={'none' if falls else 'edge' if run == len(line) - 1 else 'inside'}",
        f"beyond={'marbles' if line[run + 1 :].strip(EMPTY) else 'nothing'}",
    )
