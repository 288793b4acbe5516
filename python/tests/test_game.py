"""Games under way: history, draws, limits, taking back, against positions stepped by hand."""

from __future__ import annotations

import copy
import pickle
import random
import weakref
from dataclasses import dataclass, field
from typing import Any

import parlor
import pytest
from hypothesis import given, settings, strategies as st
from parlor import Game, ParlorError, PlayError, Record, RecordError, kuba, ludo

STARTS: dict[str, Any] = {
    "classroom": kuba.Position(),
    "classroom, Black begins": kuba.Position(to_move="B"),
    "tournament": kuba.Position(rules="tournament"),
    "few marbles": kuba.Position.parse("w5b/7/7/3r3/7/7/b5w w6b5 w - t"),
    "open turn": kuba.Position.parse("7/5wr/7/4wrb/7/7/b6 w2b1 w+ - t"),
    "two": ludo.Position(["C", "A"]),
    "four": ludo.Position(["B", "A", "D", "C"]),
    "roll in hand": ludo.Position.parse("AR.H/C12.E A 6b -"),
}


@dataclass
class ByHand:
    """A game in plain Python: positions, kuba.Repetitions and a counter."""

    position: Any
    limit: int | None
    ply: int = 0
    repetitions: kuba.Repetitions | None = None
    history: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Count the first position."""
        if isinstance(self.position, kuba.Position):
            self.repetitions = kuba.Repetitions(self.position)

    @property
    def ending(self) -> str | None:
        position, is_kuba = self.position, self.repetitions is not None
        if position.is_over:
            if not is_kuba:
                return "L-30"
            return {"reds": "K-8", "elimination": "K-9", "blocked": "K-10"}[position.won_by]
        if self.repetitions is not None and self.repetitions.is_draw:
            return "K-12"
        if self.limit is not None and self.ply >= self.limit:
            return "K-13" if is_kuba else "L-31"
        return None

    def play(self, action: int | str) -> None:
        before = self.position
        self.position = before.apply(action)
        if self.repetitions is not None:
            self.repetitions.turn_began(self.position)
            self.history.append(before.action(action) if isinstance(action, int) else str(action))
            self.ply += self.history[-1] != "end"
        elif before.is_chance:
            self.history.append(f"{before.to_act}{action}")
        else:
            choice = before.action(action) if isinstance(action, int) else action
            if self.history and self.history[-1][-1].isdigit():
                self.history.pop()
            self.history.append(f"{before.to_act}{before.roll}{choice}")
            self.ply += 1


def expect(game: Game[Any], hand: ByHand) -> None:
    """Both must show the same."""
    position, ending = hand.position, hand.ending
    goes_on = ending is None
    assert game.position == position
    assert (game.ending, game.is_over, game.ply) == (ending, not goes_on, hand.ply)
    assert game.history == tuple(hand.history)
    assert game.to_act == (position.to_act if goes_on else None)
    assert game.is_chance == (position.is_chance and goes_on)
    assert game.chance_outcomes == (position.chance_outcomes if goes_on else ())
    assert game.legal_actions == (position.legal_actions if goes_on else ())
    assert game.legal_indices == (position.legal_indices if goes_on else ())
    assert game.legal_mask == (position.legal_mask if goes_on else bytes(len(position.legal_mask)))
    assert game.winner == position.winner
    assert game.repetitions == hand.repetitions
    if hand.repetitions is not None:
        assert game.occurrences == hand.repetitions.count_of(position)
    if goes_on:
        assert game.result is None
        assert game.returns is None
    elif position.is_over:
        assert game.returns == position.returns
    else:
        assert game.returns is not None
        assert sum(game.returns) == pytest.approx(len(game.seats) / 2)
    if game.result is not None:
        assert sorted(seat for group in game.result for seat in group) == sorted(game.seats)


def next_action(game: Game[Any], draw: random.Random, tries: int) -> int | str:
    """A roll, or a legal action by text or number, so that positions come again."""
    if game.is_chance:
        return draw.choice([roll for roll, _ in game.chance_outcomes])
    choices: list[Any] = [*game.legal_actions[:tries], *game.legal_indices[:tries]]
    choice: int | str = draw.choice(choices)
    return choice


@pytest.mark.parametrize("name", STARTS)
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    limit=st.none() | st.integers(1, 60),
    tries=st.integers(1, 8),
    undos=st.sampled_from([0.0, 0.1, 0.4]),
)
def test_games_are_positions_stepped_by_hand(
    name: str, seed: int, limit: int | None, tries: int, undos: float
) -> None:
    """K-12, K-13, L-31."""
    draw = random.Random(seed)
    start = STARTS[name]
    game = Game(start, limit)
    past = [ByHand(start, limit)]
    expect(game, past[-1])
    for _ in range(120):
        if len(past) > 1 and draw.random() < undos:
            undone = game.undo()
            past.pop()
            expect(game, past[-1])
            # What is taken back can be played again.
            again = game.copy()
            again.play(undone)
            assert again != game
            again.undo()
            assert again == game
            continue
        if game.is_over:
            before = copy.copy(game)
            for action in (0, "00R", "end", "A6p", 6):
                with pytest.raises(ParlorError):
                    game.play(action)
            assert game == before
            break
        action = next_action(game, draw, tries)
        hand = copy.deepcopy(past[-1])
        hand.play(action)
        game.play(action)
        past.append(hand)
        expect(game, hand)
    thawed = pickle.loads(pickle.dumps(game))
    assert thawed == game
    for other in (thawed, game.copy(), copy.copy(game), copy.deepcopy(game)):
        expect(other, past[-1])
        if not other.is_over:
            other.play(next_action(other, draw, tries))
            assert other != game
    record = game.record()
    assert (record.actions, record.start, record.limit) == (game.history, start, limit)
    assert (record.ending, record.result) == (game.ending, game.result)
    assert Game.of(record) == Game.of(record.to_json()) == game
    replayed = Game(start, limit)
    for text in game.history:
        replayed.play(text)
    assert replayed == game
    while len(past) > 1:
        past.pop()
        game.undo()
        expect(game, past[-1])
    assert game == Game(start, limit)


def test_the_third_time_is_a_draw_and_can_be_taken_back() -> None:
    """K-12."""
    game = Game(kuba.Position(rules="tournament"), 1_000)
    around = ["00B", "06B", "20F", "26F"]
    for push in 2 * around:
        assert not game.is_over
        game.play(push)
    assert (game.ending, game.result, game.winner) == ("K-12", (("W", "B"),), None)
    assert (game.returns, game.occurrences, game.to_act) == ((0.5, 0.5), 3, None)
    assert game.repetitions is not None
    assert game.repetitions.is_draw
    with pytest.raises(PlayError, match="drawn") as refused:
        game.play("00B")
    assert (refused.value.rule, refused.value.value) == ("K-12", "00B")
    thawed = pickle.loads(pickle.dumps(game))
    assert thawed.undo() == "26F"
    assert (thawed.ending, thawed.occurrences) == (None, 2)
    thawed.play("26F")
    assert thawed == game
    # By classroom rules nothing is counted.
    game = Game(kuba.Position())
    for push in 3 * around:
        game.play(push)
    assert (game.ending, game.occurrences) == (None, 0)


def test_a_win_goes_before_the_limit_and_ended_turns_do_not_count() -> None:
    """K-9, K-12, K-13."""
    game: Game[kuba.Position] = Game(kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c"), limit=1)
    game.play("05R")
    assert (game.ending, game.winner, game.result) == ("K-9", "W", (("W",), ("B",)))
    with pytest.raises(PlayError) as refused:
        game.play("06L")
    assert refused.value.rule != "K-13"
    game = Game(kuba.Position.parse("5wr/7/7/7/7/7/b6 w0b0 w - t"), limit=2)
    game.play("05R")
    game.play("end")
    assert (game.ply, game.ending, game.to_act) == (1, None, "B")
    assert game.undo() == "end"
    assert (game.ply, game.legal_actions) == (1, ("06L", "06B", "end"))
    game.play(196)
    game.play("60R")
    assert (game.ply, game.ending) == (2, "K-13")


def test_rolls_and_choices_are_taken_back_one_by_one() -> None:
    """L-29, L-31."""
    game = Game(ludo.Position(["A", "C"]), limit=2)
    game.play("A6p")
    game.play(4)
    assert (game.history, game.ply, game.legal_actions) == (("A6p", "A4"), 1, ("p",))
    game.play(1)
    assert (game.history, game.ending) == (("A6p", "A4p"), "L-31")
    assert (game.result, game.returns, game.winner) == ((("A", "C"),), (0.5, 0.5), None)
    assert [game.undo() for _ in range(4)] == ["p", 4, "p", 6]
    assert game == Game(ludo.Position(["A", "C"]), limit=2)
    # A refused choice takes its roll back, too.
    for wrong, rule in (("A3p", "L-5"), ("C6p", "L-28"), ("p", "L-29"), ("C6", "L-28")):
        with pytest.raises(PlayError) as refused:
            game.play(wrong)
        assert (refused.value.rule, refused.value.value) == (rule, wrong)
        assert (game.history, game.is_chance) == ((), True)
    game.play("A6")
    with pytest.raises(PlayError):
        game.play("A5")
    assert game.history == ("A6",)


def test_unfinished_seats_share_the_places_left() -> None:
    """L-31."""
    game = Game(ludo.Position.parse("AE.E/B3.H/C5.H/D5.H B - A"), limit=1)
    assert game.winner == "A"
    game.play("B1p")
    assert game.result == (("A",), ("B", "C", "D"))
    assert game.returns == pytest.approx((1.0, 1 / 3, 1 / 3, 1 / 3))


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    for start in STARTS.values():
        game = Game(start)
        with pytest.raises(PlayError, match="nothing has been played") as refused:
            game.undo()
        assert refused.value.value is game
        assert refused.value.rule is None


@pytest.mark.parametrize(
    "start", [None, 5, "ww3bb", str(kuba.Position()), Record("kuba", ["W", "B"]), [], object()]
)
def test_a_game_begins_with_a_position(start: Any) -> None:
    with pytest.raises(ParlorError, match=r"give a parlor\.ludo\.Position or") as refused:
        Game(start)
    assert refused.value.value is start


@pytest.mark.parametrize("limit", [0, -1, 2**32, True, 1.0, "5", [5]])
def test_a_limit_is_an_integer_from_one(limit: Any) -> None:
    with pytest.raises(ParlorError, match="1 to 2") as refused:
        Game(kuba.Position(), limit=limit)
    assert refused.value.value is limit


@pytest.mark.parametrize("action", [None, 1.0, b"65F", True, -1, 197, 2**70, (6, 5, "F"), "65", ""])
def test_what_is_no_action_is_refused_as_a_position_refuses_it(action: Any) -> None:
    for start in (kuba.Position(), ludo.Position(["A", "C"]), ludo.Position(["A", "C"]).apply(6)):
        game = Game(start)
        with pytest.raises(ParlorError) as by_position:
            start.apply(action)
        with pytest.raises(ParlorError) as by_game:
            game.play(action)
        assert type(by_game.value) is type(by_position.value)
        assert str(by_game.value) == str(by_position.value)
        assert game == Game(start)


def test_records_take_what_games_take() -> None:
    record = Record("kuba", ["W", "B"])
    record.push(190)
    assert record.actions == ("65F",)
    record = Record("ludo", ["A", "C"])
    record.push(6)
    record.push(1)
    assert record.actions == ("A6p",)
    record.finish("resignation", winner="C")
    with pytest.raises(PlayError, match="resignation"):
        record.push("p")
    # Only its plies are the game's.
    game = Game.of(record)
    assert (game.ending, game.history) == (None, ("A6p",))
    game.play("A1p")
    with pytest.raises(RecordError, match="L-19"):
        Game.of(Record.scripted(["A", "B"], [("A", 6)]))
    with pytest.raises(RecordError):
        Game.of("hello")
    with pytest.raises(ParlorError):
        Game.of(game)  # type: ignore[arg-type]


def test_a_record_has_the_usual_start_or_its_own() -> None:
    usual = Game(ludo.Position(["C", "A", "B"])).record(names={"C": "Ann"}, date="2026-11-20")
    assert (usual.seats, usual.names, usual.date) == (("C", "A", "B"), {"C": "Ann"}, "2026-11-20")
    assert "start" not in usual.to_text()
    black = Game(kuba.Position(rules="tournament", to_move="B")).record()
    assert (black.seats, black.start) == (
        ("B", "W"),
        kuba.Position(rules="tournament", to_move="B"),
    )
    over = kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c").apply("05R")
    assert Game(over).record().ending == "K-9"
    wrong: Any
    for wrong in ({"names": {"D": "Ann"}}, {"names": 5}, {"date": "today"}):
        with pytest.raises(ParlorError):
            Game(ludo.Position(["A", "C"])).record(**wrong)


def test_games_compare_by_value_and_cannot_be_hashed() -> None:
    one, other = Game(kuba.Position()), Game(kuba.Position())
    assert one == other
    assert one != Game(kuba.Position(), limit=5)
    assert one != kuba.Position()
    one.play("65F")
    assert one != other
    # The same position by another way is another game.
    assert Game(kuba.Position().apply("65F")) != one
    with pytest.raises(TypeError):
        hash(one)
    assert weakref.ref(one)() is one
    with pytest.raises(AttributeError):
        one.limit = 7  # type: ignore[misc]


def test_a_damaged_pickle_is_refused() -> None:
    restore, (start, limit, history) = Game(kuba.Position(), 5).__reduce__()
    assert callable(restore)
    assert restore(start, limit, history) == Game(kuba.Position(), 5)
    wrong: Any
    for wrong in ([], None, ("65F", "65F"), (190,), (None,)):
        with pytest.raises(ParlorError):
            restore(start, limit, wrong)
    with pytest.raises(ParlorError):
        restore(str(start), limit, history)
    with pytest.raises(ParlorError):
        restore(start, 0, history)


def test_an_action_that_plays_while_it_is_read_meets_the_game_as_it_is() -> None:
    game = Game(ludo.Position(["A", "C"]))

    class Roll:
        def __index__(self) -> int:
            if not game.history:
                game.play("A6p")
                game.play("A1p")
            return 5

    game.play(Roll())
    assert game.history == ("A6p", "A1p", "C5")


def test_pictures_and_reprs() -> None:
    game = Game(kuba.Position())
    assert repr(game) == "<Game of kuba, 0 plies, under way>"
    game.play("65F")
    assert repr(game) == "<Game of kuba, 1 ply, under way>"
    assert game.to_svg() == game.position.to_svg()
    assert game._repr_svg_() == game.position._repr_svg_()
    with pytest.raises(ParlorError, match="no theme"):
        game.to_svg(theme="blue")  # type: ignore[arg-type]
    assert repr(Game[kuba.Position]) == "parlor.Game[parlor.kuba.Position]"


def test_positions_of_both_games_are_positions() -> None:
    for start in STARTS.values():
        assert isinstance(start, parlor.Position)
    assert not isinstance(Game(kuba.Position()), parlor.Position)
    assert not isinstance("ww3bb", parlor.Position)
