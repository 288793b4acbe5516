"""A player of the model of Ludo: where the tokens are, and what that is called."""

from __future__ import annotations

from collections import Counter
from typing import Any

FIRST_SPACE = {"A": 1, "B": 15, "C": 29, "D": 43}
RING = 56
TOKENS = ("p", "q")
YARD, READY, LAST_RING, END = -1, 0, 50, 57


class RefusedError(ValueError):
    """What a program may answer to bad input; which error it is, the texts do not say."""


class Player:
    """A player at a seat."""

    def __init__(self, seat: str, readings: frozenset[str], uses: Counter[str]) -> None:
        self.seat = seat
        self.uses = uses
        start = READY if "both-on-ready" in readings else YARD
        self.steps = {"p": start, "q": start}
        self.readings = readings
        #: What the told step counts are too large by.
        self.excess = {"p": 0, "q": 0}
        #: How the tokens came to stand together: on the `ring`, at `home`, by a `bounce`.
        self.met = ""
        self.was_kicked_as_stack = False

    def get_completed(self) -> Any:
        """L-12, L-26."""
        p, q = self.steps["p"], self.steps["q"]
        done = p == q == END
        if END in (p, q):
            done = done or "one-is-enough" in self.readings
            done = done and "never-finished" not in self.readings
        return int(done) if "finished-as-number" in self.readings else done

    def get_token_p_step_count(self) -> int:
        """L-3."""
        return self.steps["p"] + self.excess["p"]

    def get_token_q_step_count(self) -> int:
        """L-3."""
        return self.steps["q"] + self.excess["q"]

    def get_space_name(self, total_steps: Any) -> Any:
        """L-3, L-4, L-26."""
        if type(total_steps) is not int or not YARD <= total_steps <= END:
            self.uses["?L-26"] += 1
            raise RefusedError(total_steps)
        if total_steps == YARD:
            return "R" if "yard-is-ready" in self.readings else "H"
        if total_steps == READY:
            return "R"
        if total_steps == END:
            return "E"
        late = "ring-of-51" in self.readings
        if total_steps > LAST_RING + late:
            first = 0 if "home-from-0" in self.readings else 1
            return f"{self.seat}{total_steps - LAST_RING - 1 + first}"
        return str(self._ring_name(total_steps))

    def place(self, steps: int) -> int:
        """L-4: the number by which tokens on the ring meet."""
        if self.readings & {"no-wrap-to-meet", "all-start-to-meet"}:
            return self._ring_name(steps)
        return ring_space(self.seat, steps)

    def _ring_name(self, steps: int) -> int:
        start = FIRST_SPACE[self.seat]
        if start > 1 and self.readings & {"all-start-at-1", "all-start-to-meet"}:
            start = 1
        number = start + steps - 1
        if "names-one-ahead" in self.readings:
            number += 1
        if number < RING:
            return number
        if "space-56-is-0" in self.readings:
            return number % RING
        if self.readings & {"no-wrap", "no-wrap-to-meet"}:
            return number
        if "space-56-is-57" in self.readings:
            return (number - 1) % (RING + 1) + 1
        return (number - 1) % RING + 1


def ring_space(seat: str, steps: int) -> int:
    """L-4: where a step from 1 to 50 is on the ring."""
    return (FIRST_SPACE[seat] + steps - 2) % RING + 1
