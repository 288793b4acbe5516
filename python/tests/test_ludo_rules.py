"""Every rule of Ludo, L-1 to L-31, from Python; what is expected was worked out by hand."""

import itertools
from typing import Any

import hostile
import pytest
from LudoGame import LudoGame, Player
from parlor import ludo
from parlor.errors import MoveTokenError, ParlorError, PlayError, ScriptError, SeatError, StepError


def turns(script: str) -> "list[tuple[str, int]]":
    """The turns of a script such as `A6 A4`."""
    return [(turn[0], int(turn[1])) for turn in script.split()]


def spaces(players: str, script: str) -> str:
    """What `play_game` returns, with blanks between."""
    return " ".join(LudoGame().play_game(list(players), turns(script)))


def walk(seat: str, steps: int) -> str:
    """A script that brings `p` out and to this step, without another six."""
    return " ".join([f"{seat}6", *[f"{seat}5"] * (steps // 5), f"{seat}{steps % 5}"]).replace(
        f" {seat}0", ""
    )


#: `A` stacks on step 5 and brings both tokens home.
HOME = "A6 A6 A5 A5" + " A5" * 10 + " A2"


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


def after(line: str, *actions: "int | str") -> str:
    """The position line after these actions."""
    position = ludo.Position.parse(line)
    for action in actions:
        position = position.apply(action)
    return str(position)


# --- Board and tokens -----------------------------------------------------------------------


def test_l_1_the_players_list_keeps_its_order() -> None:
    """The report goes by the list, not by the board."""
    assert spaces("CA", "C6 A6 C3") == "31 H R H"
    assert spaces("AC", "C6 A6 C3") == "R H 31 H"


@pytest.mark.parametrize("number", [2, 3, 4])
def test_l_1_any_two_to_four_seats_in_any_order_may_play(number: int) -> None:
    """All 12 + 24 + 24 lists."""
    for players in itertools.permutations("ABCD", number):
        assert LudoGame().play_game(players, []) == ["H"] * (2 * number)


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


@pytest.mark.parametrize("seat", "ABCD")
def test_l_2_both_tokens_start_in_the_yard(seat: str) -> None:
    """In a game, and for a player of no game."""
    for player in (player_of(started("ABCD"), seat), Player(seat)):
        assert (player.get_token_p_step_count(), player.get_token_q_step_count()) == (-1, -1)
        assert (player.get_token_p_space(), player.get_token_q_space()) == ("H", "H")


def test_l_3_step_counts_tell_where_a_token_is() -> None:
    """The yard, ready-to-go, the ring, a home square, the end."""
    for script, count in [
        ("", -1),
        ("A6", 0),
        (walk("A", 1), 1),
        (walk("A", 50), 50),
        (walk("A", 51), 51),
        (walk("A", 56), 56),
        (walk("A", 57), 57),
    ]:
        assert counts(started("AB", script), "A") == (count, -1)


@pytest.mark.parametrize(
    ("seat", "start", "end"), [("A", 1, 50), ("B", 15, 8), ("C", 29, 22), ("D", 43, 36)]
)
def test_l_4_each_seat_walks_50_ring_spaces_and_its_home_squares(
    seat: str, start: int, end: int
) -> None:
    """From its start space clockwise; after space 56 comes space 1."""
    player = Player(seat)
    space = start
    for step in range(1, 51):
        assert player.get_space_name(step) == str(space)
        last, space = space, space + 1 if space < 56 else 1
    assert last == end
    homes = [player.get_space_name(step) for step in range(51, 57)]
    assert homes == [f"{seat}{number}" for number in range(1, 7)]
    assert [player.get_space_name(step) for step in (-1, 0, 57)] == ["H", "R", "E"]


def test_l_4_the_texts_examples() -> None:
    """Of `get_space_name`."""
    names = {("A", 20): "20", ("B", 20): "34", ("C", 20): "48", ("D", 20): "6"}
    names.update({("A", 51): "A1", ("B", 56): "B6", ("B", 55): "B5"})
    for (seat, steps), name in names.items():
        assert Player(seat).get_space_name(steps) == name


def test_l_4_ring_space_56_is_no_space_0() -> None:
    """B's step 42 and D's step 14."""
    assert spaces("BA", walk("B", 42)) == "56 H H H"
    assert spaces("DA", walk("D", 14)) == "56 H H H"


# --- Moving ---------------------------------------------------------------------------------


def test_l_5_only_a_six_leaves_the_yard_and_it_goes_no_further() -> None:
    """It lands on R."""
    assert spaces("AB", "A1 A2 A3 A4 A5") == "H H H H"
    assert spaces("AB", "A6") == "R H H H"


def test_l_5_nothing_on_r_is_kicked_and_coming_to_r_kicks_nobody() -> None:
    """A stands on R, B walks over A's start space 1 (B's step 43), and then A's `q` comes out."""
    assert spaces("AB", "A6 " + walk("B", 43)) == "R H 1 H"
    assert spaces("AB", "A6 " + walk("B", 43) + " A6") == "R R 1 H"


def test_l_5_two_tokens_on_r_are_no_stack() -> None:
    """Only `p` moves."""
    assert spaces("AB", "A6 A6 A3") == "3 R H H"


def test_l_6_a_token_moves_by_the_roll_from_r_the_ring_and_the_home_squares() -> None:
    """4, then 5 spaces nine times, then into the home squares."""
    assert spaces("AB", "A6 A4") == "4 H H H"
    assert spaces("AB", "A6 A4" + " A5" * 9) == "49 H H H"
    assert spaces("AB", "A6 A4" + " A5" * 10) == "A4 H H H"
    assert spaces("AB", "A6 A4" + " A5" * 10 + " A1") == "A5 H H H"


@pytest.mark.parametrize(
    ("steps", "ends"),
    [
        (51, (52, 53, 54, 55, 56, 57)),
        (52, (53, 54, 55, 56, 57, 56)),
        (53, (54, 55, 56, 57, 56, 55)),
        (54, (55, 56, 57, 56, 55, 54)),
        (55, (56, 57, 56, 55, 54, 53)),
        (56, (57, 56, 55, 54, 53, 52)),
    ],
)
def test_l_7_a_bounce_lands_on_114_minus_the_sum(steps: int, ends: "tuple[int, ...]") -> None:
    """From every home square with every roll, by name and in a live position."""
    for roll, end in enumerate(ends, 1):
        game = started("AB", walk("A", steps))
        game.move_token(player_of(game, "A"), "p", roll)
        assert counts(game, "A") == (end, -1)
        expected = "E" if end == 57 else end
        line = after(f"A{steps}.20/BH.H A {roll}b -", "p")
        assert line == f"A{expected}.20/BH.H B - -"


def test_l_7_a_bounce_is_subtracted_from_the_step_count() -> None:
    """The text's example: A5 and a roll of 5 gives A4 and 54, not 60."""
    game = started("AB", walk("A", 55) + " A5")
    assert player_of(game, "A").get_token_p_space() == "A4"
    assert counts(game, "A") == (54, -1)


def test_l_8_a_finished_token_never_moves_again() -> None:
    """Not by a script, not by name; a six brings the other one out."""
    assert spaces("AB", walk("A", 57) + " A1 A2 A3 A4 A5") == "E H H H"
    game = started("AB", walk("A", 57) + " A6")
    assert counts(game, "A") == (57, 0)
    for roll in range(1, 7):
        game.move_token(player_of(game, "A"), "p", roll)
        assert counts(game, "A") == (57, 0)


def test_l_9_a_move_kicks_where_it_ends() -> None:
    """Also on a start space: 15 is B's own."""
    assert spaces("AB", "B6 B1 A6 A5 A5 A5") == "15 H H H"


def test_l_9_a_move_kicks_nobody_on_its_way() -> None:
    """From 13 over B on 15 to 17."""
    assert spaces("AB", "B6 B1 A6 A5 A5 A3 A4") == "17 H 15 H"


def test_l_9_home_squares_and_ends_are_never_contested() -> None:
    """A1 is not B1, and everyone has an end of his own."""
    assert spaces("AB", walk("A", 51) + " " + walk("B", 51)) == "A1 H B1 H"
    assert spaces("AB", walk("A", 57) + " " + walk("B", 57)) == "E H E H"


def test_l_9_the_same_step_of_two_seats_is_no_meeting() -> None:
    """A on its step 20 is on space 20, B on its step 20 on space 34."""
    assert spaces("AB", walk("A", 20) + " " + walk("B", 20)) == "20 H 34 H"


def test_l_10_a_stack_moves_as_one_with_one_roll() -> None:
    """They meet on step 5; a six moves them too, as none is in the yard."""
    assert spaces("AB", "A6 A6 A5 A5") == "5 5 H H"
    assert spaces("AB", "A6 A6 A5 A5 A6") == "11 11 H H"


def test_l_10_a_stack_kicks() -> None:
    """On 15, where B stands."""
    assert spaces("AB", "B6 B1 A6 A6 A5 A5 A5 A5") == "15 15 H H"


def test_l_10_a_stack_bounces_and_reaches_e_as_one() -> None:
    """55, then 5 more: 54 for both; 3 more: the end for both, and that finishes."""
    to_55 = "A6 A6 A5 A5" + " A5" * 10
    assert spaces("AB", to_55 + " A5") == "A4 A4 H H"
    assert spaces("AB", to_55 + " A5 A3") == "E E H H"


def test_l_10_tokens_stack_on_a_home_square() -> None:
    """`p` waits on 54, `q` comes from 49 with a 5; a 3 brings both home."""
    script = walk("A", 54) + " A6" + " A5" * 9 + " A4 A5"
    assert spaces("AB", script) == "A4 A4 H H"
    assert spaces("AB", script + " A3") == "E E H H"


def test_l_10_tokens_stack_by_a_bounce() -> None:
    """`p` on 54 and `q` on 55: a 5 takes `p` to the end and back to 55; a 2 brings both home."""
    script = walk("A", 54) + " A6" + " A5" * 11 + " A5"
    assert spaces("AB", script) == "A5 A5 H H"
    assert spaces("AB", script + " A2") == "E E H H"


def test_l_11_a_kicked_stack_goes_home_unstacked() -> None:
    """B lands on A's stack on 15; then a six brings only `p` out."""
    stack = "A6 A6 A5 A5 A5 A5 B6 B1"
    assert spaces("AB", stack) == "H H 15 H"
    assert spaces("AB", stack + " A6 A5") == "5 H 15 H"


def test_l_12_a_player_with_both_tokens_on_e_has_finished() -> None:
    """One is not enough; the others play on."""
    assert not player_of(started("AB", walk("A", 57)), "A").get_completed()
    game = started("ABC", HOME + " B6 B3")
    assert player_of(game, "A").get_completed()
    assert not player_of(game, "B").get_completed()
    assert counts(game, "B") == (3, -1)
    position = ludo.Position.parse("A55.E/BH.H/CH.H A 2 -").apply("p")
    assert (position.winner, position.finished, position.is_over) == ("A", ("A",), False)


# --- Turns ----------------------------------------------------------------------------------


def test_l_13_a_first_six_gives_one_more_roll_and_a_second_gives_none() -> None:
    """Also when the first is spent on leaving the yard."""
    assert after("AH.H/BH.H A - -", "A6p") == "AR.H/BH.H A + -"
    assert after("AH.H/BH.H A - -", "A6p", "A6q") == "AR.R/BH.H B - -"
    assert after("AH.H/BH.H A - -", "A6p", "A3p") == "A3.H/BH.H B - -"
    assert after("AH.H/BH.H A - -", "A3-") == "AH.H/BH.H B - -"


def test_l_13_neither_a_kick_nor_one_token_home_gives_another_roll() -> None:
    """B's step 9 is space 23."""
    assert after("A20.H/B9.H A 3 -", "p") == "A23.H/BH.H B - -"
    assert after("A55.3/BH.H A 2 -", "p") == "AE.3/BH.H B - -"


def test_l_13_a_turn_ends_when_its_player_finishes() -> None:
    """With a six, and there is no bonus roll."""
    assert after("A51.E/BH.H/CH.H A 6 -", "p") == "AE.E/BH.H/CH.H B - A"


def test_l_14_a_roll_is_lost_only_if_nothing_can_move() -> None:
    """Tokens in the yard without a six, or on the end."""
    assert spaces("AB", "A1 A2 A3 A4 A5") == "H H H H"
    assert ludo.Position.parse("AE.H/BH.H A 5 -").legal_moves == ("-",)
    assert ludo.Position.parse("AE.56/BH.H A 5 -").legal_moves == ("q",)
    with pytest.raises(PlayError):
        ludo.Position.parse("AE.56/BH.H A 5 -").apply("-")


def test_l_14_nothing_blocks_the_way_not_even_a_stack() -> None:
    """A passes B's stack on 15 from 13 to 17, and its own token too."""
    assert spaces("AB", "B6 B6 B1 B1 A6 A5 A5 A3 A4") == "17 H 15 15"
    assert spaces("AB", "A6 A2 A6 A5") == "2 5 H H"


# --- The priority policy --------------------------------------------------------------------


def test_l_15_a_six_brings_a_token_out_first() -> None:
    """`p` first; before finishing (51 + 6), and before a kick (9 + 6)."""
    assert spaces("AB", "A6") == "R H H H"
    assert spaces("AB", walk("A", 51) + " A6") == "A1 R H H"
    assert spaces("AB", "B6 B1 " + walk("A", 9) + " A6") == "9 R 15 H"


def test_l_15_p_comes_out_again_after_a_kick() -> None:
    """B on 15 is hit by `p`'s owner: A's `p` on 15 is kicked by B's coming to step 1."""
    assert spaces("AB", "A6 A5 A5 A5 A6 B6 B1 A6") == "R R 15 H"


def test_l_16_an_exact_roll_home_comes_before_a_kick_and_the_furthest() -> None:
    """`p` on 55 goes home with a 2, though `q` on 3 could kick B on 5 (B's step 47)."""
    script = walk("A", 55) + " " + walk("B", 47) + " A6 A3 A2"
    assert spaces("AB", script) == "E 3 5 H"


def test_l_16_it_looks_only_at_home_squares_and_exact_rolls() -> None:
    """`p` on 55 does not move with a 3: `q` does."""
    assert spaces("AB", walk("A", 55) + " A6 A3") == "A5 3 H H"


def test_l_17_a_kick_comes_before_the_furthest() -> None:
    """`p` on 13 kicks B on 15, though `q` is further behind."""
    assert spaces("AB", walk("A", 13) + " A6 B6 B1 A2") == "15 R H H"


def test_l_17_if_both_could_kick_the_furthest_does_here_q() -> None:
    """B stands on 3 (`p`) and 15 (`q`); A's `p` on 13 and `q` on 1 could kick one each."""
    script = walk("B", 45) + " B6 B1 " + walk("A", 13) + " A6 A1 A2"
    assert spaces("AB", script) == "13 3 H 15"


def test_l_17_if_both_could_kick_the_furthest_does_here_p() -> None:
    """C stands on 15 (`p`) and 14 (`q`); A's `p` on 12 and `q` on 13 could kick one each."""
    home = walk("C", 43) + " " + walk("C", 42)
    script = home + " " + walk("A", 12) + " A6 A5 A4 A4 A2"
    assert spaces("AC", script) == "14 13 15 H"


def test_l_18_the_furthest_from_the_end_moves() -> None:
    """`q` on R, then `p` once it is behind."""
    assert spaces("AB", "A6 A5 A6 A3") == "5 3 H H"
    assert spaces("AB", "A6 A5 A6 A3 A4 A1") == "6 7 H H"


def test_l_18_of_two_on_r_p_moves() -> None:
    """They are no stack."""
    assert spaces("AB", "A6 A6 A1") == "1 R H H"


# --- The scripted game ----------------------------------------------------------------------


def test_l_19_the_list_is_the_truth() -> None:
    """Six sixes of one player, a start by the last one, a roll without a turn."""
    assert spaces("AB", "A6 A1 A1 A1 A6 A6") == "3 6 H H"
    assert spaces("AB", "B6 B2 B2 A6 A6 A6") == "6 R 18 H"


def test_l_20_a_seat_that_does_not_play_is_skipped() -> None:
    """C and D."""
    assert spaces("AB", "C6 A6 D6 C1 A2") == "2 H H H"


def test_l_20_a_finished_player_is_skipped_and_later_turns_count() -> None:
    """With two players only one is left after A's last turn, and B's turns still count."""
    assert spaces("AB", HOME + " A6 A1 B6 B3 A2 B4") == "E E 21 H"


def test_l_21_the_result_tells_p_then_q_of_each_player() -> None:
    """The golden game of the texts, as a list of strings."""
    script = "A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4"
    result = LudoGame().play_game(["A", "B"], turns(script))
    assert result == ["28", "28", "21", "H"]
    assert [type(space) for space in result] == [str] * 4


def test_l_22_each_play_game_is_a_fresh_game() -> None:
    """With the same players, and with others; players of the earlier one stay as they were."""
    game = LudoGame()
    assert game.play_game(["A", "B"], turns("A6 A4")) == ["4", "H", "H", "H"]
    earlier = player_of(game, "A")
    assert game.play_game(["A", "B"], turns("A6 A1")) == ["1", "H", "H", "H"]
    assert earlier.get_token_p_step_count() == 4
    assert player_of(game, "A") is not earlier
    game.play_game(["C", "D"], [])
    assert game.get_player_by_position("A") == "Player not found!"
    assert counts(game, "C") == (-1, -1)


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


def test_l_23_an_empty_turns_list_is_fine() -> None:
    """Everyone is in the yard."""
    assert LudoGame().play_game(["D", "B"], []) == ["H", "H", "H", "H"]


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


def test_l_24_a_player_is_found_by_the_seat() -> None:
    """Every time the same one; before the first game nobody."""
    game = LudoGame()
    assert game.get_player_by_position("A") == "Player not found!"
    game.play_game(["A", "C"], [])
    player = player_of(game, "C")
    assert player.get_position() == "C"
    assert game.get_player_by_position("C") is player
    assert game.get_player_by_position("B") == "Player not found!"


def test_l_25_move_token_moves_the_one_token_named() -> None:
    """And returns None; a stack is parted."""
    game = started("AB", "A6 A6 A5 A5")
    assert game.move_token(player_of(game, "A"), "q", 3) is None  # type: ignore[func-returns-value]
    assert counts(game, "A") == (5, 8)
    game.move_token(player_of(game, "A"), "p", 3)
    assert counts(game, "A") == (8, 8)


def test_l_25_move_token_kicks_what_it_lands_on() -> None:
    """A stack of B on 15."""
    game = started("AB", "B6 B6 B1 B1 " + walk("A", 12))
    game.move_token(player_of(game, "A"), "p", 3)
    assert counts(game, "A") == (15, -1)
    assert counts(game, "B") == (-1, -1)


def test_l_25_from_the_yard_only_a_six_moves_and_a_finished_token_stays() -> None:
    """To R, and it is no error."""
    game = started("AB")
    player = player_of(game, "A")
    for steps in range(1, 6):
        game.move_token(player, "p", steps)
        assert counts(game, "A") == (-1, -1)
    game.move_token(player, "q", 6)
    assert counts(game, "A") == (-1, 0)
    game = started("AB", HOME)
    for token, steps in itertools.product("pq", range(1, 7)):
        game.move_token(player_of(game, "A"), token, steps)
    assert counts(game, "A") == (57, 57)


def test_l_25_move_token_can_finish_a_player() -> None:
    """The second token comes home by name."""
    game = started("AB", walk("A", 57) + " " + walk("A", 55))
    player = player_of(game, "A")
    assert not player.get_completed()
    game.move_token(player, "q", 2)
    assert player.get_completed()


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


def test_l_26_completed_means_both_tokens_on_e() -> None:
    """Exactly then."""
    for script, completed in [("", False), (walk("A", 57), False), (HOME, True)]:
        assert player_of(started("AB", script), "A").get_completed() is completed


@pytest.mark.parametrize(
    "steps", [-2, 58, 10**30, -(2**63), True, False, 1.0, "1", None, float("nan"), [1]]
)
def test_l_26_other_step_counts_have_no_name(steps: Any) -> None:
    """A clear error of rule L-3."""
    with pytest.raises(StepError) as caught:
        Player("A").get_space_name(steps)
    assert caught.value.rule == "L-3"
    assert caught.value.value is steps


def test_l_26_a_player_knows_its_seat_its_spaces_and_its_tokens() -> None:
    """Seat D, with `p` on step 20 and `q` on R."""
    player = player_of(started("AD", walk("D", 20) + " D6"), "D")
    assert player.get_position() == "D"
    assert (player.get_start_space(), player.get_end_space()) == (43, 36)
    assert (player.get_token_p_space(), player.get_token_q_space()) == ("6", "R")


# --- The live game --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "choices"),
    [
        ("AH.H/BH.H A 6 -", ("p", "q")),
        ("AR.R/BH.H A 3 -", ("p", "q")),
        ("A5.H/BH.H A 6 -", ("p", "q")),
        ("A5.H/BH.H A 5 -", ("p",)),
        ("A5.5/BH.H A 5 -", ("pq",)),
        ("A53.53/BH.H A 6 -", ("pq",)),
        ("A5.9/BH.H A 5 -", ("p", "q")),
        ("AE.9/BH.H A 5 -", ("q",)),
        ("AH.H/BH.H A 5 -", ("-",)),
        ("AH.H/BH.H A - -", ()),
    ],
)
def test_l_27_each_token_that_can_move_is_a_choice(line: str, choices: "tuple[str, ...]") -> None:
    """A stack is one, and never split; with nothing to move there is the pass."""
    position = ludo.Position.parse(line)
    assert position.legal_moves == choices
    if choices:
        for choice in {"p", "q", "pq", "-"} - set(choices):
            with pytest.raises(PlayError):
                position.apply(choice)


def test_l_27_on_a_six_a_player_need_not_leave_the_yard() -> None:
    """`p` goes on to 11."""
    assert after("A5.H/BH.H A 6 -", "p") == "A11.H/BH.H A + -"


@pytest.mark.parametrize(("seats", "order"), [("CAB", "CABCA"), ("BAC", "BCABC"), ("DA", "DADAD")])
def test_l_28_the_first_of_the_list_begins_and_play_goes_clockwise(seats: str, order: str) -> None:
    """Whatever the list's order."""
    position = ludo.Position(list(seats))
    seen = ""
    for _ in order:
        seen += position.to_act or "-"
        position = position.apply(3).apply("-")
    assert seen == order


def test_l_28_a_finished_player_is_skipped() -> None:
    """After C comes B, for A is home."""
    assert after("AE.E/BH.H/CH.H C - A", 3, "-") == "AE.E/BH.H/CH.H B - A"


def test_l_29_a_roll_and_then_one_choice() -> None:
    """To roll, to choose, and with a six once more."""
    position = ludo.Position(["A", "B"])
    assert (position.phase, position.roll, position.is_bonus) == ("roll", None, False)
    assert [roll for roll, _ in position.chance_outcomes] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(PlayError):
        position.apply("p")
    position = position.apply(6)
    assert (position.phase, position.roll, position.is_bonus) == ("choose", 6, False)
    assert position.chance_outcomes == ()
    with pytest.raises(PlayError):
        position.apply(6)
    position = position.apply("p")
    assert (position.phase, position.to_act, position.is_bonus) == ("roll", "A", True)
    position = position.apply(6)
    assert (position.phase, position.roll, position.is_bonus) == ("choose", 6, True)
    position = position.apply("q")
    assert (position.phase, position.to_act, position.is_bonus) == ("roll", "B", False)


def test_l_29_a_bonus_roll_can_be_a_pass() -> None:
    """`p` went home with the six, and `q` is in the yard."""
    assert after("A51.H/BH.H A 6 -", "p") == "AE.H/BH.H A + -"
    assert ludo.Position.parse("AE.H/BH.H A + -").apply(3).legal_moves == ("-",)
    assert after("AE.H/BH.H A + -", 3, "-") == "AE.H/BH.H B - -"


def test_l_30_with_one_player_left_the_game_is_over() -> None:
    """Places follow the order of finishing, and the one who is left has the last."""
    over = ludo.Position.parse("AE.E/B55.E/CH.H B 2 A").apply("p")
    assert str(over) == "AE.E/BE.E/CH.H - - ABC"
    assert (over.is_over, over.winner, over.finished) == (True, "A", ("A", "B", "C"))
    assert (over.phase, over.to_act, over.legal_moves) == ("over", None, ())
    with pytest.raises(PlayError):
        over.apply(6)


def test_l_30_with_two_players_the_first_finish_ends_the_game() -> None:
    """B is second."""
    assert after("AH.H/B55.E B 2 -", "p") == "AH.H/BE.E - - BA"


def test_l_31_a_roll_limit_shares_the_places_that_are_left() -> None:
    """One roll is not enough for anybody; a finisher keeps his place."""
    playout = ludo.Position(["A", "B"]).random_playout(1, roll_limit=1)
    assert (playout.rolls, playout.places) == (1, {"A": (1, 2), "B": (1, 2)})
    late = ludo.Position.parse("AE.E/BH.H/CH.H B - A").random_playout(1, roll_limit=1)
    assert late.places == {"A": (1,), "B": (2, 3), "C": (2, 3)}


def test_l_31_games_end_well_before_the_usual_limit() -> None:
    """10,000 rolls; every place is taken once."""
    playout = ludo.Position(["A", "B", "C", "D"]).random_playout(7)
    assert playout.rolls < 10_000
    assert sorted(playout.places.values()) == [(1,), (2,), (3,), (4,)]
