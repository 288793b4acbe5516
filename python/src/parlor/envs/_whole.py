"""Environments that are copied as a whole."""

from __future__ import annotations

import copy
from typing import TypeVar

S = TypeVar("S")


class Whole:
    """What ``copy.copy`` copies as ``copy.deepcopy`` does: a copy plays apart from the original."""

    def __copy__(self: S) -> S:
        return copy.deepcopy(self)
