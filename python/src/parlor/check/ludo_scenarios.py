"""Games of Ludo for one rule each: the assignments' examples first, then several per rule."""

from __future__ import annotations

from functools import cache

from parlor.check.script import Script, ludo, turn_to
from parlor.check.table import Step

_GOLDEN = "AB: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4"

#: The calls that the texts print, with their answers.
EXAMPLES = [
    _GOLDEN,
    "ABCD: A6 A1 B6 B2 C6 C3 D6 D4",
    "AB: B=55 A=51 B=56 A=20 B=20",
    "CD: C=20 D=20",
    "AB: A6 A5x11 A4",
    "AB: A6 A5x11 A5",
]

#: Stacks of A: made on space 3, and of tokens that meet on A2, where p waits for q.
_STACK = "A6 A6 A3 A3"
_MEET_HOME = "A6 A5x10 A2 A6 A4x13"
#: A's p is kicked and q walks on to 55: p then comes out once more, or q ends.
_Q_HOME = "A6 A5x3 A6 A5x2 A6 B6 B1 A5x7 A4"
_Q_AHEAD, _Q_ENDS = f"{_Q_HOME} A6", f"{_Q_HOME} A2"
#: A finishes as a stack.
_BOTH = "A6 A6 A3 A3 A4 A5x10"

#: Rule by rule. The rule says where to look first; what a difference breaks is found by replay.
GAMES = {
    "L-2": ["ABCD:", "AB: // AB: A6 // AB:", "AB: A6 // AB: ?A"],
    "L-5": [
        *["AB: A1", "AB: A2", "AB: A3", "AB: A4", "AB: A5", "AB: A6", "AB: A1 A2 A3 A4 A5"],
        *["AB: A6 A6", "BD: B6 B1 D6 D1", "AB: A6 A6 A4", "AB: A6 A6 A6", "AB: A6 A6 A6 A6"],
        *["ABC: B6 A6 C6", "AD: A6 D6 D5x3", "AD: D6 D5x3 A6", "AB: B6 A6 A5x3", "AB: B6 B1 A6"],
    ],
    "L-6": [
        *["AB: A6 A1", "AB: A6 A2", "AC: A6 A1 A2 A3 A4 A5", "AB: A6 A5x10 B6 B5x10"],
        *["AB: A6 A5x10 A1 B6 B5x9 B4 B5", "CD: C6 C5x10 C1 D6 D5x10 D1"],
    ],
    "L-7": [
        *["AB: A6 A5x11 A2", "AB: A6 A5x11 A3", "AB: A6 A5x11 A5 A3", "AD: D6 D5x11 D2"],
        *["AB: A6 A5x11 A2 A6 A5x11 A1 A6", "AB: A6 A5x11 A4 A5", "AB: A6 A5x10 A4 A4 A4"],
    ],
    "L-8": [
        *["AB: A6 A5x11 A2 A1", "AB: A6 A5x11 A2 A5", "AB: A6 A5x11 A2 A1 A2 A3 A4 A5"],
        *["AB: A6 A5x11 A2 A6 A4", "AB: A6 A5x11 A2 A6 A4 A6 A1"],
        *["AD: A6 A5x2 A6 D6 D5x4 D4 A5x11 A2", "AD: A6 A5x2 A6 D6 D5x4 D4 A5x11 A2 A6 A5"],
        *["AB: A6 A5x11 A2 A6 A5x10 A4 A1", "AB: A6 A5x11 A2 A6 A5x10 A2 A3"],
        *[f"ABC: {_BOTH} A4 B6 A2", f"ABC: {_BOTH} A6"],
        # q is the first on E: p is the token that is kicked, and left behind.
        *[f"AB: {_Q_ENDS} A{roll}" for roll in range(1, 7)],
        *[f"AB: {_Q_ENDS} A6 A{roll}" for roll in range(1, 6)],
    ],
    "L-9": [
        *["AB: B6 B1 A6 A5x3", "AD: A6 A1 D6 D5x3", "AB: B6 B4 A6 A5x3 A3", "AB: B6 B4 A6 A5x4"],
        *["AB: B6 B4 A6 A5x3 A3 B3", "AB: B6 B4 A6 A5x3 A3 B6 B2", "AB: A6 A5x4 B6 B5x4"],
        *["AB: B6 B5 B5 B6 B4 A6 A5x3 A3", "AB: A6 A5x10 A3 B6 B5x10 B3", "AB: A6 A1 B6 B1"],
        *["AB: A6 A5x11 A2 B6 B5x11 B2", "ABC: A6 A5x11 A2 B6 B5x11 B2 C6 C5x11 C2"],
        *["AB: B6 B2 A6 A5x3 A1", "AB: B6 B2 A6 A4x4 A1", "AB: B6 B1 A6 A5 A5 A6 A4 A6"],
        # At the end of the ring, of either player.
        *["AB: B6 B5x7 B1 A6 A5x10", "AB: B6 B5x10 A6 A5 A3"],
        *["AC: C6 C5x5 C4 A6 A1", "AD: A6 A2 D6 D5x3 D1", "AB: B6 B1 A6 A5 A6 A4 A5 A1 A5"],
        *["ABC: B6 B5x3 C6 C1 A6 A5x5 A4", "AB: A6 A6 A5x2 A5 B6 B1 A5x2"],
        *["ABC: B6 B4 B6 B4 C6 A6 A5x3 A3", "AB: B6 B4 B6 B2 A6 A5x3 A3", "AD: A6 A1 A6 D6 D5x3"],
        *["AB: A6 A6 A1 A2 B6 B6 B5x8 B4", "ABC: C6 C5x9 C2 B6 B5x6 B3 A6 A4"],
        "ABD: B6 B5x9 A6 A3 D6 D5x3 D3",
        # Whoever is listed where, and both tokens of each.
        *["BA: B6 B1 A6 A5x3", "CBA: B6 B1 A6 A5x3", "CAB: C6 C1 A6 A5x5 A4"],
        *["BCA: B6 B6 B2 B1 A6 A5x2 A4 A2", "ABCD: B6 B1 C6 C6 C2 D6 D1 A6 A5x6 A5x2 A3"],
        # Where a token stood, none stands any more.
        "AB: B6 B4 B1 A6 A5x3 A3",
    ],
    "L-10": [
        *["AB: A6 A4 A6 A4", f"AB: {_STACK} A4", f"AB: {_STACK} A6", f"AB: B6 B1 {_STACK} A6x2"],
        *[f"AB: {_STACK} A5x9 A4", f"AB: {_STACK} A5x9 A4 A1", f"AB: {_STACK} A5x10 A6"],
        *[f"AB: {_STACK} A5x10 A4", f"AB: {_MEET_HOME}", f"AB: {_MEET_HOME} A3"],
        *[f"AB: {_MEET_HOME} A5", f"AB: {_STACK} A4 A2"],
        f"AB: {_STACK} A5x9 A3 A2 A1",
        # p waits on A4 until q bounces onto it.
        *["AB: A6 A5x10 A4 A6 A5x11 A5 A1", "AB: A6 A5x10 A4 A6 A5x11 A5 A5"],
    ],
    "L-11": [
        *[f"AD: {_STACK} D6 D5x3 D2", f"AD: {_STACK} D6 D5x3 D2 A6", "AB: A6 A6 A1 A1 B6 B5x8 B3"],
        # p comes to q.
        "AD: A6 A3 A6 A5 A2 D6 D5x3 D4",
        *[f"AD: {_STACK} D6 D5x3 D2 A6 A5", f"AD: {_STACK} D6 D5x3 D2 A5"],
    ],
    "L-12": [
        *["ABC: A6 A5x11 A2", "ABC: A6 A5x11 A2 A6 A5x11 A2 B6", f"ABC: {_BOTH} B6 B2 C6 C4"],
        *[f"ABC: {_BOTH} B6", f"ABC: {_BOTH}", f"ABC: {_BOTH} B6 B6 B3 B3 B4 B5x10"],
        f"ABCD: {_BOTH} B6 B6 B3 B3 B4 B5x10 C6 D6 C1",
    ],
    "L-14": [
        *["AB: A6 A4", "AB: A6 A5x4 A4", "AB: B6 B1 A3 A5", "AB: A6 A5x11 A2 A6 A5x11 A5"],
        *["AB: A6 A5x11 A2 A6 A5 A3", "AB: A2 A6 A3"],
        # q is kicked when p is at home, and waits for a 6.
        "AB: A6 A6 A2 A3 A5x19 B6 B5x6 B4 A5",
    ],
    "L-15": [
        *["AB: A6 A3 A6", "AB: A6 A5x10 A1 A6", "AB: B6 B1 A6 A5 A4 A6", "AB: A6 A5 A6 A6"],
        *["AD: A6 A5x2 A6 D6 D5x4 D4 A6", "AB: B6 B1 A6 A5 A4 A6 A6"],
    ],
    "L-16": [
        *["AB: A6 A5x10 A4 A6 A4x3 A3", "AB: A6 A5x10 A4 A6 A4x3 B6 B1 A3"],
        *["AB: A6 A5x11 A6 A4x2 A3", "AB: A6 A5x10 A4 A6 A1", "AB: A6 A5x11 A6 A2"],
        *["AB: A6 A5x11 A6 A3", "AB: A6 A5x10 A1 A6 A4 A5"],
        # Both are at home.
        "AB: A6 A5x11 A6 A5x10 A3 A4",
        # From each home square, with the other token far behind.
        *[f"AB: A6 A5x10 A{7 - left} A6 A5 A{left}" for left in (6, 5, 4, 3, 2)],
        "AB: A6 A5x11 A1 A6 A5 A1",
        # q is at home, and p behind it.
        *[f"AB: {_Q_AHEAD} {rolls}" for rolls in ("A2", "A1", "A3", "B6 B1 A2", "B6 B5x2 A2")],
    ],
    "L-17": [
        *["AB: A6 A5x4 A6 A5 B6 B5x2 A4", "AB: A6 A1 A6 A4 A6 A6 B6 B1 A5"],
        *["AB: A6 A5x4 A6 A5 B6 B4x2 A4", "AB: B6 B5x10 B3 A6 A5x10 A1 A6 A3 A2"],
        *["AB: B6 A6 A5x2 A6 A4 A5", "AB: A6 A5x2 A6 A5 B6 B1 A5", "AB: B6 A6 A5x2 A6 A5"],
        # Both on R.
        "AD: D6 D5x3 A6 A6 A1",
        # The one behind could kick.
        "AB: A6 A5x5 A6 A5x2 B6 B1 A5",
        # Both could kick.
        *["ABD: A6 A5x2 A6 B6 B1 D6 D5x3 D4 A5", "ABD: A6 A5 A6 B6 B5x9 D6 D5x3 D5 D1 A5"],
        *["ABC: A6 A4 A6 A5 A5 B6 B1 C6 C5x6 C3 A5", "AB: A6 A5x2 A6 B6 B1 B6 B5x9 B2 A5"],
        *["ABC: A6 A3 A6 A6 A5 A5 A1 B6 B2 C6 C5x6 A5", "AB: A6 A6 A4 A5x3 B6 B6 B2 B1 A6"],
    ],
    "L-18": [
        *["AB: A6 A5x4 A6 A5 A3", "AB: A6 A1 A6 A4 A2", "BC: B6 B5x9 B6 B5x2 B2"],
        f"AB: {_Q_AHEAD} A4",
        *["AB: A6 A6 A2 A1", "AB: A6 A2 A6 A1", "BC: B6 B5x9 B6 B5", "AB: A6 A6 A5"],
        "DA: D6 D5x3 D6 D2",
    ],
    "L-19": [
        *["AB: A6 A1 A1 A1", "AB: A6 A1 A6 A1 A1 A1", "AB: B6 B1 A6", "AB: A6 A6 A6 A2 B6"],
        "ABC: C6 C2 A6 A1",
    ],
    "L-20": [
        *["AB: A6 C6 A2", "AB: C6", f"ABC: {_BOTH} B6 A6 A1 A5 B2", f"AB: {_BOTH} B6 B2"],
        f"AB: {_BOTH} B6",
    ],
    "L-21": ["BD: B6 B4 D6", "CA: A6 A3 C6", "CA:", "BA: A6", "DCBA: D6 A6 A2"],
    "L-22": ["AB: A6 A4; AB:", "AB: A6 A4; AB: A4", "AB: A6; CD: C6"],
    "L-24": [
        "AB: ?A",
        "AB: ?C",
        "AB: ?E",
        "AB: ?a",
        "AB: ?AB",
        "AB: ?",
        "?A",
        "?E",
        "CD: ?A",
        "AB: A6 // ?A",
    ],
    "L-25": [
        *[
            "AB: A6 A5x4 A6 A5 Ap3",
            "AB: Bq6",
            "AB: Ap6",
            "AB: B6 B1 A6 A5x2 Ap5",
            "AB: A6 A5x11 Ap5",
        ],
        *["AB: A6 A5x11 A2 A6 A5x11 Aq2", "AB: A6 Ap3", "AB: A6 A6 Aq3", "AB: A6 A1 Ap6"],
        # Once more, and on from there.
        *["AB: Ap5 Ap5 Ap6 Ap5", "AB: A6 A5x11 A2 Ap1 Ap1 Aq6 Aq3", f"AB: {_STACK} Aq4 Ap4 Ap2"],
        *["AB: A6 A6 A3 Aq3 Aq3 Ap3", "AB: A6 A5x11 A2 A6 A5x11 Aq2 Aq2", f"AB: {_BOTH} Ap3 Aq3"],
        *["AB: B6 B1 A6 A5x2 Ap5 Bp6 Bp2 Ap2", "AB: A6 A5x10 A4 A6 A5x10 Aq4 Ap3"],
        *["AB: Ap5", "AB: A6 A5x11 A2 Ap1", f"AB: {_STACK} Aq4", f"AB: {_STACK} Ap4"],
    ],
    "L-26": [f"AB: {seat}={steps}" for seat in "AB" for steps in range(-1, 58)]
    + [f"CD: {seat}={steps}" for seat in "CD" for steps in range(-1, 58)],
}


#: Rules whose games ask about every seat already.
_OF_ALL_SEATS = ("L-24", "L-26")

#: Two games at once: what is done in one, and that the other still is as it was.
AT_ONCE: list[Script] = [
    (*ludo("AB: A6 A4 // AB:"), turn_to(0)),
    (*ludo("AB: A6 A4 // "), turn_to(0)),
    (*ludo("AB: A6 A4 // CD: C6 C1"), turn_to(0)),
    (*ludo("AB: A6 A4 // AB: A6 A5 B6"), turn_to(0)),
    (*ludo("AB: A6 A4 // AB: A6 A5 Ap3"), turn_to(0)),
    (*ludo("AB: A6 // AB: A6"), turn_to(0), ("move_token", "A", "p", 3), turn_to(1)),
    # In the second game nobody stands where D's token of the first one does.
    (*ludo("AD: D6 D2 // AD: A6 A5x8 A2"), turn_to(0), ("move_token", "D", "p", 1), turn_to(1)),
    (*ludo("AB: A6 A5x11 A2 A6 A5x11 A2 // AB: B6"), turn_to(0)),
]


#: More turns than a program may have that plays each by a call within the last one's.
_LONG: Script = ludo("AB: " + "A1 B1 " * 550)


def _odd(*calls: Step) -> Script:
    return (("LudoGame",), *calls)


#: Bad input, of which the texts say nothing.
UNASKED: list[Script] = [
    *[
        _odd(("play_game", players, []))
        for players in ([], ["A"], ["A", "A"], ["A", "X"], ["a", "B"])
    ],
    _odd(("play_game", ["A", "B", "C", "D", "A"], [])),
    *[_odd(("play_game", ["A", "B"], [("A", roll)])) for roll in (0, 7, -1, "6", None, 6.0, True)],
    *[_odd(("play_game", ["A", "B"], [turn])) for turn in (("X", 6), ("a", 6), ("A",), None)],
    *[
        _odd(("play_game", ["A", "B"], []), ("get_space_name", "A", steps))
        for steps in (-2, 58, 100, "5", None)
    ],
    *[
        _odd(("play_game", ["A", "B"], [("A", 6)]), ("move_token", "A", token, steps))
        for token, steps in (("x", 3), ("P", 3), ("p", 0), ("p", 7), ("p", -1), ("p", "3"))
    ],
]


def examples() -> list[Script]:
    """The texts' own."""
    return [ludo(written) for written in EXAMPLES]


@cache
def directed() -> tuple[Script, ...]:
    """Those of every rule."""
    found = []
    # As seen from each seat: a fault may be that of one player alone.
    for seats in ("ABCD", "BCDA", "CDAB", "DABC"):
        turned = str.maketrans("ABCD", seats)
        for rule, games in GAMES.items():
            if seats == "ABCD" or rule not in _OF_ALL_SEATS:
                found += [ludo(written.translate(turned)) for written in games]
    start: Step = ("play_game", ["A", "B"], [])
    for position in (None, 5, True, ("A",)):
        found.append(_odd(start, ("get_player_by_position", position)))
    return (*found, *AT_ONCE, _LONG)
