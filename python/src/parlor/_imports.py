"""Where the package's own imports look: never where a student's files are.

A folder with a `LudoGame.py` may have a `random.py` as well, and Python looks there first where it
was started there, or where PYTHONPATH says so. The checker must not run anything of that, so this
module imports nothing that could come from there.
"""

from __future__ import annotations

import os
import sys
from _thread import allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

#: The folder that this package is imported from, which stays even where PYTHONPATH names it.
_HOME = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))


def trusted(file: str = "") -> list[str]:
    """`sys.path` without the working folder, the file's own, and those of PYTHONPATH."""
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    # What is empty or "." there means the working folder, too.
    left_out = set(map(_real, ("", *named)))
    if file:
        left_out.add(os.path.dirname(_real(file)))
    left_out.discard(_HOME)
    return [path for path in sys.path if _real(path) not in left_out]


def _real(path: str) -> str:
    """The path without links, as far as that can be told.

    The working folder may be gone, and a path may be none that the system can have.
    """
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


class TrustedImports:
    """While it is entered, here or by another thread, modules come from trusted folders."""

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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        cls = TrustedImports
        with cls._lock:
            cls._entered -= 1
            if cls._entered == 0:
                sys.path[:] = cls._before
