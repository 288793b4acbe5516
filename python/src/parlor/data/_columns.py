"""What the columns of all tables have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from parlor._arguments import _numpy, _refusal
from parlor._native import Record
from parlor._types import npt

Table = Mapping[str, "npt.NDArray[Any]"]

#: The number in place of an action whose roll has no answer yet.
_NO_ACTION = 255


def _shown(value: object) -> str:
    """A value for a message, shortened."""
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}..."


def _texts(values: Sequence[str]) -> npt.NDArray[Any]:
    """The texts as an array of objects: one long text does not make the others long."""
    np = _numpy("a table")
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array  # type: ignore[no-any-return, unused-ignore]


def _listed(what: str, values: object, lazily: bool = False) -> Iterable[Any]:
    """The items of an iterable that is no text and no record."""
    if isinstance(values, (str, bytes, Record)) or not isinstance(values, Iterable):
        raise _refusal(values, f"the {what} are {_shown(values)}; give a list of them")
    return values if lazily else list(values)
