"""What the analysis of a recorded game is, of either kind."""

from __future__ import annotations

import json
from typing import Any, Literal, SupportsIndex

from parlor._native import Record, _Analysis, _kuba_analyze, _ludo_analyze


class Analysis(dict[str, Any]):
    r"""The analysis of a recorded game: a dict with a picture of the game's course.

    The dict has the form that the command ``parlor`` prints with ``--json``, and can be changed as
    any other; the picture stays that of the game. A notebook shows the picture.

    >>> from parlor import ludo
    >>> analysis = ludo.analyze("parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p")
    >>> analysis == dict(analysis), sorted(analysis)[:2]
    (True, ['game', 'key_moments'])
    """

    _record: str
    _nodes: SupportsIndex | None
    _native: _Analysis | None

    @classmethod
    def _of(cls, native: _Analysis, record: Record | str, nodes: SupportsIndex | None) -> Analysis:
        """The analysis of this game of Ludo, or of Kuba with so many nodes for each action."""
        analysis = cls(json.loads(native.json()))
        analysis._record = record if isinstance(record, str) else record.to_text()
        analysis._nodes = nodes
        analysis._native = native
        return analysis

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_native": None}

    def _course(self) -> _Analysis:
        """What draws; a copy analyzes the game again when it is to draw."""
        if self._native is None:
            self._native = _analyzed(self._record, self._nodes)
        return self._native

    def to_svg(
        self, *, theme: Literal["auto", "light", "dark", "wood", "contrast"] = "auto"
    ) -> str:
        r"""Return the course of the game as an SVG document, as the command draws it.

        In Ludo it is the players' chances, in Kuba who was ahead. ``theme`` is that of
        ``Position.to_svg``. A copied or unpickled analysis analyzes the game again when it first
        draws.

        Raises parlor.ParlorError for another theme.

        >>> from parlor import kuba
        >>> record = "parlor-record 1\ngame: kuba\nseats: W, B\n\n65F 05B"
        >>> kuba.analyze(record, nodes=500).to_svg()[:5]
        '<svg '
        """
        return self._course().to_svg(theme)

    def _repr_svg_(self) -> str:
        return self._course()._repr_svg_()


def _analyzed(record: Record | str, nodes: SupportsIndex | None) -> _Analysis:
    if nodes is None:
        return _ludo_analyze(record, None, None)
    return _kuba_analyze(record, nodes, None)
