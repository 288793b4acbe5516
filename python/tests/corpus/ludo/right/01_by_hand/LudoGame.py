# Author: student 1
# Date: 3/10/2022
# Description: Ludo game. It have 2 class, Player and LudoGame. The player move the tokens p and q
#              with the rolls from the list of turns.


class Player:
    """The player of the game at one position A, B, C or D"""

    def __init__(self, position):
        """make the player, the tokens are both in home yard at begin"""
        self._position = position
        self._p_steps = -1
        self._q_steps = -1
        self._p_space = "H"
        self._q_space = "H"
        self._finished = False
        # start and end of every position
        if position == "A":
            self._start = 1
            self._end = 50
        elif position == "B":
            self._start = 15
            self._end = 8
        elif position == "C":
            self._start = 29
            self._end = 22
        elif position == "D":
            self._start = 43
            self._end = 36

    def get_position(self):
        return self._position

    def get_start(self):
        return self._start

    def get_end(self):
        return self._end

    def get_completed(self):
        """True if player is finish"""
        return self._finished

    def get_token_p_step_count(self):
        """steps of p"""
        return self._p_steps

    def get_token_q_step_count(self):
        """steps of q"""
        return self._q_steps

    def get_p_space(self):
        return self._p_space

    def get_q_space(self):
        return self._q_space

    def set_p(self, steps):
        """put the p token on this steps and look if player is finish now"""
        self._p_steps = steps
        self._p_space = self.get_space_name(steps)
        if self._p_steps == 57 and self._q_steps == 57:
            self._finished = True

    def set_q(self, steps):
        """put the q token on this steps and look if player is finish now"""
        self._q_steps = steps
        self._q_space = self.get_space_name(steps)
        if self._p_steps == 57 and self._q_steps == 57:
            self._finished = True

    def get_space_name(self, total_steps):
        """give the name of the space like it is on the board"""
        if total_steps == -1:
            return "H"
        elif total_steps == 0:
            return "R"
        elif total_steps == 57:
            return "E"
        elif total_steps > 50:
            # home squares
            return self._position + str(total_steps - 50)
        else:
            space = self._start + total_steps - 1
            if space > 56:
                # the board has only 56 spaces so it begin again with 1
                space = space - 56
            return str(space)


class LudoGame:
    """The game with the players"""

    def __init__(self):
        self._players = []

    def get_player_by_position(self, position):
        """find the player"""
        for player in self._players:
            if player.get_position() == position:
                return player
        return "Player not found!"

    def new_steps(self, old_steps, roll):
        """calculate where the token come to with this roll"""
        if old_steps == -1:
            return 0
        steps = old_steps + roll
        if steps > 57:
            # bounce back
            steps = 57 - (steps - 57)
        return steps

    def can_kick(self, player, old_steps, roll):
        """look if the token would kick out somebody"""
        steps = self.new_steps(old_steps, roll)
        if steps < 1:
            return False
        if steps > 50:
            return False
        name = player.get_space_name(steps)
        for other in self._players:
            if other.get_position() != player.get_position():
                if other.get_p_space() == name:
                    return True
                if other.get_q_space() == name:
                    return True
        return False

    def move_token(self, player, token, steps):
        """move one token p or q and kick the others out"""
        if token == "p":
            old = player.get_token_p_step_count()
            new = self.new_steps(old, steps)
            player.set_p(new)
        else:
            old = player.get_token_q_step_count()
            new = self.new_steps(old, steps)
            player.set_q(new)

        # now kick
        if new >= 1 and new <= 50:
            name = player.get_space_name(new)
            for other in self._players:
                if other.get_position() != player.get_position():
                    if other.get_p_space() == name:
                        other.set_p(-1)
                    if other.get_q_space() == name:
                        other.set_q(-1)

    def play_game(self, players, turns):
        """play all the turns and give back the spaces of all tokens"""
        self._players = []
        for position in players:
            self._players.append(Player(position))

        for turn in turns:
            player = self.get_player_by_position(turn[0])
            roll = turn[1]
            if player == "Player not found!":
                continue
            if player.get_completed():
                continue

            p = player.get_token_p_step_count()
            q = player.get_token_q_step_count()

            # priority 1: roll is 6 and a token in home yard
            if roll == 6 and p == -1:
                self.move_token(player, "p", roll)
            elif roll == 6 and q == -1:
                self.move_token(player, "q", roll)
            # no token can move
            elif p == -1 and q == -1:
                pass
            elif p == -1 and q == 57:
                pass
            elif p == 57 and q == -1:
                pass
            # only one token can move
            elif p == -1 or p == 57:
                self.move_token(player, "q", roll)
            elif q == -1 or q == 57:
                self.move_token(player, "p", roll)
            # the tokens are stacked, move both
            elif p == q and p != 0:
                self.move_token(player, "p", roll)
                self.move_token(player, "q", roll)
            # priority 2: exact roll to the end
            elif p > 50 and p + roll == 57:
                self.move_token(player, "p", roll)
            elif q > 50 and q + roll == 57:
                self.move_token(player, "q", roll)
            # priority 3: kick out a opponent
            elif self.can_kick(player, p, roll):
                self.move_token(player, "p", roll)
            elif self.can_kick(player, q, roll):
                self.move_token(player, "q", roll)
            # priority 4: the token that is more far from the end
            elif p <= q:
                self.move_token(player, "p", roll)
            else:
                self.move_token(player, "q", roll)

        result = []
        for player in self._players:
            result.append(player.get_p_space())
            result.append(player.get_q_space())
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


if __name__ == "__main__":
    main()
