"""Kuba for PettingZoo: two agents, ``player_0`` is White.

An observation is a dict of ``observation``, uint8 ``(18, 7, 7)`` as seen by the agent, and
``action_mask``, int8 ``(197,)``; the layouts and numbers are those of ``kuba.Batch``. Rewards come
with the end: 1 and -1, or 0 for a draw by repetition (K-12), all of which are terminations; the
limit of pushes (K-13) is a truncation. In tournament rules an agent may be selected several
times in a row. A seed gives the games of environment 0 of a ``kuba.Batch`` with it.

The mask shows the legal actions. An illegal one ends the game in ``env()``: its agent gets -1,
the others 0. ``raw_env()`` refuses it and goes on. Environments of both kinds can be copied
(``copy.deepcopy``) and pickled: a copy plays on as the original would, and apart from it.

>>> from parlor.envs import kuba_v1
>>> env = kuba_v1.env(rules="tournament", render_mode="ansi")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
>>> env.agents
[]
"""

from __future__ import annotations

from typing import Any

from parlor.envs import _needs

_needs("pettingzoo", "gymnasium")

from parlor.envs._aec import GameEnv, wrapped  # noqa: E402 - says first what is missing
from parlor.envs._setup import KubaSetup  # noqa: E402

__all__ = ["env", "raw_env"]


def env(rules: str = "classroom", limit: int = 1_000, render_mode: str | None = None) -> Any:
    """Return the environment within the wrappers of PettingZoo's classic games.

    An illegal action ends the game, as in those: its agent gets -1 and the other 0; all agents are
    terminated and truncated, and PettingZoo logs a warning. A number that is no action, and None
    from an agent whose game goes on, is an AssertionError, and nothing is applied. ``render_mode``
    is ``"ansi"`` or None.

    Raises parlor.RulesError or parlor.ParlorError for a wrong argument.

    >>> from parlor.envs import kuba_v1
    >>> env = kuba_v1.env(render_mode="ansi")
    >>> env.reset(seed=7)
    >>> print(env.render().splitlines()[0].strip())
    0 1 2 3 4 5 6
    """
    return wrapped(raw_env(rules, limit, render_mode))


class raw_env(GameEnv):  # noqa: N801 - as PettingZoo names it
    """The environment without wrappers: an illegal action raises parlor.PlayError.

    So does a number that is no action; what is no integer raises parlor.ParlorError. Nothing is
    applied then: the same agent is selected and may choose again.

    >>> from parlor import PlayError
    >>> from parlor.envs import kuba_v1
    >>> env = kuba_v1.raw_env()
    >>> env.reset(seed=7)
    >>> try:
    ...     env.step(8)
    ... except PlayError as error:
    ...     print(error.rule)
    K-3
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "kuba_v1",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, rules: str = "classroom", limit: int = 1_000, render_mode: str | None = None
    ) -> None:
        super().__init__(KubaSetup(rules, limit), render_mode)
