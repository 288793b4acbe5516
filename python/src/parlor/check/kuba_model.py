"""Kuba's classroom rules in plain Python, with a switch for each way to read a rule otherwise.

Without a switch it plays by the rules, and the tests hold it against the compiled class. With one
it plays as a program does that gets this one rule wrong, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlor.check.kuba_ko import Ko
from parlor.check.kuba_push import (
    DIRECTIONS,
    EMPTY,
    NEXT,
    OTHER,
    SIZE,
    has_room,
    mirrored,
    pushed,
    way_of,
    what_holds,
)
from parlor.check.reading import Asked, Switches, base
from parlor.check.script import Script

START = "WWXXXBBWWXRXBBXXRRRXXXRRRRRXXXRRRXXBBXRXWWBBXXXWW"
COUNTS = (8, 8, 13)
REDS_TO_WIN = 7

#: What a program does with a cell of the board at the start, and when it counts or shows it.
_OF_A_CELL = frozenset(
    {
        *["colors-change-places", "start-lacks-marbles", "start-has-reds"],
        *["start-has-white", "start-has-black", "count-leaves-out"],
    }
)
_OF_THE_START = _OF_A_CELL - {"count-leaves-out"}

#: What games of one process have in common.
_SHARED = frozenset(
    {"boards-are-shared", "turns-are-shared", "histories-are-shared", "captures-are-shared"}
)
_FIRST = frozenset({"first-begins", "first-has-turn", "first-named-has-turn"})
_TELL_A_FIRST_TURN = frozenset(
    {"first-has-turn", "first-named-has-turn", "failed-first-claims", "failed-first-passes"}
)
_MADE = frozenset({"nothing-is-returned", "answers-are-numbers", "true-is-1"})
_NOT_MADE = frozenset({"refused-is-none", "answers-are-numbers", "false-is-0"})
_REFUSED = frozenset(
    {
        *["failed-first-claims", "failed-first-passes", "ko-is-forgotten", "refused-loses-turn"],
        *["ko-is-now", "refused-push-stays"],
    }
)
_COUNT = frozenset(
    {
        *["count-stands-still", "count-black-first", "count-red-first", "count-is-list"],
        "count-leaves-out",
    }
)
_TURN = frozenset({"no-turn-at-the-end", "turn-is-the-last-mover"})
_RED_OFF = frozenset({"red-for-the-other", "red-is-not-counted", "red-counts-twice"})
_SEVEN_REDS = frozenset(
    {
        *["reds-do-not-win", "reds-count-together", "reds-of-the-other-win"],
        *["reds-win-a-push-later", "six-reds-win", "eight-reds-win"],
    }
)
#: What a program does not ask for that looks whether a player has a legal push.
_IGNORED = {
    "K-3": "blocked-ignores-room",
    "K-5": "blocked-ignores-own-off",
    "K-7": "blocked-ignores-ko",
}
_LATE = frozenset({"winner-is-told-late", "winner-is-told-a-push-later"})
_DIRECTIONS = frozenset(
    {
        *["direction-in-any-case", "direction-by-letter", "direction-by-substring"],
        "direction-raises",
    }
)
_PUT = {"start-has-reds": "R", "start-has-white": "W", "start-has-black": "B"}
_SHOWN = frozenset({"empty-is-none", "marble-by-column", "marble-from-below"})


class RefusedError(ValueError):
    """What a program may answer where the text is silent."""


class Model:
    """The class `KubaGame` with some readings switched on, and what it used for its answers."""

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
        self._has_cells = self._switches.has_conditions and bool(
            not readings or _OF_A_CELL & {base(name) for name in readings}
        )
        #: The color of who is named first.
        self._first = "W" if self._names["W"] == first[0] else "B"
        #: The push that is looked at, in conditions.
        self._of_push: list[str] = []
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
        #: The rule by which he has won.
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
            self._of_push = what_holds(self._board, color, at, way)
            self._of_push += [f"back={back}", f"asked={looks}"]
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
        row, column = divmod(at, SIZE)
        half = "upper" if row < SIZE // 2 else "lower"
        self._switches.look_at(
            f"row={row}", f"column={column}", f"half={half}", f"marble={marble}"
        )

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

    # --- Questions --------------------------------------------------------------------------

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
        if self._winner is not None and "no-turn-at-the-end" in self._on:
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
        is_color = self._won_by == "reds" and "reds-color-wins" in self._on
        if is_color or "winner-is-color" in self._on:
            return self._winner
        is_loser = self._won_by == "marbles" and "last-marble-loses" in self._on
        is_loser = is_loser or (self._won_by == "blocked" and "blocked-wins" in self._on)
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
                return (self._shown or self._show())[row * SIZE + column]
        self._uses["K-17"] += 1
        self._uses["?K-17"] += 1
        if "off-board-is-empty" in self._on:
            return EMPTY
        if "off-board-is-none" in self._on:
            return None
        if "off-board-wraps" in self._on and cell == (-1, 0):
            return self._board[-SIZE]
        raise RefusedError(cell)

    def _show(self) -> list[Any]:
        """What `get_marble` returns for each cell."""
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
        changed = self._on & _COUNT
        board = self._board
        if self._has_cells:
            board = []
            for at, marble in enumerate(self._board):
                self._look_at_cell(at, marble)
                if marble != EMPTY and "count-leaves-out" not in self._on:
                    board.append(marble)
            self._switches.look_at()
        elif "count-leaves-out" in changed:
            board = []
        white, black, red = map(board.count, "WBR")
        if self._kept:
            white, black, red = (
                number + self._kept[marble] for number, marble in zip((white, black, red), "WBR")
            )
        if "count-stands-still" in changed:
            white, black, red = COUNTS
        counts = (white, black, red)
        if "count-black-first" in changed:
            counts = (black, white, red)
        if "count-red-first" in changed:
            counts = (red, white, black)
        return list(counts) if "count-is-list" in changed else counts

    # --- Tries ------------------------------------------------------------------------------

    def make_move(self, name: Any, cell: Any, direction: Any) -> Any:
        """K-16."""
        for use in [use for use in self._uses if not use.startswith("?")]:
            del self._uses[use]
        if self._sharing:
            self._come_in()
        self._shown = None
        self._switches.look_at()
        made = self._make(name, cell, direction)
        self._last_call = "push" if made else "refusal"
        self._has_pushed = self._has_pushed or made
        if self._sharing:
            self._go_out()
        odd = self._on & (_MADE if made else _NOT_MADE)
        if not odd:
            return made
        return None if odd & {"nothing-is-returned", "refused-is-none"} else int(made)

    def _make(self, name: Any, cell: Any, direction: Any) -> bool:
        color = self._color(name)
        if color is None:
            return False
        self._look_at(color)
        if self._unseen is not None and self._see_winner(color):
            return False
        if self._winner is not None:
            self._uses["?K-15"] += 1
            if "play-after-end" not in self._on:
                return self._refuse(color, "K-16", "end")
        if self._is_out_of_turn(color):
            self._uses["K-11"] += 1
            return self._refuse_out_of_turn(color)
        if isinstance(cell, (tuple, list)) and len(cell) > 2 and "longer-cells-pass" in self._on:
            cell = cell[:2]
        if not self._read_cell(color, cell):
            return self._refuse(color, "K-16", "cell")
        row, column = int(cell[0]) % SIZE, int(cell[1]) % SIZE
        if row != column and "rows-are-columns" in self._on:
            row, column = column, row
        letter = self._read_direction(color, direction)
        if letter is None:
            if "direction-ignored" in self._on:
                self._pass_turn(color)
                return True
            return self._refuse(color, "K-16", "direction")
        at = row * SIZE + column
        if at != mirrored(at, letter) and self._is_mirrored(color, at, letter):
            at = mirrored(at, letter)
        result = self._try(color, at, letter, "push")
        if not isinstance(result, tuple):
            return self._refuse(color, "", result)
        self._play(color, result, at, letter)
        return True

    def _is_mirrored(self, color: str, at: int, letter: str) -> bool:
        """K-4: whether a push is made at the other end of its line."""
        if self._board[at] != color:
            return False
        self._look_at_push(color, at, letter, "push")
        return "place-from-wrong-end" in self._on

    def _is_out_of_turn(self, color: str) -> bool:
        """K-11."""
        if self._turn in (None, color) or "no-turns" in self._on:
            return False
        return self._has_begun or "first-named-has-turn" not in self._on

    def _color(self, name: Any) -> str | None:
        """K-16: whose name this is."""
        if type(name) is str:
            for color, known in self._names.items():
                if known == name:
                    return color
        # What names that nobody has do, the text leaves open.
        self._uses["?K-16"] += 1
        self._uses["K-16"] += 1
        if "name-raises" in self._on:
            raise RefusedError(name)
        if "name-is-second" in self._on:
            return OTHER[self._first]
        if type(name) is str and "name-in-any-case" in self._on:
            for color, known in self._names.items():
                if known.lower() == name.lower():
                    return color
        return (self._turn or "W") if "name-is-ignored" in self._on else None

    def _read_cell(self, color: str, cell: Any) -> bool:
        """K-16."""
        if type(cell) is list:
            self._uses["?K-16"] += 1
            if "lists-are-no-cells" in self._on:
                return False
        is_pair = isinstance(cell, (tuple, list)) and len(cell) == 2
        if not is_pair or not all(type(one) is int for one in cell):
            self._uses["?K-16"] += 1
            self._look_at(color, f"value={_kind(cell)}")
            is_number = is_pair and all(type(one) in (int, bool, float) for one in cell)
            if is_number and "numbers-are-cells" in self._on:
                return 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE
            if "malformed-raises" in self._on:
                raise RefusedError(cell)
            return False
        row, column = cell
        self._look_at(color, f"row={row}", f"column={column}")
        if 0 <= row < SIZE and 0 <= column < SIZE:
            return "cell-is-refused" not in self._on
        wraps = -SIZE <= row < SIZE and -SIZE <= column < SIZE
        if wraps and ("negative-wraps" in self._on or "cells-are-looked-up" in self._on):
            return True
        if 0 <= row <= SIZE and 0 <= column <= SIZE and "seven-is-a-cell" in self._on:
            raise RefusedError(cell)
        if "cell-raises" in self._on or "cells-are-looked-up" in self._on:
            raise RefusedError(cell)
        return False

    def _read_direction(self, color: str, direction: Any) -> str | None:
        """K-2, K-16."""
        if type(direction) is not str:
            self._uses["?K-16"] += 1
            self._look_at(color, f"value={_kind(direction)}")
            if "odd-direction-raises" in self._on:
                raise RefusedError(direction)
            return None
        if direction in DIRECTIONS:
            return direction
        known = self._on & _DIRECTIONS
        if "direction-in-any-case" in known:
            direction = direction.upper()
        if "direction-by-letter" in known:
            direction = direction[:1]
        if direction in DIRECTIONS:
            return direction
        # What a program that asks `in` of a string does next is its own affair: mostly a KeyError.
        is_part = "direction-by-substring" in known and direction in "LRFB"
        if is_part or "direction-raises" in known:
            raise RefusedError(direction)
        return None

    # --- Refusals ---------------------------------------------------------------------------

    def _refuse(self, color: str, rule: str, because: str) -> bool:
        """K-16: nothing changes."""
        if rule:
            self._uses[rule] += 1
        if not self._has_begun:
            self._uses["?K-15"] += 1
        tried, self._tried = self._tried, None
        self._look_at(color, *self._of_push, f"because={because}")
        changed = self._on & _REFUSED
        if not changed:
            return False
        if self._turn is None and "failed-first-claims" in changed:
            self._turn = color
        if self._turn is None and "failed-first-passes" in changed:
            self._turn = OTHER[color]
        if "ko-is-now" in changed:
            self._ko.before = self._board
        if "ko-is-forgotten" in changed:
            self._ko.forget()
        if tried is not None and "refused-push-stays" in changed:
            self._board = tried
        if "refused-loses-turn" in changed:
            self._pass_turn(color)
        return False

    def _refuse_out_of_turn(self, color: str) -> bool:
        """K-11: nothing changes."""
        if "ko-is-forgotten-later" in self._on:
            self._ko.forget()
        if "out-of-turn-takes-turn" in self._on:
            self._turn = color
        return False

    def _pass_turn(self, color: str) -> None:
        self._has_begun = True
        self._turn = OTHER[color]

    # --- Pushes -----------------------------------------------------------------------------

    def _try(self, color: str, at: int, letter: str, asked: str) -> tuple[list[str], str] | str:
        """K-3 to K-7: the board after the push and what it took off, or why it is refused."""
        marble = self._board[at]
        if self._switches.has_conditions:
            self._look_at_push(color, at, letter, asked)
        on = self._on
        if marble != color and not self._may_push(color, marble):
            self._uses["K-16"] += 1
            return "marble"
        way = way_of(color, letter, on)
        if not has_room(self._board, color, at, way, on):
            self._uses["K-3"] += 1
            return "room"
        board, taken, run = pushed(self._board, at, way, on)
        if run > 3 and "two-move-at-most" in on:
            return "run"
        ahead = NEXT[way][at]
        if ahead >= 0 and self._board[ahead] == "R" and "reds-block" in on:
            return "run"
        if taken != EMPTY:
            if taken == color:
                self._uses["K-5"] += 1
                self._uses["?K-5"] += 1
            if self._stays_on(color, taken, on):
                self._tried = board
                return "own"
        if self._ko.bars(board, at, way, on):
            self._uses["K-7"] += 1
            self._tried = board
            if asked == "push":
                self._ko.refused.add((at, way))
            return "ko"
        return "none" if "legal-is-refused" in on else (board, taken)

    def _may_push(self, color: str, marble: str) -> bool:
        """K-16: whether a marble that is not one's own can be pushed."""
        if marble == EMPTY:
            return "empty-is-pushed" in self._on
        allowed = "red-is-pushed" if marble == "R" else "other-is-pushed"
        return allowed in self._on or "any-is-pushed" in self._on

    def _stays_on(self, color: str, taken: str, on: Asked) -> bool:
        """K-5, K-6: whether what a push takes off may not be pushed off."""
        if taken == color:
            return "own-goes-off" not in on
        return ("red-stays-on" if taken == "R" else "other-stays-on") in on

    def _play(self, color: str, result: tuple[list[str], str], at: int, letter: str) -> None:
        """K-6 to K-11."""
        self._has_begun = True
        before, on = self._board, self._on
        self._board, taken = result
        self._ko.note(before, at, way_of(color, letter, on), self._board, on)
        self._uses["K-4"] += 1
        early = dict(self._captured)
        if taken != EMPTY:
            gainer, number = self._gained(color, taken, on)
            self._captured[gainer] += number
        stays = taken != EMPTY and "captures-go-on" in on
        stays = stays or "turn-stays" in on
        if self._unseen is not None:
            self._winner, self._won_by, _ = self._unseen
        won = self._end(color, early, on)
        if won is not None:
            # Where play goes on after the end, the last one counts.
            self._look_at(won[0], *self._of_push, f"won={won[1]}")
            self._tell(*won)
            stays = stays or "winner-keeps-turn" in self._on
        self._turn = color if stays else OTHER[color]

    def _gained(self, color: str, taken: str, on: Asked) -> tuple[str, int]:
        """K-6: who captures what a push has taken off, and how many."""
        self._uses["K-6"] += 1
        if "count-keeps-fallen" in on:
            self._kept[taken] += 1
        if taken == OTHER[color]:
            return color, int("other-is-captured" in on)
        if taken == color:
            return color, 0
        changed = on & _RED_OFF
        gainer = OTHER[color] if "red-for-the-other" in changed else color
        if "red-is-not-counted" in changed:
            return gainer, 0
        return gainer, 2 if "red-counts-twice" in changed else 1

    # --- Ends -------------------------------------------------------------------------------

    def _end(self, color: str, early: dict[str, int], on: Asked) -> tuple[str, str] | None:
        """K-8, K-9, K-10: who has won, and by which rule."""
        other = OTHER[color]
        left = self._board.count(other)
        has_reds = self._has_reds(color, early, on)
        if (has_reds or not left) and has_reds != (not left) and "win-needs-both" in on:
            has_reds, left = False, left or 1
        if has_reds:
            self._uses["K-8"] += 1
            return color, "reds"
        if not left or (left == 1 and "one-marble-left-wins" in on):
            self._uses["K-9"] += 1
            return None if "last-marble-does-not-win" in on else (color, "marbles")
        if "blocked-mover-wins-not" in on:
            other = color
        if self._is_blocked(other, on):
            return color, "blocked"
        if "blocked-mover-loses" in on and self._is_blocked(color, on):
            return OTHER[color], "blocked"
        return None

    def _has_reds(self, color: str, early: dict[str, int], on: Asked) -> bool:
        """K-8."""
        own, others = self._captured[color], self._captured[OTHER[color]]
        if own < REDS_TO_WIN - 1 and own + others < REDS_TO_WIN:
            return False
        changed = on & _SEVEN_REDS
        if "reds-do-not-win" in changed:
            return False
        if "reds-count-together" in changed:
            own += others
        if "reds-of-the-other-win" in changed:
            own = others
        if "reds-win-a-push-later" in changed:
            own = early[color]
        reds = REDS_TO_WIN
        if "six-reds-win" in changed:
            reds = 6
        if "eight-reds-win" in changed:
            reds = 8
        return own >= reds

    def _is_blocked(self, asked: str, on: Asked) -> bool:
        """K-10: whether a player has no legal push."""
        uses = dict(self._uses)
        board, of_push = self._board, self._of_push
        # First the own marbles: what else is taken for one matters only where none can be pushed.
        cells = [at for at, marble in enumerate(board) if marble == asked]
        cells += [at for at, marble in enumerate(board) if marble != asked]
        found = any(
            isinstance(self._try(asked, at, letter, "end"), tuple)
            for at in cells
            for letter in DIRECTIONS
        )
        refused = {rule for rule in ("K-3", "K-5", "K-7") if self._uses[rule] > uses.get(rule, 0)}
        self._of_push, self._tried = of_push, None
        self._uses.clear()
        dict.update(self._uses, uses)
        if found:
            return False
        self._uses["K-10"] += 1
        # A push that only K-7 or K-5 bars is where the text leaves room.
        self._uses["?K-10"] += "K-7" in refused
        self._uses["?K-5"] += "K-5" in refused
        ignored = any(_IGNORED[rule] in on for rule in sorted(refused))
        return not ignored and "blocked-goes-on" not in on

    def _tell(self, color: str, rule: str) -> None:
        """K-17: somebody has won."""
        late = self._on & _LATE
        if late:
            self._unseen = color, rule, "winner-is-told-late" in late
        else:
            self._winner, self._won_by = color, rule

    def _see_winner(self, color: str) -> bool:
        """Whether a try shows who has won before."""
        if self._unseen is None or not self._unseen[2] or self._unseen[0] == color:
            return False
        self._winner, self._won_by, _ = self._unseen
        return True

    # --- Several games ----------------------------------------------------------------------

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


def _at_start(marble: str, changed: frozenset[str]) -> str:
    """K-1: what lies in a cell at the start."""
    if "start-lacks-marbles" in changed:
        return EMPTY
    if "colors-change-places" in changed:
        return OTHER.get(marble, marble)
    return next((letter for name, letter in _PUT.items() if name in changed), marble)


def _kind(value: object) -> str:
    """What sort of value stands for a cell or a direction."""
    if not isinstance(value, (tuple, list)):
        return {type(None): "none", int: "number", str: "text"}.get(type(value), "other")
    if isinstance(value, list):
        return "list"
    if len(value) != 2:
        return "short" if len(value) < 2 else "long"
    kinds = {str: "texts", float: "fractions", bool: "truth"}
    return kinds.get(type(value[0]), "nothing" if value[0] is None else "other")


def classes(readings: frozenset[str], uses: Counter[str]) -> dict[str, Any]:
    """What a program of these readings defines; `uses` tells what the last answer rests on."""
    earlier: list[Model] = []
    shared: dict[str, Any] = {}

    def make(first: Any, second: Any) -> Model:
        game = Model(first, second, readings, uses, shared)
        if earlier and "games-are-one" in readings:
            for one in earlier:
                one.__dict__ = game.__dict__
        earlier.append(game)
        return game

    return {"KubaGame": make}


#: What the answers after a push are about.
_ASKED = ["", "K-11", "K-17", "K-6", "K-6", "K-17", "K-4"]


def rule_behind(script: Script, step: int, place: int, expected: str, uses: Counter[str]) -> str:
    """The rule that an answer is about, where no reading explains it."""
    name = script[step][0]
    if name == "KubaGame":
        return ["K-14", "K-15", "K-17", "K-17", "K-17", "K-17", "K-1"][place]
    if name != "make_move":
        return "K-17"
    if place == 2:
        return next((rule for rule in ("K-8", "K-9", "K-10") if uses[rule]), "K-17")
    if place:
        return _ASKED[place]
    refusing = ("K-16", "K-11", "K-3", "K-7")
    if expected == "False":
        return next((rule for rule in refusing if uses[rule]), "K-16")
    return "K-16"
