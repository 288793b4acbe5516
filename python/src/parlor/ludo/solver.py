"""Two-player Ludo solved, and games analysed by it.

Where two players are left, everything here is exact: the chance of winning of the seat to act, both
playing as well as can be. The values of a way to sit, opposite or side by side, are solved when
they are first needed, which takes some seconds, on all cores, while other threads run; they are
then kept in the user's cache folder, where the command ``parlor`` keeps them too.

>>> from parlor import ludo
>>> position = ludo.Position(["A", "C"])
>>> round(ludo.value(position), 6)
0.510985
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from parlor._native import (
    _ludo_analyse,
    _ludo_best_move,
    _ludo_evaluate,
    _ludo_solve,
    _ludo_value,
)

if TYPE_CHECKING:
    from parlor._native import LudoPosition, Record

__all__ = ["Evaluation", "Solution", "analyse", "best_move", "evaluate", "solve", "value"]


@dataclass(frozen=True)
class Solution:
    """What solving the game at two seats has found and proved.

    >>> from parlor import ludo
    >>> solution = ludo.solve()
    >>> solution.seats, solution.states
    (('A', 'C'), 3132900)
    """

    seats: tuple[str, str]
    """The two seats; the one named first begins."""

    first_player: float
    """The chance that the first player wins, both playing as well as can be."""

    low: float
    """A number that the exact chance is proved not to be below."""

    high: float
    """A number that the exact chance is proved not to be above."""

    width: float
    """The largest distance between the two bounds of any position."""

    residual: float
    """How far a value is at most from what looking ahead by one roll gives."""

    sweeps: int
    """How often the values of all positions were made anew."""

    states: int
    """How many pairs of the step counts of both players there are values for."""


@dataclass(frozen=True)
class Evaluation:
    """What comes of two policies that play each other.

    >>> from parlor import ludo
    >>> ludo.Evaluation(("A", "C"), ("optimal", "random"), 0.75, 70.0).policies
    ('optimal', 'random')
    """

    seats: tuple[str, str]
    """The two seats; the one named first begins."""

    policies: tuple[str, str]
    """The policy of each."""

    first_player: float
    """The chance that the first player wins."""

    expected_rolls: float
    """How many rolls a game takes on average, both players' and bonus rolls counted."""


def solve(seats: Iterable[str] = ("A", "C")) -> Solution:
    """Solve the game of two players who both play as well as can be, and prove the result.

    ``seats`` are the two seats taken, the one that begins first. It is solved anew each time, in
    some seconds, on all cores; other threads run meanwhile. Ctrl-C works as soon as it is done.

    Rules: L-1 to L-14, L-27 to L-30.

    Raises parlor.SeatError for what is no two different seats.

    >>> from parlor import ludo
    >>> solution = ludo.solve()
    >>> round(solution.first_player, 11)
    0.51098468922
    >>> solution.low <= solution.first_player <= solution.high
    True
    >>> solution.width < 1e-12
    True
    """
    return Solution(*_ludo_solve(seats))


def value(position: LudoPosition | str) -> float:
    """Return the exact chance that the seat to act finishes before the other one who is left.

    ``position`` is a Position or its line, before a roll or with one in hand; where more than two
    play, all but two must have finished.

    Raises parlor.UnsolvedError if it is not two that are left, what Position.parse raises for a
    line, and parlor.ParlorError for what is neither.

    >>> from parlor import ludo
    >>> position = ludo.Position(["A", "C"])
    >>> ludo.value(position) < ludo.value(position.apply(6))
    True
    >>> ludo.value("A56.E/C56.E A 1 -")
    1.0
    """
    return _ludo_value(position)


def best_move(position: LudoPosition | str) -> str:
    """Return the best choice for the roll in hand, one of ``Position.legal_moves``.

    ``position`` is a Position or its line. With two players left the choice is the best there is,
    and of equally good ones the first; with more it is what the bot ``strong`` plays, by a learned
    estimate.

    Raises parlor.ParlorError if no roll is in hand, and for what is no position; what
    Position.parse raises for a line.

    >>> from parlor import ludo
    >>> position = ludo.Position.parse("A20.50/C1.H A 3 -")
    >>> ludo.best_move(position)
    'p'
    """
    return _ludo_best_move(position)


def analyse(record: Record | str) -> dict[str, Any]:
    r"""Tell what every roll and every choice of a game was worth: luck apart from skill.

    ``record`` is a Record of a live game of Ludo, or the text of one, finished or under way. The
    answer has the form that ``parlor ludo analyse --json`` writes: per ply everybody's chances, the
    luck of the roll and the loss of the choice against the best one, and what they add up to. It is
    exact where two players are left; where there are more it is estimated, which ``"exact"`` and
    ``"error"`` tell.

    Raises parlor.RecordError for another game and for a scripted one; what Record.read raises.

    >>> from parlor import ludo
    >>> game = "parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p C1- A6p"
    >>> told = ludo.analyse(game)
    >>> [(ply["action"], ply["label"]) for ply in told["plies"]]
    [('A6p', None), ('A4p', None), ('C1-', None), ('A6p', 'blunder')]
    >>> told["plies"][0]["luck"] > 0.05
    True
    """
    analysis: dict[str, Any] = json.loads(_ludo_analyse(record))
    return analysis


def evaluate(policies: Iterable[str], seats: Iterable[str] = ("A", "C")) -> Evaluation:
    """Return exactly how often one policy beats another.

    ``policies`` are two of ``"random"``, ``"priority"`` (L-15 to L-18) and ``"optimal"``, that of
    the player who begins first; ``seats`` are theirs. It takes some seconds, on all cores; other
    threads run meanwhile.

    Raises parlor.ParlorError for what is no two policies, parlor.SeatError for what is no two
    different seats.

    >>> from parlor import ludo
    >>> round(ludo.evaluate(["priority", "random"]).first_player, 4)
    0.7646
    """
    return Evaluation(*_ludo_evaluate(policies, seats))
