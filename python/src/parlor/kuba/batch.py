"""Thousands of games of Kuba in lockstep, with NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from parlor._batch import Batch as _Batch, Core, Run, _read
from parlor._native import KUBA_ACTIONS as ACTIONS, KubaPosition as Position, _KubaBatch

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Batch"]


class Batch(_Batch[Position]):
    """Games of Kuba in lockstep; player 0 is White, player 1 is Black.

    An action is its place in ``kuba.ACTIONS``. The arrays belong to the batch, and each step writes
    them in place; with ``copy=True`` each access gives a fresh one. ``observation`` is uint8
    ``(num_envs, 18, 7, 7)``, ``action_mask`` ``(num_envs, 197)``, ``rewards`` ``(num_envs, 2)``;
    the layouts are in docs/formats/arrays.md. ``limit`` is the limit of pushes (K-13), 1 to 65535.

    With ``autoreset`` a game that ends begins anew in the same step. ``seed`` is an integer, a
    ``numpy.random.SeedSequence``, or None for a random one; games depend on it and on the number of
    their environment, which ``first_env`` begins, and not on ``num_envs`` or ``threads``.

    Raises parlor.RulesError or parlor.ParlorError for a wrong argument, ImportError without NumPy.

    >>> from parlor import kuba
    >>> batch = kuba.Batch(1024, rules="tournament", seed=7)
    >>> batch.observation.shape, int(batch.action_mask[0].sum())
    ((1024, 18, 7, 7), 8)
    >>> for _ in range(200):
    ...     batch.step(batch.sample())
    >>> print(batch[0].rules)
    tournament
    """

    _observation_shape = (18, 7, 7)
    _actions = len(ACTIONS)
    _players = 2
    _state = 32

    def __init__(
        self,
        num_envs: int,
        rules: str = "classroom",
        limit: int = 1_000,
        seed: int | np.random.SeedSequence | None = None,
        autoreset: bool = True,
        threads: int = 1,
        *,
        copy: bool = False,
        first_env: int = 0,
    ) -> None:
        def make(games: int, run: Run) -> Core[Position]:
            return _KubaBatch(games, rules, run)

        super().__init__(make, num_envs, seed, limit, autoreset, threads, copy, first_env)

    @classmethod
    def of(
        cls,
        positions: Iterable[Position],
        limit: int = 1_000,
        seed: int | np.random.SeedSequence | None = None,
        autoreset: bool = True,
        threads: int = 1,
    ) -> Batch:
        """Return a batch that begins with these positions, all by the same rules.

        >>> from parlor import kuba
        >>> batch = kuba.Batch.of([kuba.Position(), kuba.Position().apply("65F")])
        >>> batch.to_act
        array([0, 1], dtype=int8)
        """
        given = _read(Position, "kuba.Position", positions)
        batch = cls(len(given), given[0].rules, limit, seed, autoreset, threads)
        return batch._go_on_from(given)
