"""The command `parlor-check`."""

from __future__ import annotations

import argparse
import errno
import json
import os
import shutil
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING

from parlor._native import __version__
from parlor.check.output import Output, OutputError

_DESCRIPTION = """\
Check programs written after the texts of Ludo and Kuba (LudoGame.py, KubaGame.py): play each one
in a process of its own beside the rules, and show the smallest game that it gets wrong, with the
rule that it breaks."""

_CODES = """\
exit codes: 0 nothing breaks the text (with --strict: no finding at all), 1 findings,
2 bad usage, or a file that could not be run or is too slow to be judged,
3 the checker itself failed; over several files the highest. 128 and the signal's
number for a check that was stopped, 141 if nobody reads what it prints"""

RIGHT, FOUND, UNUSABLE, FAILED = 0, 1, 2, 3

#: As in shells: this plus the number of the signal that ended it.
STOPPED = 128

#: The exit code after a broken pipe.
_UNREAD = STOPPED + 13

#: The handlers of a signal that is not ignored.
_DEFAULT_HANDLERS = (signal.SIG_DFL, signal.default_int_handler)

#: Seconds between two updates of the progress.
_TICK = 1.0


if TYPE_CHECKING:
    from parlor.check.sheet import Sheet


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
        "--csv", metavar="FILE", help="also write a row for each file to FILE; - prints only these"
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="also ask for what the texts leave open or do not mention, and count it",
    )
    parser.add_argument(
        "--seconds",
        type=_positive,
        default=150.0,
        help="a net: processor time for the whole check of a file, explaining included, and as "
        "much asleep; where it cuts, the report says so. The budget is --games (default: 150)",
    )
    parser.add_argument(
        "--games", type=_natural, default=1_000, help="random games for each file (default: 1000)"
    )
    parser.add_argument("--seed", type=_natural, default=0, help="of the random games (default: 0)")
    parser.add_argument(
        "-j",
        "--jobs",
        type=_positive_number,
        metavar="N",
        help="files that are checked at once (default: as many as there are cores)",
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="say nothing on standard error of how far it is"
    )
    parser.add_argument(
        "--jail",
        choices=["own", "bwrap"],
        default="own",
        help="what shuts a program in: this one itself, or the program bwrap (default: own)",
    )
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


def _positive_number(text: str) -> int:
    number = _natural(text)
    if not number:
        raise argparse.ArgumentTypeError("0 is no number of files from 1 on")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files that the command line names; return the exit code."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.json and chosen.csv == "-":
        parser.error("--json and --csv - both print; give --csv a file")
    if chosen.html == "-":
        parser.error("--html - is no file; name one, such as --html report.html")
    try:
        with _stoppable() as raise_stop:
            return _run(chosen, raise_stop)
    except KeyboardInterrupt as stop:
        return _code(stop)
    except OSError as error:
        # Discard what is still to be flushed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            # The reader, such as `head`, has not seen every verdict.
            return _UNREAD
        lost = OutputError("to standard output", error, "make room there, or print elsewhere")
        print(f"parlor-check: {lost}", file=sys.stderr)
        return UNUSABLE
    except OutputError as error:
        print(f"parlor-check: {error}", file=sys.stderr)
        return UNUSABLE
    except Exception:
        traceback.print_exc()
        return FAILED


class Stopped(KeyboardInterrupt):
    """A signal has stopped the check."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def _stoppable() -> Iterator[Callable[[], None]]:
    """Within this context, Ctrl-C, SIGTERM and SIGHUP end the check by raising `Stopped`.

    Yields a function that raises it once more after such a signal: what a signal handler raises is
    lost where Python ignores exceptions, as in a `__del__`.
    """
    before = {}
    received: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        received.append(number)
        raise Stopped(number)

    def raise_stop() -> None:
        if received:
            raise Stopped(received[-1])

    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # A signal that is ignored, as under nohup, stays ignored.
            if number is not None and signal.getsignal(number) in _DEFAULT_HANDLERS:
                before[number] = signal.signal(number, stop)
    try:
        yield raise_stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _code(stop: KeyboardInterrupt) -> int:
    """The exit code of a check that was stopped."""
    return STOPPED + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)


def _named(chosen: argparse.Namespace) -> dict[str, str]:
    """The output files, by option."""
    named = {"--csv": None if chosen.csv == "-" else chosen.csv, "--html": chosen.html}
    return {option: name for option, name in named.items() if name is not None}


def _unsafe(chosen: argparse.Namespace, files: list[str]) -> str:
    """Why an output file may not be written, or the empty string."""
    outputs = _named(chosen)
    for option, name in outputs.items():
        if name.endswith(".py") or any(_is_same(name, file) for file in files):
            return f"{option} {name} would write over a program: name another file"
    if len(outputs) == 2 and _is_same(chosen.csv, chosen.html):
        return f"--csv and --html are to be two files, not {chosen.csv} both"
    return ""


def _is_same(one: str, other: str) -> bool:
    """Whether two paths are of the same file, which may not exist yet."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def _sheet(output: Output | None) -> Sheet:
    """The CSV sheet, to a file or to standard output."""
    from parlor.check.sheet import Sheet

    if output is not None:
        return Sheet(output)
    if hasattr(sys.stdout, "reconfigure"):
        # The sheet writes its own line ends.
        sys.stdout.reconfigure(newline="")
    return Sheet(sys.stdout)


def _run(chosen: argparse.Namespace, raise_stop: Callable[[], None]) -> int:
    """Check, report, and return the exit code; `raise_stop` is called at least every second."""
    from parlor.check import jail
    from parlor.check.files import Found, files
    from parlor.check.finding import BREAKS
    from parlor.check.jobs import Jobs, cores
    from parlor.check.order import Order, Strictness
    from parlor.check.page import page
    from parlor.check.progress import Progress
    from parlor.check.report import COULD_NOT_RUN, TOO_SLOW, Report, open_doors, width

    # A file name may not be valid text; escape what cannot be printed.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if chosen.jail == jail.BWRAP and shutil.which("bwrap") is None:
        print(f"parlor-check: {jail.NO_BWRAP}", file=sys.stderr)
        return UNUSABLE
    strictness = Strictness.EVERYTHING if chosen.strict else Strictness.TEXTS
    order = Order(chosen.seconds, chosen.games, chosen.seed, strictness)
    reports: list[Report] = []
    stopped: KeyboardInterrupt | None = None
    found = [
        (path, one)
        for path in chosen.paths
        for one in files(path) or [Found(path, "no file in this folder has a game's class")]
    ]
    to_check = [one.file for _, one in found if not one.refusal]
    columns = width(one.file for _, one in found)
    is_table = all(map(os.path.isdir, chosen.paths))
    is_plain = not chosen.json and chosen.csv != "-"
    # With JSON, standard error is empty unless something fails; a line on a terminal is erased.
    progress = Progress(
        len(found), is_line=not chosen.quiet, is_log=not (chosen.quiet or chosen.json)
    )

    if sys.stdout is None and not is_plain:
        closed = OSError(errno.EBADF, "it is closed")
        raise OutputError("to standard output", closed, "open it, or name a file with --csv FILE")
    if words := _unsafe(chosen, to_check):
        print(f"parlor-check: {words}", file=sys.stderr)
        return UNUSABLE

    with ExitStack() as opened:
        # Errors are better found now than after the check.
        outputs = {
            option: opened.enter_context(Output(option, name))
            for option, name in _named(chosen).items()
        }
        sheet = _sheet(outputs.get("--csv")) if chosen.csv is not None else None

        def emit(report: Report, path: str) -> None:
            # At once: whatever the next file does, this report is out. Boards take most of the
            # memory and are only for the page.
            reports.append(report if chosen.html is not None else replace(report, boards=()))
            if sheet is not None:
                sheet.add(report)
            if chosen.json:
                before = ", " if len(reports) > 1 else ""
                print(before + json.dumps(report.to_json()), end="", flush=True)
            elif is_plain and is_table:
                print(report.to_row(columns), flush=True)
            elif is_plain and not os.path.isdir(path):
                print(report.to_text(), end="\n\n", flush=True)

        if chosen.json:
            print("[", end="", flush=True)
        try:
            with Jobs(to_check, order, chosen.jobs or cores(), chosen.jail) as jobs:
                checked = 0
                for number, (path, one) in enumerate(found):
                    raise_stop()
                    if one.refusal:
                        emit(Report(one.file, refusal=one.refusal), path)
                        continue
                    progress.begin(number, one.file)
                    while (done := jobs.reports(checked, _TICK)) is None:
                        raise_stop()
                        progress.wait(number, one.file)
                    checked += 1
                    progress.done(number, one.file)
                    for report in done:
                        emit(report, path)
        except KeyboardInterrupt as stop:
            stopped = stop
            progress.end()
            print("parlor-check: stopped before the end", file=sys.stderr)
        finally:
            # Whatever happened, the output is a whole list.
            if chosen.json:
                print("]", flush=True)
        if is_plain and not is_table and len(reports) > 1:
            print("\n".join(report.to_row(columns) for report in reports), flush=True)
        if is_plain and (doors := open_doors(reports)):
            print("\n".join(doors), flush=True)
        if (html := outputs.get("--html")) is not None:
            html.write(page(reports))
    if stopped is not None:
        return _code(stopped)
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
