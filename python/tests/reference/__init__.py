"""The rules of both texts once more, in plain Python: slow, obvious, the judge of the classes.

Nothing here is tuned and nothing is taken from the Rust core: lists, dicts and loops, one
function a rule. Only the exceptions' classes are those of the classes under test, so that a
refusal can be compared with a refusal.
"""

import operator
from itertools import islice
from typing import Any, TypeVar

_Refusal = TypeVar("_Refusal", bound=ValueError)


def refusal(kind: type[_Refusal], message: str, **fields: Any) -> _Refusal:
    """An error of this class with these fields."""
    error = kind(message)
    for name, value in fields.items():
        setattr(error, name, value)
    return error


def as_integer(value: Any) -> "int | None":
    """The value as an int, or None if it is no integer: booleans and floats are none.

    Rules: L-23, K-16. Anything else with an `__index__` that answers is one.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except Exception:
        return None


def as_text(value: object) -> "str | None":
    """The characters of a string, also of a subclass that compares otherwise; else None.

    It asks the class, for an object may say anything about its own class.
    """
    if type(value) is str:
        return value
    if issubclass(type(value), str):
        return str.__str__(value)
    return None


#: Iterables that are no list of anything: texts, and what has no order of its own (L-23).
NO_LISTS = (str, set, frozenset)


def as_pair(value: object) -> "list[Any] | None":
    """The two elements of any iterable but these; a third tells enough (L-23)."""
    if isinstance(value, NO_LISTS):
        return None
    try:
        elements = iter(value)  # type: ignore[call-overload]
    except TypeError:
        return None
    pair = list(islice(elements, 3))
    return pair if len(pair) == 2 else None
