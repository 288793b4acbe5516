"""Batches: what Python adds to `parlor-batch`, whose own tests compare it with the rules."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import Any, Union

import numpy as np
import pytest
from parlor import ParlorError, PlayError, RulesError, SeatError, SetupError, kuba, ludo

NAMES = [
    "observation",
    "action_mask",
    "to_act",
    "rewards",
    "terminated",
    "truncated",
    "ply",
    "state",
]

AnyBatch = Union[kuba.Batch, ludo.Batch]


def both(num_envs: int, **keywords: Any) -> list[AnyBatch]:
    """A batch of either game."""
    return [kuba.Batch(num_envs, **keywords), ludo.Batch(num_envs, **keywords)]


def arrays(batch: AnyBatch) -> dict[str, np.ndarray[Any, Any]]:
    """Copies of all arrays."""
    return {name: getattr(batch, name).copy() for name in NAMES}


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all((one[name] == other[name]).all() for name in one)


def test_shapes_and_types_are_as_documented() -> None:
    batch = kuba.Batch(5, rules="tournament")
    players = ludo.Batch(5, seats=["B", "A", "D"])
    shapes = {name: (array.shape, str(array.dtype)) for name, array in arrays(batch).items()}
    assert shapes == {
        "observation": ((5, 18, 7, 7), "uint8"),
        "action_mask": ((5, 197), "bool"),
        "to_act": ((5,), "int8"),
        "rewards": ((5, 2), "float32"),
        "terminated": ((5,), "bool"),
        "truncated": ((5,), "bool"),
        "ply": ((5,), "uint16"),
        "state": ((5, 32), "uint8"),
    }
    assert players.observation.shape == (5, 256)
    assert players.action_mask.shape == (5, 4)
    assert players.rewards.shape == (5, 3)
    assert players.state.shape == (5, 16)
    for array in arrays(batch).values():
        assert array.flags.c_contiguous


def test_numbers_are_places_in_actions() -> None:
    assert len(kuba.ACTIONS) == 197
    assert kuba.ACTIONS[190] == "65F"
    assert kuba.ACTIONS[196] == "end"
    assert ludo.ACTIONS == ("-", "p", "q", "pq")


def test_a_batch_of_kuba_plays_what_positions_play() -> None:
    batch = kuba.Batch(20, rules="tournament", limit=90, seed=5)
    positions = batch.positions()
    for _ in range(300):
        for position, mask in zip(positions, batch.action_mask):
            legal = [kuba.ACTIONS[action] for action in np.flatnonzero(mask)]
            assert sorted(position.legal_actions) == sorted(legal)
        actions = batch.sample()
        batch.step(actions)
        for index, action in enumerate(actions):
            positions[index] = positions[index].apply(kuba.ACTIONS[action])
            if batch.terminated[index] or batch.truncated[index]:
                winner = {"W": [1, -1], "B": [-1, 1], None: [0, 0]}[positions[index].winner]
                assert batch.rewards[index].tolist() == winner
                positions[index] = kuba.Position(rules="tournament")
        assert positions == batch.positions() == [batch[index] for index in range(20)]


def test_a_batch_of_ludo_plays_what_positions_play() -> None:
    seats = ("C", "A", "B")
    batch = ludo.Batch(20, seats, seed=5, chance="explicit", limit=250)
    positions = batch.positions()
    for _ in range(700):
        actions = batch.sample()
        for position, to_act in zip(positions, batch.to_act):
            seat = position.to_act if position.phase == "choose" else None
            assert to_act == (seats.index(seat) if seat else -1)
        batch.step(actions)
        for index, action in enumerate(actions):
            rolls = positions[index].phase == "roll"
            number = int(action) + 1 if rolls else ludo.ACTIONS[action]
            positions[index] = positions[index].apply(number)
            if batch.terminated[index] or batch.truncated[index]:
                positions[index] = ludo.Position(seats)
        assert positions == batch.positions()


def test_arrays_are_written_in_place_or_fresh() -> None:
    for batch in both(3, seed=1):
        seen = batch.observation
        before = seen.copy()
        batch.step(batch.sample())
        assert batch.observation is seen
        assert (seen != before).any()
    for batch in both(3, seed=1, copy=True):
        seen = batch.observation
        before = seen.copy()
        batch.step(batch.sample())
        assert (seen == before).all()
        assert (batch.observation != before).any()


def test_threads_splits_and_seeds_make_the_same_games() -> None:
    for one, many in zip(both(9, seed=4), both(9, seed=4, threads=4)):
        halves = [type(one)(4, seed=4), type(one)(5, seed=4, first_env=4)]
        for _ in range(150):
            actions = one.sample(2)
            assert (actions == many.sample(2)).all()
            assert (actions == np.concatenate([half.sample(2) for half in halves])).all()
            for batch in (one, many):
                batch.step(actions)
            halves[0].step(actions[:4])
            halves[1].step(actions[4:])
            assert same(arrays(one), arrays(many))
        last = arrays(one)
        one.reset(seed=4)
        assert (one.ply == 0).all()
        for _ in range(150):
            one.step(one.sample(2))
        assert same(last, arrays(one))
        one.reset(seed=np.random.SeedSequence(4))
        assert one.seed == int(np.random.SeedSequence(4).generate_state(1, "uint64")[0])


def test_only_the_games_of_a_mask_are_played() -> None:
    for masked, plain in zip(both(4, seed=2, autoreset=False), both(4, seed=2, autoreset=False)):
        for _ in range(60):
            actions = plain.sample()
            before = arrays(masked)
            even = np.array([True, False, True, False])
            masked.step(np.where(even, actions, 999), even)
            after = arrays(masked)
            assert all((before[name][1::2] == after[name][1::2]).all() for name in NAMES)
            masked.step(actions, mask=~even)
            plain.step(actions)
            assert same(arrays(masked), arrays(plain))
        with pytest.raises(PlayError) as caught:
            masked.step([999] * 4, mask=[False, False, True, True])
        assert caught.value.index == 2
        wrong: Any
        for wrong in ([True], [1, 0, 0, 0], [[True] * 4]):
            with pytest.raises(ParlorError, match="mask"):
                masked.step(actions, mask=wrong)
        assert same(arrays(masked), arrays(plain))


def test_two_batches_without_a_seed_differ() -> None:
    assert kuba.Batch(1).seed != kuba.Batch(1).seed


def test_states_are_saved_and_loaded() -> None:
    for batch, other in zip(both(6, seed=2), both(6, seed=3)):
        for _ in range(40):
            batch.step(batch.sample())
        other.load(batch.state)
        assert other.positions() == batch.positions()
        assert (other.ply == 0).all()
        of: Any = type(batch).of
        again = of(batch.positions())
        assert (again.state == batch.state).all()


def test_final_observations_are_those_of_the_games_that_ended() -> None:
    for batch in both(7, seed=2, autoreset=False):
        twin = type(batch)(7, seed=2)
        for _ in range(400):
            batch.step(batch.sample())
            twin.step(twin.sample())
            ended = batch.terminated | batch.truncated
            if ended.any():
                assert twin.final_indices.tolist() == np.flatnonzero(ended).tolist()
                assert (twin.final_observation == batch.observation[ended]).all()
                assert (batch.to_act[ended] == -1).all()
                break
            assert twin.final_observation.shape == (0, *batch.observation.shape[1:])
        else:
            pytest.fail("no game ended")
        assert (batch.sample()[ended] == -1).all()
        batch.reset(mask=ended)
        assert not (batch.terminated | batch.truncated).any()


@pytest.mark.parametrize("dtype", ["int64", "int32", "int8", "uint8", "uint64", ">i2"])
def test_every_type_of_integer_is_taken(dtype: str) -> None:
    batch = ludo.Batch(4, chance="explicit")
    batch.step(np.array([0, 1, 2, 5], dtype))
    batch.step([0, 0, 0, 1])
    assert batch.ply.tolist() == [1, 1, 1, 1]
    batch.step(np.zeros(8, dtype)[::2])


def test_an_illegal_action_names_index_value_and_rule_and_nothing_is_applied() -> None:
    batch = kuba.Batch(3, seed=0)
    before = arrays(batch)
    with pytest.raises(PlayError, match="action 8 of game 1 is refused: the cell") as caught:
        batch.step([190, 8, 500])
    assert (caught.value.index, caught.value.value, caught.value.rule) == (1, 8, "K-3")
    assert same(before, arrays(batch))
    with pytest.raises(ValueError, match="game 2"):
        batch.step([190, 190, -(2**63)])


REFUSED: list[tuple[str, type[Exception]]] = [
    ("kuba.Batch(0)", ParlorError),
    ("kuba.Batch(-1)", ParlorError),
    ("kuba.Batch(2**24 + 1)", ParlorError),
    ("kuba.Batch(2**70)", ParlorError),
    ("kuba.Batch(1.5)", ParlorError),
    ("kuba.Batch(True)", ParlorError),
    ("kuba.Batch('1')", ParlorError),
    ("kuba.Batch(1, rules='house')", RulesError),
    ("kuba.Batch(1, rules=None)", RulesError),
    ("kuba.Batch(1, limit=0)", ParlorError),
    ("kuba.Batch(1, limit=65536)", ParlorError),
    ("kuba.Batch(1, limit=2**40)", ParlorError),
    ("kuba.Batch(1, seed=-1)", ParlorError),
    ("kuba.Batch(1, seed='x')", ParlorError),
    ("kuba.Batch(1, threads=0)", ParlorError),
    ("kuba.Batch(1, threads=10**6)", ParlorError),
    ("kuba.Batch(1, autoreset=1)", ParlorError),
    ("kuba.Batch(2, first_env=2**32 - 1)", ParlorError),
    ("ludo.Batch(1, seats={'A', 'C'})", ParlorError),
    ("ludo.Batch(1, seats='AX')", SeatError),
    ("ludo.Batch(1, seats=['A'])", ParlorError),
    ("ludo.Batch(1, seats=['A', 'E'])", SeatError),
    ("ludo.Batch(1, chance='fair')", ParlorError),
    ("kuba.Batch.of([])", ParlorError),
    ("kuba.Batch.of(['x'])", ParlorError),
    ("ludo.Batch.of([kuba.Position()])", ParlorError),
    ("kuba.Batch.of([kuba.Position(), kuba.Position(rules='tournament')])", SetupError),
    ("batch.step([190])", ParlorError),
    ("batch.step([190, 190, 190])", ParlorError),
    ("batch.step([[190, 190]])", ParlorError),
    ("batch.step(190)", ParlorError),
    ("batch.step([1.0, 2.0])", ParlorError),
    ("batch.step([True, True])", ParlorError),
    ("batch.step(['65F', '65F'])", ParlorError),
    ("batch.step(None)", ParlorError),
    ("batch.reset(mask=[True])", ParlorError),
    ("batch.reset(mask=[1, 0])", ParlorError),
    ("batch.reset(seed=2**64)", ParlorError),
    ("batch.sample(-1)", ParlorError),
    ("batch.sample(65536)", ParlorError),
    ("batch.load(batch.state[:1])", ParlorError),
    ("batch.load(batch.state.astype('int64'))", ParlorError),
    ("batch.load(np.full((2, 32), 255, np.uint8))", SetupError),
    ("batch[2]", IndexError),
    ("batch[-3]", IndexError),
]


@pytest.mark.parametrize(("call", "error"), REFUSED, ids=[call for call, _ in REFUSED])
def test_wrong_arguments_are_refused_and_change_nothing(call: str, error: type[Exception]) -> None:
    batch = kuba.Batch(2, seed=1)
    before = arrays(batch)
    with pytest.raises(error) as caught:
        eval(call, {"batch": batch, "kuba": kuba, "ludo": ludo, "np": np})
    assert type(caught.value) is error
    assert str(caught.value)
    assert same(before, arrays(batch))


def test_a_batch_is_a_sequence_of_positions() -> None:
    batch = kuba.Batch(3)
    assert len(batch) == batch.num_envs == 3
    assert list(batch) == batch.positions()
    assert batch[-1] == batch[2] == kuba.Position()


def test_other_threads_run_during_a_step() -> None:
    batch = kuba.Batch(20_000, seed=1)
    stop = threading.Event()
    counted = [0]

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    for _ in range(20):
        batch.step(batch.sample())
    stop.set()
    thread.join()
    assert counted[0] > 0


def test_threads_that_share_a_batch_wait_for_each_other() -> None:
    batch = ludo.Batch(5_000, chance="explicit", seed=1)
    failed: list[BaseException] = []

    def look() -> None:
        try:
            for _ in range(50):
                batch.sample()
                assert batch.state.shape == (5_000, 16)
                batch.reset()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_the_package_is_imported_without_numpy() -> None:
    program = (
        "import sys, parlor; assert 'numpy' not in sys.modules; sys.modules['numpy'] = None\n"
        "try: parlor.kuba.Batch(1)\n"
        "except ImportError as error: print(error)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "a batch needs NumPy; install it by: pip install 'parlor-games[rl]'\n"


def test_a_saved_state_stays_as_it_was() -> None:
    batch = kuba.Batch(3, seed=1)
    saved, lines = batch.state, [str(position) for position in batch]
    for _ in range(3):
        batch.step(batch.sample())
        assert batch.state is not saved
    batch.load(saved)
    assert [str(position) for position in batch] == lines


@pytest.mark.parametrize("make", [kuba.Batch, ludo.Batch])
def test_its_own_arrays_are_masks_and_cannot_be_resized(make: Any) -> None:
    batch = make(4, seed=1, autoreset=False, limit=1)
    while not batch.truncated.all():
        batch.step(batch.sample())
    batch.reset(mask=batch.truncated)
    assert not batch.truncated.any()
    assert not batch.ply.any()
    for name in ("observation", "action_mask", "to_act", "rewards", "truncated", "ply"):
        array = getattr(batch, name)
        while isinstance(array, np.ndarray):
            with pytest.raises(ValueError, match="own"):
                array.resize((1,), refcheck=False)
            array = array.base
    batch.step(batch.sample())


def test_the_columns_of_ludo_are_told() -> None:
    assert ludo.Batch(1, seats=["D", "A"]).seats == ludo.Batch(1, seats="DA").seats == ("D", "A")
    assert ludo.Batch.of([ludo.Position(["D", "A"])]).seats == ("A", "D")


def test_a_batch_of_positions_takes_every_option() -> None:
    opened = kuba.Position(rules="tournament").apply("65F")
    rolled = ludo.Position(["A", "C"]).apply(6)
    some: dict[str, Any] = {"seed": 4, "limit": 3, "first_env": 9, "copy": True, "threads": 2}
    for batch in (
        kuba.Batch.of([opened] * 4, autoreset=False, **some),
        ludo.Batch.of([rolled] * 4, autoreset=False, **some),
    ):
        assert batch.observation is not batch.observation
        actions = []
        for _ in range(3):
            assert not batch.truncated.any()
            actions.append(batch.sample())
            batch.step(actions[-1])
        assert batch.truncated.all()
        of: Any = type(batch).of
        position = opened if isinstance(batch, kuba.Batch) else rolled
        alone = of([position], autoreset=False, **{**some, "first_env": 11})
        for action in actions:
            assert alone.sample() == action[2]
            alone.step(action[2:3])
    makers: list[tuple[Any, Any]] = [(kuba.Batch.of, opened), (ludo.Batch.of, rolled)]
    for made, position in makers:
        for name, wrong in (("limit", 0), ("first_env", -1), ("copy", 1), ("threads", 0)):
            with pytest.raises(ParlorError, match=f"(?s)is {wrong}; it is") as refused:
                made([position], **{name: wrong})
            assert refused.value.value == wrong


@pytest.mark.parametrize(
    ("refused", "allowed", "words"),
    [
        (lambda n: kuba.Batch(n), (1, 3), "the number of games is {}; it is an integer from 1 to "),
        (lambda n: kuba.Batch(1, limit=n), (1, 65535), "{}; it is an integer from 1 to 65535 (K-"),
        (lambda n: ludo.Batch(1, limit=n), (1, 65535), "{}; it is an integer from 1 to 65535 (L-"),
        (lambda n: ludo.Batch(1, threads=n), (1, 1024), "{}; it is an integer from 1 to 1024"),
        (lambda n: ludo.Batch(1, seed=n), (0, 2**64 - 1), "{}; it is an integer from 0 to 184467"),
        (lambda n: ludo.Batch(1, first_env=n), (0, 2**32 - 1), "{}; it is an integer from 0 to 42"),
        (lambda n: ludo.Batch(1).sample(n), (0, 65535), "{}; it is an integer from 0 to 65535"),
        (lambda n: kuba.self_play(n), (1, 2**32 - 1), "{}; it is an integer from 1 to 4294967295"),
        (lambda n: kuba.self_play(1, chunk=n), (1, 9), "{}; it is an integer from 1 to 4294967295"),
        (
            lambda n: kuba.self_play(1, limit=n),
            (1, 30000),
            "{}; it is an integer from 1 to 30000 (",
        ),
        (
            lambda n: ludo.self_play(1, limit=n),
            (1, 65535),
            "{}; it is an integer from 1 to 65535 (",
        ),
        (lambda n: kuba.self_play(1, opening=n), (0, 100), "{}; it is an integer from 0 to 100"),
        (
            lambda n: kuba.playouts(kuba.Position(), n),
            (1, 2),
            "n is {}; it is an integer from 1 to",
        ),
        (
            lambda n: kuba.playouts(kuba.Position(), 1, limit=n),
            (0, 2**32 - 1),
            "{}; it is an integer from 0 to 4294967295",
        ),
    ],
)
def test_a_range_that_refuses_a_number_is_the_true_one(
    refused: Any, allowed: tuple[int, int], words: str
) -> None:
    """Both its ends are allowed; what is next to the lower one is refused, and below that, too."""
    for number in allowed:
        refused(number)
    for number in (allowed[0] - 1, -7):
        with pytest.raises(ParlorError) as caught:
            refused(number)
        assert words.format(number) in str(caught.value)
        assert caught.value.value == number


@pytest.mark.parametrize("game", ["ludo", "kuba"])
def test_a_state_that_is_none_names_its_game(game: str) -> None:
    batch: Any = kuba.Batch(5, seed=1) if game == "kuba" else ludo.Batch(5, seed=1)
    state = batch.state
    state[3] = 255
    with pytest.raises(SetupError, match="game 3") as refused:
        batch.load(state)
    assert refused.value.index == 3
    assert len(refused.value.reasons) == 1
    with pytest.raises(SetupError) as refused:
        kuba.Batch.of([kuba.Position(), kuba.Position(rules="tournament")])
    assert refused.value.index == 1
    with pytest.raises(SetupError) as refused:
        kuba.Position.parse("7/7/7/7/7/7/7 w0b0 w - c")
    assert refused.value.index is None


FORKED = """
import os, sys, threading
from parlor import kuba

busy, idle = kuba.Batch(2, seed=1), kuba.Batch(2, seed=1)
is_used, is_over = threading.Event(), threading.Event()

def use():
    with busy._lock:
        is_used.set()
        is_over.wait()

thread = threading.Thread(target=use)
thread.start()
is_used.wait()
child = os.fork()
if child == 0:
    idle.step(idle.sample())
    kuba.Batch(2, seed=1).sample()
    for used in (busy.sample, busy.positions, lambda: busy.state, lambda: busy.step([0, 0])):
        try:
            used()
        except RuntimeError as error:
            assert "fork" in str(error), error
        else:
            os._exit(3)
    os._exit(7)
ended = os.waitpid(child, 0)[1]
is_over.set()
thread.join()
busy.step(busy.sample())
sys.exit(os.WEXITSTATUS(ended))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_forked_while_a_thread_uses_a_batch_does_not_wait_for_it() -> None:
    program = [sys.executable, "-W", "ignore", "-c", FORKED]
    ended = subprocess.run(program, capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stderr) == (7, "")
