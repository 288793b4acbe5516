"""What Parlor refuses, and why.

Every error derives from :class:`ParlorError`, which derives from ``ValueError``. Its message says
what was given and what would be right; its fields are for programs:

>>> from LudoGame import LudoGame
>>> try:
...     LudoGame().play_game(["A", "B"], [("A", 6), ("B", 7)])
... except ParlorError as error:
...     print(error.rule, error.value, "-", error)
L-23 7 - entry 1 of the turns has roll 7; a roll is an integer from 1 to 6
"""

from __future__ import annotations

from parlor._types import kuba, ludo

__all__ = [
    "CellError",
    "MatchError",
    "MoveTokenError",
    "NotationError",
    "ParlorError",
    "PlayError",
    "PlayersError",
    "PolicyError",
    "RecordError",
    "RulesError",
    "ScriptError",
    "SeatError",
    "SetupError",
    "StepError",
    "UnknownPlayerError",
    "UnsolvedError",
]


class ParlorError(ValueError):
    """Something that the rules or a notation do not allow; nothing has changed.

    >>> from parlor import ludo
    >>> try:
    ...     ludo.Position(["A", "X"])
    ... except ParlorError as error:
    ...     print(error)
    'X' is no seat; the seats are A, B, C and D
    """

    rule: str | None = None
    """The id of the rule that was broken, such as ``"L-23"``; None if no rule was broken."""

    value: object = None
    """The value that was given."""


class ScriptError(ParlorError):
    """The players or the turns of ``play_game`` are wrong (L-23).

    >>> from LudoGame import LudoGame
    >>> try:
    ...     LudoGame().play_game(["A", "B"], [("A", 6), ("E", 1)])
    ... except ScriptError as error:
    ...     print(error.entry, error.value)
    1 E
    """

    entry: int | None = None
    """The index of the entry at fault; None if the list itself is wrong."""


class SeatError(ParlorError):
    """A value that is not a seat, A to D (L-1).

    >>> from LudoGame import Player
    >>> try:
    ...     Player("E")
    ... except SeatError as error:
    ...     print(error.rule, error.value)
    L-1 E
    """


class StepError(ParlorError):
    """A value that is not a step count (L-3).

    >>> from LudoGame import Player
    >>> try:
    ...     Player("A").get_space_name(58)
    ... except StepError as error:
    ...     print(error)
    58 is no step count; it is -1 (home yard) to 57 (the end)
    """


class MoveTokenError(ParlorError):
    """An argument of ``move_token`` is wrong (L-25).

    >>> from LudoGame import LudoGame
    >>> game = LudoGame()
    >>> spaces = game.play_game(["A", "B"], [])
    >>> try:
    ...     game.move_token(game.get_player_by_position("A"), "r", 6)
    ... except MoveTokenError as error:
    ...     print(error.argument, "-", error)
    token - 'r' is no token; the tokens are "p" and "q"
    """

    argument: str = ""
    """Which one: ``"player"``, ``"token"`` or ``"steps"``."""


class PlayersError(ParlorError):
    """Two players who cannot play a game of Kuba (K-14).

    >>> from KubaGame import KubaGame
    >>> try:
    ...     KubaGame(("Ann", "W"), ("Bob", "W"))
    ... except PlayersError as error:
    ...     print(error)
    both players have the color "W"; one must be "W", the other "B"
    """


class UnknownPlayerError(ParlorError):
    """A name that no player of the game has (K-17).

    >>> from KubaGame import KubaGame
    >>> try:
    ...     KubaGame(("Ann", "W"), ("Bob", "B")).get_captured("Cid")
    ... except UnknownPlayerError as error:
    ...     print(error)
    nobody named 'Cid' plays in this game; the players are 'Ann' and 'Bob'
    """


class CellError(ParlorError):
    """Coordinates that are not a cell of the board (K-17).

    >>> from KubaGame import KubaGame
    >>> try:
    ...     KubaGame(("Ann", "W"), ("Bob", "B")).get_marble((7, 0))
    ... except CellError as error:
    ...     print(error)
    (7, 0) is no cell; coordinates are (row, column), both integers from 0 to 6
    """


class RulesError(ParlorError):
    """A value that does not name a rule set.

    >>> from parlor import kuba
    >>> try:
    ...     kuba.Position(rules="house")
    ... except RulesError as error:
    ...     print(error)
    'house' is no set of kuba rules; they are classroom and tournament
    """


class NotationError(ParlorError):
    """A text that does not follow its notation.

    >>> from parlor import kuba
    >>> try:
    ...     kuba.Position.parse("ww3b?/7/7/7/7/7/7 w0b0 w - c")
    ... except NotationError as error:
    ...     print(error.column, "-", error.expected)
    5 - a marble (w, b, r) or the number of empty cells up to the next one
    """

    column: int = 0
    """The column of the error, in characters from 1."""

    expected: str = ""
    """What was expected there."""


class SetupError(ParlorError):
    """A position that the rules make impossible.

    >>> from parlor import ludo
    >>> try:
    ...     ludo.Position.parse("A20.H/B6.H A - -")
    ... except SetupError as error:
    ...     print(error.reasons[0])
    tokens of A,B share ring space 20; the last to come would have kicked the others
    """

    reasons: tuple[str, ...] = ()
    """Everything that is wrong with it."""

    index: int | None = None
    """The place of the game in a batch; None for a position by itself."""


class PlayError(ParlorError):
    """An action that the rules refuse in a position.

    >>> from parlor import kuba
    >>> try:
    ...     kuba.Position().apply("65B")
    ... except PlayError as error:
    ...     print(error.rule, error.value)
    K-3 65B
    """

    index: int | None = None
    """The place of the game in a batch; None for a position by itself."""


class PolicyError(ParlorError):
    """An array that is no policy for two players, or a wrong answer of a policy's function.

    ``value`` is the entry at ``index``, or the answer for that decision; where the array as a whole
    is wrong, its shape or the name of its type.

    >>> from parlor import ludo
    >>> table = ludo.policy_table("priority")
    >>> table[0, 0, 0, 5] = 1
    >>> try:
    ...     ludo.evaluate([table, "random"])
    ... except PolicyError as error:
    ...     print(error.index, error.value, error.position)
    (0, 0, 0, 5) 1 AH.H/CH.H A 6 -
    """

    index: tuple[int, ...] | None = None
    """The entry at fault: side, own pair, other's pair, decision; None for the array as a whole."""

    position: kuba.Position | ludo.Position | None = None
    """The position that it answers for; that of an entry has the token behind as ``p``."""

    game: int | None = None
    """The number of the game in self-play, or of the environment, from 0; None outside of games."""

    ply: int | None = None
    """The number of the action in that game, from 1."""


class MatchError(ParlorError):
    """A player of a match that failed or gave an illegal action.

    ``rule`` and ``value`` are those of an illegal action. What a function raised is ``__cause__``.

    >>> import parlor
    >>> try:
    ...     parlor.match(lambda position: "65B", "random", game="kuba", opening=0)
    ... except parlor.MatchError as error:
    ...     print(error.player, error.game, error.ply, error.rule, error.value)
    <lambda> 0 1 K-3 65B
    """

    player: str = ""
    """The name of the player."""

    game: int = 0
    """The number of the game in the match, from 0."""

    ply: int = 0
    """The number of the action in the game, from 1, those of the opening included."""

    position: str = ""
    """The position, as a line."""


class UnsolvedError(ParlorError):
    """A position without an exact value: it does not have exactly two players left.

    >>> from parlor import ludo
    >>> try:
    ...     ludo.value(ludo.Position(["A", "B", "C"]))
    ... except UnsolvedError as error:
    ...     print(error.value)
    AH.H/BH.H/CH.H A - -
    """


class RecordError(ParlorError):
    r"""A text that is not a valid record, or an argument that a record does not take.

    ``value`` is the part of the text at fault, or None if something is missing; for an argument it
    is the argument.

    >>> from parlor import Record
    >>> try:
    ...     Record.read("parlor-record 1\ngame: kuba\nseats: W, B\n\n65F 05B 65B\n")
    ... except RecordError as error:
    ...     print(error.line, error.column, error.ply, error.rule, error.value)
    5 9 3 K-3 65B
    """

    line: int | None = None
    """The line of the error, from 1; None if no text was read."""

    column: int | None = None
    """The column of the error, in characters from 1."""

    ply: int | None = None
    """The ply at fault, from 1, or None."""

    index: int | None = None
    """The record at fault in a list, or the row of a table, from 0; None for one record."""
