"""Programs that keep a rule only by half: for one player, one token, or one way to push.

Each is one change to a right, plain program, with the rule that it breaks and the length of the
shortest game that is known to show it.
"""

from __future__ import annotations

from faults import Change

LUDO_HALVES: dict[str, tuple[list[Change], str, int]] = {
    "spaces of D grow beyond 56": (
        [
            (
                "return str((self._start + total_steps - 2) % 56 + 1)",
                'if self._position == "D":\n'
                "            return str(self._start + total_steps - 1)\n"
                "        return str((self._start + total_steps - 2) % 56 + 1)",
            ),
        ],
        "L-4",
        1,
    ),
    "only p bounces": (
        [
            ("            new = 114 - new", '            new = 114 - new if token == "p" else 57'),
        ],
        "L-7",
        13,
    ),
    "q moves on E": (
        [
            ("if old == 57:", 'if old == 57 and token == "p":'),
        ],
        "L-8",
        14,
    ),
    "tokens of D are not kicked": (
        [
            (
                "if other is not player and ",
                'if other is not player and other._position != "D" and ',
            ),
        ],
        "L-9",
        6,
    ),
    "only p is kicked": (
        [
            (
                "other._steps[name] = -1",
                'other._steps[name] = -1 if name == "p" else other._steps[name]',
            ),
        ],
        "L-9",
        9,
    ),
    "only A kicks": (
        [
            (
                "other._steps[name] = -1",
                'other._steps[name] = -1 if player._position == "A" else other._steps[name]',
            ),
        ],
        "L-9",
        6,
    ),
    "A has no stacks": (
        [
            ("p == q and 1 <= p <= 56", 'p == q and 1 <= p <= 56 and player._position != "A"'),
        ],
        "L-10",
        5,
    ),
    "any roll leaves H at D": (
        [
            ("0 if steps == 6 else None", '0 if steps == 6 or player._position == "D" else None'),
        ],
        "L-5",
        1,
    ),
    "only p is looked at for finishing": (
        [
            (
                "if player._steps[token] >= 51 and ",
                'if token == "p" and player._steps[token] >= 51 and ',
            ),
        ],
        "L-16",
        20,
    ),
    "C does not aim at opponents": (
        [
            ("min(kickers or movable,", 'min((player._position != "C" and kickers) or movable,'),
        ],
        "L-17",
        7,
    ),
    "B moves the token ahead": (
        [
            (
                "key=lambda token: player._steps[token]",
                'key=lambda token: player._steps[token] * (-1 if player._position == "B" else 1)',
            ),
        ],
        "L-18",
        4,
    ),
    "only A and B finish": (
        [
            (
                'return self._steps == {"p": 57, "q": 57}',
                'return self._steps == {"p": 57, "q": 57} and self._position in "AB"',
            ),
        ],
        "L-26",
        15,
    ),
    "C is not found": (
        [
            (
                'return self._players.get(position, "Player',
                'return None if position == "C" and "C" not in self._players '
                'else self._players.get(position, "Player',
            ),
        ],
        "L-24",
        0,
    ),
    "A leaves H last": (
        [
            (
                "        for token in movable:\n            if player._steps[token] == -1:",
                "        for token in movable:\n"
                '            if player._position == "A" and len(movable) == 2:\n'
                "                continue\n"
                "            if player._steps[token] == -1:",
            ),
        ],
        "L-15",
        6,
    ),
}

KUBA_HALVES: dict[str, tuple[list[Change], str, int]] = {
    "undoing is refused only along rows": (
        [
            ("if board == self._before:", 'if board == self._before and direction in "LR":'),
        ],
        "K-7",
        4,
    ),
    "undoing is refused only along columns": (
        [
            ("if board == self._before:", 'if board == self._before and direction in "FB":'),
        ],
        "K-7",
        4,
    ),
    "undoing to the left is allowed": (
        [
            ("if board == self._before:", 'if board == self._before and direction != "L":'),
        ],
        "K-7",
        4,
    ),
    "undoing is refused only to White": (
        [
            ("if board == self._before:", 'if board == self._before and color == "W":'),
        ],
        "K-7",
        4,
    ),
    "room behind is asked for only along rows": (
        [
            ('- right] != "X":\n', '- right] != "X" and direction in "LR":\n'),
        ],
        "K-3",
        1,
    ),
    "room behind is asked for only of Black": (
        [
            ('- right] != "X":\n', '- right] != "X" and color == "B":\n'),
        ],
        "K-3",
        1,
    ),
    "no room is asked for in a push forward": (
        [
            ('- right] != "X":\n', '- right] != "X" and direction != "F":\n'),
        ],
        "K-3",
        1,
    ),
    "gaps stop only along rows": (
        [
            (
                '            if carried == "X":\n                break',
                '            if carried == "X" and right:\n                break',
            ),
        ],
        "K-4",
        1,
    ),
    "reds of Black are not counted": (
        [
            ('if taken == "R":', 'if taken == "R" and self._colors[playername] == "W":'),
        ],
        "K-6",
        7,
    ),
    "reds pushed off to the right are not counted": (
        [
            ('if taken == "R":', 'if taken == "R" and direction != "R":'),
        ],
        "K-6",
        7,
    ),
    "opponents can be pushed off only along rows": (
        [
            (
                "        if carried == color:\n            return None",
                "        if carried == color or (carried not in 'XR' and down):\n"
                "            return None",
            ),
        ],
        "K-6",
        4,
    ),
    "seven reds win only for White": (
        [
            (
                "if self._captured[playername] == 7:",
                'if self._captured[playername] == 7 and self._colors[playername] == "W":',
            ),
        ],
        "K-8",
        19,
    ),
    "taking all wins only for Black": (
        [
            (
                "elif self._colors[other] not in sum(self._board, []):",
                "elif self._colors[other] not in sum(self._board, []) and "
                'self._colors[other] == "B":',
            ),
            (
                "elif not self._can_move(other)",
                "elif self._colors[other] in sum(self._board, []) and not self._can_move(other)",
            ),
        ],
        "K-9",
        19,
    ),
    "only White is asked for a push": (
        [
            (
                "elif not self._can_move(other):",
                'elif self._colors[other] == "W" and not self._can_move(other):',
            ),
        ],
        "K-10",
        19,
    ),
    "White may push out of turn": (
        [
            (
                "if self._turn not in (None, playername):",
                'if self._turn not in (None, playername) and self._colors[playername] == "B":',
            ),
        ],
        "K-11",
        2,
    ),
    "Black may push White's marbles": (
        [
            (
                "if self._board[row][column] != color:",
                'if self._board[row][column] != color and (color == "W" or '
                'self._board[row][column] != "W"):',
            ),
        ],
        "K-16",
        1,
    ),
    "undoing is forgotten after a refused try of Black": (
        [
            (
                "if pushed is None:\n",
                "if pushed is None:\n"
                '            if self._colors[playername] == "B":\n'
                "                self._before = None\n",
            ),
        ],
        "K-7",
        5,
    ),
    "forward is backward for White": (
        [
            (
                '{"L": (0, -1), "R": (0, 1), "F": (-1, 0), "B": (1, 0)}[direction]\n',
                '{"L": (0, -1), "R": (0, 1), "F": (-1, 0), "B": (1, 0)}[direction]\n'
                '        if color == "W":\n'
                "            down = -down\n",
            ),
        ],
        "K-2",
        1,
    ),
}
