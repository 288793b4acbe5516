"""Bulk play: what Python adds to `parlor-selfplay`, whose own tests replay the rows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from parlor import ParlorError, RulesError, SeatError, kuba, ludo

Columns = dict[str, Any]


def whole(chunks: Any) -> Columns:
    """The rows of all chunks together."""
    parts = list(chunks)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def same(one: Columns, other: Columns) -> bool:
    return list(one) == list(other) and all(
        one[name].dtype == other[name].dtype and np.array_equal(one[name], other[name], True)
        if one[name].dtype.kind == "f"
        else np.array_equal(one[name], other[name])
        for name in one
    )


def test_chunks_and_threads_change_nothing() -> None:
    def play_ludo(**how: Any) -> Columns:
        return whole(ludo.self_play(50, seats=list("DBA"), policies="priority", seed=3, **how))

    def play_kuba(**how: Any) -> Columns:
        return whole(kuba.self_play(20, ["level-1", "random"], "tournament", 3, opening=4, **how))

    for play in (play_ludo, play_kuba):
        assert same(play(threads=1), play(chunk=7, threads=3))
        assert list(play()["game"][[0, -1]]) in ([0, 49], [0, 19])


@settings(max_examples=15)
@given(
    seats=st.permutations("ABCD").flatmap(lambda all: st.integers(2, 4).map(lambda n: all[:n])),
    seed=st.integers(0, 2**64 - 1),
    policy=st.sampled_from(["random", "priority"]),
)
def test_rows_of_ludo_replay_as_positions(seats: list[str], seed: int, policy: str) -> None:
    rows = whole(ludo.self_play(2, seats, policy, seed))
    for number in range(2):
        position = ludo.Position(seats)
        (of_game,) = np.nonzero(rows["game"] == number)
        for row in of_game:
            assert position.to_act == seats[rows["seat"][row]]
            assert position.is_bonus == rows["bonus"][row]
            position = position.apply(int(rows["roll"][row]))
            mask = [rows["mask"][row] >> i & 1 for i in range(4)]
            assert mask == list(position.legal_mask)
            position = position.apply(ludo.ACTIONS[rows["action"][row]])
        assert position.is_over
        for row in of_game:
            assert position.finished.index(seats[rows["seat"][row]]) + 1 == rows["place"][row]


@pytest.mark.parametrize("rules", kuba.RULES)
def test_rows_of_kuba_replay_as_positions(rules: str) -> None:
    rows = whole(kuba.self_play(6, ("greedy", "random"), rules, 5))
    for number in range(6):
        position = kuba.Position(rules=rules)
        for row in np.flatnonzero(rows["game"] == number):
            side = position.to_act
            assert side == "WB"[rows["side"][row]]
            position = position.apply(kuba.ACTIONS[rows["action"][row]])
            last = row
        winner = position.winner
        assert rows["result"][last] == (0 if winner is None else 1 if winner == side else -1)


def test_values_are_those_of_the_solver() -> None:
    rows = whole(ludo.self_play(2, policies=["random", "optimal"], seed=1, values=True))
    position = ludo.Position(["A", "C"])
    for row in np.flatnonzero(rows["game"] == 0):
        assert rows["value"][row] == ludo.value(position)
        position = position.apply(int(rows["roll"][row]))
        choice = ludo.ACTIONS[rows["action"][row]]
        ranked = ludo.choices(position)
        assert np.nanmax(rows["q"][row]) == ranked[0].chance
        loss = next(one.loss for one in ranked if one.choice == choice)
        assert abs(rows["loss"][row] - loss) < 1e-15
        luck = ranked[0].chance - rows["value"][row]
        assert rows["luck"][row] == luck
        position = position.apply(choice)


def test_playouts_of_several_positions() -> None:
    start = kuba.Position(rules="tournament")
    results = kuba.playouts([start, str(start)], 200, seed=1, threads=2)
    again = kuba.playouts([start, start], 200, seed=1, threads=1)
    assert same(results, again)
    assert {name: (array.shape, str(array.dtype)) for name, array in results.items()} == {
        "winner": ((2, 200), "int8"),
        "plies": ((2, 200), "uint32"),
        "ended_by": ((2, 200), "uint8"),
    }
    one = ludo.playouts(ludo.Position(["B", "D"]), 50, seed=2)
    assert one["places"].shape == (50, 4)
    assert set(one["winner"]) <= {1, 3}
    assert (one["places"].sum(axis=1) == 3).all()
    cut = ludo.playouts(ludo.Position(["B", "D"]), 5, seed=2, limit=3)
    assert (cut["winner"] == -1).all()
    assert {ludo.ENDINGS[number] for number in cut["ended_by"]} == {"L-31"}
    assert ludo.playouts([], 5, seed=2)["winner"].shape == (0, 5)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ludo.self_play(0), "the number of games is 0; it is an integer from 1 to"),
        (lambda: ludo.self_play(2**32), "the number of games is 4294967296"),
        (lambda: ludo.self_play(1.5), "the number of games is 1.5"),  # type: ignore[arg-type]
        (lambda: ludo.self_play(1, chunk=0), "the chunk is 0"),
        (lambda: ludo.self_play(1, threads=0), "threads is 0"),
        (lambda: ludo.self_play(1, seed=-1), "the seed is -1"),
        (
            lambda: ludo.self_play(1, policies="best"),
            'unknown bot "best"; expected random',
        ),
        (lambda: ludo.self_play(1, policies=["random"] * 3), "3 players for 2 seats"),
        (
            lambda: ludo.self_play(1, seats=list("ABC"), policies="optimal"),
            "optimal does not support 3 players",
        ),
        (
            lambda: ludo.self_play(1, seats=list("ABC"), values=True),
            "exact values are those of two seats",
        ),
        (
            lambda: ludo.self_play(1, limit=70_000),
            "the limit is 70000; it is an integer from 1 to 65535 (L-31)",
        ),
        (lambda: kuba.self_play(1, "engine:nodes=0"), 'invalid bot option "nodes=0"'),
        (lambda: kuba.self_play(1, "engine:time=5"), "no game can be played again"),
        (lambda: kuba.self_play(1, "level-9"), 'unknown bot "level-9"; expected engine, random'),
        (lambda: kuba.self_play(1, {"random"}), "give a list or a tuple"),  # type: ignore[arg-type]
        (
            lambda: kuba.self_play(1, opening=101),
            "the opening is 101; it is an integer from 0 to 100",
        ),
        (lambda: ludo.self_play(1, seats="AC"), "the seats are 'AC'; give a list or a tuple"),
        (lambda: kuba.playouts(kuba.Position(), 0), "n is 0"),
        (lambda: kuba.playouts(3, 1), "positions is 3"),  # type: ignore[arg-type]
        (lambda: kuba.playouts(["x"], 1), "x"),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(call: Any, words: str) -> None:
    with pytest.raises(ParlorError) as raised:
        call()
    assert words in str(raised.value)


def test_seats_and_rules_have_errors_of_their_own() -> None:
    with pytest.raises(SeatError):
        ludo.self_play(1, seats=["A", "E"])
    with pytest.raises(SeatError):
        ludo.self_play(1, seats=["A", "A"])
    with pytest.raises(RulesError):
        kuba.self_play(1, rules="chess")


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_an_interrupt_ends_long_games() -> None:
    program = (
        "import signal, threading, os\n"
        "from parlor import kuba\n"
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    next(kuba.self_play(4, 'engine:nodes=100000000'))\n"
        "except KeyboardInterrupt:\n    print('stopped')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert done.stdout == "stopped\n", done.stderr


def test_the_command_writes_the_same_rows() -> None:
    """The numbers are those of `crates/parlor/tests/command/selfplay.rs`."""
    rows = whole(ludo.self_play(30, ["C", "A"], ["priority", "random"], 9))
    assert len(rows["game"]) == 2212
    assert rows["roll"][-8:].tolist() == [3, 5, 6, 6, 2, 2, 6, 4]
