"""What a learner of Kuba plays against, and what it is told during a game; NumPy alone."""

# Some releases of NumPy have no types for the oldest Python.
# mypy: disable-error-code="no-any-return, var-annotated"

from __future__ import annotations

from typing import Any

import numpy as np
from parlor import kuba

Array = np.ndarray[Any, Any]

RESULTS = 60
"""The games that decide whether the opponent becomes stronger."""

ENOUGH = 0.2
"""The mean reward, from -1 to 1, at which it does."""

BITS = np.uint64(1) << (8 * np.arange(7)[:, None] + np.arange(7)).astype(np.uint64).ravel()
"""The cells in a packed state (docs/formats/arrays.md), row by row."""


class Greedy:
    """The bot ``greedy``, which plays a ``share`` of its actions and draws the others at random.

    It is an opponent of the environments: it takes observations and masks and gives actions. It
    becomes stronger, up to ``greedy`` itself, as a learner wins.
    """

    def __init__(self, rules: str, share: float = 0.2, *, seed: int) -> None:
        self.rules = rules
        self.share = share
        self._bot = kuba.bot("greedy")
        self._draw = np.random.default_rng(seed)
        self._results: list[float] = []

    def __call__(self, observation: Array, mask: Array) -> Array:
        """Return an action for each game."""
        actions: Array = (self._draw.random(mask.shape, np.float32) * mask).argmax(1)
        meant = np.flatnonzero(self._draw.random(len(mask)) < self.share)
        if len(meant):
            games = kuba.Batch(len(meant), self.rules, seed=0)
            games.load(states(observation[meant]))
            seed = int(self._draw.integers(2**63))
            actions[meant] = self._bot.choose_many(games, seed=seed)
        return actions

    def take(self, rewards: list[float]) -> None:
        """Take the learner's rewards of games that have ended, and become stronger if it wins."""
        self._results += rewards
        if len(self._results) >= RESULTS and np.mean(self._results[-RESULTS:]) > ENOUGH:
            self.share = min(1.0, self.share + 0.1)
            self._results = []


def states(observation: Array) -> Array:
    """Return the packed states of observations, without their history."""
    games = len(observation)
    planes = observation.reshape(games, 18, 49)
    flat = planes[:, :, 0]
    is_white = flat[:, 16] != 0
    own, other, red = (np.where(planes[:, plane] != 0, BITS, 0).sum(1) for plane in range(3))
    words = np.stack([np.where(is_white, own, other), np.where(is_white, other, own), red], 1)
    ko = planes[:, 3:7].transpose(0, 2, 1).reshape(games, 196)
    packed = np.zeros((games, 32), np.uint8)
    packed[:, :24] = words.astype("<u8").view(np.uint8)
    packed[:, 24] = np.where(is_white, flat[:, 8], flat[:, 9])
    packed[:, 25] = np.where(is_white, flat[:, 9], flat[:, 8])
    packed[:, 26] = ~is_white + 2 * flat[:, 7] + 4 * flat[:, 15]
    packed[:, 27] = np.where(ko.any(1), ko.argmax(1), 196)
    return packed


def standing(observation: Array) -> Array:
    """Return half of the lead of the player to act: in reds of 7, and in marbles lost of 8.

    What it grows by is added to the reward. As the end and the start count 0, that changes
    what a learner is told and when, but not which policy is best (Ng, Harada and Russell, 1999,
    Policy invariance under reward transformations).
    """
    own, other, lost, taken = observation[..., 8:12, 0, 0].astype(np.float64).T
    lead: Array = (own - other) / 7 + (taken - lost) / 8
    return lead / 2
