"""How arguments are read that the compiled module does not read, and what they are refused with."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterable
from typing import Any

from parlor.errors import ParlorError, SeatError

#: How far the probabilities of actions may be from 1 in all: float32 sums of a softmax.
_SLACK = 1e-3


def _numpy(user: str = "a batch") -> Any:
    """NumPy, which only batches and arrays of policies need."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError(
            f"{user} needs NumPy; install it by: pip install 'parlor-games[rl]'"
        ) from error
    return numpy


def _refusal(value: object, message: str, kind: type[ParlorError] = ParlorError) -> ParlorError:
    error = kind(message)
    error.value = value
    return error


def _whole(name: str, value: object, least: int, most: int, rule: str | None = None) -> int:
    """The integer in a value, from `least` to `most`, which the rule asks for, if any."""
    number: int | None = None
    if not isinstance(value, bool):
        try:
            number = operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            number = None
    if number is None or not least <= number <= most:
        of_rule = "" if rule is None else f" ({rule})"
        message = f"{name} is {value!r}; it is an integer from {least} to {most}{of_rule}"
        error = _refusal(value, message)
        error.rule = rule
        raise error
    return number


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _refusal(value, f"{name} is {value!r}; it is True or False")
    return value


def _seats(value: object) -> tuple[Any, ...]:
    """The seats in a list or another iterable with an order, or in a text of their letters."""
    if isinstance(value, (set, frozenset)):
        message = f"the seats are {value!r}, which has no order; give a list, or their letters"
        raise _refusal(value, message)
    if not isinstance(value, Iterable):
        message = f"the seats are {value!r}; give a list, or their letters"
        raise _refusal(value, message, SeatError)
    return tuple(value)


def _seed(value: object) -> int:
    """The seed in an integer or a `numpy.random.SeedSequence`; a random one for None."""
    if value is None:
        return secrets.randbits(64)
    if hasattr(value, "generate_state"):
        return int(value.generate_state(1, "uint64")[0])
    return _whole("the seed", value, 0, 2**64 - 1)


def _number(name: str, value: object) -> float:
    """The number in a value."""
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise _refusal(value, f"{name} is {value!r}; it must be a number") from None
