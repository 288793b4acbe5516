"""The symmetries of Kuba commute with everything that the rules say."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from parlor import NotationError, ParlorError, kuba

CELLS = [(row, column) for row in range(7) for column in range(7)]


def turned(cell: tuple[int, int], symmetry: int) -> tuple[int, int]:
    """Where a cell goes, by the words of the docstring."""
    row, column = cell
    if symmetry & 1:
        column = 6 - column
    if symmetry & 2:
        row = 6 - row
    if symmetry & 4:
        row, column = column, row
    return row, column


def image(position: kuba.Position, symmetry: int) -> kuba.Position:
    """A position turned by its line alone."""
    board = [["." for _ in range(7)] for _ in range(7)]
    swap = str.maketrans("WB", "BW") if symmetry & 8 else {}
    for cell in CELLS:
        row, column = turned(cell, symmetry)
        board[row][column] = position.board[cell[0]][cell[1]].translate(swap)
    rows = []
    for cells in board:
        text, empty = "", 0
        for cell_text in [*cells, ""]:
            if cell_text == ".":
                empty += 1
                continue
            text += (str(empty) if empty else "") + cell_text.lower()
            empty = 0
        rows.append(text)
    _, _, to_move, ko, rules = str(position).split()
    white, black = position.captured["W"], position.captured["B"]
    if symmetry & 8:
        white, black = black, white
        to_move = to_move.translate(str.maketrans("wb", "bw"))
    if ko != "-":
        ko = kuba.transform(ko, symmetry)
    line = f"{'/'.join(rows)} w{white}b{black} {to_move} {ko} {rules}"
    return kuba.Position.parse(line)


@pytest.mark.parametrize("rules", kuba.RULES)
@pytest.mark.parametrize("symmetry", range(16))
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), begins=st.sampled_from("WB"))
def test_all_sixteen_commute_with_play(rules: str, symmetry: int, seed: int, begins: str) -> None:
    """K-1 to K-12."""
    draw = random.Random(seed)
    position = kuba.Position(rules=rules, to_move=begins)
    mirrored = kuba.transform(position, symmetry)
    for _ in range(60):
        assert mirrored == image(position, symmetry)
        legal = {kuba.transform(action, symmetry) for action in position.legal_actions}
        assert set(mirrored.legal_actions) == legal
        assert mirrored.is_over == position.is_over
        assert mirrored.won_by == position.won_by
        assert mirrored.may_push_again == position.may_push_again
        if position.returns is not None:
            assert mirrored.returns == position.returns[:: -1 if symmetry & 8 else 1]
            break
        number = draw.choice(position.legal_indices)
        position = position.apply(number)
        mirrored = mirrored.apply(kuba.transform(number, symmetry))
    assert any(kuba.transform(mirrored, back) == position for back in range(16))


def test_the_numbers_say_what_they_do() -> None:
    middle = {"L": (3, 2), "R": (3, 4), "F": (2, 3), "B": (4, 3)}
    for symmetry in range(16):
        numbers = kuba.SYMMETRIES[symmetry]
        assert sorted(numbers) == list(range(197))
        assert kuba.transform("end", symmetry) == "end"
        for number, action in enumerate(kuba.ACTIONS):
            mirrored = kuba.transform(action, symmetry)
            assert kuba.transform(number, symmetry) == numbers[number]
            assert kuba.ACTIONS[numbers[number]] is mirrored
            if action != "end":
                cell = turned((int(action[0]), int(action[1])), symmetry)
                assert (int(mirrored[0]), int(mirrored[1])) == cell
                assert middle[mirrored[2]] == turned(middle[action[2]], symmetry)
    assert len(set(kuba.SYMMETRIES)) == 8
    # They are a group: two after one another are one of them.
    for one in kuba.SYMMETRIES:
        for other in kuba.SYMMETRIES:
            assert tuple(other[number] for number in one) in kuba.SYMMETRIES


def test_the_start_of_a_game_is_like_itself_in_four_ways() -> None:
    for rules in kuba.RULES:
        start, black = kuba.Position(rules=rules), kuba.Position(rules=rules, to_move="B")
        images = [kuba.transform(start, symmetry) for symmetry in range(16)]
        assert [number for number, it in enumerate(images) if it == start] == [0, 3, 4, 7]
        assert [number for number, it in enumerate(images) if it == black] == [9, 10, 13, 14]


@pytest.mark.parametrize("symmetry", [-1, 16, 2**70, True, 1.0, None, "1"])
def test_there_are_symmetries_0_to_15(symmetry: Any) -> None:
    for value in (kuba.Position(), "65F", 190):
        with pytest.raises(ParlorError, match="0 to 15") as refused:
            kuba.transform(value, symmetry)
        assert refused.value.value is symmetry


@pytest.mark.parametrize("value", [None, 1.5, True, b"65F", (6, 5), -1, 197, 2**70])
def test_only_positions_and_actions_are_turned(value: Any) -> None:
    with pytest.raises(ParlorError) as refused:
        kuba.transform(value, 1)
    assert refused.value.value is value
    with pytest.raises(NotationError):
        kuba.transform(str(kuba.Position()), 1)


def test_observations_turn_with_their_positions() -> None:
    """What docs/formats/arrays.md says of the planes."""
    np = pytest.importorskip("numpy")
    directions = np.array(kuba.SYMMETRIES)[:, 96:100] - 96
    for rules in kuba.RULES:
        batch = kuba.Batch(64, rules=rules, seed=3)
        for _ in range(30):
            batch.step(batch.sample())
        positions = batch.positions()
        batch = kuba.Batch.of(positions)
        for symmetry in range(16):
            mirrored = kuba.Batch.of([kuba.transform(it, symmetry) for it in positions])
            seen = batch.observation
            if symmetry & 1:
                seen = seen[:, :, :, ::-1]
            if symmetry & 2:
                seen = seen[:, :, ::-1]
            if symmetry & 4:
                seen = seen.swapaxes(2, 3)
            seen = seen.copy()
            seen[:, 3 + directions[symmetry]] = seen[:, 3:7].copy()
            if symmetry & 8:
                seen[:, 16] = 1 - seen[:, 16]
            assert np.array_equal(seen, mirrored.observation)
            mask = np.zeros_like(batch.action_mask)
            mask[:, kuba.SYMMETRIES[symmetry]] = batch.action_mask
            assert np.array_equal(mask, mirrored.action_mask)
