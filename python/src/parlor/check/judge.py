"""Finds what a program gets wrong, the smallest game that shows it, and the rule that it breaks.

All games are played first: those about one rule each, then random ones. Where an answer differs,
the game is cut after that call. Then a reading of a rule is sought that predicts all answers of
such fragments and contradicts no other game, and tested on games drawn after it was found. A
confirmed reading is taken for the program's, and the search goes on with what still differs.
Differences that no reading explains are reported with the lines that run in these games and rarely
in others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from parlor.check import confirm
from parlor.check.evidence import RULES, Evidence
from parlor.check.explain import Explainer, each_once
from parlor.check.finding import BREAKS, DIFFERS, Finding
from parlor.check.game import Answers, Game, difference
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
    question,
    written,
)
from parlor.check.showing import Showing
from parlor.check.shrink import shrunk
from parlor.check.spectrum import Suspect, suspicious
from parlor.check.table import did_not_return

#: The most findings for one file; students begin with these.
_MOST_FINDINGS = 25

#: Findings that break the text and that no reading explains: more are rarely more faults.
_MOST_UNEXPLAINED = 3

#: Scripts that are played in a fresh process each.
_MOST_ALONE = 60

#: Games that are played once more with each text an object of its own.
_MOST_APART = 10

#: The parts of the time after which playing and explaining end; the rest is for the report.
_PLAYED, _EXPLAINED = 0.5, 0.9

#: Games that differ, and others, whose executed lines are compared.
_MOST_FAILING, _MOST_PASSING = 20, 60

#: Games that differ and are cut in one round.
_MOST_CUT = 250

#: Rolls and pushes of a game that is explained and shrunk at most.
_LONG = 200

#: Rounds of looking for an explanation.
_MOST_ROUNDS = 30

#: The hint of a finding that other games lead to.
_SHARED = (
    "A game leaves something behind that shows in the next one. Each object has to keep a game of "
    "its own, in self and not in the class or the module."
)

_IDENTITY = (
    "A name that is put together while the program runs, as input() gives it, is not taken for the "
    "equal one that is written in the file. Compare with == and not with `is`. It shows in"
)

_AT_ONCE_MIXED = (
    "Two games that are played at once are mixed up: what is done in one shows in the other. Each "
    "object has to keep a game of its own, in self and not in the class or the module."
)


class Judge:
    """Judges one program."""

    def __init__(
        self, game: Game, sandbox: Sandbox, order: Order, budget: Budget | None = None
    ) -> None:
        self._game = game
        #: What is asked, and has not forgotten its answers.
        self.program = Program(sandbox)
        self._order = order
        self.budget = budget or Budget(order.seconds, sandbox.times)
        self._evidence = Evidence(game, self.program, lambda: self._is_over)
        self._explainer = Explainer(self._evidence)
        self._source = random.Random(order.seed)
        #: The readings that the program is taken to have, and the games drawn later that show each.
        self._readings: frozenset[str] = RULES
        self._given: dict[str, list[Script]] = {}
        #: What showed each of them first.
        self._led: dict[str, list[Script]] = {}
        #: The readings in whose words the games of every rule were played anew.
        self._translated: set[frozenset[str]] = set()
        #: A script that shows that games played at once are mixed up.
        self._mixed: Script = ()
        self.findings: list[Finding] = []
        #: Games that were played, those that were to be, and how few of them show little.
        self.games = 0
        self.wanted = 0
        self.few = 0
        #: The part of the time after which something was left out, if any was.
        self.cut_after: float | None = None

    def judge(self) -> None:
        """Play, explain and report, while there is time."""
        if self._is_unsteady():
            return
        self._play()
        self._explain_all()
        self._confirm()
        self._cut(_EXPLAINED)
        self._report()
        self._repeat()
        self._look_at_identity()
        self._cut(1.0)
        self.findings.sort(key=lambda one: (one.kind != BREAKS, one.order))

    @property
    def _is_over(self) -> bool:
        """Whether nothing more is played to explain what differs."""
        return self.budget.is_over(_EXPLAINED) or self.program.stops_too_often

    def _cut(self, part: float) -> bool:
        """Whether that part of the time is over, so that something is left out from here on."""
        if self.cut_after is None and self.budget.is_over(part):
            self.cut_after = part
        return self.cut_after == part

    # --- Playing ----------------------------------------------------------------------------

    def _is_unsteady(self) -> bool:
        """Whether the same calls get other answers; if only after other games, play each alone."""
        script = self._game.examples()[-1]
        alone = self.program.alone(script)
        if has_stopped(alone):
            return False
        again = self.program.alone(script)
        if alone != again:
            at = difference(alone, again)
            hint = "The same calls get other answers each time."
            got, expected = (at.got, at.expected) if at else ("", "")
            self.findings = [replace(Finding.of_file(hint, got, expected), calls=script)]
            return True
        for other in self._game.examples():
            self.program.again(other)
        self.program.is_forgetful = again == self.program.again(script)
        return False

    def _play(self) -> None:
        """Play the games of every rule, and random ones between them, and keep all answers.

        Where the time is not enough for all, each kind has had its share of half of it.
        """
        directed = self._directed()
        drawn = self._order.games if self.program.is_forgetful else 0
        self.wanted = len(directed) + self._order.games
        self.few = len(directed) + self._order.games // 10
        for script in _mixed([directed, [self._drawn() for _ in range(drawn)]]):
            if self._cut(_PLAYED) or self.program.stops_too_often:
                return
            self._evidence.games.append(script)
            self.program.answers(script)
            self.games += 1

    def _directed(self) -> list[Script]:
        """The texts' examples, and the games of every rule in any order."""
        scripts = list(self._game.directed())
        if self._order.strictness is Strictness.EVERYTHING:
            scripts += self._game.unasked
        random.Random(0).shuffle(scripts)
        scripts = self._game.examples() + scripts
        if self.program.is_forgetful:
            return scripts
        # A fresh process a game is slow: those of two games, for the fault, and some of one, of
        # all lengths, for other faults.
        several = [script for script in scripts if len(games_in(script)) > 1][:_MOST_ALONE]
        single = [script for script in scripts if len(games_in(script)) < 2]
        each = len(single) // max(1, _MOST_ALONE - len(several)) + 1
        return several + single[::each]

    def _drawn(self) -> Script:
        """A random game."""
        return self._game.drawn(self._source)

    def _translate(self) -> bool:
        """Play the games that the readings lead astray in such words that they go as they should.

        What is wrong further on shows only in these; whether there are any new ones.
        """
        readings = self._game.of_model(self._readings)
        if readings in self._translated or not readings:
            return False
        self._translated.add(readings)
        number = len(self._evidence.games)
        for script in self._game.directed():
            if self._is_over:
                break
            if difference(self._game.answers(script), self._game.answers(script, readings)):
                translated = self._game.retold(script, readings)
                if translated != script:
                    self._evidence.games.append(translated)
        return len(self._evidence.games) > number

    # --- Explaining -------------------------------------------------------------------------

    def _explain_all(self) -> None:
        """Look for a reading of what differs, again and again, until none is found."""
        for _ in range(_MOST_ROUNDS):
            fragments = self._fragments()
            is_over = self._explainer.is_over()
            if is_over or not ((fragments and self._explain(fragments)) or self._translate()):
                return

    def _fragments(self) -> list[Script]:
        """Games that differ from what the program is taken for, cut where they do."""
        differing = [
            one for one in self._evidence.games if not self._evidence.agrees(one, self._readings)
        ]
        differing.sort(key=length)
        half = _MOST_CUT // 2
        # The shortest, and some of all lengths.
        rest = differing[half:]
        chosen = differing[:half] + rest[:: len(rest) // half + 1]
        fragments = []
        for script in chosen:
            fragment = self._evidence.fragment(script, self._readings)
            if self._is_mixed_up(fragment):
                self._mixed = self._mixed or fragment
            else:
                fragments.append(fragment)
        return each_once(fragments)

    def _is_mixed_up(self, script: Script) -> bool:
        """Whether each game of a script is answered well by itself, and not beside the others."""
        return is_interleaved(script) and (
            bool(self._mixed)
            or all(self._evidence.agrees(game, self._readings) for game in games_of(script))
        )

    def _explain(self, fragments: list[Script]) -> bool:
        """Find more readings, or one in place of another; whether there is something new."""
        if self._never_plays():
            return False
        fragments = [one for one in fragments if length(one) <= _LONG]
        found = self._explainer.found_in(fragments, self._readings)
        for reading in found:
            if self._is_wanted(reading, fragments):
                self._take_or_join(reading, fragments)
        if found:
            return True
        for earlier in sorted(self._readings):
            beside = self._readings - {earlier}
            for reading in self._explainer.found_in(fragments, beside, self._readings)[:1]:
                shown = [*self._led[earlier], *fragments]
                self._take(reading, beside, shown)
                return True
        for earlier in sorted(self._readings):
            led = self._led[earlier]
            narrower = self._explainer.narrowed(earlier, led, fragments, self._readings)
            if narrower is not None:
                self._take(narrower, self._readings - {earlier}, [*led, *fragments])
                return True
        return self._drop_what_is_wrong(fragments)

    def _never_plays(self) -> bool:
        """Whether the program ends in an error before the first roll or push of each game."""
        firsts = [self._evidence.fragment(one, RULES) for one in self._game.examples()]
        return all(
            length(one) == 0 and did_not_return(self.program.answers(one)[-1][0]) for one in firsts
        )

    def _is_wanted(self, reading: Reading, fragments: list[Script]) -> bool:
        """Whether a reading gives fragments that those found before it do not."""
        readings = self._readings | {reading.name}
        return any(
            self._evidence.agrees(one, readings) and not self._evidence.agrees(one, self._readings)
            for one in fragments
        )

    def _take_or_join(self, reading: Reading, fragments: list[Script]) -> None:
        """Take a reading, if possible as one with what is taken of it for other values."""
        joined = self._explainer.joined(reading, self._readings)
        if joined is not None:
            both, earlier = joined
            self._take(both, self._readings - {earlier}, [*self._led[earlier], *fragments])
            if both.name in self._readings:
                return
        self._take(reading, self._readings, fragments)

    def _take(self, reading: Reading, beside: frozenset[str], fragments: list[Script]) -> None:
        """Try a reading on all games and some drawn now, and take the program for what stands."""
        name, readings = reading.name, beside | {reading.name}
        if not self._explainer.is_free_of_all(reading, beside, self._readings):
            self._explainer.refute(name, [], self._readings)
            return
        led = [one for one in fragments if self._evidence.agrees(one, readings)]
        trial = self._tried(name, readings, led)
        if trial.against is not None:
            self._evidence.games.append(trial.against)
            wider = self._explainer.widened(reading, trial.against, beside)
            if trial.is_narrow and wider is not None:
                self._explainer.refute(name, [], self._readings)
                self._take(wider, beside, [*fragments, trial.against])
            else:
                self._explainer.refute(name, led, self._readings)
            return
        self._evidence.games += trial.others
        self._given[name], self._led[name] = trial.given, sorted(led, key=length)
        self._readings = readings
        self._fold(name)

    def _tried(self, name: str, readings: frozenset[str], led: list[Script]) -> confirm.Trial:
        """One of some readings, tried on games drawn now."""
        return confirm.tried(self._evidence, name, readings, led, self._drawn, self._source)

    def _confirm(self) -> None:
        """Draw more games for the readings that few were found for, as others were not yet known.

        One that then has too few is no explanation.
        """
        for name in sorted(self._readings):
            given = [one for one in self._given[name] if self._is_given(one, name)]
            if len(given) < confirm.ENOUGH:
                trial = self._tried(name, self._readings, self._led[name])
                given += trial.given if trial.against is None else []
            self._given[name] = each_once(given)
        for name in sorted(self._readings):
            if len(self._given[name]) < confirm.FEWEST:
                self._readings -= {name}

    def _fold(self, newest: str) -> None:
        """Leave out what the newest reading explains as well."""
        for name in sorted(self._readings - {newest}):
            fewer = self._readings - {name}
            if all(
                self._evidence.agrees(script, fewer)
                for script in [*self._given[name], *self._evidence.games]
                if self._evidence.agrees(script, self._readings)
            ):
                self._readings = fewer

    def _drop_what_is_wrong(self, fragments: list[Script]) -> bool:
        """Take back a reading that what is left speaks against; whether there was one.

        The last one that foretells what does not happen, or holds where its condition does not:
        then one with a wider condition may take its place.
        """
        for name in reversed(list(self._led)):
            if name not in self._readings:
                continue
            without = self._readings - {name}
            narrow = [
                one
                for one in fragments
                if base(name) != name and self._evidence.agrees(one, without | {base(name)})
            ]
            if not narrow and not any(self._evidence.agrees(one, without) for one in fragments):
                continue
            self._explainer.refute(name, [], without)
            reading = self._explainer.found[name]
            wider = self._explainer.widened(reading, narrow[0], without) if narrow else None
            if wider is not None:
                self._take(wider, without, [*self._led[name], *fragments])
            self._readings -= {name}
            return True
        return False

    # --- Reporting --------------------------------------------------------------------------

    def _report(self) -> None:
        """A finding for each reading, and for each kind of fragment that none explains."""
        scripts = sorted(self._evidence.games, key=_size)
        for name in sorted(self._readings):
            reading = self._explainer.found[name]
            mine = sorted([*self._led[name], *self._given[name]], key=_size)
            finding = self._showing().smallest(reading, [*mine, *scripts])
            # What another fault hides shows once that is mended.
            if finding is not None:
                self.findings.append(replace(finding, games=len(self._given[name])))
        if self._mixed:
            found = self._evidence.difference(self._mixed, self._readings)
            if found is not None:
                finding = replace(Finding.of(self._mixed, found), explanation=_AT_ONCE_MIXED)
                self.findings.append(finding)
        self.findings = _one_a_rule(self.findings) + self._unexplained()
        del self.findings[_MOST_FINDINGS:]

    def _is_given(self, script: Script, name: str) -> bool:
        """Whether the readings give every answer of a game in which one of them changes any."""
        return self._evidence.agrees(script, self._readings) and self._evidence.matters(
            script, name, self._readings
        )

    def _unexplained(self) -> list[Finding]:
        """The smallest fragment of each kind that no reading explains.

        Where one of them breaks the text what only differs is left out: a program that is
        not understood may do so for the same reason. So may those that run the same lines.
        """
        kinds: dict[tuple[str, ...], list[Script]] = {}
        for fragment in sorted(self._fragments(), key=_size):
            kinds.setdefault(self._evidence.looks(fragment, self._readings), []).append(fragment)
        breaking: list[Finding] = []
        differing: list[Finding] = []
        for kind, fragments in sorted(kinds.items(), key=lambda one: length(one[1][0])):
            finding = self._of_kind(kind, fragments)
            if finding is None:
                continue
            known = breaking if finding.kind == BREAKS else differing
            if not any(_is_the_same(finding, one) for one in known):
                known.append(finding)
        return breaking[:_MOST_UNEXPLAINED] or differing

    def _of_kind(self, kind: tuple[str, ...], fragments: list[Script]) -> Finding | None:
        """What the smallest of these shows that differs from the rules themselves."""

        def shows(script: Script) -> bool:
            return (
                not self.budget.is_over()
                and self._evidence.looks(script, self._readings) == kind
                and not self._evidence.agrees(script)
            )

        for fragment in fragments:
            if not shows(fragment):
                continue
            # One that takes so many calls to show takes them all.
            script = shrunk(fragment, shows) if length(fragment) <= _LONG else fragment
            found = self._showing().beyond(script)
            if found is None:
                continue
            rule, is_open = self._evidence.rule_at(script, self._readings)
            finding = replace(Finding.of(script, found), suspects=self._suspects(fragments))
            return replace(finding, rule=rule, kind=DIFFERS if is_open and rule else BREAKS)
        return None

    def _suspects(self, fragments: list[Script]) -> tuple[Suspect, ...]:
        """The lines that run where these games differ, and rarely elsewhere.

        Compared are games whose last call is of one method, as other methods run other lines.
        """
        [(method, _)] = Counter(one[-1][0] for one in fragments).most_common(1)
        agreeing = [one for _, one in self._evidence.agreeing(self._readings, None)]
        passing = [one for one in agreeing if one[-1][0] == method]
        random.Random(0).shuffle(passing)
        failing = [one for one in fragments if one[-1][0] == method]
        lines = self.program.lines
        return tuple(
            suspicious(map(lines, failing[:_MOST_FAILING]), map(lines, passing[:_MOST_PASSING]))
        )

    def _repeat(self) -> None:
        """Replay each finding in a fresh process: it must hold there, too."""
        kept = []
        for finding in self.findings:
            answers, alone = self.program.answers(finding.calls), self.program.alone(finding.calls)
            if has_stopped(answers):
                # With all the time that a call may take it may come to an end.
                kept += [finding] if has_stopped(alone) else []
            elif alone == answers and difference(self._game.answers(finding.calls), alone):
                kept.append(finding)
            elif not self._mixed and not any(one.explanation.startswith(_SHARED) for one in kept):
                kept.append(self._after_another(finding))
        self.findings = kept

    def _look_at_identity(self) -> None:
        """Whether the same texts get other answers where they are not the same objects.

        A program that keeps nothing from game to game plays them in the process that it has; only
        what it then answers otherwise is compared in fresh ones, which are slow to start.
        """
        for script in [*self._game.examples(), *self._evidence.games[:_MOST_APART]]:
            known = self.program.answers(script)
            if has_stopped(known) or self.budget.is_over():
                continue
            if self.program.is_forgetful and self.program.apart(script) == known:
                continue
            at = difference(self.program.alone(script), self.program.apart_alone(script))
            if at is not None:
                hint = f"{_IDENTITY} {question(script[: at.step + 1], at.place)}."
                self.findings.append(Finding.of_file(hint, at.got, at.expected))
                return

    def _after_another(self, finding: Finding) -> Finding:
        """A finding that another game leads to; with that game, if one of the examples does."""
        shared = replace(finding, rule=None, kind=BREAKS, explanation=_SHARED, reading="")
        for before in [*self._game.examples(), *self._evidence.games[:_MOST_ALONE]]:
            script = (*before, *finding.calls)
            if self._is_wrong_together(script):
                script = shrunk(
                    script, lambda one: not self.budget.is_over() and self._is_wrong_together(one)
                )
                found = difference(self._game.answers(script), self.program.alone(script))
                return replace(Finding.of(script, found), explanation=_SHARED) if found else shared
        return replace(shared, explanation=f"{_SHARED} Which game does is not found.")

    def _is_wrong_together(self, script: Script) -> bool:
        """Whether the program errs on a script, and on none of its games by itself."""
        return self._is_wrong_alone(script) and not any(
            self._is_wrong_alone(game) for game in games_of(script)
        )

    def _is_wrong_alone(self, script: Script) -> bool:
        """Whether the program errs on a script when it has played nothing before."""
        return difference(self._game.answers(script), self.program.alone(script)) is not None

    def given(self, finding: Finding) -> Answers:
        """What the program answers."""
        return self.program.answers(finding.calls)

    def _showing(self) -> Showing:
        """What shows the readings that the program is taken to have by now."""
        return Showing(self._evidence, self.budget, self._readings)


def _size(script: Script) -> tuple[int, bytes]:
    """The shortest first, and of those of one length always the same: of A and B, if there is."""
    return length(script), written(script)


def _is_the_same(one: Finding, other: Finding) -> bool:
    """Whether two findings show alike, or run the same suspicious lines."""
    lines, others = ({(it.file, it.line) for it in each.suspects} for each in (one, other))
    return (one.rule, one.manner) == (other.rule, other.manner) or bool(lines & others)


def _one_a_rule(findings: list[Finding]) -> list[Finding]:
    """Where the text leaves room, what is read otherwise of one rule is one finding."""
    kept: dict[object, list[Finding]] = {}
    for number, finding in enumerate(findings):
        kept.setdefault(finding.rule if finding.kind == DIFFERS else number, []).append(finding)
    return [_together(sorted(several, key=lambda one: one.length)) for several in kept.values()]


def _together(findings: list[Finding]) -> Finding:
    """The first of these, with the hints of the others."""
    first, *others = findings
    hints = "; ".join(one.explanation for one in findings)
    return replace(first, explanation=hints, others=tuple(one.reading for one in others))


def _mixed(kinds: list[list[Script]]) -> Iterator[Script]:
    """The scripts of several lists, of each as many as it has more than others."""
    placed = [
        ((number + 0.5) / len(scripts), script)
        for scripts in kinds
        for number, script in enumerate(scripts)
    ]
    return (script for _, script in sorted(placed, key=lambda one: one[0]))
