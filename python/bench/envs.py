"""Steps a second of the environments: prints a figure a line, as JSON.

A step of a vector is an action of the learner in one game, and what the opponent answers. The
learner's actions are drawn by the batch, within the measured time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from parlor.envs import KubaVectorEnv, LudoVectorEnv, kuba_v1, ludo_v1

NUM_ENVS = 1024
NUM_ENVS_OF_BOTS = 256
SECONDS = 1.0
"""How long each is measured, at least; the best of three counts."""


def of_vector(make: Callable[..., Any], num_envs: int = NUM_ENVS) -> float:
    """Learner's steps a second, in all games together."""
    envs = make(num_envs)
    envs.reset(seed=1)
    # Whatever a bot has to prepare.
    envs.step(envs.batch.sample())
    steps = 0
    begun = perf_counter()
    while (seconds := perf_counter() - begun) < SECONDS:
        envs.step(envs.batch.sample())
        steps += num_envs
    return steps / seconds


def of_bot(make: Callable[..., Any]) -> float:
    """As `of_vector`, with fewer games."""
    return of_vector(make, NUM_ENVS_OF_BOTS)


def of_aec(make: Callable[..., Any]) -> float:
    """Steps a second of one game of PettingZoo with random play."""
    env = make()
    steps = 0
    begun = perf_counter()
    while (seconds := perf_counter() - begun) < SECONDS:
        env.reset(seed=steps)
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
    return steps / seconds


def main() -> None:
    """Measure everything."""
    measured: list[tuple[str, Callable[[Callable[..., Any]], float], Callable[..., Any]]] = [
        ("KubaVectorEnv, against random", of_vector, KubaVectorEnv),
        ("KubaVectorEnv, self-play", of_vector, lambda n: KubaVectorEnv(n, opponent=None)),
        ("LudoVectorEnv, against random", of_vector, LudoVectorEnv),
        ("LudoVectorEnv, self-play", of_vector, lambda n: LudoVectorEnv(n, opponent=None)),
        *(
            (f"{make.__name__}, against {bot}", of_bot, lambda n, m=make, b=bot: m(n, opponent=b))
            for make, bots in (
                (KubaVectorEnv, ("greedy", "level-1", "level-4")),
                (LudoVectorEnv, ("priority", "optimal")),
            )
            for bot in bots
        ),
        ("kuba_v1.env", of_aec, kuba_v1.env),
        ("ludo_v1.env", of_aec, ludo_v1.env),
    ]
    for name, measure, make in measured:
        best = max(measure(make) for _ in range(3))
        print(json.dumps({"name": name, "steps_per_second": round(best)}), flush=True)


if __name__ == "__main__":
    main()
