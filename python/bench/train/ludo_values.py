"""A network learns the chances of two players of Ludo, opposite each other, in play with itself.

It tells how likely the player who is to roll wins. A choice is made by what the chances are after
each (afterstates), so that they are all that is learned: first by TD(lambda) from games (Sutton,
1988; Tesauro, 1995), then in positions of games and random ones by what a moving average of the
network says on average over the six rolls, with the best choice after each. The exact values of the
solver are not used; they judge the outcome.
"""

# Some releases of NumPy have no types for the oldest Python.
# mypy: disable-error-code="no-any-return, var-annotated"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from parlor import ludo
from torch import nn

Array = np.ndarray[Any, Any]

GAMES = 512
PLIES = 96
"""The rolls of each game between two updates by TD(lambda)."""

LAMBDA = 0.9
RANDOM = 1_024
"""The random positions beside those of games."""

P, Q = ludo.ACTIONS.index("p"), ludo.ACTIONS.index("q")
STEPS = 59
"""The steps of a token, by its step count plus 1: 0 is the yard, 58 the end."""

SHIFTS = np.array([[4, 10], [28, 34]], np.uint64)
"""Where a packed state has the tokens of A and of C (docs/formats/arrays.md)."""

NUMBERS = np.zeros((STEPS, STEPS), np.int64)
"""The number of a pair of tokens in ``ludo.PAIRS``, in either order."""
for number, (behind, front) in enumerate(ludo.PAIRS + 1):
    NUMBERS[behind, front] = NUMBERS[front, behind] = number

Chances = Callable[[ludo.Batch], Array]
"""What a network says of the player to roll, for each game of a batch."""


def network() -> Any:
    """Return a network of the tokens on each step, own and other, and of the bonus roll."""
    return nn.Sequential(
        nn.Linear(2 * STEPS + 1, 160), nn.ReLU(), nn.Linear(160, 64), nn.ReLU(), nn.Linear(64, 1)
    )


def features(batch: ludo.Batch) -> Any:
    """Return what the network sees of games."""
    seen = batch.observation
    # How many tokens, whichever they are: 1 stands for `p`, 2 for `q`, 3 for both.
    own, other = (
        (slot & 1) + (slot >> 1) for slot in (seen[:, :STEPS], seen[:, 2 * STEPS : 3 * STEPS])
    )
    return torch.from_numpy(np.concatenate([own, other, seen[:, 242:243]], 1)).float()


def answer(model: Any, seen: Any) -> Array:
    """Return the chances that a network gives to what it sees."""
    with torch.no_grad():
        found: Array = torch.sigmoid(model(seen))[:, 0].numpy()
    return found


def chances_of(model: Any) -> Chances:
    """Return the chances that a network gives."""
    return lambda batch: answer(model, features(batch))


def of_states(states: Array) -> ludo.Batch:
    """Return games that begin with these packed states and stop at their end."""
    batch = ludo.Batch(len(states), seed=0, chance="explicit", autoreset=False)
    batch.load(states)
    return batch


def rolling(batch: ludo.Batch) -> Array:
    """Return the players who are to roll or to choose."""
    return (batch.state[:, 8] & 7) // 2


def after(states: Array, actions: Array, chances: Chances) -> Array:
    """Return the chances of the players who act, after they have."""
    batch = of_states(states)
    movers = rolling(batch)
    batch.step(actions)
    found = chances(batch)
    found = np.where(rolling(batch) == movers, found, 1 - found)
    won = batch.rewards[np.arange(len(movers)), movers] > 0
    return np.where(batch.terminated, won, found)


def choices(states: Array, masks: Array, chances: Chances) -> Array:
    """Return the best action after a roll, where there is one to choose."""
    actions = np.where(masks[:, P], P, masks.argmax(1))
    open_to = np.flatnonzero(masks[:, P] & masks[:, Q])
    if len(open_to):
        behind, front = (
            after(states[open_to], np.full(len(open_to), action), chances) for action in (P, Q)
        )
        actions[open_to] = np.where(front > behind, Q, P)
    return actions


def averaged(states: Array, chances: Chances) -> Array:
    """Return the chances of the players to roll: on average over the rolls, by best choices."""
    total = np.zeros(len(states))
    for roll in range(6):
        batch = of_states(states)
        batch.step(np.full(len(states), roll))
        rolled, masks = batch.state, batch.action_mask
        total += after(rolled, choices(rolled, masks, chances), chances)
    return total / 6


def packed(own: Array, other: Array, *, roll: Any = 0, bonus: Any = 0) -> Array:
    """Return states with A to act and C opposite, of pairs of step counts plus 1."""
    words = np.zeros((len(own), 2), np.uint64)
    words[:, 0] = 0b101
    for seat, tokens in enumerate((own, other)):
        words[:, 0] |= np.bitwise_or.reduce(tokens.astype(np.uint64) << SHIFTS[seat], 1)
    words[:, 1] = np.asarray(roll, np.uint64) << np.uint64(3)
    words[:, 1] |= np.asarray(bonus, np.uint64) << np.uint64(6)
    return words.astype("<u8").view(np.uint8).reshape(len(own), 16)


def random_states(draw: np.random.Generator, count: int) -> Array:
    """Return up to so many positions before a roll, drawn among all that can be loaded."""
    own, other = draw.integers(0, STEPS, (2, count, 2))
    goes_on = (own.min(1) < STEPS - 1) & (other.min(1) < STEPS - 1)
    # Tokens of both on one space: opposite seats begin 28 of the 56 spaces apart (L-2, L-8).
    mine, its = own[:, :, None] - 1, other[:, None, :] - 1
    on_ring = (mine >= 1) & (mine <= 50) & (its >= 1) & (its <= 50)
    goes_on &= ~(on_ring & ((mine - its) % 56 == 28)).any((1, 2))
    # A first 6 has left a token on R or on a step from 6 on (L-13).
    bonus = (draw.random(count) < 0.1) & ((own == 1) | (own >= 7)).any(1)
    return packed(own[goes_on], other[goes_on], bonus=bonus[goes_on])


def learned(rounds: int, backups: int, seed: int) -> Any:
    """Return a network after so many updates by TD(lambda), and then by averages."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    draw = np.random.default_rng(seed)
    model, average = network(), network()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    games = ludo.Batch(GAMES, seed=seed, chance="explicit")

    def fit(seen: Any, targets: Array) -> None:
        wanted = torch.from_numpy(targets.astype(np.float32))
        loss = nn.functional.binary_cross_entropy_with_logits(model(seen)[:, 0], wanted)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    def play(chances: Chances) -> None:
        games.step(draw.integers(0, 6, GAMES))
        games.step(choices(games.state, games.action_mask, chances))

    for number in range(rounds):
        seen, targets = played(games, play, model)
        order = torch.from_numpy(draw.permutation(len(seen)))
        for part in order.split(1_024):
            fit(seen[part], targets[part.numpy()])
        if number % 10 == 9:
            print(f"{(number + 1) * PLIES * GAMES:9} rolls", flush=True)
    average.load_state_dict(model.state_dict())
    for number in range(backups):
        for group in optimizer.param_groups:
            group["lr"] = 1e-5 + 1e-3 * (1 - number / backups)
        states = np.concatenate([random_states(draw, RANDOM), games.state])
        play(chances_of(average))
        fit(features(of_states(states)), averaged(states, chances_of(average)))
        with torch.no_grad():
            for slow, fast in zip(average.parameters(), model.parameters()):
                slow.lerp_(fast, 0.02)
        if number % 500 == 499:
            print(f"{number + 1:9} updates by averages", flush=True)
    return average


def played(games: ludo.Batch, play: Callable[[Chances], None], model: Any) -> tuple[Any, Array]:
    """Play on, and return what was seen before each roll and the chances by TD(lambda)."""
    seen, rollers, ends = [], [], []
    for _ in range(PLIES):
        seen.append(features(games))
        rollers.append(rolling(games))
        play(chances_of(model))
        ends.append((games.terminated.copy(), games.rewards[:, 0] > 0))

    def of_first(found: Array, players: Array) -> Array:
        return np.where(players == 0, found, 1 - found)

    # The chances of the player with number 0, from the last to the first.
    following = target = of_first(answer(model, features(games)), rolling(games))
    targets = []
    for place in reversed(range(PLIES)):
        ended, won = ends[place]
        target = np.where(ended, won, LAMBDA * target + (1 - LAMBDA) * following)
        targets.append(of_first(target, rollers[place]))
        # What the network said itself, from which the target before it begins.
        following = of_first(answer(model, seen[place]), rollers[place])
    return torch.cat(seen), np.concatenate(targets[::-1])


def tabled(model: Any) -> Array:
    """Return the chances of all positions before a roll: ``[bonus, own pair, other pair]``."""
    tokens = np.zeros((len(ludo.PAIRS), STEPS), np.float32)
    for column in ludo.PAIRS.T + 1:
        tokens[np.arange(len(tokens)), column] += 1
    first, rest = model[0], model[1:]
    of_own = torch.from_numpy(tokens) @ first.weight[:, :STEPS].T + first.bias
    of_other = torch.from_numpy(tokens) @ first.weight[:, STEPS : 2 * STEPS].T
    table = np.zeros((2, len(tokens), len(tokens)), np.float32)
    with torch.no_grad():
        for bonus in range(2):
            others = of_other + bonus * first.weight[:, -1]
            for number, own in enumerate(of_own):
                table[bonus, number] = torch.sigmoid(rest(own + others))[:, 0].numpy()
    return table


def policy(model: Any) -> Callable[[Array, Array], Array]:
    """Return the choices that the chances of a network lead to, as ``ludo.policy_from`` asks."""
    table = tabled(model)

    def chances(batch: ludo.Batch) -> Array:
        states = batch.state
        tokens = states[:, :8].copy().view("<u8")[:, :, None] >> SHIFTS & np.uint64(63)
        pairs = NUMBERS[tokens[:, :, 0], tokens[:, :, 1]]
        bonus, players = states[:, 8] >> 6 & 1, rolling(batch)
        games = np.arange(len(states))
        found: Array = table[bonus, pairs[games, players], pairs[games, 1 - players]]
        return found

    def best(observation: Array, mask: Array) -> Array:
        seats = (observation[:, :STEPS] != 0, observation[:, 2 * STEPS : 3 * STEPS] != 0)
        own, other = (
            np.stack([there.argmax(1), STEPS - 1 - there[:, ::-1].argmax(1)], 1) for there in seats
        )
        roll = observation[:, 236:242].argmax(1) + 1
        return choices(packed(own, other, roll=roll, bonus=observation[:, 242]), mask, chances)

    return best


def judged(model: Any) -> str:
    """Return how good the choices of a network are, exactly.

    Raises RuntimeError if they are not better than those of ``priority``.
    """
    best = ludo.solve(("A", "C")).first_player
    table = ludo.policy_from(policy(model))
    against_best = ludo.evaluate([table, "optimal"])
    response = ludo.best_response(table).first_player
    simple = ludo.best_response(ludo.policy_table("priority")).first_player
    outcome = (
        f"a network of the chances of Ludo wins {100 * against_best.first_player:.4f} % against "
        f"best play ({100 * best:.4f} % are possible) in {against_best.expected_rolls:.2f} rolls, "
        f"its best response wins {100 * response:.4f} %, so its exploitability is "
        f"{100 * (response - best):.2f} % (priority: {100 * (simple - best):.2f} %)"
    )
    if response >= simple:
        raise RuntimeError(outcome)
    return outcome
