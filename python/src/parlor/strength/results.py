"""What a match and a sequential test give."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Estimate", "MatchResult", "Simulation", "Sprt"]


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

    limit: int | None = None
    """The limit of pushes (K-13) or of rolls (L-31); None in results of earlier versions."""

    opening: int | str | None = None
    """How each pair of games of Kuba begins: ``"fair"``, or the number of random pushes."""

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


@dataclass(frozen=True)
class Simulation:
    """How many games ended, counted.

    >>> from parlor import ludo
    >>> result = ludo.simulate(1000, seats="ABCD", policies="priority", seed=1)
    >>> result.games, sum(result.wins.values()), sum(result.places["B"]), result.ended_by
    (1000, 1000, 1000, {'L-30': 1000})
    """

    games: int
    """How many games there were."""

    plies: int
    """The plies of all: rolls in Ludo; in Kuba pushes of the players and turns that they ended."""

    wins: dict[str, int]
    """How many games each seat has won."""

    shares: dict[str, Estimate]
    """The share of the games that each has won, with Wilson's interval."""

    draws: int
    """How many nobody has won: drawn in Kuba, stopped by the limit (L-31) in Ludo."""

    drawn: Estimate
    """The share of these."""

    places: dict[str, tuple[int, ...]]
    """How often each seat had each place alone, from the first on."""

    place_shares: dict[str, tuple[Estimate, ...]]
    """The shares of these."""

    length: Estimate
    """The mean number of plies of a game, with Student's interval."""

    shortest: int
    """The fewest plies of a game."""

    longest: int
    """The most."""

    ended_by: dict[str, int]
    """How many games each rule ended."""

    def __str__(self) -> str:
        named = dict(self.shares)
        if self.draws:
            named["nobody"] = self.drawn
        shares = ", ".join(
            f"{seat} {100 * share.value:.4g} ± {100 * share.reach:.2g} %"
            for seat, share in named.items()
        )
        length = f"{self.length.value:.6g}"
        if math.isfinite(self.length.reach):
            length += f" ± {self.length.reach:.2g}"
        games = "1 game" if self.games == 1 else f"{self.games} games"
        return f"{games} of {length} plies, won by {shares}"
