"""Games in lockstep as Stable-Baselines3 steps them; `sb3` makes its environment of this."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gymnasium.vector import AutoresetMode

from parlor._arguments import _numpy, _refusal
from parlor._types import np, npt
from parlor.envs._gymnasium import _VectorEnv
from parlor.envs._whole import Whole

MASKS = "action_masks"
"""The method by which MaskablePPO asks for masks."""


class Vectors(Whole):
    """A vector of Gymnasium's as one of Stable-Baselines3's.

    ``envs`` is a ``KubaVectorEnv`` or ``LudoVectorEnv`` with ``autoreset_mode="SameStep"``.
    An observation is that of the game alone, uint8 ``(num_envs, 18, 7, 7)`` or ``(num_envs, 256)``,
    and the masks are what MaskablePPO asks for. Where a game ends, its info has
    ``terminal_observation``, ``TimeLimit.truncated`` (the limit, K-13 or L-31), and ``player``,
    ``ply`` and ``rewards`` as Gymnasium's infos have them, with ``illegal`` after a game that an
    illegal action lost.

    ``seed`` is that of the first game; SB3 sets it before the first reset.

    Raises parlor.ParlorError for another environment or another reset.
    """

    def __init__(self, envs: Any) -> None:
        if not isinstance(envs, _VectorEnv):
            raise _refusal(
                envs, f"{envs!r} is neither a parlor.envs.KubaVectorEnv nor a LudoVectorEnv"
            )
        mode: AutoresetMode = envs.metadata["autoreset_mode"]
        if mode is not AutoresetMode.SAME_STEP:
            raise _refusal(
                mode,
                f"the autoreset mode of the environments is {mode.value!r}; "
                f"make them with {AutoresetMode.SAME_STEP.value!r}",
            )
        self.envs = envs
        self._actions: npt.ArrayLike = ()
        # What is missing here is the class of Stable-Baselines3 that is mixed in.
        super().__init__(
            envs.num_envs,  # type: ignore[call-arg]
            envs.single_observation_space["observation"],
            envs.single_action_space,
        )

    def reset(self) -> npt.NDArray[np.uint8]:
        """Begin games: the first of a seed, or the next of the last one."""
        observations, infos = self.envs.reset(seed=self._seeds[0])
        self.reset_infos = [
            {key: infos[key][index] for key in ("player", "ply", "rewards")}
            for index in range(self.envs.num_envs)
        ]
        self._seeds: list[int | None] = [None] * self.envs.num_envs
        return self._seen(observations)

    def step_async(self, actions: npt.ArrayLike) -> None:
        """Keep the actions for :meth:`step_wait`."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[
        npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]
    ]:
        """Play the actions, and what follows up to the learner's next turn.

        Raises parlor.PlayError or parlor.ParlorError as the environments do.
        """
        observations, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        ended = terminated | truncated
        each: list[dict[str, Any]] = [{} for _ in range(self.envs.num_envs)]
        for index in _numpy().flatnonzero(ended):
            final = {key: of_key[index] for key, of_key in infos["final_info"].items()}
            info = each[index]
            info.update({key: final[key] for key in ("player", "ply", "rewards")})
            info["terminal_observation"] = infos["final_obs"][index]["observation"]
            info["TimeLimit.truncated"] = bool(truncated[index] and not terminated[index])
            if final["illegal"]:
                info["illegal"] = True
        return self._seen(observations), rewards.astype("float32"), ended, each

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return what the environments have by this name, once for each of the games."""
        return [getattr(self.envs, attr_name)] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: the games are as they were made.

        Raises parlor.ParlorError.
        """
        raise _refusal(attr_name, f"{attr_name!r} cannot be set; make other environments instead")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return what a method that has a row a game, such as ``action_masks``, gives for games."""
        rows = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        if rows is None or len(rows) != self.envs.num_envs:
            raise _refusal(
                method_name,
                f"{method_name!r} does not give something for each game; {MASKS!r} does, "
                "and 'render' with a render mode",
            )
        return [rows[index] for index in self._places(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return False for each game: they are in no wrappers."""
        return [False] * len(self._places(indices))

    def _places(self, indices: Any) -> list[int]:
        """The numbers of games, as Stable-Baselines3 names them: None, one or several."""
        games = range(self.envs.num_envs)
        if indices is None:
            return list(games)
        given = list(indices) if isinstance(indices, Iterable) else [indices]
        try:
            return [games[index] for index in given]
        except (IndexError, TypeError) as error:
            raise _refusal(
                indices, f"{indices!r} are no numbers of games; there are {len(games)}"
            ) from error

    def _seen(self, observations: dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.uint8]:
        seen: npt.NDArray[np.uint8] = observations["observation"]
        return seen
