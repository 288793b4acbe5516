"""Opponents of the environments by name: which there are, and that each game is its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Callable

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from parlor import ParlorError, kuba, ludo
from parlor.envs import KubaEnv, KubaVectorEnv, LudoEnv, LudoVectorEnv

KUBA = [*kuba.BOTS[:7], "engine:nodes=200", "level-8:nodes=50", " greedy "]
LUDO = [*ludo.BOTS, " priority "]


def games(envs: Any, steps: int, seed: int) -> Iterator[tuple[list[str], list[float]]]:
    """The position of every game and its reward after each step of uniform play."""
    envs.reset(seed=seed)
    for _ in range(steps):
        _, rewards, *_ = envs.step(envs.batch.sample())
        yield [str(position) for position in envs.batch], rewards.tolist()


@pytest.mark.parametrize("name", KUBA)
def test_every_bot_of_kuba_is_an_opponent(name: str) -> None:
    same = [
        list(games(KubaVectorEnv(5, opponent=opponent, threads=threads), 12, seed=3))
        for opponent, threads in ((name, 1), (name, 3), (kuba.bot(name.strip()), 2))
    ]
    assert same[0] == same[1] == same[2]
    env = gymnasium.make("parlor/Kuba-v1", opponent=name, seat="B")
    assert env.reset(seed=1)[1]["ply"] == 1


@pytest.mark.parametrize("name", LUDO)
def test_every_bot_of_ludo_is_an_opponent(name: str) -> None:
    first = list(games(LudoVectorEnv(5, opponent=name), 12, seed=3))
    assert first == list(games(LudoVectorEnv(5, opponent=name, threads=3), 12, seed=3))
    if name != "optimal":
        several = ("D", "A", "B")
        list(games(LudoVectorEnv(3, several, opponent=name), 12, seed=3))
    assert LudoEnv(opponent=ludo.bot(name.strip())).reset(seed=1)[1]["player"] == 0


@given(st.integers(0, 2**64 - 1), st.sampled_from(["level-1", "level-2", "greedy"]))
@settings(max_examples=15, deadline=None)
def test_what_a_bot_does_in_a_game_depends_on_that_game_alone(seed: int, name: str) -> None:
    """Game 0 beside others that are played differently, with other lengths, on more threads."""
    limits: dict[str, Any] = {"limit": 14, "autoreset_mode": "SameStep", "opponent": name}
    alone = KubaVectorEnv(1, **limits)
    beside = KubaVectorEnv(4, threads=2, **limits)
    single = KubaEnv(limit=14, opponent=name)
    alone.reset(seed=seed)
    beside.reset(seed=seed)
    observation, _ = single.reset(seed=seed)
    for number in range(30):
        action = alone.batch.sample()
        observations, _, ended, cut, _ = alone.step(action)
        # The last legal action of each, and an illegal one now and then, which ends a game.
        others = beside.batch.sample(number % 3)
        others[1] = 196 if number % 5 == 4 else 196 - beside.action_masks()[1, ::-1].argmax()
        others[0] = action[0]
        rows, *_ = beside.step(others)
        assert (rows["observation"][0] == observations["observation"][0]).all()
        observation, _, *is_over, _ = single.step(int(action[0]))
        assert is_over == [ended[0], cut[0]]
        if any(is_over):
            observation, _ = single.reset()
        assert (observation["observation"] == observations["observation"][0]).all()


def test_a_bot_draws_anew_in_each_game_and_for_each_ply() -> None:
    """White's first pushes: by environment, by episode and by seed."""
    envs = KubaVectorEnv(64, opponent="level-1", seat="B", limit=30)
    firsts: list[tuple[str, ...]] = []
    for _ in range(3):
        envs.reset(seed=5 if not firsts else None)
        firsts.append(tuple(str(position) for position in envs.batch))
        assert len(set(firsts[-1])) > 1
    assert len(set(firsts)) == 3
    envs.reset(seed=6)
    assert tuple(str(position) for position in envs.batch) not in firsts
    envs.reset(seed=5)
    assert tuple(str(position) for position in envs.batch) == firsts[0]


@pytest.mark.parametrize(
    ("seats", "name"),
    [
        (("A", "C"), "optimal"),
        (("B", "A"), "optimal"),
        (("A", "C"), "strong"),
        (("C", "A", "B"), "strong"),
        (("A", "B", "C", "D"), "strong"),
    ],
)
def test_the_best_bots_choose_as_best_move_does_ties_included(
    seats: tuple[str, ...], name: str
) -> None:
    batch = ludo.Batch(100, seats, seed=3)
    ties = 0
    for _ in range(60):
        positions = batch.positions()
        answers = ludo.bot(name).choose_many(positions)
        for position, answer in zip(positions, answers):
            assert ludo.ACTIONS[answer] == ludo.best_move(position)
            chances = [choice.chance for choice in ludo.choices(position)]
            ties += len(chances) > 1 and chances[0] == chances[1]
        batch.step(batch.sample())
    assert ties > 0


@given(st.sampled_from(ludo.BOTS[:3]), st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_what_the_opponent_did_is_what_the_bot_chooses(name: str, seed: int) -> None:
    """The actions between two of the learner's turns, by the rolls that they answered."""
    env = LudoEnv(opponent=name if name != "random" else "priority")
    env.reset(seed=seed)
    bot = ludo.bot(name if name != "random" else "priority")
    calls = []

    def asked(observation: Any, mask: Any) -> Any:
        calls.append(other.position)
        return [ludo.ACTIONS.index(bot.choose(other.position))]

    other = LudoEnv(opponent=asked)
    other.reset(seed=seed)
    for _ in range(30):
        action = int(env._games.batch.sample()[0])
        assert env.step(action)[4]["ply"] == other.step(action)[4]["ply"]
        assert env.position == other.position
        if env._games.over[0]:
            break
    assert calls


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: KubaEnv(opponent="nobody"),
            f'unknown bot "nobody"; expected {", ".join(kuba.BOTS)}',
        ),
        (
            lambda: LudoEnv(opponent="nobody"),
            f'unknown bot "nobody"; expected {", ".join(ludo.BOTS)}',
        ),
        (
            lambda: LudoVectorEnv(2, ("A", "B", "C"), opponent="optimal"),
            "optimal does not support 3 players; expected random, priority, strong",
        ),
        (
            lambda: LudoEnv(("A", "B", "C", "D"), opponent=ludo.bot("optimal")),
            "optimal does not support 4 players; expected random, priority, strong",
        ),
        (lambda: KubaEnv(opponent="engine:nodes=many"), 'invalid bot option "nodes=many"'),
        (lambda: KubaEnv(opponent="greedy:depth=2"), "greedy:depth=2: greedy has no options"),
        (lambda: LudoEnv(opponent="priority:nodes=2"), "priority:nodes=2: priority has no options"),
        (
            lambda: KubaEnv(opponent="cmd:./mybot"),
            '"cmd:./mybot" is an outside program, which takes part in matches alone',
        ),
        (lambda: LudoEnv(opponent="cmd:./mybot"), "which plays Kuba alone: there is no protocol"),
        (lambda: KubaEnv(opponent=""), 'unknown bot ""; expected engine'),
        (lambda: KubaEnv(opponent=ludo.bot("random")), "does not play kuba; give the name of a"),
        (lambda: LudoEnv(opponent=kuba.bot("random")), "does not play ludo; give the name of a"),
        (
            lambda: KubaVectorEnv(2, opponent=7),  # type: ignore[arg-type, unused-ignore]
            "7 is no policy; give the name of a bot (engine, random, ",
        ),
    ],
)
def test_who_is_no_opponent_is_named_with_all_that_are(
    make: Callable[[], Any], message: str
) -> None:
    with pytest.raises(ParlorError) as caught:
        make()
    assert message in str(caught.value)
    assert caught.value.value is not None


def test_ctrl_c_ends_a_step_of_a_bot_that_thinks() -> None:
    """The game is cut off there: it has to be reset."""
    code = """
import os, signal, threading, time
from gymnasium.error import ResetNeeded
from parlor.envs import KubaEnv
signal.signal(signal.SIGINT, signal.default_int_handler)
env = KubaEnv(opponent="engine:nodes=1000000000000", seat="B")
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
begun = time.monotonic()
try:
    env.reset(seed=1)
except KeyboardInterrupt:
    print(time.monotonic() - begun < 2.5)
try:
    env.step(0)
except ResetNeeded:
    print("reset")
"""
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.stdout, run.stderr) == ("True\nreset\n", "")


def test_stronger_bots_win_more() -> None:
    shares = []
    for name in ("random", "greedy", "level-4"):
        envs = KubaVectorEnv(32, opponent=name, autoreset_mode="SameStep")
        envs.reset(seed=2)
        wins = losses = 0
        for _ in range(60):
            _, rewards, *_ = envs.step(envs.batch.sample())
            wins += int((rewards > 0).sum())
            losses += int((rewards < 0).sum())
        shares.append(wins / (wins + losses))
    assert shares[0] > shares[1] + 0.2
    assert np.max(shares[1:]) < 0.2
