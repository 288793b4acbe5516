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
from parlor import MatchError, ParlorError, PolicyError, RulesError, SeatError, kuba, ludo

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


def test_counted_games_are_those_of_playouts_and_self_play() -> None:
    drawn = kuba.playouts(kuba.Position(), 3_000, seed=9, limit=300)
    counted = kuba.simulate(3_000, seed=9, limit=300, threads=2)
    assert counted.wins == {"W": (drawn["winner"] == 0).sum(), "B": (drawn["winner"] == 1).sum()}
    assert counted.plies == drawn["plies"].sum()
    assert (counted.shortest, counted.longest) == (drawn["plies"].min(), drawn["plies"].max())
    assert counted.draws == (drawn["winner"] == -1).sum()
    endings, counts = np.unique(drawn["ended_by"], return_counts=True)
    named = (kuba.ENDINGS[number] for number in endings)
    assert counted.ended_by == dict(zip(named, counts.tolist()))

    by_chance = ludo.playouts(ludo.Position(list("DAB")), 500, seed=4)
    random = ludo.simulate(500, "DAB", seed=4)
    assert random.plies == by_chance["plies"].sum()
    places = by_chance["places"][:, "ABCD".index("D")]
    assert random.places["D"] == tuple((places == place).sum() for place in (1, 2, 3))

    seats = ["D", "A", "B"]
    rows = whole(ludo.self_play(60, seats, ["priority", "random", "strong"], 3))
    last = np.append(np.diff(rows["game"]) != 0, True)
    played = ludo.simulate(60, seats, ["priority", "random", "strong"], 3)
    assert list(played.wins) == seats
    assert played.plies == len(rows["game"])
    assert played.length.value == pytest.approx((rows["ply"][last] + 1).mean())
    for number, seat in enumerate(seats):
        mine = rows["seat"] == number
        _, first = np.unique(rows["game"][mine], return_index=True)
        places = rows["place"][mine][first]
        assert played.places[seat] == tuple((places == place).sum() for place in (1, 2, 3))
        share = played.place_shares[seat][0]
        assert share == played.shares[seat]
        assert share.low < share.value == played.wins[seat] / 60 < share.high


def test_priority_alone_is_played_in_lanes_by_the_same_policy() -> None:
    one = ludo.simulate(200_000, "BD", "priority", 1)
    assert one == ludo.simulate(200_000, "BD", "priority", 1, threads=1)
    # Solved: B begins opposite D, and wins 51.3422 % of the games, of 62.1138 rolls to the end.
    assert one.shares["B"].low - 0.002 < 0.513422 < one.shares["B"].high + 0.002
    assert one.length.low - 0.1 < 62.1138 < one.length.high + 0.1
    cut = ludo.simulate(10, "BD", "priority", 1, limit=5)
    assert (cut.wins, cut.plies, cut.ended_by) == ({"B": 0, "D": 0}, 50, {"L-31": 10})
    assert str(cut) == "10 games of 5 plies, won by B 0 ± 28 %, D 0 ± 28 %, nobody 100 ± 28 %"
    assert (cut.draws, cut.drawn.value) == (10, 1)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ludo.simulate(0), "the number of games is 0; it is an integer from 1 to"),
        (lambda: kuba.simulate(10**12 + 1), "the number of games is 1000000000001"),
        (lambda: kuba.simulate(1, players=lambda _: "65F"), "a function cannot be simulated"),
        (lambda: ludo.simulate(1, seats="AA"), "seat A is taken twice"),
        (lambda: kuba.simulate(1, opening=101), "the opening is 101"),
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
            lambda: kuba.self_play(1, "cmd:./mybot"),
            '"cmd:./mybot" is an outside program, which takes part in matches alone; expected',
        ),
        (
            lambda: kuba.self_play(1, opening=101),
            "the opening is 101; it is an integer from 0 to 100",
        ),
        (lambda: ludo.self_play(1, seats={"A", "C"}), "which has no order; give a list"),  # type: ignore[arg-type]
        (lambda: ludo.self_play(1, seats="AX"), "'X' is no seat"),
        (lambda: ludo.self_play(1, policies="priority:nodes=2"), "priority has no options"),
        (
            lambda: kuba.self_play(1, "greedy:nodes=2"),
            "greedy:nodes=2: greedy has no options",
        ),
        (
            lambda: kuba.self_play(1, "level-3:depth=2"),
            "the only option of level-3 is nodes; depth, time, hash, threads, keep and",
        ),
        (lambda: kuba.self_play(1, ludo.bot("random")), "does not play kuba"),  # type: ignore[arg-type]
        (lambda: kuba.self_play(1, 7), "7 is no policy; give the name of a bot (engine, random"),  # type: ignore[arg-type]
        (
            lambda: kuba.self_play(1, lambda a, b, c: 0),  # type: ignore[arg-type]
            "the function <lambda> has the parameters (a, b, c); it must take a position, or",
        ),
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
@pytest.mark.parametrize(
    "players",
    ["'engine:nodes=100000000'", "(lambda o, m: m.argmax(axis=1), 'engine:nodes=100000000')"],
    ids=["bots", "a function"],
)
def test_an_interrupt_ends_long_games(players: str) -> None:
    program = (
        "import signal, threading, os\n"
        "from parlor import kuba\n"
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        f"try:\n    next(kuba.self_play(4, {players}))\n"
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


def lowest(observation: Any, mask: Any) -> Any:
    """The legal action with the lowest number, which the rows alone decide."""
    assert observation.dtype == np.uint8
    assert mask.dtype == np.bool_
    assert len(observation) == len(mask) <= 1024
    return mask.argmax(axis=1)


def softmax(observation: Any, mask: Any) -> Any:
    """Probabilities that depend on what is seen."""
    worth = np.where(mask, 1.0 + observation.reshape(len(mask), -1)[:, :1] % 3, 0.0)
    return (worth / worth.sum(axis=1, keepdims=True)).astype(np.float32)


@pytest.mark.parametrize("player", [lowest, softmax])
def test_a_function_plays_the_same_games_however_they_are_split(player: Any) -> None:
    for rules in kuba.RULES:
        rows = whole(kuba.self_play(12, (player, "greedy"), rules, 3, threads=1, limit=60))
        again = whole(kuba.self_play(12, (player, "greedy"), rules, 3, 5, threads=2, limit=60))
        assert same(rows, again)
        assert (np.diff(rows["game"].astype(int)) >= 0).all()
        assert (rows["score"] == -32768).all()
    seats = list("DAB")
    games = whole(ludo.self_play(20, seats, ["random", player, player], 5, chunk=20))
    assert same(games, whole(ludo.self_play(20, seats, ["random", player, player], 5, chunk=7)))
    assert len(np.unique(games["game"])) == 20


def test_a_function_decides_the_rows_of_its_seats_alone() -> None:
    rows = whole(ludo.self_play(8, policies=(lowest, "priority"), seed=4))
    bits = (rows["mask"][:, None] >> np.arange(4)) & 1
    own = rows["seat"] == 0
    assert (rows["action"][own] == bits[own].argmax(axis=1)).all()
    assert (rows["action"][~own] != bits[~own].argmax(axis=1)).any()


def test_what_a_function_sees_is_what_a_batch_shows() -> None:
    seen: list[Any] = []

    def looks(observation: Any, mask: Any) -> Any:
        seen.append((observation.copy(), mask.copy()))
        return mask.argmax(axis=1)

    rows = next(kuba.self_play(1, looks, "tournament", 1, opening=0, limit=40))
    batch = kuba.Batch(1, rules="tournament", limit=40, seed=1, autoreset=False)
    for (observation, mask), action in zip(seen, rows["action"]):
        assert (observation == batch.observation).all()
        assert (mask == batch.action_mask).all()
        batch.step([int(action)])
    assert len(seen) == len(rows["action"])
    seen.clear()
    rolled = next(ludo.self_play(1, policies=looks, seed=1))
    chance = ludo.Batch(1, chance="explicit", autoreset=False)
    for (observation, mask), roll, action in zip(seen, rolled["roll"], rolled["action"]):
        chance.step([int(roll) - 1])
        assert (observation == chance.observation).all()
        assert (mask == chance.action_mask).all()
        chance.step([int(action)])


def test_a_table_plays_as_the_policy_that_it_is() -> None:
    for seats in map(list, ("AC", "CA", "BA")):
        table = ludo.policy_table("priority", seats)
        named = whole(ludo.self_play(40, seats, ("random", "priority"), 3))
        as_table = whole(ludo.self_play(40, seats, ("random", table), 3))
        # The same choices, up to which of two tokens on one step moves.
        assert (named["place"] == as_table["place"]).all()
        assert (named["roll"] == as_table["roll"]).all()
    mask = ludo.decision_mask()
    behind = np.where(mask, 0.0, np.nan).astype(np.float32)
    front = np.where(mask, 1, 3).astype(np.uint8)
    rows = whole(ludo.self_play(30, policies=(behind, front), seed=1))
    exact = whole(
        ludo.self_play(30, policies=(behind, front.astype(np.float32).clip(0, 1)), seed=1)
    )
    assert same(rows, exact)
    halves = whole(ludo.self_play(600, policies=ludo.policy_table("random"), seed=1))
    own = halves["tokens"][np.arange(len(halves["seat"])), halves["seat"]]
    # Of two tokens on one step, the first moves.
    choice = (halves["mask"] == 6) & (own[:, 0] != own[:, 1])
    assert abs((halves["action"][choice] == 1).mean() - 0.5) < 0.03


def test_the_decisions_are_those_that_a_function_is_asked() -> None:
    asked = ludo.policy_from(lambda observation, mask: np.full(len(mask), 0.5))
    assert ((asked == 0.5) == ludo.decision_mask()).all()


def test_how_a_game_ended_is_in_its_rows() -> None:
    rows = whole(kuba.self_play(30, "random", "tournament", 3, limit=300))
    for number in range(30):
        of = rows["game"] == number
        endings = set(rows["ended_by"][of])
        assert len(endings) == 1
        is_decided = kuba.ENDINGS[endings.pop()] in ("K-8", "K-9", "K-10")
        assert is_decided == bool(rows["result"][of][0])
    cut = whole(ludo.self_play(3, seed=1, limit=5))
    assert {ludo.ENDINGS[number] for number in cut["ended_by"]} == {"L-31"}
    ended = whole(ludo.self_play(3, seed=1))
    assert {ludo.ENDINGS[number] for number in ended["ended_by"]} == {"L-30"}


def test_engines_play_more_than_one_game() -> None:
    engine = "engine:nodes=20,hash=1"
    rows = whole(kuba.self_play(6, engine, seed=1, limit=30))
    assert rows["ply"].min() == 6
    assert len(np.unique(rows["white"][rows["ply"] == 6])) > 1
    assert whole(kuba.self_play(2, (engine, "greedy"), seed=1, limit=30))["ply"].min() == 0
    alike = whole(kuba.self_play(2, engine, seed=1, limit=30, opening=0))
    half = len(alike["game"]) // 2
    assert (alike["action"][:half] == alike["action"][half:]).all()
    assert whole(kuba.self_play(1, engine, seed=1, limit=3))["ply"].min() == 2


@pytest.mark.parametrize(
    ("function", "error", "words"),
    [
        (
            lambda observation, mask: np.full(len(mask), 8),
            MatchError,
            "the bot <lambda> answered 02L in game 0, ply 1, at ",
        ),
        (
            lambda observation, mask: np.full(len(mask), 999),
            MatchError,
            "failed in game 0, ply 1, at ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - "
            "c: it answered 999, which is the number of no action",
        ),
        (
            lambda observation, mask: mask.argmax(axis=1)[:-1],
            PolicyError,
            "returned an array of int64 with the shape (1,) for 2 positions; it must be integers",
        ),
        (
            lambda observation, mask: np.full(mask.shape, 1 / 197),
            PolicyError,
            "the illegal ones 0, and they add up to 1",
        ),
        (
            lambda observation, mask: np.where(mask, np.nan, 0.0),
            PolicyError,
            "the actions have probabilities from 0 to 1",
        ),
        (lambda observation, mask: dict[str, int]()["net"], KeyError, "net"),
        (lambda observation, mask: "65F", PolicyError, "an array of <U3 with the shape ()"),
    ],
)
def test_a_wrong_answer_of_a_function_is_named(function: Any, error: Any, words: str) -> None:
    with pytest.raises(error) as raised:
        whole(kuba.self_play(2, function, seed=1, opening=0))
    assert words in str(raised.value)


def test_a_wrong_table_is_named() -> None:
    table = ludo.policy_table("priority")
    place = tuple(int(at[0]) for at in np.nonzero(table == 0))
    table[place] = 7
    with pytest.raises(PolicyError) as raised:
        ludo.self_play(1, policies=table)
    assert (raised.value.index, raised.value.value) == (place, 7)
    with pytest.raises(PolicyError, match="of uint8 with the shape"):
        ludo.self_play(1, ["A", "B"], policies=table)
    with pytest.raises(
        ParlorError, match="an array is a policy for two seats of Ludo, and 3 seats"
    ):
        ludo.self_play(1, list("ABC"), policies=table)
    with pytest.raises(ParlorError, match="for two seats of Ludo, and this is Kuba; give the"):
        kuba.self_play(1, table)  # type: ignore[arg-type, unused-ignore]


def test_an_iterator_plays_one_chunk_at_a_time() -> None:
    def ask(observation: Any, mask: Any) -> Any:
        with pytest.raises(ValueError, match="a chunk is being played already"):
            next(games)
        return mask.argmax(axis=1)

    games = kuba.self_play(4, ask, seed=1, chunk=2, limit=40)
    assert [sorted(set(rows["game"])) for rows in games] == [[0, 1], [2, 3]]
