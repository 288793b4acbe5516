"""
Kuba. The board has a border of '#' all around (9 x 9), so the walking along
a line stops by itself. Moves are done on the real board and undone again with
a list of the changed cells.
"""


class Player:
    """keeps the things of one player together"""
    def __init__(self, name, color):
        self.name = name
        self.color = color
        self.reds = 0
        self.other = None


class KubaGame:
    BORDER = '#'
    FREE = 'X'

    def __init__(self, a, b):
        self.a = Player(*a)
        self.b = Player(*b)
        self.a.other = self.b
        self.b.other = self.a
        self.grid = self.new_grid()
        self.ko = None
        self.on_move = None
        self.finished = False
        self.victor = None

    def new_grid(self):
        lines = ['#########',
                 '#WWXXXBB#',
                 '#WWXRXBB#',
                 '#XXRRRXX#',
                 '#XRRRRRX#',
                 '#XXRRRXX#',
                 '#BBXRXWW#',
                 '#BBXXXWW#',
                 '#########']
        return [list(line) for line in lines]

    def text(self):
        """the whole board as one string"""
        return '/'.join(''.join(line[1:8]) for line in self.grid[1:8])

    def show(self):
        print(self.text().replace('/', '\n'))

    # ---- the methods which are asked for ----

    def get_current_turn(self):
        """name or None"""
        if self.on_move is None or self.finished:
            return None
        return self.on_move.name

    def get_winner(self):
        """name or None"""
        if self.finished:
            return self.victor.name

    def get_captured(self, playername):
        """how many reds"""
        for player in (self.a, self.b):
            if player.name == playername:
                return player.reds
        return 0

    def get_marble(self, coordinates):
        """the letter of the marble or X"""
        return self.grid[coordinates[0] + 1][coordinates[1] + 1]

    def get_marble_count(self):
        """tuple (W, B, R)"""
        t = self.text()
        return t.count('W'), t.count('B'), t.count('R')

    def make_move(self, playername, coordinates, direction):
        """True if the move could be made"""
        if self.finished:
            return False
        player = None
        if playername == self.a.name:
            player = self.a
        if playername == self.b.name:
            player = self.b
        if player is None:
            return False
        if self.on_move is not None and self.on_move != player:
            return False
        if coordinates[0] not in (0, 1, 2, 3, 4, 5, 6):
            return False
        if coordinates[1] not in (0, 1, 2, 3, 4, 5, 6):
            return False

        old = self.text()
        undo = []
        i, j = coordinates[0] + 1, coordinates[1] + 1
        gone = self.do(player, i, j, direction, undo)
        if gone is None:
            return False
        self.ko = old
        if gone == 'R':
            player.reds += 1
        self.on_move = player.other
        self.look(player)
        return True

    # ---- helpers ----

    def do(self, player, i, j, direction, undo):
        """
        Makes the push on the grid and writes (i, j, what was there) to undo.
        Returns what is gone ('' if nothing is gone).
        Returns None (and the grid is as before) if the push is not legal.
        """
        if direction not in ['L', 'R', 'F', 'B']:
            return None
        if self.grid[i][j] != player.color:
            return None
        di = {'F': -1, 'B': 1}.get(direction, 0)
        dj = {'L': -1, 'R': 1}.get(direction, 0)
        if self.grid[i - di][j - dj] not in (self.BORDER, self.FREE):
            return None
        gone = ''
        hand = self.FREE
        while True:
            here = self.grid[i][j]
            if here == self.BORDER:
                gone = hand
                break
            undo.append((i, j, here))
            self.grid[i][j] = hand
            hand = here
            if hand == self.FREE:
                break
            i += di
            j += dj
        if gone == player.color or self.text() == self.ko:
            self.undo(undo)
            return None
        return gone

    def undo(self, undo):
        """puts everything back"""
        while undo:
            i, j, what = undo.pop()
            self.grid[i][j] = what

    def look(self, player):
        """has the player won?"""
        rival = player.other
        if player.reds >= 7 or rival.color not in self.text():
            self.finish(player)
            return
        for i in range(1, 8):
            for j in range(1, 8):
                for direction in ['L', 'R', 'F', 'B']:
                    changed = []
                    if self.do(rival, i, j, direction, changed) is not None:
                        self.undo(changed)
                        return
        self.finish(player)

    def finish(self, player):
        self.finished = True
        self.victor = player


def main():
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    print(game.get_marble_count())
    print(game.get_captured('PlayerA'))
    print(game.get_current_turn())
    print(game.get_winner())
    print(game.make_move('PlayerA', (6, 5), 'F'))
    print(game.make_move('PlayerA', (6, 5), 'L'))
    print(game.get_marble((5, 5)))
    game.show()


if __name__ == '__main__':
    main()
