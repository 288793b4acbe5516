"""The class KubaGame against the slow, obvious one: random games, right calls and hostile ones."""

import random
from collections import Counter
from typing import Any

import games
import hostile
import KubaGame
import pytest
from reference import slow_kuba

GAMES_BEGUN = 20_000
CALLS = 1_000_000
SHARDS = 20
#: A game that goes on longer is left, for most of the rules have had their turn by then.
CALLS_OF_A_GAME = 600
#: All 49 cells are compared after every so many calls, and when a game ends.
CALLS_BETWEEN_CELLS = 10


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_call_gives_what_the_reference_says(shard: int) -> None:
    """K-1 to K-12 and K-14 to K-18: what is returned or refused, and every getter after it."""
    rng = random.Random(f"kuba {shard}")
    seen: Counter[str] = Counter()
    left = CALLS // SHARDS
    while left > 0:
        left -= _play(rng, min(left, CALLS_OF_A_GAME), seen)
    # The calls would prove little if games did not come to every kind of end.
    assert min(seen[end] for end in ("reds", "elimination", "draw")) >= 5, seen
    assert seen["blocked"] >= 1, seen
    assert seen["ko"] >= 50, seen


def test_every_game_begins_or_is_refused_as_the_reference_says() -> None:
    """K-14 and K-15: right and hostile players and rules."""
    rng = random.Random("kuba players")
    seen: Counter[str] = Counter()
    for _ in range(GAMES_BEGUN):
        first, second, rules = games.random_players(rng)

        def begun(module: Any, first: Any = first, second: Any = second, rules: Any = rules) -> Any:
            return module.KubaGame(first, second, rules=rules).get_current_turn()

        given = games.outcome(begun, KubaGame)
        expected = games.outcome(begun, slow_kuba)
        assert given is expected or given == expected, hostile.show((first, second, rules))
        seen["refused" if type(expected) is tuple else "begun"] += 1
    assert min(seen["refused"], seen["begun"]) > GAMES_BEGUN // 10


def _play(rng: random.Random, most: int, seen: "Counter[str]") -> int:
    """One game; gives how many calls it took."""
    match = games.random_match(rng)
    fast, slow = match.game(KubaGame.KubaGame), match.game(slow_kuba.KubaGame)
    player = games.KubaPlayer(rng, match, slow)
    calls: list[games.Call] = []
    after_the_end = rng.randrange(8)
    while len(calls) < most and after_the_end >= 0:
        call = player.next_call()
        calls.append(call)
        if call.method == "make_move":
            given = fast.make_move(*call.arguments)
            expected = slow.make_move(*call.arguments)
        else:
            given = games.outcome(getattr(fast, call.method), *call.arguments)
            expected = games.outcome(getattr(slow, call.method), *call.arguments)
        same = given is expected or (given == expected and type(given) is type(expected))
        same = same and games.kuba_state(fast, match) == games.kuba_state(slow, match)
        over = slow._winner is not None or slow._draw
        if len(calls) % CALLS_BETWEEN_CELLS == 0 or over:
            same = same and games.kuba_cells(fast) == games.kuba_cells(slow)
        if not same:
            _fail(match, calls)
        after_the_end -= over
    assert games.kuba_cells(fast) == games.kuba_cells(slow)
    seen[games.kuba_end(slow)] += 1
    seen["ko"] += player.barred
    return len(calls)


def _fail(match: games.Match, calls: "list[games.Call]") -> None:
    calls = games.shortest_kuba(KubaGame, match, calls)
    difference = games.kuba_difference(KubaGame, match, calls)
    pytest.fail(f"{difference}\n\nScript:\n{match.script(calls)}", pytrace=False)
