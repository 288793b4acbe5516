"""Right, plain programs such as a student would write after the texts."""

from __future__ import annotations

LUDO = '''
class Player:
    """One player and the steps of his two tokens."""

    def __init__(self, position):
        self._position = position
        self._start = {"A": 1, "B": 15, "C": 29, "D": 43}[position]
        self._steps = {"p": -1, "q": -1}

    def get_completed(self):
        return self._steps == {"p": 57, "q": 57}

    def get_token_p_step_count(self):
        return self._steps["p"]

    def get_token_q_step_count(self):
        return self._steps["q"]

    def get_space_name(self, total_steps):
        if total_steps == -1:
            return "H"
        if total_steps == 0:
            return "R"
        if total_steps == 57:
            return "E"
        if total_steps > 50:
            return self._position + str(total_steps - 50)
        return str((self._start + total_steps - 2) % 56 + 1)


class LudoGame:
    """The game as played."""

    def __init__(self):
        self._players = {}

    def get_player_by_position(self, position):
        return self._players.get(position, "Player not found!")

    def _target(self, player, token, steps):
        old = player._steps[token]
        if old == 57:
            return None
        if old == -1:
            return 0 if steps == 6 else None
        new = old + steps
        if new > 57:
            new = 114 - new
        return new

    def _victims(self, player, step):
        found = []
        if step is None or not 1 <= step <= 50:
            return found
        space = player.get_space_name(step)
        for other in self._players.values():
            for token, at in other._steps.items():
                if other is not player and other.get_space_name(at) == space:
                    found.append((other, token))
        return found

    def move_token(self, player, token, steps):
        target = self._target(player, token, steps)
        if target is None:
            return
        for other, name in self._victims(player, target):
            other._steps[name] = -1
        player._steps[token] = target

    def _choose(self, player, steps):
        movable = []
        for token in "pq":
            if self._target(player, token, steps) is not None:
                movable.append(token)
        if not movable:
            return []
        p, q = player._steps["p"], player._steps["q"]
        if len(movable) == 2 and p == q and 1 <= p <= 56:
            return ["p", "q"]
        for token in movable:
            if player._steps[token] == -1:
                return [token]
        for token in movable:
            if player._steps[token] >= 51 and player._steps[token] + steps == 57:
                return [token]
        kickers = [t for t in movable if self._victims(player, self._target(player, t, steps))]
        return [min(kickers or movable, key=lambda token: player._steps[token])]

    def play_game(self, players, turns):
        self._players = {}
        for position in players:
            self._players[position] = Player(position)
        for position, steps in turns:
            if position in self._players:
                player = self._players[position]
                for token in self._choose(player, steps):
                    self.move_token(player, token, steps)
        spaces = []
        for position in players:
            player = self._players[position]
            for token in "pq":
                spaces.append(player.get_space_name(player._steps[token]))
        return spaces
'''

KUBA = '''
class KubaGame:
    """A game between two named players."""

    def __init__(self, first, second):
        self._colors = dict([first, second])
        self._captured = {name: 0 for name in self._colors}
        self._turn = None
        self._winner = None
        self._before = None
        rows = ["WWXXXBB", "WWXRXBB", "XXRRRXX", "XRRRRRX", "XXRRRXX", "BBXRXWW", "BBXXXWW"]
        self._board = [list(row) for row in rows]

    def get_current_turn(self):
        return self._turn

    def get_winner(self):
        return self._winner

    def get_captured(self, playername):
        return self._captured[playername]

    def get_marble(self, coordinates):
        return self._board[coordinates[0]][coordinates[1]]

    def get_marble_count(self):
        cells = sum(self._board, [])
        return cells.count("W"), cells.count("B"), cells.count("R")

    def _on_board(self, row, column):
        return 0 <= row <= 6 and 0 <= column <= 6

    def _other(self, playername):
        return [name for name in self._colors if name != playername][0]

    def _pushed(self, playername, row, column, direction):
        color = self._colors[playername]
        if direction not in ("L", "R", "F", "B"):
            return None
        if not self._on_board(row, column):
            return None
        if self._board[row][column] != color:
            return None
        down, right = {"L": (0, -1), "R": (0, 1), "F": (-1, 0), "B": (1, 0)}[direction]
        if self._on_board(row - down, column - right):
            if self._board[row - down][column - right] != "X":
                return None
        board = [list(cells) for cells in self._board]
        carried = "X"
        while self._on_board(row, column):
            board[row][column], carried = carried, board[row][column]
            if carried == "X":
                break
            row, column = row + down, column + right
        if carried == color:
            return None
        if board == self._before:
            return None
        return board, carried

    def _can_move(self, playername):
        for row in range(7):
            for column in range(7):
                for direction in "LRFB":
                    if self._pushed(playername, row, column, direction):
                        return True
        return False

    def make_move(self, playername, coordinates, direction):
        if playername not in self._colors:
            return False
        if self._winner is not None:
            return False
        if self._turn not in (None, playername):
            return False
        pushed = self._pushed(playername, coordinates[0], coordinates[1], direction)
        if pushed is None:
            return False
        self._before = self._board
        self._board, taken = pushed
        if taken == "R":
            self._captured[playername] += 1
        other = self._other(playername)
        self._turn = other
        if self._captured[playername] == 7:
            self._winner = playername
        elif self._colors[other] not in sum(self._board, []):
            self._winner = playername
        elif not self._can_move(other):
            self._winner = playername
        return True
'''
