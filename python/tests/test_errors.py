"""Every exception: what it derives from, what it keeps, and what it tells a person."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import hostile
import parlor
import pytest
from KubaGame import KubaGame
from LudoGame import LudoGame, Player
from parlor import errors, kuba, ludo


def move(token: object = "p", steps: object = 6, player: object = None) -> object:
    game: Any = LudoGame()
    game.play_game(["A", "B"], [])
    return game.move_token(player or game.get_player_by_position("A"), token, steps)


def two(*players: Any, **keywords: Any) -> KubaGame:
    return KubaGame(*players, **keywords)


def play(players: Any, turns: Any = ()) -> object:
    return LudoGame().play_game(players, turns)


ANN, BOB = ("Ann", "W"), ("Bob", "B")
SHARED = "A20.H/B6.H A - -"  # both tokens stand on space 20
THREE = "AH.H/BH.H/CH.H A - -"
BAD_RECORD = "parlor-record 1\ngame: kuba\nseats: W, B\n\n65F 65B\n"
TWICE = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w9b9 w - c"

# The class, a call that raises it, its rule, its value, and words that its message must have.
CASES: list[tuple[str, Callable[[], object], str | None, object, list[str]]] = [
    ("ScriptError", lambda: play(["A"]), "L-23", ["A"], ["2", "4"]),
    ("ScriptError", lambda: play("AB"), "L-23", "AB", ["'AB'"]),
    ("ScriptError", lambda: play(["A", "A"]), "L-23", "A", ["A"]),
    ("ScriptError", lambda: play(["A", "x"]), "L-23", "x", ["1", "'x'", "A, B, C"]),
    ("ScriptError", lambda: play(["A", "B"], 5), "L-23", 5, ["5"]),
    ("ScriptError", lambda: play(["A", "B"], ["A6"]), "L-23", "A6", ["0", "'A6'", "pair"]),
    ("ScriptError", lambda: play(["A", "B"], [("E", 6)]), "L-23", "E", ["0", "'E'", "A, B, C"]),
    ("ScriptError", lambda: play(["A", "B"], [("A", 6), ("A", 9)]), "L-23", 9, ["1", "9", "to 6"]),
    ("ScriptError", lambda: play(["A", "B"], [("A", True)]), "L-23", True, ["True", "1 to 6"]),
    ("SeatError", lambda: Player("E"), "L-1", "E", ["'E'", "A, B, C"]),
    ("StepError", lambda: Player("A").get_space_name(58), "L-3", 58, ["58", "-1", "57"]),
    ("StepError", lambda: Player("A").get_space_name(10**30), "L-3", 10**30, ["1000", "-1", "57"]),
    ("MoveTokenError", lambda: move(token="r"), "L-25", "r", ["'r'", "p", "q"]),
    ("MoveTokenError", lambda: move(steps=7), "L-25", 7, ["7", "1 to 6"]),
    ("MoveTokenError", lambda: move(player="A"), "L-25", "A", ["'A'", "player"]),
    ("PlayersError", lambda: two(ANN, ANN), "K-14", None, ["'Ann'"]),
    ("PlayersError", lambda: two(ANN, ("Bob", "W")), "K-14", None, ["W", "B"]),
    ("PlayersError", lambda: two(ANN, ("Bob", "R")), "K-14", None, ["'R'", "W", "B"]),
    ("PlayersError", lambda: two(ANN, "Bob"), "K-14", "Bob", ["'Bob'", "pair"]),
    ("RulesError", lambda: two(ANN, BOB, rules="x"), "K-14", "x", ["'x'", "classroom"]),
    ("UnknownPlayerError", lambda: two(ANN, BOB).get_captured("Cid"), "K-17", "Cid",
     ["'Cid'", "'Ann'", "'Bob'"]),
    ("CellError", lambda: two(ANN, BOB).get_marble((7, 0)), "K-17", (7, 0), ["(7, 0)", "0 to 6"]),
    ("CellError", lambda: two(ANN, BOB).get_marble("00"), "K-17", "00", ["'00'", "0 to 6"]),
    ("RulesError", lambda: kuba.Position(rules="x"), None, "x", ["'x'", "classroom", "tournament"]),
    ("RulesError", lambda: ludo.Position(["A", "B"], rules="x"), None, "x", ["'x'", "classic"]),
    ("SeatError", lambda: ludo.Position(["A", "x"]), "L-1", "x", ["'x'", "A, B, C"]),
    ("SetupError", lambda: ludo.Position(["A", "A"]), "L-1", ["A", "A"], ["A"]),
    ("SetupError", lambda: ludo.Position.parse(SHARED), "L-9", SHARED, ["20"]),
    ("SetupError", lambda: kuba.Position.parse(TWICE), "K-1", TWICE, ["9"]),
    ("NotationError", lambda: ludo.Position.parse("A?"), None, "A?", ["2", "A?"]),
    ("NotationError", lambda: kuba.Position.parse(""), None, "", ["1"]),
    ("NotationError", lambda: kuba.Position().apply("65X"), None, "65X", ["3", "65X", "L, R, F"]),
    ("PlayError", lambda: kuba.Position().apply("01R"), "K-3", "01R", ["(0, 1)", "(0, 0)"]),
    ("PlayError", lambda: kuba.Position().apply("end"), "K-12", "end", ["ended"]),
    ("PlayError", lambda: ludo.Position(["A", "B"]).apply("p"), "L-29", "p", ["rolled"]),
    ("PlayError", lambda: ludo.Position(["A", "B"]).apply("B6p"), "L-28", "B6p", ["B", "A"]),
    ("PlayError", lambda: ludo.Position(["A", "B"]).apply(3).apply("p"), "L-5", "p", ["6", "3"]),
    ("PlayError", lambda: ludo.Position(["A", "B"]).apply(7), "L-5", 7, ["7", "1 to 6"]),
    ("PlayError", lambda: ludo.Position(["A", "B"]).apply(10**30), "L-5", 10**30,
     ["1000", "1 to 6"]),
    ("SeatError", lambda: ludo.Position(7), "L-1", 7, ["7", "a list of seats"]),  # type: ignore[arg-type]
    ("NotationError", lambda: ludo.Position.parse("A" * 10**6), None, "A" * 10**6, ["AAA"]),
    ("NotationError", lambda: kuba.Position.parse("A" * 10**6), None, "A" * 10**6, ["AAA"]),
    ("NotationError", lambda: kuba.Position().apply("A" * 10**6), None, "A" * 10**6, ["AAA"]),
    ("NotationError", lambda: ludo.Position(["A", "B"]).apply("A" * 10**6), None, "A" * 10**6,
     ["AAA"]),
    ("ParlorError", lambda: ludo.Position(["A", "B"]).random_playout(-1), None, -1, ["-1", "0"]),
    ("ParlorError", lambda: kuba.Position().to_svg(theme="x"), None, "x", ["'x'", "contrast"]),  # type: ignore[arg-type]
    ("UnsolvedError", lambda: ludo.value(THREE), None, THREE, [THREE, "3 players", "two"]),
    ("ParlorError", lambda: ludo.best_move(THREE), None, THREE, [THREE, "A is to roll"]),
    ("PolicyError", lambda: ludo.policy_from(lambda _, mask: [9] * len(mask)), None, 9,
     ["returned 9", "AH.R/CH.H A 6 -", "1 (p, the token behind) and 2"]),
    ("MatchError", lambda: parlor.match(lambda _: "65B", "random", game="kuba", opening=0), "K-3",
     "65B", ["65B", "K-3"]),
    ("RecordError", lambda: parlor.Record("go", []), None, "go", ["'go'", "ludo and kuba"]),
    ("RecordError", lambda: parlor.Record.read(BAD_RECORD), "K-3", "65B", ["line 5", "ply 2"]),
    ("RecordError", lambda: parlor.Record.read("A" * 10**6), None, None, ["line 1", "AAA"]),
    ("RecordError", lambda: parlor.Record.read("\ud800"), None, "\ud800", ["column 1", "UTF-8"]),
]  # fmt: skip


def caught(call: Callable[[], object]) -> errors.ParlorError:
    with pytest.raises(errors.ParlorError) as info:
        call()
    return info.value


cases = pytest.mark.parametrize(("name", "call", "rule", "value", "words"), CASES)


@cases
def test_the_class_the_fields_and_the_words(
    name: str, call: Callable[[], object], rule: str | None, value: object, words: list[str]
) -> None:
    error = caught(call)
    assert type(error) is getattr(errors, name)
    assert isinstance(error, ValueError)
    assert error.rule == rule
    if value is not None:
        assert error.value == value
        assert type(error.value) is type(value)
    message = str(error)
    for word in words:
        assert word in message
    assert "\n" not in message
    assert len(message) < 300


@cases
def test_each_can_be_pickled_and_copied(
    name: str, call: Callable[[], object], rule: str | None, value: object, words: list[str]
) -> None:
    error = caught(call)
    copies = [copy.copy(error), copy.deepcopy(error)]
    copies += [
        pickle.loads(pickle.dumps(error, protocol))
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    ]
    for copied in copies:
        assert type(copied) is type(error)
        assert str(copied) == str(error)
        assert vars(copied) == vars(error)


@pytest.mark.parametrize("name", errors.__all__)
def test_every_class_derives_from_value_error_and_is_in_parlor(name: str) -> None:
    kind = getattr(errors, name)
    assert issubclass(kind, errors.ParlorError)
    assert issubclass(kind, ValueError)
    assert getattr(parlor, name) is kind
    assert kind.__module__ == "parlor.errors"


@pytest.mark.parametrize("name", errors.__all__)
def test_every_class_is_raised_by_some_case(name: str) -> None:
    assert name in {case[0] for case in CASES}


def test_l_23_the_entry_is_an_int_or_none() -> None:
    whole: Any = caught(lambda: play(["A"]))
    third: Any = caught(lambda: play(["A", "B"], [("A", 6), ("A", 5), ("A", 0)]))
    assert whole.entry is None
    assert third.entry == 2
    assert type(third.entry) is int


@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("player", lambda: move(player="A")),
        ("player", lambda: move(player=Player("A"))),
        ("token", lambda: move(token=None)),
        ("steps", lambda: move(steps=0)),
    ],
)
def test_l_25_the_argument_is_named(argument: str, call: Callable[[], object]) -> None:
    error: Any = caught(call)
    assert error.argument == argument


def test_l_25_one_of_several_wrong_arguments_is_named() -> None:
    wrong = {"token": "r", "steps": 7, "player": "A"}
    error: Any = caught(lambda: move(**wrong))
    assert error.value == wrong[error.argument]


def test_notation_errors_point_at_a_column() -> None:
    error: Any = caught(lambda: kuba.Position.parse("ww3b?/7/7/7/7/7/7 w0b0 w - c"))
    assert (error.column, type(error.column)) == (5, int)
    assert type(error.expected) is str
    assert error.expected in str(error)


def test_record_errors_have_a_place_in_the_text_or_none() -> None:
    error: Any = caught(lambda: parlor.Record.read(BAD_RECORD))
    assert (error.line, error.column, error.ply) == (5, 5, 2)
    assert {type(error.line), type(error.column), type(error.ply)} == {int}
    error = caught(lambda: parlor.Record("kuba", ["W", "W"]))
    assert (error.line, error.column, error.ply) == (None, None, None)


def test_setup_errors_give_every_reason() -> None:
    error: Any = caught(lambda: kuba.Position.parse(TWICE))
    assert len(error.reasons) >= 2
    for reason in error.reasons:
        assert reason in str(error)


def test_values_are_the_objects_given() -> None:
    for value in ("\ud800", 10**1000, ["A"], object(), float("nan")):
        assert caught(lambda value=value: play(["A", value])).value is value  # type: ignore[misc]
        assert caught(lambda value=value: Player(value)).value is value  # type: ignore[misc]
        assert caught(lambda value=value: kuba.Position.parse(value)).value is value  # type: ignore[misc]
    name, color = hostile.Text("Ann"), hostile.Text("W")
    assert caught(lambda: two(ANN, (name, "B"))).value is name
    assert caught(lambda: two(ANN, ("Bob", color))).value is color
    assert (
        caught(lambda: two(ANN, BOB).get_captured(hostile.VALUES["text A"])).value
        is (hostile.VALUES["text A"])
    )


def test_errors_can_be_made_and_raised_by_programs() -> None:
    for name in errors.__all__:
        error = getattr(errors, name)("said")
        assert (str(error), error.rule, error.value) == ("said", None, None)


def test_a_game_goes_on_after_every_refusal() -> None:
    game = KubaGame(ANN, BOB)
    for _, call, *_ in CASES:
        caught(call)
    assert game.make_move("Ann", (6, 5), "F") is True
