# Kuba game. The board is kept as seven strings, one for each row.
# Every push is turned into a push to the LEFT of one string, because then
# only one kind of push has to be programmed.

START = ("WWXXXBB",
         "WWXRXBB",
         "XXRRRXX",
         "XRRRRRX",
         "XXRRRXX",
         "BBXRXWW",
         "BBXXXWW")


def flip(rows):
    """mirror every row"""
    return tuple(row[::-1] for row in rows)


def turn(rows):
    """swap rows and columns"""
    return tuple("".join(letters) for letters in zip(*rows))


def push_left(line, position):
    """Push the marble at position in line to the left.
    Returns the new line and the marble that fell off ('' for none),
    or None when there is a marble in the way on the right side."""
    if position < 6 and line[position + 1] != "X":
        return None
    front = line[:position + 1]
    rest = line[position + 1:]
    gap = front.rfind("X")
    if gap == -1:
        return front[1:] + "X" + rest, front[0]
    return front[:gap] + front[gap + 1:] + "X" + rest, ""


class KubaGame:
    """The class for the game, see the assignment."""

    def __init__(self, first, second):
        self._players = (first, second)
        self._rows = START
        self._previous = None
        self._turn = None
        self._winner = None
        self._reds = [0, 0]

    def _index(self, playername):
        for i in (0, 1):
            if self._players[i][0] == playername:
                return i
        return -1

    def get_current_turn(self):
        """name of the player who has to move, None at the start"""
        if self._turn is None:
            return None
        return self._players[self._turn][0]

    def get_winner(self):
        """name of the winner or None"""
        if self._winner is None:
            return None
        return self._players[self._winner][0]

    def get_captured(self, playername):
        """red marbles the player has captured"""
        return self._reds[self._index(playername)]

    def get_marble(self, coordinates):
        row, col = coordinates
        if not (0 <= row <= 6 and 0 <= col <= 6):
            return None
        return self._rows[row][col]

    def get_marble_count(self):
        everything = "".join(self._rows)
        return tuple(everything.count(letter) for letter in "WBR")

    def _after(self, row, col, direction, color):
        """rows after the move and what fell off; None if it is no legal move"""
        if self._rows[row][col] != color:
            return None
        rows = self._rows
        if direction == "L":
            line, place = row, col
        elif direction == "R":
            rows = flip(rows)
            line, place = row, 6 - col
        elif direction == "F":
            rows = turn(rows)
            line, place = col, row
        elif direction == "B":
            rows = flip(turn(rows))
            line, place = col, 6 - row
        else:
            return None
        pushed = push_left(rows[line], place)
        if pushed is None:
            return None
        new_line, fallen = pushed
        if fallen == color:
            return None
        rows = rows[:line] + (new_line,) + rows[line + 1:]
        # and now everything back again
        if direction == "R":
            rows = flip(rows)
        elif direction == "F":
            rows = turn(rows)
        elif direction == "B":
            rows = turn(flip(rows))
        if rows == self._previous:
            return None
        return rows, fallen

    def _stuck(self, who):
        """True if the player has no legal move"""
        color = self._players[who][1]
        return not any(self._after(row, col, direction, color)
                       for row in range(7)
                       for col in range(7)
                       for direction in "LRFB")

    def make_move(self, playername, coordinates, direction):
        """Make a move, True if it was a legal one, else False"""
        me = self._index(playername)
        if me == -1 or self._winner is not None:
            return False
        if self._turn not in (None, me):
            return False
        row, col = coordinates
        if row not in range(7) or col not in range(7):
            return False
        color = self._players[me][1]
        after = self._after(row, col, direction, color)
        if after is None:
            return False
        self._previous = self._rows
        self._rows, fallen = after
        if fallen == "R":
            self._reds[me] += 1
        other = 1 - me
        # no marbles left means also that there is no move left
        if self._reds[me] == 7 or self._stuck_next(other):
            self._winner = me
            self._turn = me
        else:
            self._turn = other
        return True

    def _stuck_next(self, who):
        """the next player is out of marbles or can not move"""
        if self._players[who][1] not in "".join(self._rows):
            return True
        return self._stuck(who)


def main():
    """plays the example"""
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    print(game.get_marble_count())
    print(game.get_captured('PlayerA'))
    print(game.get_current_turn())
    print(game.get_winner())
    print(game.make_move('PlayerA', (6, 5), 'F'))
    print(game.make_move('PlayerA', (6, 5), 'L'))
    print(game.get_marble((5, 5)))


if __name__ == "__main__":
    main()
