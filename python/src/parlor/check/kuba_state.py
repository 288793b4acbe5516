"""The state of a game in the model of Kuba, and its getters.

The readings here are about the setup, the score and the getters.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from parlor.check.kuba_ko import Ko
from parlor.check.kuba_push import EMPTY, OTHER, SIZE, what_holds
from parlor.check.reading import Asked, Noted, Switches, base

START = "WWXXXBBWWXRXBBXXRRRXXXRRRRRXXXRRRXXBBXRXWWBBXXXWW"
#: What a program does with a cell of the board at the start, and when it counts or shows it.
_OF_A_CELL = frozenset(
    {
        *["colors-change-places", "start-lacks-marbles", "start-has-reds"],
        *["start-has-white", "start-has-black", "count-leaves-out"],
    }
)
_OF_THE_START = _OF_A_CELL - {"count-leaves-out"}
_PUT = {"start-has-reds": "R", "start-has-white": "W", "start-has-black": "B"}
#: What games of one process have in common.
_SHARED = frozenset(
    {"boards-are-shared", "turns-are-shared", "histories-are-shared", "captures-are-shared"}
)
_FIRST = frozenset({"first-begins", "first-has-turn", "first-named-has-turn"})
_TELL_A_FIRST_TURN = frozenset(
    {"first-has-turn", "first-named-has-turn", "failed-first-claims", "failed-first-passes"}
)
_SHOWN = frozenset({"empty-is-none", "marble-by-column", "marble-from-below"})


class RefusedError(ValueError):
    """What a program may answer where the text is silent."""


class State:
    """The class `KubaGame` without `make_move`."""

    def __init__(
        self,
        first: Any,
        second: Any,
        readings: frozenset[str],
        uses: Counter[str],
        shared: dict[str, Any],
    ) -> None:
        self._switches = Switches(readings)
        self._uses = uses
        uses.clear()
        self._names = self._read(first, second)
        if "first-is-white" in self._on:
            self._names = {"W": first[0], "B": second[0]}
        #: Whether it is looked at single cells.
        self._has_cells = isinstance(readings, Noted) or any(
            base(name) in _OF_A_CELL for name in readings if base(name) != name
        )
        #: The color of who is named first.
        self._first = "W" if self._names["W"] == first[0] else "B"
        #: Where the last push went from, and which way.
        self._aim = 0, ""
        #: The push that is looked at, in conditions.
        self._of_push: tuple[str, ...] = ()
        self._last_call = "none"
        self._has_pushed = False
        self._board = self._set_up()
        self._shown: list[str] | None = None
        self._captured = {"W": 0, "B": 0}
        #: Marbles off the board that are counted all the same.
        self._kept: Counter[str] = Counter()
        self._ko = Ko(self._board)
        self._turn: str | None = None
        if self._on & _FIRST:
            self._turn = self._first
        if "white-begins" in self._on:
            self._turn = "W"
        self._has_begun = False
        self._winner: str | None = None
        #: The rule by which the winner has won.
        self._won_by = ""
        #: Who has won, where that is not seen yet.
        self._unseen: tuple[str, str, bool] | None = None
        #: The board that a push led to which was refused at last.
        self._tried: list[str] | None = None
        self._shared = shared
        self._sharing = self._on & _SHARED
        if self._sharing:
            self._come_in()

    @property
    def _on(self) -> Asked:
        """The readings that are on where the game is looked at."""
        return self._switches.on

    def _look_at(self, color: str, *more: str) -> None:
        """Look at a player, and at what else holds."""
        if self._switches.has_conditions:
            self._switches.look_at(
                f"color={color}",
                f"named={'first' if color == self._first else 'second'}",
                f"push={'later' if self._has_pushed else 'first'}",
                f"after={self._last_call}",
                *more,
            )

    def _look_at_push(self, color: str, at: int, way: str, looks: str) -> None:
        """Look at a push."""
        if self._switches.has_conditions:
            back = self._ko.relation(at, way)
            held = what_holds(self._board, color, at, way)
            self._of_push = (*held, f"back={back}", f"asked={looks}")
            self._look_at(color, *self._of_push)

    def _set_up(self) -> list[str]:
        """K-1."""
        if not self._has_cells:
            changed = self._on & _OF_THE_START
            return [_at_start(marble, changed) for marble in START] if changed else list(START)
        board = []
        for at, marble in enumerate(START):
            self._look_at_cell(at, marble)
            board.append(_at_start(marble, self._on & _OF_THE_START))
        self._switches.look_at()
        return board

    def _look_at_cell(self, at: int, marble: str) -> None:
        self._switches.look_at(*_of_cell(at, marble))

    def _read(self, first: Any, second: Any) -> dict[str, str]:
        """K-14."""
        self._uses["K-14"] += 1
        names = {}
        for pair in (first, second):
            is_pair = isinstance(pair, (tuple, list)) and len(pair) == 2
            if not is_pair or type(pair[0]) is not str or pair[1] not in ("W", "B"):
                self._uses["?K-14"] += 1
                if isinstance(pair, (tuple, list, str)) and len(pair) == 2:
                    names = {"W": first[0], "B": second[0]}
                    if "odd-pairs-pass" in self._on:
                        return names
                raise RefusedError(pair)
            names[pair[1]] = pair[0]
        if len(names) < 2 or names["W"] == names["B"]:
            self._uses["?K-14"] += 1
            if "equal-pairs-pass" in self._on:
                return {"W": first[0], "B": second[0]}
            raise RefusedError(first, second)
        return names

    def get_current_turn(self) -> Any:
        """K-15."""
        if self._sharing:
            self._come_in()
        if self._turn is None or (not self._has_begun and not self._on & _TELL_A_FIRST_TURN):
            return None
        if self._turn not in OTHER:
            # Of another game.
            return self._turn[1:]
        self._look_at(OTHER[self._turn])
        if self._winner is not None:
            self._uses["?K-15"] += 1
            if "no-turn-at-the-end" in self._on:
                return None
        is_other = self._has_begun and "turn-is-the-last-mover" in self._on
        return self._names[OTHER[self._turn] if is_other else self._turn]

    def get_winner(self) -> Any:
        """K-17."""
        if self._winner is None:
            return None
        self._look_at(self._winner, f"won={self._won_by}")
        if "winner-is-not-told" in self._on:
            return None
        if self._won_by == "reds" and "reds-color-wins" in self._on:
            return self._winner
        is_loser = self._won_by == "marbles" and "last-marble-loses" in self._on
        # Who has no marble has no push either.
        is_blocked = self._won_by in ("blocked", "marbles")
        is_loser = is_loser or (is_blocked and "blocked-wins" in self._on)
        is_loser = is_loser or "loser-wins" in self._on
        return self._names[OTHER[self._winner] if is_loser else self._winner]

    def get_captured(self, name: Any) -> Any:
        """K-17."""
        if self._sharing:
            self._come_in()
        for color, known in self._names.items():
            if type(name) is str and known == name:
                count = self._captured[color]
                if self._captured["W"] != self._captured["B"]:
                    self._look_at(color)
                    if "captured-of-the-other" in self._on:
                        return self._captured[OTHER[color]]
                return count
        self._uses["K-17"] += 1
        self._uses["?K-17"] += 1
        if "stranger-has-none" in self._on:
            return None
        if "stranger-has-0" in self._on:
            return 0
        if "stranger-is-second" in self._on:
            return self._captured[OTHER[self._first]]
        raise RefusedError(name)

    def get_marble(self, cell: Any) -> Any:
        """K-17."""
        if type(cell) is tuple and len(cell) == 2:
            row, column = cell
            if type(row) is type(column) is int and 0 <= row < SIZE and 0 <= column < SIZE:
                return self.shown()[row * SIZE + column]
        self._uses["K-17"] += 1
        self._uses["?K-17"] += 1
        if "off-board-is-empty" in self._on:
            return EMPTY
        if "off-board-is-none" in self._on:
            return None
        if "off-board-wraps" in self._on and cell == (-1, 0):
            return self._board[-SIZE]
        raise RefusedError(cell)

    def shown(self) -> list[Any]:
        """What `get_marble` returns for each cell."""
        return self._shown or self._show()

    def _show(self) -> list[Any]:
        if self._sharing:
            self._come_in()
        self._switches.look_at()
        changed = self._on & _SHOWN
        shown: list[Any] = self._board
        if "marble-by-column" in changed:
            shown = [shown[at % SIZE * SIZE + at // SIZE] for at in range(SIZE * SIZE)]
        if "marble-from-below" in changed:
            shown = [shown[(SIZE - 1 - at // SIZE) * SIZE + at % SIZE] for at in range(SIZE * SIZE)]
        if "empty-is-none" in changed:
            shown = [None if marble == EMPTY else marble for marble in shown]
        if not self._sharing:
            self._shown = shown
        return shown

    def get_marble_count(self) -> Any:
        """K-17."""
        if self._sharing:
            self._come_in()
        self._switches.look_at()
        board = self._board
        if self._has_cells:
            board = []
            for at, marble in enumerate(self._board):
                self._look_at_cell(at, marble)
                if marble != EMPTY and "count-leaves-out" not in self._on:
                    board.append(marble)
            self._switches.look_at()
        elif "count-leaves-out" in self._on:
            board = []
        white, black, red = map(board.count, "WBR")
        if self._kept:
            white, black, red = (
                number + self._kept[marble] for number, marble in zip((white, black, red), "WBR")
            )
        return white, black, red

    def _come_in(self) -> None:
        """Take over what games have in common."""
        if "boards-are-shared" in self._sharing:
            self._board = self._shared.setdefault("board", self._board)
        if "histories-are-shared" in self._sharing:
            self._ko = self._shared.setdefault("ko", self._ko)
        if "captures-are-shared" in self._sharing:
            self._captured = self._shared.setdefault("captured", self._captured)
        if "turns-are-shared" in self._sharing and "turn" in self._shared:
            name = self._shared["turn"]
            of_this = [color for color, known in self._names.items() if known == name]
            self._turn, self._has_begun = (of_this[0] if of_this else f"={name}"), True

    def _go_out(self) -> None:
        """Leave behind what games have in common."""
        self._shared["board"] = self._board
        if self._has_begun and self._turn in OTHER:
            self._shared["turn"] = self._names[self._turn]


@cache
def _of_cell(at: int, marble: str) -> tuple[str, ...]:
    """What holds of a cell and the marble in it, as conditions `kind=value`."""
    row, column = divmod(at, SIZE)
    half = "upper" if row < SIZE // 2 else "lower"
    return f"row={row}", f"column={column}", f"half={half}", f"marble={marble}"


def _at_start(marble: str, changed: frozenset[str]) -> str:
    """K-1: what lies in a cell at the start."""
    if "start-lacks-marbles" in changed:
        return EMPTY
    if "colors-change-places" in changed:
        return OTHER.get(marble, marble)
    return next((letter for name, letter in _PUT.items() if name in changed), marble)
