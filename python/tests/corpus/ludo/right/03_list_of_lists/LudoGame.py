# CS162 portfolio project
# The board is a list of lists. self._track[0] is space 1 and self._track[55] is space 56.
# Each player has an own row of 6 home squares too.


class Player:
    """A player with two tokens. tokens are kept in a list: index 0 is p, index 1 is q"""

    def __init__(self, pos):
        self._pos = pos
        index = ['A', 'B', 'C', 'D'].index(pos)
        self._start = index * 14 + 1
        self._end = (self._start + 49 - 1) % 56 + 1
        self._counts = [-1, -1]
        self._places = ['H', 'H']
        self._done = False

    def get_pos(self):
        return self._pos

    def get_first(self):
        return self._start

    def get_last(self):
        return self._end

    def get_counts(self):
        return self._counts

    def change(self, which, count):
        """new step count of one token"""
        self._counts[which] = count
        self._places[which] = self.get_space_name(count)
        self._done = self._counts == [57, 57]

    def get_places(self):
        """gives a copy so nobody changes the list"""
        return list(self._places)

    def get_completed(self):
        return self._done

    def get_token_p_step_count(self):
        return self._counts[0]

    def get_token_q_step_count(self):
        return self._counts[1]

    def get_space_name(self, total):
        """name of space as string"""
        if total < 0:
            return 'H'
        if total == 0:
            return 'R'
        if total >= 57:
            return 'E'
        if total > 50:
            return f'{self._pos}{total - 50}'
        number = self._start
        for _ in range(total - 1):
            number += 1
            if number == 57:
                number = 1
        return str(number)


class LudoGame:
    def __init__(self):
        self._playerlist = []
        self._track = [[] for _ in range(56)]
        self._homerows = {}

    def get_player_by_position(self, pos):
        for pl in self._playerlist:
            if pl.get_pos() == pos:
                return pl
        return "Player not found!"

    def clear_board(self):
        self._track = [[] for _ in range(56)]
        self._homerows = {}
        for pl in self._playerlist:
            self._homerows[pl.get_pos()] = [[] for _ in range(6)]

    def cell_of(self, pl, count):
        """Return the cell (a list) for the count, None if it is H, R or E"""
        if count < 1 or count > 56:
            return None
        if count > 50:
            return self._homerows[pl.get_pos()][count - 51]
        return self._track[int(pl.get_space_name(count)) - 1]

    def after(self, count, steps):
        if count == -1:
            return 0
        # walk step for step, turn around at 57
        direction = 1
        for _ in range(steps):
            if count == 57:
                direction = -1
            count += direction
        return count

    def foreign(self, pl, count):
        """tokens of others in the cell"""
        cell = self.cell_of(pl, count)
        if cell is None:
            return []
        return [t for t in cell if t[0] is not pl]

    def move_token(self, pl, token, steps):
        which = 0 if token == 'p' else 1
        old = pl.get_counts()[which]
        new = self.after(old, steps)
        # take away
        cell = self.cell_of(pl, old)
        if cell is not None:
            cell.remove((pl, which))
        # kick
        for other, number in self.foreign(pl, new):
            self.cell_of(other, other.get_counts()[number]).remove((other, number))
            other.change(number, -1)
        # put
        cell = self.cell_of(pl, new)
        if cell is not None:
            cell.append((pl, which))
        pl.change(which, new)

    def movable(self, pl, roll):
        """indexes of tokens that can be moved with the roll"""
        result = []
        for which in range(2):
            count = pl.get_counts()[which]
            if count == 57:
                continue
            if count == -1 and roll != 6:
                continue
            result.append(which)
        return result

    def one_turn(self, pl, roll):
        choice = self.movable(pl, roll)
        if len(choice) == 0:
            return
        if len(choice) == 1:
            self.move_token(pl, 'pq'[choice[0]], roll)
            return
        p, q = pl.get_counts()

        # rule 1
        if p == -1:
            return self.move_token(pl, 'p', roll)
        if q == -1:
            return self.move_token(pl, 'q', roll)

        # stacked?
        if p == q and p > 0:
            self.move_token(pl, 'p', roll)
            self.move_token(pl, 'q', roll)
            return

        # rule 2
        if p + roll == 57:
            return self.move_token(pl, 'p', roll)
        if q + roll == 57:
            return self.move_token(pl, 'q', roll)

        # rule 3
        kicks = []
        for which in choice:
            if self.foreign(pl, self.after(pl.get_counts()[which], roll)):
                kicks.append(which)
        if len(kicks) == 1:
            return self.move_token(pl, 'pq'[kicks[0]], roll)

        # rule 4, also when both can kick
        if q < p:
            self.move_token(pl, 'q', roll)
        else:
            self.move_token(pl, 'p', roll)

    def play_game(self, players, turns):
        """
        players: list of positions
        turns: list of (position, roll)
        """
        self._playerlist = [Player(pos) for pos in players]
        self.clear_board()
        for pos, roll in turns:
            for pl in self._playerlist:
                if pl.get_pos() == pos and not pl.get_completed():
                    self.one_turn(pl, roll)
        answer = []
        for pl in self._playerlist:
            answer += pl.get_places()
        return answer


def main():
    players = ['A', 'B']
    turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
             ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]
    game = LudoGame()
    print(game.play_game(players, turns))
    print(game.get_player_by_position('A').get_completed())


if __name__ == '__main__':
    main()
