# Author: J. Doe
# GitHub username: jdoe
# Description: Simplified Ludo. Classes Token, Player and LudoGame. Everything goes by get and set methods.


class Token:
    """A token of a player"""

    def __init__(self, name, owner):
        """name is p or q, owner is the Player object"""
        self._name = name
        self._owner = owner
        self._step_count = -1
        self._partner = None

    def get_name(self):
        """returns name"""
        return self._name

    def get_owner(self):
        """returns the Player"""
        return self._owner

    def get_step_count(self):
        """returns step count"""
        return self._step_count

    def set_step_count(self, step_count):
        """sets step count"""
        self._step_count = step_count

    def get_partner(self):
        """returns the Token stacked with this one or None"""
        return self._partner

    def set_partner(self, partner):
        """sets the Token stacked with this one"""
        self._partner = partner

    def get_space(self):
        """returns the name of the space"""
        return self._owner.get_space_name(self._step_count)

    def in_yard(self):
        return self._step_count == -1

    def is_ready(self):
        return self._step_count == 0

    def is_home(self):
        """on home squares"""
        return self._step_count >= 51 and self._step_count <= 56

    def is_finished(self):
        return self._step_count == 57

    def on_track(self):
        return self._step_count >= 1 and self._step_count <= 50

    def go_home(self):
        """the token was kicked"""
        self._step_count = -1
        self._partner = None

    def preview(self, steps):
        """returns the step count that the token would have after the move"""
        if self.in_yard():
            return 0
        total = self._step_count + steps
        if total > 57:
            bounce = total - 57
            total = 57 - bounce
        return total


class Player:
    """Represents a player"""

    def __init__(self, position, start_space, end_space):
        self._position = position
        self._start_space = start_space
        self._end_space = end_space
        self._token_p = Token("p", self)
        self._token_q = Token("q", self)
        self._completed = False

    def get_position(self):
        return self._position

    def get_start_space(self):
        return self._start_space

    def get_end_space(self):
        return self._end_space

    def get_token(self, name):
        """returns the Token with the name"""
        if name == "p":
            return self._token_p
        if name == "q":
            return self._token_q
        return None

    def get_tokens(self):
        """returns both"""
        return [self._token_p, self._token_q]

    def get_completed(self):
        return self._completed

    def set_completed(self, completed):
        self._completed = completed

    def get_token_p_step_count(self):
        return self._token_p.get_step_count()

    def get_token_q_step_count(self):
        return self._token_q.get_step_count()

    def get_space_name(self, steps):
        """returns the space name for total steps"""
        if steps == -1:
            return "H"
        if steps == 0:
            return "R"
        if steps == 57:
            return "E"
        if steps >= 51:
            return self.get_position() + str(steps - 50)
        # from the start space to space 56 and then on from space 1
        until_56 = 56 - self.get_start_space() + 1
        if steps <= until_56:
            return str(self.get_start_space() + steps - 1)
        return str(steps - until_56)

    def update_stack(self):
        """stacks the tokens if they are at the same space"""
        p = self.get_token("p")
        q = self.get_token("q")
        if p.get_step_count() == q.get_step_count() and (p.on_track() or p.is_home()):
            p.set_partner(q)
            q.set_partner(p)
        else:
            p.set_partner(None)
            q.set_partner(None)

    def update_completed(self):
        if self._token_p.is_finished() and self._token_q.is_finished():
            self.set_completed(True)


class LudoGame:
    """Represents the game"""

    def __init__(self):
        self._players = []

    def get_players(self):
        return self._players

    def set_players(self, players):
        self._players = players

    def create_player(self, position):
        """returns a new Player"""
        if position == "A":
            return Player("A", 1, 50)
        if position == "B":
            return Player("B", 15, 8)
        if position == "C":
            return Player("C", 29, 22)
        return Player("D", 43, 36)

    def get_player_by_position(self, position):
        """returns the player object or an error text"""
        answer = "Player not found!"
        for player in self.get_players():
            if player.get_position() == position:
                answer = player
        return answer

    def get_opponent_tokens_at(self, player, steps):
        """returns list of the tokens of other players at the space of the steps"""
        tokens = []
        if steps < 1 or steps > 50:
            return tokens
        space = player.get_space_name(steps)
        for opponent in self.get_players():
            if opponent is player:
                continue
            for token in opponent.get_tokens():
                if token.on_track() and token.get_space() == space:
                    tokens.append(token)
        return tokens

    def move_token(self, player, token_name, steps):
        """moves the token, and the token stacked with it"""
        token = player.get_token(token_name)
        goal = token.preview(steps)
        for victim in self.get_opponent_tokens_at(player, goal):
            victim.go_home()
        partner = token.get_partner()
        token.set_step_count(goal)
        if partner is not None:
            partner.set_step_count(goal)
        player.update_stack()
        player.update_completed()

    def choose_token(self, player, roll):
        """returns the token name to be moved, None if no move"""
        p = player.get_token("p")
        q = player.get_token("q")
        if roll == 6:
            if p.in_yard():
                return "p"
            if q.in_yard():
                return "q"
        can_move = []
        for token in player.get_tokens():
            if not token.in_yard() and not token.is_finished():
                can_move.append(token)
        if can_move == []:
            return None
        if len(can_move) == 1:
            return can_move[0].get_name()
        if p.get_partner() is not None:
            return "p"
        for token in can_move:
            if token.is_home() and token.preview(roll) == 57:
                return token.get_name()
        for token in can_move:
            if self.get_opponent_tokens_at(player, token.preview(roll)) != []:
                return token.get_name()
        if p.get_step_count() < q.get_step_count():
            return "p"
        else:
            return "q"

    def play_game(self, players, turns):
        """plays the turns"""
        self.set_players([])
        for position in players:
            self.get_players().append(self.create_player(position))

        for turn in turns:
            position = turn[0]
            roll = turn[1]
            player = self.get_player_by_position(position)
            if player != "Player not found!" and not player.get_completed():
                name = self.choose_token(player, roll)
                if name is not None:
                    self.move_token(player, name, roll)

        spaces = []
        for player in self.get_players():
            for token in player.get_tokens():
                spaces.append(token.get_space())
        return spaces


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


if __name__ == "__main__":
    main()
