"""Self-play, matches and analyses on a Ray cluster, with the results of one machine.

The work is cut into shards, which are tasks of Ray. What comes out is the same bit for bit as on
one machine, whatever the number of nodes and the size of the shards; a shard whose process or node
is lost is done again. It needs Ray, which is installed by itself, and this version of Parlor on
every node::

    import parlor.ray

    for rows in parlor.ray.self_play("kuba", 1_000_000, players="level-3", seed=1):
        ...
    result = parlor.ray.match("level-5", "level-4", game="kuba", pairs=10_000)
    for analysis in parlor.ray.analyses(records):
        ...

The cluster is the one that the program is connected to, else the one that runs on this machine or
is named in ``RAY_ADDRESS``. All functions take these arguments:

``shard``
    The number of games, pairs or records in a shard; by default so many that each processor gets
    four shards, up to 1,000 games, 100 pairs (25 with a test) or 16 records.
``threads``
    The threads of a shard, for which it asks Ray for as many processors; 1 by default.
``retries``
    How often a shard is done again whose process or node was lost, 3 by default. The logger
    ``parlor.ray`` says when and why.
``window``
    The shards that are under way or wait for an earlier one; by default twice what the cluster can
    do at a time when the work begins. So memory stays the same for any amount of work.
``progress``
    A function that is called with what is done and the whole (None where that is not known), in
    games, pairs or records, after each shard in their order.
``options``
    Further options of Ray's tasks: ``{"runtime_env": {"env_vars": {"PARLOR_CACHE": "/scratch"}}}``.

Exact values of Ludo are solved once on each node under a lock, and mapped from the cache folder of
the node (``PARLOR_CACHE``). Ctrl-C, an error, and an iterator that is closed end what is under way.

All functions raise ImportError without Ray, ClusterError without a cluster and where a node has
another version of Parlor, ShardError for a shard that fails, and parlor.ParlorError for a wrong
argument.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import closing
from itertools import islice
from typing import Any, Literal, cast

from parlor._analysis import Analysis
from parlor._arguments import _refusal, _seed, _whole
from parlor._native import Record, _MatchTally
from parlor._types import np, npt
from parlor.ray import _cluster
from parlor.ray._cluster import ClusterError
from parlor.ray._jobs import Analyses, Match, SelfPlay
from parlor.ray._shards import Shard, ShardError, cut
from parlor.strength import MatchResult, Player
from parlor.strength.matches import _planned

__all__ = ["ClusterError", "ShardError", "analyses", "match", "self_play"]

for _public in (ClusterError, ShardError):
    _public.__module__ = __name__

#: The most games, pairs, pairs of a test, and records in a shard of the usual size.
_GAMES, _PAIRS, _PAIRS_OF_TEST, _RECORDS = 1_000, 100, 25, 16


def self_play(
    game: Literal["ludo", "kuba"],
    games: int,
    *,
    seed: int | np.random.SeedSequence | None = None,
    chunk: int = 10_000,
    shard: int | None = None,
    threads: int = 1,
    retries: int = 3,
    window: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    options: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Iterator[dict[str, npt.NDArray[Any]]]:
    """Play games between bots, and return an iterator of chunks of ``chunk`` games.

    The chunks are those of ``ludo.self_play`` or ``kuba.self_play`` with the same arguments, which
    also say what ``settings`` there are: ``policies``, ``seats``, ``values``, ``players``,
    ``rules``, ``opening``, ``limit``. The module describes the other arguments. Games are played
    from when the first chunk is asked for, and go on only as chunks are taken.

    Raises what ``self_play`` raises at once, ImportError without NumPy.
    """
    if game not in ("ludo", "kuba"):
        raise _refusal(game, f"{game!r} is no game; the games are 'ludo' and 'kuba'")
    work = _cluster.Work(
        "games",
        shard=shard,
        threads=threads,
        retries=retries,
        window=window,
        progress=progress,
        options=options,
    )
    job = SelfPlay(game, games, _seed(seed), chunk, work.threads, settings)
    whole = job.chunks()
    work.begin(job)
    size = work.shard_size(whole.games, _GAMES)

    def chunks() -> Iterator[dict[str, npt.NDArray[Any]]]:
        import numpy as np

        # A shard is of one chunk alone.
        pieces = cut(0, whole.games, whole.size)
        shards = (piece for one in pieces for piece in cut(one.first, one.last, size))
        parts: list[dict[str, npt.NDArray[Any]]] = []
        with _closing(work.do(shards)) as done:
            for part, columns in done:
                parts.append(columns)
                work.report(part.last, whole.games)
                if part.last % whole.size == 0 or part.last == whole.games:
                    names = list(columns)
                    joined = {name: np.concatenate([one[name] for one in parts]) for name in names}
                    parts.clear()
                    yield joined

    return chunks()


def match(
    a: Player,
    b: Player,
    *,
    game: Literal["ludo", "kuba"],
    shard: int | None = None,
    threads: int = 1,
    retries: int = 3,
    window: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    options: Mapping[str, Any] | None = None,
    **settings: Any,
) -> MatchResult:
    """Play two players against each other, and return what the games say about the first.

    The result is that of ``parlor.match`` with the same arguments, which also says what
    ``settings`` there are: ``names``, ``rules``, ``seats``, ``opening``, ``limit``, ``pairs``,
    ``seed``, ``sprt``, ``forfeit``, ``program_time`` and ``program_nodes``. The module describes
    the other arguments. With ``sprt`` it ends after the same pair, and what has begun of later ones
    is ended.

    A function is sent to the nodes as Ray sends tasks, by cloudpickle, and unpickled once in each
    process that plays: what it learns of one game others may not know, so that only a function of
    the position alone plays as on one machine. An outside program is started where the shard is
    played, from Ray's working folder there; give its absolute path.

    Raises parlor.MatchError if a player fails or gives an illegal action, as ``parlor.match``, and
    what that raises for a wrong argument.
    """
    work = _cluster.Work(
        "pairs",
        shard=shard,
        threads=threads,
        retries=retries,
        window=window,
        progress=progress,
        options=options,
    )
    plan = _planned(a, b, game=game, **settings)
    # Without any deal, it is only checked.
    plan.play(work.threads, None, (0, 0))
    tally = _MatchTally(plan.game, len(plan.seats), plan.hypotheses)
    pairs = operator.index(plan.pairs)
    most = _PAIRS if plan.hypotheses is None else _PAIRS_OF_TEST
    work.begin(Match(plan, work.threads))
    with _closing(work.do(cut(0, pairs, work.shard_size(pairs, most)))) as done:
        for _, (deals, failure) in done:
            is_decided = tally.add(deals)
            work.report(tally.deals, pairs)
            if is_decided:
                break
            if failure is not None:
                error, cause = failure
                raise error from cause
    return plan.result(tally.result())


def analyses(
    records: Iterable[Record | str],
    *,
    nodes: int = 100_000,
    shard: int | None = None,
    threads: int = 1,
    retries: int = 3,
    window: int | None = None,
    progress: Callable[[int, int | None], object] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Analysis]:
    """Analyze recorded games of either kind, and return an iterator of the analyses in order.

    Each is that of ``ludo.analyze``, or of ``kuba.analyze`` with so many ``nodes``. ``records`` are
    Records or their texts; they are taken from the iterable as shards begin. The module describes
    the other arguments.

    Raises parlor.RecordError, when its turn comes, for a record that cannot be analyzed; the
    message begins with its number, from 0.
    """
    if isinstance(records, (str, Record)) or not isinstance(records, Iterable):
        raise _refusal(
            records, f"records is {records!r}; give a list of records, or another iterable"
        )
    work = _cluster.Work(
        "records",
        shard=shard,
        threads=threads,
        retries=retries,
        window=window,
        progress=progress,
        options=options,
    )
    job = Analyses(_whole("nodes", nodes, 1, 2**64 - 1))
    total = len(records) if isinstance(records, Sized) else None
    work.begin(job)
    size = work.shard_size(total, _RECORDS)

    def shards() -> Iterator[Shard]:
        source = iter(records)
        first = 0
        while True:
            taken = list(islice(source, size))
            if not taken:
                return
            yield Shard(first, first + len(taken), taken)
            first += len(taken)

    def found() -> Iterator[Analysis]:
        with _closing(work.do(shards())) as done:
            for part, (analyzed, failure) in done:
                work.report(part.last, total)
                yield from cast("list[Analysis]", analyzed)
                if failure is not None:
                    error, cause = failure
                    raise error from cause

    return found()


def _closing(shards: Iterator[tuple[Shard, Any]]) -> Any:
    """Cancels what is under way at the end of a block."""
    return closing(cast(Any, shards))
