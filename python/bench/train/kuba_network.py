"""A small network for Kuba that knows what a push is, and how strong it plays.

A push moves marbles along one line, and nothing else changes. So the network reads the 28 lines of
the board in the direction of a push, each by the same weights: first alone, then with what crosses
it in each of its cells and with what all lines say together. Each line gives a number for the push
from each of its seven cells. Therefore a position that is turned or mirrored gives the turned or
mirrored answer, and what is learned in one line is known in all.
"""

# Some releases of NumPy have no types for the oldest Python.
# mypy: disable-error-code="no-any-return, var-annotated"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import parlor
import torch
from kuba_opponent import Greedy
from parlor import kuba
from parlor.envs import KubaVectorEnv
from torch import nn

LINES = 28
"""Seven rows and seven columns, in both directions."""

FLAT = slice(7, 17)
"""The planes of an observation that have one value all over and say something."""

SCALE = (1, 1 / 7, 1 / 7, 1 / 8, 1 / 8, 1, 1, 1 / 255, 1, 1)
"""Brings those values to 0 to 1."""

PAIRS = 200
"""The openings of a match, each played with either side."""

NEVER = -1e9
"""The logit of an illegal action."""


class Network(nn.Module):
    """Observations, ``[games, 18, 7, 7]`` of any type, to logits ``[games, 197]`` and values."""

    def __init__(self, width: int = 64, crossing: int = 8) -> None:
        super().__init__()
        self.alone = nn.Sequential(
            nn.Linear(7 * 4 + len(SCALE), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.told = nn.Linear(width, 7 * crossing)
        self.along = nn.Linear(width, width)
        self.across = nn.Linear(7 * crossing, width)
        self.everywhere = nn.Linear(2 * width, width)
        self.together = nn.Linear(width, width)
        self.push = nn.Linear(width, 7)
        self.end = nn.Linear(2 * width, 1)
        self.value = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, 1))
        self.register_buffer("scale", torch.tensor(SCALE))
        for last in (self.push, self.end):
            # All actions are about as likely at first.
            nn.init.uniform_(last.weight, -0.005, 0.005)
            nn.init.zeros_(last.bias)

    def forward(self, observation: Any) -> tuple[Any, Any]:
        """Return the logits of the actions, legal or not, and the values, ``[games]``."""
        seen = observation.float()
        games = len(seen)
        flat = (seen[:, FLAT, 0, 0] * self.scale).unsqueeze(1).expand(-1, LINES, -1)
        marbles = seen[:, :3, None].expand(-1, -1, 4, -1, -1)
        planes = torch.cat([marbles, seen[:, None, 3:7]], 1).permute(0, 2, 3, 4, 1)
        lines = along_pushes(planes).reshape(games, LINES, 7 * 4)
        alone = self.alone(torch.cat([lines, flat], 2))
        # What a line says of its cells goes to the two lines that cross there, in each direction.
        told = of_cells(self.told(alone).view(games, 4, 7, 7, -1))
        rows, columns = told[:, 0] + told[:, 1], told[:, 2] + told[:, 3]
        crossed = along_pushes(torch.stack([columns, columns, rows, rows], 1))
        every = torch.cat([alone.mean(1), alone.amax(1)], 1)
        together = torch.relu(
            self.along(alone)
            + self.across(torch.relu(crossed).reshape(games, LINES, -1))
            + self.everywhere(every).unsqueeze(1)
        )
        together = torch.relu(self.together(together))
        pushes = of_cells(self.push(together).view(games, 4, 7, 7, 1)).squeeze(4)
        board = torch.cat([together.mean(1), together.amax(1)], 1)
        numbered = pushes.permute(0, 2, 3, 1).reshape(games, 196)
        return torch.cat([numbered, self.end(board)], 1), self.value(board).squeeze(1)


def along_pushes(planes: Any) -> Any:
    """Turn ``[games, direction, row, column, …]`` to lines and the places along the push.

    The directions are L, R, F, B; a place is counted from the cell that a push to the other end
    begins at.
    """
    left, right, forward, backward = planes.unbind(1)
    return torch.stack(
        [left.flip(2), right, forward.transpose(1, 2).flip(2), backward.transpose(1, 2)], 1
    )


def of_cells(lines: Any) -> Any:
    """Turn lines and places back to rows and columns."""
    left, right, forward, backward = lines.unbind(1)
    return torch.stack(
        [left.flip(2), right, forward.flip(2).transpose(1, 2), backward.transpose(1, 2)], 1
    )


def likeliest(network: Any, observation: Any, mask: Any) -> np.ndarray[Any, Any]:
    """Return the legal action with the highest logit, a row a game."""
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(observation))
    actions: np.ndarray[Any, Any] = np.where(mask, logits.numpy(), NEVER).argmax(1)
    return actions


def player(network: Any) -> Callable[[kuba.Position], int]:
    """Return the network as ``parlor.match`` takes players: a function of a position."""

    def network_of_pushes(position: kuba.Position) -> int:
        batch = kuba.Batch.of([position])
        return int(likeliest(network, batch.observation, batch.action_mask)[0])

    return network_of_pushes


def by_side(network: Any, rules: str, games: int) -> dict[str, float]:
    """Return the score with each side in so many games from the start against ``greedy``."""
    scores = {}
    for seat in ("W", "B"):
        envs = KubaVectorEnv(games, rules, opponent=Greedy(rules, 1.0, seed=2), seat=seat)
        seen, _ = envs.reset(seed=1)
        over, points = np.zeros(games, bool), np.zeros(games)
        while not over.all():
            actions = likeliest(network, seen["observation"], seen["action_mask"] != 0)
            seen, rewards, terminated, truncated, _ = envs.step(actions)
            ended = (terminated | truncated) & ~over
            points[ended] = (rewards[ended] + 1) / 2
            over |= ended
        scores[seat] = float(points.mean())
    return scores


def strength(name: str, network: Any, rules: str) -> str:
    """Play against ``greedy``, and return the outcome in words.

    Raises RuntimeError if the network has not beaten it.
    """
    result = parlor.match(player(network), "greedy", game="kuba", rules=rules, pairs=PAIRS, seed=1)
    sides = by_side(network, rules, PAIRS)
    outcome = (
        f"{100 * result.score.value:.1f} ± {100 * result.score.reach:.1f} % of {result.games} "
        f"games with paired openings, White {100 * sides['W']:.1f} % and Black "
        f"{100 * sides['B']:.1f} % of {PAIRS} each from the start"
    )
    if not (result.score.low > 0.5 and min(sides.values()) > 0.5):
        raise RuntimeError(f"{name} has not beaten greedy: {outcome}")
    return outcome
