"""Policies as arrays, judged exactly, against simulation and against a slow plain solver."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from parlor import ParlorError, PolicyError, SeatError, UnsolvedError, ludo

np = pytest.importorskip("numpy")

PRIORITY_AGAINST_BEST = 0.458558385018
"""docs/ludo-solved/by-rule.json"""


@pytest.fixture(name="priority", scope="module")
def fixture_priority() -> Any:
    return ludo.policy_table("priority")


def network(observation: Any, mask: Any) -> Any:
    """A small network of random weights: the probability of the token in front."""
    assert observation.shape[1:] == (256,)
    assert (mask == [False, True, True, False]).all()
    weights = np.random.default_rng(7).normal(size=(60, 3)).astype(np.float32)
    hidden = np.tanh(observation[:, :60].astype(np.float32) @ weights)
    return 1 / (1 + np.exp(-3 * hidden.sum(axis=1)))


@pytest.fixture(name="played", scope="module")
def fixture_played() -> Any:
    return ludo.policy_from(network)


@pytest.fixture(name="response", scope="module")
def fixture_response() -> ludo.BestResponse:
    return ludo.best_response("priority")


def number(steps: Any) -> Any:
    """The numbers of pairs, by the formula of docs/formats/ludo-values.md."""
    small = np.minimum(steps[..., 0], steps[..., 1]) + 1
    large = np.maximum(steps[..., 0], steps[..., 1]) + 1
    return large * (large + 1) // 2 + small


def simulated(tables: list[Any], games: int) -> tuple[float, float]:
    """The share of games that A wins against C, each by looking up its table, and its error."""
    batch = ludo.Batch(games, seed=11, autoreset=False)
    random = np.random.default_rng(5)
    wins = np.zeros(games)
    rows = np.arange(games)
    while not batch.terminated.all():
        words = batch.state[:, :8].copy().view("<u8")[:, 0]
        # Six bits a token after four of the seats, A's first: the step count plus 1.
        bits = [words >> np.uint64(4 + 6 * token) & np.uint64(63) for token in (0, 1, 4, 5)]
        steps = np.stack(bits, axis=1).astype(int).reshape(games, 2, 2) - 1
        # -1 after the end.
        to_act = np.maximum(batch.to_act.astype(int), 0)
        own, other = steps[rows, to_act], steps[rows, 1 - to_act]
        roll = batch.observation[:, 236:242].argmax(axis=1)
        decision = np.where(roll < 5, roll, 5 + batch.observation[:, 242])
        places = (0, number(own), number(other), decision)
        entry = np.where(to_act == 0, tables[0][places], tables[1][places])
        front = random.random(games) < np.where(entry == 2, 0.5, entry)
        front_is_q = own[:, 1] > own[:, 0]
        action = np.where(front == front_is_q, 2, 1)
        mask = batch.action_mask
        forced = mask.sum(axis=1) < 2
        action = np.where(forced, mask.argmax(axis=1), action)
        batch.step(np.where(batch.terminated, -1, action))
        wins += batch.rewards[:, 0] > 0
    share = wins.mean()
    return share, float(np.sqrt(share * (1 - share) / games))


class TestArrays:
    """PAIRS, values and policy_table."""

    def test_pairs_are_numbered_as_in_the_file(self) -> None:
        assert (ludo.PAIRS.dtype, ludo.PAIRS.shape) == (np.int8, (1770, 2))
        assert (number(ludo.PAIRS.astype(int)) == np.arange(1770)).all()
        assert ludo.PAIRS is ludo.PAIRS
        assert not ludo.PAIRS.flags.writeable
        assert "PAIRS" in dir(ludo)

    @pytest.mark.parametrize("seats", [("A", "C"), ("C", "D"), ("B", "A")])
    def test_values_are_those_of_positions(self, seats: tuple[str, str]) -> None:
        values = ludo.values(seats)
        sides = 1 if seats == ("A", "C") else 2
        assert (values.dtype, values.shape) == (np.float64, (sides, 1770, 1770))
        side = 1 if seats == ("B", "A") else 0
        mover = {"A": "A", "C": "C", "B": "B"}[seats[0]]
        random = np.random.default_rng(3)
        for own, other in random.integers(0, 1769, (40, 2)):
            names = [
                ".".join(str(ludo_name(step)) for step in ludo.PAIRS[pair]) for pair in (other, own)
            ]
            taken = dict(zip((seats[0], seats[1]), names))
            line = "/".join(seat + taken[seat] for seat in sorted(taken)) + f" {mover} - -"
            try:
                position = ludo.Position.parse(line)
            except ParlorError:
                continue  # tokens of both on one space
            # The player at seats[1] waits.
            waiter = 1 - side if sides == 2 else 0
            assert ludo.value(position, seats[1]) == pytest.approx(
                values[waiter, own, other], abs=1e-15
            )

    def test_values_are_read_only_and_made_once(self) -> None:
        values = ludo.values()
        with pytest.raises(ValueError):
            values[0, 0, 0] = 1
        assert np.shares_memory(values, ludo.values(("D", "B")))

    def test_tables_of_the_built_in_policies(self, priority: Any) -> None:
        random = ludo.policy_table("random")
        assert (random.dtype, random.shape) == (np.uint8, (1, 1770, 1770, 7))
        assert sorted(set(np.unique(random))) == [2, 3]
        assert ((priority == 3) == (random == 3)).all()
        assert ludo.policy_table("priority", ["A", "B"]).shape == (2, 1770, 1770, 7)

    @pytest.mark.parametrize("name", ["best", 1, None, ["random"]])
    def test_what_is_no_name(self, name: Any) -> None:
        with pytest.raises(ParlorError, match="random, priority and optimal"):
            ludo.policy_table(name)


def ludo_name(step: int) -> str:
    return {-1: "H", 0: "R", 57: "E"}.get(int(step), str(int(step)))


class TestEvaluate:
    """parlor.ludo.evaluate with arrays."""

    def test_arrays_of_built_in_policies_are_these(self, priority: Any) -> None:
        as_floats = (ludo.policy_table("optimal") % 3).astype(np.float32)
        shares: list[float] = []
        told = ludo.evaluate([priority, as_floats], progress=shares.append)
        assert told.first_player == pytest.approx(PRIORITY_AGAINST_BEST, abs=1e-12)
        assert told.policies == ("table", "table")
        assert shares == sorted(shares)
        assert shares[-1] == 1.0

    def test_lengths_are_shares_of_games_whose_mean_is_the_expected_rolls(self) -> None:
        near = "A50.51/C50.51 A - -"
        told = ludo.evaluate(["priority", "random"], start=near, lengths=True)
        assert told.lengths is not None
        assert sum(told.lengths) == pytest.approx(1, abs=1e-8)
        mean = sum(rolls * share for rolls, share in enumerate(told.lengths))
        assert mean == pytest.approx(told.expected_rolls, abs=1e-5)

    def test_a_network_wins_as_often_as_simulated(self, played: Any, priority: Any) -> None:
        told = ludo.evaluate([played, priority])
        share, error = simulated([played, priority], 20_000)
        assert abs(share - told.first_player) < 4 * error
        assert 0.1 < told.first_player < 0.6

    def test_an_endgame_solved_by_itself(self, played: Any, priority: Any) -> None:
        start = "A48.54/C49.55 C + -"
        told = ludo.evaluate([played, "priority"], start=start)
        expected = plainly_evaluated(start, {"A": played, "C": priority})
        assert told.first_player == pytest.approx(expected, abs=1e-12)

    def test_what_its_callback_raises_ends_it(self) -> None:
        calls: list[float] = []

        def progress(done: float) -> None:
            calls.append(done)
            raise LookupError("enough")

        for work in (
            lambda: ludo.evaluate(["random", "random"], progress=progress),
            lambda: ludo.best_response("random", progress=progress),
        ):
            with pytest.raises(LookupError, match="enough"):
                work()
        assert len(calls) == 2

    @pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
    def test_an_interrupt_ends_it(self) -> None:
        code = (
            "import os, signal, threading\n"
            "from parlor import ludo\n"
            "def stop(): os.kill(os.getpid(), signal.SIGINT)\n"
            "threading.Timer(0.3, stop).start()\n"
            "try:\n"
            "    ludo.evaluate(['random', 'random'], lengths=True)\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted')\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
        )
        assert (done.stdout, done.stderr) == ("interrupted\n", "")

    @pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True, 100_000])
    def test_what_is_no_number_of_threads(self, threads: Any) -> None:
        for work in (
            lambda: ludo.evaluate(["random", "random"], threads=threads),
            lambda: ludo.best_response("random", threads=threads),
        ):
            with pytest.raises(ParlorError, match="from 1 to 1024"):
                work()

    def test_what_can_not_be_called(self) -> None:
        for work in (
            lambda: ludo.evaluate(["random", "random"], progress=1),  # type: ignore[arg-type]
            lambda: ludo.best_response("random", progress=1),  # type: ignore[arg-type]
            lambda: ludo.policy_from(network, progress=1),  # type: ignore[arg-type]
        ):
            with pytest.raises(ParlorError, match="progress is 1"):
                work()

    @pytest.mark.parametrize(
        "start",
        ["AH.H/CH.H A 6 -", "AH.H/BH.H A - -", "A56.E/C56.E A - B", "AH.H/BH.H/CH.H A - -", 5],
    )
    def test_what_is_no_start(self, start: Any) -> None:
        with pytest.raises(ParlorError):
            ludo.evaluate(["random", "random"], start=start)


def plainly_evaluated(line: str, tables: dict[str, Any]) -> float:
    """A's chance by value iteration over a dict of positions, with nothing but ludo.Position."""
    start = ludo.Position.parse(line)
    ahead: dict[Any, list[tuple[float, Any]]] = {}
    todo = [start]
    while todo:
        position = todo.pop()
        if position in ahead or position.is_over:
            continue
        ahead[position] = after = []
        for roll, chance in position.chance_outcomes:
            rolled = position.apply(roll)
            for action, probability in chosen(rolled, tables):
                if probability > 0:
                    after.append((chance * probability, rolled.apply(action)))
        todo += [position for _, position in after]
    chances = dict.fromkeys(ahead, 0.5)
    change = 1.0
    while change > 1e-15:
        change = 0.0
        for position, after in ahead.items():
            new = sum(
                weight * ((next_.winner == "A") if next_.is_over else chances[next_])
                for weight, next_ in after
            )
            change = max(change, abs(new - chances[position]))
            chances[position] = new
    assert len(ahead) > 100
    return chances[start]


def steps(position: Any, seat: str) -> list[int]:
    tokens = str(position).split(" ", maxsplit=1)[0].split("/")
    (text,) = [tokens[1:] for tokens in tokens if tokens[0] == seat]
    return [{"H": -1, "R": 0, "E": 57}.get(step) or int(step) for step in text.split(".")]


def chosen(rolled: Any, tables: dict[str, Any]) -> list[tuple[str, float]]:
    """The actions of a policy's table, with their probabilities."""
    actions = rolled.legal_actions
    if len(actions) == 1:
        return [(actions[0], 1.0)]
    seat = rolled.to_act
    own, other = steps(rolled, seat), steps(rolled, "AC".replace(seat, ""))
    decision = rolled.roll - 1 if rolled.roll < 6 else 6 if "6b" in str(rolled) else 5
    own_pair, other_pair = number(np.array(own)), number(np.array(other))
    entry = float(tables[seat][0, own_pair, other_pair, decision])
    if tables[seat].dtype == np.uint8:
        entry = {0: 0.0, 1: 1.0, 2: 0.5, 3: 0.0}[int(entry)]
    front, behind = ("q", "p") if own[1] > own[0] else ("p", "q")
    return [(front, entry), (behind, 1 - entry)]


class TestWrongArrays:
    """Each is refused with its place, before anything is computed."""

    @pytest.mark.parametrize(
        ("place", "value", "words", "position"),
        [
            ((0, 0, 0, 5), 1, "nothing to choose, so it must be 3, not 1", "AH.H/CH.H A 6 -"),
            ((0, 8, 0, 0), 3, "there is a choice", "A1.2/CH.H A 1 -"),
            ((0, 8, 0, 0), 4, "4 is no choice", "A1.2/CH.H A 1 -"),
            ((0, 1769 - 60, 0, 6), 200, "200 is no choice", None),
        ],
    )
    def test_bytes(
        self, priority: Any, place: Any, value: int, words: str, position: str | None
    ) -> None:
        wrong = priority.copy()
        wrong[place] = value
        for work in (
            lambda: ludo.evaluate(["random", wrong]),
            lambda: ludo.best_response(wrong),
        ):
            with pytest.raises(PolicyError, match=words) as caught:
                work()
            assert (caught.value.index, caught.value.value) == (place, value)
            if position is not None:
                assert str(caught.value.position) == position
                assert position in str(caught.value)

    @pytest.mark.parametrize("value", [-0.1, 1.5, float("nan"), float("inf")])
    def test_floats(self, value: float) -> None:
        wrong = np.full((2, 1770, 1770, 7), 0.5, np.float32)
        wrong[1, 8, 0, 0] = value
        # Nobody chooses there.
        wrong[0, 0, 0, 5] = wrong[0, 1769, 3, 0] = np.nan
        with pytest.raises(PolicyError, match=r"the second policy at \[1, 8, 0, 0\]") as caught:
            ludo.evaluate(["random", wrong], ["C", "D"])
        assert str(caught.value.position) == "CH.H/D1.2 D 1 -"

    @pytest.mark.parametrize(
        ("array", "words"),
        [
            (lambda: np.zeros((1770, 1770, 7), np.uint8), r"shape \(1770, 1770, 7\)"),
            (lambda: np.zeros((1, 1770, 1770, 7), np.int8), "array of int8"),
            (lambda: np.zeros((1, 1770, 1770, 7), bool), "array of bool"),
            (lambda: np.zeros(5), "array of float64"),
            (lambda: np.array("random"), "shape"),
        ],
    )
    def test_shapes_and_types(self, array: Any, words: str) -> None:
        with pytest.raises(PolicyError, match=words) as caught:
            ludo.evaluate([array(), "random"])
        assert "(1, 1770, 1770, 7)" in str(caught.value)
        assert caught.value.index is None
        with pytest.raises(ParlorError):
            ludo.evaluate(array())

    def test_one_of_opposite_seats_is_none_of_adjacent_ones(self, priority: Any) -> None:
        with pytest.raises(PolicyError, match=r"adjacent seats .* \(2, 1770, 1770, 7\)"):
            ludo.best_response(priority, ("A", "B"))

    def test_one_that_is_not_contiguous_is_read(self, priority: Any) -> None:
        turned = np.asfortranarray(priority)
        turned[0, 8, 0, 0] = 9
        with pytest.raises(PolicyError, match="9 is no choice"):
            ludo.best_response(turned[:])


class TestBestResponse:
    """parlor.ludo.best_response."""

    def test_it_beats_the_rules_by_more_than_best_play(self, response: Any) -> None:
        assert response.first_player == pytest.approx(0.5696393986177809, abs=1e-13)
        # Best play that begins wins 0.564 against them (docs/ludo-solved.md).
        assert response.first_player > 0.5650
        assert response.seats == ("A", "C")

    def test_games_are_won_as_often(self, response: Any, priority: Any) -> None:
        share, error = simulated([response.table, priority], 20_000)
        assert abs(share - response.first_player) < 4 * error

    def test_its_table_is_a_policy(self, response: Any, priority: Any) -> None:
        assert response.table.dtype == np.uint8
        assert ((response.table == 3) == (priority == 3)).all()
        assert not (response.table == 2).any()

    @pytest.mark.parametrize("policy", [None, 1, "best", ["random"], b"random"])
    def test_what_is_no_policy(self, policy: Any) -> None:
        with pytest.raises(ParlorError, match="random, priority, optimal"):
            ludo.best_response(policy)
        with pytest.raises(SeatError):
            ludo.best_response("random", ["A", "A"])


class TestPolicyFrom:
    """parlor.ludo.policy_from."""

    def test_what_it_shows_is_what_batches_show(self) -> None:
        for seats in (("A", "C"), ("D", "A")):
            shown: list[Any] = []

            def look(observation: Any, mask: Any, shown: list[Any] = shown) -> Any:
                if len(shown) == 40:
                    raise StopIteration
                shown.append((observation, mask))
                return np.ones(len(mask), int)

            with pytest.raises(StopIteration):
                ludo.policy_from(look, seats, batch=977)
            table = ludo.policy_table("random", seats)
            places = np.argwhere(table[0, :60] == 2)[: 40 * 977]
            for index in range(0, len(places), 997):
                own, other, decision = places[index]
                # Side 0 is that of the player with the other next clockwise.
                mover, waiter = ("A", "C") if seats == ("A", "C") else ("D", "A")
                pair = {
                    seat: ".".join(map(ludo_name, ludo.PAIRS[at]))
                    for seat, at in ((mover, own), (waiter, other))
                }
                tokens = "/".join(seat + pair[seat] for seat in sorted(pair))
                roll = ["1", "2", "3", "4", "5", "6", "6b"][decision]
                batch = ludo.Batch.of([ludo.Position.parse(f"{tokens} {mover} {roll} -")])
                observation, mask = (array[index % 977] for array in shown[index // 977])
                assert (batch.observation[0] == observation).all()
                assert (batch.action_mask[0] == mask).all()

    def test_a_policy_of_numbers(self, priority: Any) -> None:
        table = ludo.policy_from(lambda _, mask: np.full(len(mask), 2))
        assert table.dtype == np.uint8
        assert ((table == 1) == (priority != 3)).all()

    def test_a_policy_of_probabilities_of_actions(self) -> None:
        table = ludo.policy_from(lambda _, mask: mask / 2.0, batch=1 << 20)
        assert table.dtype == np.float32
        assert (table == np.where(ludo.policy_table("random") == 2, 0.5, 0)).all()

    @pytest.mark.parametrize(
        ("answer", "words"),
        [
            (lambda n: np.ones(n + 1, int), "with the shape"),
            (lambda n: np.ones((n, 3)), "with the shape"),
            (lambda n: np.ones((n, 4), int), "with the shape"),
            (lambda n: None, "object"),
            (lambda n: ["p"] * n, "array of <U1"),
            (lambda n: np.ones(n, bool), "array of bool"),
            (lambda n: np.arange(n), "returned 0; the legal actions are 1"),
            (lambda n: np.full(n, 3), "returned 3; the legal actions are 1"),
            (lambda n: np.full(n, 1.01), "returned 1.01; the probability of q"),
            (lambda n: np.full(n, np.nan), "returned nan"),
            (lambda n: np.full((n, 4), 0.25), "add up to 1"),
            (lambda n: np.tile([0, 0.4, 0.4, 0], (n, 1)), "add up to 1"),
            (lambda n: np.tile([0, -1.0, 2.0, 0], (n, 1)), "from 0 to 1"),
        ],
    )
    def test_a_wrong_answer(self, answer: Any, words: str) -> None:
        with pytest.raises(PolicyError, match=words) as caught:
            ludo.policy_from(lambda _, mask: answer(len(mask)))
        assert caught.value.index is not None
        assert caught.value.position is not None
        assert caught.value.position.legal_actions == ("p", "q")

    def test_numbers_and_probabilities_do_not_mix(self) -> None:
        kinds = iter([int, float])
        with pytest.raises(PolicyError, match="floats after integers"):
            ludo.policy_from(lambda _, mask: np.ones(len(mask), next(kinds)), batch=10)

    @pytest.mark.parametrize("batch", [0, -1, 1.5, "8", None, True, 1 << 30])
    def test_what_is_no_batch(self, batch: Any) -> None:
        with pytest.raises(ParlorError, match="the batch is"):
            ludo.policy_from(network, batch=batch)

    def test_what_is_no_function_or_no_seats(self) -> None:
        with pytest.raises(ParlorError, match="7 is no policy; give the name of a bot"):
            ludo.policy_from(7)  # type: ignore[arg-type, unused-ignore]
        with pytest.raises(ParlorError, match="it must take a position, or observations and"):
            ludo.policy_from(lambda: 1)  # type: ignore[arg-type, unused-ignore]
        with pytest.raises(SeatError):
            ludo.policy_from(network, "AX")


class TestActionValues:
    """parlor.ludo.action_values."""

    @pytest.mark.parametrize("line", ["A20.50/C1.H A 3 -", "A20.H/B3.H B 6 -", "AH.H/CH.H A 2 -"])
    def test_they_are_the_values_after_the_actions(self, line: str) -> None:
        position = ludo.Position.parse(line)
        found = ludo.action_values(line)
        assert tuple(found) == position.legal_actions
        assert max(found.values()) == pytest.approx(ludo.value(position), abs=1e-15)
        for action, chance in found.items():
            after = ludo.value(position.apply(action), position.to_act)
            assert chance == pytest.approx(after, abs=1e-15)

    def test_what_has_none(self) -> None:
        with pytest.raises(UnsolvedError):
            ludo.action_values("AH.H/BH.H/CH.H A 6 -")
        for line in ("AH.H/CH.H A - -", "nonsense"):
            with pytest.raises(ParlorError):
                ludo.action_values(line)


def test_names_need_no_numpy() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from parlor import ludo\n"
        "try:\n    ludo.evaluate(['random', 'random'], progress=lambda done: 1 / 0)\n"
        "except ZeroDivisionError:\n    print('began')\n"
        "try:\n    ludo.PAIRS\n"
        "except ImportError as error:\n    print(error)\n"
        "from parlor.ludo import *\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.splitlines()[0] == "began", done.stderr
    assert "pip install" in done.stdout
    assert done.returncode == 0, done.stderr


def test_the_costs_of_rules_are_asked_of_priority_against_optimal() -> None:
    # The numbers are those of `Matchup::try_by_rule`, which its own tests compare with
    # docs/ludo-solved/by-rule.json; they take minutes.
    for policies in (("optimal", "priority"), ("priority", "random")):
        with pytest.raises(ParlorError, match=r"by_rule requires the policies \("):
            ludo.evaluate(policies, by_rule=True)
    with pytest.raises(ParlorError, match="by_rule is 1; it is True or False"):
        ludo.evaluate(("priority", "optimal"), by_rule=1)  # type: ignore[arg-type]

    def stops(done: float) -> None:
        if done > 0.01:
            raise KeyError(done)

    with pytest.raises(KeyError):
        ludo.evaluate(("priority", "optimal"), by_rule=True, progress=stops)
    assert ludo.Evaluation(("A", "C"), ("priority", "optimal"), 0.5, 66.0).by_rule is None


def test_the_value_of_an_error_is_that_of_the_place() -> None:
    table = ludo.policy_table("random")
    with pytest.raises(PolicyError) as shape:
        ludo.evaluate([table[:, :5], "random"])
    assert shape.value.value == (1, 5, 1770, 7)
    with pytest.raises(PolicyError) as kind:
        ludo.evaluate([table.astype(np.int32), "random"])
    assert str(kind.value.value) == "int32"
    with pytest.raises(PolicyError) as answer:
        ludo.policy_from(lambda observation, mask: np.zeros((len(mask), 3)), batch=4)
    assert answer.value.value == (4, 3)
    kinds = iter((np.ones(4, int), np.full(4, 0.25)))
    with pytest.raises(PolicyError) as mixed:
        ludo.policy_from(lambda observation, mask: next(kinds), batch=4)
    assert mixed.value.value == 0.25
