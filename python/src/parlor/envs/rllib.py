"""Environments of many agents for RLlib: ``KubaMultiAgentEnv`` and ``LudoMultiAgentEnv``.

Each takes a dict: ``rules`` and ``limit`` of ``kuba.Batch``, or ``seats`` and ``limit`` of
``ludo.Batch``. Only the agent to act is observed, at the end all are; an observation is a dict of
``observations`` and ``action_mask``, as RLlib's module for masked actions wants it. They need
``pip install 'ray[rllib]'``, and import Ray when they are first asked for::

    from parlor.envs.rllib import KubaMultiAgentEnv
    from ray.rllib.algorithms.ppo import PPOConfig

    config = PPOConfig().environment(KubaMultiAgentEnv, env_config={"rules": "tournament"})
"""

from __future__ import annotations

from typing import Any

from parlor.envs import _needs

__all__ = ["KubaMultiAgentEnv", "LudoMultiAgentEnv"]

KubaMultiAgentEnv: Any
LudoMultiAgentEnv: Any


def __getattr__(name: str) -> Any:
    """Make a class when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    _needs("numpy", "gymnasium")
    _needs("ray", install="'ray[rllib]'")
    from ray.rllib.env.multi_agent_env import MultiAgentEnv

    from parlor.envs._agents import KubaAgents, LudoAgents

    agents = KubaAgents if name.startswith("Kuba") else LudoAgents
    made = type(name, (agents, MultiAgentEnv), {"__module__": __name__, "__doc__": agents.__doc__})
    globals()[name] = made
    return made
