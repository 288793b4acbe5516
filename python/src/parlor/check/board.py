"""The boards of a finding: before its last call, and after it by the rules and by the program."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parlor import ParlorError, kuba, ludo
from parlor.check.game import Answers
from parlor.check.script import Script, game_of, made
from parlor.check.table import ENDLESS, MISSING

#: Where the answers after a step of Kuba have the turn, the captured reds and the cells.
_TURN, _CAPTURED, _CELLS = 1, (3, 4), 6


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
    """The board after the last step whose answer has one, or None."""
    draw = _kuba if game_of(script) == "kuba" else _ludo
    for at, answered in reversed(list(enumerate(answers[: len(script)]))):
        # What does not end has answered only in part.
        if len(answered) > 1 and answered[-1] != ENDLESS:
            drawn = draw(answered, script[: at + 1])
            return Board(caption, *drawn) if drawn else None
    return None


def alike(boards: list[Board]) -> tuple[Board, ...]:
    """The boards, with one in place of several that follow each other and are the same."""
    kept: list[Board] = []
    for one in boards:
        if kept and kept[-1].text == one.text:
            both = f"{kept[-1].caption}; {one.caption}"
            kept[-1] = replace(kept[-1], caption=both, svg=kept[-1].svg or one.svg)
        else:
            kept.append(one)
    return tuple(kept)


def _ludo(answered: list[str], script: Script) -> tuple[str, str] | None:
    """The seats' tokens; what has no space is drawn in H, with a note."""
    fields, lines, finished, odd = [], [], [], []
    for at, seat in enumerate("ABCD"):
        found, _, *steps = answered[1 + 4 * at : 5 + 4 * at]
        if found != "a player":
            continue
        spaces = [_space(seat, count) for count in steps]
        lines.append(f"{seat}  p {spaces[0] or '?':>3}  q {spaces[1] or '?':>3}")
        for token, space, count in zip("pq", spaces, steps):
            if space is None:
                is_told = count in (MISSING, "")
                lines.append(f"   {token}: {count or MISSING}{'' if is_told else ' is no step'}")
                odd.append(f"{token} of {seat}")
        fields.append(seat + ".".join(map(_field, spaces, steps)))
        if spaces == ["E", "E"]:
            finished.append(seat)
    if not fields:
        return None
    if odd:
        lines.append(f"(drawn in H: {', '.join(odd)})")
    left = [field[0] for field in fields if field[0] not in finished]
    if len(left) > 1:
        rest = f"{left[0]} - {''.join(finished) or '-'}"
    else:
        rest = f"- - {''.join(finished + left)}"
    return "\n".join(lines), _drawn(ludo.Position, f"{'/'.join(fields)} {rest}")


def _field(space: str | None, steps: str) -> str:
    """A step count as a position's line has it."""
    if space is None:
        return "H"
    return space if space in ("H", "R", "E") else steps


def _space(seat: str, steps: str) -> str | None:
    """The name of a step count, or None if it has none."""
    if steps in _NAMES:
        return _NAMES[steps]
    if not steps.isdecimal() or not 1 <= int(steps) <= 56:
        return None
    if int(steps) > 50:
        return f"{seat}{int(steps) - 50}"
    start = {"A": 1, "B": 15, "C": 29, "D": 43}[seat]
    return str((start + int(steps) - 2) % 56 + 1)


_NAMES = {"-1": "H", "0": "R", "57": "E"}


def _kuba(answered: list[str], script: Script) -> tuple[str, str] | None:
    """The 49 cells."""
    rows = answered[_CELLS].split("/")
    if len(rows) != 7:
        return None
    text = "\n".join(" ".join(row).replace("X", ".") for row in rows)
    colors = {pair[1]: answered[at] for pair, at in zip(made(script)[1:], _CAPTURED)}
    line = "/".join(_packed(row) for row in rows)
    reds = f"w{colors.get('W', 0)}b{colors.get('B', 0)}"
    turn = {repr(pair[0]): pair[1] for pair in made(script)[1:]}.get(answered[_TURN], "W").lower()
    # What a program has counted wrongly is shown in words; the marbles can be drawn all the same.
    drawn = _drawn(kuba.Position, f"{line} {reds} {turn} - c")
    return text, drawn or _drawn(kuba.Position, f"{line} w0b0 {turn} - c")


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
