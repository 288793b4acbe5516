"""Values that nobody should pass, and the odd ones that anybody may.

Every value has a name, so that a failing case can be written down as a script; and each is one
object for the whole run, so that an error's `value` can be compared by identity.
"""

import collections
import decimal
import enum
import fractions
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Callable


class Index:
    """An integer as numpy's are: no int, but with an `__index__`."""

    def __init__(self, value: int) -> None:
        """Answer with this value."""
        self._value = value

    def __index__(self) -> int:
        """Answer."""
        return self._value

    def __repr__(self) -> str:
        """As it is made."""
        return f"Index({self._value})"


class Die(enum.IntEnum):
    """Integers that are a subclass of int."""

    ONE = 1
    SIX = 6
    SEVEN = 7


class FailingIndex:
    """No integer after all."""

    def __index__(self) -> int:
        """Refuse to answer."""
        raise RuntimeError("no integer today")


class Text(str):
    """A string that is equal to nothing, and hashes and prints as something else."""

    def __eq__(self, other: object) -> bool:
        """Say no."""
        return False

    def __ne__(self, other: object) -> bool:
        """Say yes."""
        return True

    def __hash__(self) -> int:
        """Say nothing useful."""
        return 7

    def __str__(self) -> str:
        """Say something else."""
        return "Z"


class Agreeable:
    """Equal to everything, also to every seat, name and number."""

    def __eq__(self, other: object) -> bool:
        """Say yes."""
        return True

    def __hash__(self) -> int:
        """Be like the seat A."""
        return hash("A")


class Quarrelsome:
    """Raises whenever it is compared, hashed or asked for its truth."""

    def __eq__(self, other: object) -> bool:
        """Refuse."""
        raise RuntimeError("do not compare me")

    def __hash__(self) -> int:
        """Refuse."""
        raise RuntimeError("do not hash me")

    def __bool__(self) -> bool:
        """Refuse."""
        raise RuntimeError("do not ask me")


class Pretender:
    """Says that it is a string."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Lie."""
        return str


class Cell(tuple):  # type: ignore[type-arg]
    """Coordinates that are a subclass of tuple."""


class Path(list):  # type: ignore[type-arg]
    """Coordinates that are a subclass of list."""


Point = collections.namedtuple("Point", ["row", "column"])


class Walk:
    """Iterable, and nothing more."""

    def __init__(self, values: Sequence[Any]) -> None:
        """Walk along these."""
        self._values = values

    def __iter__(self) -> Iterator[Any]:
        """Walk once more."""
        return iter(self._values)


class OldSequence:
    """Iterable by `__getitem__` alone, as Python once did it."""

    def __init__(self, values: Sequence[Any]) -> None:
        """Hold these."""
        self._values = values

    def __getitem__(self, place: int) -> Any:
        """Give one."""
        return self._values[place]


def _recursive_list() -> "list[Any]":
    values: list[Any] = ["A", 6]
    values[0] = values
    return values


def _deep_list() -> "list[Any]":
    values: list[Any] = []
    for _ in range(10_000):
        values = [values, values]
    return values


VALUES: "dict[str, Any]" = {
    "no value": None,
    "true": True,
    "false": False,
    "minus one": -1,
    "zero": 0,
    "five": 5,
    "six": 6,
    "seven": 7,
    "57": 57,
    "58": 58,
    "256": 256,
    "257": 257,
    "2**31": 2**31,
    "2**32 + 1": 2**32 + 1,
    "2**63": 2**63,
    "2**64 + 3": 2**64 + 3,
    "-(2**64)": -(2**64),
    "10**400": 10**400,
    "sys.maxsize": sys.maxsize,
    "1.0": 1.0,
    "6.0": 6.0,
    "0.5": 0.5,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "minus zero": -0.0,
    "3 + 0j": 3 + 0j,
    "decimal 3": decimal.Decimal(3),
    "fraction 3": fractions.Fraction(3),
    "index 3": Index(3),
    "index 6": Index(6),
    "index 7": Index(7),
    "index -1": Index(-1),
    "index 10**30": Index(10**30),
    "failing index": FailingIndex(),
    "die one": Die.ONE,
    "die six": Die.SIX,
    "die seven": Die.SEVEN,
    "empty": "",
    "a": "a",
    "A": "A",
    "D": "D",
    "E": "E",
    "p": "p",
    "P": "P",
    "pq": "pq",
    "AB": "AB",
    "A6": "A6",
    "blank A": " A",
    "A newline": "A\n",
    "A nul": "A\0",
    "wide A": "\uff21",
    "Greek A": "\u0391",
    "A with accent": "A\u0301",
    "digit six": "6",
    "surrogate": "\ud800",
    "A and surrogate": "A\udfff",
    "L": "L",
    "F": "F",
    "LR": "LR",
    "LRFB": "LRFB",
    "l": "l",
    "long text": "A" * 100_000,
    "text A": Text("A"),
    "text B": Text("B"),
    "text F": Text("F"),
    "text p": Text("p"),
    "text PlayerA": Text("PlayerA"),
    "bytes A": b"A",
    "bytes A6": b"A6",
    "bytearray": bytearray(b"A6"),
    "memory": memoryview(b"A6"),
    "empty tuple": (),
    "empty list": [],
    "empty dict": {},
    "empty set": frozenset(),
    "one": ("A",),
    "three": ("A", 6, 6),
    "turned": (6, "A"),
    "pair A6": ("A", 6),
    "nested": (("A", 6),),
    "nested seat": (("A",), 6),
    "nested roll": ["A", [6]],
    "pair in dict": {"A": 6, "B": 5},
    "cell": (6, 5),
    "cell list": [6, 5],
    "cell subclass": Cell((6, 5)),
    "cell list subclass": Path([6, 5]),
    "point": Point(6, 5),
    "cell of floats": (6.0, 5.0),
    "cell of booleans": (True, False),
    "cell of texts": ("6", "5"),
    "cell of indices": (Index(6), Index(5)),
    "cell too far": (7, 0),
    "cell before the first": (-1, 6),
    "cell -7": (-7, -7),
    "cell of huge": (2**64, 2**64),
    "cell of three": (6, 5, 0),
    "cell of one": (6,),
    "cell of nothing": (None, None),
    "cell of failing": (FailingIndex(), 3),
    "cell nested": ((6, 5), (6, 5)),
    "range": range(6, 4, -1),
    "set of cell": frozenset((6, 5)),
    "dict of cell": {6: 0, 5: 0},
    "recursive list": _recursive_list(),
    "deep list": _deep_list(),
    "object": object(),
    "class": str,
    "function": len,
    "module": sys,
    "ellipsis": ...,
    "not implemented": NotImplemented,
    "agreeable": Agreeable(),
    "quarrelsome": Quarrelsome(),
    "pretender": Pretender(),
}

ALL: "list[Any]" = list(VALUES.values())

#: What a list may come as; each takes the entries.
SHAPES: "dict[str, Callable[[list[Any]], Any]]" = {
    "list": list,
    "tuple": tuple,
    "generator": lambda values: (value for value in values),
    "iterator": iter,
    "map": lambda values: map(lambda value: value, values),
    "deque": collections.deque,
    "reversed": lambda values: reversed(values[::-1]),
    "walk": Walk,
    "old sequence": OldSequence,
    "list subclass": Path,
    "tuple subclass": Cell,
}

#: As SHAPES, for entries that can be hashed and differ from each other.
HASHED_SHAPES: "dict[str, Callable[[list[Any]], Iterable[Any]]]" = {
    "keys": lambda values: dict.fromkeys(values).keys(),
    "dict": dict.fromkeys,
}

_NAMES = {id(value): name for name, value in VALUES.items()}


def show(value: object) -> str:
    """The value as code: what a plain literal cannot say is taken from here by its name."""
    kind = type(value)
    if kind in (str, int, float, bool, type(None)) and value == value and len(repr(value)) < 60:
        return repr(value)
    if id(value) in _NAMES:
        return f"hostile.VALUES[{_NAMES[id(value)]!r}]"
    if kind is Index:
        return f"hostile.{value!r}"
    if kind in (Text, Cell, Path):
        plains: dict[type, Callable[[Any], str]]
        plains = {Text: str.__repr__, Cell: tuple.__repr__, Path: list.__repr__}
        plain = plains[kind]
        return f"hostile.{kind.__name__}({plain(value)})"
    if kind is Point:
        return f"hostile.{value!r}"
    if kind is tuple:
        inner = ", ".join(show(entry) for entry in value)  # type: ignore[attr-defined]
        return f"({inner},)" if len(value) == 1 else f"({inner})"  # type: ignore[arg-type]
    if kind is list:
        return f"[{', '.join(show(entry) for entry in value)}]"  # type: ignore[attr-defined]
    return repr(value)
