"""Checks several files in parallel, in worker processes that check one file at a time.

Reports come in the order of the files. A worker that dies loses only the report on its file and is
replaced. No worker outlives the check: each ends when its command pipe closes, even if the check is
killed.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from types import FrameType
from typing import Any, BinaryIO

from parlor._imports import trusted
from parlor.check.jail import OWN
from parlor.check.order import Order
from parlor.check.report import Report

#: The path comes with the process: isolated, it looks nowhere else, least of all where it starts.
_BOOT = "import sys; sys.path[:] = sys.argv[1:]; from parlor.check.jobs import serve; serve()"

#: Seconds that a process has to end once its pipe is closed, before it is killed.
_GRACE_SECONDS = 5.0


def cores() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Jobs:
    """Processes that check files."""

    def __init__(self, files: Sequence[str], order: Order, most: int, jail: str = OWN) -> None:
        """Check these files, up to `most` at once; they begin when it is entered.

        `jail` is that of `checker.check`.
        """
        self._files = files
        self._order = order
        self._jail = jail
        self._numbers = iter(range(len(files)))
        self._done: queue.SimpleQueue[tuple[int, list[Report]]] = queue.SimpleQueue()
        self._early: dict[int, list[Report]] = {}
        self._lock = threading.Lock()
        self._is_over = False
        self._running: set[subprocess.Popen[bytes]] = set()
        self._threads = [
            threading.Thread(target=self._work, daemon=True) for _ in range(min(most, len(files)))
        ]

    def __enter__(self) -> Jobs:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End every process, and what it has started."""
        with self._lock:
            self._is_over = True
            running = list(self._running)
        for process in running:
            _close(process)
        for process in running:
            _end(process)
        for thread in self._threads:
            thread.join(_GRACE_SECONDS)

    def reports(self, number: int, seconds: float) -> list[Report] | None:
        """The reports on a file by its number; None if they are not there within `seconds`."""
        while number not in self._early:
            try:
                done, reports = self._done.get(timeout=seconds)
            except queue.Empty:
                return None
            self._early[done] = reports
        return self._early.pop(number)

    # --- One process --------------------------------------------------------------------------

    def _work(self) -> None:
        """Have one file after another checked by a process, and by another one if that dies."""
        process: subprocess.Popen[bytes] | None = None
        while True:
            with self._lock:
                number = None if self._is_over else next(self._numbers, None)
            if number is None:
                break
            file = self._files[number]
            try:
                process = process or self._started(file)
                reports = _asked(process, file, self._order, self._jail)
            except OSError as error:
                reports = [_failed(file, f"no process to check it: {error.strerror}")]
            if reports is None and process is not None:
                status = self._ended(process)
                process = None
                reports = [_failed(file, f"the process that checked it {_words(status)}")]
            self._done.put((number, reports or []))
        if process is not None:
            self._ended(process)

    def _started(self, file: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-I", "-B", "-c", _BOOT, *trusted(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if sys.stderr is not None else subprocess.DEVNULL,
            # Ctrl-C on the terminal is for the parent, which closes the pipe.
            start_new_session=True,
        )
        with self._lock:
            self._running.add(process)
            is_late = self._is_over
        if is_late:
            _close(process)
        return process

    def _ended(self, process: subprocess.Popen[bytes]) -> int:
        """End a process; its status."""
        _close(process)
        status = _end(process)
        assert process.stdout is not None
        process.stdout.close()
        with self._lock:
            self._running.discard(process)
        return status


def _asked(
    process: subprocess.Popen[bytes], file: str, order: Order, jail: str
) -> list[Report] | None:
    """The reports of a process on a file, or None if it dies."""
    assert process.stdin is not None and process.stdout is not None
    try:
        pickle.dump((file, order, jail), process.stdin)
        process.stdin.flush()
        reports: list[Report] = pickle.load(process.stdout)
    except Exception:
        # Half a report may raise anything.
        return None
    return reports


def _close(process: subprocess.Popen[bytes]) -> None:
    """Close the pipe of a process, which ends it."""
    assert process.stdin is not None
    # It may be gone already.
    with contextlib.suppress(OSError):
        process.stdin.close()


def _end(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process whose pipe was closed; its status."""
    try:
        return process.wait(_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def _failed(file: str, why: str) -> Report:
    return Report(file, refusal=f"the checker itself failed: {why}", is_failure=True)


def _words(status: int) -> str:
    """How a process ended."""
    if status >= 0:
        return f"ended with {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


# --- In the process -----------------------------------------------------------------------------


class _OverError(BaseException):
    """The parent is gone. What plays games takes every usual exception for an answer."""


def serve() -> None:
    """Check each requested file, until the parent closes the pipe."""
    orders, reports = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What somebody prints is no report.
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    over = threading.Event()
    _heed_signals(over)
    asked: queue.SimpleQueue[tuple[str, Order, str] | None] = queue.SimpleQueue()
    is_busy = threading.Event()
    listener = threading.Thread(target=_listen, args=(orders, asked, is_busy, over), daemon=True)
    # From its start on, a signal may come at any time.
    try:
        listener.start()
        from parlor.check.checker import check

        while (one := asked.get()) is not None:
            done = check(*one)
            # Once the report is out, the next order may be there before anything else is done.
            is_busy.clear()
            pickle.dump(done, reports)
            reports.flush()
        os._exit(0)
    except (_OverError, OSError):
        # The parent is gone.
        os._exit(128 + signal.SIGTERM)


def _listen(
    orders: BinaryIO,
    asked: queue.SimpleQueue[Any],
    is_busy: threading.Event,
    over: threading.Event,
) -> None:
    """Hand on the requests; when the pipe is closed, stop what is under way."""
    while True:
        try:
            order = pickle.load(orders)
        except (EOFError, OSError, pickle.UnpicklingError):
            break
        is_busy.set()
        asked.put(order)
    over.set()
    asked.put(None)
    if is_busy.is_set():
        os.kill(os.getpid(), signal.SIGTERM)


def _heed_signals(over: threading.Event) -> None:
    """Have a signal stop what is under way, but only once the parent has closed the pipe.

    Ctrl-C and the like come to every process of a terminal or group; the parent decides.
    """
    is_stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal is_stopping
        if over.is_set() and not is_stopping:
            is_stopping = True
            raise _OverError

    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, stop)
