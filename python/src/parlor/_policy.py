"""What a policy may be, and how each kind of it is asked for actions.

All that plays or judges policies reads them here: ``parlor.match``, the environments' opponents,
``self_play``, ``ludo.evaluate``. docs/researchers.md says what each takes, under "A policy".
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Callable, Literal, Optional, Protocol

from parlor._arguments import _SLACK, _numpy, _refusal
from parlor._bots import Bot
from parlor._native import (
    KUBA_ACTIONS,
    KUBA_BOTS,
    LUDO_ACTIONS,
    LUDO_BOTS,
    KubaPosition,
    LudoPosition,
    _KubaBot,
    _ludo_check_table,
    _ludo_places,
    _LudoBot,
)
from parlor.errors import ParlorError, PolicyError

PROGRAM = "cmd:"
"""What the description of an outside program begins with."""

Kind = Literal["bot", "program", "table", "position", "arrays"]
"""``position`` and ``arrays`` are functions: of a position, and of observations and masks."""


@dataclass(frozen=True)
class Game:
    """What is to be known of a game."""

    name: str
    position: type[Any]
    core: Callable[[str], Any]
    bots: tuple[str, ...]
    shape: tuple[int, ...]
    actions: int

    def __reduce__(self) -> tuple[Any, ...]:
        # There is one of each: games are compared by identity.
        return _game, (self.name,)


def _game(name: str) -> Game:
    """The game of this name."""
    return KUBA if name == "kuba" else LUDO


KUBA = Game("kuba", KubaPosition, _KubaBot, KUBA_BOTS, (18, 7, 7), len(KUBA_ACTIONS))
LUDO = Game("ludo", LudoPosition, _LudoBot, LUDO_BOTS, (256,), len(LUDO_ACTIONS))


class Asked(Protocol):
    """Games in which a policy is to act, with a row for each."""

    @property
    def observation(self) -> Any: ...
    @property
    def mask(self) -> Any: ...
    @property
    def seeds(self) -> Any: ...
    @property
    def positions(self) -> list[Any]: ...
    def place(self, row: int) -> tuple[int, int] | None:
        """The numbers of the game and of the action in it, unless whoever asks names them."""


#: Answers the number of an action for each row.
Asker = Callable[[Asked], Any]

#: A name, and the number of the asker, if the compiled module does not know the policy by its name.
Numbered = tuple[str, Optional[int]]


@dataclass(frozen=True)
class Policy:
    """A policy as it was given."""

    game: Game
    kind: Kind
    name: str
    """The description of a bot or a program; what results and errors call another one."""
    given: Any

    def asker(self) -> Asker | None:
        """What answers for it; None for a bot or a program, which is known by its name."""
        makers: dict[str, Callable[[Policy], Asker]] = {
            "table": _OfTable,
            "position": _OfPosition,
            "arrays": _OfArrays,
        }
        maker = makers.get(self.kind)
        return None if maker is None else maker(self)


def read(
    given: object,
    game: Game,
    seats: Sequence[str],
    first: Literal["position", "arrays"],
    *,
    programs: bool = False,
    also: str = "",
    is_checked: bool = False,
) -> Policy:
    """Read a policy for these seats.

    A function that can be called both ways is called the way ``first``. ``programs`` says that
    outside programs play here, ``also`` what else may be given here, for the error, and
    ``is_checked`` that whoever asks checks tables.

    Raises parlor.ParlorError for what is none, parlor.PolicyError for a table that is none.
    """
    if isinstance(given, str):
        name = given.strip()
        if programs and name.startswith(PROGRAM) and game is KUBA:
            return Policy(game, "program", name, given)
        bot = game.core(name)
        if game is LUDO and len(seats) in range(2, 5):
            bot.check_players(len(seats))
        return Policy(game, "bot", name, given)
    if isinstance(given, Bot):
        if given._kind is game.position:
            return read(given.name, game, seats, first)
        raise _refusal(given, f"{given!r} does not play {game.name}; {_known(game, also)}")
    if callable(given):
        return Policy(game, _taken(given, first), called(given), given)
    if not hasattr(given, "__array__"):
        raise _refusal(given, f"{given!r} is no policy; {_known(game, also)}")
    if game is not LUDO or len(seats) != 2:
        where = f"{len(seats)} seats play here" if game is LUDO else "this is Kuba"
        raise _refusal(
            given,
            f"an array is a policy for two seats of Ludo, and {where}; {_known(game, also)}",
        )
    if not is_checked:
        _ludo_check_table(given, seats)
    return Policy(game, "table", "table", given)


def read_each(
    name: str, given: object, game: Game, seats: Sequence[str]
) -> tuple[list[Numbered], list[Asker]]:
    """Read the policies of self-play: one, or one for each seat."""
    is_one = isinstance(given, (str, Bot)) or callable(given) or hasattr(given, "__array__")
    if not is_one and not isinstance(given, (list, tuple)) and isinstance(given, Iterable):
        raise _refusal(given, f"the {name} are {given!r}; give a list or a tuple, or one policy")
    numbers: dict[int, int] = {}
    askers: list[Asker] = []
    named: list[Numbered] = []
    for one in given if isinstance(given, (list, tuple)) else [given]:
        policy = read(one, game, seats, "arrays")
        asker = policy.asker()
        if asker is not None and id(one) not in numbers:
            # One that sits twice is asked about all of its games at once.
            numbers[id(one)] = len(askers)
            askers.append(asker)
        named.append((policy.name, None if asker is None else numbers[id(one)]))
    return named, askers


def _known(game: Game, also: str) -> str:
    """What a policy may be."""
    options = ", also with options" if game is KUBA else ""
    table = ", for two seats a table (ludo.policy_table)" if game is LUDO else ""
    return (
        f"give the name of a bot ({', '.join(game.bots)}{options}), a bot{table}, or a function of "
        f"a position or of observations and masks{also}"
    )


def called(function: Any) -> str:
    """What a function is called."""
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else type(function).__name__


def _taken(function: Any, first: Literal["position", "arrays"]) -> Literal["position", "arrays"]:
    """What a function takes."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        # Some of those written in C do not say.
        return first

    def takes(*arguments: object) -> bool:
        try:
            signature.bind(*arguments)
        except TypeError:
            return False
        return True

    is_of_position, is_of_arrays = takes(0), takes(0, 0)
    if is_of_position and is_of_arrays:
        return first
    if is_of_position or is_of_arrays:
        return "position" if is_of_position else "arrays"
    raise _refusal(
        function,
        f"the function {called(function)} has the parameters {signature}; it must take a "
        "position, or observations and masks",
    )


def answered(
    game: Game, answer: object, mask: Any, wrong: Callable[[int, Any, str], Exception]
) -> Any:
    """The answer of a function of arrays: int64 ``(N,)``, or probabilities, float64 ``(N, A)``.

    ``wrong`` makes the error for a row with a value and the reason.
    """
    np = _numpy("a function of observations and masks")
    given = np.asarray(answer)
    count, actions = mask.shape
    if given.dtype.kind in "iu" and given.shape == (count,):
        return given.astype(np.int64)
    is_of_q = game is LUDO and given.shape == (count,)
    if given.dtype.kind != "f" or not (is_of_q or given.shape == (count, actions)):
        of_q = f", or floats ({count},), the probability of q" if game is LUDO else ""
        raise wrong(
            0,
            given.shape if given.dtype.kind in "iuf" else given.dtype.name,
            f"an array of {given.dtype} with the shape {given.shape} for {count} positions; it "
            f"must be integers ({count},), the numbers of actions, or floats ({count}, {actions}), "
            f"their probabilities{of_q}",
        )
    chances = given.astype(np.float64)
    # Comparisons that nan fails.
    if is_of_q:
        is_choice = mask[:, 1] & mask[:, 2]
        right = ~is_choice | ((chances >= 0) & (chances <= 1))
        reason = "the probability of q must be from 0 to 1"
        of_q, chances = chances, mask.astype(np.float64)
        chances[is_choice, 1] = 1 - of_q[is_choice]
        chances[is_choice, 2] = of_q[is_choice]
    else:
        right = (chances >= 0).all(axis=1) & ((chances == 0) | mask).all(axis=1)
        right &= abs(chances.sum(axis=1) - 1) <= _SLACK
        reason = (
            "the actions have probabilities from 0 to 1, the illegal ones 0, and they add up to 1"
        )
    if not right.all():
        row = int((~right).argmax())
        shown = given[row].tolist()
        raise wrong(row, shown, f"{shown}; {reason}")
    return chances


def chosen(
    policy: Policy, positions: list[Any], wrong: Callable[[int, Any, str], Exception]
) -> list[int]:
    """The numbers of the actions of a function of a position; ``wrong`` is as in `answered`."""
    numbers = []
    for row, position in enumerate(positions):
        action = choice = policy.given(position)
        if isinstance(action, str) and policy.game is LUDO:
            # A whole action, with the seat and the roll in hand.
            turn = f"{position.to_act}{position.roll}"
            choice = action[len(turn) :] if action.startswith(turn) else action
        try:
            numbers.append(int(position.index(choice)))
        except ParlorError as error:
            raise wrong(row, action, f"no action: {error}") from error
    return numbers


class _OfFunction:
    """A function that is asked."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def wrong(self, asked: Asked, row: int, value: object, reason: str) -> PolicyError:
        """The error for an answer."""
        place, position = asked.place(row), asked.positions[row]
        where = "" if place is None else "in game {}, ply {}, at {}: ".format(*place, position)
        error = PolicyError(f"{where}the function {self.policy.name} returned {reason}")
        error.value, error.position = value, position
        if place is not None:
            error.game, error.ply = place
        return error


class _OfPosition(_OfFunction):
    """A function of a position."""

    def __call__(self, asked: Asked) -> list[int]:
        return chosen(self.policy, asked.positions, lambda *what: self.wrong(asked, *what))


class _OfArrays(_OfFunction):
    """A function of observations and masks."""

    def __call__(self, asked: Asked) -> Any:
        game, np = self.policy.game, _numpy("a function of observations and masks")
        observation = asked.observation.reshape(-1, *game.shape)
        mask = asked.mask.reshape(-1, game.actions)
        # What the function writes there is its own.
        answer = self.policy.given(observation, mask.copy())
        found = answered(game, answer, mask, lambda *what: self.wrong(asked, *what))
        return found if found.ndim == 1 else _drawn(np, found, asked.seeds)


class _OfTable:
    """A table of two-player Ludo."""

    def __init__(self, policy: Policy) -> None:
        self.table = _numpy("a table of a policy").ascontiguousarray(policy.given).reshape(-1)

    def __call__(self, asked: Asked) -> Any:
        np = _numpy("a table of a policy")
        places, fronts = _ludo_places(asked.positions)
        is_asked = places >= 0
        entry = self.table[np.where(is_asked, places, 0)]
        if entry.dtype == np.uint8:
            # 2 moves either token.
            entry = np.array([0.0, 1.0, 0.5, 0.0])[entry & 3]
        chosen = np.where(_uniform(np, asked.seeds) < entry, fronts, 3 - fronts)
        forced = asked.mask.reshape(-1, LUDO.actions).argmax(axis=1)
        return np.where(is_asked, chosen, forced)


def _uniform(np: Any, seeds: Any) -> Any:
    """A number from 0 to below 1 for each seed."""
    return (seeds >> np.uint64(11)).astype(np.float64) * 2.0**-53


def _drawn(np: Any, chances: Any, seeds: Any) -> Any:
    """An action for each row, with these probabilities."""
    sums = np.cumsum(chances, axis=1)
    drawn = (sums <= (_uniform(np, seeds) * sums[:, -1])[:, None]).sum(axis=1)
    # Rounding may lead past the last one.
    last = chances.shape[1] - 1 - (chances[:, ::-1] > 0).argmax(axis=1)
    return np.minimum(drawn, last).astype(np.int64)
