"""What the bots of both games have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, SupportsIndex, TypeVar

from parlor._arguments import _numpy, _refusal
from parlor._types import np, npt

P = TypeVar("P")


class Core(Protocol[P]):
    """The compiled part of a bot."""

    def choose(self, position: P | str, seed: SupportsIndex) -> str: ...
    def choose_many(
        self, positions: list[P], seed: SupportsIndex, threads: SupportsIndex
    ) -> npt.NDArray[np.int64]: ...
    def choose_each(
        self, positions: list[P], seeds: npt.NDArray[np.uint64], threads: int
    ) -> npt.NDArray[np.int64]: ...


class Bot(Generic[P]):
    """A bot by its name; see ``ludo.bot`` and ``kuba.bot``."""

    __slots__ = ("_core", "name")

    _kind: type[Any]
    _kind_name: str
    _core_kind: Callable[[str], Core[P]]

    name: str
    """Its name, with its options: ``"level-3"``."""

    def __init__(self, name: str) -> None:
        self._core = type(self)._core_kind(name)
        self.name = name.strip()

    def choose(self, position: P | str, seed: SupportsIndex = 0) -> str:
        """Return the action that the bot plays in a position or in its line.

        The same ``seed``, 0 to 2**64 - 1, gives the same action, unless the bot goes by the clock.
        Other threads run meanwhile, and Ctrl-C works. A position has no history: a bot of Kuba does
        not see repetitions (K-12) or the limit (K-13).

        Raises parlor.ParlorError where no action is due.
        """
        return self._core.choose(position, seed)

    def choose_many(
        self, positions: Iterable[P], seed: SupportsIndex = 0, threads: SupportsIndex = 1
    ) -> npt.NDArray[np.int64]:
        """Return the number of the bot's action for each position of a list or of a batch.

        They are places in ``ACTIONS``, as ``Batch.step`` takes them; -1 where no action is due: at
        chance and after the end. The position's place in the list is part of the seed; the number
        of threads changes nothing.

        Raises parlor.ParlorError for what is no position, ImportError without NumPy.
        """
        _numpy()
        given = list(positions)
        for place, position in enumerate(given):
            if not isinstance(position, self._kind):
                raise _refusal(position, f"item {place}, {position!r}, is no {self._kind_name}")
        return self._core.choose_many(given, seed, threads)

    def __repr__(self) -> str:
        return f"{self._kind_name.split('.')[0]}.bot({self.name!r})"

    def __reduce__(self) -> tuple[type[Bot[P]], tuple[str]]:
        return type(self), (self.name,)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))
