"""The settings of a check."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum
from typing import Callable

from parlor.check.processor import Times, of_this_thread

#: Seconds between two looks at what a program has had.
_LOOK_SECONDS = 0.02

#: Seconds of sleep that are counted between two looks at most.
_LONGEST_SLEEP = 10.0


class Strictness(Enum):
    """How much of the rules is asked of a program."""

    #: What the texts ask for.
    TEXTS = "texts"
    #: Also what they leave out, such as the refusal of bad input.
    EVERYTHING = "everything"


@dataclass(frozen=True)
class Order:
    """How a file is to be looked at."""

    #: Of processor time, and as many asleep. Ordinary programs take a tenth of them.
    seconds: float = 150.0
    #: Random games, after those of every rule.
    games: int = 500
    seed: int = 0
    strictness: Strictness = Strictness.TEXTS


class Budget:
    """Decides when a program has had its time: on a processor, or asleep.

    The checker's own work for it counts as well. What others do on the machine does not: time in
    which neither could work, though one of them was ready to, is nobody's.
    """

    def __init__(
        self,
        seconds: float,
        program: Callable[[], Times],
        *,
        checker: Callable[[], Times] = of_this_thread,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Give both `seconds`; `program` returns what the program has had."""
        self._seconds = seconds
        self._program = program
        self._checker = checker
        self._now = now
        self._looked, self._had = now(), self._both()
        self._worked = self._slept = 0.0

    def is_over(self, part: float = 1.0) -> bool:
        """Whether either time is, or some part of it."""
        self._look()
        return max(self._worked, self._slept) >= part * self._seconds

    @property
    def is_slept_away(self) -> bool:
        """Whether the program slept more than it and the checker worked."""
        return self._slept > self._worked

    def _look(self) -> None:
        now = self._now()
        passed = now - self._looked
        # Looking takes time, too.
        if passed < _LOOK_SECONDS:
            return
        had = self._both()
        worked = max(0.0, had.worked - self._had.worked)
        queued = max(0.0, had.queued - self._had.queued)
        self._worked += worked
        # Who stops the check for a while and goes on with it has not made the program sleep.
        self._slept += min(_LONGEST_SLEEP, max(0.0, passed - worked - queued))
        self._looked, self._had = now, had

    def _both(self) -> Times:
        """What the checker and the program have had."""
        return self._checker().plus(self._program())
