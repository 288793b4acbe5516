"""What the batches of both games have in common."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from parlor._arguments import _flag, _numpy, _refusal, _seed, _whole
from parlor._fork import Lock
from parlor._types import np, npt

P = TypeVar("P")

_Self = TypeVar("_Self", bound="Batch[Any]")

MOST_GAMES = 1 << 24
MOST_THREADS = 1024
MOST_LIMIT = 65_535

Run = tuple[int, int, "int | None", bool, int]


class Core(Protocol[P]):
    """The compiled part of a batch; its arrays are flat."""

    def arrays(self) -> tuple[npt.NDArray[Any], ...]: ...
    def step(self, actions: npt.NDArray[np.int64], mask: npt.NDArray[np.bool_] | None) -> None: ...
    def reset(self, seed: int | None, mask: npt.NDArray[np.bool_] | None) -> None: ...
    def sample(self, stream: int) -> npt.NDArray[np.int64]: ...
    def save(self) -> npt.NDArray[np.uint8]: ...
    def load(self, state: npt.NDArray[np.uint8]) -> None: ...
    def finals(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]: ...
    def turns(self, mask: npt.NDArray[np.bool_]) -> tuple[list[P], npt.NDArray[np.uint64]]: ...
    def positions(self) -> list[P]: ...
    def position(self, index: int) -> P | None: ...
    def set_positions(self, positions: list[P]) -> None: ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...


def _read(kind: type[P], name: str, positions: Iterable[P]) -> list[P]:
    """The positions for a batch, all of one class."""
    given = list(positions)
    for position in given:
        if not isinstance(position, kind):
            raise _refusal(position, f"{position!r} is no {name}")
    if not given:
        raise _refusal(given, "there is no position; a batch has at least one")
    return given


class Batch(Generic[P]):
    """Games in lockstep; see the classes of the games."""

    _observation_shape: tuple[int, ...]
    _actions: int
    _players: int
    _state: int
    _limit_rule: str
    _core_kind: Callable[..., Core[Any]]

    num_envs: int
    """The number of games."""

    seed: int
    """The seed of all chance."""

    def __init__(
        self,
        setup: tuple[object, ...],
        num_envs: object,
        seed: object,
        limit: object,
        autoreset: object,
        threads: object,
        copy: object,
        first_env: object,
    ) -> None:
        _numpy()
        self.num_envs = _whole("the number of games", num_envs, 1, MOST_GAMES)
        self.seed = _seed(seed)
        self._copy = _flag("copy", copy)
        run: Run = (
            self.seed,
            _whole("first_env", first_env, 0, 2**32 - 1),
            None
            if limit is None
            else _whole("the limit", limit, 1, MOST_LIMIT, type(self)._limit_rule),
            _flag("autoreset", autoreset),
            _whole("the number of threads", threads, 1, MOST_THREADS),
        )
        self._made = (self.num_envs, *setup, run)
        self._hold(type(self)._core_kind(*self._made))

    def _hold(self, core: Core[P]) -> None:
        """Take the compiled part and its arrays."""
        self._lock = Lock("batch")
        self._core = core
        games = self.num_envs
        # Their memory is the compiled part's, so that nobody can resize it.
        flat = core.arrays()
        self._observation = flat[0].reshape(games, *self._observation_shape)
        self._action_mask = flat[1].reshape(games, self._actions)
        self._to_act = flat[2]
        self._rewards = flat[3].reshape(games, self._players)
        self._terminated, self._truncated, self._ply = flat[4:]
        self._packed_shape = (games, self._state)

    def __getstate__(self) -> tuple[Any, ...]:
        kept = {name: value for name, value in vars(self).items() if name not in _HELD}
        with self._lock:
            arrays = [array.copy() for array in self._core.arrays()]
            return kept, self._core.snapshot(), arrays

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        try:
            kept, snapshot, arrays = state
            core = type(self)._core_kind(*kept["_made"])
            core.restore(snapshot)
            held = core.arrays()
            if len(arrays) != len(held):
                raise ValueError(f"it has {len(arrays)} arrays; a batch has {len(held)}")
            for own, saved in zip(held, arrays):
                own[:] = saved
        except (KeyError, TypeError, ValueError) as error:
            raise _refusal(state, f"this is not the state of a batch: {error}") from error
        vars(self).update(kept)
        self._hold(core)

    def _given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array

    @property
    def observation(self) -> npt.NDArray[np.uint8]:
        """What the player to act sees, a row a game: uint8."""
        return self._given(self._observation)

    @property
    def action_mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal; False throughout at chance and after the end."""
        return self._given(self._action_mask)

    @property
    def to_act(self) -> npt.NDArray[np.int8]:
        """The player to act, a column of ``rewards``; -1 at chance and after the end."""
        return self._given(self._to_act)

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What each player got by the last step; their sum is 0."""
        return self._given(self._rewards)

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step decided the game: a win, or a draw by repetition (K-12)."""
        return self._given(self._terminated)

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step reached the limit (K-13, L-31)."""
        return self._given(self._truncated)

    @property
    def ply(self) -> npt.NDArray[np.uint16]:
        """The number of pushes made, or of rolls answered."""
        return self._given(self._ply)

    @property
    def state(self) -> npt.NDArray[np.uint8]:
        """The packed positions, for ``load``: a fresh array, packed when it is asked for."""
        with self._lock:
            return self._core.save().reshape(self._packed_shape)

    @property
    def final_indices(self) -> npt.NDArray[np.int64]:
        """The games that ended in the last step and began anew, in ascending order."""
        with self._lock:
            return self._core.finals()[0]

    @property
    def final_observation(self) -> npt.NDArray[np.uint8]:
        """How the games of ``final_indices`` looked at their end, a row each."""
        with self._lock:
            return self._core.finals()[1].reshape((-1, *self._observation_shape))

    def step(self, actions: npt.ArrayLike, mask: npt.ArrayLike | None = None) -> None:
        """Play an action in each game, given by its number, and write the arrays.

        With a ``mask``, only the games where it is True are played. The others stay as they are,
        and so do their rows, ``rewards`` and flags included; their actions are not looked at.

        Raises parlor.PlayError, with ``index``, ``value`` and ``rule``, for the first action that
        is not legal; parlor.ParlorError for anything but one integer a game, or a wrong mask.
        Nothing is applied then.
        """
        given = _numpy().asarray(actions)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise _refusal(
                actions,
                f"the actions are an array of {given.ndim} dimensions of {given.dtype}; "
                "they are one integer a game",
            )
        numbers = _numpy().ascontiguousarray(given, _numpy().int64)
        given_mask = None if mask is None else self._read_mask(mask)
        with self._lock:
            self._core.step(numbers, given_mask)

    @staticmethod
    def _read_mask(mask: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        given = _numpy().asarray(mask)
        if given.ndim != 1 or given.dtype.kind != "b":
            raise _refusal(mask, "the mask is no array of one bool a game")
        # A copy, as it may be one of this batch's own arrays.
        array: npt.NDArray[np.bool_] = _numpy().array(given, order="C")
        return array

    def reset(
        self, seed: int | np.random.SeedSequence | None = None, mask: npt.ArrayLike | None = None
    ) -> None:
        """Begin new games, all of them or where ``mask`` is True, and write their rows.

        With a seed, the environments begin with the first game of that seed; without, each goes on
        with its next.

        Raises parlor.ParlorError for a wrong seed or mask.
        """
        given = None if mask is None else self._read_mask(mask)
        number = None if seed is None else _seed(seed)
        with self._lock:
            self._core.reset(number, given)
            if number is not None and mask is None:
                self.seed = number

    def sample(self, rng_stream: int = 0) -> npt.NDArray[np.int64]:
        """Return a legal action for each game, each as likely as the others.

        At chance it is the number of a roll, and -1 for a game that is over. The same games give
        the same actions; another stream, 0 to 65535, gives others.

        Raises parlor.ParlorError for another stream.
        """
        stream = _whole("the stream", rng_stream, 0, 65_535)
        with self._lock:
            return self._core.sample(stream)

    def load(self, state: npt.ArrayLike) -> None:
        """Go on from packed positions, which have no history.

        The count of K-12 and the ply begin anew, and what is drawn next belongs to this batch's
        seed.

        Raises parlor.SetupError with the ``index`` of the first state that is no position of this
        batch's games; parlor.ParlorError for another shape. Nothing is loaded then.
        """
        given = _numpy().asarray(state)
        if given.dtype != _numpy().uint8 or given.shape != self._packed_shape:
            raise _refusal(
                state,
                f"the state is {given.dtype} {given.shape}; it is uint8 {self._packed_shape}",
            )
        # A copy, as it may be a part of this batch's own arrays.
        flat = _numpy().array(given, order="C").reshape(-1)
        with self._lock:
            self._core.load(flat)

    def positions(self) -> list[P]:
        """Return the positions of all games."""
        with self._lock:
            return self._core.positions()

    def _turns(self, mask: npt.NDArray[np.bool_]) -> tuple[list[P], npt.NDArray[np.uint64]]:
        """The positions of the games of a mask, and the seed for who chooses in each.

        A seed depends on the batch's seed, the environment, the episode and the number of the
        action, and not on other games.
        """
        with self._lock:
            return self._core.turns(mask)

    def __getitem__(self, index: int) -> P:
        number = operator.index(index)
        if number < 0:
            number += self.num_envs
        position = None
        if 0 <= number < self.num_envs:
            with self._lock:
                position = self._core.position(number)
        if position is None:
            raise IndexError(f"game {index} of a batch of {self.num_envs}")
        return position

    def __len__(self) -> int:
        return self.num_envs

    def __iter__(self) -> Iterator[P]:
        return iter(self.positions())

    def _go_on_from(self: _Self, positions: list[Any]) -> _Self:
        self._core.set_positions(positions)
        return self


_HELD = {
    "_lock",
    "_core",
    "_observation",
    "_action_mask",
    "_to_act",
    "_rewards",
    "_terminated",
    "_truncated",
    "_ply",
    "_packed_shape",
}
"""What `_hold` sets; the rest of a batch is copied as it is."""
