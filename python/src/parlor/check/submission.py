"""What a program is given: its file, and what lies beside it.

All of it is read once, by whoever checks, who may read more than the program's process: each start
of that is handed the same files, and what the program reads is the same for every user.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: Bytes, and files and folders, beside a program that it is given, and folders in folders.
MOST_BYTES, MOST_FILES, DEEPEST = 1 << 22, 1_000, 8

#: Entries of folders that are looked at before the rest is left out.
_MOST_ENTRIES = 10_000


@dataclass(frozen=True)
class Submission:
    """A program and what lies beside it."""

    #: By their paths in its folder.
    files: dict[str, bytes]
    #: Whether nothing was too large, too much or out of reach.
    is_whole: bool


def read(path: Path, source: bytes) -> Submission:
    """A program with this source, and the modules and data in its folder and below.

    The nearest come first, of a folder its Python files. Nothing hidden, no virtual environment,
    and no link that leads out of the folder, for it may lead to what is none of the program's
    business.
    """
    home = os.path.realpath(path.parent)
    found, folders = {path.name: source}, {""}
    left, is_whole = MOST_BYTES, True
    for name in _names(home):
        if name in found:
            continue
        if len(found) + len(folders) > MOST_FILES:
            is_whole = False
            break
        text = _text(home, name, left) if name else None
        if text is None:
            is_whole = False
            continue
        left -= len(text)
        found[name] = text
        folders.update(_folders(name))
    return Submission(found, is_whole)


def _folders(name: str) -> Iterator[str]:
    """Those that a file is in."""
    while name:
        name = os.path.dirname(name)
        yield name


def is_looked_into(folder: str) -> bool:
    """Whether a folder may have somebody's programs: it is not hidden, nor an environment."""
    if os.path.basename(folder).startswith((".", "__")):
        return False
    return not os.path.exists(os.path.join(folder, "pyvenv.cfg"))


def _names(home: str) -> Iterator[str]:
    """The files in a folder and below; an empty name for what cannot be looked at."""
    waiting, looked_at = [""], 0
    for folder in waiting:
        try:
            with os.scandir(os.path.join(home, folder)) as entries:
                found = []
                for entry in entries:
                    found.append(entry)
                    looked_at += 1
                    if looked_at > _MOST_ENTRIES:
                        yield ""
                        return
        except OSError:
            yield ""
            continue
        found.sort(key=lambda entry: (not entry.name.endswith(".py"), entry.name))
        for entry in found:
            name = os.path.join(folder, entry.name)
            if entry.is_dir(follow_symlinks=False):
                if not is_looked_into(entry.path):
                    continue
                if name.count(os.sep) < DEEPEST:
                    waiting.append(name)
                else:
                    yield ""
            elif not entry.name.startswith("."):
                yield name


def _text(home: str, name: str, most: int) -> bytes | None:
    """What a file has; nothing if it is no ordinary file of this folder, or too large."""
    path = os.path.realpath(os.path.join(home, name))
    if not path.startswith(os.path.join(home, "")):
        return None
    try:
        # Nothing else is opened: to open a pipe may take for ever.
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_size > most:
            return None
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
            text = file.read(most + 1)
    except OSError:
        return None
    return text if len(text) <= most else None
