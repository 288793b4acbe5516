"""Shows the progress of a check on standard error."""

from __future__ import annotations

import sys
import time

from parlor.check.table import printable

#: Characters of a line that goes away again, which a terminal is wide at least: a longer one would
#: leave its beginning behind.
_WIDTH = 79

#: Seconds after which something is printed in any case where lines stay, as in the log of a run.
SILENCE_SECONDS = 10.0


class Progress:
    """A line that changes on a terminal; elsewhere a line for each file that is done."""

    def __init__(self, files: int, *, is_line: bool = True, is_log: bool = True) -> None:
        """Of this many files; `is_line` and `is_log` allow each of both."""
        self._files = files
        # Where standard error is closed, there is none.
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._is_line = is_line and is_terminal and files > 1
        self._is_log = is_log and not is_terminal and sys.stderr is not None
        self._begun = self._printed_at = time.monotonic()
        self._shown = 0

    def begin(self, number: int, file: str) -> None:
        """The file whose report is next."""
        if self._is_line:
            words = printable(f"{number + 1} of {self._files}: {file}")
            words = words if len(words) < _WIDTH else f"{words[: _WIDTH - 4]}..."
            self._shown = len(words)
            print(words, end="", file=sys.stderr, flush=True)

    def wait(self, number: int, file: str) -> None:
        """It is not there yet."""
        now = time.monotonic()
        if self._is_log and now - self._printed_at >= SILENCE_SECONDS:
            self._printed_at = now
            words = f"{number} of {self._files} after {now - self._begun:.0f} s, waiting for {file}"
            print(printable(words), file=sys.stderr, flush=True)

    def end(self) -> None:
        """What was shown goes away."""
        if self._shown:
            print(f"\r{' ' * self._shown}\r", end="", file=sys.stderr, flush=True)
            self._shown = 0

    def done(self, number: int, file: str) -> None:
        """Its report is there."""
        self.end()
        if self._is_log and self._files > 1:
            self._printed_at = time.monotonic()
            print(printable(f"{number + 1} of {self._files}: {file}"), file=sys.stderr, flush=True)
