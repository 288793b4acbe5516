"""The symmetries of Kuba's rules: the board turned or reflected, the colors exchanged."""

from __future__ import annotations

from typing import SupportsIndex, overload

from parlor._native import KUBA_SYMMETRIES as SYMMETRIES, KubaPosition as Position, _kuba_transform

__all__ = ["SYMMETRIES", "transform"]


@overload
def transform(value: Position, symmetry: SupportsIndex) -> Position: ...
@overload
def transform(value: str, symmetry: SupportsIndex) -> str: ...
@overload
def transform(value: SupportsIndex, symmetry: SupportsIndex) -> int: ...
def transform(
    value: Position | str | SupportsIndex, symmetry: SupportsIndex
) -> Position | str | int:
    """Return what a position, an action or the number of an action becomes under a symmetry.

    ``symmetry`` is the sum of what it does, in this order: 1 exchanges left and right, 2 top and
    bottom, 4 rows and columns, 8 the colors, and with them the captured reds and the side to move.
    So 0 changes nothing, 3 is half a turn, 5 and 6 are quarter turns, counterclockwise and
    clockwise.

    All 16, 0 to 15, keep the rules, in both rule sets: what is legal, ko (K-7) and who wins go
    along. Only White's beginning in tournament rules (K-12) depends on a color, and a position does
    not depend on that. ``SYMMETRIES[symmetry][number]`` is the image of the action with a number.

    Raises parlor.ParlorError for another symmetry or value, parlor.NotationError for a text that is
    no action.

    >>> from parlor import kuba
    >>> kuba.transform("65F", 1), kuba.transform(190, 1), kuba.SYMMETRIES[1][190]
    ('61F', 174, 174)
    >>> start = kuba.Position()
    >>> [symmetry for symmetry in range(16) if kuba.transform(start, symmetry) == start]
    [0, 3, 4, 7]
    >>> kuba.transform(start.apply("65F"), 9) == kuba.transform(start, 9).apply("61F")
    True
    """
    return _kuba_transform(value, symmetry)
