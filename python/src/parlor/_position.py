"""What positions of both games have in common."""

from __future__ import annotations

from typing import Protocol, SupportsIndex, TypeVar, runtime_checkable

__all__ = ["Position"]

_Self = TypeVar("_Self", bound="Position")


@runtime_checkable
class Position(Protocol):
    """What ludo.Position and kuba.Position have in common, for programs that play either.

    It is a ``typing.Protocol``: a position of either game is one, and so is any class with these
    members. Where the two mean different things by one name, its description says so.

    >>> import parlor
    >>> from parlor import kuba, ludo
    >>> def leaves(position: parlor.Position, depth: int) -> int:
    ...     if depth == 0 or position.is_over:
    ...         return 1
    ...     if position.is_chance:
    ...         rolls = [roll for roll, probability in position.chance_outcomes]
    ...         return sum(leaves(position.apply(roll), depth) for roll in rolls)
    ...     return sum(leaves(position.apply(it), depth - 1) for it in position.legal_indices)
    >>> leaves(ludo.Position(["A", "C"]), 2), leaves(kuba.Position(), 2)
    (49, 64)
    >>> isinstance(kuba.Position(), parlor.Position)
    True
    """

    @property
    def rules(self) -> str:
        """The name of the rule set.

        >>> from parlor import kuba
        >>> kuba.Position().rules
        'classroom'
        """

    @property
    def to_act(self) -> str | None:
        """The seat or side to act, also where its roll is due; None after the end.

        >>> from parlor import ludo
        >>> ludo.Position(["C", "A"]).to_act
        'C'
        """

    @property
    def is_chance(self) -> bool:
        """Whether a roll is due.

        >>> from parlor import ludo
        >>> ludo.Position(["A", "C"]).is_chance
        True
        """

    @property
    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        """What ``apply`` takes while ``is_chance``, with the probabilities; otherwise empty.

        >>> from parlor import ludo
        >>> sum(probability for _, probability in ludo.Position(["A", "C"]).chance_outcomes)
        0.9999999999999999
        """

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """All that may be done; empty while ``is_chance`` and after the end.

        >>> from parlor import kuba
        >>> len(kuba.Position().legal_actions)
        8
        """

    @property
    def legal_indices(self) -> tuple[int, ...]:
        """The numbers of ``legal_actions``, in the same order.

        >>> from parlor import ludo
        >>> ludo.Position(["A", "C"]).apply(6).legal_indices
        (1, 2)
        """

    @property
    def legal_mask(self) -> bytes:
        """A byte for each action of the game: 1 if it is legal, else 0.

        >>> from parlor import kuba
        >>> len(kuba.Position().legal_mask)
        197
        """

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game; a draw or a limit takes a Game.

        >>> from parlor import kuba
        >>> kuba.Position().is_over
        False
        """

    @property
    def winner(self) -> str | None:
        """The winner, in Ludo also while the others play on; None before.

        >>> from parlor import ludo
        >>> ludo.Position.parse("AE.E/B20.H/CH.H B - A").winner
        'A'
        """

    @property
    def returns(self) -> tuple[float, ...] | None:
        """After the end, 1.0 for the winner to 0.0 for the last, by seat; None before.

        >>> from parlor import kuba
        >>> kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c").apply("05R").returns
        (1.0, 0.0)
        """

    @property
    def stable_hash(self) -> int:
        """A 64-bit hash, the same on every machine and in every version.

        >>> from parlor import kuba
        >>> kuba.Position().stable_hash == kuba.Position().stable_hash
        True
        """

    def apply(self: _Self, action: str | SupportsIndex) -> _Self:
        """Return the position after an action or its number, or after a roll that is due.

        >>> from parlor import kuba
        >>> kuba.Position().apply("65F").to_act
        'B'
        """

    def index(self, action: str | SupportsIndex) -> int:
        """Return the number of an action, legal or not.

        >>> from parlor import kuba
        >>> kuba.Position().index("65F")
        190
        """

    def action(self, index: SupportsIndex) -> str:
        """Return the action with a number.

        >>> from parlor import kuba
        >>> kuba.Position().action(190)
        '65F'
        """

    def to_text(self) -> str:
        """Return the board as text.

        >>> from parlor import kuba
        >>> print(kuba.Position().to_text().splitlines()[-1])
        White is to move.
        """
