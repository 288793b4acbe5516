"""What the texts' classes take: odd values, iterables that bite back, and threads."""

from __future__ import annotations

import collections
import copy
import itertools
import pickle
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from KubaGame import KubaGame
from LudoGame import LudoGame, Player
from parlor import (
    CellError,
    MoveTokenError,
    PlayersError,
    RulesError,
    ScriptError,
    SeatError,
    StepError,
    UnknownPlayerError,
)
from samples import (
    SPACES,
    TURNS,
    Die,
    Index,
    OldSequence,
    Text,
    board,
    everything,
    kuba,
    ludo,
    seen,
)


class TestIterables:
    """Players, turns and each turn come as any iterable but a string (L-23)."""

    @pytest.mark.parametrize(
        "players",
        [
            ["A", "B"],
            ("A", "B"),
            {"A": 1, "B": 2},
            {"A": 1, "B": 2}.keys(),
            collections.deque("AB"),
            iter("AB"),
            (seat for seat in "AB"),
            map(str.upper, "ab"),
            OldSequence("A", "B"),
            [Text("A"), Text("B")],
        ],
    )
    def test_players(self, players: Any) -> None:
        assert LudoGame().play_game(players, TURNS) == SPACES

    def test_players_in_a_set(self) -> None:
        spaces = LudoGame().play_game({"A", "B"}, TURNS)
        assert spaces in (SPACES, SPACES[2:] + SPACES[:2])

    @pytest.mark.parametrize(
        "turns",
        [
            tuple(TURNS),
            iter(TURNS),
            (turn for turn in TURNS),
            collections.deque(TURNS),
            OldSequence(*TURNS),
            dict(enumerate(TURNS)).values(),
            [list(turn) for turn in TURNS],
            [iter(turn) for turn in TURNS],
            [{seat: 1, roll: 2} for seat, roll in TURNS],
            [OldSequence(seat, roll) for seat, roll in TURNS],
            [(Text(seat), Index(roll)) for seat, roll in TURNS],
            [(seat, Die.SIX if roll == 6 else roll) for seat, roll in TURNS],
            zip([seat for seat, _ in TURNS], [roll for _, roll in TURNS]),
        ],
    )
    def test_turns(self, turns: Any) -> None:
        assert LudoGame().play_game(["A", "B"], turns) == SPACES

    @pytest.mark.parametrize(
        ("players", "turns", "entry", "value"),
        [
            ("AB", [], None, "AB"),
            (None, [], None, None),
            (7, [], None, 7),
            (["A"], [], None, ["A"]),
            ([], [], None, []),
            (["A", "B", "A"], [], 2, "A"),
            (["A", "b"], [], 1, "b"),
            (["A", None], [], 1, None),
            (b"AB", [], 0, 65),
            (["A", "B"], "", None, ""),
            (["A", "B"], "A6", None, "A6"),
            (["A", "B"], None, None, None),
            (["A", "B"], ["A6"], 0, "A6"),
            (["A", "B"], [("A", 6), 5], 1, 5),
            (["A", "B"], [("A", 6), ("A",)], 1, ("A",)),
            (["A", "B"], [("A", 6, 6)], 0, ("A", 6, 6)),
            (["A", "B"], [("E", 6)], 0, "E"),
            (["A", "B"], [("A", 0)], 0, 0),
            (["A", "B"], [("A", 7)], 0, 7),
            (["A", "B"], [("A", True)], 0, True),
            (["A", "B"], [("A", 6.0)], 0, 6.0),
            (["A", "B"], [("A", "6")], 0, "6"),
            (["A", "B"], [("A", 10**1000)], 0, 10**1000),
            (["A", "B"], [("C", 7)], 0, 7),
            (["A", "B"], [(6, "A")], 0, 6),
        ],
    )
    def test_l_23_bad_input(self, players: Any, turns: Any, entry: Any, value: Any) -> None:
        game: Any = ludo()
        with pytest.raises(ScriptError) as caught:
            game.play_game(players, turns)
        error = caught.value
        assert (error.rule, error.entry, error.value) == ("L-23", entry, value)
        assert type(error.value) is type(value)
        assert game.get_player_by_position("A").get_token_p_step_count() == 4

    def test_l_23_the_first_bad_entry_is_named(self) -> None:
        with pytest.raises(ScriptError) as caught:
            LudoGame().play_game(["A", "X"], [("Y", 6)])
        assert (caught.value.entry, caught.value.value) == (1, "X")
        with pytest.raises(ScriptError) as caught:
            LudoGame().play_game(["A", "B"], [("A", 6), ("Y", 9), ("Z", 6)])
        assert (caught.value.entry, caught.value.value) == (1, "Y")

    def test_endless_iterables_end_at_the_first_bad_entry(self) -> None:
        game = LudoGame()
        endless: list[tuple[Any, Any]] = [
            (itertools.cycle("AB"), []),
            (itertools.cycle("ABCD"), []),
            (itertools.repeat("X"), []),
            (["A", "B"], itertools.chain(TURNS, itertools.repeat(("A", 7)))),
            (["A", "B"], itertools.count()),
            (["A", "B"], [itertools.cycle(["A", 6])]),
        ]
        for players, turns in endless:
            with pytest.raises(ScriptError):
                game.play_game(players, turns)

    def test_what_an_iterator_raises_goes_through(self) -> None:
        def breaks_off(*items: object) -> Iterator[Any]:
            yield from items
            raise KeyError("mine")

        class NoIter:
            def __iter__(self) -> Iterator[Any]:
                raise KeyError("mine")

        game: Any = ludo()
        calls: list[tuple[Any, Any]] = [
            (breaks_off("A", "B"), []),
            (breaks_off(), []),
            (NoIter(), []),
            (["A", "B"], breaks_off(("A", 6))),
            (["A", "B"], NoIter()),
            (["A", "B"], [("A", 6), breaks_off()]),
            (["A", "B"], [("A", 6), breaks_off("A")]),
            (["A", "B"], [("A", 6), breaks_off("A", 6)]),
            (["A", "B"], [("A", 6), NoIter()]),
        ]
        for players, turns in calls:
            with pytest.raises(KeyError, match="mine"):
                game.play_game(players, turns)
            assert game.get_player_by_position("A").get_token_p_step_count() == 4

    def test_the_arguments_stay_as_they_were(self) -> None:
        players: list[str] = ["A", "B"]
        turns: list[Any] = [list(turn) for turn in TURNS]
        LudoGame().play_game(players, turns)
        assert (players, turns) == (["A", "B"], [list(turn) for turn in TURNS])


class TestValues:
    """Integers, strings and coordinates of odd kinds."""

    def test_l_25_integers_with_index(self) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")
        game.move_token(player, Text("p"), Index(3))
        assert player.get_token_p_step_count() == 7
        assert player.get_space_name(Index(7)) == "7"

    @pytest.mark.parametrize("steps", [0, 7, -1, True, 6.0, "6", None, [], 10**1000, -(10**1000)])
    def test_l_25_bad_steps(self, steps: Any) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")
        with pytest.raises(MoveTokenError) as caught:
            game.move_token(player, "p", steps)
        assert (caught.value.rule, caught.value.argument) == ("L-25", "steps")
        assert caught.value.value is steps
        assert player.get_token_p_step_count() == 4

    @pytest.mark.parametrize("token", ["r", "P", "", "pq", None, 0, b"p", ["p"], "\ud800"])
    def test_l_25_bad_tokens(self, token: Any) -> None:
        game: Any = ludo()
        with pytest.raises(MoveTokenError) as caught:
            game.move_token(game.get_player_by_position("A"), token, 6)
        assert (caught.value.argument, caught.value.value) == ("token", token)

    @pytest.mark.parametrize("player", [None, "A", "Player not found!", Player("A"), Player, 5])
    def test_l_25_bad_players(self, player: Any) -> None:
        with pytest.raises(MoveTokenError) as caught:
            ludo().move_token(player, "p", 6)
        assert (caught.value.argument, caught.value.value) == ("player", player)

    @pytest.mark.parametrize("steps", [-2, 58, True, 1.0, "1", None, 10**1000, object()])
    def test_l_26_bad_step_counts(self, steps: Any) -> None:
        with pytest.raises(StepError) as caught:
            Player("A").get_space_name(steps)
        assert caught.value.rule == "L-3"
        assert caught.value.value is steps

    @pytest.mark.parametrize("seat", ["E", "a", "", "AB", None, 1, b"A", ["A"], "\ud800"])
    def test_l_1_bad_seats(self, seat: Any) -> None:
        with pytest.raises(SeatError) as caught:
            Player(seat)
        assert (caught.value.rule, caught.value.value) == ("L-1", seat)

    @pytest.mark.parametrize(
        "position", ["C", "E", "a", "", "AB", None, 5, 0.5, b"A", ["A"], {}, object(), "\ud800"]
    )
    def test_l_24_nobody_is_found(self, position: Any) -> None:
        assert ludo().get_player_by_position(position) == "Player not found!"

    def test_l_24_strings_count_by_value(self) -> None:
        game: Any = ludo()
        assert game.get_player_by_position(Text("A")) is game.get_player_by_position("A")

    @pytest.mark.parametrize("coordinates", [(0, 0), [0, 0], (Index(0), Index(0)), (False + 0, 0)])
    def test_k_16_coordinates(self, coordinates: Any) -> None:
        assert kuba().make_move("Ann", coordinates, "B") is True
        assert kuba().get_marble(coordinates) == "W"

    def test_k_16_subclasses_of_tuple_and_list(self) -> None:
        cell = collections.namedtuple("cell", "row column")
        assert kuba().make_move("Ann", cell(0, 0), "B") is True

    @pytest.mark.parametrize(
        "coordinates",
        [
            None, 0, "00", b"00", (), (0,), (0, 0, 0), (0.0, 0), (0, None), (True, 0), (0, False),
            ("0", "0"), ((0, 0),), {0: 0}, {0, 1}, range(2), iter((0, 0)), collections.deque(),
            (-1, 0), (0, -1), (7, 0), (0, 7), (10**1000, 0), (0, -(10**1000)), (float("nan"), 0),
        ],
    )  # fmt: skip
    def test_k_16_no_coordinates(self, coordinates: Any) -> None:
        game = kuba()
        assert game.make_move("Ann", coordinates, "B") is False
        assert everything(game) == everything(kuba())
        with pytest.raises(CellError) as caught:
            game.get_marble(coordinates)
        assert caught.value.rule == "K-17"
        assert caught.value.value is coordinates

    @pytest.mark.parametrize("name", ["Cid", "ann", "", None, 0, ["Ann"], {}, b"Ann", "\ud800"])
    def test_k_17_unknown_names(self, name: Any) -> None:
        game = kuba()
        assert game.make_move(name, (0, 0), "B") is False
        assert game.end_turn(name) is False
        with pytest.raises(UnknownPlayerError) as caught:
            game.get_captured(name)
        assert (caught.value.rule, caught.value.value) == ("K-17", name)

    @pytest.mark.parametrize("direction", ["", "b", "LR", "X", None, 0, b"B", ["B"], "\ud800"])
    def test_k_16_no_direction(self, direction: Any) -> None:
        assert kuba().make_move("Ann", (0, 0), direction) is False

    def test_k_16_strings_count_by_value(self) -> None:
        game = kuba()
        assert game.make_move(Text("Ann"), (0, 0), Text("B")) is True
        assert game.get_captured(Text("Ann")) == 0

    @pytest.mark.parametrize(
        "players",
        [
            (("Ann", "W"), ("Ann", "B")),
            (("Ann", "W"), ("Bob", "W")),
            (("Ann", "w"), ("Bob", "B")),
            (("Ann", "R"), ("Bob", "B")),
            (("Ann", None), ("Bob", "B")),
            ((None, "W"), ("Bob", "B")),
            (("Ann",), ("Bob", "B")),
            (("Ann", "W", "W"), ("Bob", "B")),
            ("AW", ("Bob", "B")),
            (None, ("Bob", "B")),
            (("Ann", "W"), 5),
            (itertools.cycle("W"), ("Bob", "B")),
        ],
    )
    def test_k_14_bad_players(self, players: tuple[Any, Any]) -> None:
        with pytest.raises(PlayersError) as caught:
            KubaGame(*players)
        assert caught.value.rule == "K-14"

    def test_k_14_players_of_any_kind(self) -> None:
        game = KubaGame(["R", "B"], iter(("B", "W")))
        assert game.make_move("R", (0, 6), "B") is True
        assert game.get_current_turn() == "B"

    @pytest.mark.parametrize(
        "rules", ["Classroom", "", None, 0, ["classroom"], b"classroom", "\ud800"]
    )
    def test_k_14_bad_rules(self, rules: Any) -> None:
        with pytest.raises(RulesError) as caught:
            KubaGame(("Ann", "W"), ("Bob", "B"), rules=rules)
        assert caught.value.value is rules

    def test_an_index_that_fails_is_no_integer(self) -> None:
        class Fails:
            def __init__(self, error: BaseException) -> None:
                self.error = error

            def __index__(self) -> int:
                raise self.error

        fails: Any = Fails(ZeroDivisionError("mine"))
        assert kuba().make_move("Ann", (fails, 0), "B") is False
        with pytest.raises(CellError):
            kuba().get_marble((0, fails))
        with pytest.raises(ScriptError):
            LudoGame().play_game(["A", "B"], [("A", fails)])
        with pytest.raises(StepError):
            Player("A").get_space_name(fails)
        stopped: Any = Fails(KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            kuba().make_move("Ann", (stopped, 0), "B")
        with pytest.raises(KeyboardInterrupt):
            LudoGame().play_game(["A", "B"], [("A", stopped)])

    def test_a_repr_that_fails_does_not_hide_the_refusal(self) -> None:
        class Mute:
            def __repr__(self) -> str:
                raise ZeroDivisionError

        mute: Any = Mute()
        with pytest.raises(ScriptError, match="Mute"):
            LudoGame().play_game(["A", mute], [])
        with pytest.raises(UnknownPlayerError, match="Mute"):
            kuba().get_captured(mute)

    def test_lists_that_hold_themselves(self) -> None:
        ring: list[Any] = []
        ring += [ring, ring]
        assert kuba().make_move("Ann", ring, "B") is False
        with pytest.raises(CellError):
            kuba().get_marble(ring)
        with pytest.raises(ScriptError):
            LudoGame().play_game(ring, [])
        with pytest.raises(ScriptError):
            LudoGame().play_game(["A", "B"], ring)

    def test_huge_input(self) -> None:
        long = "A" * 10**6
        with pytest.raises(ScriptError) as caught:
            LudoGame().play_game(["A", long], [])
        assert len(str(caught.value)) < 1000
        assert kuba().make_move(long, (0, 0), "B") is False
        assert kuba().make_move("Ann", (0, 0), long) is False
        assert kuba().make_move("Ann", (0,) * 10**6, "B") is False
        spaces = LudoGame().play_game(["A", "B"], [("A", 6)] + [("B", 1)] * 10**6)
        assert spaces == ["R", "H", "H", "H"]


class TestReentrancy:
    """Arguments whose reading calls the same object."""

    def test_a_game_within_reading_the_turns(self) -> None:
        game: Any = LudoGame()

        def turns() -> Iterator[tuple[str, int]]:
            yield "A", 6
            assert game.play_game(["C", "D"], [("C", 6)]) == ["R", "H", "H", "H"]
            yield "A", 3

        assert game.play_game(["A", "B"], turns()) == ["3", "H", "H", "H"]
        assert game.get_player_by_position("C") == "Player not found!"
        assert game.get_player_by_position("A").get_token_p_step_count() == 3

    def test_a_list_that_is_emptied_while_it_is_read(self) -> None:
        turns: list[Any] = []

        class Emptying:
            def __index__(self) -> int:
                turns.clear()
                return 6

        turns += [("A", Emptying()), ("A", 3), ["A", 2]]
        spaces = LudoGame().play_game(["A", "B"], turns)
        assert spaces in (["5", "H", "H", "H"], ["R", "H", "H", "H"])

    def test_moving_within_reading_the_steps(self) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")

        class Moving:
            def __index__(self) -> int:
                game.move_token(player, "p", 1)
                return 2

        game.move_token(player, "p", Moving())
        assert player.get_token_p_step_count() == 7

    def test_a_new_game_within_reading_the_steps(self) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")

        class Restarting:
            def __index__(self) -> int:
                game.play_game(["A", "B"], [])
                return 2

        with pytest.raises(MoveTokenError):
            game.move_token(player, "p", Restarting())
        assert game.get_player_by_position("A").get_token_p_step_count() == -1
        assert player.get_token_p_step_count() == 4

    def test_a_push_within_reading_the_coordinates(self) -> None:
        game = kuba()

        class Pushing:
            def __index__(self) -> int:
                assert game.make_move("Ann", (0, 0), "B") is True
                return 6

        assert game.make_move("Ann", (Pushing(), 6), "F") is False
        assert game.get_current_turn() == "Bob"
        assert game.get_marble((6, 6)) == "W"

    def test_a_new_start_within_reading_the_players(self) -> None:
        game = kuba()

        def player() -> Iterator[str]:
            game.make_move("Ann", (0, 0), "B")
            yield "Cid"
            yield "W"

        game.__init__(player(), ("Dot", "B"))  # type: ignore[misc]
        assert board(game) == board(kuba())
        assert game.get_current_turn() is None


def in_threads(count: int, work: Callable[[int], None]) -> None:
    """Run the work in threads at once, and raise what one of them raises."""
    errors: list[BaseException] = []
    start = threading.Barrier(count)

    def run(number: int) -> None:
        try:
            start.wait()
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors


class TestThreads:
    """Objects used from eight threads at once."""

    def test_one_game_of_ludo(self) -> None:
        game: Any = LudoGame()
        game.play_game(["A", "B"], [])
        results = {seat: [seat_, "H"] for seat, seat_ in zip("ABCD", ("4", "18", "32", "46"))}

        def work(number: int) -> None:
            seat = "ABCD"[number % 4]
            other = "BADC"[number % 4]
            turns = [(seat, 6), (seat, 4)] + [(other, 3)] * 50
            for _ in range(400):
                assert game.play_game([seat, other], turns) == [*results[seat], "H", "H"]
                player = game.get_player_by_position(seat)
                if isinstance(player, Player):
                    assert player.get_position() == seat
                    try:
                        game.move_token(player, "q", 6)
                    except MoveTokenError:
                        continue  # another thread has begun a new game

        in_threads(8, work)

    def test_many_games_of_ludo(self) -> None:
        def work(_: int) -> None:
            for _ in range(200):
                game: Any = LudoGame()
                game.play_game(["A", "B"], TURNS * 20)
                assert seen(pickle.loads(pickle.dumps(game)).get_player_by_position("A")) == seen(
                    game.get_player_by_position("A")
                )

        in_threads(8, work)

    def test_one_game_of_kuba(self) -> None:
        game = kuba("tournament")
        accepted = [0] * 8

        def work(number: int) -> None:
            name = ("Ann", "Bob")[number % 2]
            for row, column, direction in itertools.product(range(7), range(7), "LRFB"):
                accepted[number] += game.make_move(name, (row, column), direction)
                assert sum(game.get_marble_count()) <= 29
                copy.deepcopy(game)

        in_threads(8, work)
        assert sum(accepted) > 0
        cells = board(game)
        assert game.get_marble_count() == tuple(cells.count(marble) for marble in "WBR")

    def test_k_11_only_one_of_eight_pushes_first(self) -> None:
        for _ in range(50):
            game = kuba()
            accepted: list[int] = []

            def work(number: int, game: KubaGame = game, accepted: list[int] = accepted) -> None:
                if game.make_move("Ann", (0, 0), "B"):
                    accepted.append(number)

            in_threads(8, work)
            assert len(accepted) == 1
