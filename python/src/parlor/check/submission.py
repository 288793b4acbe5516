"""The files that a program is given: its own, and its student's other files in the folder.

They are read once by the checker, which may read more than the program's process: each start is
handed the same files, whichever user runs the check.

A folder belongs to one student or to a class: to a class if two of its programs define the same
game or have names such as `ann_LudoGame.py` and `bob_LudoGame.py`.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import stat
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: The classes that the texts ask for.
GAMES = ("LudoGame", "KubaGame")

_CLASS = re.compile(rb"^[ \t]*class[ \t]+(LudoGame|KubaGame)\b", re.MULTILINE)

#: Bytes of a program: a hundred times more than any needs.
LARGEST = 1 << 20

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
    #: Whether it is the file alone, because the folder is that of a class.
    is_alone: bool = False


@dataclass(frozen=True)
class Line:
    """A line of a program, as it was handed in."""

    #: By its path in the program's folder.
    file: str
    #: The first is 1.
    number: int
    #: In characters that move no terminal, without the blanks around it.
    text: str


def lines_of(source: bytes) -> list[str]:
    """The lines of a file as Python counts them."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        text = source.decode(encoding, "replace")
    except (SyntaxError, LookupError):
        text = source.decode("utf-8", "replace")
    # Other characters end a line for `splitlines` that do not for Python.
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def defines(path: Path) -> list[str]:
    """The texts' game classes that a file seems to define; an `OSError` if it cannot be read."""
    with path.open("rb") as file:
        return _defined(file.read(LARGEST))


def _defined(source: bytes) -> list[str]:
    """The same of its text."""
    return sorted({name.decode() for name in _CLASS.findall(source.removeprefix(codecs.BOM_UTF8))})


def read(path: Path, source: bytes) -> Submission:
    """A program with this source, and the modules and data in its folder and below.

    The nearest come first, of a folder its Python files. Nothing hidden, no virtual environment,
    and no link that leads out of the folder, for it may lead to what is none of the program's
    business; nothing of another student.
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
    return _own(Submission(found, is_whole), home, path.name)


def _own(handed: Submission, home: str, name: str) -> Submission:
    """What is left of a folder without other students' files."""
    programs = [one for one, text in handed.files.items() if one == name or _has_game(one, text)]
    if not _are_several_students(programs, handed.files, home):
        return handed
    # A folder in it that has a program is somebody's own.
    others = {one.partition(os.sep)[0] for one in programs if os.sep in one}
    kept = {
        one: text for one, text in handed.files.items() if one.partition(os.sep)[0] not in others
    }
    near = [one for one in programs if one in kept]
    if not _are_several_students(near, kept, home):
        return Submission(kept, handed.is_whole)
    return Submission({name: handed.files[name]}, True, is_alone=True)


def _has_game(name: str, text: bytes) -> bool:
    """Whether a file is a program."""
    return name.endswith(".py") and bool(_defined(text))


def _are_several_students(programs: list[str], files: dict[str, bytes], home: str) -> bool:
    """Whether these programs of a folder are not all of one student."""
    # A link and what it leads to are one program, by two names.
    once = {os.path.realpath(os.path.join(home, one)): one for one in programs}
    games = [game for one in once.values() for game in _defined(files[one])]
    rests = {_rest(one) for one in programs if os.sep not in one} - {None}
    return len(games) > len(set(games)) or len(rests) > 1


def _rest(name: str) -> str | None:
    """What a file's name has besides that of a game, if it has one."""
    game = next((game for game in GAMES if game in name), None)
    return None if game is None else name.replace(game, "")


def leads_into(path: str, folder: str) -> bool:
    """Whether something lies in a folder when all links are followed."""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(folder), ""))


def place(path: Path) -> Path:
    """Where a program is at home: a link out of its folder names one of another folder."""
    return path if leads_into(str(path), str(path.parent)) else path.resolve()


def is_handed_in(link: Path) -> bool:
    """Whether what a link leads to is of its own folder, and its student's."""
    home = os.path.realpath(link.parent)
    return os.path.relpath(os.path.realpath(link), home) in read(link, b"").files


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
    if not leads_into(os.path.join(home, name), home):
        return None
    path = os.path.realpath(os.path.join(home, name))
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
