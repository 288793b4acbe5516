"""Finds what a program gets wrong, as little of it as shows it, and which rule that breaks.

What is right is answered by the compiled classes. A difference is explained by replay: the model
of the game plays the same script with one reading of one rule switched on, and where its answers
are the program's, that reading is the finding. From then on the program is compared with the model
that reads so, so that one fault hides no other and is told once.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from parlor.check import table
from parlor.check.finding import BREAKS, DIFFERS, Finding, number as rule_number
from parlor.check.game import Answers, Difference, Game, difference
from parlor.check.order import Budget, Order, Strictness
from parlor.check.program import Program, has_stopped
from parlor.check.reading import Reading, base
from parlor.check.sandbox import Sandbox
from parlor.check.script import (
    Script,
    games_in,
    games_of,
    is_interleaved,
    length,
    without_last,
    written,
)
from parlor.check.showing import Showing
from parlor.check.shrink import shrunk

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: Findings of one file at most; who has more to mend begins with these.
_MOST_FINDINGS = 25

#: Findings of one kind that no reading explains: more of them are rarely more faults.
_MOST_UNEXPLAINED = 3

#: Scripts that are played in a fresh process each.
_MOST_ALONE = 60

#: Games that are looked at for what else a finding leads to, the shortest.
_MOST_NAMED = 60

#: Random games that are asked for at once: those that come after the time is over are not played.
_AT_ONCE = 250


#: What is told of a finding that other games lead to.
_SHARED = (
    "A game leaves something behind that shows in the next one. Each object has to keep a game of "
    "its own, in self and not in the class or the module."
)

_AT_ONCE_MIXED = (
    "Two games that are played at once are mixed up: what is done in one shows in the other. Each "
    "object has to keep a game of its own, in self and not in the class or the module."
)


class Judge:
    """Looks at one program."""

    def __init__(
        self, game: Game, sandbox: Sandbox, order: Order, budget: Budget | None = None
    ) -> None:
        self._game = game
        #: What is asked, and has not forgotten its answers.
        self.program = Program(sandbox)
        self._order = order
        self.budget = budget or Budget(order.seconds, sandbox.times)
        #: The readings that the program is taken to have.
        self._readings: frozenset[str] = frozenset()
        self._corpus: list[Script] = []
        #: The same, those first that tell readings apart soonest: on which the program differs.
        self._telling: list[Script] = []
        #: The readings for which the games of every rule were told anew.
        self._retold: set[frozenset[str]] = set()
        #: Whether it is known that games share something.
        self._shares = False
        #: Differences that no reading explains, by what they look like.
        self._unexplained: set[tuple[str, ...]] = set()
        #: Places among the answers that are wrong in every game, from its beginning on.
        self._known: set[int] = set()
        #: Scripts whose difference was shrunk to one that no reading explains.
        self._given_up: set[bytes] = set()
        self.findings: list[Finding] = []
        #: Games that were played, those that were to be, and how few of them say little.
        self.games = 0
        self.wanted = 0
        self.few = 0

    def judge(self) -> None:
        """Look everywhere, as long as there is time."""
        if self._is_unsteady():
            return
        directed = self._directed()
        self.wanted = len(directed) + self._order.games
        self.few = len(directed) + self._order.games // 10
        for script in directed:
            if self.budget.is_over() or self.program.stops_too_often:
                break
            self._corpus.append(script)
            self.games += 1
            self.program.answers(script)
        self._explain_all()
        if self.program.is_forgetful:
            self._search()
        self._fold()
        self._repeat()
        self._told_apart()

    def _explain_all(self) -> None:
        """Explain what differs, the shortest first, until nothing does or the time is over."""
        while differing := next(filter(self._differs, self._by_length()), None):
            self._explain(differing)
            if self.budget.is_over():
                # What was found first is told in any case.
                return
            self._retell()

    def _retell(self) -> None:
        """Play the games that the readings lead astray in such words that they go as they should.

        What is wrong further on shows only in these.
        """
        if self._readings in self._retold or not self._readings:
            return
        self._retold.add(self._readings)
        for script in self._game.directed():
            if self.budget.is_over() or self.program.stops_too_often:
                return
            if difference(self._game.answers(script), self._game.answers(script, self._readings)):
                retold = self._game.retold(script, self._readings)
                if retold != script:
                    self._corpus.append(retold)

    def _directed(self) -> list[Script]:
        """The texts' examples, and the games of every rule, the shortest first."""
        scripts = list(self._game.directed())
        if self._order.strictness is Strictness.EVERYTHING:
            scripts += self._game.unasked
        scripts = self._game.examples() + sorted(scripts, key=length)
        if self.program.is_forgetful:
            return scripts
        # A fresh process a game is slow: those of two games, for the fault, and some of one, of
        # all lengths, for other faults.
        several = [script for script in scripts if len(games_in(script)) > 1][:_MOST_ALONE]
        single = [script for script in scripts if len(games_in(script)) < 2]
        each = len(single) // max(1, _MOST_ALONE - len(several)) + 1
        return several + single[::each]

    # --- Asking -----------------------------------------------------------------------------

    def _is_unsteady(self) -> bool:
        """Whether the same calls get other answers; if only after other games, play each alone."""
        script = self._game.examples()[-1]
        alone = self.program.alone(script)
        if has_stopped(alone):
            return False
        again = self.program.alone(script)
        if alone != again:
            at = difference(alone, again) or Difference(0, 0, "", "")
            told = "The same calls get other answers each time."
            self.findings = [replace(Finding.of_file(told, at.got, at.expected), calls=script)]
            return True
        for other in self._game.examples():
            self.program.again(other)
        self.program.is_forgetful = again == self.program.again(script)
        return False

    def _differs(self, script: Script) -> Difference | None:
        """Where the program parts from what it is taken for, unless that is known."""
        if (self._shares and is_interleaved(script)) or written(script) in self._given_up:
            return None
        expected, got = self._game.answers(script, self._readings), self.program.answers(script)
        found = difference(expected, got, self._known)
        if found is None or self.program.lacks(found.got):
            return None
        if self._looks(script, found) in self._unexplained:
            return None
        return found

    def _by_length(self) -> list[Script]:
        return sorted(self._corpus, key=length)

    def _agreement(self, readings: frozenset[str], least: int = 0) -> int:
        """On how many scripts the program answers as these readings do; 0 if fewer than `least`."""
        missing = len(self._corpus) - least
        agreed = 0
        for script in self._telling or self._corpus:
            if self._agrees(script, readings):
                agreed += 1
                continue
            missing -= 1
            if missing < 0:
                return 0
        return agreed

    def _agrees(self, script: Script, readings: frozenset[str]) -> bool:
        """Whether the program answers a script as these readings do."""
        expected, got = self._game.answers(script, readings), self.program.answers(script)
        return difference(expected, got, self._known) is None

    # --- Explaining -------------------------------------------------------------------------

    def _explain(self, script: Script) -> None:
        """Shrink one difference, find the reading behind it, and keep the finding."""
        found = self._differs(script)
        if found is None:
            return
        whole = script
        script = shrunk(script[: found.step + 1], lambda one: self._is_like(one, found))
        self._corpus.append(script)
        if self._is_mixed_up(script):
            self._keep_mixed(script)
            return
        added, most = self._best([script], self._readings)
        replaced, reading = self._instead(script, most)
        if reading is not None and replaced is not None:
            self._readings = self._readings - {replaced.reading} | {reading.name}
            at = self.findings.index(replaced)
            self.findings[at] = self._shown(reading) or replaced.read_as(reading)
        elif added is not None:
            self._readings |= {added.name}
            told = self._shown(added)
            if told is not None:
                self.findings += [told] if len(self.findings) < _MOST_FINDINGS else []
            else:
                self._readings -= {added.name}
                self._keep_unexplained(script)
                self._given_up |= {written(whole), written(script)}
        else:
            # What was not yet shrunk may look otherwise, and is not looked at again.
            self._keep_unexplained(script)
            self._given_up.add(written(whole))

    def _is_mixed_up(self, script: Script) -> bool:
        """Whether each game of a script is answered well by itself, and not beside the others."""
        return is_interleaved(script) and all(
            self._agrees(game, self._readings) for game in games_of(script)
        )

    def _keep_mixed(self, script: Script) -> None:
        """That games share something, unless a game after another one has shown it already."""
        found = self._differs(script)
        if found and not any(len(games_in(finding.calls)) > 1 for finding in self.findings):
            self.findings.append(replace(Finding.of(script, found), told=_AT_ONCE_MIXED))
        self._shares = True

    def _is_like(self, script: Script, found: Difference) -> bool:
        """Whether a shorter script still differs, and in the same manner."""
        if self.budget.is_over() or self.program.stops_too_often:
            return False
        other = self._differs(script)
        if other is None:
            return False
        return other.got == found.got or not table.did_not_return(found.got)

    def _best(self, scripts: list[Script], beside: frozenset[str]) -> tuple[Reading | None, int]:
        """The reading that, beside others, explains these scripts, and on how many it agrees.

        It must explain more than is explained already: one that fits here by chance does not.
        """
        best, most = None, self._agreement(self._readings)
        self._telling = sorted(self._corpus, key=lambda one: self._agrees(one, self._readings))
        fitting = []
        for name, reading in self._game.readings.items():
            readings = beside | {name}
            if name in self._readings or not all(self._agrees(one, readings) for one in scripts):
                continue
            fitting.append(reading)
            agreed = self._agreement(readings, most + 1)
            if agreed > most:
                best, most = reading, agreed
        if best is not None and not self._explains_too_much(beside | {best.name}):
            return best, most
        # One that shows here, but not so, may hold in a part of the game.
        broad = fitting or [
            one for one in self._game.readings.values() if self._matters(one, scripts, beside)
        ]
        for reading in [part for one in broad for part in self._game.confined(one)]:
            readings = beside | {reading.name}
            if all(self._agrees(one, readings) for one in scripts):
                agreed = self._agreement(readings, most + 1)
                if agreed > most:
                    best, most = reading, agreed
        return best, most

    def _matters(self, reading: Reading, scripts: list[Script], beside: frozenset[str]) -> bool:
        """Whether a reading changes what is answered to each of some scripts."""
        return all(
            difference(
                self._game.answers(script, beside),
                self._game.answers(script, beside | {reading.name}),
            )
            for script in scripts
        )

    def _explains_too_much(self, readings: frozenset[str]) -> bool:
        """Whether the program answers well somewhere where these readings would not."""
        return any(
            self._agrees(one, self._readings) and not self._agrees(one, readings)
            for one in reversed(self._telling)
        )

    def _instead(self, script: Script, most: int) -> tuple[Finding | None, Reading | None]:
        """An earlier finding, and a reading that explains it and this script no worse than two."""
        for finding in self.findings:
            if finding.reading:
                beside = self._readings - {finding.reading}
                reading, agreed = self._best([script, finding.calls], beside)
                if reading is not None and agreed >= most:
                    return finding, reading
        return None, None

    def _keep_unexplained(self, script: Script) -> None:
        """A finding that no single reading explains: the rule at work where it shows."""
        found = self._differs(script)
        if found is None:
            return
        self._unexplained.add(self._looks(script, found))
        told = difference(self._game.answers(script), self.program.answers(script), self._known)
        if told is None:
            # A reading foretold too much here; the program is right.
            return
        is_clean = self._is_clean(script)
        if not is_clean and self._is_apart(script, found):
            is_clean, told = True, found
        self._known |= self._apart(script, told)
        rule, is_open = self._rule_at(script, found)
        kind = DIFFERS if is_open and rule else BREAKS
        finding = replace(Finding.of(script, told), rule=rule, kind=kind)
        for one in self.findings:
            if rule and (one.rule, one.kind, one.manner) == (rule, kind, finding.manner):
                # More that shows alike is told when the first of it is mended.
                return
        if self.findings and not is_clean:
            return
        unexplained = [one for one in self.findings if not one.reading and one.kind == kind]
        if len(unexplained) < _MOST_UNEXPLAINED:
            self.findings.append(finding)

    def _apart(self, script: Script, found: Difference) -> set[int]:
        """The places that are wrong in every game, or while the game itself is as it should be.

        What else is wrong shows only if these are not looked at.
        """
        got = self.program.answers(script)[found.step]
        right = self._game.answers(script, self._readings)[found.step]
        if table.did_not_return(got[0]) or table.did_not_return(right[0]) or len(right) < 2:
            return set()
        wrong = {at for at, (one, other) in enumerate(zip(right, got)) if one != other}
        return wrong if len(wrong) == 1 or not length(script) else set()

    def _is_clean(self, script: Script) -> bool:
        """Whether all was right before the last roll or push: else this one follows from others."""
        before = without_last(script)
        return self._agrees(before, frozenset())

    def _is_apart(self, script: Script, found: Difference) -> bool:
        """Whether what was wrong before is explained, and has no part in this answer."""
        right = self._game.answers(script)
        is_asked = found.step < len(right) and found.place < len(right[found.step])
        return (
            is_asked
            and right[found.step][found.place] == found.expected
            and self._agrees(without_last(script), self._readings)
        )

    def _looks(self, script: Script, found: Difference) -> tuple[str, ...]:
        """What one difference has in common with others of the same cause."""
        step = script[found.step]
        rule, is_open = self._rule_at(script, found)
        what = found.got.partition(":")[0] if table.did_not_return(found.got) else ""
        place = str(found.place if not what else 0)
        return (str(step[0]), str(rule), str(is_open), what, place, str(self._is_clean(script)))

    def _rule_at(self, script: Script, found: Difference) -> tuple[str | None, bool]:
        """The rule at work where a script first differs, and whether the text leaves it open."""
        unexplained = [one for one in self.findings if not one.reading and one.kind == BREAKS]
        return self._game.rule_at(script, found, [one.rule for one in unexplained if one.rule])

    # --- Searching --------------------------------------------------------------------------

    def _search(self) -> None:
        """Random games, generated and shrunk by Hypothesis, until the budget is spent."""
        from hypothesis import HealthCheck, Phase, find, settings
        from hypothesis.errors import NoSuchExample

        from parlor.check.generate import nothing_kept

        source = random.Random(self._order.seed)
        left = self._order.games
        while left > 0 and not self.budget.is_over() and not self.program.stops_too_often:
            tried: dict[bytes, bool] = {}
            script: Script | None

            def differs(script: Script, tried: dict[bytes, bool] = tried) -> bool:
                key = written(script)
                if key not in tried and not self.budget.is_over():
                    tried[key] = self._differs(script) is not None
                return tried.get(key, False)

            chosen = settings(
                max_examples=min(left, _AT_ONCE),
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate, Phase.shrink],
            )
            try:
                with nothing_kept():
                    script = find(
                        self._scripts(),
                        differs,
                        settings=chosen,
                        random=random.Random(source.randrange(2**32)),
                    )
            except NoSuchExample:
                script = None
            # Hypothesis may try a game twice, which counts once.
            self.games += len(tried)
            left -= max(1, len(tried))
            if script is not None:
                self._corpus.append(script)
                self._explain(script)

    def _scripts(self) -> SearchStrategy[Script]:
        """Random games, those of odd length in the words of a program of the readings found."""
        readings = self._readings
        return self._game.scripts().map(
            lambda script: self._game.retold(script, readings) if length(script) % 2 else script
        )

    # --- Telling ----------------------------------------------------------------------------

    def _fold(self) -> None:
        """Leave out what the others explain: a first guess may have been too narrow."""
        self._telling = []
        for finding in list(self.findings):
            if not finding.reading or finding.reading not in self._readings:
                continue
            without = self._readings - {finding.reading}
            if without and self._agreement(without) >= self._agreement(self._readings):
                self._readings = without
                self.findings.remove(finding)
        breaks = any(one.kind == BREAKS and not one.reading for one in self.findings)
        self.findings = [
            (finding.reading and self._shown(finding.as_reading)) or finding
            for finding in self.findings
        ]
        kept: list[Finding] = []
        for finding in self.findings:
            if finding.told or not finding.calls:
                is_kept = not any(_is_the_same(finding, one) for one in kept)
            else:
                # Where a program is not understood, neither is whether the text leaves room for it.
                expected = self._game.answers(finding.calls, self._readings)
                is_kept = bool(difference(expected, self.program.answers(finding.calls))) and not (
                    breaks and finding.kind == DIFFERS
                )
            if is_kept:
                kept.append(finding)
        told = {finding.rule for finding in kept}
        # What is hidden by something that is not told is told when that is.
        self.findings = [finding for finding in kept if told.issuperset(finding.hidden_by)]
        self._name_consequences()

    def _name_consequences(self) -> None:
        """Say of each finding under which other rules it shows, for nothing else tells of these."""
        told = {finding.rule for finding in self.findings}
        seen: dict[int, set[str]] = {}
        for script in [one for one in self._by_length() if self._errs(one)][:_MOST_NAMED]:
            got = self.program.answers(script)
            found = difference(self._game.answers(script), got, self._known)
            rule = self._rule_at(script, found)[0] if found else None
            if rule is not None and rule not in told and found is not None:
                for number in self._causes(script, found):
                    seen.setdefault(number, set()).add(rule)
        self.findings = [
            replace(finding, also=tuple(sorted(seen.get(number, ()), key=rule_number)))
            for number, finding in enumerate(self.findings)
        ]

    def _errs(self, script: Script) -> bool:
        """Whether the program answers otherwise than the rules."""
        return not self._agrees(script, frozenset())

    def _causes(self, script: Script, found: Difference) -> list[int]:
        """Which findings lead to a difference: the readings that do so alone, or the only one."""
        if len(self.findings) == 1:
            return [0]
        right = self._game.answers(script)
        causes = []
        for number, finding in enumerate(self.findings):
            alone = frozenset({finding.reading})
            read = finding.reading and difference(right, self._game.answers(script, alone))
            if read and (read.step, read.place, read.got) == (found.step, found.place, found.got):
                causes.append(number)
        return causes

    def _repeat(self) -> None:
        """Play each finding once more in a fresh process: what was told must be so by itself."""
        kept = []
        for finding in self.findings:
            answers, alone = self.program.answers(finding.calls), self.program.alone(finding.calls)
            if has_stopped(answers):
                # With all the time that a call may take it may come to an end.
                kept += [finding] if has_stopped(alone) else []
            elif alone == answers:
                kept.append(finding)
            elif all(not one.told.startswith(_SHARED) for one in kept):
                kept.append(self._after_another(finding))
        self.findings = kept

    def _after_another(self, finding: Finding) -> Finding:
        """A finding that another game leads to; with that game, if one of the examples does."""
        shared = replace(finding, rule=None, kind=BREAKS, told=_SHARED, reading="")
        for before in self._game.examples():
            script = (*before, *finding.calls)
            if self._is_wrong_alone(script):
                script = shrunk(
                    script, lambda one: not self.budget.is_over() and self._is_wrong_alone(one)
                )
                found = difference(self._game.answers(script), self.program.alone(script))
                return replace(Finding.of(script, found), told=_SHARED) if found else shared
        return replace(shared, told=f"{_SHARED} Which game does is not found.")

    def _is_wrong_alone(self, script: Script) -> bool:
        """Whether the program errs on a script when it has played nothing before."""
        return difference(self._game.answers(script), self.program.alone(script)) is not None

    def given(self, finding: Finding) -> Answers:
        """What the program answers, or would once what hides a finding is mended."""
        return self._showing().given(finding)

    def _showing(self) -> Showing:
        """What shows the readings that the program is taken to have by now."""
        return Showing(self._game, self.program, self.budget, self._readings, self._known)

    def _shown(self, reading: Reading) -> Finding | None:
        """A finding that a reading explains, by the smallest game found that shows it."""
        return self._showing().smallest(reading, self._by_length())

    def _told_apart(self) -> None:
        """What breaks the text first, then what only differs; each in the order of the rules.

        What is hidden comes after what hides it.
        """
        self.findings.sort(key=lambda one: (one.kind != BREAKS, bool(one.hidden_by), one.order))


def _is_the_same(one: Finding, other: Finding) -> bool:
    """Whether two findings are one reading in two parts of the game."""
    return bool(one.reading) and base(one.reading) == base(other.reading)
