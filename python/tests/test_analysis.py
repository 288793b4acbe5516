"""Analyses of games of both kinds, and the worth of choices: they are what the command prints."""

from __future__ import annotations

import copy
import json
import math
import pickle
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from parlor import NotationError, ParlorError, Record, RecordError, kuba, ludo

ROOT = Path(__file__).resolve().parents[2]

GAME = """parlor-record 1
game: ludo
seats: A, C
A: Ann
C: Cleo
C.bot: priority
start: A40.48/C50.44 A - -

  1. A6q A4q C3p A1p C6q C5p A6
"""

OF_KUBA = """parlor-record 1
game: kuba
seats: W, B
W: Ann
start: 7/7/7/7/7/6b/5wr w6b6 w - c

  1. 65F 56B
"""


def printed(name: str) -> Any:
    """What the command prints with ``--json``, from the snapshots of its tests."""
    file = ROOT / "crates/parlor/tests/command/snapshots" / f"command__{name}.snap"
    *_, text = file.read_text(encoding="utf-8").split("---\n", 2)
    return json.loads(text)


def same(one: Any, other: Any) -> bool:
    """Whether these are the same but for what is beyond the twelve digits of the command."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=0.0, abs_tol=6e-13)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def test_a_number_that_differs_is_found() -> None:
    assert same({"a": [0.5, None, 1]}, {"a": [0.5 + 1e-13, None, 1]})
    for other in ({"a": [0.5 + 1e-11, None, 1]}, {"a": [0.5, None]}, {"a": [0.5, 0, 1]}, {}):
        assert not same({"a": [0.5, None, 1]}, other)


def test_an_analysis_of_ludo_is_what_the_command_prints() -> None:
    analysis = ludo.analyze(GAME)
    assert same(dict(analysis), printed("analysis__a_game_is_analysed-3"))


def test_an_analysis_of_kuba_is_what_the_command_prints() -> None:
    analysis = kuba.analyze(OF_KUBA, nodes=1_000)
    assert same(dict(analysis), printed("kuba_analysis__a_game_is_analysed-3"))
    assert analysis == kuba.analyse(Record.read(OF_KUBA), nodes=1_000)


@pytest.mark.parametrize("game", ["ludo", "kuba"])
def test_a_picture_is_what_the_command_draws(game: str) -> None:
    text = (ROOT / f"docs/examples/{game}.record").read_text(encoding="utf-8")
    if game == "ludo":
        analysis, name = ludo.analyze(text), "ludo-chances"
    else:
        analysis, name = kuba.analyze(text, nodes=20_000), "kuba-scores"
    drawn = (ROOT / f"docs/pictures/{name}.svg").read_text(encoding="utf-8")
    assert re.sub(r"board-[0-9a-f]{16}-", "", analysis.to_svg()).strip() == drawn.strip()


def test_a_copy_draws_the_same() -> None:
    for analysis in (ludo.analyze(GAME), kuba.analyze(OF_KUBA, nodes=500)):
        for twin in (copy.copy(analysis), pickle.loads(pickle.dumps(analysis))):
            assert type(twin) is type(analysis)
            assert twin == analysis
            assert twin.to_svg(theme="dark") == analysis.to_svg(theme="dark")
        picture = analysis._repr_svg_()
        assert picture.startswith('<svg width="480" ')
        with pytest.raises(ParlorError, match="is no theme"):
            analysis.to_svg(theme="pink")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Record("ludo", ["A", "B"]), "no ply has been played yet, so there is nothing"),
        (Record("kuba", ["W", "B"]), "no ply has been played yet, so there is nothing"),
        (Record.scripted(["A", "B"], [("A", 6)]), "scripted|a game of Ludo"),
    ],
)
def test_what_cannot_be_analyzed_is_said(value: Record, words: str) -> None:
    for analyze in (ludo.analyze, kuba.analyze):
        for form in (value, value.to_text(), value.to_json()):
            with pytest.raises(RecordError, match=words) as caught:
                analyze(form)
            assert caught.value.value is form
            assert isinstance(caught.value, ValueError)


def test_each_game_names_the_other() -> None:
    with pytest.raises(RecordError, match=r"a game of Kuba; use kuba\.analyze"):
        ludo.analyze(OF_KUBA)
    with pytest.raises(RecordError, match=r"a game of Ludo; use ludo\.analyze"):
        kuba.analyze(GAME)


@pytest.mark.parametrize("nodes", [0, -1, 2**64, True, 1.5, "many"])
def test_what_is_no_number_of_nodes(nodes: Any) -> None:
    with pytest.raises(ParlorError, match=r"nodes is .*; it must be an integer from 1") as caught:
        kuba.analyze(OF_KUBA, nodes=nodes)
    assert caught.value.value is nodes


@pytest.mark.parametrize("value", [5, b"parlor-record 1", object()])
def test_what_is_no_record(value: Any) -> None:
    with pytest.raises(ParlorError):
        kuba.analyze(value)


def test_other_threads_run_while_a_game_is_analyzed() -> None:
    done = threading.Event()

    def work() -> None:
        kuba.analyze(OF_KUBA, nodes=300_000)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    rounds = 0
    while not done.wait(0.001):
        rounds += 1
    thread.join()
    assert rounds > 3


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs signals")
def test_ctrl_c_ends_an_analysis() -> None:
    code = f"""
import signal
from parlor import kuba
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    kuba.analyze("parlor-record 1\\ngame: kuba\\nseats: W, B\\n\\n65F 05B", nodes=2**63)
except KeyboardInterrupt:
    print("stopped", len(kuba.analyze({OF_KUBA!r}, nodes=100)["plies"]))
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("stopped 2\n", "")


class TestChoices:
    """parlor.ludo.choices."""

    def test_they_are_those_of_the_analysis(self) -> None:
        for ply in ludo.analyze(GAME)["plies"]:
            before = ludo.Position.parse(ply["position"])
            rolled = before if before.roll else before.apply(int(ply["action"][1]))
            choices = ludo.choices(rolled)
            assert choices == ludo.choices(str(rolled))
            assert [
                {"choice": choice.choice, "chance": choice.chance, "loss": choice.loss}
                for choice in choices
            ] == ply["choices"]
            assert {choice.exact for choice in choices} == {ply["exact"]}
            assert {choice.choice for choice in choices} == set(rolled.legal_moves)
            assert choices[0].choice == ludo.best_move(rolled)
            if not ply["forced"] and ply["label"]:
                labels = {choice.choice: choice.label for choice in choices}
                assert labels[ply["action"][2:]] == ply["label"]

    def test_their_chances_are_exact_with_two_left(self) -> None:
        rolled = ludo.Position.parse("A20.50/C1.H A 3 -")
        best, other = ludo.choices(rolled)
        for choice in (best, other):
            after = rolled.apply(choice.choice)
            assert choice.chance == pytest.approx(1 - ludo.value(after), abs=1e-13)
            assert (choice.exact, choice.error) == (True, None)
        assert (best.loss, best.label) == (0.0, "best")
        assert other.loss == best.chance - other.chance > 0.0

    def test_with_more_they_are_marked_estimates(self) -> None:
        for choice in ludo.choices("A20.50/B3.4/C1.H A 3 -"):
            assert not choice.exact
            assert choice.error is not None
            assert 0.0 < choice.error < 0.1

    def test_a_forced_choice_has_no_label(self) -> None:
        (choice,) = ludo.choices("A20.H/C1.H A 3 -")
        assert (choice.choice, choice.label, choice.loss) == ("p", None, 0.0)

    def test_without_a_roll_there_is_nothing_to_choose(self) -> None:
        with pytest.raises(ParlorError, match="A is to roll"):
            ludo.choices("AH.H/CH.H A - -")
        with pytest.raises(NotationError):
            ludo.choices("AH.H")
        with pytest.raises(ParlorError):
            ludo.choices(None)  # type: ignore[arg-type]
