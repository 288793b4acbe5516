# Ludo, the board is a string of 56 characters.
# '.' is empty, a capital letter is one token of this player and a small letter is a stack:
# "...A.....b..." -> A has one token on space 4 and B both tokens on space 10


class Player:

    def __init__(self, position):
        self._position = position
        self._start = "A.............B.............C.............D".index(position) + 1
        self._end = self._start - 7
        if self._end < 1:
            self._end += 56
        self._steps = [-1, -1]

    def get_position(self):
        return self._position

    def get_completed(self):
        if self._steps == [57, 57]:
            return True
        return False

    def get_token_p_step_count(self):
        return self._steps[0]

    def get_token_q_step_count(self):
        return self._steps[1]

    def get_token_steps(self, token):
        return self._steps["pq".index(token)]

    def set_token_steps(self, token, steps):
        self._steps["pq".index(token)] = steps

    def get_spot(self, steps):
        """place in the board string (begins with 0), or -1 if it is not on it"""
        if steps < 1 or steps > 50:
            return -1
        spot = self._start - 1
        spot += steps - 1
        if spot >= 56:
            spot -= 56
        return spot

    def get_space_name(self, steps):
        """the name of the space as text"""
        if steps == -1:
            return "H"
        if steps == 57:
            return "E"
        if steps == 0:
            return "R"
        if steps > 50:
            return self._position + "123456"[steps - 51]
        return str(self.get_spot(steps) + 1)

    def is_stacked(self):
        if self._steps[0] != self._steps[1]:
            return False
        if self._steps[0] in [-1, 0, 57]:
            return False
        return True


class LudoGame:

    def __init__(self):
        self._players = []
        self._board = "." * 56

    def get_player_by_position(self, position):
        for player in self._players:
            if player.get_position() == position:
                return player
        return "Player not found!"

    def draw(self):
        """makes the board string new"""
        board = "." * 56
        for player in self._players:
            spots = []
            for token in "pq":
                spots.append(player.get_spot(player.get_token_steps(token)))
            letter = player.get_position()
            if spots[0] == spots[1] and spots[0] != -1:
                board = self.write(board, spots[0], letter.lower())
            else:
                for spot in spots:
                    if spot != -1:
                        board = self.write(board, spot, letter)
        self._board = board

    def write(self, board, spot, char):
        """string with one character changed"""
        return board[:spot] + char + board[spot + 1:]

    def get_steps_after(self, steps, roll):
        if steps == -1:
            return 0
        steps += roll
        if steps > 57:
            steps -= 2 * (steps - 57)
        return steps

    def find_opponent(self, player, steps):
        """letter of the opponent on the spot, '' if nobody is there"""
        spot = player.get_spot(steps)
        if spot == -1:
            return ""
        char = self._board[spot].upper()
        if char == "." or char == player.get_position():
            return ""
        return char

    def move_token(self, player, token, steps):
        new_steps = self.get_steps_after(player.get_token_steps(token), steps)
        opponent = self.find_opponent(player, new_steps)
        if opponent != "":
            loser = self.get_player_by_position(opponent)
            spot = player.get_spot(new_steps)
            for name in "pq":
                if loser.get_spot(loser.get_token_steps(name)) == spot:
                    loser.set_token_steps(name, -1)
        player.set_token_steps(token, new_steps)
        self.draw()

    def do_roll(self, player, roll):
        p = player.get_token_p_step_count()
        q = player.get_token_q_step_count()

        if roll == 6:
            if p == -1:
                self.move_token(player, "p", roll)
                return
            if q == -1:
                self.move_token(player, "q", roll)
                return

        possible = ""
        if p > -1 and p < 57:
            possible += "p"
        if q > -1 and q < 57:
            possible += "q"

        if possible == "":
            return
        if possible == "p" or possible == "q":
            self.move_token(player, possible, roll)
            return

        if player.is_stacked():
            self.move_token(player, "p", roll)
            self.move_token(player, "q", roll)
            return

        # here it is a real choice
        if self.get_steps_after(p, roll) == 57:
            self.move_token(player, "p", roll)
        elif self.get_steps_after(q, roll) == 57:
            self.move_token(player, "q", roll)
        else:
            furthest = "q"
            nearest = "p"
            if p < q:
                furthest = "p"
                nearest = "q"
            far_steps = self.get_steps_after(player.get_token_steps(furthest), roll)
            near_steps = self.get_steps_after(player.get_token_steps(nearest), roll)
            if self.find_opponent(player, far_steps) != "":
                self.move_token(player, furthest, roll)
            elif self.find_opponent(player, near_steps) != "":
                self.move_token(player, nearest, roll)
            else:
                self.move_token(player, furthest, roll)

    def game_over(self):
        playing = 0
        for player in self._players:
            if not player.get_completed():
                playing += 1
        return playing < 2

    def play_game(self, players, turns):
        self._players = [Player(position) for position in players]
        self.draw()
        for turn in turns:
            if not self.game_over():
                player = self.get_player_by_position(turn[0])
                if type(player) == Player:
                    self.do_roll(player, turn[1])
        spaces = []
        for player in self._players:
            for token in "pq":
                spaces.append(player.get_space_name(player.get_token_steps(token)))
        return spaces


if __name__ == "__main__":
    players = ['A', 'B']
    turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
             ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]
    game = LudoGame()
    print(game.play_game(players, turns))
