"""Ludo and Kuba by their exact rules.

:mod:`parlor.ludo` and :mod:`parlor.kuba` hold positions for programs: legal moves, events, random
play. :class:`parlor.record.Record` is the record of a game: read, written, replayed, explained,
drawn. The assignments' classes are in the modules ``LudoGame`` and ``KubaGame``.

>>> from parlor import kuba, ludo
>>> ludo.Position(["A", "C"]).chance_outcomes[0] == (1, 1 / 6)
True
>>> kuba.Position().random_playout(seed=1).winner in ("W", "B", None)
True
"""

from parlor._imports import TrustedImports

with TrustedImports():
    from parlor import kuba, ludo
    from parlor._native import __version__
    from parlor.errors import (
        CellError,
        MoveTokenError,
        NotationError,
        ParlorError,
        PlayError,
        PlayersError,
        PolicyError,
        RecordError,
        RulesError,
        ScriptError,
        SeatError,
        SetupError,
        StepError,
        UnknownPlayerError,
        UnsolvedError,
    )
    from parlor.record import Record

__all__ = [
    "CellError",
    "MoveTokenError",
    "NotationError",
    "ParlorError",
    "PlayError",
    "PlayersError",
    "PolicyError",
    "Record",
    "RecordError",
    "RulesError",
    "ScriptError",
    "SeatError",
    "SetupError",
    "StepError",
    "UnknownPlayerError",
    "UnsolvedError",
    "__version__",
    "kuba",
    "ludo",
]
