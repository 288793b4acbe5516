"""Finds the reading of a rule that gives the answers of a program where it parts from the rules.

The fragments are games cut after the first call that is answered otherwise. A reading explains one
if it gives every answer of it; it is taken only if it spoils no game that was right before. One
that says too much is tried where a condition holds, or two: for one player, say, or on one roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice

from parlor.check import shapes, table
from parlor.check.evidence import Evidence
from parlor.check.reading import NOT, Noted, Places, Reading, base, only
from parlor.check.script import Script, length, written

Readings = frozenset[str]

#: Fragments that a reading is tried on: the shortest of each kind, and of all kinds.
_MOST_OF_A_KIND, _MOST_FRAGMENTS = 5, 30

#: Readings that are tried under conditions, and the fragments and conditions for each.
_MOST_CONFINED, _FEW_FRAGMENTS, _MOST_CONDITIONS = 30, 5, 60

#: Conditions that are tried two at a time.
_MOST_PAIRED = 14

#: Games in which a reading says too much that are looked at for conditions against it, and games
#: that are looked through for them.
_FEW_SPOILT, _MOST_SEARCHED = 3, 60

#: Games that are looked at for the words of a program.
_MOST_LISTENED = 150


class Explainer:
    """Looks for readings, one at a time."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._game = evidence.game
        self._known = {**evidence.game.readings, **shapes.readings(evidence.game.name)}
        #: By name, those that were found or learned.
        self.found: dict[str, Reading] = {}
        #: Those that a game drawn later has refuted.
        self.refuted: set[str] = set()
        #: How often what explained a kind of fragment was refuted.
        self._failed: Counter[tuple[str, ...]] = Counter()
        #: Games on which readings failed, those that failed last come last.
        self._telling: dict[bytes, Script] = {}

    def best(
        self, fragments: list[Script], beside: Readings, taken: Readings | None = None
    ) -> Reading | None:
        """The reading that, beside others, explains most fragments and spoils no game.

        No game that agrees with those that the program is `taken` for, `beside` if not given, may
        disagree. A reading that holds everywhere goes before one under a condition, and that before
        one under two; in place of another only one that holds everywhere is looked for.
        """
        taken = beside if taken is None else taken
        sample = self._sample(fragments, taken)
        counted = {
            reading: self._explained(reading, sample, beside) for reading in self._broad(sample, taken)
        }
        ranked = sorted((one for one in counted if counted[one]), key=lambda one: -counted[one])
        for reading in ranked:
            if self._is_free(reading, beside, taken):
                return self._keep(reading)
        if taken != beside:
            return None
        for confined in (self._under_one, self._under_two):
            found = confined(ranked, sample, beside, taken)
            if found is not None:
                return self._keep(found)
        return None

    def refute(self, name: str, fragments: list[Script], taken: Readings) -> None:
        """Try a reading no more, and in the end none for what it seemed to explain."""
        self.refuted.add(name)
        self._failed.update({self._evidence.looks(one, taken) for one in fragments})

    def _keep(self, reading: Reading) -> Reading:
        self.found[reading.name] = reading
        return reading

    def _sample(self, fragments: list[Script], taken: Readings) -> list[Script]:
        """The shortest of each kind."""
        counts = Counter({kind: _MOST_OF_A_KIND for kind, failed in self._failed.items() if failed > 2})
        sample = []
        for fragment in sorted(each_once(fragments), key=length):
            kind = self._evidence.looks(fragment, taken)
            counts[kind] += 1
            if counts[kind] <= _MOST_OF_A_KIND:
                sample.append(fragment)
        return sample[:_MOST_FRAGMENTS]

    def _broad(self, sample: list[Script], taken: Readings) -> Iterator[Reading]:
        """Every known reading, and the program's own words."""
        for reading in (*self._known.values(), *self._own_words(sample, taken)):
            if reading.name not in self.refuted and reading.name not in taken:
                yield reading

    def _explained(self, reading: Reading, sample: Iterable[Script], beside: Readings) -> int:
        """How many fragments a reading explains."""
        readings = beside | {reading.name}
        return sum(self._evidence.agrees(fragment, readings) for fragment in sample)

    def _is_free(self, reading: Reading, beside: Readings, taken: Readings) -> bool:
        """Whether a reading spoils no game that agreed so far."""
        return next(self._spoilt(reading, beside, taken), None) is None

    def _spoilt(
        self, reading: Reading, beside: Readings, taken: Readings, most: int | None = None
    ) -> Iterator[Script]:
        """Games that agree with what the program is taken for, and not with this reading."""
        readings = beside | {reading.name}
        telling = list(reversed(self._telling.items()))
        others = self._evidence.agreeing(taken, None if beside != taken else reading.name)
        others = (one for one in others if one[0] not in self._telling)
        for key, script in islice(chain(telling, others), most):
            if not self._evidence.agrees(script, readings) and self._evidence.agrees(script, taken):
                self._telling.pop(key, None)
                self._telling[key] = script
                yield script

    # --- Under conditions -------------------------------------------------------------------

    def _under_one(
        self, ranked: list[Reading], sample: list[Script], beside: Readings, taken: Readings
    ) -> Reading | None:
        """The best reading under one condition."""
        self._tried: list[tuple[Reading, list[Script], list[str]]] = []
        found: list[Reading] = []
        for reading in self._to_confine(ranked, sample, beside):
            fragments = [one for one in sample if self._changes(reading, one, beside)]
            fragments = fragments[:_FEW_FRAGMENTS]
            hits = []
            for condition in self._conditions(reading, fragments, beside, taken):
                confined = only(reading, condition, words=self._game.conditions)
                if confined.name in self.refuted or confined.name in taken:
                    continue
                if self._explained(confined, fragments, beside):
                    hits.append(condition)
                    found.append(confined)
            self._tried.append((reading, fragments, hits))
        return self._first_free(found, sample, beside, taken)

    def _under_two(
        self, ranked: list[Reading], sample: list[Script], beside: Readings, taken: Readings
    ) -> Reading | None:
        """The best reading under two conditions, each of which alone says too much."""
        for reading, fragments, conditions in self._tried:
            found = []
            for both in combinations(conditions[:_MOST_PAIRED], 2):
                confined = only(reading, *both, words=self._game.conditions)
                if confined.name in self.refuted or confined.name in taken:
                    continue
                if self._explained(confined, fragments, beside):
                    found.append(confined)
            free = self._first_free(found, sample, beside, taken)
            if free is not None:
                return free
        return None

    def _first_free(
        self, found: list[Reading], sample: list[Script], beside: Readings, taken: Readings
    ) -> Reading | None:
        """Of the readings that spoil nothing, the one that explains most of the sample."""
        counted = {one.name: self._explained(one, sample, beside) for one in found}
        for reading in sorted(found, key=lambda one: -counted[one.name]):
            if self._is_free(reading, beside, taken):
                return reading
        return None

    def _to_confine(
        self, ranked: list[Reading], sample: list[Script], beside: Readings
    ) -> list[Reading]:
        """Readings of the game's model that explain a fragment or at least change its answers."""
        explaining = [one for one in ranked if one.name in self._game.readings]
        changing = [
            reading
            for reading in self._game.readings.values()
            if reading not in explaining
            and reading.name not in beside
            and any(self._changes(reading, one, beside) for one in sample[:_FEW_FRAGMENTS])
        ]
        return [*explaining, *changing][:_MOST_CONFINED]

    def _changes(self, reading: Reading, script: Script, beside: Readings) -> bool:
        """Whether a reading changes any answer of a script."""
        return self._evidence.matters(script, reading.name, beside | {reading.name})

    def _conditions(
        self, reading: Reading, fragments: list[Script], beside: Readings, taken: Readings
    ) -> list[str]:
        """What holds where the reading is asked for, and the opposite of what holds in games in
        which it says too much."""
        here = Counter(
            condition
            for fragment in fragments
            for condition in self._held(reading, fragment, beside)
        )
        told = [condition for condition, _ in here.most_common()]
        kinds = {one.partition("=")[0] for one in told}
        against: dict[str, None] = {}
        spoilt = self._spoilt(reading, beside, taken, _MOST_SEARCHED)
        for number, script in enumerate(spoilt):
            for condition in self._held(reading, script, beside):
                if condition.partition("=")[0] in kinds:
                    against[f"{NOT}{condition}"] = None
            if number + 1 >= _FEW_SPOILT:
                break
        known = self._game.conditions
        wanted = [one for one in told if one in known]
        wanted += [one for one in against if one[len(NOT) :] in known]
        return wanted[:_MOST_CONDITIONS]

    def _held(self, reading: Reading, script: Script, beside: Readings) -> list[str]:
        """What held wherever a reading was asked for in a script."""
        places: Places = {}
        model = self._game.model(Noted(self._game.of_model(beside), places), Counter())
        table.perform(model, list(script))
        return [one for place in sorted(places.get(base(reading.name), ())) for one in place]

    # --- Words ------------------------------------------------------------------------------

    def _own_words(self, sample: list[Script], taken: Readings) -> list[Reading]:
        """For each method whose answers differ, what the program says for which right answer."""
        words: dict[str, dict[str, str]] = {}
        unsteady = set()
        methods = {self._method(script, taken) for script in sample}
        for script in [*sample, *self._evidence.games[:_MOST_LISTENED]]:
            for method, right, given in self._said(script, taken):
                if method in methods and words.setdefault(method, {}).setdefault(right, given) != given:
                    unsteady.add(method)
        told = []
        for method, pairs in words.items():
            others = {right: given for right, given in pairs.items() if right != given}
            if method not in unsteady and 0 < len(others) <= shapes.MOST_WORDS:
                told.append(shapes.said(method, others))
        return told

    def _method(self, script: Script, taken: Readings) -> str:
        """The method that a fragment shows."""
        found = self._evidence.difference(script, taken)
        if found is None or table.did_not_return(found.got):
            return ""
        return shapes.method_at(self._game.name, script[found.step], found.place)

    def _said(self, script: Script, taken: Readings) -> Iterator[tuple[str, str, str]]:
        """Methods, right answers, and what the program answered, up to where it goes astray."""
        right, given = self._game.answers(script, taken), self._evidence.program.answers(script)
        for step, expected, told in zip(script, right, given):
            is_astray = len(told) < len(expected)
            for place, (one, other) in enumerate(zip(expected, told)):
                method = shapes.method_at(self._game.name, step, place)
                if method in shapes.WORDED and not table.did_not_return(other):
                    yield method, one, other
                elif one != other:
                    is_astray = True
            if is_astray:
                return


def each_once(scripts: Iterable[Script]) -> list[Script]:
    """The scripts without those that come again."""
    return list({written(script): script for script in scripts}.values())
