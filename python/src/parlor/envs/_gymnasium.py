"""Environments of Gymnasium: a learner against an opponent, in one game or in thousands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Union

import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from parlor._arguments import _flag, _numpy, _refusal
from parlor._batch import Batch
from parlor._types import np, npt
from parlor.envs._learner import Games
from parlor.envs._opponents import Opponent
from parlor.envs._setup import KubaSetup, LudoSetup, Setup
from parlor.envs._spaces import action_space, observation_space
from parlor.envs._whole import Whole

Observation = "dict[str, npt.NDArray[Any]]"
Illegal = Literal["lose", "raise"]
Autoreset = Union[AutoresetMode, str]

RENDER_MODES = ["ansi"]


def _render_mode(mode: object) -> str | None:
    if mode is None or mode == "ansi":
        return None if mode is None else "ansi"
    raise _refusal(mode, f"the render mode is {mode!r}; it is 'ansi' or None")


class _Env(Whole, gymnasium.Env[Any, Any]):
    """One game; see the classes of the games."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        setup: Setup,
        opponent: object,
        seat: object,
        illegal: object,
        render_mode: object,
    ) -> None:
        self.render_mode = _render_mode(render_mode)
        self._games = Games(setup, 1, opponent, seat, illegal, 1)
        self.observation_space = observation_space(setup)
        self.action_space = action_space(setup)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
        """Begin a game, up to the learner's first turn; options are not used.

        Without a seed it is the next game of the last one.
        """
        super().reset(seed=seed)
        self._games.reset(seed, None)
        return self._observation(), self._info()

    def step(
        self, action: Any
    ) -> tuple[dict[str, npt.NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Play an action and what follows, up to the learner's next turn or the end."""
        games = self._games
        if games.cut_off is not None or games.over[0]:
            raise ResetNeeded(f"{games.cut_off or 'the game is over'}; reset the environment")
        number = _numpy().asarray(action)
        if number.ndim:
            raise _refusal(action, f"the action is {action!r}; it is one integer")
        games.step(number[None], None)
        return (
            self._observation(),
            float(games.rewards[0]),
            bool(games.terminated[0]),
            bool(games.truncated[0]),
            self._info(),
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for them."""
        masks: npt.NDArray[np.bool_] = self._games.action_mask[0].copy()
        return masks

    @property
    def position(self) -> Any:
        """The position of the game."""
        return self._games.batch[0]

    def render(self) -> Any:
        """Return the board as a text."""
        if self.render_mode is None:
            gymnasium.logger.warn("the environment has no render mode; make it with one: 'ansi'")
            return None
        return self.position.to_text()

    def _observation(self) -> dict[str, npt.NDArray[Any]]:
        return {
            "action_mask": self._games.action_mask[0].astype("int8"),
            "observation": self._games.observation[0].copy(),
        }

    def _info(self) -> dict[str, Any]:
        games = self._games
        info = {
            "player": int(games.player[0]),
            "ply": int(games.batch.ply[0]),
            "rewards": games.all_rewards[0].copy(),
        }
        if games.is_illegal[0]:
            info["illegal"] = True
        return info


class _VectorEnv(Whole, VectorEnv[Any, Any, Any]):
    """Games in lockstep; see the classes of the games."""

    def __init__(
        self,
        setup: Setup,
        num_envs: int,
        opponent: object,
        seat: object,
        illegal: object,
        autoreset_mode: Autoreset,
        threads: int,
        copy: bool,
        render_mode: object,
    ) -> None:
        try:
            self._mode = AutoresetMode(autoreset_mode)
        except ValueError as error:
            raise _refusal(
                autoreset_mode,
                f"the autoreset mode is {autoreset_mode!r}; it is one of "
                f"{', '.join(repr(mode.value) for mode in AutoresetMode)}",
            ) from error
        self.render_mode = _render_mode(render_mode)
        self._copy = _flag("copy", copy)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2}
        self.metadata["autoreset_mode"] = self._mode
        self._games = Games(setup, num_envs, opponent, seat, illegal, threads)
        self.num_envs = len(self._games.batch)
        self.single_observation_space = observation_space(setup)
        self.single_action_space = action_space(setup)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def batch(self) -> Batch[Any]:
        """The games; what is done to them directly is not noticed."""
        return self._games.batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
        """Begin games, all or those of ``options["reset_mask"]``, up to the learner's first turn.

        With a seed the environments begin with its first games; without, each goes on with its
        next.
        """
        super().reset(seed=seed)
        mask = self._reset_mask(options)
        games = self._games
        games.reset(seed, mask)
        return self._observation(), self._info(games.all_rewards.copy(), games.is_illegal.copy())

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        dict[str, npt.NDArray[Any]],
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play an action in each game and what follows, up to the learner's next turn or the end.

        The games that are over begin anew as the autoreset mode says.
        """
        games = self._games
        if games.cut_off is not None:
            raise ResetNeeded(f"{games.cut_off}; reset the environments")
        over = games.over
        waiting = over if over.any() else None
        if waiting is not None and self._mode is AutoresetMode.DISABLED:
            index = int(waiting.argmax())
            raise ResetNeeded(
                f"game {index} is over; reset it, with its place True in options['reset_mask']"
            )
        games.step(actions, None if waiting is None else ~waiting)
        rewards, every = games.rewards.copy(), games.all_rewards.copy()
        terminated, truncated = games.terminated.copy(), games.truncated.copy()
        illegal = games.is_illegal.copy()
        infos: dict[str, Any] = {}
        if waiting is not None:
            games.reset(None, waiting)
            terminated[waiting] = truncated[waiting] = False
        if self._mode is AutoresetMode.SAME_STEP:
            over = games.over
            if over.any():
                infos = self._finals(over)
                games.reset(None, over)
        infos.update(self._info(every, illegal))
        return self._observation(), rewards, terminated, truncated, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal in each game, a row a game."""
        return self._games.action_mask.copy()

    def render(self) -> tuple[str, ...] | None:
        """Return the boards as texts."""
        if self.render_mode is None:
            gymnasium.logger.warn("the environments have no render mode; make them with 'ansi'")
            return None
        return tuple(position.to_text() for position in self.batch.positions())

    def _observation(self) -> dict[str, npt.NDArray[Any]]:
        observation, mask = self._games.observation, self._games.action_mask.view("int8")
        if self._copy:
            observation, mask = observation.copy(), mask.copy()
        return {"action_mask": mask, "observation": observation}

    def _info(self, rewards: npt.NDArray[Any], illegal: npt.NDArray[Any]) -> dict[str, Any]:
        """What the step brought, and how the games are now; a key with ``_`` says which have it."""
        games = self._games
        infos = {
            "player": games.player.copy(),
            "ply": games.batch.ply.copy(),
            "rewards": rewards,
            "illegal": illegal,
        }
        infos.update({f"_{key}": _numpy().ones(self.num_envs, bool) for key in infos})
        return infos

    def _finals(self, over: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """How the games that are over looked at their end."""
        games = self._games
        infos: dict[str, Any] = {}
        for index in _numpy().flatnonzero(over):
            final = {
                "final_obs": {
                    "action_mask": games.action_mask[index].astype("int8"),
                    "observation": games.observation[index].copy(),
                },
                "final_info": {
                    "player": games.player[index],
                    "ply": games.batch.ply[index],
                    "rewards": games.all_rewards[index].copy(),
                    "illegal": bool(games.is_illegal[index]),
                },
            }
            infos = self._add_info(infos, final, int(index))
        return infos

    def _reset_mask(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_] | None:
        """The games to reset; None for all."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return None
        given = _numpy().asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype.kind != "b" or not given.any():
            raise _refusal(
                mask,
                f"the reset mask is an array of {given.dtype} {given.shape}; it is one bool a "
                f"game, ({self.num_envs},), and at least one is True",
            )
        copied: npt.NDArray[np.bool_] = given.copy()
        return copied


class KubaEnv(_Env):
    """A game of Kuba for Gymnasium, by the id ``parlor/Kuba-v1``.

    The learner plays against ``opponent``, whose pushes happen within ``step`` and ``reset``. It is

    - the name of a bot, one of ``kuba.BOTS`` or one with options, as ``"engine:nodes=200"``
      (``kuba.bot`` says which), or the bot itself. It sees the position, not the history (K-12).
      The same seed gives the same pushes, unless the bot goes by the clock (``time=``);
    - a function of ``observation`` and ``action_mask``, with a row for each game that waits, here
      one, or of a position: docs/researchers.md says under "A policy" what it returns;
    - None: the learner acts for both players, and the reward is that of the player who acted.

    ``seat`` is ``"W"``, ``"B"`` or ``"turns"``: White in every second game. ``rules`` and
    ``limit`` are those of ``kuba.Batch``.

    An observation is a dict of ``observation``, uint8 ``(18, 7, 7)``, and ``action_mask``, int8
    ``(197,)``. Rewards come with the end: 1, -1, or 0 for a draw. ``info`` has ``player``, the
    learner's number, ``ply``, and ``rewards`` of all players. An illegal action loses the game
    (reward -1 and ``info["illegal"]``), or raises parlor.PlayError with ``illegal="raise"``. The
    environment can be copied (``copy.deepcopy``) and pickled: a copy plays on as the original
    would, opponent included, and apart from it.

    Raises parlor.RulesError or parlor.ParlorError for a wrong argument.

    >>> import gymnasium
    >>> import parlor.envs
    >>> env = gymnasium.make("parlor/Kuba-v1", rules="tournament", seat="B")
    >>> observation, info = env.reset(seed=7)
    >>> info["player"], int(observation["action_mask"].sum())
    (1, 8)
    >>> action = observation["action_mask"].argmax()
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> reward, terminated, truncated, info["ply"]
    (0.0, False, False, 3)
    """

    def __init__(
        self,
        rules: str = "classroom",
        limit: int = 1_000,
        opponent: Opponent = "random",
        seat: str = "turns",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        super().__init__(KubaSetup(rules, limit), opponent, seat, illegal, render_mode)


class LudoEnv(_Env):
    """A game of Ludo for Gymnasium, by the id ``parlor/Ludo-v1``.

    As :class:`KubaEnv`. ``seats`` and ``limit`` are those of ``ludo.Batch``, and ``seat`` is one of
    them or ``"turns"``: another in each game. Opponents by name are ``ludo.BOTS``; ``"optimal"``
    plays with two seats only, and ``"strong"`` is as good there and an estimate with more; with two
    seats a table is an opponent, too. One policy acts for all opponents. An observation is uint8
    ``(256,)``, its mask int8 ``(4,)``. A choice is asked for after every roll, also where there is
    only one.

    Raises parlor.SeatError or parlor.ParlorError for a wrong argument.

    >>> import gymnasium
    >>> import parlor.envs
    >>> env = gymnasium.make("parlor/Ludo-v1", seats=("A", "B", "C"), seat="C")
    >>> observation, info = env.reset(seed=1)
    >>> info["player"], observation["action_mask"].tolist()
    (2, [1, 0, 0, 0])
    """

    def __init__(
        self,
        seats: Iterable[str] = ("A", "C"),
        limit: int = 10_000,
        opponent: Opponent = "random",
        seat: str = "turns",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        super().__init__(LudoSetup(seats, limit), opponent, seat, illegal, render_mode)


class KubaVectorEnv(_VectorEnv):
    """Games of Kuba in lockstep for Gymnasium; ``gymnasium.make_vec`` makes it.

    As :class:`KubaEnv`, with rows. A function as an opponent gets the games that wait for it, and
    not always all. With ``seat="turns"`` every second game begins with the learner as White, and
    each environment changes seats from game to game. ``autoreset_mode`` is any of Gymnasium's;
    ``SAME_STEP`` gives ``final_obs`` and ``final_info``, and ``DISABLED`` wants ``reset_mask``.
    ``threads`` is that of ``kuba.Batch``; bots think on as many, too. What an opponent by name does
    in a game depends on that game alone: on the seed, the environment, the episode and the ply, and
    neither on the other games nor on ``threads``. With ``copy=False`` the observations are the
    batch's own arrays, which the next step writes.

    Raises parlor.RulesError or parlor.ParlorError for a wrong argument.

    >>> from parlor.envs import KubaVectorEnv
    >>> envs = KubaVectorEnv(512, rules="tournament")
    >>> observations, infos = envs.reset(seed=7)
    >>> ended = 0
    >>> for _ in range(100):
    ...     actions = envs.batch.sample()        # or argmax of your network's logits
    ...     observations, rewards, terminated, truncated, infos = envs.step(actions)
    ...     ended += int(terminated.sum())
    >>> observations["observation"].shape, ended > 50
    ((512, 18, 7, 7), True)
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: str = "classroom",
        limit: int = 1_000,
        opponent: Opponent = "random",
        seat: str = "turns",
        illegal: Illegal = "lose",
        autoreset_mode: Autoreset = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        setup = KubaSetup(rules, limit)
        super().__init__(
            setup, num_envs, opponent, seat, illegal, autoreset_mode, threads, copy, render_mode
        )


class LudoVectorEnv(_VectorEnv):
    """Games of Ludo in lockstep for Gymnasium; ``gymnasium.make_vec`` makes it.

    As :class:`LudoEnv` and :class:`KubaVectorEnv`.

    Raises parlor.SeatError or parlor.ParlorError for a wrong argument.

    >>> import gymnasium
    >>> import parlor.envs
    >>> envs = gymnasium.make_vec("parlor/Ludo-v1", num_envs=8, autoreset_mode="SameStep")
    >>> observations, infos = envs.reset(seed=7)
    >>> infos["player"].tolist()
    [0, 1, 0, 1, 0, 1, 0, 1]
    """

    def __init__(
        self,
        num_envs: int = 1,
        seats: Iterable[str] = ("A", "C"),
        limit: int = 10_000,
        opponent: Opponent = "random",
        seat: str = "turns",
        illegal: Illegal = "lose",
        autoreset_mode: Autoreset = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        setup = LudoSetup(seats, limit)
        super().__init__(
            setup, num_envs, opponent, seat, illegal, autoreset_mode, threads, copy, render_mode
        )
