"""The Kuba engine: the best action, and its score.

>>> from parlor import kuba
>>> engine = kuba.Engine()
>>> report = engine.search("7/7/7/5wr/7/7/b6 w6b0 w - c", nodes=1_000)
>>> report.best, report.lines[0].win
('35R', 1)
"""

from __future__ import annotations

import copyreg
import operator
from dataclasses import dataclass
from typing import Literal, SupportsFloat, SupportsIndex

from parlor._fork import Lock
from parlor._native import KubaPosition as Position, Repetitions, _KubaEngine

__all__ = ["Engine", "Line", "Report"]


@dataclass(frozen=True)
class Line:
    """A principal variation, and its score for the side to move.

    Exactly one of ``reds``, ``win`` and ``loss`` is not None.

    >>> from parlor import kuba
    >>> kuba.Line(("65F", "05B"), reds=0.35).actions
    ('65F', '05B')
    """

    actions: tuple[str, ...]
    """The best play found for both sides; at least one action."""

    reds: float | None = None
    """By how many captured reds the side to move is ahead; negative if it is behind."""

    win: int | None = None
    """The side to move wins in this many pushes, counting both sides'."""

    loss: int | None = None
    """The side to move loses in this many pushes, counting both sides'."""


@dataclass(frozen=True)
class Report:
    """The result of a search.

    >>> from parlor import kuba
    >>> report = kuba.Engine().search(kuba.Position(), depth=3)
    >>> report.depth, report.best == report.lines[0].actions[0]
    (3, True)
    """

    depth: int
    """Depth reached, in pushes; 0 if the search was stopped before it had seen every action."""

    nodes: int
    """Positions searched."""

    lines: tuple[Line, ...]
    """The best lines, best first."""

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

    ``hash`` is the size of its transposition table in MiB. An engine runs one search at a time; a
    second thread that searches waits for the first. The result depends on the position, the limits
    and the size of the table, not on earlier searches; only ``seconds``, ``stop`` and Ctrl-C depend
    on time. A copy and an unpickled engine have a table of their own of the same size; one of a
    subclass keeps its attributes.

    ``threads``, from 1 to 256, search together, and the result depends on their timing. With
    ``keep`` a search begins with what those before it left in the table, as those of one game;
    ``new_game`` empties it.

    ``tables`` are the endgame tables that a search in classroom rules looks into: ``"embedded"``,
    those in the package, True, the largest that ``kuba.prepare`` or the command has built, or
    False, none.

    Raises parlor.ParlorError for another size, number or ``tables``, and for True where none are
    built.

    >>> from parlor import kuba
    >>> engine = kuba.Engine(hash=4)
    >>> position = kuba.Position(rules="tournament")
    >>> engine.search(position, nodes=5_000) == engine.search(position, nodes=5_000)
    True
    """

    __slots__ = ("_engine", "_hash", "_keep", "_lock", "_tables", "_threads")

    def __init__(
        self,
        *,
        hash: SupportsIndex = 16,
        threads: SupportsIndex = 1,
        keep: bool = False,
        tables: bool | Literal["embedded"] = "embedded",
    ) -> None:
        self._engine = _KubaEngine(hash, threads, keep, tables)
        self._hash = operator.index(hash)
        self._threads = operator.index(threads)
        self._keep = keep
        self._tables = tables
        self._lock = Lock("engine")

    def __repr__(self) -> str:
        threads = f", threads={self._threads}" if self._threads > 1 else ""
        keep = ", keep=True" if self._keep else ""
        tables = f", tables={self._tables}" if self._tables != "embedded" else ""
        return f"Engine(hash={self._hash}{threads}{keep}{tables})"

    def __getstate__(self) -> tuple[dict[str, object] | None, dict[str, object]]:
        # What it has searched matters to no later search; what a subclass adds goes along.
        names: list[str] = copyreg._slotnames(type(self))  # type: ignore[attr-defined]
        slots = {name: getattr(self, name) for name in names if hasattr(self, name)}
        del slots["_engine"], slots["_lock"]
        return getattr(self, "__dict__", None), slots

    def __setstate__(self, state: tuple[dict[str, object] | None, dict[str, object]]) -> None:
        own, slots = state
        if own:
            self.__dict__.update(own)
        for name, value in slots.items():
            setattr(self, name, value)
        self._engine = _KubaEngine(self._hash, self._threads, self._keep, self._tables)
        self._lock = Lock("engine")

    def search(
        self,
        position: Position | str,
        *,
        repetitions: Repetitions | None = None,
        nodes: SupportsIndex | None = None,
        depth: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        lines: SupportsIndex = 1,
    ) -> Report:
        """Search a position until the first limit is reached.

        ``position`` is a Position or its line. ``nodes`` limits the positions searched, ``depth``
        the pushes, ``seconds`` the time; without any of them, a million positions are searched.
        ``lines`` is how many of the best first actions are returned (MultiPV). ``repetitions`` has
        the positions counted so far in tournament rules (K-12); without it, only the given one.

        Other threads run meanwhile; one of them may call ``stop``. Ctrl-C ends the search and
        raises KeyboardInterrupt.

        Raises parlor.ParlorError for an invalid limit, if the game is over, or for a tournament
        game's ``repetitions`` in classroom rules, and whatever Position.parse raises for a line.

        >>> from parlor import kuba
        >>> report = kuba.Engine().search(kuba.Position(), nodes=2_000, lines=3)
        >>> [line.actions[0] in kuba.Position().legal_moves for line in report.lines]
        [True, True, True]
        """
        with self._lock:
            found = self._engine.search(position, repetitions, nodes, depth, seconds, lines)
        reached, searched, best = found
        return Report(reached, searched, tuple(_line(*line) for line in best))

    def new_game(self) -> None:
        """Empty the table; it matters only with ``keep``.

        It waits for the end of a search that another thread runs.

        >>> from parlor import kuba
        >>> kuba.Engine(keep=True).new_game()
        """
        with self._lock:
            self._engine.new_game()

    def stop(self) -> None:
        """End the search that another thread runs; it returns what it has found.

        Without a search this does nothing.

        >>> from parlor import kuba
        >>> kuba.Engine().stop()
        """
        self._engine.stop()


def _line(score: tuple[str, int], actions: list[str]) -> Line:
    """A line from its actions and its score, given as a kind and a number."""
    kind, number = score
    if kind == "reds":
        return Line(tuple(actions), reds=number / 100)
    if kind == "win":
        return Line(tuple(actions), win=number)
    return Line(tuple(actions), loss=number)
