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
from parlor.ludo.solver import (
    Analysis,
    Choice,
    Evaluation,
    Solution,
    analyse,
    analyze,
    best_move,
    choices,
    evaluate,
    solve,
    value,
)

__all__ = [
    "ACTIONS",
    "BOTS",
    "RULES",
    "Analysis",
    "Batch",
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
    "Solution",
    "Stacked",
    "analyse",
    "analyze",
    "best_move",
    "bot",
    "choices",
    "evaluate",
    "solve",
    "value",
]
