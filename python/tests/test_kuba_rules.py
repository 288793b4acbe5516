"""Every rule of Kuba, K-1 to K-18, from Python; what is expected was worked out by hand."""

import collections
import itertools
from typing import Any

import hostile
import pytest
from KubaGame import KubaGame
from parlor import kuba
from parlor.errors import CellError, PlayError, PlayersError, RulesError, UnknownPlayerError
from samples import WIN_BY_BLOCKING

WHITE, BLACK = "White", "Black"

START = """
WW...BB
WW.R.BB
..RRR..
.RRRRR.
..RRR..
BB.R.WW
BB...WW
"""

#: White pushes a column of five over the edge with the third push: a black marble goes.
TAKE_ONE = "65F 60R 55F 62L 45F"
#: White takes seven reds; in the tournament list he has most of his pushes in one long turn.
WIN_BY_REDS = "66L 50R 65L 52F 63F 42F 53F 16L 43F 32F 33F 14B 23F 06L 13F 05L 11F 22F 01B 04L 11F"
TOURNAMENT_WIN_BY_REDS = "01B 05B 11B 25L 31R 60F 32R 33R 34R 35R 65F 24L 23F 45L 44L 43L 42L"
#: White takes all eight black marbles.
WIN_BY_ELIMINATION = "01B 61F 11B 06B 21B 16B 31R 15R 41B 16B 32R 05R 51L 06B 50B 16B 33R 26B 34R"
#: Both push a marble and take it back: the position and the player to move are as before.
THERE_AND_BACK = "00R 60R 02L 62L"


def new(rules: str = "classroom") -> KubaGame:
    """A game between White and Black."""
    return KubaGame((WHITE, "W"), (BLACK, "B"), rules=rules)


def push(game: KubaGame, name: Any, move: str) -> bool:
    """`make_move` for a push such as `65F`."""
    return game.make_move(name, (int(move[0]), int(move[1])), move[2])


def play(moves: str, rules: str = "classroom") -> KubaGame:
    """A game after these pushes, White's first; whoever is to move pushes, and all succeed."""
    game = new(rules)
    for move in moves.split():
        assert push(game, game.get_current_turn() or WHITE, move), move
    return game


def cells(game: KubaGame) -> str:
    """The board as START shows it."""
    rows = ("".join(game.get_marble((row, column)) for column in range(7)) for row in range(7))
    return "\n" + "\n".join(rows).replace("X", ".") + "\n"


def state(game: KubaGame) -> "tuple[Any, ...]":
    """Everything a game tells."""
    return (
        cells(game),
        game.get_current_turn(),
        game.get_winner(),
        game.is_draw(),
        game.get_captured(WHITE),
        game.get_captured(BLACK),
        game.get_marble_count(),
    )


def row_after(row: str, move: str) -> str:
    """Row 3 after a push by White; a black marble far away keeps the game going."""
    position = kuba.Position.parse(f"7/7/7/{row}/7/7/6b w0b0 w - c")
    return position.apply(move).board[3]


# --- Board ----------------------------------------------------------------------------------


def test_k_1_the_marbles_stand_as_drawn() -> None:
    """8 white, 8 black and 13 red; the rest is empty."""
    game = new()
    assert cells(game) == START
    assert game.get_marble_count() == (8, 8, 13)
    position = kuba.Position()
    assert "\n" + "\n".join(position.board) + "\n" == START
    assert str(position) == "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c"


def test_k_1_coordinates_are_row_and_column_from_the_top_left() -> None:
    """Not column and row."""
    game = new()
    assert game.get_marble((0, 6)) == "B"
    assert game.get_marble((6, 0)) == "B"
    assert game.get_marble((1, 3)) == "R"
    assert game.get_marble((3, 1)) == "R"
    assert game.get_marble((0, 3)) == "X"
    assert game.get_marble((2, 0)) == "X"
    assert game.get_marble((6, 6)) == "W"


@pytest.mark.parametrize(
    ("move", "left", "came"),
    [
        ("00R", (0, 0), (0, 2)),
        ("66L", (6, 6), (6, 4)),
        ("65F", (6, 5), (4, 5)),
        ("00B", (0, 0), (2, 0)),
    ],
)
def test_k_2_directions_are_as_seen_on_the_page(
    move: str, left: "tuple[int, int]", came: "tuple[int, int]"
) -> None:
    """R and L along the row, F up, B down."""
    game = play(move)
    assert game.get_marble(left) == "X"
    assert game.get_marble(came) == "W"


# --- Pushing --------------------------------------------------------------------------------


def test_k_3_the_cell_behind_must_be_empty_or_off_the_board() -> None:
    """On (5, 5) the marble below is in the way; after it has gone nothing is."""
    game = new()
    assert not push(game, WHITE, "55F")
    assert push(game, WHITE, "65F")
    assert push(game, BLACK, "60R")
    assert push(game, WHITE, "55F")


def test_k_3_any_marble_behind_is_in_the_way() -> None:
    """A white, a black or a red one."""
    for behind in "wbr":
        position = kuba.Position.parse(f"7/7/7/2{behind}w3/7/7/6b w0b0 w - c")
        with pytest.raises(PlayError) as caught:
            position.apply("33R")
        assert caught.value.rule == "K-3"
        assert "33L" in position.legal_moves


def test_k_3_at_the_edge_the_marble_behind_comes_before_the_own_marble_off() -> None:
    """White's marble would leave the board (K-5), but a black one stands behind it."""
    position = kuba.Position.parse("7/7/7/wb5/7/7/6b w0b0 w - c")
    assert "30L" not in position.legal_moves
    with pytest.raises(PlayError) as caught:
        position.apply("30L")
    assert caught.value.rule == "K-3"


def test_k_4_the_run_in_front_moves_up_to_the_first_empty_cell() -> None:
    """Whatever its colors; what stands behind the gap stays."""
    assert row_after("w6", "30R") == ".W....."
    assert row_after("wrb1r2", "30R") == ".WRBR.."
    assert row_after("wrbw1rr", "30R") == ".WRBWRR"
    assert row_after("2r1rrw", "36L") == "..RRRW."


def test_k_4_a_run_to_the_edge_pushes_its_last_marble_off() -> None:
    """Seven in a row, and one at the edge."""
    assert row_after("wrbwbrb", "30R") == ".WRBWBR"
    assert row_after("5wr", "35R") == "......W"


def test_k_5_an_own_marble_stays_on_the_board() -> None:
    """Alone at the edge, and at the end of a run."""
    for row, move in [("6w", "36R"), ("wrrrrrw", "30R"), ("5ww", "35R"), ("w1b4", "30L")]:
        position = kuba.Position.parse(f"7/7/7/{row}/7/7/6b w0b0 w - c")
        assert move not in position.legal_moves
        with pytest.raises(PlayError) as caught:
            position.apply(move)
        assert caught.value.rule == "K-5"
    assert not push(new(), WHITE, "01L")


def test_k_6_an_opponents_marble_leaves_the_game() -> None:
    """Column 5 after three pushes; nobody has captured a red."""
    game = play(TAKE_ONE)
    column = [game.get_marble((row, 5)) for row in range(7)]
    assert column == ["B", "R", "W", "W", "X", "X", "X"]
    assert game.get_marble_count() == (8, 7, 13)
    assert (game.get_captured(WHITE), game.get_captured(BLACK)) == (0, 0)


def test_k_6_a_red_is_captured_by_the_pusher() -> None:
    """White's next push of that column takes the other black marble, the one after it a red."""
    game = play(TAKE_ONE + " 60R 35F 62L 25F")
    column = [game.get_marble((row, 5)) for row in range(7)]
    assert column == ["W", "W", "X", "X", "X", "X", "X"]
    assert game.get_marble_count() == (8, 6, 12)
    assert (game.get_captured(WHITE), game.get_captured(BLACK)) == (1, 0)


KO = "00R 60F 01R 61F 02R 06L"


def test_k_7_a_push_may_not_undo_the_opponents_last_one() -> None:
    """Row 0 is `..WWBB.`, and was `...WWBB` before Black pushed; trying again does not help."""
    game = play(KO)
    before = state(game)
    assert before[0].splitlines()[1] == "..WWBB."
    for _ in range(3):
        assert not push(game, WHITE, "02R")
        assert state(game) == before


def test_k_7_only_the_last_push_is_barred() -> None:
    """After another push of both the same push is legal again."""
    game = play(KO + " 66L 40R")
    assert push(game, WHITE, "02R")
    assert cells(game).splitlines()[1] == "...WWBB"


def test_k_7_a_position_carries_the_push_that_is_barred() -> None:
    """The straight push back; none after a push that no push undoes."""
    start = kuba.Position.parse("7/7/7/1wb4/7/7/6b w0b0 w - c")
    barred = start.apply("31R")
    assert barred.barred == "33L"
    assert "33L" not in barred.legal_moves
    with pytest.raises(PlayError) as caught:
        barred.apply("33L")
    assert caught.value.rule == "K-7"
    free = kuba.Position.parse("7/7/7/2wb3/7/7/6b w0b0 b - c")
    assert "33L" in free.legal_moves
    assert kuba.Position().apply("00R").barred is None


def test_k_7_nothing_older_is_compared() -> None:
    """The fourth push restores the start of the game, and is not refused."""
    assert cells(play(THERE_AND_BACK)) == START


# --- Ending ---------------------------------------------------------------------------------


def test_k_8_seven_reds_win() -> None:
    """In a game, and at once; six do not."""
    game = play(WIN_BY_REDS)
    assert (game.get_winner(), game.get_captured(WHITE)) == (WHITE, 7)
    game = play(WIN_BY_REDS.rsplit(" ", 1)[0])
    assert (game.get_winner(), game.get_captured(WHITE)) == (None, 6)
    won = kuba.Position.parse("7/7/7/5wr/7/7/b6 w6b0 w - c").apply("35R")
    assert (won.winner, won.won_by, won.is_over, won.legal_moves) == ("W", "reds", True, ())
    lost = kuba.Position.parse("7/7/7/5br/7/7/w6 w0b6 b - c").apply("35R")
    assert (lost.winner, lost.won_by) == ("B", "reds")


def test_k_9_taking_the_last_marble_wins() -> None:
    """In a game, and in a position; the last but one does not."""
    game = play(WIN_BY_ELIMINATION)
    assert game.get_winner() == WHITE
    assert game.get_marble_count()[1] == 0
    assert game.get_captured(WHITE) < 7
    won = kuba.Position.parse("7/7/7/5wb/7/7/7 w0b0 w - c").apply("35R")
    assert (won.winner, won.won_by) == ("W", "elimination")
    on = kuba.Position.parse("7/7/7/5wb/7/7/b6 w0b0 w - c").apply("35R")
    assert (on.winner, on.is_over) == (None, False)


def test_k_10_who_has_no_push_on_his_turn_has_lost() -> None:
    """Marbles on all four sides leave no room behind; in a game Black has marbles left."""
    won = kuba.Position.parse("7/7/3w3/2wb1w1/3w3/7/7 w0b0 w - c").apply("35L")
    assert won.board[2:5] == ("...W...", "..WBW..", "...W...")
    assert (won.winner, won.won_by) == ("W", "blocked")
    game = play(WIN_BY_BLOCKING)
    assert game.get_winner() == WHITE
    assert game.get_captured(WHITE) < 7
    assert game.get_marble_count()[1] > 0


def test_k_10_an_opponent_with_one_push_plays_on() -> None:
    """Above him nobody stands, so he can go down: his marble and the white one below it."""
    on = kuba.Position.parse("7/7/7/2wb1w1/3w3/7/7 w0b0 w - c").apply("35L")
    assert (on.winner, on.legal_moves) == (None, ("33B",))


def test_k_10_ko_counts() -> None:
    """Black's one push would undo White's."""
    assert kuba.Position.parse("7/7/4r2/3wb2/4r2/7/7 w0b0 b - c").legal_moves == ("34L",)
    won = kuba.Position.parse("7/7/4r2/2wb3/4r2/7/7 w0b0 w - c").apply("32R")
    assert (won.winner, won.won_by) == ("W", "blocked")


def test_k_10_ending_a_turn_gives_it_away_too() -> None:
    """During the open turn nobody is tested."""
    shut = kuba.Position.parse("5wr/7/3w3/2wbw2/3w3/7/7 w0b0 w - t")
    open_turn = shut.apply("05R")
    assert (open_turn.winner, open_turn.may_push_again) == (None, True)
    won = open_turn.apply("end")
    assert (won.winner, won.won_by) == ("W", "blocked")


# --- Rule sets ------------------------------------------------------------------------------


def test_k_11_in_the_classroom_either_player_may_begin() -> None:
    """And then turns alternate."""
    game = new()
    assert push(game, BLACK, "60R")
    assert game.get_current_turn() == WHITE
    assert not push(game, BLACK, "62L")
    assert push(game, WHITE, "00R")
    assert game.get_current_turn() == BLACK


def test_k_11_in_the_classroom_a_capture_gives_no_extra_turn() -> None:
    """After a black marble went off Black is to move."""
    game = play(TAKE_ONE)
    assert game.get_current_turn() == BLACK
    assert not push(game, WHITE, "35F")
    assert push(game, BLACK, "60R")


def test_k_12_in_a_tournament_white_begins() -> None:
    """Black's first try is refused."""
    game = new("tournament")
    assert game.get_current_turn() == WHITE
    assert not push(game, BLACK, "60R")
    assert push(game, WHITE, "00R")
    assert game.get_current_turn() == BLACK


def test_k_12_who_takes_something_off_may_push_again_with_any_marble() -> None:
    """Another marble, here without taking anything: then the turn is over."""
    game = play(TAKE_ONE, "tournament")
    assert game.get_current_turn() == WHITE
    assert not push(game, BLACK, "60R")
    assert push(game, WHITE, "00R")
    assert game.get_current_turn() == BLACK


def test_k_12_the_extra_push_is_optional_and_without_limit() -> None:
    """Two more captures in the same turn, then the end of it."""
    game = play(TAKE_ONE + " 35F 25F", "tournament")
    assert game.get_marble_count() == (8, 6, 12)
    assert game.get_current_turn() == WHITE
    assert game.end_turn(WHITE)
    assert game.get_current_turn() == BLACK


def test_k_12_the_package_lists_end_after_the_pushes() -> None:
    """Only in an open turn."""
    start = kuba.Position.parse("7/7/7/5wb/7/7/b6 w0b0 w - t")
    assert "end" not in start.legal_actions
    open_turn = start.apply("35R")
    assert (open_turn.to_move, open_turn.may_push_again) == ("W", True)
    assert open_turn.legal_actions == (*open_turn.legal_moves, "end")
    ended = open_turn.apply("end")
    assert (ended.to_move, ended.may_push_again) == ("B", False)
    quiet = open_turn.apply("36L")
    assert (quiet.to_move, quiet.may_push_again) == ("B", False)


def test_k_12_the_third_count_of_a_position_is_a_draw() -> None:
    """The start of the game counts, so eight pushes there and back are enough."""
    game = play(" ".join([THERE_AND_BACK] * 2).rsplit(" ", 1)[0], "tournament")
    assert not game.is_draw()
    assert push(game, BLACK, "62L")
    assert game.is_draw()
    assert cells(game) == START


def test_k_12_the_classroom_knows_no_draw() -> None:
    """However often a position comes again."""
    game = play(" ".join([THERE_AND_BACK] * 5))
    assert not game.is_draw()
    assert push(game, WHITE, "00R")


def test_k_12_the_counter_of_the_package_counts_turns_that_begin() -> None:
    """Three times the start."""
    position = kuba.Position(rules="tournament")
    counter = kuba.Repetitions(position)
    counts = []
    for move in THERE_AND_BACK.split() * 2:
        position = position.apply(move)
        counts.append(counter.turn_began(position))
    assert counts == [1, 1, 1, 2, 2, 2, 2, 3]
    assert counter.is_draw


def test_k_13_a_push_limit_makes_a_draw_unless_its_push_wins() -> None:
    """One push from the start; one that wins at once."""
    playout = kuba.Position().random_playout(1, push_limit=1)
    assert (playout.pushes, playout.winner, playout.ended_by) == (1, None, "push limit")
    # One push of White's wins by K-10, and the others end nothing.
    shut = kuba.Position.parse("7/7/3w3/2wb1w1/3w3/7/7 w0b0 w - c")
    ends = {shut.random_playout(seed, push_limit=1).ended_by for seed in range(100)}
    assert ends == {"blocked", "push limit"}


def test_k_13_the_class_has_no_limit() -> None:
    """1,200 pushes there and back."""
    game = play(" ".join([THERE_AND_BACK] * 300))
    assert game.get_winner() is None
    assert push(game, WHITE, "00R")


# --- The class ------------------------------------------------------------------------------


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


def test_k_14_the_rules_are_of_the_classroom_unless_said_otherwise() -> None:
    """Nobody is to move yet."""
    assert KubaGame(("a", "W"), ("b", "B")).get_current_turn() is None
    assert new("classroom").get_current_turn() is None
    assert new("tournament").get_current_turn() == WHITE


def test_k_15_nobody_is_to_move_before_the_first_successful_push() -> None:
    """A failed try claims nothing: the other one may still begin."""
    game = new()
    assert game.get_current_turn() is None
    assert not push(game, WHITE, "55F")
    assert not push(game, WHITE, "33F")
    assert not game.make_move("Nobody", (0, 0), "R")
    assert game.get_current_turn() is None
    assert push(game, BLACK, "60R")
    assert game.get_current_turn() == WHITE


def test_k_15_after_the_end_it_tells_who_would_have_been_next() -> None:
    """In the classroom always the loser."""
    for moves in (WIN_BY_REDS, WIN_BY_ELIMINATION, WIN_BY_BLOCKING):
        assert play(moves).get_current_turn() == BLACK


def test_k_15_after_a_winning_capture_in_a_tournament_it_is_the_winner() -> None:
    """He would have pushed again; after a win by K-10 without a capture it is the loser."""
    game = play(TOURNAMENT_WIN_BY_REDS, "tournament")
    assert game.get_winner() == game.get_current_turn() == WHITE
    assert not game.end_turn(WHITE)
    assert game.get_current_turn() == WHITE


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
    refused(play("00R"), name, (6, 0), "R")


def test_k_16_who_is_not_to_move_is_refused() -> None:
    """White has just pushed."""
    refused(play("00R"), WHITE, (0, 1), "R")


def test_k_16_after_the_end_everything_is_refused() -> None:
    """For the loser and the winner."""
    for moves in (WIN_BY_REDS, WIN_BY_ELIMINATION, WIN_BY_BLOCKING):
        game = play(moves)
        for name in (WHITE, BLACK):
            for row in range(7):
                for column in range(7):
                    for direction in "LRFB":
                        assert game.make_move(name, (row, column), direction) is False


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


def test_k_16_an_empty_cell_or_anothers_marble_is_refused() -> None:
    """A black, a red, none."""
    for cell in ((0, 6), (2, 3), (0, 3)):
        for direction in "LRFB":
            refused(new(), WHITE, cell, direction)


@pytest.mark.parametrize(
    "direction",
    ["", "l", "r", "f", "b", "LR", "LRFB", "R ", "U", "Right", "\ud800", None, 1, b"R", ["R"]],
)
def test_k_16_any_other_direction_is_refused(direction: Any) -> None:
    """From a cell where R and B are legal."""
    refused(new(), WHITE, (0, 0), direction)


def test_k_16_no_room_own_marble_off_and_ko_are_refused() -> None:
    """K-3, K-5 and K-7."""
    refused(new(), WHITE, (5, 5), "F")
    refused(new(), WHITE, (0, 1), "L")
    refused(play(KO), WHITE, (0, 2), "R")


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


def test_k_17_the_winner_is_told_by_name() -> None:
    """Not by color; None before."""
    game = play(WIN_BY_REDS)
    assert game.get_winner() == WHITE
    assert new().get_winner() is None
    assert play(TAKE_ONE).get_winner() is None


def test_k_17_captured_counts_the_reds_of_a_player() -> None:
    """0 at first."""
    assert (new().get_captured(WHITE), new().get_captured(BLACK)) == (0, 0)
    assert play(WIN_BY_REDS).get_captured(WHITE) == 7


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


def test_k_17_the_count_is_white_black_red() -> None:
    """In this order."""
    assert new().get_marble_count() == (8, 8, 13)
    assert play(TAKE_ONE).get_marble_count() == (8, 7, 13)


def test_k_18_a_turn_is_ended_only_after_a_capturing_push_of_it() -> None:
    """Not before, not twice, not by the other one, not by anything else."""
    game = new("tournament")
    assert game.end_turn(WHITE) is False
    for move in TAKE_ONE.split():
        assert game.end_turn(WHITE) is False
        assert game.end_turn(BLACK) is False
        assert push(game, game.get_current_turn(), move)
    before = state(game)
    for name in (BLACK, "Nobody", None, 5, ["White"]):
        assert game.end_turn(name) is False
        assert state(game) == before
    assert game.end_turn(WHITE) is True
    assert game.get_current_turn() == BLACK
    assert game.end_turn(WHITE) is False
    assert game.end_turn(BLACK) is False


def test_k_18_in_the_classroom_no_turn_is_ended() -> None:
    """Also not after a capture."""
    game = play(TAKE_ONE)
    assert game.end_turn(WHITE) is False
    assert game.end_turn(BLACK) is False
    assert game.get_current_turn() == BLACK


def test_k_18_after_a_draw_nobody_wins_and_nobody_pushes() -> None:
    """`is_draw` is False before."""
    game = new("tournament")
    for move in THERE_AND_BACK.split() * 2:
        assert game.is_draw() is False
        assert push(game, game.get_current_turn(), move)
    assert game.is_draw() is True
    assert game.get_winner() is None
    assert game.get_current_turn() == WHITE
    refused(game, WHITE, (0, 0), "R")
    refused(game, BLACK, (6, 0), "R")
    assert game.end_turn(WHITE) is False
