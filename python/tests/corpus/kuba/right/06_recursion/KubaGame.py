# Kuba with recursion
# the marble pushes the next marble, which pushes the next one, ...
from copy import deepcopy


class KubaGame:
    """
    A class for the Kuba game.
    """

    def __init__(self, player1, player2):
        """
        parameters: two tuples with name and color
        """
        self.__players = {}
        self.__players[player1[0]] = {"color": player1[1], "captured": 0, "opponent": player2[0]}
        self.__players[player2[0]] = {"color": player2[1], "captured": 0, "opponent": player1[0]}
        self.__board = self.__make_board()
        self.__boards = []
        self.__whose_turn = None
        self.__winner = None

    def __make_board(self):
        """ makes the board, upper half and then the lower half """
        top = [list("WW   BB"), list("WW R BB"), list("  RRR  ")]
        middle = [list(" RRRRR ")]
        bottom = []
        for row in top:
            bottom.insert(0, row[::-1])
        # the lower half is the upper one turned around
        return top + middle + bottom

    def get_current_turn(self):
        """ returns the name of the player """
        return self.__whose_turn

    def get_winner(self):
        return self.__winner

    def get_captured(self, playername):
        return self.__players[playername]["captured"]

    def get_marble(self, coordinates):
        (r, c) = coordinates
        if not self.__inside(r, c):
            return "X"
        if self.__board[r][c] == " ":
            return "X"
        else:
            return self.__board[r][c]

    def get_marble_count(self):
        """ returns (W, B, R) """
        return (self.__count("W", 0, 0), self.__count("B", 0, 0), self.__count("R", 0, 0))

    def __count(self, color, r, c):
        """ counts with recursion """
        if r == 7:
            return 0
        if c == 7:
            return self.__count(color, r + 1, 0)
        if self.__board[r][c] == color:
            return 1 + self.__count(color, r, c + 1)
        return self.__count(color, r, c + 1)

    def __inside(self, r, c):
        return r in range(0, 7) and c in range(0, 7)

    def __push(self, board, r, c, dr, dc):
        """
        recursive: makes place at (r, c) by pushing what is there one further.
        returns what falls from the board, " " if nothing
        """
        marble = board[r][c]
        if marble == " ":
            return " "
        board[r][c] = " "
        if not self.__inside(r + dr, c + dc):
            return marble
        fallen = self.__push(board, r + dr, c + dc, dr, dc)
        board[r + dr][c + dc] = marble
        return fallen

    def __check(self, name, r, c, direction):
        """
        returns [board after the move, fallen marble] or [] if the move is bad
        """
        directions = {"L": [0, -1], "R": [0, 1], "F": [-1, 0], "B": [1, 0]}
        if direction not in directions:
            return []
        if not self.__inside(r, c):
            return []
        my_color = self.__players[name]["color"]
        if self.__board[r][c] != my_color:
            return []
        dr, dc = directions[direction]
        if self.__inside(r - dr, c - dc) and self.__board[r - dr][c - dc] != " ":
            return []
        board = deepcopy(self.__board)
        fallen = self.__push(board, r, c, dr, dc)
        if fallen == my_color:
            return []
        # boards[-1] is the board before the move of the opponent
        if len(self.__boards) > 0 and board == self.__boards[-1]:
            return []
        return [board, fallen]

    def __any_move(self, name, number):
        """ recursive: is there a move on a space with this number or after it """
        if number == 49:
            return False
        for d in ("L", "R", "F", "B"):
            if self.__check(name, number // 7, number % 7, d) != []:
                return True
        return self.__any_move(name, number + 1)

    def make_move(self, playername, coordinates, direction):
        """
        makes the move if possible
        returns True or False
        """
        if self.__winner is not None:
            return False
        if playername not in self.__players:
            return False
        if self.__whose_turn is not None and self.__whose_turn != playername:
            return False
        move = self.__check(playername, coordinates[0], coordinates[1], direction)
        if not move:
            return False
        self.__boards.append(self.__board)
        self.__board = move[0]
        me = self.__players[playername]
        if move[1] == "R":
            me["captured"] += 1
        them = self.__players[me["opponent"]]
        if me["captured"] == 7 or self.__count(them["color"], 0, 0) == 0:
            self.__winner = playername
            return True
        if not self.__any_move(me["opponent"], 0):
            self.__winner = playername
            return True
        self.__whose_turn = me["opponent"]
        return True


def main():
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    print(game.get_marble_count())
    print(game.get_captured('PlayerA'))
    print(game.get_current_turn())
    print(game.get_winner())
    game.make_move('PlayerA', (6, 5), 'F')
    game.make_move('PlayerA', (6, 5), 'L')
    print(game.get_marble((5, 5)))


if __name__ == '__main__':
    main()
