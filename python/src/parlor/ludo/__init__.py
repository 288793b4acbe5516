"""Ludo, live: positions, choices, dice, events, and optimal play.

Positions are immutable; :meth:`Position.apply` returns the next one. Rules L-1 to L-31. Two-player
games are solved: :func:`value` is exact.

>>> from parlor import ludo
>>> position = ludo.Position(["A", "C"])
>>> position = position.apply(6)
>>> position.legal_moves
('p', 'q')
>>> print(position.apply("p"))
AR.H/CH.H A + -
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlor._native import (
    LUDO_ACTIONS as ACTIONS,
    LUDO_RULES as RULES,
    LudoPlayout as Playout,
    LudoPosition as Position,
)
from parlor.ludo.batch import Batch
from parlor.ludo.bots import BOTS, Bot, bot
from parlor.ludo.events import (
    Bounced,
    Event,
    Finished,
    Kicked,
    LeftYard,
    Moved,
    Parted,
    Passed,
    Placed,
    ReachedEnd,
    Stacked,
)
from parlor.ludo.judgement import (
    BestResponse,
    Evaluation,
    RuleCost,
    action_values,
    best_response,
    evaluate,
    values,
)
from parlor.ludo.policies import decision_mask, ordered, policy_from, policy_table
from parlor.ludo.selfplay import ENDINGS, playouts, self_play, simulate
from parlor.ludo.solver import (
    Analysis,
    Choice,
    Solution,
    analyse,
    analyze,
    best_move,
    choices,
    prepare,
    solve,
    value,
)

if TYPE_CHECKING:
    from parlor._types import np, npt

    PAIRS: npt.NDArray[np.int8]
    """The step counts of both tokens of a player, the smaller first, by the number of the pair."""

__all__ = [
    "ACTIONS",
    "BOTS",
    "ENDINGS",
    "RULES",
    "Analysis",
    "Batch",
    "BestResponse",
    "Bot",
    "Bounced",
    "Choice",
    "Evaluation",
    "Event",
    "Finished",
    "Kicked",
    "LeftYard",
    "Moved",
    "Parted",
    "Passed",
    "Placed",
    "Playout",
    "Position",
    "ReachedEnd",
    "RuleCost",
    "Solution",
    "Stacked",
    "action_values",
    "analyse",
    "analyze",
    "best_move",
    "best_response",
    "bot",
    "choices",
    "decision_mask",
    "evaluate",
    "ordered",
    "playouts",
    "policy_from",
    "policy_table",
    "prepare",
    "self_play",
    "simulate",
    "solve",
    "value",
    "values",
]


def __getattr__(name: str) -> object:
    """Make ``PAIRS`` when it is first asked for, as it needs NumPy."""
    if name != "PAIRS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from parlor.ludo.judgement import _pairs

    globals()[name] = _pairs()
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), "PAIRS"})
