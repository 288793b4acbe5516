"""A million calls, good and refused, leave nothing behind."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import weakref
from collections.abc import Callable
from typing import Any

import parlor
import pytest
from KubaGame import KubaGame
from LudoGame import LudoGame, Player
from parlor import ParlorError, kuba, ludo

ROUNDS = 12_000  # times the calls of a round, about a million in all
WARM_UP = 400
SLACK = 300  # blocks: caches of the interpreter that fill up slowly

TURNS = [("A", 6), ("A", 4), ("B", 6), ("B", 3), ("A", 6), ("C", 5)]
UNKNOWN, CELL, WRONG_CELL = "Cid", (0, 0), (7, 0)


class SubKuba(KubaGame):
    """Has attributes."""


def refused(call: Callable[..., object], *arguments: object) -> None:
    try:
        call(*arguments)
    except ParlorError:
        return
    raise AssertionError(f"{call} took {arguments}")


def ludo_round(game: Any) -> int:
    game.play_game(["A", "B"], TURNS)
    game.play_game(("A", "B"), iter([list(turn) for turn in TURNS]))
    player = game.get_player_by_position("A")
    game.get_player_by_position("E")
    game.move_token(player, "p", 3)
    player.get_completed()
    player.get_token_p_step_count()
    player.get_token_q_step_count()
    player.get_space_name(20)
    player.get_position()
    player.get_start_space()
    player.get_end_space()
    player.get_token_p_space()
    player.get_token_q_space()
    repr(game)
    repr(player)
    refused(game.play_game, ["A", "B"], [("A", 6), ("A", 7)])
    refused(game.play_game, ["A", UNKNOWN], TURNS)
    refused(game.play_game, "AB", TURNS)
    refused(game.move_token, player, "r", 6)
    refused(game.move_token, Player("A"), "p", 6)
    refused(player.get_space_name, 58)
    refused(Player, UNKNOWN)
    return 23


def kuba_round(game: Any) -> int:
    for name, row, column, way in (
        ("Ann", 0, 0, "B"), ("Bob", 0, 6, "B"), ("Ann", 2, 0, "F"), ("Bob", 2, 6, "F")
    ):  # fmt: skip
        assert game.make_move(name, (row, column), way)
        game.make_move(name, [row, column], way)
        game.get_current_turn()
        game.get_marble((row, column))
    game.make_move(UNKNOWN, CELL, "B")
    game.make_move("Ann", WRONG_CELL, "B")
    game.make_move("Ann", CELL, "X")
    game.make_move(None, None, None)
    game.end_turn("Ann")
    game.is_draw()
    game.get_winner()
    game.get_captured("Ann")
    game.get_marble_count()
    repr(game)
    refused(game.get_captured, UNKNOWN)
    refused(game.get_marble, WRONG_CELL)
    refused(KubaGame, ("Ann", "W"), ("Ann", "B"))
    KubaGame(["Ann", "W"], ("Bob", "B"), rules="tournament")
    return 30


def copy_round(games: list[Any]) -> int:
    copy.deepcopy(games)
    pickle.loads(pickle.dumps(games))
    return 2


def package_round(positions: tuple[Any, Any]) -> int:
    first, second = positions
    ludo.Position(["A", "C"])
    rolled = first.apply(6)
    rolled.apply("p")
    rolled.events("p")
    kuba.Position()
    second.apply("65F")
    second.events("65F")
    counter = kuba.Repetitions(second)
    counter.turn_began(second)
    calls = 12
    for position in (first, rolled, second):
        names = [name for name in dir(position) if not name.startswith("_")]
        for name in names:
            getattr(position, name)
        calls += len(names) + 8
        position.to_text()
        assert type(position).parse(str(position)) == position
        hash(position)
        repr(position)
        refused(position.apply, "nothing")
        refused(position.events, "nothing")
        refused(type(position).parse, "A?")
    refused(first.apply, "p")
    refused(second.apply, "01R")
    refused(first.random_playout, -1)
    return calls


def game_round(games: tuple[Any, Any]) -> int:
    calls = 0
    for game, actions in zip(games, (("A6p", 4, 1), ("00B", 27, "20F"))):
        for action in actions:
            game.play(action)
        refused(game.play, UNKNOWN)
        refused(game.play, 500)
        names = [name for name in dir(game) if not name.startswith("_") and name != "undo"]
        for name in names:
            getattr(game, name)
        repr(game)
        parlor.Game.of(game.record())
        assert pickle.loads(pickle.dumps(game)) == game.copy()
        while game.history:
            game.undo()
            calls += 1
        refused(game.undo)
        calls += len(names) + 12
    kuba.transform(games[1].position, 5)
    kuba.transform("65F", 9)
    refused(kuba.transform, "65F", 16)
    return calls + 3


def blocks_left(work: Callable[[], int], rounds: int) -> tuple[int, int]:
    """How many memory blocks are left by the rounds, and how many calls were made."""
    for _ in range(WARM_UP):
        work()
    gc.collect()
    before = sys.getallocatedblocks()
    calls = sum(work() for _ in range(rounds))
    gc.collect()
    return sys.getallocatedblocks() - before, calls


def resident() -> int:
    """The memory of this process in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def ludo_things() -> Callable[[], int]:
    game = LudoGame()
    return lambda: ludo_round(game)


def kuba_things() -> Callable[[], int]:
    game = KubaGame(("Ann", "W"), ("Bob", "B"))
    return lambda: kuba_round(game)


def package_things() -> Callable[[], int]:
    positions = ludo.Position(["A", "B"]), kuba.Position()
    return lambda: package_round(positions)


def game_things() -> Callable[[], int]:
    games = parlor.Game(ludo.Position(["A", "B"]), 5), parlor.Game(kuba.Position(), 5)
    return lambda: game_round(games)


@pytest.mark.parametrize("prepare", [ludo_things, kuba_things, package_things, game_things])
def test_calls_leave_no_memory(prepare: Callable[[], Callable[[], int]]) -> None:
    left, calls = blocks_left(prepare(), ROUNDS)
    assert calls >= 276_000
    assert left < SLACK


def test_copies_leave_no_memory() -> None:
    game: Any = LudoGame()
    game.play_game(["A", "B"], TURNS)
    other: Any = SubKuba(("Ann", "W"), ("Bob", "B"), rules="tournament")
    other.note = ["kept"]
    games = [game, game.get_player_by_position("A"), other, Player("C"), kuba.Position()]
    left, _ = blocks_left(lambda: copy_round(games), 4000)
    assert left < SLACK


def test_playouts_leave_no_memory() -> None:
    one, other = ludo.Position(["A", "B", "C", "D"]), kuba.Position(rules="tournament")

    def work() -> int:
        assert one.random_playout(1).places
        assert other.random_playout(1).pushes
        return 2

    left, _ = blocks_left(work, 1000)
    assert left < SLACK


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_the_core_allocates_is_freed() -> None:
    """Python's own count does not see the core's memory; the process's does."""
    turns = [("A", 6)] + [("A", 5), ("B", 6), ("B", 4)] * 30_000
    position = kuba.Position(rules="tournament")

    def work() -> None:
        LudoGame().play_game(["A", "B"], turns)
        game = KubaGame(("Ann" * 10_000, "W"), ("Bob" * 10_000, "B"), rules="tournament")
        pickle.loads(pickle.dumps(game))
        counter = kuba.Repetitions(position)
        for push in ("65F", "00B", "66L"):
            counter.turn_began(position.apply(push))

    for _ in range(20):
        work()
    before = resident()
    for _ in range(200):
        work()
    assert resident() - before < 8 * 2**20


def test_arguments_and_singletons_keep_their_counts() -> None:
    """From Python 3.12 on, None, True, False and single letters are immortal and count nothing."""
    game: Any = LudoGame()
    board: Any = KubaGame(("Ann", "W"), ("Bob", "B"))
    name = "".join(["Ci", "d"])
    cell, turns, players = (7, 5000), [("A", 6), ("A", 7777)], ["A", "B"]
    steps, roll = 10**20, 5000
    watched = [
        name,
        cell,
        turns,
        players,
        steps,
        turns[0],
        turns[1],
        game,
        board,
        None,
        True,
        False,
    ]
    watched += ["A", "p", "W", "R", "Player not found!", int, tuple, LudoGame, KubaGame, Player]

    def work() -> None:
        refused(game.play_game, players, turns)
        refused(board.get_captured, name)
        refused(board.get_marble, cell)
        refused(Player("A").get_space_name, steps)
        refused(game.play_game, players, [("A", roll)])
        board.make_move(name, cell, name)
        board.get_marble((0, 0))
        board.get_marble((3, 3))
        board.is_draw()
        board.get_winner()
        board.get_current_turn()
        game.get_player_by_position(name)

    for _ in range(100):
        work()
    gc.collect()
    before = [sys.getrefcount(thing) for thing in watched]
    for _ in range(5000):
        work()
    gc.collect()
    for thing, old in zip(watched, before):
        assert abs(sys.getrefcount(thing) - old) < 100, thing


def test_a_game_and_its_players_are_freed_together() -> None:
    freed: list[str] = []

    class Noted:
        def __init__(self, name: str) -> None:
            self.name = name

        def __del__(self) -> None:
            freed.append(self.name)

    class MyGame(LudoGame):
        note: Any

    class MyBoard(KubaGame):
        note: Any

    game, board = MyGame(), MyBoard(("Ann", "W"), ("Bob", "B"))
    game.play_game(["A", "B"], TURNS)
    player = game.get_player_by_position("A")
    game.note, board.note = Noted("game"), Noted("board")
    del game, board
    gc.collect()
    assert sorted(freed) == ["board", "game"]
    assert isinstance(player, Player)
    assert player.get_token_p_step_count() == 4


class Watched(str):
    """A string that a weak reference can watch."""

    me: Any


class CircularLudo(LudoGame):
    """Can hold itself."""

    me: Any


class CircularPlayer(Player):
    """Can hold itself."""

    me: Any


class CircularKuba(KubaGame):
    """Can hold itself."""

    me: Any


@pytest.mark.parametrize(
    "make",
    [
        lambda: CircularLudo(),
        lambda: CircularPlayer("A"),
        lambda: CircularKuba(("Ann", "W"), ("Bob", "B")),
    ],
)
def test_cycles_through_attributes_are_freed(make: Callable[[], Any]) -> None:
    thing = make()
    thing.me = [thing]
    watched = weakref.ref(thing)
    del thing
    gc.collect()
    assert watched() is None


def test_a_cycle_of_two_games_and_a_player_is_freed() -> None:
    game, board, player = CircularLudo(), CircularKuba(("Ann", "W"), ("Bob", "B")), None
    game.play_game(["A", "B"], TURNS)
    player = CircularPlayer("A")
    game.me, board.me, player.me = board, player, game
    game.other = game.get_player_by_position("A")  # type: ignore[attr-defined]
    watched = [weakref.ref(thing) for thing in (game, board, player)]
    del game, board, player
    gc.collect()
    assert [reference() for reference in watched] == [None] * 3


@pytest.mark.parametrize("rules", ["classroom", "tournament"])
def test_a_cycle_through_a_name_is_freed(rules: str) -> None:
    """The game's name is a string with attributes, and one of these is the game."""
    name = Watched("Ann")
    board = CircularKuba((name, "W"), ("Bob", "B"), rules=rules)
    name.me = board
    board.make_move(name, (0, 0), "B")
    watched: list[weakref.ref[Any]] = [weakref.ref(name), weakref.ref(board)]
    del name, board
    gc.collect()
    assert [reference() for reference in watched] == [None] * 2
