"""Games of Kuba for one rule each: the assignment's example first, then several per rule."""

from __future__ import annotations

from functools import cache
from typing import Callable

from parlor.check.script import ANN, BOB, Script, kuba, turn_to
from parlor.check.table import CELLS, Step
from parlor.kuba import Position

# Whole games, found by search. White begins and wins with the last push.
SEVEN_REDS = "01B 06B 21R 16B 22R 36L 23R 50R 24R 05B 35L 15R 34L 60R 33L 45L 32L 44L 31L"
ALL_EIGHT = "65F 61F 55F 60F 45L 51F 44L 06L 35F 16F 43L 06B 25F 50F 42L 04R 15R 05R 16F"
BLOCKED = "56L 50R 55L 61F 54L 60F 53L 40R 01B 05B 11B 06B 31R 15B 21R 16B 22R 36L 65F"
#: White goes on after the end, and captures an eighth red.
EIGHT_REDS = f"{SEVEN_REDS} 61R 56L 25F 54F 16B 44L"
#: Black takes a red with the last push, and there are six of White's.
REDS_OF_BOTH = SEVEN_REDS.removesuffix("44L 31L") + "25R"
#: After the last push Black has no further one, but White has.
BLOCKED_BY_ONESELF = (
    "56L 16L 55L 06L 53F 15L 54F 05L 44F 03B 00R 61F 53L 41R 52L 42R 10F 43F 00B 60R 51B 03B 61F "
    "43F"
)
#: Black's only push at the end would undo White's.
BLOCKED_BY_KO = (
    "56L 16L 55L 06L 53F 15L 54F 05L 44F 03B 00R 61F 53L 41R 52L 42F 10R 60R 51B 32F 02B"
)

#: White's third push moves a row with black's marble at its end; black can push it back.
PUSHED, PUSH_BACK = "01B 05B 21R", "26L"
#: A capture by White, with the seventh push.
CAPTURE = "66L 16L 65L 60R 63F 50B 53F"


#: How each way to push is seen from another side of the board: in a mirror, where black and white
#: change places, and with rows and columns exchanged, where they do not.
_IN_MIRROR = {"L": "R", "R": "L", "F": "F", "B": "B"}
_ACROSS = {"L": "F", "F": "L", "R": "B", "B": "R"}


def mirrored(pushes: str) -> str:
    """The pushes as seen in a mirror, where black and white change places."""
    names = {"Ann": "Bob", "Bob": "Ann"}
    return _seen(pushes, names, lambda row, column, way: f"{row}{6 - int(column)}{_IN_MIRROR[way]}")


def across(pushes: str) -> str:
    """The pushes with rows and columns exchanged: each color lies as before."""
    return _seen(pushes, {}, lambda row, column, way: f"{column}{row}{_ACROSS[way]}")


def _seen(pushes: str, names: dict[str, str], push: Callable[[str, str, str], str]) -> str:
    """The pushes from another side, with another name for who makes one after a `!`."""
    found = []
    for one in pushes.split():
        who, colon, bare = one.rpartition(":")
        name = f"!{names.get(who[1:], who[1:])}:" if colon else ""
        found.append(name + push(bare[0], bare[1], bare[2:]))
    return " ".join(found)


def move(name: object, cell: object, direction: object) -> Step:
    """A try to push."""
    return ("make_move", name, cell, direction)


_PLAYERS = (("PlayerA", "W"), ("PlayerB", "B"))
EXAMPLES: list[Script] = [
    (
        ("KubaGame", *_PLAYERS),
        move("PlayerA", (6, 5), "F"),
        move("PlayerA", (6, 5), "L"),
        ("get_marble", (5, 5)),
    )
]

_EVERY_WAY = {
    "K-2": ["66L", "00R", "66F", "00B", "65F", "06B", "56L"],
    "K-3": ["66L 06L 65L", "01R", "55F", "01B 05B 21L", "00R 06L 01R 04R", "65F 61F 01L", "56R"],
    "K-4": ["00R 06L 01R", "10R", PUSHED, "65F 61F 45L", "01B 06B 21R 16B 22R", CAPTURE + " 61F"],
    "K-5": ["66R", "00L", "66B", "65F 61F 65B", "01B 05B 21R 60F 11L"],
    "K-6": [CAPTURE, "00R 05B 01B 06B 21R", "00R 16L 02B 15L", "00R 05B 01B 06B 21R 61F"],
    "K-7": [
        *[
            f"{PUSHED} {PUSH_BACK}",
            f"{PUSHED} {PUSH_BACK} {PUSH_BACK}",
            f"{PUSHED} 33L {PUSH_BACK}",
        ],
        *[f"{PUSHED} 60F 66F {PUSH_BACK}", "00R 16L 02B 15L 10R", "66L 06L 64R", f"{PUSHED} 60F"],
        *["66L 06L 64R 04R", "66L 06L 64R 04R 66L", f"{PUSHED} !Ann:00R !Bob:{PUSH_BACK}"],
        *[
            "65F 61F 45B",
            "65F 05B 10R",
            f"{PUSHED} !Bob:60R !Bob:{PUSH_BACK}",
            f"{PUSHED} !Bob:00R !Bob:{PUSH_BACK}",
        ],
    ],
    "K-8": [SEVEN_REDS, SEVEN_REDS[:-4], EIGHT_REDS, REDS_OF_BOTH],
    "K-9": [ALL_EIGHT],
    "K-10": [BLOCKED, BLOCKED_BY_KO, BLOCKED_BY_ONESELF],
    "K-11": ["65F 61F", "65F !Ann:00R", f"{CAPTURE} !Ann:43F", "65F !Ann:00R 61F"],
    "K-16": ["06B", "13L", "03L", "65F 00R 61F", "65F 03L", "65F 61F 00R 06B"],
}


#: Pushes of a game that has an end.
_LONG = 12


#: A push of the first word, then tries of the others that are refused, each twice.
_REFUSED = [
    ("", "Ann:01L"),
    ("", "Ann:01R Ann:03L"),
    ("65F", "Bob:05L"),
    ("65F", "Ann:00R"),
    ("65F 61F", "Bob:60R Ann:01L"),
    ("65F 61F", "Ann:06B Ann:33L Ann:03L"),
    ("65F", "Bob:70F Bob:76L"),
    ("01B 05B 21R 60F", "Ann:11L"),
    (CAPTURE, "Ann:43F Bob:60R"),
]
_REFUSED_BY_KO = ["Bob:26L", "Bob:33L Bob:26L", "Bob:26L Bob:33L", "Ann:00R Bob:26L Ann:21R"]


def _played_on(pushes: str, tries: str = "", more: int = 11) -> str:
    """A game in which each of some tries is refused twice, and the same player then plays on."""
    words, position = pushes.split(), _after(pushes)
    words += [f"!{one}" for one in tries.split() for _ in range(2)]
    for number in range(more):
        if position.is_over:
            break
        push = position.legal_moves[7 * (number + 1) % len(position.legal_moves)]
        words.append(push)
        position = position.apply(push)
    return " ".join(words)


def _ko_after_ko(pushes: str, times: int) -> str:
    """A game in which each push can be undone if any can, and undoing it is tried `times` times."""
    words, position = pushes.split(), _after(pushes)
    for number in range(_LONG):
        moves = position.legal_moves
        moves = moves[5 * number % len(moves) :] + moves
        push = next((one for one in moves if position.apply(one).barred), moves[0])
        words.append(push)
        position = position.apply(push)
        if position.is_over:
            break
        name = "Ann" if position.to_move == "W" else "Bob"
        words += [f"!{name}:{position.barred}"] * times if position.barred else []
    return " ".join(words)


def _after(pushes: str) -> Position:
    """Where pushes lead."""
    position = Position()
    for push in pushes.split():
        position = position.apply(push)
    return position


def _repeated() -> list[Script]:
    """Refused tries, made again by the same player, and games that go on after them."""
    found = []
    for pushes, tries in _REFUSED:
        game = _played_on(pushes, tries)
        found += [kuba(game), kuba(mirrored(game), first="Bob")]
    for tries in _REFUSED_BY_KO:
        found += _in_every_way(_played_on(PUSHED, tries), is_short=True)
    for times, pushes in ((1, ""), (2, ""), (2, PUSHED)):
        found += _in_every_way(_ko_after_ko(pushes, times), is_short=True)
    found += _in_every_way(f"{PUSHED} !Bob:{PUSH_BACK} 60F 66F {PUSH_BACK}")
    for step in (("Cid", (6, 1), "F"), ("Bob", (6, 1), "X"), ("Bob", (6, 1), "LR")):
        others = kuba(_played_on("65F").removeprefix("65F "), first="Bob")[1:]
        found.append((*kuba("65F"), move(*step), move(*step), *others))
    return found


def _in_every_way(pushes: str, *, is_short: bool = False) -> list[Script]:
    """From all sides of the board: by each color in each of the four directions.

    A game to its end is long, and which way its pushes went does not end it: once by each color.
    """
    if len(pushes.split()) > _LONG and not is_short:
        return [kuba(pushes), kuba(mirrored(pushes), first="Bob")]
    found = []
    for one in (pushes, across(pushes)):
        # Two mirrors are half a turn.
        for side in (one, mirrored(across(mirrored(across(one))))):
            found += [kuba(side), kuba(mirrored(side), first="Bob")]
    return found


def _at_once() -> list[Script]:
    """Two games at once: what is done in one, and that the other still is as it was."""
    others: Script = (("KubaGame", ("Cid", "B"), ("Dee", "W")),)
    bob = move("Bob", (6, 1), "F")
    return [
        (*kuba("65F"), *kuba(""), turn_to(0)),
        (*kuba(""), *kuba("65F"), turn_to(0)),
        (*kuba("65F"), *kuba("01B"), turn_to(0), bob, turn_to(1)),
        (*kuba(""), *kuba(""), turn_to(0), move("Ann", (6, 5), "F"), turn_to(1)),
        (*kuba("65F"), *others, turn_to(0), bob),
        (*kuba("65F"), *others, move("Cid", (0, 6), "B"), turn_to(0), bob),
        (*kuba("65F"), *others, turn_to(0), move("Dee", (0, 1), "B")),
        (*kuba(CAPTURE), *kuba("65F"), turn_to(0)),
        (*kuba(CAPTURE), *others, turn_to(0)),
        # What K-7 bars in the first game is what was pushed there last.
        (*kuba(PUSHED), *kuba("65F"), turn_to(0), move("Bob", (2, 6), "L")),
        (*kuba("01B 05B"), *kuba(PUSHED), turn_to(0), move("Ann", (2, 1), "R"), turn_to(1)),
        (*kuba(SEVEN_REDS), *kuba("65F"), turn_to(0)),
        (*kuba("65F"), *kuba(SEVEN_REDS), turn_to(0), bob),
    ]


def _ended() -> list[Script]:
    """After the end, every push of either player with each of their marbles left."""
    found = []
    for pushes in (SEVEN_REDS, ALL_EIGHT, BLOCKED):
        position = _after(pushes)
        for name, color in (ANN, BOB):
            tries = [
                move(name, cell, direction)
                for cell in CELLS
                if position.board[cell[0]][cell[1]] == color
                for direction in "LRFB"
            ]
            found.append(kuba(pushes, *tries))
    return found


@cache
def directed() -> tuple[Script, ...]:
    """Those of every rule, and tries that are refused."""
    scripts = [
        script for games in _EVERY_WAY.values() for game in games for script in _in_every_way(game)
    ]
    scripts += [kuba(""), (*kuba(""), *kuba("")), (*kuba("65F"), *kuba(""))]
    scripts += [(("KubaGame", BOB, ANN), move("Bob", (0, 0), "R"), move("Bob", (0, 6), "B"))]
    scripts += [
        (("KubaGame", ("R", "B"), ("B", "W")), move("B", (0, 0), "R"), move("R", (0, 6), "B"))
    ]
    scripts += [
        kuba("", ("get_marble", (row, column))) for row in (0, 1, 3) for column in (0, 3, 6)
    ]
    for cell in ((7, 0), (0, 7), (7, 7), (700, 3), (-1, -1), (-1, 6), (6, -1), (-7, -7), (-7, 0)):
        scripts += [kuba("", move("Ann", cell, direction)) for direction in "LRFB"]
    odd_directions = [
        "X",
        "U",
        "left",
        "",
        "LR",
        "RF",
        "FB",
        "LRFB",
        "l",
        "f",
        " F",
        "F ",
        "Forward",
    ]
    scripts += [kuba("", move("Ann", (6, 5), direction)) for direction in odd_directions]
    scripts += [kuba("65F", move("Bob", (6, 1), direction)) for direction in odd_directions]
    for name in ("Cid", "W", "ann", ""):
        scripts += [kuba("", move(name, (6, 5), "F")), kuba("65F", move(name, (0, 6), "B"))]
    # A failed first try, then the other's.
    scripts += [kuba("", move("Ann", (0, 3), "L"), move("Bob", (6, 1), "F"))]
    scripts += [kuba("", move("Ann", (0, 3), "L"), move("Ann", (6, 5), "F"))]
    odd_cells = [
        None,
        5,
        "65",
        (6,),
        (6, 5, 4),
        [6, 5],
        ("6", "5"),
        (6.0, 5.0),
        (True, 5),
        (None, 5),
    ]
    scripts += [kuba("", move("Ann", (True, 0), "R"))]
    scripts += [kuba("", move("Ann", cell, "F")) for cell in odd_cells]
    scripts += [kuba("", move("Ann", (6, 5), direction)) for direction in (None, 5, ("F",), ["F"])]
    scripts += [kuba("", move(name, (6, 5), "F")) for name in (None, 5, ("Ann", "W"))]
    return (*scripts, *_repeated(), *_at_once(), *_ended())


#: What the text says nothing about: unknown players, cells off the board, players it cannot seat.
UNASKED: list[Script] = [
    *[kuba("", ("get_captured", name)) for name in ("Cid", "W", None)],
    *[kuba("", ("get_marble", cell)) for cell in ((7, 0), (-1, 0), (0, 7), None, "00")],
    *[
        (("KubaGame", *pair),)
        for pair in [
            *[(("A", "W"), ("A", "B")), (("A", "W"), ("B", "W")), (("A", "R"), ("B", "B"))],
            *[(("A", "w"), ("B", "b")), (("A",), ("B", "B")), ("AW", "BB"), (None, ("B", "B"))],
        ]
    ],
]


def examples() -> list[Script]:
    """The text's own."""
    return EXAMPLES
