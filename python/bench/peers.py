"""How many steps a second of one core the batches make, beside other libraries of games.

Run by `cargo xtask prove batches`, in an environment with the wheel, OpenSpiel and pgx; prints a
line a library and game, and last one sentence with the figures and their ratios.

All play random legal actions and show each position as a tensor and a mask of the legal actions;
games that end begin anew. Each library is driven in the fastest way that it offers from Python:
OpenSpiel by an observer that writes into the same array, pgx by one compiled loop with automatic
resets and the size of batch that suits it best. Time is processor time of all threads of the
process, so that a loaded machine disturbs little and nobody gains by a second core. The runs take
turns, and the middle one counts.
"""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Callable
from importlib.metadata import version
from time import process_time
from typing import Any

# Before JAX is imported: its work on one thread, which takes the least processor time.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import pgx
import pyspiel
from open_spiel.python.observation import make_observation
from parlor import kuba, ludo
from pgx.experimental.wrappers import auto_reset

GAMES = 1024
"""The games of a batch of Parlor."""

ROUNDS = 5

CLASSROOM = "Parlor, Kuba, classroom"
TOURNAMENT = "Parlor, Kuba, tournament"
LUDO_TWO = "Parlor, Ludo of two"
LUDO_FOUR = "Parlor, Ludo of four"
BREAKTHROUGH = "OpenSpiel, breakthrough"
BACKGAMMON = "OpenSpiel, backgammon"

Rate = Callable[[], float]
"""One run, which gives the steps a second."""


def of_parlor(batch: Any, steps: int) -> Rate:
    """A batch that draws its actions and steps."""

    def run() -> float:
        began = process_time()
        for _ in range(steps):
            batch.step(batch.sample())
        return len(batch) * steps / (process_time() - began)

    return run


def of_openspiel(name: str, plies: int) -> Rate:
    """Games one after the other, each position as a tensor and a mask."""
    game = pyspiel.load_game(name)
    observation = make_observation(game)
    draw = random.Random(1)

    def run() -> float:
        done = 0
        began = process_time()
        while done < plies:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(draw.random() * len(outcomes))][0])
                    continue
                observation.set_from(state, state.current_player())
                state.legal_actions_mask()
                actions = state.legal_actions()
                state.apply_action(actions[int(draw.random() * len(actions))])
                done += 1
        return done / (process_time() - began)

    return run


def of_pgx(name: str, games: int, steps: int) -> Rate:
    """A batch in one compiled loop; the sum of what it shows, so that nothing is left out."""
    environment = pgx.make(name)
    reset = jax.vmap(environment.init)
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def one(carry: Any, key: Any) -> Any:
        state, shown = carry
        drawn, stepped = jax.random.split(key)
        scores = jax.random.uniform(drawn, state.legal_action_mask.shape)
        actions = jax.numpy.where(state.legal_action_mask, scores, -1.0).argmax(1)
        state = step(state, actions, jax.random.split(stepped, games))
        shown += state.observation.astype("float32").sum() + state.legal_action_mask.sum()
        return (state, shown), None

    def loop(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, 0.0), jax.random.split(key, steps))[0]

    play = jax.jit(loop)
    state = reset(jax.random.split(jax.random.PRNGKey(1), games))
    jax.block_until_ready(play(state, jax.random.PRNGKey(2)))

    def run() -> float:
        began = process_time()
        jax.block_until_ready(play(state, jax.random.PRNGKey(3)))
        return games * steps / (process_time() - began)

    return run


def main() -> None:
    """Measure, and print."""
    four = ("A", "B", "C", "D")
    runs = {
        CLASSROOM: of_parlor(kuba.Batch(GAMES, seed=1), 2_000),
        TOURNAMENT: of_parlor(kuba.Batch(GAMES, rules="tournament", seed=1), 2_000),
        LUDO_TWO: of_parlor(ludo.Batch(GAMES, seed=1), 2_000),
        LUDO_FOUR: of_parlor(ludo.Batch(GAMES, seats=four, seed=1), 2_000),
        BREAKTHROUGH: of_openspiel("breakthrough", 50_000),
        BACKGAMMON: of_openspiel("backgammon", 20_000),
    }
    for name, steps in (("connect_four", 500), ("othello", 100), ("backgammon", 40)):
        for games in (256, GAMES):
            runs[f"pgx, {name}, {games} games"] = of_pgx(name, games, steps)
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            found[name].append(run())
    rates = {name: statistics.median(of_name) / 1e6 for name, of_name in found.items()}
    for name, rate in rates.items():
        print(f"{name:32} {rate:8.3f} M steps/s")
    fastest = max((name for name in rates if name.startswith("pgx")), key=rates.__getitem__)
    print(
        f"M steps a second of one core from Python, drawn and shown: Kuba {rates[CLASSROOM]:.1f} "
        f"(tournament {rates[TOURNAMENT]:.1f}), Ludo of two {rates[LUDO_TWO]:.1f} (of four "
        f"{rates[LUDO_FOUR]:.1f}); OpenSpiel {version('open_spiel')} breakthrough "
        f"{rates[BREAKTHROUGH]:.3f}, backgammon {rates[BACKGAMMON]:.3f}; pgx {version('pgx')}'s "
        f"fastest, {fastest.removeprefix('pgx, ')}, {rates[fastest]:.2f}: Kuba "
        f"{rates[CLASSROOM] / rates[BREAKTHROUGH]:.0f} times breakthrough, Ludo "
        f"{rates[LUDO_TWO] / rates[BACKGAMMON]:.0f} times backgammon, Kuba "
        f"{rates[CLASSROOM] / rates[fastest]:.1f} times pgx"
    )


if __name__ == "__main__":
    main()
