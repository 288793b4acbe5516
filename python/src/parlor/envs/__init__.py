"""Environments for reinforcement learning: PettingZoo, Gymnasium, OpenSpiel, RLlib and SB3.

``kuba_v1`` and ``ludo_v1`` are PettingZoo's, the classes are Gymnasium's, :mod:`openspiel
<parlor.envs.openspiel>` registers games, :mod:`rllib <parlor.envs.rllib>` has environments of
many agents, and :mod:`sb3 <parlor.envs.sb3>` gives Gymnasium's vectors to Stable-Baselines3. They
need ``pip install 'parlor-games[envs]'``; OpenSpiel, Ray and SB3 are installed by themselves.
Importing this module registers ``parlor/Kuba-v1`` and ``parlor/Ludo-v1`` if Gymnasium is
installed.

In the environments of Gymnasium a learner plays against an ``opponent``: any bot of ``kuba.BOTS``
or ``ludo.BOTS`` by its name, as ``"greedy"``, ``"level-3"``, ``"engine:nodes=200"`` or
``"optimal"``, a function, or None for self-play.

>>> from parlor.envs import kuba_v1
>>> env = kuba_v1.env(rules="tournament")
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, int(observation["action_mask"].sum())
('player_0', 8)

>>> from parlor.envs import KubaEnv
>>> env = KubaEnv(opponent="greedy", seat="B")
>>> observation, info = env.reset(seed=7)
>>> info["ply"]                                # White has pushed
1
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlor.envs import kuba_v1, ludo_v1
    from parlor.envs._gymnasium import KubaEnv, KubaVectorEnv, LudoEnv, LudoVectorEnv

__all__ = [
    "KubaEnv",
    "KubaVectorEnv",
    "LudoEnv",
    "LudoVectorEnv",
    "kuba_v1",
    "ludo_v1",
]


def _needs(*packages: str, install: str = "'parlor-games[envs]'") -> None:
    """Say how to install what is missing.

    Raises ImportError for the first package that is.
    """
    for package in packages:
        if find_spec(package) is None:
            raise ImportError(
                f"{package} is not installed; install it by: pip install {install}", name=package
            )


def _register() -> None:
    """Tell Gymnasium, if it is there, of the environments; nothing of it runs here but that."""
    if find_spec("gymnasium") is None or find_spec("numpy") is None:
        return
    from gymnasium import register

    for name in ("Kuba", "Ludo"):
        register(
            id=f"parlor/{name}-v1",
            entry_point=f"parlor.envs._gymnasium:{name}Env",
            vector_entry_point=f"parlor.envs._gymnasium:{name}VectorEnv",
        )


def __getattr__(name: str) -> Any:
    """Import a part when it is first asked for."""
    if name in ("kuba_v1", "ludo_v1"):
        return import_module(f"parlor.envs.{name}")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    _needs("numpy", "gymnasium")
    return getattr(import_module("parlor.envs._gymnasium"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


_register()
