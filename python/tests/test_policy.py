"""One notion of a policy: every kind plays, and is refused, alike wherever policies are taken."""

from __future__ import annotations

import copy
import pickle
from typing import Any, Callable

import parlor
import pytest
from parlor import MatchError, ParlorError, PolicyError, kuba, ludo
from parlor._native import _LudoDecisions

np = pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

from parlor.envs import KubaVectorEnv, LudoVectorEnv  # noqa: E402 - after what it needs


def of_position(position: Any) -> Any:
    """The legal action with the lowest number."""
    return min(position.legal_indices)


def in_words(position: Any) -> Any:
    """The same by its text."""
    return position.action(min(position.legal_indices))


def whole_action(position: Any) -> Any:
    """The same with the seat and the roll."""
    return f"{position.to_act}{position.roll}{in_words(position)}"


def of_arrays(observation: Any, mask: Any) -> Any:
    """The same for many games."""
    return mask.argmax(axis=1)


def certain(observation: Any, mask: Any) -> Any:
    """The same as probabilities."""
    return np.eye(mask.shape[1])[mask.argmax(axis=1)]


def of_q(observation: Any, mask: Any) -> Any:
    """The same as probabilities of q."""
    return np.zeros(len(mask))


class Network:
    """The same as what frameworks make: it takes anything."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        mask = arguments[1]
        return mask.argmax(axis=1)


def by_priority(position: Any) -> Any:
    """As the bot does."""
    return ludo.bot("priority").choose(position)


def uniform(observation: Any, mask: Any) -> Any:
    """Each legal action as likely as the others."""
    return mask / mask.sum(axis=1, keepdims=True)


def played(policy: Any, game: str) -> Any:
    """What comes of games of self-play."""
    play: Any = getattr(parlor, game).self_play
    rows = next(
        play(6, **{"policies" if game == "ludo" else "players": (policy, "random")}, seed=3)
    )
    return rows["action"].tolist()


def matched(policy: Any, game: Any) -> Any:
    return parlor.match(policy, "random", game=game, pairs=3, seed=3).pentanomial


def opposed(policy: Any, game: str) -> Any:
    """The games of a learner that plays at random against it."""
    make: Any = KubaVectorEnv if game == "kuba" else LudoVectorEnv
    envs = pickle.loads(pickle.dumps(make(3, opponent=policy)))
    envs.reset(seed=3)
    for _ in range(20):
        envs.step(envs.batch.sample())
    return [str(position) for position in envs.batch]


LUDO = [of_position, in_words, whole_action, of_arrays, certain, of_q]


@pytest.mark.parametrize("door", [played, matched, opposed])
def test_one_policy_plays_the_same_whatever_kind_it_is_given_as(door: Any) -> None:
    for game, kinds in (("kuba", [of_position, in_words, of_arrays, certain]), ("ludo", LUDO)):
        expected = door(kinds[0], game)
        for policy in kinds[1:]:
            assert door(policy, game) == expected
        if door is not matched:
            assert door(Network(), game) == expected


@pytest.mark.parametrize("door", [played, matched, opposed])
def test_a_table_plays_as_the_bot_that_it_is_of(door: Any) -> None:
    by_name = door("priority", "ludo")
    assert door(ludo.bot("priority"), "ludo") == door(by_priority, "ludo") == by_name
    by_table = door(ludo.policy_table("priority"), "ludo")
    if door is matched:
        assert by_table == by_name
    # The same choices, up to which of two tokens on one step moves.
    assert len(by_table) == len(by_name)


def test_all_kinds_are_judged() -> None:
    table = ludo.policy_table("priority")
    for policy in ("priority", ludo.bot("priority"), table):
        made = ludo.policy_from(policy)
        assert (made == table).all()
        assert made is not policy
    near = {"start": "A50.51/C50.51 A - -"}
    by_bot = ludo.evaluate([ludo.bot("strong"), table], **near)  # type: ignore[arg-type]
    by_name = ludo.evaluate(["optimal", "priority"], **near)  # type: ignore[arg-type]
    assert by_bot.first_player == by_name.first_player
    assert by_bot.policies == ("strong", "table")


def test_a_function_is_judged_as_its_table() -> None:
    behind = ludo.policy_from(of_arrays)
    assert (np.unique(behind) == [0, 3]).all()
    start = "A50.51/C50.51 A - -"
    judged = ludo.evaluate([of_arrays, "random"], start=start)
    assert judged.policies == ("of_arrays", "random")
    assert judged.first_player == ludo.evaluate([behind, "random"], start=start).first_player


Door = Callable[[Any], Any]

DOORS: list[Door] = [
    lambda policy: parlor.match(policy, "random", game="ludo", pairs=1),
    lambda policy: ludo.self_play(1, policies=policy),
    lambda policy: LudoVectorEnv(1, opponent=policy),
    lambda policy: ludo.evaluate([policy, "random"]),
    lambda policy: ludo.best_response(policy),
    lambda policy: ludo.policy_from(policy),
]


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("best", 'unknown bot "best"; expected random, priority, optimal, strong'),
        ("priority:nodes=2", "priority has no options"),
        ("cmd:./mybot", "which plays Kuba alone: there is no protocol for"),
        (kuba.bot("random"), r"kuba.bot\('random'\) does not play ludo; give the name of a bot"),
        (7, r"7 is no policy; give the name of a bot \(random, priority, optimal, strong\), a bot"),
        (lambda: 0, "the function <lambda> has the parameters .*; it must take a position, or obs"),
        (np.zeros((2, 3)), "of float64 with the shape"),
    ],
)
def test_what_is_no_policy_is_refused_everywhere_in_the_same_words(policy: Any, words: str) -> None:
    for door in DOORS:
        with pytest.raises(ParlorError, match=words):
            door(policy)


def test_a_table_is_checked_alike_everywhere() -> None:
    """Also where there is nothing to choose, which plays no part in any game."""
    table = ludo.policy_table("priority")
    table[0, 0, 0, 5] = 1
    for door in DOORS:
        with pytest.raises(
            PolicyError, match="nothing to choose, so it must be 3, not 1"
        ) as raised:
            door(table)
        assert raised.value.index == (0, 0, 0, 5)
    for three in (
        lambda: parlor.match(table, "random", game="ludo", seats="ABC"),
        lambda: ludo.self_play(1, "ABC", table),
        lambda: LudoVectorEnv(1, "ABC", opponent=table),
    ):
        with pytest.raises(ParlorError, match="an array is a policy for two seats of Ludo, and 3"):
            three()


def test_a_wrong_answer_names_the_game_and_the_ply() -> None:
    calls = []

    def fails_later(observation: Any, mask: Any) -> Any:
        calls.append(len(mask))
        return mask.argmax(axis=1) if len(calls) < 5 else np.full(mask.shape, 0.5)

    with pytest.raises(
        PolicyError, match=r"^in game 0, ply 9, at .* c: the function fails_"
    ) as raised:
        next(kuba.self_play(2, (fails_later, "greedy"), seed=1, opening=0))
    assert (raised.value.game, raised.value.ply) == (0, 9)
    assert isinstance(raised.value.position, kuba.Position)
    assert pickle.loads(pickle.dumps(raised.value)).ply == 9
    with pytest.raises(PolicyError, match="the function <lambda> returned no action: ") as raised:
        next(ludo.self_play(2, policies=lambda position: 7.5, seed=1))  # type: ignore[arg-type, unused-ignore]
    assert (raised.value.game, raised.value.ply, raised.value.value) == (0, 1, 7.5)
    with pytest.raises(MatchError, match=r"failed in game 0, ply 7, at .*returned no action") as of:
        parlor.match(lambda position: None, "random", game="kuba")
    assert isinstance(of.value.__cause__, PolicyError)
    with pytest.raises(MatchError, match="the probability of q must be from 0 to 1"):
        parlor.match(lambda observation, mask: np.full(len(mask), 2.0), "random", game="ludo")


def test_probabilities_are_drawn_by_the_seed_in_matches_and_environments() -> None:
    for door in (matched, opposed):
        assert door(uniform, "ludo") == door(uniform, "ludo")
    result = parlor.match(uniform, "random", game="ludo", pairs=200)
    assert abs(result.score.value - 0.5) < 0.1


def test_what_a_function_sees_in_a_match_has_the_history() -> None:
    """Planes 12 and 14 of docs/formats/arrays.md: K-12, and the ply by the limit."""
    seen: list[Any] = []

    def looks(observation: Any, mask: Any) -> Any:
        seen.append(observation[0, [12, 14], 0, 0].tolist())
        return [mask[0].argmax()]

    parlor.match(
        looks, "random", game="kuba", rules="tournament", pairs=1, opening=0, limit=51, threads=1
    )
    plies = [ply for _, ply in seen]
    assert plies[0] == 0
    assert max(plies) > 200


@pytest.fixture(name="exact", scope="module")
def fixture_exact() -> float:
    """How often the function that moves p, the token behind, wins against random play."""
    return ludo.evaluate([of_arrays, "random"]).first_player


class TestOrdered:
    """ludo.ordered: the token behind is shown as p."""

    @staticmethod
    def share(policy: Any, games: int = 3000) -> float:
        """The share of games in a batch that it wins against a table, which sits second."""
        envs = LudoVectorEnv(
            games, opponent=ludo.policy_table("random"), seat="A", autoreset_mode="Disabled"
        )
        seen, _ = envs.reset(seed=5)
        wins, is_playing = 0, np.ones(games, bool)
        while is_playing.any():
            # What is over has no legal action.
            mask = seen["action_mask"].astype(bool)
            actions = policy(
                seen["observation"], np.where(mask.any(axis=1, keepdims=True), mask, 1)
            )
            envs._games.step(actions, is_playing.copy())
            seen = envs._observation()
            wins += int((envs._games.rewards[is_playing] > 0).sum())
            is_playing &= ~envs._games.over
        return wins / games

    def test_it_wins_in_a_batch_as_often_as_it_is_judged_to(self, exact: float) -> None:
        error = (exact * (1 - exact) / 3000) ** 0.5
        assert abs(self.share(ludo.ordered(of_arrays)) - exact) < 4 * error
        # The function itself always moves p, which is another policy.
        assert abs(self.share(of_arrays) - exact) > 6 * error

    def test_it_wins_in_self_play_as_often_as_it_is_judged_to(self, exact: float) -> None:
        rows = next(ludo.self_play(4000, policies=(ludo.ordered(of_arrays), "random"), seed=7))
        first = (rows["ply"] == 0) & (rows["seat"] == 0)
        share = (rows["place"][first] == 1).mean()
        assert abs(share - exact) < 4 * (exact * (1 - exact) / 4000) ** 0.5

    def test_every_kind_of_function_is_ordered_alike(self) -> None:
        expected = played(ludo.ordered(of_position), "ludo")
        assert expected != played(of_position, "ludo")
        for policy in LUDO[1:]:
            assert played(ludo.ordered(policy), "ludo") == expected
            assert pickle.loads(pickle.dumps(ludo.ordered(policy))).__name__ == policy.__name__

    def test_what_is_shown_is_the_position_with_the_token_behind_as_p(self) -> None:
        shown: list[Any] = []

        def looks(observation: Any, mask: Any) -> Any:
            shown.append((observation, mask))
            return mask.argmax(axis=1)

        def looks_at(position: Any) -> Any:
            shown.append(position)
            return in_words(position)

        batch = ludo.Batch(60, seats="DABC", seed=3)
        turned = 0
        for number in range(150):
            before = batch.observation.copy(), batch.action_mask.copy()
            shown.clear()
            answers = ludo.ordered(looks)(*before)
            assert (before[0] == batch.observation).all()
            for position in batch:
                ludo.ordered(looks_at)(position)
            (seen, mask), *positions = shown
            # Those of one seat begin with another player than those of the batch.
            assert (ludo.Batch.of(positions).observation == seen).all()
            assert (ludo.Batch.of(positions).action_mask == mask).all()
            turned += sum(one != other for one, other in zip(positions, batch))
            batch.step(answers if number % 2 else batch.sample())
        assert turned > 1000

    @pytest.mark.parametrize("seats", ["AC", "DA"])
    def test_what_is_judged_is_shown_as_it_is(self, seats: str) -> None:
        """So `policy_from` makes the same table of a function and of the ordered one."""
        asked = _LudoDecisions(seats)
        for _ in range(10):
            observation, mask, numbers = asked.next(10_000)
            given = observation.reshape(-1, 256), mask.reshape(-1, 4)

            def looks(observation: Any, mask: Any, given: Any = given) -> Any:
                assert (observation == given[0]).all()
                assert (mask == given[1]).all()
                return np.arange(len(mask)) / len(mask)

            assert (ludo.ordered(looks)(*given) == np.arange(len(numbers)) / len(numbers)).all()

    def test_what_is_no_function_is_refused(self) -> None:
        with pytest.raises(ParlorError, match="'priority' is no function; a table knows no p"):
            ludo.ordered("priority")


def test_a_shallow_copy_of_an_environment_plays_apart() -> None:
    envs = KubaVectorEnv(2, opponent="greedy")
    envs.reset(seed=1)
    other = copy.copy(envs)
    before = [str(position) for position in envs.batch]
    other.step(other.batch.sample())
    assert [str(position) for position in envs.batch] == before
    assert [str(position) for position in other.batch] != before


def test_seats_are_a_list_or_their_letters_everywhere() -> None:
    for seats in (["C", "A"], ("C", "A"), "CA"):
        assert ludo.Position(seats).to_act == "C"
        assert ludo.Batch(1, seats).seats == ("C", "A")
        assert ludo.solve(seats).seats == ("C", "A")
        assert parlor.match("random", "random", game="ludo", seats=seats, pairs=1).seats == tuple(
            "CA"
        )
        assert LudoVectorEnv(1, seats)._games.setup.seats == ("C", "A")
        assert len(next(ludo.self_play(1, seats, seed=1))["game"]) > 1
        assert ludo.evaluate(["random"] * 2, seats, start="A50.51/C50.51 A - -").seats == ("C", "A")
    for make in (
        lambda seats: ludo.Position(seats),
        lambda seats: ludo.Batch(1, seats),
        lambda seats: ludo.self_play(1, seats),
        lambda seats: ludo.solve(seats),
        lambda seats: LudoVectorEnv(1, seats),
        lambda seats: parlor.match("random", "random", game="ludo", seats=seats),
        lambda seats: ludo.evaluate(["random"] * 2, seats),
    ):
        with pytest.raises(parlor.SeatError, match="'X' is no seat"):
            make("AX")
        with pytest.raises(ParlorError, match=r"the seats are \{'A'\}"):
            make({"A"})
