"""Matches of two players, planned and played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Callable, Literal, Optional, SupportsFloat, SupportsIndex, Union

from parlor import _policy
from parlor._arguments import _flag, _number, _refusal, _seats
from parlor._bots import Bot
from parlor._identity import _identity
from parlor._native import _kuba_match, _ludo_match
from parlor._types import np, npt
from parlor.strength.results import Estimate, MatchResult, Sprt

__all__ = ["Player", "match"]

PAIRS = 100
PAIRS_OF_TEST = 20_000
ERROR = 0.05

#: A name, and what is asked for actions, unless the compiled module knows the player by its name.
_Named = tuple[str, Optional[_policy.Asker]]

Player = Union[
    str,
    Bot[Any],
    "npt.NDArray[Any]",
    Callable[[Any], Any],
    Callable[["npt.NDArray[np.uint8]", "npt.NDArray[np.bool_]"], "npt.ArrayLike"],
]
"""A policy, or for Kuba the command line of a program."""


def match(
    a: Player,
    b: Player,
    *,
    game: Literal["ludo", "kuba"],
    names: tuple[str | None, str | None] | None = None,
    rules: str | None = None,
    seats: Iterable[str] | None = None,
    opening: SupportsIndex | Literal["fair"] | None = None,
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

    A player is a policy, as docs/researchers.md lists them under "A policy": the name of a bot, as
    ``ludo.BOTS`` and ``kuba.BOTS`` list them and with the options of ``kuba.bot``; a bot; a
    function from a position to an action, which is a text or a number, or from observations and
    masks to actions or their probabilities; a table of two-player Ludo; or in Kuba an outside
    program, ``"cmd:./mybot --fast"``, which speaks the protocol of the engine
    (docs/formats/kuba-engine-protocol.md). A function goes by its ``__name__``; ``names`` has other
    names for the two, each or None.

    Each of ``pairs`` deals, 100 unless there is a test, is played in every seating: in Kuba an
    opening with either side, in Ludo the same dice for each seat. ``opening`` is ``"fair"``, the
    default, for openings of six pushes that a search of two million nodes finds won for neither
    side, or a number of random pushes. ``seats`` are two to four of Ludo, A and C by default; at
    more than two a deal is every way to give each seat to one of the two players so that both play,
    6 games at three seats and 14 at four, and the result counts them together. ``limit`` is that of
    pushes (K-13, 1000) or of rolls (L-31, 10000). ``seats`` for Kuba, and ``opening``,
    ``program_time`` and ``program_nodes`` for Ludo, are refused. The same seed gives the same
    result for any number of threads, and that of ``parlor kuba match`` and ``parlor ludo match``,
    unless a player goes by the clock or by a state of its own. ``threads`` is one a core, and one
    where a function plays.

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
    opening: SupportsIndex | Literal["fair"]
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
            limit=int(self.limit),
            opening=_opening(self.opening) if self.game == "kuba" else None,
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
    opening: SupportsIndex | Literal["fair"] | None = None,
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
    usual, usual_seats = {
        "kuba": (("classroom", 1_000), ("W", "B")),
        "ludo": (("classic", 10_000), ("A", "C")),
    }[game]
    taken = usual_seats if seats is None else _seats(seats)
    players, called, functions = _players((a, b), game, taken, names)
    return _Plan(
        game=game,
        players=players,
        called=called,
        functions=functions,
        rules=usual[0] if rules is None else rules,
        seats=taken,
        opening="fair" if opening is None else opening,
        limit=usual[1] if limit is None else limit,
        program=(program_nodes, program_time),
        pairs=pairs,
        seed=seed,
        hypotheses=hypotheses,
        forfeit=forfeit,
    )


def _opening(opening: SupportsIndex | Literal["fair"]) -> int | str:
    """An opening that a match was played with, as a result has it."""
    return "fair" if isinstance(opening, str) else int(opening)


def _reporting(progress: object) -> Callable[[int, int], object] | None:
    """The function that is told how far a match is, if there is one."""
    if progress is None or callable(progress):
        return progress
    raise _refusal(progress, f"progress is {progress!r}; it is a function of two integers")


def _players(
    given: tuple[object, object], game: str, seats: tuple[str, ...], names: object
) -> tuple[tuple[_Named, _Named], tuple[str, str], tuple[str | None, str | None]]:
    """The two players, what they are called, and what tells their functions from others."""
    named: tuple[object, object] = (None, None)
    if names is not None:
        if not isinstance(names, (tuple, list)) or len(names) != 2:
            raise _refusal(
                names, f"names is {names!r}; it is two names, either of which may be None"
            )
        named = names[0], names[1]
    first, second = (_player(one, game, seats) for one in given)
    called = [_name(name, policy.name) for name, policy in zip(named, (first, second))]
    of_first, of_second = _told_apart(first, named[0]), _told_apart(second, named[1])
    askers = first.asker(), second.asker()
    if called[0] == called[1]:
        if names is not None:
            raise _refusal(names, f"both players are called {called[0]!r}; give them two names")
        if any(askers) and of_first != of_second:
            called[1] += " (b)"
    # A bot is known by what describes it, whatever it is called here.
    played = [
        (policy.name if asker is None else name, asker)
        for name, policy, asker in zip(called, (first, second), askers)
    ]
    return (played[0], played[1]), (called[0], called[1]), (of_first, of_second)


def _player(given: object, game: str, seats: tuple[str, ...]) -> _policy.Policy:
    """A player."""
    program = ", or 'cmd:' and the command line of a program" if game == "kuba" else ""
    of_game = _policy.KUBA if game == "kuba" else _policy.LUDO
    return _policy.read(given, of_game, seats, "position", programs=True, also=program)


def _told_apart(policy: _policy.Policy, name: object) -> str | None:
    """What tells a function or a table without a name of its own from others that are called so."""
    is_known = policy.kind in ("bot", "program") or name is not None
    return None if is_known else _identity(policy.given)


def _name(given: object, own: str) -> str:
    """The name that was given, or the player's own."""
    if given is None:
        return own
    if isinstance(given, str) and given.strip():
        return given.strip()
    raise _refusal(given, f"names has {given!r}; a name is a text that is not empty, or None")


def _two(sprt: object) -> tuple[float, float]:
    """Two hypotheses."""
    if not isinstance(sprt, (tuple, list)) or len(sprt) != 2:
        raise _refusal(sprt, f"sprt is {sprt!r}; it must be two Elo differences, such as (0, 5)")
    return _number("elo0", sprt[0]), _number("elo1", sprt[1])
