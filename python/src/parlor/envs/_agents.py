"""Games of many agents as RLlib steps them; `rllib` makes its environments of these."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from parlor._arguments import _refusal
from parlor.envs._setup import KubaSetup, LudoSetup, Setup
from parlor.envs._spaces import action_space, observation_space
from parlor.envs._table import Table
from parlor.envs._whole import Whole

KEY = "observations"
"""The name of an observation beside its mask, as RLlib's example of masked actions has it."""


class Agents(Whole):
    """A game whose observations are those of the agent to act, and at the end of all agents."""

    SETUP: Callable[..., Setup]
    OPTIONS: Mapping[str, Any]
    """The options of the game, unless others are given."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        given = dict(config or {})
        for name in given:
            if name not in self.OPTIONS:
                known = ", ".join(self.OPTIONS)
                raise _refusal(name, f"the environment has no option {name!r}; it has {known}")
        setup = type(self).SETUP(**{**self.OPTIONS, **given})
        self._table = Table(setup)
        self._is_ready = False
        self.possible_agents = setup.agents()
        self.agents = self.possible_agents[:]
        self.observation_spaces = {
            agent: observation_space(setup, KEY) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(setup) for agent in self.possible_agents}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game: the first of a seed, or the next of the last one; options are not used."""
        self._table.reset(seed)
        self._is_ready = True
        self.agents = self.possible_agents[:]
        agent = self._to_act()
        return {agent: self._observe(agent)}, {agent: {}}

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play the action of the agent that was observed last.

        Raises parlor.PlayError for an illegal action, and parlor.ParlorError for those of other
        agents or after the end; nothing is applied.
        """
        if not self._is_ready:
            raise _refusal(action_dict, "no game has begun, or the last one is over; reset it")
        table = self._table
        acting = self._to_act()
        if list(action_dict) != [acting]:
            raise _refusal(
                action_dict, f"there are actions of {list(action_dict)}; {acting} alone is to act"
            )
        table.step(action_dict[acting])
        is_over = table.terminated or table.truncated
        seen = self.possible_agents if is_over else [self._to_act()]
        rewards = dict(zip(self.possible_agents, table.rewards)) if is_over else {acting: 0.0}
        terminated = dict.fromkeys([*self.possible_agents, "__all__"], table.terminated)
        truncated = dict.fromkeys([*self.possible_agents, "__all__"], table.truncated)
        if is_over:
            self._is_ready = False
            self.agents = []
        observations = {agent: self._observe(agent) for agent in seen}
        return observations, rewards, terminated, truncated, {agent: {} for agent in seen}

    def _to_act(self) -> str:
        return self.possible_agents[self._table.player]

    def _observe(self, agent: str) -> dict[str, Any]:
        return self._table.observe(self.possible_agents.index(agent), KEY)


class KubaAgents(Agents):
    """Kuba; ``config`` may have ``rules`` and ``limit``."""

    SETUP = KubaSetup
    OPTIONS = MappingProxyType({"rules": "classroom", "limit": 1_000})


class LudoAgents(Agents):
    """Ludo; ``config`` may have ``seats`` and ``limit``."""

    SETUP = LudoSetup
    OPTIONS = MappingProxyType({"seats": ("A", "C"), "limit": 10_000})
