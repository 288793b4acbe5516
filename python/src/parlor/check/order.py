"""How a file is to be looked at, and for how long."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum
from typing import Callable


class Strictness(Enum):
    """How much of the rules is asked of a program."""

    #: What the texts ask for.
    TEXTS = "texts"
    #: Also what they say nothing about, such as the refusal of bad input.
    EVERYTHING = "everything"


@dataclass(frozen=True)
class Order:
    """How a file is to be looked at."""

    seconds: float = 10.0
    #: Random games, after those of every rule.
    games: int = 1_000
    seed: int = 0
    strictness: Strictness = Strictness.TEXTS


class Clock:
    """Tells when the time for a file is over."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._end = now() + seconds

    def is_over(self) -> bool:
        """Whether it is."""
        return self._now() >= self._end
