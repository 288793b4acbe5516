"""The answers of a program, compared with those of the rules or of readings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from parlor.check import shapes, table
from parlor.check.game import Difference, Game, difference
from parlor.check.program import Program
from parlor.check.reading import base
from parlor.check.script import Script, length, without_last, written

#: The rules themselves, nothing read otherwise.
RULES: frozenset[str] = frozenset()

#: What a script takes beside its rolls or pushes, in these.
_OF_A_SCRIPT = 3


class Evidence:
    """The games that were played with a program, and where it parts from what it is taken for."""

    def __init__(self, game: Game, program: Program, is_over: Callable[[], bool]) -> None:
        self.game = game
        self.program = program
        #: Whether nothing more is to be looked for.
        self.is_over = is_over
        #: Every game that was played; none is left out, and no answer of any.
        self.games: list[Script] = []
        #: Rolls or pushes that were played by readings, or found played: on any machine the same.
        self.effort = 0
        #: Those that agree with the readings last asked for, and what each asks for.
        self._agreeing: list[tuple[bytes, Script, frozenset[object]]] = []
        self._kept_for: tuple[frozenset[str], int] = RULES, -1

    def difference(self, script: Script, readings: frozenset[str] = RULES) -> Difference | None:
        """The first answer that is another one than a program of these readings gives.

        That a missing method cannot be called is reported once, and is no difference.
        """
        self._count(script, readings)
        found = difference(self.game.answers(script, readings), self.program.answers(script))
        return None if found is None or self.program.lacks(found.got) else found

    def _count(self, script: Script, readings: frozenset[str]) -> None:
        if readings:
            self.effort += _OF_A_SCRIPT + length(script)

    def agrees(self, script: Script, readings: frozenset[str] = RULES) -> bool:
        """Whether every answer is the same."""
        return self.difference(script, readings) is None

    def agreeing(
        self, readings: frozenset[str], name: str | None
    ) -> Iterator[tuple[bytes, Script]]:
        """The games that agree with some readings, each with its key.

        If a name is given, those that ask for that reading.
        """
        if self._kept_for != (readings, len(self.games)):
            self._kept_for = (readings, len(self.games))
            self._agreeing = [
                (written(one), one, self.game.asked(one, readings))
                for one in self.games
                if self.agrees(one, readings)
            ]
            # Any few of them are of all kinds.
            random.Random(0).shuffle(self._agreeing)
        for key, script, asked in self._agreeing:
            if name is None or shapes.is_shape(name) or base(name) in asked:
                yield key, script

    def matters(self, script: Script, name: str, readings: frozenset[str]) -> bool:
        """Whether one of some readings changes any answer of a script."""
        self._count(script, readings)
        self._count(script, readings)
        answers = self.game.answers(script, readings)
        return answers != self.game.answers(script, readings - {name})

    def fragment(self, script: Script, readings: frozenset[str]) -> Script:
        """A game that differs, cut after the first call or roll that is answered otherwise."""
        found = self.difference(script, readings)
        if found is None:
            return script
        *earlier, last = script[: found.step + 1]
        if last[0] != "play_game" or not isinstance(last[2], list):
            return (*earlier, last)

        def cut(size: int) -> Script:
            return (*earlier, (*last[:2], last[2][:size]))

        if not self.agrees(cut(0), readings):
            return cut(0)
        agrees, differs = 0, len(last[2])
        while differs - agrees > 1:
            middle = (agrees + differs) // 2
            if self.agrees(cut(middle), readings):
                agrees = middle
            else:
                differs = middle
        return cut(differs)

    def rule_at(self, script: Script, readings: frozenset[str]) -> tuple[str | None, bool]:
        """The rule at work where a fragment differs, and whether the text leaves that open."""
        found = self.difference(script, readings)
        return (None, False) if found is None else self.game.rule_at(script, found)

    def looks(self, script: Script, readings: frozenset[str]) -> tuple[str, ...]:
        """What a fragment has in common with others of the same cause, mostly."""
        found = self.difference(script, readings)
        if found is None:
            return ()
        rule, is_open = self.game.rule_at(script, found)
        if is_open:
            return ("open", str(rule))
        error = found.got.partition(":")[0] if table.did_not_return(found.got) else ""
        method = shapes.method_at(self.game.name, script[found.step], found.place)
        return (str(script[found.step][0]), str(rule), method, error)

    def is_new_at_the_end(self, script: Script, name: str, readings: frozenset[str]) -> bool:
        """Whether one of some readings first changes an answer with the last call, or roll."""
        before = without_last(script)
        return self.matters(script, name, readings) and not self.matters(before, name, readings)
