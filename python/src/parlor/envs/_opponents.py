"""Who plays against a learner."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Union

from parlor._arguments import _numpy, _refusal
from parlor._batch import Batch
from parlor._native import LUDO_ACTIONS
from parlor.envs._setup import Setup
from parlor.ludo.solver import best_move

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

STREAM = 1
"""The stream of the batch that random opponents draw from; 0 is left to the learner."""

Opponent = Union["str", "Callable[[NDArray[np.uint8], NDArray[np.bool_]], ArrayLike]", None]
"""A name; a function of observations and masks, a row for each game that waits for it, that
returns an action a row; or None."""

Acting = Callable[["Batch[Any]", "NDArray[np.bool_]"], "NDArray[np.int64]"]
"""Gives the actions for the games of a batch where a mask is True."""


def names(setup: Setup) -> tuple[str, ...]:
    """Return the names of the opponents that a game has."""
    if setup.name == "kuba":
        return ("random",)
    # With three or four seats nobody knows the best choice.
    return ("random", "optimal") if len(setup.seats) == 2 else ("random", "strong")


def acting(setup: Setup, opponent: object) -> Acting:
    """Return what acts for an opponent.

    Raises parlor.ParlorError if it is neither a name nor callable.
    """
    if callable(opponent):
        return _Function(opponent)
    if isinstance(opponent, str) and opponent in names(setup):
        return _random if opponent == "random" else _best
    known = ", ".join(map(repr, names(setup)))
    raise _refusal(
        opponent, f"the opponent is {opponent!r}; it is {known}, a function, or None for self-play"
    )


def _random(batch: Batch[Any], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    return batch.sample(STREAM)


def _best(batch: Batch[Any], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The best choice of Ludo; with more than two players left, by an estimate."""
    numpy = _numpy()
    actions: NDArray[np.int64] = numpy.full(len(batch), -1, numpy.int64)
    for index in numpy.flatnonzero(mask):
        actions[index] = LUDO_ACTIONS.index(best_move(batch[int(index)]))
    return actions


class _Function:
    """A function of observations and masks."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, batch: Batch[Any], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
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
        actions: NDArray[np.int64] = numpy.full(len(batch), -1, numpy.int64)
        actions[mask] = given
        return actions
