"""What the environments of PettingZoo have in common."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from parlor._arguments import _refusal
from parlor.envs._setup import Setup
from parlor.envs._spaces import action_space, observation_space
from parlor.envs._table import Table
from parlor.envs._whole import Whole


class GameEnv(Whole, AECEnv):  # type: ignore[misc, unused-ignore] # without types in some releases
    """A game whose players act by turns, as the rules say; see the classes of the games."""

    render_mode: str | None

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        if render_mode not in (None, "ansi"):
            raise _refusal(render_mode, f"the render mode is {render_mode!r}; it is 'ansi' or None")
        super().__init__()
        self.render_mode = render_mode
        self._table = Table(setup)
        self.possible_agents = setup.agents()
        self._number = {agent: number for number, agent in enumerate(self.possible_agents)}
        self.agents = self.possible_agents[:]
        self.observation_spaces = {
            agent: observation_space(setup) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(setup) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Any:
        """The position of the game."""
        return self._table.position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first of a seed, or the next of the last one; options are not used."""
        self._table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._table.player]
        self._skip_agent_selection = None

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the board as an agent sees it.

        The mask is 0 throughout unless the agent is to act.
        """
        return self._table.observe(self._number[agent])

    def step(self, action: Any) -> None:
        """Play an action of the agent selected, or None for one whose game is over.

        Raises parlor.PlayError for an illegal action and parlor.ParlorError for no integer, and
        nothing is applied; ``env()`` ends the game instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        table.step(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, table.rewards))
        self.terminations = dict.fromkeys(self.agents, table.terminated)
        self.truncations = dict.fromkeys(self.agents, table.truncated)
        self.agent_selection = self.possible_agents[table.player]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as a text."""
        if self.render_mode is None:
            import gymnasium

            gymnasium.logger.warn("the environment has no render mode; make it with one: 'ansi'")
            return None
        text: str = self.position.to_text()
        return text

    def close(self) -> None:
        """Nothing is to be done."""


class _Outermost(Whole, wrappers.OrderEnforcingWrapper):  # type: ignore[misc, unused-ignore]
    """The wrapper that is copied with all that it wraps."""


def wrapped(env: GameEnv) -> Any:
    """The wrappers of PettingZoo's classic games: an illegal action loses the game."""
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return _Outermost(env)
