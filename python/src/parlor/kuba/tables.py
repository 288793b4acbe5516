"""Kuba's endgames in classroom rules, solved: who wins, and in how many pushes.

Tables of up to four marbles on the board are in the package. Larger ones are built on first use,
which takes a minute or two, and stored in the folder that the variable ``PARLOR_CACHE`` names, or
else in the user's cache folder, where the command ``parlor kuba tables`` and other processes find
them.

>>> from parlor import kuba
>>> probe = kuba.probe("7/7/7/5wr/7/7/b6 w6b6 w - c")
>>> probe.value, probe.pushes, probe.best
('win', 1, ('35R',))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Literal, SupportsIndex

from parlor._native import KubaPosition as Position, _kuba_prepare, _kuba_probe

__all__ = ["Probe", "RankedPush", "prepare", "probe"]


@dataclass(frozen=True)
class RankedPush:
    """A legal push, and what it is worth to the side that makes it.

    >>> from parlor import kuba
    >>> kuba.probe("7/7/7/5wr/7/7/b6 w6b6 w - c").ranked[0].push
    '35R'
    """

    push: str
    """The push, like ``"35R"``."""

    value: Literal["win", "loss", "endless"]
    """What it comes to if both sides play as well as can be."""

    pushes: int | None
    """In how many pushes of both sides, this one included; None if it is endless."""

    position: Position
    """The position after it."""


@dataclass(frozen=True)
class Probe:
    """The exact value of a position for its side to move.

    >>> from parlor import kuba
    >>> kuba.probe("7/7/7/5wr/7/7/b6 w6b6 w - c").value
    'win'
    """

    value: Literal["win", "loss", "endless"]
    """What it comes to if both sides play as well as can be; ``"endless"`` if neither side can
    force an end."""

    pushes: int | None
    """In how many pushes of both sides, if the winner hurries and the loser holds out; None if it
    is endless, and 0 after the end of the game."""

    ranked: tuple[RankedPush, ...]
    """Every legal push, the best first; equally good ones as in ``Position.legal_moves``."""

    @property
    def best(self) -> tuple[str, ...]:
        """Every push that is as good as the best.

        >>> from parlor import kuba
        >>> kuba.probe("7/7/7/5wr/7/7/b6 w6b6 w - c").best
        ('35R',)
        """
        worth = (self.value, self.pushes)
        return tuple(one.push for one in self.ranked if (one.value, one.pushes) == worth)


def probe(position: Position | str) -> Probe:
    """Look a position up in the endgame tables.

    ``position`` is a Position or its line, of classroom rules, with up to five marbles on the
    board, or six where tables of six were built. The first call for five loads the tables or builds
    them: see ``prepare``.

    Rules: K-7, K-8 to K-10.

    Raises parlor.UnsolvedError for a position that is in no table, what Position.parse raises for a
    line, and parlor.ParlorError for any other value.

    >>> from parlor import kuba
    >>> for one in kuba.probe("7/7/7/5wr/7/7/b6 w6b6 w - c").ranked:
    ...     print(one.push, one.value, one.pushes)
    35R win 1
    35F win 5
    35B win 5
    """
    (value, pushes), ranked = _kuba_probe(position)
    return Probe(
        value,
        pushes,
        tuple(RankedPush(push, *worth, after) for push, worth, after in ranked),
    )


def prepare(
    marbles: SupportsIndex = 5,
    *,
    threads: SupportsIndex | None = None,
    progress: Callable[[float], object] | None = None,
) -> Literal["present", "loaded", "solved"]:
    """Make the tables of up to so many marbles present, and return where they were found.

    That is what the first ``probe`` of such a position does otherwise. They are ``"present"`` in
    memory, or ``"loaded"`` from the cache folder, or ``"solved"`` and stored there. Of several
    processes without a file one solves, and the others wait for it and load; each can be
    interrupted, and then another one solves, from the last finished layer of materials. Tables of
    six marbles take hours and gigabytes of memory and disk; ``parlor kuba tables 6`` says how many.

    ``threads`` is the number of threads to work on, by default one a core; it changes no value.
    ``progress`` is called with the share of the work that is done, on the thread of the call. If
    the folder that ``PARLOR_CACHE`` names cannot be used, the tables are built all the same, with a
    RuntimeWarning.

    Raises parlor.ParlorError for a number of marbles that no tables have, a number of threads that
    is not from 1 to 1024 or a ``progress`` that cannot be called; MemoryError where the memory is
    not there.

    >>> from parlor import kuba
    >>> kuba.prepare(4)
    'present'
    """
    return _kuba_prepare(marbles, threads, progress)
