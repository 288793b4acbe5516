"""How well a report on a program of the corpus agrees with the record of its faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from corpus import Checked, Program, Told, base_of
from corpus_games import NUMBER, games
from in_process import InProcess
from parlor.check.game import Answers, difference
from parlor.check.script import Script
from parlor.check.table import ENDLESS

#: Games by which an explanation is held against a fault, and how many of 100 must be as it says.
ENOUGH, WANTED = 100, 95

#: Games in which a program may hang before no more are played.
_MOST_ENDLESS = 20

#: What the base does itself, where the text leaves room.
BASE = "the base"

#: What stands in a report for an object of the program's own.
_PLAYER = "a player"

#: Explanations that a person judged true where the measure does not: by the names of the program
#: and the reading the reason.
JUDGED_TRUE: dict[tuple[str, str], str] = {}

#: What a report adds to an error.
_LINE = re.compile(r" \(line \d+\)$")

#: A game, and a program's answers.
Case = tuple[Script, Answers]


@dataclass(frozen=True)
class FindingScore:
    """One finding, held against the record."""

    rule: str | None
    kind: str
    #: The reading that explains it, or the empty string; and what the report says about it.
    reading: str
    words: str
    #: The shown script, or the empty string; and the answer that the report gives.
    script: str
    got: str
    #: Whether it breaks the text and the record does not bear that out. In a right program each
    #: such finding does; in a faulty one that which shows, in its script, what the base does, too.
    is_false_break: bool
    #: Whether the explanation is true: `_explains` says what that is. None without one.
    is_true: bool | None
    #: The fault that the explanation comes nearest to, and in how many of how many games.
    nearest: str
    agreed: int
    played: int
    #: The faults without which the shown script has another answer.
    shows: tuple[str, ...]
    #: Whether the script prints what the report says.
    is_shown: bool


@dataclass(frozen=True)
class Score:
    """One program."""

    name: str
    half: str
    verdict: str
    games: int
    seconds: float
    faults: tuple[str, ...]
    findings: tuple[FindingScore, ...]
    #: Whether it is faulty and the report says `right` or `differs`.
    is_false_pass: bool
    #: The faults that some explanation is true for, and those that some script shows.
    explained: tuple[str, ...]
    shown: tuple[str, ...]


@dataclass(frozen=True)
class Figures:
    """All programs together."""

    programs: int
    faulty: int
    false_passes: int
    false_breaks: int
    #: Programs that were not judged at all.
    not_run: int
    #: Findings; those that a reading explains; those of them that are true.
    findings: int
    explained: int
    true: int
    #: The same of those that break the text, in faulty programs.
    breaks: int
    breaks_explained: int
    breaks_true: int
    #: Recorded faults; those that a true explanation tells, or else a script shows.
    faults: int
    faults_explained: int
    faults_shown: int
    #: Scripts, and those that print something else than the report says.
    scripts: int
    scripts_otherwise: int
    #: Processor seconds a file.
    median_seconds: float
    most_seconds: float

    def sentence(self) -> str:
        """The figures in words."""
        return (
            f"{self.programs} programs, {self.faulty} of them with {self.faults} faults: "
            f"{self.false_passes} pass falsely, {self.false_breaks} findings are false breaks, "
            f"{self.not_run} programs are not judged; "
            f"{_of(self.explained, self.findings)} findings are explained, "
            f"{_of(self.true, self.explained)} of these true to the record "
            f"(of breaks {_of(self.breaks_explained, self.breaks)}, "
            f"{_of(self.breaks_true, self.breaks_explained)}); "
            f"{_of(self.faults_explained, self.faults)} faults are explained truly, "
            f"{_of(self.faults_shown, self.faults)} shown; "
            f"{_of(self.scripts_otherwise, self.scripts)} scripts print something else; "
            f"{self.median_seconds:.1f} processor seconds a file in the median, "
            f"{self.most_seconds:.1f} at most"
        )


def _of(some: int, all_of_them: int) -> str:
    share = f" ({100 * some / all_of_them:.0f} %)" if all_of_them else ""
    return f"{some} of {all_of_them}{share}"


def figures(scores: Sequence[Score]) -> Figures:
    """All scores together."""
    findings = [one for score in scores for one in score.findings]
    breaks = [
        one for score in scores if score.faults for one in score.findings if one.kind == "breaks"
    ]
    seconds = [score.seconds for score in scores]
    return Figures(
        programs=len(scores),
        faulty=sum(1 for score in scores if score.faults),
        false_passes=sum(score.is_false_pass for score in scores),
        false_breaks=sum(one.is_false_break for one in findings),
        not_run=sum(score.verdict in ("could-not-run", "too-slow") for score in scores),
        findings=len(findings),
        explained=_explained(findings),
        true=_true(findings),
        breaks=len(breaks),
        breaks_explained=_explained(breaks),
        breaks_true=_true(breaks),
        faults=sum(len(score.faults) for score in scores),
        faults_explained=sum(len(score.explained) for score in scores),
        faults_shown=sum(len(score.shown) for score in scores),
        scripts=sum(one.script != "" for one in findings),
        scripts_otherwise=sum(not one.is_shown for one in findings),
        median_seconds=median(seconds) if seconds else 0.0,
        most_seconds=max(seconds, default=0.0),
    )


def _explained(findings: Iterable[FindingScore]) -> int:
    return sum(one.reading != "" for one in findings)


def _true(findings: Iterable[FindingScore]) -> int:
    return sum(one.is_true is True for one in findings)


def table(scores: Iterable[Score]) -> str:
    """A line for each program, and below it one for each finding and each fault not explained."""
    lines = []
    for score in scores:
        is_wrong = "  FALSE PASS" if score.is_false_pass else ""
        lines.append(
            f"{score.name}  {score.verdict}  {score.games} games  {score.seconds:.1f} s{is_wrong}"
        )
        for one in score.findings:
            lines.append(f"    {one.rule or '-':5}{one.kind:8}{_told(one)}")
        for fault in score.faults:
            if fault not in score.explained:
                how = "shown" if fault in score.shown else "NOT FOUND"
                lines.append(f"    fault {how}: {fault}")
    return "\n".join(lines)


def _told(one: FindingScore) -> str:
    """What a finding is worth."""
    words = one.reading or "(unexplained)"
    if one.is_true is not None:
        words += "  true" if one.is_true else "  NOT TRUE"
        words += f", {one.agreed} of {one.played}: {one.nearest}" if one.nearest else ""
    elif one.shows:
        words += f"  shows: {'; '.join(one.shows)}"
    if one.is_false_break:
        words += "  FALSE BREAK"
    return words if one.is_shown else f"{words}  PRINTS OTHERWISE"


def scored(program: Program, report: Checked, of_base: Checked, most: int = NUMBER) -> Score:
    """Hold a report against the record, by at most so many games.

    `of_base` is the report on the right program.
    """
    record = _Record(program, of_base, most)
    findings = tuple(record.finding(one) for one in report.findings)
    return Score(
        program.name,
        program.half,
        report.verdict,
        report.games,
        report.seconds,
        tuple(fault.what for fault in program.faults),
        findings,
        bool(program.faults) and report.verdict in ("right", "differs"),
        tuple(
            fault.what
            for fault in program.faults
            if any(one.is_true and one.nearest == fault.what for one in findings)
        ),
        tuple(
            fault.what
            for fault in program.faults
            if any(fault.what in one.shows for one in findings)
        ),
    )


class _Record:
    """What is known about a program, and the programs with and without its faults."""

    def __init__(self, program: Program, of_base: Checked, most: int) -> None:
        self._program = program
        self._game = program.played
        self._of_base = of_base
        self._whole = self._player(program.source)
        self._right = base_player(base_of(program), most)
        #: What the base does where the text leaves room.
        self._open = of_base.readings
        self._cases: dict[str, list[Case]] = {}

    def _player(self, source: str) -> InProcess:
        return InProcess(source, self._game.class_name)

    def finding(self, told: Told) -> FindingScore:
        """Score one finding."""
        nearest, agreed, played = self._nearest(told) if told.reading else ("", 0, 0)
        is_true: bool | None = None
        if told.reading:
            is_judged = (self._program.name, told.reading) in JUDGED_TRUE
            is_true = is_judged or (played > 0 and 100 * agreed >= WANTED * played)
        return FindingScore(
            told.rule,
            told.kind,
            told.reading,
            told.words,
            told.script,
            told.got,
            told.kind == "breaks" and not self._is_borne_out(told),
            is_true,
            nearest,
            agreed,
            played,
            self._shows(told),
            self._is_shown(told),
        )

    # --- What a script shows ----------------------------------------------------------------

    def _is_borne_out(self, told: Told) -> bool:
        """Whether the program answers otherwise than its base in what is shown."""
        if not self._program.faults:
            return False
        if not told.calls:
            # Of the file as a whole: what is said of the base, too, is no fault.
            return told.words not in [one.words for one in self._of_base.findings]
        return self._shown(self._whole, told) != self._shown(self._right.player, told)

    def _shows(self, told: Told) -> tuple[str, ...]:
        """The faults without which the shown answer is another one.

        Where the others cannot be without it, those that make it another one alone.
        """
        if not told.calls:
            is_one = len(self._program.faults) == 1 and self._is_borne_out(told)
            return tuple(fault.what for fault in self._program.faults if is_one)
        return tuple(
            fault.what for fault in self._program.faults if self._is_shown_by(fault.what, told)
        )

    def _is_shown_by(self, what: str, told: Told) -> bool:
        fault = next(one for one in self._program.faults if one.what == what)
        without = self._program.without(fault)
        if without is not None:
            return self._shown(self._whole, told) != self._shown(self._player(without), told)
        alone = self._player(self._program.only(fault))
        return self._shown(alone, told) != self._shown(self._right.player, told)

    def _shown(self, player: InProcess, told: Told) -> str:
        """What the script of a finding prints."""
        return player.prints(told.script)

    def _is_shown(self, told: Told) -> bool:
        """Whether the script, pasted, prints what the report says."""
        if not told.calls:
            return True
        printed = self._whole.prints(told.script)
        got = _LINE.sub("", told.got)
        return printed == got or (got == _PLAYER and printed.startswith("an object"))

    # --- Whether an explanation is true -----------------------------------------------------

    def _nearest(self, told: Told) -> tuple[str, int, int]:
        """The fault that the reading of a finding fits best, and in how many of how many games.

        The reading, with those that the base has where the text leaves room, is to give every
        answer of the program with this fault alone, in the games in which that and the base differ.
        What the base does itself where the text leaves room counts as a fault of its own.
        """
        readings = self._open | {told.reading}
        found = []
        for fault in self._program.faults:
            cases = self._cases_of(fault.what)
            found.append((self._agreed(cases, readings), len(cases), fault.what))
        if told.kind == "differs" or told.reading in self._open:
            cases = self._right.cases(readings, told.reading)
            found.append((self._agreed(cases, readings), len(cases), BASE))
        if not found:
            return "", 0, 0
        agreed, played, what = max(found, key=lambda one: one[0] / one[1] if one[1] else 0.0)
        return what, agreed, played

    def _agreed(self, cases: Iterable[Case], readings: frozenset[str]) -> int:
        return sum(
            difference(self._game.answers(script, readings), answers) is None
            for script, answers in cases
        )

    def _cases_of(self, what: str) -> list[Case]:
        """The games in which a program with one fault and its base differ, up to enough.

        Those in which the base is not what it is taken for say nothing, if there are others.
        """
        if what not in self._cases:
            fault = next(one for one in self._program.faults if one.what == what)
            player = self._player(self._program.only(fault))
            known: list[Case] = []
            others: list[Case] = []
            endless = 0
            for script in self._right.scripts:
                answers = player.answers(script)
                endless += answers[-1][-1] == ENDLESS
                if self._right.is_different(script, answers):
                    is_known = self._right.is_as_known(script, self._open)
                    (known if is_known else others).append((script, answers))
                if len(known) >= ENOUGH or endless >= _MOST_ENDLESS:
                    break
            self._cases[what] = known or others[:ENOUGH]
        return self._cases[what]


class _Base:
    """A right program, whose answers many are compared with."""

    def __init__(self, program: Program, most: int) -> None:
        self._game = program.played
        self.scripts = games(program.game)[:most]
        self.player = InProcess(program.source, program.played.class_name)
        #: Of each game, for its answers would take much room.
        self._hashes: dict[int, int] = {}
        self._cases: dict[tuple[frozenset[str], str], list[Case]] = {}

    def is_different(self, script: Script, answers: Answers) -> bool:
        """Whether it answers otherwise; which error it is, is not compared."""
        key = id(script)
        if key not in self._hashes:
            self._hashes[key] = hash(str(self.player.answers(script)))
        if self._hashes[key] == hash(str(answers)):
            return False
        return difference(self.player.answers(script), answers) is not None

    def is_as_known(self, script: Script, readings: frozenset[str]) -> bool:
        """Whether it plays as the rules with these readings."""
        right = self._game.answers(script, readings)
        return difference(right, self.player.answers(script)) is None

    def cases(self, readings: frozenset[str], name: str) -> list[Case]:
        """The games, up to enough, that one of its readings changes, up to the call that shows it.

        Those in which the base is not what it is taken for before that call say nothing: where the
        text leaves room it may do what no reading is about.
        """
        if (readings, name) in self._cases:
            return self._cases[readings, name]
        found = self._cases.setdefault((readings, name), [])
        for script in self.scripts:
            with_it = self._game.answers(script, readings)
            at = difference(self._game.answers(script, readings - {name}), with_it)
            if at is None:
                continue
            answers = self.player.answers(script)
            if difference(with_it[: at.step], answers[: at.step]) is None:
                found.append((script[: at.step + 1], answers[: at.step + 1]))
                if len(found) >= ENOUGH:
                    break
        return found


@lru_cache(maxsize=4)
def base_player(program: Program, most: int) -> _Base:
    """The player of a right program, and of at most so many games."""
    return _Base(program, most)
