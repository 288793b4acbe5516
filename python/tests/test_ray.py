"""Work on a cluster, as far as it needs no cluster: shards in order, lost ones, jobs, arguments.

``cargo xtask prove ray`` runs the rest on two nodes.
"""

from __future__ import annotations

import itertools
import pickle
import random
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import parlor
import parlor.ray
import pytest
from fake_ray import (
    FakeRay,
    NodeDiedError,
    ObjectLostError,
    OutOfMemoryError,
    RayTaskError,
    WorkerCrashedError,
)
from hypothesis import given, strategies as st
from parlor import MatchError, ParlorError, Record, kuba, ludo, strength
from parlor._native import _MatchTally
from parlor.ray import ClusterError, ShardError, _jobs
from parlor.ray._jobs import Analyses, Job, Match, SelfPlay
from parlor.ray._shards import Failed, LostError, Shard, cut, fitting, in_order
from parlor.strength.matches import _planned

NUMBERS = itertools.count()


class Here:
    """Runs shards in this process: each when it is waited for, in an order of chance."""

    def __init__(self, job: Job | None = None, seed: int = 0, losses: int = 0) -> None:
        # As it reaches a worker.
        self.pickled = pickle.dumps(job)
        self.name = f"job {next(NUMBERS)}"
        self.draw = random.Random(seed)
        self.losses = losses
        self.submitted: dict[int, Shard] = {}
        self.waiting: set[int] = set()
        self.cancelled: list[int] = []
        self.most = 0

    def submit(self, shard: Shard) -> int:
        handle = len(self.submitted)
        self.submitted[handle] = shard
        self.waiting.add(handle)
        self.most = max(self.most, len(self.waiting))
        return handle

    def wait(self, running: list[int]) -> list[int]:
        assert set(running) == self.waiting
        return self.draw.sample(running, self.draw.randrange(len(running) + 1))

    def outcome(self, handle: int) -> Any:
        self.waiting.discard(handle)
        if self.losses and self.draw.random() < 0.5:
            self.losses -= 1
            raise LostError("its process is gone")
        return self.done(self.submitted[handle])

    def done(self, shard: Shard) -> Any:
        ended, found = pickle.loads(pickle.dumps(_jobs.run(self.name, self.pickled, *shard)))
        return found if ended == "done" else Failed(found[0])

    def cancel(self, running: list[int]) -> None:
        self.cancelled = running


class Echo:
    """A job that gives back what it is asked for."""

    def shard(self, first: int, last: int, work: Any) -> Any:
        return list(range(first, last))


class Fails:
    """A job of which one number fails."""

    def shard(self, first: int, last: int, work: Any) -> Any:
        if first <= 7 < last:
            raise KeyError(7)
        return list(range(first, last))


@given(st.integers(1, 60), st.integers(1, 70), st.integers(1, 9), st.integers(0, 12), st.integers())
def test_shards_come_in_order_however_they_end_and_are_lost(
    total: int, size: int, window: int, losses: int, seed: int
) -> None:
    runner = Here(Echo(), seed, losses)
    redone: list[Shard] = []
    found: list[int] = []
    shards = list(cut(0, total, size))
    for shard, outcome in in_order(
        runner,
        shards,
        window=window,
        retries=12,
        kind="games",
        lost=lambda shard, error: redone.append(shard),
    ):
        assert outcome == list(range(shard.first, shard.last))
        found += outcome
    assert found == list(range(total))
    assert runner.most <= window
    assert len(runner.submitted) == len(shards) + len(redone)
    assert len(redone) == losses - runner.losses
    assert runner.cancelled == []


def test_one_that_is_lost_too_often_is_named_after_those_before_it() -> None:
    class Loses(Here):
        def outcome(self, handle: int) -> Any:
            if self.submitted[handle].first == 4:
                self.waiting.discard(handle)
                raise LostError("OutOfMemoryError: the node is full")
            return super().outcome(handle)

    runner = Loses(Echo())
    found = []
    with pytest.raises(
        ShardError,
        match="games 4 to 5: lost 3 times, the last time by OutOfMemoryError: the node is full",
    ) as error:
        for shard, _ in in_order(runner, cut(0, 20, 2), window=6, retries=2, kind="games"):
            found.append(shard.first)
    assert found == [0, 2]
    assert (error.value.kind, error.value.first, error.value.last) == ("games", 4, 6)
    assert isinstance(error.value.__cause__, LostError)
    assert set(runner.cancelled) == runner.waiting
    with pytest.raises(ShardError, match="lost once, "):
        list(in_order(Loses(Echo()), cut(0, 20, 2), window=6, retries=0, kind="games"))


def test_an_error_waits_for_its_turn_and_ends_what_is_under_way() -> None:
    found: list[int] = []
    runner = Here(Fails(), seed=3)
    with pytest.raises(KeyError):
        for _, numbers in in_order(runner, cut(0, 40, 2), window=9, retries=0, kind="games"):
            found += numbers
    assert found == [0, 1, 2, 3, 4, 5]
    assert set(runner.cancelled) == runner.waiting


def test_nothing_begins_that_nobody_waits_for() -> None:
    runner = Here(Echo())
    taken: list[int] = []

    def shards() -> Iterator[Shard]:
        for shard in cut(0, 1_000, 1):
            taken.append(shard.first)
            yield shard

    iterator: Any = in_order(runner, shards(), window=4, retries=0, kind="games")
    assert not taken
    for asked in range(1, 10):
        next(iterator)
        assert len(taken) <= asked + 4
    iterator.close()
    assert set(runner.cancelled) == runner.waiting
    assert len(taken) < 20
    with pytest.raises(StopIteration):
        next(iterator)


def test_the_usual_size_gives_each_slot_four_shards_within_bounds() -> None:
    assert fitting(100, 2, 1_000) == 13
    assert fitting(3, 64, 1_000) == 1
    assert fitting(10**9, 64, 1_000) == 1_000
    assert fitting(None, 64, 16) == 4
    assert [*cut(0, 5, 2)] == [Shard(0, 2), Shard(2, 4), Shard(4, 5)]


@given(st.integers(1, 23), st.integers(0, 2**32))
def test_games_in_shards_are_those_of_one_machine(size: int, seed: int) -> None:
    for game, settings in (
        ("kuba", {"players": ("greedy", "random"), "rules": "tournament", "opening": 3}),
        ("ludo", {"seats": ["D", "B"], "policies": ["random", "priority"]}),
    ):
        job = SelfPlay(game, 23, seed, 23, 1, settings)
        runner = Here(job, seed, losses=3)
        shards = in_order(runner, cut(0, 23, size), window=5, retries=3, kind="games")
        parts = [columns for _, columns in shards]
        module: Any = {"kuba": kuba, "ludo": ludo}[game]
        (whole,) = module.self_play(23, seed=seed, **settings)
        for name, column in whole.items():
            joined = np.concatenate([part[name] for part in parts])
            assert joined.dtype == column.dtype
            assert joined.tobytes() == column.tobytes()


def parts(
    a: strength.Player, b: strength.Player, size: int = 3, **settings: Any
) -> parlor.MatchResult:
    """The match in shards, as `parlor.ray.match` puts it together."""
    plan = _planned(a, b, **settings)
    tally = _MatchTally(plan.game, len(plan.seats), plan.hypotheses)
    runner = Here(Match(plan, 1), size, losses=2)
    shards = cut(0, int(plan.pairs), size)
    for _, (deals, failure) in in_order(runner, shards, window=4, retries=2, kind="pairs"):
        if tally.add(deals):
            break
        if failure:
            raise failure[0] from failure[1]
    return plan.result(tally.result())


def first(position: Any) -> str:
    """Play the first legal action."""
    return str(position.legal_actions[0])


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize(
    "settings",
    [
        {"a": "greedy", "b": "random", "game": "kuba", "pairs": 11, "seed": 5},
        {"a": first, "b": "random", "game": "kuba", "pairs": 7, "rules": "tournament"},
        {"a": "greedy", "b": "random", "game": "kuba", "sprt": (0, 100), "limit": 200},
        {"a": "priority", "b": first, "game": "ludo", "pairs": 20, "seats": "DB"},
        {"a": "priority", "b": "random", "game": "ludo", "pairs": 4, "seats": "ABC"},
        {"a": "priority", "b": "priority", "game": "ludo", "pairs": 4, "limit": 50},
    ],
)
def test_a_match_in_shards_is_that_of_one_machine(size: int, settings: dict[str, Any]) -> None:
    players = settings["a"], settings["b"]
    settings = {name: value for name, value in settings.items() if name not in ("a", "b")}
    assert parts(*players, size=size, **settings) == parlor.match(*players, **settings)


def breaks(position: kuba.Position) -> str:
    """Play the first legal action, until a marble is captured."""
    if any(position.captured.values()):
        raise KeyError("book")
    return first(position)


def test_a_player_that_fails_ends_a_match_in_shards_as_on_one_machine() -> None:
    settings: dict[str, Any] = {"game": "kuba", "pairs": 30, "seed": 3}
    with pytest.raises(MatchError) as alone:
        parlor.match(breaks, "random", **settings)
    with pytest.raises(MatchError) as parted:
        parts(breaks, "random", **settings)
    assert str(alone.value) == str(parted.value)
    for name in ("player", "game", "ply", "position", "rule", "value"):
        assert getattr(alone.value, name) == getattr(parted.value, name)
    assert repr(parted.value.__cause__) == "KeyError('book')"
    forfeits = parts(breaks, "random", forfeit=True, **settings)
    assert forfeits == parlor.match(breaks, "random", forfeit=True, **settings)
    assert forfeits.forfeits[0] > 10 == len(forfeits.errors)


RECORDS = [
    "parlor-record 1\ngame: kuba\nrules: tournament\nseats: W, B\n\n66L 50R 00R",
    "parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p C1- A6p",
    "parlor-record 1\ngame: kuba\nseats: W, B\n\n65F 05B",
]


def test_analyses_in_shards_are_those_of_one_machine() -> None:
    given: list[Any] = [Record.read(RECORDS[0]), *RECORDS[1:]]
    found, failure = pickle.loads(pickle.dumps(Analyses(500).shard(0, 3, given)))
    assert failure is None
    alone: list[Any] = [
        kuba.analyze(RECORDS[0], nodes=500),
        ludo.analyze(RECORDS[1]),
        kuba.analyze(RECORDS[2], nodes=500),
    ]
    assert found == alone
    assert [one.to_svg() for one in found] == [one.to_svg() for one in alone]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("parlor-record 1\ngame: kuba\nseats: W, B\n\n65B", "record 13: .*K-3"),
        ("parlor-record 1\ngame: kuba\nseats: W, B\n\n", "record 13: no ply has been played"),
        (7, "record 13: "),
    ],
)
def test_a_record_that_cannot_be_analyzed_is_named_after_those_before_it(
    record: Any, message: str
) -> None:
    found, failure = Analyses(100).shard(12, 15, [RECORDS[2], record, RECORDS[2]])
    assert len(found) == 1
    assert failure is not None
    with pytest.raises(ParlorError, match=message):
        raise failure[0]


class UnpicklableError(Exception):
    """An error that cannot be sent."""

    def __reduce__(self) -> Any:
        raise TypeError("no")


def test_an_error_that_cannot_be_sent_is_sent_in_words() -> None:
    class Raises:
        def shard(self, first: int, last: int, work: Any) -> Any:
            try:
                raise KeyError("deep")
            except KeyError as error:
                raise UnpicklableError("handle") from error

    _jobs._held = ("raises", Raises())
    ended, (error, cause) = _jobs.run("raises", b"", 0, 1, None)
    assert (ended, repr(error)) == ("raised", "RuntimeError('UnpicklableError: handle')")
    assert repr(cause) == "KeyError('deep')"
    assert _jobs.run("other", b"no pickle", 0, 1, None)[0] == "raised"
    _jobs._held = None


def test_deals_of_another_match_are_refused_and_none_is_added() -> None:
    tally = _MatchTally("kuba", 2, None)
    game: Any = ([(1, 1), (2, 2)], "K-8", 10, 0, None)
    assert not tally.add([[game, game]])
    for wrong in (
        [[game]],
        [[game, ([(1, 1)], "K-8", 10, 0, None)]],
        [[game, ([(1, 1), (2, 3)], "K-8", 10, 0, None)]],
        [[game, ([(0, 1), (2, 2)], "K-8", 10, 0, None)]],
        [[game, ([(1, 1), (2, 2)], "L-30", 10, 0, None)]],
        [[game, game], [game, ([(1, 1), (2, 2)], "K-8", 10, 0, (2, "lost"))]],
    ):
        deals: Any = wrong
        with pytest.raises(ParlorError, match="no deals of this match"):
            tally.add(deals)
    assert tally.deals == 1
    with pytest.raises(ParlorError, match="no such match"):
        _MatchTally("kuba", 3, None)


#: What may be called with anything.
pr: Any = parlor.ray


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pr.self_play("go", 10), "'go' is no game; the games are"),
        (lambda: pr.self_play("kuba", 0), "the number of games is 0; it is an integer from 1"),
        (lambda: pr.self_play("kuba", 10, shard=0), "shard is 0; it is an integer from 1"),
        (lambda: pr.self_play("kuba", 10, threads=2000), "threads is 2000; it is an integer"),
        (lambda: pr.self_play("kuba", 10, threads=None), "threads is None; it is an integer"),
        (lambda: pr.self_play("kuba", 10, retries=-1), "retries is -1; it is an integer from 0"),
        (lambda: pr.self_play("kuba", 10, window=0), "window is 0; it is an integer from 1"),
        (lambda: pr.self_play("kuba", 10, progress=3), "progress is 3; it is None or a function"),
        (lambda: pr.self_play("kuba", 10, options=3), "options is 3; it is a dict of options"),
        (lambda: pr.self_play("kuba", 10, options={"max_retries": 1}), "other than max_retries"),
        (lambda: pr.self_play("kuba", 10, players="clever"), 'unknown bot "clever"'),
        (lambda: pr.match("random", "greedy", game="go"), "'go' is no game"),
        (lambda: pr.match("random", "greedy", game="kuba", pairs=0), "pairs is 0; it must"),
        (lambda: pr.match("cle", "greedy", game="kuba"), 'unknown bot "cle"'),
        (lambda: pr.match("random", "random", game="ludo", seats={"A"}), "which has no order"),
        (lambda: pr.match("random", "greedy", game="kuba", forfeit=1), "forfeit is 1"),
        (lambda: pr.analyses("65F"), "records is '65F'; give a list of records"),
        (lambda: pr.analyses(7), "records is 7; give a list"),
        (lambda: pr.analyses([], nodes=0), "nodes is 0; it is an integer from 1"),
    ],
)
def test_what_is_wrong_is_named_before_a_cluster_is_asked(call: Any, message: str) -> None:
    with pytest.raises(ParlorError, match=message):
        call()


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(TypeError, match="hats"):
        pr.self_play("kuba", 10, hats=3)
    with pytest.raises(TypeError, match="hats"):
        pr.match("random", "greedy", game="kuba", hats=3)


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
@pytest.mark.parametrize(
    "call",
    [
        lambda: pr.self_play("kuba", 10),
        lambda: pr.match("random", "greedy", game="kuba"),
        lambda: pr.analyses([]),
    ],
)
def test_without_ray_the_error_says_what_to_install(call: Any) -> None:
    with pytest.raises(ImportError, match="install it on every node by: pip install ray"):
        call()


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    """A stand-in for Ray."""
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_what_the_functions_return_is_that_of_one_machine(cluster: FakeRay) -> None:
    told: list[tuple[int, int | None]] = []

    def tell(done: int, whole: int | None) -> None:
        told.append((done, whole))

    settings: dict[str, Any] = {"seed": 9, "chunk": 20, "players": ("greedy", "random")}
    chunks = list(parlor.ray.self_play("kuba", 50, shard=7, progress=tell, **settings))
    alone = list(kuba.self_play(50, **settings))
    assert [len(chunk["game"]) for chunk in chunks] == [len(chunk["game"]) for chunk in alone]
    for one, other in zip(chunks, alone):
        assert list(one) == list(other)
        for name in one:
            assert (one[name].dtype, one[name].shape) == (other[name].dtype, other[name].shape)
            assert one[name].tobytes() == other[name].tobytes()
            assert one[name].flags.writeable
    assert told == [(done, 50) for done in (7, 14, 20, 27, 34, 40, 47, 50)]

    told.clear()
    result = parlor.ray.match("greedy", "random", game="kuba", pairs=10, progress=tell)
    assert result == parlor.match("greedy", "random", game="kuba", pairs=10)
    assert told[-1] == (10, 10)
    test = parlor.ray.match("greedy", "random", game="kuba", sprt=(0, 100), limit=200)
    assert test == parlor.match("greedy", "random", game="kuba", sprt=(0, 100), limit=200)
    # What had begun of later pairs is ended.
    assert {force for _, force in cluster.cancelled} == {False}

    told.clear()
    found = list(parlor.ray.analyses(iter(RECORDS), nodes=200, shard=2, progress=tell))
    assert found[1] == ludo.analyze(RECORDS[1])
    assert [one["game"] for one in found] == ["kuba", "ludo", "kuba"]
    assert told == [(2, None), (3, None)]
    assert list(parlor.ray.analyses([])) == []


def test_shards_that_are_lost_are_done_again_and_reported(
    cluster: FakeRay, caplog: pytest.LogCaptureFixture
) -> None:
    cluster.losses = [
        WorkerCrashedError("The worker died unexpectedly. Check the logs."),
        NodeDiedError("Task failed because the node is dead. Node IP: 1.2.3.4"),
        ObjectLostError("The object is gone"),
    ]
    result = parlor.ray.match("greedy", "random", game="kuba", pairs=10, shard=2)
    assert result == parlor.match("greedy", "random", game="kuba", pairs=10)
    assert sorted(line.partition(" because of ")[2] for line in caplog.messages) == [
        "NodeDiedError: Task failed because the node is dead",
        "ObjectLostError: The object is gone",
        "WorkerCrashedError: The worker died unexpectedly",
    ]
    assert all(line.startswith("done again: pairs ") for line in caplog.messages)
    cluster.losses = [OutOfMemoryError("Task was killed due to the node running low on memory.")]
    with pytest.raises(ShardError, match="lost once, the last time by OutOfMemoryError") as error:
        parlor.ray.match("greedy", "random", game="kuba", pairs=1, retries=0)
    assert isinstance(error.value.__cause__, OutOfMemoryError)


def test_an_error_of_ray_names_the_shard(cluster: FakeRay) -> None:
    cluster.losses = [RayTaskError(ImportError("no module named torch"))]
    with pytest.raises(ShardError, match="pair 0: ImportError: no module named torch"):
        parlor.ray.match("greedy", "random", game="kuba", pairs=1)


def test_what_ends_a_program_comes_out(cluster: FakeRay) -> None:
    with pytest.raises(SystemExit):
        parlor.ray.match(leaves, "random", game="kuba")
    with pytest.raises(MatchError) as error:
        parlor.ray.match(breaks, "random", game="kuba", pairs=30, seed=3)
    assert repr(error.value.__cause__) == "KeyError('book')"


def leaves(position: kuba.Position) -> str:
    """End the program."""
    raise SystemExit(3)


def test_an_iterator_that_is_closed_and_a_progress_that_raises_end_what_is_under_way(
    cluster: FakeRay,
) -> None:
    cluster.draw = None
    chunks: Any = parlor.ray.self_play("kuba", 1_000, chunk=10, shard=5, window=6)
    assert not cluster.tasks
    next(chunks)
    begun = len(cluster.tasks)
    assert begun <= 8
    chunks.close()
    assert len(cluster.cancelled) >= 5
    assert len(cluster.tasks) == begun
    cluster.cancelled.clear()
    with pytest.raises(ZeroDivisionError):
        parlor.ray.match("random", "greedy", game="kuba", progress=lambda done, whole: 1 // 0)
    assert cluster.cancelled


def test_a_node_with_another_parlor_is_refused(
    cluster: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What a worker imports; the program keeps what it has.
    cluster.before = lambda: monkeypatch.setattr(parlor, "__version__", "0.0.7")
    with pytest.raises(ClusterError, match=r"has parlor 0\.0\.7, and this program has 0\..*; inst"):
        parlor.ray.match("greedy", "random", game="kuba", pairs=1)
    cluster.before = lambda: monkeypatch.setitem(sys.modules, "parlor", None)
    with pytest.raises(ClusterError, match=r"cannot import parlor .*, and this program has"):
        parlor.ray.match("greedy", "random", game="kuba", pairs=1)


def test_without_a_cluster_the_error_says_what_to_do(cluster: FakeRay) -> None:
    cluster.cluster = False
    with pytest.raises(ClusterError, match="start one by `ray start --head`, name one in the var"):
        parlor.ray.self_play("kuba", 10)


def test_shards_ask_for_their_processors(
    cluster: FakeRay, caplog: pytest.LogCaptureFixture
) -> None:
    options = {"resources": {"fast": 1}}
    list(parlor.ray.self_play("kuba", 10, threads=2, options=options))
    assert cluster.options == {"num_cpus": 2, "resources": {"fast": 1}}
    assert not caplog.messages
    list(parlor.ray.self_play("kuba", 10, threads=4))
    assert caplog.messages == [
        "no node has the 4 processors that a shard asks for; waiting for one"
    ]


def test_a_player_that_cannot_be_sent_is_refused_at_once(cluster: FakeRay) -> None:
    with pytest.raises(ParlorError, match=r"this cannot be sent to the nodes: .*lambda"):
        parlor.ray.match(lambda position: "65F", "random", game="kuba")
