"""What is told about a file: as JSON, and for a person on a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
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
    #: Games played, and how many would have been if there were time.
    games: int = 0
    wanted: int = 0
    #: Why so few could be played that they say little, or the empty string.
    hurry: str = ""
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
        if self.hurry:
            return TOO_SLOW
        return DIFFERS if self.findings else RIGHT

    def to_json(self) -> dict[str, Any]:
        """As docs/check.md has it; `games` and `wanted` say how far `right` goes."""
        is_slow = self.verdict == TOO_SLOW
        verdict = COULD_NOT_RUN if is_slow else self.verdict
        told: dict[str, Any] = {"file": self.file, "game": self.game, "verdict": verdict}
        if is_slow:
            told["reason"], told["message"] = TOO_SLOW, f"too slow: {self._played()}"
        if self.refusal:
            told["message"] = self.refusal
        else:
            told["games"], told["wanted"] = self.games, self.wanted
        told["findings"] = [_finding(finding) for finding in self.findings]
        if self.open_doors:
            told["open_doors"] = list(self.open_doors)
        return told

    def to_text(self) -> str:
        """For a terminal."""
        lines = [f"{printable(self.file)}: {self.headline()}"]
        for number, finding in enumerate(self.findings, 1):
            boards = self.boards[number - 1] if number <= len(self.boards) else ()
            lines += ["", *_paragraph(number, finding, boards)]
        return "\n".join(lines)

    def to_row(self, width: int) -> str:
        """A line of a table, with so many columns for the file's name."""
        rules = " ".join(dict.fromkeys(finding.rule or "-" for finding in self.findings))
        played = self._played() if self.verdict == TOO_SLOW else ""
        head = f"{printable(self.file).ljust(width)}  {self.game or '-':4}  {self.verdict:13}"
        told = "; ".join(filter(None, (rules, self.refusal, played)))
        return f"{head}  {told}".rstrip()

    def headline(self) -> str:
        """The verdict in a sentence."""
        if self.refusal:
            return f"could not be run: {self.refusal}"
        breaks = sum(finding.kind == BREAKS for finding in self.findings)
        differs = len(self.findings) - breaks
        room = f"{_count(differs, 'difference')} where the text leaves room"
        if breaks and differs:
            return f"breaks the text: {_count(breaks, 'finding')}, and {room}"
        if breaks:
            return f"breaks the text: {_count(breaks, 'finding')}"
        if self.hurry:
            beside = f", with {room}" if differs else ""
            return f"too slow to be judged: {self._played()}{beside}"
        if differs:
            return f"keeps the text, with {room}{self._unplayed()}"
        return f"right in all of {self.games} games{self._unplayed()}"

    def _played(self) -> str:
        """How few games were played, and why no more."""
        return f"only {self.games} of {self.wanted} games were played{self.hurry}"

    def _unplayed(self) -> str:
        """How many games the time was enough for, if not for all."""
        if self.games >= self.wanted:
            return ""
        return f"; the time was enough for {self.games} of {self.wanted}"


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
        "hint": finding.told,
        "also": list(finding.also),
        "hidden_by": list(finding.hidden_by),
    }


def heading(finding: Finding) -> str:
    """What it is about: the rule in plain words."""
    if finding.rule is None:
        return finding.told or "The program stops where it should answer."
    return RULES[finding.rule].words


def likely(finding: Finding) -> str:
    """What lies behind it, as far as that is known."""
    if finding.rule is None:
        return ""
    if finding.told:
        return f"Your program answers as one in which {finding.told}."
    return (
        "No one rule read otherwise gives these answers. This is the rule at work where they first "
        "differ; the cause may be another."
    )


def consequences(finding: Finding) -> str:
    """Where else it shows, if that is told nowhere else."""
    return f"Also seen in games about {_listed(finding.also)}." if finding.also else ""


def _listed(rules: tuple[str, ...]) -> str:
    """Ids in a sentence."""
    *others, last = rules
    return f"{', '.join(others)} and {last}" if others else last


def hidden(finding: Finding) -> str:
    """That the script does not show it yet, if so."""
    if not finding.hidden_by:
        return ""
    return (
        f"This shows {giver(finding)}: until then your program goes wrong in this game before it "
        "comes to it."
    )


def giver(finding: Finding) -> str:
    """Who gives what a finding has got."""
    if not finding.hidden_by:
        return "your program"
    are = "is" if len(finding.hidden_by) == 1 else "are"
    return f"once {_listed(finding.hidden_by)} {are} mended"


def _paragraph(number: int, finding: Finding, boards: tuple[Board, ...]) -> list[str]:
    """A finding on a terminal."""
    label = finding.rule or "-"
    kind = "breaks the text" if finding.kind == BREAKS else "differs where the text leaves room"
    lines = [f"{number}. {label}  {kind}", *_wrapped(heading(finding))]
    if finding.rule is not None:
        lines += _wrapped(RULES[finding.rule].text)
    if finding.calls:
        lines += ["", *textwrap.indent(finding.script, "       ").split("\n"), ""]
    if finding.hidden_by:
        lines += [*_wrapped(hidden(finding)), ""]
    givers = f"{giver(finding)}:", "the rules:"
    width = max(map(len, givers))
    for who, answer in zip(givers, (finding.got, finding.expected)):
        lines.append(f"   {who.ljust(width)}  {answer}")
    if boards:
        lines += ["", *_side_by_side(boards)]
    for words in filter(None, (likely(finding), consequences(finding))):
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
