"""Games for Stable-Baselines3: against Gymnasium's vectors, without that library itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from parlor import ParlorError, PlayError, kuba
from parlor.envs import KubaVectorEnv, LudoVectorEnv
from parlor.envs._vec import Vectors


class Base:
    """What Stable-Baselines3's ``VecEnv`` does with what it is made of."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space = observation_space
        self.action_space = action_space
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._seeds: list[int | None] = [None] * num_envs
        assert self.get_attr("render_mode") == [self.get_attr("render_mode")[0]] * num_envs  # type: ignore[attr-defined]

    def seed(self, seed: int) -> None:
        """Seed the next reset, each game with another."""
        self._seeds = [seed + index for index in range(self.num_envs)]


class Made(Vectors, Base):
    """As ``parlor.envs.sb3`` makes its class."""


def vectors(num_envs: int = 4, game: Any = KubaVectorEnv, **options: Any) -> Any:
    return Made(game(num_envs, autoreset_mode="SameStep", **options))


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    num_envs=st.integers(1, 5),
    limit=st.integers(1, 40),
    seat=st.sampled_from(["turns", "A", "C"]),
)
def test_it_gives_what_the_vector_gives(seed: int, num_envs: int, limit: int, seat: str) -> None:
    options: dict[str, Any] = {"limit": limit, "seat": seat}
    try:
        made = vectors(num_envs, LudoVectorEnv, **options)
        made.seed(seed)
        seen = made.reset()
    except ParlorError as error:
        assert "ends before the learner acts" in str(error)
        return
    plain = LudoVectorEnv(num_envs, autoreset_mode="SameStep", **options)
    wanted, infos = plain.reset(seed=seed)
    for index, info in enumerate(made.reset_infos):
        assert (info["player"], info["ply"]) == (infos["player"][index], infos["ply"][index])
    for _ in range(60):
        assert (seen == wanted["observation"]).all()
        assert seen[0] in made.observation_space
        masks = np.stack(made.env_method("action_masks"))
        assert (masks == wanted["action_mask"]).all()
        actions = plain.batch.sample()
        made.step_async(actions)
        seen, rewards, ended, each = made.step_wait()
        wanted, of_plain, terminated, truncated, infos = plain.step(actions)
        assert rewards.dtype == np.float32
        assert (rewards == of_plain.astype("float32")).all()
        assert (ended == (terminated | truncated)).all()
        for index, info in enumerate(each):
            if not ended[index]:
                assert info == {}
                continue
            final = infos["final_obs"][index]["observation"]
            assert (info["terminal_observation"] == final).all()
            assert info["TimeLimit.truncated"] == bool(truncated[index])
            assert info["rewards"][info["player"]] == pytest.approx(of_plain[index])
            assert info["ply"] == infos["final_info"]["ply"][index] <= limit


def test_it_begins_anew_and_with_a_seed_again() -> None:
    made = vectors(opponent="random")
    made.seed(5)
    first = made.reset()
    assert first.shape == (4, 18, 7, 7)
    assert (made._seeds, len(made.reset_infos)) == ([None] * 4, 4)
    later = made.reset()
    made.seed(5)
    assert (made.reset() == first).all()
    assert not (later == first).all()


def test_an_illegal_action_loses_and_says_so_or_raises() -> None:
    made = vectors(2, seat="W")
    made.reset()
    made.step_async([kuba.Position().legal_indices[0], 196])
    _, rewards, ended, infos = made.step_wait()
    assert (rewards.tolist(), ended.tolist()) == ([0.0, -1.0], [False, True])
    assert infos[1]["illegal"]
    assert infos[1]["rewards"].tolist() == [-1.0, 1.0]
    made = vectors(2, seat="W", illegal="raise")
    made.reset()
    made.step_async([196, 196])
    with pytest.raises(PlayError, match="game 0"):
        made.step_wait()


def test_what_is_asked_of_some_games_is_told_of_them() -> None:
    made = vectors(4, render_mode="ansi")
    made.reset()
    masks = made.envs.action_masks()
    asked: list[tuple[Any, list[int]]] = [
        (None, [0, 1, 2, 3]),
        (2, [2]),
        ([3, 0], [3, 0]),
        (range(2), [0, 1]),
    ]
    for indices, places in asked:
        rows = made.env_method("action_masks", indices=indices)
        assert (np.stack(rows) == masks[places]).all()
        assert made.env_is_wrapped(object, indices) == [False] * len(places)
        assert made.get_attr("num_envs", indices) == [4] * len(places)
    assert made.env_method("render", indices=1) == [made.envs.batch[1].to_text()]
    wrong: list[Any] = [4, "a", [0, 9], 1.5]
    for indices in wrong:
        with pytest.raises(ParlorError, match="there are 4"):
            made.env_method("action_masks", indices=indices)
    for name in ("reset_async", "steps"):
        with pytest.raises(AttributeError, match=name):
            made.env_method(name)
    with pytest.raises(ParlorError, match="'close' does not give something for each game"):
        made.env_method("close")
    with pytest.raises(ParlorError, match="'limit' cannot be set"):
        made.set_attr("limit", 3)
    made.close()


def test_what_it_cannot_be_made_of_is_refused() -> None:
    for mode in ("NextStep", "Disabled"):
        with pytest.raises(ParlorError, match=f"'{mode}'; make them with 'SameStep'"):
            Made(KubaVectorEnv(2, autoreset_mode=mode))
    for other in (None, 3, kuba.Batch(2)):
        with pytest.raises(ParlorError, match=r"is neither a parlor\.envs\.KubaVectorEnv nor"):
            Made(other)
