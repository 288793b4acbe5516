"""Right answers in a wrong form: another type, another order, other words.

Such a fault is a function of the answer alone and needs no model of the game: it is applied to the
answers of the rules or of other readings. A name is `as:METHOD:SHAPE`, or, for words that
are learned from the program's own answers, `says:METHOD:RIGHT=GIVEN`, once for each pair.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Callable

from parlor.check.reading import Reading
from parlor.check.table import METHODS, TURN_TO, did_not_return, text_of

_AS, _SAYS = "as:", "says:"

#: Methods whose answers are words.
WORDED = {
    "get_player_by_position",
    "get_completed",
    "get_space_name",
    "make_move",
    "get_current_turn",
    "get_winner",
}

#: Answers that a program words otherwise; more of them are no wording but a rule.
MOST_WORDS = 6

#: The rule by which each method answers.
_RULES = {
    "play_game": "L-21",
    "get_player_by_position": "L-24",
    "get_completed": "L-26",
    "get_token_p_step_count": "L-3",
    "get_token_q_step_count": "L-3",
    "get_space_name": "L-4",
    "make_move": "K-16",
    "get_current_turn": "K-15",
    "get_winner": "K-17",
    "get_captured": "K-17",
    "get_marble": "K-17",
    "get_marble_count": "K-17",
}

#: Places of each method's answers among those of a step, beside place 0 of a step of its own.
_LUDO_PLACES = {
    "get_player_by_position": (1, 5, 9, 13),
    "get_completed": (2, 6, 10, 14),
    "get_token_p_step_count": (3, 7, 11, 15),
    "get_token_q_step_count": (4, 8, 12, 16),
}
_KUBA_PLACES = {
    "get_current_turn": (1,),
    "get_winner": (2,),
    "get_captured": (3, 4),
    "get_marble_count": (5,),
}


def _pairs(value: list[Any]) -> Any:
    return [value[at : at + 2] for at in range(0, len(value), 2)]


def _numbers(value: list[Any]) -> Any:
    return [int(one) if str(one).isdigit() else one for one in value]


#: What is made of a value of each type, and how that is reported.
_SHAPES: dict[type, dict[str, tuple[Callable[[Any], Any], str]]] = {
    list: {
        "tuple": (tuple, "returns a tuple instead of a list"),
        "nested": (_pairs, "returns a list for each player instead of one list"),
        "nested-tuples": (
            lambda value: [tuple(pair) for pair in _pairs(value)],
            "returns a pair for each player instead of one list",
        ),
        "text": (str, "returns the list as one string"),
        "joined": (", ".join, "returns one string instead of a list"),
        "spaced": (" ".join, "returns one string instead of a list"),
        "numbers": (_numbers, "returns spaces of the ring as numbers, not strings"),
        "first": (lambda value: value[:2], "returns the spaces of the first player only"),
        "last": (lambda value: value[-2:], "returns the spaces of the last player only"),
        "backward": (lambda value: value[::-1], "returns the spaces in the opposite order"),
        "sorted": (sorted, "returns the spaces sorted"),
        "q-first": (
            lambda value: [one for pair in _pairs(value) for one in pair[::-1]],
            "returns the space of q before the space of p",
        ),
        "p-then-q": (
            lambda value: value[::2] + value[1::2],
            "returns the spaces of all p before those of all q",
        ),
        "p-only": (lambda value: value[::2], "returns the spaces of the p tokens only"),
        "none": (lambda _: None, "returns None instead of a list"),
        "lower": (lambda value: [one.lower() for one in value], "returns lower-case names"),
    },
    bool: {
        "number": (int, "returns 1 and 0 instead of True and False"),
        "text": (str, "returns the strings 'True' and 'False'"),
        "negated": (lambda value: not value, "returns True where it should be False, and reverse"),
        "none-for-true": (lambda value: None if value else False, "returns None instead of True"),
        "none-for-false": (lambda value: True if value else None, "returns None instead of False"),
        "none": (lambda _: None, "returns None instead of True and False"),
        "true": (lambda _: True, "always returns True"),
        "false": (lambda _: False, "always returns False"),
    },
    int: {
        "text": (str, "returns a number as a string"),
        "float": (float, "returns a float instead of an int"),
        "one-more": (lambda value: value + 1, "returns one too many"),
        "one-less": (lambda value: value - 1, "returns one too few"),
        "none-for-0": (lambda value: value or None, "returns None instead of 0"),
        "never-negative": (lambda value: max(value, 0), "returns 0 instead of -1"),
        "zero": (lambda _: 0, "always returns 0"),
        "none": (lambda _: None, "returns None instead of a number"),
        "list": (lambda value: [value], "returns a number in a list"),
    },
    tuple: {
        "list": (list, "returns a list, not a tuple"),
        "text": (str, "returns a string, not a tuple"),
        "backward": (lambda value: value[::-1], "returns the counts in the opposite order"),
        "second-first": (
            lambda value: (value[1], value[0], *value[2:]),
            "returns the count of black before that of white",
        ),
        "red-first": (lambda value: (value[-1], *value[:-1]), "returns the count of red first"),
        "dict": (lambda value: dict(zip("WBR", value)), "returns a dictionary, not a tuple"),
        "sum": (sum, "returns the sum of the counts"),
        "none": (lambda _: None, "returns None instead of a tuple"),
    },
    str: {
        "none": (lambda _: None, "returns None instead of a string"),
        "lower": (str.lower, "returns lower case"),
        "empty": (lambda _: "", "returns an empty string"),
        "number": (lambda value: int(value) if value.isdigit() else value, "returns numbers"),
    },
}

#: What is returned in place of a name, by its pair and the place of that, and how that is reported.
_OF_NAMES: dict[str, tuple[Callable[[Any, int], Any], str]] = {
    "color": (lambda pair, _: pair[1], "returns the color of a player instead of the name"),
    "number": (lambda _, place: place + 1, "returns 1 or 2 instead of a name"),
    "index": (lambda _, place: place, "returns 0 or 1 instead of a name"),
    "pair": (lambda pair, _: pair, "returns a name and a color instead of a name"),
    "lower-name": (lambda pair, _: pair[0].lower(), "returns a name in lower case"),
    "player-number": (
        lambda _, place: f"player{place + 1}",
        "returns player1 or player2 instead of a name",
    ),
}

#: Methods that return names.
_NAMING = ("get_current_turn", "get_winner")

#: Methods that are asked for each player, and of whom a shape may be.
_OF_A_PLAYER = ("get_captured",)
_PLAYERS = {
    "": "",
    "@first": ", but only for the player named first",
    "@second": ", but only for the player named second",
}

#: What each method returns, apart from None.
_RETURNS: dict[str, type] = {
    "play_game": list,
    "get_completed": bool,
    "get_token_p_step_count": int,
    "get_token_q_step_count": int,
    "get_space_name": str,
    "make_move": bool,
    "get_current_turn": str,
    "get_winner": str,
    "get_captured": int,
    "get_marble_count": tuple,
}


def readings(game: str) -> dict[str, Reading]:
    """Every shape that is known of the answers of a game, by its name."""
    found = {}
    for method in _methods(game):
        for shape, (_, phrase) in _SHAPES.get(_RETURNS.get(method, object), {}).items():
            for player, words in _PLAYERS.items() if method in _OF_A_PLAYER else [("", "")]:
                name = f"{_AS}{method}:{shape}{player}"
                found[name] = Reading(name, _RULES[method], f"{method} {phrase}{words}")
        for shape, (_, phrase) in _OF_NAMES.items() if method in _NAMING else ():
            name = f"{_AS}{method}:{shape}"
            found[name] = Reading(name, _RULES[method], f"{method} {phrase}")
    return found


def said(method: str, words: dict[str, str]) -> Reading:
    """A reading of a program that words some right answers of a method in its own way."""
    pairs = "".join(f"\t{right}\t{given}" for right, given in sorted(words.items()))
    phrases = " and ".join(f"{given} instead of {right}" for right, given in sorted(words.items()))
    return Reading(f"{_SAYS}{method}{pairs}", _RULES[method], f"{method} returns {phrases}")


def is_shape(name: str) -> bool:
    """Whether a reading is one of these, and none of the game's model."""
    return name.startswith((_AS, _SAYS))


def is_own(name: str) -> bool:
    """Whether a reading is of words that were learned from the program."""
    return name.startswith(_SAYS)


def method_of(name: str) -> str:
    """The method whose answers a shape changes."""
    return name.partition(":")[2].partition("\t")[0].partition(":")[0]


def method_at(game: str, step: tuple[Any, ...], place: int) -> str:
    """The method that gives the answer at a place of a step's answers; empty if it is none."""
    if place == 0:
        return str(step[0])
    places = _LUDO_PLACES if game == "ludo" else _KUBA_PLACES
    return next((method for method, at in places.items() if place in at), "")


def _methods(game: str) -> list[str]:
    if game == "ludo":
        return [*METHODS["LudoGame"], *METHODS["Player"]]
    return METHODS["KubaGame"]


def applied(
    names: Iterable[str], game: str, script: tuple[Any, ...], answers: list[list[str]]
) -> list[list[str]]:
    """The answers as a program gives them that has these shapes."""
    places = _LUDO_PLACES if game == "ludo" else _KUBA_PLACES
    given = []
    games: list[tuple[Any, ...]] = []
    players: tuple[Any, ...] = ()
    for step, answered in zip(script, answers):
        if step[0] == "KubaGame":
            players = step[1:]
            games.append(players)
        elif step[0] == TURN_TO and games:
            players = games[step[1] % len(games)]
        changed = list(answered)
        for name in sorted(names):
            method, change = method_of(name), _change_for(name, players)
            own = (0,) if step[0] == method else ()
            of_method = places.get(method, ())
            if "@" in name:
                of_method = of_method[:1] if name.endswith("@first") else of_method[1:]
            for place in (*own, *of_method):
                if place < len(changed) and not (place and len(changed) == 1):
                    changed[place] = change(changed[place])
        given.append(changed)
    return given


def _change_for(name: str, players: tuple[Any, ...]) -> Callable[[str], str]:
    """What becomes of the text of a right answer in a game between some players."""
    shape = name.rpartition(":")[2]
    if not name.startswith(_AS) or shape not in _OF_NAMES:
        return _change(name)
    make = _OF_NAMES[shape][0]
    pairs = [pair for pair in players if isinstance(pair, (tuple, list)) and len(pair) == 2]
    names = {text_of(pair[0]): text_of(make(pair, place)) for place, pair in enumerate(pairs)}
    return lambda right: names.get(right, right)


@cache
def _change(name: str) -> Callable[[str], str]:
    """What becomes of the text of a right answer."""
    if name.startswith(_SAYS):
        _, *pairs = name.split("\t")
        words = dict(zip(pairs[::2], pairs[1::2]))
        return lambda right: words.get(right, right)
    _, method, shape = name.partition("@")[0].split(":")
    kind = _RETURNS[method]
    make = _SHAPES[kind][shape][0]

    @lru_cache(maxsize=4096)
    def change(right: str) -> str:
        if did_not_return(right):
            return right
        try:
            value = ast.literal_eval(right)
        except (ValueError, SyntaxError):
            return right
        if type(value) is not kind:
            return right
        try:
            return text_of(make(value))
        except (TypeError, ValueError, AttributeError, IndexError):
            # Another reading has made something else of it.
            return right

    return change
