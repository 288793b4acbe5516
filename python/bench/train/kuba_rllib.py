"""PPO of RLlib (its new API) learns Kuba against ``greedy``."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import ray
import torch
from kuba_network import NEVER, Network
from kuba_opponent import Greedy, standing
from parlor.envs.rllib import KubaMultiAgentEnv
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_env import MultiAgentEnv

GAMES = 64
STEPS = 64
"""The actions of each game between two updates."""

LIMIT = 200
"""The pushes of a game while it learns."""

NAMES = ("learner", "greedy")


class Seated(MultiAgentEnv):
    """The game with agents by their names, who exchange their seats from game to game.

    Rewards come with what the standing of a player grows by; see ``standing``. ``result`` in an
    info is the reward without that.
    """

    def __init__(self, config: Any = None) -> None:
        super().__init__()
        self.game = KubaMultiAgentEnv(config)
        self.possible_agents = self.agents = list(NAMES)
        self.observation_spaces = dict.fromkeys(NAMES, self.game.observation_spaces["player_0"])
        self.action_spaces = dict.fromkeys(NAMES, self.game.action_spaces["player_0"])
        self.seats = dict(zip(NAMES, self.game.possible_agents))
        self.standing = 0.0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Begin a game with the seats exchanged."""
        self.seats = dict(zip(NAMES, reversed(self.seats.values())))
        self.standing = 0.0
        observations, infos = self.game.reset(seed=seed, options=options)
        return self._named(observations), self._named(infos)

    def step(self, action_dict: dict[str, Any]) -> Any:
        """Play an action."""
        played = {self.seats[name]: action for name, action in action_dict.items()}
        observations, rewards, terminated, truncated, _ = self.game.step(played)
        named = self._named(observations)
        now = 0.0
        if len(named) == 1:
            # The game goes on, and one is to act.
            ((name, seen),) = named.items()
            now = float(standing(seen["observations"])) * (1 if name == "learner" else -1)
        grown, self.standing = now - self.standing, now
        given = {name: float(rewards.get(seat, 0.0)) for name, seat in self.seats.items()}
        told = {name: {"result": given[name]} for name in named}
        given["learner"] += grown
        given["greedy"] -= grown
        return named, given, self._named(terminated), self._named(truncated), told

    def _named(self, of_players: dict[str, Any]) -> dict[str, Any]:
        """By names instead of seats; what is for all stays."""
        names = {seat: name for name, seat in self.seats.items()}
        return {names.get(seat, seat): value for seat, value in of_players.items()}


class Learner(TorchRLModule, ValueFunctionAPI):
    """The network as RLlib asks for it, with the mask of the legal actions."""

    def setup(self) -> None:
        """Make the network."""
        self.network = Network()

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Return the values of observations, which a training pass has at hand."""
        return self._forward_train(batch)[Columns.EMBEDDINGS] if embeddings is None else embeddings

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        logits, _values = self._both(batch)
        return {Columns.ACTION_DIST_INPUTS: logits}

    def _forward_train(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        logits, values = self._both(batch)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: values}

    def _both(self, batch: dict[str, Any]) -> Any:
        seen = batch[Columns.OBS]
        logits, values = self.network(seen["observations"])
        return logits.masked_fill(seen["action_mask"] == 0, NEVER), values


class Fixed(RLModule):
    """An opponent that does not learn: ``opponent`` of its configuration."""

    def setup(self) -> None:
        """Nothing has to be made."""

    def _forward_exploration(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        observation, mask = np.asarray(seen["observations"]), np.asarray(seen["action_mask"])
        return {Columns.ACTIONS: self.model_config["opponent"](observation, mask)}

    def _forward_inference(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        return self._forward_exploration(batch)

    def _forward_train(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        raise TypeError("greedy does not learn")


def learned(rules: str, steps: int, seed: int) -> tuple[Any, int]:
    """Return a network after so many actions of both players, and their number."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    torch.set_num_threads(1)
    opponent = Greedy(rules, seed=seed)

    def opposing(observation: Any, mask: Any) -> Any:
        # A function, as configurations are copied, and there is one opponent.
        return opponent(observation, mask)

    def note(*, episode: Any, **_: Any) -> None:
        opponent.take([episode.agent_episodes["learner"].get_infos(-1)["result"]])

    modules = {
        "learner": RLModuleSpec(module_class=Learner),
        "greedy": RLModuleSpec(module_class=Fixed, model_config={"opponent": opposing}),
    }
    config = (
        PPOConfig()
        # The check of environments plays actions without looking at the mask.
        .environment(Seated, env_config={"rules": rules, "limit": LIMIT}, disable_env_checking=True)
        .env_runners(
            num_env_runners=0, num_envs_per_env_runner=GAMES, rollout_fragment_length=STEPS
        )
        .learners(num_learners=0)
        .training(
            train_batch_size_per_learner=GAMES * STEPS,
            minibatch_size=512,
            num_epochs=3,
            lr=[[0, 1e-3], [steps, 1e-4]],
            gamma=0.99,
            lambda_=0.9,
            entropy_coeff=0.01,
            clip_param=0.2,
            vf_loss_coeff=0.5,
            use_kl_loss=False,
            grad_clip=0.5,
            grad_clip_by="global_norm",
        )
        .multi_agent(
            policies=set(NAMES),
            policies_to_train=["learner"],
            policy_mapping_fn=lambda agent, *_, **__: agent,
        )
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=modules))
        .callbacks(on_episode_end=note)
        .debugging(seed=seed, log_level="ERROR")
    )
    algorithm = config.build_algo()
    done = 0
    while done < steps:
        found = algorithm.train()["env_runners"]
        done = int(found["num_env_steps_sampled_lifetime"])
        print(f"{done:7} steps, greedy in {opponent.share:.1f}", flush=True)
    network = algorithm.get_module("learner").network
    algorithm.stop()
    ray.shutdown()
    return network, done
