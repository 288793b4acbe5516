"""MaskablePPO of sb3-contrib learns Kuba against ``greedy``."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from kuba_network import Network
from kuba_opponent import Greedy, standing
from parlor.envs import KubaVectorEnv
from parlor.envs.sb3 import ParlorVecEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnvWrapper
from torch import nn

GAMES = 64
GAMMA = 0.99
LIMIT = 200
"""The pushes of a game while it learns."""


class Standing(VecEnvWrapper):
    """Rewards with what the learner's standing grows by; see ``standing``."""

    def reset(self) -> Any:
        """Begin the games."""
        seen = self.venv.reset()
        self.before = standing(seen)
        return seen

    def step_wait(self) -> Any:
        """Add to the rewards."""
        seen, rewards, ended, infos = self.venv.step_wait()
        now = standing(seen)
        rewards += np.where(ended, 0, GAMMA * now) - self.before
        self.before = now
        return seen, rewards, ended, infos


class Policy(MaskableActorCriticPolicy):
    """The network as MaskablePPO asks for it."""

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.network = Network()
        self.action_net = self.value_net = nn.Identity()
        self.optimizer = self.optimizer_class(
            self.network.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )

    def forward(self, obs: Any, deterministic: bool = False, action_masks: Any = None) -> Any:
        """Return actions, values, and the logarithms of the actions' probabilities."""
        distribution, values = self._both(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(self, obs: Any, actions: Any, action_masks: Any = None) -> Any:
        """Return values, the logarithms of the actions' probabilities, and entropies."""
        distribution, values = self._both(obs, action_masks)
        return values, distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """Return the probabilities of the legal actions."""
        return self._both(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> Any:
        """Return the values."""
        return self._both(obs, None)[1]

    def _both(self, obs: Any, action_masks: Any) -> Any:
        logits, values = self.network(obs)
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution, values.unsqueeze(1)


class Course(BaseCallback):
    """Tells the opponent how the games end."""

    def __init__(self, opponent: Greedy) -> None:
        super().__init__()
        self.opponent = opponent

    def _on_step(self) -> bool:
        ended = [info for info in self.locals["infos"] if "rewards" in info]
        self.opponent.take([float(info["rewards"][info["player"]]) for info in ended])
        return True

    def _on_rollout_end(self) -> None:
        print(f"{self.num_timesteps:7} steps, greedy in {self.opponent.share:.1f}", flush=True)


def learned(rules: str, steps: int, seed: int) -> Any:
    """Return a network after so many actions of its own."""
    torch.set_num_threads(1)
    opponent = Greedy(rules, seed=seed)
    envs = KubaVectorEnv(GAMES, rules, LIMIT, opponent, autoreset_mode="SameStep")
    model = MaskablePPO(
        Policy,
        Standing(ParlorVecEnv(envs)),
        learning_rate=lambda left: 1e-4 + 9e-4 * left,
        n_steps=64,
        batch_size=512,
        n_epochs=3,
        gamma=GAMMA,
        gae_lambda=0.9,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
    )
    model.learn(steps, callback=Course(opponent))
    return model.policy.network
