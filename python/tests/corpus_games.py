"""The games by which a finding is held against the record: no random game of the checker's."""

from __future__ import annotations

import random
from functools import cache

from corpus import GAMES
from parlor import kuba
from parlor.check.script import ANN, BOB, Script
from parlor.check.table import Step

#: Of each game: those that look at one rule, and random ones.
NUMBER = 3_000

_SEED = 20_261_123


@cache
def games(name: str) -> tuple[Script, ...]:
    """The directed and the random games, in an order that mixes them; the same each time."""
    source = random.Random(_SEED)
    game = GAMES[name]
    found = [*game.examples(), *game.directed()]
    make = _ludo if name == "ludo" else _kuba
    found += [make(source) for _ in range(NUMBER - len(found))]
    source.shuffle(found)
    return tuple(found[:NUMBER])


def _ludo(source: random.Random) -> Script:
    """A game played in turns, with a die that may like the 6, and at times calls after it."""
    seats = source.sample("ABCD", source.choice([2, 2, 3, 4]))
    sixes = source.choice([1, 1, 2, 4])
    turns: list[tuple[str, int]] = []
    rounds = source.choice([4, 12, 30, 60])
    is_ordered = source.random() < 0.8
    for _ in range(rounds):
        for seat in seats if is_ordered else source.choices(seats, k=len(seats)):
            turns.append((seat, _roll(source, sixes)))
            if turns[-1][1] == 6:
                turns.append((seat, _roll(source, sixes)))
    steps: list[Step] = [("LudoGame",), ("play_game", seats, turns)]
    after = source.random()
    for _ in range(source.randint(1, 4)):
        if after < 0.15:
            token, roll = source.choice("pq"), source.randint(1, 6)
            steps.append(("move_token", source.choice(seats), token, roll))
        elif after < 0.3:
            steps.append(("get_space_name", source.choice(seats), source.randint(-1, 57)))
    return tuple(steps)


def _roll(source: random.Random, sixes: int) -> int:
    return source.choices(range(1, 7), [1, 1, 1, 1, 1, sixes])[0]


def _kuba(source: random.Random) -> Script:
    """A game of pushes that rather take something off, with tries between that are refused."""
    position = kuba.Position(to_move=source.choice("WB"))
    steps: list[Step] = [("KubaGame", *source.sample([ANN, BOB], 2))]
    tries = source.choice([0.0, 0.1, 0.4])
    choices = source.choice([1, 5, 20])
    for _ in range(source.choice([6, 15, 40, 120])):
        while source.random() < tries:
            steps += _refused(source, position)
        moves = source.choices(position.legal_moves, k=choices)
        move = min(moves, key=lambda one: sum(position.apply(one).counts))
        steps.append(_step(position.to_move, move))
        position = position.apply(move)
        if position.is_over:
            # Nothing of this may be done any more.
            steps += [_step(color, one) for color, one in zip("WBWB", moves)]
            break
    return tuple(steps)


def _refused(source: random.Random, position: kuba.Position) -> list[Step]:
    """A try that the rules refuse: the push that undoes, or any cell; by either player."""
    barred = position.barred
    color = position.to_move
    if barred is not None and source.random() < 0.5:
        return [_step(color, barred)] * source.choice([1, 2])
    move = f"{source.randrange(7)}{source.randrange(7)}{source.choice('LRFB')}"
    if source.random() < 0.3:
        color = "B" if color == "W" else "W"
    elif move in position.legal_moves:
        return []
    return [_step(color, move)]


def _step(color: str, move: str) -> Step:
    name = "Ann" if color == "W" else "Bob"
    return ("make_move", name, (int(move[0]), int(move[1])), move[2])
