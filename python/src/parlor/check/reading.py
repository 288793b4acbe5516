"""Ways to read a rule otherwise: each can be switched on alone in the model of its game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reading:
    """One rule, read otherwise."""

    #: What the model calls it.
    name: str
    #: The rule that is read otherwise.
    rule: str
    #: What a program does that reads it so, as a sentence for its author.
    told: str
    #: Whether the text leaves room for it.
    is_open: bool = False


#: Readings by their names.
Readings = dict[str, Reading]


def by_name(*readings: Reading) -> Readings:
    """The readings of a game."""
    return {reading.name: reading for reading in readings}
