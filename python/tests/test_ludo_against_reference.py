"""The class LudoGame against the slow, obvious one: random games, right ones and hostile ones."""

import random
from collections import Counter

import games
import LudoGame
import pytest

GAMES = 100_000
SHARDS = 20
GAMES_ON_ONE_OBJECT = 10


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_game_goes_as_the_reference_says(shard: int) -> None:
    """L-1 to L-26: what is returned, what is refused, and every getter after each step."""
    rng = random.Random(f"ludo {shard}")
    seen: Counter[str] = Counter()
    for _ in range(GAMES // SHARDS // GAMES_ON_ONE_OBJECT):
        steps = games.random_ludo_steps(rng, GAMES_ON_ONE_OBJECT)
        difference = games.ludo_difference(LudoGame, steps, seen)
        if difference is not None:
            steps = games.shortest_ludo(LudoGame, steps)
            difference = games.ludo_difference(LudoGame, steps)
            pytest.fail(f"{difference}\n\nScript:\n{games.ludo_script(steps)}", pytrace=False)
    # The games would prove little if nothing came home and nothing was refused.
    assert seen["finished"] > GAMES // SHARDS // 20
    assert seen["refused"] > GAMES // SHARDS // 20
