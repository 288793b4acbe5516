"""Any policy for two players judged exactly: its evaluation, and the best response to it.

A policy is the name of a bot, ``"random"``, ``"priority"`` (L-15 to L-18) or ``"optimal"``
(``"strong"`` plays as that among two), a bot, a function, which :func:`policy_from` asks, or an
array with the shape ``(S, 1770, 1770, 7)``: ``[side of the mover, the mover's
pair, the other's pair, decision]``. S is 1 for opposite seats and 2 for adjacent ones, where side 0
is that of the player with the other next clockwise. Pairs are those of ``ludo.PAIRS``. The
decisions are the rolls 1 to 5, a 6 on a first roll, and a 6 on a bonus roll. The array is

- uint8: 0 moves the token behind, 1 the token in front, 2 either, each as likely, and 3 says that
  there is nothing to choose: only one token can move, or both are on one step
  (``ludo.decision_mask`` has where there is something); or
- float32: the probability of moving the token in front; any number where there is nothing to
  choose.

Where no game goes on, what an array has is not looked at: a player has finished, tokens of both
would share a space, or the pair cannot follow a 6, so that there is no bonus roll. An array of
uint8 takes 22 MB a side, one of float32 88 MB.

The arrays need NumPy; names alone do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import SupportsIndex

from parlor import _policy
from parlor._arguments import _flag, _numpy, _refusal, _seats
from parlor._native import (
    LUDO_ACTIONS,
    LudoPosition as Position,
    _ludo_best_response,
    _ludo_evaluate,
    _ludo_values,
)
from parlor._types import np, npt
from parlor.ludo.policies import _SHAPE, Policy, _judged, decision_mask, policy_from, policy_table
from parlor.ludo.solver import choices, value

__all__ = [
    "BestResponse",
    "Evaluation",
    "RuleCost",
    "action_values",
    "best_response",
    "decision_mask",
    "evaluate",
    "policy_from",
    "policy_table",
    "values",
]


@dataclass(frozen=True)
class RuleCost:
    """What a rule of the policy ``"priority"`` costs in a game, on average.

    >>> from parlor import ludo
    >>> ludo.RuleCost("L-17", "kick", 4.0, 0.5, 0.01).rule
    'L-17'
    """

    rule: str
    """The id of the rule, L-15 to L-18."""

    reason: str
    """The rule in words."""

    decisions: float
    """How often it decides between two choices."""

    mistakes: float
    """How often best play would choose otherwise."""

    cost: float
    """The probability of winning that these choices lose."""


@dataclass(frozen=True)
class Evaluation:
    """The result of one policy against another.

    >>> from parlor import ludo
    >>> ludo.Evaluation(("A", "C"), ("optimal", "random"), 0.75, 70.0).policies
    ('optimal', 'random')
    """

    seats: tuple[str, str]
    """The two seats; the one named first begins."""

    policies: tuple[str, str]
    """The name of each policy: of a function its own, ``"table"`` for an array."""

    first_player: float
    """The win probability of the seat named first."""

    expected_rolls: float
    """The mean number of rolls in a game, both players' and bonus rolls included."""

    lengths: tuple[float, ...] | None = None
    """The probability that a game takes exactly 0, 1, 2, … rolls, up to all but a billionth of the
    games; None unless asked for."""

    by_rule: tuple[RuleCost, ...] | None = None
    """What each rule of the first player costs, the rule that is asked first coming first; None
    unless asked for. The costs add up to the whole loss against optimal play."""


@dataclass(frozen=True)
class BestResponse:
    """The policy that wins most often against another.

    >>> from parlor import ludo
    >>> response = ludo.best_response("random")
    >>> round(response.first_player, 6), response.table.shape
    (0.798842, (1, 1770, 1770, 7))
    """

    seats: tuple[str, str]
    """The two seats: that of the response, which begins, and that of the policy."""

    first_player: float
    """The win probability of the response."""

    table: npt.NDArray[np.uint8] = field(compare=False, repr=False)
    """The response as a policy: the best of the two moves, the token behind if they are equal. It
    holds for either seat, and whoever begins."""


def evaluate(
    policies: Iterable[Policy],
    seats: Iterable[str] = ("A", "C"),
    threads: SupportsIndex | None = None,
    *,
    start: Position | str | None = None,
    lengths: bool = False,
    by_rule: bool = False,
    progress: Callable[[float], object] | None = None,
) -> Evaluation:
    """Return the exact win probability of one policy against another.

    ``policies`` are two, the first player's first: names, bots, functions, or arrays as this module
    describes them.
    ``seats`` are theirs; the one named first begins. ``start`` is another position to begin with, a
    Position or its line: one before a roll, in which these two are left. Nothing is simulated: the
    probabilities of all positions are linear in each other, and sweeps over them converge until
    none changes by more than 1e-14. That takes about 14 seconds of one core; ``lengths`` asks also
    for the distribution of the length of a game, which takes several times as long. ``by_rule``
    asks for what each rule of ``"priority"`` costs against best play, from the policies
    ``("priority", "optimal")`` alone; it takes some fifteen times as long.

    The work uses ``threads`` threads, by default one for each core, which change no bit of the
    result. Other threads of Python run meanwhile, Ctrl-C ends it within a sweep, and ``progress``
    is called with the share that is done, 0.0 to 1.0, from the calling thread; what it raises ends
    the work, too.

    Raises parlor.ParlorError unless these are two policies, parlor.PolicyError for an array that is
    no policy at these seats, with the first entry that is wrong; parlor.SeatError unless these are
    two different seats.

    >>> from parlor import ludo
    >>> round(ludo.evaluate(["priority", "random"]).first_player, 4)
    0.7646
    """
    also = bool(lengths), _flag("by_rule", by_rule)
    taken = _seats(seats)
    # An array is one policy, though it can be iterated over.
    is_one = isinstance(policies, str) or hasattr(policies, "__array__")
    both = [] if is_one or not isinstance(policies, Iterable) else list(policies)
    if len(both) != 2:
        raise _refusal(
            policies,
            f"the policies are {policies!r}; give one for each player, such as "
            '("optimal", "priority")',
        )
    first, second = (
        _policy.read(one, _policy.LUDO, taken, "arrays", is_checked=True) for one in both
    )
    pair = _judged(first, taken), _judged(second, taken)
    given_seats, _, first_player, rolls, over, costs = _ludo_evaluate(
        pair, taken, start, also, threads, progress
    )
    names = first.name, second.name
    shares = (
        None if over is None else tuple(now - before for before, now in zip([0.0, *over], over))
    )
    rules = None if costs is None else tuple(RuleCost(*cost) for cost in costs)
    return Evaluation(given_seats, names, first_player, rolls, shares, rules)


def best_response(
    policy: Policy,
    seats: Iterable[str] = ("A", "C"),
    threads: SupportsIndex | None = None,
    *,
    progress: Callable[[float], object] | None = None,
) -> BestResponse:
    """Return the policy that does best against another, and how well it does.

    The response sits at ``seats[0]`` and begins, ``policy`` at ``seats[1]``. Against a fixed policy
    the game is a Markov decision process; value iteration (Puterman, Markov Decision Processes,
    1994, section 6.3) solves it until no value changes by more than 1e-14, and evaluating the
    returned table gives the same chance to 1e-12. It takes some seconds on all cores, twice as long
    at adjacent seats. ``threads``, ``progress`` and Ctrl-C are as in ``evaluate``.

    The exploitability of ``policy`` is how much more the response wins than optimal play does:
    ``best_response(policy, seats).first_player - solve(seats).first_player``. It is 0 for optimal
    play alone, and that of one side, who sits second: at adjacent seats ask for both.

    Raises what ``evaluate`` raises.

    >>> from parlor import ludo
    >>> response = ludo.best_response("priority")
    >>> round(response.first_player - ludo.value(ludo.Position(["A", "C"])), 6)
    0.058655
    """
    _numpy("a best response")
    taken = _seats(seats)
    given = _policy.read(policy, _policy.LUDO, taken, "arrays", is_checked=True)
    judged = _judged(given, taken)
    given_seats, first_player, table = _ludo_best_response(judged, taken, threads, progress)
    return BestResponse(given_seats, first_player, table.reshape(_SHAPE))


def values(seats: Iterable[str] = ("A", "C")) -> npt.NDArray[np.float64]:
    """Return the exact win probabilities of all positions, as a read-only array of float64.

    ``[side, own pair, other's pair]`` is the chance, under optimal play, of a player who waits
    while the other is about to make a first roll; pairs are those of ``ludo.PAIRS``. The shape is
    ``(1, 1770, 1770)`` for opposite seats and ``(2, 1770, 1770)`` for adjacent ones, of which side
    0 is that of the player with the other next clockwise: the numbers of
    docs/formats/ludo-values.md in their order. All calls for a seating share one array, of 25 MB a
    side.

    Raises parlor.SeatError unless these are two different seats, ImportError without NumPy.

    >>> from parlor import ludo
    >>> waiting = ludo.values()
    >>> round(1 - float(waiting[0, 0, 0]), 6)
    0.510985
    """
    _numpy("the array of values")
    array, sides = _ludo_values(seats)
    return array.reshape(sides, *_SHAPE[1:3])


def action_values(position: Position | str) -> dict[str, float]:
    """Return the exact win probability of the roller after each action, by action.

    ``position`` is a Position or its line, with a roll in hand and two players left; the actions
    are its ``legal_actions``, in their order. The best of them is ``value(position)``.

    Raises parlor.UnsolvedError if more than two are left, parlor.ParlorError if no roll is in hand,
    and what Position.parse raises for a line.

    >>> from parlor import ludo
    >>> {action: round(chance, 4) for action, chance in
    ...     ludo.action_values("A20.50/C1.H A 3 -").items()}
    {'p': 0.809, 'q': 0.8045}
    """
    value(position)
    found = {choice.choice: choice.chance for choice in choices(position)}
    return {action: found[action] for action in LUDO_ACTIONS if action in found}


def _pairs() -> npt.NDArray[np.int8]:
    """The step counts of the pairs, in the order of docs/formats/ludo-values.md."""
    np = _numpy("the array of pairs")
    pairs = np.array(
        [(small, large) for large in range(-1, 58) for small in range(-1, large + 1)], np.int8
    )
    pairs.setflags(write=False)
    return pairs  # type: ignore[no-any-return, unused-ignore]
