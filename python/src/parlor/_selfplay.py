"""What bulk play of both games has in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import TYPE_CHECKING, Any, Callable

from parlor._arguments import _numpy, _refusal, _seed, _whole
from parlor._native import _SelfPlay
from parlor._types import np, npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlor._native import _Playouts
    from parlor.strength import Simulation


class Chunks(Iterator["dict[str, npt.NDArray[Any]]"]):
    """Games that are played a chunk at a time, when the next one is asked for."""

    def __init__(self, core: _SelfPlay, games: int, size: int) -> None:
        self.games = games
        self.size = size
        self._core = core
        self._played = 0
        self._playing = Lock()

    def __next__(self) -> dict[str, npt.NDArray[Any]]:
        # As a generator: two threads that share it would otherwise get the same games.
        if not self._playing.acquire(blocking=False):
            raise ValueError("a chunk is being played already; use one iterator in each thread")
        try:
            first = self._played
            if first == self.games:
                raise StopIteration
            last = min(first + self.size, self.games)
            columns = self.columns(first, last)
            self._played = last
            return columns
        finally:
            self._playing.release()

    def columns(self, first: int, last: int) -> dict[str, npt.NDArray[Any]]:
        """Play the games of these numbers, whatever has been asked for before."""
        columns = self._core.play(first, last)
        return {name: flat.reshape(-1, *shape) for name, shape, flat in columns}


def self_play(
    make: Callable[[int], _SelfPlay], games: object, seed: object, chunk: object
) -> Chunks:
    """Check everything now, and play when the iterator is asked."""
    _numpy()
    count = _whole("the number of games", games, 1, 2**32 - 1)
    size = _whole("the chunk", chunk, 1, 2**32 - 1)
    return Chunks(make(_seed(seed)), count, size)


def playouts(
    play: Callable[[list[Any], int, int, int, Any], _Playouts],
    kind: type,
    positions: object,
    n: object,
    seed: object,
    limit: object,
    threads: object,
) -> tuple[dict[str, npt.NDArray[Any]], npt.NDArray[np.uint8]]:
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
    results: dict[str, npt.NDArray[Any]] = {
        "winner": winner.reshape(shape),
        "plies": plies.reshape(shape),
        "ended_by": ended_by.reshape(shape),
    }
    return results, places


def simulate(
    make: Callable[[int], _SelfPlay],
    functions: Sequence[object],
    games: object,
    seed: object,
) -> Simulation:
    """Play the games and count how they end."""
    # It imports both games.
    from parlor.strength import Estimate, Simulation

    if functions:
        message = "a function cannot be simulated; name bots, or count the columns of self_play"
        raise _refusal(functions[0], message)
    count = _whole("the number of games", games, 1, 10**12)
    core = make(_seed(seed))
    plies, length, (shortest, longest), (draws, drawn), places, ended_by = core.count(count)
    counts = {seat: tuple(games for games, _ in each) for seat, each in places}
    shares = {seat: tuple(Estimate(*share) for _, share in each) for seat, each in places}
    return Simulation(
        games=count,
        plies=plies,
        wins={seat: each[0] for seat, each in counts.items()},
        shares={seat: each[0] for seat, each in shares.items()},
        draws=draws,
        drawn=Estimate(*drawn),
        places=counts,
        place_shares=shares,
        length=Estimate(*length),
        shortest=shortest,
        longest=longest,
        ended_by=ended_by,
    )
