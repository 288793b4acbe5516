"""A program in a process of its own, with limits, and what it answers.

The process can be killed at any moment and started again; a program keeps nothing from one start
to the next. What the limits do not protect from is told in docs/check.md.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import select
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from parlor.check import processor, table, worker
from parlor.check.processor import Times
from parlor.check.table import Step

#: Bytes of memory, of each file it writes, and seconds of processor time in one start.
MEMORY = 1 << 29
FILE_SIZE = 1 << 16
PROCESSOR_SECONDS = 120

#: Seconds that a step may take by the clock, for what waits without working. They are counted in
#: ticks, so that a machine that stood still for a while is not taken for a program that did, and
#: less what the program was ready to work and others had the processors.
WALL_SECONDS = 4.0

#: The same once a step waited so long, as `worker.HASTY_SECONDS`.
HASTY_WALL_SECONDS = 0.4
_TICK = 0.1

#: Bytes of one answer: a board with 49 cells has fewer than a thousand.
_LONGEST_ANSWER = 1 << 20


#: The process runs this alone: modules come through a pipe, each with its name, and it imports
#: nothing of the package, nor leaves a name behind that a program could import by mistake.
_BOOT = """
import marshal, os, sys
with os.fdopen(os.dup(int(sys.argv[1])), "rb", 0) as orders:
    size = int.from_bytes(orders.read(8), "little")
    code = b""
    while len(code) < size:
        code += orders.read(size - len(code))
modules = {name: type(sys)(name) for name, _ in marshal.loads(code)}
sys.modules.update(modules)
for name, one in marshal.loads(code):
    exec(one, modules[name].__dict__)
for name in modules:
    del sys.modules[name]
modules[name].main()
"""


@cache
def _code() -> bytes:
    """What the process runs."""
    found = []
    for module in (table, worker):
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
    #: Limits that this system does not have.
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


class Sandbox:
    """One file in its own process, started anew whenever that has ended."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._source = path.read_bytes()
        self._folder = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._orders = -1
        self._answers = -1
        self._pending = b""
        #: Whether the process has played nothing yet.
        self._is_fresh = False
        self._wall = WALL_SECONDS
        #: What its ended processes have had.
        self._had = Times()
        self.loaded = Loaded()

    def times(self) -> Times:
        """What its processes have had till now, as far as the system tells."""
        if self._process is None:
            return self._had
        return self._had.plus(processor.of_process(self._process.pid) or Times())

    def __enter__(self) -> Sandbox:
        self.restart()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def restart(self) -> None:
        """Start a fresh process, in a folder with nothing in it, and read the file there."""
        self._end()
        self._folder = tempfile.mkdtemp(prefix="parlor-check-")
        # The program may run as nobody, who must be able to work here.
        os.chmod(self._folder, 0o777)
        orders, self._orders = os.pipe()
        self._answers, answers = os.pipe()
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    # Nor what is installed: the classes that it is to write among it.
                    "-S",
                    "-B",
                    "-X",
                    "utf8",
                    "-c",
                    _BOOT,
                    str(orders),
                    str(answers),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(orders, answers),
                cwd=self._folder,
                env={},
                start_new_session=True,
            )
        except OSError as error:
            os.close(self._orders)
            os.close(self._answers)
            _remove(self._folder)
            raise StartError(f"no process for {self._path}: {error}") from error
        finally:
            os.close(orders)
            os.close(answers)
        self._pending = b""
        self._is_fresh = True
        self._send(_code())
        self._say(
            {
                "path": str(self._path),
                "source": self._source,
                "folder": self._folder,
                "memory": MEMORY,
                "seconds": PROCESSOR_SECONDS,
                "file_size": FILE_SIZE,
            }
        )
        kind, told = self._hear()
        if kind != worker.LOADED:
            self.loaded = Loaded(fault=told[0])
            return
        fault, printed, *lists = told
        games, missing, open_doors = (tuple(one.split()) for one in lists)
        self.loaded = Loaded(fault, games, missing, printed, open_doors)

    def play(self, script: list[Step]) -> Played:
        """Play one script; what did not return is the last answer."""
        if self._process is None:
            self.restart()
        if self.loaded.fault:
            return Played([[self.loaded.fault]])
        self._is_fresh = False
        self._say(script)
        answers: list[list[str]] = []
        while True:
            kind, told = self._hear()
            if kind == worker.PLAYED:
                return Played(answers, told[0], tuple(told[1].split()))
            if kind == worker.LOADED:
                kind, told = "", [self._ended()]
            answers.append(told)
            if kind != worker.ANSWERED:
                return Played(answers)

    def play_alone(self, script: list[Step]) -> Played:
        """Play one script, with all its time, in a process that has played nothing before."""
        self._wall = WALL_SECONDS
        if not self._is_fresh:
            self.restart()
        return self.play(script)

    def _say(self, order: dict[str, Any] | list[Step]) -> None:
        """One order; that nobody reads it any more shows when nothing is answered."""
        self._send(marshal.dumps(order, 2))

    def _send(self, told: bytes) -> None:
        """Some bytes, with how many they are."""
        left = memoryview(len(told).to_bytes(8, "little") + told)
        try:
            while left:
                left = left[os.write(self._orders, left) :]
        except OSError:
            pass

    def _hear(self) -> tuple[str, list[str]]:
        """What the next line is about and says; about nothing, and why, if there is none."""
        waited, queued = 0.0, None
        while b"\n" not in self._pending:
            began = time.monotonic()
            ready, _, _ = select.select([self._answers], [], [], _TICK)
            if not ready:
                # Whether it works or sleeps: what others do on the machine is not its fault.
                had = self.times().queued
                waited += min(_TICK, time.monotonic() - began)
                waited -= min(_TICK, had - (had if queued is None else queued))
                queued = had
                if waited >= self._wall:
                    self._end()
                    self._wall = HASTY_WALL_SECONDS
                    return "", [table.ENDLESS]
                continue
            piece = os.read(self._answers, 1 << 16)
            self._pending += piece
            if not piece or len(self._pending) > _LONGEST_ANSWER:
                return "", [self._ended()]
        line, _, self._pending = self._pending.partition(b"\n")
        try:
            return worker.parts(line)
        except ValueError:
            return "", [self._ended()]

    def _ended(self) -> str:
        """The process is gone, or no longer talks as it should."""
        process = self._process
        self._end()
        if process is not None and process.returncode == -24:  # SIGXCPU
            return table.ENDLESS
        return table.ENDED

    def _end(self) -> None:
        """Kill the process with all that it started, and remove its folder."""
        if self._process is None:
            return
        self._had = self.times()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.01)
        try:
            os.killpg(self._process.pid, 9)
        except (OSError, AttributeError):
            self._process.kill()
        self._process.wait()
        os.close(self._orders)
        os.close(self._answers)
        _remove(self._folder)
        self._process = None


def _remove(folder: str) -> None:
    """A folder with all that a program left in it, as far as that is possible.

    Links are removed and never followed. Folders in folders are first brought up beside each other,
    so that none lies too deep for a path or for the stack.
    """
    beside = tempfile.mkdtemp(prefix="parlor-check-")
    waiting, moved = [folder], 0
    while waiting:
        path = waiting.pop()
        with contextlib.suppress(OSError):
            with os.scandir(path) as entries:
                found = list(entries)
            for entry in found:
                with contextlib.suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        # Moving a folder takes the right to write in it.
                        os.chmod(entry.path, 0o700)
                        moved += 1
                        waiting.append(os.path.join(beside, str(moved)))
                        os.rename(entry.path, waiting[-1])
                    else:
                        os.unlink(entry.path)
            os.rmdir(path)
    with contextlib.suppress(OSError):
        os.rmdir(beside)
