"""Games of Ludo in bulk, as NumPy columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from parlor import _policy, _selfplay
from parlor._arguments import _flag, _seats, _whole
from parlor._native import (
    LUDO_ENDINGS as ENDINGS,
    LudoPosition as Position,
    _ludo_playouts,
    _ludo_self_play,
)
from parlor._types import np, npt, strength
from parlor.ludo.policies import Policy

__all__ = ["ENDINGS", "playouts", "self_play", "simulate"]


def self_play(
    games: int,
    seats: Sequence[str] = ("A", "C"),
    policies: Policy | Sequence[Policy] = "random",
    seed: int | np.random.SeedSequence | None = None,
    chunk: int = 10_000,
    threads: int | None = None,
    *,
    values: bool = False,
    limit: int = 10_000,
) -> Iterator[dict[str, npt.NDArray[Any]]]:
    """Play games between policies, and return an iterator of chunks of ``chunk`` games.

    A chunk is a dict of columns with a row for each roll; docs/formats/selfplay.md specifies them.
    ``policies`` names one for each of ``seats``, or one for all: ``random``, ``priority``,
    ``optimal`` (two seats), ``strong``. ``values`` adds exact chances, for two seats.
    ``limit`` is the limit of rolls (L-31), 1 to 65535. Game number i is the same for every number
    of games, of threads (by default one a core), and for every chunk.

    A policy may be anything that docs/researchers.md lists under "A policy". A function of
    ``observation`` and ``action_mask``, such as a network, has a row for each of the up to 1024
    games that wait for it, exactly as ``ludo.Batch`` shows them (:func:`ordered` shows it the token
    behind as ``p``); what it returns as probabilities is drawn by the seed. Functions are called on
    the calling thread; the games are the same for any number of threads if they answer each row by
    itself.

    Raises parlor.SeatError or parlor.ParlorError at once for a wrong argument, ImportError without
    NumPy; parlor.MatchError for an illegal action of a function, parlor.PolicyError for what is no
    answer, both with ``game`` and ``ply``, and for a table that is none; what a function raises.

    >>> from parlor import ludo
    >>> for rows in ludo.self_play(1000, policies=("priority", "random"), seed=1, chunk=500):
    ...     won = rows["place"][rows["ply"] == 0] == 1
    ...     print(len(won), rows["tokens"].shape[1:], won.mean() > 0.6)
    500 (2, 2) True
    500 (2, 2) True
    """
    taken = list(_seats(seats))
    named = _policy.read_each("policies", policies, _policy.LUDO, taken)
    most = _whole("the limit", limit, 1, 65_535, "L-31")
    exact = _flag("values", values)
    return _selfplay.self_play(
        lambda number: _ludo_self_play(taken, named, number, most, exact, threads),
        games,
        seed,
        chunk,
    )


def simulate(
    games: int,
    seats: Sequence[str] = ("A", "C"),
    policies: Policy | Sequence[Policy] = "random",
    seed: int | np.random.SeedSequence | None = None,
    threads: int | None = None,
    *,
    limit: int = 10_000,
) -> strength.Simulation:
    """Play games between bots and count who wins, who has which place, and how long they are.

    The arguments are those of :func:`self_play`, bots by name alone. Games by ``priority`` alone
    are played many at a time by the processor's widest vectors; these and those by ``random`` alone
    are specified by docs/formats/random-games.md, and any others are those of :func:`self_play`. A
    place that the limit (L-31) leaves open is nobody's. A game is the same for every number of
    games and of threads.

    Raises parlor.SeatError or parlor.ParlorError for a wrong argument.

    >>> from parlor import ludo
    >>> result = ludo.simulate(100_000, seats="ABCD", policies="priority", seed=1)
    >>> result.shares["A"].low < 0.2637 < result.shares["A"].high
    True
    """
    taken = list(_seats(seats))
    named, functions = _policy.read_each("policies", policies, _policy.LUDO, taken)
    most = _whole("the limit", limit, 1, 65_535, "L-31")
    return _selfplay.simulate(
        lambda number: _ludo_self_play(taken, (named, []), number, most, False, threads),
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
    limit: int = 10_000,
) -> dict[str, npt.NDArray[Any]]:
    """Play n random games from a position, or from each of several.

    The arrays have the shape ``(n,)`` for one position and ``(len(positions), n)`` for several:
    ``winner`` int8 (0 A to 3 D, -1 nobody), ``plies`` uint32 (rolls answered), ``ended_by`` uint8
    (a place in ``ludo.ENDINGS``) and ``places`` uint8 with a further axis for A to D, 0 for a seat
    that is empty or that the limit (L-31) kept from finishing.

    Raises parlor.ParlorError for a wrong argument, ImportError without NumPy.

    >>> from parlor import ludo
    >>> results = ludo.playouts(ludo.Position(["A", "C"]), 10_000, seed=1)
    >>> bool(0.49 < (results["winner"] == 0).mean() < 0.53)
    True
    """
    results, places = _selfplay.playouts(
        _ludo_playouts, Position, positions, n, seed, limit, threads
    )
    return {**results, "places": places.reshape((*results["winner"].shape, 4))}
