"""Runs a program in its own sandboxed process, and reads its answers.

The process can be killed and restarted at any time; a program keeps nothing from one start to the
next. `jail` describes the sandbox, and docs/check.md its limits.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any

from parlor.check import jail, processor, submission, table, worker
from parlor.check.jail import BWRAP, OWN
from parlor.check.processor import Times
from parlor.check.protocol import LONGEST_LINE, parts
from parlor.check.submission import Line, lines_of
from parlor.check.table import Step

#: Bytes of memory, of each file it writes, and seconds of processor time in one start.
MEMORY = 1 << 29
FILE_SIZE = 1 << 16
PROCESSOR_SECONDS = 120

#: The limits of the system: the door of each, its name, how much it leaves, and for ever. Who comes
#: to the first of time gets a signal, and is killed at the second.
LIMITS = {
    "memory": ("RLIMIT_AS", MEMORY, MEMORY),
    "time": ("RLIMIT_CPU", PROCESSOR_SECONDS, PROCESSOR_SECONDS + 1),
    "file-size": ("RLIMIT_FSIZE", FILE_SIZE, FILE_SIZE),
    "processes": ("RLIMIT_NPROC", 0, 0),
    "files": ("RLIMIT_NOFILE", 64, 64),
    "core": ("RLIMIT_CORE", 0, 0),
}

#: Seconds that a step may take by the clock, for what waits without working. They are counted in
#: ticks, so that a machine that stood still for a while is not taken for a program that did, and
#: less what the program was ready to work and others had the processors.
WALL_SECONDS = 4.0

#: The same once a step waited so long, as `worker.HASTY_SECONDS`.
HASTY_WALL_SECONDS = 0.4
_TICK = 0.1

#: How many times as long all steps of a script may take together.
_WALLS_OF_A_SCRIPT = 15

#: Seconds for all that comes before the program runs, on a machine however busy.
_START_SECONDS = 60.0

#: Seconds for a process that has closed its pipe to end by itself, so that it is known why.
_END_SECONDS = 0.25


#: The process runs this alone: modules come through a pipe, each with its name, and it imports
#: nothing of the package, nor leaves a name behind that a program could import by mistake.
_BOOT = """
import marshal, os, sys
with os.fdopen(os.dup(int(sys.argv[1])), "rb", 0) as orders:
    size = int.from_bytes(orders.read(8), "little")
    code = b""
    while len(code) < size:
        piece = orders.read(size - len(code))
        if not piece:
            break
        code += piece
if not code or len(code) < size:
    os.rmdir(os.getcwd())
    os._exit(0)
code = marshal.loads(code)
modules = {name: type(sys)(name) for name, _ in code}
sys.modules.update(modules)
for name, one in code:
    exec(one, modules[name].__dict__)
for name in modules:
    del sys.modules[name]
modules[name].main()
"""


@cache
def _code() -> bytes:
    """What the process runs."""
    found = []
    for module in (table, jail, worker):
        source = Path(str(module.__file__)).read_bytes()
        found.append((module.__name__, compile(source, module.__name__, "exec", dont_inherit=True)))
    return marshal.dumps(found)


class StartError(RuntimeError):
    """The process for a program could not be started at all."""


@dataclass(frozen=True)
class Loaded:
    """What reading the file gave."""

    #: What went wrong, or the empty string.
    fault: str = ""
    #: The texts' game classes that it defines.
    games: tuple[str, ...] = ()
    #: Methods that the texts ask for and that are not there.
    missing: tuple[str, ...] = ()
    #: The beginning of what it printed.
    printed: str = ""
    #: What this system does not shut, by the names in `jail.DOORS`.
    open_doors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Played:
    """What playing a script gave."""

    #: For each step its answers; fewer steps when one did not return.
    answers: list[list[str]] = field(default_factory=list)
    #: The beginning of what it printed.
    printed: str = ""
    #: Methods that were asked and are not there.
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Traced:
    """What tracing the last step of a script gave."""

    #: Where it stopped if it did not return, as ` (line 41)`; empty where that is not known.
    place: str = ""
    #: The files and numbers of the lines that ran; none if it did not end.
    lines: frozenset[tuple[str, int]] = frozenset()


class Sandbox:
    """One file in its own process, started anew whenever that has ended."""

    def __init__(self, path: Path, walls: str = OWN) -> None:
        """For the file at a path, behind the walls of `jail.OWN` or `jail.BWRAP`.

        The file and those beside it are read here and now, by the checker: each start of the
        process is given the same ones, and needs no right to read them.
        """
        path = submission.place(path)
        self._name = path.name
        self._source = path.read_bytes()
        handed = submission.read(path, self._source)
        self._files, self._is_whole = handed.files, handed.is_whole
        #: The lines of those files that were asked for.
        self._sources: dict[str, list[str]] = {}
        #: Whether nothing that lies beside the file was handed in with it.
        self.is_alone = handed.is_alone
        self._walls = walls
        self._folder = ""
        #: Where bwrap reports what it cannot do, and its last message.
        self._messages: IO[bytes] | None = None
        self._message = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._orders = -1
        self._answers = -1
        self._pending = b""
        #: Seconds, in ticks, that the last line took.
        self._waited = 0.0
        #: Whether the process has played nothing yet.
        self._is_fresh = False
        self._wall = WALL_SECONDS
        #: What its ended processes have had.
        self._had = Times()
        self.loaded = Loaded()

    def times(self) -> Times:
        """What its processes have had till now, as far as the system reports it."""
        if self._process is None:
            return self._had
        return self._had.plus(processor.of_process(self._process.pid) or Times())

    def __enter__(self) -> Sandbox:
        self.restart()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def restart(self, *, is_traced: bool = False) -> None:
        """Start a fresh process, in a folder with the files that were handed in, and read the file.

        If that is traced and does not end, `loaded.fault` names the loop.

        A `StartError` if there is none, or its walls cannot be built; an `OSError` if the system
        has no file, process or folder left.
        """
        self._end()
        try:
            self._start(is_traced)
            self._load()
        except BaseException:
            # Ctrl-C as well: nothing stays behind.
            self._end()
            raise

    def _start(self, is_traced: bool) -> None:
        """A process that has been sent what it is to run."""
        if self._walls == BWRAP:
            # Open as long as the process is there.
            self._messages = tempfile.TemporaryFile()  # noqa: SIM115
        else:
            self._folder = tempfile.mkdtemp(prefix="parlor-check-")
            # The program may run as nobody, who must be able to come to what is in it.
            os.chmod(self._folder, 0o755)
        orders, self._orders = os.pipe()
        self._answers, answers = os.pipe()
        try:
            self._process = subprocess.Popen(
                [*self._enclosing(), *_python(self._walls), str(orders), str(answers)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                # Of bwrap itself; the process that it starts gives it up.
                stderr=self._messages or subprocess.DEVNULL,
                pass_fds=(orders, answers),
                cwd=self._folder or "/",
                env={},
                start_new_session=True,
            )
        except OSError as error:
            raise StartError(f"no process for {self._name}: {error}") from error
        finally:
            os.close(orders)
            os.close(answers)
        self._pending = b""
        self._is_fresh = True
        self._send(_code())
        self._say(
            {
                "jail": self._walls,
                "name": self._name,
                "source": self._source,
                "files": self._files,
                "limits": LIMITS,
                "is_traced": is_traced,
            }
        )

    def _enclosing(self) -> list[str]:
        """What the process is started by, if not by itself."""
        if self._walls != BWRAP:
            return []
        program = shutil.which("bwrap")
        if program is None:
            raise StartError(jail.NO_BWRAP)
        return [program, *_bwrap_options(), "--"]

    def _load(self) -> None:
        """Hear how the process was shut in, and what reading the file gave."""
        kind, texts = self._hear(_START_SECONDS)
        if kind != worker.JAILED or texts[0]:
            raise StartError(self._why_not_jailed(kind, texts))
        doors = tuple(texts[1].split())
        if not self._is_whole:
            doors += ("submission",)
        # Loading is looked at with all patience: a hasty one could change what is found.
        kind, texts = self._hear(WALL_SECONDS)
        if kind != worker.LOADED:
            fault = self._ended() if kind else texts[0]
            self.loaded = Loaded(fault=fault, open_doors=doors)
            return
        fault, printed, games, missing = texts
        self.loaded = Loaded(fault, tuple(games.split()), tuple(missing.split()), printed, doors)

    def _why_not_jailed(self, kind: str, texts: list[str]) -> str:
        if kind == worker.JAILED:
            return texts[0]
        why = "its process ended before anything of the file ran"
        if self._walls == BWRAP:
            why = f"bwrap failed: {self._message or why}"
        return why

    def play(self, script: list[Step], how: str = worker.PLAY) -> Played:
        """Play one script; what did not return is the last answer."""
        if self._process is None:
            self.restart()
        if self.loaded.fault:
            return Played([[self.loaded.fault]])
        self._is_fresh = False
        answers: list[list[str]] = []
        if not self._say((how, script)):
            return Played([[self._ended()]])
        left = _WALLS_OF_A_SCRIPT * self._wall
        while True:
            kind, texts = self._hear(min(left, self._wall))
            left -= self._waited
            if kind == worker.PLAYED and (
                len(answers) == len(script) or (answers and table.did_not_return(answers[-1][0]))
            ):
                return Played(answers, texts[0], tuple(texts[1].split()))
            if kind == worker.ANSWERED and len(answers) < len(script) and left > 0:
                answers.append(texts)
                continue
            if kind:
                # The program talks in place of its process, or takes too long in all.
                texts = [self._took_too_long() if left <= 0 else self._ended()]
            # It did not come to the end of the script, though it may have answered every step.
            return Played([*answers[: len(script) - 1], texts])

    def play_alone(self, script: list[Step], how: str = worker.PLAY) -> Played:
        """Play one script, with all its time, in a process that has played nothing before."""
        self._wall = WALL_SECONDS
        if not self._is_fresh:
            self.restart()
        return self.play(script, how)

    def trace(self, script: list[Step], *, is_alone: bool = False) -> Traced:
        """Play one script, its last step traced; alone as `play_alone` does."""
        if self._process is None or (is_alone and not self._is_fresh):
            self.restart()
        if self.loaded.fault or not script:
            return Traced()
        self._is_fresh = False
        kind, texts, wall = "", [""], self._wall
        if self._say((worker.TRACE, script)):
            kind, texts = self._hear(WALL_SECONDS)
        if kind != worker.TRACED:
            # It may still talk about this script when it is asked for the next.
            self._ended()
            self._wall = wall
            return Traced()
        place, *lines = texts
        return Traced(place if self.line(place) else "", self._heard(lines))

    def _heard(self, texts: list[str]) -> frozenset[tuple[str, int]]:
        """The lines that a process names, as far as the files have them."""
        found: set[tuple[str, int]] = set()
        left = worker.MOST_LINES
        for ranges, _, file in (one.partition(" ") for one in texts):
            most = len(self._lines(file))
            for first, last in _RANGE.findall(ranges):
                # No more than an honest process reports, however often this one repeats it.
                lines = range(int(first), min(int(last), most) + 1)[:left]
                found.update((file, line) for line in lines)
                left -= len(lines)
        return frozenset(found)

    def line(self, text: str) -> Line | None:
        """The line of the program that an answer ends with, if it has one."""
        found = _PLACE.search(text)
        if found is None:
            return None
        return self.source(found[1] or self._name, int(found[2]))

    def source(self, file: str, number: int) -> Line | None:
        """A line of a file that was handed in."""
        lines = self._lines(file)
        if not 1 <= number <= len(lines):
            return None
        text = table.printable(lines[number - 1].strip().replace("\t", " "))
        return Line(file, number, text[: table.ANSWER_LENGTH])

    def _lines(self, file: str) -> list[str]:
        if file not in self._sources:
            source = self._source if file == self._name else self._files.get(file)
            self._sources[file] = [] if source is None else lines_of(source)
        return self._sources[file]

    def _say(self, order: dict[str, Any] | tuple[str, list[Step]]) -> bool:
        """One order; whether it was read."""
        return self._send(marshal.dumps(order, 2))

    def _send(self, message: bytes) -> bool:
        """Some bytes, with how many they are; whether they were read in time."""
        left = memoryview(len(message).to_bytes(8, "little") + message)
        waited, patience = 0.0, _START_SECONDS if self._is_fresh else self._wall
        if hasattr(os, "set_blocking"):
            os.set_blocking(self._orders, False)
        while left:
            began = time.monotonic()
            try:
                left = left[os.write(self._orders, left) :]
            except BlockingIOError:
                select.select([], [self._orders], [], _TICK)
                waited += min(_TICK, time.monotonic() - began)
                if waited >= patience:
                    return False
            except OSError:
                # A closed pipe shows when nothing is answered, too.
                return False
        return True

    def _hear(self, patience: float) -> tuple[str, list[str]]:
        """The kind of the next line and its texts; an empty kind, and why, if there is none."""
        self._waited, queued = 0.0, None
        while b"\n" not in self._pending:
            began = time.monotonic()
            ready, _, _ = select.select([self._answers], [], [], _TICK)
            if ready:
                piece = os.read(self._answers, 1 << 16)
                self._pending += piece
                if not piece or len(self._pending) > LONGEST_LINE:
                    return "", [self._ended()]
            # A line that comes bit by bit takes time as well.
            self._waited += min(_TICK, time.monotonic() - began)
            if not ready:
                # Whether it works or sleeps: what others do on the machine is not its fault.
                had = self.times().queued
                self._waited -= min(_TICK, had - (had if queued is None else queued))
                queued = had
            if self._waited >= patience and b"\n" not in self._pending:
                return "", [self._took_too_long()]
        line, _, self._pending = self._pending.partition(b"\n")
        try:
            return parts(line)
        except ValueError:
            return "", [self._ended()]

    def _took_too_long(self) -> str:
        self._end()
        self._wall = HASTY_WALL_SECONDS
        return table.ENDLESS

    def _ended(self) -> str:
        """The process is gone, or no longer talks as it should."""
        process = self._process
        if process is not None:
            # Once it is waited for, its times are gone.
            had = self.times()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_END_SECONDS)
                self._had = had
        self._end()
        # As it ended itself, or as `bwrap` reports it.
        if process is not None and process.returncode in (-_NO_TIME_LEFT, 128 + _NO_TIME_LEFT):
            return table.ENDLESS
        return table.ENDED

    def _end(self) -> None:
        """Kill the process with all that it started, and remove its folder."""
        process = self._process
        if process is not None:
            if process.returncode is None:
                self._had = self.times()
            self._process = None
            try:
                os.killpg(process.pid, 9)
            except (OSError, AttributeError):
                process.kill()
            process.wait()
        for end in (self._orders, self._answers):
            if end != -1:
                os.close(end)
        self._orders = self._answers = -1
        if self._messages is not None:
            self._messages.seek(0)
            words = self._messages.read(500).decode("utf-8", "replace")
            self._message = table.printable(" ".join(words.split()))
            self._messages.close()
        self._messages = None
        if self._folder:
            jail.remove(self._folder)
        self._folder = ""


#: A line behind an answer, as `table.place` writes it, and lines as `worker` does.
_PLACE = re.compile(r" \((?:([^()]{1,80}), )?line ([0-9]{1,7})\)\Z")
_RANGE = re.compile(r"([1-9][0-9]{0,6})-([1-9][0-9]{0,6})")


#: SIGXCPU, which other systems do not have.
_NO_TIME_LEFT = 24


def _python(walls: str) -> list[str]:
    """Python by itself, without what is installed: a program is to write classes that are."""
    # Behind the walls of bwrap there is no environment that could lead to it.
    program = os.path.realpath(sys.executable) if walls == BWRAP else sys.executable
    return [program, "-I", "-S", "-B", "-X", "utf8", "-c", _BOOT]


def _bwrap_options() -> list[str]:
    """The same view as that of `jail`, in bwrap's words."""
    kinds = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        # The administrator becomes nobody, who is none of a namespace with one user.
        kinds.append("--unshare-user")
    options = [*kinds, "--cap-drop", "ALL"]
    # For the last steps inside, which give them up.
    for one in ("SETUID", "SETGID", "SETPCAP", "SYS_ADMIN"):
        options += ["--cap-add", f"CAP_{one}"]
    python = jail.python_paths()
    program = os.path.realpath(sys.executable)
    shown = [*python, program]
    for folder in dict.fromkeys(above for path in shown for above in _above(path)):
        options += ["--perms", "0755", "--dir", folder]
    for path in shown:
        options += ["--ro-bind", os.path.realpath(path), path]
    for path in jail.installed_packages(python):
        options += ["--tmpfs", path, "--remount-ro", path]
    for path in jail.DEVICES:
        options += ["--dev-bind-try", path, path]
    size = ["--size", str(jail.SPACE)]
    options += ["--perms", "0755", *size, "--tmpfs", jail.SUBMISSION]
    options += ["--perms", "0777", *size, "--tmpfs", jail.WORK]
    return [*options, "--chdir", jail.WORK, "--clearenv"]


def _above(path: str) -> list[str]:
    """The folders that something is in, but for the root."""
    return [str(one) for one in reversed(Path(path).parents)][1:]
