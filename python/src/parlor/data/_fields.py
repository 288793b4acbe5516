"""The fields of an object in JSON, read with their types."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from parlor.data._columns import _shown

#: Sums of chances may be off their bounds by so much.
_ROUNDING = 1e-9


class FieldError(Exception):
    """A field that is missing, or whose value it cannot have: the place, the value, what is right.

    Only the caller knows what the object is, and says so in an error of its own.
    """


class Fields:
    """An object, with its place in the one that it is part of."""

    def __init__(self, value: object, path: str = "") -> None:
        if not isinstance(value, Mapping):
            raise FieldError(f"{path or 'it'} is {_shown(value)}; it must be an object")
        self._value = value
        self._path = path

    def _place(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def _refuse(self, name: str, expected: str) -> NoReturn:
        raise FieldError(f"{self._place(name)} is {_shown(self.get(name))}; it must be {expected}")

    def get(self, name: str) -> Any:
        """Return the value of a field."""
        if name not in self._value:
            raise FieldError(f"{self._place(name)} is missing")
        return self._value[name]

    def fields(self, name: str) -> Fields:
        """Return the object in a field."""
        return Fields(self.get(name), self._place(name))

    def items(self, name: str) -> list[Any]:
        """Return the list in a field."""
        value = self.get(name)
        if not isinstance(value, (list, tuple)):
            self._refuse(name, "a list")
        return list(value)

    def objects(self, name: str) -> list[Fields]:
        """Return the objects in the list of a field."""
        place = self._place(name)
        return [Fields(item, f"{place}[{at}]") for at, item in enumerate(self.items(name))]

    def first(self, name: str) -> Fields:
        """Return the first object in the list of a field."""
        objects = self.objects(name)
        return objects[0] if objects else self._refuse(name, "a list of objects, at least one")

    def only(self, names: Sequence[str]) -> str:
        """Return the name of its only field, one of `names`."""
        found = list(self._value)
        if len(found) != 1 or found[0] not in names:
            right = f"it must have one field, {' or '.join(names)}"
            raise FieldError(f"{self._path} is {_shown(self._value)}; {right}")
        return str(found[0])

    def number(self, name: str, least: float, most: float = math.inf) -> float:
        """Return the number in a field, from `least` to `most`."""
        value = self.get(name)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            value = math.nan
        # Not so: nan.
        if not least - _ROUNDING <= value <= most + _ROUNDING:
            upper = "" if most == math.inf else f" to {most}"
            self._refuse(name, f"a number from {least}{upper}")
        return float(value)

    def integer(self, name: str, least: int, most: int) -> int:
        """Return the integer in a field, from `least` to `most`."""
        value = self.get(name)
        is_integer = isinstance(value, int) and not isinstance(value, bool)
        if not is_integer or not least <= value <= most:
            self._refuse(name, f"an integer from {least} to {most}")
        return int(value)

    def flag(self, name: str) -> bool:
        """Return the truth value in a field."""
        value = self.get(name)
        return value if isinstance(value, bool) else self._refuse(name, "true or false")

    def text(self, name: str, texts: Sequence[str], expected: str = "") -> str:
        """Return the text in a field, one of `texts`; `expected` describes them if not all."""
        value = self.get(name)
        if not isinstance(value, str) or value not in texts:
            self._refuse(name, expected or " or ".join(map(repr, texts)))
        return value

    def first_text(self, name: str, texts: Sequence[str], expected: str) -> str:
        """Return the first of the texts in the list of a field, one of `texts`."""
        values = self.items(name)
        if not values or not isinstance(values[0], str) or values[0] not in texts:
            self._refuse(name, f"a list that begins with {expected}")
        return values[0]
