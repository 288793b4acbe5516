# Author: Sam S.
# Date: 3/13/2022
# Description: Implements a simplified Ludo. Every token that could move gets a score tuple, the
#              tokens are sorted by score and the best one is moved.


class Player:
    """
    A player at position A, B, C or D. Keeps the steps and the space name of the tokens, and a flag
    that tells if they are stacked.
    """

    def __init__(self, position):
        """
        Parameters:
            position - the letter
        """
        starts_and_ends = {"A": [1, 50], "B": [15, 8], "C": [29, 22], "D": [43, 36]}
        self._position = position
        self._start = starts_and_ends[position][0]
        self._end = starts_and_ends[position][1]
        self._token_steps = dict(p=-1, q=-1)
        self._token_spaces = dict(p="H", q="H")
        self._stacked = False
        self._completed = False

    def get_position(self):
        """Returns the letter."""
        return self._position

    def get_token_p_step_count(self):
        """Returns steps of p."""
        return self._token_steps["p"]

    def get_token_q_step_count(self):
        """Returns steps of q."""
        return self._token_steps["q"]

    def get_token_steps(self):
        return self._token_steps

    def get_token_spaces(self):
        return self._token_spaces

    def get_completed(self):
        """Returns True if finished, else False."""
        return self._completed

    def is_stacked(self):
        return self._stacked

    def get_space_name(self, steps):
        """
        Parameters:
            steps - total steps of a token
        Returns: the name of the space
        """
        if steps == -1:
            return "H"
        if steps == 0:
            return "R"
        if 50 < steps < 57:
            return self._position + str(steps - 50)
        if steps == 57:
            return "E"
        if self._start <= self._end:
            # position A never passes from 56 to 1
            return str(self._start + steps - 1)
        space = self._start + steps - 1
        if space > 56:
            space %= 56
        return str(space)

    def land(self, token, steps):
        """Sets the new steps of a token and updates everything that depends on it."""
        self._token_steps[token] = steps
        self._token_spaces[token] = self.get_space_name(steps)
        p = self._token_steps["p"]
        q = self._token_steps["q"]
        if p == q and 0 < p < 57:
            self._stacked = True
        if p == 57 and q == 57:
            self._completed = True
            self._stacked = False

    def land_both(self, steps):
        """Moves the stack."""
        self._token_steps["p"] = steps
        self._token_steps["q"] = steps
        self._token_spaces["p"] = self.get_space_name(steps)
        self._token_spaces["q"] = self.get_space_name(steps)
        if steps == 57:
            self._completed = True
            self._stacked = False

    def return_to_yard(self, token):
        """A token was kicked, a stack is not a stack any more."""
        self._token_steps[token] = -1
        self._token_spaces[token] = "H"
        self._stacked = False


class LudoGame:
    """The game with its players."""

    def __init__(self):
        self._players = []

    def get_player_by_position(self, position):
        """Returns the Player, or a message if there is none."""
        for player in self._players:
            if position == player.get_position():
                return player
        return "Player not found!"

    def destination(self, steps, roll):
        """Returns the steps after the roll."""
        if steps == -1:
            return 0
        if steps + roll <= 57:
            return steps + roll
        return 57 - (roll - (57 - steps))

    def tokens_to_kick(self, player, steps):
        """Returns a list of (opponent, token) on that space."""
        if steps < 1 or steps > 50:
            return []
        found = []
        space = player.get_space_name(steps)
        for opponent in self._players:
            if opponent.get_position() == player.get_position():
                continue
            for token, token_space in opponent.get_token_spaces().items():
                if token_space == space:
                    found.append((opponent, token))
        return found

    def move_token(self, player, token, steps):
        """
        Parameters:
            player - Player object
            token - 'p' or 'q'
            steps - the roll
        """
        new = self.destination(player.get_token_steps()[token], steps)
        for opponent, victim in self.tokens_to_kick(player, new):
            opponent.return_to_yard(victim)
        if player.is_stacked():
            player.land_both(new)
        else:
            player.land(token, new)

    def score(self, player, token, roll):
        """Returns a tuple, the smallest is the best move."""
        steps = player.get_token_steps()[token]
        new = self.destination(steps, roll)
        leaves_yard = 1
        finishes = 1
        kicks = 1
        if steps == -1:
            leaves_yard = 0
        if new == 57:
            finishes = 0
        if len(self.tokens_to_kick(player, new)) > 0:
            kicks = 0
        return (leaves_yard, finishes, kicks, steps, token)

    def best_token(self, player, roll):
        """Returns the name of the best token or None."""
        candidates = []
        for token, steps in player.get_token_steps().items():
            if steps == 57:
                continue
            if steps == -1 and roll != 6:
                continue
            candidates.append(self.score(player, token, roll))
        if not candidates:
            return None
        candidates.sort()
        return candidates[0][4]

    def play_game(self, players, turns):
        """
        Parameters:
            players - list of positions
            turns - list of tuples (position, roll)
        Returns: list of all spaces
        """
        self._players = []
        for position in players:
            self._players.append(Player(position))

        for position, roll in turns:
            player = self.get_player_by_position(position)
            if isinstance(player, str) or player.get_completed():
                continue
            token = self.best_token(player, roll)
            if token is not None:
                self.move_token(player, token, roll)

        spaces = []
        for player in self._players:
            spaces.append(player.get_token_spaces()["p"])
            spaces.append(player.get_token_spaces()["q"])
        return spaces


def main():
    """Plays the example."""
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


if __name__ == "__main__":
    main()
