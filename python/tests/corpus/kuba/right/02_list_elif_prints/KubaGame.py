# KubaGame
# CS 162 portfolio project

class KubaGame:

    def __init__(self, p1, p2):
        self.p1 = p1
        self.p2 = p2
        self.board = [
            ['W', 'W', 'X', 'X', 'X', 'B', 'B'],
            ['W', 'W', 'X', 'R', 'X', 'B', 'B'],
            ['X', 'X', 'R', 'R', 'R', 'X', 'X'],
            ['X', 'R', 'R', 'R', 'R', 'R', 'X'],
            ['X', 'X', 'R', 'R', 'R', 'X', 'X'],
            ['B', 'B', 'X', 'R', 'X', 'W', 'W'],
            ['B', 'B', 'X', 'X', 'X', 'W', 'W']
        ]
        self.old_board = []     # how the board was before the last move
        self.current = None
        self.winner = None
        self.p1_reds = 0
        self.p2_reds = 0

    def print_board(self):
        """just for debugging"""
        print("   0 1 2 3 4 5 6")
        for i in range(7):
            print(f"{i}  {' '.join(self.board[i])}")

    def get_current_turn(self):
        if self.winner is not None:
            return None
        return self.current

    def get_winner(self):
        return self.winner

    def get_captured(self, playername):
        if playername == self.p1[0]:
            return self.p1_reds
        elif playername == self.p2[0]:
            return self.p2_reds

    def get_marble(self, coordinates):
        row = coordinates[0]
        col = coordinates[1]
        return self.board[row][col]

    def get_marble_count(self):
        w = 0
        b = 0
        r = 0
        for row in self.board:
            w += row.count('W')
            b += row.count('B')
            r += row.count('R')
        return w, b, r

    def copy_board(self, board):
        new = []
        for row in board:
            new.append(row[:])
        return new

    def try_move(self, board, color, row, col, direction):
        """does the move on board (a copy!) and returns the marble pushed off,
        'X' if none. Returns False if the move cannot be done"""
        if direction == 'L':
            if col != 6 and board[row][col + 1] != 'X':
                return False
            # find the empty space
            c = col
            while c >= 0 and board[row][c] != 'X':
                c -= 1
            if c < 0:
                off = board[row][0]
                c = 0
            else:
                off = 'X'
            if off == color:
                return False
            while c < col:
                board[row][c] = board[row][c + 1]
                c += 1
            board[row][col] = 'X'
            return off
        elif direction == 'R':
            if col != 0 and board[row][col - 1] != 'X':
                return False
            c = col
            while c <= 6 and board[row][c] != 'X':
                c += 1
            if c > 6:
                off = board[row][6]
                c = 6
            else:
                off = 'X'
            if off == color:
                return False
            while c > col:
                board[row][c] = board[row][c - 1]
                c -= 1
            board[row][col] = 'X'
            return off
        elif direction == 'F':
            if row != 6 and board[row + 1][col] != 'X':
                return False
            r = row
            while r >= 0 and board[r][col] != 'X':
                r -= 1
            if r < 0:
                off = board[0][col]
                r = 0
            else:
                off = 'X'
            if off == color:
                return False
            while r < row:
                board[r][col] = board[r + 1][col]
                r += 1
            board[row][col] = 'X'
            return off
        elif direction == 'B':
            if row != 0 and board[row - 1][col] != 'X':
                return False
            r = row
            while r <= 6 and board[r][col] != 'X':
                r += 1
            if r > 6:
                off = board[6][col]
                r = 6
            else:
                off = 'X'
            if off == color:
                return False
            while r > row:
                board[r][col] = board[r - 1][col]
                r -= 1
            board[row][col] = 'X'
            return off
        else:
            return False

    def can_move(self, color):
        for r in range(7):
            for c in range(7):
                if self.board[r][c] == color:
                    for d in ['L', 'R', 'F', 'B']:
                        test = self.copy_board(self.board)
                        if self.try_move(test, color, r, c, d) != False:
                            if test != self.old_board:
                                return True
        return False

    def make_move(self, playername, coordinates, direction):
        if self.winner is not None:
            print(f"The game is over, {self.winner} has won")
            return False
        if playername == self.p1[0]:
            color = self.p1[1]
            other = self.p2
        elif playername == self.p2[0]:
            color = self.p2[1]
            other = self.p1
        else:
            print(f"Who is {playername}?")
            return False
        if self.current != None and self.current != playername:
            print(f"It is not {playername}'s turn")
            return False
        row, col = coordinates
        if row < 0 or row > 6 or col < 0 or col > 6:
            print(f"({row}, {col}) is not on the board")
            return False
        if self.board[row][col] != color:
            print("this is not your marble")
            return False

        new_board = self.copy_board(self.board)
        off = self.try_move(new_board, color, row, col, direction)
        if off == False:
            print(f"cannot move {coordinates} to {direction}")
            return False
        if new_board == self.old_board:
            print("You cannot undo the move!")
            return False

        self.old_board = self.board
        self.board = new_board
        if off == 'R':
            print(f"{playername} captured a red marble")
            if playername == self.p1[0]:
                self.p1_reds += 1
            else:
                self.p2_reds += 1
        self.current = other[0]

        # check for winner
        w, b, r = self.get_marble_count()
        if self.p1_reds == 7:
            self.winner = self.p1[0]
        elif self.p2_reds == 7:
            self.winner = self.p2[0]
        elif other[1] == 'W' and w == 0:
            self.winner = playername
        elif other[1] == 'B' and b == 0:
            self.winner = playername
        elif not self.can_move(other[1]):
            self.winner = playername
        if self.winner is not None:
            print(f"{self.winner} wins!!!")
        return True


def main():
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    game.print_board()
    print(game.get_marble_count())
    print(game.get_captured('PlayerA'))
    print(game.get_winner())
    game.make_move('PlayerA', (6, 5), 'F')
    print(game.get_current_turn())
    game.make_move('PlayerA', (6, 5), 'L')
    print(game.get_marble((5, 5)))
    game.print_board()


if __name__ == '__main__':
    main()
