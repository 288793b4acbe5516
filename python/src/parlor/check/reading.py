"""Misreadings of rules, each a switch in the model of its game."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Reading:
    """One rule, read otherwise."""

    #: What the model calls it.
    name: str
    #: The rule that is read otherwise.
    rule: str
    #: What a program does that reads it so, as a sentence for its author.
    explanation: str
    #: Whether the text leaves room for it.
    is_open: bool = False


#: Readings by their names.
Readings = dict[str, Reading]


def by_name(*readings: Reading) -> Readings:
    """The readings of a game."""
    return {reading.name: reading for reading in readings}


#: Between the name of a reading and the conditions under which it holds.
_AT = "@"

#: Between conditions that hold together.
_AND = "&"

#: What a condition begins with that holds everywhere else.
NOT = "not "


def only(reading: Reading, *conditions: str, words: dict[str, str]) -> Reading:
    """The same reading where all these conditions hold: for one player, say.

    A condition is `kind=value`, `kind=value|value` for either of them, or `not kind=value`: of the
    same kind, with another value. `words` has a phrase for each `kind=value`.
    """
    phrases = [_phrase(one, words) for one in conditions]
    # "but only not for seat A" is no English.
    first = "but " if phrases[0].startswith("not ") else "but only "
    return replace(
        reading,
        name=f"{reading.name}{_AT}{_AND.join(conditions)}",
        explanation=f"{reading.explanation}, {first}{' and '.join(phrases)}",
    )


def _phrase(condition: str, words: dict[str, str]) -> str:
    """A condition in words."""
    if condition.startswith(NOT):
        return f"not {words[condition[len(NOT) :]]}"
    return " or ".join(words[one] for one in each_of(condition))


def each_of(condition: str) -> list[str]:
    """The conditions of one value each of which one has to hold."""
    kind, _, values = condition.partition("=")
    return [f"{kind}={value}" for value in values.split("|")]


def base(name: str) -> str:
    """The name of a reading without the conditions that it is confined to."""
    return name.partition(_AT)[0]


def conditions_of(name: str) -> list[str]:
    """The conditions that a reading is confined to, all of which hold."""
    conditions = name.partition(_AT)[2]
    return conditions.split(_AND) if conditions else []


def either(one: str, other: str) -> str | None:
    """The condition of a reading that two have, each under one condition of the same kind."""
    conditions = [*conditions_of(one), *conditions_of(other)]
    kinds = {kind_of(condition) for condition in conditions}
    is_not = any(condition.startswith(NOT) for condition in conditions)
    if base(one) != base(other) or len(conditions) != 2 or len(kinds) > 1 or is_not:
        return None
    [kind] = kinds
    values = {value for each in conditions for value in each.partition("=")[2].split("|")}
    return f"{kind}={'|'.join(sorted(values))}"


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


#: Where each reading was asked for: what held there.
Places = dict[str, set[tuple[str, ...]]]


class Noted(frozenset[str]):
    """Readings that are on, and what held wherever one was asked for."""

    places: Places

    def __new__(cls, on: Iterable[str], places: Places) -> Noted:
        """What is on, and where to note what held."""
        made = super().__new__(cls, on)
        made.places = places
        return made


class _Names(set[object]):
    """The names of readings that are asked for in one place, and that place."""

    def __init__(self, places: Places, place: tuple[str, ...]) -> None:
        self._places = places
        self._place = place

    def add(self, name: object) -> None:
        self._places.setdefault(str(name), set()).add(self._place)

    def update(self, *names: Iterable[object]) -> None:
        for name in [one for several in names for one in several]:
            self.add(name)


class Switches:
    """The readings that are on where the model looks.

    The model reports what holds there, as conditions `kind=value`, each time before it asks.
    """

    def __init__(self, readings: frozenset[str]) -> None:
        self._names = readings.names if isinstance(readings, Asked) else set()
        self._noted = readings.places if isinstance(readings, Noted) else None
        self._always = self._on((name for name in readings if _AT not in name), ())
        self._confined = [_compiled(name) for name in readings if _AT in name]
        self._places: dict[tuple[str, ...], Asked] = {}
        self._wanted: dict[int, list[Any]] = {}
        #: Whether it matters what holds.
        self.has_conditions = bool(self._confined) or self._noted is not None
        self._kinds = {one.kind for _, conditions in self._confined for one in conditions}
        self.on = self._always

    def wants(self, kind: str) -> bool:
        """Whether it matters what of a kind holds."""
        return self._noted is not None or kind in self._kinds

    def wanted(self, kinds: dict[str, T]) -> list[tuple[str, T]]:
        """Of several kinds, each with something, those of which it matters what holds."""
        found = self._wanted.get(id(kinds))
        if found is None:
            found = [(kind, value) for kind, value in kinds.items() if self.wants(kind)]
            self._wanted[id(kinds)] = found
        return found

    def look_at(self, *place: str) -> None:
        """Look where all this holds."""
        if self.has_conditions:
            self.on = self.at(*place)

    def at(self, *place: str) -> Asked:
        """The readings that are on there."""
        if not self.has_conditions:
            return self._always
        found = self._places.get(place)
        if found is None:
            there = {
                name
                for name, conditions in self._confined
                if all(condition.holds_in(place) for condition in conditions)
            }
            found = self._on(frozenset.__or__(self._always, there), place)
            self._places[place] = found
        return found

    def _on(self, names: Iterable[str], place: tuple[str, ...]) -> Asked:
        """These readings, and where to note that they are asked for."""
        if self._noted is not None:
            return Asked(names, _Names(self._noted, place))
        return Asked(names, self._names)


def kind_of(condition: str) -> str:
    """The kind of a condition."""
    return condition.removeprefix(NOT).partition("=")[0]


class _Condition(NamedTuple):
    """A condition, ready to be looked up in many places."""

    kind: str
    #: What has to hold, or with `not` what must not, where something else of its kind does.
    several: frozenset[str]
    is_not: bool

    def holds_in(self, place: Iterable[str]) -> bool:
        """Whether it holds there."""
        if not self.is_not:
            return not self.several.isdisjoint(place)
        prefix = f"{self.kind}="
        return any(one.startswith(prefix) and one not in self.several for one in place)


@lru_cache(maxsize=10_000)
def _compiled(name: str) -> tuple[str, tuple[_Condition, ...]]:
    """A confined reading's own name, and its conditions."""
    return base(name), tuple(
        _Condition(kind_of(one), frozenset(each_of(one.removeprefix(NOT))), one.startswith(NOT))
        for one in conditions_of(name)
    )
