"""Environments of Gymnasium, PettingZoo and RLlib: what their checkers ask, and what batches do."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any, Callable

import gymnasium
import numpy as np
import parlor.envs
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings, strategies as st
from parlor import ParlorError, PlayError, RulesError, SeatError, kuba, ludo
from parlor.envs import KubaEnv, KubaVectorEnv, LudoEnv, LudoVectorEnv, kuba_v1, ludo_v1
from parlor.envs._agents import KubaAgents, LudoAgents
from parlor.envs._setup import KubaSetup, LudoSetup
from pettingzoo.test import api_test, seed_test

Vector = Any

AEC: list[Callable[[], Any]] = [
    kuba_v1.env,
    lambda: kuba_v1.env(rules="tournament", limit=60),
    ludo_v1.env,
    lambda: ludo_v1.env(seats=("D", "B", "A")),
    lambda: ludo_v1.env(seats=("A", "B", "C", "D"), limit=50),
]

OF_EVERY_DICT = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}
"""What PettingZoo warns of in each of its own classic games, whose observations are dicts."""


@pytest.mark.parametrize("make", AEC)
def test_pettingzoo_accepts_the_games(
    make: Callable[[], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(), num_cycles=200)
        seed_test(make, num_cycles=200)
    assert {str(warning.message) for warning in caught} <= OF_EVERY_DICT


@pytest.mark.parametrize(
    ("make", "batch"),
    [
        (
            lambda: kuba_v1.raw_env("tournament", 90),
            lambda: kuba.Batch(1, "tournament", 90, 5, autoreset=False),
        ),
        (
            lambda: ludo_v1.raw_env(("C", "A", "B"), 200),
            lambda: ludo.Batch(1, ("C", "A", "B"), 5, autoreset=False, limit=200),
        ),
    ],
)
def test_a_game_of_pettingzoo_is_that_of_a_batch(
    make: Callable[[], Any], batch: Callable[[], Any]
) -> None:
    env, games = make(), batch()
    env.reset(seed=5)
    for _ in range(6):
        while not (games.terminated[0] or games.truncated[0]):
            agent = env.agent_selection
            assert agent == f"player_{games.to_act[0]}"
            observation, reward, termination, truncation, _ = env.last()
            assert (reward, termination, truncation) == (0.0, False, False)
            assert (observation["observation"] == games.observation[0]).all()
            assert (observation["action_mask"] == games.action_mask[0]).all()
            for other in env.agents:
                if other != agent:
                    assert not env.observe(other)["action_mask"].any()
            action = games.sample()
            games.step(action)
            env.step(action[0])
        assert list(env.rewards.values()) == games.rewards[0].tolist()
        assert set(env.terminations.values()) == {bool(games.terminated[0])}
        assert set(env.truncations.values()) == {bool(games.truncated[0])}
        assert env.position == games[0]
        while env.agents:
            env.step(None)
        env.reset()
        games.reset()


def test_every_agent_sees_the_board_from_its_own_seat() -> None:
    """The observation of whoever is not to act is that of the position with them to act."""
    for line, turned in [
        (
            "7/5wr/7/4wrb/7/7/b6 w2b1 w - t",
            "7/5wr/7/4wrb/7/7/b6 w2b1 b - t",
        ),
    ]:
        setup = KubaSetup("tournament", 1_000)
        positions = [kuba.Position.parse(text) for text in (line, turned)]
        seen = kuba.Batch.of(positions).observation
        assert (setup.seen_by(seen[0], 0, 1) == seen[1]).all()
        assert (setup.seen_by(seen[1], 1, 0) == seen[0]).all()
        assert (setup.seen_by(seen, 0, 0) == seen).all()
    seats = ("D", "A", "B")
    lines = [f"A3.3/B20.E/D51.R {seat} - -" for seat in seats]
    of = ludo.Batch.of([ludo.Position.parse(line) for line in lines], chance="explicit")
    setup_ludo = LudoSetup(seats, 100)
    for viewer in range(3):
        for player in range(3):
            seen = setup_ludo.seen_by(of.observation[viewer], viewer, player)
            assert (seen == of.observation[player]).all()


def test_an_illegal_action_is_refused_or_loses() -> None:
    raw = kuba_v1.raw_env()
    raw.reset(seed=1)
    before = raw.position
    with pytest.raises(PlayError) as caught:
        raw.step(8)
    assert (caught.value.rule, caught.value.value) == ("K-3", 8)
    for wrong in ("65F", 1.5, [190], None):
        with pytest.raises(ParlorError, match="one integer"):
            raw.step(wrong)
    assert raw.position == before
    for number in (-1, 197, 10**30):
        with pytest.raises(ParlorError):
            raw.step(number)
    assert (raw.agent_selection, raw.position) == ("player_0", before)
    raw.step(int(raw.observe("player_0")["action_mask"].argmax()))
    assert raw.agent_selection == "player_1"


@pytest.mark.parametrize(
    ("env", "illegal"), [(kuba_v1.env(), 8), (ludo_v1.env(seats=("D", "A", "B")), 3)]
)
def test_an_illegal_action_ends_the_game_of_wrapped_environments(
    env: Any, illegal: int, capfd: pytest.CaptureFixture[str]
) -> None:
    env.reset(seed=1)
    before = env.unwrapped.position
    for number in (-1, 197, None):
        with pytest.raises(AssertionError):
            env.step(number)
    assert env.unwrapped.position == before
    env.step(illegal)
    agents = env.possible_agents
    assert env.terminations == env.truncations == dict.fromkeys(agents, True)
    assert env.rewards == {agent: -1 if agent == "player_0" else 0 for agent in agents}
    while env.agents:
        env.step(None)
    env.reset(seed=1)
    assert env.unwrapped.position == before
    assert not any(env.terminations.values())


def test_text_is_the_only_picture() -> None:
    for make in (kuba_v1.raw_env, ludo_v1.raw_env, KubaEnv, LudoEnv, KubaVectorEnv):
        with pytest.raises(ParlorError, match="'human'; it is 'ansi' or None"):
            make(render_mode="human")
    env = ludo_v1.raw_env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.position.to_text()
    vector = KubaVectorEnv(2, render_mode="ansi")
    vector.reset(seed=1)
    assert vector.render() == tuple(position.to_text() for position in vector.batch)
    with pytest.warns(UserWarning, match="no render mode"):
        assert KubaEnv().render() is None


@pytest.mark.parametrize("name", ["parlor/Kuba-v1", "parlor/Ludo-v1"])
@pytest.mark.parametrize("opponent", ["random", None])
def test_gymnasium_accepts_the_environments(name: str, opponent: str | None) -> None:
    check_env(gymnasium.make(name, opponent=opponent).unwrapped)


def test_gymnasium_makes_them_by_name() -> None:
    env = gymnasium.make("parlor/Kuba-v1", rules="tournament", limit=40, seat="W")
    observation, info = env.reset(seed=3)
    total = 0.0
    for _ in range(200):
        masks = env.get_wrapper_attr("action_masks")()
        assert (masks == observation["action_mask"].astype(bool)).all()
        observation, reward, terminated, truncated, info = env.step(int(masks.argmax()))
        total += float(reward)
        if terminated or truncated:
            assert info["rewards"].sum() == 0
            assert info["rewards"][0] == reward
            with pytest.raises(ResetNeeded):
                env.unwrapped.step(0)
            observation, info = env.reset()
    envs = gymnasium.make_vec("parlor/Ludo-v1", num_envs=3, seats=("A", "B"), threads=2)
    assert isinstance(envs, LudoVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def vectors(**keywords: Any) -> list[Vector]:
    return [
        KubaVectorEnv(7, "tournament", 60, **keywords),
        KubaVectorEnv(7, "classroom", 60, seat="B", **keywords),
        LudoVectorEnv(7, ("C", "A", "B"), 90, **keywords),
    ]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("opponent", ["random", None])
def test_every_row_is_the_game_of_a_single_environment(
    mode: AutoresetMode, opponent: str | None
) -> None:
    """Row 0 of each autoreset mode, beside the environment of one game with the same seed."""
    for envs in vectors(autoreset_mode=mode, opponent=opponent):
        setup = envs._games.setup
        keywords: dict[str, Any] = {"limit": setup.limit, "opponent": opponent}
        if setup.name == "kuba":
            keywords["rules"] = setup.rules
            single: Any = KubaEnv(seat="turns" if envs._games.seat is None else "B", **keywords)
        else:
            single = LudoEnv(setup.seats, **keywords)
        observations, infos = envs.reset(seed=11)
        observation, info = single.reset(seed=11)
        ends = 0
        is_over = False
        for _ in range(400):
            assert observations["observation"].dtype == np.uint8
            assert observations in envs.observation_space
            assert (observations["observation"][0] == observation["observation"]).all()
            assert (observations["action_mask"][0] == observation["action_mask"]).all()
            assert (int(infos["player"][0]), int(infos["ply"][0])) == (info["player"], info["ply"])
            if mode is AutoresetMode.DISABLED and (terminated_or := envs._games.over).any():
                if is_over:
                    observation, info = single.reset()
                is_over = False
                observations, infos = envs.reset(options={"reset_mask": terminated_or})
                continue
            actions = envs.batch.sample()
            action = int(actions[0])
            observations, rewards, terminated, truncated, infos = envs.step(actions)
            if is_over and mode is AutoresetMode.NEXT_STEP:
                observation, info = single.reset()
                is_over = False
                assert (rewards[0], terminated[0], truncated[0]) == (0, False, False)
                continue
            observation, reward, ended, cut, info = single.step(action)
            assert (reward, ended, cut) == (rewards[0], terminated[0], truncated[0])
            assert infos["rewards"][0].tolist() == info["rewards"].tolist()
            is_over = ended or cut
            if is_over:
                ends += 1
                if mode is AutoresetMode.SAME_STEP:
                    final = infos["final_obs"][0]
                    assert infos["_final_obs"].tolist() == (terminated | truncated).tolist()
                    assert (final["observation"] == observation["observation"]).all()
                    assert not final["action_mask"].any()
                    assert infos["final_info"]["player"][0] == info["player"]
                    observation, info = single.reset()
                    info["rewards"] = infos["final_info"]["rewards"][0]
                    is_over = False
        assert ends >= 2


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    for one, other in zip(vectors(threads=1), vectors(threads=3, copy=False)):
        for envs in (one, other):
            envs.reset(seed=4)
        for _ in range(150):
            actions = one.batch.sample()
            assert (actions == other.batch.sample()).all()
            first, second = one.step(actions), other.step(actions)
            assert (first[0]["observation"] == second[0]["observation"]).all()
            assert (first[1] == second[1]).all()
            assert (first[4]["player"] == second[4]["player"]).all()


def test_the_learner_sits_by_turns_or_stays() -> None:
    envs = LudoVectorEnv(4, ("A", "B", "C"), 12, autoreset_mode="SameStep")
    _, infos = envs.reset(seed=1)
    assert infos["player"].tolist() == [0, 1, 2, 0]
    episodes: Any = np.zeros(4, int)
    for _ in range(40):
        _, _, terminated, truncated, infos = envs.step(envs.batch.sample())
        episodes += terminated | truncated
        assert infos["player"].tolist() == ((np.arange(4) + episodes) % 3).tolist()
    assert episodes.min() > 2
    fixed = LudoVectorEnv(4, ("C", "A"), seat="A")
    assert fixed.reset(seed=1)[1]["player"].tolist() == [1] * 4


def test_an_opponent_may_be_a_function_of_the_games_that_wait() -> None:
    calls = []

    def first(observation: Any, mask: Any) -> Any:
        calls.append(len(observation))
        assert observation.shape == (len(mask), 18, 7, 7)
        assert mask.dtype == bool
        assert mask.any(axis=1).all()
        # They are its own.
        observation[:] = 0
        return mask.argmax(axis=1)

    envs = KubaVectorEnv(4, opponent=first)
    envs.reset(seed=1)
    assert calls == [2]
    for _ in range(30):
        observations, *_ = envs.step(envs.batch.sample())
        assert (observations["observation"][:, 17] == 1).all()
    assert max(calls) == 4


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda observation, mask: np.full(len(mask), 8), "the opponent's action 8 of game 0"),
        (
            lambda observation, mask: mask.argmax(),
            r"in game 0, ply 2, at .* returned an array of int64 .* integers \(2,\)",
        ),
        (lambda observation, mask: np.ones(len(mask)), "float64"),
        (lambda position: "99Z", r"in game 0, ply 2, at .* returned no action: .*'99Z'"),
        (lambda observation, mask: dict[str, int]()["net"], "net"),
    ],
)
def test_a_wrong_answer_of_an_opponent_is_named(answer: Any, message: str) -> None:
    envs = KubaVectorEnv(2, seat="W", opponent=answer)
    envs.reset(seed=1)
    with pytest.raises((ParlorError, KeyError), match=message) as caught:
        envs.step(envs.batch.sample())
    why = f"the opponent's turn was cut off by {caught.type.__name__}: .*; reset"
    with pytest.raises(ResetNeeded, match=why):
        envs.step(envs.batch.sample())
    with pytest.raises(ParlorError, match=f"{why} all games, without a mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=1)


def test_the_best_opponent_wins_more() -> None:
    shares = {}
    for opponent in ("random", "optimal"):
        envs = LudoVectorEnv(64, opponent=opponent)
        envs.reset(seed=2)
        wins = games = 0
        while games < 400:
            _, rewards, terminated, *_ = envs.step(envs.batch.sample())
            wins += int((rewards > 0).sum())
            games += int(terminated.sum())
        shares[opponent] = wins / games
    assert shares["optimal"] + 0.1 < shares["random"]


@given(st.integers(0, 2**32), st.integers(0, 12))
@settings(max_examples=15)
def test_illegal_actions_lose_alone(seed: int, stray: int) -> None:
    for mode in ("SameStep", "NextStep"):
        envs = LudoVectorEnv(5, ("A", "C", "D"), 40, autoreset_mode=mode, opponent="random")
        beside = LudoVectorEnv(5, ("A", "C", "D"), 40, autoreset_mode=mode, opponent="random")
        for each in (envs, beside):
            each.reset(seed=seed)
        for _ in range(stray):
            actions = envs.batch.sample()
            envs.step(actions)
            beside.step(actions)
        over = envs._games.over
        actions = envs.batch.sample()
        strayed = actions.copy()
        strayed[2] = next(n for n in range(4) if not envs._games.action_mask[2, n])
        _, rewards, terminated, _, infos = envs.step(strayed)
        expected = beside.step(actions)[1]
        others = [0, 1, 3, 4]
        assert (rewards[others] == expected[others]).all()
        if not over[2]:
            assert (rewards[2], terminated[2], infos["illegal"][2]) == (-1.0, True, True)
            assert abs(infos["rewards"][2].sum()) < 1e-6
        envs.step(envs.batch.sample() if mode == "SameStep" else np.zeros(5, int))


def test_illegal_actions_may_be_errors_and_change_nothing() -> None:
    for keywords in ({"illegal": "raise"}, {}):
        envs = KubaVectorEnv(3, **keywords)  # type: ignore[arg-type]
        observations, _ = envs.reset(seed=1)
        actions = envs.batch.sample()
        for wrong in (-1, 197):
            with pytest.raises(PlayError) as caught:
                envs.step([actions[0], wrong, actions[2]])
            assert (caught.value.index, caught.value.value) == (1, wrong)
        if keywords:
            with pytest.raises(PlayError):
                envs.step([196, *actions[1:]])
        with pytest.raises(ParlorError, match="one integer a game"):
            envs.step(actions[:2])
        with pytest.raises(ParlorError, match="one integer a game"):
            envs.step(actions * 0.5)
        assert (envs.batch.observation == observations["observation"]).all()
        envs.step(actions)


def test_wrong_arguments_are_named() -> None:
    loose: Any = KubaVectorEnv
    for make, error, message in [
        (lambda: KubaEnv(rules="house"), RulesError, "'house'"),
        (lambda: kuba_v1.env(limit=0), ParlorError, "K-13"),
        (lambda: LudoEnv(seats=("A", "X")), SeatError, "'X'"),
        (lambda: ludo_v1.env(seats=frozenset("AC")), ParlorError, "which has no order"),
        (lambda: ludo_v1.env(seats=("A",)), ParlorError, "seat"),
        (lambda: LudoEnv(seat="B"), ParlorError, "'B'; it is one of 'A', 'C' or 'turns'"),
        (
            lambda: KubaEnv(opponent="nobody"),
            ParlorError,
            'unknown bot "nobody"; expected engine, random, level-1',
        ),
        (lambda: loose(2, illegal="win"), ParlorError, "'win'; it is 'lose' or 'raise'"),
        (lambda: KubaVectorEnv(0), ParlorError, "0"),
        (lambda: KubaVectorEnv(2, autoreset_mode="Never"), ParlorError, "'NextStep', 'SameStep'"),
        (lambda: loose(2, copy=1), ParlorError, "copy is 1"),
    ]:
        with pytest.raises(error, match=message):
            make()  # type: ignore[no-untyped-call]
    with pytest.raises(ParlorError, match="game 0 ends before the learner acts"):
        KubaVectorEnv(2, limit=1, seat="B").reset(seed=1)
    with pytest.raises(ResetNeeded):
        KubaVectorEnv(2).step([0, 0])
    envs = KubaVectorEnv(2, autoreset_mode="Disabled", limit=1, opponent=None)
    envs.reset(seed=1)
    envs.step(envs.batch.sample())
    with pytest.raises(ResetNeeded, match="game 0 is over"):
        envs.step(envs.batch.sample())
    for mask in ([True], [1, 0], [False, False]):
        with pytest.raises(ParlorError, match="one bool a game"):
            envs.reset(options={"reset_mask": np.array(mask)})


@pytest.mark.parametrize(
    "make", [KubaAgents, lambda: LudoAgents({"seats": ["B", "A", "D"], "limit": 40})]
)
def test_agents_of_rllib_are_observed_when_they_act(make: Callable[[], Any]) -> None:
    env = make()
    with pytest.raises(ParlorError, match="reset"):
        env.step({"player_0": 0})
    for _ in range(3):
        observations, infos = env.reset(seed=None)
        while True:
            (agent,) = observations
            assert set(infos) == {agent}
            assert observations[agent] in env.observation_spaces[agent]
            assert set(observations[agent]) == {"observations", "action_mask"}
            with pytest.raises(ParlorError, match=f"{agent} alone is to act"):
                env.step({})
            action = int(observations[agent]["action_mask"].argmax())
            observations, rewards, terminated, truncated, infos = env.step({agent: action})
            if terminated["__all__"] or truncated["__all__"]:
                break
            assert rewards == {agent: 0.0}
        assert set(observations) == set(rewards) == set(env.possible_agents)
        assert abs(sum(rewards.values())) < 1e-6


def test_an_unknown_option_of_rllib_is_named() -> None:
    with pytest.raises(ParlorError, match="no option 'rule'; it has rules, limit"):
        KubaAgents({"rule": "tournament"})


def test_what_is_missing_is_named_with_what_to_install() -> None:
    program = """
import sys
from importlib.machinery import PathFinder
class Without:
    def find_spec(self, name, path=None, target=None):
        if name in {gone}:
            raise ModuleNotFoundError(name)
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {gone} else real(name)
sys.meta_path.insert(0, Without())
import parlor.envs
from parlor.envs import openspiel, rllib, sb3
for ask in (
    lambda: parlor.envs.KubaVectorEnv,
    lambda: parlor.envs.ludo_v1,
    openspiel.register,
    lambda: rllib.KubaMultiAgentEnv,
    lambda: sb3.ParlorVecEnv,
):
    try:
        ask()
    except ImportError as error:
        print(error)
try:
    parlor.envs.chess_v1
except AttributeError as error:
    print(error)
"""
    gone = ("gymnasium", "pettingzoo", "pyspiel", "ray")
    command = [sys.executable, "-c", program.replace("{gone}", repr(gone))]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    envs = "install it by: pip install 'parlor-games[envs]'"
    assert ended.stdout.splitlines() == [
        f"gymnasium is not installed; {envs}",
        f"pettingzoo is not installed; {envs}",
        "pyspiel is not installed; install it by: pip install open_spiel",
        f"gymnasium is not installed; {envs}",
        f"gymnasium is not installed; {envs}",
        "module 'parlor.envs' has no attribute 'chess_v1'",
    ]


def test_the_package_imports_none_of_it() -> None:
    program = "import sys, parlor; print([n for n in ('numpy', 'gymnasium') if n in sys.modules])"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.stdout == "[]\n"
    assert set(parlor.envs.__all__) <= set(dir(parlor.envs))
