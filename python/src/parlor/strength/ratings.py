"""Ratings and sequential tests from results."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, SupportsFloat, SupportsIndex

from parlor._arguments import _number, _refusal
from parlor._native import _elo, _sprt
from parlor.strength.results import Estimate, MatchResult, Sprt

__all__ = ["elo", "sprt"]

_ERROR = 0.05
"""The probability of either error of a test, by default."""


def sprt(
    pairs: MatchResult | Iterable[SupportsIndex],
    elo0: SupportsFloat,
    elo1: SupportsFloat,
    *,
    alpha: SupportsFloat = _ERROR,
    beta: SupportsFloat = _ERROR,
) -> Sprt:
    """Return the state of a sequential probability ratio test after these pairs of games.

    ``pairs`` is a result, or the number of pairs in which the first player scored 0, ½, 1, 1½ and 2
    points. ``alpha`` is the probability of accepting ``elo1`` if ``elo0`` is true, ``beta`` that of
    the reverse.

    It is the generalized SPRT over pairs, the pentanomial one of chess engine testing: A. Wald,
    *Annals of Mathematical Statistics* 16, 1945; X. Li, J. Liu, Z. Ying, *Sequential Analysis* 33,
    2014.

    Raises parlor.ParlorError for counts that are none, hypotheses that are not in order, and
    probabilities that are not between 0 and ½.

    >>> import parlor
    >>> print(parlor.sprt([17, 253, 1042, 337, 39], -0.5, 1.5))
    SPRT -0.5 or 1.5: LLR 2.96 of -2.94 to 2.94, 1.5 accepted
    """
    counts = _counts(pairs.pentanomial if isinstance(pairs, MatchResult) else pairs)
    found = _sprt(
        counts,
        _number("elo0", elo0),
        _number("elo1", elo1),
        _number("alpha", alpha),
        _number("beta", beta),
    )
    return Sprt(*found)


def _counts(pairs: object) -> list[int]:
    """The five counts of pairs."""
    try:
        counts = list(pairs)  # type: ignore[call-overload]
    except TypeError:
        counts = []
    if len(counts) != 5 or not all(_is_count(count) for count in counts):
        raise _refusal(
            pairs,
            f"{pairs!r} is no count of pairs; give how many have 0, ½, 1, 1½ and 2 points",
        )
    return [int(count) for count in counts]


def _is_count(value: object) -> bool:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return False
    return 0 <= int(value.__index__()) < 2**32


def elo(
    results: Iterable[MatchResult | tuple[Any, Any, float]] | Mapping[tuple[Any, Any], Any],
    *,
    anchor: object = None,
) -> dict[Any, Estimate]:
    """Return the Elo of each player from results of any pairings, the best first.

    ``results`` has results of :func:`match`, and games as ``(a, b, score)``, where ``score`` is 1
    if ``a`` won, 0.5 for a draw, 0 if ``b`` won; or it is a dict from ``(a, b)`` to the numbers of
    games that ``a`` won, drew and lost.

    Results of :func:`match` must be of one game by one set of rules and one limit, and at opposite
    seats of Ludo or at the same adjacent ones. Two of the same players by one seed at the same
    seats are refused: they have the same openings and dice, so that one game would count as two. A
    player is who has the same name: two results with functions of one name are refused unless the
    functions are the same, which is so for one object and for what can be imported by one module
    and name; ``match(…, names=…)`` tells players apart, or says that they are the same. Of games
    and counts as numbers, each is taken for games of its own.

    Elo is relative to the average of all; with ``anchor``, a player or ``(player, Elo)``, to that
    player, whose Elo is 0 or the one given. The model is that of R. A. Bradley and M. E. Terry
    (*Biometrika* 39, 1952), a draw being half a win, fitted by the MM algorithm of D. R. Hunter
    (*Annals of Statistics* 32, 2004, section 2). The interval between two players is that of
    ``MatchResult.elo``: that of the score, by Student's t (*Biometrika* 6, 1908) over games, or
    pairs of games for a result, or by E. B. Wilson (*Journal of the American Statistical
    Association* 22, 1927) where these are all alike, as after nothing but draws; on Elo's scale.
    Among more players it is that of the sandwich estimator (K.-Y. Liang and S. L. Zeger,
    *Biometrika* 73, 1986), in which games of two players that are all alike have at least the
    variance of Wilson's interval.

    Raises parlor.ParlorError for what is no result, without results, for results that do not go
    together, and, with their names as ``value``, where some players never scored against the
    others.

    >>> import parlor
    >>> ratings = parlor.elo({("ann", "bob"): (30, 20, 10), ("bob", "cid"): (25, 10, 15)})
    >>> for player, rating in ratings.items():
    ...     print(f"{player} {rating.value:+.0f} ± {rating.reach:.0f}")
    ann +104 ± 58
    bob -17 ± 39
    cid -87 ± 64
    """
    names: dict[Any, int] = {}

    def number(player: Any) -> int:
        try:
            return names.setdefault(player, len(names))
        except TypeError:
            raise _refusal(player, f"{player!r} is no player's name; it cannot be hashed") from None

    outcomes: list[tuple[int, int, float, float, int]] = []
    kinds, who, dealt = _Kinds(), _Functions(), _Deals()
    given = results.items() if isinstance(results, Mapping) else results
    for place, item in enumerate(given):
        first, second, cells, games = _cells(place, item, isinstance(results, Mapping))
        if first == second:
            raise _refusal(item, f"result {place}, {item!r}, is of a player against itself")
        if isinstance(item, MatchResult):
            kinds.take(place, item)
            who.take(place, item)
            dealt.take(place, item)
        players = number(first), number(second)
        outcomes += [(*players, share, games, times) for share, times in cells if times]
    base, known = 0.0, None
    if anchor is not None:
        player = anchor
        if isinstance(anchor, tuple) and len(anchor) == 2 and anchor not in names:
            player, base = anchor[0], _number("the anchor's Elo", anchor[1])
            if not math.isfinite(base):
                raise _refusal(anchor, f"the anchor's Elo is {base}; it is a finite number")
        known = names.get(player)
        if known is None:
            listed = ", ".join(str(name) for name in names)
            raise _refusal(anchor, f"the anchor {player!r} is no player; they are {listed}")
    found = _elo([str(name) for name in names], outcomes, known)
    ratings = {
        name: Estimate(*(base + part for part in rating)) for name, rating in zip(names, found)
    }
    return dict(sorted(ratings.items(), key=lambda rated: -rated[1].value))


class _Kinds:
    """That results of matches are of one game."""

    def __init__(self) -> None:
        self._first: tuple[int, MatchResult] | None = None

    def take(self, place: int, result: MatchResult) -> None:
        if self._first is None:
            self._first = place, result
        earlier, first = self._first
        is_limited_alike = None in (first.limit, result.limit) or first.limit == result.limit
        if _kind(first) != _kind(result) or not is_limited_alike:
            raise _refusal(
                result,
                f"result {earlier} is of {_told(first)}, and result {place} of {_told(result)}; "
                "the strength in one says nothing of that in the other: rate them apart",
            )


def _kind(result: MatchResult) -> tuple[object, ...]:
    """What is the same in results that go together: seats count by how they lie to each other."""
    if result.game == "kuba":
        return result.game, result.rules
    places = ["ABCD".index(seat) for seat in result.seats]
    return result.game, result.rules, tuple((place - places[0]) % 4 for place in places)


def _told(result: MatchResult) -> str:
    seats = f" at the seats {', '.join(result.seats)}" if result.game == "ludo" else ""
    limit = "" if result.limit is None else f" with a limit of {result.limit}"
    return f"{result.game} by {result.rules} rules{seats}{limit}"


class _Deals:
    """That no games are counted twice."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], int] = {}

    def take(self, place: int, result: MatchResult) -> None:
        players = frozenset((result.a, result.b))
        key = players, result.seats, result.seed, result.opening
        earlier = self._known.setdefault(key, place)
        if earlier != place:
            raise _refusal(
                result,
                f"results {earlier} and {place} are both of {result.a} and {result.b} by the seed "
                f"{result.seed}, so that they have the same games; give each match its own seed",
            )


class _Functions:
    """That a name is that of one player, and a function has one name."""

    def __init__(self) -> None:
        self._of_name: dict[str, tuple[int, str | None]] = {}
        self._name_of: dict[str, tuple[int, str]] = {}

    def take(self, place: int, result: MatchResult) -> None:
        for name, function in zip((result.a, result.b), result._functions):
            earlier, known = self._of_name.setdefault(name, (place, function))
            if known != function:
                kind = "different functions" if known and function else "a function and a bot"
                raise _refusal(
                    result,
                    f"{name!r} is {kind} in the results {earlier} and {place}; tell them apart by "
                    "names in parlor.match",
                )
            if function is not None:
                earlier, other = self._name_of.setdefault(function, (place, name))
                if other != name:
                    raise _refusal(
                        result,
                        f"one function is {other!r} in result {earlier} and {name!r} in result "
                        f"{place}; name it by names in parlor.match",
                    )


#: Two players, how often the first had which share of the points, and the games of a share.
_Cells = tuple[Any, Any, "list[tuple[float, int]]", float]


def _cells(place: int, item: Any, is_mapping: bool) -> _Cells:
    """The outcomes of a result."""
    if isinstance(item, MatchResult):
        if item.pentanomial is None:
            raise _refusal(item, f"result {place} is not of two seats: {item!r}")
        cells = list(zip((0.0, 0.25, 0.5, 0.75, 1.0), item.pentanomial))
        return item.a, item.b, cells, 2.0
    if is_mapping:
        players, counts = item
        if (
            isinstance(players, tuple)
            and len(players) == 2
            and isinstance(counts, (tuple, list))
            and len(counts) == 3
            and all(_is_count(count) for count in counts)
        ):
            return (*players, list(zip((1.0, 0.5, 0.0), counts)), 1.0)
        raise _refusal(
            item, f"{players!r}: {counts!r} is no result; write (a, b): (won, drawn, lost)"
        )
    if isinstance(item, (tuple, list)) and len(item) == 3:
        first, second, score = item
        share = _number(f"the score of result {place}", score)
        if 0.0 <= share <= 1.0:
            return first, second, [(share, 1)], 1.0
    raise _refusal(
        item,
        f"result {place}, {item!r}, is none; write (a, b, score) with a score from 0 to 1, or give "
        "what parlor.match returns",
    )
