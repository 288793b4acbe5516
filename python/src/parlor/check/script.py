"""Scripts: their short notation, their length, and their form as a program."""

from __future__ import annotations

import marshal
import re

from parlor.check.table import TURN_TO, Step

#: What is played: never changed, so that it can be a key.
Script = tuple[Step, ...]


def ludo(written: str) -> Script:
    """A Ludo script from its short form.

    `AB: A6 A5x3` plays a game, `Ap3` moves a token, `A=55` asks for the name of a step, `?C` for
    a player; `;` begins a second `play_game` and `//` a second `LudoGame`.
    """
    steps: list[Step] = []
    for game in written.split("//"):
        steps.append(("LudoGame",))
        for part in game.split(";"):
            steps += _play(part.strip())
    return tuple(steps)


def _play(part: str) -> list[Step]:
    """One `play_game`, or none, and the calls after it."""
    seats, colon, rest = part.rpartition(":")
    turns: list[tuple[str, int]] = []
    calls: list[Step] = []
    for word in rest.split():
        if re.fullmatch(r"[A-D]\d+(x\d+)?", word):
            turn, _, times = word.partition("x")
            turns += [(turn[0], int(turn[1:]))] * int(times or 1)
        elif "=" in word:
            seat, _, number = word.partition("=")
            calls.append(("get_space_name", seat, int(number)))
        elif word.startswith("?"):
            calls.append(("get_player_by_position", word[1:]))
        else:
            calls.append(("move_token", word[0], word[1], int(word[2:])))
    first: list[Step] = [("play_game", list(seats), turns)] if colon else []
    return first + calls


#: The players of a Kuba script in its short form.
ANN, BOB = ("Ann", "W"), ("Bob", "B")


def kuba(pushes: str, *more: Step, first: str = "Ann") -> Script:
    """A Kuba script from its short form: pushes in turn, then any steps.

    A push after `!` is not made in turn but by whoever is named: `!Ann:65F`; nobody's turn passes.
    """
    steps: list[Step] = [("KubaGame", ANN, BOB)]
    name = first
    for push in pushes.split():
        if push.startswith("!"):
            who, _, push = push[1:].partition(":")
            steps.append(("make_move", who, (int(push[0]), int(push[1])), push[2:]))
            continue
        steps.append(("make_move", name, (int(push[0]), int(push[1])), push[2:]))
        name = "Bob" if name == "Ann" else "Ann"
    return (*steps, *more)


def turn_to(number: int) -> Step:
    """Back to an earlier game, the first being 0."""
    return (TURN_TO, number)


def written(script: Script) -> bytes:
    """The script in bytes: equal ones for equal scripts, and for the process that plays it."""
    # From version 3 on the bytes depend on which values are the same object.
    return marshal.dumps(script, 2)


def length(script: Script) -> int:
    """Rolls, pushes and questions; making a game counts nothing."""
    total = 0
    for step in script:
        if step[0] == "play_game":
            total += len(step[2]) if isinstance(step[2], (list, tuple)) else 1
        elif step[0] not in (*_MAKES, TURN_TO):
            total += 1
    return total


_MAKES = ("LudoGame", "KubaGame")


def games_in(script: Script) -> list[Step]:
    """The steps that make a game."""
    return [step for step in script if step[0] in _MAKES]


def games_of(script: Script) -> list[Script]:
    """The script of each game for itself."""
    games: list[list[Step]] = [[] for _ in games_in(script)]
    for number, step in zip(_numbers(script), script):
        if step[0] != TURN_TO:
            games[number].append(step)
    return [tuple(game) for game in games]


def is_interleaved(script: Script) -> bool:
    """Whether it goes back to an earlier game."""
    return any(step[0] == TURN_TO for step in script)


def made(script: Script) -> Step:
    """The step that made the game which the last step is about."""
    return games_in(script)[_numbers(script)[-1]]


def _numbers(script: Script) -> list[int]:
    """For each step the number of its game, the first being 0."""
    number, games, numbers = -1, 0, []
    for step in script:
        if step[0] in _MAKES:
            number, games = games, games + 1
        elif step[0] == TURN_TO:
            number = step[1] % games
        numbers.append(number)
    return numbers


def _variables(script: Script) -> list[str]:
    """For each step the variable that holds its game."""
    if not is_interleaved(script):
        return ["game"] * len(script)
    return [f"game_{number + 1}" for number in _numbers(script)]


def game_of(script: Script) -> str:
    """`ludo` or `kuba`."""
    return "kuba" if script[0][0] == "KubaGame" else "ludo"


def question(script: Script, place: int, cell: int = 0) -> str:
    """The call whose answer stands at this place of the last step's answers, as code.

    The last place of Kuba is the board, which is asked cell by cell.
    """
    step = script[-1]
    game = _variables(script)[-1]
    if place == 0:
        return call(step, game)
    if game_of(script) == "ludo":
        seat, asked = "ABCD"[(place - 1) // 4], (place - 1) % 4
        getters = ["", ".get_completed()", ".get_token_p_step_count()", ".get_token_q_step_count()"]
        return f"{game}.get_player_by_position({seat!r}){getters[asked]}"
    names = [pair[0] for pair in made(script)[1:]]
    return [
        f"{game}.get_current_turn()",
        f"{game}.get_winner()",
        *[f"{game}.get_captured({name!r})" for name in names],
        f"{game}.get_marble_count()",
        f"{game}.get_marble({divmod(cell, 7)})",
    ][place - 1]


def call(step: Step, game: str = "game") -> str:
    """A step as a line of a program, in which a variable holds the game."""
    name, *arguments = step
    if name in _MAKES:
        return f"{game} = {name}({_listed(arguments)})"
    if name == "get_space_name":
        seat, steps = arguments
        return f"{game}.get_player_by_position({seat!r}).get_space_name({steps!r})"
    if name == "move_token":
        seat, *rest = arguments
        return f"{game}.move_token({game}.get_player_by_position({seat!r}), {_listed(rest)})"
    return f"{game}.{name}({_listed(arguments)})"


def _listed(values: list[object]) -> str:
    return ", ".join(map(repr, values))


def program(script: Script, asked: str) -> str:
    """The script as a program that prints the answer to one question after its last step."""
    module = "KubaGame" if game_of(script) == "kuba" else "LudoGame"
    lines = [f"from {module} import {module}"]
    calls = [
        call(step, game) for step, game in zip(script, _variables(script)) if step[0] != TURN_TO
    ]
    if calls[-1] != asked:
        calls.append(f"print({asked})")
    elif script[-1][0] not in _MAKES:
        calls[-1] = f"print({asked})"
    return "\n".join([*lines, *calls])


def without_last(script: Script) -> Script:
    """The script without its last call, or without the last roll of that."""
    *earlier, last = script
    if last[0] == "play_game" and isinstance(last[2], list) and last[2]:
        return (*earlier, ("play_game", last[1], last[2][:-1]))
    return tuple(earlier)
