"""Finds the smallest game that shows one fault of a program with several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product

from parlor.check import table
from parlor.check.evidence import RULES, Evidence
from parlor.check.finding import DIFFERS, Finding
from parlor.check.game import Difference
from parlor.check.order import Budget
from parlor.check.reading import Reading
from parlor.check.script import Script
from parlor.check.shrink import shrunk

Shows = Callable[[Script], "Difference | None"]
Where = Callable[[str, Script], "Difference | None"]


class Showing:
    """A program, and the readings that it is taken to have."""

    def __init__(self, evidence: Evidence, budget: Budget, readings: frozenset[str]) -> None:
        self._evidence = evidence
        self._budget = budget
        self._readings = readings

    def smallest(self, reading: Reading, scripts: list[Script]) -> Finding | None:
        """A finding that a reading explains, by the smallest game found that shows it.

        Rather one in which nothing else is wrong; else one in which this alone makes an answer
        wrong, though others show elsewhere. Rather one in which the text leaves no room.
        """
        for is_clear, where in product((True, False), (self._alone, self._beside)):
            shows = partial(self._shows_so, where, reading, is_clear)
            shown = next((one for one in scripts if shows(one)), None)
            if shown is None:
                continue
            script = shrunk(shown, partial(self._still, shows))
            found = shows(script)
            if found is not None:
                finding = Finding.of(script, found).read_as(reading)
                return finding if is_clear else replace(finding, kind=DIFFERS)
        return None

    def _shows_so(
        self, where: Where, reading: Reading, is_clear: bool, script: Script
    ) -> Difference | None:
        """Where a reading shows in a script; where the text leaves no room, if that is wanted."""
        found = where(reading.name, script)
        if found is None or not is_clear or reading.is_open:
            return found
        return None if self._evidence.game.rule_at(script, found)[1] else found

    def _still(self, shows: Shows, script: Script) -> bool:
        """Whether a shorter script shows it as well, while there is time to look."""
        return not self._budget.is_over() and shows(script) is not None

    def _alone(self, name: str, script: Script) -> Difference | None:
        """Where a reading shows in a script in which nothing else does."""
        if not self._evidence.agrees(script, frozenset({name})):
            return None
        return self._evidence.difference(script)

    def _beside(self, name: str, script: Script) -> Difference | None:
        """Where a reading makes an answer wrong that would be right without it."""
        if not self._evidence.agrees(script, self._readings):
            return None
        return self._first(script, self._readings - {name})

    def beyond(self, script: Script) -> Difference | None:
        """Where an answer is wrong that is right by all the readings, or at least another one."""
        found = self._evidence.difference(script)
        if found is None or self._evidence.agrees(script[: found.step], self._readings):
            first = self._first(script, self._readings)
            return first or found
        return found

    def _first(self, script: Script, readings: frozenset[str]) -> Difference | None:
        """The first answer that is wrong, and right by some readings."""
        game, program = self._evidence.game, self._evidence.program
        every = game.answers(script, RULES), game.answers(script, readings), program.answers(script)
        for step, answers in enumerate(zip(*every)):
            for place, (right, read, given) in enumerate(zip(*answers)):
                if right == read != given and given != table.MISSING:
                    if table.did_not_return(right) and table.did_not_return(given):
                        continue
                    if not program.lacks(given):
                        return Difference(step, place, right, given)
            if table.did_not_return(answers[2][0]) or answers[2][-1] == table.ENDLESS:
                # The script runs no further.
                return None
        return None
