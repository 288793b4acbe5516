"""A player of the model of Ludo: step counts and names of spaces."""

from __future__ import annotations

from collections import Counter
from typing import Any, Callable

from parlor.check.reading import Asked, Switches

FIRST_SPACE = {"A": 1, "B": 15, "C": 29, "D": 43}
RING = 56
TOKENS = ("p", "q")
OTHER = {"p": "q", "q": "p"}
YARD, READY, LAST_RING, END = -1, 0, 50, 57


class RefusedError(ValueError):
    """What a program may answer to bad input; which error it is, the texts leave open."""


def ring_space(seat: str, steps: int) -> int:
    """L-4: where a step from 1 to 50 is on the ring."""
    return (FIRST_SPACE[seat] + steps - 2) % RING + 1


def zone(steps: int) -> str:
    """The part of the board that a token is on."""
    if steps <= READY:
        return "ready" if steps == READY else "yard"
    if steps <= LAST_RING:
        return "ring"
    return "home" if steps < END else "end"


def _on_a_ring_of(size: int) -> Callable[[str, int], int]:
    """Numbers on a ring of another size."""
    return lambda seat, steps: (FIRST_SPACE[seat] + steps - 2) % size + 1


def _starting_at(**starts: int) -> Callable[[str, int], int]:
    """Numbers on the ring, counted from other start spaces."""
    return lambda seat, steps: (starts[seat] + steps - 2) % RING + 1


#: Ways to number the spaces of the ring, by the names of their readings. With `-to-meet` after
#: the name, tokens meet by these numbers; without, only the names are wrong.
NUMBERINGS: dict[str, Callable[[str, int], int]] = {
    "space-56-is-0": lambda seat, steps: (FIRST_SPACE[seat] + steps - 1) % RING,
    "space-56-is-57": _on_a_ring_of(RING + 1),
    "no-wrap": lambda seat, steps: FIRST_SPACE[seat] + steps - 1,
    "names-one-ahead": lambda seat, steps: (FIRST_SPACE[seat] + steps - 1) % RING + 1,
    "names-one-behind": lambda seat, steps: (FIRST_SPACE[seat] + steps - 3) % RING + 1,
    "all-start-at-1": lambda seat, steps: steps,
    "ring-of-52": _on_a_ring_of(52),
    "ring-of-55": _on_a_ring_of(55),
    "wrap-leaves-out-1": lambda seat, steps: (
        (number := FIRST_SPACE[seat] + steps - 1) - (RING - 1 if number > RING else 0)
    ),
    "starts-of-52": _starting_at(A=1, B=14, C=27, D=40),
    "last-is-first": _starting_at(A=50, B=8, C=22, D=36),
}

#: With these, tokens meet as they should where all players are numbered alike.
ALIKE = frozenset({"space-56-is-0", "names-one-ahead", "names-one-behind", "last-is-first"})

_TO_MEET = {f"{name}-to-meet": number for name, number in NUMBERINGS.items() if name not in ALIKE}

_NUMBERED = frozenset({*NUMBERINGS, *_TO_MEET})
_MET = frozenset({*_TO_MEET, *ALIKE})

_OFF = frozenset(
    {
        "name-is-none",
        "name-raises",
        "name-is-next",
        "name-is-last",
        "names-of-first",
        "names-of-last",
    }
)

_TO_CHOOSE = "-to-choose"

_OFF_BY_ONE = frozenset(f"{token}-count-{more}" for token in TOKENS for more in ("more", "less"))

#: Those by which the token further from E is chosen, too.
COUNTS_TO_CHOOSE = frozenset(f"{name}{_TO_CHOOSE}" for name in _OFF_BY_ONE)

_COUNTS = frozenset(
    {
        *_OFF_BY_ONE,
        *COUNTS_TO_CHOOSE,
        "count-more",
        "count-less",
        "counts-exchanged",
        "track-of-56",
    }
)


class Player:
    """A player at a seat."""

    def __init__(self, seat: str, place: str, switches: Switches, uses: Counter[str]) -> None:
        self.seat = seat
        #: In the list of players: `first`, `middle` or `last`.
        self.listed = place
        self.uses = uses
        self._switches = switches
        start = READY if "both-on-ready" in self.look() else YARD
        self.steps = {"p": start, "q": start}
        #: What the reported step counts are too large by.
        self.excess = {"p": 0, "q": 0}
        #: How the tokens came to stand together: on the `ring`, at `home`, by a `bounce`.
        self.met = ""
        #: Whether the tokens stand together and are not taken for a stack.
        self.is_apart = False
        self.was_kicked_as_stack = False
        self.has_had_turn = False
        #: The tokens that were kicked and have not moved since.
        self.kicked: set[str] = set()
        #: The number of the last move of each.
        self.since = {"p": 0, "q": 0}
        #: Ring spaces on which a token is seen that is not there any more.
        self.ghosts: dict[str, set[int]] = {}
        #: Whether the last move of all was not seen, and whether the end was seen once.
        self.is_unnoticed = False
        self.was_done = False
        #: The seats of the players listed first and last, for whose names are mixed up.
        self.ends = (seat, seat)

    def look(self, *place: str) -> Asked:
        """The readings that are on for this player."""
        if not self._switches.has_conditions:
            return self._switches.on
        return self._switches.at(f"seat={self.seat}", f"listed={self.listed}", *place)

    def _tokens(self) -> tuple[str, ...]:
        """Where the tokens are, as conditions."""
        if not self._switches.has_conditions:
            return ()
        p, q = self.steps["p"], self.steps["q"]
        return (
            f"p={zone(p)}",
            f"q={zone(q)}",
            f"behind={min(p, q)}",
            f"ahead={max(p, q)}",
        )

    def about(self) -> tuple[str, ...]:
        """What can be said of this player when answers are given, as conditions."""
        if not self._switches.has_conditions:
            return ()
        done = self.steps["p"] == self.steps["q"] == END
        turned = "some" if self.has_had_turn else "none"
        return (*self._tokens(), f"done={'yes' if done else 'no'}", f"turns={turned}")

    def get_completed(self) -> Any:
        """L-12, L-26."""
        done = self.is_done
        if done or END in self.steps.values():
            return int(done) if "finished-as-number" in self.look() else done
        return False

    @property
    def is_done(self) -> bool:
        """L-12: whether the player is taken to have finished."""
        p, q = self.steps["p"], self.steps["q"]
        if p <= LAST_RING and q <= LAST_RING:
            return self.was_done
        done = p == q == END
        if p > LAST_RING and q > LAST_RING and not done:
            on = self.look(*self._tokens())
            done = "home-is-enough" in on or "home-ends" in on
        if END in (p, q):
            on = self.look(*self._tokens())
            if not done:
                done = "one-is-enough" in on or "one-ends" in on
            done = done and not self.is_unnoticed
        return done or self.was_done

    @property
    def ends_early(self) -> bool:
        """L-20: whether turns are skipped though a token could move."""
        p, q = self.steps["p"], self.steps["q"]
        if min(p, q) > LAST_RING and not p == q == END:
            return bool(self.look(*self._tokens()) & {"one-ends", "home-ends"})
        return p != q and END in (p, q) and "one-ends" in self.look(*self._tokens())

    def get_token_p_step_count(self) -> int:
        """L-3."""
        return self.counted("p")

    def get_token_q_step_count(self) -> int:
        """L-3."""
        return self.counted("q")

    def counted(self, token: str) -> int:
        """L-3: the reported step count."""
        steps = self.steps[token]
        on = self._switches.on
        if self._switches.has_conditions:
            on = self.look(f"token={token}", f"step={steps}", f"from={zone(steps)}")
        found = on & _COUNTS
        if found:
            if "counts-exchanged" in found:
                steps = self.steps[OTHER[token]]
            for name in found:
                which, _, what = name.replace(_TO_CHOOSE, "").rpartition("count-")
                if which in ("", f"{token}-"):
                    steps += (what == "more") - (what == "less")
            if "track-of-56" in found and steps > LAST_RING:
                steps -= 1
        return steps + self.excess[token]

    def get_space_name(self, total_steps: Any) -> Any:
        """L-3, L-4, L-26."""
        if type(total_steps) is not int or not YARD <= total_steps <= END:
            self.uses["?L-26"] += 1
            raise RefusedError(total_steps)
        on = self._named_at(total_steps)
        seat = self.seat
        found = on & _OFF
        if found:
            if "name-raises" in found:
                raise RefusedError(total_steps)
            if "name-is-none" in found:
                return None
            total_steps += ("name-is-next" in found) - ("name-is-last" in found)
            total_steps = min(max(total_steps, YARD), END)
            if "names-of-first" in found:
                seat = self.ends[0]
            elif "names-of-last" in found:
                seat = self.ends[1]
        if total_steps == YARD:
            return "R" if "yard-is-ready" in on else "H"
        if total_steps == READY:
            return "R"
        late = "ring-of-51" in on
        if on & {"ring-of-49", "track-of-56"} and total_steps >= LAST_RING:
            if total_steps == END:
                raise RefusedError(total_steps)
            return "E" if total_steps == END - 1 else f"{seat}{total_steps - LAST_RING + 1}"
        if total_steps == END:
            return "E"
        if total_steps > LAST_RING + late:
            first = 0 if "home-from-0" in on else 1
            return f"{seat}{total_steps - LAST_RING - 1 + first}"
        return str(_numbered(on & _NUMBERED, seat, total_steps))

    def _named_at(self, steps: int) -> Asked:
        """The readings that are on where a step is named."""
        if not self._switches.has_conditions:
            return self._switches.on
        place = [f"step={steps}", f"from={zone(steps)}"]
        if 1 <= steps <= LAST_RING:
            place.append(f"space={ring_space(self.seat, steps)}")
        return self.look(*place)

    def place(self, steps: int) -> int:
        """L-4: the number by which tokens on the ring meet."""
        on = self._named_at(steps)
        if steps == LAST_RING and "ring-of-49" in on:
            return -ord(self.seat)
        found = on & _MET
        return _numbered(found, self.seat, steps) if found else ring_space(self.seat, steps)


def _numbered(found: frozenset[str], seat: str, steps: int) -> int:
    """The number of a step on the ring, by one reading of several."""
    for name in found:
        return (NUMBERINGS.get(name) or _TO_MEET[name])(seat, steps)
    return ring_space(seat, steps)
