"""Who plays against a learner."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Callable, Union

from parlor import _policy
from parlor._arguments import _numpy
from parlor._batch import Batch
from parlor._bots import Bot
from parlor._types import np, npt
from parlor.envs._setup import Setup

STREAM = 1
"""The stream of the batch that random opponents draw from; 0 is left to the learner."""

Opponent = Union[
    str,
    Bot[Any],
    "npt.NDArray[Any]",
    Callable[[Any], Union[str, int]],
    Callable[["npt.NDArray[np.uint8]", "npt.NDArray[np.bool_]"], "npt.ArrayLike"],
    None,
]
"""A policy, or None for self-play."""

Acting = Callable[["Batch[Any]", "npt.NDArray[np.bool_]"], "npt.NDArray[np.int64]"]
"""Gives the actions for the games of a batch where a mask is True."""


def acting(setup: Setup, opponent: object, threads: int) -> Acting:
    """Return what acts for an opponent, a bot on this number of threads.

    Raises parlor.ParlorError if it is no policy of the game.
    """
    also = ", or None for self-play"
    policy = _policy.read(opponent, setup.game, setup.seats, "arrays", also=also)
    asker = policy.asker()
    if asker is not None:
        return _Asking(asker)
    # A batch draws such actions by itself, faster.
    return _random if policy.name == "random" else _Asking(_Bot(setup.game, policy.name, threads))


def _random(batch: Batch[Any], mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    return batch.sample(STREAM)


class _Asking:
    """A policy that is asked for the games in which it is to act."""

    def __init__(self, asker: _policy.Asker) -> None:
        self.asker = asker

    def __call__(self, batch: Batch[Any], mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        actions: npt.NDArray[np.int64] = _numpy().full(len(batch), -1, _numpy().int64)
        actions[mask] = self.asker(_Waiting(batch, mask))
        return actions


class _Bot:
    """A bot. What it draws in a game depends on that game alone."""

    def __init__(self, game: _policy.Game, name: str, threads: int) -> None:
        self.made = game, name, threads
        self.core = game.core(name)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.made

    def __call__(self, asked: _policy.Asked) -> Any:
        return self.core.choose_each(asked.positions, asked.seeds, self.made[2])


class _Waiting:
    """The games of a batch where a mask is True, as a policy is asked about them."""

    def __init__(self, batch: Batch[Any], games: npt.NDArray[np.bool_]) -> None:
        self.batch = batch
        self.games = games

    @cached_property
    def observation(self) -> npt.NDArray[np.uint8]:
        return self.batch.observation[self.games]

    @cached_property
    def mask(self) -> npt.NDArray[np.bool_]:
        return self.batch.action_mask[self.games]

    @cached_property
    def _turns(self) -> tuple[list[Any], npt.NDArray[np.uint64]]:
        return self.batch._turns(self.games)

    @property
    def positions(self) -> list[Any]:
        return self._turns[0]

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        return self._turns[1]

    def place(self, row: int) -> tuple[int, int]:
        game = int(_numpy().flatnonzero(self.games)[row])
        return game, int(self.batch.ply[game]) + 1
