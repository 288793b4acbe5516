# Every marble is an object that knows where it is. There is no board!


class Marble:
    """one marble"""

    def __init__(self, color, row, col):
        self.color = color
        self.row = row
        self.col = col
        self.on_board = True

    def is_at(self, row, col):
        return self.on_board and self.row == row and self.col == col

    def move(self, rows, cols):
        """moves the marble, when it leaves the board it is not on_board any more"""
        self.row += rows
        self.col += cols
        if self.row < 0 or self.row > 6:
            self.on_board = False
        if self.col < 0 or self.col > 6:
            self.on_board = False

    def un_move(self, rows, cols):
        """takes the move back"""
        self.row -= rows
        self.col -= cols
        self.on_board = True


class KubaGame:
    """plays Kuba"""

    def __init__(self, tuple1, tuple2):
        self.name1, self.color1 = tuple1
        self.name2, self.color2 = tuple2
        self.red1 = 0
        self.red2 = 0
        self.turn = None
        self.winner = None
        self.marbles = []
        # the corners
        for r in range(2):
            for c in range(2):
                self.marbles.append(Marble('W', r, c))
                self.marbles.append(Marble('W', 6 - r, 6 - c))
                self.marbles.append(Marble('B', r, 6 - c))
                self.marbles.append(Marble('B', 6 - r, c))
        # the red ones
        widths = {1: [3], 2: [2, 3, 4], 3: [1, 2, 3, 4, 5], 4: [2, 3, 4], 5: [3]}
        for r in widths:
            for c in widths[r]:
                self.marbles.append(Marble('R', r, c))
        self.forbidden = None   # the picture the next player may not make again

    def picture(self):
        """all marbles as a sorted list, to compare positions"""
        places = []
        for m in self.marbles:
            if m.on_board:
                places.append((m.row, m.col, m.color))
        return sorted(places)

    def find(self, row, col):
        """returns the marble at row, col or None"""
        for m in self.marbles:
            if m.is_at(row, col):
                return m
        return None

    def get_current_turn(self):
        """who's turn"""
        if self.turn == 1:
            return self.name1
        if self.turn == 2:
            return self.name2
        return None

    def get_winner(self):
        return self.winner

    def get_captured(self, playername):
        if playername == self.name1:
            return self.red1
        return self.red2

    def get_marble(self, coordinates):
        m = self.find(coordinates[0], coordinates[1])
        if m is None:
            return 'X'
        return m.color

    def count(self, color):
        return len([m for m in self.marbles if m.on_board and m.color == color])

    def get_marble_count(self):
        return (self.count('W'), self.count('B'), self.count('R'))

    def train(self, marble, rows, cols):
        """the marble and all marbles it pushes, in this order"""
        cars = [marble]
        while True:
            nxt = self.find(cars[-1].row + rows, cars[-1].col + cols)
            if nxt is None:
                return cars
            cars.append(nxt)

    def attempt(self, color, row, col, direction):
        """
        Makes the push. Returns the list of marbles which were moved.
        If the push is against the rules nothing is changed and the list is empty.
        """
        marble = self.find(row, col)
        if marble is None or marble.color != color:
            return []
        if direction == 'L':
            rows, cols = 0, -1
        elif direction == 'R':
            rows, cols = 0, 1
        elif direction == 'F':
            rows, cols = -1, 0
        elif direction == 'B':
            rows, cols = 1, 0
        else:
            return []
        if self.find(row - rows, col - cols) is not None:
            return []
        cars = self.train(marble, rows, cols)
        for car in cars:
            car.move(rows, cols)
        last = cars[-1]
        bad = False
        if not last.on_board and last.color == color:
            bad = True
        if self.forbidden is not None and self.picture() == self.forbidden:
            bad = True
        if bad:
            for car in cars:
                car.un_move(rows, cols)
            return []
        return cars

    def take_back(self, cars, direction):
        """takes an attempt back"""
        rows = {'L': 0, 'R': 0, 'F': -1, 'B': 1}[direction]
        cols = {'L': -1, 'R': 1, 'F': 0, 'B': 0}[direction]
        for car in cars:
            car.un_move(rows, cols)

    def is_blocked(self, color):
        """True if the color can not make a single move"""
        for m in self.marbles:
            if m.on_board and m.color == color:
                for d in 'LRFB':
                    cars = self.attempt(color, m.row, m.col, d)
                    if cars:
                        self.take_back(cars, d)
                        return False
        return True

    def make_move(self, playername, coordinates, direction):
        """a player makes a move"""
        if self.winner is not None:
            return False
        if playername == self.name1:
            me, my_color, other_color = 1, self.color1, self.color2
        elif playername == self.name2:
            me, my_color, other_color = 2, self.color2, self.color1
        else:
            return False
        if self.turn is not None and self.turn != me:
            return False

        before = self.picture()
        cars = self.attempt(my_color, coordinates[0], coordinates[1], direction)
        if not cars:
            return False
        self.forbidden = before
        if not cars[-1].on_board and cars[-1].color == 'R':
            if me == 1:
                self.red1 += 1
            else:
                self.red2 += 1
        # next player
        if me == 1:
            self.turn = 2
        else:
            self.turn = 1
        if self.red1 >= 7 or self.red2 >= 7 or self.is_blocked(other_color):
            self.winner = playername
        return True


def main():
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    print(game.get_marble_count())
    print(game.make_move('PlayerA', (6, 5), 'F'))
    print(game.make_move('PlayerA', (6, 5), 'L'))
    print(game.get_marble((5, 5)))
    print(game.get_current_turn())


if __name__ == '__main__':
    main()
