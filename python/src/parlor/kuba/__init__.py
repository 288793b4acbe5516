"""Kuba: positions, pushes, events, an engine, solved endgames, analyses, by both rule sets.

Positions are immutable; :meth:`Position.apply` returns the next one. Rules K-1 to K-13.

>>> from parlor import kuba
>>> position = kuba.Position(rules="tournament")
>>> len(position.legal_moves)
8
>>> print(position.apply("65F"))
ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrrw1/bb1r1ww/bb4w w0b0 b - t
"""

from parlor._native import (
    KUBA_ACTIONS as ACTIONS,
    KUBA_RULES as RULES,
    KubaPlayout as Playout,
    KubaPosition as Position,
    Repetitions,
)
from parlor.kuba.analysis import Analysis, analyse, analyze
from parlor.kuba.batch import Batch
from parlor.kuba.bots import BOTS, Bot, bot
from parlor.kuba.engine import Engine, Line, Report
from parlor.kuba.events import (
    Barred,
    Captured,
    Ejected,
    Event,
    Ko,
    MayPushAgain,
    Pushed,
    TookOff,
    TurnEnded,
    Won,
)
from parlor.kuba.selfplay import ENDINGS, playouts, self_play, simulate
from parlor.kuba.symmetry import SYMMETRIES, transform
from parlor.kuba.tables import Probe, RankedPush, prepare, probe

__all__ = [
    "ACTIONS",
    "BOTS",
    "ENDINGS",
    "RULES",
    "SYMMETRIES",
    "Analysis",
    "Barred",
    "Batch",
    "Bot",
    "Captured",
    "Ejected",
    "Engine",
    "Event",
    "Ko",
    "Line",
    "MayPushAgain",
    "Playout",
    "Position",
    "Probe",
    "Pushed",
    "RankedPush",
    "Repetitions",
    "Report",
    "TookOff",
    "TurnEnded",
    "Won",
    "analyse",
    "analyze",
    "bot",
    "playouts",
    "prepare",
    "probe",
    "self_play",
    "simulate",
    "transform",
]
