"""Shrinks a script by leaving parts out while it still shows a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Callable

from parlor.check.script import Script


def shrunk(script: Script, shows: Callable[[Script], bool]) -> Script:
    """A script that still shows it, and none of whose parts can be left out."""
    while True:
        for shorter in _shorter(script):
            if shows(shorter):
                script = shorter
                break
        else:
            return script


def _shorter(script: Script) -> Iterator[Script]:
    """Scripts with something left out, the largest pieces first."""
    for start in range(1, len(script)):
        if script[start][0] in ("LudoGame", "KubaGame"):
            yield script[start:]
    pieces = _pieces(len(script) - 1)
    for start, end in pieces:
        yield script[: 1 + start] + script[1 + end :]
    for at, step in enumerate(script):
        if step[0] != "play_game" or not isinstance(step[2], list):
            continue
        _, seats, turns = step
        for start, end in _pieces(len(turns)):
            fewer = ("play_game", seats, turns[:start] + turns[end:])
            yield (*script[:at], fewer, *script[at + 1 :])
        if isinstance(seats, list):
            for seat in seats if len(seats) > 2 else []:
                fewer = ("play_game", [one for one in seats if one != seat], turns)
                yield (*script[:at], fewer, *script[at + 1 :])


def _pieces(size: int) -> Iterator[tuple[int, int]]:
    """The pieces of a list, halves first, from the end: what comes last matters least often."""
    piece = size
    while piece:
        for end in range(size, piece - 1, -piece if piece > 2 else -1):
            yield end - piece, end
        piece //= 2
