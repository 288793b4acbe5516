"""The report on a file, as JSON and as text for a terminal."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from parlor.check.board import Board
from parlor.check.finding import BREAKS, DIFFERS, Finding
from parlor.check.jail import DOORS
from parlor.check.rules import RULES
from parlor.check.table import printable

RIGHT, TOO_SLOW, BROKEN, COULD_NOT_RUN = "right", "too-slow", "broken", "could-not-run"

_WIDTH = 90


@dataclass(frozen=True)
class Report:
    """One file and one game."""

    #: As it was named.
    file: str
    #: `ludo` or `kuba`; None for a file that could not be run.
    game: str | None = None
    findings: tuple[Finding, ...] = ()
    #: Why it could not be run, or the empty string.
    refusal: str = ""
    #: Whether that is the checker's own fault.
    is_failure: bool = False
    #: What the file does that is no fault, such as printing, in sentences.
    remarks: tuple[str, ...] = ()
    #: Games played, and how many would have been if there were time.
    games: int = 0
    wanted: int = 0
    #: What cut the check short, or the empty string.
    cut: str = ""
    #: Whether too few games were played for a verdict.
    is_hurried: bool = False
    #: What this system does not shut, by the names in `jail.DOORS`.
    open_doors: tuple[str, ...] = ()
    #: The boards of each finding.
    boards: tuple[tuple[Board, ...], ...] = field(default=(), repr=False)

    @property
    def verdict(self) -> str:
        """`right`, `differs`, `broken`, `could-not-run`, or `too-slow` after too few games."""
        if self.refusal:
            return COULD_NOT_RUN
        if any(finding.kind == BREAKS for finding in self.findings):
            return BROKEN
        if self.is_hurried:
            return TOO_SLOW
        return DIFFERS if self.findings else RIGHT

    def to_json(self) -> dict[str, Any]:
        """As docs/check.md has it; `games` and `wanted` show how far `right` goes."""
        is_slow = self.verdict == TOO_SLOW
        verdict = COULD_NOT_RUN if is_slow else self.verdict
        fields: dict[str, Any] = {"file": self.file, "game": self.game, "verdict": verdict}
        if is_slow:
            fields["reason"], fields["message"] = TOO_SLOW, f"too slow: {self._played()}"
        elif self.cut:
            fields["message"] = self._played()
        if self.refusal:
            fields["message"] = self.refusal
        else:
            fields["games"], fields["wanted"] = self.games, self.wanted
        fields["findings"] = [_finding(finding) for finding in self.findings]
        fields["remarks"] = list(self.remarks)
        if self.open_doors:
            fields["open_doors"] = list(self.open_doors)
        return fields

    def to_text(self) -> str:
        """For a terminal."""
        lines = [f"{printable(self.file)}: {self.headline()}"]
        for number, finding in enumerate(self.findings, 1):
            boards = self.boards[number - 1] if number <= len(self.boards) else ()
            lines += ["", *_paragraph(number, finding, boards, os.path.basename(self.file))]
        for remark in self.remarks:
            lines += ["", *_wrapped(f"Remark: {remark}")]
        return "\n".join(lines)

    def to_row(self, width: int) -> str:
        """A line of a table, with this many columns for the file's name."""
        rules = " ".join(labels(self.findings))
        played = self._played() if self.wanted else ""
        head = f"{printable(self.file).ljust(width)}  {self.game or '-':4}  {self.verdict:13}"
        details = "; ".join(filter(None, (rules, self.refusal, played)))
        return f"{head}  {details}".rstrip()

    def headline(self) -> str:
        """The verdict in a sentence."""
        if self.refusal:
            return f"could not be run: {self.refusal}"
        breaks = sum(finding.kind == BREAKS for finding in self.findings)
        differs = len(self.findings) - breaks
        room = f"{_count(differs, 'difference')} where the text leaves room"
        played = f"; {self._played()}" if self.wanted else ""
        if breaks:
            beside = f", and {room}" if differs else ""
            return f"breaks the text: {_count(breaks, 'finding')}{beside}{played}"
        if self.is_hurried:
            beside = f"; {room}" if differs else ""
            return f"too slow to be judged: {self._played()}{beside}"
        if differs:
            return f"keeps the text, with {room}{played}"
        return f"right{played}"

    def _played(self) -> str:
        """How many games were played, and why no more."""
        only = "only " if self.is_hurried else ""
        return f"{only}{self.games} of {self.wanted} games played{self.cut}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _finding(finding: Finding) -> dict[str, Any]:
    """A finding as JSON."""
    return {
        "rule": finding.rule,
        "kind": finding.kind,
        "script": finding.script,
        "got": finding.got,
        "expected": finding.expected,
        "question": finding.question,
        "length": finding.length,
        "message": heading(finding),
        "hint": finding.explanation,
        "explained": finding.is_explained,
        "games": finding.games,
        "lines": [
            {"file": one.file, "number": one.line, "text": one.text, "score": round(one.score, 4)}
            for one in finding.suspects
        ],
        "line": asdict(finding.line) if finding.line else None,
    }


def labels(findings: Iterable[Finding]) -> list[str]:
    """The rules of findings; `L-9?` where one is only at work, and `-` for what belongs to none."""
    return list(dict.fromkeys(_label(finding) for finding in findings))


def _label(finding: Finding) -> str:
    if finding.rule is None:
        return "-"
    return finding.rule if finding.is_explained else f"{finding.rule}?"


def heading(finding: Finding) -> str:
    """What it is about: the rule in plain words."""
    if finding.rule is None:
        return finding.explanation or "The program stops where it should answer."
    if not finding.is_explained:
        return (
            "No known way to read one rule gives the answers of your program. The rule at work "
            f"where they first differ is {finding.rule}; the cause may be another."
        )
    return RULES[finding.rule].words


def wording(finding: Finding) -> str:
    """What the assignment says about the rule, where that is known to be the one."""
    return RULES[finding.rule].text if finding.rule and finding.is_explained else ""


def likely(finding: Finding) -> str:
    """What lies behind it, as far as that is known."""
    if finding.rule is None or not finding.explanation:
        return ""
    words = f"Your program answers as one in which {finding.explanation}."
    if finding.games:
        words += (
            f" This gives every answer of {_count(finding.games, 'more game')} in which your "
            "program and the rules differ."
        )
    return words


def suspicion(finding: Finding, main: str) -> tuple[str, list[str]]:
    """A heading for the lines of a finding, and these with their places."""
    lines = [f"{_place(one.file, one.line, main)}:  {one.text}" for one in finding.suspects]
    return "Lines that run in games that differ, and rarely in others:", lines


def stop(finding: Finding, main: str) -> str:
    """The line at which an error was raised, or a call did not end; empty if there is none."""
    line = finding.line
    return f"{_place(line.file, line.number, main)}:  {line.text}" if line else ""


def _place(file: str, number: int, main: str) -> str:
    """A line in the words of an answer; of the program itself the file is known."""
    return f"line {number}" if file == main else f"{printable(file)}, line {number}"


def _paragraph(number: int, finding: Finding, boards: tuple[Board, ...], main: str) -> list[str]:
    """A finding on a terminal; `main` is the name of the program's file."""
    kind = "breaks the text" if finding.kind == BREAKS else "differs where the text leaves room"
    lines = [f"{number}. {_label(finding)}  {kind}", *_wrapped(heading(finding))]
    lines += _wrapped(wording(finding))
    if finding.calls:
        lines += ["", *textwrap.indent(finding.script, "       ").split("\n"), ""]
    lines.append(f"   your program:  {finding.got}")
    if words := stop(finding, main):
        lines.append(f"                  {words}")
    lines.append(f"   the rules:     {finding.expected}")
    if boards:
        lines += ["", *_side_by_side(boards)]
    if finding.suspects:
        words, places = suspicion(finding, main)
        lines += ["", *_wrapped(words), "", *(f"       {place}" for place in places)]
    if words := likely(finding):
        lines += ["", *_wrapped(words)]
    return lines


def _wrapped(words: str) -> list[str]:
    return textwrap.wrap(words, _WIDTH, initial_indent="   ", subsequent_indent="   ")


def _side_by_side(boards: tuple[Board, ...]) -> list[str]:
    """Small boards in columns under their captions."""
    columns = [[one.caption, *one.text.split("\n")] for one in boards]
    widths = [max(map(len, column)) for column in columns]
    height = max(map(len, columns))
    rows = []
    for at in range(height):
        cells = [
            (column[at] if at < len(column) else "").ljust(width)
            for column, width in zip(columns, widths)
        ]
        rows.append(("   " + "    ".join(cells)).rstrip())
    return rows


def open_doors(reports: Iterable[Report]) -> list[str]:
    """A line for each thing that no program was kept from, as docs/check.md names it."""
    found = {name for report in reports for name in report.open_doors}
    if not found:
        return []
    lines = ["What this system does not keep a program from:"]
    return lines + [f"  {name}: {words}" for name, words in DOORS.items() if name in found]


def width(files: Iterable[str]) -> int:
    """Columns for the names of files in a table."""
    return max((len(printable(file)) for file in files), default=0)
