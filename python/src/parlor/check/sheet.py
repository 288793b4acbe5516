"""The reports as CSV for a spreadsheet, one row per file."""

from __future__ import annotations

import csv
import unicodedata
from typing import TextIO

from parlor.check.finding import BREAKS
from parlor.check.output import Output
from parlor.check.report import Report, heading
from parlor.check.table import printable

COLUMNS = (
    "file",
    "game",
    "verdict",
    "breaks",
    "differs",
    "rules",
    "games",
    "wanted",
    "first",
    "message",
)

#: What a spreadsheet takes for the beginning of a formula.
_BEGINNINGS = "=+-@"


class Sheet:
    """Rows that are written as soon as they are there."""

    def __init__(self, out: Output | TextIO) -> None:
        self._out = out
        self._rows = csv.writer(out)
        self._rows.writerow(COLUMNS)
        out.flush()

    def add(self, report: Report) -> None:
        """The row of a file and game."""
        breaks = sum(finding.kind == BREAKS for finding in report.findings)
        rules = dict.fromkeys(finding.rule for finding in report.findings if finding.rule)
        self._rows.writerow(
            [
                harmless(report.file),
                report.game or "",
                report.verdict,
                breaks,
                len(report.findings) - breaks,
                " ".join(rules),
                report.games,
                report.wanted,
                harmless(heading(report.findings[0])) if report.findings else "",
                harmless(report.headline()),
            ]
        )
        self._out.flush()


def harmless(text: str) -> str:
    """The text in plain characters, and such that no spreadsheet computes it.

    A student chooses the names of files. An apostrophe before what begins as a formula makes it a
    text; forms of the same character that some spreadsheets take for it count as well.
    """
    shown = printable(text)
    begins = unicodedata.normalize("NFKC", shown.lstrip()[:1])
    return f"'{shown}" if begins and begins in _BEGINNINGS else shown
