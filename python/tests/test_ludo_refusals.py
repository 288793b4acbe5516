"""What `LudoGame` and `Player` take and refuse, L-1 and L-23 to L-26.

How they play is compared in test_ludo_against_reference.py.
"""

import itertools
from typing import Any

import hostile
import pytest
from LudoGame import LudoGame, Player
from parlor import ludo
from parlor.errors import MoveTokenError, ParlorError, ScriptError, SeatError, StepError


def turns(script: str) -> "list[tuple[str, int]]":
    """The turns of a script such as `A6 A4`."""
    return [(turn[0], int(turn[1])) for turn in script.split()]


def started(players: str, script: str = "") -> LudoGame:
    """A game after this script."""
    game = LudoGame()
    game.play_game(list(players), turns(script))
    return game


def player_of(game: LudoGame, seat: str) -> Player:
    """The player at a seat that plays."""
    player = game.get_player_by_position(seat)
    assert isinstance(player, Player)
    return player


def counts(game: LudoGame, seat: str) -> "tuple[int, int]":
    """The step counts of `p` and `q`."""
    player = player_of(game, seat)
    return player.get_token_p_step_count(), player.get_token_q_step_count()


@pytest.mark.parametrize(
    "seat", ["", "E", "a", "AB", " A", None, 1, b"A", ["A"], "\ud800", hostile.Agreeable()]
)
def test_l_1_there_is_no_other_seat(seat: Any) -> None:
    """Also not for a player alone, or a position of the package."""
    with pytest.raises(ParlorError):
        ludo.Position(["A", seat])
    with pytest.raises(SeatError) as caught:
        Player(seat)
    assert caught.value.rule == "L-1"
    assert caught.value.value is seat


GOOD = [("A", 6), ("B", 6)]
BAD_SCRIPTS: "list[tuple[Any, Any, int | None, Any]]" = [
    (["A"], GOOD, None, None),
    ([], GOOD, None, None),
    ("AB", GOOD, None, "AB"),
    (None, GOOD, None, None),
    (5, GOOD, None, 5),
    (["A", "B", "A"], GOOD, 2, "A"),
    (["A", "B", "C", "D", "A"], GOOD, 4, "A"),
    (["A", "B", "C", "D", "E"], GOOD, 4, "E"),
    (["a", "B"], GOOD, 0, "a"),
    (["A", ""], GOOD, 1, ""),
    (["A", None], GOOD, 1, None),
    (["A", 1], GOOD, 1, 1),
    (["A", b"B"], GOOD, 1, b"B"),
    (b"AB", GOOD, 0, 65),
    (["A", "\ud800"], GOOD, 1, "\ud800"),
    (["A", "B"], None, None, None),
    (["A", "B"], "A6", None, "A6"),
    (["A", "B"], "", None, ""),
    (["A", "B"], 6, None, 6),
    (["A", "B"], [*GOOD, "A6"], 2, "A6"),
    (["A", "B"], [*GOOD, None], 2, None),
    (["A", "B"], [*GOOD, 6], 2, 6),
    (["A", "B"], [*GOOD, ("E", 6)], 2, "E"),
    (["A", "B"], [*GOOD, ("a", 6)], 2, "a"),
    (["A", "B"], [*GOOD, (None, 6)], 2, None),
    (["A", "B"], [("A", 0), *GOOD], 0, 0),
    (["A", "B"], [("A", 7), *GOOD], 0, 7),
    (["A", "B"], [("A", -6), *GOOD], 0, -6),
    (["A", "B"], [("A", 10**30), *GOOD], 0, 10**30),
    (["A", "B"], [(6, "A"), *GOOD], 0, 6),
    (["A", "B"], [("A", True), *GOOD], 0, True),
    (["A", "B"], [("A", 6.0), *GOOD], 0, 6.0),
    (["A", "B"], [("A", "6"), *GOOD], 0, "6"),
    (["A", "B"], [("A", None), *GOOD], 0, None),
    # A turn that would be skipped is checked all the same.
    (["A", "B"], [*GOOD, ("D", 9)], 2, 9),
]


@pytest.mark.parametrize(("players", "turns", "entry", "value"), BAD_SCRIPTS)
def test_l_23_bad_input_is_refused_and_the_game_stays_as_it_was(
    players: Any, turns: Any, entry: "int | None", value: Any
) -> None:
    """The error names the rule, the entry and its value."""
    game = started("AB", "A6 A4")
    player = player_of(game, "A")
    with pytest.raises(ScriptError) as caught:
        game.play_game(players, turns)
    assert caught.value.rule == "L-23"
    assert caught.value.entry == entry
    if entry is not None or value is not None:
        assert caught.value.value is value
    assert player_of(game, "A") is player
    assert counts(game, "A") == (4, -1)


@pytest.mark.parametrize("turn", [(), ("A",), ("A", 6, 6), ["A", 6, 6], {}, 7, "A6", None])
def test_l_23_a_turn_is_a_pair(turn: Any) -> None:
    """The value is the turn."""
    with pytest.raises(ScriptError) as caught:
        LudoGame().play_game(["A", "B"], [turn])
    assert (caught.value.entry, caught.value.value) == (0, turn)


def test_l_23_the_players_are_judged_first_then_the_turns_in_order() -> None:
    """One fault is named, the first."""
    game = LudoGame()
    with pytest.raises(ScriptError) as caught:
        game.play_game(["A", "X"], [("A", 7)])
    assert (caught.value.entry, caught.value.value) == (1, "X")
    with pytest.raises(ScriptError) as caught:
        game.play_game(["A"], [("A", 7)])
    assert caught.value.entry is None
    with pytest.raises(ScriptError) as caught:
        game.play_game(["A", "B"], [("A", 1), ("A", 8), ("X", 1)])
    assert (caught.value.entry, caught.value.value) == (1, 8)


def test_l_23_endless_input_ends_at_the_first_bad_entry() -> None:
    """Endless players, turns, and a turn."""
    game = LudoGame()
    with pytest.raises(ScriptError) as caught:
        game.play_game(itertools.cycle("ABCD"), [])
    assert (caught.value.entry, caught.value.value) == (4, "A")
    with pytest.raises(ScriptError) as caught:
        game.play_game(["A", "B"], (("A", roll) for roll in itertools.count(1)))
    assert (caught.value.entry, caught.value.value) == (6, 7)
    with pytest.raises(ScriptError) as caught:
        game.play_game(["A", "B"], [itertools.repeat("A")])
    assert caught.value.entry == 0


@pytest.mark.parametrize("roll", [hostile.Index(6), hostile.Die.SIX])
def test_l_23_an_integer_is_whatever_has_an_index(roll: Any) -> None:
    """As numpy's integers do."""
    assert LudoGame().play_game(["A", "B"], [("A", roll)]) == ["R", "H", "H", "H"]


@pytest.mark.parametrize("position", hostile.VALUES)
def test_l_24_anything_else_than_a_playing_seat_finds_nobody(position: str) -> None:
    """After a game, and before the first one."""
    value = hostile.VALUES[position]
    assert LudoGame().get_player_by_position(value) == "Player not found!"
    found = started("BC").get_player_by_position(value)
    if position == "text B":
        assert isinstance(found, Player)
    else:
        assert found == "Player not found!"


@pytest.mark.parametrize("token", ["", "P", "r", "pq", " p", None, 0, b"p", ["p"], "\ud800"])
def test_l_25_a_bad_token_name_is_an_error(token: Any) -> None:
    """Nothing moves."""
    game = started("AB", "A6")
    with pytest.raises(MoveTokenError) as caught:
        game.move_token(player_of(game, "A"), token, 6)
    assert (caught.value.rule, caught.value.argument) == ("L-25", "token")
    assert caught.value.value is token
    assert counts(game, "A") == (0, -1)


@pytest.mark.parametrize(
    "steps", [0, 7, -1, 10**30, -(2**64), True, 6.0, "6", None, [6], float("nan")]
)
def test_l_25_steps_outside_one_to_six_are_an_error(steps: Any) -> None:
    """Nothing moves."""
    game = started("AB", "A6")
    with pytest.raises(MoveTokenError) as caught:
        game.move_token(player_of(game, "A"), "p", steps)
    assert (caught.value.rule, caught.value.argument) == ("L-25", "steps")
    assert caught.value.value is steps
    assert counts(game, "A") == (0, -1)


def test_l_25_a_player_of_another_game_is_an_error() -> None:
    """Of an earlier `play_game`, of another object, of no game, or no player at all."""
    game = started("AB")
    earlier = player_of(game, "A")
    game.play_game(["A", "B"], turns("A6"))
    strangers: list[Any] = [earlier, player_of(started("AB"), "A"), Player("A"), Player, game]
    strangers += ["A", "Player not found!", None, 5]
    for stranger in strangers:
        with pytest.raises(MoveTokenError) as caught:
            game.move_token(stranger, "p", 6)
        assert (caught.value.rule, caught.value.argument) == ("L-25", "player")
        assert caught.value.value is stranger
    assert counts(game, "A") == (0, -1)
    assert earlier.get_token_p_step_count() == -1
    with pytest.raises(MoveTokenError):
        LudoGame().move_token(player_of(game, "A"), "p", 6)


@pytest.mark.parametrize(
    "steps", [-2, 58, 10**30, -(2**63), True, False, 1.0, "1", None, float("nan"), [1]]
)
def test_l_26_other_step_counts_have_no_name(steps: Any) -> None:
    """A clear error of rule L-3."""
    with pytest.raises(StepError) as caught:
        Player("A").get_space_name(steps)
    assert caught.value.rule == "L-3"
    assert caught.value.value is steps
