"""Any policy for two players judged exactly: its evaluation, and the best response to it.

A policy is the name of a built-in one, ``"random"``, ``"priority"`` (L-15 to L-18) or
``"optimal"``, or an array with the shape ``(S, 1770, 1770, 7)``: ``[side of the mover, the mover's
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
from typing import Any, SupportsIndex, Union

from parlor._arguments import _SLACK, _flag, _numpy, _refusal, _whole
from parlor._native import (
    LUDO_ACTIONS,
    LudoPosition as Position,
    _ludo_best_response,
    _ludo_evaluate,
    _ludo_policy_table,
    _ludo_values,
    _LudoDecisions,
)
from parlor._types import np, npt
from parlor.ludo.solver import choices, value

#: A policy by its name, or as a table.
Policy = Union[str, "npt.NDArray[np.uint8]", "npt.NDArray[np.float32]"]

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

_SHAPE = (-1, 1770, 1770, 7)

_MOST_DECISIONS = 1 << 24


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
    """The name of each policy; ``"table"`` for an array."""

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

    ``policies`` are two, the first player's first: names, or arrays as this module describes them.
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
    told = _ludo_evaluate(policies, seats, start, also, threads, progress)
    given_seats, names, first_player, rolls, over, costs = told
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
    given_seats, first_player, table = _ludo_best_response(policy, seats, threads, progress)
    return BestResponse(given_seats, first_player, table.reshape(_SHAPE))


def policy_table(name: str, seats: Iterable[str] = ("A", "C")) -> npt.NDArray[np.uint8]:
    """Return a built-in policy as an array, which is the caller's to change.

    ``name`` is ``"random"``, ``"priority"`` or ``"optimal"``. Entries where no game goes on are 3,
    too.

    Raises parlor.ParlorError for another name, parlor.SeatError unless these are two different
    seats, ImportError without NumPy.

    >>> from parlor import ludo
    >>> table = ludo.policy_table("priority")
    >>> position = ludo.Position.parse("A20.50/C1.H A 3 -")
    >>> pairs = ludo.PAIRS.tolist()
    >>> table[0, pairs.index([20, 50]), pairs.index([-1, 1]), 3 - 1]
    np.uint8(0)
    """
    _numpy("a table of a policy")
    return _ludo_policy_table(name, seats).reshape(_SHAPE)


def decision_mask(seats: Iterable[str] = ("A", "C")) -> npt.NDArray[np.bool_]:
    """Return where a policy has something to choose: bool of the shape of a table.

    False is where one token can move, or none, or both are on one step, and where no game goes on.
    So ``np.where(ludo.decision_mask(), choices, 3)`` is a table for any uint8 ``choices`` of 0, 1
    and 2.

    Raises parlor.SeatError unless these are two different seats, ImportError without NumPy.

    >>> import numpy as np
    >>> from parlor import ludo
    >>> mask = ludo.decision_mask()
    >>> mask.shape, int(mask.sum())
    ((1, 1770, 1770, 7), 18923662)
    >>> always_front = np.where(mask, 1, 3).astype(np.uint8)
    """
    # The policy that moves either token, each as likely, says so where there are two.
    mask: npt.NDArray[np.bool_] = policy_table("random", seats) == 2
    return mask


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


def policy_from(
    function: Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], npt.ArrayLike],
    seats: Iterable[str] = ("A", "C"),
    batch: int = 65_536,
    *,
    progress: Callable[[float], object] | None = None,
) -> npt.NDArray[np.uint8] | npt.NDArray[np.float32]:
    """Return the policy that a function plays, such as a network, by asking it everything once.

    ``function(observation, mask)`` is called with batches of up to ``batch`` positions in which a
    choice is due: uint8 ``(N, 256)`` and bool ``(N, 4)``, as ``ludo.Batch`` shows them, but that of
    either player the token behind is always ``p``, and the one in front ``q``. A table knows tokens
    by their places alone: what is judged is the policy that is shown every position in this way. A
    network that is shown games of a batch as they are, where ``p`` may be in front, and answers
    otherwise there, is another policy. It returns for each

    - integers ``(N,)``: the number of the action in ``ludo.ACTIONS``, 1 (``p``) or 2 (``q``); the
      result is uint8;
    - floats ``(N,)``: the probability of ``q``, the token in front; the result is float32; or
    - floats ``(N, 4)``: the probability of each action, 0 for those that are illegal; their sum,
      by which they are divided, is 1 to within 0.001.

    Only real decisions are asked, 19 million a side, in the order of the array: it takes 3 seconds
    and the time of the function, which must answer by the observation alone. ``progress`` is called
    with the share that is done, 0.0 to 1.0; what it or the function raises ends the work, as Ctrl-C
    does after a batch.

    Raises parlor.PolicyError for a wrong answer, with its ``position``; parlor.SeatError unless
    these are two different seats; ImportError without NumPy.

    >>> import numpy as np
    >>> from parlor import ludo
    >>> def cautious(observation, mask):
    ...     return np.where(observation[:, 0] == 1, 0.9, 0.2)  # rather leave the yard
    >>> table = ludo.policy_from(cautious)
    >>> table.dtype, table.shape
    (dtype('float32'), (1, 1770, 1770, 7))
    """
    np = _numpy("a table of a policy")
    if not callable(function):
        raise _refusal(function, f"{function!r} is no function; it must take (observation, mask)")
    if progress is not None and not callable(progress):
        raise _refusal(progress, f"progress is {progress!r}; it must be None or a function")
    size = _whole("the batch", batch, 1, _MOST_DECISIONS)
    asked = _LudoDecisions(seats)
    shape = asked.shape()
    table: Any = None
    while True:
        observation, mask, numbers = asked.next(size)
        if not len(numbers):
            break
        answer = function(observation.reshape(-1, 256), mask.reshape(-1, 4))
        given = _answers(np, asked, np.asarray(answer), numbers)
        if table is None:
            table = (
                np.full(shape, 3, np.uint8) if given.dtype == np.uint8 else np.zeros(shape, "f4")
            )
        elif given.dtype != table.dtype:
            raise asked.error(
                int(numbers[0]),
                np.ravel(answer)[0].item(),
                "integers after floats, or floats after integers",
            )
        table.reshape(-1)[numbers] = given
        if progress is not None:
            progress(float(numbers[-1] + 1) / table.size)
    if progress is not None:
        progress(1.0)
    return table  # type: ignore[no-any-return, unused-ignore]


def _answers(np: Any, asked: _LudoDecisions, answer: Any, numbers: Any) -> Any:
    """The entries of a table for what a function answered: uint8, or float32."""
    count = len(numbers)
    actions = len(LUDO_ACTIONS)
    kind = answer.dtype.kind
    is_each_action = answer.shape == (count, actions) and kind == "f"
    if not is_each_action and (answer.shape != (count,) or kind not in "iuf"):
        raise asked.error(
            int(numbers[0]),
            answer.dtype.name if kind not in "iuf" else answer.shape,
            f"it returned an array of {answer.dtype} with the shape {answer.shape} for {count} "
            f"decisions; it must be integers or floats ({count},), or floats ({count}, {actions})",
        )

    def refuse(wrong: Any, reason: str) -> None:
        if wrong.any():
            row = int(wrong.argmax())
            shown = answer[row].tolist()
            raise asked.error(int(numbers[row]), shown, f"it returned {shown}; {reason}")

    if kind in "iu":
        refuse(
            (answer != 1) & (answer != 2),
            "the legal actions are 1 (p, the token behind) and 2 (q, the token in front)",
        )
        return (answer - 1).astype(np.uint8)
    if is_each_action:
        # Comparisons that nan fails.
        right = (answer >= 0).all(axis=1) & (answer[:, 0] == 0) & (answer[:, 3] == 0)
        total = answer[:, 1] + answer[:, 2]
        refuse(
            ~(right & (abs(total - 1) <= _SLACK)),
            "the actions have probabilities from 0 to 1, the illegal ones (- and pq) 0, and they "
            "add up to 1",
        )
        answer = answer[:, 2] / total
    else:
        refuse(
            ~((answer >= 0) & (answer <= 1)), "the probability of q, a float, must be from 0 to 1"
        )
    return answer.astype(np.float32)


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
