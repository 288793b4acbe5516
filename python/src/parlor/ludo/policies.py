"""Policies of two-player Ludo as arrays, and what shows a policy the token behind as ``p``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Callable, Union

from parlor import _policy
from parlor._arguments import _numpy, _refusal, _seats, _whole
from parlor._native import LudoPosition, _ludo_policy_table, _LudoDecisions
from parlor._types import np, npt
from parlor.ludo.bots import Bot

#: A bot or its name, a table, or a function of a position or of observations and masks.
Policy = Union[
    str,
    Bot,
    "npt.NDArray[np.uint8]",
    "npt.NDArray[np.float32]",
    Callable[[LudoPosition], Union[str, int]],
    Callable[["npt.NDArray[np.uint8]", "npt.NDArray[np.bool_]"], "npt.ArrayLike"],
]

__all__ = ["decision_mask", "ordered", "policy_from", "policy_table"]

_SHAPE = (-1, 1770, 1770, 7)

_MOST_DECISIONS = 1 << 24

_SLOT, _SLOTS = 59, 4
"""The bytes of a seat in an observation, and the seats: docs/formats/arrays.md."""


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


def policy_from(
    function: Policy,
    seats: Iterable[str] = ("A", "C"),
    batch: int = 65_536,
    *,
    progress: Callable[[float], object] | None = None,
) -> npt.NDArray[np.uint8] | npt.NDArray[np.float32]:
    """Return the policy that a function plays, such as a network, by asking it everything once.

    ``function(observation, mask)`` is called with batches of up to ``batch`` positions in which a
    choice is due: uint8 ``(N, 256)`` and bool ``(N, 4)``, as ``ludo.Batch`` shows them, but that of
    every player the token behind is ``p``, and the one in front ``q``. In games ``p`` may be in
    front, and stay there: a function that answers otherwise then plays another policy there than
    this one, and :func:`ordered` makes it play this one. It returns for each

    - integers ``(N,)``: the number of the action in ``ludo.ACTIONS``, 1 (``p``) or 2 (``q``); the
      result is uint8;
    - floats ``(N,)``: the probability of ``q``, the token in front; the result is float32; or
    - floats ``(N, 4)``: the probability of each action, 0 for those that are illegal; their sum,
      by which they are divided, is 1 to within 0.001.

    ``function(position)``, which returns an action or its number, is called for each position; the
    result is uint8. A bot or its name gives its table, and a table is copied.

    Only real decisions are asked, 19 million a side, in the order of the array: it takes 3 seconds
    and the time of the function, which must answer by what it is shown alone. ``progress`` is
    called with the share that is done, 0.0 to 1.0; what it or the function raises ends the work, as
    Ctrl-C does after a batch.

    Raises parlor.PolicyError for a wrong answer, with its ``position``; parlor.ParlorError for what
    is no policy; parlor.SeatError unless these are two different seats; ImportError without NumPy.

    >>> import numpy as np
    >>> from parlor import ludo
    >>> def cautious(observation, mask):
    ...     return np.where(observation[:, 0] == 1, 0.9, 0.2)  # rather leave the yard
    >>> table = ludo.policy_from(cautious)
    >>> table.dtype, table.shape
    (dtype('float32'), (1, 1770, 1770, 7))
    """
    np = _numpy("a table of a policy")
    if progress is not None and not callable(progress):
        raise _refusal(progress, f"progress is {progress!r}; it must be None or a function")
    size = _whole("the batch", batch, 1, _MOST_DECISIONS)
    taken = _seats(seats)
    asked = _LudoDecisions(taken)
    policy = _policy.read(function, _policy.LUDO, taken, "arrays")
    table: Any = None
    if policy.kind == "bot":
        table = policy_table(_judged(policy, taken), taken)
    elif policy.kind == "table":
        table = np.array(policy.given, order="C")
    is_asked = table is None
    while is_asked:
        observation, mask, numbers = asked.next(size)
        if not len(numbers):
            break
        given = _entries(asked, policy, observation, mask.reshape(-1, 4), numbers)
        if table is None:
            shape = asked.shape()
            table = (
                np.full(shape, 3, np.uint8) if given.dtype == np.uint8 else np.zeros(shape, "f4")
            )
        elif given.dtype != table.dtype:
            raise asked.error(
                int(numbers[0]),
                given[0].item(),
                "integers after floats, or floats after integers",
            )
        table.reshape(-1)[numbers] = given
        if progress is not None:
            progress(float(numbers[-1] + 1) / table.size)
    if progress is not None:
        progress(1.0)
    return table  # type: ignore[no-any-return, unused-ignore]


def _judged(policy: _policy.Policy, seats: tuple[str, ...]) -> Any:
    """The name or the array by which the compiled module judges a policy."""
    if policy.kind == "bot":
        # Among two it plays by the exact values alone.
        return "optimal" if policy.name == "strong" else policy.name
    return policy.given if policy.kind == "table" else policy_from(policy.given, seats)


def _entries(
    asked: _LudoDecisions, policy: _policy.Policy, observation: Any, mask: Any, numbers: Any
) -> Any:
    """The entries of a table for what a function answers: uint8, or float32."""
    np = _numpy("a table of a policy")

    def wrong(row: int, value: object, reason: str) -> Exception:
        return asked.error(int(numbers[row]), value, f"it returned {reason}")

    if policy.kind == "position":
        positions = asked.positions(numbers.tolist())
        found = np.array(_policy.chosen(policy, positions, wrong))
    else:
        answer = policy.given(observation.reshape(-1, 256), mask)
        found = _policy.answered(_policy.LUDO, answer, mask, wrong)
    if found.ndim == 2:
        return (found[:, 2] / found.sum(axis=1)).astype(np.float32)
    is_wrong = (found != 1) & (found != 2)
    if is_wrong.any():
        row = int(is_wrong.argmax())
        raise wrong(
            row,
            int(found[row]),
            f"{found[row]}; the legal actions are 1 (p, the token behind) and 2 (q, the token in "
            "front)",
        )
    return (found - 1).astype(np.uint8)


def ordered(function: Any) -> Any:
    """Return the function that is shown the token behind as ``p``, wherever it plays.

    The tokens of every seat are shown so that ``p`` is not in front of ``q``, and what the function
    says of ``p`` and ``q`` is said of the player's own tokens in the game. So it plays in matches,
    self-play and environments the policy that ``policy_from`` gives of it, and what is learned in
    this view is what is judged; a function that answers by ``p`` and ``q`` and plays without it is
    another policy. ``function`` takes observations and masks, or a position, and so does the
    result.

    Raises parlor.ParlorError for what is no function.

    >>> import numpy as np
    >>> from parlor import ludo
    >>> def behind(observation, mask):
    ...     return np.where(mask[:, 1], 1, mask.argmax(axis=1))   # p, if it can move
    >>> position = ludo.Position.parse("A20.1/CH.H A 3 -")          # q is behind
    >>> shown = ludo.Batch.of([position])
    >>> behind(shown.observation, shown.action_mask).tolist()
    [1]
    >>> ludo.ordered(behind)(shown.observation, shown.action_mask).tolist()
    [2]
    """
    if not callable(function):
        raise _refusal(function, f"{function!r} is no function; a table knows no p and q")
    policy = _policy.read(function, _policy.LUDO, "AC", "arrays")
    return _OrderedOfPosition(function) if policy.kind == "position" else _OrderedOfArrays(function)


class _Ordered:
    """A function that is shown the token behind as ``p``."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.__name__ = _policy.called(function)


class _OrderedOfArrays(_Ordered):
    """One of observations and masks."""

    def __call__(self, observation: Any, action_mask: Any) -> Any:
        np = _numpy("a function of observations and masks")
        seen, mask = np.array(observation), np.array(action_mask)
        tokens = seen[:, : _SLOT * _SLOTS].reshape(-1, _SLOTS, _SLOT)
        # 1 is on the step of p, 2 on that of q, 3 on that of both.
        is_turned = (tokens & 1).argmax(axis=2) > (tokens >> 1).argmax(axis=2)
        turned = tokens[is_turned]
        tokens[is_turned] = turned >> 1 | (turned & 1) << 1
        seen[:, : _SLOT * _SLOTS] = tokens.reshape(-1, _SLOT * _SLOTS)
        own = is_turned[:, 0]
        mask[own] = mask[own][:, _TURNED]
        answer = np.array(self.function(seen, mask))
        if answer.ndim == 2 and answer.shape[1] == len(_TURNED) and len(answer) == len(own):
            answer[own] = answer[own][:, _TURNED]
        elif answer.shape == own.shape and answer.dtype.kind == "f":
            answer[own] = 1 - answer[own]
        elif answer.shape == own.shape:
            is_one = own & ((answer == 1) | (answer == 2))
            answer[is_one] = 3 - answer[is_one]
        # Any other answer is refused by whoever asks.
        return answer


class _OrderedOfPosition(_Ordered):
    """One of a position."""

    def __call__(self, position: LudoPosition) -> Any:
        line, turn = str(position).split(" ", 1)
        seats = line.split("/")
        behind = [seat[0] + ".".join(sorted(seat[1:].split("."), key=_step)) for seat in seats]
        action = self.function(LudoPosition.parse(f"{'/'.join(behind)} {turn}"))
        own = [seat[0] for seat in seats].index(turn[0])
        if seats[own] == behind[own]:
            return action
        if isinstance(action, str):
            is_one = not action.endswith("pq")
            return action[:-1] + action[-1:].translate(_NAMES) if is_one else action
        return 3 - action if action in (1, 2) else action


#: The numbers of the actions, and the names of the tokens, once p and q have changed places.
_TURNED, _NAMES = [0, 2, 1, 3], str.maketrans("pq", "qp")


def _step(name: str) -> int:
    """The step count that a line has."""
    return {"H": -1, "R": 0, "E": 57}[name] if name in "HRE" else int(name)
