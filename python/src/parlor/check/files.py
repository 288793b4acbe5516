"""The files that a path stands for, and those among them that cannot be checked."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from parlor.check import submission
from parlor.check.table import printable

#: The names that the texts give a program.
_GIVEN_NAMES = ("LudoGame.py", "KubaGame.py")

#: The name of a file with a student's own tests: `LudoGameTester.py`, `test_LudoGame.py`.
_TESTS = re.compile(
    r"(?:^|[^A-Za-z])[Tt]ests?[^A-Za-z]?(?:Ludo|Kuba)Game"
    r"|(?:Ludo|Kuba)Game[^A-Za-z]?[Tt]est(?:s|er|ers|ing|_?[Cc]ases?)?(?![a-z])"
)


@dataclass(frozen=True)
class Found:
    """A file that a path means."""

    file: str
    #: Why it is not checked, or the empty string.
    refusal: str = ""


def no_file(mode: int) -> str:
    """What is said of something that is no ordinary file, by its mode."""
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    kind = next((word for is_one, word in kinds if is_one(mode)), "a device")
    return f"it is {kind}, not a file"


def files(path: str) -> list[Found]:
    """The path itself, or of a folder all that is meant as a program, by name.

    Those are the Python files that have a game's class, and whatever is named as one, unless that
    is a student's own tests. Hidden folders and those of virtual environments are left out. A
    folder that cannot be read stands for what may be in it, and so does one that is a link.
    """
    if not os.path.isdir(path):
        return [Found(path)]
    found: list[Found] = []

    def unread(error: OSError) -> None:
        found.append(Found(str(error.filename), error.strerror or str(error)))

    for folder, folders, names in os.walk(path, onerror=unread):
        is_top = folder == path
        folders[:] = sorted(
            one for one in folders if submission.is_looked_into(os.path.join(folder, one))
        )
        found += filter(None, (_folder(os.path.join(folder, one), is_top) for one in folders))
        found += filter(None, (_file(os.path.join(folder, one), is_top) for one in sorted(names)))
    return found


def _folder(path: str, is_top: bool) -> Found | None:
    """A folder reported for itself: a link, whose files are another's, or a program's name."""
    if os.path.islink(path):
        home = os.path.dirname(path)
        # What lies beside a program is its student's, and found there.
        has_program = any(os.path.isfile(os.path.join(home, name)) for name in _GIVEN_NAMES)
        is_own = not is_top and has_program and submission.leads_into(path, home)
        return None if is_own else Found(path, _of_link(path))
    return Found(path, no_file(stat.S_IFDIR)) if _is_named(path) else None


def _file(path: str, is_top: bool) -> Found | None:
    """A file that is meant as a program; nothing but an ordinary file is opened."""
    if not path.endswith(".py"):
        return None
    is_link, is_named = os.path.islink(path), _is_named(path)
    refusal, is_meant = "", is_named
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISREG(mode):
            is_meant = bool(submission.defines(Path(path))) or is_named
        else:
            refusal = no_file(mode)
    except OSError as error:
        # What an unread file has is unknown; what leads nowhere has nothing.
        refusal = error.strerror or str(error)
        is_meant = is_named or not is_link
    if not is_meant:
        return None
    if is_link and (refusal or is_top or not _is_own(path)):
        refusal = _of_link(path)
    return Found(path, refusal)


def _is_named(path: str) -> bool:
    """Whether the name is that of a program."""
    name = os.path.basename(path)
    has_game = name.endswith(".py") and any(game in name for game in submission.GAMES)
    return has_game and _TESTS.search(name) is None


def _is_own(link: str) -> bool:
    """Whether a link leads from a student's folder to another file in it.

    In a folder of several students each has to choose another name, and what lies there is handed
    to none of the others.
    """
    return os.path.basename(link) in _GIVEN_NAMES and submission.is_handed_in(Path(link))


def _of_link(path: str) -> str:
    """Why a link is not followed."""
    return (
        f"it is a link to {printable(os.readlink(path))}, which may be another's work: to have it "
        "judged all the same, name the link itself"
    )
