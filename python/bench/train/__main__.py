"""Networks that learn Kuba and Ludo by three libraries, and how well they play.

Run by `cargo xtask prove train`, in an environment with the wheel, PyTorch, sb3-contrib and Ray;
prints how they learn, and last one sentence with the figures. `python python/bench/train maskable`
is MaskablePPO alone, and so are `rllib` and `ludo`.

MaskablePPO and RLlib learn Kuba from nothing against the bot `greedy`, which draws most of its
actions at random at first, and none in the end; they are told of captures during the game. Then the
network plays its likeliest action against `greedy`, which must score less than half of the points:
the whole 95 % interval of a match of 400 games with paired openings, and with either side.

The network of Ludo learns the chances of two players in play with itself, and is judged exactly.

Everything is a function of the seed on a machine: PyTorch uses one thread.
"""

from __future__ import annotations

import sys
from time import monotonic

SEED = 1
RULES = "classroom"
MASKABLE_STEPS = 200_000
RLLIB_STEPS = 250_000
LUDO_ROUNDS = 30
LUDO_BACKUPS = 3_500


def maskable() -> str:
    """MaskablePPO."""
    from importlib.metadata import version

    from kuba_maskable import learned
    from kuba_network import strength

    network = learned(RULES, MASKABLE_STEPS, SEED)
    outcome = strength("MaskablePPO", network, RULES)
    return (
        f"MaskablePPO (sb3-contrib {version('sb3_contrib')}) after {MASKABLE_STEPS:,} actions "
        f"against greedy at Kuba: {outcome}"
    )


def rllib() -> str:
    """PPO of RLlib."""
    from importlib.metadata import version

    from kuba_network import strength
    from kuba_rllib import learned

    network, steps = learned(RULES, RLLIB_STEPS, SEED)
    outcome = strength("RLlib", network, RULES)
    return f"PPO of RLlib (Ray {version('ray')}) after {steps:,} actions of both: {outcome}"


def ludo() -> str:
    """A network of the chances of Ludo."""
    from ludo_values import judged, learned

    return judged(learned(LUDO_ROUNDS, LUDO_BACKUPS, SEED))


PARTS = {"maskable": maskable, "rllib": rllib, "ludo": ludo}


def main() -> None:
    """Learn, measure, and print."""
    names = sys.argv[1:] or list(PARTS)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit(f"{unknown[0]!r} is not learned here; {', '.join(PARTS)} are")
    figures = []
    for name in names:
        began = monotonic()
        outcome = PARTS[name]()
        figures.append(f"{outcome}, in {(monotonic() - began) / 60:.0f} minutes")
        print(figures[-1], flush=True)
    print("; ".join(figures))


if __name__ == "__main__":
    main()
