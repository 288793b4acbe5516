"""Variations of a game: some calls more or fewer, other numbers, other sides.

An explanation of a game must hold for its variations, too.
"""

from __future__ import annotations

import random

from parlor import kuba
from parlor.check.kuba_scenarios import across, mirrored
from parlor.check.script import ANN, BOB, Script, game_of
from parlor.check.table import SEATS, TURN_TO, Step

#: Changes of one variation at most.
_MOST_CHANGES = 3

#: Calls that are added at the end at most.
_MOST_ADDED = 8


def variation(script: Script, source: random.Random) -> Script:
    """One of them; the script itself where it plays more than one game."""
    if any(step[0] == TURN_TO for step in script) or script[0][0] in [s[0] for s in script[1:]]:
        return script
    return _ludo(script, source) if game_of(script) == "ludo" else _kuba(script, source)


def _ludo(script: Script, source: random.Random) -> Script:
    """From other seats, with some rolls changed, added and left out."""
    names = list(SEATS)
    if source.random() < 0.5:
        source.shuffle(names)
    seats = str.maketrans(SEATS, "".join(names))
    return tuple(_ludo_step(step, seats, source) for step in script)


def _ludo_step(step: Step, seats: dict[int, int], source: random.Random) -> Step:
    """One call, as seen from other seats."""
    name, *arguments = step
    if name == "play_game" and isinstance(arguments[1], list):
        players = _translated(arguments[0], seats)
        rolls = [_translated(turn, seats) for turn in arguments[1]]
        return (name, players, _rolls(players, rolls, source))
    return (name, *[_translated(one, seats) for one in arguments])


def _translated(value: object, seats: dict[int, int]) -> object:
    """The same with other seats: texts of one letter, alone and in lists and pairs."""
    if isinstance(value, str):
        return value.translate(seats) if value in list(SEATS) else value
    if isinstance(value, (list, tuple)):
        return type(value)(_translated(one, seats) for one in value)
    return value


def _rolls(players: object, rolls: list[object], source: random.Random) -> list[object]:
    """Some rolls changed, and some more at the end."""
    if not isinstance(players, list) or not players:
        return rolls
    rolls = list(rolls)

    def roll() -> object:
        return (source.choice(players), source.randint(1, 6))

    for _ in range(source.randint(0, _MOST_CHANGES)):
        at = source.randint(0, len(rolls))
        kind = source.randrange(3)
        if kind == 0 or at == len(rolls):
            rolls.insert(at, roll())
        elif kind == 1:
            del rolls[at]
        else:
            turn = rolls[at]
            seat = turn[0] if isinstance(turn, tuple) and turn else source.choice(players)
            rolls[at] = (seat, source.randint(1, 6))
    return rolls + [roll() for _ in range(source.randint(0, _MOST_ADDED))]


def _kuba(script: Script, source: random.Random) -> Script:
    """From another side of the board, cut somewhere or not, and played on."""
    if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in script[0][1:]):
        return script
    seen = _seen_from(script, source)
    cut = len(seen) if source.random() < 0.7 else source.randint(1, len(seen))
    steps = list(seen[:cut])
    for _ in range(source.randint(0, _MOST_ADDED)):
        steps.append(_try(steps, source))
    if cut < len(seen):
        steps += seen[cut:]
    return tuple(steps)


def _seen_from(script: Script, source: random.Random) -> Script:
    """The same game seen in a mirror, across, or as it is."""
    kind = source.randrange(4)
    begin, *calls = script
    if kind == 0 or begin[1:] not in ((ANN, BOB), (BOB, ANN)):
        return script
    return (begin, *[_seen(call, kind) for call in calls])


def _seen(step: Step, kind: int) -> Step:
    """One call, seen so; what is no push of a player stays."""
    if step[0] != "make_move" or step[1] not in ("Ann", "Bob"):
        return step
    _, name, cell, way = step
    if not _is_push(cell, way) or way not in ("L", "R", "F", "B"):
        return step
    if not all(0 <= one < 7 for one in cell):
        return step
    push = f"!{name}:{cell[0]}{cell[1]}{way}"
    if kind & 1:
        push = mirrored(push)
    if kind & 2:
        push = across(push)
    who, _, push = push[1:].partition(":")
    return ("make_move", who, (int(push[0]), int(push[1])), push[2])


def _try(steps: list[Step], source: random.Random) -> Step:
    """Mostly a legal push; else one that was tried before, or any."""
    pushes = [step for step in steps if step[0] == "make_move"]
    kind = source.random()
    if pushes and kind < 0.2:
        _, name, cell, way = source.choice(pushes[-4:])
        return ("make_move", source.choice([name, "Ann", "Bob"]), cell, way)
    if kind > 0.3:
        colors = {pair[1]: pair[0] for pair in steps[0][1:]}
        position = _position(steps) or kuba.Position(to_move=source.choice("WB"))
        if position.legal_moves:
            move = source.choice(position.legal_moves)
            return ("make_move", colors[position.to_move], (int(move[0]), int(move[1])), move[2])
    cell = (source.randrange(7), source.randrange(7))
    return ("make_move", source.choice(["Ann", "Bob"]), cell, source.choice("LRFB"))


def _position(steps: list[Step]) -> kuba.Position | None:
    """Where the pushes lead by the rules; None before the first."""
    colors = {pair[0]: pair[1] for pair in steps[0][1:]}
    position: kuba.Position | None = None
    for _, name, cell, way in [step for step in steps if step[0] == "make_move"]:
        color = colors.get(name) if isinstance(name, str) else None
        if color is None or (position is not None and position.is_over):
            continue
        here = position or kuba.Position(to_move=color)
        if here.to_move == color and _is_push(cell, way):
            move = f"{cell[0]}{cell[1]}{way}"
            position = here.apply(move) if move in here.legal_moves else position
    return position


def _is_push(cell: object, way: object) -> bool:
    """Whether these name a cell and a direction."""
    return (
        isinstance(cell, (tuple, list))
        and len(cell) == 2
        and all(type(one) is int for one in cell)
        and isinstance(way, str)
    )
