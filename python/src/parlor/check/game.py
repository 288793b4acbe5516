"""What a check needs to know about each game, in one place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Callable

from hypothesis.strategies import SearchStrategy
from KubaGame import KubaGame
from LudoGame import LudoGame

from parlor.check import generate, kuba_model, kuba_scenarios, ludo_model, ludo_scenarios
from parlor.check.reading import Readings
from parlor.check.script import Script, without_last
from parlor.check.worker import ASKED, ENDED, ENDLESS, RAISED, did_not_return, perform

Answers = list[list[str]]


@dataclass(frozen=True)
class Difference:
    """The first answer that is another one."""

    #: Which step, and which of its answers.
    step: int
    place: int
    expected: str
    got: str


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
    #: The rule behind a difference that no reading explains.
    rule_behind: Callable[[Script, int, str, str, Counter[str]], str | None]
    examples: Callable[[], list[Script]]
    directed: Callable[[], list[Script]]
    #: Games about what the texts say nothing about.
    unasked: list[Script]
    scripts: Callable[[], SearchStrategy[Script]]

    def answers(self, script: Script, readings: frozenset[str] = frozenset()) -> Answers:
        """What is right; or, with readings, what a program answers that reads rules so."""
        if readings:
            return perform(self.model(readings, Counter()), list(script))
        return perform(self.by_the_rules, list(script))

    def rule_at(self, script: Script, found: Difference) -> tuple[str | None, bool]:
        """The rule at work where a script first differs, and whether the text leaves it open."""
        if found.got in (ENDLESS, ENDED, ASKED):
            return None, False
        script = script[: found.step + 1]
        uses, before = self._uses(script), self._uses(without_last(script))
        left_open = sorted(use[1:] for use in uses if use.startswith("?"))
        if found.place == 0 and uses["?K-15"] > before["?K-15"]:
            # A failed first try leaves only the turn open, not its own answer.
            left_open.remove("K-15")
        if left_open:
            return max(left_open, key=lambda rule: uses[f"?{rule}"] > before[f"?{rule}"]), True
        if found.got.startswith(RAISED) and found.expected != "False":
            return None, False
        return self.rule_behind(script, found.step, found.place, found.expected, uses), False

    def owns(self, method: str) -> bool:
        """Whether the text of this game asks for a method."""
        owner = method.partition(".")[0]
        return owner == self.class_name or (owner == "Player" and self is LUDO)

    def _uses(self, script: Script) -> Counter[str]:
        """The rules at work at a script's end, and after a `?` those that were left open."""
        uses: Counter[str] = Counter()
        perform(self.model(frozenset(), uses), list(script))
        return uses


LUDO = Game(
    "ludo",
    "LudoGame",
    {"LudoGame": LudoGame},
    ludo_model.classes,
    ludo_model.READINGS,
    ludo_model.rule_behind,
    ludo_scenarios.examples,
    ludo_scenarios.directed,
    ludo_scenarios.UNASKED,
    generate.ludo_scripts,
)
KUBA = Game(
    "kuba",
    "KubaGame",
    {"KubaGame": KubaGame},
    kuba_model.classes,
    kuba_model.READINGS,
    kuba_model.rule_behind,
    kuba_scenarios.examples,
    kuba_scenarios.directed,
    kuba_scenarios.UNASKED,
    generate.kuba_scripts,
)
GAMES = {game.class_name: game for game in (LUDO, KUBA)}


def difference(expected: Answers, got: Answers) -> Difference | None:
    """Where two programs part, or None: which error a refusal raises is not compared."""
    for step, answers in enumerate(expected):
        given = got[step] if step < len(got) else [""]
        if did_not_return(answers[0]) and given[0].startswith(RAISED):
            return None
        for place, answer in enumerate(answers):
            other = given[place] if place < len(given) else given[0]
            if other != answer:
                return Difference(step, place, answer, other)
    return None
