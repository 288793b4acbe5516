# kuba game final project
# i make it with simple way, every direction have own function

class KubaGame:
    '''this class is the game'''

    def __init__(self, p, q):
        '''p is first player tuple and q is second player tuple'''
        self.p_name = p[0]
        self.p_kolor = p[1]
        self.p_red = 0
        self.q_name = q[0]
        self.q_kolor = q[1]
        self.q_red = 0
        self.turnn = 'nobody yet'
        self.started = False
        self.winnner = None
        self.bord = []
        self.bord.append(['W', 'W', 'X', 'X', 'X', 'B', 'B'])
        self.bord.append(['W', 'W', 'X', 'R', 'X', 'B', 'B'])
        self.bord.append(['X', 'X', 'R', 'R', 'R', 'X', 'X'])
        self.bord.append(['X', 'R', 'R', 'R', 'R', 'R', 'X'])
        self.bord.append(['X', 'X', 'R', 'R', 'R', 'X', 'X'])
        self.bord.append(['B', 'B', 'X', 'R', 'X', 'W', 'W'])
        self.bord.append(['B', 'B', 'X', 'X', 'X', 'W', 'W'])
        self.ko_string = ''
        self.fall = 'X'

    def get_current_turn(self):
        if self.started == False:
            return None
        else:
            return self.turnn

    def get_winner(self):
        return self.winnner

    def get_captured(self, playername):
        if playername == self.p_name:
            return self.p_red
        elif playername == self.q_name:
            return self.q_red
        else:
            return -1

    def get_marble(self, coordinates):
        x = coordinates[0]
        y = coordinates[1]
        return self.bord[x][y]

    def get_marble_count(self):
        white = 0
        black = 0
        red = 0
        for x in range(0, 7):
            for y in range(0, 7):
                if self.bord[x][y] == 'W':
                    white = white + 1
                if self.bord[x][y] == 'B':
                    black = black + 1
                if self.bord[x][y] == 'R':
                    red = red + 1
        return (white, black, red)

    def bord_to_string(self):
        '''make the bord to a long string for compare'''
        s = ''
        for x in range(0, 7):
            for y in range(0, 7):
                s = s + self.bord[x][y]
        return s

    def string_to_bord(self, s):
        '''the other way around'''
        for x in range(0, 7):
            for y in range(0, 7):
                self.bord[x][y] = s[x * 7 + y]

    # the four functions push marble. they give back True if the behind place is ok.
    # self.fall is the marble who falled down

    def push_left(self, x, y):
        if y < 6:
            if self.bord[x][y + 1] != 'X':
                return False
        self.fall = 'X'
        hand = 'X'
        k = y
        while k >= 0:
            temp = self.bord[x][k]
            self.bord[x][k] = hand
            hand = temp
            if hand == 'X':
                return True
            k = k - 1
        self.fall = hand
        return True

    def push_right(self, x, y):
        if y > 0:
            if self.bord[x][y - 1] != 'X':
                return False
        self.fall = 'X'
        hand = 'X'
        k = y
        while k <= 6:
            temp = self.bord[x][k]
            self.bord[x][k] = hand
            hand = temp
            if hand == 'X':
                return True
            k = k + 1
        self.fall = hand
        return True

    def push_forward(self, x, y):
        if x < 6:
            if self.bord[x + 1][y] != 'X':
                return False
        self.fall = 'X'
        hand = 'X'
        k = x
        while k >= 0:
            temp = self.bord[k][y]
            self.bord[k][y] = hand
            hand = temp
            if hand == 'X':
                return True
            k = k - 1
        self.fall = hand
        return True

    def push_backward(self, x, y):
        if x > 0:
            if self.bord[x - 1][y] != 'X':
                return False
        self.fall = 'X'
        hand = 'X'
        k = x
        while k <= 6:
            temp = self.bord[k][y]
            self.bord[k][y] = hand
            hand = temp
            if hand == 'X':
                return True
            k = k + 1
        self.fall = hand
        return True

    def do_push(self, x, y, direction):
        if direction == 'L':
            return self.push_left(x, y)
        elif direction == 'R':
            return self.push_right(x, y)
        elif direction == 'F':
            return self.push_forward(x, y)
        elif direction == 'B':
            return self.push_backward(x, y)
        else:
            return False

    def try_push(self, kolor, x, y, direction):
        '''push really, but if something is forbidden then put the bord back and say False'''
        remember = self.bord_to_string()
        if self.bord[x][y] != kolor:
            return False
        if self.do_push(x, y, direction) == False:
            return False
        if self.fall == kolor:
            # own marble must not fall
            self.string_to_bord(remember)
            return False
        if self.bord_to_string() == self.ko_string:
            # is same like before the move of oponent
            self.string_to_bord(remember)
            return False
        return True

    def can_something(self, kolor):
        '''is there minimum one move for this kolor'''
        remember = self.bord_to_string()
        for x in range(0, 7):
            for y in range(0, 7):
                for direction in ['L', 'R', 'F', 'B']:
                    if self.try_push(kolor, x, y, direction) == True:
                        self.string_to_bord(remember)
                        return True
        return False

    def make_move(self, playername, coordinates, direction):
        if self.winnner != None:
            return False
        if playername != self.p_name and playername != self.q_name:
            return False
        if self.started == True and self.turnn != playername:
            return False
        x = coordinates[0]
        y = coordinates[1]
        if x < 0 or y < 0:
            return False
        if x > 6 or y > 6:
            return False
        before = self.bord_to_string()
        if playername == self.p_name:
            if self.try_push(self.p_kolor, x, y, direction) == False:
                return False
            self.ko_string = before
            if self.fall == 'R':
                self.p_red = self.p_red + 1
            self.started = True
            self.turnn = self.q_name
            # look if p has win
            if self.p_red == 7:
                self.winnner = self.p_name
            if self.q_kolor not in self.bord_to_string():
                self.winnner = self.p_name
            if self.winnner == None and self.can_something(self.q_kolor) == False:
                self.winnner = self.p_name
            return True
        if playername == self.q_name:
            if self.try_push(self.q_kolor, x, y, direction) == False:
                return False
            self.ko_string = before
            if self.fall == 'R':
                self.q_red = self.q_red + 1
            self.started = True
            self.turnn = self.p_name
            # look if q has win
            if self.q_red == 7:
                self.winnner = self.q_name
            if self.p_kolor not in self.bord_to_string():
                self.winnner = self.q_name
            if self.winnner == None and self.can_something(self.p_kolor) == False:
                self.winnner = self.q_name
            return True


def main():
    game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))
    print(game.get_marble_count())
    print(game.get_captured('PlayerA'))
    print(game.get_winner())
    print(game.make_move('PlayerA', (6, 5), 'F'))
    print(game.make_move('PlayerA', (6, 5), 'L'))
    print(game.get_current_turn())
    print(game.get_marble((5, 5)))


if __name__ == '__main__':
    main()
