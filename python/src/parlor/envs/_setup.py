"""What an environment needs to know of a game; NumPy alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from parlor._arguments import _numpy, _refusal
from parlor._batch import Batch
from parlor._policy import KUBA, LUDO, Game
from parlor._types import np, npt
from parlor.kuba.batch import Batch as KubaBatch
from parlor.ludo.batch import Batch as LudoBatch

SLOT = 59
"""The numbers of a seat in an observation of Ludo."""


class Setup(ABC):
    """A game, its options, and how its observations look from another seat."""

    name: str
    """The name of the game in ids: ``"kuba"`` or ``"ludo"``."""

    seats: tuple[str, ...]
    """The letters of the players, by their numbers."""

    limit: int
    """The limit of pushes (K-13) or of rolls (L-31)."""

    high: npt.NDArray[np.uint8]
    """The highest value of each number of an observation."""

    actions: int
    """The number of actions."""

    game: Game
    """The game, for its policies."""

    @abstractmethod
    def batch(self, num_envs: int, seed: int | None = None, threads: int = 1) -> Batch[Any]:
        """Games without automatic reset."""

    @abstractmethod
    def viewers(
        self, observation: npt.NDArray[np.uint8], acted: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int8]:
        """Return the players who see these observations, given who acted last."""

    @abstractmethod
    def seen_by(
        self, observation: npt.NDArray[np.uint8], viewer: int, player: int
    ) -> npt.NDArray[np.uint8]:
        """Return observations of one player as another sees them, as a fresh array."""

    def agents(self) -> list[str]:
        """Return the names of the players where they are agents."""
        return [f"player_{number}" for number in range(len(self.seats))]

    def player(self, seat: object) -> int | None:
        """Return the number of a seat; None for ``"turns"``.

        Raises parlor.ParlorError for anything else.
        """
        if seat == "turns":
            return None
        if isinstance(seat, str) and seat in self.seats:
            return self.seats.index(seat)
        names = ", ".join(map(repr, self.seats))
        raise _refusal(seat, f"the learner's seat is {seat!r}; it is one of {names} or 'turns'")


class KubaSetup(Setup):
    """Kuba by these rules; player 0 is White."""

    name = "kuba"
    seats = ("W", "B")
    game = KUBA
    actions = KubaBatch._actions

    def __init__(self, rules: str, limit: int) -> None:
        # A batch checks its arguments.
        KubaBatch(1, rules, limit, seed=0)
        self.rules = rules
        self.limit = limit
        numpy = _numpy()
        self.high = numpy.ones(KubaBatch._observation_shape, numpy.uint8)
        self.high[8:10] = 7
        self.high[10:12] = 8
        self.high[14] = 255

    def batch(self, num_envs: int, seed: int | None = None, threads: int = 1) -> KubaBatch:
        """Games without automatic reset."""
        return KubaBatch(num_envs, self.rules, self.limit, seed, autoreset=False, threads=threads)

    def viewers(
        self, observation: npt.NDArray[np.uint8], acted: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int8]:
        """Return the players who see these observations: plane 16 is White's."""
        viewers: npt.NDArray[np.int8] = 1 - observation[:, 16, 0, 0].astype(acted.dtype)
        return viewers

    def seen_by(
        self, observation: npt.NDArray[np.uint8], viewer: int, player: int
    ) -> npt.NDArray[np.uint8]:
        """Return observations of one player as the other sees them."""
        if viewer == player:
            return observation.copy()
        planes = [1, 0, 2, 3, 4, 5, 6, 7, 9, 8, 11, 10, 12, 13, 14, 15, 16, 17]
        seen = observation[..., planes, :, :]
        seen[..., 16, :, :] = 1 - seen[..., 16, :, :]
        return seen


class LudoSetup(Setup):
    """Ludo with these seats."""

    name = "ludo"
    game = LUDO
    actions = LudoBatch._actions

    def __init__(self, seats: Iterable[str], limit: int) -> None:
        # A batch checks its arguments.
        self.seats = LudoBatch(1, seats, limit=limit, seed=0).seats
        self.limit = limit
        numpy = _numpy()
        self.high = numpy.ones(LudoBatch._observation_shape, numpy.uint8)
        self.high[: 4 * SLOT] = 3

    def batch(self, num_envs: int, seed: int | None = None, threads: int = 1) -> LudoBatch:
        """Games without automatic reset."""
        return LudoBatch(
            num_envs, self.seats, seed, autoreset=False, threads=threads, limit=self.limit
        )

    def viewers(
        self, observation: npt.NDArray[np.uint8], acted: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int8]:
        """Return the players who see these observations: those who acted last."""
        return acted

    def seen_by(
        self, observation: npt.NDArray[np.uint8], viewer: int, player: int
    ) -> npt.NDArray[np.uint8]:
        """Return observations of one player as another sees them."""
        places = ["ABCD".index(self.seats[number]) for number in (viewer, player)]
        slots = [(places[1] - places[0] + slot) % 4 for slot in range(4)]
        seen = observation.copy()
        for slot, other in enumerate(slots):
            seen[..., slot * SLOT : (slot + 1) * SLOT] = observation[
                ..., other * SLOT : (other + 1) * SLOT
            ]
            for first in (243, 247):
                seen[..., first + slot] = observation[..., first + other]
        return seen
