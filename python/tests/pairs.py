"""Programs with two planted faults, and whether the second of them can be seen at all."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from parlor.check.game import KUBA, LUDO, Game, difference
from parlor.check.script import Script
from parlor.check.table import perform
from planted import KUBA_PLANTED, LUDO_PLANTED, Planted
from students import KUBA as KUBA_PROGRAM, LUDO as LUDO_PROGRAM
from test_testers import changed

_PLANTED = {
    LUDO.name: (LUDO, LUDO_PROGRAM, LUDO_PLANTED),
    KUBA.name: (KUBA, KUBA_PROGRAM, KUBA_PLANTED),
}


@dataclass(frozen=True)
class Pair:
    """A program with two faults, by which different rules are broken."""

    game: Game
    program: str
    faults: tuple[Planted, Planted]

    @property
    def rules(self) -> set[str]:
        """Those that are broken."""
        return {fault.rule for fault in self.faults}

    def is_one(self, readings: frozenset[str], games: int) -> bool:
        """Whether it plays as with one of its faults alone.

        In each directed game and so many random ones, and in the same as a program of some readings
        plays them.
        """
        scripts = [*self.game.examples(), *self.game.directed(), *_random(self.game.name, games)]
        retold = [self.game.retold(script, readings) for script in scripts]
        scripts += [told for told, script in zip(retold, scripts) if told != script]
        return any(_are_alike(self.program, fault.program, scripts) for fault in self.faults)


def pair(game: str, one: str, other: str) -> Pair:
    """A program with these two faults; an `AssertionError` if they change the same line."""
    played, plain, planted = _PLANTED[game]
    faults = planted[one], planted[other]
    return Pair(played, changed(plain, [*faults[0].changes, *faults[1].changes]), faults)


def pairs(game: str, seed: int, number: int) -> Iterator[tuple[str, str, Pair]]:
    """Random ones, with the names of their faults."""
    source = random.Random(seed)
    _, _, planted = _PLANTED[game]
    names = [name for name, one in planted.items() if one.changes and one.kind == "breaks"]
    while number:
        one, other = source.sample(names, 2)
        if planted[one].rule == planted[other].rule:
            continue
        try:
            made = pair(game, one, other)
        except AssertionError:
            continue
        number -= 1
        yield one, other, made


def _are_alike(one: str, other: str, scripts: Iterable[Script]) -> bool:
    """Whether two programs give the same answers."""
    first: dict[str, Any] = {}
    second: dict[str, Any] = {}
    exec(one, first)
    exec(other, second)
    return all(
        difference(perform(first, list(script)), perform(second, list(script))) is None
        for script in scripts
    )


@cache
def _random(game: str, number: int) -> tuple[Script, ...]:
    """Random games, the same each time."""
    source = random.Random(1)
    return tuple(_PLANTED[game][0].drawn(source) for _ in range(number))
