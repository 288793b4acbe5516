"""Analyses as tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Callable

from parlor._arguments import _numpy, _refusal
from parlor._native import KUBA_ACTIONS, LUDO_ACTIONS
from parlor._types import npt
from parlor.data._columns import _NO_ACTION, _listed, _shown, _texts
from parlor.data._fields import FieldError, Fields

__all__ = ["analysis_table"]

#: What makes a row, without the game's number, from a ply.
_Row = Callable[[Fields], "tuple[Any, ...]"]

_MOST_PLIES = 65_536
_LABELS = ("best", "good", "inaccuracy", "mistake", "blunder")
_PUSH = "an action, as '65F'"

#: The score of a forced win, less its pushes, in the numbers of self-play.
_WON = 30_000


def analysis_table(
    analyses: Mapping[str, Any] | Iterable[Mapping[str, Any]],
) -> dict[str, npt.NDArray[Any]]:
    r"""Return a table with a row for each ply of an analysis, or of several in their order.

    An analysis is what ``ludo.analyze`` and ``kuba.analyze`` return, or what the command prints
    with ``--json``, as a dict; all are of one game. ``game`` and ``ply`` are numbered as by
    :func:`record_table`, so that the tables of the same games have the same rows.
    docs/formats/tables.md specifies the columns.

    Raises parlor.ParlorError for anything else, with the field that is damaged, and for none;
    ImportError without NumPy.

    >>> from parlor import analysis_table, ludo
    >>> game = "parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p C1- A6p"
    >>> table = analysis_table([ludo.analyze(game)] * 2)
    >>> table["game"].tolist(), table["loss"].round(4).tolist()[-2:]
    ([0, 0, 0, 0, 1, 1, 1, 1], [0.0, 0.0971])
    >>> ludo.ACTIONS[table["best"][-1]], table["label"][-1]
    ('q', 'blunder')
    """
    np = _numpy("a table")
    given = [analyses] if isinstance(analyses, Mapping) else _listed("analyses", analyses)
    kind = None
    rows: list[tuple[Any, ...]] = []
    for index, analysis in enumerate(given):
        game = analysis.get("game") if isinstance(analysis, Mapping) else None
        if not isinstance(game, str) or game not in _ANALYSES:
            raise _refusal(
                analysis,
                f"analysis {index} is {_shown(analysis)}; give what ludo.analyze or kuba.analyze "
                "return",
            )
        kind = kind or game
        if game != kind:
            raise _refusal(
                analysis,
                f"analysis {index} is one of {game}, analysis 0 one of {kind}; make a table of "
                "each game",
            )
        try:
            whole = Fields(analysis)
            row = _ANALYSES[game][1](whole)
            rows.extend((index, *row(ply)) for ply in whole.objects("plies"))
        except FieldError as error:
            raise _refusal(
                analysis, f"analysis {index} has not the form of {game}.analyze: {error}"
            ) from error
    if kind is None:
        raise _refusal(analyses, "there are no analyses; the columns depend on the game of one")
    names = {"game": "u4", **_ANALYSES[kind][0]}
    lists = list(zip(*rows)) if rows else [()] * len(names)
    return {
        name: _texts(values) if dtype == "O" else np.array(values, dtype=dtype)
        for (name, dtype), values in zip(names.items(), lists)
    }


def _of_ludo(analysis: Fields) -> _Row:
    seats = analysis.items("seats")
    is_right = 2 <= len(seats) <= 4 and all(isinstance(seat, str) for seat in seats)
    if not is_right or not set(seats) <= set("ABCD") or len(set(seats)) < len(seats):
        raise FieldError(f"seats is {_shown(seats)}; it must be a list of 2 to 4 letters A to D")
    # With the choice still due as well.
    actions = [
        f"{seat}{roll}{choice}"
        for seat in seats
        for roll in range(1, 7)
        for choice in ("", *LUDO_ACTIONS)
    ]

    def row(ply: Fields) -> tuple[Any, ...]:
        action = ply.text("action", actions, f"an action of {', '.join(seats)}, as 'A6p'")
        seat, choice = action[0], action[2:]

        def chance(name: str) -> float:
            if ply.get(name) is None:
                return math.nan
            return ply.fields(name).number(seat, 0, 1)

        def difference(name: str) -> float:
            return math.nan if ply.get(name) is None else ply.number(name, -1, 1)

        return (
            ply.integer("ply", 1, _MOST_PLIES) - 1,
            seats.index(seat),
            LUDO_ACTIONS.index(choice) if choice else _NO_ACTION,
            LUDO_ACTIONS.index(ply.first("choices").text("choice", LUDO_ACTIONS)),
            ply.integer("place", 1, 4),
            chance("before"),
            ply.fields("rolled").number(seat, 0, 1),
            chance("after"),
            difference("luck"),
            difference("loss"),
            ply.flag("exact"),
            0.0 if ply.get("error") is None else ply.number("error", 0, 1),
            ply.flag("forced"),
            _label(ply),
        )

    return row


def _of_kuba(_: Fields) -> _Row:
    def row(ply: Fields) -> tuple[Any, ...]:
        best = ply.fields("best")
        return (
            ply.integer("ply", 1, _MOST_PLIES) - 1,
            "WB".index(ply.text("side", ("W", "B"))),
            KUBA_ACTIONS.index(ply.text("action", KUBA_ACTIONS, _PUSH)),
            KUBA_ACTIONS.index(best.first_text("line", KUBA_ACTIONS, _PUSH)),
            _score(ply),
            _score(best),
            ply.number("loss", 0),
            ply.integer("depth", 0, 255),
            _label(ply),
        )

    return row


def _label(ply: Fields) -> str:
    return "" if ply.get("label") is None else ply.text("label", _LABELS)


def _score(fields: Fields) -> int:
    """The score in an object, in the numbers of self-play."""
    score = fields.fields("score")
    kind = score.only(("reds", "win", "loss"))
    if kind == "reds":
        return round(score.number(kind, -_WON // 100, _WON // 100) * 100)
    pushes = score.integer(kind, 0, _WON)
    return _WON - pushes if kind == "win" else pushes - _WON


#: The columns of analyses, with their types, and what makes the rows of one.
_ANALYSES: dict[
    str,
    tuple[dict[str, str], Callable[[Fields], _Row]],
] = {
    "ludo": (
        {
            "ply": "u2",
            "seat": "u1",
            "action": "u1",
            "best": "u1",
            "race": "u1",
            "value": "f8",
            "rolled": "f8",
            "after": "f8",
            "luck": "f8",
            "loss": "f8",
            "exact": "?",
            "error": "f8",
            "forced": "?",
            "label": "O",
        },
        _of_ludo,
    ),
    "kuba": (
        {
            "ply": "u2",
            "side": "u1",
            "action": "u1",
            "best": "u1",
            "score": "i2",
            "best_score": "i2",
            "loss": "f8",
            "depth": "u1",
            "label": "O",
        },
        _of_kuba,
    ),
}
