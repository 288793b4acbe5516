"""Kuba's classroom rules in plain Python, with a switch for each known misreading of a rule.

With no switch on it plays by the rules, and the tests compare it with the compiled class. With one
on it plays like a program that gets only this rule wrong.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from parlor.check.kuba_push import (
    AIMS,
    DIRECTIONS,
    EMPTY,
    NEXT,
    OTHER,
    SIZE,
    aimed,
    has_room,
    pushed,
)
from parlor.check.kuba_state import RefusedError, State
from parlor.check.reading import Asked
from parlor.check.script import Script

REDS_TO_WIN = 7
_MADE = frozenset({"made-is-false", "nothing-is-returned", "true-is-1"})
_NOT_MADE = frozenset({"refused-is-true", "refused-is-none", "false-is-0"})
_REFUSED = frozenset(
    {
        *["failed-first-claims", "failed-first-passes", "ko-is-forgotten", "refused-loses-turn"],
        *["ko-is-now", "refused-push-stays", "refusal-raises"],
    }
)
_RED_OFF = frozenset({"red-for-the-other", "red-is-not-counted", "red-counts-twice"})
_SEVEN_REDS = frozenset(
    {
        *["reds-do-not-win", "reds-count-together", "reds-of-the-other-win"],
        *["reds-win-a-push-later", "six-reds-win", "eight-reds-win"],
    }
)
#: What a program does not ask for that looks whether a player has a legal push.
_IGNORED = {
    "K-3": "blocked-ignores-room",
    "K-7": "blocked-ignores-ko",
}
#: What an odd value for a cell may do, by its kind.
_RAISING = {
    "list": frozenset({"lists-raise"}),
    "truth": frozenset[str](),
    **{
        kind: frozenset({"malformed-raises", f"{kind}-raises"})
        for kind in ("single", "text", "short", "long", "fraction", "other")
    },
}
_REFUSING = {kind: frozenset({"lists-are-no-cells"} if kind == "list" else ()) for kind in _RAISING}
_ASKING_LISTS = frozenset(
    {
        *["odd-direction-raises", "direction-in-any-case", "direction-by-substring"],
        "direction-raises",
    }
)
_ASKING = _ASKING_LISTS | {"direction-by-letter"}
_EIGHTH = frozenset({"seven-is-a-cell", "board-ends-at-seven"})
_LEGAL = frozenset({"legal-is-refused", "push-raises"})
_LATE = frozenset({"end-raises", "winner-is-told-late", "winner-is-told-a-push-later"})
_DIRECTIONS = frozenset(
    {
        *["direction-in-any-case", "direction-by-letter", "direction-by-substring"],
        "direction-raises",
    }
)
_PASSING = {
    **{kind: frozenset[str]() for kind in _RAISING},
    "long": frozenset({"longer-cells-pass"}),
    "truth": frozenset({"truth-is-a-number"}),
    "fraction": frozenset({"fractions-are-cells"}),
}


class Model(State):
    """The class `KubaGame` with some readings switched on, and what it used for its answers."""

    def make_move(self, name: Any, cell: Any, direction: Any) -> Any:
        """K-16."""
        for use in [use for use in self._uses if not use.startswith("?")]:
            del self._uses[use]
        if self._sharing:
            self._come_in()
        self._shown = None
        self._of_push, self._tried = (), None
        self._switches.look_at()
        made = self._make(name, cell, direction)
        self._last_call = "push" if made else "refusal"
        self._has_pushed = self._has_pushed or made
        if self._sharing:
            self._go_out()
        odd = self._on & (_MADE if made else _NOT_MADE)
        if odd & {"refused-is-true", "made-is-false"}:
            return not made
        if not odd:
            return made
        return None if odd & {"nothing-is-returned", "refused-is-none"} else int(made)

    def _make(self, name: Any, cell: Any, direction: Any) -> bool:
        color = self._color(name)
        if color is None:
            self._switches.look_at("because=name", "by=call")
            return False
        self._look_at(color)
        if self._unseen is not None and self._see_winner(color):
            return False
        if self._winner is not None:
            self._uses["?K-15"] += 1
            self._look_at(color, f"won={self._won_by}")
            if "play-after-end" not in self._on:
                return self._refuse(color, "K-16", "end")
        if self._is_out_of_turn(color):
            self._uses["K-11"] += 1
            return self._refuse_out_of_turn(color)
        if not self._read_cell(color, cell):
            return self._refuse(color, "K-16", "cell")
        row, column = (int(one) % SIZE for one in cell[:2])
        if row != column and "rows-are-columns" in self._on:
            row, column = column, row
        letter = self._read_direction(color, direction)
        if letter is None:
            if "direction-ignored" in self._on:
                self._pass_turn(color)
                return True
            return self._refuse(color, "K-16", "direction")
        at = row * SIZE + column
        result = self._try(color, at, letter, "push")
        if not isinstance(result, tuple):
            return self._refuse(color, "", result)
        self._play(color, result)
        return True

    def _is_out_of_turn(self, color: str) -> bool:
        """K-11."""
        if self._turn in (None, color) or "no-turns" in self._on:
            return False
        return self._has_begun or "first-named-has-turn" not in self._on

    def _color(self, name: Any) -> str | None:
        """K-16: whose name this is."""
        if type(name) is str:
            for color, known in self._names.items():
                if known == name:
                    return color
        # What names that nobody has do, the text leaves open.
        self._uses["?K-16"] += 1
        self._uses["K-16"] += 1
        if "name-raises" in self._on:
            raise RefusedError(name)
        if "name-is-second" in self._on:
            return OTHER[self._first]
        if "name-in-any-case" in self._on:
            if type(name) is not str:
                raise RefusedError(name)
            for color, known in self._names.items():
                if known.lower() == name.lower():
                    return color
        return (self._turn or "W") if "name-is-ignored" in self._on else None

    def _read_cell(self, color: str, cell: Any) -> bool:
        """K-16."""
        is_pair = isinstance(cell, (tuple, list)) and len(cell) == 2
        is_pair = is_pair and all(type(one) is int for one in cell)
        if not is_pair or type(cell) is list:
            self._uses["?K-16"] += 1
            kind = _kind(cell)
            self._look_at(color, f"value={kind}")
            if self._on & _PASSING[kind]:
                return bool(0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE)
            if self._on & _RAISING[kind]:
                raise RefusedError(cell)
            if self._on & _REFUSING[kind]:
                return False
            if not is_pair:
                return False
        row, column = cell
        if self._switches.has_conditions:
            near = range(-1, SIZE + 1)
            where = (("row", row), ("column", column))
            self._look_at(color, *[f"{kind}={number}" for kind, number in where if number in near])
        if 0 <= row < SIZE and 0 <= column < SIZE:
            return "cell-is-refused" not in self._on
        wraps = -SIZE <= row < SIZE and -SIZE <= column < SIZE
        if wraps and ("negative-wraps" in self._on or "cells-are-looked-up" in self._on):
            return True
        if 0 <= row <= SIZE and 0 <= column <= SIZE and self._on & _EIGHTH:
            raise RefusedError(cell)
        is_past = max(row, column) >= SIZE and "cell-past-end-raises" in self._on
        if is_past or "cell-raises" in self._on or "cells-are-looked-up" in self._on:
            raise RefusedError(cell)
        return False

    def _read_direction(self, color: str, direction: Any) -> str | None:
        """K-2, K-16."""
        if type(direction) is not str:
            self._uses["?K-16"] += 1
            self._look_at(color, f"value={_kind(direction)}")
            if type(direction) is list and "list-direction-raises" in self._on:
                raise RefusedError(direction)
            # A text is asked for its letters, and so is what is none.
            asking = _ASKING_LISTS if isinstance(direction, (list, tuple)) else _ASKING
            if self._on & asking:
                raise RefusedError(direction)
            return None
        if direction in DIRECTIONS:
            return str(direction)
        known = self._on & _DIRECTIONS
        if "direction-in-any-case" in known:
            direction = direction.upper()
        if "direction-by-letter" in known:
            direction = direction[:1]
        if direction in DIRECTIONS:
            return str(direction)
        # What a program that asks `in` of a string does next is its own affair: mostly a KeyError.
        is_part = "direction-by-substring" in known and direction in "LRFB"
        if is_part or "direction-raises" in known:
            raise RefusedError(direction)
        return None

    def _refuse(self, color: str, rule: str, because: str) -> bool:
        """K-16: nothing changes."""
        if rule:
            self._uses[rule] += 1
        if not self._has_begun:
            self._uses["?K-15"] += 1
        tried, self._tried = self._tried, None
        self._ko.is_over = self._ko.is_over or because == "ko"
        if self._switches.has_conditions:
            by = "call" if rule else "board"
            self._look_at(color, *self._of_push, f"because={because}", f"by={by}")
        changed = self._on & _REFUSED
        if not changed:
            return False
        if "refusal-raises" in changed:
            raise RefusedError(because)
        if self._turn is None and "failed-first-claims" in changed:
            self._turn = color
        if self._turn is None and "failed-first-passes" in changed:
            self._turn = OTHER[color]
        if "ko-is-now" in changed:
            self._ko.before = self._board
        if "ko-is-forgotten" in changed:
            self._ko.forget()
        if tried is not None and "refused-push-stays" in changed:
            self._board = tried
        if "refused-loses-turn" in changed:
            self._pass_turn(color)
        return False

    def _refuse_out_of_turn(self, color: str) -> bool:
        """K-11: nothing changes."""
        self._look_at(color, "because=turn", "by=call")
        if "refusal-raises" in self._on:
            raise RefusedError(color)
        if "ko-is-forgotten-later" in self._on:
            self._ko.forget()
        if "out-of-turn-takes-turn" in self._on:
            self._turn = color
        return False

    def _pass_turn(self, color: str) -> None:
        self._has_begun = True
        self._turn = OTHER[color]

    def _try(self, color: str, at: int, letter: str, asked: str) -> tuple[list[str], str] | str:
        """K-3 to K-7: the board after the push and what it took off, or why it is refused."""
        marble = self._board[at]
        if self._switches.has_conditions:
            self._look_at_push(color, at, letter, asked)
        on = self._on
        if marble != color and not self._may_push(color, marble):
            self._uses["K-16"] += 1
            return "marble"
        way = letter
        aims = on & AIMS
        if aims:
            at, way = aimed(color, at, way, aims)
        if not has_room(self._board, color, at, way, on):
            self._uses["K-3"] += 1
            return "room"
        board, taken, run = pushed(self._board, at, way, on)
        if run > 3 and "two-move-at-most" in on:
            return "run"
        ahead = NEXT[way][at]
        if ahead >= 0 and self._board[ahead] == "R" and "reds-block" in on:
            return "run"
        if taken != EMPTY:
            if taken == color:
                self._uses["K-5"] += 1
                self._uses["?K-5"] += 1
            if self._stays_on(color, taken, on):
                self._tried = board
                return "own"
        if self._ko.bars(board, at, way, on):
            self._uses["K-7"] += 1
            self._tried = board
            if asked == "push":
                self._ko.refused.add((at, way))
            return "ko"
        if asked == "push":
            self._aim = at, way
        odd = on & _LEGAL
        if "push-raises" in odd:
            raise RefusedError(at, way)
        return "none" if odd else (board, taken)

    def _may_push(self, color: str, marble: str) -> bool:
        """K-16: whether a marble that is not one's own can be pushed."""
        if marble == EMPTY:
            return "empty-is-pushed" in self._on
        allowed = "red-is-pushed" if marble == "R" else "other-is-pushed"
        return allowed in self._on or "any-is-pushed" in self._on

    def _stays_on(self, color: str, taken: str, on: Asked) -> bool:
        """K-5, K-6: whether what a push takes off may not be pushed off."""
        if taken == color:
            return "own-goes-off" not in on
        return ("red-stays-on" if taken == "R" else "other-stays-on") in on

    def _play(self, color: str, result: tuple[list[str], str]) -> None:
        """K-6 to K-11."""
        self._has_begun = True
        before, on = self._board, self._on
        self._board, taken = result
        self._ko.note(before, *self._aim, self._board, on)
        self._uses["K-4"] += 1
        early = dict(self._captured)
        if taken != EMPTY:
            gainer, number = self._gained(color, taken, on)
            self._captured[gainer] += number
        stays = taken != EMPTY and "captures-go-on" in on
        stays = stays or "turn-stays" in on
        if self._unseen is not None:
            self._winner, self._won_by, _ = self._unseen
        won = self._end(color, early, on)
        if won is not None:
            # Where play goes on after the end, the last one counts.
            self._look_at(won[0], *self._of_push, f"won={won[1]}")
            self._announce(*won)
            stays = stays or "winner-keeps-turn" in self._on
        self._turn = color if stays else OTHER[color]

    def _gained(self, color: str, taken: str, on: Asked) -> tuple[str, int]:
        """K-6: who captures what a push has taken off, and how many."""
        self._uses["K-6"] += 1
        if "count-keeps-fallen" in on:
            self._kept[taken] += 1
        if taken == OTHER[color]:
            return color, int("other-is-captured" in on)
        if taken == color:
            return color, 0
        changed = on & _RED_OFF
        gainer = OTHER[color] if "red-for-the-other" in changed else color
        if "red-is-not-counted" in changed:
            return gainer, 0
        return gainer, 2 if "red-counts-twice" in changed else 1

    def _end(self, color: str, early: dict[str, int], on: Asked) -> tuple[str, str] | None:
        """K-8, K-9, K-10: who has won, and by which rule."""
        other = OTHER[color]
        left = self._board.count(other)
        has_reds = self._has_reds(color, early, on)
        if (has_reds or not left) and has_reds != (not left) and "win-needs-both" in on:
            has_reds, left = False, left or 1
        if has_reds:
            self._uses["K-8"] += 1
            return color, "reds"
        if not left or (left == 1 and "one-marble-left-wins" in on):
            self._uses["K-9"] += 1
            return None if "last-marble-does-not-win" in on else (color, "marbles")
        if "blocked-mover-wins-not" in on:
            other = color
        if self._is_blocked(other, on):
            return color, "blocked"
        if "blocked-mover-loses" in on and self._is_blocked(color, on):
            return OTHER[color], "blocked"
        return None

    def _has_reds(self, color: str, early: dict[str, int], on: Asked) -> bool:
        """K-8."""
        own, others = self._captured[color], self._captured[OTHER[color]]
        if own < REDS_TO_WIN - 1 and own + others < REDS_TO_WIN:
            return False
        changed = on & _SEVEN_REDS
        if "reds-do-not-win" in changed:
            return False
        if "reds-count-together" in changed:
            own += others
        if "reds-of-the-other-win" in changed:
            own = others
        if "reds-win-a-push-later" in changed:
            own = early[color]
        reds = REDS_TO_WIN
        if "six-reds-win" in changed:
            reds = 6
        if "eight-reds-win" in changed:
            reds = 8
        return own >= reds

    def _is_blocked(self, asked: str, on: Asked) -> bool:
        """K-10: whether a player has no legal push."""
        uses = dict(self._uses)
        board, of_push = self._board, self._of_push
        # First the own marbles: what else is taken for one matters only where none can be pushed.
        found = any(
            isinstance(self._try(asked, at, letter, "end"), tuple)
            for is_own in (True, False)
            for at, marble in enumerate(board)
            if (marble == asked) is is_own
            for letter in DIRECTIONS
        )
        refused = {rule for rule in ("K-3", "K-5", "K-7") if self._uses[rule] > uses.get(rule, 0)}
        self._of_push, self._tried = of_push, None
        self._uses.clear()
        dict.update(self._uses, uses)
        if found:
            return False
        self._uses["K-10"] += 1
        # A push that only K-7 or K-5 bars is where the text leaves room.
        self._uses["?K-10"] += "K-7" in refused
        self._uses["?K-5"] += "K-5" in refused
        ignored = any(_IGNORED[rule] in on for rule in sorted(refused & _IGNORED.keys()))
        return not ignored and "blocked-goes-on" not in on

    def _announce(self, color: str, rule: str) -> None:
        """K-17: somebody has won."""
        late = self._on & _LATE
        if "end-raises" in late:
            raise RefusedError(rule)
        if late:
            self._unseen = color, rule, "winner-is-told-late" in late
        else:
            self._winner, self._won_by = color, rule

    def _see_winner(self, color: str) -> bool:
        """Whether a try shows who has won before."""
        if self._unseen is None or not self._unseen[2] or self._unseen[0] == color:
            return False
        self._winner, self._won_by, _ = self._unseen
        return True


def _kind(value: object) -> str:
    """What sort of value stands for a cell or a direction."""
    if not isinstance(value, (tuple, list)):
        return "text" if type(value) is str else "single"
    if isinstance(value, list):
        return "list"
    if len(value) != 2:
        return "short" if len(value) < 2 else "long"
    kinds = {str: "text", float: "fraction", bool: "truth"}
    return next((kinds[type(one)] for one in value if type(one) in kinds), "other")


def classes(readings: frozenset[str], uses: Counter[str]) -> dict[str, Any]:
    """What a program of these readings defines; `uses` returns what the last answer depends on."""
    earlier: list[Model] = []
    shared: dict[str, Any] = {}

    def make(first: Any, second: Any) -> Model:
        game = Model(first, second, readings, uses, shared)
        if earlier and "games-are-one" in readings:
            for one in earlier:
                one.__dict__ = game.__dict__
        earlier.append(game)
        return game

    return {"KubaGame": make}


#: What the answers after a push are about.
_ASKED = ["", "K-11", "K-17", "K-6", "K-6", "K-17", "K-4"]


def rule_behind(script: Script, step: int, place: int, expected: str, uses: Counter[str]) -> str:
    """The rule that an answer is about, where no reading explains it."""
    name = script[step][0]
    if name == "KubaGame":
        return ["K-14", "K-15", "K-17", "K-17", "K-17", "K-17", "K-1"][place]
    if name != "make_move":
        return "K-17"
    if place == 2:
        return next((rule for rule in ("K-8", "K-9", "K-10") if uses[rule]), "K-17")
    if place:
        return _ASKED[place]
    refusing = ("K-16", "K-11", "K-3", "K-7")
    if expected == "False":
        return next((rule for rule in refusing if uses[rule]), "K-16")
    return "K-16"
