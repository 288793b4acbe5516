# Name: A. Student
# GitHub username: astud
# Date: 03/12/2022
# Description: Ludo with a dictionary of all the spaces. Every space of the track ('1' ... '56')
# is a key, the value is the list of tokens standing on it, e.g. {'28': ['Ap', 'Aq']}


class Player:
    """Represents one player."""

    def __init__(self, position, start, end):
        self._position = position
        self._start = start
        self._end = end
        self._steps = {'p': -1, 'q': -1}
        self._state = "playing"

    def get_position(self):
        """Returns A, B, C or D."""
        return self._position

    def get_start_space(self):
        """Returns the first space on the track."""
        return self._start

    def get_end_space(self):
        """Returns the last space on the track."""
        return self._end

    def get_steps(self, token):
        """Returns the steps of the token with that name."""
        return self._steps[token]

    def set_steps(self, token, steps):
        """Sets the steps of the token with that name."""
        self._steps[token] = steps

    def get_token_p_step_count(self):
        return self._steps['p']

    def get_token_q_step_count(self):
        return self._steps['q']

    def set_state(self, state):
        """state is 'playing' or 'finished'"""
        self._state = state

    def get_completed(self):
        """Returns True when the player has finished."""
        return self._state == "finished"

    def tokens_in_play(self):
        """Returns the names of tokens which are not in H and not on E."""
        in_play = []
        for name in self._steps:
            if 0 <= self._steps[name] < 57:
                in_play.append(name)
        return in_play

    def is_stacked(self):
        """Returns True if both tokens are one piece. On R they never are."""
        if self._steps['p'] != self._steps['q']:
            return False
        return 0 < self._steps['p'] < 57

    def get_space_name(self, steps):
        """Returns name of the space for that many steps."""
        special = {-1: 'H', 0: 'R', 57: 'E'}
        if steps in special:
            return special[steps]
        if 51 <= steps <= 56:
            return self._position + str(steps - 50)
        return str((self._start - 1 + steps - 1) % 56 + 1)


class LudoGame:
    """The game, with its board."""

    def __init__(self):
        self._players = {}
        self._board = {}
        self._start_end = {'A': (1, 50), 'B': (15, 8), 'C': (29, 22), 'D': (43, 36)}
        self.make_empty_board()

    def make_empty_board(self):
        """All spaces without a token"""
        self._board = {}
        for number in range(1, 57):
            self._board[str(number)] = []

    def get_player_by_position(self, position):
        """Returns the player, or the text for not found."""
        if position in self._players:
            return self._players[position]
        return "Player not found!"

    def calculate_target(self, steps, roll):
        """Returns the steps after the roll, bounced back from E if it is too much."""
        if steps == -1:
            return 0
        target = steps + roll
        if target > 57:
            too_much = target - 57
            target = 57 - too_much
        return target

    def opponents_on(self, player, space):
        """Returns list of opponents' tokens at the space."""
        if space not in self._board:
            return []        # H, R, E and home squares
        found = []
        for token in self._board[space]:
            if token[0] != player.get_position():
                found.append(token)
        return found

    def kick_out(self, token):
        """Sends the token ('Bp') back to its home yard."""
        owner = self._players[token[0]]
        space = owner.get_space_name(owner.get_steps(token[1]))
        self._board[space].remove(token)
        owner.set_steps(token[1], -1)

    def take_off(self, player, token):
        """Takes a token from the board dictionary if it is there."""
        space = player.get_space_name(player.get_steps(token))
        if space in self._board:
            self._board[space].remove(player.get_position() + token)

    def put_on(self, player, token):
        """Puts a token on the board dictionary if the space is there."""
        space = player.get_space_name(player.get_steps(token))
        if space in self._board:
            self._board[space].append(player.get_position() + token)

    def move_token(self, player, token, steps):
        """Moves one token, kicks opponents there."""
        target = self.calculate_target(player.get_steps(token), steps)
        self.take_off(player, token)
        for enemy in self.opponents_on(player, player.get_space_name(target)):
            self.kick_out(enemy)
        player.set_steps(token, target)
        self.put_on(player, token)
        if player.get_steps('p') == 57 and player.get_steps('q') == 57:
            player.set_state("finished")

    def choose_tokens(self, player, roll):
        """Decides which token(s) to move and returns their names, can be none."""
        # 1. a six brings out a token
        if roll == 6:
            for token in ('p', 'q'):
                if player.get_steps(token) == -1:
                    return [token]

        in_play = player.tokens_in_play()
        if len(in_play) < 2:
            return in_play
        if player.is_stacked():
            return ['p', 'q']

        # 2. finish
        for token in in_play:
            if player.get_steps(token) + roll == 57:
                return [token]

        # the token that is behind comes first from now on
        if player.get_steps('q') < player.get_steps('p'):
            in_play = ['q', 'p']

        # 3. kick
        for token in in_play:
            target = self.calculate_target(player.get_steps(token), roll)
            if len(self.opponents_on(player, player.get_space_name(target))) > 0:
                return [token]

        # 4. furthest away
        return [in_play[0]]

    def count_playing(self):
        """Returns number of players who are still playing."""
        count = 0
        for player in self._players.values():
            if not player.get_completed():
                count += 1
        return count

    def play_game(self, players, turns):
        """Plays the game and returns the list of spaces."""
        self.make_empty_board()
        self._players = {}
        for position in players:
            start, end = self._start_end[position]
            self._players[position] = Player(position, start, end)

        for position, roll in turns:
            if self.count_playing() <= 1:
                break       # game is over
            player = self.get_player_by_position(position)
            if player == "Player not found!" or player.get_completed():
                continue
            for token in self.choose_tokens(player, roll):
                self.move_token(player, token, roll)

        spaces = []
        for position in players:
            player = self._players[position]
            for token in ('p', 'q'):
                spaces.append(player.get_space_name(player.get_steps(token)))
        return spaces


if __name__ == '__main__':
    game = LudoGame()
    print(game.play_game(['A', 'B'], [
        ('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
        ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]))
    print(game.get_player_by_position('A').get_token_p_step_count())
