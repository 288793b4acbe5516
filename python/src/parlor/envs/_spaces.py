"""What the environments say of their observations and actions, in Gymnasium's words."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from parlor._arguments import _numpy
from parlor.envs._setup import Setup


def observation_space(setup: Setup, key: str = "observation") -> spaces.Dict:
    """Return the space of an observation and the mask of its legal actions.

    The observation has its own highest values, so that nothing takes the planes of Kuba for an
    image.
    """
    numpy = _numpy()
    low = numpy.zeros_like(setup.high)
    return spaces.Dict(
        {
            "action_mask": spaces.Box(0, 1, (setup.actions,), numpy.int8),
            key: spaces.Box(low, setup.high, dtype=numpy.uint8),
        }
    )


def action_space(setup: Setup) -> spaces.Discrete[Any]:
    """Return the space of the numbers of actions."""
    return spaces.Discrete(setup.actions)
