"""Copies and pickles of batches and environments: they play on alike, and apart."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any, Callable

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings, strategies as st
from parlor import ParlorError, PlayError, kuba, ludo
from parlor.envs import KubaEnv, KubaVectorEnv, LudoEnv, LudoVectorEnv, kuba_v1, ludo_v1
from parlor.envs._agents import KubaAgents, LudoAgents


def pickled(batch: Any) -> Any:
    return pickle.loads(pickle.dumps(batch))


ARRAYS = (
    "observation",
    "action_mask",
    "to_act",
    "rewards",
    "terminated",
    "truncated",
    "ply",
    "state",
    "final_indices",
    "final_observation",
)


def same(one: Any, other: Any) -> bool:
    """Whether all arrays of two batches agree."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickled])
@given(st.integers(0, 2**32), st.integers(0, 80), st.booleans())
@settings(max_examples=8, deadline=None)
def test_a_copy_plays_on_as_the_batch_does_and_apart_from_it(
    make: Any, seed: int, before: int, autoreset: bool
) -> None:
    some: dict[str, Any] = {"seed": seed, "autoreset": autoreset, "first_env": 3, "limit": 70}
    for batch in (
        kuba.Batch(6, "tournament", **some),
        kuba.Batch(6, threads=2, copy=True, **some),
        ludo.Batch(6, ("D", "A", "B"), **some),
        ludo.Batch(6, chance="explicit", **some),
    ):
        for _ in range(before):
            batch.step(batch.sample())
        rewards = batch.rewards.copy()
        copied = make(batch)
        assert type(copied) is type(batch)
        assert (copied.num_envs, copied.seed) == (batch.num_envs, seed)
        assert same(copied, batch)
        assert not np.shares_memory(copied.observation, batch.observation)
        for _ in range(20):
            copied.step(copied.sample())
        assert (batch.rewards == rewards).all()
        for _ in range(20):
            batch.step(batch.sample())
        assert same(copied, batch)
        batch.reset(mask=np.arange(6) < 2)
        copied.reset(mask=np.arange(6) < 2)
        assert same(copied, batch)


def test_a_copy_has_the_history_of_its_games() -> None:
    """A draw by the third repetition (K-12), copied after each ply."""
    batch = kuba.Batch(2, "tournament", autoreset=False, seed=1)
    for push in 2 * ["00B", "06B", "20F", "26F"]:
        assert not batch.terminated.any()
        batch = pickled(batch)
        batch.step([kuba.ACTIONS.index(push)] * 2)
    assert batch.terminated.all()
    assert pickled(batch).terminated.all()
    loaded = kuba.Batch(2, "tournament", autoreset=False, seed=1)
    with pytest.raises(PlayError, match="the game is over"):
        pickled(batch).step(batch.to_act * 0)
    loaded.load(batch.state)
    assert not loaded.terminated.any()


class Own(kuba.Batch):
    """A batch of one's own."""

    note = ""


def test_a_subclass_is_copied_with_what_it_has() -> None:
    batch = Own(2, seed=4)
    batch.note = "mine"
    for copied in (copy.deepcopy(batch), pickled(batch)):
        assert (type(copied), copied.note) == (Own, "mine")
        assert same(copied, batch)


def test_what_is_no_state_of_a_batch_is_refused() -> None:
    batch = kuba.Batch(2, seed=4)
    kept, snapshot, arrays = batch.__getstate__()
    other = ludo.Batch(2, seed=4)
    states: list[Any] = [
        (kept, snapshot[:-1], arrays),
        (kept, snapshot + b"0", arrays),
        (kept, b"", arrays),
        (kept, other.__getstate__()[1], arrays),
        (kept, snapshot, other.__getstate__()[2]),
        (kept, snapshot, arrays[:-1]),
        ({}, snapshot, arrays),
        (kept, snapshot),
        None,
    ]
    for state in states:
        with pytest.raises(ParlorError, match="not the state of a batch"):
            batch.__setstate__(state)
    assert same(batch, kuba.Batch(2, seed=4))


COPIES = [copy.deepcopy, pickled]


def first(observation: Any, mask: Any) -> Any:
    """An opponent that can be pickled."""
    return mask.argmax(axis=1)


def of_aec(env: Any, steps: int) -> Iterator[Any]:
    """What an environment of PettingZoo shows, with actions that depend on that alone."""
    for number in range(steps):
        observation, reward, termination, truncation, _ = env.last()
        board = observation["observation"].tobytes()
        yield env.agent_selection, board, reward, termination, truncation, env.rewards
        if termination or truncation:
            env.step(None)
            if not env.agents:
                env.reset()
        else:
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[number % len(legal)]))


def of_env(env: Any, steps: int) -> Iterator[Any]:
    """What an environment of Gymnasium shows."""
    for number in range(steps):
        legal = np.flatnonzero(env.get_wrapper_attr("action_masks")())
        observation, reward, terminated, truncated, info = env.step(int(legal[number % len(legal)]))
        yield observation["observation"].tobytes(), reward, terminated, truncated, info["ply"]
        if terminated or truncated:
            observation, info = env.reset()
            yield observation["observation"].tobytes(), info["player"]


def of_vector(envs: Any, steps: int) -> Iterator[Any]:
    """What environments in lockstep show."""
    for _ in range(steps):
        observations, rewards, terminated, truncated, infos = envs.step(envs.batch.sample())
        yield (
            observations["observation"].tobytes(),
            observations["action_mask"].tobytes(),
            rewards.tolist(),
            terminated.tolist(),
            truncated.tolist(),
            infos["player"].tolist(),
            infos["ply"].tolist(),
        )


Shows = Callable[[Any, int], Iterator[Any]]

ENVIRONMENTS: list[tuple[Callable[[], Any], Shows]] = [
    (lambda: kuba_v1.env("tournament", 60), of_aec),
    (kuba_v1.raw_env, of_aec),
    (lambda: ludo_v1.env(("C", "A", "B"), 60), of_aec),
    (ludo_v1.raw_env, of_aec),
    (lambda: KubaEnv("tournament", 60, "level-1"), of_env),
    (lambda: gymnasium.make("parlor/Kuba-v1", limit=40, opponent=first), of_env),
    (lambda: KubaEnv(opponent=None), of_env),
    (lambda: LudoEnv(("C", "A", "B"), 60), of_env),
    (lambda: gymnasium.make("parlor/Ludo-v1", opponent="optimal"), of_env),
    (lambda: KubaVectorEnv(5, "tournament", 40, "level-1", autoreset_mode="SameStep"), of_vector),
    (lambda: KubaVectorEnv(5, limit=40, opponent=first, copy=False, threads=2), of_vector),
    (lambda: LudoVectorEnv(5, ("C", "A", "B"), 40, autoreset_mode="SameStep"), of_vector),
    (lambda: gymnasium.make_vec("parlor/Ludo-v1", num_envs=5, opponent="priority"), of_vector),
]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize(("make", "shows"), ENVIRONMENTS)
def test_a_copy_of_an_environment_plays_on_as_it_does_and_apart_from_it(
    make: Callable[[], Any], shows: Shows, copied: Callable[[Any], Any]
) -> None:
    env = make()
    for before in (0, 1, 30):
        env.reset(seed=before)
        list(shows(env, before))
        one, other = copied(env), copied(env)
        seen = list(shows(one, 70))
        # Nothing of that was seen by the others.
        assert list(shows(env, 70)) == seen
        assert list(shows(copied(other), 70)) == seen
        assert list(shows(other, 70)) == seen
        # A copy of a copy goes on as well.
        assert list(shows(copied(one), 20)) == list(shows(env, 20))


@pytest.mark.parametrize("copied", COPIES)
def test_environments_are_copied_before_they_begin_and_after_the_end(copied: Any) -> None:
    for make, shows in ENVIRONMENTS:
        one, other = copied(make()), make()
        for each in (one, other):
            each.reset(seed=8)
        assert list(shows(one, 9)) == list(shows(other, 9))
    env = KubaEnv(limit=1)
    env.reset(seed=1)
    observation, *_ = env.step(int(env.action_masks().argmax()))
    ended = copied(env)
    assert (ended._observation()["observation"] == observation["observation"]).all()
    assert not ended.action_masks().any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        ended.step(0)
    vector = LudoVectorEnv(3, limit=9, autoreset_mode=AutoresetMode.DISABLED, opponent=None)
    vector.reset(seed=1)
    while not vector._games.over.any():
        vector.step(vector.batch.sample())
    with pytest.raises(gymnasium.error.ResetNeeded, match="is over"):
        copied(vector).step([0, 0, 0])


@pytest.mark.parametrize("copied", COPIES)
def test_what_an_illegal_action_left_is_copied(copied: Any) -> None:
    envs = KubaVectorEnv(3)
    envs.reset(seed=1)
    actions = envs.batch.sample()
    actions[1] = 196
    envs.step(actions)
    other = copied(envs)
    assert not other.action_masks()[1].any()
    assert list(of_vector(other, 5)) == list(of_vector(envs, 5))


@pytest.mark.parametrize("copied", COPIES)
def test_agents_of_rllib_are_copied(copied: Any) -> None:
    for env in (KubaAgents(), LudoAgents({"seats": ["A", "B", "D"]})):
        observations, _ = env.reset(seed=2)
        for _ in range(30):
            (agent,) = observations
            action = {agent: int(observations[agent]["action_mask"].argmax())}
            other = copied(env)
            observations, *_ = env.step(action)
            assert env._table.position != other._table.position or env._table.ply == 0
            seen, *_ = other.step(action)
            assert list(seen) == list(observations)
            for name, view in seen.items():
                assert (view["observations"] == observations[name]["observations"]).all()


def test_a_function_that_cannot_be_pickled_is_named_by_python() -> None:
    def asked(env: Any) -> Any:
        return env._games.opponent.asker.policy.given

    env = KubaEnv(opponent=lambda observation, mask: mask.argmax(axis=1))
    env.reset(seed=1)
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(env)
    assert asked(copy.deepcopy(env)) is asked(env)
