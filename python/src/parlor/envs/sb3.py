"""Thousands of games for Stable-Baselines3, and for MaskablePPO of sb3-contrib: ``ParlorVecEnv``.

A single game, ``gymnasium.make("parlor/Kuba-v1")``, needs nothing of this. It needs
``pip install sb3-contrib``, and imports Stable-Baselines3 when it is first asked for::

    from parlor.envs import KubaVectorEnv
    from parlor.envs.sb3 import ParlorVecEnv
    from sb3_contrib import MaskablePPO

    envs = ParlorVecEnv(KubaVectorEnv(256, autoreset_mode="SameStep"))
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=1024)
"""

from __future__ import annotations

from typing import Any

from parlor.envs import _needs

__all__ = ["ParlorVecEnv"]

ParlorVecEnv: Any


def __getattr__(name: str) -> Any:
    """Make the class when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    _needs("numpy", "gymnasium")
    _needs("stable_baselines3", install="sb3-contrib")
    from stable_baselines3.common.vec_env import VecEnv

    from parlor.envs._vec import Vectors

    made = type(name, (Vectors, VecEnv), {"__module__": __name__, "__doc__": Vectors.__doc__})
    globals()[name] = made
    return made
