"""The process of a program: shuts itself in, reads its file, and plays scripts on it.

This runs isolated from every package, so it imports nothing but the standard library, and little
of that: each program is started many times. `signal` and `contextlib` alone would take a fifth of
the time of a start, for `enum` and `collections`; `_signal` has the same calls, and plain numbers.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]
import io
import marshal
import os
import sys
import time

from parlor.check.jail import JailError, Walls, enter, is_done
from parlor.check.table import (
    ANSWER_LENGTH,
    ASKED,
    BORROWED,
    ENDED,
    ENDLESS,
    METHODS,
    RAISED,
    Asked,
    did_not_return,
    raised,
    table_for,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, Callable, NoReturn

#: Processor seconds that one step may take; no step of an ordinary program takes a hundredth.
STEP_SECONDS = 0.5

#: The same once a step did not end.
HASTY_SECONDS = 0.02

#: What a line is about. The first is said before anything of the program runs.
JAILED, LOADED, ANSWERED, PLAYED = "jailed", "loaded", "answered", "played"

#: Modules of the package that has the classes which a program is to define.
_PACKAGE = {"LudoGame", "KubaGame", "LudoGameTester", "KubaGameTester", "parlor"}


class _Sink(io.TextIOBase):
    """Takes what a program prints, keeps its beginning and how much it was."""

    kept = ""

    def write(self, text: str) -> int:
        self.kept += str(text)[: ANSWER_LENGTH - len(self.kept)]
        return len(text)

    def writable(self) -> bool:
        return True


class Endless(BaseException):
    """A step took more than its time; no `except Exception` of a program catches it."""


def _time_is_up(*_: object) -> NoReturn:
    raise Endless


class Patience:
    """Stops what takes longer than a step may, and again each tenth of a second.

    Once a step did not end, later ones get little more time than those that did: a program that
    hangs in a hundred games is soon through them. What is told is played in a fresh process.
    """

    def __init__(self) -> None:
        self._seconds = STEP_SECONDS
        self._slowest = 0.0
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = time.process_time()
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, _time_is_up)
            signal.setitimer(signal.ITIMER_PROF, self._seconds, 0.1)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)
        if kind is Endless:
            self._seconds = min(self._seconds, max(HASTY_SECONDS, 20 * self._slowest))
        else:
            self._slowest = max(self._slowest, time.process_time() - self._began)


def _ask(*_: object) -> NoReturn:
    raise Asked


class _BorrowedError(ImportError):
    """The program wants the package's own classes, and has nothing that it does without them."""


class _OwnModules:
    """Finds modules that are called as the package's only where the program's own files lie."""

    def __init__(self, *folders: str) -> None:
        self._own = tuple(os.path.join(os.path.realpath(folder), "") for folder in folders)

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name not in _PACKAGE:
            return None
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name)
        if spec is None or not os.path.realpath(str(spec.origin)).startswith(self._own):
            raise _BorrowedError(f"no module of the program is called {name}", name=name)
        return spec


def _load(path: str, source: bytes) -> tuple[str, dict[str, Any]]:
    """Run the file as an import would; what went wrong, and the names it defines."""
    import builtins
    import site
    import types

    if unread := _undeclared(source):
        return unread, {}
    module = types.ModuleType("program")
    module.__file__ = path
    sys.modules[module.__name__] = module
    sys.path.insert(0, os.path.dirname(path))
    sys.meta_path.insert(0, _OwnModules(os.path.dirname(path), os.getcwd()))
    builtins.input = _ask
    site.setquit()
    site.sethelper()
    _hush()
    try:
        with Patience():
            exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    except Endless:
        return ENDLESS, {}
    except SyntaxError as error:
        return f"{raised(error)} (line {error.lineno})", {}
    except (Exception, Asked, SystemExit, KeyboardInterrupt) as error:
        return _stopped(error, path), {}
    return "", module.__dict__


def _hush() -> None:
    """Have Python itself warn of nothing: that is no print of the program's, which may warn."""
    import warnings

    for category in (
        SyntaxWarning,
        DeprecationWarning,
        PendingDeprecationWarning,
        FutureWarning,
        RuntimeWarning,
        ImportWarning,
        BytesWarning,
        ResourceWarning,
    ):
        warnings.simplefilter("ignore", category)


def _undeclared(source: bytes) -> str:
    """Why an import could not read the bytes as text; `compile` alone lets some of them pass."""
    if source.isascii():
        return ""
    import tokenize

    lines = io.BytesIO(source).readline
    try:
        try:
            encoding, _ = tokenize.detect_encoding(lines)
        except SyntaxError as error:
            if "missing" not in str(error):
                return raised(error)
            # It does not say where the byte is.
            encoding = "utf-8"
        source.decode(encoding)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        return (
            f"{RAISED}SyntaxError: byte {error.object[error.start]:#x} is no {error.encoding}, "
            f"and no other encoding is declared (line {line})"
        )
    return ""


def _stopped(error: BaseException, path: str) -> str:
    """What stopped a file while it was read, and on which of its lines."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, Asked):
        what = ASKED
    elif isinstance(error, _BorrowedError):
        what = BORROWED
    elif isinstance(error, Exception):
        what = raised(error)
    else:
        what = ENDED
    return f"{what} (line {line})" if line else what


def _missing(games: dict[str, type]) -> list[str]:
    """The methods that the texts ask for and that are not there."""
    return [
        f"{owner}.{method}"
        for owner, made in games.items()
        for method in METHODS[owner]
        if not callable(getattr(made, method, None))
    ]


def line(kind: str, told: list[str]) -> bytes:
    """What is said, as a line of its own: tabs part it, for a text has none when it is escaped."""
    return b"\t".join([part.encode("unicode_escape") for part in (kind, *told)]) + b"\n"


def _order(orders: BinaryIO) -> Any:
    """The next order, or nothing after the last one."""
    size = int.from_bytes(orders.read(8), "little")
    return marshal.loads(orders.read(size)) if size else None


def main() -> None:
    """Read orders one by one, and write an answer for each step as soon as it is there."""
    order_end, answer_end = int(sys.argv[1]), int(sys.argv[2])
    orders = os.fdopen(order_end, "rb")
    folder = os.getcwd()

    def say(kind: str, told: list[str]) -> None:
        left = line(kind, told)
        while left:
            left = left[os.write(answer_end, left) :]

    # It is loaded now, for who becomes nobody may not be able to.
    line(JAILED, [])
    # What bwrap says is read, and what a program says is not.
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)
    os.close(silence)
    first = _order(orders)
    if first is None:
        # The checker is gone.
        is_done(os.rmdir, folder)
        return
    walls = Walls(folder, first["files"])
    try:
        enter(walls, first["jail"], (order_end, answer_end), folder)
        walls.limit(first["limits"])
        walls.shut()
        os.chdir(walls.work)
    except JailError as error:
        say(JAILED, [str(error), ""])
        os._exit(0)
    say(JAILED, ["", " ".join(walls.open_doors)])
    _serve(first["name"], walls.submission, first["source"], orders, say)


def _serve(
    name: str,
    folder: str,
    source: bytes,
    orders: BinaryIO,
    say: Callable[[str, list[str]], None],
) -> None:
    """Read the file, and play each script."""
    sink = _Sink()
    sys.stdout = sys.stderr = sink
    fault, names = _load(os.path.join(folder, name), source)
    found = {name: names[name] for name in METHODS if isinstance(names.get(name), type)}
    games = [name for name in ("LudoGame", "KubaGame") if name in found]
    # A game that is only imported is another file's, unless this one has nothing else.
    games = [name for name in games if found[name].__module__ == "program"] or games
    if fault.startswith(BORROWED):
        games = [name for name in ("LudoGame", "KubaGame") if name.encode() in source]
    say(LOADED, [fault, sink.kept, " ".join(games), " ".join(_missing(found))])
    patience = Patience()
    while script := _order(orders):
        table = table_for(names, script)
        sink.kept = ""
        for step in script:
            try:
                with patience:
                    told = table.play(step)
            except Endless:
                told = [ENDLESS]
            say(ANSWERED, told)
            if did_not_return(told[0]):
                break
        say(PLAYED, [sink.kept, " ".join(sorted(table.missing))])
