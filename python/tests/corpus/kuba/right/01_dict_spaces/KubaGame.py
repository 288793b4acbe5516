# Author: J. M.
# Description: The game of Kuba. The board is one dictionary, the key is the
# coordinate (row, col) and the value is 'W', 'B', 'R' or 'X' for no marble.


class KubaGame:
    """A game of Kuba for two players on a 7x7 board"""

    def __init__(self, player_one, player_two):
        """takes two tuples (name, color) and sets up the board"""
        self._colors = {player_one[0]: player_one[1], player_two[0]: player_two[1]}
        self._captured = {player_one[0]: 0, player_two[0]: 0}
        self._names = [player_one[0], player_two[0]]
        self._turn = None
        self._winner = None
        self._spaces = {}
        self._before_last = None
        self.fill_spaces()

    def fill_spaces(self):
        """fills the dictionary with the start position"""
        for row in range(7):
            for col in range(7):
                self._spaces[(row, col)] = 'X'
        for spot in [(0, 0), (0, 1), (1, 0), (1, 1), (5, 5), (5, 6), (6, 5), (6, 6)]:
            self._spaces[spot] = 'W'
        for spot in [(0, 5), (0, 6), (1, 5), (1, 6), (5, 0), (5, 1), (6, 0), (6, 1)]:
            self._spaces[spot] = 'B'
        for spot in [(1, 3), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4),
                     (3, 5), (4, 2), (4, 3), (4, 4), (5, 3)]:
            self._spaces[spot] = 'R'

    def other_player(self, name):
        """gives the name of the other player"""
        if name == self._names[0]:
            return self._names[1]
        return self._names[0]

    def get_current_turn(self):
        """returns whose turn it is or None before the first move"""
        return self._turn

    def get_winner(self):
        return self._winner

    def get_captured(self, playername):
        """number of red marbles of the player"""
        if playername not in self._captured:
            return 0
        return self._captured[playername]

    def get_marble(self, coordinates):
        """returns the marble or X"""
        return self._spaces.get(coordinates, 'X')

    def get_marble_count(self):
        """returns (white, black, red)"""
        count = {'W': 0, 'B': 0, 'R': 0, 'X': 0}
        for marble in self._spaces.values():
            count[marble] += 1
        return (count['W'], count['B'], count['R'])

    def step(self, direction):
        """how much the row and column change for a direction"""
        steps = {'L': (0, -1), 'R': (0, 1), 'F': (-1, 0), 'B': (1, 0)}
        return steps[direction]

    def result_of_push(self, name, coordinates, direction):
        """
        Works out what the board is after the push, without doing it.
        Returns (new_spaces, what_fell_off), or None if the push is not allowed.
        """
        color = self._colors[name]
        if coordinates not in self._spaces:
            return None
        if self._spaces[coordinates] != color:
            return None
        down, across = self.step(direction)
        # the space behind me must be empty or off the board
        behind = (coordinates[0] - down, coordinates[1] - across)
        if behind in self._spaces and self._spaces[behind] != 'X':
            return None

        new_spaces = dict(self._spaces)
        carry = 'X'
        here = coordinates
        while here in new_spaces:
            carry, new_spaces[here] = new_spaces[here], carry
            if carry == 'X':
                break
            here = (here[0] + down, here[1] + across)

        # carry is now what fell off the board (or X)
        if carry == color:
            return None
        if new_spaces == self._before_last:
            return None
        return new_spaces, carry

    def has_legal_move(self, name):
        """True if the player can do at least one move"""
        for spot in self._spaces:
            if self._spaces[spot] == self._colors[name]:
                for direction in 'LRFB':
                    if self.result_of_push(name, spot, direction) is not None:
                        return True
        return False

    def make_move(self, playername, coordinates, direction):
        """
        pushes the marble, returns True if it worked and False if not
        """
        if self._winner is not None:
            return False
        if playername not in self._colors:
            return False
        if self._turn is not None and self._turn != playername:
            return False
        if direction not in ('L', 'R', 'F', 'B'):
            return False
        result = self.result_of_push(playername, coordinates, direction)
        if result is None:
            return False

        self._before_last = self._spaces
        self._spaces = result[0]
        if result[1] == 'R':
            self._captured[playername] += 1

        opponent = self.other_player(playername)
        self._turn = opponent
        if self._captured[playername] >= 7:
            self._winner = playername
        elif self._colors[opponent] not in self._spaces.values():
            self._winner = playername
        elif not self.has_legal_move(opponent):
            self._winner = playername
        return True


def main():
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    print(game.get_marble_count())
    print(game.get_captured('PlayerA'))
    print(game.get_current_turn())
    print(game.get_winner())
    print(game.make_move('PlayerA', (6, 5), 'F'))
    print(game.make_move('PlayerA', (6, 5), 'L'))
    print(game.get_marble((5, 5)))


if __name__ == '__main__':
    main()
