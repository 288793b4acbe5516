# Author: me
# Description: LudoGame
from collections import *
from itertools import *
from functools import *
from math import *

STARTS = OrderedDict(zip("ABCD", count(1, 14)))


class Player:
    """player"""

    def __init__(self, position):
        self._position = position
        self._start_space = STARTS[position]
        self._end_space = (STARTS[position] + 48) % 56 + 1
        self._token = {"p": -1, "q": -1}

    def get_position(self):
        return self._position

    def get_completed(self):
        return all(map(lambda s: s == 57, self._token.values()))

    def get_token_p_step_count(self):
        return self._token["p"]

    def get_token_q_step_count(self):
        return self._token["q"]

    def get_token(self, name):
        return self._token[name]

    def set_token(self, name, steps):
        self._token[name] = steps

    def spots(self):
        """both tokens as (letter, name, steps)"""
        return [(self._position, name, steps) for name, steps in self._token.items()]

    def get_space_name(self, steps):
        names = chain(
            ["R"],
            map(str, islice(cycle(range(1, 57)), self._start_space - 1, self._start_space + 49)),
            (self._position + str(i) for i in range(1, 7)),
            ["E"],
        )
        return "H" if steps < 0 else next(islice(names, steps, None))

    def __repr__(self):
        return f"<{self._position} {self._token}>"


class LudoGame:
    """game"""

    def __init__(self):
        self._players = OrderedDict()
        self._debug = True

    def get_player_by_position(self, position):
        return self._players.get(position, "Player not found!")

    def log(self, *text):
        if self._debug:
            print(*text)

    def on_board(self, spot):
        return 1 <= spot[2] <= 50

    def goal(self, steps, roll):
        if steps == -1:
            return 0
        return 57 - int(fabs(57 - steps - roll))

    def hits(self, player, steps):
        """opponent spots with the same name"""
        if not 1 <= steps <= 50:
            return []
        name = player.get_space_name(steps)
        everybody = chain.from_iterable(p.spots() for p in self._players.values() if p is not player)
        return [s for s in everybody
                if self.on_board(s) and self._players[s[0]].get_space_name(s[2]) == name]

    def move_token(self, player, token, steps):
        goal = self.goal(player.get_token(token), steps)
        for spot in self.hits(player, goal):
            self.log(f"{player.get_position()}{token} kicks {spot[0]}{spot[1]}!")
            self._players[spot[0]].set_token(spot[1], -1)
        player.set_token(token, goal)
        self.log(f"{player.get_position()}{token} is now on {player.get_space_name(goal)}")

    def pick(self, player, roll):
        """names of the tokens to be moved"""
        spots = player.spots()
        yard = [s for s in spots if s[2] == -1]
        active = [s for s in spots if -1 < s[2] < 57]
        if yard and roll == 6:
            return yard[0][1]
        if len(active) != 2:
            return "".join(s[1] for s in active)
        if len(set(s[2] for s in active)) == 1 and active[0][2] > 0:
            return "pq"
        finish = list(filter(lambda s: s[2] + roll == 57, active))
        if finish:
            return finish[0][1]
        kickers = list(filter(lambda s: self.hits(player, self.goal(s[2], roll)), active))
        pool = kickers or active
        return reduce(lambda a, b: b if b[2] < a[2] else a, pool)[1]

    def play_game(self, players, turns):
        self._players = OrderedDict((letter, Player(letter)) for letter in players)
        for number, (letter, roll) in enumerate(turns, 1):
            self.log(f"turn {number}: {letter} rolls {roll}")
            if letter not in self._players:
                self.log("who is that?")
                continue
            player = self._players[letter]
            was_completed = player.get_completed()
            if was_completed:
                continue
            tokens = self.pick(player, roll)
            if not tokens:
                self.log("no move")
            for token in tokens:
                self.move_token(player, token, roll)
            if player.get_completed():
                self.log(f"{letter} has finished the game, {player!r}")
        return [p.get_space_name(s[2]) for p in self._players.values() for s in p.spots()]


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
