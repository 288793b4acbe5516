"""Plays scripts on the models of the games, whose boards are read directly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parlor.check.table import KubaTable, LudoTable, Step, played


class _KubaModelTable(KubaTable):
    """Reads the whole board of a model."""

    def _board(self) -> str:
        marbles = self._game.shown()
        if None in marbles:
            return super()._board()
        cells = "".join(marbles)
        return "/".join([cells[row : row + 7] for row in range(0, 49, 7)])


def perform(classes: dict[str, Any], script: Iterable[Step]) -> list[list[str]]:
    """The answers of every step, up to the first call that did not return."""
    return played(_KubaModelTable(classes) if "KubaGame" in classes else LudoTable(classes), script)
