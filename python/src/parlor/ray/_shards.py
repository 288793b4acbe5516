"""Shards in their order: some under way at a time, and those that are lost done again.

What runs them is passed in, so that nothing here knows Ray.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

H = TypeVar("H", bound=Hashable)


class Shard(NamedTuple):
    """A part of the work: some numbers of a range, and what else it takes."""

    first: int
    """The first number."""

    last: int
    """The one after the last number."""

    work: Any = None
    """What is worked on, where the numbers do not say it."""


class LostError(Exception):
    """What ran a shard is gone, and the shard with it: not by a fault of its own."""


class Failed(NamedTuple):
    """What a shard came to that raised."""

    error: BaseException


class ShardError(RuntimeError):
    """A shard that failed, or was lost more often than it is done again.

    What happened to it is ``__cause__``.
    """

    kind: str = ""
    """What the numbers are of: ``"games"``, ``"pairs"`` or ``"records"``."""

    first: int = 0
    """The first number of the shard, from 0."""

    last: int = 0
    """The one after its last number."""


def failed(kind: str, shard: Shard, what: str) -> ShardError:
    """The error of this shard."""
    error = ShardError(f"{named(kind, shard)}: {what}")
    error.kind, error.first, error.last = kind, shard.first, shard.last
    return error


def named(kind: str, shard: Shard) -> str:
    """The shard by its numbers, the last one included."""
    if shard.last - shard.first == 1:
        return f"{kind[:-1]} {shard.first}"
    return f"{kind} {shard.first} to {shard.last - 1}"


class Runner(Protocol[H]):
    """What runs shards, elsewhere and in any order."""

    def submit(self, shard: Shard) -> H:
        """Begin one, or queue it, without waiting."""

    def wait(self, running: list[H]) -> list[H]:
        """Wait until some have ended, or for a moment; those that have."""

    def outcome(self, handle: H) -> Any:
        """What one that has ended came to, or Failed. Raises LostError if that is gone."""

    def cancel(self, running: list[H]) -> None:
        """End those that are under way; nobody waits for them any more."""


def cut(first: int, last: int, size: int) -> Iterator[Shard]:
    """The numbers from first to before last, in shards of a size."""
    for begin in range(first, last, size):
        yield Shard(begin, min(begin + size, last))


def fitting(total: int | None, slots: int, most: int) -> int:
    """A size by which each of so many slots gets four shards, and no shard more than `most`."""
    if total is None:
        return max(1, most // 4)
    return max(1, min(most, -(-total // (4 * slots))))


def in_order(
    runner: Runner[H],
    shards: Iterable[Shard],
    *,
    window: int,
    retries: int,
    kind: str,
    lost: Callable[[Shard, LostError], object] = lambda shard, error: None,
) -> Iterator[tuple[Shard, Any]]:
    """Yield each shard with its outcome, in the order of the shards.

    At most `window` are under way or wait for an earlier one, and more begin only when the next one
    is asked for. One that is lost begins again, up to `retries` times; `lost` is told of it. When
    the iterator is closed, or anything is raised, those under way are cancelled.

    Raises, when its turn comes, the error of a shard that failed, and ShardError for one that is
    lost once more.
    """
    source = enumerate(shards)
    running: dict[H, tuple[int, Shard, int]] = {}
    ended: dict[int, tuple[Shard, Any]] = {}
    awaited = 0
    try:
        while True:
            while len(running) + len(ended) < window:
                following = next(source, None)
                if following is None:
                    break
                number, shard = following
                running[runner.submit(shard)] = (number, shard, 0)
            if awaited in ended:
                shard, outcome = ended.pop(awaited)
                if isinstance(outcome, Failed):
                    raise outcome.error
                awaited += 1
                yield shard, outcome
                continue
            if not running:
                return
            for handle in runner.wait(list(running)):
                number, shard, times_lost = running.pop(handle)
                try:
                    ended[number] = (shard, runner.outcome(handle))
                except LostError as error:
                    if times_lost == retries:
                        ended[number] = (shard, Failed(_given_up(kind, shard, retries, error)))
                        continue
                    lost(shard, error)
                    running[runner.submit(shard)] = (number, shard, times_lost + 1)
    finally:
        runner.cancel(list(running))


def _given_up(kind: str, shard: Shard, retries: int, error: LostError) -> ShardError:
    times = {0: "once", 1: "twice"}.get(retries, f"{retries + 1} times")
    given_up = failed(kind, shard, f"lost {times}, the last time by {error}")
    given_up.__cause__ = error.__cause__ or error
    return given_up
