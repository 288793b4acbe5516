"""Thousands of games of Kuba in lockstep, with NumPy arrays."""

from __future__ import annotations

from collections.abc import Iterable

from parlor._batch import Batch as _Batch, _read
from parlor._native import KUBA_ACTIONS as ACTIONS, KubaPosition as Position, _KubaBatch
from parlor._types import np

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

    A batch can be copied (``copy.copy``, ``copy.deepcopy``) and pickled, with its arrays and the
    history of its games: a copy plays on as the batch itself would, and apart from it.

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
    _limit_rule = "K-13"
    _core_kind = _KubaBatch

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
        super().__init__((rules,), num_envs, seed, limit, autoreset, threads, copy, first_env)

    @classmethod
    def of(
        cls,
        positions: Iterable[Position],
        limit: int = 1_000,
        seed: int | np.random.SeedSequence | None = None,
        autoreset: bool = True,
        threads: int = 1,
        *,
        copy: bool = False,
        first_env: int = 0,
    ) -> Batch:
        """Return a batch that begins with these positions, all by the same rules.

        The other arguments are those of the class. Positions have no history: the count of K-12
        and the ply begin with them. With ``autoreset`` the games after them are whole ones.

        Raises parlor.ParlorError for no position, anything else or a wrong argument, and
        parlor.SetupError with the ``index`` of the first by other rules.

        >>> from parlor import kuba
        >>> batch = kuba.Batch.of([kuba.Position(), kuba.Position().apply("65F")])
        >>> batch.to_act
        array([0, 1], dtype=int8)
        """
        given = _read(Position, "kuba.Position", positions)
        batch = cls(
            len(given),
            given[0].rules,
            limit,
            seed,
            autoreset,
            threads,
            copy=copy,
            first_env=first_env,
        )
        return batch._go_on_from(given)
