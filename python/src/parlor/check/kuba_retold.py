"""Translates a game of Kuba for a program that swaps rows and columns, directions or colors.

Such a program refuses most pushes of an ordinary game, which hides its other faults. It plays the
translated game to the end.
"""

from __future__ import annotations

from typing import Any

from parlor.check.kuba_push import DIRECTIONS, SIZE
from parlor.check.reading import Asked, Switches
from parlor.check.script import Script
from parlor.check.table import TURN_TO, Step

_AHEAD = {"F": "B", "B": "F"}
_ASIDE = {"L": "R", "R": "L"}


def retold(script: Script, readings: frozenset[str]) -> Script:
    """The game that a program of these readings plays as the rules play this one."""
    if not readings:
        return script
    switches = Switches(readings)
    steps: list[Step] = []
    colors: list[list[Any]] = []
    game = -1
    for step in script:
        name, *arguments = step
        if name == "KubaGame":
            game = len(colors)
            pairs = [pair for pair in arguments if isinstance(pair, tuple) and len(pair) == 2]
            colors.append(pairs)
        elif name == TURN_TO:
            game = arguments[0] % len(colors)
        elif name == "make_move":
            who, cell, way = arguments
            color = next((color for one, color in colors[game] if one == who), "")
            step = (name, who, *_push(cell, way, color, switches.at(f"color={color}")))
        steps.append(step)
    return tuple(steps)


def _push(cell: Any, way: Any, color: str, on: Asked) -> tuple[object, object]:
    """The cell and the way of one push."""
    is_cell = type(cell) is tuple and len(cell) == 2 and all(type(one) is int for one in cell)
    if not is_cell or type(way) is not str or way not in DIRECTIONS:
        return cell, way
    if "colors-change-places" in on:
        # Each color's marbles lie as in a mirror.
        cell, way = (cell[0], SIZE - 1 - cell[1]), _ASIDE.get(way, way)
    if "rows-are-columns" in on:
        cell = cell[1], cell[0]
    if "forward-is-backward" in on:
        way = _AHEAD.get(way, way)
    if "left-is-right" in on:
        way = _ASIDE.get(way, way)
    if "forward-by-color" in on and color == "B":
        way = _AHEAD.get(way) or _ASIDE[way]
    return cell, way
