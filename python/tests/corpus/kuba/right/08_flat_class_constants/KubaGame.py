# The board is a flat list of 49 spaces. Number of a space = row * 7 + col.


class KubaGame:
    """Kuba with a flat board"""

    SIZE = 7
    RED_GOAL = 7
    EMPTY = 'X'
    START = 'WWXXXBB' 'WWXRXBB' 'XXRRRXX' 'XRRRRRX' 'XXRRRXX' 'BBXRXWW' 'BBXXXWW'
    STEPS = {'L': -1, 'R': +1, 'F': -7, 'B': +7}
    games_played = 0

    def __init__(self, player_1, player_2):
        KubaGame.games_played += 1      # only for statistics
        self._game_number = KubaGame.games_played
        self._board = list(self.START)
        self._player_color = dict([player_1, player_2])
        self._order = (player_1[0], player_2[0])
        self._red = {player_1[0]: 0, player_2[0]: 0}
        self._state = 'NOT_STARTED'     # NOT_STARTED, PLAYING or WON
        self._next = None
        self._champion = None
        self._ko = ''                   # board (as string) that may not come again

    def get_current_turn(self):
        """Returns name of player on turn, None if not started."""
        if self._state == 'NOT_STARTED':
            return None
        return self._next

    def get_winner(self):
        """Returns name of the winner, None as long as there is none."""
        if self._state == 'WON':
            return self._champion
        return None

    def get_captured(self, playername):
        """Returns number of red marbles of the player."""
        return self._red.get(playername)

    def get_marble(self, coordinates):
        """Returns the marble, X if there is no one."""
        return self._board[self.to_number(coordinates)]

    def get_marble_count(self):
        """Returns the tuple (W, B, R)."""
        return (self._board.count('W'), self._board.count('B'), self._board.count('R'))

    def to_number(self, coordinates):
        return coordinates[0] * self.SIZE + coordinates[1]

    def cells_ahead(self, number, direction):
        """List of the numbers from this space to the edge in the direction."""
        row = number // self.SIZE
        col = number % self.SIZE
        if direction == 'L':
            how_many = col
        elif direction == 'R':
            how_many = self.SIZE - 1 - col
        elif direction == 'F':
            how_many = row
        else:
            how_many = self.SIZE - 1 - row
        step = self.STEPS[direction]
        return [number + i * step for i in range(how_many + 1)]

    def opposite(self, direction):
        return 'RLBF'['LRFB'.index(direction)]

    def find_push(self, color, number, direction):
        """
        Tries to push the marble. Returns a tuple (valid, board, off).
        """
        no = (False, None, None)
        if self._board[number] != color:
            return no
        back = self.cells_ahead(number, self.opposite(direction))
        if len(back) > 1 and self._board[back[1]] != self.EMPTY:
            return no
        path = self.cells_ahead(number, direction)
        line = [self._board[n] for n in path]
        if self.EMPTY in line:
            line.remove(self.EMPTY)     # the first gap is filled up
            off = self.EMPTY
        else:
            off = line.pop()
        if off == color:
            return no
        line.insert(0, self.EMPTY)
        board = self._board[:]
        for n, marble in zip(path, line):
            board[n] = marble
        if ''.join(board) == self._ko:
            return no
        return (True, board, off)

    def opponent_of(self, playername):
        if playername == self._order[0]:
            return self._order[1]
        else:
            return self._order[0]

    def make_move(self, playername, coordinates, direction):
        """Plays one move. Returns True if okay else False."""
        if self._state == 'WON':
            return False
        if playername not in self._order:
            return False
        if self._state == 'PLAYING' and playername != self._next:
            return False
        if direction not in self.STEPS:
            return False
        if coordinates[0] < 0 or coordinates[0] >= self.SIZE:
            return False
        if coordinates[1] < 0 or coordinates[1] >= self.SIZE:
            return False
        color = self._player_color[playername]
        valid, board, off = self.find_push(color, self.to_number(coordinates), direction)
        if not valid:
            return False

        self._ko = ''.join(self._board)
        self._board = board
        if off == 'R':
            self._red[playername] += 1
        self._state = 'PLAYING'
        self._next = self.opponent_of(playername)
        self.look_for_end(playername)
        return True

    def look_for_end(self, playername):
        """Looks if the player who just moved has won."""
        other_color = self._player_color[self.opponent_of(playername)]
        if self._red[playername] == self.RED_GOAL:
            ended = True
        elif self._board.count(other_color) == 0:
            ended = True
        else:
            moves = 0
            for number in range(self.SIZE ** 2):
                for direction in self.STEPS.keys():
                    if self.find_push(other_color, number, direction)[0]:
                        moves += 1
            ended = (moves == 0)
        if ended:
            self._champion = playername
            self._state = 'WON'


def main():
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    print(game.get_marble_count())
    print(game.get_captured('PlayerA'))
    print(game.get_current_turn())
    print(game.get_winner())
    print(game.make_move('PlayerA', (6, 5), 'F'))
    print(game.make_move('PlayerA', (6, 5), 'L'))
    print(game.get_marble((5, 5)))
    print(game.get_current_turn())


if __name__ == '__main__':
    main()
