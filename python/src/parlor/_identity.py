"""What tells functions of one name from each other."""

from __future__ import annotations

import sys
import uuid
import weakref
from typing import Any, Callable

#: By module and name: the function that went by it first in this process.
_importable: dict[str, Callable[[], Any]] = {}

#: By the `id` of another function: how to reach it, and what tells it apart.
_others: dict[int, tuple[Callable[[], Any], str]] = {}


def _reference(value: Any) -> Callable[[], Any]:
    """A weak reference where there are some: a function need not live for our sake."""
    try:
        return weakref.ref(value)
    except TypeError:
        return lambda: value


def _identity(function: Any) -> str:
    """A text that is the same for the same function, and no other one has.

    What can be imported is known by its module and name, in other processes too; if a second one
    takes that name, as when a cell of a notebook runs again, it is another function. A method is
    its object's.
    """
    owner = getattr(function, "__self__", None)
    plain = getattr(function, "__func__", None)
    if owner is not None and plain is not None:
        return f"{_identity(owner)}.{_identity(plain)}"
    name = _path(function)
    if name is not None and _importable.setdefault(name, _reference(function))() is function:
        return name
    known = _others.get(id(function))
    if known is None or known[0]() is not function:
        # The number may have been that of one that is gone.
        known = _others[id(function)] = (_reference(function), uuid.uuid4().hex)
    return known[1]


def _path(function: Any) -> str | None:
    """The module and name by which it can be imported."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str):
        return None
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}.{name}" if found is function else None
