"""What bulk play of both games has in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Callable

from parlor._arguments import _numpy, _refusal, _seed, _whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from parlor._native import _Playouts, _SelfPlay


def _texts(name: str, value: object) -> list[str]:
    """The texts in a list or tuple."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise _refusal(value, f"the {name} are {value!r}; give a list or a tuple of texts")
    return list(value)


def _players(name: str, value: object) -> list[str]:
    """The players in a list or tuple, or the one given."""
    return [value] if isinstance(value, str) else _texts(name, value)


def self_play(
    make: Callable[[int], _SelfPlay], games: object, seed: object, chunk: object
) -> Iterator[dict[str, NDArray[Any]]]:
    """Check everything now, and play when the iterator is asked."""
    _numpy()
    count = _whole("the number of games", games, 1, 2**32 - 1)
    size = _whole("the chunk", chunk, 1, 2**32 - 1)
    core = make(_seed(seed))

    def chunks() -> Iterator[dict[str, NDArray[Any]]]:
        for first in range(0, count, size):
            columns = core.play(first, min(first + size, count))
            yield {name: flat.reshape(-1, *shape) for name, shape, flat in columns}

    return chunks()


def playouts(
    play: Callable[[list[Any], int, int, int, Any], _Playouts],
    kind: type,
    positions: object,
    n: object,
    seed: object,
    limit: object,
    threads: object,
) -> tuple[dict[str, NDArray[Any]], NDArray[np.uint8]]:
    """What is the same in both games, in its shape; and the places, flat."""
    _numpy()
    count = _whole("n", n, 1, 2**32 - 1)
    is_one = isinstance(positions, (kind, str))
    if not is_one and not isinstance(positions, Iterable):
        raise _refusal(positions, f"positions is {positions!r}; give a position or a list of them")
    given = [positions] if is_one else list(positions)  # type: ignore[call-overload]
    most = _whole("the limit", limit, 0, 2**32 - 1)
    winner, plies, ended_by, places = play(given, count, _seed(seed), most, threads)
    shape = (count,) if is_one else (len(given), count)
    results: dict[str, NDArray[Any]] = {
        "winner": winner.reshape(shape),
        "plies": plies.reshape(shape),
        "ended_by": ended_by.reshape(shape),
    }
    return results, places
