"""Analyses as tables: they have the rows of their records, and what is damaged is named."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from parlor import Game, ParlorError, Record, analysis_table, kuba, ludo, record_table

np = pytest.importorskip("numpy")

LUDO = Record.read("parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p C1- A6q A2")
KUBA = Record.read("parlor-record 1\ngame: kuba\nseats: W, B\n\n65F 05B 66L")


def played(position: ludo.Position | kuba.Position, seed: int, plies: int) -> Record:
    """The record of a random game of up to so many actions and rolls."""
    draw, game = random.Random(seed), Game(position)
    while not game.is_over and len(game.history) < plies:
        game.play(draw.randint(1, 6) if game.is_chance else draw.choice(game.legal_indices))
    return game.record()


#: As they come from a file.
LUDO_ANALYSIS: dict[str, Any] = json.loads(json.dumps(ludo.analyze(LUDO)))
KUBA_ANALYSIS: dict[str, Any] = json.loads(json.dumps(kuba.analyze(KUBA, nodes=200)))


def test_analyses_join_the_tables_of_their_records() -> None:
    records = [LUDO, played(ludo.Position(["B", "D"]), 3, 20)]
    analyses = [ludo.analyze(record) for record in records]
    table, rows = analysis_table(analyses), record_table(records)
    for name in ("game", "ply", "seat", "action"):
        assert table[name].dtype == rows[name].dtype
        assert np.array_equal(table[name], rows[name]), name
    plies = [ply for analysis in analyses for ply in analysis["plies"]]
    for row, ply in enumerate(plies):
        for name in ("luck", "loss"):
            assert table[name][row] == ply[name] or (
                ply[name] is None and np.isnan(table[name][row])
            )
        seat = ply["action"][0]
        assert table["value"][row] == ply["before"][seat]
        assert table["rolled"][row] == ply["rolled"][seat]
        assert ludo.ACTIONS[table["best"][row]] == ply["choices"][0]["choice"]
        assert table["label"][row] == (ply["label"] or "")
    assert np.allclose(table["luck"], table["rolled"] - table["value"])
    assert str(table["exact"].dtype) == "bool"
    assert not analysis_table([ludo.analyze(played(ludo.Position(list("ABD")), 1, 6))])[
        "exact"
    ].any()
    # A start with the roll in hand has no chance before it.
    begun = ludo.analyze("parlor-record 1\ngame: ludo\nseats: A, C\nstart: AH.H/CH.H A 6 -\n\nA6p")
    assert np.isnan(analysis_table(begun)["value"][0])


def test_analyses_of_kuba_have_the_scores_of_self_play() -> None:
    text = "parlor-record 1\ngame: kuba\nseats: W, B\nstart: 7/7/7/7/7/6b/5wr w6b6 w - c\n\n65F 56B"
    analysis = kuba.analyze(text, nodes=500)
    table = analysis_table([analysis, json.loads(json.dumps(analysis))])
    assert table["game"].tolist() == [0, 0, 1, 1]
    assert table["best_score"].tolist()[:2] == [29_999, 29_999]
    assert table["score"].tolist()[0] == -29_998
    assert table["loss"].dtype == "float64"
    rows = record_table([text, text])
    for name in ("game", "ply", "side", "action"):
        assert table[name].dtype == rows[name].dtype
        assert np.array_equal(table[name], rows[name]), name


def refused(analyses: Any) -> str:
    """What is said of what is no analysis."""
    with pytest.raises(ParlorError) as caught:
        analysis_table(analyses)
    return str(caught.value)


def test_what_is_no_analysis_is_refused() -> None:
    one, other = ludo.analyze(LUDO), kuba.analyze(KUBA, nodes=200)
    assert "analysis 1 is one of kuba" in str(refused([one, other]))
    no_analyses: list[Any] = [
        None,
        3,
        "x",
        [],
        [3],
        [{}],
        [{"game": "ludo"}],
        [{"game": ["ludo"]}],
        [{**one, "plies": [{}]}],
        [{**one, "plies": 3}],
        [{**one, "seats": ["B"]}],
        [{**other, "plies": [{**other["plies"][0], "side": "X"}]}],
        [KUBA],
        LUDO,
    ]
    for wrong in no_analyses:
        refused(wrong)


#: What a field cannot have, and how the message ends.
DAMAGED: list[tuple[dict[str, Any], list[Any], Any, str]] = [
    (LUDO_ANALYSIS, ["seats"], None, "seats is None; it must be a list"),
    (LUDO_ANALYSIS, ["seats"], ["A", "A"], "it must be a list of 2 to 4 letters A to D"),
    (LUDO_ANALYSIS, ["seats"], [[], {}], "it must be a list of 2 to 4 letters A to D"),
    (LUDO_ANALYSIS, ["plies"], {}, "plies is {}; it must be a list"),
    (LUDO_ANALYSIS, ["plies", 1], 3, "plies[1] is 3; it must be an object"),
    (LUDO_ANALYSIS, ["plies", 1, "ply"], 0, "plies[1].ply is 0; it must be an integer from 1 to"),
    (LUDO_ANALYSIS, ["plies", 1, "ply"], 1.0, "plies[1].ply is 1.0; it must be an integer"),
    (LUDO_ANALYSIS, ["plies", 0, "action"], "B6p", "it must be an action of A, C, as 'A6p'"),
    (LUDO_ANALYSIS, ["plies", 0, "action"], "A7p", "plies[0].action is 'A7p'"),
    (LUDO_ANALYSIS, ["plies", 0, "place"], 300, "place is 300; it must be an integer from 1 to 4"),
    (LUDO_ANALYSIS, ["plies", 0, "place"], True, "plies[0].place is True"),
    (LUDO_ANALYSIS, ["plies", 0, "choices"], [], "choices is []; it must be a list of objects"),
    (LUDO_ANALYSIS, ["plies", 0, "choices", 0, "choice"], "x", "'-' or 'p' or 'q' or 'pq'"),
    (LUDO_ANALYSIS, ["plies", 0, "before", "A"], 1.5, "A is 1.5; it must be a number from 0 to 1"),
    (LUDO_ANALYSIS, ["plies", 0, "rolled"], None, "plies[0].rolled is None; it must be an object"),
    (LUDO_ANALYSIS, ["plies", 0, "after"], {"C": 1}, "plies[0].after.A is missing"),
    (LUDO_ANALYSIS, ["plies", 0, "luck"], float("nan"), "luck is nan; it must be a number from -1"),
    (LUDO_ANALYSIS, ["plies", 0, "loss"], 10**400, "it must be a number from -1 to 1"),
    (LUDO_ANALYSIS, ["plies", 0, "exact"], 1, "plies[0].exact is 1; it must be true or false"),
    (LUDO_ANALYSIS, ["plies", 0, "error"], "0", "plies[0].error is '0'; it must be a number"),
    (LUDO_ANALYSIS, ["plies", 0, "label"], "bad", "label is 'bad'; it must be 'best' or 'good' or"),
    (KUBA_ANALYSIS, ["plies", 0, "side"], "X", "plies[0].side is 'X'; it must be 'W' or 'B'"),
    (KUBA_ANALYSIS, ["plies", 0, "action"], "A6p", "it must be an action, as '65F'"),
    (
        KUBA_ANALYSIS,
        ["plies", 2, "best", "line"],
        [],
        "plies[2].best.line is []; it must be a list",
    ),
    (
        KUBA_ANALYSIS,
        ["plies", 2, "best", "line"],
        [3],
        "it must be a list that begins with an acti",
    ),
    (
        KUBA_ANALYSIS,
        ["plies", 0, "score"],
        {},
        "plies[0].score is {}; it must have one field, reds",
    ),
    (
        KUBA_ANALYSIS,
        ["plies", 0, "score"],
        {"win": 1, "loss": 1},
        "it must have one field, reds or",
    ),
    (KUBA_ANALYSIS, ["plies", 0, "score", "reds"], 400, "it must be a number from -300 to 300"),
    (KUBA_ANALYSIS, ["plies", 0, "best", "score"], {"win": 1.5}, "score.win is 1.5; it must be an"),
    (KUBA_ANALYSIS, ["plies", 0, "loss"], -1, "plies[0].loss is -1; it must be a number from 0"),
    (
        KUBA_ANALYSIS,
        ["plies", 0, "depth"],
        256,
        "depth is 256; it must be an integer from 0 to 255",
    ),
]


def changed(analysis: dict[str, Any], path: list[Any], value: Any) -> dict[str, Any]:
    """The analysis with another value at a path, or without it for `...`."""
    whole = copy.deepcopy(analysis)
    inner: Any = whole
    for step in path[:-1]:
        inner = inner[step]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return whole


@pytest.mark.parametrize(
    ("analysis", "path", "value", "said"),
    DAMAGED,
    ids=[f"{'.'.join(map(str, path))} {said[-20:]}" for _, path, _, said in DAMAGED],
)
def test_a_damaged_field_is_named_with_what_is_right(
    analysis: dict[str, Any], path: list[Any], value: Any, said: str
) -> None:
    told = refused([analysis, changed(analysis, path, value)])
    assert told.startswith(f"analysis 1 has not the form of {analysis['game']}.analyze: ")
    assert said in told


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[list[Any]]:
    """The paths to everything in an object."""
    if path:
        yield list(path)
    if isinstance(value, dict):
        for name in value:
            yield from paths(value[name], (*path, name))
    if isinstance(value, list):
        for at in range(len(value)):
            yield from paths(value[at], (*path, at))


@pytest.mark.parametrize("analysis", [LUDO_ANALYSIS, KUBA_ANALYSIS], ids=["ludo", "kuba"])
def test_whatever_is_at_a_place_there_is_a_table_or_a_clear_error(analysis: dict[str, Any]) -> None:
    table = analysis_table(analysis)
    anything: list[Any] = [None, "", "Z9z", -1, 0, 300, 1.5, 1e300, 10**30, True, [], {}, [[]], ...]
    refusals = 0
    for path in paths(analysis):
        for value in anything:
            try:
                made = analysis_table(changed(analysis, path, value))
            except ParlorError:
                refusals += 1
            else:
                assert {name: made[name].dtype for name in made} == {
                    name: table[name].dtype for name in table
                }
    assert refusals > 300


def test_what_is_analyzed_makes_a_table() -> None:
    for seed in range(2):
        for seats in ("AC", "BC", "ABD", "ABCD"):
            record = played(ludo.Position(list(seats)), seed, 60)
            assert len(analysis_table(ludo.analyze(record))["ply"]) == len(record)
        for rules in kuba.RULES:
            record = played(kuba.Position(rules=rules), seed, 40)
            assert len(analysis_table(kuba.analyze(record, nodes=200))["ply"]) == len(record)
