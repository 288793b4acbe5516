"""Finds the game that shows one fault of a program best, beside the others that it has."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from functools import partial

from parlor.check import table
from parlor.check.finding import Finding, number as rule_number
from parlor.check.game import Answers, Difference, Game, difference
from parlor.check.order import Budget
from parlor.check.program import Program
from parlor.check.reading import Reading, base
from parlor.check.script import Script
from parlor.check.shrink import shrunk


class Showing:
    """A program, and the readings that it is taken to have."""

    def __init__(
        self,
        game: Game,
        program: Program,
        budget: Budget,
        readings: frozenset[str],
        known: Set[int],
    ) -> None:
        self._game = game
        self._program = program
        self._budget = budget
        self._readings = readings
        #: Places among the answers that are wrong in every game.
        self._known = known

    def smallest(self, reading: Reading, scripts: list[Script]) -> Finding | None:
        """A finding that a reading explains, by the smallest game found that shows it.

        Rather one in which nothing else is wrong, then one in which this is seen beside the rest;
        else one in which it will be seen when what hides it is mended.
        """
        for where in (self._alone, self._beside, self._hidden):
            shows = partial(where, reading)
            shown = next(filter(shows, scripts), None)
            script = shrunk(shown, partial(self._still, shows)) if shown else ()
            found = shows(script) if script else None
            if found is not None:
                finding = Finding.of(script, found).read_as(reading)
                is_hidden = where == self._hidden
                hiding = self._hiding(reading, script, found) if is_hidden else ()
                return replace(finding, hidden_by=hiding)
        return None

    def _still(self, shows: Callable[[Script], Difference | None], script: Script) -> bool:
        """Whether a shorter script shows it as well, while there is time to look."""
        return not self._budget.is_over() and shows(script) is not None

    def _alone(self, reading: Reading, script: Script) -> Difference | None:
        """Where a reading shows in a script in which nothing else does."""
        alone = frozenset({reading.name})
        found = difference(self._game.answers(script), self._game.answers(script, alone))
        if found is None or not self._is_answered(script, alone):
            return None
        # Which error it is, the model does not know.
        got = _at(self._program.answers(script), found)
        return replace(found, got=got) if got not in ("", table.MISSING, found.expected) else None

    def _beside(self, reading: Reading, script: Script) -> Difference | None:
        """Where the program errs for a reading, though the others that it has show there, too."""
        right, got = self._game.answers(script), self._program.answers(script)
        alone = self._game.answers(script, frozenset({reading.name}))
        others = self._game.answers(script, self._readings - {reading.name})
        for step, each in enumerate(zip(right, got, others, alone)):
            for place, (expected, given, beside, by_itself) in enumerate(zip(*each)):
                is_spoilt = place in self._known or expected != beside
                if is_spoilt or expected == given or not _is_alike(given, by_itself):
                    continue
                if given != table.MISSING and not self._program.lacks(given):
                    return Difference(step, place, expected, given)
        return None

    def _hidden(self, reading: Reading, script: Script) -> Difference | None:
        """Where a program errs that has this reading and no other."""
        alone = self._game.answers(script, frozenset({reading.name}))
        found = difference(self._game.answers(script), alone)
        if found is None or not found.got.startswith(table.RAISED):
            return found
        return replace(found, got=f"{table.RAISED}an error")

    def _hiding(self, reading: Reading, script: Script, found: Difference) -> tuple[str, ...]:
        """The rules that have to be mended for a reading to show in a script as it does alone."""
        alone = self._game.answers(script, frozenset({reading.name}))
        hiding = sorted(
            {self._rule(name) for name in self._readings - {reading.name}}, key=rule_number
        )
        for rule in list(hiding):
            fewer = tuple(one for one in hiding if one != rule)
            left = self._left(reading.name, fewer)
            given = self._game.answers(script, left)
            others = self._game.answers(script, left - {reading.name})
            if (_at(given, found), _at(others, found)) == (_at(alone, found), found.expected):
                hiding.remove(rule)
        # Another fault of its own rule is told beside it.
        return tuple(rule for rule in hiding if rule != reading.rule) or tuple(hiding)

    def _left(self, name: str, mended: tuple[str, ...]) -> frozenset[str]:
        """The readings of a program of which all but one are mended for some rules."""
        return frozenset(
            one for one in self._readings if one == name or self._rule(one) not in mended
        )

    def _rule(self, name: str) -> str:
        """The rule that a reading is about."""
        return self._game.readings[base(name)].rule

    def given(self, finding: Finding) -> Answers:
        """What the program answers, or would once what hides a finding is mended."""
        if not finding.hidden_by:
            return self._program.answers(finding.calls)
        left = self._left(finding.reading, finding.hidden_by)
        return self._game.answers(finding.calls, left)

    def _is_answered(self, script: Script, readings: frozenset[str]) -> bool:
        """Whether the program answers a whole script as these readings do."""
        expected = self._game.answers(script, readings)
        return difference(expected, self._program.answers(script)) is None


def _is_alike(given: str, modelled: str) -> bool:
    """Whether a program answers as a model, which knows no names of errors."""
    both = given.startswith(table.RAISED) and modelled.startswith(table.RAISED)
    return both or given == modelled


def _at(answers: Answers, found: Difference) -> str:
    """The answer to the question at which two programs part; empty if it is not come to."""
    told = answers[found.step] if found.step < len(answers) else []
    return told[found.place] if found.place < len(told) else ""
