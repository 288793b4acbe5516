"""Records: the same game as played by hand, in both forms, and whatever is wrong with one."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import hostile
import pytest
from hypothesis import given, settings, strategies as st
from LudoGame import LudoGame
from parlor import (
    NotationError,
    ParlorError,
    PlayError,
    Record,
    RecordError,
    RulesError,
    ScriptError,
    kuba,
    ludo,
)
from test_examples import GOLDEN

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
HEAD = "parlor-record 1\ngame: kuba\nseats: W, B\n"

seeds = st.integers(0, 2**32)
#: Anything that UTF-8 can say.
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def ludo_record(seats: list[str], seed: int, plies: int) -> tuple[Record, list[ludo.Position]]:
    """A random game by hand and its record, with every position that was met."""
    dice = random.Random(seed)
    record, position = Record("ludo", seats), ludo.Position(seats)
    positions = [position]
    while len(record) < plies and not position.is_over:
        roll = dice.randint(1, 6)
        rolled = position.apply(roll)
        choice = dice.choice(rolled.legal_moves)
        whole = f"{position.to_act}{roll}{choice}"
        if dice.random() < 0.5:
            record.push(whole)
        else:
            record.push(roll)
            record.push(choice)
        position = rolled.apply(choice)
        assert record.actions[-1] == whole
        positions.append(position)
    return record, positions


def kuba_record(rules: str, seed: int, plies: int) -> tuple[Record, list[kuba.Position]]:
    """As for Ludo; a draw by repetition may end it earlier."""
    chance = random.Random(seed)
    record, position = Record("kuba", ["W", "B"], rules=rules), kuba.Position(rules=rules)
    positions = [position]
    while len(record) < plies and record.ending is None:
        action = chance.choice(position.legal_actions)
        record.push(action)
        position = position.apply(action)
        positions.append(position)
    return record, positions


def same_in_every_form(record: Record) -> None:
    """Text, JSON, copies and pickles all give the record again."""
    again = [Record.read(record.to_text()), Record.read(record.to_json())]
    again += [copy.copy(record), copy.deepcopy(record)]
    again += [pickle.loads(pickle.dumps(record, protocol)) for protocol in PROTOCOLS]
    for one in again:
        assert type(one) is Record
        assert one is not record
        assert one == record
        assert one.to_text() == record.to_text() == str(record)
        assert one.to_json() == record.to_json()
        assert one.checksum == record.checksum
    assert json.loads(record.to_json())["checksum"] == record.checksum
    assert "\n" not in record.to_json()


class TestAgainstPlayByHand:
    """A record knows what the positions know."""

    @given(st.sampled_from([["A", "C"], ["C", "A"], ["B", "A", "D"], list("DCBA")]), seeds)
    @settings(max_examples=25)
    def test_ludo(self, seats: list[str], seed: int) -> None:
        record, positions = ludo_record(seats, seed, 1_000)
        assert len(record) == len(record.actions) == len(positions) - 1
        assert record.start == positions[0]
        for number in {0, 1, len(record) // 2, len(record) - 1, len(record)}:
            assert record.position(number) == positions[number]
            assert record.spaces(number) == positions[number].spaces
        last = positions[-1]
        if last.is_over:
            assert record.ending == "L-30"
            assert record.result == tuple((seat,) for seat in last.finished)
        assert record.seats == tuple(seats)
        assert list(record.spaces()) == seats
        assert len(record.explain()) == len(record)
        same_in_every_form(record)

    @given(st.sampled_from(kuba.RULES), seeds, st.integers(0, 200))
    @settings(max_examples=25)
    def test_kuba(self, rules: str, seed: int, plies: int) -> None:
        record, positions = kuba_record(rules, seed, plies)
        assert len(record) == len(positions) - 1
        for number in {0, len(record) // 2, len(record)}:
            assert record.position(number) == positions[number]
        last = positions[-1]
        if last.winner is not None:
            ways = {"reds": "K-8", "elimination": "K-9", "blocked": "K-10", None: ""}
            assert record.ending == ways[last.won_by]
            assert record.result == ((last.winner,), ("B" if last.winner == "W" else "W",))
        elif record.ending is not None:
            assert (record.ending, record.result) == ("K-12", (("W", "B"),))
        assert record.rules == rules
        same_in_every_form(record)

    def test_l_21_the_golden_game_at_every_roll(self) -> None:
        record = Record.scripted(["A", "B"], GOLDEN)
        assert len(record) == len(GOLDEN)
        for number in range(len(GOLDEN) + 1):
            spaces = LudoGame().play_game(["A", "B"], GOLDEN[:number])
            assert record.spaces(number) == {"A": tuple(spaces[:2]), "B": tuple(spaces[2:])}
        assert record.actions == tuple(f"{seat}{roll}" for seat, roll in GOLDEN)
        assert record.is_scripted
        assert (record.start, record.result, record.ending) == (None, None, None)
        same_in_every_form(record)
        assert record.explain()[0].startswith("A rolled 6: ")

    def test_l_20_skipped_turns_stay_and_are_reported(self) -> None:
        record = Record.scripted(["B", "A"], [("C", 6), ("B", 6)])
        assert record.actions == ("C6", "B6")
        assert list(record.spaces()) == ["B", "A"]
        assert "L-20" in record.explain()[0]

    def test_k_12_the_third_time_is_a_draw_and_nothing_follows(self) -> None:
        record = Record("kuba", ["W", "B"], rules="tournament")
        for push in 2 * ["00B", "06B", "20F", "26F"]:
            record.push(push)
        assert (record.ending, record.result) == ("K-12", (("W", "B"),))
        with pytest.raises(PlayError) as caught:
            record.push("00B")
        assert caught.value.rule == "K-12"
        assert "K-12" in record.explain()[-1]

    def test_k_13_the_limit_is_applied(self) -> None:
        record = Record("kuba", ["W", "B"], limit=2)
        record.push("65F")
        record.push("05B")
        assert (record.limit, record.ending) == (2, "K-13")
        with pytest.raises(PlayError) as caught:
            record.push("55F")
        assert caught.value.rule == "K-13"

    @pytest.mark.parametrize("action", [6, "A1-", "-", "A1"])
    def test_l_31_the_limit_is_applied_to_whatever_comes(self, action: Any) -> None:
        record = Record("ludo", ["A", "C"], limit=1)
        record.push("A1-")
        assert record.ending == "L-31"
        assert record.result == (("A", "C"),)
        with pytest.raises(PlayError) as caught:
            record.push(action)
        assert caught.value.rule == "L-31"
        assert len(record) == 1

    def test_l_29_a_roll_that_is_not_answered_stands_last(self) -> None:
        record = Record("ludo", ["A", "C"])
        record.push(6, comment="a six", clock=1_000)
        assert record.actions == ("A6",)
        assert "rolled 6" in record.explain()[0]
        same_in_every_form(record)
        record.push("p", clock=900)
        assert record.actions == ("A6p",)
        assert (record.comments, record.clocks) == (("a six",), (900,))

    def test_l_28_a_roll_as_records_write_it(self) -> None:
        record = Record("ludo", ["A", "C"])
        record.push("A1")
        record.push("A1-")
        record.push("C2")
        again = Record("ludo", ["A", "C"])
        for action in record.actions:
            again.push(action)
        assert again == record
        for action, rule in [("A3", "L-28"), ("C3", "L-29"), ("B3", "L-28")]:
            with pytest.raises(PlayError) as caught:
                record.push(action)
            assert caught.value.rule == rule

    def test_a_game_may_begin_anywhere(self) -> None:
        start = kuba.Position.parse("5wb/7/7/7/7/7/b6 w0b0 b - t")
        record = Record("kuba", ["B", "W"], start=start)
        assert (record.rules, record.start) == ("tournament", start)
        same_in_every_form(record)
        position = ludo.Position.parse("A28.28/C40.R A 4 -")
        other = Record("ludo", ["A", "C"], start=position)
        other.push("pq")
        assert other.actions == ("A4pq",)
        same_in_every_form(other)

    def test_pictures_show_the_moment_asked_for(self) -> None:
        record = Record("kuba", ["W", "B"], names={"W": "Ann", "B": "Bob"})
        record.push("65F")
        assert record.to_svg(0) != record.to_svg(at=1) == record.to_svg()
        assert 'trail"' in record.to_svg()
        assert "Ann" in record.to_svg(at=0)


class TestNotes:
    """Names, comments, clocks, dates: whatever people write."""

    @given(words, words, words, st.integers(0, 2**53 - 1))
    def test_any_text_goes_round(self, name: str, other: str, comment: str, clock: int) -> None:
        record = Record("kuba", ["W", "B"], names={"W": name, "B": other}, date="2026-11-20")
        record.push("65F", comment=comment, clock=clock)
        record.push("05B")
        record.annotate(2, other)
        assert record.names == {"W": name, "B": other}
        assert record.comments == (comment, other)
        assert record.clocks == (clock, None)
        same_in_every_form(record)
        assert record.explain()
        assert "<svg" in record.to_svg()

    @pytest.mark.parametrize(
        "text",
        ["", "\0", "\r\n\n\r", "}", "{", "\\", "\\}", "a } b {", "[clock 0:01]", "# no",
         "parlor-record 1", "\nparlor-record 1\n", "\u2028\u2029\x85", "\x1b[2J", "\u202e",
         "\ufeff", "🎲" * 50, " lead", "trail ", "x" * 5_000, "\"'", "W: Bob", "5"],
        ids=lambda text: ascii(text)[:20],
    )  # fmt: skip
    def test_hostile_text_goes_round(self, text: str) -> None:
        record = Record("kuba", ["W", "B"], names={"W": text})
        record.push("65F", comment=text)
        same_in_every_form(record)
        assert (record.names, record.comments) == ({"W": text}, (text,))

    @pytest.mark.parametrize("text", ["\ud800", "a\udfffb", 5, None, b"Ann", ["Ann"], object()])
    def test_what_is_no_text_is_no_name_and_no_comment(self, text: Any) -> None:
        with pytest.raises(ParlorError) as caught:
            Record("kuba", ["W", "B"], names={"W": text})
        assert caught.value.value is text
        record = Record("kuba", ["W", "B"])
        if text is not None:
            with pytest.raises(ParlorError):
                record.push("65F", comment=text)
            assert len(record) == 0
            record.push("65F")
            with pytest.raises(ParlorError):
                record.annotate(1, text)
        assert record.comments in ((), (None,))

    def test_a_subclass_of_str_counts_by_what_it_is(self) -> None:
        text = hostile.Text("Ann")
        record = Record(hostile.Text("kuba"), ["W", "B"], names={"W": text})
        record.push(hostile.Text("65F"), comment=text)
        assert record.names == {"W": "Ann"}
        assert type(record.names["W"]) is type(record.comments[0]) is str
        assert Record.read(hostile.Text(record.to_text())) == record

    def test_a_comment_can_be_changed_and_taken_out(self) -> None:
        record = Record.scripted(["A", "B"], [("A", 6), ("A", 4)])
        record.annotate(1, "one")
        record.annotate(2, "two")
        record.annotate(1, None)
        assert record.comments == (None, "two")
        for ply in (0, 3, -1, 10**30):
            with pytest.raises(RecordError) as caught:
                record.annotate(ply, "x")
            assert caught.value.value == ply

    @pytest.mark.parametrize("clock", [-1, 2**53, 10**400, True, 1.0, "1", "0:01:00", object()])
    def test_clocks_that_are_none(self, clock: Any) -> None:
        record = Record("kuba", ["W", "B"])
        with pytest.raises(ParlorError) as caught:
            record.push("65F", clock=clock)
        assert caught.value.value is clock
        assert len(record) == 0

    @pytest.mark.parametrize(
        "date", ["2026-02-29", "20.11.2026", "", "2026", "2026-11-20T25:00:00Z"]
    )
    def test_dates_that_are_none(self, date: str) -> None:
        makes: list[Callable[[], Record]] = [
            lambda: Record("kuba", ["W", "B"], date=date),
            lambda: Record.scripted(["A", "B"], [], date=date),
        ]
        for make in makes:
            with pytest.raises(RecordError) as caught:
                make()
            assert caught.value.value is date
            assert "2026-11-20" in str(caught.value)

    def test_fields_that_are_not_known_are_kept(self) -> None:
        text = HEAD + "event: Club evening\n\n65F\n"
        record = Record.read(text)
        record.push("05B")
        assert "event: Club evening" in record.to_text()
        assert json.loads(record.to_json())["event"] == "Club evening"
        same_in_every_form(record)


class TestEnding:
    """Games that end off the board."""

    @pytest.mark.parametrize("ending", ["resignation", "time"])
    def test_one_of_two_wins(self, ending: Any) -> None:
        record = Record("ludo", ["A", "C"])
        record.finish(ending, winner="C")
        assert (record.ending, record.result) == (ending, (("C",), ("A",)))
        same_in_every_form(record)
        assert repr(record) == f"<Record of ludo, 0 plies, C won by {ending}>"
        with pytest.raises(PlayError) as caught:
            record.push(6)
        assert caught.value.rule is None
        with pytest.raises(RecordError):
            record.finish("abandoned")

    def test_a_draw_and_nothing_at_all(self) -> None:
        record = Record("kuba", ["W", "B"])
        record.finish("agreement")
        assert record.result == (("W", "B"),)
        assert repr(record) == "<Record of kuba, 0 plies, drawn by agreement>"
        left = Record("ludo", ["A", "B", "C"])
        with pytest.raises(RecordError):
            left.finish("agreement")
        left.finish("abandoned")
        assert (left.ending, left.result) == ("abandoned", None)
        assert repr(left) == "<Record of ludo, 0 plies, abandoned>"
        same_in_every_form(left)

    @pytest.mark.parametrize(
        ("ending", "winner"),
        [("resignation", None), ("time", None), ("agreement", "W"), ("abandoned", "B"),
         ("K-8", "W"), ("K-8", None), ("", None), (None, None), (5, "W"), ("resignation", "A"),
         ("time", "w"), ("time", 5), ("Resignation", "W"), ("\ud800", None)],
    )  # fmt: skip
    def test_endings_that_are_none(self, ending: Any, winner: Any) -> None:
        record = Record("kuba", ["W", "B"])
        with pytest.raises(ParlorError):
            record.finish(ending, winner=winner)
        assert record.ending is None

    def test_a_scripted_game_takes_and_ends_nothing(self) -> None:
        record = Record.scripted(["A", "B"], [("A", 6)])
        for call in (
            lambda: record.push("A6"),
            lambda: record.push(6),
            lambda: record.finish("abandoned"),
            lambda: record.position(0),
        ):
            with pytest.raises(RecordError):
                call()
        assert record.actions == ("A6",)

    def test_kuba_has_no_spaces(self) -> None:
        record = Record("kuba", ["W", "B"])
        with pytest.raises(RecordError) as caught:
            record.spaces()
        assert caught.value.value is record


#: A text, and the line, column, ply, rule and value of what is wrong with it.
WRONG: list[tuple[str, int, int, int | None, str | None, str | None]] = [
    ("", 1, 1, None, None, None),
    ("hello", 1, 1, None, None, "hello"),
    ("parlor-record 2\n", 1, 15, None, None, "2"),
    ('{"parlor_record":', 1, 18, None, None, None),
    ("parlor-record 1\ngame: chess\nseats: W, B\n", 2, 7, None, None, "chess"),
    (HEAD + "\n65F 05B 65B\n", 5, 9, 3, "K-3", "65B"),
    (HEAD + "\n65F\n\n05B 05B\n", 7, 5, 3, "K-3", "05B"),
    (HEAD + "\n65F 99X\n", 5, 5, 2, None, "99X"),
    (HEAD + "checksum: 0123456789abcdef\n\n65F\n", 4, 11, None, None, "0123456789abcdef"),
    ("parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A7p\n", 5, 5, 2, None, "A7p"),
    ("parlor-record 1\ngame: ludo\nseats: A, C\n\nA3p\n", 5, 1, 1, "L-5", "A3p"),
    ("parlor-record 1\ngame: ludo\nplay: script\nseats: A, C\n\nA6 A0\n", 6, 4, 2, "L-23", "A0"),
]


class TestReading:
    """Texts that are records, and texts that are none."""

    @pytest.mark.parametrize(("text", "line", "column", "ply", "rule", "value"), WRONG)
    def test_what_is_wrong_and_where(
        self,
        text: str,
        line: int,
        column: int,
        ply: int | None,
        rule: str | None,
        value: str | None,
    ) -> None:
        with pytest.raises(RecordError) as caught:
            Record.read(text)
        error = caught.value
        assert (error.line, error.column, error.ply) == (line, column, ply)
        assert (error.rule, error.value) == (rule, value)
        message = str(error)
        assert message.startswith(f"line {line}, column {column}: ")
        assert (f"ply {ply}: " in message) is (ply is not None)
        assert "\n" not in message

    def test_a_position_in_a_longer_text_is_reported(self) -> None:
        good = HEAD + "\n65F\n"
        assert Record.read_all("") == []
        assert Record.read_all(good + good) == [Record.read(good)] * 2
        lines = "\n".join([Record.read(good).to_json()] * 3)
        assert Record.read_all(lines) == [Record.read(good)] * 3
        with pytest.raises(RecordError) as caught:
            Record.read_all(good + HEAD + "\n65B\n")
        assert (caught.value.line, caught.value.column, caught.value.ply) == (10, 1, 1)
        with pytest.raises(RecordError):
            Record.read(good + good)

    @pytest.mark.parametrize("value", [None, True, 5, b"parlor-record 1", ["x"], object()])
    def test_what_is_no_string(self, value: Any) -> None:
        for read in (Record.read, Record.read_all):
            with pytest.raises(ParlorError) as caught:
                read(value)
            assert caught.value.value is value

    @pytest.mark.parametrize(
        ("text", "line", "column"),
        [("\ud800", 1, 1), (HEAD + "\n65F {é🎲\udc80}\n", 5, 8), (HEAD + "a: \udfff\ud800", 4, 4)],
    )
    def test_half_characters_are_refused_with_their_place(
        self, text: str, line: int, column: int
    ) -> None:
        for read in (Record.read, Record.read_all):
            with pytest.raises(RecordError) as caught:
                read(text)
            assert (caught.value.line, caught.value.column) == (line, column)

    @given(st.text(max_size=60))
    def test_any_text(self, text: str) -> None:
        with pytest.raises(RecordError) as caught:
            Record.read(text)
        assert caught.value.line
        assert caught.value.column

    @given(seeds, st.data())
    @settings(max_examples=60)
    def test_a_slip_in_a_record(self, seed: int, data: Any) -> None:
        record, _ = kuba_record("tournament", seed, 12)
        text = record.to_text() if data.draw(st.booleans()) else record.to_json()
        at = data.draw(st.integers(0, len(text)))
        piece = data.draw(st.text(alphabet='65FWB{}[]",:#\n\\ \ud800é', max_size=2))
        slip = text[:at] + piece + text[at + data.draw(st.integers(0, 2)) :]
        try:
            # The checksum lets pass what changes nothing but the look.
            assert Record.read(slip).actions == record.actions
        except RecordError as error:
            lines = slip.split("\n")
            assert error.line is not None
            assert 1 <= error.line <= len(lines) + 1

    def test_threads_read_and_write_the_same(self) -> None:
        text = ludo_record(["A", "B", "C", "D"], 1, 400)[0].to_text()
        with ThreadPoolExecutor(8) as threads:
            again = threads.map(lambda _: Record.read(text).to_text(), range(32))
            assert set(again) == {text}


class TestArguments:
    """Values of any kind."""

    @pytest.mark.parametrize("value", hostile.ALL, ids=list(hostile.VALUES))
    @pytest.mark.parametrize(
        "call",
        [
            lambda value: Record(value, ["W", "B"]),
            lambda value: Record("kuba", value),
            lambda value: Record("ludo", ["A", value]),
            lambda value: Record("kuba", ["W", "B"], rules=value),
            lambda value: Record("kuba", ["W", "B"], names=value),
            lambda value: Record("kuba", ["W", "B"], names={"W": value}),
            lambda value: Record("kuba", ["W", "B"], date=value),
            lambda value: Record("kuba", ["W", "B"], limit=value),
            lambda value: Record("kuba", ["W", "B"], start=value),
            lambda value: Record.scripted(value, []),
            lambda value: Record.scripted(["A", "B"], [value]),
            lambda value: Record.scripted(["A", "B"], [], names=value),
            Record.read,
            lambda value: Record("ludo", ["A", "B"]).push(value),
            lambda value: Record("kuba", ["W", "B"]).push(value),
            lambda value: Record("kuba", ["W", "B"]).position(value),
            lambda value: Record("ludo", ["A", "B"]).spaces(value),
            lambda value: Record("ludo", ["A", "B"]).to_svg(value),
            lambda value: Record("kuba", ["W", "B"]).annotate(value, "x"),
            lambda value: Record("kuba", ["W", "B"]).finish(value),
        ],
    )  # fmt: skip
    def test_a_hostile_value_is_taken_or_refused(
        self, call: Callable[[Any], object], value: Any
    ) -> None:
        try:
            call(value)
        except ParlorError as error:
            assert len(str(error)) < 1_000
            assert "\n" not in str(error)

    def test_seats_and_rules_are_checked(self) -> None:
        wrong: list[tuple[type[ParlorError], Callable[[], Record]]] = [
            (RecordError, lambda: Record("chess", ["W", "B"])),
            (RecordError, lambda: Record("kuba", ["W"])),
            (RecordError, lambda: Record("kuba", ["W", "W"])),
            (RecordError, lambda: Record("kuba", ["W", "B", "W"])),
            (RecordError, lambda: Record("kuba", ["B", "W"], rules="tournament")),
            (RecordError, lambda: Record("ludo", ["A"])),
            (RecordError, lambda: Record("ludo", list("ABCDA"))),
            (RulesError, lambda: Record("ludo", ["A", "B"], rules="classroom")),
            (RulesError, lambda: Record("kuba", ["W", "B"], rules="classic")),
            (ParlorError, lambda: Record("ludo", ["W", "B"])),
            (ParlorError, lambda: Record("kuba", ["A", "B"])),
            (ParlorError, lambda: Record("kuba", "WX")),
            (RecordError, lambda: Record("ludo", ["A", "B"], names={"C": "Cid"})),
            (RecordError, lambda: Record.scripted(["A", "B"], [], names={"C": "Cid"})),
            (ParlorError, lambda: Record("ludo", ["A", "B"], names={"E": "Eve"})),
            (ParlorError, lambda: Record("kuba", ["W", "B"], start=ludo.Position(["A", "B"]))),
            (RecordError, lambda: Record("kuba", ["B", "W"], start=kuba.Position())),
            (RecordError, lambda: Record("ludo", ["A", "B"], start=ludo.Position(["A", "C"]))),
            (ScriptError, lambda: Record.scripted(["A"], [])),
            (ScriptError, lambda: Record.scripted(["A", "B"], [("A", 7)])),
        ]
        for kind, make in wrong:
            with pytest.raises(kind) as caught:
                make()
            assert str(caught.value)

    @pytest.mark.parametrize(
        ("make", "rule"),
        [
            (lambda: Record("ludo", ["A"]), "L-1"),
            (lambda: Record("kuba", ["W"]), "K-14"),
            (lambda: Record("kuba", ["B", "W"], rules="tournament"), "K-12"),
            (lambda: Record("kuba", ["B", "W"], start=kuba.Position()), None),
        ],
    )
    def test_the_rule_is_named_by_which_a_game_cannot_begin(
        self, make: Callable[[], Record], rule: str | None
    ) -> None:
        with pytest.raises(RecordError) as caught:
            make()
        assert caught.value.rule == rule

    def test_k_12_rules_that_are_not_the_positions(self) -> None:
        with pytest.raises(RecordError):
            Record("kuba", ["W", "B"], rules="tournament", start=kuba.Position())

    def test_none_is_as_if_it_was_left_out(self) -> None:
        bare = Record("kuba", ["W", "B"])
        full = Record(
            "kuba", iter(["W", "B"]), rules=None, names=None, date=None, limit=None, start=None
        )
        assert full == bare
        bare.push("65F", comment=None, clock=None)
        assert (bare.comments, bare.clocks) == ((None,), (None,))

    @pytest.mark.parametrize("action", ["65L", "04X", "", "p", "end", "6", " 65F"])
    def test_what_is_refused_changes_nothing(self, action: str) -> None:
        record = Record("kuba", ["W", "B"])
        record.push("65F")
        before = copy.copy(record)
        with pytest.raises((PlayError, NotationError)) as caught:
            record.push(action, comment="x")
        assert caught.value.value is action
        assert record == before

    @pytest.mark.parametrize(
        ("number", "kind"),
        [
            (-1, RecordError),
            (2, RecordError),
            (10**30, RecordError),
            (True, ParlorError),
            (1.0, ParlorError),
            ("1", ParlorError),
        ],
    )
    def test_moments_that_are_none(self, number: Any, kind: type[ParlorError]) -> None:
        record = Record("ludo", ["A", "B"])
        record.push("A1-")
        for ask in (record.position, record.spaces, record.to_svg):
            with pytest.raises(kind) as caught:
                ask(number)
            assert caught.value.value is number

    def test_a_record_that_is_pushed_to_while_an_argument_is_read(self) -> None:
        record = Record("ludo", ["A", "C"])

        class Pushing:
            def __index__(self) -> int:
                record.push("A1p")
                return 2

        record.push("A6p")
        record.push(Pushing())
        assert record.actions == ("A6p", "A1p", "C2")

        class Counting:
            def __index__(self) -> int:
                record.push("C2-")
                return 3

        assert record.position(Counting()) == record.position(3)

    def test_of_eight_threads_one_pushes(self) -> None:
        record = Record("kuba", ["W", "B"])
        pushes = ["65F", "05B", "55F", "15B"]

        def push_all(_: int) -> int:
            made = 0
            for push in pushes:
                try:
                    record.push(push, comment=push)
                    made += 1
                except PlayError:
                    # Somebody else was first.
                    assert record.explain()
            return made

        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(push_all, range(8))) == len(record)
        assert record.comments == record.actions == tuple(pushes[: len(record)])
        same_in_every_form(record)

    def test_records_are_final_and_have_no_hash(self) -> None:
        kind: Any = Record
        with pytest.raises(TypeError):
            type("Sub", (kind,), {})
        with pytest.raises(TypeError):
            hash(Record("kuba", ["W", "B"]))
        record: Any = Record("kuba", ["W", "B"])
        for name in (name for name in dir(record) if not name.startswith("_")):
            with pytest.raises(AttributeError):
                setattr(record, name, None)

    def test_a_record_equals_nothing_else(self) -> None:
        record = Record("kuba", ["W", "B"])
        assert record != record.to_text()
        assert record != None  # noqa: E711
        assert record != Record("kuba", ["B", "W"])
        assert record != Record("kuba", ["W", "B"], names={"W": ""})

    def test_copies_go_their_own_ways(self) -> None:
        record = Record("kuba", ["W", "B"])
        other = copy.copy(record)
        record.push("65F")
        assert (len(record), len(other)) == (1, 0)

    def test_the_words_of_a_record(self) -> None:
        record = Record("kuba", ["W", "B"], start=kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c"))
        assert repr(record) == "<Record of kuba, 0 plies, under way>"
        record.push("05R")
        assert repr(record) == "<Record of kuba, 1 ply, W won by K-9>"
        scripted = Record.scripted(["A", "B"], GOLDEN)
        assert repr(scripted) == "<Record of ludo, 16 plies, scripted>"

    def test_calls_leave_no_memory(self) -> None:
        text = kuba_record("tournament", 1, 20)[0].to_text()

        def work() -> None:
            record = Record.read(text)
            for name in (name for name in dir(record) if not name.startswith("_")):
                getattr(record, name)
            record.explain()
            record.position(3)
            pickle.loads(pickle.dumps(record))
            for wrong in (lambda: Record.read("x"), lambda: record.push("x")):
                with pytest.raises(ParlorError):
                    wrong()

        for _ in range(50):
            work()
        gc.collect()
        before = sys.getallocatedblocks()
        for _ in range(500):
            work()
        gc.collect()
        assert sys.getallocatedblocks() - before < 200
