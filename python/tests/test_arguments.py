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
from hostile import Die, Index, OldSequence, Text
from KubaGame import KubaGame
from LudoGame import LudoGame, Player
from parlor import (
    CellError,
    MoveTokenError,
    ParlorError,
    PlayersError,
    RulesError,
    ScriptError,
    SeatError,
    StepError,
    UnknownPlayerError,
    ludo as package,
)
from samples import SPACES, TURNS, WIN_BY_BLOCKING, board, everything, kuba, ludo, seen


class TestIterables:
    """Players, turns and each turn come as any iterable but a string or a set (L-23)."""

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
            OldSequence(["A", "B"]),
            [Text("A"), Text("B")],
        ],
    )
    def test_players(self, players: Any) -> None:
        assert LudoGame().play_game(players, TURNS) == SPACES

    @pytest.mark.parametrize("kind", [set, frozenset, type("Seats", (set,), {})])
    def test_what_has_no_order_is_refused(self, kind: Callable[[Any], Any]) -> None:
        game = LudoGame()
        with pytest.raises(ScriptError, match="players"):
            game.play_game(kind("AB"), TURNS)
        with pytest.raises(ScriptError, match="turns"):
            game.play_game(["A", "B"], kind([("A", 6)]))
        with pytest.raises(ScriptError):
            game.play_game(["A", "B"], [kind(("A", 6))])
        with pytest.raises(SeatError):
            package.Position(kind("AC"))
        assert game.play_game(["A", "B"], TURNS) == SPACES

    @pytest.mark.parametrize(
        "turns",
        [
            tuple(TURNS),
            iter(TURNS),
            (turn for turn in TURNS),
            collections.deque(TURNS),
            OldSequence(TURNS),
            dict(enumerate(TURNS)).values(),
            [list(turn) for turn in TURNS],
            [iter(turn) for turn in TURNS],
            [{seat: 1, roll: 2} for seat, roll in TURNS],
            [OldSequence([seat, roll]) for seat, roll in TURNS],
            [(Text(seat), Index(roll)) for seat, roll in TURNS],
            [(seat, Die.SIX if roll == 6 else roll) for seat, roll in TURNS],
            zip([seat for seat, _ in TURNS], [roll for _, roll in TURNS]),
        ],
    )
    def test_turns(self, turns: Any) -> None:
        assert LudoGame().play_game(["A", "B"], turns) == SPACES

    def test_what_an_iterator_raises_goes_through(self) -> None:
        def breaks_off(*items: object) -> Iterator[Any]:
            yield from items
            raise KeyError("mine")

        game: Any = ludo()
        calls: list[tuple[Any, Any]] = [
            (breaks_off("A", "B"), []),
            (breaks_off(), []),
            (["A", "B"], breaks_off(("A", 6))),
            (["A", "B"], [("A", 6), breaks_off()]),
            (["A", "B"], [("A", 6), breaks_off("A")]),
            (["A", "B"], [("A", 6), breaks_off("A", 6)]),
        ]
        for players, turns in calls:
            with pytest.raises(KeyError, match="mine"):
                game.play_game(players, turns)
            assert game.get_player_by_position("A").get_token_p_step_count() == 4

    @pytest.mark.parametrize("error", [KeyError("mine"), TypeError("mine"), SystemExit("mine")])
    def test_what_an_iter_method_raises_goes_through(self, error: BaseException) -> None:
        """Also a TypeError, which is what Python itself says of an object without iteration."""

        class NoIter:
            def __iter__(self) -> Iterator[Any]:
                raise error

        class NoNext:
            def __iter__(self) -> Iterator[Any]:
                return self

            def __next__(self) -> Any:
                raise error

        class NoItem:
            def __getitem__(self, number: int) -> Any:
                raise error

        game: Any = ludo()
        for broken in (NoIter(), NoNext(), NoItem()):
            calls: list[Callable[[Any], object]] = [
                lambda broken: game.play_game(broken, []),
                lambda broken: game.play_game(["A", "B"], broken),
                lambda broken: game.play_game(["A", "B"], [("A", 6), broken]),
                lambda broken: KubaGame(broken, ("Bob", "B")),
                lambda broken: KubaGame(("Ann", "W"), broken),
                package.Position,
            ]
            for call in calls:
                with pytest.raises(type(error)) as caught:
                    call(broken)
                assert caught.value is error
            assert game.get_player_by_position("A").get_token_p_step_count() == 4

    def test_what_cannot_be_gone_through_is_refused(self) -> None:
        class Closed:
            __iter__ = None

            def __getitem__(self, number: int) -> str:
                return "AB"[number]

        class Bare:
            pass

        class OnInstance:
            def __init__(self) -> None:
                self.__iter__ = lambda: iter("AB")

        for thing in (Closed(), Bare(), OnInstance(), object(), 5, None, Closed, list):
            odd: Any = thing
            for players, turns in ((odd, []), (["A", "B"], odd), (["A", "B"], [odd])):
                with pytest.raises(ScriptError) as caught:
                    LudoGame().play_game(players, turns)
                assert (caught.value.rule, caught.value.value) == ("L-23", odd)
            with pytest.raises(PlayersError) as refused:
                KubaGame(("Ann", "W"), odd)
            assert refused.value.value is odd
            with pytest.raises(SeatError):
                package.Position(odd)

    def test_the_arguments_stay_as_they_were(self) -> None:
        players: list[str] = ["A", "B"]
        turns: list[Any] = [list(turn) for turn in TURNS]
        LudoGame().play_game(players, turns)
        assert (players, turns) == (["A", "B"], [list(turn) for turn in TURNS])


class TestValues:
    """Integers and texts of odd kinds; which are wrong for what, the tests of the rules say."""

    def test_l_25_integers_with_index(self) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")
        game.move_token(player, Text("p"), Index(3))
        assert player.get_token_p_step_count() == 7
        assert player.get_space_name(Index(7)) == "7"

    def test_l_24_strings_count_by_value(self) -> None:
        game: Any = ludo()
        assert game.get_player_by_position(Text("A")) is game.get_player_by_position("A")

    def test_k_16_strings_count_by_value(self) -> None:
        game = kuba()
        assert game.make_move(Text("Ann"), (0, 0), Text("B")) is True
        assert game.get_captured(Text("Ann")) == 0

    def test_k_14_players_of_any_kind(self) -> None:
        game = KubaGame(["R", "B"], iter(("B", "W")))
        assert game.make_move("R", (0, 6), "B") is True
        assert game.get_current_turn() == "B"

    @pytest.mark.parametrize("rules", ["classroom", "tournament"])
    def test_k_14_names_count_by_value_and_come_back_as_plain_strings(self, rules: str) -> None:
        """A subclass's own ideas of equality, hash and print do not matter."""
        game: Any = KubaGame((Text("Ann"), Text("W")), (Text("Bob"), "B"), rules=rules)
        for name in ("Ann", Text("Ann")):
            assert game.get_captured(name) == 0
        assert game.get_captured(Text("Bob")) == 0
        for name in ("Z", Text("Z")):
            with pytest.raises(UnknownPlayerError, match="'Ann' and 'Bob'"):
                game.get_captured(name)
        assert game.make_move(Text("Ann"), (0, 0), "B") is True
        assert (game.get_current_turn(), type(game.get_current_turn())) == ("Bob", str)
        assert game.make_move("Bob", (0, 6), "B") is True
        assert (game.get_current_turn(), type(game.get_current_turn())) == ("Ann", str)
        assert "'Ann'" in repr(game)
        copied = pickle.loads(pickle.dumps(game))
        assert (copied.get_current_turn(), type(copied.get_current_turn())) == ("Ann", str)
        for twice in ((Text("Ann"), "Ann"), ("Ann", Text("Ann")), (Text("Ann"), Text("Ann"))):
            with pytest.raises(PlayersError):
                KubaGame((twice[0], "W"), (twice[1], "B"))

    def test_k_17_the_winner_is_a_plain_string(self) -> None:
        game: Any = KubaGame((Text("Ann"), "W"), (Text("Bob"), "B"))
        for number, push in enumerate(WIN_BY_BLOCKING.split()):
            name = ("Ann", "Bob")[number % 2]
            assert game.make_move(name, (int(push[0]), int(push[1])), push[2]) is True
        assert (game.get_winner(), type(game.get_winner())) == ("Ann", str)

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

    def test_a_class_whose_name_fails_does_not_hide_the_refusal(self) -> None:
        class Nameless(type):
            @property
            def __name__(cls) -> str:  # type: ignore[override]
                raise ZeroDivisionError("mine")

        class Mute(metaclass=Nameless):
            def __repr__(self) -> str:
                raise ZeroDivisionError("mine")

        mute: Any = Mute()
        calls: list[tuple[type[ParlorError], Callable[[], object]]] = [
            (ScriptError, lambda: LudoGame().play_game(["A", mute], [])),
            (ScriptError, lambda: LudoGame().play_game(["A", "B"], [mute])),
            (ScriptError, lambda: LudoGame().play_game(mute, [])),
            (StepError, lambda: Player("A").get_space_name(mute)),
            (SeatError, lambda: Player(mute)),
            (MoveTokenError, lambda: ludo().move_token(mute, "p", 6)),
            (UnknownPlayerError, lambda: kuba().get_captured(mute)),
            (CellError, lambda: kuba().get_marble(mute)),
            (PlayersError, lambda: KubaGame(mute, ("Bob", "B"))),
            (RulesError, lambda: kuba(mute)),
            (ParlorError, lambda: package.Position(["A", "B"]).apply(mute)),
            (ParlorError, lambda: package.Position(["A", "B"]).random_playout(mute)),
        ]
        for kind, call in calls:
            with pytest.raises(kind) as caught:
                call()
            assert caught.value.value is mute
        assert kuba().make_move(mute, mute, mute) is False

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
        assert LudoGame().play_game(["A", "B"], turns) == ["5", "H", "H", "H"]
        assert turns == []

    def test_lists_of_players_and_of_a_turn_that_grow_while_they_are_read(self) -> None:
        """The players are read as they were; a turn that grows before its end is too long."""
        players: list[Any] = ["A", "B"]
        turn: list[Any] = ["A", 6]

        class Growing(str):
            def __init__(self, _: str, grown: list[Any]) -> None:
                self.grown = grown

            def __new__(cls, text: str, grown: list[Any]) -> Growing:
                return super().__new__(cls, text)

            def __eq__(self, other: object) -> bool:
                self.grown.append("C")
                return False

            def __hash__(self) -> int:
                self.grown.append("C")
                return 1

        players[0] = Growing("A", players)
        turn[0] = Growing("A", turn)
        assert LudoGame().play_game(players, [turn]) == ["R", "H", "H", "H"]
        assert (len(players), len(turn)) == (2, 2)

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

    @pytest.mark.parametrize("again", ["__init__", "__setstate__"])
    def test_a_player_that_is_seated_anew_while_it_is_asked(self, again: str) -> None:
        """A player stays where it sits; its game relies on it."""
        game: Any = ludo()
        player = game.get_player_by_position("A")
        states = {"__init__": "B", "__setstate__": Player("B").__reduce_ex__(2)[2]}

        class Seating:
            def __index__(self) -> int:
                with pytest.raises(RuntimeError, match="sits at A"):
                    getattr(player, again)(states[again])
                return 20

        before = seen(player)
        assert player.get_space_name(Seating()) == "20"
        assert seen(player) == before
        assert game.get_player_by_position("A") is player
        assert game.get_player_by_position("B").get_position() == "B"
        copied = pickle.loads(pickle.dumps(game))
        assert [seen(copied.get_player_by_position(seat)) for seat in "AB"] == [
            seen(game.get_player_by_position(seat)) for seat in "AB"
        ]
        game.move_token(player, "p", 1)
        assert player.get_token_p_step_count() == 5

    @pytest.mark.parametrize("make", [lambda: Player("A"), lambda: new_player("A")])
    def test_a_player_sits_down_once(self, make: Callable[[], Player]) -> None:
        player: Any = make()
        before = seen(player)
        state: Any = Player("B").__reduce_ex__(2)[2]
        own: Any = player.__reduce_ex__(2)[2]
        for method, argument in (
            ("__init__", "B"),
            ("__init__", "A"),
            ("__setstate__", state),
            ("__setstate__", own),
        ):
            with pytest.raises(RuntimeError, match="sits at A"):
                getattr(player, method)(argument)
            assert seen(player) == before
        with pytest.raises(SeatError):
            Player.__init__(player, "E")
        assert seen(player) == before

    def test_a_game_that_starts_anew_while_the_steps_are_read(self) -> None:
        game: Any = ludo()

        class Starting:
            def __index__(self) -> int:
                game.__init__()
                return 2

        player = game.get_player_by_position("A")
        with pytest.raises(MoveTokenError):
            game.move_token(player, "p", Starting())
        assert player.get_token_p_step_count() == 4
        assert game.get_player_by_position("A") == "Player not found!"

    def test_a_game_with_other_colors_while_the_coordinates_are_read(self) -> None:
        """Ann had White when she was asked, and has Black when the push is made."""
        game = kuba()

        class Swapping:
            def __index__(self) -> int:
                game.__init__(("Ann", "B"), ("Bob", "W"))  # type: ignore[misc]
                return 0

        assert game.make_move("Ann", (Swapping(), 0), "B") in (True, False)
        swapped = KubaGame(("Ann", "B"), ("Bob", "W"))
        assert game.make_move("Ann", (0, 0), "R") is False
        assert everything(game) == everything(swapped)

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


def new_player(seat: str) -> Player:
    """A player of a game."""
    player = ludo().get_player_by_position(seat)
    assert isinstance(player, Player)
    return player


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
