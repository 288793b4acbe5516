"""Locks that a forked process does not wait for.

A process that forks has only the thread that forked. What another thread had locked then stays
locked there, and what it was changing stays half changed.
"""

from __future__ import annotations

import os
import threading
from weakref import WeakSet

__all__ = ["Lock"]


class Lock:
    """A lock for ``with``; in a process forked while another thread had it, it is refused.

    ``what`` names what is locked, for the error.
    """

    __slots__ = ("__weakref__", "_is_cut_off", "_lock", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()
        self._is_cut_off = False
        _locks.add(self)

    def __enter__(self) -> None:
        if self._is_cut_off:
            raise RuntimeError(
                f"another thread was using this {self._what} when the process was forked; make "
                "another one here, or start processes by 'spawn' or 'forkserver'"
            )
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


_locks: WeakSet[Lock] = WeakSet()


def _forked() -> None:
    """In the new process: what is locked will never be released."""
    for lock in list(_locks):
        lock._is_cut_off |= lock._lock.locked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
