"""Findings and their kinds."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from parlor.check.game import Difference
from parlor.check.reading import Reading
from parlor.check.script import Script, call, length, program, question
from parlor.check.spectrum import Suspect
from parlor.check.submission import Line
from parlor.check.table import did_not_return

BREAKS, DIFFERS = "breaks", "differs"


@dataclass(frozen=True)
class Finding:
    """One thing that a program does otherwise."""

    #: The rule's id; None for what belongs to no rule.
    rule: str | None
    #: `breaks` the text, or `differs` where the text leaves room.
    kind: str
    #: What the program does, as a sentence; empty where no one reading of a rule gives its answers.
    explanation: str
    #: The reading that gives its answers, or the empty string.
    reading: str
    #: The smallest script that shows it, empty when the file could not be read.
    calls: Script
    #: The call whose answer is another one.
    question: str
    #: What the program gave, and what the rules give.
    got: str
    expected: str
    #: Readings of the same rule that are reported with it.
    others: tuple[str, ...] = ()
    #: Games drawn after the reading was found in which program and rules differ, and in each of
    #: which it gives every answer.
    games: int = 0
    #: Where no reading gives its answers: the lines that run in games that differ, and rarely in
    #: others.
    suspects: tuple[Suspect, ...] = ()
    #: Where the program raised the error, or was when it did not end.
    line: Line | None = None

    @staticmethod
    def of(script: Script, found: Difference) -> Finding:
        """What a script shows; which rule that is, is found out by and by."""
        calls = script[: found.step + 1]
        cell, got, expected = _of_cell(found)
        asked = question(calls, found.place, cell)
        return Finding(None, BREAKS, "", "", calls, asked, got, expected)

    def read_as(self, reading: Reading) -> Finding:
        """The same with what a reading says about it."""
        return replace(
            self,
            rule=reading.rule,
            kind=DIFFERS if reading.is_open else BREAKS,
            explanation=reading.explanation,
            reading=reading.name,
        )

    @property
    def told(self) -> str:
        """The older name of `explanation`."""
        return self.explanation

    @property
    def is_explained(self) -> bool:
        """Whether it is known what the program does, not only where it shows."""
        return bool(self.explanation)

    @staticmethod
    def of_file(hint: str, got: str, expected: str) -> Finding:
        """A finding about the file as a whole."""
        return Finding(None, BREAKS, hint, "", (), "", got, expected)

    @property
    def script(self) -> str:
        """The smallest script as a program."""
        return program(self.calls, self.question or call(self.calls[-1])) if self.calls else ""

    @property
    def length(self) -> int:
        """Rolls, pushes and questions of the script."""
        return length(self.calls)

    @property
    def order(self) -> tuple[int, int]:
        """By the number of the rule, those without one first."""
        return (0, 0) if self.rule is None else (1, number(self.rule))

    @property
    def manner(self) -> tuple[str, str]:
        """The method that answers otherwise, and the error in place of an answer."""
        method = self.question.rpartition("(")[0].rpartition(".")[2]
        error = self.got.partition(":")[0] if did_not_return(self.got) else ""
        return method, error


def number(rule: str) -> int:
    """Of a rule's id."""
    return int(rule.partition("-")[2])


def _of_cell(found: Difference) -> tuple[int, str, str]:
    """Of two boards the first cell that is another one, and what lies there on each."""
    if len(found.expected) != _BOARD or found.expected.count("/") != 6:
        return 0, found.got, found.expected
    expected, got = found.expected.replace("/", ""), found.got.replace("/", "")
    if len(found.got) != _BOARD:
        odd = _ODD_CELL.fullmatch(found.got)
        if odd is None:
            return 0, found.got, found.expected
        cell = int(odd[1]) * 7 + int(odd[2])
        return cell, odd[3], repr(expected[cell])
    cell = next(at for at in range(49) if got[at] != expected[at])
    return cell, repr(got[cell]), repr(expected[cell])


#: What stands for a board of which a cell is no single letter.
_ODD_CELL = re.compile(r"get_marble\(\((\d), (\d)\)\) (.*)")

#: Characters of a board among the answers: 49 cells and six slashes.
_BOARD = 55
