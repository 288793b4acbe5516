"""Right programs in three styles a game: the plain ones of ``students``, and two more of each."""

from __future__ import annotations

from students import KUBA, LUDO

#: A token is an object that knows where it stands; the board is a dict of spaces.
LUDO_OBJECTS = '''
STARTS = dict(A=1, B=15, C=29, D=43)
NOT_FOUND = "Player not found!"


class Token:
    def __init__(self, owner, name):
        self.owner, self.name, self.steps = owner, name, -1

    @property
    def space(self):
        return self.owner.get_space_name(self.steps)

    @property
    def on_ring(self):
        return 0 < self.steps < 51

    def after(self, roll):
        """The steps after a roll, or None if the token cannot move."""
        if self.steps == 57 or (self.steps == -1 and roll != 6):
            return None
        if self.steps == -1:
            return 0
        return 57 - abs(57 - self.steps - roll)


class Player:
    def __init__(self, seat):
        self.seat = seat
        self.p, self.q = Token(self, "p"), Token(self, "q")

    def tokens(self):
        return [self.p, self.q]

    def get_completed(self):
        return all(token.steps == 57 for token in self.tokens())

    def get_token_p_step_count(self):
        return self.p.steps

    def get_token_q_step_count(self):
        return self.q.steps

    def get_space_name(self, steps):
        names = {-1: "H", 0: "R", 57: "E"}
        if steps in names:
            return names[steps]
        if steps > 50:
            return "%s%d" % (self.seat, steps - 50)
        space = STARTS[self.seat] + steps - 1
        return str(space if space <= 56 else space - 56)


class LudoGame:
    def __init__(self):
        self.players = []

    def get_player_by_position(self, seat):
        for player in self.players:
            if player.seat == seat:
                return player
        return NOT_FOUND

    def opponents_at(self, player, steps):
        if steps is None or not 0 < steps < 51:
            return []
        space = player.get_space_name(steps)
        others = [token for other in self.players if other is not player
                  for token in other.tokens()]
        return [token for token in others if token.on_ring and token.space == space]

    def move_token(self, player, name, roll):
        token = player.p if name == "p" else player.q
        steps = token.after(roll)
        if steps is not None:
            for victim in self.opponents_at(player, steps):
                victim.steps = -1
            token.steps = steps

    def choice(self, player, roll):
        p, q = player.tokens()
        if p.steps == q.steps and 0 < p.steps < 57:
            return [p, q]
        able = [token for token in (p, q) if token.after(roll) is not None]
        tests = [
            lambda token: token.steps == -1,
            lambda token: token.steps > 50 and token.steps + roll == 57,
            lambda token: self.opponents_at(player, token.after(roll)),
        ]
        for test in tests:
            passing = [token for token in able if test(token)]
            if len(passing) == 1 or (passing and test is tests[0]):
                return passing[:1]
        return sorted(able, key=lambda token: token.steps)[:1]

    def play_game(self, seats, turns):
        self.players = [Player(seat) for seat in seats]
        for seat, roll in turns:
            player = self.get_player_by_position(seat)
            if player != NOT_FOUND:
                for token in self.choice(player, roll):
                    self.move_token(player, token.name, roll)
        return [token.space for player in self.players for token in player.tokens()]
'''

#: All is looked up in tables that are made beforehand; there is hardly a class.
LUDO_TABLES = '''
def track(seat, start):
    ring = [str((start + step) % 56 + 1) for step in range(-1, 49)]
    return ["H", "R"] + ring + [seat + str(n) for n in range(1, 7)] + ["E"]


TRACKS = {seat: track(seat, start) for seat, start in zip("ABCD", (1, 15, 29, 43))}
GOES_TO = {}
for step in range(-1, 58):
    for roll in range(1, 7):
        GOES_TO[step, roll] = min(step + roll, 114 - step - roll)
        if step == -1:
            GOES_TO[step, roll] = 0 if roll == 6 else -1
        if step == 57:
            GOES_TO[step, roll] = 57


class Player:
    def __init__(self, seat):
        self.seat, self.at = seat, {"p": -1, "q": -1}

    def get_completed(self):
        return self.at["p"] + self.at["q"] == 114

    def get_token_p_step_count(self):
        return self.at["p"]

    def get_token_q_step_count(self):
        return self.at["q"]

    def get_space_name(self, steps):
        return TRACKS[self.seat][steps + 1]


class LudoGame:
    players = ()

    def get_player_by_position(self, seat):
        return next((one for one in self.players if one.seat == seat), "Player not found!")

    def hit(self, player, step):
        name = player.get_space_name(step)
        return [(other, token) for other in self.players for token in "pq"
                if other is not player and name.isdigit()
                and other.get_space_name(other.at[token]) == name]

    def move_token(self, player, token, steps):
        old = player.at[token]
        new = GOES_TO[old, steps]
        if new != old:
            for other, hit in self.hit(player, new):
                other.at[hit] = -1
        player.at[token] = new

    def rank(self, player, token, roll):
        """The smaller, the sooner the token moves."""
        old = player.at[token]
        new = GOES_TO[old, roll]
        if old == -1:
            return (0, token)
        if new == 57:
            return (1, old)
        return (2 if self.hit(player, new) else 3, old)

    def play_game(self, players, turns):
        self.players = list(map(Player, players))
        for seat, roll in turns:
            player = self.get_player_by_position(seat)
            if isinstance(player, str):
                continue
            can = [t for t in "pq" if player.at[t] < 57 and (player.at[t] > -1 or roll == 6)]
            stacked = player.at["p"] == player.at["q"] > 0
            if can and not stacked:
                can = [min(can, key=lambda token: self.rank(player, token, roll))]
            for token in can:
                self.move_token(player, token, roll)
        return [p.get_space_name(p.at[t]) for p in self.players for t in "pq"]
'''

#: The board is a dict of the cells that hold a marble, by complex numbers.
KUBA_DICT = '''
WAYS = {"L": -1, "R": 1, "F": -1j, "B": 1j}
ROWS = "WW...BB WW.R.BB ..RRR.. .RRRRR. ..RRR.. BB.R.WW BB...WW".split()
BOARD = {complex(c, r) for r in range(7) for c in range(7)}


class KubaGame:
    def __init__(self, one, two):
        self.color = dict([one, two])
        self.reds = {name: 0 for name in self.color}
        self.marbles = {complex(c, r): ROWS[r][c]
                        for r in range(7) for c in range(7) if ROWS[r][c] != "."}
        self.turn = self.winner = self.forbidden = None

    def get_current_turn(self):
        return self.turn

    def get_winner(self):
        return self.winner

    def get_captured(self, name):
        return self.reds[name]

    def get_marble(self, cell):
        return self.marbles.get(complex(cell[1], cell[0]), "X")

    def get_marble_count(self):
        lying = list(self.marbles.values())
        return tuple(lying.count(marble) for marble in "WBR")

    def result(self, name, at, way):
        """The marbles after a push and the one that left, or None."""
        mine = self.color[name]
        if self.marbles.get(at) != mine or at - way in self.marbles:
            return None
        end = at
        while end in self.marbles:
            end += way
        after = {cell: marble for cell, marble in self.marbles.items()}
        cell = end
        while cell != at:
            after[cell] = after[cell - way]
            cell -= way
        del after[at]
        off = after.pop(end, None) if end not in BOARD else None
        if off == mine or after == self.forbidden:
            return None
        return after, off

    def make_move(self, name, cell, direction):
        try:
            row, column = cell
            if {type(row), type(column)} != {int}:
                return False
            way = WAYS.get(direction)
            known = name in self.color
        except (TypeError, ValueError):
            return False
        if self.winner is not None or not known or way is None or self.turn not in (None, name):
            return False
        if not isinstance(cell, (tuple, list)):
            return False
        pushed = self.result(name, complex(column, row), way)
        if pushed is None:
            return False
        self.forbidden, (self.marbles, off) = self.marbles, pushed
        [other] = set(self.color) - {name}
        self.turn = other
        self.reds[name] += off == "R"
        stuck = not any(self.result(other, at, w) for at in self.marbles for w in WAYS.values())
        if self.reds[name] == 7 or stuck:
            self.winner = name
        return True
'''

#: The board is one string; a push is a change of a row or a column of it.
KUBA_STRINGS = '''
START = "WWXXXBB" "WWXRXBB" "XXRRRXX" "XRRRRRX" "XXRRRXX" "BBXRXWW" "BBXXXWW"


def line_of(row, column, direction):
    """The places from the marble to the edge in front of it, and the place behind or None."""
    if direction in "LR":
        line = [row * 7 + c for c in range(7)]
        at = column
    else:
        line = [r * 7 + column for r in range(7)]
        at = row
    if direction in "LF":
        line.reverse()
        at = 6 - at
    return line[at:], line[at - 1] if at else None


class Side:
    def __init__(self, name, letter):
        self.name, self.letter, self.captured = name, letter, 0


class KubaGame:
    def __init__(self, player_1, player_2):
        self._sides = [Side(*player_1), Side(*player_2)]
        self._board, self._previous = START, ""
        self._to_move, self._winner = None, None

    def _side(self, name):
        return next((side for side in self._sides if side.name == name), None)

    def get_current_turn(self):
        return self._to_move and self._to_move.name

    def get_winner(self):
        return self._winner

    def get_captured(self, name):
        return self._side(name).captured

    def get_marble(self, cell):
        return self._board[cell[0] * 7 + cell[1]]

    def get_marble_count(self):
        return self._board.count("W"), self._board.count("B"), self._board.count("R")

    def _try(self, side, row, column, direction):
        places, behind = line_of(row, column, direction)
        if self._board[places[0]] != side.letter:
            return None
        if behind is not None and self._board[behind] != "X":
            return None
        marbles = "".join(self._board[place] for place in places)
        run = marbles.split("X")[0]
        if run == marbles and run[-1] == side.letter:
            return None
        after = list(self._board)
        for place, marble in zip(places, "X" + run):
            after[place] = marble
        board = "".join(after)
        if board == self._previous:
            return None
        return board, run[-1] if run == marbles else ""

    def make_move(self, name, coordinates, direction):
        side = self._side(name)
        if side is None or self._winner is not None or self._to_move not in (None, side):
            return False
        if type(coordinates) not in (tuple, list) or len(coordinates) != 2:
            return False
        if any(type(number) is not int or number not in range(7) for number in coordinates):
            return False
        if type(direction) is not str or len(direction) != 1 or direction not in "LRFB":
            return False
        result = self._try(side, *coordinates, direction)
        if not result:
            return False
        self._previous = self._board
        self._board, gone = result
        if gone == "R":
            side.captured += 1
        other = self._sides[self._sides[0] is side]
        self._to_move = other
        if side.captured == 7 or not self._has_push(other):
            self._winner = side.name
        return True

    def _has_push(self, side):
        return any(self._try(side, place // 7, place % 7, direction)
                   for place in range(49) for direction in "LRFB")
'''

#: The plain program takes no care of values of the wrong kind; here it does.
KUBA_PLAIN = KUBA.replace(
    """        if playername not in self._colors:
            return False
        if self._winner""",
    """        if not isinstance(playername, str) or playername not in self._colors:
            return False
        if not isinstance(coordinates, (tuple, list)) or len(coordinates) != 2:
            return False
        if any(type(number) is not int for number in coordinates):
            return False
        if self._winner""",
)

RIGHT = {
    "plain ludo": LUDO,
    "ludo of objects": LUDO_OBJECTS,
    "ludo of tables": LUDO_TABLES,
    "plain kuba": KUBA_PLAIN,
    "kuba in a dict": KUBA_DICT,
    "kuba in a string": KUBA_STRINGS,
}
