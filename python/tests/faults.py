"""Ways to get the programs of ``students`` wrong, and ways to read the texts otherwise.

A fault is one small change to the program, with a test of the tester that must
see it. A reading is a change to something that the texts leave open.
"""

from __future__ import annotations

Change = tuple[str, str]

# What is wrong, the changes that make it so, and a test that must see it.
LUDO_FAULTS: dict[str, tuple[list[Change], str]] = {
    "a finished token bounces back out of E": (
        [("if old == 57:", "if old == 58:")],
        "test_a_finished_token_stays_on_the_end",
    ),
    "E and E are taken for one space": (
        [("1 <= step <= 50", "1 <= step")],
        "test_the_end_is_shared_without_a_kick",
    ),
    "R and R are taken for one space": (
        [("1 <= step <= 50", "0 <= step <= 50")],
        "test_ready_spaces_of_two_players_are_different",
    ),
    "R is taken for the start space": (
        [("other.get_space_name(at) == space", "other.get_space_name(at or 1) == space")],
        "test_a_token_on_ready_is_not_on_the_ring",
    ),
    "coming to R kicks the start space": (
        [
            ("space = player.get_space_name(step)", "space = player.get_space_name(step or 1)"),
            ("not 1 <= step <= 50", "not 0 <= step <= 50"),
        ],
        "test_coming_to_ready_does_not_kick_the_start_space",
    ),
    "H is taken for movable": (
        [("0 if steps == 6 else None", "0 if steps == 6 else -1")],
        "test_a_token_in_the_yard_cannot_move_without_a_six",
    ),
    "any roll leaves H": (
        [("0 if steps == 6 else None", "0")],
        "test_only_a_six_leaves_the_yard",
    ),
    "leaving H goes to the start space": (
        [("return 0 if steps", "return 1 if steps")],
        "test_a_six_brings_p_to_ready",
    ),
    "ring space 56 is called 0": (
        [("total_steps - 2) % 56 + 1", "total_steps - 1) % 56")],
        "test_the_ring_goes_from_56_to_1",
    ),
    "the home squares start with 0": (
        [("total_steps - 50)", "total_steps - 51)")],
        "test_the_home_squares",
    ),
    "H is named R": (
        [('return "H"', 'return "R"')],
        "test_yard_ready_and_end",
    ),
    "a roll too large reaches E": (
        [("new = 114 - new", "new = 57")],
        "test_a_bounce_is_subtracted",
    ),
    "a roll too large is lost": (
        [("new = 114 - new", "return None")],
        "test_a_bounce_is_subtracted",
    ),
    "a bounce walks a space too far": (
        [("new = 114 - new", "new = 113 - new")],
        "test_a_bounce_back_to_where_it_came_from",
    ),
    "stacks are lost in the home squares": (
        [("1 <= p <= 56", "1 <= p <= 50")],
        "test_a_stack_stays_one_in_the_home_squares",
    ),
    "tokens that meet in the home squares do not stack": (
        [("1 <= p <= 56", "1 <= p <= 51")],
        "test_tokens_that_meet_in_a_home_square_stack",
    ),
    "there are no stacks": (
        [("1 <= p <= 56", "False")],
        "test_a_stack_moves_as_one",
    ),
    "two tokens on R are a stack": (
        [("1 <= p <= 56", "0 <= p <= 56")],
        "test_two_tokens_on_ready_are_no_stack",
    ),
    "a stack sent home is still a stack": (
        [("1 <= p <= 56", "p != 0")],
        "test_a_kicked_stack_is_no_stack_any_more",
    ),
    "one token of a stack finishes alone": (
        [('return ["p", "q"]', 'return ["p", "q"] if p + steps != 57 else ["p"]')],
        "test_a_stack_finishes_as_one",
    ),
    "only one token of a stack is kicked": (
        [("        return found\n\n    def move", "        return found[:1]\n\n    def move")],
        "test_a_kicked_stack_goes_home_wholly",
    ),
    "nobody is kicked": (
        [("other._steps[name] = -1", "pass")],
        "test_landing_on_a_token_sends_it_home",
    ),
    "a kicked token goes to R": (
        [("other._steps[name] = -1", "other._steps[name] = 0")],
        "test_landing_on_a_token_sends_it_home",
    ),
    "both of the opponent's tokens are kicked": (
        [("other._steps[name] = -1", "other._steps.update(p=-1, q=-1)")],
        "test_only_the_token_that_was_hit_goes_home",
    ),
    "your own token is kicked": (
        [("other is not player and ", "")],
        "test_your_own_token_is_not_kicked",
    ),
    "equal step counts are taken for one space": (
        [("other.get_space_name(at) == space", "at == step")],
        "test_the_same_step_count_is_not_the_same_space",
    ),
    "a start space is safe": (
        [("other.get_space_name(at) == space", "other.get_space_name(at) == space and at != 1")],
        "test_a_start_space_is_not_safe",
    ),
    "passing kicks": (
        [
            (
                "other.get_space_name(at) == space",
                "1 <= at <= 50 and 0 <= int(space) - int(other.get_space_name(at)) <= 2",
            )
        ],
        "test_passing_a_token_does_nothing",
    ),
    "home squares are kicked by their number": (
        [
            ("1 <= step <= 50", "1 <= step <= 56"),
            (
                "other.get_space_name(at) == space",
                "(other.get_space_name(at) == space) | (at == step > 50)",
            ),
        ],
        "test_home_squares_are_safe",
    ),
    "finishing comes before leaving H": (
        [
            (
                "            if player._steps[token] == -1:",
                "            if player._steps[token] == -1 and 51 not in (p, q):",
            )
        ],
        "test_leaving_home_comes_before_finishing",
    ),
    "kicking comes before leaving H": (
        [
            (
                "        for token in movable:\n            if player._steps[token] == -1:",
                "        for token in movable:\n"
                "            if self._victims(player, self._target(player, token, steps)):\n"
                "                return [token]\n"
                "        for token in movable:\n"
                "            if player._steps[token] == -1:",
            )
        ],
        "test_leaving_home_comes_before_kicking",
    ),
    "leaving H has no priority": (
        [
            ("if player._steps[token] == -1:", "if False:"),
            (
                "key=lambda token: player._steps[token]",
                "key=lambda token: player._steps[token] % 58",
            ),
        ],
        "test_a_second_six_brings_q_to_ready",
    ),
    "finishing has no priority": (
        [("player._steps[token] + steps == 57", "False")],
        "test_finishing_comes_before_the_token_behind",
    ),
    "kicking comes before finishing": (
        [
            (
                "if player._steps[token] >= 51 and",
                "if not any(self._victims(player, p + steps) + "
                "self._victims(player, q + steps)) and",
            )
        ],
        "test_finishing_comes_before_kicking",
    ),
    "a roll too large is taken for finishing": (
        [("player._steps[token] + steps == 57", "player._steps[token] + steps >= 57")],
        "test_a_roll_that_would_bounce_is_not_finishing",
    ),
    "kicking has no priority": (
        [("kickers or movable", "movable")],
        "test_kicking_comes_before_the_token_behind",
    ),
    "only p looks for somebody to kick": (
        [("for t in movable if self", "for t in movable if t == 'p' and self")],
        "test_kicking_is_looked_for_with_q_too",
    ),
    "an opponent on R draws a kick": (
        [
            (
                "kickers = [t for t in movable if self._victims(player,"
                " self._target(player, t, steps))]",
                "kickers = [t for t in movable for o in self._players.values() if o is not"
                " player and str(o._start) =="
                " player.get_space_name(self._target(player, t, steps))]",
            )
        ],
        "test_an_opponent_on_ready_is_no_target",
    ),
    "the token ahead moves": (
        [("min(kickers", "max(kickers")],
        "test_the_token_behind_moves",
    ),
    "the distance is counted in space numbers": (
        [
            (
                "key=lambda token: player._steps[token])",
                "key=lambda token: (player._start + player._steps[token]) % 56)",
            )
        ],
        "test_distance_is_counted_in_steps_not_in_space_numbers",
    ),
    "q comes out first": (
        [('for token in "pq":\n            if self', 'for token in "qp":\n            if self')],
        "test_a_six_brings_p_to_ready",
    ),
    "the spaces come in the order of the seats": (
        [
            (
                "for position in players:\n            player =",
                "for position in sorted(players):\n            player =",
            )
        ],
        "test_the_list_keeps_the_order_of_the_players",
    ),
    "ring spaces come as ints": (
        [("return spaces", "return [int(s) if s.isdigit() else s for s in spaces]")],
        "test_the_spaces_are_strings_in_a_list",
    ),
    "a tuple is returned": (
        [("return spaces", "return tuple(spaces)")],
        "test_the_spaces_are_strings_in_a_list",
    ),
    "one token on E is enough": (
        [('return self._steps == {"p": 57, "q": 57}', "return 57 in self._steps.values()")],
        "test_one_token_on_the_end_is_not_enough",
    ),
    "finished is 1 or 0": (
        [
            (
                'return self._steps == {"p": 57, "q": 57}',
                'return int(self._steps == {"p": 57, "q": 57})',
            )
        ],
        "test_nobody_has_moved",
    ),
    "nobody ever finishes": (
        [('return self._steps == {"p": 57, "q": 57}', "return False")],
        "test_both_tokens_on_the_end_finish",
    ),
    "the game stops with the first winner": (
        [
            (
                "if position in self._players:",
                "if not any(one.get_completed() for one in self._players.values()):",
            )
        ],
        "test_the_others_play_on",
    ),
    "an unknown player is None": (
        [('self._players.get(position, "Player not found!")', "self._players.get(position)")],
        "test_an_unknown_position_finds_no_player",
    ),
    "asking for a player before the game is an error": (
        [("def __init__(self):\n        self._players = {}", "def __init__(self):\n        pass")],
        "test_no_player_is_found_before_the_game",
    ),
    "turns out of order are dropped": (
        [
            (
                "for position, steps in turns:",
                "turns = [t for n, t in enumerate(turns) if n < 3 or turns[n - 1][0] != t[0]"
                " or turns[n - 1][1] == 6]\n        for position, steps in turns:",
            )
        ],
        "test_the_example_returns_the_spaces",
    ),
    "move_token chooses for itself": (
        [
            (
                "target = self._target(player, token, steps)",
                "token = (self._choose(player, steps) or [token])[0]\n"
                "        target = self._target(player, token, steps)",
            )
        ],
        "test_it_moves_the_token_named",
    ),
}

KUBA_FAULTS: dict[str, tuple[list[Change], str]] = {
    "who cannot push goes on": (
        [("elif not self._can_move(other):", "elif False:")],
        "test_a_player_without_a_push_has_lost",
    ),
    "the wrong player is asked for a push": (
        [("elif not self._can_move(other):", "elif not self._can_move(playername):")],
        "test_a_player_without_a_push_has_lost",
    ),
    "undoing is allowed": (
        [("if board == self._before:", "if False:")],
        "test_pushing_straight_back_is_refused",
    ),
    "undoing is allowed after a refused try": (
        [("if pushed is None:\n", "if pushed is None:\n            self._before = None\n")],
        "test_it_stays_refused",
    ),
    "no board may come twice": (
        [
            ("self._before = None", "self._before = []"),
            ("board == self._before", "board in self._before"),
            ("self._before = self._board", "self._before.append(self._board)"),
        ],
        "test_older_boards_may_come_again",
    ),
    "directions are looked for in a string": (
        [('direction not in ("L", "R", "F", "B")', 'direction not in "LRFB"')],
        "test_several_directions_or_none",
    ),
    "only the first letter of a direction is read": (
        [
            ('direction not in ("L", "R", "F", "B")', 'direction[:1] not in ("L", "R", "F", "B")'),
            ("(1, 0)}[direction]", "(1, 0)}[direction[0]]"),
        ],
        "test_several_directions_or_none",
    ),
    "an unknown direction is an error": (
        [('direction not in ("L", "R", "F", "B")', "False")],
        "test_an_unknown_direction",
    ),
    "an unknown name is an error": (
        [("if playername not in self._colors:", "if False:")],
        "test_an_unknown_player_cannot_push",
    ),
    "a cell off the board is an error": (
        [("if not self._on_board(row, column):", "if False:")],
        "test_cells_below_and_right_of_the_board",
    ),
    "negative coordinates wrap": (
        [
            (
                "if not self._on_board(row, column):",
                "row, column = row % 7 if row < 0 else row, column % 7 if column < 0 else column\n"
                "        if not self._on_board(row, column):",
            )
        ],
        "test_negative_coordinates",
    ),
    "forward and backward are confused": (
        [('"F": (-1, 0), "B": (1, 0)', '"F": (1, 0), "B": (-1, 0)')],
        "test_forward",
    ),
    "left and right are confused": (
        [('"L": (0, -1), "R": (0, 1)', '"L": (0, 1), "R": (0, -1)')],
        "test_right",
    ),
    "rows and columns are confused": (
        [
            (
                "coordinates[0], coordinates[1], direction",
                "coordinates[1], coordinates[0], direction",
            )
        ],
        "test_the_example_of_the_text",
    ),
    "there is no need for room behind": (
        [('if self._board[row - down][column - right] != "X":', "if False:")],
        "test_own_marble_behind",
    ),
    "a red behind is room": (
        [('[column - right] != "X":', '[column - right] in "WB":')],
        "test_red_marble_behind",
    ),
    "an opponent behind is room": (
        [('[column - right] != "X":', '[column - right] in color + "R":')],
        "test_opponents_marble_behind",
    ),
    "the edge behind is no room": (
        [
            (
                '            if self._board[row - down][column - right] != "X":\n'
                "                return None\n",
                '            if self._board[row - down][column - right] != "X":\n'
                "                return None\n"
                "        else:\n            return None\n",
            )
        ],
        "test_the_example_of_the_text",
    ),
    "gaps do not stop a push": (
        [('if carried == "X":\n                break', "pass")],
        "test_a_run_ends_at_the_first_gap",
    ),
    "an opponent cannot be pushed off": (
        [("if carried == color:", 'if carried not in ("X", "R"):')],
        "test_black_pushes_white_off",
    ),
    "an opponent pushed off counts as captured": (
        [('if taken == "R":', 'if taken != "X":')],
        "test_white_pushes_black_off",
    ),
    "a captured red counts for the opponent": (
        [("self._captured[playername] += 1", "self._captured[self._other(playername)] += 1")],
        "test_a_red_is_captured",
    ),
    "capturing gives an extra push": (
        [("self._turn = other", 'self._turn = other if taken == "X" else playername')],
        "test_capturing_gives_no_extra_push",
    ),
    "a push that was made gives 1": (
        [
            (
                "            self._winner = playername\n        return True",
                "            self._winner = playername\n        return 1",
            )
        ],
        "test_white_can_begin",
    ),
    "a push that was refused gives 0": (
        [
            (
                "if pushed is None:\n            return False",
                "if pushed is None:\n            return 0",
            )
        ],
        "test_own_marble_behind",
    ),
    "the first player named begins": (
        [("self._turn = None", "self._turn = first[0]")],
        "test_black_can_begin",
    ),
    "white begins": (
        [
            (
                "if self._turn not in (None, playername):",
                "if (self._turn or (first_white := [n for n in self._colors if"
                ' self._colors[n] == "W"][0])) != playername:',
            )
        ],
        "test_black_can_begin",
    ),
    "there are no turns": (
        [("if self._turn not in (None, playername):", "if False:")],
        "test_nobody_pushes_twice",
    ),
    "a refused push loses the turn": (
        [
            (
                "if pushed is None:\n",
                "if pushed is None:\n            self._turn = self._other(playername)\n",
            )
        ],
        "test_a_refused_push_does_not_lose_the_turn",
    ),
    "six reds win": (
        [("self._captured[playername] == 7", "self._captured[playername] == 6")],
        "test_six_reds_do_not_win",
    ),
    "seven reds do not win": (
        [("self._captured[playername] == 7", "self._captured[playername] == 8")],
        "test_seven_reds_win",
    ),
    "the winner is a color": (
        [
            (
                "self._winner = playername\n        elif self._colors",
                "self._winner = self._colors[playername]\n        elif self._colors",
            )
        ],
        "test_seven_reds_win",
    ),
    "the loser is called the winner": (
        [
            (
                "            self._winner = playername\n        elif not",
                "            self._winner = other\n        elif not",
            )
        ],
        "test_the_last_opponent_pushed_off_wins",
    ),
    "taking all opponents does not win": (
        [
            ("elif self._colors[other] not in sum(self._board, []):", "elif False:"),
            (
                "elif not self._can_move(other):",
                "elif self._colors[other] in sum(self._board, []) and not self._can_move(other):",
            ),
        ],
        "test_the_last_opponent_pushed_off_wins",
    ),
    "play goes on after the end": (
        [("if self._winner is not None:", "if False:")],
        "test_nothing_is_played_after_the_end",
    ),
    "an opponent's marble can be pushed": (
        [("if self._board[row][column] != color:", 'if self._board[row][column] in "XR":')],
        "test_the_opponents_marble",
    ),
    "a red marble can be pushed": (
        [
            (
                "if self._board[row][column] != color:",
                'if self._board[row][column] not in color + "R":',
            )
        ],
        "test_a_red_marble",
    ),
    "an empty cell can be pushed": (
        [
            (
                "if self._board[row][column] != color:",
                'if self._board[row][column] not in color + "X":',
            )
        ],
        "test_an_empty_cell",
    ),
    "the count begins with black": (
        [
            (
                'return cells.count("W"), cells.count("B"), cells.count("R")',
                'return cells.count("B"), cells.count("W"), cells.count("R")',
            )
        ],
        "test_white_pushes_black_off",
    ),
    "the count is a list": (
        [
            (
                'return cells.count("W"), cells.count("B"), cells.count("R")',
                'return [cells.count(m) for m in "WBR"]',
            )
        ],
        "test_the_marbles_are_counted",
    ),
    "the count stands still": (
        [("cells = sum(self._board, [])", 'cells = ["W"] * 8 + ["B"] * 8 + ["R"] * 13')],
        "test_a_red_is_captured",
    ),
    "an empty cell is None": (
        [
            (
                "return self._board[coordinates[0]][coordinates[1]]",
                "marble = self._board[coordinates[0]][coordinates[1]]\n"
                '        return None if marble == "X" else marble',
            )
        ],
        "test_an_empty_cell_is_x",
    ),
    "all games share one board": (
        [
            (
                "self._board = [list(row) for row in rows]",
                "self.__dict__.update(_board=KubaGame.__dict__.get('_shared') or"
                " [list(row) for row in rows])\n"
                "        KubaGame._shared = self._board",
            ),
            ("self._before = self._board", "self._before = [list(row) for row in self._board]"),
            ("self._board, taken = pushed", "self._board[:], taken = pushed"),
        ],
        "test_two_games_are_apart",
    ),
    "white is always named first": (
        [
            (
                "self._colors = dict([first, second])",
                'self._colors = {first[0]: "W", second[0]: "B"}',
            )
        ],
        "test_black_can_be_named_first",
    ),
}

# Where the text leaves room, another reading is no fault.
LUDO_READINGS: dict[str, list[Change]] = {
    "the program itself": [],
    "p first when both could kick (L-17)": [
        ("min(kickers or movable,", "min(kickers[:1] or movable,"),
    ],
    "q first when both are on R (L-18)": [
        ("min(kickers or movable,", "min(kickers or movable[::-1],"),
    ],
    "nothing moves once one player is left (L-20)": [
        (
            "if position in self._players:",
            "if sum(not one.get_completed() for one in self._players.values()) > 1:",
        ),
    ],
    "a seat that is not playing is an error (L-20)": [
        ("if position in self._players:", "if True:"),
    ],
    "an unknown position that is no string is an error (L-24)": [
        ("return self._players.get(position,", "return self._players.get(position + '',"),
    ],
    "moving a finished token is an error (L-25)": [
        (
            "if target is None:\n            return",
            "if target is None:\n            raise ValueError",
        ),
    ],
    "the first game goes on in the second (L-22)": [
        (
            "    def play_game(self, players, turns):\n        self._players = {}",
            "    def play_game(self, players, turns):",
        ),
        (
            "self._players[position] = Player(position)",
            "self._players.setdefault(position, Player(position))",
        ),
    ],
}

KUBA_READINGS: dict[str, list[Change]] = {
    "the program itself": [],
    "one's own marble may be pushed off (K-5)": [
        ("if carried == color:", "if False:"),
    ],
    "an undoing push is one that can be made (K-10)": [
        ("elif not self._can_move(other):", "elif not self._can_move_anything(other):"),
        (
            "    def make_move(",
            "    def _can_move_anything(self, playername):\n"
            "        before, self._before = self._before, None\n"
            "        found = self._can_move(playername)\n"
            "        self._before = before\n"
            "        return found\n"
            "\n"
            "    def make_move(",
        ),
    ],
    "a failed first try claims the turn (K-15)": [
        (
            "if pushed is None:\n",
            "if pushed is None:\n            self._turn = self._turn or playername\n",
        ),
    ],
    "nobody has the turn after the end (K-15)": [
        ("return self._turn\n", "return self._turn if self._winner is None else None\n"),
    ],
    "malformed coordinates are an error (K-16)": [
        (
            "        if playername not in self._colors:",
            "        row, column = coordinates\n        if playername not in self._colors:",
        ),
    ],
}
