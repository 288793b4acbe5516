from collections import *
from itertools import *
from copy import *

Jump = namedtuple('Jump', 'rows cols')
JUMPS = OrderedDict()
JUMPS['L'] = Jump(0, -1)
JUMPS['R'] = Jump(0, 1)
JUMPS['F'] = Jump(-1, 0)
JUMPS['B'] = Jump(1, 0)


class InvalidMove(Exception):
    """raised when a move is against the rules"""
    pass


class KubaBoard:
    """the board with a defaultdict, only the marbles are in it"""

    def __init__(self):
        self.marbles = {}
        self.put('W', product((0, 1), (0, 1)), product((5, 6), (5, 6)))
        self.put('B', product((0, 1), (5, 6)), product((5, 6), (0, 1)))
        for row, width in zip(count(1), (1, 3, 5, 3, 1)):
            first = 3 - width // 2
            self.put('R', product([row], range(first, first + width)))

    def put(self, color, *places):
        for place in chain(*places):
            self.marbles[place] = color

    def on_board(self, place):
        return place in set(product(range(7), repeat=2))

    def slide(self, place, jump, color):
        """
        Slides the marbles, returns the one which is off (or None).
        Raises InvalidMove
        """
        if not self.on_board(place):
            raise InvalidMove("not on the board")
        if self.marbles.get(place) != color:
            raise InvalidMove("not your marble")
        behind = (place[0] - jump.rows, place[1] - jump.cols)
        if behind in self.marbles:
            raise InvalidMove("no room behind the marble")
        row = deque()
        while place in self.marbles:
            row.append(self.marbles.pop(place))
            place = (place[0] + jump.rows, place[1] + jump.cols)
        # now place is the first free one, go back from there
        off = None
        if not self.on_board(place):
            off = row.pop()
            place = (place[0] - jump.rows, place[1] - jump.cols)
        if off == color:
            raise InvalidMove("own marble would fall")
        while row:
            self.marbles[place] = row.pop()
            place = (place[0] - jump.rows, place[1] - jump.cols)
        return off

    def __eq__(self, other):
        return isinstance(other, KubaBoard) and self.marbles == other.marbles


class KubaGame:
    """Kuba"""

    def __init__(self, player1, player2):
        self.board = KubaBoard()
        self.colors = {player1[0]: player1[1], player2[0]: player2[1]}
        self.table = {player1[0]: player2[0], player2[0]: player1[0]}
        self.captured = Counter()
        self.turn = None
        self.winner = None
        self.forbidden = None

    def get_current_turn(self):
        """whose turn it is"""
        return self.turn

    def get_winner(self):
        """the winner"""
        return self.winner

    def get_captured(self, playername):
        """captured red marbles"""
        return self.captured[playername]

    def get_marble(self, coordinates):
        """the marble at the coordinates"""
        return self.board.marbles.get(tuple(coordinates), 'X')

    def get_marble_count(self):
        """the count of the marbles"""
        c = Counter(self.board.marbles.values())
        return c['W'], c['B'], c['R']

    def new_board(self, playername, coordinates, direction):
        """
        gives back the board after the move and the marble pushed off
        """
        if direction not in JUMPS:
            raise InvalidMove("no such direction")
        board = deepcopy(self.board)
        off = board.slide(tuple(coordinates), JUMPS[direction], self.colors[playername])
        if board == self.forbidden:
            raise InvalidMove("this would undo the last move")
        return board, off

    def legal_moves(self, playername):
        """a list of all the legal moves"""
        moves = []
        color = self.colors[playername]
        for place in [p for p in self.board.marbles if self.board.marbles[p] == color]:
            for direction in JUMPS:
                try:
                    self.new_board(playername, place, direction)
                    moves.append((place, direction))
                except InvalidMove:
                    pass
        return moves

    def check_turn(self, playername):
        if self.winner is not None:
            raise InvalidMove("the game is over")
        if self.turn not in (playername, None):
            raise InvalidMove("not your turn")

    def make_move(self, playername, coordinates, direction):
        """
        Makes the move. True if it was possible.
        """
        opponent = self.table[playername]
        try:
            self.check_turn(playername)
            board, off = self.new_board(playername, coordinates, direction)
        except InvalidMove:
            return False
        self.forbidden = self.board
        self.board = board
        if off == 'R':
            self.captured[playername] += 1
        self.turn = opponent
        if self.captured[playername] == 7 or len(self.legal_moves(opponent)) == 0:
            self.winner = playername
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
