# Portfolio Project
# Description: For every position there is a table (list) with the names of all spaces in the order
# that a token visits them. A token is only an index into the table. The tables are the same for
# all games, so they are made once and are stored on the class.


class Player:
    """Player with two tokens, p and q."""

    _START = {"A": 1, "B": 15, "C": 29, "D": 43}
    _END = {"A": 50, "B": 8, "C": 22, "D": 36}
    _TABLES = {}

    def __init__(self, position):
        self._position = position
        self._start = Player._START[position]
        self._end = Player._END[position]
        self._p = 0         # index in the table, 0 is 'H'
        self._q = 0
        if position not in Player._TABLES:
            Player._TABLES[position] = self.make_table()
        self._table = Player._TABLES[position]

    def make_table(self):
        """['H', 'R', '1', '2', ... '50', 'A1', ... 'A6', 'E'] for A"""
        table = ['H', 'R']
        space = self._start
        while space != self._end:
            table.append(str(space))
            space += 1
            if space > 56:
                space = 1
        table.append(str(self._end))
        for i in range(1, 7):
            table.append(self._position + str(i))
        table.append('E')
        return table

    def get_position(self):
        return self._position

    def get_completed(self):
        return self._table[self._p] == 'E' and self._table[self._q] == 'E'

    def get_token_p_step_count(self):
        return self._p - 1

    def get_token_q_step_count(self):
        return self._q - 1

    def get_space_name(self, steps):
        return self._table[steps + 1]

    def get_p_name(self):
        return self._table[self._p]

    def get_q_name(self):
        return self._table[self._q]

    def name_after(self, token, roll):
        """Name of the space where the token would land."""
        return self._table[self.index_after(token, roll)]

    def index_after(self, token, roll):
        index = self._p
        if token == 'q':
            index = self._q
        if index == 0:
            return 1
        index += roll
        last = len(self._table) - 1
        if index > last:
            index = last - (index - last)
        return index

    def advance(self, token, roll):
        if token == 'p':
            self._p = self.index_after('p', roll)
        else:
            self._q = self.index_after('q', roll)

    def kicked(self, name):
        """Every token with this space name goes to the home yard."""
        if self.get_p_name() == name:
            self._p = 0
        if self.get_q_name() == name:
            self._q = 0

    def occupies(self, name):
        return name == self.get_p_name() or name == self.get_q_name()


class LudoGame:
    """The Ludo game."""

    _NOT_FOUND = "Player not found!"

    def __init__(self):
        self._players = []

    def get_player_by_position(self, position):
        for player in self._players:
            if player.get_position() == position:
                return player
        return LudoGame._NOT_FOUND

    def kickable(self, player, name):
        """True if an opponent is on the space name. Only the numbers are shared."""
        if not name.isdigit():
            return False
        for opponent in self._players:
            if opponent is not player and opponent.occupies(name):
                return True
        return False

    def move_token(self, player, token, steps):
        player.advance(token, steps)
        name = player.get_p_name() if token == 'p' else player.get_q_name()
        if name.isdigit():
            for opponent in self._players:
                if opponent is not player:
                    opponent.kicked(name)

    def turn(self, player, roll):
        p = player.get_p_name()
        q = player.get_q_name()

        # Priority 1
        if roll == 6 and 'H' in (p, q):
            if p == 'H':
                self.move_token(player, 'p', roll)
            else:
                self.move_token(player, 'q', roll)
            return

        p_free = p not in ('H', 'E')
        q_free = q not in ('H', 'E')
        if p_free and q_free:
            if p == q and p != 'R':
                # stacked tokens
                self.move_token(player, 'p', roll)
                self.move_token(player, 'q', roll)
            else:
                self.move_token(player, self.select(player, roll), roll)
        elif p_free:
            self.move_token(player, 'p', roll)
        elif q_free:
            self.move_token(player, 'q', roll)

    def select(self, player, roll):
        """Both tokens can move and are not stacked."""
        p_goal = player.name_after('p', roll)
        q_goal = player.name_after('q', roll)

        # Priority 2
        if p_goal == 'E':
            return 'p'
        if q_goal == 'E':
            return 'q'

        # Priority 3
        p_kick = self.kickable(player, p_goal)
        q_kick = self.kickable(player, q_goal)
        if p_kick and not q_kick:
            return 'p'
        if q_kick and not p_kick:
            return 'q'

        # Priority 4
        if player.get_token_q_step_count() < player.get_token_p_step_count():
            return 'q'
        return 'p'

    def play_game(self, players, turns):
        """Plays all turns and returns the spaces."""
        self._players = []
        for position in players:
            self._players.append(Player(position))
        for position, roll in turns:
            player = self.get_player_by_position(position)
            if player != LudoGame._NOT_FOUND:
                self.turn(player, roll)
        result = []
        for player in self._players:
            result.append(player.get_p_name())
            result.append(player.get_q_name())
        return result


def main():
    players = ['A', 'B']
    turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
             ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]
    game = LudoGame()
    current_tokens_space = game.play_game(players, turns)
    player_A = game.get_player_by_position('A')
    print(player_A.get_completed())
    print(player_A.get_token_p_step_count())
    print(current_tokens_space)
    player_B = game.get_player_by_position('B')
    print(player_B.get_space_name(55))


if __name__ == '__main__':
    main()
