"""Kuba's endgames: probed, prepared, and used by the engine. The values are proved in Rust."""

from __future__ import annotations

import pickle
from typing import Any

import parlor
import pytest
from parlor import kuba

ONE_PUSH = "7/7/7/5wr/7/7/b6 w6b6 w - c"


def test_a_probe_has_the_value_and_every_push() -> None:
    probe = kuba.probe(ONE_PUSH)
    position = kuba.Position.parse(ONE_PUSH)
    assert (probe.value, probe.pushes, probe.best) == ("win", 1, ("35R",))
    assert {one.push for one in probe.ranked} == set(position.legal_moves)
    assert all(one.position == position.apply(one.push) for one in probe.ranked)
    assert kuba.probe(position) == probe


def worth(value: str, pushes: int | None) -> tuple[int, int]:
    sign = {"win": 1, "endless": 0, "loss": -1}[value]
    return sign, -sign * (pushes or 0)


@pytest.mark.parametrize(
    "line",
    [
        ONE_PUSH,
        "7/2w4/7/3r3/7/5b1/7 w6b6 b - c",
        "w6/7/7/3r3/3r3/7/6b w6b5 w - c",
        "7/1b5/3w3/7/4w2/7/r6 w6b6 b - c",
        "7/7/1b1w3/7/3b3/6r/7 w6b6 w - c",
    ],
)
def test_k_8_to_k_10_each_value_is_that_of_the_best_push(line: str) -> None:
    seen = {line}
    waiting = [line]
    while waiting and len(seen) < 300:
        probe = kuba.probe(waiting.pop())
        if not probe.ranked:
            continue
        assert [worth(one.value, one.pushes) for one in probe.ranked] == sorted(
            (worth(one.value, one.pushes) for one in probe.ranked), reverse=True
        )
        assert (probe.ranked[0].value, probe.ranked[0].pushes) == (probe.value, probe.pushes)
        for one in probe.ranked:
            after = kuba.probe(one.position)
            opposite = {"win": "loss", "loss": "win", "endless": "endless"}[after.value]
            pushes = None if after.pushes is None else after.pushes + 1
            assert (one.value, one.pushes) == (opposite, pushes)
            if str(one.position) not in seen:
                seen.add(str(one.position))
                waiting.append(str(one.position))


def test_k_8_a_game_that_is_over_is_lost_without_a_push() -> None:
    after = kuba.Position.parse(ONE_PUSH).apply("35R")
    probe = kuba.probe(after)
    assert (probe.value, probe.pushes, probe.ranked, probe.best) == ("loss", 0, (), ())


@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        ("7/7/7/5wr/7/7/b6 w6b6 w - t", "K-11", "the tournament rules"),
        ("7/7/7/5wr/7/7/b6 w0b0 w - c", "K-1", "1 red on the board, 0 captured by White"),
        ("7/7/7/w1w1wwr/7/b6/b6 w6b6 w - c", None, "has 7 marbles on the board"),
        (str(kuba.Position()), None, "has 29 marbles on the board"),
    ],
)
def test_a_position_in_no_table_is_refused(line: str, rule: str | None, words: str) -> None:
    with pytest.raises(parlor.UnsolvedError, match=words) as caught:
        kuba.probe(line)
    assert (caught.value.rule, caught.value.value) == (rule, line)


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(parlor.NotationError):
        kuba.probe("7/7")
    bad: Any = 7
    with pytest.raises(
        parlor.ParlorError, match=r"7 is no position; give a kuba\.Position or its line"
    ):
        kuba.probe(bad)


@pytest.mark.parametrize("marbles", [2, 7, -1, 10**30, "5", 4.0, None])
def test_a_number_of_marbles_that_no_tables_have_is_refused(marbles: Any) -> None:
    with pytest.raises(parlor.ParlorError, match=r"marbles is .* must be an integer from 3 to"):
        kuba.prepare(marbles)


def test_small_tables_are_in_the_package() -> None:
    assert [kuba.prepare(marbles) for marbles in (3, 4)] == ["present", "present"]


@pytest.mark.parametrize("progress", [3, "print", [print]])
def test_progress_that_cannot_be_called_is_refused(progress: Any) -> None:
    with pytest.raises(parlor.ParlorError, match=r"progress is .* must be None or a function"):
        kuba.prepare(5, progress=progress)


def test_an_engine_asks_the_tables_that_it_is_told_to() -> None:
    line = "w1r4/7/7/7/7/b1b4/7 w6b6 w - c"
    probe = kuba.probe(line)
    assert (probe.value, probe.pushes) == ("win", 11)
    exact = kuba.Engine().search(line, nodes=100)
    assert (exact.best in probe.best, exact.lines[0].win) == (True, probe.pushes)
    assert len(exact.lines[0].actions) == probe.pushes
    searched = kuba.Engine(tables=False)
    assert repr(searched) == "Engine(hash=16, tables=False)"
    assert searched.search(line, nodes=2).nodes <= 2
    again = pickle.loads(pickle.dumps(searched))
    assert repr(again) == repr(searched)
    assert again.search(line, depth=3) == searched.search(line, depth=3)


@pytest.mark.parametrize("tables", ["true", None, 1, 0, "Embedded", b"embedded"])
def test_other_tables_are_refused(tables: Any) -> None:
    with pytest.raises(parlor.ParlorError, match=r"tables is .* must be False"):
        kuba.Engine(tables=tables)
