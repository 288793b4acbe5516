"""Everything about a game that a check needs."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Callable, Generic, TypeVar

from parlor._native import KubaGame, LudoGame
from parlor.check import (
    generate,
    kuba_model,
    kuba_readings,
    kuba_retold,
    kuba_scenarios,
    ludo_model,
    ludo_readings,
    ludo_retold,
    ludo_scenarios,
    model_table,
    shapes,
)
from parlor.check.reading import NOT, Asked, Reading, Readings, base, only
from parlor.check.script import Script, without_last, written
from parlor.check.table import ASKED, ENDED, ENDLESS, MISSING, RAISED, did_not_return, perform

Answers = list[list[str]]

K = TypeVar("K")
V = TypeVar("V")


#: Answers that are kept as new.
_MOST_KNOWN = 30_000

#: Places of Kuba's answers.
_TURN, _WINNER = 1, 2

#: Rules of which another reading moves another token at once.
_SHOWN_AT_ONCE = ("L-17", "L-18")

#: What the texts want instead of an error.
_REFUSALS = ("False", "'Player not found!'")


@dataclass(frozen=True)
class Difference:
    """The first answer that is another one."""

    #: Which step, and which of its answers.
    step: int
    place: int
    expected: str
    got: str


@dataclass(frozen=True)
class Modelled:
    """What the model of a game does with a script and some readings."""

    answers: Answers
    #: The readings that it asked for, on or off.
    asked: frozenset[object]
    #: Those of them that were on.
    on: frozenset[str]
    #: The rules at work at the end, and after a `?` those that were left open.
    uses: Counter[str]


class Kept(Generic[K, V]):
    """What was worked out lately, so that a long search takes no more and more memory."""

    def __init__(self) -> None:
        self._young: dict[K, V] = {}
        self._old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """What is known, which is then kept for longer."""
        value = self._young.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> V:
        """Keep this; what was not asked for since half of it was new is forgotten."""
        if len(self._young) >= _MOST_KNOWN:
            self._old, self._young = self._young, {}
        self._young[key] = value
        return value


@dataclass(frozen=True)
class Game:
    """One of the two."""

    #: As in reports.
    name: str
    #: The class that the texts ask for.
    class_name: str
    #: The compiled class, which plays by the rules.
    by_the_rules: dict[str, Any]
    #: The model with readings switched on.
    model: Callable[[frozenset[str], Counter[str]], dict[str, Any]]
    readings: Readings
    #: What a fault may be confined to, and how that is reported.
    conditions: dict[str, str]
    #: The rule behind a difference that no reading explains.
    rule_behind: Callable[[Script, int, int, str, Counter[str]], str]
    examples: Callable[[], list[Script]]
    directed: Callable[[], tuple[Script, ...]]
    #: Games about what the texts leave out.
    unasked: list[Script]
    #: A random one.
    drawn: Callable[[random.Random], Script]
    #: The script that a program of some readings plays as the rules play this one.
    retold: Callable[[Script, frozenset[str]], Script]
    _right: Kept[bytes, Answers] = field(default_factory=Kept, repr=False)
    _known: Kept[tuple[frozenset[str], bytes], Modelled] = field(default_factory=Kept, repr=False)
    #: What each script was first played with.
    _first: Kept[bytes, Modelled] = field(default_factory=Kept, repr=False)
    _sets: dict[frozenset[object], frozenset[object]] = field(default_factory=dict, repr=False)

    def answers(self, script: Script, readings: frozenset[str] = frozenset()) -> Answers:
        """What is right; or, with readings, what a program answers that reads rules so.

        Worked out once a script, for many programs are asked the same. A reading that a game never
        asks for leaves it as it is, so that few games need to be played again for one.
        """
        used = [name for name in readings if shapes.is_shape(name)]
        if used:
            answers = self.answers(script, self.of_model(readings))
            return shapes.applied(used, self.name, script, answers)
        key = written(script)
        played = self._as_read(script, key, readings) if readings else None
        if played is not None:
            return played.answers
        right = self._right.get(key)
        if right is None:
            right = self._right.put(key, perform(self.by_the_rules, list(script)))
        return right

    def asked(self, script: Script, readings: frozenset[str] = frozenset()) -> frozenset[object]:
        """The readings that a game of some readings asks for, on or off."""
        key, readings = written(script), self.of_model(readings)
        played = self._as_read(script, key, readings)
        return (played or self._played(script, key, frozenset())).asked

    def _as_read(self, script: Script, key: bytes, readings: frozenset[str]) -> Modelled | None:
        """What the model does with the readings that a game asks for; None if it asks for none.

        Most games that are drawn are played for one reading alone: so a new one is played with all
        that is on, and only one that is played again without any, to learn what it asks for.
        """
        played = self._first.get(key)
        if played is None:
            played = self._first.put(key, self._played(script, key, readings))
        on = _of(readings, played.asked)
        if on == played.on:
            return played if on else None
        on = frozenset()
        while True:
            played = self._played(script, key, on)
            asked = _of(readings, played.asked)
            if asked <= on:
                return played if on else None
            on |= asked

    def of_model(self, readings: frozenset[str]) -> frozenset[str]:
        """The readings that the model plays by: all but those of how answers are given."""
        return frozenset(name for name in readings if not shapes.is_shape(name))

    def confined(self, reading: Reading) -> list[Reading]:
        """The same reading under each condition alone, and everywhere else alone."""
        return [
            only(reading, condition, words=self.conditions)
            for one in self.conditions
            for condition in (one, f"{NOT}{one}")
        ]

    def rule_at(self, script: Script, found: Difference) -> tuple[str | None, bool]:
        """The rule at work where a script first differs, and whether the text leaves it open."""
        if found.got in (ENDLESS, ENDED, ASKED):
            return None, False
        script = script[: found.step + 1]
        uses, before = self._uses(script), self._uses(without_last(script))
        left_open = sorted(
            rule
            for rule in (use[1:] for use in uses if use.startswith("?"))
            if rule not in _SHOWN_AT_ONCE or uses[f"?{rule}"] > before[f"?{rule}"]
        )
        if found.place == 0 and uses["?K-15"] > before["?K-15"]:
            # A failed first try leaves only the turn open, not its own answer.
            left_open.remove("K-15")
        elif "K-15" in left_open and found.place != _TURN and self._has_ended(script):
            # The end leaves only the turn open, too.
            left_open.remove("K-15")
        if not found.expected.startswith(RAISED):
            # Where the rules refuse, the text leaves open what else may be done.
            left_open = [rule for rule in left_open if self._may_matter(script, rule)]
        if left_open:
            return max(left_open, key=lambda rule: uses[f"?{rule}"] > before[f"?{rule}"]), True
        if found.got.startswith(RAISED) and found.expected not in _REFUSALS:
            return None, False
        return self.rule_behind(script, found.step, found.place, found.expected, uses), False

    def _may_matter(self, script: Script, rule: str) -> bool:
        """Whether another answer to an open question changes anything that is answered."""
        others = [one.name for one in self.readings.values() if one.is_open and one.rule == rule]
        right = self.answers(script)
        return not others or any(
            difference(right, self.answers(script, frozenset({name}))) for name in others
        )

    def _has_ended(self, script: Script) -> bool:
        """Whether a game of Kuba has been won by the rules."""
        answered = self.answers(script)[-1]
        return len(answered) > _WINNER and answered[_WINNER] != "None"

    def owns(self, method: str) -> bool:
        """Whether the text of this game asks for a method."""
        owner = method.partition(".")[0]
        return owner == self.class_name or (owner == "Player" and self is LUDO)

    def _uses(self, script: Script) -> Counter[str]:
        """The rules at work at a script's end, and after a `?` those that were left open."""
        return self._played(script, written(script), frozenset()).uses

    def _played(self, script: Script, key: bytes, on: frozenset[str]) -> Modelled:
        """What the model does with some readings."""
        known = self._known.get((on, key))
        if known is None:
            uses: Counter[str] = Counter()
            asked: set[object] = set()
            answers = model_table.perform(self.model(Asked(on, asked), uses), script)
            # Many games ask for the same.
            names = self._sets.setdefault(frozenset(asked), frozenset(asked))
            modelled = Modelled(answers, names, _of(on, names), uses)
            known = self._known.put((on, key), modelled)
        return known


def _of(readings: frozenset[str], asked: frozenset[object]) -> frozenset[str]:
    """Those of some readings that a game asked for."""
    return frozenset(name for name in readings if base(name) in asked)


LUDO = Game(
    "ludo",
    "LudoGame",
    {"LudoGame": LudoGame},
    ludo_model.classes,
    ludo_readings.READINGS,
    ludo_readings.CONDITIONS,
    ludo_model.rule_behind,
    ludo_scenarios.examples,
    ludo_scenarios.directed,
    ludo_scenarios.UNASKED,
    generate.ludo_game,
    ludo_retold.retold,
)
KUBA = Game(
    "kuba",
    "KubaGame",
    {"KubaGame": KubaGame},
    kuba_model.classes,
    kuba_readings.READINGS,
    kuba_readings.CONDITIONS,
    kuba_model.rule_behind,
    kuba_scenarios.examples,
    kuba_scenarios.directed,
    kuba_scenarios.UNASKED,
    generate.kuba_game,
    kuba_retold.retold,
)
GAMES = {game.class_name: game for game in (LUDO, KUBA)}


def difference(expected: Answers, got: Answers) -> Difference | None:
    """Where two programs part, or None: which error a refusal raises is not compared."""
    if expected == got:
        return None
    for step, answers in enumerate(expected):
        given = got[step] if step < len(got) else [""]
        if did_not_return(answers[0]) and given[0].startswith(RAISED):
            return None
        if given[0] == MISSING:
            # What was to be done is not done: nothing after it says anything.
            return None
        for place, answer in enumerate(answers):
            other = given[place] if place < len(given) else given[0]
            is_error = answer.startswith(RAISED) and other.startswith(RAISED)
            if other not in (answer, MISSING) and not is_error:
                return Difference(step, place, answer, other)
    return None
