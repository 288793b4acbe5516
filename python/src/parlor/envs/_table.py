"""One game at which every player is an agent; NumPy alone."""

from __future__ import annotations

from typing import Any

from parlor._arguments import _numpy, _refusal
from parlor._types import np, npt
from parlor.envs._setup import Setup


class Table:
    """A game of a batch of one, and how it looks from every seat."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.batch = setup.batch(1)
        self._action: npt.NDArray[np.int64] = _numpy().zeros(1, "int64")
        self._acted: npt.NDArray[np.int8] = _numpy().zeros(1, "int8")
        self._share()

    def _share(self) -> None:
        """Take the arrays of the batch."""
        self._observation = self.batch.observation
        self._action_mask = self.batch.action_mask
        self._to_act = self.batch.to_act
        self._rewards = self.batch.rewards
        self._terminated, self._truncated = self.batch.terminated, self.batch.truncated

    def __getstate__(self) -> dict[str, Any]:
        own = ("setup", "batch", "_action", "_acted")
        return {name: getattr(self, name) for name in own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._share()

    def reset(self, seed: int | None) -> None:
        """Begin a game: the first of a seed, or the next of the last one."""
        self.batch.reset(seed)

    def step(self, action: Any) -> None:
        """Play an action of the player to act.

        Raises parlor.PlayError for an illegal one, and parlor.ParlorError for no integer; nothing
        is applied.
        """
        given = _numpy().asarray(action)
        if given.ndim or given.dtype.kind not in "iu":
            raise _refusal(action, f"the action is {action!r}; it is one integer")
        acted = self._to_act[0]
        self._action[0] = given
        self.batch.step(self._action)
        self._acted[0] = acted

    @property
    def player(self) -> int:
        """The player to act; after the end the one who sees the batch's observation."""
        if self._to_act[0] >= 0:
            return int(self._to_act[0])
        return int(self.setup.viewers(self._observation, self._acted)[0])

    @property
    def rewards(self) -> list[float]:
        """What each player got by the last step."""
        rewards: list[float] = self._rewards[0].tolist()
        return rewards

    @property
    def terminated(self) -> bool:
        """Whether the game is decided."""
        return bool(self._terminated[0])

    @property
    def truncated(self) -> bool:
        """Whether the game has reached the limit."""
        return bool(self._truncated[0])

    @property
    def ply(self) -> int:
        """The number of pushes made, or of rolls answered."""
        return int(self.batch.ply[0])

    @property
    def position(self) -> Any:
        """The position."""
        return self.batch[0]

    def observe(self, player: int, key: str = "observation") -> dict[str, npt.NDArray[Any]]:
        """Return the board as a player sees it, and what the player may do now."""
        viewer = self.player
        if viewer == player:
            mask = self._action_mask[0].astype("int8")
            return {"action_mask": mask, key: self._observation[0].copy()}
        seen = self.setup.seen_by(self._observation[0], viewer, player)
        return {"action_mask": _numpy().zeros(self.setup.actions, "int8"), key: seen}
