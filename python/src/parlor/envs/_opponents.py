"""Who plays against a learner."""

from __future__ import annotations

from typing import Any, Callable, Union

from parlor._arguments import _numpy, _refusal
from parlor._batch import Batch
from parlor._bots import Bot
from parlor._types import np, npt
from parlor.envs._setup import Setup
from parlor.errors import ParlorError

STREAM = 1
"""The stream of the batch that random opponents draw from; 0 is left to the learner."""

Opponent = Union[
    str,
    Bot[Any],
    Callable[["npt.NDArray[np.uint8]", "npt.NDArray[np.bool_]"], "npt.ArrayLike"],
    None,
]
"""A bot or its name; a function of observations and masks, a row for each game that waits for it,
that returns an action a row; or None."""

Acting = Callable[["Batch[Any]", "npt.NDArray[np.bool_]"], "npt.NDArray[np.int64]"]
"""Gives the actions for the games of a batch where a mask is True."""


def acting(setup: Setup, opponent: object, threads: int) -> Acting:
    """Return what acts for an opponent, a bot on this number of threads.

    Raises parlor.ParlorError if it is none of those that a game has.
    """
    if isinstance(opponent, (str, setup.bot_kind)):
        return _of_bot(setup, opponent, threads)
    if callable(opponent):
        return _Function(opponent)
    raise _refusal(opponent, f"the opponent is {opponent!r}; {_known(setup)}")


def _known(setup: Setup) -> str:
    """What an opponent may be."""
    names = ", ".join(map(repr, setup.bots()))
    options = ", one with options" if setup.options else ""
    return f"it is {names}{options}, a function, or None for self-play"


def _of_bot(setup: Setup, opponent: str | Bot[Any], threads: int) -> Acting:
    try:
        bot = setup.bot_kind(opponent) if isinstance(opponent, str) else opponent
    except ParlorError as error:
        name = str(opponent).partition(":")[0].strip()
        is_close = name == "cmd" or name in setup.bots()
        reason = f": {error}" if is_close else f"; {_known(setup)}"
        raise _refusal(opponent, f"the opponent is {opponent!r}{reason}") from error
    if not setup.has(bot):
        count = len(setup.seats)
        raise _refusal(
            opponent,
            f"the opponent is {opponent!r}, which does not play among {count}; {_known(setup)}",
        )
    # A batch draws such actions by itself, faster.
    return _random if bot.name == "random" else _Choosing(bot, threads)


def _random(batch: Batch[Any], mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    return batch.sample(STREAM)


class _Choosing:
    """A bot. What it draws in a game depends on that game alone."""

    def __init__(self, bot: Bot[Any], threads: int) -> None:
        self.bot = bot
        self.threads = threads

    def __call__(self, batch: Batch[Any], mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        actions: npt.NDArray[np.int64] = _numpy().full(len(batch), -1, _numpy().int64)
        positions, seeds = batch._turns(mask)
        actions[mask] = self.bot._core.choose_each(positions, seeds, self.threads)
        return actions


class _Function:
    """A function of observations and masks."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, batch: Batch[Any], mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        numpy = _numpy()
        # Fresh arrays, so that the function may write them and keep them.
        given = numpy.asarray(self.function(batch.observation[mask], batch.action_mask[mask]))
        waiting = int(mask.sum())
        if given.shape != (waiting,) or given.dtype.kind not in "iu":
            raise _refusal(
                given,
                f"the opponent gave an array of {given.dtype} {given.shape}; "
                f"it gives one integer a game, here ({waiting},)",
            )
        actions: npt.NDArray[np.int64] = numpy.full(len(batch), -1, numpy.int64)
        actions[mask] = given
        return actions
