"""Checks a file: finds its game, what it gets wrong, and the boards that show it."""

from __future__ import annotations

import os
import re
import stat
import sys
import traceback
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from parlor._imports import TrustedImports
from parlor.check.board import Board, alike, board
from parlor.check.files import no_file
from parlor.check.finding import BREAKS, Finding
from parlor.check.game import GAMES, Game
from parlor.check.jail import BWRAP, OWN
from parlor.check.judge import Judge
from parlor.check.order import Order
from parlor.check.report import Report
from parlor.check.sandbox import Sandbox, StartError
from parlor.check.script import Script, without_last
from parlor.check.submission import LARGEST, defines
from parlor.check.table import (
    ASKED,
    BORROWED,
    ENDED,
    ENDLESS,
    MISSING,
    RAISED,
    TURN_TO,
    printable,
)

_FAULTS = {
    ENDLESS: "Reading the file does not end: it runs something at once that never stops.",
    ENDED: "Reading the file ends the program, so that nothing of it can be used.",
    ASKED: "Reading the file waits for input(): keep that in a main() that an import does not run.",
}

#: How the fault of a program begins that may want a file which lies beside it.
_WANTING = (
    BORROWED,
    f"{RAISED}ModuleNotFoundError",
    f"{RAISED}ImportError",
    f"{RAISED}FileNotFoundError",
)
_ALONE = (
    " It was given no other file, for its folder has programs of several students, or "
    "several of one game: check it in a folder with nothing but what belongs to it."
)

_NO_MODULE = re.compile(rf"{RAISED}ModuleNotFoundError: No module named '(\w[\w.]*)'")

#: How much like the name of one of Python's modules a misspelled one is: `randon` is.
_ALIKE = 0.8


def check(
    path: str | os.PathLike[str], order: Order | None = None, jail: str = OWN
) -> list[Report]:
    """Check one file; return a report for each game that it defines, mostly one.

    `jail` is `own` or `bwrap`: the sandbox of the program, see docs/check.md.

    Whatever is wrong with the file is in the report and raises nothing. Raises `ValueError` for any
    other `jail`.
    """
    name = os.fspath(path)
    if jail not in (OWN, BWRAP):
        raise ValueError(f"jail is {OWN!r} or {BWRAP!r}, not {jail!r}")
    try:
        with TrustedImports(name):
            return _reports(name, order or Order(), jail)
    except OSError as error:
        return [Report(name, refusal=error.strerror or str(error))]
    except StartError as error:
        return [Report(name, refusal=str(error))]
    except Exception as error:
        # The reports on other files must not be lost.
        place = traceback.extract_tb(error.__traceback__)[-1]
        message = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        return [Report(name, refusal=f"the checker itself failed: {message}", is_failure=True)]


def _reports(name: str, order: Order, jail: str) -> list[Report]:
    """As `check`, but may raise anything."""
    try:
        status = os.stat(name)
    except ValueError as error:
        return [Report(name, refusal=str(error))]
    if not stat.S_ISREG(status.st_mode):
        return [Report(name, refusal=no_file(status.st_mode))]
    if status.st_size == 0:
        return [Report(name, refusal="it is empty")]
    if status.st_size > LARGEST:
        return [Report(name, refusal="it is larger than a megabyte")]
    seen = defines(Path(name))
    with Sandbox(Path(name), jail) as sandbox:
        games = sandbox.loaded.games or seen
        if not games:
            return [Report(name, refusal="it has neither a class LudoGame nor a class KubaGame")]
        return [_check(name, GAMES[game], sandbox, order) for game in games]


def _check(name: str, game: Game, sandbox: Sandbox, order: Order) -> Report:
    """Check one game of a file."""
    loaded = sandbox.loaded
    if loaded.fault:
        if loaded.fault == ENDLESS:
            # Again, traced, to find the loop.
            sandbox.restart(is_traced=True)
        traced = sandbox.loaded.fault
        fault = traced if traced.startswith(loaded.fault) else loaded.fault
        if refusal := _missing_module(fault, sandbox):
            return Report(name, refusal=refusal, open_doors=loaded.open_doors)
        finding = replace(_of_fault(game, fault, sandbox.is_alone), line=sandbox.line(fault))
        return Report(
            name,
            game.name,
            (finding,),
            remarks=_remarks(loaded.printed, ""),
            open_doors=loaded.open_doors,
            boards=((),),
        )
    judge = Judge(game, sandbox, order)
    judge.judge()
    cut = _cut(judge, order)
    if refusal := _unmet(judge.findings, sandbox):
        return Report(name, refusal=refusal, open_doors=loaded.open_doors)
    shown = [
        (_located(finding, sandbox), _boards(game, judge, finding)) for finding in judge.findings
    ]
    missing = sorted(method for method in judge.program.missing if game.owns(method))
    if missing:
        shown.append((_missing(missing), ()))
    # Findings that break the assignment come first, for those who read only the beginning.
    shown.sort(key=lambda one: one[0].kind != BREAKS)
    return Report(
        name,
        game.name,
        tuple(finding for finding, _ in shown),
        remarks=_remarks(loaded.printed, judge.program.printed),
        games=judge.games,
        wanted=judge.wanted,
        cut=cut,
        is_hurried=judge.games < max(1, judge.few),
        open_doors=loaded.open_doors,
        boards=tuple(boards for _, boards in shown),
    )


def _cut(judge: Judge, order: Order) -> str:
    """The reason why the check was cut short, or the empty string."""
    if judge.cut_after is not None:
        seconds = f"{judge.cut_after * order.seconds:g} of {order.seconds:g} s"
        if judge.budget.is_slept_away:
            return f", then it had slept for {seconds}: --seconds gives it more"
        return f", then {seconds} of processor time were over: --seconds gives it more"
    if not judge.program.is_forgetful:
        return ", each in a process of its own, for they share something"
    if judge.games < judge.wanted:
        return ", for it stopped in too many of them"
    return ""


def _located(finding: Finding, sandbox: Sandbox) -> Finding:
    """The finding with the line of its error or endless loop, and the text of its suspect lines."""
    line = None
    if finding.got in (ENDLESS, ASKED, ENDED) and finding.calls:
        line = sandbox.line(sandbox.trace(list(finding.calls), is_alone=True).place)
    elif RAISED in finding.got:
        line = sandbox.line(finding.got)
    found = ((one, sandbox.source(one.file, one.line)) for one in finding.suspects)
    suspects = tuple(replace(one, text=source.text) for one, source in found if source)
    return replace(finding, line=line, suspects=suspects)


def _unmet(findings: list[Finding], sandbox: Sandbox) -> str:
    """The missing module that a call imports, or the empty string."""
    return next(filter(None, (_missing_module(one.got, sandbox) for one in findings)), "")


def _missing_module(fault: str, sandbox: Sandbox) -> str:
    """The missing module that a file imports, and where; empty if that is not the reason.

    A name much like that of one of Python's modules is misspelled, which is the program's fault.
    """
    found = _NO_MODULE.match(fault)
    if found is None:
        return ""
    package, dot, _ = found[1].partition(".")
    known = getattr(sys, "stdlib_module_names", frozenset(sys.builtin_module_names))
    if package not in known:
        if get_close_matches(package.lower(), known, 1, _ALIKE):
            return ""
        why = "which is neither one of Python's own modules nor handed in with the file"
    elif dot:
        return ""
    else:
        why = "which is missing in the Python that checks here"
    line = sandbox.line(fault)
    where = f"line {line.number} of {printable(line.file)}" if line else "the file"
    hint = f".{_ALONE}" if sandbox.is_alone else ""
    return f"{where} imports {found[1]}, {why}{hint}"


def _of_fault(game: Game, fault: str, is_alone: bool) -> Finding:
    """The finding for a file that cannot be imported."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    message = next(
        (words for what, words in _FAULTS.items() if fault.startswith(what)),
        f"Python {version}, which checks here, cannot import the file.",
    )
    if is_alone and fault.startswith(_WANTING):
        message += _ALONE
    return Finding.of_file(message, fault, f"a file that defines {game.class_name}")


def _missing(methods: list[str]) -> Finding:
    """One finding for all missing methods."""
    named = ", ".join(f"{method}()" for method in methods)
    message = "These methods are missing" if len(methods) > 1 else "This method is missing"
    message += f": {named}. The rest is checked as far as that goes."
    return Finding.of_file(message, MISSING, named)


def _remarks(by_import: str, by_call: str) -> tuple[str, ...]:
    """Remarks on what the file prints: only returned values count, and printing is allowed."""
    prints = (("The import of the file", by_import), ("A call of a method", by_call))
    return tuple(
        f"{who} prints {printable(repr(printed[:80]))}; only returned values count."
        for who, printed in prints
        if printed
    )


def _boards(game: Game, judge: Judge, finding: Finding) -> tuple[Board, ...]:
    """The boards before the last call, and after it by the rules and by the program."""
    calls = finding.calls
    if not calls:
        return ()
    shown = [
        # The calls before a switch to another game belong to that one.
        None if calls[-1][0] == TURN_TO else _board(game, "before", without_last(calls)),
        _board(game, "after, by the rules", calls),
        board("after, your program", calls, judge.program.answers(calls)),
    ]
    return alike([one for one in shown if one is not None])


def _board(game: Game, caption: str, script: Script) -> Board | None:
    return board(caption, script, game.answers(script)) if script else None
