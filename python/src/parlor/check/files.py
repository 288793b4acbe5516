"""The files that a path means."""

from __future__ import annotations

import os
from pathlib import Path

from parlor.check.checker import defines
from parlor.check.submission import is_looked_into


def files(path: str) -> list[str]:
    """The path itself, or of a folder every Python file in it that has a game's class, by name.

    Hidden folders and those of virtual environments are left out. A folder that cannot be read
    stands for what may be in it.
    """
    if not os.path.isdir(path):
        return [path]
    found: list[str] = []

    def unread(error: OSError) -> None:
        found.append(str(error.filename))

    for folder, folders, names in os.walk(path, onerror=unread):
        folders[:] = sorted(one for one in folders if is_looked_into(os.path.join(folder, one)))
        for name in sorted(names):
            file = os.path.join(folder, name)
            if name.endswith(".py") and os.path.isfile(file) and _is_meant(file):
                found.append(file)
    return found


def _is_meant(file: str) -> bool:
    """Whether it has a game's class, or its name says so, or nobody can tell."""
    if any(name in os.path.basename(file) for name in ("LudoGame", "KubaGame")):
        return True
    try:
        return bool(defines(Path(file)))
    except OSError:
        return True
