"""Imports for the package itself, never from where a student's files are.

A folder with a `LudoGame.py` may also have a `random.py`, and Python finds that one first if it was
started there or if PYTHONPATH names the folder. The checker must not run it, so this module imports
nothing that could come from there.
"""

from __future__ import annotations

import os
import sys
from _thread import allocate_lock

#: The folder that this package is imported from: trusted even if PYTHONPATH names it.
_HOME = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))


def trusted(file: str = "") -> list[str]:
    """`sys.path` without the working folder, the file's own, and those of PYTHONPATH."""
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    # An empty entry and "." there mean the working folder.
    left_out = set(map(_real, ("", *named)))
    if file:
        left_out.add(os.path.dirname(_real(file)))
    left_out.discard(_HOME)
    return [path for path in sys.path if _real(path) not in left_out]


def _real(path: str) -> str:
    """The path with links resolved, if possible.

    The working folder may be gone, and the system may not allow the path.
    """
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


class TrustedImports:
    """While any thread is inside, modules are imported from trusted folders only."""

    _lock = allocate_lock()
    _entered = 0
    _before: list[str] = sys.path

    def __init__(self, file: str = "") -> None:
        self._file = file

    def __enter__(self) -> None:
        cls = TrustedImports
        with cls._lock:
            if cls._entered == 0:
                cls._before = sys.path[:]
            cls._entered += 1
            sys.path[:] = trusted(self._file)

    def __exit__(self, *_: object) -> None:
        cls = TrustedImports
        with cls._lock:
            cls._entered -= 1
            if cls._entered == 0:
                sys.path[:] = cls._before
