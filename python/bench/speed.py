"""How fast the Python classes are, beside the slow reference and beside Python itself.

Run by `cargo xtask bench` with the wheel installed; prints one figure a line, as JSON.

Every figure is measured in pairs, its subject and its reference by turns in the same process, so
that both meet the same machine; of the pairs the one with the median ratio is printed. Inputs and
games are made outside the measured time, and the garbage collector is off within it.
"""

from __future__ import annotations

import gc
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from types import FunctionType
from typing import Any, NamedTuple

from KubaGame import KubaGame
from LudoGame import LudoGame

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from reference import slow_kuba, slow_ludo

PAIRS = 9
"""Odd, so that one pair has the median ratio."""

SHORTEST = 0.05
"""Seconds that a run must take at least, for the clock and a passing disturbance not to count."""

LUDO_GAMES = 60
KUBA_GAMES = 60

MAY_FAIL = 0.15
"""The share of Kuba calls made without looking whether they are legal."""

ANN, BOB = ("Ann", "W"), ("Bob", "B")

GOLDEN_GAME = "A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4"
"""The texts' own game."""

Turns = list[tuple[str, int]]
Calls = list[tuple[str, tuple[int, int], str]]


class Run(NamedTuple):
    """Something to measure: `prepare` makes, outside the measured time, what `loop` is given."""

    prepare: Callable[[], Any]
    loop: Callable[[Any], None]


def ludo_turns(seed: int) -> tuple[list[str], Turns]:
    """The players and the turns of a whole game of four, 170 rolls or so, in turn order."""
    rng = random.Random(seed)
    players = rng.sample("ABCD", 4)
    game = slow_ludo.LudoGame()
    game.play_game(players, [])
    order = [game._players[seat] for seat in players]
    turns: Turns = []
    while sum(not player.get_completed() for player in order) > 1:
        player = order[0]
        for is_bonus in (False, True):
            roll = rng.randint(1, 6)
            turns.append((player.get_position(), roll))
            for token in game._tokens_to_move(player, roll):
                game._move(player, token, roll)
            if player.get_completed() or roll < 6 or is_bonus:
                break
        order = [*order[1:], player]
        order = [player for player in order if not player.get_completed()]
    return players, turns


def kuba_calls(seed: int) -> Calls:
    """The calls of a whole game in classroom rules, most of them legal pushes."""
    rng = random.Random(seed)
    game = slow_kuba.KubaGame(ANN, BOB)
    calls: Calls = []
    color = "W"
    while game.get_winner() is None:
        name = ANN[0] if color == ANN[1] else BOB[0]
        row, column, direction = rng.choice(game._legal_pushes(color))
        if rng.random() < MAY_FAIL:
            row, column, direction = rng.randrange(7), rng.randrange(7), rng.choice("LRFB")
        calls.append((name, (row, column), direction))
        if game.make_move(name, (row, column), direction):
            color = slow_kuba.OTHER[color]
    return calls


class Empty:
    """The least that a method in Python can do with these arguments."""

    def make_move(self, playername: object, coordinates: object, direction: object) -> None:
        """Do nothing."""


def play_games(prepared: Any) -> None:
    """Play every list of turns by one object."""
    game, games = prepared
    for players, turns in games:
        game.play_game(players, turns)


def loop_over_turns(prepared: Any) -> None:
    """Take every turn into two names and do nothing with it."""
    _, games = prepared
    for _, turns in games:
        for _seat, _roll in turns:
            pass


def make_moves(prepared: Any) -> None:
    """Make every call, each list on its own object."""
    for game, calls in prepared:
        for playername, coordinates, direction in calls:
            game.make_move(playername, coordinates, direction)


def own(loop: Callable[[Any], None]) -> Callable[[Any], None]:
    """The loop with a code object of its own.

    The interpreter adapts code to the types it meets; two subjects in one loop would spoil it for
    each other.
    """
    assert isinstance(loop, FunctionType)
    return FunctionType(loop.__code__.replace(), loop.__globals__, loop.__name__)


def seconds(run: Run, times: int) -> float:
    """How long the loop takes so many times."""
    prepared = [run.prepare() for _ in range(times)]
    start = perf_counter()
    for each in prepared:
        run.loop(each)
    return perf_counter() - start


def long_enough(run: Run) -> int:
    """How many times take SHORTEST together; the search is the warm-up too."""
    times = 1
    while seconds(run, times) < SHORTEST:
        times *= 2
    return times


def paired(subject: Run, reference: Run) -> tuple[float, float]:
    """Seconds for the subject and for the reference, once each, of the pair in the middle."""
    runs = [(run, long_enough(run)) for run in (subject, reference)]
    pairs = []
    for number in range(PAIRS):
        # Each comes first as often as the other, but for the odd pair.
        turns = runs if number % 2 == 0 else runs[::-1]
        taken = [seconds(run, times) / times for run, times in turns]
        pairs.append((taken[0], taken[1]) if number % 2 == 0 else (taken[1], taken[0]))
    return sorted(pairs, key=lambda pair: pair[0] / pair[1])[PAIRS // 2]


def compare(name: str, units: int, unit: str, subject: Run, reference: Run) -> None:
    """Measure both and print how many units a second each does."""
    taken, reference_taken = paired(subject, reference)
    value, beside = units / taken, units / reference_taken
    figure = {"name": name, "value": value, "unit": unit}
    print(json.dumps({**figure, "reference": beside, "ratio": value / beside}), flush=True)


def ludo() -> None:
    """Measure `play_game`, by whole games and by the texts' short one."""
    games = [ludo_turns(seed) for seed in range(LUDO_GAMES)]
    golden_turns = [(turn[0], int(turn[1])) for turn in GOLDEN_GAME.split()]
    golden = (["A", "B"], golden_turns)
    fast, slow = LudoGame(), slow_ludo.LudoGame()
    for players, turns in [*games, golden]:
        if fast.play_game(players, turns) != slow.play_game(players, turns):
            raise SystemExit("play_game and the reference differ; run cargo xtask test")

    def playing(game: object, games: list[tuple[list[str], Turns]]) -> Run:
        return Run(lambda: (game, games), own(play_games))

    def beside_reference(
        name: str, units: int, unit: str, games: list[tuple[list[str], Turns]]
    ) -> None:
        compare(name, units, unit, playing(fast, games), playing(slow, games))

    rolls = sum(len(turns) for _, turns in games)
    beside_reference("python-ludo-play-game", rolls, "rolls/s", games)
    looping = Run(lambda: (None, games), own(loop_over_turns))
    compare("python-ludo-play-game-loop", rolls, "rolls/s", playing(fast, games), looping)
    beside_reference("python-ludo-golden", 1_000, "calls/s", [golden] * 1_000)


def kuba() -> None:
    """Measure `make_move`, beside the reference and beside a method that does nothing."""
    games = [kuba_calls(seed) for seed in range(KUBA_GAMES)]
    calls = sum(len(game) for game in games)
    for game in games:
        fast, slow = KubaGame(ANN, BOB), slow_kuba.KubaGame(ANN, BOB)
        if [fast.make_move(*call) for call in game] != [slow.make_move(*call) for call in game]:
            raise SystemExit("make_move and the reference differ; run cargo xtask test")

    def calling(make: Callable[[], object]) -> Run:
        return Run(lambda: [(make(), game) for game in games], own(make_moves))

    parlor = calling(lambda: KubaGame(ANN, BOB))
    reference = calling(lambda: slow_kuba.KubaGame(ANN, BOB))
    compare("python-kuba-make-move", calls, "calls/s", parlor, reference)
    compare("python-kuba-make-move-call", calls, "calls/s", parlor, calling(Empty))


def main() -> None:
    """Measure everything."""
    gc.disable()
    ludo()
    kuba()


if __name__ == "__main__":
    main()
