"""The reference is right: the texts' examples and some cases worked out by hand.

The judge is judged here, without the classes that it judges.
"""

import pytest
from parlor.errors import CellError, MoveTokenError, PlayersError, ScriptError, UnknownPlayerError
from reference import slow_ludo
from reference.slow_kuba import KubaGame
from reference.slow_ludo import LudoGame, Player


def turns(script: str) -> "list[tuple[str, int]]":
    """The turns of a script such as `A6 A4`."""
    return [(turn[0], int(turn[1])) for turn in script.split()]


def spaces(players: str, script: str) -> "list[str]":
    """What `play_game` returns."""
    return LudoGame().play_game(list(players), turns(script))


def test_the_golden_game_of_the_ludo_text() -> None:
    """L-15 to L-21."""
    game = LudoGame()
    script = "A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4"
    assert game.play_game(["A", "B"], turns(script)) == ["28", "28", "21", "H"]
    player = game.get_player_by_position("A")
    assert isinstance(player, Player)
    assert not player.get_completed()
    assert player.get_token_p_step_count() == 28
    assert Player("B").get_space_name(55) == "B5"


@pytest.mark.parametrize(
    ("seat", "steps", "name"),
    [
        *[("A", 20, "20"), ("B", 20, "34"), ("C", 20, "48"), ("D", 20, "6")],
        *[("A", 51, "A1"), ("B", 56, "B6"), ("A", 50, "50"), ("B", 50, "8"), ("C", 50, "22")],
        *[("D", 50, "36"), ("B", 42, "56"), ("D", 14, "56"), ("D", 15, "1"), ("C", 57, "E")],
        *[("A", -1, "H"), ("D", 0, "R"), ("A", 1, "1"), ("B", 1, "15"), ("C", 1, "29")],
    ],
)
def test_spaces_are_named_as_the_text_names_them(seat: str, steps: int, name: str) -> None:
    """L-4."""
    assert Player(seat).get_space_name(steps) == name


@pytest.mark.parametrize(
    ("steps", "roll", "end"), [(55, 4, 55), (55, 5, 54), (56, 6, 52), (51, 6, 57), (-1, 6, 0)]
)
def test_moves_land_where_the_text_says(steps: int, roll: int, end: int) -> None:
    """L-5 to L-7."""
    assert slow_ludo.landing(steps, roll) == end


@pytest.mark.parametrize(
    ("players", "script", "expected"),
    [
        ("AB", "A5 A4", "H H H H"),
        ("AB", "A6 A6 A3", "3 R H H"),
        ("BA", "A6 A4 B6", "R H 4 H"),
        # A lands on B's start space and sends B home.
        ("AB", "B6 B1 A6 A5 A5 A5", "15 H H H"),
        # A six brings a token out, though it could kick.
        ("AB", "B6 B1 A6 A5 A4 A6", "9 R 15 H"),
        # Two tokens meet, and go on as one.
        ("AB", "A6 A6 A5 A5 A5", "10 10 H H"),
        # D does not play.
        ("AB", "A6 D6 A2", "2 H H H"),
    ],
)
def test_small_scripts(players: str, script: str, expected: str) -> None:
    """L-5, L-9, L-10, L-15, L-18 and L-20."""
    assert spaces(players, script) == expected.split()


def test_a_refused_script_names_its_entry() -> None:
    """L-23."""
    game = LudoGame()
    with pytest.raises(ScriptError) as caught:
        game.play_game(["A", "B"], [("A", 6), ("A", 7)])
    assert (caught.value.rule, caught.value.entry, caught.value.value) == ("L-23", 1, 7)
    assert game.get_player_by_position("A") == "Player not found!"


def test_a_token_is_moved_by_name() -> None:
    """L-25."""
    game = LudoGame()
    game.play_game(["A", "B"], turns("A6 A6 A5 A5"))
    player = game.get_player_by_position("A")
    assert isinstance(player, Player)
    game.move_token(player, "q", 2)
    assert (player.get_token_p_step_count(), player.get_token_q_step_count()) == (5, 7)
    with pytest.raises(MoveTokenError):
        game.move_token(Player("A"), "p", 1)


def test_the_example_of_the_kuba_text() -> None:
    """K-14 to K-17."""
    game = KubaGame(("PlayerA", "W"), ("PlayerB", "B"))
    assert game.get_marble_count() == (8, 8, 13)
    assert game.get_captured("PlayerA") == 0
    assert game.get_current_turn() is None
    assert game.get_winner() is None
    assert game.make_move("PlayerA", (6, 5), "F")
    assert not game.make_move("PlayerA", (6, 5), "L")
    assert game.get_marble((5, 5)) == "W"
    assert game.get_current_turn() == "PlayerB"


def test_kuba_takes_a_marble_off() -> None:
    """K-4, K-6 and K-11: the third push of the column takes a black marble off."""
    game = KubaGame(("w", "W"), ("b", "B"))
    for name, cell, direction in [
        ("w", (6, 5), "F"),
        ("b", (6, 0), "R"),
        ("w", (5, 5), "F"),
        ("b", (6, 2), "L"),
        ("w", (4, 5), "F"),
    ]:
        assert game.make_move(name, cell, direction)
    column = [game.get_marble((row, 5)) for row in range(7)]
    assert column == ["B", "R", "W", "W", "X", "X", "X"]
    assert game.get_marble_count() == (8, 7, 13)


def test_kuba_refuses_to_undo() -> None:
    """K-7."""
    game = KubaGame(("w", "W"), ("b", "B"), rules="tournament")
    for name, cell, direction in [
        ("w", (0, 0), "R"),
        ("b", (6, 0), "F"),
        ("w", (0, 1), "R"),
        ("b", (6, 1), "F"),
        ("w", (0, 2), "R"),
        ("b", (0, 6), "L"),
    ]:
        assert game.make_move(name, cell, direction)
    assert not game.make_move("w", (0, 2), "R")
    assert not game.make_move("w", (0, 2), "R")
    assert game.make_move("w", (6, 6), "L")


def test_kuba_draws_at_the_third_count() -> None:
    """K-12."""
    game = KubaGame(("w", "W"), ("b", "B"), rules="tournament")
    for turn in range(2):
        assert not game.is_draw(), turn
        assert game.make_move("w", (0, 0), "R")
        assert game.make_move("b", (6, 0), "R")
        assert game.make_move("w", (0, 2), "L")
        assert game.make_move("b", (6, 2), "L")
    assert game.is_draw()
    assert game.get_winner() is None


def test_kuba_refuses_what_is_no_game() -> None:
    """K-14 and K-17."""
    with pytest.raises(PlayersError):
        KubaGame(("w", "W"), ("w", "B"))
    game = KubaGame(("w", "W"), ("b", "B"))
    with pytest.raises(CellError):
        game.get_marble((0, 7))
    with pytest.raises(UnknownPlayerError):
        game.get_captured("x")
