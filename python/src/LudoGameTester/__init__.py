"""Tests for any LudoGame.py that is written after the course text.

In the folder with your LudoGame.py run

    python -m unittest LudoGameTester
    python -m unittest -v LudoGameTester

Python looks for LudoGame in the current folder first, so your file is the one
that is tested; the first line printed shows which file that was. Where the text
leaves room (bad input, calling play_game twice, two tokens that could both
kick and so on) nothing is tested. Only the methods of the text are called.

Each test names the rule it checks (L-1, L-2, ...) and starts a game of its own.
Rolls are written short: A6 is ('A', 6), and B5x3 is ('B', 5) three times.
"""

import collections.abc
import sys
import typing
import unittest

from LudoGame import LudoGame

NOT_FOUND = "Player not found!"


def turns_of(rolls: str) -> list[tuple[str, int]]:
    """Write the short form out: 'A6 B5x2' is [('A', 6), ('B', 5), ('B', 5)]."""
    turns: list[tuple[str, int]] = []
    for word in rolls.split():
        turn, _, times = word.partition("x")
        turns += [(turn[0], int(turn[1:]))] * int(times or 1)
    return turns


def setUpModule() -> None:
    """Print which file is tested: an installed one is easily taken for one's own."""
    found = getattr(sys.modules["LudoGame"], "__file__", "an unknown place")
    print(f"Testing LudoGame from {found}", file=sys.stderr)
    parlor = sys.modules.get("parlor._native")
    if parlor is not None and getattr(parlor, "LudoGame", None) is LudoGame:
        print("No LudoGame.py was found here: this is Parlor's own, not yours!", file=sys.stderr)


class LudoCase(unittest.TestCase):
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
            raise self.failureException(
                f"\n  played:   {self.story}\n  called:   {name}"
                f"\n  raised:   {type(error).__name__}: {error}"
            ) from error

    def play(self, seats: str, rolls: str) -> typing.Any:
        """Play the rolls, keep what play_game returned, and give the game."""
        self.story = f"play_game({list(seats)}, turns) with the turns {rolls or '(none)'}"
        game = self.ask(LudoGame)
        self.spaces = self.ask(game.play_game, list(seats), turns_of(rolls))
        return game

    def check(self, seats: str, rolls: str, expected: str) -> typing.Any:
        """Play the rolls and compare all spaces; they are written with blanks between."""
        game = self.play(seats, rolls)
        self.same(self.spaces, expected.split(), "the returned list")
        return game

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

    def player(self, game: typing.Any, seat: str) -> typing.Any:
        """Ask for the player of a seat that plays."""
        player = self.ask(game.get_player_by_position, seat)
        if isinstance(player, str):
            self.same(player, f"the player {seat}", f"get_player_by_position({seat!r})")
        return player

    def steps(self, game: typing.Any, seat: str, p: int, q: int) -> None:
        """Compare the step counts of both of a player's tokens."""
        player = self.player(game, seat)
        given = self.ask(player.get_token_p_step_count)
        self.same(given, p, f"{seat}'s get_token_p_step_count()")
        given = self.ask(player.get_token_q_step_count)
        self.same(given, q, f"{seat}'s get_token_q_step_count()")

    def completed(self, game: typing.Any, seat: str, expected: bool) -> None:
        """Compare get_completed(), which is exactly True or False."""
        given = self.ask(self.player(game, seat).get_completed)
        self.same(given, expected, f"{seat}'s get_completed()")

    def names(self, seat: str, expected: dict[int, str]) -> None:
        """Compare get_space_name for several step counts of one seat."""
        player = self.player(self.play("ABCD", ""), seat)
        for step, name in expected.items():
            given = self.ask(player.get_space_name, step)
            self.same(given, name, f"{seat}'s get_space_name({step})")


class TestExample(LudoCase):
    """The example of the text."""

    ROLLS = "A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4"

    def test_the_example_returns_the_spaces(self) -> None:
        """L-21: the example game returns ['28', '28', '21', 'H']."""
        self.check("AB", self.ROLLS, "28 28 21 H")

    def test_the_example_counts_the_steps(self) -> None:
        """L-3: after the example, token p of A has taken 28 steps."""
        self.steps(self.play("AB", self.ROLLS), "A", 28, 28)

    def test_the_example_is_not_completed(self) -> None:
        """L-26: after the example, A has not finished."""
        self.completed(self.play("AB", self.ROLLS), "A", False)

    def test_the_example_names_a_home_square(self) -> None:
        """L-4: step 55 of B is called B5."""
        self.names("B", {55: "B5"})

    def test_the_sample_turns_of_four_players(self) -> None:
        """L-19: the text's sample turns list, with four players."""
        self.check("ABCD", "A6 A1 B6 B2 C6 C3 D6 D4", "1 H 16 H 31 H 46 H")


class TestSpaceNames(LudoCase):
    """The names of the spaces, for each seat."""

    def test_step_20_of_every_seat(self) -> None:
        """L-4: step 20 is 20 for A, 34 for B, 48 for C and 6 for D."""
        for seat, name in zip("ABCD", ("20", "34", "48", "6")):
            self.names(seat, {20: name})

    def test_the_first_ring_space(self) -> None:
        """L-4: step 1 is the start space: A 1, B 15, C 29, D 43."""
        for seat, name in zip("ABCD", ("1", "15", "29", "43")):
            self.names(seat, {1: name})

    def test_the_last_ring_space(self) -> None:
        """L-4: step 50 is the last ring space: A 50, B 8, C 22, D 36."""
        for seat, name in zip("ABCD", ("50", "8", "22", "36")):
            self.names(seat, {50: name})

    def test_the_ring_goes_from_56_to_1(self) -> None:
        """L-4: the ring ends with 56 and goes on with 1; there is no 0 and no 57."""
        self.names("B", {41: "55", 42: "56", 43: "1"})
        self.names("C", {27: "55", 28: "56", 29: "1"})
        self.names("D", {13: "55", 14: "56", 15: "1"})

    def test_the_home_squares(self) -> None:
        """L-4: steps 51 to 56 are the seat's letter and 1 to 6."""
        for seat in "ABCD":
            self.names(seat, {50 + square: f"{seat}{square}" for square in range(1, 7)})

    def test_yard_ready_and_end(self) -> None:
        """L-3: step -1 is H, step 0 is R and step 57 is E, for every seat."""
        for seat in "ABCD":
            self.names(seat, {-1: "H", 0: "R", 57: "E"})

    def test_no_two_steps_share_a_name(self) -> None:
        """L-4: the 59 step counts of a seat have 59 different names, all of them strings."""
        player = self.player(self.play("ABCD", ""), "C")
        names = [self.ask(player.get_space_name, step) for step in range(-1, 58)]
        self.assertTrue(all(isinstance(name, str) for name in names), names)
        self.same(len(set(names)), 59, "how many different names there are")


class TestResult(LudoCase):
    """What play_game and get_player_by_position return."""

    def test_nobody_has_moved(self) -> None:
        """L-2: before any turn all tokens are in H, with the step count -1."""
        game = self.check("ABCD", "", "H H H H H H H H")
        for seat in "ABCD":
            self.steps(game, seat, -1, -1)
            self.completed(game, seat, False)

    def test_the_list_keeps_the_order_of_the_players(self) -> None:
        """L-21: the spaces come in the order of the players list, p before q."""
        self.check("CA", "A6 A3 C6", "R H 3 H")

    def test_the_spaces_are_strings_in_a_list(self) -> None:
        """L-21: play_game returns a list of strings, also for numbers."""
        self.play("BD", "B6 B4 D6")
        self.assertIsInstance(self.spaces, list)
        self.assertEqual([str] * 4, [type(space) for space in self.spaces], self.spaces)

    def test_the_step_counts_are_ints(self) -> None:
        """L-3: step counts are ints."""
        player = self.player(self.play("AC", "A6 A4"), "A")
        for count in (player.get_token_p_step_count, player.get_token_q_step_count):
            self.assertIsInstance(self.ask(count), int)

    def test_each_player_is_found_by_his_position(self) -> None:
        """L-24: get_player_by_position gives the player who sits there."""
        game = self.play("BD", "B6 B4 D6 D2")
        self.steps(game, "B", 4, -1)
        self.steps(game, "D", 2, -1)

    def test_an_unknown_position_finds_no_player(self) -> None:
        """L-24: a string that is no position gives 'Player not found!'."""
        game = self.play("AB", "A6")
        for position in ("E", "a", "", "p", "AB"):
            given = self.ask(game.get_player_by_position, position)
            self.same(given, NOT_FOUND, f"get_player_by_position({position!r})")

    def test_an_empty_seat_finds_no_player(self) -> None:
        """L-24: a position that nobody has chosen gives 'Player not found!'."""
        game = self.play("AB", "A6")
        given = self.ask(game.get_player_by_position, "C")
        self.same(given, NOT_FOUND, "get_player_by_position('C')")

    def test_no_player_is_found_before_the_game(self) -> None:
        """L-24: before play_game there are no players to be found."""
        given = self.ask(self.ask(LudoGame).get_player_by_position, "A")
        self.same(given, NOT_FOUND, "get_player_by_position('A')")


class TestLeavingTheYard(LudoCase):
    """From H to R and on."""

    def test_only_a_six_leaves_the_yard(self) -> None:
        """L-5: 1 to 5 do not bring a token out of H."""
        self.check("AB", "A1 A2 A3 A4 A5", "H H H H")

    def test_a_six_brings_p_to_ready(self) -> None:
        """L-5, L-15: the first 6 brings p to R, and it takes no further step."""
        self.steps(self.check("AB", "A6", "R H H H"), "A", 0, -1)

    def test_a_second_six_brings_q_to_ready(self) -> None:
        """L-15: with p on R and q in H, a 6 brings q out."""
        self.check("AB", "A6 A6", "R R H H")

    def test_the_first_step_is_the_start_space(self) -> None:
        """L-6: from R a 1 goes to the start space."""
        self.check("BD", "B6 B1 D6 D1", "15 H 43 H")

    def test_two_tokens_on_ready_are_no_stack(self) -> None:
        """L-5: two tokens on R move one by one."""
        self.play("AB", "A6 A6 A4")
        self.same(sorted(self.spaces[:2]), ["4", "R"], "A's two spaces, in any order")

    def test_a_six_with_nobody_at_home_walks_six(self) -> None:
        """L-6: when no token is in H, a 6 is walked like any roll."""
        self.play("AB", "A6 A6 A6")
        self.same(sorted(self.spaces[:2]), ["6", "R"], "A's two spaces, in any order")

    def test_ready_spaces_of_two_players_are_different(self) -> None:
        """L-5: moving to R kicks nobody, also not one who stands on his own R."""
        self.check("ABC", "B6 A6 C6", "R H R H R H")

    def test_a_lost_roll_changes_nothing(self) -> None:
        """L-14: a roll that moves nothing changes nothing for the others."""
        self.check("AB", "B6 B1 A3 A5", "H H 15 H")


class TestWalking(LudoCase):
    """The ring, the home squares and the end."""

    def test_the_steps_add_up(self) -> None:
        """L-6: a token moves forward by each roll."""
        self.steps(self.check("AC", "A6 A1 A2 A3 A4 A5", "15 H H H"), "A", 15, -1)

    def test_walking_over_space_56(self) -> None:
        """L-4: B walks from space 52 over 56 to 1."""
        game = self.check("BC", "B6 B5x7 B3 B4 B1", "1 H H H")
        self.steps(game, "B", 43, -1)

    def test_standing_on_space_56(self) -> None:
        """L-4: C stands on space 56 after 28 steps."""
        self.check("CD", "C6 C5x5 C3", "56 H H H")

    def test_walking_into_the_home_squares(self) -> None:
        """L-6: after step 50 come the home squares."""
        self.check("AB", "A6 A5x10 B6 B5x10", "50 H 8 H")
        self.check("AB", "A6 A5x10 A1 B6 B5x9 B4 B5", "A1 H B4 H")

    def test_an_exact_roll_reaches_the_end(self) -> None:
        """L-7: an exact roll leads to E, with the step count 57."""
        game = self.check("AD", "A6 A5x11 A2", "E H H H")
        self.steps(game, "A", 57, -1)

    def test_a_bounce_back_to_where_it_came_from(self) -> None:
        """L-7: from A5 a 4 bounces back to A5; the step count stays 55."""
        self.steps(self.check("AB", "A6 A5x11 A4", "A5 H H H"), "A", 55, -1)

    def test_a_bounce_is_subtracted(self) -> None:
        """L-7: from A5 a 5 bounces to A4; the step count is 54, not 60."""
        self.steps(self.check("AB", "A6 A5x11 A5", "A4 H H H"), "A", 54, -1)

    def test_a_bounced_token_can_still_finish(self) -> None:
        """L-7: after a bounce to A4, a 3 is exact."""
        self.steps(self.check("AB", "A6 A5x11 A5 A3", "E H H H"), "A", 57, -1)

    def test_the_longest_bounce(self) -> None:
        """L-7: from A6 a 6 bounces to A2."""
        game = self.check("AB", "A6 A5x11 A2 A6 A5x11 A1 A6", "E A2 H H")
        self.steps(game, "A", 57, 52)

    def test_a_finished_token_stays_on_the_end(self) -> None:
        """L-8: a token on E never moves again; with q in H the rolls are lost."""
        self.check("AB", "A6 A5x11 A2 A1 A2 A3 A4 A5", "E H H H")

    def test_with_one_token_finished_the_other_moves(self) -> None:
        """L-8: with p on E every roll is q's, also a 6."""
        self.check("AB", "A6 A5x11 A2 A6 A4 A6 A1", "E 11 H H")

    def test_with_q_finished_first_p_moves(self) -> None:
        """L-8: with q on E and p kicked home, a 6 brings p out again."""
        q_finishes = "A6 A5x2 A6 D6 D5x4 D4 A5x11 A2"
        self.check("AD", q_finishes, "H E H H")
        self.check("AD", q_finishes + " A6 A5", "5 E H H")


class TestFinishing(LudoCase):
    """Who has finished."""

    BOTH = "A6 A6 A3 A3 A4 A5x10"

    def test_one_token_on_the_end_is_not_enough(self) -> None:
        """L-12: with one token on E the player has not finished."""
        game = self.check("AB", "A6 A5x11 A2", "E H H H")
        self.completed(game, "A", False)

    def test_both_tokens_on_the_end_finish(self) -> None:
        """L-12: with both tokens on E the player has finished, the others have not."""
        game = self.check("ABC", "A6 A5x11 A2 A6 A5x11 A2 B6", "E E R H H H")
        self.completed(game, "A", True)
        self.completed(game, "B", False)

    def test_the_others_play_on(self) -> None:
        """L-12: when one has finished, the others play on."""
        self.check("ABC", self.BOTH + " B6 B2 C6 C4", "E E 16 H 32 H")

    def test_turns_of_a_finished_player_change_nothing(self) -> None:
        """L-20: a finished player's turns are skipped, and he stays finished."""
        game = self.check("ABC", self.BOTH + " B6 A6 A1 A5 B2", "E E 16 H H H")
        self.steps(game, "A", 57, 57)
        self.completed(game, "A", True)

    def test_two_players_can_finish(self) -> None:
        """L-12: a second player finishes too while a third is on his way."""
        game = self.check("ABC", self.BOTH + " B6 B6 B3 B3 B4 B5x10", "E E E E H H")
        for seat, finished in zip("ABC", (True, True, False)):
            self.completed(game, seat, finished)


class TestKicking(LudoCase):
    """Landing on an opponent."""

    def test_landing_on_a_token_sends_it_home(self) -> None:
        """L-9: who lands on an opponent's token sends it to H."""
        game = self.check("AB", "B6 B4 A6 A5x3 A3", "18 H H H")
        self.steps(game, "B", -1, -1)
        self.steps(game, "A", 18, -1)

    def test_passing_a_token_does_nothing(self) -> None:
        """L-9: only the space where a move ends counts; passing kicks nobody."""
        self.check("AB", "B6 B4 A6 A5x4", "20 H 18 H")

    def test_a_start_space_is_not_safe(self) -> None:
        """L-9: a token on its own start space can be kicked."""
        self.check("AB", "B6 B1 A6 A5x3", "15 H H H")
        self.check("AD", "A6 A1 D6 D5x3", "H H 1 H")

    def test_a_token_on_ready_is_not_on_the_ring(self) -> None:
        """L-5: a token on R is not kicked by one that lands on its start space."""
        self.check("AD", "A6 D6 D5x3", "R H 1 H")

    def test_coming_to_ready_does_not_kick_the_start_space(self) -> None:
        """L-5: a token that comes to R leaves one on the start space alone."""
        self.check("AD", "D6 D5x3 A6", "R H 1 H")

    def test_the_same_step_count_is_not_the_same_space(self) -> None:
        """L-9: A and B with 20 steps each stand on different spaces."""
        self.check("AB", "A6 A5x4 B6 B5x4", "20 H 34 H")

    def test_home_squares_are_safe(self) -> None:
        """L-9: A3 and B3 are different spaces; nobody is kicked there."""
        self.check("AB", "A6 A5x10 A3 B6 B5x10 B3", "A3 H B3 H")

    def test_the_end_is_shared_without_a_kick(self) -> None:
        """L-9: tokens of several players on E never meet."""
        game = self.check("ABC", "A6 A5x11 A2 B6 B5x11 B2 C6 C5x11 C2", "E H E H E H")
        self.steps(game, "A", 57, -1)

    def test_a_kicked_token_starts_again(self) -> None:
        """L-9: a kicked token needs a 6 again and counts from there."""
        self.check("AB", "B6 B4 A6 A5x3 A3 B3", "18 H H H")
        self.check("AB", "B6 B4 A6 A5x3 A3 B6 B2", "18 H 16 H")

    def test_only_the_token_that_was_hit_goes_home(self) -> None:
        """L-9: the opponent's other token stays where it is."""
        self.check("AB", "B6 B5 B5 B6 B4 A6 A5x3 A3", "18 H 24 H")

    def test_your_own_token_is_not_kicked(self) -> None:
        """L-10: landing on your own token stacks; it does not go home."""
        self.check("AB", "A6 A4 A6 A4", "4 4 H H")


class TestStacks(LudoCase):
    """Two tokens on one space."""

    STACK = "A6 A6 A3 A3"  # both tokens on space 3

    def test_a_stack_moves_as_one(self) -> None:
        """L-10: one roll moves both tokens of a stack."""
        self.steps(self.check("AB", self.STACK + " A4", "7 7 H H"), "A", 7, 7)

    def test_a_six_moves_a_stack_too(self) -> None:
        """L-10: with nobody in H, a 6 moves the stack."""
        self.check("AB", self.STACK + " A6", "9 9 H H")

    def test_a_stack_kicks(self) -> None:
        """L-10: a stack kicks like a single token."""
        self.check("AB", "B6 B1 " + self.STACK + " A6x2", "15 15 H H")

    def test_a_kicked_stack_goes_home_wholly(self) -> None:
        """L-11: both tokens of a kicked stack go to H."""
        game = self.check("AD", self.STACK + " D6 D5x3 D2", "H H 3 H")
        self.steps(game, "A", -1, -1)

    def test_a_kicked_stack_is_no_stack_any_more(self) -> None:
        """L-11: after that a 6 brings out p alone, and p walks alone."""
        self.check("AD", self.STACK + " D6 D5x3 D2 A6", "R H 3 H")
        self.check("AD", self.STACK + " D6 D5x3 D2 A6 A5", "5 H 3 H")

    def test_a_stack_stays_one_in_the_home_squares(self) -> None:
        """L-10: a stack walks into the home squares as one."""
        self.check("AB", self.STACK + " A5x9 A4", "A2 A2 H H")
        self.check("AB", self.STACK + " A5x9 A4 A1", "A3 A3 H H")

    def test_a_stack_bounces_as_one(self) -> None:
        """L-10: a stack that does not reach E exactly bounces as one."""
        game = self.check("AB", self.STACK + " A5x10 A6", "A5 A5 H H")
        self.steps(game, "A", 55, 55)

    def test_a_stack_finishes_as_one(self) -> None:
        """L-10: an exact roll brings both tokens to E and finishes the player."""
        game = self.check("AB", self.STACK + " A5x10 A4", "E E H H")
        self.completed(game, "A", True)

    def test_tokens_that_meet_in_a_home_square_stack(self) -> None:
        """L-10: two tokens that meet on a home square move as one from there."""
        meet = "A6 A5x10 A2 A6 A4x13"  # p waits on A2 until q comes
        self.check("AB", meet, "A2 A2 H H")
        self.check("AB", meet + " A3", "A5 A5 H H")


class TestPriority(LudoCase):
    """Which token moves when both can."""

    def test_leaving_home_comes_before_finishing(self) -> None:
        """L-15: on a 6 the token in H comes out, though the other could finish."""
        self.check("AB", "A6 A5x10 A1 A6", "A1 R H H")

    def test_leaving_home_comes_before_kicking(self) -> None:
        """L-15: on a 6 the token in H comes out, though the other could kick."""
        self.check("AB", "B6 B1 A6 A5 A4 A6", "9 R 15 H")

    def test_finishing_comes_before_kicking(self) -> None:
        """L-16: an exact roll to E comes before a kick."""
        self.check("AB", "A6 A5x10 A4 A6 A4x3 B6 B1 A3", "E 12 15 H")

    def test_finishing_comes_before_the_token_behind(self) -> None:
        """L-16: an exact roll to E comes before moving the token behind."""
        self.check("AB", "A6 A5x10 A4 A6 A4x3 A3", "E 12 H H")

    def test_a_roll_that_would_bounce_is_not_finishing(self) -> None:
        """L-18: a roll too large for E has no priority; the token behind moves."""
        self.check("AB", "A6 A5x11 A6 A4x2 A3", "A5 11 H H")

    def test_kicking_comes_before_the_token_behind(self) -> None:
        """L-17: the token that kicks moves, though the other is further behind."""
        self.check("AB", "A6 A5x4 A6 A5 B6 B5x2 A4", "24 5 H H")

    def test_kicking_is_looked_for_with_q_too(self) -> None:
        """L-17: also when q kicks and p is further behind."""
        self.check("AB", "A6 A1 A6 A4 A6 A6 B6 B1 A5", "7 15 H H")

    def test_passing_an_opponent_has_no_priority(self) -> None:
        """L-17: a token that would only pass an opponent does not kick."""
        self.check("AB", "A6 A5x4 A6 A5 B6 B4x2 A4", "20 9 22 H")

    def test_an_opponent_in_the_home_squares_is_no_target(self) -> None:
        """L-17: an opponent with the same step count in his home squares is no target."""
        self.check("AB", "B6 B5x10 B3 A6 A5x10 A1 A6 A3 A2", "A1 5 B3 H")

    def test_an_opponent_on_ready_is_no_target(self) -> None:
        """L-17: a token that lands on an opponent's start space kicks nobody on R."""
        self.check("AB", "B6 A6 A5x2 A6 A4 A5", "10 9 R H")

    def test_the_token_behind_moves(self) -> None:
        """L-18: otherwise the token that is further from E moves."""
        self.check("AB", "A6 A5x4 A6 A5 A3", "20 8 H H")

    def test_the_token_behind_can_be_p(self) -> None:
        """L-18: also when that is p."""
        self.check("AB", "A6 A1 A6 A4 A2", "3 4 H H")

    def test_distance_is_counted_in_steps_not_in_space_numbers(self) -> None:
        """L-18: B's token on space 24 is further from E than the one on space 3."""
        self.check("BC", "B6 B5x9 B6 B5x2 B2", "3 26 H H")

    def test_a_token_in_the_yard_cannot_move_without_a_six(self) -> None:
        """L-14: the token in H is furthest away, but only the other can move."""
        self.check("AB", "A6 A5x4 A4", "24 H H H")

    def test_a_finished_token_is_never_chosen(self) -> None:
        """L-14: with p on E and q in a home square, q bounces rather than p."""
        self.check("AB", "A6 A5x11 A2 A6 A5x11 A5", "E A4 H H")


class TestMoveToken(LudoCase):
    """move_token, called directly."""

    def move(self, game: typing.Any, seat: str, token: str, steps: int) -> None:
        """Call move_token and add the call to the story."""
        self.story += f", then move_token({seat}, {token!r}, {steps})"
        self.ask(game.move_token, self.player(game, seat), token, steps)

    def test_it_moves_the_token_named(self) -> None:
        """L-25: move_token moves the token named, not the one with priority."""
        game = self.play("AB", "A6 A5x4 A6 A5")
        self.move(game, "A", "p", 3)
        self.steps(game, "A", 23, 5)

    def test_it_brings_a_token_out_on_a_six(self) -> None:
        """L-25: from H a 6 leads to R."""
        game = self.play("AB", "")
        self.move(game, "B", "q", 6)
        self.steps(game, "B", -1, 0)

    def test_it_kicks(self) -> None:
        """L-25: move_token kicks the opponent it lands on."""
        game = self.play("AB", "B6 B1 A6 A5x2")
        self.move(game, "A", "p", 5)
        self.steps(game, "A", 15, -1)
        self.steps(game, "B", -1, -1)

    def test_it_bounces(self) -> None:
        """L-25: move_token bounces from E and subtracts the bounced part."""
        game = self.play("AB", "A6 A5x11")
        self.move(game, "A", "p", 5)
        self.steps(game, "A", 54, -1)

    def test_it_can_finish_the_player(self) -> None:
        """L-25: move_token updates whether the player has finished."""
        game = self.play("AB", "A6 A5x11 A2 A6 A5x11")
        self.completed(game, "A", False)
        self.move(game, "A", "q", 2)
        self.completed(game, "A", True)


if __name__ == "__main__":  # when the file was copied beside the program it tests
    unittest.main()
