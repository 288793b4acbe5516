"""The package's positions: what holds for every one that play can reach (Hypothesis)."""

from __future__ import annotations

import copy
import inspect
import itertools
import math
import pickle
import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st
from KubaGame import KubaGame
from parlor import (
    NotationError,
    ParlorError,
    PlayError,
    Record,
    RulesError,
    SetupError,
    kuba,
    ludo,
)

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
CHOICES = ["p", "q", "pq", "-"]
PUSHES = [f"{row}{column}{way}" for row in range(7) for column in range(7) for way in "LRFB"]
STEPS = {"L": (0, -1), "R": (0, 1), "F": (-1, 0), "B": (1, 0)}
ALL_SEATS = [
    list(seats)
    for count in (2, 3, 4)
    for seats in itertools.permutations("ABCD", count)
]  # fmt: skip


def ludo_after(seats: list[str], seed: int, actions: int) -> ludo.Position:
    """A position of a random game, which may be over."""
    dice = random.Random(seed)
    position = ludo.Position(seats)
    for _ in range(actions):
        if position.phase == "over":
            break
        roll_due = position.phase == "roll"
        position = position.apply(
            dice.randint(1, 6) if roll_due else dice.choice(position.legal_moves)
        )
    return position


def kuba_after(rules: str, to_move: str, seed: int, actions: int) -> kuba.Position:
    """A position of a random game, which may be over."""
    chance = random.Random(seed)
    position = kuba.Position(rules=rules, to_move=to_move)
    for _ in range(actions):
        if position.is_over:
            break
        taking = [push for push in position.legal_moves if takes(position, push)]
        position = position.apply(chance.choice(taking or position.legal_actions))
    return position


def takes(position: kuba.Position, push: str) -> bool:
    """Whether a push takes a marble off: games that take end, and are the interesting ones."""
    return sum(position.apply(push).counts) < sum(position.counts)


seeds = st.integers(0, 2**32)
ludo_positions = st.builds(ludo_after, st.sampled_from(ALL_SEATS), seeds, st.integers(0, 700))
kuba_positions = st.builds(
    kuba_after, st.sampled_from(kuba.RULES), st.sampled_from("WB"), seeds, st.integers(0, 70)
)
positions = st.one_of(ludo_positions, kuba_positions)


#: Two marbles that seldom meet, in classroom rules: random play goes on and on.
LONELY = "w6/7/7/7/7/7/6b w0b0 w - c"


class TestEveryPosition:
    """What is the same for both games."""

    @given(positions)
    def test_parse_and_str_are_each_others_inverse(self, position: Any) -> None:
        again = type(position).parse(str(position))
        assert again == position
        assert str(again) == str(position)
        names = {"parlor": sys.modules["parlor"]}
        assert eval(repr(position), names) == position

    @given(positions)
    def test_copies_and_pickles_are_equal(self, position: Any) -> None:
        copies = [copy.copy(position), copy.deepcopy(position)]
        copies += [pickle.loads(pickle.dumps(position, protocol)) for protocol in PROTOCOLS]
        for copied in copies:
            assert copied == position
            assert hash(copied) == hash(position)
            assert copied.stable_hash == position.stable_hash
            assert str(copied) == str(position)

    @given(positions, positions)
    def test_positions_are_equal_if_their_lines_are(self, one: Any, other: Any) -> None:
        same = str(one) == str(other)
        assert (one == other) is same
        assert (one != other) is not same
        assert len({one, other}) == (1 if same else 2)
        if not same:
            assert one.stable_hash != other.stable_hash

    @given(positions)
    def test_the_stable_hash_has_64_bits(self, position: Any) -> None:
        assert type(position.stable_hash) is int
        assert 0 <= position.stable_hash < 2**64

    @given(positions)
    def test_a_position_cannot_be_changed(self, position: Any) -> None:
        for name in (name for name in dir(position) if not name.startswith("_")):
            with pytest.raises(AttributeError):
                setattr(position, name, None)
        with pytest.raises(AttributeError):
            position.note = 1

    @given(positions)
    def test_a_position_equals_nothing_else(self, position: Any) -> None:
        assert position != str(position)
        assert position != None  # noqa: E711
        with pytest.raises(TypeError):
            position < str(position)  # noqa: B015

    @given(positions)
    def test_the_board_is_drawn_in_lines(self, position: Any) -> None:
        drawing: str = position.to_text()
        assert isinstance(drawing, str)
        assert len(drawing.splitlines()) >= 7

    @given(positions, st.text(max_size=6))
    def test_any_text_as_an_action(self, position: Any, text: str) -> None:
        before = str(position)
        for ask in (position.apply, position.events):
            try:
                ask(text)
            except (PlayError, NotationError) as error:
                assert error.value is text
        assert str(position) == before

    @pytest.mark.parametrize("kind", [ludo.Position, kuba.Position])
    @given(st.text(max_size=80))
    def test_any_text_as_a_position(self, kind: Any, text: str) -> None:
        with pytest.raises((NotationError, SetupError)) as caught:
            kind.parse(text)
        assert caught.value.value is text

    @given(positions, st.data())
    def test_a_line_with_a_slip(self, position: Any, data: Any) -> None:
        line = str(position)
        at = data.draw(st.integers(0, len(line)))
        skipped = data.draw(st.integers(0, 2))
        piece = data.draw(st.text(alphabet="ABCDHRE./ 0123456789wbrtc+-LF\ud800é", max_size=2))
        slip = line[:at] + piece + line[at + skipped :]
        try:
            assert str(type(position).parse(slip)) == slip
        except NotationError as error:
            assert 1 <= error.column <= len(slip) + 1
            assert error.expected
            assert error.value is slip
        except SetupError as error:
            assert error.value is slip
            assert error.reasons
            assert all(type(reason) is str for reason in error.reasons)

    @pytest.mark.parametrize("value", [None, True, 1.5, b"A", [], {}, object(), ("A",)])
    @pytest.mark.parametrize(
        "call",
        [
            lambda value: ludo.Position(value),
            lambda value: ludo.Position(["A", value]),
            lambda value: ludo.Position(["A", "B"], rules=value),
            ludo.Position.parse,
            ludo.Position(["A", "B"]).apply,
            ludo.Position(["A", "B"]).events,
            ludo.Position(["A", "B"]).apply(6).apply,
            ludo.Position(["A", "B"]).random_playout,
            lambda value: ludo.Position(["A", "B"]).random_playout(1, roll_limit=value),
            lambda value: kuba.Position(rules=value),
            lambda value: kuba.Position(to_move=value),
            kuba.Position.parse,
            kuba.Position().apply,
            kuba.Position().events,
            kuba.Position().random_playout,
            lambda value: kuba.Position().random_playout(1, push_limit=value),
        ],
    )
    def test_values_of_wrong_types(self, call: Callable[[Any], object], value: Any) -> None:
        with pytest.raises(ParlorError):
            call(value)

    @pytest.mark.parametrize("value", [None, True, "A", ludo.Position(["A", "B"]), object()])
    def test_what_is_no_position_cannot_be_counted(self, value: Any) -> None:
        counter = kuba.Repetitions(kuba.Position())
        for ask in (kuba.Repetitions, counter.turn_began):
            with pytest.raises((ParlorError, TypeError)):
                ask(value)

    @pytest.mark.parametrize("number", [0, 7, -1, 10**1000])
    def test_l_5_numbers_that_no_die_shows(self, number: int) -> None:
        for ask in (ludo.Position(["A", "B"]).apply, ludo.Position(["A", "B"]).events):
            with pytest.raises(ParlorError) as caught:
                ask(number)
            assert caught.value.value is number

    @pytest.mark.parametrize("start", [ludo.Position(["A", "B"]), kuba.Position()])
    @pytest.mark.parametrize("seed", [-1, 2**64, 10**1000, True, 1.0, "1", None])
    def test_seeds_that_are_none(self, start: Any, seed: Any) -> None:
        with pytest.raises(ParlorError) as caught:
            start.random_playout(seed)
        assert caught.value.value is seed

    @pytest.mark.parametrize("kind", [ludo.Position, kuba.Position, ludo.Playout, kuba.Playout])
    def test_the_classes_are_final(self, kind: Any) -> None:
        with pytest.raises(TypeError):
            type("Sub", (kind,), {})

    @given(positions, seeds)
    @settings(max_examples=50)
    def test_playouts_are_copied_and_pickled(self, position: Any, seed: int) -> None:
        playout = position.random_playout(seed)
        copies = [copy.copy(playout), copy.deepcopy(playout)]
        copies += [pickle.loads(pickle.dumps(playout, protocol)) for protocol in PROTOCOLS]
        for copied in copies:
            assert type(copied) is type(playout)
            assert copied == playout
            assert hash(copied) == hash(playout)
            assert repr(copied) == repr(playout)

    @pytest.mark.parametrize(
        ("thing", "signature"),
        [
            (ludo.Position, "(seats, *, rules='classic')"),
            (ludo.Position.random_playout, "(self, /, seed, *, roll_limit=10000)"),
            (ludo.Playout, "(position, rolls)"),
            (kuba.Position, "(*, rules='classroom', to_move='W')"),
            (kuba.Position.random_playout, "(self, /, seed, *, push_limit=1000)"),
            (kuba.Playout, "(pushes, ended_by, winner=None)"),
            (kuba.Repetitions, "(position)"),
            (
                Record,
                "(game, seats, *, rules=None, names=None, date=None, limit=None, start=None)",
            ),
            (Record.scripted, "(players, turns, *, names=None, date=None)"),
            (Record.push, "(self, /, action, *, comment=None, clock=None)"),
            (Record.finish, "(self, /, ending, *, winner=None)"),
            (Record.spaces, "(self, /, plies=None)"),
            (Record.to_svg, "(self, /, at=None, *, theme='auto')"),
            (ludo.Position.to_svg, "(self, /, *, theme='auto')"),
            (kuba.Position.to_svg, "(self, /, *, theme='auto')"),
        ],
    )
    def test_signatures_say_what_is_taken(self, thing: Any, signature: str) -> None:
        assert str(inspect.signature(thing)) == signature

    def test_what_is_left_out_is_what_the_signatures_say(self) -> None:
        def usual(thing: Any) -> dict[str, Any]:
            parameters = inspect.signature(thing).parameters.values()
            return {one.name: one.default for one in parameters if one.default is not one.empty}

        seated, start = ludo.Position(["A", "B"]), kuba.Position()
        assert ludo.Position(["A", "B"], **usual(ludo.Position)) == seated
        assert kuba.Position(**usual(kuba.Position)) == start
        drawn = kuba.Playout(3, "push limit", **usual(kuba.Playout))
        assert drawn == kuba.Playout(3, "push limit")
        assert kuba.Playout(3, "push limit").winner is None
        for seed in range(5):
            by_rolls = usual(ludo.Position.random_playout)
            assert seated.random_playout(seed, **by_rolls) == seated.random_playout(seed)
            by_pushes = usual(kuba.Position.random_playout)
            assert start.random_playout(seed, **by_pushes) == start.random_playout(seed)

    def test_k_13_the_limit_that_is_left_out_is_1000_pushes(self) -> None:
        """Only a game that is cut off shows it; Ludo's games all end before theirs (L-31)."""
        lonely = kuba.Position.parse(LONELY)
        longer = [lonely.random_playout(seed, push_limit=1_001) for seed in range(200)]
        cut = [lonely.random_playout(seed) for seed in range(200)]
        pushes = [(one.pushes, other.pushes) for one, other in zip(longer, cut)]
        assert pushes.count((1_001, 1_000)) >= 10
        for one, other in zip(longer, cut):
            if one.pushes > 1_000:
                assert (other.pushes, other.ended_by) == (1_000, "push limit")
            else:
                assert other == one

    def test_rule_sets_are_named(self) -> None:
        assert ludo.RULES == ("classic",)
        assert kuba.RULES == ("classroom", "tournament")
        assert ludo.Position(["A", "B"], rules="classic").rules == "classic"
        assert kuba.Position(rules="tournament").rules == "tournament"
        assert kuba.Position().rules == "classroom"
        for make in (
            lambda: ludo.Position(["A", "B"], rules="x"),
            lambda: kuba.Position(rules="x"),
        ):
            with pytest.raises(RulesError) as caught:
                make()
            assert caught.value.value == "x"


class TestLudo:
    """parlor.ludo."""

    @given(ludo_positions)
    def test_l_29_the_phases(self, position: ludo.Position) -> None:
        over = position.phase == "over"
        assert position.is_over is over
        assert (position.to_act is None) is over
        assert (position.roll is not None) is (position.phase == "choose")
        assert bool(position.legal_moves) is (position.phase == "choose")
        assert bool(position.chance_outcomes) is (position.phase == "roll")
        assert position.winner == (position.finished[0] if position.finished else None)
        assert set(position.tokens) == set(position.spaces) == set(position.seats)
        assert over is (len(position.finished) == len(position.seats))

    @given(ludo_positions)
    def test_the_chances_sum_to_1(self, position: ludo.Position) -> None:
        assume(position.phase == "roll")
        rolls, chances = zip(*position.chance_outcomes)
        assert rolls == (1, 2, 3, 4, 5, 6)
        assert math.isclose(sum(chances), 1)
        assert set(chances) == {1 / 6}

    @given(ludo_positions, st.integers(1, 6))
    def test_l_27_what_is_legal_and_nothing_else(self, position: ludo.Position, roll: int) -> None:
        assume(not position.is_over)
        if position.phase == "roll":
            self.refused(position, "L-29", CHOICES)
            position = position.apply(roll)
            assert position.roll == roll
        # Smaller ones are numbers of choices.
        self.refused(position, "L-29", [4, 5, 6])
        before = str(position)
        assert position.legal_moves
        for choice in CHOICES:
            if choice in position.legal_moves:
                assert str(position.apply(choice)) != before
            else:
                self.refused(position, None, [choice])
        assert str(position) == before

    def refused(self, position: ludo.Position, rule: str | None, actions: list[Any]) -> None:
        for action in actions:
            for ask in (position.apply, position.events):
                with pytest.raises(PlayError) as caught:
                    ask(action)
                assert caught.value.value is action
                assert caught.value.rule is not None
                assert rule in (None, caught.value.rule)

    @given(ludo_positions, st.integers(1, 6))
    def test_a_whole_action_is_a_roll_and_its_choice(
        self, position: ludo.Position, roll: int
    ) -> None:
        assume(position.phase == "roll")
        rolled = position.apply(roll)
        for seat, choice in itertools.product("ABCD", CHOICES):
            action = f"{seat}{roll}{choice}"
            if seat == position.to_act and choice in rolled.legal_moves:
                assert position.apply(action) == rolled.apply(choice)
                assert position.events(action) == rolled.events(choice)
            else:
                with pytest.raises(PlayError) as caught:
                    position.apply(action)
                assert (caught.value.rule == "L-28") is (seat != position.to_act)

    def test_l_29_a_whole_action_needs_a_roll_that_is_due(self) -> None:
        with pytest.raises(PlayError) as caught:
            ludo.Position(["A", "B"]).apply(6).apply("A6p")
        assert caught.value.rule == "L-29"

    @given(ludo_positions)
    def test_l_30_nothing_is_played_after_the_end(self, position: ludo.Position) -> None:
        while not position.is_over:
            position = position.random_playout(1).position
        assert (position.legal_moves, position.chance_outcomes) == ((), ())
        self.refused(position, "L-30", [*CHOICES, 1, 6, "A6p"])

    @given(ludo_positions, st.integers(1, 6))
    def test_events_show_exactly_what_changes(self, position: ludo.Position, roll: int) -> None:
        assume(not position.is_over)
        if position.phase == "roll":
            assert position.events(roll) == ()
            position = position.apply(roll)
        for choice in position.legal_moves:
            self.follow(position, choice)

    def follow(self, position: ludo.Position, choice: str) -> None:
        """Carry the events out by hand and compare."""
        after = position.apply(choice)
        tokens = {
            (seat, t): at for seat in position.seats for t, at in zip("pq", position.tokens[seat])
        }
        finished = list(position.finished)
        for event in position.events(choice):
            assert event.text
            if isinstance(event, ludo.LeftYard):
                assert tokens[event.seat, event.token] == -1
                tokens[event.seat, event.token] = 0
            elif isinstance(event, ludo.Moved):
                assert event.choice == choice
                for token in event.choice:
                    assert tokens[event.seat, token] == event.start
                    tokens[event.seat, token] = event.end
                number = "pq".index(event.choice[0])
                assert event.path[-1] == after.spaces[event.seat][number]
                assert len(event.path) == position.roll
            elif isinstance(event, ludo.Bounced):
                assert tokens[event.seat, event.choice[0]] == event.at == 57 - event.back
            elif isinstance(event, ludo.Kicked):
                assert event.by == position.to_act != event.seat
                number = "pq".index(event.token)
                assert position.spaces[event.seat][number] == str(event.space)
                tokens[event.seat, event.token] = -1
            elif isinstance(event, ludo.Stacked):
                assert tokens[event.seat, "p"] == tokens[event.seat, "q"] == event.at
            elif isinstance(event, ludo.ReachedEnd):
                assert all(tokens[event.seat, token] == 57 for token in event.choice)
            elif isinstance(event, ludo.Finished):
                assert tokens[event.seat, "p"] == tokens[event.seat, "q"] == 57
            elif isinstance(event, ludo.Placed):
                finished.append(event.seat)
                assert event.place == len(finished)
            else:
                assert isinstance(event, ludo.Passed)
                assert (event.seat, event.roll, choice) == (position.to_act, position.roll, "-")
        for seat in position.seats:
            assert after.tokens[seat] == (tokens[seat, "p"], tokens[seat, "q"])
        assert after.finished == tuple(finished)

    @given(st.sampled_from(ALL_SEATS), st.integers(0, 2**64 - 1))
    @settings(max_examples=50)
    def test_l_31_playouts_are_repeatable(self, seats: list[str], seed: int) -> None:
        start = ludo.Position(seats)
        before = str(start)
        one, other = start.random_playout(seed), start.random_playout(seed)
        assert one == other
        assert hash(one) == hash(other)
        assert str(one.position) == str(other.position)
        assert str(start) == before
        assert one.position.is_over
        places = sorted(itertools.chain.from_iterable(one.places.values()))
        assert places == list(range(1, len(seats) + 1))
        assert one.places[one.position.finished[0]] == (1,)

    @given(st.sampled_from(ALL_SEATS), seeds, st.integers(1, 400))
    @settings(max_examples=50)
    def test_l_31_a_limit_shares_the_places(self, seats: list[str], seed: int, limit: int) -> None:
        whole = ludo.Position(seats).random_playout(seed)
        cut = ludo.Position(seats).random_playout(seed, roll_limit=limit)
        assert cut.rolls == min(whole.rolls, limit)
        if whole.rolls > limit:
            done = len(cut.position.finished)
            rest = tuple(range(done + 1, len(seats) + 1))
            for seat in seats:
                finished = seat in cut.position.finished
                place = (cut.position.finished.index(seat) + 1,) if finished else rest
                assert cut.places[seat] == place

    @given(ludo_positions, st.integers(0, 2**31))
    def test_a_playout_can_be_made(self, position: ludo.Position, rolls: int) -> None:
        made = ludo.Playout(position, rolls)
        assert (made.position, made.rolls) == (position, rolls)
        assert made == ludo.Playout(position=position, rolls=rolls)
        assert made != ludo.Playout(position, rolls + 1)
        assert set(made.places) == set(position.seats)

    @pytest.mark.parametrize("rolls", [-1, 2**64, 10**1000, True, 1.0, "1", None])
    def test_a_playout_needs_a_number_of_rolls(self, rolls: Any) -> None:
        with pytest.raises(ParlorError) as caught:
            ludo.Playout(ludo.Position(["A", "B"]), rolls)
        assert caught.value.value is rolls

    @pytest.mark.parametrize("position", [None, "AH.H/BH.H A - -", kuba.Position(), object()])
    def test_a_playout_needs_a_position(self, position: Any) -> None:
        with pytest.raises((ParlorError, TypeError)):
            ludo.Playout(position, 1)

    def test_playouts_are_the_same_in_threads(self) -> None:
        start = ludo.Position(["A", "B", "C", "D"])
        alone = [start.random_playout(seed) for seed in range(400)]
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(start.random_playout, range(400))) == alone
        assert len({playout.rolls for playout in alone}) > 50

    @given(ludo_positions, seeds)
    def test_playouts_go_on_from_any_position(self, position: ludo.Position, seed: int) -> None:
        playout = position.random_playout(seed)
        assert playout.position.is_over
        assert playout.position.finished[: len(position.finished)] == position.finished
        assert (playout.rolls == 0) is position.is_over

    @pytest.mark.parametrize(
        "seats", [[], ["A"], ["A", "A"], ["A", "b"], ["A", "B", "C", "D", "A"], "AX", ["A", ""]]
    )
    def test_l_1_seats_that_cannot_play(self, seats: Any) -> None:
        with pytest.raises(ParlorError):
            ludo.Position(seats)

    @pytest.mark.parametrize("seats", [("C", "A"), iter("CA"), {"C": 1, "A": 2}, ["C", "A"]])
    def test_l_28_the_seat_named_first_begins(self, seats: Any) -> None:
        assert ludo.Position(seats).to_act == "C"


class TestKuba:
    """parlor.kuba."""

    @given(kuba_positions)
    def test_k_1_marbles_are_kept(self, position: kuba.Position) -> None:
        cells = "".join(position.board)
        assert [len(row) for row in position.board] == [7] * 7
        assert set(cells) <= set("WBR.")
        assert position.counts == tuple(cells.count(marble) for marble in "WBR")
        assert position.counts[2] + sum(position.captured.values()) == 13
        assert set(position.captured) == {"W", "B"}
        assert position.chance_outcomes == ()

    @given(kuba_positions)
    @settings(max_examples=60)
    def test_k_3_legal_moves_are_what_can_be_applied(self, position: kuba.Position) -> None:
        before = str(position)
        allowed = []
        for push in PUSHES:
            try:
                position.apply(push)
            except PlayError as error:
                assert error.value is push
                assert error.rule in ("K-3", "K-5", "K-7", "K-16")
                with pytest.raises(PlayError):
                    position.events(push)
            else:
                allowed.append(push)
        assert sorted(allowed) == sorted(position.legal_moves)
        order = sorted(position.legal_moves, key=lambda push: ("LRFB".index(push[2]), push))
        assert list(position.legal_moves) == order
        assert str(position) == before

    @pytest.mark.parametrize(
        ("line", "push", "won_by"),
        [
            ("7/7/7/5wr/7/7/b6 w6b0 w - c", "35R", "reds"),
            ("7/7/7/5wb/7/7/7 w0b0 w - c", "35R", "elimination"),
            ("7/7/3w3/2wb1w1/3w3/7/7 w0b0 w - c", "35L", "blocked"),
        ],
    )
    def test_k_8_k_9_k_10_each_win_has_a_name(self, line: str, push: str, won_by: str) -> None:
        won = kuba.Position.parse(line).apply(push)
        assert (won.is_over, won.winner, won.won_by) == (True, "W", won_by)

    def test_older_names_stay(self) -> None:
        assert ludo.analyse is ludo.analyze
        assert kuba.analyse is kuba.analyze
        assert kuba.TookOff is kuba.Ejected
        assert kuba.Barred is kuba.Ko
        after = kuba.Position.parse("7/7/wb5/7/7/7/7 w0b0 w - c").apply("20R")
        assert after.barred == after.ko == "22L"

    @given(kuba_positions)
    def test_k_12_when_a_turn_can_be_ended(self, position: kuba.Position) -> None:
        end = ("end",) if position.may_push_again else ()
        assert position.legal_actions == position.legal_moves + end
        if position.may_push_again:
            ended = position.apply("end")
            assert ended.to_move != position.to_move
            assert ended.board == position.board
        else:
            with pytest.raises(PlayError):
                position.apply("end")

    @given(kuba_positions)
    def test_the_end(self, position: kuba.Position) -> None:
        assert position.is_over is (position.winner is not None) is (position.won_by is not None)
        assert position.is_over is (position.legal_moves == ())
        if position.won_by == "reds":
            assert position.captured[position.winner or ""] == 7
        elif position.won_by == "elimination":
            assert 0 in position.counts[:2]
        elif position.won_by == "blocked":
            assert position.winner != position.to_move

    @given(kuba_positions)
    @settings(max_examples=60)
    def test_events_show_exactly_what_changes(self, position: kuba.Position) -> None:
        for action in position.legal_actions:
            self.follow(position, action)

    def follow(self, position: kuba.Position, action: str) -> None:
        """Carry the events out by hand and compare."""
        after = position.apply(action)
        cells = [list(row) for row in position.board]
        captured = dict(position.captured)
        to_move, again, barred, won = position.to_move, False, None, None
        for event in position.events(action):
            assert event.text
            if isinstance(event, kuba.Pushed):
                assert (event.side, event.push) == (position.to_move, action)
                row, column = int(action[0]), int(action[1])
                down, right = STEPS[action[2]]
                carried = "."
                for _ in range(event.length):
                    cells[row][column], carried = carried, cells[row][column]
                    row, column = row + down, column + right
                if 0 <= row < 7 and 0 <= column < 7:
                    assert cells[row][column] == "."
                    cells[row][column] = carried
            elif isinstance(event, kuba.Captured):
                captured[event.side] += 1
                assert event.total == captured[event.side]
                assert position.board[event.cell[0]][event.cell[1]] == "R"
            elif isinstance(event, kuba.Ejected):
                assert position.board[event.cell[0]][event.cell[1]] in "WB"
                assert event.left == after.counts["WB".index("B" if event.side == "W" else "W")]
            elif isinstance(event, kuba.MayPushAgain):
                again = event.side == to_move
            elif isinstance(event, kuba.TurnEnded):
                assert event.side == to_move
                to_move = "B" if to_move == "W" else "W"
            elif isinstance(event, kuba.Ko):
                barred = event.push
            else:
                assert isinstance(event, kuba.Won)
                won = event.side, event.by
        assert after.board == tuple("".join(row) for row in cells)
        assert after.captured == captured
        assert (after.may_push_again, after.barred) == (again, barred)
        assert won == (None if after.winner is None else (after.winner, after.won_by))
        if after.rules == "tournament" or not after.is_over:
            assert after.to_move == to_move

    @given(kuba_positions)
    def test_k_7_the_barred_push_restores_the_cells(self, position: kuba.Position) -> None:
        for push in position.legal_moves:
            after = position.apply(push)
            if after.barred is not None:
                assert after.barred not in after.legal_moves
                line = str(after).split(" ")
                free = kuba.Position.parse(" ".join([*line[:3], "-", line[4]]))
                if not free.is_over:
                    assert free.apply(after.barred).board == position.board

    @given(st.sampled_from(kuba.RULES), seeds, st.integers(1, 60))
    @settings(max_examples=60)
    def test_the_class_and_the_positions_agree(self, rules: str, seed: int, pushes: int) -> None:
        chance = random.Random(seed)
        names = {"W": "Ann", "B": "Bob"}
        game = KubaGame(("Ann", "W"), ("Bob", "B"), rules=rules)
        position = kuba.Position(rules=rules)
        counter = kuba.Repetitions(position)
        for _ in range(pushes):
            if position.is_over or counter.is_draw:
                break
            push = chance.choice(position.legal_moves)
            cell = (int(push[0]), int(push[1]))
            assert game.make_move(names[position.to_move], cell, push[2]) is True
            position = position.apply(push)
            counter.turn_began(position)
            assert game.get_current_turn() == names[position.to_move]
            assert game.get_winner() == names.get(position.winner or "")
            assert game.get_marble_count() == position.counts
            assert game.is_draw() is counter.is_draw
            cells = "".join(
                game.get_marble((row, column)) for row in range(7) for column in range(7)
            )
            assert cells.replace("X", ".") == "".join(position.board)

    @given(st.sampled_from(kuba.RULES), st.integers(0, 2**64 - 1), st.integers(1, 1500))
    @settings(max_examples=50)
    def test_k_13_playouts_are_repeatable(self, rules: str, seed: int, limit: int) -> None:
        start = kuba.Position(rules=rules)
        before = str(start)
        one, other = (start.random_playout(seed, push_limit=limit) for _ in range(2))
        assert one == other
        assert hash(one) == hash(other)
        assert str(start) == before
        assert 0 < one.pushes <= limit
        assert (one.winner is None) is (one.ended_by in ("repetition", "push limit"))
        assert one.ended_by != "push limit" or one.pushes == limit

    @pytest.mark.parametrize(
        ("ended_by", "winner"),
        [
            *itertools.product(("reds", "elimination", "blocked"), "WB"),
            ("repetition", None),
            ("push limit", None),
        ],
    )
    def test_a_playout_can_be_made(self, ended_by: Any, winner: Any) -> None:
        made = kuba.Playout(7, ended_by, winner)
        assert (made.pushes, made.ended_by, made.winner) == (7, ended_by, winner)
        assert made == kuba.Playout(pushes=7, ended_by=ended_by, winner=winner)
        assert made != kuba.Playout(8, ended_by, winner)
        assert pickle.loads(pickle.dumps(made)) == made

    @pytest.mark.parametrize(
        ("ended_by", "winner"),
        [
            *itertools.product(("reds", "elimination", "blocked"), (None, "w", "", "R", 1)),
            *itertools.product(("repetition", "push limit"), ("W", "B", "x", 1)),
            *itertools.product(("", "Reds", "draw", None, 1, b"reds"), ("W", None)),
        ],
    )
    def test_a_playout_ends_in_one_way(self, ended_by: Any, winner: Any) -> None:
        with pytest.raises(ParlorError):
            kuba.Playout(7, ended_by, winner)

    @pytest.mark.parametrize("pushes", [-1, 2**64, 10**1000, True, 1.0, "1", None])
    def test_a_playout_needs_a_number_of_pushes(self, pushes: Any) -> None:
        with pytest.raises(ParlorError) as caught:
            kuba.Playout(pushes, "push limit")
        assert caught.value.value is pushes

    def test_playouts_are_the_same_in_threads(self) -> None:
        start = kuba.Position(rules="tournament")
        alone = [start.random_playout(seed) for seed in range(200)]
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(start.random_playout, range(200))) == alone
        assert len({playout.pushes for playout in alone}) > 20

    def test_k_12_the_third_count_draws(self) -> None:
        position = kuba.Position(rules="tournament")
        counter = kuba.Repetitions(position)
        counts = []
        for push in 2 * ["00B", "06B", "20F", "26F"]:
            assert counter.is_draw is False
            position = position.apply(push)
            counts.append(counter.turn_began(position))
        assert counts == [1, 1, 1, 2, 2, 2, 2, 3]
        assert counter.is_draw is True

    def test_k_12_classroom_rules_count_nothing(self) -> None:
        position = kuba.Position()
        counter = kuba.Repetitions(position)
        assert [counter.turn_began(position) for _ in range(5)] == [0] * 5
        assert counter.is_draw is False

    def test_counters_compare_and_copy(self) -> None:
        position = kuba.Position(rules="tournament")
        one, other = kuba.Repetitions(position), kuba.Repetitions(position)
        assert one == other
        with pytest.raises(TypeError):
            hash(one)
        for copied in (copy.copy(one), copy.deepcopy(one)):
            assert copied == one
            assert copied.turn_began(position) == 2
            assert copied != one
        assert one == other

    @given(seeds, st.integers(0, 60))
    @settings(max_examples=50)
    def test_k_12_counters_are_pickled(self, seed: int, turns: int) -> None:
        chance = random.Random(seed)
        position = kuba.Position(rules="tournament")
        counter = kuba.Repetitions(position)
        for push in (2 * ["00B", "06B", "20F", "26F"])[: chance.randrange(9)]:
            position = position.apply(push)
            counter.turn_began(position)
        for _ in range(turns):
            if position.is_over:
                break
            position = position.apply(chance.choice(position.legal_actions))
            counter.turn_began(position)
        ways: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy]
        for number in PROTOCOLS:
            ways.append(lambda one, number=number: pickle.loads(pickle.dumps(one, number)))  # type: ignore[misc]
        for again in ways:
            copied = again(counter)
            assert copied == counter
            assert copied.is_draw is counter.is_draw
            expected = copy.copy(counter).turn_began(position)
            assert copied.turn_began(position) == expected
            assert (copied != counter) is (expected > 0)

    @pytest.mark.parametrize("side", ["w", "", "R", "WB"])
    def test_k_11_sides_that_are_none(self, side: Any) -> None:
        with pytest.raises(ParlorError) as caught:
            kuba.Position(to_move=side)
        assert caught.value.value == side

    @pytest.mark.parametrize("action", ["77L", "65X", "", "65", "65FF", "END", " 65F", "-15F"])
    def test_texts_that_are_no_action(self, action: str) -> None:
        for ask in (kuba.Position().apply, kuba.Position().events):
            with pytest.raises(NotationError) as caught:
                ask(action)
            assert caught.value.value is action
            assert caught.value.expected
