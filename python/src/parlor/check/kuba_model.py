"""Kuba's classroom rules in plain Python, with a switch for each way to read a rule otherwise.

Without a switch it plays by the rules, and the tests hold it against the compiled class. With one
it plays as a program does that gets this one rule wrong, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlor.check.reading import Switches
from parlor.check.script import Script

SIZE = 7
EMPTY = "X"
START = "WWXXXBBWWXRXBBXXRRRXXXRRRRRXXXRRRXXBBXRXWWBBXXXWW"
COUNTS = (8, 8, 13)
DIRECTIONS = {"L": (0, -1), "R": (0, 1), "F": (-1, 0), "B": (1, 0)}
REDS_TO_WIN = 7
OTHER = {"W": "B", "B": "W"}


class RefusedError(ValueError):
    """What a program may answer where the text is silent."""


class Model:
    """The class `KubaGame` with some readings switched on, and what it used for its answers."""

    shared: list[str]

    def __init__(
        self, first: Any, second: Any, readings: frozenset[str], uses: Counter[str]
    ) -> None:
        self._switches = Switches(readings)
        self._uses = uses
        uses.clear()
        self._names = self._read(first, second)
        if "first-is-white" in readings:
            self._names = {"W": first[0], "B": second[0]}
        start = START
        if "colors-change-places" in readings:
            start = start.translate(str.maketrans("WB", "BW"))
        self._board = list(start)
        self._captured = {"W": 0, "B": 0}
        #: The board before the last push of each color.
        self._before: dict[str, list[str] | None] = {"W": None, "B": None}
        self._earlier: list[list[str]] = [self._board]
        #: The way and the cell of the last push.
        self._last: tuple[tuple[int, int], tuple[int, int]] | None = None
        self._turn: str | None = None
        if readings & {"first-begins", "first-has-turn", "first-named-has-turn"}:
            self._turn = next(color for color, name in self._names.items() if name == first[0])
        if "white-begins" in readings:
            self._turn = "W"
        self._has_begun = False
        self._winner: str | None = None
        #: The rule by which he has won.
        self._won_by = ""

    @property
    def _readings(self) -> frozenset[str]:
        """Those that are on where the game is looked at."""
        return self._switches.on

    def _look_at(self, color: str, letter: str = "") -> None:
        """Look at a player, and at one way to push."""
        if not self._switches.has_conditions:
            return
        line = "row" if letter in ("L", "R") else "column"
        way = (f"way={letter}", f"line={line}") if letter else ()
        self._switches.look_at(f"color={color}", *way)

    def _read(self, first: Any, second: Any) -> dict[str, str]:
        """K-14."""
        self._uses["K-14"] += 1
        names = {}
        for pair in (first, second):
            is_pair = isinstance(pair, (tuple, list)) and len(pair) == 2
            if not is_pair or type(pair[0]) is not str or pair[1] not in ("W", "B"):
                self._uses["?K-14"] += 1
                raise RefusedError(pair)
            names[pair[1]] = pair[0]
        if len(names) < 2 or names["W"] == names["B"]:
            self._uses["?K-14"] += 1
            raise RefusedError(first, second)
        return names

    def get_current_turn(self) -> Any:
        """K-15."""
        may_tell = {
            "first-has-turn",
            "first-named-has-turn",
            "failed-first-claims",
            "failed-first-passes",
        }
        if self._turn is None or (not self._has_begun and not self._readings & may_tell):
            return None
        if self._winner is not None and "no-turn-at-the-end" in self._readings:
            return None
        return self._names[self._turn]

    def get_winner(self) -> Any:
        """K-17."""
        if self._winner is None:
            return None
        self._look_at(self._winner)
        is_color = self._won_by == "K-8" and "reds-color-wins" in self._readings
        if is_color or "winner-is-color" in self._readings:
            return self._winner
        is_loser = self._won_by == "K-9" and "last-marble-loses" in self._readings
        is_loser = is_loser or "loser-wins" in self._readings
        return self._names[OTHER[self._winner] if is_loser else self._winner]

    def get_captured(self, name: Any) -> Any:
        """K-17."""
        for color, known in self._names.items():
            if type(name) is str and known == name:
                return self._captured[color]
        self._uses["K-17"] += 1
        self._uses["?K-17"] += 1
        if "stranger-has-none" in self._readings:
            return None
        raise RefusedError(name)

    def get_marble(self, cell: Any) -> Any:
        """K-17."""
        if not self._is_cell(cell):
            self._uses["K-17"] += 1
            self._uses["?K-17"] += 1
            if "off-board-is-empty" in self._readings:
                return None
            raise RefusedError(cell)
        marble = self._board[cell[0] * SIZE + cell[1]]
        return None if marble == EMPTY and "empty-is-none" in self._readings else marble

    def board(self) -> str | None:
        """All cells, row by row with a slash between, if each is told as it is."""
        if self._switches.has_conditions or "empty-is-none" in self._readings:
            return None
        cells = "".join(self._board)
        return "/".join([cells[row : row + SIZE] for row in range(0, SIZE * SIZE, SIZE)])

    def get_marble_count(self) -> Any:
        """K-17."""
        white, black, red = map(self._board.count, "WBR")
        if (white, black, red) != COUNTS and "count-stands-still" in self._readings:
            white, black, red = COUNTS
        counts = (white, black, red)
        if white != black and "count-black-first" in self._readings:
            counts = (black, white, red)
        if "count-red-first" in self._readings:
            counts = (red, white, black)
        return list(counts) if "count-is-list" in self._readings else counts

    def make_move(self, name: Any, cell: Any, direction: Any) -> Any:
        """K-16."""
        for use in [use for use in self._uses if not use.startswith("?")]:
            del self._uses[use]
        self._switches.look_at()
        made = self._make(name, cell, direction)
        if made and "nothing-is-returned" in self._readings:
            return None
        if not made and "refused-is-none" in self._readings:
            return None
        is_number = "answers-are-numbers" in self._readings
        is_number = is_number or ("true-is-1" if made else "false-is-0") in self._readings
        return int(made) if is_number else made

    def _make(self, name: Any, cell: Any, direction: Any) -> bool:
        color = self._color(name)
        if color is None:
            return False
        self._look_at(color)
        if self._winner is not None:
            self._uses["?K-15"] += 1
            if "play-after-end" not in self._readings:
                return self._refuse(color, "K-16")
        if self._is_out_of_turn(color):
            self._uses["K-11"] += 1
            if "ko-is-forgotten-later" in self._readings:
                self._before = {"W": None, "B": None}
            return False
        is_longer = isinstance(cell, (tuple, list)) and len(cell) > 2
        if is_longer and "longer-cells-pass" in self._readings:
            cell = cell[:2]
        if not self._read_cell(cell):
            return self._refuse(color, "K-16")
        row, column = cell
        if "negative-wraps" in self._readings:
            row, column = row % SIZE, column % SIZE
        if "rows-are-columns" in self._readings:
            row, column = column, row
        letter = self._read_direction(direction)
        if letter is None:
            if "direction-ignored" in self._readings:
                self._pass_turn(color)
                return True
            return self._refuse(color, "K-16")
        result = self._try(color, row, column, letter)
        if result is None:
            return self._refuse(color, "")
        self._play(color, result, (row, column), letter)
        return True

    def _is_out_of_turn(self, color: str) -> bool:
        """K-11."""
        if "no-turns" in self._readings or self._turn in (None, color):
            return False
        return self._has_begun or "first-named-has-turn" not in self._readings

    def _color(self, name: Any) -> str | None:
        """K-16: whose name this is."""
        if type(name) is not str:
            self._uses["?K-16"] += 1
        for color, known in self._names.items():
            if known == name and type(name) is str:
                return color
        self._uses["K-16"] += 1
        if "name-raises" in self._readings:
            raise RefusedError(name)
        return (self._turn or "W") if "name-is-ignored" in self._readings else None

    def _is_cell(self, cell: Any) -> bool:
        """K-16: exactly two integers on the board."""
        if not isinstance(cell, (tuple, list)) or len(cell) != 2:
            return False
        row, column = cell
        return type(row) is type(column) is int and 0 <= row < SIZE and 0 <= column < SIZE

    def _read_cell(self, cell: Any) -> bool:
        """K-16."""
        if type(cell) is list:
            self._uses["?K-16"] += 1
            if "lists-are-no-cells" in self._readings:
                return False
        is_pair = isinstance(cell, (tuple, list)) and len(cell) == 2
        if not is_pair or not all(type(one) is int for one in cell):
            self._uses["?K-16"] += 1
            if "malformed-raises" in self._readings:
                raise RefusedError(cell)
            return False
        if self._is_cell(cell):
            return True
        if "negative-wraps" in self._readings and all(-SIZE <= one < SIZE for one in cell):
            return True
        if "cells-are-looked-up" in self._readings and all(-SIZE <= one < SIZE for one in cell):
            return True
        if self._readings & {"cell-raises", "cells-are-looked-up"}:
            raise RefusedError(cell)
        return False

    def _read_direction(self, direction: Any) -> str | None:
        """K-2, K-16."""
        if type(direction) is not str:
            self._uses["?K-16"] += 1
            if "odd-direction-raises" in self._readings:
                raise RefusedError(direction)
            return None
        if "direction-in-any-case" in self._readings:
            direction = direction.upper()
        if "direction-by-letter" in self._readings:
            direction = direction[:1]
        if direction in DIRECTIONS:
            return str(direction)
        if "direction-by-substring" in self._readings and direction in "LRFB":
            # What such a program does next is its own affair: mostly a KeyError.
            raise RefusedError(direction)
        if "direction-raises" in self._readings:
            raise RefusedError(direction)
        return None

    def _refuse(self, color: str, rule: str) -> bool:
        """K-16: nothing changes."""
        if rule:
            self._uses[rule] += 1
        if not self._has_begun:
            self._uses["?K-15"] += 1
        if self._turn is None and "failed-first-claims" in self._readings:
            self._turn = color
        if self._turn is None and "failed-first-passes" in self._readings:
            self._turn = OTHER[color]
        if "ko-is-forgotten" in self._readings:
            self._before = {"W": None, "B": None}
        if "refused-loses-turn" in self._readings:
            self._pass_turn(color)
        return False

    def _pass_turn(self, color: str) -> None:
        self._has_begun = True
        self._turn = OTHER[color]

    def _way(self, color: str, letter: str) -> tuple[int, int]:
        """K-2."""
        down, right = DIRECTIONS[letter]
        if "forward-is-backward" in self._readings:
            down = -down
        if "left-is-right" in self._readings:
            right = -right
        if "forward-by-color" in self._readings and color == "B":
            down, right = -down, -right
        return down, right

    def _can_be_pushed(self, color: str, marble: str) -> bool:
        """K-16: one's own marble."""
        allowed = {
            OTHER[color]: "other-is-pushed",
            "R": "red-is-pushed",
            EMPTY: "empty-is-pushed",
        }
        return marble == color or allowed[marble] in self._readings

    def _has_room(self, color: str, row: int, column: int, down: int, right: int) -> bool:
        """K-3."""
        if "room-in-front" in self._readings:
            down, right = -down, -right
        back, left = row - down, column - right
        if not (0 <= back < SIZE and 0 <= left < SIZE):
            if "edge-is-no-room" in self._readings:
                return False
            if not self._readings & {"behind-wraps", "behind-wraps-or-raises"}:
                return True
            if SIZE in (back, left):
                if "behind-wraps-or-raises" in self._readings:
                    raise RefusedError(back, left)
                return True
            back, left = back % SIZE, left % SIZE
        behind = self._board[back * SIZE + left]
        rooms = {"R": "red-is-room", color: "own-is-room", OTHER[color]: "other-is-room"}
        return behind == EMPTY or bool(self._readings & {rooms[behind], "no-room-needed"})

    def _pushed(
        self, color: str, row: int, column: int, down: int, right: int
    ) -> tuple[list[str], str, int]:
        """K-4: the board after a push, what left it, and how many marbles moved."""
        board = list(self._board)
        carried, moved = EMPTY, 0
        while 0 <= row < SIZE and 0 <= column < SIZE:
            at = row * SIZE + column
            board[at], carried = carried, board[at]
            if carried == EMPTY and "gaps-do-not-stop" not in self._readings:
                return board, EMPTY, moved
            if moved and "one-moves" in self._readings:
                return board, EMPTY, moved
            moved += 1
            row, column = row + down, column + right
        return board, carried, moved

    def _try(self, color: str, row: int, column: int, letter: str) -> Any:
        """K-3 to K-7: the board after the push and what it took off, or None."""
        self._look_at(color, letter)
        # Off the board only where that is not asked.
        if not self._can_be_pushed(color, self._board[row % SIZE * SIZE + column % SIZE]):
            self._uses["K-16"] += 1
            return None
        down, right = self._way(color, letter)
        if not self._has_room(color, row, column, down, right):
            self._uses["K-3"] += 1
            return None
        board, taken, moved = self._pushed(color, row, column, down, right)
        if moved > 3 and "two-move-at-most" in self._readings:
            return None
        ahead, aside = row + down, column + right
        is_inside = 0 <= ahead < SIZE and 0 <= aside < SIZE
        is_red = is_inside and self._board[ahead * SIZE + aside] == "R"
        if is_red and "reds-block" in self._readings:
            return None
        if taken == color:
            self._uses["K-5"] += 1
            self._uses["?K-5"] += 1
            if "own-goes-off" not in self._readings:
                return None
        if taken == OTHER[color] and "other-stays-on" in self._readings:
            return None
        if taken == "R" and "red-stays-on" in self._readings:
            return None
        if self._is_barred(color, board, (row, column), (down, right)):
            self._uses["K-7"] += 1
            return None
        return board, taken

    def _is_barred(
        self, color: str, board: list[str], cell: tuple[int, int], way: tuple[int, int]
    ) -> bool:
        """K-7."""
        undoes = board == self._before[OTHER[color]]
        if undoes and "no-ko" in self._readings:
            return False
        if not undoes and board in self._earlier and "superko" in self._readings:
            return True
        if self._last is not None:
            (down, right), (row, column) = self._last
            is_in_line = cell[0] == row if right else cell[1] == column
            goes_back = is_in_line and way == (-down, -right)
            if goes_back != undoes and "ko-bars-the-line" in self._readings:
                return goes_back
        return undoes

    def _play(self, color: str, result: Any, cell: tuple[int, int], letter: str) -> None:
        """K-6 to K-11."""
        self._has_begun = True
        self._before[color] = self._board
        self._last = self._way(color, letter), cell
        self._board, taken = result
        self._earlier.append(self._board)
        self._uses["K-4"] += 1
        if taken != EMPTY:
            self._uses["K-6"] += 1
        counts = taken == "R" and "red-is-not-counted" not in self._readings
        if counts or (taken == OTHER[color] and "other-is-captured" in self._readings):
            gainer = OTHER[color] if "red-for-the-other" in self._readings else color
            self._captured[gainer] += 1
        won = self._has_won(color, taken)
        # A push of the other may have been looked at.
        self._look_at(color, letter)
        if won:
            self._winner = color
        goes_on = "captures-go-on" in self._readings and taken not in (EMPTY, color)
        stays = won and "winner-keeps-turn" in self._readings
        self._turn = color if goes_on or stays else OTHER[color]

    def _has_won(self, color: str, taken: str) -> bool:
        """K-8, K-9, K-10."""
        reds = REDS_TO_WIN
        if "six-reds-win" in self._readings:
            reds = 6
        if "eight-reds-win" in self._readings:
            reds = 8
        if self._captured[color] >= reds and "reds-do-not-win" not in self._readings:
            self._uses["K-8"] += 1
            self._won_by = "K-8"
            return True
        if OTHER[color] not in self._board:
            self._uses["K-9"] += 1
            self._won_by = "K-9"
            return "last-marble-does-not-win" not in self._readings
        if "captures-go-on" in self._readings and taken != EMPTY:
            return False
        return self._is_blocked(color)

    def _is_blocked(self, color: str) -> bool:
        """K-10: whether the opponent of who has pushed has no legal push."""
        asked = color if "blocked-mover-wins-not" in self._readings else OTHER[color]
        uses = dict(self._uses)
        before = self._before
        if "blocked-ignores-ko" in self._readings:
            self._before = {"W": None, "B": None}
        # First the own marbles: what else is taken for one matters only where none can be pushed.
        cells = [at for at, marble in enumerate(self._board) if marble == asked]
        cells += [at for at, marble in enumerate(self._board) if marble != asked]
        found = any(
            self._try(asked, *divmod(at, SIZE), letter) is not None
            for at in cells
            if self._can_be_pushed(asked, self._board[at])
            for letter in DIRECTIONS
        )
        # A push that only K-7 bars is where the text leaves room.
        was_barred = self._uses["K-7"] > uses.get("K-7", 0)
        self._before = before
        self._uses.clear()
        dict.update(self._uses, uses)
        if not found:
            self._uses["K-10"] += 1
            if was_barred:
                self._uses["?K-10"] += 1
        return not found and "blocked-goes-on" not in self._readings


def classes(readings: frozenset[str], uses: Counter[str]) -> dict[str, Any]:
    """What a program of these readings defines; `uses` tells what the last answer rests on."""
    earlier: list[Model] = []

    def make(first: Any, second: Any) -> Model:
        game = Model(first, second, readings, uses)
        if "boards-are-shared" in readings:
            if earlier:
                game._board = earlier[-1]._board
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
