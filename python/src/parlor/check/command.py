"""The command `parlor-check`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from parlor._native import __version__

_DESCRIPTION = """\
Check programs written after the texts of Ludo and Kuba (LudoGame.py, KubaGame.py): play each one
in a process of its own beside the rules, and show the smallest game that it gets wrong, with the
rule that it breaks."""

_CODES = """\
exit codes: 0 nothing breaks the text (with --strict: no finding at all), 1 findings,
2 bad usage, or a file that could not be run or is too slow to be judged,
3 the checker itself failed; over several files the highest"""

RIGHT, FOUND, UNUSABLE, FAILED = 0, 1, 2, 3

#: Characters of a line of progress.
_WIDTH = 79

#: As shells have it for what Ctrl-C has ended.
STOPPED = 130

_NO_HYPOTHESIS = "parlor-check needs Hypothesis; install it with: pip install 'parlor-games[check]'"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="parlor-check",
        description=_DESCRIPTION,
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a folder of files")
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    parser.add_argument("--html", metavar="FILE", help="also write a page with boards to FILE")
    parser.add_argument(
        "--strict",
        action="store_true",
        help="also ask for what the texts leave open or do not mention, and count it",
    )
    parser.add_argument(
        "--seconds",
        type=_positive,
        default=60.0,
        help="processor time for each file, and as much asleep (default: 60)",
    )
    parser.add_argument(
        "--games", type=_natural, default=1_000, help="random games for each file (default: 1000)"
    )
    parser.add_argument("--seed", type=_natural, default=0, help="of the random games (default: 0)")
    parser.add_argument("--version", action="version", version=f"parlor-check {__version__}")
    return parser


def _positive(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 86_400:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds between 0 and a day")
    return seconds


def _natural(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text} is no whole number from 0 on")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files that the command line names; the exit code."""
    try:
        return _run(_parser().parse_args(arguments))
    except KeyboardInterrupt:
        return STOPPED
    except OSError as error:
        # What is still to be flushed goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            # Whoever read, `head` say, has enough.
            return RIGHT
        print(f"parlor-check: cannot write: {error.strerror}", file=sys.stderr)
        return UNUSABLE
    except Exception:
        traceback.print_exc()
        return FAILED


@contextmanager
def _progress(words: str, files: int) -> Iterator[None]:
    """Tell a person which of several files is looked at, in a line that goes away again."""
    if files < 2 or not sys.stderr.isatty():
        yield
        return
    # As wide as a terminal is at least: a longer line would leave its beginning behind.
    words = words if len(words) < _WIDTH else f"{words[: _WIDTH - 4]}..."
    print(words, end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        print(f"\r{' ' * len(words)}\r", end="", file=sys.stderr, flush=True)


def _run(chosen: argparse.Namespace) -> int:
    """Check, tell, and give the exit code."""
    try:
        import hypothesis  # noqa: F401
    except ImportError:
        print(_NO_HYPOTHESIS, file=sys.stderr)
        return UNUSABLE
    from parlor.check.checker import check
    from parlor.check.files import files
    from parlor.check.finding import BREAKS
    from parlor.check.order import Order, Strictness
    from parlor.check.page import page
    from parlor.check.report import COULD_NOT_RUN, TOO_SLOW, Report, width
    from parlor.check.table import printable

    # A name of a file may be no text at all; it is told as well as that goes.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    strictness = Strictness.EVERYTHING if chosen.strict else Strictness.TEXTS
    order = Order(chosen.seconds, chosen.games, chosen.seed, strictness)
    reports: list[Report] = []
    is_stopped = False
    found = [(path, file) for path in chosen.paths for file in files(path) or [""]]
    columns = width(file or path for path, file in found)
    is_table = all(map(os.path.isdir, chosen.paths))

    def tell(report: Report, path: str) -> None:
        # As soon as it is there: whatever the next file does, this one is told.
        reports.append(report)
        if chosen.json:
            before = ", " if len(reports) > 1 else ""
            print(before + json.dumps(report.to_json()), end="", flush=True)
        elif is_table:
            print(report.to_row(columns), flush=True)
        elif not os.path.isdir(path):
            print(report.to_text(), end="\n\n", flush=True)

    if chosen.json:
        print("[", end="", flush=True)
    try:
        for number, (path, file) in enumerate(found, 1):
            if not file:
                tell(Report(path, refusal="no file in this folder has a game's class"), path)
                continue
            words = printable(f"{number} of {len(found)}: {file}")
            with _progress(words, len(found)):
                checked = check(file, order)
            for report in checked:
                tell(report, path)
    except KeyboardInterrupt:
        is_stopped = True
        print("parlor-check: stopped before the end", file=sys.stderr)
    if chosen.json:
        print("]", flush=True)
    elif len(reports) > 1 and not is_table:
        print("\n".join(report.to_row(columns) for report in reports), flush=True)
    if chosen.html is not None:
        try:
            Path(chosen.html).write_text(page(reports), encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            print(f"parlor-check: cannot write {chosen.html}: {error.strerror}", file=sys.stderr)
            return UNUSABLE
    if is_stopped:
        return STOPPED
    if any(report.is_failure for report in reports):
        return FAILED
    if any(report.verdict in (COULD_NOT_RUN, TOO_SLOW) for report in reports):
        return UNUSABLE
    counted = [
        finding
        for report in reports
        for finding in report.findings
        if chosen.strict or finding.kind == BREAKS
    ]
    return FOUND if counted else RIGHT
