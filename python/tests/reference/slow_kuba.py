"""Kuba as the text tells it, written out the slow and obvious way."""

from typing import Any, Optional

from parlor.errors import CellError, PlayersError, RulesError, UnknownPlayerError

from . import as_integer, as_pair, as_text, refusal

SIZE = 7
EMPTY = "X"  # K-17
START = [  # K-1
    "WWXXXBB",
    "WWXRXBB",
    "XXRRRXX",
    "XRRRRRX",
    "XXRRRXX",
    "BBXRXWW",
    "BBXXXWW",
]
DIRECTIONS = {"L": (0, -1), "R": (0, 1), "F": (-1, 0), "B": (1, 0)}  # K-2
REDS_TO_WIN = 7  # K-8
COUNTS_TO_DRAW = 3  # K-12
OTHER = {"W": "B", "B": "W"}

#: The 49 cells row by row, so that a copy is one copy and a comparison one comparison.
Board = list[str]


def on_board(row: int, column: int) -> bool:
    """K-1."""
    return 0 <= row < SIZE and 0 <= column < SIZE


def push(
    board: Board, color: str, row: int, column: int, direction: str
) -> "Optional[tuple[Board, str]]":
    """The board after a push and the marble taken off, or None for what K-3 and K-5 forbid."""
    down, right = DIRECTIONS[direction]
    if board[row * SIZE + column] != color:
        return None
    back, left = row - down, column - right
    if 0 <= back < SIZE and 0 <= left < SIZE and board[back * SIZE + left] != EMPTY:
        return None  # K-3
    after = list(board)
    after[row * SIZE + column] = EMPTY
    carried = color
    while carried != EMPTY:  # K-4
        row, column = row + down, column + right
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            break
        carried, after[row * SIZE + column] = after[row * SIZE + column], carried
    if carried == color:
        return None  # K-5
    return after, carried


def cell_of(coordinates: Any) -> "Optional[tuple[int, int]]":
    """K-16: a tuple or list of exactly two integers from 0 to 6."""
    if not isinstance(coordinates, (tuple, list)) or len(coordinates) != 2:
        return None
    row, column = as_integer(coordinates[0]), as_integer(coordinates[1])
    if row is None or column is None or not on_board(row, column):
        return None
    return row, column


class KubaGame:
    """The class of the text, with the tournament rules beside its own."""

    def __init__(self, player1: Any, player2: Any, *, rules: Any = "classroom") -> None:
        (name1, color1), (name2, color2) = _name_and_color(player1), _name_and_color(player2)
        if as_text(name1) == as_text(name2):
            raise refusal(PlayersError, "one name", rule="K-14", value=name2)
        if as_text(color1) == as_text(color2):
            raise refusal(PlayersError, "one color", rule="K-14", value=color2)
        if as_text(rules) not in ("classroom", "tournament"):
            raise refusal(RulesError, "no rule set", rule="K-14", value=rules)
        self._tournament = as_text(rules) == "tournament"
        self._names = {
            str(as_text(color)): str(as_text(name))
            for name, color in ((name1, color1), (name2, color2))
        }
        self._board: Board = list("".join(START))
        self._captured = {"W": 0, "B": 0}
        self._before_last_push: dict[str, Optional[Board]] = {"W": None, "B": None}
        self._winner: Optional[str] = None
        self._draw = False
        self._may_push_again = False
        self._times_seen: dict[str, int] = {}
        self._turn: Optional[str] = None  # K-11: either player may begin
        if self._tournament:
            self._turn = "W"  # K-12
            self._count_position()

    def get_current_turn(self) -> Optional[str]:
        """K-15."""
        if self._turn is None:
            return None
        return self._names[self._turn]

    def make_move(self, playername: Any, coordinates: Any, direction: Any) -> bool:
        """K-16."""
        color = self._color_to_act(playername)
        cell = cell_of(coordinates)
        letter = as_text(direction)
        if color is None or cell is None or letter not in DIRECTIONS:
            return False
        result = self._try(color, cell[0], cell[1], letter)
        if result is None:
            return False
        before, (self._board, taken) = self._board, result
        self._before_last_push[color] = before
        if taken == "R":
            self._captured[color] += 1  # K-6
        won = self._captured[color] == REDS_TO_WIN  # K-8
        won = won or OTHER[color] not in self._board  # K-9
        if self._tournament and taken != EMPTY:
            self._turn = color  # K-12, and K-15 if it has won
            self._may_push_again = not won
        else:
            self._turn = OTHER[color]  # K-11
        if won:
            self._winner = color
        elif self._turn != color:
            self._give_turn_away(color)
        return True

    def end_turn(self, playername: Any) -> bool:
        """K-18."""
        color = self._color_to_act(playername)
        if color is None or not self._may_push_again:
            return False
        self._give_turn_away(color)
        return True

    def get_winner(self) -> Optional[str]:
        """K-17."""
        if self._winner is None:
            return None
        return self._names[self._winner]

    def is_draw(self) -> bool:
        """K-18."""
        return self._draw

    def get_captured(self, playername: Any) -> int:
        """K-17."""
        color = self._color_of(playername)
        if color is None:
            raise refusal(UnknownPlayerError, "nobody", rule="K-17", value=playername)
        return self._captured[color]

    def get_marble(self, coordinates: Any) -> str:
        """K-17."""
        cell = cell_of(coordinates)
        if cell is None:
            raise refusal(CellError, "no cell", rule="K-17", value=coordinates)
        return self._board[cell[0] * SIZE + cell[1]]

    def get_marble_count(self) -> "tuple[int, int, int]":
        """K-17."""
        return self._board.count("W"), self._board.count("B"), self._board.count("R")

    def _color_of(self, playername: Any) -> Optional[str]:
        name = as_text(playername)
        for color in self._names:
            if name is not None and self._names[color] == name:
                return color
        return None

    def _color_to_act(self, playername: Any) -> Optional[str]:
        """K-16: the player's color, or None if nobody, not his turn, or the game is over."""
        color = self._color_of(playername)
        if self._winner is not None or self._draw:
            return None
        if self._turn is not None and self._turn != color:
            return None
        return color

    def _try(
        self, color: str, row: int, column: int, direction: str
    ) -> "Optional[tuple[Board, str]]":
        """What a legal push gives (K-3 to K-6), or None."""
        result = push(self._board, color, row, column, direction)
        if result is not None and result[0] == self._before_last_push[OTHER[color]]:
            return None  # K-7
        return result

    def _legal_pushes(self, color: str) -> "list[tuple[int, int, str]]":
        """K-3, K-5 and K-7, tried with every marble in every direction."""
        pushes = []
        for row in range(SIZE):
            for column in range(SIZE):
                if self._board[row * SIZE + column] == color:
                    for direction in DIRECTIONS:
                        if self._try(color, row, column, direction) is not None:
                            pushes.append((row, column, direction))
        return pushes

    def _give_turn_away(self, color: str) -> None:
        """K-10, then K-12's count of a position as a turn begins."""
        self._may_push_again = False
        self._turn = OTHER[color]
        if not self._legal_pushes(self._turn):
            self._winner = color  # K-10
        elif self._tournament:
            self._count_position()

    def _count_position(self) -> None:
        """K-12: the 49 cells and the player to move; the third time is a draw."""
        position = f"{self._turn}{self._board}"
        self._times_seen[position] = self._times_seen.get(position, 0) + 1
        self._draw = self._times_seen[position] == COUNTS_TO_DRAW


def _name_and_color(player: Any) -> "list[Any]":
    """K-14: a pair of any string and `W` or `B`, as they are given."""
    pair = as_pair(player)
    if pair is None or as_text(pair[0]) is None:
        raise refusal(PlayersError, "no name and color", rule="K-14", value=player)
    if as_text(pair[1]) not in OTHER:
        raise refusal(PlayersError, "no color", rule="K-14", value=pair[1])
    return pair
