"""Actions by text and by number, and what positions of both games have in common."""

from __future__ import annotations

import copy
import heapq
import pickle
import random
import typing
from typing import Any

import pytest
from parlor import NotationError, ParlorError, PlayError, Record, RecordError, SeatError, kuba, ludo

STARTS: dict[str, Any] = {
    "ludo": ludo.Position(["A", "B", "C", "D"]),
    "two": ludo.Position(["C", "A"]),
    "classroom": kuba.Position(),
    "tournament": kuba.Position(rules="tournament", to_move="B"),
}


def actions_of(position: Any) -> tuple[str, ...]:
    return ludo.ACTIONS if isinstance(position, ludo.Position) else kuba.ACTIONS


def test_the_numbers_are_those_of_the_documents() -> None:
    assert ludo.ACTIONS == ("-", "p", "q", "pq")
    cells = [(row, column) for row in range(7) for column in range(7)]
    pushes = [f"{row}{column}{direction}" for row, column in cells for direction in "LRFB"]
    assert (*pushes, "end") == kuba.ACTIONS
    for name, count in (("ludo", 4), ("tournament", 197)):
        start = STARTS[name]
        assert len(start.legal_mask) == count
        for number, text in enumerate(actions_of(start)):
            assert start.index(text) == start.index(number) == number
            assert start.action(number) is text


@pytest.mark.parametrize("name", STARTS)
def test_one_program_plays_both_games_by_texts_and_by_numbers(name: str) -> None:
    draw = random.Random(7)
    position: Any = STARTS[name]
    ply = 0
    while not position.is_over and ply < 3_000:
        ply += 1
        assert position.returns is None
        assert position.to_act is not None
        if position.is_chance:
            assert position.legal_actions == position.legal_indices == ()
            assert not any(position.legal_mask)
            rolls, chances = zip(*position.chance_outcomes)
            assert sum(chances) == pytest.approx(1)
            position = position.apply(draw.choice(rolls))
            continue
        legal = position.legal_actions
        texts = actions_of(position)
        assert tuple(texts[number] for number in position.legal_indices) == legal
        mask = bytes(text in legal for text in texts)
        assert position.legal_mask == mask
        number = draw.choice(position.legal_indices)
        after = position.apply(number)
        assert after == position.apply(texts[number])
        assert position.events(number) == position.events(texts[number])
        for wrong in draw.sample([n for n, is_legal in enumerate(mask) if not is_legal], 2):
            with pytest.raises(PlayError):
                position.apply(wrong)
        position = after
    if position.is_over:
        assert position.to_act is None
        assert position.legal_actions == ()
        assert sum(position.returns) == pytest.approx(len(position.returns) / 2)
        assert max(position.returns) == 1.0
        assert min(position.returns) == 0.0


def test_returns_go_by_places() -> None:
    over = ludo.Position.parse("A56.E/B3.H/CE.E A 1 C").apply("p")
    assert over.finished == ("C", "A", "B")
    assert over.returns == (0.5, 0.0, 1.0)


@pytest.mark.parametrize("value", [-1, 4, 197, 2**70, True, 1.0, None, b"p"])
def test_what_is_no_number_is_refused_with_the_numbers_there_are(value: Any) -> None:
    choosing = ludo.Position(["A", "C"]).apply(6)
    with pytest.raises(ParlorError):
        ludo.Position.action(value)
    with pytest.raises(ParlorError):
        ludo.Position.index(value)
    with pytest.raises(ParlorError):
        choosing.apply(value)
    if value != 4:
        with pytest.raises(ParlorError):
            kuba.Position().apply(value)
    with pytest.raises(ParlorError, match="0 to 196"):
        kuba.Position.action(197)
    with pytest.raises(NotationError):
        kuba.Position.index("pq")
    with pytest.raises(NotationError):
        ludo.Position.index("A6p")


def test_a_roll_is_no_number_of_a_choice() -> None:
    start = ludo.Position(["A", "C"])
    assert start.apply(6).roll == 6
    assert start.apply(6).apply(1) == start.apply("A6p")
    with pytest.raises(PlayError):
        start.apply(0)


def test_a_record_is_iterated_by_position_and_action() -> None:
    record = Record("ludo", ["A", "C"])
    for action in ("A6p", "A4p", "C3-"):
        record.push(action)
    pairs = list(record)
    assert [action for _, action in pairs] == list(record.actions)
    assert [position for position, _ in pairs] == [record.position(ply) for ply in range(3)]
    for position, _ in record:
        assert position.apply is not None
        if len(record) < 4:
            record.push("A2p")
    assert len(record) == 4
    with pytest.raises(RecordError, match="L-19"):
        iter(Record.scripted(["A", "B"], [("A", 6)]))


def test_the_value_of_a_seat_goes_on_to_the_end() -> None:
    position = ludo.Position.parse("A51.E/C20.3 A 3 -")
    for choice in position.legal_actions:
        after = position.apply(choice)
        assert ludo.value(after, "A") == pytest.approx(1 - ludo.value(after, "C"))
    over = ludo.Position.parse("A56.E/C56.E A 1 -").apply("p")
    assert (ludo.value(over), ludo.value(over, "A"), ludo.value(over, "C")) == (1.0, 1.0, 0.0)
    third = ludo.Position.parse("AE.E/B56.E/C3.H B 1 A")
    assert ludo.value(third.apply("p"), "C") == 0.0
    with pytest.raises(SeatError, match="B or C"):
        ludo.value(third, "A")
    with pytest.raises(SeatError):
        ludo.value(third, "E")


def test_engines_can_be_sent_to_other_processes() -> None:
    engine = kuba.Engine(hash=4)
    for other in (pickle.loads(pickle.dumps(engine)), copy.copy(engine), copy.deepcopy(engine)):
        assert repr(other) == "Engine(hash=4)"
        assert other.search(kuba.Position(), nodes=500) == engine.search(kuba.Position(), nodes=500)


def test_positions_have_an_order_and_weak_references() -> None:
    import weakref

    positions: list[Any] = [kuba.Position(to_move="B"), kuba.Position()]
    assert sorted(positions) == sorted(positions, key=str)
    heap = [(0.5, position) for position in positions]
    heapq.heapify(heap)
    start = ludo.Position(["A", "C"])
    assert start < ludo.Position(["B", "C"])
    assert weakref.ref(start)() is start
    with pytest.raises(TypeError):
        assert start < positions[0]


def test_type_hints_can_be_read() -> None:
    for function in (ludo.value, ludo.best_move, ludo.analyze, kuba.Engine.search, kuba.analyze):
        try:
            hints = typing.get_type_hints(function)
        except TypeError:
            # Before Python 3.10 a union cannot be evaluated.
            continue
        assert "return" in hints
