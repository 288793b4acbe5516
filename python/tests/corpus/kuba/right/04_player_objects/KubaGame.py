# Name: Sam
# Date: 3/10
# Description: KubaGame with a Player class, a Board class and a KubaGame class.


class Player:
    """Represents a player with a name, a color and the captured red marbles"""

    def __init__(self, name, color):
        self._name = name
        self._color = color
        self._captured = 0

    def get_name(self):
        """returns the name"""
        return self._name

    def get_color(self):
        """returns the color"""
        return self._color

    def get_captured(self):
        """returns the number of captured red marbles"""
        return self._captured

    def add_captured(self):
        """adds one captured red marble"""
        self._captured = self._captured + 1


class Board:
    """Represents the board"""

    def __init__(self):
        self._grid = []
        self.set_up()

    def set_up(self):
        """puts the marbles on the board"""
        self._grid = [[None] * 7 for _ in range(7)]
        for row in (0, 1):
            for col in (0, 1):
                self._grid[row][col] = 'W'
                self._grid[row + 5][col + 5] = 'W'
                self._grid[row][col + 5] = 'B'
                self._grid[row + 5][col] = 'B'
        # the red cross in the middle
        for row in range(7):
            for col in range(7):
                if abs(row - 3) + abs(col - 3) <= 2:
                    self._grid[row][col] = 'R'

    def get_grid(self):
        """returns the grid"""
        return self._grid

    def set_grid(self, grid):
        """sets the grid"""
        self._grid = grid

    def get_copy(self):
        """returns a copy of the grid"""
        return [list(line) for line in self._grid]

    def is_on_board(self, row, col):
        """True if the row and col are on the board"""
        return row >= 0 and row < 7 and col >= 0 and col < 7

    def get_space(self, row, col):
        """returns what is on the space (None if nothing)"""
        return self._grid[row][col]

    def set_space(self, row, col, marble):
        """sets a marble to the space"""
        self._grid[row][col] = marble

    def count(self, color):
        """counts marbles with the color"""
        number = 0
        for line in self._grid:
            for marble in line:
                if marble == color:
                    number += 1
        return number

    def push(self, row, col, d_row, d_col):
        """
        pushes the marble at row, col. Returns the marble that is pushed off the
        board, None if there is none.
        """
        # collect the line of marbles in front
        line = []
        r = row
        c = col
        while self.is_on_board(r, c) and self.get_space(r, c) is not None:
            line.append(self.get_space(r, c))
            r += d_row
            c += d_col
        off = None
        if not self.is_on_board(r, c):
            off = line.pop()
        self.set_space(row, col, None)
        r = row + d_row
        c = col + d_col
        for marble in line:
            self.set_space(r, c, marble)
            r += d_row
            c += d_col
        return off


class KubaGame:
    """Represents the game"""

    def __init__(self, player_a, player_b):
        self._player_a = Player(player_a[0], player_a[1])
        self._player_b = Player(player_b[0], player_b[1])
        self._board = Board()
        self._current_player = None
        self._winner = None
        self._last_grid = None

    def get_player(self, name):
        """returns the player object with the name, None if there is no such one"""
        if name == self._player_a.get_name():
            return self._player_a
        if name == self._player_b.get_name():
            return self._player_b
        return None

    def get_opponent(self, player):
        """returns the other player object"""
        if player is self._player_a:
            return self._player_b
        return self._player_a

    def get_board(self):
        """returns the board object"""
        return self._board

    def get_current_turn(self):
        """returns the name of the current player or None"""
        if self._current_player is None:
            return None
        return self._current_player.get_name()

    def set_current_turn(self, player):
        """sets whose turn it is"""
        self._current_player = player

    def get_winner(self):
        """returns the name of the winner or None"""
        if self._winner is None:
            return None
        return self._winner.get_name()

    def set_winner(self, player):
        """sets the winner"""
        self._winner = player

    def get_last_grid(self):
        """returns the grid before the last move"""
        return self._last_grid

    def set_last_grid(self, grid):
        """sets the grid before the last move"""
        self._last_grid = grid

    def get_captured(self, playername):
        """returns how many red marbles the player has"""
        player = self.get_player(playername)
        return player.get_captured()

    def get_marble(self, coordinates):
        """returns the marble on the coordinates, X if there is none"""
        marble = self._board.get_space(coordinates[0], coordinates[1])
        if marble is None:
            return 'X'
        return marble

    def get_marble_count(self):
        """returns tuple (W, B, R)"""
        board = self.get_board()
        return (board.count('W'), board.count('B'), board.count('R'))

    def is_legal(self, player, coordinates, direction):
        """checks the move for the player, does not change anything"""
        board = self.get_board()
        row, col = coordinates
        if not board.is_on_board(row, col):
            return False
        if board.get_space(row, col) != player.get_color():
            return False
        delta = self.get_delta(direction)
        if delta is None:
            return False
        behind_row = row - delta[0]
        behind_col = col - delta[1]
        if board.is_on_board(behind_row, behind_col):
            if board.get_space(behind_row, behind_col) is not None:
                return False
        # try it, look, and put the old grid back
        saved = board.get_copy()
        off = board.push(row, col, delta[0], delta[1])
        after = board.get_copy()
        board.set_grid(saved)
        if off == player.get_color():
            return False
        if after == self.get_last_grid():
            return False
        return True

    def get_delta(self, direction):
        """returns row and col change for the direction, None if invalid"""
        if direction == 'L':
            return (0, -1)
        if direction == 'R':
            return (0, 1)
        if direction == 'F':
            return (-1, 0)
        if direction == 'B':
            return (1, 0)
        return None

    def has_moves(self, player):
        """True if the player has a legal move"""
        for row in range(7):
            for col in range(7):
                for direction in ['F', 'B', 'L', 'R']:
                    if self.is_legal(player, (row, col), direction):
                        return True
        return False

    def make_move(self, playername, coordinates, direction):
        """makes the move, returns True or False"""
        player = self.get_player(playername)
        if player is None:
            return False
        if self._winner is not None:
            return False
        if self._current_player is not None and self._current_player is not player:
            return False
        if not self.is_legal(player, coordinates, direction):
            return False

        self.set_last_grid(self._board.get_copy())
        delta = self.get_delta(direction)
        off = self._board.push(coordinates[0], coordinates[1], delta[0], delta[1])
        if off == 'R':
            player.add_captured()
        opponent = self.get_opponent(player)
        self.set_current_turn(opponent)
        self.check_winner(player, opponent)
        return True

    def check_winner(self, player, opponent):
        """sets the winner if the player has just won"""
        if player.get_captured() >= 7:
            self.set_winner(player)
        if self._board.count(opponent.get_color()) == 0:
            self.set_winner(player)
        if self.has_moves(opponent) is False:
            self.set_winner(player)


def main():
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    print(game.get_marble_count())  # returns (8,8,13)
    print(game.get_captured('PlayerA'))  # returns 0
    print(game.get_current_turn())
    print(game.get_winner())  # returns None
    print(game.make_move('PlayerA', (6, 5), 'F'))
    print(game.make_move('PlayerA', (6, 5), 'L'))  # Cannot make this move
    print(game.get_marble((5, 5)))  # returns 'W'


if __name__ == "__main__":
    main()
