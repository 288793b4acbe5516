"""Which lines of a program are suspicious, by the games in which they run.

Spectrum-based fault localization: a line that runs in the games that differ, and in few of the
others, is where to look first. The score is that of Ochiai, which did best in the comparison of
R. Abreu, P. Zoeteweij and A. J. C. van Gemund, "On the Accuracy of Spectrum-based Fault
Localization" (TAICPART-MUTATION 2007, pages 89-98)::

    score = failed / sqrt(failing * (failed + passed))

of `failing` games that differ the line runs in `failed`, and of the others in `passed`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from dataclasses import dataclass
from math import sqrt

#: A line, by its file and number.
Place = tuple[str, int]

#: The part of the games that pass in which a suspicious line runs at most: "rarely".
_RARELY = 0.25

#: The score from which on a line is suspicious. Of programs with one fault whose place was known,
#: those with a lower best score were hardly ever faulty there.
_LEAST = 0.7


@dataclass(frozen=True)
class Suspect:
    """A suspicious line."""

    file: str
    line: int
    #: From 0 to 1, which is a line that runs in all games that differ and in no other.
    score: float
    #: The line itself, where it was looked up.
    text: str = ""


def suspicious(
    failing: Iterable[Set[Place]], passing: Iterable[Set[Place]], most: int = 3
) -> list[Suspect]:
    """The most suspicious lines, the first first, by the lines that run in each game.

    A game without lines was not traced, and counts nowhere. A line is left out that runs in more
    than a quarter of the games that pass, that scores less than 0.7, or no more than a line that
    runs in every game: where all lines are alike none is suspicious. Nor is any where no game
    passes, or none fails. Of lines with one score the earlier comes first, by the names of the
    files and then by number.
    """
    failures, passes = [one for one in failing if one], [one for one in passing if one]
    if not failures or not passes:
        return []
    failed, passed = _counted(failures), _counted(passes)
    everywhere = sqrt(len(failures) / (len(failures) + len(passes)))
    suspects = [
        Suspect(*place, number / sqrt(len(failures) * (number + passed[place])))
        for place, number in failed.items()
        if passed[place] <= _RARELY * len(passes)
    ]
    suspects = [one for one in suspects if one.score >= _LEAST and one.score > everywhere]
    return sorted(suspects, key=lambda one: (-one.score, one.file, one.line))[:most]


def _counted(games: list[Set[Place]]) -> Counter[Place]:
    """In how many games each line runs."""
    return Counter(place for game in games for place in game)
