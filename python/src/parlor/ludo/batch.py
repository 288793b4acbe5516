"""Thousands of games of Ludo in lockstep, with NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from parlor._arguments import _refusal, _seats
from parlor._batch import Batch as _Batch, _read
from parlor._native import LUDO_ACTIONS as ACTIONS, LudoPosition as Position, _LudoBatch
from parlor._types import np

__all__ = ["Batch"]


class Batch(_Batch[Position]):
    """Games of Ludo in lockstep; the players are numbered as ``seats`` names them.

    An action is its place in ``ludo.ACTIONS``. With ``chance="explicit"`` rolls are actions, too:
    while one is due, ``to_act`` is -1 and number i is the roll i + 1. With ``"sample"`` the batch
    rolls. The arrays belong to the batch, and each step writes them in place; with ``copy=True``
    each access gives a fresh one. ``observation`` is uint8 ``(num_envs, 256)``, ``action_mask``
    ``(num_envs, 4)``, ``rewards`` ``(num_envs, players)``: by places, 1 for the first to -1 for the
    last; the layouts are in docs/formats/arrays.md. ``limit`` is the limit of rolls (L-31), 1 to
    65535.

    With ``autoreset`` a game that ends begins anew in the same step. ``seed`` is an integer, a
    ``numpy.random.SeedSequence``, or None for a random one; games depend on it and on the number of
    their environment, which ``first_env`` begins, and not on ``num_envs`` or ``threads``.

    A batch can be copied (``copy.copy``, ``copy.deepcopy``) and pickled, with its arrays and the
    history of its games: a copy plays on as the batch itself would, and apart from it.

    Raises parlor.SeatError or parlor.ParlorError for a wrong argument, ImportError without NumPy.

    >>> from parlor import ludo
    >>> batch = ludo.Batch(1024, seats=("A", "C"), seed=7)
    >>> batch.observation.shape, batch.rewards.shape
    ((1024, 256), (1024, 2))
    >>> for _ in range(200):
    ...     batch.step(batch.sample())
    >>> float(batch.rewards.sum())
    0.0
    """

    _observation_shape = (256,)
    _actions = len(ACTIONS)
    _state = 16
    _limit_rule = "L-31"
    _core_kind = _LudoBatch

    seats: tuple[str, ...]
    """The seats in the order of the numbers in ``to_act`` and of the columns of ``rewards``."""

    def __init__(
        self,
        num_envs: int,
        seats: Iterable[str] = ("A", "C"),
        seed: int | np.random.SeedSequence | None = None,
        chance: Literal["sample", "explicit"] = "sample",
        autoreset: bool = True,
        threads: int = 1,
        *,
        limit: int = 10_000,
        copy: bool = False,
        first_env: int = 0,
    ) -> None:
        taken = _seats(seats)
        if chance not in ("sample", "explicit"):
            raise _refusal(chance, f"chance is {chance!r}; it is 'sample' or 'explicit'")

        self.seats = taken
        self._players = len(taken)
        setup = (taken, chance == "explicit")
        super().__init__(setup, num_envs, seed, limit, autoreset, threads, copy, first_env)

    @classmethod
    def of(
        cls,
        positions: Iterable[Position],
        seed: int | np.random.SeedSequence | None = None,
        chance: Literal["sample", "explicit"] = "sample",
        autoreset: bool = True,
        threads: int = 1,
        *,
        limit: int = 10_000,
        copy: bool = False,
        first_env: int = 0,
    ) -> Batch:
        """Return a batch that begins with these positions, all of the same seats.

        Its ``seats`` are in the order of ``Position.seats``, clockwise from A. The other arguments
        are those of the class. Positions have no history: the ply begins with them. With
        ``autoreset`` the games after them are whole ones.

        Raises parlor.ParlorError for no position, anything else or a wrong argument, and
        parlor.SetupError with the ``index`` of the first of other seats.

        >>> from parlor import ludo
        >>> batch = ludo.Batch.of([ludo.Position(["A", "C"])] * 2, chance="explicit")
        >>> batch.to_act
        array([-1, -1], dtype=int8)
        """
        given = _read(Position, "ludo.Position", positions)
        batch = cls(
            len(given),
            given[0].seats,
            seed,
            chance,
            autoreset,
            threads,
            limit=limit,
            copy=copy,
            first_env=first_env,
        )
        return batch._go_on_from(given)
