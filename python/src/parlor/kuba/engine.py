"""The Kuba engine: which action is best, and what it is worth.

>>> from parlor import kuba
>>> engine = kuba.Engine()
>>> report = engine.search("7/7/7/5wr/7/7/b6 w6b0 w - c", nodes=1_000)
>>> report.best, report.lines[0].win
('35R', 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlor._native import _KubaEngine

if TYPE_CHECKING:
    from typing import SupportsFloat, SupportsIndex

    from parlor._native import KubaPosition, Repetitions

__all__ = ["Engine", "Line", "Report"]


@dataclass(frozen=True)
class Line:
    """A way in which the game could go on, and what it is worth to the side to move.

    Exactly one of ``reds``, ``win`` and ``loss`` is not None.

    >>> from parlor import kuba
    >>> kuba.Line(("65F", "05B"), reds=0.35).actions
    ('65F', '05B')
    """

    actions: tuple[str, ...]
    """What both sides play, as far as the search knows; at least one action."""

    reds: float | None = None
    """By how many captured reds the side to move is ahead; less than 0 if it is behind."""

    win: int | None = None
    """In how many pushes of both sides the side to move wins."""

    loss: int | None = None
    """In how many pushes of both sides it loses."""


@dataclass(frozen=True)
class Report:
    """What a search has found.

    >>> from parlor import kuba
    >>> report = kuba.Engine().search(kuba.Position(), depth=3)
    >>> report.depth, report.best == report.lines[0].actions[0]
    (3, True)
    """

    depth: int
    """How many pushes deep it has looked; 0 if it was stopped before it had seen every action."""

    nodes: int
    """How many positions it has looked at."""

    lines: tuple[Line, ...]
    """The best lines, the best first."""

    @property
    def best(self) -> str:
        """The best action.

        >>> from parlor import kuba
        >>> kuba.Report(1, 8, (kuba.Line(("65F",), reds=0.1),)).best
        '65F'
        """
        return self.lines[0].actions[0]


class Engine:
    """Searches positions of Kuba.

    ``hash`` is the size of its table in MiB. An engine has one search under way at a time; a second
    thread that searches waits for the first. What it answers depends on the position, the limits
    and the size of the table, and on nothing that was searched before; only ``seconds``, ``stop``
    and Ctrl-C depend on time.

    Raises parlor.ParlorError for another size.

    >>> from parlor import kuba
    >>> engine = kuba.Engine(hash=4)
    >>> position = kuba.Position(rules="tournament")
    >>> engine.search(position, nodes=5_000) == engine.search(position, nodes=5_000)
    True
    """

    __slots__ = ("_engine", "_hash")

    def __init__(self, *, hash: SupportsIndex = 16) -> None:
        self._hash = hash
        self._engine = _KubaEngine(hash)

    def __repr__(self) -> str:
        return f"Engine(hash={self._hash!r})"

    def search(
        self,
        position: KubaPosition | str,
        *,
        repetitions: Repetitions | None = None,
        nodes: SupportsIndex | None = None,
        depth: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        lines: SupportsIndex = 1,
    ) -> Report:
        """Search a position until the first of the limits is reached, and return what was found.

        ``position`` is a Position or its line. ``nodes`` is how many positions are looked at,
        ``depth`` how many pushes deep, ``seconds`` how long; without any of them a million
        positions are looked at. ``lines`` is how many of the best first actions are told.
        ``repetitions`` are the positions that count in tournament rules (K-12), the given one alone
        without it.

        Other threads run meanwhile; one of them may call ``stop``. Ctrl-C ends the search, too, and
        raises KeyboardInterrupt.

        Raises parlor.ParlorError for limits that are none and when the game is over, and what
        Position.parse raises for a line.

        >>> from parlor import kuba
        >>> report = kuba.Engine().search(kuba.Position(), nodes=2_000, lines=3)
        >>> [line.actions[0] in kuba.Position().legal_moves for line in report.lines]
        [True, True, True]
        """
        found = self._engine.search(position, repetitions, nodes, depth, seconds, lines)
        looked, seen, told = found
        return Report(looked, seen, tuple(_line(*line) for line in told))

    def stop(self) -> None:
        """End the search that is under way in another thread; it returns what it has found.

        Without a search it does nothing.

        >>> from parlor import kuba
        >>> kuba.Engine().stop()
        """
        self._engine.stop()


def _line(score: tuple[str, int], actions: list[str]) -> Line:
    """The line of a score by its kind and its number."""
    kind, number = score
    if kind == "reds":
        return Line(tuple(actions), reds=number / 100)
    if kind == "win":
        return Line(tuple(actions), win=number)
    return Line(tuple(actions), loss=number)
