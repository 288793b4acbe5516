# Three sets of coordinates (white, black and red) are the board.
# The winner is not stored, it is worked out when somebody asks.


class KubaGame:
    def __init__(self, one, two):
        self.players = [one, two]
        self.sets = {
            'W': {(0, 0), (0, 1), (1, 0), (1, 1), (5, 5), (5, 6), (6, 5), (6, 6)},
            'B': {(0, 5), (0, 6), (1, 5), (1, 6), (5, 0), (5, 1), (6, 0), (6, 1)},
            'R': set(),
        }
        for i in range(1, 6):
            for j in range(1, 6):
                if abs(i - 3) + abs(j - 3) < 3:
                    self.sets['R'].add((i, j))
        self.moves = []         # (playername, coordinates, direction) of all moves done
        self.snapshots = []     # position before each of the moves
        self.captured = [0, 0]

    def snapshot(self, sets):
        """something which can be compared"""
        return (frozenset(sets['W']), frozenset(sets['B']), frozenset(sets['R']))

    def number(self, playername):
        """0 or 1, or None"""
        if playername == self.players[0][0]:
            return 0
        if playername == self.players[1][0]:
            return 1
        return None

    def get_current_turn(self):
        if len(self.moves) == 0:
            return None
        if self.get_winner() is not None:
            return self.get_winner()
        last = self.number(self.moves[-1][0])
        return self.players[1 - last][0]

    def get_winner(self):
        if len(self.moves) == 0:
            return None
        for i in range(2):
            if self.captured[i] >= 7:
                return self.players[i][0]
        for i in range(2):
            if len(self.sets[self.players[i][1]]) == 0:
                return self.players[1 - i][0]
        # the player who has to move now
        last = self.number(self.moves[-1][0])
        if not self.possible_moves(1 - last):
            return self.players[last][0]
        return None

    def get_captured(self, playername):
        if self.number(playername) is None:
            return None
        return self.captured[self.number(playername)]

    def get_marble(self, coordinates):
        return self.color_at(self.sets, coordinates) or 'X'

    def get_marble_count(self):
        return tuple([len(self.sets['W']), len(self.sets['B']), len(self.sets['R'])])

    def color_at(self, sets, where):
        for color in sets:
            if where in sets[color]:
                return color
        return ''

    def neighbor(self, where, direction):
        row, col = where
        if direction == 'L':
            return (row, col - 1)
        elif direction == 'R':
            return (row, col + 1)
        elif direction == 'F':
            return (row - 1, col)
        elif direction == 'B':
            return (row + 1, col)

    def simulate(self, who, where, direction):
        """returns the sets after the move and the color which fell off,
        (None, None) for a move which is not possible"""
        my_color = self.players[who][1]
        nothing = (None, None)
        if where not in self.sets[my_color]:
            return nothing
        back = {'L': 'R', 'R': 'L', 'F': 'B', 'B': 'F'}
        if direction not in back:
            return nothing
        if self.color_at(self.sets, self.neighbor(where, back[direction])):
            return nothing

        # who moves?
        moving = []
        here = where
        while self.color_at(self.sets, here):
            moving.append(here)
            here = self.neighbor(here, direction)

        sets = {color: set(self.sets[color]) for color in self.sets}
        fallen = None
        for here in reversed(moving):
            color = self.color_at(self.sets, here)
            there = self.neighbor(here, direction)
            sets[color].remove(here)
            if min(there) < 0 or max(there) > 6:
                fallen = color
            else:
                sets[color].add(there)
        if fallen == my_color:
            return nothing
        if self.snapshots and self.snapshot(sets) == self.snapshots[-1]:
            return nothing
        return sets, fallen

    def possible_moves(self, who):
        result = []
        for where in sorted(self.sets[self.players[who][1]]):
            for direction in ['L', 'R', 'F', 'B']:
                sets, fallen = self.simulate(who, where, direction)
                if sets is not None:
                    result.append((where, direction))
        return result

    def make_move(self, playername, coordinates, direction):
        who = self.number(playername)
        if who is None:
            return False
        if self.moves and self.moves[-1][0] == playername:
            return False
        if self.get_winner() is not None:
            return False
        sets, fallen = self.simulate(who, coordinates, direction)
        if sets is None:
            return False
        self.snapshots.append(self.snapshot(self.sets))
        self.moves.append((playername, coordinates, direction))
        self.sets = sets
        if fallen == 'R':
            self.captured[who] += 1
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
