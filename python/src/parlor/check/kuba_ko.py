"""K-7, ko: the boards that a game remembers, and what a program compares with them."""

from __future__ import annotations

from collections.abc import Iterator

from parlor.check.kuba_push import EMPTY, LINES, NEXT, OPPOSITE, SIZE
from parlor.check.reading import Asked


class Ko:
    """What may not be restored, and what was refused for it."""

    def __init__(self, board: list[str]) -> None:
        #: The board before the last push; where a program forgets it, none.
        self.before: list[str] | None = None
        #: All boards, the first one first.
        self.boards = [board]
        #: The cell and the way of the last push, and the cell where its run ended.
        self.last: tuple[int, str, int] | None = None
        #: The last push of each color: the cell that the pushed marble came to, and its way back.
        self._own: dict[str, tuple[int, str]] = {}
        #: The row or column of the last push as it was before.
        self._line = ""
        #: Pushes that were refused as undoings.
        self.refused: set[tuple[int, str]] = set()
        #: Whether the rule has been at work, where it holds only once.
        self.is_over = False

    def note(self, board: list[str], at: int, way: str, after: list[str], on: Asked) -> None:
        """A push: the board before it, and after it."""
        if "ko-is-not-remembered" not in on:
            self.before = board
        cells = LINES[way][at]
        end = next((cell for cell in cells if board[cell] == EMPTY), cells[-1])
        self.last = at, way, end
        self._own[board[at]] = NEXT[way][at], OPPOSITE[way]
        self._line = _line(board, at, way)
        self.boards.append(after)

    def forget(self) -> None:
        """Nothing is an undoing any more."""
        self.before = None

    def relation(self, at: int, way: str) -> str:
        """How a push lies to the last one."""
        if self.last is None or way != OPPOSITE[self.last[1]]:
            return "no"
        if not _are_in_line(at, self.last[0], way):
            return "way"
        return "cell" if at == self.last[2] else "line"

    def bars(self, board: list[str], at: int, way: str, on: Asked) -> bool:
        """K-7: whether a push that leads to a board is refused."""
        undoes = board == self.before
        if undoes:
            if "no-ko" in on or (self.is_over and "ko-holds-once" in on):
                return False
        elif (at, way) in self.refused and "refused-push-stays-refused" in on:
            return True
        others = self._otherwise(undoes, board, at, way)
        return undoes != any(name in on for name in others)

    def _otherwise(self, undoes: bool, board: list[str], at: int, way: str) -> Iterator[str]:
        """The readings that compare something else, and here with another result."""
        relation = self.relation(at, way)
        if undoes != (relation in ("cell", "line")):
            yield "ko-bars-the-line"
        if undoes != (relation != "no"):
            yield "ko-bars-the-way"
        if undoes != (relation == "cell"):
            yield "ko-bars-the-cell"
        boards = self.boards
        if not undoes and board in boards:
            yield "superko"
        if not undoes and self._own.get(self.boards[-1][at]) == (at, way):
            yield "ko-bars-the-own-push-back"
        if undoes != (board == boards[0]):
            yield "ko-is-the-first-board"
        if undoes != (len(boards) > 2 and board == boards[-3]):
            yield "ko-is-before-the-own-push"
        if not undoes and self.last is not None and _line(board, at, way) == self._line:
            yield "ko-by-line"


def _line(board: list[str], at: int, way: str) -> str:
    """The whole row or column of a cell, as text."""
    if way in "LR":
        start = at - at % SIZE
        return "".join(board[start : start + SIZE])
    return "".join(board[at % SIZE :: SIZE])


def _are_in_line(at: int, other: int, way: str) -> bool:
    """Whether two cells lie in one line of a way."""
    if way in "LR":
        return at // SIZE == other // SIZE
    return at % SIZE == other % SIZE
