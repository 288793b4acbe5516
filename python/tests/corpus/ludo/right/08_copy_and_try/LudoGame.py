# Ludo game
# idea: for every decision I make a copy of the positions, try the move on the copy and look
# what has happened there. The real positions are only changed in move_token.
import copy


class Player:
    """one player"""

    def __init__(self, position, begin, last):
        self._position = position
        self._begin = begin
        self._last = last
        self._token_p = -1
        self._token_q = -1
        self._current = ["H", "H"]
        self._has_won = False

    def get_position(self):
        return self._position

    def get_begin(self):
        return self._begin

    def get_last(self):
        return self._last

    def get_completed(self):
        return self._has_won

    def get_token_p_step_count(self):
        return self._token_p

    def get_token_q_step_count(self):
        return self._token_q

    def get_current(self):
        return self._current

    def refresh(self, p, q):
        """takes over new step counts"""
        self._token_p = p
        self._token_q = q
        self._current = [self.get_space_name(p), self.get_space_name(q)]
        if self._current == ["E", "E"]:
            self._has_won = True

    def get_space_name(self, total):
        """name of space"""
        if total == -1:
            return "H"
        elif total == 0:
            return "R"
        elif total in range(1, 51):
            number = self._begin - 1 + total
            while number > 56:
                number -= 56
            return str(number)
        elif total in range(51, 57):
            return "{}{}".format(self._position, total - 50)
        else:
            return "E"


class LudoGame:
    """the game. _positions is like {'A': {'p': -1, 'q': -1}, 'B': {'p': 3, 'q': -1}}"""

    def __init__(self):
        self._players = []
        self._positions = {}
        self._limits = [("A", 1, 50), ("B", 15, 8), ("C", 29, 22), ("D", 43, 36)]

    def get_player_by_position(self, position):
        result = [p for p in self._players if p.get_position() == position]
        if result == []:
            return "Player not found!"
        return result[0]

    def make_move(self, positions, letter, token, roll):
        """makes the move on the dictionary, gives back how many tokens have been kicked"""
        me = self.get_player_by_position(letter)
        old = positions[letter][token]
        if old == -1:
            positions[letter][token] = 0
            return 0
        new = old + roll
        if new > 57:
            new = 114 - new
        positions[letter][token] = new
        if new > 50:
            return 0
        kicked = 0
        for other in self._players:
            other_letter = other.get_position()
            if other_letter == letter:
                continue
            for name, count in positions[other_letter].items():
                if 0 < count < 51 and other.get_space_name(count) == me.get_space_name(new):
                    positions[other_letter][name] = -1
                    kicked += 1
        return kicked

    def try_move(self, letter, token, roll):
        """gives (steps after it, kicked tokens), nothing is changed"""
        trial = copy.deepcopy(self._positions)
        kicked = self.make_move(trial, letter, token, roll)
        return trial[letter][token], kicked

    def move_token(self, player, token, steps):
        """moves one token for real"""
        self.make_move(self._positions, player.get_position(), token, steps)
        for somebody in self._players:
            now = self._positions[somebody.get_position()]
            somebody.refresh(now["p"], now["q"])

    def stacked(self, letter):
        p = self._positions[letter]["p"]
        q = self._positions[letter]["q"]
        return p == q and p not in (-1, 0, 57)

    def best(self, letter, roll):
        """list of the tokens that move"""
        mine = self._positions[letter]
        able = []
        for token in ["p", "q"]:
            if mine[token] == 57:
                continue
            if mine[token] == -1:
                if roll == 6:
                    return [token]
                continue
            able.append(token)
        if len(able) <= 1:
            return able
        if self.stacked(letter):
            return able
        tries = {}
        for token in able:
            tries[token] = self.try_move(letter, token, roll)
        for token in able:
            if tries[token][0] == 57:
                return [token]
        for token in able:
            if tries[token][1] > 0:
                return [token]
        if mine["p"] <= mine["q"]:
            return ["p"]
        return ["q"]

    def play_game(self, players, turns):
        """play"""
        self._players = []
        self._positions = {}
        for letter in players:
            for entry in self._limits:
                if entry[0] == letter:
                    self._players.append(Player(letter, entry[1], entry[2]))
                    self._positions[letter] = {"p": -1, "q": -1}

        turn_number = 0
        while turn_number < len(turns):
            letter, roll = turns[turn_number]
            turn_number += 1
            if letter not in self._positions:
                continue
            if self.get_player_by_position(letter).get_completed():
                continue
            still = [p for p in self._players if not p.get_completed()]
            if len(still) == 1:
                break
            # a six for the second token must wait if the first can go
            for token in self.best(letter, roll):
                self.move_token(self.get_player_by_position(letter), token, roll)

        spaces = []
        for player in self._players:
            spaces.extend(player.get_current())
        return spaces


def main():
    game = LudoGame()
    print(game.play_game(['A', 'C'], [('A', 6), ('A', 4), ('C', 5)]))
    game = LudoGame()
    turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
             ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]
    print(game.play_game(['A', 'B'], turns))
    print(game.get_player_by_position('A').get_completed())


if __name__ == "__main__":
    main()
