"""Players of self-play that are functions of arrays, or tables of a policy."""

from __future__ import annotations

from typing import Any, Callable, Optional

from parlor._arguments import _SLACK, _numpy, _refusal
from parlor._bots import Bot
from parlor.errors import PolicyError

#: What the compiled module calls: observations, masks, seeds, places in a table and the actions
#: that move the token in front, flat arrays, for an array of numbers of actions.
_Asked = Callable[..., Any]

#: A name, and the number of the function, if the player is one.
_Named = tuple[str, Optional[int]]


def _players(
    name: str,
    value: object,
    shape: tuple[int, ...],
    actions: int,
    table: Callable[[Any], _Asked] | None = None,
) -> tuple[list[_Named], list[_Asked]]:
    """The players in a list or tuple, or the one given; and those that are functions or tables."""
    given = list(value) if isinstance(value, (list, tuple)) else [value]
    known: dict[int, int] = {}
    functions: list[_Asked] = []
    named: list[_Named] = []
    for player in given:
        if isinstance(player, str):
            named.append((player, None))
            continue
        if isinstance(player, Bot):
            named.append((player.name, None))
            continue
        is_table = hasattr(player, "__array__") and not callable(player)
        if not callable(player) and not (is_table and table is not None):
            tables = ", tables of policies" if table is not None else ""
            raise _refusal(
                value,
                f"the {name} are {value!r}; give a list or a tuple of names, bots{tables} and "
                "functions of observation and mask",
            )
        if id(player) not in known:
            known[id(player)] = len(functions)
            made = table(player) if is_table and table else _function(player, shape, actions)
            functions.append(made)
        called = "table" if is_table else getattr(player, "__name__", type(player).__name__)
        named.append((str(called), known[id(player)]))
    return named, functions


def _refuse(name: str, value: object, reason: str) -> PolicyError:
    error = PolicyError(f"the function {name} returned {reason}")
    error.value = value
    return error


def _function(function: Any, shape: tuple[int, ...], actions: int) -> _Asked:
    """A function of observation and mask, asked for numbers of actions."""
    np = _numpy("self-play")
    name = getattr(function, "__name__", type(function).__name__)

    def ask(observation: Any, mask: Any, seeds: Any, *_: Any) -> Any:
        count = len(seeds)
        legal = mask.reshape(count, actions)
        answer = np.asarray(function(observation.reshape(count, *shape), legal))
        if answer.dtype.kind in "iu" and answer.shape == (count,):
            return answer.astype(np.int64)
        if answer.dtype.kind != "f" or answer.shape != (count, actions):
            raise _refuse(
                name,
                answer.shape,
                f"an array of {answer.dtype} with the shape {answer.shape} for {count} positions; "
                f"it must be integers ({count},), the numbers of actions, or floats "
                f"({count}, {actions}), their probabilities",
            )
        chances = answer.astype(np.float64)
        # Comparisons that nan fails.
        right = (chances >= 0).all(axis=1) & ((chances == 0) | legal).all(axis=1)
        right &= abs(chances.sum(axis=1) - 1) <= _SLACK
        if not right.all():
            wrong = chances[int((~right).argmax())]
            raise _refuse(
                name,
                wrong.tolist(),
                f"{wrong.tolist()}; the actions have probabilities from 0 to 1, the illegal ones "
                "0, and they add up to 1",
            )
        return _drawn(np, chances, seeds)

    return ask


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


def _table(seats: list[str], actions: int) -> Callable[[Any], _Asked]:
    """How a table of a policy for these seats is asked."""

    def make(given: Any) -> _Asked:
        from parlor.ludo.judgement import decision_mask

        np = _numpy("a table of a policy")
        if len(seats) != 2:
            raise _refusal(
                seats, f"a table is a policy for two seats, and {len(seats)} seats play here"
            )
        table = np.ascontiguousarray(given)
        mask = decision_mask(seats)
        is_choices = table.dtype == np.uint8
        if table.shape != mask.shape or not (is_choices or table.dtype == np.float32):
            error = PolicyError(
                f"the table is an array of {table.dtype} with the shape {table.shape}; at these "
                f"seats it must be uint8 or float32 with the shape {mask.shape}"
            )
            error.value = table.dtype.name if table.shape == mask.shape else table.shape
            raise error
        right = table <= 2 if is_choices else (table >= 0) & (table <= 1)
        wrong = mask & ~right
        if wrong.any():
            place = tuple(int(at) for at in np.unravel_index(int(wrong.argmax()), wrong.shape))
            value = table[place].item()
            expected = "0, 1 or 2" if is_choices else "a probability from 0 to 1"
            error = PolicyError(f"the table at {place} has {value}, where it must have {expected}")
            error.value, error.index = value, place
            raise error
        flat = table.reshape(-1)

        def ask(_: Any, legal: Any, seeds: Any, places: Any, fronts: Any) -> Any:
            is_asked = places >= 0
            entry = flat[np.where(is_asked, places, 0)]
            # 2 moves either token.
            chance = np.array([0.0, 1.0, 0.5, 0.0])[entry & 3] if is_choices else entry
            front = _uniform(np, seeds) < chance
            chosen = np.where(front, fronts, 3 - fronts.astype(np.int64))
            return np.where(is_asked, chosen, legal.reshape(-1, actions).argmax(axis=1))

        return ask

    return make
