"""Two-player Ludo solved, and games analyzed by it.

With two players left everything here is exact: the win probability of the player to move, under
optimal play by both. The values of a seating, opposite or side by side, are solved when they are
first needed; that takes some seconds on all cores, while other threads run and Ctrl-C ends it. They
are then stored in the folder that the variable ``PARLOR_CACHE`` names, or else in the user's cache
folder, which the command ``parlor`` shares. Of the processes of a machine that need them at once,
one solves and the others wait; all share the memory of the file.

>>> from parlor import ludo
>>> position = ludo.Position(["A", "C"])
>>> round(ludo.value(position), 6)
0.510985
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, SupportsIndex

from parlor._analysis import Analysis
from parlor._native import (
    LudoPosition as Position,
    Record,
    _ludo_analyze,
    _ludo_best_move,
    _ludo_choices,
    _ludo_prepare,
    _ludo_solve,
    _ludo_value,
)

__all__ = [
    "Analysis",
    "Choice",
    "Solution",
    "analyse",
    "analyze",
    "best_move",
    "choices",
    "prepare",
    "solve",
    "value",
]


@dataclass(frozen=True)
class Solution:
    """The solved game of two seats, with proved bounds.

    >>> from parlor import ludo
    >>> solution = ludo.solve()
    >>> solution.seats, solution.states
    (('A', 'C'), 3132900)
    """

    seats: tuple[str, str]
    """The two seats; the one named first begins."""

    first_player: float
    """The first player's win probability under optimal play by both."""

    low: float
    """A proved lower bound of the exact probability."""

    high: float
    """A proved upper bound of the exact probability."""

    width: float
    """The largest distance between the bounds of any position."""

    residual: float
    """The largest difference between a value and its Bellman backup, one roll ahead."""

    sweeps: int
    """How often the values of all positions were updated."""

    states: int
    """Pairs of the two players' step counts that have values."""


@dataclass(frozen=True)
class Choice:
    """A choice for a roll, and what it is worth to the player who rolled.

    >>> from parlor import ludo
    >>> ludo.Choice("p", 0.75, 0.0, "best", True, None).label
    'best'
    """

    choice: str
    """The choice, one of ``Position.legal_moves``."""

    chance: float
    """The chance of finishing next after it: of winning, until there is a winner (L-30)."""

    loss: float
    """How far the chance is below that of the best choice; 0.0 for the best."""

    label: str | None
    """``"best"``, ``"good"``, ``"inaccuracy"``, ``"mistake"`` or ``"blunder"`` by its loss; None if
    forced."""

    exact: bool
    """Whether the chance is exact, as with two players left; else it is an estimate."""

    error: float | None
    """The root mean square error of an estimate; None if it is exact."""


def solve(
    seats: Iterable[str] = ("A", "C"),
    *,
    threads: SupportsIndex | None = None,
    progress: Callable[[float], object] | None = None,
) -> Solution:
    """Solve the game of two players under optimal play, and prove the result.

    ``seats`` are the two seats taken; the one named first begins. Each call solves again, in some
    seconds; other threads run meanwhile. ``threads`` is the number of threads to work on, by
    default one a core; it changes no digit of the result. ``progress`` is called with the estimated
    share of the work that is done, which grows to 1.0, on the thread of the call.

    Ctrl-C, or an exception of ``progress``, ends it within a second, and nothing is kept of it.

    Rules: L-1 to L-14, L-27 to L-30.

    Raises parlor.SeatError unless these are two different seats, and parlor.ParlorError for a
    number of threads that is not from 1 to 1024 or a ``progress`` that cannot be called.

    >>> from parlor import ludo
    >>> shares = []
    >>> solution = ludo.solve(progress=shares.append)
    >>> round(solution.first_player, 11)
    0.51098468922
    >>> solution.low <= solution.first_player <= solution.high
    True
    >>> solution.width < 1e-12
    True
    >>> shares == sorted(shares), shares[-1]
    (True, 1.0)
    """
    return Solution(*_ludo_solve(seats, threads, progress))


def prepare(
    seats: Iterable[str] = ("A", "C"),
    *,
    threads: SupportsIndex | None = None,
    progress: Callable[[float], object] | None = None,
) -> Literal["present", "loaded", "solved"]:
    """Make the exact values of two seats present, and return where they were found.

    That is what the first call of ``value`` for these seats does otherwise. They are ``"present"``
    in memory, or ``"loaded"`` from the cache folder, or ``"solved"`` and stored there. All opposite
    seats have the same values, and all that are side by side. Of several processes without a file
    one solves, and the others wait for it and load; each can be interrupted, and then another one
    solves.

    ``threads`` and ``progress`` are those of ``solve``; to load takes neither. If the folder that
    ``PARLOR_CACHE`` names cannot be used, the values are solved all the same, with a
    RuntimeWarning.

    Raises parlor.SeatError unless these are two different seats, and parlor.ParlorError for a
    number of threads that is not from 1 to 1024 or a ``progress`` that cannot be called.

    >>> from parlor import ludo
    >>> ludo.prepare(("A", "C"), threads=2) in ("present", "loaded", "solved")
    True
    >>> ludo.prepare(("D", "B"))
    'present'
    """
    return _ludo_prepare(seats, threads, progress)


def value(position: Position | str, seat: str | None = None) -> float:
    """Return the exact probability that a seat finishes before the other one left.

    ``position`` is a Position or its line, before a roll or with one in hand, or after the end of
    the game. With more than two players, all but two must have finished. ``seat`` is one of the
    last two players; by default the one to act, and after the end the one of them who finished
    first. So the seat that has moved compares its choices by
    ``value(position.apply(choice), seat)``, whatever comes next.

    Raises parlor.UnsolvedError if more than two are left, what Position.parse raises for a line,
    parlor.SeatError for a seat that is none of the two, and parlor.ParlorError for any other value.

    >>> from parlor import ludo
    >>> position = ludo.Position(["A", "C"])
    >>> ludo.value(position) < ludo.value(position.apply(6))
    True
    >>> ludo.value("A56.E/C56.E A 1 -"), ludo.value("A56.E/C56.E A 1 -", "C")
    (1.0, 0.0)
    >>> ludo.value(ludo.Position.parse("A56.E/C56.E A 1 -").apply("p"), "C")
    0.0
    """
    return _ludo_value(position, seat)


def best_move(position: Position | str) -> str:
    """Return the best choice for the roll in hand, one of ``Position.legal_moves``.

    ``position`` is a Position or its line. With two players left the choice is optimal, and of
    equally good ones the first; with more it is what the bot ``strong`` plays, by a learned
    estimate.

    Raises parlor.ParlorError if no roll is in hand and for a value that is not a position, and what
    Position.parse raises for a line.

    >>> from parlor import ludo
    >>> position = ludo.Position.parse("A20.50/C1.H A 3 -")
    >>> ludo.best_move(position)
    'p'
    """
    return _ludo_best_move(position)


def choices(position: Position | str) -> tuple[Choice, ...]:
    """Return every choice for the roll in hand with its worth, the best first.

    ``position`` is a Position or its line. The chances are exact with two players left, and
    estimated with more: see ``exact`` and ``error`` of each. They are those of
    ``parlor ludo hint --json``; the first is what ``best_move`` returns.

    Raises parlor.ParlorError if no roll is in hand and for a value that is not a position, and what
    Position.parse raises for a line.

    >>> from parlor import ludo
    >>> for choice in ludo.choices("A20.50/C1.H A 3 -"):
    ...     print(choice.choice, f"{choice.chance:.4f} {choice.loss:.4f}", choice.label)
    p 0.8090 0.0000 best
    q 0.8045 0.0045 good
    """
    error, ranked = _ludo_choices(position)
    exact = error is None
    return tuple(Choice(*choice, exact, error) for choice in ranked)


def analyze(
    record: Record | str,
    *,
    threads: SupportsIndex | None = None,
    progress: Callable[[float], object] | None = None,
) -> Analysis:
    r"""Return what each roll and each choice of a game was worth, luck apart from skill.

    ``record`` is a Record of a live game of Ludo, or the text of one, finished or under way. The
    result is a dict in the form of ``parlor ludo analyse --json``: for each ply the win
    probabilities, the luck of the roll and the loss of the choice against the best one, and their
    sums. It is exact with two players left, and estimated with more: see ``"exact"`` and
    ``"error"``. It draws the players' chances along the game.

    ``progress`` is called with the share of the work that is done, at least once a ply. ``threads``
    is for values that have to be solved first, as in ``solve``; the analysis takes one. Ctrl-C ends
    it and raises KeyboardInterrupt, and so does an exception of ``progress``.

    Raises parlor.RecordError for another game, for a scripted one and for one without plies,
    parlor.ParlorError for other ``threads`` and ``progress``, and what Record.read raises.

    >>> from parlor import ludo
    >>> game = "parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p C1- A6p"
    >>> analysis = ludo.analyze(game)
    >>> [(ply["action"], ply["label"]) for ply in analysis["plies"]]
    [('A6p', None), ('A4p', None), ('C1-', None), ('A6p', 'blunder')]
    >>> analysis["plies"][0]["luck"] > 0.05
    True
    >>> analysis.to_svg()[:5]
    '<svg '
    """
    return Analysis._of(_ludo_analyze(record, threads, progress), record, None)


#: The older name, kept for programs that use it.
analyse = analyze
