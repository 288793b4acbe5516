"""Tests an explanation on games drawn after it was found.

Half are variations of the games that led to it, half are random; games in which it changes nothing
do not count. It is confirmed if it predicts every answer of fifty games in which the program and
the rules differ, or of all such games found, at least five. One game in which it fails refutes it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Callable

from parlor.check.evidence import Evidence
from parlor.check.reading import base
from parlor.check.script import Script
from parlor.check.variations import variation

#: Games that an explanation has to give, and those that do where no more are found.
ENOUGH, FEWEST = 50, 5

#: Games that are drawn for one explanation; of a program that is started anew for each of them.
_MOST_DRAWN, _FEW_DRAWN = 400, 60

#: Games that are drawn for each that it changes, before only variations are drawn.
_SELDOM = 20

#: Games that neither it nor the rules explain, which are no evidence against it.
_FEW_DOUBTFUL = 2

#: Drawn games that show something else as well, and are kept to be explained.
_MOST_KEPT = 12


@dataclass
class Trial:
    """What came of it."""

    #: Games in which program and rules differ, and the explanation gives every answer.
    given: list[Script] = field(default_factory=list)
    #: A game in which it is what fails.
    against: Script | None = None
    #: Whether it holds there without its condition.
    is_narrow: bool = False
    #: Games that show another fault beside it.
    others: list[Script] = field(default_factory=list)


def tried(
    evidence: Evidence,
    name: str,
    readings: frozenset[str],
    like: list[Script],
    drawn: Callable[[], Script],
    source: random.Random,
) -> Trial:
    """One of some readings, tried beside the others."""
    trial = Trial()
    # Something else may go wrong on the same roll; where it often does, the explanation is wrong.
    doubtful: list[Script] = []
    # Under a condition it is wrong, too, where it would be right without.
    wider = readings - {name} | {base(name)}
    is_seldom = False
    for number in range(_MOST_DRAWN if evidence.program.is_forgetful else _FEW_DRAWN):
        if len(trial.given) >= ENOUGH or evidence.is_over():
            break
        is_like = bool(like) and (is_seldom or number % 2 == 0)
        script = variation(source.choice(like), source) if is_like else drawn()
        if not evidence.matters(script, name, readings):
            is_seldom = is_seldom or number > _SELDOM * (1 + len(trial.given))
            is_wide = wider != readings and not evidence.agrees(script, readings)
            if is_wide and evidence.agrees(script, wider):
                trial.against, trial.is_narrow = evidence.fragment(script, readings), True
                return trial
            continue
        if evidence.agrees(script, readings):
            if not evidence.agrees(script):
                trial.given.append(script)
            continue
        fragment = evidence.fragment(script, readings)
        if wider != readings and evidence.agrees(fragment, wider):
            trial.against, trial.is_narrow = fragment, True
            return trial
        if evidence.is_new_at_the_end(fragment, name, readings):
            if evidence.agrees(fragment, readings - {name}):
                trial.against = fragment
                return trial
            doubtful.append(fragment)
        if len(trial.others) < _MOST_KEPT:
            trial.others.append(fragment)
    if len(doubtful) > max(_FEW_DOUBTFUL, len(trial.given) // 4):
        trial.against = doubtful[0]
    return trial
