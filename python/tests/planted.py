"""Programs with one planted fault each, the rule that it breaks, and how short a game shows it.

Most faults are those of the testers: each is one small change to a right, plain program.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from faults import KUBA_FAULTS, KUBA_READINGS, LUDO_FAULTS, LUDO_READINGS, Change
from halves import KUBA_HALVES, LUDO_HALVES
from students import KUBA, LUDO
from test_testers import changed


@dataclass(frozen=True)
class Planted:
    """A program with one fault."""

    program: str
    rule: str
    #: Rolls, pushes and questions of the shortest game that shows it.
    shortest: int
    #: `breaks` the text, or `differs` where the text leaves room.
    kind: str = "breaks"
    #: Whether only the strict are asked about it.
    is_unasked: bool = False
    #: What makes it of a right program, for one with more than one fault.
    changes: list[Change] = field(default_factory=list)


#: By what is wrong with them.
Programs = dict[str, Planted]
Faults = dict[str, tuple[list[Change], str]]

#: The rule that a fault of the testers breaks, and the length of the shortest game that shows it.
_LUDO = {
    "a finished token bounces back out of E": ("L-8", 14),
    "E and E are taken for one space": ("L-9", 26),
    "R and R are taken for one space": ("L-5", 2),
    "R is taken for the start space": ("L-5", 5),
    "coming to R kicks the start space": ("L-5", 5),
    "H is taken for movable": ("L-14", 2),
    "any roll leaves H": ("L-5", 1),
    "leaving H goes to the start space": ("L-5", 1),
    "ring space 56 is called 0": ("L-4", 1),
    "the home squares start with 0": ("L-4", 1),
    "H is named R": ("L-3", 0),
    "a roll too large reaches E": ("L-7", 13),
    "a roll too large is lost": ("L-7", 13),
    "a bounce walks a space too far": ("L-7", 13),
    "stacks are lost in the home squares": ("L-10", 13),
    "tokens that meet in the home squares do not stack": ("L-10", 13),
    "there are no stacks": ("L-10", 5),
    "two tokens on R are a stack": ("L-5", 3),
    "a stack sent home is still a stack": ("L-10", 1),
    "one token of a stack finishes alone": ("L-10", 13),
    "only one token of a stack is kicked": ("L-11", 9),
    "nobody is kicked": ("L-9", 6),
    "a kicked token goes to R": ("L-9", 6),
    "both of the opponent's tokens are kicked": ("L-9", 7),
    "your own token is kicked": ("L-10", 4),
    "equal step counts are taken for one space": ("L-9", 4),
    "a start space is safe": ("L-9", 6),
    "passing kicks": ("L-9", 6),
    "home squares are kicked by their number": ("L-9", 24),
    "finishing comes before leaving H": ("L-15", 13),
    "kicking comes before leaving H": ("L-15", 6),
    "leaving H has no priority": ("L-15", 2),
    "finishing has no priority": ("L-16", 14),
    "kicking comes before finishing": ("L-16", 19),
    "a roll too large is taken for finishing": ("L-16", 14),
    "kicking has no priority": ("L-17", 7),
    "only p looks for somebody to kick": ("L-17", 9),
    "an opponent on R draws a kick": ("L-17", 5),
    "the token ahead moves": ("L-18", 4),
    "the distance is counted in space numbers": ("L-18", 6),
    "q comes out first": ("L-15", 1),
    "the spaces come in the order of the seats": ("L-21", 1),
    "ring spaces come as ints": ("L-21", 2),
    "a tuple is returned": ("L-21", 0),
    "one token on E is enough": ("L-12", 13),
    "finished is 1 or 0": ("L-26", 0),
    "nobody ever finishes": ("L-26", 13),
    "the game stops with the first winner": ("L-12", 14),
    "an unknown player is None": ("L-24", 0),
    "move_token chooses for itself": ("L-25", 1),
}

_KUBA = {
    "who cannot push goes on": ("K-10", 19),
    "the wrong player is asked for a push": ("K-10", 19),
    "undoing is allowed": ("K-7", 4),
    "undoing is allowed after a refused try": ("K-7", 5),
    "no board may come twice": ("K-7", 4),
    "directions are looked for in a string": ("K-16", 1),
    "only the first letter of a direction is read": ("K-16", 1),
    "an unknown direction is an error": ("K-16", 1),
    "a cell off the board is an error": ("K-16", 1),
    "negative coordinates wrap": ("K-16", 1),
    "forward and backward are confused": ("K-2", 1),
    "left and right are confused": ("K-2", 1),
    "rows and columns are confused": ("K-1", 1),
    "there is no need for room behind": ("K-3", 1),
    "a red behind is room": ("K-3", 3),
    "an opponent behind is room": ("K-3", 4),
    "the edge behind is no room": ("K-3", 1),
    "gaps do not stop a push": ("K-4", 1),
    "an opponent cannot be pushed off": ("K-6", 4),
    "an opponent pushed off counts as captured": ("K-6", 4),
    "a captured red counts for the opponent": ("K-6", 7),
    "capturing gives an extra push": ("K-11", 4),
    "a push that was made gives 1": ("K-16", 1),
    "a push that was refused gives 0": ("K-16", 1),
    "the first player named begins": ("K-11", 0),
    "white begins": ("K-11", 1),
    "there are no turns": ("K-11", 2),
    "a refused push loses the turn": ("K-16", 1),
    "six reds win": ("K-8", 17),
    "seven reds do not win": ("K-8", 19),
    "the winner is a color": ("K-8", 19),
    "the loser is called the winner": ("K-9", 19),
    "taking all opponents does not win": ("K-9", 19),
    "play goes on after the end": ("K-16", 20),
    "an opponent's marble can be pushed": ("K-16", 1),
    "a red marble can be pushed": ("K-16", 1),
    "an empty cell can be pushed": ("K-16", 1),
    "the count begins with black": ("K-17", 4),
    "the count is a list": ("K-17", 0),
    "the count stands still": ("K-17", 4),
    "an empty cell is None": ("K-17", 0),
    "all games share one board": ("K-1", 1),
    "white is always named first": ("K-14", 1),
}

#: More faults, so that every rule a program can break is broken by one.
_MORE_LUDO: dict[str, tuple[list[Change], str, int]] = {
    "only two can play": (
        [
            (
                "        self._players = {}\n        for position in players:",
                "        self._players = {}\n        if len(players) > 2:\n"
                "            raise ValueError\n        for position in players:",
            )
        ],
        "L-1",
        0,
    ),
    "both tokens begin on R": ([('{"p": -1, "q": -1}', '{"p": 0, "q": 0}')], "L-2", 0),
    "from R a token is on the start space already": (
        [("new = old + steps\n", "new = old + steps + (old == 0)\n")],
        "L-6",
        2,
    ),
    "a kicked stack comes out as one": (
        [
            (
                "        for other, name in self._victims(player, target):\n"
                "            other._steps[name] = -1\n",
                "        victims = self._victims(player, target)\n"
                "        for other, name in victims:\n"
                "            other._steps[name] = -1\n"
                "            other._stack = len(victims) > 1\n",
            ),
            (
                "p == q and 1 <= p <= 56",
                "p == q and (1 <= p <= 56 or p == -1 and steps == 6 and "
                "getattr(player, '_stack', False))",
            ),
        ],
        "L-11",
        10,
    ),
    "a second roll without a 6 is dropped": (
        [
            (
                "for position, steps in turns:",
                "for position, steps in [t for n, t in enumerate(turns) if not n or "
                "turns[n - 1][0] != t[0] or turns[n - 1][1] == 6]:",
            )
        ],
        "L-19",
        2,
    ),
    "get_completed is a word": (
        [
            (
                'return self._steps == {"p": 57, "q": 57}',
                'return "yes" if self._steps == {"p": 57, "q": 57} else "no"',
            )
        ],
        "L-26",
        0,
    ),
    "lower case finds a player": (
        [("self._players.get(position, ", "self._players.get(str(position).upper(), ")],
        "L-24",
        1,
    ),
    "move_token kicks nobody": (
        [
            (
                "        for other, name in self._victims(player, target):\n"
                "            other._steps[name] = -1\n",
                "",
            ),
            (
                "                    self.move_token(player, token, steps)",
                "                    for other, name in self._victims(player, "
                "self._target(player, token, steps)):\n"
                "                        other._steps[name] = -1\n"
                "                    self.move_token(player, token, steps)",
            ),
        ],
        "L-25",
        6,
    ),
}

_MORE_KUBA: dict[str, tuple[list[Change], str, int]] = {
    "somebody has the turn before the first push": (
        [("return self._turn\n", "return self._turn or list(self._colors)[0]\n")],
        "K-15",
        0,
    ),
    "a negative index is looked up behind the marble": (
        [
            (
                "if self._on_board(row - down, column - right):",
                "if row - down < 7 and column - right < 7:",
            )
        ],
        "K-3",
        1,
    ),
    "any index is looked up behind the marble": (
        [("if self._on_board(row - down, column - right):", "if True:")],
        "K-3",
        1,
    ),
}


def _planted(plain: str, expected: dict[str, tuple[str, int]], faults: Faults) -> Programs:
    """The faults of the testers, with what is expected of them."""
    return {
        name: Planted(changed(plain, faults[name][0]), *found, changes=faults[name][0])
        for name, found in expected.items()
    }


def _more(plain: str, faults: dict[str, tuple[list[Change], str, int]]) -> Programs:
    """Faults that say themselves what is expected."""
    return {
        name: Planted(changed(plain, changes), rule, shortest, changes=changes)
        for name, (changes, rule, shortest) in faults.items()
    }


#: Where the text leaves room: how short a game shows the other reading.
_LUDO_OPEN = {
    "p first when both could kick (L-17)": 10,
    "q first when both are on R (L-18)": 3,
    "nothing moves once one player is left (L-20)": 16,
    "a seat that is not playing is an error (L-20)": 1,
    "the first game goes on in the second (L-22)": 1,
    "an unknown position that is no string is an error (L-24)": 1,
    "moving a finished token is an error (L-25)": 1,
}
_KUBA_OPEN = {
    "one's own marble may be pushed off (K-5)": 1,
    "an undoing push is one that can be made (K-10)": 20,
    "a failed first try claims the turn (K-15)": 1,
    "nobody has the turn after the end (K-15)": 19,
    "malformed coordinates are an error (K-16)": 1,
}


def _open(plain: str, readings: dict[str, list[Change]], expected: dict[str, int]) -> Programs:
    """Other readings, whose names end with their rule."""
    return {
        name: Planted(
            changed(plain, readings[name]), name.rpartition("(")[2][:-1], shortest, "differs"
        )
        for name, shortest in expected.items()
    }


def _left_open(plain: str, faults: Faults, name: str, rule: str) -> Programs:
    """A fault of the testers' that is none by the texts."""
    changes = faults[name][0]
    return {name: Planted(changed(plain, changes), rule, 1, "differs", changes=changes)}


#: A program that refuses whatever L-23 refuses, and one that plays rolls that no die shows.
_CAREFUL: Change = (
    "        self._players = {}\n        for position in players:",
    "        seats = set(players) & set('ABCD')\n"
    "        if not 2 <= len(players) == len(seats):\n"
    "            raise ValueError(players)\n"
    "        for turn in turns:\n"
    "            position, steps = turn\n"
    "            if position not in list('ABCD') or type(steps) is not int"
    " or not 1 <= steps <= 6:\n"
    "                raise ValueError(turn)\n"
    "        self._players = {}\n        for position in players:",
)
_CARELESS: Change = (_CAREFUL[0], _CAREFUL[1].replace(" or not 1 <= steps <= 6", ""))
CAREFUL = changed(LUDO, [_CAREFUL])

LUDO_PLANTED = {
    **_planted(LUDO, _LUDO, LUDO_FAULTS),
    **_more(LUDO, _MORE_LUDO),
    **_more(LUDO, LUDO_HALVES),
    **_open(LUDO, LUDO_READINGS, _LUDO_OPEN),
    **_left_open(LUDO, LUDO_FAULTS, "asking for a player before the game is an error", "L-24"),
    "rolls that no die shows are played": Planted(
        changed(LUDO, [_CARELESS]), "L-23", 1, "differs", is_unasked=True
    ),
}
KUBA_PLANTED = {
    **_planted(KUBA, _KUBA, KUBA_FAULTS),
    **_more(KUBA, _MORE_KUBA),
    **_more(KUBA, KUBA_HALVES),
    **_open(KUBA, KUBA_READINGS, _KUBA_OPEN),
    **_left_open(KUBA, KUBA_FAULTS, "an unknown name is an error", "K-16"),
}
PLANTED = {**LUDO_PLANTED, **KUBA_PLANTED}

LIVE = range(27, 32)

#: Rules that no program can break by what the texts ask of it, and why.
UNBREAKABLE = {
    "L-13": "the texts pass the rolls in, and L-19 plays them as they come",
    **{f"L-{number}": "live play is Parlor's own; the texts ask for a list" for number in LIVE},
    "K-12": "the tournament rules are the published game's; the text does not ask for them",
    "K-13": "a limit of pushes is for matches; the class of the text has none",
    "K-18": "ending a turn and draws belong to the tournament rules",
}
