"""The process of a program: enters its sandbox, reads the file, and plays scripts on it.

This runs isolated from every package, so it imports only a little of the standard library: each
program is started many times. `signal` and `contextlib` alone, which import `enum` and
`collections`, would take a fifth of the start; `_signal` has the same calls with plain numbers.
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
    STOPS,
    Asked,
    did_not_return,
    own_file,
    place,
    place_of,
    raised,
    set_own_files,
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
TRACED = "traced"

#: What is to be done with a script. Its equal texts are one object, as in a file that has both, or
#: each is an object of its own.
PLAY, PLAY_APART, TRACE = "play", "play apart", "trace"

#: Lines that a traced step may run before it is taken for endless, how many different ones are
#: reported at most, and how many ranges of them one text holds.
MOST_EVENTS, MOST_LINES, _RANGES = 1 << 18, 10_000, 200

# A program may put others in their place.
_set_trace, _get_trace = sys.settrace, sys.gettrace

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
    hangs in a hundred games is soon through them. What is reported is played in a fresh process.
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


class _Tracer:
    """Notes which lines of the program's own run, and the loop that it is in.

    That is the first line of what ran nearest to the call while the number of lines doubled: the
    same on every machine, unlike the line at which the time is up.
    """

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        #: The loop, as `table.place` has it; empty until 1,024 lines ran.
        self.loop = ""
        self._depth = self._events = 0
        self._until = 1024
        #: Depth, number and file of that line since the number began to double.
        self._nearest: tuple[int, int, str] | None = None

    def __enter__(self) -> _Tracer:
        self._before = _get_trace()
        _set_trace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None or _get_trace() != self._call:
            # The program traces itself.
            self.lines.clear()
        _set_trace(self._before)

    def _call(self, frame: Any, event: str, value: object) -> Any:
        if not own_file(frame.f_code.co_filename):
            return None
        self._depth += 1
        return self._inside

    def _inside(self, frame: Any, event: str, value: object) -> Any:
        if event == "return":
            self._depth -= 1
        elif event == "line":
            line = (self._depth, frame.f_lineno, frame.f_code.co_filename)
            if len(self.lines) < MOST_LINES:
                self.lines.add((line[2], line[1]))
            if self._nearest is None or line < self._nearest:
                self._nearest = line
            self._events += 1
            if self._events == self._until:
                self.loop = place(own_file(self._nearest[2]), self._nearest[1])
                self._nearest = None
                self._until *= 2
                if self._until > MOST_EVENTS:
                    raise Endless
        return self._inside

    def covered(self) -> list[str]:
        """The lines of each file, as `3,7-12 LudoGame.py`."""
        covered = []
        for path in sorted({path for path, _ in self.lines}):
            ranges: list[list[int]] = []
            for number in sorted(line for one, line in self.lines if one == path):
                if ranges and number == ranges[-1][1] + 1:
                    ranges[-1][1] = number
                else:
                    ranges.append([number, number])
            for at in range(0, len(ranges), _RANGES):
                words = ",".join(f"{first}-{last}" for first, last in ranges[at : at + _RANGES])
                covered.append(f"{words} {own_file(path)}")
        return covered


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


def _load(path: str, source: bytes, is_traced: bool) -> tuple[str, dict[str, Any]]:
    """Run the file as an import would; what went wrong, and the names it defines.

    Of one that is traced the loop it is in is also reported, if it does not end.
    """
    import builtins
    import site
    import types

    if unread := _undeclared(source):
        return unread, {}
    module = types.ModuleType("program")
    module.__file__ = path
    sys.modules[module.__name__] = module
    folder, work = os.path.dirname(path), os.getcwd()
    set_own_files(os.path.basename(path), [os.path.join(one, "") for one in (folder, work)])
    sys.path.insert(0, folder)
    sys.meta_path.insert(0, _OwnModules(folder, work))
    builtins.input = _ask
    site.setquit()
    site.sethelper()
    _hush()
    tracer = _Tracer()
    try:
        with Patience():
            code = compile(source, path, "exec", dont_inherit=True)
            if is_traced:
                with tracer:
                    exec(code, module.__dict__)
            else:
                exec(code, module.__dict__)
    except Endless as error:
        return ENDLESS + (tracer.loop or place_of(error) if is_traced else ""), {}
    except (Exception, Asked, SystemExit, KeyboardInterrupt) as error:
        return _fault(error), {}
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


def _fault(error: BaseException) -> str:
    """What stopped a file while it was read, and on which line."""
    if isinstance(error, Exception) and not isinstance(error, _BorrowedError):
        return raised(error)
    what = BORROWED if isinstance(error, _BorrowedError) else ENDED
    return (ASKED if isinstance(error, Asked) else what) + place_of(error)


def _missing(games: dict[str, type]) -> list[str]:
    """The methods that the texts ask for and that are not there."""
    return [
        f"{owner}.{method}"
        for owner, made in games.items()
        for method in METHODS[owner]
        if not callable(getattr(made, method, None))
    ]


def line(kind: str, text: list[str]) -> bytes:
    """What is said, as a line of its own: tabs part it, for a text has none when it is escaped."""
    return b"\t".join([part.encode("unicode_escape") for part in (kind, *text)]) + b"\n"


def _order(orders: BinaryIO) -> Any:
    """The next order, or nothing after the last one."""
    size = int.from_bytes(orders.read(8), "little")
    return marshal.loads(orders.read(size)) if size else None


def _as_written(value: Any) -> Any:
    """The same arguments with equal texts as one object, as they are in a file that has both."""
    if isinstance(value, str):
        return sys.intern(value)
    return type(value)(map(_as_written, value)) if isinstance(value, (list, tuple)) else value


def _put_together(value: Any) -> Any:
    """The same arguments with each text an object of its own, as `input()` gives them."""
    if isinstance(value, str):
        return "".join([*value])
    return type(value)(map(_put_together, value)) if isinstance(value, (list, tuple)) else value


def main() -> None:
    """Read orders one by one, and write an answer for each step as soon as it is there."""
    order_end, answer_end = int(sys.argv[1]), int(sys.argv[2])
    orders = os.fdopen(order_end, "rb")
    folder = os.getcwd()

    def say(kind: str, texts: list[str]) -> None:
        left = line(kind, texts)
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
    _serve(first, walls.submission, orders, say)


def _serve(
    first: dict[str, Any],
    folder: str,
    orders: BinaryIO,
    say: Callable[[str, list[str]], None],
) -> None:
    """Read the file, and play each script."""
    sink = _Sink()
    sys.stdout = sys.stderr = sink
    source = first["source"]
    fault, names = _load(os.path.join(folder, first["name"]), source, first["is_traced"])
    found = {name: names[name] for name in METHODS if isinstance(names.get(name), type)}
    games = [name for name in ("LudoGame", "KubaGame") if name in found]
    # A game that is only imported is another file's, unless this one has nothing else.
    games = [name for name in games if found[name].__module__ == "program"] or games
    if fault.startswith(BORROWED):
        games = [name for name in ("LudoGame", "KubaGame") if name.encode() in source]
    say(LOADED, [fault, sink.kept, " ".join(games), " ".join(_missing(found))])
    patience = Patience()
    while order := _order(orders):
        kind, script = order
        script = _put_together(script) if kind == PLAY_APART else _as_written(script)
        if kind == TRACE:
            say(TRACED, _traced(names, script))
            continue
        table = table_for(names, script)
        sink.kept = ""
        for step in script:
            try:
                with patience:
                    texts = table.play(step)
            except Endless:
                texts = [*table.given, ENDLESS]
            say(ANSWERED, texts)
            if did_not_return(texts[0]) or texts[-1] == ENDLESS:
                break
        say(PLAYED, [sink.kept, " ".join(sorted(table.missing))])


def _traced(names: dict[str, Any], script: list[Any]) -> list[str]:
    """Where the last step of a script stops, if it does, and the lines that run in it."""
    table, tracer, patience = table_for(names, script), _Tracer(), Patience()
    *earlier, last = script
    STOPS.clear()
    try:
        for step in earlier:
            with patience:
                if did_not_return(table.play(step)[0]):
                    return [""]
        with patience, tracer:
            table.play(last)
    except Endless as error:
        return [tracer.loop or place_of(error)]
    return [STOPS[0] if STOPS else "", *tracer.covered()]
