"""Ludo for PettingZoo: two to four agents, numbered as ``seats`` names them.

An observation is a dict of ``observation``, uint8 ``(256,)`` as seen by the agent, and
``action_mask``, int8 ``(4,)``; the layouts and numbers are those of ``ludo.Batch``, which rolls.
Rewards come with the end (L-30): by places, 1 for the first to -1 for the last; the limit of rolls
(L-31) is a truncation, where those still playing share the places that are left. An agent is
selected for every roll, also where there is only one choice, and not any more once it has
finished. A seed gives the games of environment 0 of a ``ludo.Batch`` with it.

The mask shows the legal actions. An illegal one ends the game in ``env()``: its agent gets -1,
the others 0. ``raw_env()`` refuses it and goes on. Environments of both kinds can be copied
(``copy.deepcopy``) and pickled: a copy plays on as the original would, and apart from it.

>>> from parlor.envs import ludo_v1
>>> env = ludo_v1.env(seats=("A", "B", "C"))
>>> env.reset(seed=7)
>>> env.possible_agents, env.agent_selection
(['player_0', 'player_1', 'player_2'], 'player_0')
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["action_mask"].tolist()
[1, 0, 0, 0]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parlor.envs import _needs

_needs("pettingzoo", "gymnasium")

from parlor.envs._aec import GameEnv, wrapped  # noqa: E402 - says first what is missing
from parlor.envs._setup import LudoSetup  # noqa: E402

__all__ = ["env", "raw_env"]


def env(
    seats: Iterable[str] = ("A", "C"), limit: int = 10_000, render_mode: str | None = None
) -> Any:
    """Return the environment within the wrappers of PettingZoo's classic games.

    An illegal action ends the game, as in those: its agent gets -1 and the others 0; all agents are
    terminated and truncated, and PettingZoo logs a warning. A number that is no action, and None
    from an agent whose game goes on, is an AssertionError, and nothing is applied. ``render_mode``
    is ``"ansi"`` or None.

    Raises parlor.SeatError or parlor.ParlorError for a wrong argument.

    >>> from parlor.envs import ludo_v1
    >>> env = ludo_v1.env(seats=("A", "B", "C", "D"))
    >>> env.max_num_agents
    4
    """
    return wrapped(raw_env(seats, limit, render_mode))


class raw_env(GameEnv):  # noqa: N801 - as PettingZoo names it
    """The environment without wrappers: an illegal action raises parlor.PlayError.

    So does a number that is no action; what is no integer raises parlor.ParlorError. Nothing is
    applied then: the same agent is selected and may choose again.

    >>> from parlor import PlayError
    >>> from parlor.envs import ludo_v1
    >>> env = ludo_v1.raw_env()
    >>> env.reset(seed=7)
    >>> try:
    ...     env.step(3)
    ... except PlayError as error:
    ...     print(error.value)
    3
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "ludo_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        seats: Iterable[str] = ("A", "C"),
        limit: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(LudoSetup(seats, limit), render_mode)
