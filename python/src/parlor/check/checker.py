"""Checks a file: which game it is, what it gets wrong, and the boards that show it."""

from __future__ import annotations

import os
import stat
import sys
import traceback
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
from parlor.check.sandbox import Loaded, Sandbox, StartError
from parlor.check.script import Script, without_last
from parlor.check.submission import LARGEST, defines
from parlor.check.table import ASKED, BORROWED, ENDED, ENDLESS, MISSING, RAISED, TURN_TO

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


def check(
    path: str | os.PathLike[str], order: Order | None = None, jail: str = OWN
) -> list[Report]:
    """Check one file; a report for each game that it has, which is mostly one.

    `jail` is `own` or `bwrap`: what shuts the program in, as docs/check.md tells.

    What is wrong with the file is told in the report; nothing is raised for it, whatever it does.
    A `ValueError` if `jail` is another word.
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
        # That must not take the reports on other files away.
        place = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        return [Report(name, refusal=f"the checker itself failed: {told}", is_failure=True)]


def _reports(name: str, order: Order, jail: str) -> list[Report]:
    """The same, where anything may be raised."""
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
        found = [_of_fault(game, loaded, sandbox.is_alone)]
        if loaded.printed:
            found.append(_prints("Reading the file", loaded.printed))
        return Report(
            name, game.name, tuple(found), open_doors=loaded.open_doors, boards=((),) * len(found)
        )
    judge = Judge(game, sandbox, order)
    judge.judge()
    told = [(finding, _boards(game, judge, finding)) for finding in judge.findings]
    missing = sorted(method for method in judge.program.missing if game.owns(method))
    if missing:
        told.append((_missing(missing), ()))
    if judge.program.printed:
        told.append((_prints("A call of a method", judge.program.printed), ()))
    if loaded.printed:
        told.append((_prints("Reading the file", loaded.printed), ()))
    # Whoever reads only the beginning is to see what breaks the text.
    told.sort(key=lambda one: one[0].kind != BREAKS)
    return Report(
        name,
        game.name,
        tuple(finding for finding, _ in told),
        games=judge.games,
        wanted=judge.wanted,
        hurry=_hurry(judge, order),
        open_doors=loaded.open_doors,
        boards=tuple(boards for _, boards in told),
    )


def _hurry(judge: Judge, order: Order) -> str:
    """Why so few games were played that they say little, or the empty string."""
    if judge.games >= max(1, judge.few):
        return ""
    if not judge.budget.is_over():
        return ", for it stopped in too many of them"
    if judge.budget.is_slept_away:
        return f" while it slept for {order.seconds:g} s: --seconds gives it more"
    return f" in {order.seconds:g} s of processor time: --seconds gives it more"


def _of_fault(game: Game, loaded: Loaded, is_alone: bool) -> Finding:
    """Why the file cannot be read as a program at all."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    told = _FAULTS.get(
        loaded.fault.partition(" (line")[0],
        f"Python {version}, which checks here, cannot import the file.",
    )
    if is_alone and loaded.fault.startswith(_WANTING):
        told += (
            " It was given no other file, for its folder has programs of several students, or "
            "several of one game: check it in a folder with nothing but what belongs to it."
        )
    return Finding.of_file(told, loaded.fault, f"a file that defines {game.class_name}")


def _missing(methods: list[str]) -> Finding:
    """One finding for all that is not there; the rest is looked at as far as that goes."""
    named = ", ".join(f"{method}()" for method in methods)
    told = "These methods are missing" if len(methods) > 1 else "This method is missing"
    told += f": {named}. The rest is checked as far as that goes."
    return Finding.of_file(told, MISSING, named)


def _prints(when: str, printed: str) -> Finding:
    """The texts ask for values that are returned."""
    told = f"{when} prints something; the texts ask for values that are returned."
    return Finding.of_file(told, repr(printed[:200]), "nothing printed")


def _boards(game: Game, judge: Judge, finding: Finding) -> tuple[Board, ...]:
    """Before the last call, after it by the rules, and as the program has it."""
    calls = finding.calls
    after = "after, your program"
    shown = [
        # What came before a turn to another game is that game's own affair.
        None if calls[-1][0] == TURN_TO else _board(game, "before", without_last(calls)),
        _board(game, "after, by the rules", calls),
        board(after, calls, judge.given(finding)),
    ]
    return alike([one for one in shown if one is not None])


def _board(game: Game, caption: str, script: Script) -> Board | None:
    return board(caption, script, game.answers(script)) if script else None
