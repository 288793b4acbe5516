"""Finds the reading of a rule that predicts a program's answers where they differ from the rules.

Fragments are games cut after the first call with another answer. A reading explains a fragment if
it predicts all its answers; it is accepted only if it contradicts no game that agreed before. A
reading that predicts too many differences is tried under one or two conditions: for one player,
say, or on one roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice

from parlor.check import model_table, shapes, table
from parlor.check.evidence import Evidence
from parlor.check.reading import (
    NOT,
    Noted,
    Places,
    Reading,
    base,
    conditions_of,
    each_of,
    either,
    kind_of,
    only,
)
from parlor.check.script import Script, length, without_last, written

Readings = frozenset[str]

#: Fragments that a reading is tried on: kinds, shortest per kind, and those tried first.
_MOST_KINDS, _MOST_OF_A_KIND, _FEW_FIRST = 8, 6, 2

#: Games that agree on which a reading is tried before it is tried on all.
_MOST_COMPARED = 300

#: Refutations after which a kind is given up.
_MOST_FAILED = 3

#: Conditions under which one reading is accepted: one that needs more is not the fault.
_MOST_TRIES = 3

#: Rolls or pushes that are played by readings before no more explanations are looked for. A push
#: takes three times as long as a roll.
_MOST_EFFORT = {"ludo": 900_000, "kuba": 300_000}

#: Readings that are tried under conditions for fragments of one kind.
_MOST_CONFINED = 16

#: Conditions that are tried, and those of them that are tried two at a time.
_MOST_CONDITIONS, _MOST_PAIRED = 24, 10

#: Values of a condition of which one holds, at first and after games that were drawn.
_MOST_VALUES, _MOST_WIDENED = 3, 8

#: Games in which a reading predicts too much that are looked at for conditions against it, and
#: games that are looked through for them.
_FEW_SPOILT, _MOST_SEARCHED = 2, 60

#: Games that are looked at for the words of a program.
_MOST_LISTENED = 150


class Explainer:
    """Searches for readings, one at a time."""

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
        #: How often each reading was taken under conditions.
        self._tries: Counter[str] = Counter()
        #: Games on which readings failed, those that failed last come last.
        self._refuting: dict[bytes, Script] = {}

    def is_over(self) -> bool:
        """Whether no more explanations are looked for."""
        is_worn = self._evidence.effort > _MOST_EFFORT[self._game.name]
        return is_worn or self._evidence.is_over()

    def found_in(
        self, fragments: list[Script], beside: Readings, taken: Readings | None = None
    ) -> list[Reading]:
        """Readings that explain fragments beside others and spoil no game, the best first.

        Each explains a fragment that those before it do not. No game may disagree that agrees with
        the readings that the program is `taken` for, which are those `beside` if not given. A
        reading that holds everywhere goes before one under a condition, and that before one under
        two; in place of another only one that holds everywhere is looked for.
        """
        if self.is_over():
            return []
        taken = beside if taken is None else taken
        kinds = self._kinds(fragments, taken)
        counted = {
            reading: explained
            for reading in self._broad(kinds, taken)
            if (explained := self._explained_of(kinds, reading, beside))
        }
        # Own words show what is returned, and a rule why.
        ranked = sorted(
            counted, key=lambda one: (shapes.is_own(one.name), _rank(kinds, counted[one]))
        )
        found: list[Reading] = []
        known: set[int] = set()
        for reading in ranked:
            if self.is_over():
                break
            numbers = set().union(*counted[reading])
            if not numbers <= known and self._is_free(reading, beside, taken):
                found.append(self._keep(reading))
                known |= numbers
        if not found and taken == beside:
            found = self._elsewhere(kinds, beside) or self._confined(ranked, kinds, beside)
        return found

    def _elsewhere(self, kinds: list[list[Script]], beside: Readings) -> list[Reading]:
        """A reading of the program's that holds for one more value of its condition."""
        for fragments in kinds:
            for name in sorted(beside):
                others = beside - {name}
                wider = self.widened(self.found[name], fragments[0], others)
                if wider is None or wider.name in self.refuted:
                    continue
                least = (len(fragments) + 1) // 2
                is_better = self._explained(wider, fragments, others, least)
                if is_better and self._is_free(wider, others, beside):
                    return [wider]
        return []

    def _explained_of(
        self, kinds: list[list[Script]], reading: Reading, beside: Readings
    ) -> list[set[int]]:
        """For each kind which fragments a reading explains; none if it explains no short one."""
        readings = beside | {reading.name}
        explained: list[set[int]] = []
        for first, rest in ((0, _FEW_FIRST), (_FEW_FIRST, None)):
            for kind, fragments in enumerate(kinds):
                numbers = {
                    id(fragment)
                    for fragment in fragments[first:rest]
                    if self._evidence.agrees(fragment, readings)
                }
                if first:
                    explained[kind] |= numbers
                else:
                    explained.append(numbers)
            if not any(explained):
                return []
        return explained

    def _keep(self, reading: Reading) -> Reading:
        self.found[reading.name] = reading
        return reading

    def _kinds(self, fragments: list[Script], taken: Readings) -> list[list[Script]]:
        """The shortest fragments of each kind, the kinds first of which there are most."""
        kinds: dict[tuple[str, ...], list[Script]] = {}
        for fragment in sorted(each_once(fragments), key=length):
            kind = self._evidence.looks(fragment, taken)
            if self._failed[kind] < _MOST_FAILED:
                kinds.setdefault(kind, []).append(fragment)
        several = sorted(kinds.values(), key=lambda one: -len(one))[:_MOST_KINDS]
        return [one[:_MOST_OF_A_KIND] for one in several]

    def _broad(self, kinds: list[list[Script]], taken: Readings) -> Iterator[Reading]:
        """Every known reading, and the program's own words."""
        sample = [fragment for fragments in kinds for fragment in fragments]
        for reading in (*self._known.values(), *self._own_words(sample, taken)):
            if reading.name not in self.refuted and reading.name not in taken:
                yield reading

    def _explained(
        self, reading: Reading, sample: list[Script], beside: Readings, least: int = 0
    ) -> int:
        """How many fragments a reading explains; 0 if these are fewer than `least`."""
        readings = beside | {reading.name}
        explained = 0
        for number, fragment in enumerate(sample):
            explained += self._evidence.agrees(fragment, readings)
            if explained + len(sample) - number - 1 < least:
                return 0
        return explained

    def widened(self, reading: Reading, script: Script, beside: Readings) -> Reading | None:
        """The reading where also holds what held at the end of a script; None if it is the same."""
        known = self._game.readings.get(base(reading.name))
        conditions = conditions_of(reading.name)
        if known is None or any(one.startswith(NOT) for one in conditions):
            return None
        held = self._held_last(known, script, beside) & set(self._game.conditions)
        wider = []
        for condition in conditions:
            kind = f"{kind_of(condition)}="
            several = {*each_of(condition), *(one for one in held if one.startswith(kind))}
            if len(several) > _MOST_WIDENED:
                return None
            every = {one for one in self._game.conditions if one.startswith(kind)}
            if several != every:
                wider.append(kind + "|".join(sorted(one[len(kind) :] for one in several)))
        if not wider or wider == conditions:
            return None
        return self._keep(only(known, *wider, words=self._game.conditions))

    def narrowed(
        self, name: str, led: list[Script], fragments: list[Script], taken: Readings
    ) -> Reading | None:
        """A reading that is taken, under a condition that lets it explain more than without."""
        known = self._game.readings.get(name)
        beside = taken - {name}
        samples = led[:_MOST_OF_A_KIND]
        changed = [
            one
            for one in fragments[: _MOST_KINDS * _MOST_OF_A_KIND]
            if known is not None and self._changes(known, one, beside)
        ]
        if known is None or not changed:
            return None
        for condition in self._conditions(known, samples, beside):
            confined = only(known, condition, words=self._game.conditions)
            readings = beside | {confined.name}
            if (
                confined.name not in self.refuted
                and any(self._evidence.agrees(one, readings) for one in changed)
                and all(self._evidence.agrees(one, readings) for one in samples)
                and self._is_free(confined, beside, taken)
            ):
                return self._keep(confined)
        return None

    def joined(self, reading: Reading, taken: Readings) -> tuple[Reading, str] | None:
        """A reading that is taken under another value of the same condition, and both together."""
        for name in sorted(taken):
            condition = either(reading.name, name)
            if condition is not None:
                known = self._game.readings[base(name)]
                return self._keep(only(known, condition, words=self._game.conditions)), name
        return None

    def refute(self, name: str, fragments: list[Script], taken: Readings) -> None:
        """Try a reading no more, and in the end none for what it seemed to explain."""
        self.refuted.add(name)
        self._failed.update({self._evidence.looks(one, taken) for one in fragments})

    def _is_free(self, reading: Reading, beside: Readings, taken: Readings) -> bool:
        """Whether a reading spoils none of the first games that agreed so far."""
        return next(self._spoilt(reading, beside, taken, _MOST_COMPARED), None) is None

    def is_free_of_all(self, reading: Reading, beside: Readings, taken: Readings) -> bool:
        """Whether a reading spoils no game that agreed so far."""
        return next(self._spoilt(reading, beside, taken), None) is None

    def _spoilt(
        self, reading: Reading, beside: Readings, taken: Readings, most: int | None = None
    ) -> Iterator[Script]:
        """Games that agree with what the program is taken for, and not with this reading."""
        readings = beside | {reading.name}
        refuting = list(reversed(self._refuting.items()))
        others = self._evidence.agreeing(taken, None if beside != taken else reading.name)
        others = (one for one in others if one[0] not in self._refuting)
        for key, script in islice(chain(refuting, others), most):
            if not self._evidence.agrees(script, readings) and self._evidence.agrees(script, taken):
                self._refuting.pop(key, None)
                self._refuting[key] = script
                yield script

    # --- Under conditions -------------------------------------------------------------------

    def _confined(
        self, ranked: list[Reading], kinds: list[list[Script]], beside: Readings
    ) -> list[Reading]:
        """The best reading under one condition or two, for the fragments of one kind."""
        for fragments in kinds:
            tried: list[tuple[Reading, list[Script], list[str]]] = []
            for reading in self._to_confine(ranked, fragments, beside):
                if self.is_over():
                    return []
                here = [one for one in fragments if self._changes(reading, one, beside)]
                conditions = self._conditions(reading, here, beside)
                tried.append((reading, here, conditions[:_MOST_PAIRED]))
                ways = [(one,) for one in conditions]
                found = self._first_free(reading, ways, here, beside, len(fragments))
                if found is not None:
                    return [self._keep(found)]
            for reading, here, conditions in tried:
                if self.is_over():
                    return []
                pairs = combinations(conditions, 2)
                found = self._first_free(reading, pairs, here, beside, len(fragments))
                if found is not None:
                    return [self._keep(found)]
        return []

    def _first_free(
        self,
        reading: Reading,
        ways: Iterable[tuple[str, ...]],
        fragments: list[Script],
        beside: Readings,
        size: int,
    ) -> Reading | None:
        """The reading under conditions that explains half of some fragments and spoils nothing."""
        counted = []
        for conditions in ways:
            confined = only(reading, *conditions, words=self._game.conditions)
            if confined.name not in self.refuted and confined.name not in beside:
                explained = self._explained(confined, fragments, beside, (size + 1) // 2)
                if explained:
                    counted.append((explained, confined))
        for _, confined in sorted(counted, key=lambda one: -one[0]):
            if self._is_free(confined, beside, beside):
                self._tries[reading.name] += 1
                return confined
        return None

    def _to_confine(
        self, ranked: list[Reading], fragments: list[Script], beside: Readings
    ) -> list[Reading]:
        """Readings of the game's model that explain a fragment or at least change its answers."""
        explaining = [
            one
            for one in ranked
            if one.name in self._game.readings
            and self._tries[one.name] < _MOST_TRIES
            and self._explained(one, fragments, beside)
        ]
        changing = [
            reading
            for reading in self._game.readings.values()
            if reading not in explaining
            and reading.name not in beside
            and self._tries[reading.name] < _MOST_TRIES
            and self._changes(reading, fragments[0], beside)
        ]
        return [*explaining, *changing][:_MOST_CONFINED]

    def _changes(self, reading: Reading, script: Script, beside: Readings) -> bool:
        """Whether a reading changes any answer of a script."""
        return self._evidence.matters(script, reading.name, beside | {reading.name})

    def _conditions(self, reading: Reading, fragments: list[Script], beside: Readings) -> list[str]:
        """Conditions that hold at the end of most fragments where the reading is asked for.

        Also that those do not which hold in games in which it predicts too much.
        """
        known = self._game.conditions
        counts = Counter(
            condition
            for one in fragments
            for condition in sorted(self._held_last(reading, one, beside))
        )
        wanted = [one for one, count in counts.most_common() if 2 * count >= len(fragments)]
        kinds = {one.partition("=")[0] for one in counts}
        against: dict[str, None] = {}
        spoilt = self._spoilt(reading, beside, beside, _MOST_SEARCHED)
        for script in islice(spoilt, _FEW_SPOILT):
            for condition in sorted(self._held(reading, script, beside)):
                if condition.partition("=")[0] in kinds and condition not in counts:
                    against[f"{NOT}{condition}"] = None
        wanted = [one for one in wanted if one in known][:_MOST_CONDITIONS]
        wanted += self._either(reading, fragments, beside)
        return wanted + [one for one in against if one[len(NOT) :] in known][:_MOST_CONDITIONS]

    def _either(self, reading: Reading, fragments: list[Script], beside: Readings) -> list[str]:
        """For each kind of condition the two or three values of which one held in each fragment."""
        known = self._game.conditions
        values: dict[str, dict[str, None]] = {}
        for fragment in fragments:
            if self._explained(reading, [fragment], beside):
                for condition in sorted(self._held_last(reading, fragment, beside)):
                    kind, _, value = condition.partition("=")
                    if condition in known:
                        values.setdefault(kind, {})[value] = None
        return [
            f"{kind}={'|'.join(sorted(several))}"
            for kind, several in values.items()
            if 1 < len(several) <= _MOST_VALUES
        ]

    def _held_last(self, reading: Reading, script: Script, beside: Readings) -> set[str]:
        """What held where a reading was asked for in the last call or roll, and not before."""
        places = self._places(reading, script, beside)
        last = places - self._places(reading, without_last(script), beside)
        return {one for place in last or places for one in place}

    def _held(self, reading: Reading, script: Script, beside: Readings) -> set[str]:
        """What held wherever a reading was asked for in a script."""
        return {one for place in self._places(reading, script, beside) for one in place}

    def _places(self, reading: Reading, script: Script, beside: Readings) -> set[tuple[str, ...]]:
        """What held together wherever a reading was asked for in a script."""
        places: Places = {}
        if script:
            model = self._game.model(Noted(self._game.of_model(beside), places), Counter())
            model_table.perform(model, script)
        return places.get(base(reading.name), set())

    # --- Words ------------------------------------------------------------------------------

    def _own_words(self, sample: list[Script], taken: Readings) -> list[Reading]:
        """For each method whose answers differ, what the program answers for which right answer."""
        words: dict[str, dict[str, str]] = {}
        unsteady = set()
        methods = {self._method(script, taken) for script in sample}
        for script in [*sample, *self._evidence.games[:_MOST_LISTENED]]:
            for method, right, given in self._said(script, taken):
                if (
                    method in methods
                    and words.setdefault(method, {}).setdefault(right, given) != given
                ):
                    unsteady.add(method)
        found = []
        for method, pairs in words.items():
            others = {right: given for right, given in pairs.items() if right != given}
            if method not in unsteady and 0 < len(others) <= shapes.MOST_WORDS:
                found.append(shapes.said(method, others))
        return found

    def _method(self, script: Script, taken: Readings) -> str:
        """The method that a fragment shows."""
        found = self._evidence.difference(script, taken)
        if found is None or table.did_not_return(found.got):
            return ""
        return shapes.method_at(self._game.name, script[found.step], found.place)

    def _said(self, script: Script, taken: Readings) -> Iterator[tuple[str, str, str]]:
        """Methods, right answers, and what the program answered, up to where it goes astray."""
        right, given = self._game.answers(script, taken), self._evidence.program.answers(script)
        for step, expected, answered in zip(script, right, given):
            is_astray = len(answered) < len(expected)
            for place, (one, other) in enumerate(zip(expected, answered)):
                method = shapes.method_at(self._game.name, step, place)
                if method in shapes.WORDED and not table.did_not_return(other):
                    yield method, one, other
                elif one != other:
                    is_astray = True
            if is_astray:
                return


def _rank(kinds: list[list[Script]], explained: list[set[int]]) -> tuple[bool, int]:
    """Those first that explain half of a kind, and then those that explain most."""
    is_half = any(2 * len(one) >= len(kind) for kind, one in zip(kinds, explained))
    return not is_half, -sum(map(len, explained))


def each_once(scripts: Iterable[Script]) -> list[Script]:
    """The scripts without those that come again."""
    return list({written(script): script for script in scripts}.values())
