"""Ways to read a rule otherwise: each can be switched on alone in the model of its game."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Reading:
    """One rule, read otherwise."""

    #: What the model calls it.
    name: str
    #: The rule that is read otherwise.
    rule: str
    #: What a program does that reads it so, as a sentence for its author.
    told: str
    #: Whether the text leaves room for it.
    is_open: bool = False


#: Readings by their names.
Readings = dict[str, Reading]


def by_name(*readings: Reading) -> Readings:
    """The readings of a game."""
    return {reading.name: reading for reading in readings}


#: Between the name of a reading and that of the part of the game in which it holds.
_AT = "@"


def only(reading: Reading, scope: str, words: str) -> Reading:
    """The same reading in one part of the game alone: for one player, say."""
    return replace(reading, name=f"{reading.name}{_AT}{scope}", told=f"{reading.told}, {words}")


def base(name: str) -> str:
    """The name of a reading without the part of the game that it is confined to."""
    return name.partition(_AT)[0]


class Asked(frozenset[str]):
    """Readings that are on, and the names of all that were asked for, whether on or off.

    A game that never asks for a reading is the same with it and without it.
    """

    names: set[object]

    def __new__(cls, on: Iterable[str], names: set[object]) -> Asked:
        """What is on, and where to note what is asked for."""
        made = super().__new__(cls, on)
        made.names = names
        return made

    def __contains__(self, name: object) -> bool:
        """Whether one is on."""
        self.names.add(name)
        return _holds(self, name)

    def __and__(self, names: Set[object]) -> frozenset[str]:
        """Those of several that are on."""
        self.names.update(names)
        return self.intersection(names)


#: Looked up once, for this is asked more often than anything else.
_holds = frozenset.__contains__


class Switches:
    """The readings that are on in the part of a game that is looked at."""

    def __init__(self, readings: frozenset[str]) -> None:
        self._names = readings.names if isinstance(readings, Asked) else set()
        self._always = Asked((name for name in readings if _AT not in name), self._names)
        self._scoped = [name.split(_AT) for name in readings if _AT in name]
        self._parts: dict[tuple[str, ...], Asked] = {}
        #: Whether it matters where one looks.
        self.has_parts = bool(self._scoped)
        self.on = self._always

    def look_at(self, *scopes: str) -> None:
        """Look at the part that these name together."""
        if self.has_parts:
            self.on = self.at(*scopes)

    def at(self, *scopes: str) -> Asked:
        """The readings that are on there."""
        if not self.has_parts:
            return self._always
        if scopes not in self._parts:
            there = {
                name
                for name, scope in self._scoped
                if (scope in scopes if not scope.startswith(BUT) else _is_other(scope, scopes))
            }
            self._parts[scopes] = Asked(frozenset.__or__(self._always, there), self._names)
        return self._parts[scopes]


#: What a scope begins with that is everything but one part.
BUT = "but "


def _is_other(scope: str, scopes: Iterable[str]) -> bool:
    """Whether one of these parts is of the same kind as the one left out, and not that one."""
    kind, _, left_out = scope[len(BUT) :].rpartition("=")
    return any(one.startswith(f"{kind}=") and one != f"{kind}={left_out}" for one in scopes)
