"""How the texts' classes behave as Python objects, beyond the rules themselves."""

from __future__ import annotations

import copy
import inspect
import itertools
import pickle
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from KubaGame import KubaGame
from LudoGame import LudoGame, Player
from parlor import MoveTokenError, ParlorError, PlayersError, ScriptError
from samples import (
    METHODS,
    SPACES,
    THERE_AND_BACK,
    TURNS,
    SlottedKuba,
    SubKuba,
    SubLudo,
    SubPlayer,
    board,
    everything,
    kuba,
    ludo,
    seen,
)

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)


def round_trips() -> list[Callable[[Any], Any]]:
    def pickled(protocol: int) -> Callable[[Any], Any]:
        return lambda value: pickle.loads(pickle.dumps(value, protocol))

    return [copy.deepcopy, *(pickled(protocol) for protocol in PROTOCOLS)]


ways = pytest.mark.parametrize(
    "again", round_trips(), ids=["deepcopy", *(f"pickle-{protocol}" for protocol in PROTOCOLS)]
)


class TestTypes:
    """The types of all that is returned."""

    def test_l_21_spaces_are_a_new_list_of_str(self) -> None:
        game = LudoGame()
        first, second = (game.play_game(("A", "B"), TURNS) for _ in range(2))
        assert type(first) is list
        assert {type(space) for space in first} == {str}
        assert first is not second

    def test_l_26_what_a_player_shows(self) -> None:
        player: Any = ludo().get_player_by_position("A")
        assert type(player) is Player
        assert player.get_completed() is False
        for name in ("token_p_step_count", "token_q_step_count", "start_space", "end_space"):
            assert type(getattr(player, f"get_{name}")()) is int
        for name in ("position", "token_p_space", "token_q_space"):
            assert type(getattr(player, f"get_{name}")()) is str
        assert type(player.get_space_name(20)) is str

    def test_l_24_the_answer_for_nobody_is_a_str(self) -> None:
        assert type(LudoGame().get_player_by_position(None)) is str

    def test_l_25_move_token_returns_none(self) -> None:
        game: Any = ludo()
        assert game.move_token(game.get_player_by_position("A"), "p", 1) is None

    def test_k_17_what_a_game_shows(self) -> None:
        game = kuba()
        assert type(game.get_marble_count()) is tuple
        assert [type(count) for count in game.get_marble_count()] == [int, int, int]
        assert type(game.get_captured("Ann")) is int
        assert type(game.get_marble((0, 0))) is str
        assert game.make_move("Ann", (0, 0), "B") is True
        assert game.make_move("Ann", (0, 0), "B") is False
        assert type(game.get_current_turn()) is str
        assert game.get_winner() is None
        assert game.is_draw() is False
        assert game.end_turn("Bob") is False


class TestParameters:
    """Names of parameters, and calls that fit no signature."""

    def test_ludo_takes_keywords(self) -> None:
        game: Any = LudoGame()
        assert game.play_game(turns=TURNS, players=["A", "B"]) == SPACES
        player = game.get_player_by_position(position="A")
        game.move_token(steps=2, token="p", player=player)
        assert player.get_space_name(total_steps=6) == "6" == player.get_token_p_space()
        assert Player(position="B").get_position() == "B"

    def test_kuba_takes_keywords(self) -> None:
        game: Any = kuba("tournament")
        assert game.make_move(direction="B", coordinates=(0, 0), playername="Ann") is True
        assert game.get_marble(coordinates=(2, 0)) == "W"
        assert game.get_captured(playername="Bob") == 0
        assert game.end_turn(playername="Bob") is False

    @pytest.mark.parametrize(
        "call",
        [
            lambda: LudoGame().play_game(["A", "B"]),  # type: ignore[call-arg]
            lambda: LudoGame().play_game(["A", "B"], [], []),  # type: ignore[call-arg]
            lambda: LudoGame().play_game(["A", "B"], rolls=[]),  # type: ignore[call-arg]
            lambda: LudoGame(1),  # type: ignore[call-arg]
            lambda: LudoGame().get_player_by_position(),  # type: ignore[call-arg]
            lambda: Player(),  # type: ignore[call-arg]
            lambda: Player("A", "B"),  # type: ignore[call-arg]
            lambda: KubaGame(("Ann", "W")),  # type: ignore[call-arg]
            lambda: KubaGame(player1=("Ann", "W"), player2=("Bob", "B")),  # type: ignore[call-arg]
            lambda: KubaGame(("Ann", "W"), ("Bob", "B"), "classroom"),  # type: ignore[misc]
            lambda: KubaGame(("Ann", "W"), ("Bob", "B"), rule=1),  # type: ignore[call-arg]
            lambda: kuba().make_move("Ann", (0, 0)),  # type: ignore[call-arg]
            lambda: kuba().get_winner("Ann"),  # type: ignore[call-arg]
        ],
    )
    def test_missing_and_unexpected_arguments_are_type_errors(
        self, call: Callable[[], object]
    ) -> None:
        with pytest.raises(TypeError):
            call()

    @pytest.mark.parametrize(
        ("kind", "signature"),
        [
            (LudoGame, "()"),
            (LudoGame.play_game, "(self, /, players, turns)"),
            (LudoGame.get_player_by_position, "(self, /, position)"),
            (LudoGame.move_token, "(self, /, player, token, steps)"),
            (Player, "(position)"),
            (Player.get_space_name, "(self, /, total_steps)"),
            (KubaGame, "(player1, player2, /, *, rules='classroom')"),
            (KubaGame.make_move, "(self, /, playername, coordinates, direction)"),
        ],
    )
    def test_signatures_say_what_is_taken(self, kind: Any, signature: str) -> None:
        assert str(inspect.signature(kind)) == signature

    def test_k_14_the_rules_that_the_signature_names_are_those_that_are_taken(self) -> None:
        usual = inspect.signature(KubaGame).parameters["rules"].default
        games = [kuba(usual), KubaGame(("Ann", "W"), ("Bob", "B"))]
        assert repr(games[0]) == repr(games[1])
        assert [game.get_current_turn() for game in games] == [None, None]

    @pytest.mark.parametrize("kind", METHODS)
    def test_methods_can_be_inspected(self, kind: type) -> None:
        for name in METHODS[kind]:
            assert next(iter(inspect.signature(getattr(kind, name)).parameters)) == "self"


class TestPrivacy:
    """Data are private, and what is public is a method that the stubs name."""

    @pytest.mark.parametrize("kind", METHODS)
    def test_only_methods_are_public(self, kind: type) -> None:
        assert {name for name in dir(kind) if not name.startswith("_")} == METHODS[kind]
        assert all(callable(getattr(kind, name)) for name in METHODS[kind])

    @pytest.mark.parametrize("make", [ludo, lambda: Player("A"), kuba])
    def test_instances_have_no_attributes_of_their_own(self, make: Callable[[], object]) -> None:
        with pytest.raises(TypeError):
            vars(make())
        with pytest.raises(AttributeError):
            make().steps = 57  # type: ignore[attr-defined]

    @pytest.mark.parametrize("kind", METHODS)
    def test_classes_name_their_modules(self, kind: type) -> None:
        assert kind.__module__ == ("KubaGame" if kind is KubaGame else "LudoGame")
        assert kind.__qualname__ == kind.__name__

    def test_repr_helps(self) -> None:
        assert "LudoGame" in repr(LudoGame())
        for part in ("LudoGame", "A", "4", "R", "B", "17", "H"):
            assert part in repr(ludo())
        for part in ("Player", "A", "p", "4", "q", "R"):
            assert part in repr(ludo().get_player_by_position("A"))
        game = kuba()
        for part in ("KubaGame", "'Ann'", "'Bob'", "W", "B", "classroom"):
            assert part in repr(game)
        game.make_move("Ann", (0, 0), "B")
        assert repr(game) != repr(kuba())

    def test_repr_of_odd_names(self) -> None:
        game = KubaGame(("\ud800", "W"), ("x" * 10**6, "B"))
        assert "KubaGame" in repr(game)
        assert "SubKuba" in repr(SubKuba("Ann", "Bob"))


class TestIdentity:
    """Which objects are the same."""

    def test_l_24_a_player_is_the_same_object_each_time(self) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")
        game.move_token(player, "p", 1)
        assert game.get_player_by_position("A") is player
        assert game.get_player_by_position("B") is not player

    def test_l_24_also_when_nobody_has_kept_it(self) -> None:
        game: Any = ludo()
        game.move_token(game.get_player_by_position("A"), "p", 1)
        assert game.get_player_by_position("A").get_token_p_step_count() == 5

    def test_l_22_players_of_an_earlier_game_stay_as_they_were(self) -> None:
        game: Any = ludo()
        old = game.get_player_by_position("A")
        before = seen(old)
        game.play_game(["A", "B"], [("A", 6), ("A", 1)])
        assert seen(old) == before
        assert game.get_player_by_position("A") is not old

    def test_l_25_players_of_an_earlier_game_cannot_move(self) -> None:
        game: Any = ludo()
        old = game.get_player_by_position("A")
        game.play_game(["A", "B"], TURNS)
        before = seen(old)
        with pytest.raises(MoveTokenError) as caught:
            game.move_token(old, "p", 1)
        assert (caught.value.argument, caught.value.value) == ("player", old)
        assert seen(old) == before == seen(game.get_player_by_position("A"))

    def test_l_23_a_refused_call_keeps_the_players(self) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")
        with pytest.raises(ScriptError):
            game.play_game(["A", "B"], [("A", 6), ("A", 0)])
        assert game.get_player_by_position("A") is player

    def test_a_player_outlives_its_game(self) -> None:
        player: Any = ludo().get_player_by_position("A")
        assert player.get_token_p_step_count() == 4

    def test_a_player_of_no_game_is_in_the_yard(self) -> None:
        player: Any = Player("D")
        assert (player.get_token_p_space(), player.get_token_q_space()) == ("H", "H")
        assert (player.get_start_space(), player.get_end_space()) == (43, 36)
        with pytest.raises(MoveTokenError):
            LudoGame().move_token(player, "p", 6)


class TestSubclasses:
    """Programs build on the classes."""

    def test_own_parameters_and_attributes(self) -> None:
        game = SubLudo("final", speed=3)
        assert game.play_game(["A", "B"], TURNS) == SPACES
        assert (game.title, game.speed) == ("final", 3)

    def test_overridden_methods(self) -> None:
        game = SubKuba("Ann", "Bob")
        assert game.make_move("Ann", (0, 0), "B") is True
        assert game.make_move("Ann", (0, 0), "B") is False
        assert game.moves == [(0, 0)]

    def test_a_subclass_of_player(self) -> None:
        player = SubPlayer("Cee")
        assert (player.get_position(), player.nickname) == ("C", "Cee")

    def test_several_base_classes(self) -> None:
        class Named:
            def name(self) -> str:
                return type(self).__name__

        class Both(Named, KubaGame):
            pass

        assert Both(("Ann", "W"), ("Bob", "B")).name() == "Both"

    def test_who_forgets_to_call_init_gets_an_error_that_says_it(self) -> None:
        class NoKuba(KubaGame):
            def __init__(self) -> None:
                pass

        class NoPlayer(Player):
            def __init__(self) -> None:
                pass

        game, player = NoKuba(), NoPlayer()
        calls: list[Callable[[], object]] = [
            game.get_current_turn,
            game.get_winner,
            game.is_draw,
            game.get_marble_count,
            lambda: game.make_move("Ann", (0, 0), "B"),
            lambda: game.end_turn("Ann"),
            lambda: game.get_marble((0, 0)),
            lambda: game.get_captured("Ann"),
            player.get_position,
            player.get_completed,
            player.get_token_p_space,
            player.get_token_q_step_count,
            lambda: player.get_space_name(1),
        ]
        for call in calls:
            with pytest.raises(RuntimeError, match="__init__"):
                call()
        assert "NoKuba" in repr(game)
        assert "NoPlayer" in repr(player)

    def test_a_ludo_game_that_forgets_it_works(self) -> None:
        class NoLudo(LudoGame):
            def __init__(self) -> None:
                pass

        assert NoLudo().play_game(["A", "B"], TURNS) == SPACES

    def test_calling_init_again_starts_anew(self) -> None:
        game = kuba()
        game.make_move("Ann", (0, 0), "B")
        game.__init__(("Cid", "B"), ("Dot", "W"))  # type: ignore[misc]
        assert board(game) == board(kuba())
        assert game.get_captured("Cid") == 0
        with pytest.raises(PlayersError):
            game.__init__(("Cid", "B"), ("Cid", "W"))  # type: ignore[misc]
        assert game.get_captured("Dot") == 0


class TestCopies:
    """Deep copies and pickles."""

    @ways
    def test_a_game_of_ludo(self, again: Callable[[Any], Any]) -> None:
        game: Any = ludo()
        copied = again(game)
        for seat in "AB":
            original, other = (one.get_player_by_position(seat) for one in (game, copied))
            assert original is not other
            assert seen(original) == seen(other)
        copied.move_token(copied.get_player_by_position("A"), "p", 1)
        assert game.get_player_by_position("A").get_token_p_step_count() == 4
        assert copied.get_player_by_position("A").get_token_p_step_count() == 5
        assert copied.get_player_by_position("C") == "Player not found!"

    @ways
    def test_a_game_of_ludo_before_any_game(self, again: Callable[[Any], Any]) -> None:
        copied = again(LudoGame())
        assert copied.get_player_by_position("A") == "Player not found!"
        assert copied.play_game(["A", "B"], TURNS) == SPACES

    @ways
    def test_the_order_of_the_players_is_kept(self, again: Callable[[Any], Any]) -> None:
        game = LudoGame()
        game.play_game(["D", "A"], [("D", 6)])
        assert repr(again(game)) == repr(game)

    @ways
    def test_players_copied_with_their_game_belong_to_the_copy(
        self, again: Callable[[Any], Any]
    ) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")
        for things in ([game, player], [player, game]):
            copied = again(things)
            new_game, new_player = copied if things[0] is game else reversed(copied)
            assert new_game.get_player_by_position("A") is new_player
            new_game.move_token(new_player, "p", 1)
            assert new_player.get_token_p_step_count() == 5
            assert player.get_token_p_step_count() == 4

    @ways
    def test_a_player_copied_alone_is_of_another_game(self, again: Callable[[Any], Any]) -> None:
        game: Any = ludo()
        player = game.get_player_by_position("A")
        copied = again(player)
        assert seen(copied) == seen(player)
        with pytest.raises(MoveTokenError):
            game.move_token(copied, "p", 1)

    @ways
    def test_a_player_of_no_game(self, again: Callable[[Any], Any]) -> None:
        assert seen(again(Player("B"))) == seen(Player("B"))

    @ways
    def test_an_old_player_and_its_game(self, again: Callable[[Any], Any]) -> None:
        game: Any = ludo()
        old = game.get_player_by_position("A")
        game.play_game(["A", "B"], [])
        new_game, new_old = again([game, old])
        assert seen(new_old) == seen(old)
        with pytest.raises(MoveTokenError):
            new_game.move_token(new_old, "p", 1)

    @ways
    def test_a_game_of_kuba(self, again: Callable[[Any], Any]) -> None:
        game = kuba()
        copied = again(game)
        assert everything(copied) == everything(game)
        for move in (("Bob", (0, 5), "B"), ("Ann", (0, 0), "R"), ("Bob", (0, 6), "B")):
            assert game.make_move(*move) == copied.make_move(*move)
        copied = again(game)
        assert copied.make_move("Ann", (0, 1), "R") is True
        assert everything(copied) != everything(game)

    @ways
    def test_k_7_the_barred_push_is_kept(self, again: Callable[[Any], Any]) -> None:
        game = kuba()
        for move in (("Ann", (0, 1), "B"), ("Bob", (0, 5), "B"), ("Ann", (2, 1), "R")):
            assert game.make_move(*move) is True
        assert again(game).make_move("Bob", (2, 6), "L") is False

    @ways
    def test_k_12_the_counts_of_positions_are_kept(self, again: Callable[[Any], Any]) -> None:
        game = kuba("tournament")
        for number, move in enumerate(2 * THERE_AND_BACK):
            game = again(game)
            assert game.is_draw() is False
            assert game.make_move(*move) is True
            assert game.is_draw() is (number == 7)
        assert again(game).is_draw() is True
        assert again(game).make_move(*THERE_AND_BACK[0]) is False

    @ways
    def test_k_14_odd_names_are_kept(self, again: Callable[[Any], Any]) -> None:
        game = KubaGame(("", "B"), ("\ud800", "W"))
        copied = again(game)
        assert copied.get_captured("") == copied.get_captured("\ud800") == 0
        assert copied.make_move("\ud800", (0, 0), "B") is True

    @ways
    def test_attributes_of_subclasses_are_kept(self, again: Callable[[Any], Any]) -> None:
        game = SubLudo("final", speed=3)
        game.play_game(["A", "B"], TURNS)
        copied = again(game)
        assert (type(copied), copied.title, copied.speed) == (SubLudo, "final", 3)
        player = again(SubPlayer("Cee"))
        assert (type(player), player.nickname, player.get_position()) == (SubPlayer, "Cee", "C")
        other = SubKuba("Ann", "Bob")
        other.make_move("Ann", (0, 0), "B")
        copied = again(other)
        assert (type(copied), copied.moves) == (SubKuba, [(0, 0)])
        assert copied.moves is not other.moves
        slotted = SlottedKuba(("Ann", "W"), ("Bob", "B"))
        slotted.note = "kept"
        assert again(slotted).note == "kept"

    @ways
    def test_a_game_that_holds_itself(self, again: Callable[[Any], Any]) -> None:
        game = SubLudo("round")
        game.play_game(["A", "B"], TURNS)
        game.me = game  # type: ignore[attr-defined]
        game.player = game.get_player_by_position("A")  # type: ignore[attr-defined]
        copied = again(game)
        assert copied.me is copied
        assert copied.get_player_by_position("A") is copied.player


class Refusing:
    """Lets nobody set an attribute from outside."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        vars(self)["note"] = ["kept"]

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError("nothing can be set")


class Logging:
    """Notes what is set in the usual way."""

    log: ClassVar[list[str]] = []

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.note = ["kept"]

    def __setattr__(self, name: str, value: object) -> None:
        self.log.append(name)
        super().__setattr__(name, value)


class ReadOnly:
    """Shows an entry of its dictionary by a property of the same name."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        vars(self)["note"] = ["kept"]

    @property
    def note(self) -> Any:
        """The entry."""
        return vars(self)["note"]


class Slots:
    """Has a slot that is used, one that is not, and a private one; all in the class below it."""

    __slots__ = ()
    note: Any

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.note = ["kept"]
        setattr(self, self.private(), "kept")

    def private(self) -> str:
        """The name under which Python keeps the class's `__secret`."""
        return f"_{type(self).__name__}__secret"


class Plain:
    """Takes the arguments that the texts' classes take."""

    __slots__ = ()

    def __init__(self, *arguments: Any) -> None:
        pass


class RefusingPlain(Refusing, Plain):
    pass


class RefusingLudo(Refusing, LudoGame):
    pass


class RefusingPlayer(Refusing, Player):
    pass


class RefusingKuba(Refusing, KubaGame):
    pass


class LoggingPlain(Logging, Plain):
    pass


class LoggingLudo(Logging, LudoGame):
    pass


class LoggingPlayer(Logging, Player):
    pass


class LoggingKuba(Logging, KubaGame):
    pass


class ReadOnlyPlain(ReadOnly, Plain):
    pass


class ReadOnlyLudo(ReadOnly, LudoGame):
    pass


class ReadOnlyPlayer(ReadOnly, Player):
    pass


class ReadOnlyKuba(ReadOnly, KubaGame):
    pass


class SlotsPlain(Slots, Plain):
    __slots__ = ("__secret", "empty", "note")


class SlotsLudo(Slots, LudoGame):
    __slots__ = ("__secret", "empty", "note")


class SlotsPlayer(Slots, Player):
    __slots__ = ("__secret", "empty", "note")


class SlotsKuba(Slots, KubaGame):
    __slots__ = ("__secret", "empty", "note")


ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "Plain": (),
    "Ludo": (),
    "Player": ("C",),
    "Kuba": (("Ann", "W"), ("Bob", "B")),
}


def subclass(manner: str, base: str) -> Any:
    """An instance of a subclass of this manner."""
    return globals()[manner + base](*ARGUMENTS[base])


bases = pytest.mark.parametrize("base", ARGUMENTS)


class TestSubclassesOfEveryManner:
    """Subclasses are copied and pickled as those of a plain class, the base `Plain`, are."""

    @ways
    @bases
    def test_a_setattr_that_refuses_is_not_asked(self, base: str, again: Any) -> None:
        copied = again(subclass("Refusing", base))
        assert vars(copied) == {"note": ["kept"]}

    @ways
    @bases
    def test_a_setattr_that_logs_is_not_asked(self, base: str, again: Any) -> None:
        thing = subclass("Logging", base)
        Logging.log.clear()
        assert vars(again(thing)) == {"note": ["kept"]}
        assert Logging.log == []

    @ways
    @bases
    def test_an_entry_under_a_read_only_property_is_kept(self, base: str, again: Any) -> None:
        thing = subclass("ReadOnly", base)
        copied = again(thing)
        assert copied.note == ["kept"]
        assert copied.note is not thing.note

    @ways
    @bases
    def test_slots_are_kept(self, base: str, again: Any) -> None:
        thing = subclass("Slots", base)
        copied = again(thing)
        assert (copied.note, getattr(copied, copied.private())) == (["kept"], "kept")
        assert copied.note is not thing.note
        assert not hasattr(copied, "empty")
        assert not hasattr(copied, "__dict__")

    @pytest.mark.parametrize("base", ["Ludo", "Player", "Kuba"])
    def test_copies_of_subclasses_are_whole(self, base: str) -> None:
        for manner in ("Refusing", "Logging", "ReadOnly", "Slots"):
            thing = subclass(manner, base)
            if base == "Ludo":
                thing.play_game(["A", "B"], TURNS)
            for again in round_trips():
                assert repr(again(thing)) == repr(thing)
                assert type(again(thing)) is type(thing)


RUBBISH: list[Any] = [
    None, 0, -1, 255, 2**70, 1.5, True, "", "A", "W", "?", "\ud800", b"", b"\xff" * 9, (), [],
    {}, set(), ("A",), ("A", "B"), (None, None, None), [1, 2, 3], {"a": 1}, {1: 2}, object(), int,
    LudoGame, "x" * 10**5, "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w9b9 w - c",
]  # fmt: skip


def spoiled(state: Any) -> Iterator[Any]:
    """The state with each part replaced by each piece of rubbish, and shortened or lengthened."""
    yield from RUBBISH
    if isinstance(state, (tuple, list)):
        kind = type(state)
        for number in range(len(state)):
            yield kind([*state[:number], *state[number + 1 :]])
            for part in spoiled(state[number]):
                yield kind([*state[:number], part, *state[number + 1 :]])
        yield kind([*state, None])
        yield kind(reversed(state))
    elif isinstance(state, dict):
        for key in state:
            for part in spoiled(state[key]):
                yield {**state, key: part}


def tournament_in_the_middle() -> KubaGame:
    game = kuba("tournament")
    for move in THERE_AND_BACK:
        game.make_move(*move)
    return game


class TestRubbish:
    """What is no state of a game is refused and harms nobody."""

    @pytest.mark.parametrize(
        "make", [ludo, LudoGame, kuba, tournament_in_the_middle, lambda: Player("A"),
                 lambda: ludo().get_player_by_position("A")]
    )  # fmt: skip
    def test_spoiled_states(self, make: Callable[[], Any]) -> None:
        whole = make()
        state = whole.__reduce_ex__(2)[2]
        # A player sits down once only.
        target: Any = Player.__new__(Player) if isinstance(whole, Player) else make()
        before = repr(target)
        refused = 0
        for rubbish in spoiled(state):
            target = Player.__new__(Player) if isinstance(whole, Player) else make()
            try:
                target.__setstate__(rubbish)
            except ValueError as error:
                assert isinstance(error, ParlorError)
                refused += 1
                assert repr(target) == before
            else:
                repr(target)
                self.use(target)
        assert refused > len(RUBBISH) / 2

    def use(self, thing: Any) -> None:
        """Ask all that can be asked; whatever was taken must be a whole game."""
        if isinstance(thing, Player):
            assert seen(thing)
        elif isinstance(thing, LudoGame):
            for seat in "ABCD":
                player = thing.get_player_by_position(seat)
                if isinstance(player, Player):
                    assert player.get_position() == seat
                    thing.move_token(player, "p", 6)
            assert thing.play_game(["A", "B"], TURNS) == SPACES
        else:
            assert sum(thing.get_marble_count()) <= 29
            for row, column, direction in itertools.product(range(7), range(7), "LRFB"):
                thing.make_move("Ann", (row, column), direction)
                thing.make_move("Bob", (row, column), direction)
            thing.is_draw()

    def test_k_12_counts_that_no_game_can_have(self) -> None:
        """In the classroom nothing is counted, and of a win and a draw one comes first."""
        tournament: Any = tournament_in_the_middle().__reduce_ex__(2)[2]
        first, second, rules, line, counts, attributes = tournament
        assert rules == "tournament"
        assert len(counts) == 4
        classroom = line[:-1] + "c"
        drawn = [*counts, *counts, *counts]
        won = "7/7/7/7/7/7/w6 w0b0 b - t"
        forged = [
            (first, second, "classroom", classroom, counts, attributes),
            (first, second, "classroom", None, counts, attributes),
            (first, second, "tournament", None, counts, attributes),
            (first, second, "tournament", None, [], attributes),
            (first, second, "tournament", line, [], attributes),
            (first, second, "tournament", line, counts[1:2], attributes),
            (first, second, "tournament", won, drawn, attributes),
            (first, second, "tournament", classroom, counts, attributes),
            (first, second, "classroom", line, [], attributes),
        ]
        for state in forged:
            for target in (kuba("tournament"), kuba(), KubaGame.__new__(KubaGame)):
                before = repr(target)
                with pytest.raises(ParlorError):
                    target.__setstate__(state)  # type: ignore[attr-defined]
                assert repr(target) == before
        half: Any = KubaGame.__new__(KubaGame)
        half.__setstate__(tournament)
        assert everything(half) == everything(tournament_in_the_middle())

    def test_an_interrupt_while_a_state_is_read_goes_through(self) -> None:
        class Stopping:
            def __index__(self) -> int:
                raise KeyboardInterrupt

        def stopping(state: Any) -> Iterator[Any]:
            """The state with one number after the other replaced."""
            if isinstance(state, int):
                yield Stopping()
            elif isinstance(state, (tuple, list)):
                for number, part in enumerate(state):
                    for changed in stopping(part):
                        yield type(state)([*state[:number], changed, *state[number + 1 :]])

        seen_one = False
        state: Any = tournament_in_the_middle().__reduce_ex__(2)[2]
        for spoiled_state in stopping(state):
            game: Any = kuba("tournament")
            with pytest.raises(KeyboardInterrupt):
                game.__setstate__(spoiled_state)
            assert everything(game) == everything(kuba("tournament"))
            seen_one = True
        assert seen_one
        whole: Any = ludo().__reduce_ex__(2)[2]
        table, number = whole[0].__reduce__()
        assert type(number[0]) is int
        with pytest.raises(KeyboardInterrupt):
            table(Stopping())

    def test_a_half_made_game_can_be_given_no_rubbish(self) -> None:
        for kind in METHODS:
            half: Any = kind
            with pytest.raises(ParlorError):
                half.__new__(half).__setstate__(object())
