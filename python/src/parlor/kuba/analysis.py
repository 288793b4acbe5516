"""Games of Kuba analyzed by the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import SupportsIndex

from parlor._analysis import Analysis
from parlor._native import Record, _kuba_analyze

__all__ = ["Analysis", "analyse", "analyze"]


def analyze(
    record: Record | str,
    *,
    nodes: SupportsIndex = 100_000,
    progress: Callable[[float], object] | None = None,
) -> Analysis:
    r"""Return what each action of a game lost.

    ``record`` is a Record of a game of Kuba, or the text of one, finished or under way. ``nodes``
    are the positions to search for each action; the same number gives the same answer on every
    machine. The result is a dict in the form of ``parlor kuba analyse --json``: for each ply the
    score, the best action, the loss against it and a label. It draws who was ahead along the game.

    It takes about a tenth of a second for each action, on one thread; other threads run meanwhile.
    ``progress`` is called after each action with the share of them that is judged. Ctrl-C ends it
    and raises KeyboardInterrupt, and so does an exception of ``progress``.

    Raises parlor.RecordError for another game and for one without plies, parlor.ParlorError for
    another number of nodes or a ``progress`` that cannot be called, and what Record.read raises.

    >>> from parlor import kuba
    >>> game = "parlor-record 1\ngame: kuba\nrules: tournament\nseats: W, B\n\n66L 50R 00R"
    >>> analysis = kuba.analyze(game, nodes=2_000)
    >>> [(ply["action"], ply["label"]) for ply in analysis["plies"]]
    [('66L', 'best'), ('50R', 'good'), ('00R', 'blunder')]
    >>> analysis.to_svg()[:5]
    '<svg '
    """
    return Analysis._of(_kuba_analyze(record, nodes, progress), record, nodes)


#: The other spelling.
analyse = analyze
