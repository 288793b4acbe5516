# ludo final version 3 (really final)


class Player:
    def __init__(self, ltr):
        self._ltr = ltr
        self._stuff = {}
        self._stuff["p"] = {"zone": "yard", "n": -1}
        self._stuff["q"] = {"zone": "yard", "n": -1}
        self._status = "still playing"
        self._st = 0
        self._en = 0
        self.fill_in()

    def fill_in(self):
        for (a, b, c) in (("A", 1, 50), ("B", 15, 8), ("C", 29, 22), ("D", 43, 36)):
            if a == self._ltr:
                self._st = b
                self._en = c

    def who(self):
        return self._ltr

    def thing(self, t):
        return self._stuff[t]

    def get_completed(self):
        return self._status == "won and finished"

    def get_token_p_step_count(self):
        return self._stuff["p"]["n"]

    def get_token_q_step_count(self):
        return self._stuff["q"]["n"]

    def zone_for(self, n):
        """which part of the way is it"""
        if n == -1:
            return "yard"
        elif n == 0:
            return "ready"
        elif n <= 50:
            return "ring"
        elif n <= 56:
            return "home"
        else:
            return "end"

    def put(self, t, n):
        self._stuff[t]["n"] = n
        self._stuff[t]["zone"] = self.zone_for(n)
        if self._stuff["p"]["zone"] == "end" and self._stuff["q"]["zone"] == "end":
            self._status = "won and finished"

    def get_space_name(self, n):
        z = self.zone_for(n)
        if z == "yard":
            return "H"
        elif z == "ready":
            return "R"
        elif z == "end":
            return "E"
        elif z == "home":
            return self._ltr + str(n - 50)
        elif z == "ring":
            x = self._st + n - 1
            if x <= 56:
                return str(x)
            else:
                return str(x - 56)

    def glued(self):
        """tokens are stacked"""
        a = self._stuff["p"]
        b = self._stuff["q"]
        if a["zone"] == "ring" and b["zone"] == "ring" and a["n"] == b["n"]:
            return True
        if a["zone"] == "home" and b["zone"] == "home" and a["n"] == b["n"]:
            return True
        return False


class LudoGame:
    def __init__(self):
        self._folks = {}
        self._order = []
        self._winners = []

    def get_player_by_position(self, ltr):
        try:
            return self._folks[ltr]
        except KeyError:
            return "Player not found!"

    def landing(self, pl, t, k):
        """number of steps after the move"""
        n = pl.thing(t)["n"]
        if pl.thing(t)["zone"] == "yard":
            return 0
        while k > 0 and n < 57:
            n += 1
            k -= 1
        while k > 0:
            n -= 1
            k -= 1
        return n

    def bumps(self, pl, n):
        """everybody who stands there"""
        out = []
        if pl.zone_for(n) == "ring":
            for ltr in self._order:
                guy = self._folks[ltr]
                if guy is not pl:
                    for t in ("p", "q"):
                        th = guy.thing(t)
                        if th["zone"] == "ring" and guy.get_space_name(th["n"]) == pl.get_space_name(n):
                            out.append([guy, t])
        return out

    def move_token(self, pl, t, k):
        n = self.landing(pl, t, k)
        both = pl.glued()
        for b in self.bumps(pl, n):
            b[0].put(b[1], -1)
        if both:
            pl.put("p", n)
            pl.put("q", n)
        else:
            pl.put(t, n)
        if pl.get_completed() and pl.who() not in self._winners:
            self._winners.append(pl.who())

    def pick(self, pl, k):
        zp = pl.thing("p")["zone"]
        zq = pl.thing("q")["zone"]
        if k == 6 and zp == "yard":
            return "p"
        elif k == 6 and zq == "yard":
            return "q"
        elif zp in ("yard", "end") and zq in ("yard", "end"):
            return None
        elif zp in ("yard", "end"):
            return "q"
        elif zq in ("yard", "end"):
            return "p"
        elif pl.glued():
            return "p"
        elif zp == "home" and self.landing(pl, "p", k) == 57:
            return "p"
        elif zq == "home" and self.landing(pl, "q", k) == 57:
            return "q"
        elif len(self.bumps(pl, self.landing(pl, "p", k))) > 0:
            return "p"
        elif len(self.bumps(pl, self.landing(pl, "q", k))) > 0:
            return "q"
        elif 57 - pl.thing("p")["n"] >= 57 - pl.thing("q")["n"]:
            return "p"
        else:
            return "q"

    def play_game(self, players, turns):
        self._order = list(players)
        self._winners = []
        self._folks = {}
        for ltr in players:
            self._folks[ltr] = Player(ltr)
        for ltr, k in turns:
            if len(self._winners) >= len(self._order) - 1:
                break
            pl = self.get_player_by_position(ltr)
            if pl == "Player not found!":
                print("no such player in the game:", ltr)
                continue
            t = self.pick(pl, k)
            if t is None:
                print(ltr, "can not move")
            else:
                self.move_token(pl, t, k)
                print(ltr, "rolled", k, "and moved", t)
        blah = []
        for ltr in self._order:
            for t in ("p", "q"):
                blah.append(self._folks[ltr].get_space_name(self._folks[ltr].thing(t)["n"]))
        return blah


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
