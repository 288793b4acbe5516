"""What happens when a roll is played: one small class for each kind of event.

Seats are ``"A"`` to ``"D"``, tokens ``"p"`` and ``"q"``, choices ``"p"``, ``"q"`` and ``"pq"``,
steps the counts -1 to 57 of rule L-3. Events compare without their ``text``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "Bounced",
    "Event",
    "Finished",
    "Kicked",
    "LeftYard",
    "Moved",
    "Parted",
    "Passed",
    "Placed",
    "ReachedEnd",
    "Stacked",
]


class Event:
    """One thing that happened; ``text`` describes it in a sentence.

    >>> from parlor import ludo
    >>> start = ludo.Position(["A", "C"])
    >>> for event in start.events("A6p"):
    ...     print(event.text)
    Ap leaves the yard for R (L-5).
    """

    text: str


@dataclass(frozen=True)
class LeftYard(Event):
    """A token went from the yard to ready-to-go (L-5).

    >>> from parlor import ludo
    >>> ludo.Position(["A", "C"]).events("A6q")
    (LeftYard(seat='A', token='q'),)
    """

    seat: str
    token: str
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Moved(Event):
    """A token or a stack walked from step ``start`` to step ``end`` (L-6).

    ``path`` names the spaces walked, the last one included.

    >>> from parlor import ludo
    >>> ludo.Position.parse("A20.H/CH.H A 3 -").events("p")
    (Moved(seat='A', choice='p', start=20, end=23, path=('21', '22', '23')),)
    """

    seat: str
    choice: str
    start: int
    end: int
    path: tuple[str, ...]
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Bounced(Event):
    """The roll was too large to reach the end: ``back`` spaces back from there (L-7).

    >>> from parlor import ludo
    >>> ludo.Position.parse("A55.H/CH.H A 5 -").events("p")[1]
    Bounced(seat='A', choice='p', back=3, at=54)
    """

    seat: str
    choice: str
    back: int
    at: int
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Kicked(Event):
    """A token of ``seat`` on ring space ``space`` went back to its yard (L-9, L-11).

    >>> from parlor import ludo
    >>> ludo.Position.parse("A20.H/B9.H A 3 -").events("p")[1]
    Kicked(by='A', seat='B', token='p', space=23)
    """

    by: str
    seat: str
    token: str
    space: int
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Parted(Event):
    """A token left its stack, which only ``move_token`` can cause (L-25).

    >>> Parted(seat="A", token="p", at=28)
    Parted(seat='A', token='p', at=28)
    """

    seat: str
    token: str
    at: int
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Stacked(Event):
    """Both tokens of a seat are on one space and now move as one (L-10).

    >>> from parlor import ludo
    >>> ludo.Position.parse("A20.23/CH.H A 3 -").events("p")[1]
    Stacked(seat='A', at=23)
    """

    seat: str
    at: int
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class ReachedEnd(Event):
    """A token or a stack reached E (L-7).

    >>> from parlor import ludo
    >>> ludo.Position.parse("A55.H/CH.H A 2 -").events("p")[1]
    ReachedEnd(seat='A', choice='p')
    """

    seat: str
    choice: str
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Finished(Event):
    """Both tokens of a seat are on E (L-12).

    >>> from parlor import ludo
    >>> ludo.Position.parse("A55.E/CH.H A 2 -").events("p")[2]
    Finished(seat='A')
    """

    seat: str
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Placed(Event):
    """A seat has its place, 1 for the winner (L-30).

    >>> from parlor import ludo
    >>> ludo.Position.parse("A55.E/CH.H A 2 -").events("p")[3:]
    (Placed(seat='A', place=1), Placed(seat='C', place=2))
    """

    seat: str
    place: int
    text: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Passed(Event):
    """Nothing could move, so the roll is lost (L-14).

    >>> from parlor import ludo
    >>> ludo.Position(["A", "C"]).events("A3-")
    (Passed(seat='A', roll=3),)
    """

    seat: str
    roll: int
    text: str = field(default="", compare=False, repr=False)
