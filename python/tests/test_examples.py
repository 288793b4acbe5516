"""The texts' examples, in tests and by ``python -m``."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from KubaGame import KubaGame
from LudoGame import LudoGame

GOLDEN = [
    ("A", 6), ("A", 4), ("A", 5), ("A", 4), ("B", 6), ("B", 4), ("B", 1), ("B", 2),
    ("A", 6), ("A", 4), ("A", 6), ("A", 3), ("A", 5), ("A", 1), ("A", 5), ("A", 4),
]  # fmt: skip


def run(module: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", module],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def told(module: str, folder: Path) -> list[tuple[str, str]]:
    """Each thing that is run, and what is printed below it."""
    done = run(module, folder)
    assert (done.returncode, done.stderr) == (0, "")
    examples = doctest.DocTestParser().get_examples(done.stdout)
    return [(example.source.rstrip("\n"), example.want.rstrip("\n")) for example in examples]


def test_l_21_the_golden_game() -> None:
    game: Any = LudoGame()
    assert game.play_game(["A", "B"], GOLDEN) == ["28", "28", "21", "H"]
    first = game.get_player_by_position("A")
    assert first.get_completed() is False
    assert first.get_token_p_step_count() == 28
    assert game.get_player_by_position("B").get_space_name(55) == "B5"


def test_l_19_the_sample_turns_of_the_text() -> None:
    turns = [("A", 6), ("A", 1), ("B", 6), ("B", 2), ("C", 6), ("C", 3), ("D", 6), ("D", 4)]
    assert LudoGame().play_game(["A", "B"], turns) == ["1", "H", "16", "H"]
    assert LudoGame().play_game(["A", "C"], turns) == ["1", "H", "31", "H"]
    everybody = ["1", "H", "16", "H", "31", "H", "46", "H"]
    assert LudoGame().play_game(["A", "B", "C", "D"], turns) == everybody


def test_l_13_the_text_of_a_players_first_turn() -> None:
    game: Any = LudoGame()
    assert game.play_game(["A", "B"], [("A", 6)]) == ["R", "H", "H", "H"]
    assert game.play_game(["A", "B"], [("A", 6), ("A", 4)]) == ["4", "H", "H", "H"]


@pytest.mark.parametrize(("steps", "space", "count"), [(4, "A5", 55), (5, "A4", 54)])
def test_l_7_the_texts_bounces(steps: int, space: str, count: int) -> None:
    game: Any = LudoGame()
    game.play_game(["A", "B"], [("A", 6)] + [("A", 5)] * 11)
    player = game.get_player_by_position("A")
    assert player.get_token_p_space() == "A5"
    game.move_token(player, "p", steps)
    assert (player.get_token_p_space(), player.get_token_p_step_count()) == (space, count)


def test_l_4_the_texts_space_names() -> None:
    game: Any = LudoGame()
    game.play_game(["A", "B", "C", "D"], [])
    names = [game.get_player_by_position(seat).get_space_name(20) for seat in "ABCD"]
    assert names == ["20", "34", "48", "6"]
    assert game.get_player_by_position("A").get_space_name(51) == "A1"
    assert game.get_player_by_position("B").get_space_name(56) == "B6"


def test_k_16_the_example_of_the_text() -> None:
    game = KubaGame(("PlayerA", "W"), ("PlayerB", "B"))
    assert game.get_marble_count() == (8, 8, 13)
    assert game.get_captured("PlayerA") == 0
    assert game.get_current_turn() is None
    assert game.get_winner() is None
    assert game.make_move("PlayerA", (6, 5), "F") is True
    assert game.get_current_turn() == "PlayerB"
    assert game.make_move("PlayerA", (6, 5), "L") is False
    assert game.get_marble((5, 5)) == "W"


def test_python_m_ludo_game_shows_the_example(tmp_path: Path) -> None:
    calls = told("LudoGame", tmp_path)
    names: dict[str, object] = {}
    for code, _ in calls[:4]:
        exec(code, names)
    assert names["players"] == ["A", "B"]
    assert names["turns"] == GOLDEN
    assert calls[4:] == [
        ("game.play_game(players, turns)", "['28', '28', '21', 'H']"),
        ("player_A = game.get_player_by_position('A')", ""),
        ("player_A.get_completed()", "False"),
        ("player_A.get_token_p_step_count()", "28"),
        ("player_B = game.get_player_by_position('B')", ""),
        ("player_B.get_space_name(55)", "'B5'"),
    ]


def test_python_m_kuba_game_shows_the_example(tmp_path: Path) -> None:
    calls = [(code.partition("  #")[0], value) for code, value in told("KubaGame", tmp_path)]
    assert calls == [
        ("from KubaGame import KubaGame", ""),
        ("game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))", ""),
        ("game.get_marble_count()", "(8, 8, 13)"),
        ("game.get_captured('PlayerA')", "0"),
        ("game.get_current_turn()", "None"),
        ("game.get_winner()", "None"),
        ("game.make_move('PlayerA', (6, 5), 'F')", "True"),
        ("game.make_move('PlayerA', (6, 5), 'L')", "False"),
        ("game.get_marble((5, 5))", "'W'"),
        ("game.get_current_turn()", "'PlayerB'"),
    ]


@pytest.mark.parametrize("module", ["LudoGame", "KubaGame"])
def test_what_is_printed_can_be_typed_again(module: str, tmp_path: Path) -> None:
    names: dict[str, object] = {}
    for code, value in told(module, tmp_path):
        if value:
            assert repr(eval(code, names)) == value
        else:
            exec(code, names)
