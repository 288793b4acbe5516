"""What was found in a file, and the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass

from parlor.check.game import Difference
from parlor.check.reading import Reading
from parlor.check.script import Script, length, program, question

BREAKS, DIFFERS = "breaks", "differs"


@dataclass(frozen=True)
class Finding:
    """One thing that a program does otherwise."""

    #: The rule's id; None for what belongs to no rule.
    rule: str | None
    #: `breaks` the text, or `differs` where the text leaves room.
    kind: str
    #: What the program does, as a sentence; empty where no one reading of a rule gives its answers.
    told: str
    #: The reading that gives its answers, or the empty string.
    reading: str
    #: The smallest script that shows it, empty when the file could not be read.
    calls: Script
    #: The call whose answer is another one.
    question: str
    #: What the program gave, and what the rules give.
    got: str
    expected: str

    @staticmethod
    def of(
        script: Script,
        found: Difference,
        *,
        rule: str | None,
        kind: str,
        told: str = "",
        reading: str = "",
    ) -> Finding:
        """A finding that a script shows."""
        calls = script[: found.step + 1]
        cell, got, expected = _of_cell(found)
        return Finding(
            rule=rule,
            kind=kind,
            told=told,
            reading=reading,
            calls=calls,
            question=question(calls, found.place, cell),
            got=got,
            expected=expected,
        )

    @staticmethod
    def named(reading: Reading) -> dict[str, str]:
        """What a reading says about a finding."""
        kind = DIFFERS if reading.is_open else BREAKS
        return {"rule": reading.rule, "kind": kind, "told": reading.told, "reading": reading.name}

    @staticmethod
    def of_file(told: str, got: str, expected: str) -> Finding:
        """A finding about the file as a whole."""
        return Finding(None, BREAKS, told, "", (), "", got, expected)

    @property
    def script(self) -> str:
        """The smallest script as a program."""
        return program(self.calls, self.question) if self.calls else ""

    @property
    def length(self) -> int:
        """Rolls, pushes and questions of the script."""
        return length(self.calls)

    @property
    def order(self) -> tuple[int, int]:
        """By the number of the rule, those without one first."""
        return (0, 0) if self.rule is None else (1, int(self.rule.partition("-")[2]))


def _of_cell(found: Difference) -> tuple[int, str, str]:
    """Of two boards the first cell that is another one, and what lies there on each."""
    if len(found.expected) != _BOARD or found.expected.count("/") != 6:
        return 0, found.got, found.expected
    expected = found.expected.replace("/", "")
    got = found.got.replace("/", "")
    if len(found.got) != _BOARD or len(got) != len(expected):
        call, _, what = found.got.partition(")) ")
        row, column = call.partition("((")[2].split(", ")
        cell = int(row) * 7 + int(column)
        return cell, what.replace("returned ", "", 1), repr(expected[cell])
    cell = next(at for at in range(49) if got[at] != expected[at])
    return cell, repr(got[cell]), repr(expected[cell])


#: Characters of a board among the answers: 49 cells and six slashes.
_BOARD = 55
