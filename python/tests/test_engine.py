"""The Kuba engine: what it finds, and what ends it."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
from typing import Any

import pytest
from parlor import NotationError, ParlorError, kuba

WIN_IN_ONE = "7/7/7/5wr/7/7/b6 w6b0 w - c"
"""White's seventh red stands at the edge."""


@pytest.fixture(name="engine")
def fixture_engine() -> kuba.Engine:
    return kuba.Engine(hash=1)


def test_it_finds_a_win_by_the_position_and_by_its_line(engine: kuba.Engine) -> None:
    for position in (WIN_IN_ONE, kuba.Position.parse(WIN_IN_ONE)):
        report = engine.search(position, nodes=1_000)
        assert report.best == "35R"
        assert report.lines == (kuba.Line(("35R",), win=1),)
        assert report.nodes > 0


def test_a_line_has_one_kind_of_score(engine: kuba.Engine) -> None:
    report = engine.search(kuba.Position(), depth=3, lines=8)
    assert len(report.lines) == 8
    for line in report.lines:
        assert [line.reds, line.win, line.loss].count(None) == 2
        position = kuba.Position()
        for action in line.actions:
            position = position.apply(action)
    reds = [line.reds or 0.0 for line in report.lines]
    assert reds == sorted(reds, reverse=True)


def test_the_same_budget_gives_the_same_report_whatever_was_before(engine: kuba.Engine) -> None:
    position = kuba.Position(rules="tournament")
    first = engine.search(position, nodes=3_000)
    engine.search(WIN_IN_ONE, depth=4)
    assert engine.search(position, nodes=3_000) == first
    assert kuba.Engine(hash=1).search(position, nodes=3_000) == first
    assert first.nodes <= 3_000


def test_a_table_that_is_kept_shortens_the_next_search_until_a_new_game() -> None:
    position = kuba.Position()
    engine = kuba.Engine(hash=1, keep=True)
    first = engine.search(position, depth=7)
    assert kuba.Engine(hash=1).search(position, depth=7) == first
    assert engine.search(position, depth=7).nodes < first.nodes // 2
    engine.new_game()
    assert engine.search(position, depth=7) == first


def test_several_threads_search_within_one_limit_of_nodes() -> None:
    engine = kuba.Engine(hash=1, threads=3)
    report = engine.search(kuba.Position(), nodes=20_000)
    assert report.nodes <= 20_000
    assert report.best in kuba.Position().legal_moves
    assert engine.search(WIN_IN_ONE, depth=4).lines == (kuba.Line(("35R",), win=1),)


@pytest.mark.parametrize("threads", [0, 257, -1, True, "2"])
def test_what_is_no_number_of_threads_is_refused(threads: Any) -> None:
    message = f"threads is {threads!r}; it must be an integer from 1 to 256"
    with pytest.raises(ParlorError, match=message):
        kuba.Engine(threads=threads)


def test_copies_have_the_threads_and_keep_what_they_find() -> None:
    engine = kuba.Engine(hash=1, threads=2, keep=True)
    assert repr(engine) == "Engine(hash=1, threads=2, keep=True)"
    for other in (copy.copy(engine), pickle.loads(pickle.dumps(engine))):
        assert repr(other) == repr(engine)
        assert other.search(WIN_IN_ONE, nodes=1_000).best == "35R"


def test_a_depth_and_a_time_end_a_search(engine: kuba.Engine) -> None:
    assert engine.search(kuba.Position(), depth=2).depth == 2
    assert engine.search(kuba.Position(), seconds=0).best in kuba.Position().legal_moves
    assert engine.search(kuba.Position(), seconds=0.01, depth=64).nodes > 0


def test_k_12_a_third_time_counts_as_a_draw(engine: kuba.Engine) -> None:
    # White has four marbles more, and both go back and forth.
    position = kuba.Position.parse("3w3/ww5/ww5/7/7/7/6b w0b0 w - t")
    repetitions = kuba.Repetitions(position)
    for push in (2 * ["03R", "66F", "04L", "56B"])[:7]:
        position = position.apply(push)
        repetitions.turn_began(position)
    known = engine.search(position, depth=1, repetitions=repetitions)
    assert (known.best, known.lines[0].reds) == ("56B", 0.0)
    unknown = engine.search(position, depth=1)
    assert unknown.lines[0].reds is not None
    assert unknown.lines[0].reds < 0.0
    with pytest.raises(ParlorError, match="the game is over"):
        repetitions.turn_began(position.apply("56B"))
        engine.search(position, repetitions=repetitions)


def test_another_thread_ends_a_search(engine: kuba.Engine) -> None:
    reports: list[kuba.Report] = []
    endless = threading.Thread(
        target=lambda: reports.append(engine.search(kuba.Position(), depth=64, seconds=1_000))
    )
    endless.start()
    # A stop before the search has begun stops nothing.
    while endless.is_alive():
        engine.stop()
        endless.join(0.01)
    assert reports[0].best in kuba.Position().legal_moves


def test_ctrl_c_ends_a_search() -> None:
    program = """
import _thread, signal, threading
from parlor import kuba
# Whoever runs the tests in the background may have told them to ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.2, _thread.interrupt_main).start()
try:
    kuba.Engine(hash=1).search(kuba.Position(), seconds=1000)
except KeyboardInterrupt:
    print("interrupted")
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "interrupted\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"nodes": 0}, "nodes is 0; it must be an integer from 1 to "),
        ({"nodes": True}, "nodes is True; it must be"),
        ({"depth": -1}, "depth is -1; it must be"),
        ({"lines": 34}, "lines is 34; it must be an integer from 1 to 33"),
        ({"seconds": -1}, "seconds is -1; it must be a number of seconds, 0 or more"),
        ({"seconds": float("nan")}, "seconds is nan; it must be"),
        ({"seconds": "soon"}, "seconds is 'soon'; it must be"),
        ({"repetitions": 3}, "repetitions is 3; it must be a kuba.Repetitions"),
    ],
)
def test_limits_that_are_none_are_refused(
    engine: kuba.Engine, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ParlorError, match=message):
        engine.search(kuba.Position(), **arguments)


def test_what_is_no_position_is_refused(engine: kuba.Engine) -> None:
    with pytest.raises(NotationError):
        engine.search("7/7 w - c")
    with pytest.raises(ParlorError, match=r"7 is no position; give a kuba\.Position or its line"):
        engine.search(7)  # type: ignore[arg-type]
    over = kuba.Position.parse(WIN_IN_ONE).apply("35R")
    with pytest.raises(ParlorError, match="the game is over"):
        engine.search(over)
    with pytest.raises(ParlorError, match="hash is 0; it must be an integer from 1 to "):
        kuba.Engine(hash=0)


def test_counts_of_tournament_rules_are_refused_in_classroom_rules(engine: kuba.Engine) -> None:
    """K-12."""
    tournament = kuba.Position(rules="tournament")
    counts = kuba.Repetitions(tournament)
    with pytest.raises(ParlorError, match="K-12") as refused:
        engine.search(kuba.Position(), repetitions=counts, depth=1)
    assert refused.value.value is counts
    assert refused.value.rule == "K-12"
    assert engine.search(tournament, repetitions=counts, depth=1).depth == 1
    # Those of a game by classroom rules are no counts of one by tournament rules.
    classroom = kuba.Repetitions(kuba.Position())
    for held in (classroom, pickle.loads(pickle.dumps(classroom)), copy.copy(classroom)):
        with pytest.raises(ParlorError, match="of a game by classroom rules"):
            engine.search(tournament, repetitions=held, depth=1)
    with pytest.raises(ParlorError, match="by classroom rules") as refused:
        classroom.turn_began(tournament)
    assert refused.value.value is tournament
    held = pickle.loads(pickle.dumps(counts))
    assert held == counts
    assert engine.search(tournament, repetitions=held, depth=1).depth == 1
    # Those of classroom rules count nothing.
    nothing = kuba.Repetitions(kuba.Position())
    assert engine.search(kuba.Position(), repetitions=nothing, depth=1).depth == 1


class Named(kuba.Engine):
    """An engine with attributes of its own, which is made in another way."""

    def __init__(self, name: str) -> None:
        super().__init__(hash=2)
        self.name = name


class Slotted(kuba.Engine):
    """An engine with a slot of its own, which need not be set."""

    __slots__ = ("name", "other")

    name: str


def test_a_subclass_of_an_engine_keeps_its_attributes() -> None:
    slotted = Slotted(hash=2)
    slotted.name = "Ann"
    for engine in (Named("Ann"), slotted):
        others = [pickle.loads(pickle.dumps(engine, protocol)) for protocol in range(6)]
        for other in (*others, copy.copy(engine), copy.deepcopy(engine)):
            assert type(other) is type(engine)
            assert (other.name, repr(other)) == ("Ann", "Engine(hash=2)")
            assert other.search(kuba.Position(), depth=2) == engine.search(kuba.Position(), depth=2)
    assert not hasattr(copy.copy(slotted), "other")


FORKED = """
import os, sys, threading
from parlor import kuba

busy, idle = kuba.Engine(hash=1), kuba.Engine(hash=1)
thread = threading.Thread(target=busy.search, args=[kuba.Position()], kwargs={"seconds": 3_600})
thread.start()
while not busy._lock._lock.locked():
    pass
child = os.fork()
if child == 0:
    idle.search(kuba.Position(), depth=1)
    kuba.Engine(hash=1).search(kuba.Position(), depth=1)
    try:
        busy.search(kuba.Position(), depth=1)
    except RuntimeError as error:
        assert "engine" in str(error) and "fork" in str(error), error
        os._exit(7)
    os._exit(3)
ended = os.waitpid(child, 0)[1]
while thread.is_alive():
    busy.stop()
    thread.join(0.01)
busy.search(kuba.Position(), depth=1)
sys.exit(os.WEXITSTATUS(ended))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_forked_during_a_search_does_not_wait_for_it() -> None:
    program = [sys.executable, "-W", "ignore", "-c", FORKED]
    ended = subprocess.run(program, capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stderr) == (7, "")
