"""Writes the programs of a class of 40 into a folder, for figures in docs/check.md.

Half are for each game: a right one, and planted faults from all over their list.
"""

from __future__ import annotations

import sys
from pathlib import Path

from planted import KUBA_PLANTED, LUDO_PLANTED
from students import KUBA, LUDO

#: Of one game.
STUDENTS = 20


def write(folder: Path) -> None:
    """A folder for each student, with a file."""
    games = ("LudoGame", LUDO, LUDO_PLANTED), ("KubaGame", KUBA, KUBA_PLANTED)
    for first, (name, right, planted) in zip((0, STUDENTS), games):
        faults = list(planted.values())
        for number in range(STUDENTS):
            program = faults[number * len(faults) // STUDENTS].program if number else right
            path = folder / f"s{first + number:02}" / f"{name}.py"
            path.parent.mkdir(parents=True)
            path.write_text(program, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
