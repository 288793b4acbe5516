"""What Kuba takes and refuses; test_kuba_against_reference.py compares how `KubaGame` plays."""

import collections
import itertools
from typing import Any

import hostile
import pytest
from KubaGame import KubaGame
from parlor import kuba
from parlor.errors import CellError, PlayError, PlayersError, RulesError, UnknownPlayerError

WHITE, BLACK = "White", "Black"


def new() -> KubaGame:
    """A game between White and Black."""
    return KubaGame((WHITE, "W"), (BLACK, "B"))


def state(game: KubaGame) -> "tuple[Any, ...]":
    """What every getter returns."""
    return (
        [game.get_marble((row, column)) for row in range(7) for column in range(7)],
        game.get_current_turn(),
        game.get_winner(),
        game.is_draw(),
        game.get_captured(WHITE),
        game.get_captured(BLACK),
        game.get_marble_count(),
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [("PlayerA", "PlayerB"), ("R", "B"), ("", "W"), ("\ud800", "a"), ("A", "a"), ("x", "x ")],
)
@pytest.mark.parametrize("colors", ["WB", "BW"])
def test_k_14_names_are_any_two_different_strings(first: str, second: str, colors: str) -> None:
    """With the colors either way round."""
    game = KubaGame((first, colors[0]), (second, colors[1]))
    assert game.get_captured(first) == game.get_captured(second) == 0
    white = first if colors == "WB" else second
    assert game.make_move(white, (0, 0), "R")
    assert game.get_current_turn() == (second if white == first else first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("a", "W"), ("a", "B")),
        (("a", "W"), ("b", "W")),
        (("a", "B"), ("b", "B")),
        (("a", "W"), ("b", "R")),
        (("a", "w"), ("b", "B")),
        (("a", ""), ("b", "B")),
        (("a", "WB"), ("b", "B")),
        (("a", None), ("b", "B")),
        ((1, "W"), ("b", "B")),
        ((None, "W"), ("b", "B")),
        ((b"a", "W"), ("b", "B")),
        (("a",), ("b", "B")),
        (("a", "W", "x"), ("b", "B")),
        ((), ("b", "B")),
        ("aW", ("b", "B")),
        (None, ("b", "B")),
        (5, ("b", "B")),
        (("a", "W"), None),
        (("a", "W"), "bB"),
        (itertools.cycle("W"), ("b", "B")),
    ],
)
def test_k_14_other_players_are_an_error(first: Any, second: Any) -> None:
    """Equal names, equal colors, no color, no name, no pair."""
    with pytest.raises(PlayersError) as caught:
        KubaGame(first, second)
    assert caught.value.rule == "K-14"


@pytest.mark.parametrize(
    "rules", ["", "Classroom", "house", None, True, 5, b"classroom", ["c"], "\ud800"]
)
def test_k_14_other_rules_are_an_error(rules: Any) -> None:
    """There are two sets, by name, and only by keyword."""
    with pytest.raises(RulesError) as caught:
        KubaGame(("a", "W"), ("b", "B"), rules=rules)
    assert (caught.value.rule, caught.value.value) == ("K-14", rules)
    with pytest.raises(TypeError):
        KubaGame(("a", "W"), ("b", "B"), "classroom")  # type: ignore[misc]


def refused(game: KubaGame, *arguments: Any) -> None:
    """`make_move` gives False, and nothing has changed."""
    before = state(game)
    assert game.make_move(*arguments) is False
    assert state(game) == before


@pytest.mark.parametrize(
    "name",
    ["", "white", "White ", "W", None, 1, b"White", [], ["White"], "\ud800", hostile.Agreeable()],
)
def test_k_16_an_unknown_name_is_refused(name: Any) -> None:
    """Also before the first push."""
    refused(new(), name, (0, 0), "R")
    begun = new()
    assert begun.make_move(WHITE, (0, 0), "R")
    refused(begun, name, (6, 0), "R")


NO_CELLS: "list[Any]" = [
    *[(-1, 0), (0, -1), (7, 0), (0, 7), (-7, -7), (10**1000, 0), (0, -(2**64))],
    *[(0.0, 0), (0, 0.0), (True, 0), (0, False), ("0", "0"), (None, None), ((0, 0), (0, 0))],
    *[(), (0,), (0, 0, 0), ((0, 0),), None, 0, "00", b"\0\0", {0: 0}, {0, 1}, range(2)],
    *[(float("nan"), 0), (hostile.FailingIndex(), 0), [0], [0, 0, 0], [0, None]],
    *[iter((0, 0)), collections.deque((0, 0)), hostile.Walk((0, 0))],
]


@pytest.mark.parametrize("coordinates", NO_CELLS)
def test_k_16_other_coordinates_are_refused(coordinates: Any) -> None:
    """A tuple or list of exactly two integers from 0 to 6; negative ones do not wrap."""
    refused(new(), WHITE, coordinates, "R")
    refused(new(), WHITE, coordinates, "B")


@pytest.mark.parametrize(
    "coordinates",
    [
        *[(0, 0), [0, 0], hostile.Cell((0, 0)), hostile.Path([0, 0]), hostile.Point(0, 0)],
        (hostile.Index(0), hostile.Index(0)),
    ],
)
def test_k_16_a_tuple_or_list_of_two_integers_is_a_cell(coordinates: Any) -> None:
    """Also subclasses, and whatever has an index."""
    assert new().make_move(WHITE, coordinates, "R") is True


@pytest.mark.parametrize(
    "direction",
    ["", "l", "r", "f", "b", "LR", "LRFB", "R ", "U", "Right", "\ud800", None, 1, b"R", ["R"]],
)
def test_k_16_any_other_direction_is_refused(direction: Any) -> None:
    """From a cell where R and B are legal."""
    refused(new(), WHITE, (0, 0), direction)


#: The cell (6, 5) in every form that counts.
CELLS = "cell", "cell list", "cell subclass", "cell list subclass", "point", "cell of indices"


@pytest.mark.parametrize("value", hostile.VALUES)
def test_k_16_make_move_never_raises(value: str) -> None:
    """Whatever stands in whichever place; from (6, 5) and (6, 6) White can push forward."""
    odd = hostile.VALUES[value]
    assert new().make_move(odd, (6, 5), "F") is False
    assert new().make_move(odd, odd, odd) is False
    assert new().make_move(WHITE, odd, "F") is (value in CELLS)
    assert new().make_move(WHITE, (6, 5), odd) is (value in ("F", "text F"))
    assert new().make_move(WHITE, (odd, odd), "F") is (value in ("six", "index 6", "die six"))


@pytest.mark.parametrize(
    "name", ["", "white", "W", None, 1, b"White", [], {}, "\ud800", hostile.Agreeable()]
)
def test_k_17_an_unknown_name_has_captured_nothing_but_an_error(name: Any) -> None:
    """It is named."""
    with pytest.raises(UnknownPlayerError) as caught:
        new().get_captured(name)
    assert caught.value.rule == "K-17"
    assert caught.value.value is name


@pytest.mark.parametrize("coordinates", NO_CELLS)
def test_k_17_a_cell_off_the_board_is_an_error(coordinates: Any) -> None:
    """It is named."""
    with pytest.raises(CellError) as caught:
        new().get_marble(coordinates)
    assert caught.value.rule == "K-17"
    assert caught.value.value is coordinates


@pytest.mark.parametrize(
    ("line", "push", "rule"),
    [
        ("7/7/7/2rw3/7/7/6b w0b0 w - c", "33R", "K-3"),
        ("7/7/7/wb5/7/7/6b w0b0 w - c", "30L", "K-3"),
        ("7/7/7/6w/7/7/6b w0b0 w - c", "36R", "K-5"),
        ("7/7/7/2wb3/7/7/6b w0b0 b 33L c", "33L", "K-7"),
        ("7/7/7/6w/7/7/b6 w7b0 b - c", "60F", "K-16"),
    ],
)
def test_a_refused_push_names_its_rule(line: str, push: str, rule: str) -> None:
    """In a position of the package."""
    position = kuba.Position.parse(line)
    assert push not in position.legal_moves
    with pytest.raises(PlayError) as caught:
        position.apply(push)
    assert (caught.value.rule, caught.value.value) == (rule, push)
