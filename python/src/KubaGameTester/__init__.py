"""Tests for any KubaGame.py that is written after the course text.

In the folder with your KubaGame.py run

    python -m unittest KubaGameTester
    python -m unittest -v KubaGameTester

Python looks for KubaGame in the current folder first, so your file is the one
that is tested; the first line printed shows which file that was. Where the text
leaves room (pushing one's own marble off, bad arguments that are no
coordinates at all, whose turn it is after the end and so on) nothing is
tested. Only the methods of the text are called.

Each test names the rule it checks (K-1, K-2, ...) and starts a game of its own.
Pushes are written short: 65F pushes the marble at (6, 5) forward. Ann plays
white and Bob plays black, and they take turns.
"""

from __future__ import annotations

import collections.abc
import sys
import typing
import unittest

from KubaGame import KubaGame

START = """
    W W . . . B B
    W W . R . B B
    . . R R R . .
    . R R R R R .
    . . R R R . .
    B B . R . W W
    B B . . . W W
"""

# Whole games, found by search. White begins and wins with the last push.
SEVEN_REDS = "01B 06B 21R 16B 22R 36L 23R 50R 24R 05B 35L 15R 34L 60R 33L 45L 32L 44L 31L"
ALL_EIGHT = "65F 61F 55F 60F 45L 51F 44L 06L 35F 16F 43L 06B 25F 50F 42L 04R 15R 05R 16F"
BLOCKED = "01B 06B 11B 16B 21B 15R 31R 26L 41B 05R 51L 06B 50B 16B 32R 26L 00B 25B 20R 25B 21R"

# White's third push moves a row with black's marble at its end; black can push it back.
PUSHED = "01B 05B 21R"
PUSH_BACK = "26L"

OTHER = {"Ann": "Bob", "Bob": "Ann"}


def setUpModule() -> None:
    """Print which file is tested: an installed one is easily taken for one's own."""
    found = getattr(sys.modules["KubaGame"], "__file__", "an unknown place")
    print(f"Testing KubaGame from {found}", file=sys.stderr)
    parlor = sys.modules.get("parlor._native")
    if parlor is not None and getattr(parlor, "KubaGame", None) is KubaGame:
        print("No KubaGame.py was found here: this is Parlor's own, not yours!", file=sys.stderr)


def mirrored(pushes: str) -> str:
    """Write the pushes as seen in a mirror, where black and white change places."""
    turned = {"L": "R", "R": "L", "F": "F", "B": "B"}
    return " ".join(f"{push[0]}{6 - int(push[1])}{turned[push[2]]}" for push in pushes.split())


def rows_of(drawing: str) -> list[str]:
    """Take a drawing apart into its seven rows."""
    return [line.strip() for line in drawing.strip().splitlines()]


class KubaCase(unittest.TestCase):
    """Plays games and reports a failure together with the game that led to it."""

    maxDiff = None
    story = "nothing yet"

    def ask(
        self, call: collections.abc.Callable[..., typing.Any], *arguments: object
    ) -> typing.Any:
        """Call the tested program; what it raises is reported with the game that led to it."""
        try:
            return call(*arguments)
        except Exception as error:  # whatever a student's file raises is the finding
            name = getattr(call, "__name__", "the program")
            words = ", ".join(map(repr, arguments))
            raise self.failureException(
                f"\n  played:   {self.story}\n  called:   {name}({words})"
                f"\n  raised:   {type(error).__name__}: {error}"
            ) from error

    def start(self) -> typing.Any:
        """Start a game in which Ann has the white marbles and Bob the black ones."""
        self.story = "KubaGame(('Ann', 'W'), ('Bob', 'B'))"
        return self.ask(KubaGame, ("Ann", "W"), ("Bob", "B"))

    def play(self, pushes: str, first: str = "Ann") -> typing.Any:
        """Play pushes that are all allowed, in turn, and give the game."""
        game = self.start()
        name = first
        for push in pushes.split():
            self.accepted(game, name, push)
            name = OTHER[name]
        return game

    def push(self, game: typing.Any, name: str, push: str) -> object:
        """Make one push, written short, and add it to the story."""
        return self.make_move(game, name, (int(push[0]), int(push[1])), push[2:])

    def make_move(
        self, game: typing.Any, name: str, cell: tuple[int, int], direction: str
    ) -> object:
        """Make one move and add it to the story."""
        self.story += f"\n            make_move({name!r}, {cell}, {direction!r})"
        return self.ask(game.make_move, name, cell, direction)

    def accepted(self, game: typing.Any, name: str, push: str) -> None:
        """Make a push that is allowed."""
        given = self.push(game, name, push)
        self.same(given, True, "what the last call returned")

    def refused(self, game: typing.Any, name: str, cell: tuple[int, int], direction: str) -> None:
        """Try a push that is not allowed: False, and nothing has changed."""
        before = self.everything(game)
        given = self.make_move(game, name, cell, direction)
        self.same(given, False, "what the last call returned")
        after = self.everything(game)
        # Whether a failed first try claims the turn is one of the things the text leaves open.
        if before["get_current_turn()"] is None:
            before["get_current_turn()"] = after["get_current_turn()"]
        for question, answer in before.items():
            self.same(after[question], answer, f"{question} after the refused call")

    def everything(self, game: typing.Any) -> dict[str, object]:
        """Collect all that can be asked about a game."""
        answers: dict[str, object] = {"the board": self.board_of(game)}
        for name in ("Ann", "Bob"):
            answers[f"get_captured({name!r})"] = self.ask(game.get_captured, name)
        answers["get_current_turn()"] = self.ask(game.get_current_turn)
        answers["get_winner()"] = self.ask(game.get_winner)
        return answers

    def board_of(self, game: typing.Any) -> list[str]:
        """Ask for all 49 cells; a row is written as in START."""
        rows = []
        for row in range(7):
            marbles = [self.ask(game.get_marble, (row, column)) for column in range(7)]
            rows.append(" ".join(map(str, marbles)).replace("X", "."))
        return rows

    def same(self, given: object, expected: object, what: str) -> None:
        """Compare one value; `what` names it in the report."""
        if not self.equal(given, expected):
            self.fail(
                f"\n  played:   {self.story}\n  compared: {what}"
                f"\n  expected: {expected!r}\n  given:    {given!r}"
            )

    def equal(self, given: object, expected: object) -> bool:
        """Return whether the values are equal; 1 and 0 are not True and False."""
        return given is expected if isinstance(expected, bool) else given == expected

    def board(self, game: typing.Any, drawing: str) -> None:
        """Compare all 49 cells with a drawing."""
        given, expected = self.board_of(game), rows_of(drawing)
        if given != expected:
            lines = [f"    {left}    {right}" for left, right in zip(expected, given)]
            self.fail(
                f"\n  played:   {self.story}\n    expected         given\n" + "\n".join(lines)
            )

    def rows(self, game: typing.Any, expected: dict[int, str]) -> None:
        """Compare some rows."""
        given = self.board_of(game)
        for row, cells in expected.items():
            self.same(given[row], cells, f"row {row}")

    def captured(self, game: typing.Any, ann: int, bob: int) -> None:
        """Compare both players' captured reds."""
        self.same(self.ask(game.get_captured, "Ann"), ann, "get_captured('Ann')")
        self.same(self.ask(game.get_captured, "Bob"), bob, "get_captured('Bob')")

    def turn_and_winner(self, game: typing.Any, turn: str | None, winner: str | None) -> None:
        """Compare whose turn it is and who has won."""
        self.same(self.ask(game.get_current_turn), turn, "get_current_turn()")
        self.same(self.ask(game.get_winner), winner, "get_winner()")

    def both_ways(self, pushes: str) -> collections.abc.Iterable[tuple[str, str, str]]:
        """Give the game once for white and once, mirrored, for black: pushes, who, whom."""
        yield pushes, "Ann", "Bob"
        yield mirrored(pushes), "Bob", "Ann"


class TestStart(KubaCase):
    """A new game."""

    def test_the_example_of_the_text(self) -> None:
        """K-16: the calls of the text's example."""
        self.story = "the text's example"
        game = self.ask(KubaGame, ("PlayerA", "W"), ("PlayerB", "B"))
        self.same(self.ask(game.get_marble_count), (8, 8, 13), "get_marble_count()")
        self.same(self.ask(game.get_captured, "PlayerA"), 0, "get_captured('PlayerA')")
        self.same(self.ask(game.get_winner), None, "get_winner()")
        given = self.ask(game.make_move, "PlayerA", (6, 5), "F")
        self.same(given, True, "pushing (6, 5) F")
        self.same(self.ask(game.get_current_turn), "PlayerB", "get_current_turn()")
        given = self.ask(game.make_move, "PlayerA", (6, 5), "L")
        self.same(given, False, "pushing (6, 5) L")
        self.same(self.ask(game.get_marble, (5, 5)), "W", "get_marble((5, 5))")

    def test_the_board(self) -> None:
        """K-1: where the marbles lie at first."""
        self.board(self.start(), START)

    def test_the_marbles_are_counted(self) -> None:
        """K-17: get_marble_count returns the tuple (8, 8, 13): white, black, red."""
        given = self.ask(self.start().get_marble_count)
        self.same(given, (8, 8, 13), "get_marble_count()")
        self.assertIsInstance(given, tuple)

    def test_an_empty_cell_is_x(self) -> None:
        """K-17: get_marble returns W, B, R or X."""
        game = self.start()
        for cell, marble in (((0, 0), "W"), ((0, 6), "B"), ((3, 3), "R"), ((0, 3), "X")):
            self.same(self.ask(game.get_marble, cell), marble, f"get_marble({cell})")

    def test_nobody_has_captured_anything(self) -> None:
        """K-17: both players begin with 0 captured reds."""
        self.captured(self.start(), 0, 0)

    def test_nobody_has_the_turn_or_has_won(self) -> None:
        """K-15: before the first push it is nobody's turn, and nobody has won."""
        self.turn_and_winner(self.start(), None, None)

    def test_black_can_be_named_first(self) -> None:
        """K-14: the colors can be given in either order; names are the players' own."""
        self.story = "KubaGame(('Zoe', 'B'), ('Max', 'W'))"
        game = self.ask(KubaGame, ("Zoe", "B"), ("Max", "W"))
        self.board(game, START)
        self.refused_here(game, "Zoe", (0, 0))
        given = self.ask(game.make_move, "Zoe", (0, 6), "B")
        self.same(given, True, "Zoe pushing (0, 6) B")
        self.same(self.ask(game.get_current_turn), "Max", "get_current_turn()")

    def refused_here(self, game: typing.Any, name: str, cell: tuple[int, int]) -> None:
        """Try another's marble, in a game of other names."""
        self.same(self.ask(game.make_move, name, cell, "B"), False, f"{name} pushing {cell} B")
        self.board(game, START)

    def test_two_games_are_apart(self) -> None:
        """K-1: what happens in one game does not show in another."""
        self.play("00R 16L 02B 15L")
        self.board(self.start(), START)


class TestTurns(KubaCase):
    """Who may push."""

    def test_white_can_begin(self) -> None:
        """K-11: white begins; then it is black's turn."""
        self.turn_and_winner(self.play("65F"), "Bob", None)

    def test_black_can_begin(self) -> None:
        """K-11: black begins; then it is white's turn."""
        self.turn_and_winner(self.play("61F", first="Bob"), "Ann", None)

    def test_the_turns_alternate(self) -> None:
        """K-11: after two pushes it is the first player's turn again."""
        self.turn_and_winner(self.play("65F 61F"), "Ann", None)

    def test_nobody_pushes_twice(self) -> None:
        """K-16: pushing when it is the opponent's turn is False."""
        self.refused(self.play("65F"), "Ann", (0, 0), "R")

    def test_a_refused_push_does_not_lose_the_turn(self) -> None:
        """K-16: after a refused push the same player is still to move."""
        game = self.play("65F")
        self.refused(game, "Bob", (0, 0), "R")
        self.turn_and_winner(game, "Bob", None)
        self.accepted(game, "Bob", "61F")

    def test_capturing_gives_no_extra_push(self) -> None:
        """K-11: who captures a red does not push again."""
        game = self.play("66L 16L 65L 60R 63F 50B 53F")
        self.turn_and_winner(game, "Bob", None)
        self.refused(game, "Ann", (4, 3), "F")

    def test_an_unknown_player_cannot_push(self) -> None:
        """K-16: an unknown name is False, at first and later."""
        self.refused(self.start(), "Cid", (0, 0), "R")
        self.refused(self.play("65F"), "W", (0, 6), "B")


class TestPushing(KubaCase):
    """What a push does."""

    def test_left(self) -> None:
        """K-2: L pushes toward column 0."""
        self.rows(self.play("66L"), {6: "B B . . W W ."})

    def test_right(self) -> None:
        """K-2: R pushes toward column 6."""
        self.rows(self.play("00R"), {0: ". W W . . B B"})

    def test_forward(self) -> None:
        """K-2: F pushes toward row 0."""
        self.rows(self.play("66F"), {4: ". . R R R . W", 5: "B B . R . W W", 6: "B B . . . W ."})

    def test_backward(self) -> None:
        """K-2: B pushes toward row 6."""
        self.rows(self.play("00B"), {0: ". W . . . B B", 1: "W W . R . B B", 2: "W . R R R . ."})

    def test_black_pushes_in_the_same_directions(self) -> None:
        """K-2: the directions are the same for both players."""
        self.rows(self.play("06B", first="Bob"), {0: "W W . . . B .", 2: ". . R R R . B"})
        self.rows(self.play("60F", first="Bob"), {4: "B . R R R . .", 6: ". B . . . W W"})
        self.rows(self.play("60R", first="Bob"), {6: ". B B . . W W"})

    def test_the_other_rows_stay(self) -> None:
        """K-4: a push changes nothing outside its row or column."""
        self.board(
            self.play("65F"),
            """
            W W . . . B B
            W W . R . B B
            . . R R R . .
            . R R R R R .
            . . R R R W .
            B B . R . W W
            B B . . . . W
            """,
        )

    def test_marbles_of_all_colors_are_pushed_along(self) -> None:
        """K-4: the whole run in front moves, whatever its colors."""
        self.rows(self.play(PUSHED), {2: ". . W R R R B"})

    def test_a_run_ends_at_the_first_gap(self) -> None:
        """K-4: marbles behind a gap stay where they are."""
        self.rows(self.play("00R 06L 01R"), {0: ". . W W B B ."})
        self.rows(self.play("10R"), {1: ". W W R . B B"})

    def test_a_push_from_the_middle_of_the_board(self) -> None:
        """K-3: an empty cell behind is room enough."""
        self.rows(self.play("66L 06L 65L"), {6: "B B . W W . ."})

    def test_own_marble_behind(self) -> None:
        """K-3: no push with one's own marble behind."""
        self.refused(self.start(), "Ann", (0, 1), "R")
        self.refused(self.start(), "Bob", (5, 0), "F")

    def test_red_marble_behind(self) -> None:
        """K-3: no push with a red marble behind."""
        self.refused(self.play("01B 05B"), "Ann", (2, 1), "L")

    def test_opponents_marble_behind(self) -> None:
        """K-3: no push with an opponent's marble behind."""
        self.refused(self.play("00R 06L 01R"), "Bob", (0, 4), "R")


class TestTakingOff(KubaCase):
    """What leaves the board."""

    def test_a_red_is_captured(self) -> None:
        """K-6: a red pushed off is captured by who pushed."""
        for pushes, who, whom in self.both_ways("66L 16L 65L 60R 63F 50B 53F"):
            game = self.play(pushes, first=who)
            self.same(self.ask(game.get_captured, who), 1, f"get_captured({who!r})")
            self.same(self.ask(game.get_captured, whom), 0, f"get_captured({whom!r})")
            self.same(self.ask(game.get_marble_count), (8, 8, 12), "get_marble_count()")

    def test_the_run_moves_when_its_last_marble_leaves(self) -> None:
        """K-4: the rest of the run moves one cell on."""
        game = self.play("66L 16L 65L 60R 63F 50B 53F")
        self.same(self.ask(game.get_marble, (0, 3)), "R", "get_marble((0, 3))")
        self.same(self.ask(game.get_marble, (4, 3)), "W", "get_marble((4, 3))")
        self.same(self.ask(game.get_marble, (5, 3)), "X", "get_marble((5, 3))")

    def test_white_pushes_black_off(self) -> None:
        """K-6: an opponent's marble pushed off is gone, and is no captured red."""
        game = self.play("00R 05B 01B 06B 21R")
        self.same(self.ask(game.get_marble_count), (8, 7, 13), "get_marble_count()")
        self.captured(game, 0, 0)
        self.rows(game, {2: ". . W R R R B"})

    def test_black_pushes_white_off(self) -> None:
        """K-6: the same for black."""
        game = self.play("00R 16L 02B 15L")
        self.same(self.ask(game.get_marble_count), (7, 8, 13), "get_marble_count()")
        self.captured(game, 0, 0)
        self.rows(game, {1: "W W R B B . ."})

    def test_the_count_is_what_lies_on_the_board(self) -> None:
        """K-17: get_marble_count counts the marbles that get_marble shows."""
        game = self.play(" ".join(SEVEN_REDS.split()[:-1]))
        cells = "".join(self.board_of(game))
        expected = tuple(cells.count(marble) for marble in "WBR")
        self.same(self.ask(game.get_marble_count), expected, "get_marble_count()")
        self.same(self.ask(game.get_captured, "Ann"), 13 - expected[2], "get_captured('Ann')")


class TestNoUndoing(KubaCase):
    """The opponent's last push cannot be undone."""

    def test_pushing_straight_back_is_refused(self) -> None:
        """K-7: a push that restores the board before the opponent's push is False."""
        for pushes, who, whom in self.both_ways(PUSHED):
            back = PUSH_BACK if who == "Ann" else mirrored(PUSH_BACK)
            game = self.play(pushes, first=who)
            self.refused(game, whom, (int(back[0]), int(back[1])), back[2])

    def test_it_stays_refused(self) -> None:
        """K-7: trying again, or another refused push between, does not help."""
        game = self.play(PUSHED)
        self.refused(game, "Bob", (2, 6), "L")
        self.refused(game, "Bob", (2, 6), "L")
        self.refused(game, "Bob", (3, 3), "L")
        self.refused(game, "Ann", (0, 0), "R")
        self.refused(game, "Bob", (2, 6), "L")

    def test_another_push_is_allowed_instead(self) -> None:
        """K-7: only the undoing push is barred."""
        self.accepted(self.play(PUSHED), "Bob", "60F")

    def test_later_it_is_allowed(self) -> None:
        """K-7: after other pushes it undoes nothing any more."""
        game = self.play(PUSHED + " 60F 66F " + PUSH_BACK)
        self.rows(game, {2: ". W R R R B ."})

    def test_pushing_back_is_allowed_if_a_marble_has_left(self) -> None:
        """K-7: when a marble was pushed off, the board is another one."""
        game = self.play("00R 16L 02B 15L 10R")
        self.rows(game, {1: ". W W R B B ."})

    def test_your_own_push_can_be_taken_back(self) -> None:
        """K-7: only the opponent's last push counts, not one's own."""
        game = self.play("66L 06L 64R")
        self.rows(game, {0: "W W . . B B .", 6: "B B . . . W W"})

    def test_older_boards_may_come_again(self) -> None:
        """K-7: only the last push counts; the first board may come again."""
        self.board(self.play("66L 06L 64R 04R"), START)


class TestWinning(KubaCase):
    """The three ways to win."""

    def won_with_the_last_push(self, game: str) -> None:
        """Play all but the last push, then the last; for white and for black."""
        for pushes, who, whom in self.both_ways(game):
            *before, last = pushes.split()
            kuba = self.play(" ".join(before), first=who)
            self.turn_and_winner(kuba, who, None)
            self.accepted(kuba, who, last)
            self.same(self.ask(kuba.get_winner), who, "get_winner()")
            self.ended = kuba, who, whom

    def test_seven_reds_win(self) -> None:
        """K-8: who has captured seven reds has won."""
        self.won_with_the_last_push(SEVEN_REDS)
        game, who, _ = self.ended
        self.same(self.ask(game.get_captured, who), 7, f"get_captured({who!r})")

    def test_six_reds_do_not_win(self) -> None:
        """K-8: six captured reds are not enough."""
        game = self.play(" ".join(SEVEN_REDS.split()[:-1]))
        self.captured(game, 6, 0)
        self.turn_and_winner(game, "Ann", None)

    def test_the_last_opponent_pushed_off_wins(self) -> None:
        """K-9: who pushes off the opponent's last marble has won."""
        self.won_with_the_last_push(ALL_EIGHT)
        game, _, _ = self.ended
        self.same(self.ask(game.get_marble_count)[0], 0, "white marbles on the board")

    def test_a_player_without_a_push_has_lost(self) -> None:
        """K-10: who is to move and cannot push any marble has lost."""
        self.won_with_the_last_push(BLOCKED)
        game, _, _ = self.ended
        self.same(self.ask(game.get_marble_count)[0], 2, "white marbles on the board")

    def test_nothing_is_played_after_the_end(self) -> None:
        """K-16: after the end every push is False, for the winner and the loser."""
        game = self.play(SEVEN_REDS)
        for name, color in (("Ann", "W"), ("Bob", "B")):
            for row in range(7):
                for column in range(7):
                    if self.ask(game.get_marble, (row, column)) == color:
                        self.no_push(game, name, (row, column))

    def no_push(self, game: typing.Any, name: str, cell: tuple[int, int]) -> None:
        """Try all four directions."""
        for direction in "LRFB":
            given = self.ask(game.make_move, name, cell, direction)
            self.same(given, False, f"make_move({name!r}, {cell}, {direction!r}) after the end")
        self.same(self.ask(game.get_winner), "Ann", "get_winner()")

    def test_the_winner_stays_the_winner(self) -> None:
        """K-17: refused pushes after the end change nothing."""
        game = self.play(ALL_EIGHT)
        self.refused(game, "Ann", (6, 6), "F")
        self.refused(game, "Bob", (3, 3), "L")
        self.same(self.ask(game.get_winner), "Ann", "get_winner()")


class TestRefused(KubaCase):
    """Everything else that is False."""

    def test_an_empty_cell(self) -> None:
        """K-16: an empty cell cannot be pushed."""
        self.refused(self.start(), "Ann", (0, 3), "L")

    def test_the_opponents_marble(self) -> None:
        """K-16: another's marble cannot be pushed."""
        self.refused(self.start(), "Ann", (0, 6), "B")
        self.refused(self.start(), "Bob", (0, 0), "B")

    def test_a_red_marble(self) -> None:
        """K-16: a red marble cannot be pushed, though there is room for it."""
        self.refused(self.start(), "Ann", (1, 3), "L")
        self.refused(self.start(), "Bob", (3, 1), "F")

    def test_cells_below_and_right_of_the_board(self) -> None:
        """K-16: coordinates over 6 are False, not an error."""
        for cell in ((7, 0), (0, 7), (7, 7), (700, 3)):
            self.refused(self.start(), "Ann", cell, "L")

    def test_negative_coordinates(self) -> None:
        """K-16: negative coordinates are False; they do not count from the other end."""
        for cell in ((-1, -1), (-1, 6), (6, -1), (-7, -7)):
            for direction in "LRFB":
                self.refused(self.start(), "Ann", cell, direction)

    def test_an_unknown_direction(self) -> None:
        """K-16: a direction other than L, R, F and B is False."""
        for direction in ("X", "U", "Z", "left"):
            self.refused(self.start(), "Ann", (0, 0), direction)

    def test_several_directions_or_none(self) -> None:
        """K-16: 'LR', 'FB' and '' contain directions or are contained, but are none."""
        for direction in ("LR", "RF", "FB", "LRFB", ""):
            self.refused(self.start(), "Ann", (0, 0), direction)


if __name__ == "__main__":  # when the file was copied beside the program it tests
    unittest.main()
