"""A program that uses the whole package, as `mypy --strict` must accept it.

`assert_type` says what a caller may rely on; test_typing.py runs the program too.
"""

import copy
import pickle
from typing import Any, Literal, Optional, TypeVar, Union

import KubaGame
import LudoGame
import parlor
from numpy.typing import NDArray
from parlor import kuba, ludo
from parlor.errors import (
    CellError,
    MoveTokenError,
    NotationError,
    ParlorError,
    PlayError,
    PlayersError,
    RecordError,
    RulesError,
    ScriptError,
    SeatError,
    SetupError,
    StepError,
    UnknownPlayerError,
    UnsolvedError,
)
from typing_extensions import assert_type


class Die:
    """An integer of another library."""

    def __index__(self) -> int:
        """Always a six."""
        return 6


class LoudGame(LudoGame.LudoGame):
    """A class of one's own."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class Table(KubaGame.KubaGame):
    """Another one."""


def ludo_by_the_texts() -> None:
    """Use the classes `LudoGame` and `Player`."""
    game = LoudGame("Tuesday")
    assert_type(game.play_game(["A", "B"], [("A", 6), ["A", 4], ("B", Die())]), list[str])
    assert_type(game.play_game(("A", "B"), ((seat, 6) for seat in "AB")), list[str])
    player = game.get_player_by_position("A")
    assert_type(player, Union[LudoGame.Player, Literal["Player not found!"]])
    assert not isinstance(player, str)
    assert_type(game.move_token(player, "p", 6), None)
    assert_type(player.get_completed(), bool)
    assert_type(player.get_token_p_step_count(), int)
    assert_type(player.get_token_q_step_count(), int)
    assert_type(player.get_space_name(total_steps=Die()), str)
    assert_type(player.get_position(), str)
    assert_type(player.get_start_space(), int)
    assert_type(player.get_end_space(), int)
    assert_type(player.get_token_p_space(), str)
    assert_type(player.get_token_q_space(), str)
    assert_type(LudoGame.Player(position="B"), LudoGame.Player)
    assert_type(copy.deepcopy(game), LoudGame)
    assert pickle.loads(pickle.dumps(game)).name == "Tuesday"


def kuba_by_the_text() -> None:
    """Use the class `KubaGame`."""
    game = KubaGame.KubaGame(("Ann", "W"), ["Bob", "B"])
    assert_type(game.make_move("Ann", (6, 5), "F"), bool)
    assert_type(game.make_move(None, "nowhere", 5), bool)
    assert_type(game.get_current_turn(), Optional[str])
    assert_type(game.get_winner(), Optional[str])
    assert_type(game.get_captured("Ann"), int)
    assert_type(game.get_marble((0, 0)), str)
    assert_type(game.get_marble_count(), tuple[int, int, int])
    table = Table(("Ann", "W"), ("Bob", "B"), rules="tournament")
    assert_type(table.end_turn("Ann"), bool)
    assert_type(table.is_draw(), bool)


def live_ludo() -> None:
    """Use `parlor.ludo`."""
    position = ludo.Position(["A", "C"], rules=ludo.RULES[0])
    assert_type(position.seats, tuple[str, ...])
    assert_type(position.tokens, dict[str, tuple[int, int]])
    assert_type(position.spaces, dict[str, tuple[str, str]])
    assert_type(position.to_act, Optional[str])
    assert_type(position.roll, Optional[int])
    assert_type(position.is_bonus, bool)
    assert_type(position.finished, tuple[str, ...])
    assert_type(position.winner, Optional[str])
    assert_type(position.is_over, bool)
    assert_type(position.stable_hash, int)
    assert_type(position.rules, str)
    for roll, probability in position.chance_outcomes:
        assert_type(roll, int)
        assert_type(probability, float)
    if position.phase == "roll":
        position = position.apply(Die())
    assert_type(position.legal_moves, tuple[str, ...])
    for event in position.events("p"):
        assert_type(event, ludo.Event)
        assert_type(event.text, str)
        if isinstance(event, ludo.LeftYard):
            assert_type(event.token, str)
    assert_type(position.apply("p").to_text(), str)
    assert ludo.Position.parse(str(position)) == position
    playout = position.random_playout(1, roll_limit=500)
    assert_type(playout, ludo.Playout)
    assert_type(playout.rolls, int)
    assert_type(playout.position, ludo.Position)
    assert_type(playout.places, dict[str, tuple[int, ...]])
    assert {copy.copy(position): 1}[position] == 1


def live_kuba() -> None:
    """Use `parlor.kuba`."""
    position = kuba.Position(rules="tournament", to_move="W")
    assert_type(position.board, tuple[str, ...])
    assert_type(position.counts, tuple[int, int, int])
    assert_type(position.captured, dict[str, int])
    assert_type(position.to_move, Literal["W", "B"])
    assert_type(position.may_push_again, bool)
    assert_type(position.ko, Optional[str])
    assert_type(position.barred, Optional[str])
    assert_type(position.legal_moves, tuple[str, ...])
    assert_type(position.legal_actions, tuple[str, ...])
    assert_type(position.chance_outcomes, tuple[()])
    assert_type(position.is_over, bool)
    assert_type(position.stable_hash, int)
    assert_type(position.rules, str)
    for event in position.events("65F"):
        assert_type(event, kuba.Event)
        if isinstance(event, kuba.Pushed):
            assert_type(event.length, int)
    repetitions = kuba.Repetitions(position)
    position = position.apply("65F")
    assert_type(repetitions.turn_began(position), int)
    assert_type(repetitions.is_draw, bool)
    assert_type(position.to_text(), str)
    assert kuba.Position.parse(str(position)) == position
    playout = position.random_playout(seed=1, push_limit=100)
    assert_type(playout, kuba.Playout)
    assert_type(playout.pushes, int)
    assert_type(playout.winner, Optional[Literal["W", "B"]])


P = TypeVar("P", bound=parlor.Position)


def first_line(position: P, plies: int) -> P:
    """Play either game by what both positions have in common."""
    for _ in range(plies):
        if position.is_over:
            break
        if position.is_chance:
            position = position.apply(position.chance_outcomes[0][0])
        else:
            position = position.apply(position.legal_indices[0])
    return position


def count(position: parlor.Position) -> int:
    """Take any position."""
    assert_type(position.legal_actions, tuple[str, ...])
    assert_type(position.returns, Optional[tuple[float, ...]])
    assert_type(position.to_act, Optional[str])
    assert_type(position.apply(position.action(position.index("65F"))), parlor.Position)
    return len(position.legal_mask)


def games() -> None:
    """Use `parlor.Game` and `parlor.Position`."""
    assert_type(first_line(ludo.Position(["A", "C"]), 5), ludo.Position)
    assert_type(first_line(kuba.Position(), 5), kuba.Position)
    assert_type(count(kuba.Position()), int)
    either: list[parlor.Position] = [ludo.Position(["A", "C"]), kuba.Position()]
    assert len(either) == 2
    game = parlor.Game(kuba.Position(rules="tournament"), limit=Die())
    assert_type(game, parlor.Game[kuba.Position])
    assert_type(game.position.ko, Optional[str])
    assert_type(game.play("65F"), None)
    assert_type(game.play(23), None)
    assert_type(game.undo(), Union[str, int])
    assert_type(game.history, tuple[str, ...])
    assert_type(game.result, Optional[tuple[tuple[str, ...], ...]])
    assert_type(game.repetitions, Optional[kuba.Repetitions])
    assert_type(game.occurrences, int)
    assert_type(game.ending, Optional[str])
    assert_type(copy.copy(game), parlor.Game[kuba.Position])
    assert_type(game.record(names={"W": "Ann"}), parlor.Record)
    assert_type(parlor.Game.of(game.record()), parlor.Game[Union[ludo.Position, kuba.Position]])
    other: parlor.Game[ludo.Position] = parlor.Game(ludo.Position(["A", "C"]))
    assert_type(other.position.roll, Optional[int])
    assert pickle.loads(pickle.dumps(game)) == game
    assert_type(kuba.transform(kuba.Position(), 1), kuba.Position)
    assert_type(kuba.transform("65F", 5), str)
    assert_type(kuba.transform(190, 15), int)
    assert_type(kuba.SYMMETRIES, tuple[tuple[int, ...], ...])


def pictures() -> None:
    """Draw everything that has a board."""
    game = LudoGame.LudoGame()
    game.play_game(["A", "B"], [])
    assert_type(game.to_svg(theme="light"), str)
    assert_type(game._repr_svg_(), Optional[str])
    table = KubaGame.KubaGame(("Ann", "W"), ("Bob", "B"))
    assert_type(table.to_svg(theme="contrast"), str)
    assert_type(table._repr_svg_(), Optional[str])
    assert_type(ludo.Position(["A", "C"]).to_svg(), str)
    assert_type(kuba.Position().to_svg(theme="auto"), str)
    assert_type(kuba.Position()._repr_svg_(), str)


def records() -> None:
    """Use `parlor.Record`."""
    record = parlor.Record(
        "ludo", (seat for seat in "AC"), names={"A": "Ann"}, date="2026-11-20", limit=Die()
    )
    assert_type(record.push(Die(), comment="a six", clock=581_500), None)
    assert_type(record.push("p"), None)
    assert_type(record.annotate(Die().__index__() - 5, None), None)
    assert_type(record.game, Literal["ludo", "kuba"])
    assert_type(record.rules, str)
    assert_type(record.is_scripted, bool)
    assert_type(record.seats, tuple[str, ...])
    assert_type(record.names, dict[str, str])
    assert_type(record.date, Optional[str])
    assert_type(record.limit, Optional[int])
    assert_type(record.actions, tuple[str, ...])
    assert_type(record.comments, tuple[Optional[str], ...])
    assert_type(record.clocks, tuple[Optional[int], ...])
    assert_type(record.result, Optional[tuple[tuple[str, ...], ...]])
    assert_type(record.ending, Optional[str])
    assert_type(record.checksum, str)
    table = parlor.record_table([record, record.to_text()])
    assert_type(table, dict[str, NDArray[Any]])
    assert_type(parlor.records_of(table), list[parlor.Record])
    assert_type(record.start, Union[ludo.Position, kuba.Position, None])
    position = record.position(1)
    assert_type(position, Union[ludo.Position, kuba.Position])
    assert isinstance(position, ludo.Position)
    assert_type(record.spaces(), dict[str, tuple[str, str]])
    assert_type(record.explain(), list[str])
    assert_type(record.to_svg(at=0, theme="dark"), str)
    assert_type(parlor.Record.read(record.to_text()), parlor.Record)
    assert_type(parlor.Record.read_all(record.to_json()), list[parlor.Record])
    assert_type(record.finish("resignation", winner="C"), None)
    assert_type(parlor.Record.scripted(["A", "B"], [("A", 6), ["A", Die()]]), parlor.Record)
    assert copy.copy(record) == pickle.loads(pickle.dumps(record)) == record


def perfect_play() -> None:
    """Use what is solved."""
    solution = ludo.solve(seat for seat in "AC")
    assert_type(solution, ludo.Solution)
    assert_type(solution.seats, tuple[str, str])
    assert_type(solution.low, float)
    assert_type(solution.sweeps, int)
    position = ludo.Position(["A", "C"]).apply(6)
    assert_type(ludo.value(position), float)
    assert_type(ludo.best_move(str(position)), str)
    record = parlor.Record("ludo", ["A", "C"])
    record.push("A6p")
    assert_type(ludo.analyze(record), ludo.Analysis)
    analysis: dict[str, Any] = ludo.analyse(record.to_json())
    assert_type(ludo.analyze(record).to_svg(theme="dark"), str)
    assert_type(ludo.choices("A20.50/C1.H A 3 -"), tuple[ludo.Choice, ...])
    assert analysis["game"] == "ludo"


def policy_evaluation() -> None:
    """Evaluate policies; not run, as it takes longer than all the rest together."""
    evaluation = ludo.evaluate(("priority", "random"), seats=["B", "D"])
    assert_type(evaluation, ludo.Evaluation)
    assert_type(evaluation.expected_rolls, float)


def refusals() -> None:
    """Read what the errors carry."""
    kinds: tuple[type[ParlorError], ...] = (
        CellError,
        MoveTokenError,
        NotationError,
        PlayError,
        PlayersError,
        RecordError,
        RulesError,
        ScriptError,
        SeatError,
        SetupError,
        StepError,
        UnknownPlayerError,
        UnsolvedError,
    )
    assert all(issubclass(kind, ValueError) for kind in kinds)
    try:
        LudoGame.LudoGame().play_game(["A", "B"], [("A", 7)])
    except ScriptError as error:
        assert_type(error.entry, Optional[int])
        assert_type(error.rule, Optional[str])
        assert_type(error.value, object)
    try:
        LudoGame.LudoGame().move_token(LudoGame.Player("A"), "p", 6)
    except MoveTokenError as error:
        assert_type(error.argument, str)
    try:
        kuba.Position.parse("?")
    except NotationError as error:
        assert_type(error.column, int)
        assert_type(error.expected, str)
    try:
        parlor.Record.read("hello")
    except RecordError as error:
        assert_type(error.line, Optional[int])
        assert_type(error.column, Optional[int])
        assert_type(error.ply, Optional[int])
    try:
        ludo.Position.parse("A20.H/B6.H A - -")
    except SetupError as error:
        assert_type(error.reasons, tuple[str, ...])


def main() -> None:
    """Use everything."""
    assert_type(parlor.__version__, str)
    ludo_by_the_texts()
    kuba_by_the_text()
    live_ludo()
    live_kuba()
    games()
    pictures()
    records()
    perfect_play()
    refusals()


if __name__ == "__main__":
    main()
