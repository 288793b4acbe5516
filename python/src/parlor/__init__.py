"""Ludo and Kuba by their exact rules.

:mod:`parlor.ludo` and :mod:`parlor.kuba` hold positions for programs: legal moves, events, random
play. :class:`Game` is a game under way, with its history, draws and limits; :class:`Position` is
what both kinds of position have in common. :class:`parlor.record.Record` is the record of a game:
read, written, replayed, explained, drawn. The assignments' classes are in the modules ``LudoGame``
and ``KubaGame``.

>>> from parlor import kuba, ludo
>>> ludo.Position(["A", "C"]).chance_outcomes[0] == (1, 1 / 6)
True
>>> kuba.Position().random_playout(seed=1).winner in ("W", "B", None)
True
"""

from parlor._imports import TrustedImports

with TrustedImports():
    from parlor import kuba, ludo
    from parlor._native import Game, __version__
    from parlor._position import Position
    from parlor.data import analysis_table, record_table, records_of
    from parlor.errors import (
        CellError,
        MatchError,
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
    from parlor.strength import Estimate, MatchResult, Simulation, Sprt, elo, match, sprt

__all__ = [
    "CellError",
    "Estimate",
    "Game",
    "MatchError",
    "MatchResult",
    "MoveTokenError",
    "NotationError",
    "ParlorError",
    "PlayError",
    "PlayersError",
    "PolicyError",
    "Position",
    "Record",
    "RecordError",
    "RulesError",
    "ScriptError",
    "SeatError",
    "SetupError",
    "Simulation",
    "Sprt",
    "StepError",
    "UnknownPlayerError",
    "UnsolvedError",
    "__version__",
    "analysis_table",
    "elo",
    "kuba",
    "ludo",
    "match",
    "record_table",
    "records_of",
    "sprt",
]
