"""Records as tables: a round trip is whole, and whatever is wrong is named."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from parlor import (
    Game,
    ParlorError,
    Record,
    RecordError,
    kuba,
    ludo,
    record_table,
    records_of,
)

np = pytest.importorskip("numpy")

EXAMPLES = Path(__file__).resolve().parents[2] / "docs/examples"
#: The rows of one game, as a dict of arrays.
Table = dict[str, Any]

seeds = st.integers(0, 2**32)
#: Anything that UTF-8 can say.
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def played(
    position: ludo.Position | kuba.Position, seed: int, plies: int = 1_000, **header: Any
) -> Record:
    """The record of a random game of up to so many actions and rolls."""
    draw, game = random.Random(seed), Game(position, limit=300)
    while not game.is_over and len(game.history) < plies:
        game.play(draw.randint(1, 6) if game.is_chance else draw.choice(game.legal_indices))
    return game.record(**header)


LATE = ["A40.48/C50.44 A - -", "A40.48/C50.44 C 3b -", "A30.H/B56.E/D1.H D - -"]


@st.composite
def ludo_records(draw: st.DrawFn) -> Record:
    seats = draw(st.permutations("ABCD"))[: draw(st.integers(2, 4))]
    start = ludo.Position(list(seats))
    kind = draw(st.sampled_from(["usual", "rolled", "late"]))
    if kind == "rolled":
        start = start.apply(draw(st.integers(1, 6)))
    if kind == "late":
        start = ludo.Position.parse(draw(st.sampled_from(LATE)))
    return played(start, draw(seeds), draw(st.integers(0, 60)), **draw(headers(start.seats)))


@st.composite
def kuba_records(draw: st.DrawFn) -> Record:
    start = kuba.Position(rules=draw(st.sampled_from(kuba.RULES)))
    if draw(st.booleans()):
        earlier = played(start, draw(seeds), draw(st.integers(1, 40)))
        later = earlier.position(len(earlier))
        assert isinstance(later, kuba.Position)
        start = start if later.is_over else later
    return played(start, draw(seeds), draw(st.integers(0, 60)), **draw(headers(("W", "B"))))


def headers(seats: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "names": st.dictionaries(st.sampled_from(seats), words),
            "date": st.just("2026-11-20T18:30:00+01:00"),
        },
    )


@st.composite
def noted(draw: st.DrawFn, records: st.SearchStrategy[Record]) -> Record:
    """A record with comments, clocks, fields of its own and perhaps an end by agreement."""
    record = draw(records)
    whole = json.loads(record.to_json())
    del whole["checksum"]
    for place, action in enumerate(whole["actions"]):
        notes = draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "comment": words,
                    "clock_ms": st.integers(0, 2**53 - 1),
                    "eval": st.sampled_from([0.25, {"a": [None, True]}, "}", None]),
                    'a "quoted" key': words,
                },
            )
        )
        if notes:
            whole["actions"][place] = {"action": action, **notes}
    if draw(st.booleans()):
        whole["event"] = draw(words)
    if "ending" not in whole and len(whole["seats"]) == 2:
        ending = draw(st.sampled_from([None, "agreement", "abandoned", "resignation"]))
        letters = [seat["seat"] for seat in whole["seats"]]
        places = {"agreement": [letters], "resignation": [[seat] for seat in letters]}
        whole.update({"ending": ending} if ending else {})
        whole.update({"result": places[ending]} if ending in places else {})
    return Record.read(json.dumps(whole))


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(
        st.lists(noted(ludo_records()), min_size=1, max_size=4),
        st.lists(noted(kuba_records()), min_size=1, max_size=4),
    )
)
def test_a_round_trip_gives_equal_records(records: list[Record]) -> None:
    table = record_table(records)
    assert len({len(column) for column in table.values()}) == 1
    with_rows = [record for record in records if len(record)]
    back = records_of(table)
    assert back == with_rows
    assert [one.to_text() for one in back] == [one.to_text() for one in with_rows]
    # Texts are read as records are.
    again = record_table([record.to_text() for record in records])
    assert list(again) == list(table)
    assert all(np.array_equal(again[name], table[name]) for name in table)
    # A selection of whole games is a table, whatever their numbers.
    if records and len(records[-1]):
        last = table["game"] == len(records) - 1
        assert records_of({name: column[last] for name, column in table.items()}) == records[-1:]
    # What follows from the rules may be left out.
    kept = ("game", "ply", "seat", "roll", "action", "header", "clock", "comment", "notes")
    assert records_of({name: table[name] for name in kept if name in table}) == with_rows


@settings(max_examples=30, deadline=None)
@given(seeds, st.sampled_from(kuba.RULES))
def test_rows_of_kuba_say_what_the_positions_say(seed: int, rules: str) -> None:
    record = played(kuba.Position(rules=rules), seed, names={"W": "Ann"})
    table = record_table([record])
    for row, (position, action) in enumerate(record):
        assert isinstance(position, kuba.Position)
        assert kuba.ACTIONS[table["action"][row]] == action
        assert "WB"[table["side"][row]] == position.to_move
        assert table["player"][row] == ("Ann" if position.to_move == "W" else "")
        assert tuple(table["captured"][row]) == tuple(position.captured.values())
        result = {1: position.to_move, 0: None}.get(int(table["result"][row]), "other")
        assert record.result is not None
        first = record.result[0]
        won = first[0] if len(first) == 1 else None
        assert result == (won if won in (position.to_move, None) else "other")
    assert set(table["ending"]) == {record.ending}


@settings(max_examples=30, deadline=None)
@given(seeds, st.permutations("ABCD").map(lambda all: list(all[:3])))
def test_rows_of_ludo_say_what_the_positions_say(seed: int, seats: list[str]) -> None:
    record = played(ludo.Position(seats), seed, names={seats[1]: "Ann"})
    table = record_table([record])
    for row, (position, action) in enumerate(record):
        assert isinstance(position, ludo.Position)
        seat = record.seats[table["seat"][row]]
        choice = "" if table["action"][row] == 255 else ludo.ACTIONS[table["action"][row]]
        assert f"{seat}{table['roll'][row]}{choice}" == action
        assert table["bonus"][row] == position.is_bonus
        assert table["player"][row] == ("Ann" if seat == seats[1] else "")
        steps = [list(position.tokens[one]) for one in record.seats]
        assert table["tokens"][row].tolist() == steps


def test_the_columns_are_those_of_self_play() -> None:
    for game, rows in (
        (ludo.Position(["A", "C"]), ludo.self_play(2, seed=1)),
        (kuba.Position(), kuba.self_play(2, seed=1)),
    ):
        of_bots = ("score", "ended_by")
        bulk = {name: column for name, column in next(rows).items() if name not in of_bots}
        table = record_table([played(game, 1)])
        assert list(table)[: len(bulk)] == list(bulk)
        for name, column in bulk.items():
            assert table[name].dtype == column.dtype
            assert table[name].shape[1:] == column.shape[1:]
        assert {name: str(table[name].dtype) for name in list(table)[len(bulk) :]} == {
            "clock": "int64",
            "comment": "object",
            "notes": "object",
            "player": "object",
            "ending": "object",
            "header": "object",
        }


def test_the_first_to_play_may_be_black_or_any_seat() -> None:
    black = Record("kuba", ["B", "W"], names={"B": "Bob"})
    black.push("05B")
    table = record_table([black, Record("kuba", ["W", "B"], names={"W": "Ann"})])
    assert (table["side"].tolist(), table["player"].tolist()) == ([1], ["Bob"])
    assert records_of(table) == [black]


def test_dice_logs_and_examples_come_back() -> None:
    for name in ("dice.record", "dice-v2.record", "game.record", "ludo.record"):
        record = Record.read((EXAMPLES / name).read_text(encoding="utf-8"))
        assert records_of(record_table([record])) == [record]


LUDO = Record.read("parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p C1- A6p A3")
KUBA = Record.read("parlor-record 1\ngame: kuba\nseats: W, B\n\n65F 05B {good} 66L")


def refused(call: Any, error: type[ParlorError] = RecordError) -> Any:
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error, caught.value
    return caught.value


def test_records_that_make_no_table_are_named() -> None:
    scripted = Record.scripted(["A", "B"], [("A", 6)])
    error = refused(lambda: record_table([LUDO, KUBA]))
    assert (error.index, error.value) == (1, KUBA)
    assert (
        str(error) == "record 1 is a game of kuba, record 0 one of ludo; make a table of each game"
    )
    assert "L-19" in str(refused(lambda: record_table([LUDO, scripted])))
    assert "L-19" in str(refused(lambda: record_table([scripted])))
    assert refused(lambda: record_table([KUBA, scripted])).index == 1
    assert "no records" in str(refused(lambda: record_table([])))
    bad = KUBA.to_text().replace("66L", "65B")
    error = refused(lambda: record_table([KUBA, bad]))
    assert (error.index, error.ply, error.rule) == (1, 3, "K-3")
    assert str(error).startswith("record 1: line ")
    no_lists: list[Any] = [None, 3, "a text", KUBA, b"bytes"]
    for wrong in no_lists:
        refused(lambda: record_table(wrong), ParlorError)  # noqa: B023
    no_records: list[Any] = [None, 3, {}]
    for wrong in no_records:
        refused(lambda: record_table([LUDO, wrong]), ParlorError)  # noqa: B023


def test_a_game_has_as_many_plies_as_its_column_can_number() -> None:
    head = "parlor-record 1\ngame: ludo\nseats: A, C\n\n"
    most = Record.read(head + "A1- C1- " * 2**15)
    table = record_table([LUDO, most])
    assert int(table["ply"].max()) == 2**16 - 1
    assert records_of(table) == [LUDO, most]
    more = Record.read(head + "A1- C1- " * 2**15 + "A1-")
    error = refused(lambda: record_table([LUDO, more]))
    assert error.index == 1
    assert str(error) == "record 1 has 65537 plies; a table takes games of up to 65536"


def test_a_generator_of_records_is_a_list_of_them() -> None:
    assert records_of(record_table(record for record in [LUDO, LUDO])) == [LUDO, LUDO]


@pytest.mark.parametrize("record", [LUDO, KUBA], ids=["ludo", "kuba"])
def test_one_changed_value_of_any_column_is_found(record: Record) -> None:
    table = record_table([record, record])
    for name in table:
        changed = {other: column.copy() for other, column in table.items()}
        row = 3
        flat = changed[name].reshape(len(table["ply"]), -1)
        if flat.dtype == object:
            flat[row, 0] = flat[row, 0] + " " if flat[row, 0] else "x"
        elif flat.dtype == bool:
            flat[row, 0] ^= True
        else:
            flat[row, 0] += 1
        if name in ("comment", "clock"):
            # They are what they say; only what they contradict could show it.
            assert records_of(changed) != [record, record]
            continue
        error = refused(lambda: records_of(changed))  # noqa: B023
        assert isinstance(error.index, int), error
        assert f"row {error.index}" in str(error) or "game " in str(error), error
        assert error.line is error.column is None


def edited(record: Record, **columns: Any) -> Table:
    table = record_table([record])
    for name, values in columns.items():
        table[name] = np.asarray(values)
    return table


def test_rows_in_the_wrong_order_are_named() -> None:
    table = record_table([KUBA, KUBA, KUBA])
    turned = {name: column[::-1] for name, column in table.items()}
    assert refused(lambda: records_of(turned)).index == 0
    less = {name: column[[0, 2]] for name, column in record_table([KUBA]).items()}
    error = refused(lambda: records_of(less))
    assert (error.index, error.value) == (1, 2)
    assert "where ply 1 of game 0 is due" in str(error)
    apart = {name: column[[0, 1, 2, 3, 4, 5, 0, 1, 2]] for name, column in table.items()}
    error = refused(lambda: records_of(apart))
    assert (error.index, error.value) == (6, 0)
    assert "has begun before" in str(error)


def test_values_that_are_no_actions_are_named() -> None:
    wrong: list[tuple[Table, int, str]] = [
        (edited(LUDO, roll=[6, 4, 7, 6, 3]), 2, "roll is 7; it is 1 to 6"),
        (edited(LUDO, action=[1, 4, 0, 1, 255]), 1, "action is 4; it is 0 to 3, or 255"),
        (edited(LUDO, action=[1, 255, 0, 1, 255]), 1, "action is 255"),
        (edited(LUDO, seat=[0, 0, 2, 0, 0]), 2, "seat is 2; it is 0 to 1"),
        (edited(KUBA, action=[190, 197, 184]), 1, "action is 197; it is 0 to 196"),
        (edited(KUBA, action=[190, -1, 184]), 1, "action is -1; it is 0 to 196"),
    ]
    for table, row, said in wrong:
        error = refused(lambda: records_of(table))  # noqa: B023
        assert error.index == row
        assert said in str(error)
    # What the rules refuse has its rule.
    error = refused(lambda: records_of(edited(KUBA, action=[190, 22, 189])))
    assert (error.index, error.ply, error.rule) == (1, 2, "K-3")
    error = refused(lambda: records_of(edited(LUDO, action=[1, 1, 1, 1, 255])))
    assert (error.index, error.ply, error.rule) == (2, 3, "L-5")
    assert str(error).startswith("game 0: ply 3: ")
    assert error.value == "C1p"


def test_headers_and_notes_that_are_none_are_named() -> None:
    header = record_table([KUBA])["header"][0]
    for wrong in ("", "{", "[]", "3", "null", header[:-1], "[" * 100_000):
        error = refused(lambda: records_of(edited(KUBA, header=[wrong] * 3)))  # noqa: B023
        assert error.index == 0
    members: list[dict[str, Any]] = [
        {"game": "chess"},
        {"game": None},
        {"rules": "x"},
        {"seats": 3},
    ]
    for member in members:
        changed = json.dumps({**json.loads(header), **member})
        assert refused(lambda: records_of(edited(KUBA, header=[changed] * 3))).index == 0  # noqa: B023
    for wrong in ("x", "[]", '{"a":1', '{"action":"65F"}', '{"a":1,"a":2}', '{}]},"x":[{}'):
        table = edited(KUBA, notes=["", "", wrong])
        assert refused(lambda: records_of(table)).index is not None  # noqa: B023
    ludo_header = record_table([LUDO])["header"][0]
    no_seats: list[Any] = [3, None, [{}], [3]]
    for value in no_seats:
        changed = json.dumps({**json.loads(ludo_header), "seats": value})
        assert refused(lambda: records_of(edited(LUDO, header=[changed] * 5))).index == 0  # noqa: B023
    both = {name: [*record_table([KUBA])[name]] for name in ("game", "ply", "action", "header")}
    for name, last in {"game": 1, "ply": 0, "action": 1, "header": ludo_header}.items():
        both[name].append(last)
    error = refused(lambda: records_of({name: np.array(both[name]) for name in both}))
    assert (error.index, error.value) == (3, "ludo")


def test_columns_of_wrong_types_are_refused() -> None:
    for name, values in {
        "action": [190.0, 22.0, 184.0],
        "ply": ["0", "1", "2"],
        "game": [0, 0],
        "clock": [None, 1, 2],
        "header": [[1, 2], [3, 4], [5, 6]],
        "comment": ["x"],
        "white": [1, 2],
        "captured": [0, 0, 0],
    }.items():
        error = refused(lambda: records_of(edited(KUBA, **{name: values})), ParlorError)  # noqa: B023
        assert repr(name) in str(error)
    error = refused(lambda: records_of(edited(KUBA, comment=np.array(["x", 3, "y"], dtype=object))))
    assert (error.index, error.value) == (1, 3)
    table = record_table([KUBA])
    del table["ply"]
    assert "has no column 'ply'" in str(refused(lambda: records_of(table), ParlorError))
    no_tables: list[Any] = [None, 3, [table], "table"]
    for wrong in no_tables:
        refused(lambda: records_of(wrong), ParlorError)  # noqa: B023


def test_headers_and_notes_may_be_changed() -> None:
    table = record_table([KUBA])
    header = json.loads(table["header"][0])
    header["date"] = "2026-11-20"
    table["header"][:] = json.dumps(header, indent=1)
    table["notes"][:] = ["{}", " { } ", ' { "eval" : 0.5 } ']
    (record,) = records_of(table)
    assert (record.date, record.actions, record.comments) == (
        "2026-11-20",
        KUBA.actions,
        KUBA.comments,
    )
    assert "[eval 0.5]" in record.to_text()
    header["seats"][0]["name"] = "Ann"
    table["header"][:] = json.dumps(header)
    error = refused(lambda: records_of(table))
    assert (error.index, error.value) == (0, "")
    assert "player is '', but the game has 'Ann'" in str(error)
    del table["player"]
    assert records_of(table)[0].names == {"W": "Ann"}


@pytest.mark.filterwarnings("error")
def test_columns_of_any_type_are_compared_or_refused() -> None:
    rows = len(LUDO)
    strange: list[Any] = [
        np.full(rows, "x"),
        np.full(rows, np.nan),
        np.full(rows, None),
        np.full(rows, 1j),
        np.zeros(rows, dtype="M8[s]"),
        np.zeros(rows, dtype=[("a", "i4")]),
        np.zeros((rows, 3)),
        np.zeros(()),
        np.array([[1], [2, 3], 4, 5, 6], dtype=object),
        [object()] * rows,
        [[1], [2, 3], 4, 5, 6],
        None,
        "text",
        {},
    ]
    for name in record_table([LUDO]):
        for column in strange:
            table = {**record_table([LUDO]), name: column}
            # None is no text, and a comment is any.
            is_none = column is strange[2] and name in ("comment", "notes", "player", "ending")
            if is_none or (column is strange[0] and name == "comment"):
                assert len(records_of(table)) == 1
                continue
            with pytest.raises(ParlorError):
                records_of(table)


def test_an_ending_that_the_plies_do_not_reach_is_refused() -> None:
    record = played(kuba.Position(), 5)
    table = record_table([record])
    cut = {name: column[:-1] for name, column in table.items()}
    assert records_of(table) == [record]
    refused(lambda: records_of(cut))


def test_a_table_without_rows_has_no_records() -> None:
    table = record_table([Record("ludo", ["A", "C"]), Record("ludo", ["A", "C", "D"])])
    assert table["tokens"].shape == (0, 3, 2)
    assert records_of(table) == []


def test_tables_need_numpy_and_the_package_does_not() -> None:
    program = (
        "import sys, parlor; assert 'numpy' not in sys.modules and 'pyarrow' not in sys.modules\n"
        "sys.modules['numpy'] = None\n"
        "for call in (parlor.record_table, parlor.records_of, parlor.analysis_table):\n"
        "    try: call([])\n"
        '    except ImportError as error: assert "a table needs NumPy" in str(error), error\n'
        "    else: raise AssertionError(call)\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)
