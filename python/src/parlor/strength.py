"""How strong players are: matches, ratings, sequential tests.

>>> import parlor
>>> result = parlor.match("greedy", "random", game="kuba", pairs=20, seed=1)
>>> result.games, result.score.low > 0.5
(40, True)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Callable, Literal, Optional, SupportsFloat, SupportsIndex, Union

from parlor._arguments import _flag, _refusal
from parlor._bots import Bot
from parlor._identity import _identity
from parlor._native import _elo, _kuba_match, _ludo_match, _sprt

__all__ = ["Estimate", "MatchResult", "Sprt", "elo", "match", "sprt"]

PAIRS = 100
PAIRS_OF_TEST = 20_000
ERROR = 0.05

#: A name, and the function that plays by it, if one does.
_Named = tuple[str, Optional[Callable[[Any], Any]]]

#: A name, a bot, or a function from a position to an action.
Player = Union[str, Bot[Any], Callable[[Any], Any]]


@dataclass(frozen=True)
class Estimate:
    """A value and its 95 % confidence interval.

    >>> import parlor
    >>> print(parlor.Estimate(0.75, 0.7, 0.8))
    0.75 ± 0.05
    """

    value: float
    """The estimate."""

    low: float
    """The lower end of the interval; minus infinity or NaN where it is unknown."""

    high: float
    """The upper end of the interval."""

    @property
    def reach(self) -> float:
        """How far the interval reaches from the value, to the end that is further away.

        >>> import parlor
        >>> round(parlor.Estimate(0.75, 0.7, 0.85).reach, 2)
        0.1
        """
        return max(self.high - self.value, self.value - self.low)

    def __str__(self) -> str:
        return f"{self.value:.3g} ± {self.reach:.2g}"

    def _scaled(self, factor: float) -> str:
        """Times a factor, with one decimal; without the interval if that is unknown."""
        value, reach = factor * self.value, factor * self.reach
        return f"{value:.1f} ± {reach:.1f}" if math.isfinite(reach) else f"{value:.1f}"

    def _points(self) -> str:
        """As points of Elo's scale."""
        if math.isfinite(self.low) and math.isfinite(self.high):
            return f"{self.value:+.0f} ± {self.reach:.0f}"
        if math.isfinite(self.low):
            return f"over {self.low:+.0f}"
        if math.isfinite(self.high):
            return f"under {self.high:+.0f}"
        return "unknown"


@dataclass(frozen=True)
class Sprt:
    """The state of a sequential probability ratio test between two Elo differences.

    >>> import parlor
    >>> parlor.sprt([17, 253, 1042, 337, 39], -0.5, 1.5).accepted
    1
    """

    elo0: float
    """The first hypothesis: the first player is this much stronger, in Elo."""

    elo1: float
    """The second hypothesis, which is higher."""

    llr: float
    """The logarithm of the likelihood ratio, above 0 if the second is likelier."""

    lower: float
    """The ratio at which the first hypothesis is accepted."""

    upper: float
    """The ratio at which the second hypothesis is accepted."""

    accepted: int | None
    """The number of the accepted hypothesis, 0 or 1; None while more games are needed."""

    def __str__(self) -> str:
        verdict = {None: "undecided", 0: f"{self.elo0:g} accepted", 1: f"{self.elo1:g} accepted"}
        return (
            f"SPRT {self.elo0:g} or {self.elo1:g}: LLR {self.llr:.2f} of {self.lower:.2f} to "
            f"{self.upper:.2f}, {verdict[self.accepted]}"
        )


@dataclass(frozen=True, repr=False)
class MatchResult:
    """What the games of a match say about ``a``.

    >>> import parlor
    >>> parlor.match("greedy", "random", game="kuba", pairs=4, seed=1)
    MatchResult(greedy against random at kuba: +8 =0 -0, score 100.0 ± 49.0 %, Elo over +7)
    """

    a: str
    """The name of the first player."""

    b: str
    """The name of the second, with ``" (b)"`` where another function has the first one's name."""

    game: str
    """``"ludo"`` or ``"kuba"``."""

    rules: str
    """The rule set."""

    seats: tuple[str, ...]
    """The seats of the games, in turn order."""

    seed: int
    """The seed of the match."""

    pairs: int
    """Deals played in every seating: at two seats, pairs of games with the seats exchanged."""

    games: int
    """Games played."""

    wins: int
    """Games that ``a`` won."""

    draws: int
    """Games that were drawn, or whose first place was shared."""

    losses: int
    """Games that ``b`` won."""

    pentanomial: tuple[int, int, int, int, int] | None
    """The pairs in which ``a`` scored 0, ½, 1, 1½ and 2 points; None at more than two seats."""

    score: Estimate
    """The wins of ``a`` per seat held, a draw counting half: from 0 to 1, of equals 1 / seats.

    At more than two seats it is over the games of all seatings, and a player may hold several seats
    of a game: with four, ``a`` sits alone, at two seats and at three.
    """

    elo: Estimate | None
    """The Elo difference of ``a`` to ``b``, infinite after nothing but wins or losses.

    At more than two seats it is that of a Bradley-Terry model, and None while one has not won.
    """

    los: float | None
    """The likelihood of superiority: how likely ``a`` is the stronger one.

    None at more than two seats, and where the pairs are all alike.
    """

    ended_by: dict[str, int]
    """The number of games ended by each rule, or by ``"forfeit"``."""

    actions: int
    """The number of actions that the two chose."""

    rolls: int
    """The number of rolls of the die."""

    forfeits: tuple[int, int]
    """The games that ``a`` and ``b`` forfeited."""

    errors: tuple[str, ...]
    """What happened in the first few forfeited games."""

    sprt: Sprt | None
    """The state of the sequential test, if one was asked for."""

    _functions: tuple[str | None, str | None] = field(default=(None, None), compare=False)
    """What tells the function that a player is from others of its name; None for other players."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as a dict that ``json`` can write, with None for what is not finite.

        >>> import json, parlor
        >>> result = parlor.match("greedy", "random", game="kuba", pairs=2, seed=1)
        >>> json.loads(json.dumps(result.to_dict()))["wins"]
        4
        """
        names = (name for name in self.__dataclass_fields__ if not name.startswith("_"))
        return {name: _plain(getattr(self, name)) for name in names}

    def __repr__(self) -> str:
        parts = [
            f"{self.a} against {self.b} at {self.game}: +{self.wins} ={self.draws} -{self.losses}",
            f"score {self.score._scaled(100)} %",
        ]
        if self.elo is not None:
            parts.append(f"Elo {self.elo._points()}")
        if any(self.forfeits):
            parts.append("forfeits {} and {}".format(*self.forfeits))
        if self.sprt is not None:
            parts.append(str(self.sprt))
        return f"MatchResult({', '.join(parts)})"


def _plain(value: object) -> object:
    """The value as JSON has it."""
    if isinstance(value, (Estimate, Sprt)):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def match(
    a: Player,
    b: Player,
    *,
    game: Literal["ludo", "kuba"],
    names: tuple[str | None, str | None] | None = None,
    rules: str | None = None,
    seats: Iterable[str] | None = None,
    opening: SupportsIndex | None = None,
    limit: SupportsIndex | None = None,
    pairs: SupportsIndex | None = None,
    seed: SupportsIndex = 1,
    sprt: tuple[SupportsFloat, SupportsFloat] | None = None,
    threads: SupportsIndex | None = None,
    forfeit: bool = False,
    program_time: SupportsIndex | None = None,
    program_nodes: SupportsIndex | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> MatchResult:
    """Play two players against each other, and return what the games say about the first.

    A player is the name of a bot, as ``ludo.BOTS`` and ``kuba.BOTS`` list them and with the options
    of ``kuba.bot``; a bot; a function from a position to an action, which is a text or a number; or
    in Kuba an outside program, ``"cmd:./mybot --fast"``, which speaks the protocol of the engine
    (docs/formats/kuba-engine-protocol.md). A function goes by its ``__name__``; ``names`` has other
    names for the two, each or None.

    Each of ``pairs`` deals, 100 unless there is a test, is played in every seating: in Kuba an
    ``opening`` of random pushes, 6 by default, with either side, in Ludo the same dice for each
    seat. ``seats`` are two to four of Ludo, A and C by default; at more than two a deal is every
    way to give each seat to one of the two players so that both play, 6 games at three seats and 14
    at four, and the result counts them together. ``limit`` is that of pushes (K-13, 1000) or of
    rolls (L-31, 10000). ``seats`` for Kuba, and ``opening``, ``program_time`` and ``program_nodes``
    for Ludo, are refused. The same seed gives the same result for
    any number of threads, and that of ``parlor kuba match`` and ``parlor ludo match``, unless a
    player goes by the clock or by a state of its own. ``threads`` is one a core, and one where a
    function plays.

    With ``sprt=(elo0, elo1)`` the match ends when the sequential test decides with 5 % error either
    way, after 20,000 pairs at most; it needs two seats.

    Functions are called on the calling thread, one call at a time. ``program_time`` is the
    milliseconds that a program has for an action (1000 unless there is ``program_nodes``, the nodes
    that it is told to search); two seconds later its answer counts as missing. Each game has a
    process of its own, which is ended with all that it has started. ``progress(done, pairs)`` is
    called a few times a second. Ctrl-C ends everything.

    Raises parlor.MatchError, with ``player``, ``game``, ``ply``, ``position``, ``rule`` and
    ``value``, if a player fails or gives an illegal action; with ``forfeit=True`` it loses that
    game instead. Raises parlor.ParlorError for a wrong argument.

    >>> import parlor
    >>> def first(position):
    ...     return position.legal_actions[0]
    >>> result = parlor.match(first, "priority", game="ludo", pairs=50, seed=1)
    >>> result.games, result.wins < result.losses, sum(result.pentanomial)
    (100, True, 50)
    """
    plan = _planned(
        a,
        b,
        game=game,
        names=names,
        rules=rules,
        seats=seats,
        opening=opening,
        limit=limit,
        pairs=pairs,
        seed=seed,
        sprt=sprt,
        forfeit=forfeit,
        program_time=program_time,
        program_nodes=program_nodes,
    )
    return plan.result(plan.play(threads, _reporting(progress)))


@dataclass(frozen=True)
class _Plan:
    """A match that can be played, as a whole or in parts."""

    game: str
    players: tuple[_Named, _Named]
    called: tuple[str, str]
    functions: tuple[str | None, str | None]
    rules: str
    seats: tuple[str, ...]
    opening: SupportsIndex
    limit: SupportsIndex
    program: tuple[SupportsIndex | None, SupportsIndex | None]
    pairs: SupportsIndex
    seed: SupportsIndex
    hypotheses: tuple[float, float, float, float] | None
    forfeit: bool

    def play(
        self,
        threads: SupportsIndex | None,
        progress: Callable[[int, int], object] | None,
        part: tuple[int, int] | None = None,
    ) -> dict[str, Any]:
        """Play all deals, or those from the first number of a part to before the last.

        The whole is what :meth:`result` takes; a part is a dict of ``deals`` for ``_MatchTally``,
        and of the ``error`` that the next one ended with, or None.
        """
        run = (self.pairs, self.seed, self.hypotheses, threads, self.forfeit, progress, part)
        if self.game == "kuba":
            program = self.program
            return _kuba_match(self.players, self.rules, self.opening, self.limit, program, run)
        return _ludo_match(self.players, self.rules, self.seats, self.limit, run)

    def result(self, found: dict[str, Any]) -> MatchResult:
        """Say what came of it."""
        found = dict(found)
        score, points, state = found.pop("score"), found.pop("elo"), found.pop("sprt")
        errors = tuple(found.pop("errors"))
        return MatchResult(
            a=self.called[0],
            b=self.called[1],
            game=self.game,
            rules=str(self.rules),
            seats=self.seats,
            seed=int(self.seed),
            score=Estimate(*score),
            elo=None if points is None else Estimate(*points),
            errors=errors,
            sprt=None if state is None else Sprt(*state),
            _functions=self.functions,
            **found,
        )


def _planned(
    a: object,
    b: object,
    *,
    game: str,
    names: tuple[str | None, str | None] | None = None,
    rules: str | None = None,
    seats: Iterable[str] | None = None,
    opening: SupportsIndex | None = None,
    limit: SupportsIndex | None = None,
    pairs: SupportsIndex | None = None,
    seed: SupportsIndex = 1,
    sprt: tuple[SupportsFloat, SupportsFloat] | None = None,
    forfeit: bool = False,
    program_time: SupportsIndex | None = None,
    program_nodes: SupportsIndex | None = None,
) -> _Plan:
    """The match of these arguments of :func:`match`, of which playing refuses some."""
    if game not in ("ludo", "kuba"):
        raise _refusal(game, f"{game!r} is no game; the games are 'ludo' and 'kuba'")
    players, called, functions = _players(a, b, game, names)
    hypotheses = None if sprt is None else (*_two(sprt), ERROR, ERROR)
    if pairs is None:
        pairs = PAIRS if sprt is None else PAIRS_OF_TEST
    _flag("forfeit", forfeit)
    others: dict[str, object] = {"seats": seats}
    if game == "ludo":
        others = {"opening": opening, "program_time": program_time, "program_nodes": program_nodes}
    for option, given in others.items():
        if given is not None:
            only = "Ludo" if game == "kuba" else "Kuba"
            raise _refusal(given, f"{option} is {given!r}; it is an option of {only} only")
    if isinstance(seats, (set, frozenset)):
        raise _refusal(seats, f"the seats are {seats!r}, which has no order; give a list")
    usual, usual_seats = {
        "kuba": (("classroom", 1_000), ("W", "B")),
        "ludo": (("classic", 10_000), ("A", "C")),
    }[game]
    return _Plan(
        game=game,
        players=players,
        called=called,
        functions=functions,
        rules=usual[0] if rules is None else rules,
        seats=usual_seats if seats is None else tuple(seats),
        opening=6 if opening is None else opening,
        limit=usual[1] if limit is None else limit,
        program=(program_nodes, program_time),
        pairs=pairs,
        seed=seed,
        hypotheses=hypotheses,
        forfeit=forfeit,
    )


def _reporting(progress: object) -> Callable[[int, int], object] | None:
    """The function that is told how far a match is, if there is one."""
    if progress is None or callable(progress):
        return progress
    raise _refusal(progress, f"progress is {progress!r}; it is a function of two integers")


def _players(
    a: object, b: object, game: str, names: object
) -> tuple[tuple[_Named, _Named], tuple[str, str], tuple[str | None, str | None]]:
    """The two players, what they are called, and what tells their functions from others."""
    given: tuple[object, object] = (None, None)
    if names is not None:
        if not isinstance(names, (tuple, list)) or len(names) != 2:
            raise _refusal(
                names, f"names is {names!r}; it is two names, either of which may be None"
            )
        given = names[0], names[1]
    first, of_first = _player(a, game), None
    second, of_second = _player(b, game), None
    if first[1] is not None and given[0] is None:
        of_first = _identity(first[1])
    if second[1] is not None and given[1] is None:
        of_second = _identity(second[1])
    called = [_name(name, player[0]) for name, player in zip(given, (first, second))]
    if called[0] == called[1]:
        if names is not None:
            raise _refusal(names, f"both players are called {called[0]!r}; give them two names")
        if (first[1] is not None or second[1] is not None) and of_first != of_second:
            called[1] += " (b)"
    # A bot is known by what describes it, whatever it is called here.
    players = [
        (player[0] if player[1] is None else name, player[1])
        for name, player in zip(called, (first, second))
    ]
    return (players[0], players[1]), (called[0], called[1]), (of_first, of_second)


def _name(given: object, own: str) -> str:
    """The name that was given, or the player's own."""
    if given is None:
        return own
    if isinstance(given, str) and given.strip():
        return given.strip()
    raise _refusal(given, f"names has {given!r}; a name is a text that is not empty, or None")


def _player(player: object, game: str) -> _Named:
    """A player's name, and its function, if it is one."""
    if isinstance(player, str):
        return player.strip(), None
    if isinstance(player, Bot):
        if not player._kind_name.startswith(game):
            raise _refusal(player, f"{player!r} does not play {game}")
        return player.name, None
    if callable(player):
        name = getattr(player, "__name__", None)
        return (name if isinstance(name, str) else type(player).__name__), player
    raise _refusal(
        player,
        f"{player!r} is no player; give the name of a bot, a bot, a function from a position to an "
        "action, or for Kuba 'cmd:' and a command line",
    )


def _number(name: str, value: object) -> float:
    """The number in a value."""
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise _refusal(value, f"{name} is {value!r}; it must be a number") from None


def _two(sprt: object) -> tuple[float, float]:
    """Two hypotheses."""
    if not isinstance(sprt, (tuple, list)) or len(sprt) != 2:
        raise _refusal(sprt, f"sprt is {sprt!r}; it must be two Elo differences, such as (0, 5)")
    return _number("elo0", sprt[0]), _number("elo1", sprt[1])


def sprt(
    pairs: MatchResult | Iterable[SupportsIndex],
    elo0: SupportsFloat,
    elo1: SupportsFloat,
    *,
    alpha: SupportsFloat = ERROR,
    beta: SupportsFloat = ERROR,
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

    Results of :func:`match` must be of one game by one set of rules, and at opposite seats of Ludo
    or at the same adjacent ones. A player is who has the same name: two results with functions of
    one name are refused unless the functions are the same, which is so for one object and for what
    can be imported by one module and name; ``match(…, names=…)`` tells players apart, or says that
    they are the same.

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
    kinds, who = _Kinds(), _Functions()
    given = results.items() if isinstance(results, Mapping) else results
    for place, item in enumerate(given):
        first, second, cells, games = _cells(place, item, isinstance(results, Mapping))
        if first == second:
            raise _refusal(item, f"result {place}, {item!r}, is of a player against itself")
        if isinstance(item, MatchResult):
            kinds.take(place, item)
            who.take(place, item)
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
        if _kind(first) != _kind(result):
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
    return f"{result.game} by {result.rules} rules{seats}"


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
