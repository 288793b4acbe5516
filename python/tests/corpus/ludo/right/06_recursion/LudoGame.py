# LudoGame.py
# I learned recursion this term, so I use it where I can.

HOME = -1
READY = 0
END = 57


def next_space(number):
    """the space after this space, clockwise"""
    if number == 56:
        return 1
    return number + 1


def walk(number, steps):
    """walk steps spaces from the space with this number (recursive)"""
    if steps == 0:
        return number
    return walk(next_space(number), steps - 1)


def step_on(count, left, forward=True):
    """walk one step after the other, turn at the end (recursive)"""
    if left == 0:
        return count
    if count == END:
        forward = False
    if forward:
        return step_on(count + 1, left - 1, True)
    return step_on(count - 1, left - 1, False)


def find(players, position):
    """recursive search in a list of players"""
    if not players:
        return None
    if players[0].get_letter() == position:
        return players[0]
    return find(players[1:], position)


class Player:
    def __init__(self, letter):
        self._letter = letter
        self._first, self._last = self.read_start_end(letter)
        self._tokens = {"p": HOME, "q": HOME}
        self._won = False

    def read_start_end(self, letter):
        """D starts 14 after C, C starts 14 after B and so on (recursive)"""
        if letter == "A":
            return 1, 50
        first, last = self.read_start_end(chr(ord(letter) - 1))
        return walk(first, 14), walk(last, 14)

    def get_letter(self):
        return self._letter

    def get_completed(self):
        return self._won

    def get_token_p_step_count(self):
        return self._tokens["p"]

    def get_token_q_step_count(self):
        return self._tokens["q"]

    def get_count(self, name):
        return self._tokens[name]

    def set_count(self, name, count):
        self._tokens[name] = count
        if self._tokens["p"] == END and self._tokens["q"] == END:
            self._won = True

    def get_space_name(self, count):
        """H, R, E, home square or the number"""
        if count == HOME:
            return "H"
        if count == READY:
            return "R"
        if count == END:
            return "E"
        if count <= 50:
            return str(walk(self._first, count - 1))
        return self._letter + str(count - 50)

    def where(self, name):
        return self.get_space_name(self._tokens[name])


class LudoGame:
    def __init__(self):
        self._players = []
        self._playing = 0

    def get_player_by_position(self, position):
        player = find(self._players, position)
        if player is None:
            return "Player not found!"
        return player

    def others(self, player):
        return [x for x in self._players if x != player]

    def hit_list(self, player, count, rivals):
        """all (rival, token name) standing where player would stand with count (recursive)"""
        if count <= READY or count > 50 or rivals == []:
            return []
        rival = rivals[0]
        here = []
        for name in "pq":
            if rival.where(name) == player.get_space_name(count):
                here.append((rival, name))
        return here + self.hit_list(player, count, rivals[1:])

    def move_token(self, player, token, steps):
        """moves a token. If the tokens are stacked then the other token moves too"""
        old = player.get_count(token)
        if old == HOME:
            player.set_count(token, READY)
            return
        new = step_on(old, steps)
        self.send_back(self.hit_list(player, new, self.others(player)))
        names = [token]
        if self.stacked(player):
            names = ["p", "q"]
        for name in names:
            player.set_count(name, new)
        if player.get_completed():
            self._playing -= 1

    def send_back(self, hits):
        """recursive"""
        if hits:
            rival, name = hits[0]
            rival.set_count(name, HOME)
            self.send_back(hits[1:])

    def stacked(self, player):
        p = player.get_count("p")
        q = player.get_count("q")
        return p == q and p != HOME and p != READY and p != END

    def decide(self, player, roll, rule=1):
        """tries the rules one after the other (recursive), gives the token name or None"""
        p = player.get_count("p")
        q = player.get_count("q")
        if rule == 1:
            if roll == 6 and p == HOME:
                return "p"
            if roll == 6 and q == HOME:
                return "q"
        if rule == 2:
            # not a choice
            p_moves = p not in (HOME, END)
            q_moves = q not in (HOME, END)
            if not p_moves and not q_moves:
                return None
            if not q_moves or self.stacked(player):
                return "p"
            if not p_moves:
                return "q"
        if rule == 3:
            if p + roll == END:
                return "p"
            if q + roll == END:
                return "q"
        if rule == 4:
            p_hits = self.hit_list(player, step_on(p, roll), self.others(player))
            q_hits = self.hit_list(player, step_on(q, roll), self.others(player))
            if p_hits and not q_hits:
                return "p"
            if q_hits and not p_hits:
                return "q"
        if rule == 5:
            if p > q:
                return "q"
            return "p"
        return self.decide(player, roll, rule + 1)

    def play_game(self, players, turns):
        self._players = []
        for position in players:
            self._players.append(Player(position))
        self._playing = len(players)
        for position, roll in turns:
            if self._playing < 2:
                break
            player = find(self._players, position)
            if player is not None and not player.get_completed():
                token = self.decide(player, roll)
                if token:
                    self.move_token(player, token, roll)
        return self.collect(self._players)

    def collect(self, players):
        """recursive"""
        if players == []:
            return []
        return [players[0].where("p"), players[0].where("q")] + self.collect(players[1:])


if __name__ == "__main__":
    players = ['A', 'B']
    turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
             ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]
    game = LudoGame()
    print(game.play_game(players, turns))
