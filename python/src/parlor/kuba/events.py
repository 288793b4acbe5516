"""What happens in an action of Kuba: one small class for each kind of event.

Sides are ``"W"`` and ``"B"``, pushes are written ``"65F"``, cells are (row, column) with (0, 0)
top left. Events compare without their ``text``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "Barred",
    "Captured",
    "Ejected",
    "Event",
    "Ko",
    "MayPushAgain",
    "Pushed",
    "TookOff",
    "TurnEnded",
    "Won",
]


class Event:
    """One thing that happened; ``text`` describes it in a sentence.

    >>> from parlor import kuba
    >>> for event in kuba.Position().events("65F"):
    ...     print(event.text)
    White pushes 65F: 2 marbles move forward (K-4).
    White passes the turn on (K-11, K-12).
    """

    text: str


@dataclass(frozen=True)
class Pushed(Event):
    """A run of ``length`` marbles moved one cell (K-4).

    >>> from parlor import kuba
    >>> kuba.Position().events("65F")[0]
    Pushed(side='W', push='65F', length=2)
    """

    side: str
    push: str
    length: int
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Captured(Event):
    """A red marble went over the edge at ``cell``; its side has ``total`` of seven (K-6).

    >>> from parlor import kuba
    >>> kuba.Position.parse("5wr/7/7/7/7/7/b6 w0b0 w - c").events("05R")[1]
    Captured(side='W', total=1, cell=(0, 6))
    """

    side: str
    total: int
    cell: tuple[int, int]
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Ejected(Event):
    """An enemy marble was pushed over the edge at ``cell``; the enemy has ``left`` left (K-6).

    >>> from parlor import kuba
    >>> kuba.Position.parse("5wb/7/7/7/7/7/b6 w0b0 w - c").events("05R")[1]
    Ejected(side='W', cell=(0, 6), left=1)
    """

    side: str
    cell: tuple[int, int]
    left: int
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class MayPushAgain(Event):
    """Tournament rules: the side captured something and may push again or end (K-12).

    >>> from parlor import kuba
    >>> kuba.Position.parse("5wr/7/7/7/7/7/b6 w0b0 w - t").events("05R")[2]
    MayPushAgain(side='W')
    """

    side: str
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class TurnEnded(Event):
    """The turn went to the opponent (K-11, K-12).

    >>> from parlor import kuba
    >>> kuba.Position().events("65F")[1]
    TurnEnded(side='W')
    """

    side: str
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Ko(Event):
    """Ko: the opponent may not play ``push`` next, because it would undo this push (K-7).

    >>> from parlor import kuba
    >>> kuba.Position.parse("7/7/wb5/7/7/7/7 w0b0 w - c").events("20R")[2]
    Ko(push='22L')
    """

    push: str
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Won(Event):
    """A side won, by ``"reds"`` (K-8), ``"elimination"`` (K-9) or ``"blocked"`` (K-10).

    >>> from parlor import kuba
    >>> kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c").events("05R")[-1]
    Won(side='W', by='elimination')
    """

    side: str
    by: str
    text: str = field(default="", compare=False, repr=False)


# Older names, kept for programs that use them.
TookOff = Ejected
Barred = Ko
