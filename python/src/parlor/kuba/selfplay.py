"""Games of Kuba in bulk, as NumPy columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Callable, Union

from parlor import _policy, _selfplay
from parlor._arguments import _whole
from parlor._native import (
    KUBA_ENDINGS as ENDINGS,
    KubaPosition as Position,
    _kuba_playouts,
    _kuba_self_play,
)
from parlor._types import np, npt, strength
from parlor.kuba.bots import Bot

__all__ = ["ENDINGS", "playouts", "self_play", "simulate"]

#: A bot, its name, or a function of a position or of observations and masks.
Player = Union[
    str,
    Bot,
    Callable[[Position], Union[str, int]],
    Callable[["npt.NDArray[np.uint8]", "npt.NDArray[np.bool_]"], "npt.ArrayLike"],
]


def self_play(
    games: int,
    players: Player | Sequence[Player] = "random",
    rules: str = "classroom",
    seed: int | np.random.SeedSequence | None = None,
    chunk: int = 10_000,
    threads: int | None = None,
    *,
    opening: int | None = None,
    limit: int = 1000,
) -> Iterator[dict[str, npt.NDArray[Any]]]:
    """Play games between bots, and return an iterator of chunks of ``chunk`` games.

    A chunk is a dict of columns with a row for each push and each turn ended;
    docs/formats/selfplay.md specifies them. ``players`` names White's and Black's, or one for
    both, as ``parlor kuba match`` takes them: ``random``, ``greedy``, ``level-3``,
    ``engine:nodes=200``; an engine gives scores. Each game begins with ``opening`` random pushes,
    which are no rows: by default 6 where both players are ``engine``, ``level-8`` or functions,
    which may play one game over and over, and 0 otherwise. ``limit`` is that of pushes (K-13), 1 to
    30000. Game number i is the same for every number of games, of threads (by default one a core),
    and for every chunk.

    A player may be anything that docs/researchers.md lists under "A policy". A function of
    ``observation`` and ``action_mask``, such as a network, has a row for each of the up to 1024
    games that wait for it, exactly as ``kuba.Batch`` shows them; what it returns as probabilities
    is drawn by the seed. Functions are called on the calling thread; the games are the same for any
    number of threads if they answer each row by itself.

    Raises parlor.RulesError or parlor.ParlorError at once for a wrong argument, ImportError without
    NumPy; parlor.MatchError for an illegal action of a function, parlor.PolicyError for what is no
    answer, both with ``game`` and ``ply``; what a function raises.

    >>> from parlor import kuba
    >>> rows = next(kuba.self_play(20, players=("level-1", "random"), seed=1, opening=4))
    >>> int(rows["game"].max()), int(rows["ply"].min()), rows["white"].dtype
    (19, 4, dtype('uint64'))
    """
    named = _policy.read_each("players", players, _policy.KUBA, ("W", "B"))
    begun = None if opening is None else _whole("the opening", opening, 0, 100)
    most = _whole("the limit", limit, 1, 30_000, "K-13")
    return _selfplay.self_play(
        lambda number: _kuba_self_play(rules, named, number, begun, most, threads),
        games,
        seed,
        chunk,
    )


def simulate(
    games: int,
    players: Player | Sequence[Player] = "random",
    rules: str = "classroom",
    seed: int | np.random.SeedSequence | None = None,
    threads: int | None = None,
    *,
    opening: int | None = None,
    limit: int = 1000,
) -> strength.Simulation:
    """Play games between bots and count who wins, and how long the games are.

    The arguments are those of :func:`self_play`, bots by name alone. Games of ``random`` alone by
    classroom rules without an opening are played many at a time by the processor's widest vectors;
    docs/formats/random-games.md specifies them. Any others are those of :func:`self_play`. A game
    is the same for every number of games and of threads.

    Raises parlor.RulesError or parlor.ParlorError for a wrong argument.

    >>> from parlor import kuba
    >>> result = kuba.simulate(10_000, seed=1)
    >>> result.wins["W"] + result.wins["B"] + result.ended_by.get("K-13", 0)
    10000
    """
    named, functions = _policy.read_each("players", players, _policy.KUBA, ("W", "B"))
    begun = None if opening is None else _whole("the opening", opening, 0, 100)
    most = _whole("the limit", limit, 1, 30_000, "K-13")
    return _selfplay.simulate(
        lambda number: _kuba_self_play(rules, (named, []), number, begun, most, threads),
        functions,
        games,
        seed,
    )


def playouts(
    positions: Position | str | Iterable[Position | str],
    n: int,
    seed: int | np.random.SeedSequence | None = None,
    threads: int | None = None,
    *,
    limit: int = 1000,
) -> dict[str, npt.NDArray[Any]]:
    """Play n random games from a position, or from each of several.

    The arrays have the shape ``(n,)`` for one position and ``(len(positions), n)`` for several:
    ``winner`` int8 (0 White, 1 Black, -1 nobody), ``plies`` uint32 (pushes made) and ``ended_by``
    uint8 (a place in ``kuba.ENDINGS``). The earlier history of a position is not known (K-12).

    Raises parlor.ParlorError for a wrong argument, ImportError without NumPy.

    >>> from parlor import kuba
    >>> results = kuba.playouts([kuba.Position()] * 2, 1000, seed=1)
    >>> results["winner"].shape, kuba.ENDINGS[results["ended_by"][0, 0]]
    ((2, 1000), 'K-8')
    """
    results, _ = _selfplay.playouts(_kuba_playouts, Position, positions, n, seed, limit, threads)
    return results
