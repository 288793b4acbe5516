"""Boards of a finding: before its last call, after it by the rules, and as the program has it."""

from __future__ import annotations

from dataclasses import dataclass

from parlor import ParlorError, kuba, ludo
from parlor.check.game import Answers
from parlor.check.script import Script, game_of, made

#: Where the answers after a step of Kuba have the captured reds and the cells.
_CAPTURED, _CELLS = (3, 4), 6


@dataclass(frozen=True)
class Board:
    """One moment of a game."""

    #: When this is.
    caption: str
    #: In a few short lines.
    text: str
    #: As a picture; empty for a moment that the rules do not know.
    svg: str


def board(caption: str, script: Script, answers: Answers) -> Board | None:
    """The board after the last step that tells of one, or None."""
    draw = _kuba if game_of(script) == "kuba" else _ludo
    for at, told in reversed(list(enumerate(answers[: len(script)]))):
        if len(told) > 1:
            drawn = draw(told, script[: at + 1])
            return Board(caption, *drawn) if drawn else None
    return None


def _ludo(told: list[str], script: Script) -> tuple[str, str] | None:
    """The seats' tokens; what a program tells may be no position at all."""
    fields, lines, finished = [], [], []
    for at, seat in enumerate("ABCD"):
        found, completed, p, q = told[1 + 4 * at : 5 + 4 * at]
        if found != "a player":
            continue
        names = [_space(seat, steps) for steps in (p, q)]
        lines.append(f"{seat}  p {names[0]:>3}  q {names[1]:>3}")
        fields.append(seat + ".".join(_field(steps) for steps in (p, q)))
        if completed == "True":
            finished.append(seat)
    if not fields:
        return None
    left = [field[0] for field in fields if field[0] not in finished]
    if len(left) > 1:
        rest = f"{left[0]} - {''.join(finished) or '-'}"
    else:
        rest = f"- - {''.join(finished + left)}"
    return "\n".join(lines), _drawn(ludo.Position, f"{'/'.join(fields)} {rest}")


def _field(steps: str) -> str:
    """A step count as a position's line has it."""
    return {"-1": "H", "0": "R", "57": "E"}.get(steps, steps)


def _space(seat: str, steps: str) -> str:
    """The name of a step count, or the count itself if it has none."""
    if steps in ("-1", "0", "57"):
        return _field(steps)
    if not steps.isdigit() or not 1 <= int(steps) <= 56:
        return steps
    if int(steps) > 50:
        return f"{seat}{int(steps) - 50}"
    start = {"A": 1, "B": 15, "C": 29, "D": 43}[seat]
    return str((start + int(steps) - 2) % 56 + 1)


def _kuba(told: list[str], script: Script) -> tuple[str, str] | None:
    """The 49 cells."""
    rows = told[_CELLS].split("/")
    if len(rows) != 7:
        return None
    text = "\n".join(" ".join(row).replace("X", ".") for row in rows)
    colors = {pair[1]: told[at] for pair, at in zip(made(script)[1:], _CAPTURED)}
    line = "/".join(_packed(row) for row in rows)
    return text, _drawn(kuba.Position, f"{line} w{colors.get('W', 0)}b{colors.get('B', 0)} w - c")


def _packed(row: str) -> str:
    """A row as a position's line has it."""
    packed = row.lower()
    for size in range(7, 0, -1):
        packed = packed.replace("x" * size, str(size))
    return packed


def _drawn(position: type[ludo.Position] | type[kuba.Position], line: str) -> str:
    """The picture of a line, or nothing if the rules know no such position."""
    try:
        return position.parse(line).to_svg()
    except ParlorError:
        return ""
