"""Analyses as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Callable

from parlor._arguments import _numpy, _refusal
from parlor._native import KUBA_ACTIONS, LUDO_ACTIONS
from parlor._types import npt
from parlor.data._columns import _NO_ACTION, _listed, _shown, _texts

__all__ = ["analysis_table"]


def analysis_table(
    analyses: Mapping[str, Any] | Iterable[Mapping[str, Any]],
) -> dict[str, npt.NDArray[Any]]:
    r"""Return a table with a row for each ply of an analysis, or of several in their order.

    An analysis is what ``ludo.analyze`` and ``kuba.analyze`` return, or what the command prints
    with ``--json``, as a dict; all are of one game. ``game`` and ``ply`` are numbered as by
    :func:`record_table`, so that the tables of the same games have the same rows.
    docs/formats/tables.md specifies the columns.

    Raises parlor.ParlorError for anything else, and for none; ImportError without NumPy.

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
        row = _ANALYSES[game][1]
        try:
            rows.extend((index, *row(analysis, ply)) for ply in analysis["plies"])
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise _refusal(
                analysis, f"analysis {index} has not the form of {game}.analyze: {error!r}"
            ) from error
    if kind is None:
        raise _refusal(analyses, "there are no analyses; the columns depend on the game of one")
    names = {"game": "u4", **_ANALYSES[kind][0]}
    lists = list(zip(*rows)) if rows else [()] * len(names)
    return {
        name: _texts(values) if dtype == "O" else np.array(values, dtype=dtype)
        for (name, dtype), values in zip(names.items(), lists)
    }


def _of_ludo(analysis: Mapping[str, Any], ply: Mapping[str, Any]) -> tuple[Any, ...]:
    seat, choice = ply["action"][0], ply["action"][2:]

    def chance(key: str) -> float:
        return float("nan") if ply[key] is None else float(ply[key][seat])

    def number(key: str) -> float:
        return float("nan") if ply[key] is None else float(ply[key])

    return (
        ply["ply"] - 1,
        analysis["seats"].index(seat),
        LUDO_ACTIONS.index(choice) if choice else _NO_ACTION,
        LUDO_ACTIONS.index(ply["choices"][0]["choice"]),
        ply["place"],
        chance("before"),
        chance("rolled"),
        chance("after"),
        number("luck"),
        number("loss"),
        bool(ply["exact"]),
        0.0 if ply["error"] is None else float(ply["error"]),
        bool(ply["forced"]),
        ply["label"] or "",
    )


def _of_kuba(analysis: Mapping[str, Any], ply: Mapping[str, Any]) -> tuple[Any, ...]:
    return (
        ply["ply"] - 1,
        "WB".index(ply["side"]),
        KUBA_ACTIONS.index(ply["action"]),
        KUBA_ACTIONS.index(ply["best"]["line"][0]),
        _score(ply["score"]),
        _score(ply["best"]["score"]),
        float(ply["loss"]),
        ply["depth"],
        ply["label"] or "",
    )


def _score(score: Mapping[str, Any]) -> int:
    """A score in the numbers of self-play."""
    ((kind, value),) = score.items()
    if kind == "reds":
        return round(float(value) * 100)
    pushes = int(value)
    return {"win": 30_000 - pushes, "loss": pushes - 30_000}[kind]


#: The columns of analyses, with their types, and what makes a row without the game's number.
_ANALYSES: dict[
    str,
    tuple[dict[str, str], Callable[[Mapping[str, Any], Mapping[str, Any]], tuple[Any, ...]]],
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
