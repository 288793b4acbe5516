"""The testers find each common fault, and nothing in a right program.

Each fault is one small change to a right, plain program such as a student would
write; the tester is then run exactly as its own text says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from faults import KUBA_FAULTS, KUBA_READINGS, LUDO_FAULTS, LUDO_READINGS, Change
from students import KUBA, LUDO


def changed(program: str, changes: list[Change]) -> str:
    """Make the changes; each must fit in exactly one place."""
    for old, new in changes:
        assert program.count(old) == 1, f"{old!r} stands {program.count(old)} times in the program"
        program = program.replace(old, new)
    return program.lstrip()


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run Python in a folder, as a student would."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "error"}
    environment.pop("PYTHONSAFEPATH", None)
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def failures(output: str) -> list[str]:
    """The names of the tests that failed or ended in an error."""
    return re.findall(r"^(?:FAIL|ERROR): (\w+)", output, re.MULTILINE)


def judge(tmp_path: Path, game: str, program: str) -> tuple[int, str]:
    """Run a tester against a program."""
    (tmp_path / f"{game}.py").write_text(program, encoding="utf-8")
    status, output = run(tmp_path, "-m", "unittest", f"{game}Tester")
    assert f"Testing {game} from {tmp_path}" in output, output
    assert "not yours" not in output, output
    return status, output


@pytest.mark.parametrize("game", ["LudoGame", "KubaGame"])
def test_who_tests_parlor_itself_is_warned(game: str, tmp_path: Path) -> None:
    status, output = run(tmp_path, "-m", "unittest", f"{game}Tester")
    assert status == 0
    assert f"No {game}.py was found here: this is Parlor's own, not yours!" in output


@pytest.mark.parametrize("fault", LUDO_FAULTS)
def test_the_ludo_tester_finds(fault: str, tmp_path: Path) -> None:
    changes, test = LUDO_FAULTS[fault]
    status, output = judge(tmp_path, "LudoGame", changed(LUDO, changes))
    assert status != 0
    assert test in failures(output), output


@pytest.mark.parametrize("fault", KUBA_FAULTS)
def test_the_kuba_tester_finds(fault: str, tmp_path: Path) -> None:
    changes, test = KUBA_FAULTS[fault]
    status, output = judge(tmp_path, "KubaGame", changed(KUBA, changes))
    assert status != 0
    assert test in failures(output), output


@pytest.mark.parametrize("reading", LUDO_READINGS)
def test_the_ludo_tester_passes(reading: str, tmp_path: Path) -> None:
    status, output = judge(tmp_path, "LudoGame", changed(LUDO, LUDO_READINGS[reading]))
    assert status == 0, output


@pytest.mark.parametrize("reading", KUBA_READINGS)
def test_the_kuba_tester_passes(reading: str, tmp_path: Path) -> None:
    status, output = judge(tmp_path, "KubaGame", changed(KUBA, KUBA_READINGS[reading]))
    assert status == 0, output


@pytest.mark.parametrize("game", ["LudoGame", "KubaGame"])
@pytest.mark.parametrize("how", [["-m", "unittest"], ["-m", "unittest", "-v"], ["-m"]])
def test_the_installed_classes_pass(game: str, how: list[str], tmp_path: Path) -> None:
    status, output = run(tmp_path, *how, f"{game}Tester")
    assert status == 0, output
    cases = re.search(r"^Ran (\d+) tests", output, re.MULTILINE)
    assert cases is not None
    assert int(cases[1]) >= 30


@pytest.mark.parametrize(("game", "ids"), [("LudoGame", r"L-\d+"), ("KubaGame", r"K-\d+")])
def test_each_test_says_its_rule(game: str, ids: str, tmp_path: Path) -> None:
    status, output = run(tmp_path, "-m", "unittest", "-v", f"{game}Tester")
    assert status == 0, output
    told = re.findall(r"^(.*) \.\.\. ok$", output, re.MULTILINE)
    assert len(told) >= 30
    for line in told:
        assert re.match(ids, line), line


def test_a_failure_shows_what_was_played(tmp_path: Path) -> None:
    _, output = judge(tmp_path, "LudoGame", changed(LUDO, LUDO_FAULTS["any roll leaves H"][0]))
    assert "play_game(['A', 'B'], turns) with the turns A1 A2 A3 A4 A5" in output
    assert "expected: ['H', 'H', 'H', 'H']" in output
    assert "given:    ['" in output


LUDO_BREAKS: Change = (
    "    def move_token(self, player, token, steps):",
    "    def move_token(self, player, token, steps):\n        [][steps]",
)
KUBA_BREAKS: Change = (
    "        self._before = self._board\n",
    "        self._before = self._board\n        [][len(direction)]\n",
)


def test_an_exception_is_reported_with_the_game_that_led_to_it(tmp_path: Path) -> None:
    _, output = judge(tmp_path, "LudoGame", changed(LUDO, [LUDO_BREAKS]))
    assert "ERROR:" not in output
    assert "played:   play_game(['B', 'D'], turns) with the turns B6 B1 D6 D1" in output
    assert "played:   play_game(['A', 'B'], turns) with the turns (none), then move_token" in output
    assert "called:   play_game" in output
    assert "called:   move_token" in output
    assert "raised:   IndexError: list index out of range" in output
    assert 'LudoGame.py", line' in output
    _, output = judge(tmp_path, "KubaGame", changed(KUBA, [KUBA_BREAKS]))
    assert "ERROR:" not in output
    assert "make_move('Ann', (6, 5), 'F')\n  called:   make_move('Ann', (6, 5), 'F')" in output
    assert "raised:   IndexError: list index out of range" in output


def test_an_exception_of_a_refused_push_is_reported(tmp_path: Path) -> None:
    changes, _ = KUBA_FAULTS["a cell off the board is an error"]
    _, output = judge(tmp_path, "KubaGame", changed(KUBA, changes))
    assert "ERROR:" not in output
    assert "called:   make_move('Ann', (7, 0), 'L')" in output
    assert "raised:   IndexError: " in output


@pytest.mark.parametrize(
    ("method", "question"),
    [
        ("get_current_turn", "get_current_turn()"),
        ("get_winner", "get_winner()"),
        ("get_captured", "get_captured('Ann')"),
        ("get_marble", "get_marble((0, 0))"),
        ("get_marble_count", "get_marble_count()"),
        ("__init__", "KubaGame(('Ann', 'W'), ('Bob', 'B'))"),
    ],
)
def test_an_exception_of_any_question_of_kuba_is_reported(
    method: str, question: str, tmp_path: Path
) -> None:
    signature = re.search(rf"    def {method}\(.*\):\n", KUBA)
    assert signature is not None
    program = changed(KUBA, [(signature[0], signature[0] + "        raise KeyError('mine')\n")])
    _, output = judge(tmp_path, "KubaGame", program)
    assert "ERROR:" not in output
    assert f"called:   {question}" in output
    assert "raised:   KeyError: 'mine'" in output


@pytest.mark.parametrize(
    ("method", "called"),
    [
        ("get_completed", "get_completed"),
        ("get_token_p_step_count", "get_token_p_step_count"),
        ("get_token_q_step_count", "get_token_q_step_count"),
        ("get_space_name", "play_game"),
        ("get_player_by_position", "get_player_by_position"),
        ("__init__(self)", "LudoGame"),
    ],
)
def test_an_exception_of_any_question_of_ludo_is_reported(
    method: str, called: str, tmp_path: Path
) -> None:
    name = method.replace("(self)", r"\(self\)")
    signature = re.search(rf"    def {name}(\(.*\))?:\n", LUDO)
    assert signature is not None
    program = changed(LUDO, [(signature[0], signature[0] + "        raise KeyError('mine')\n")])
    _, output = judge(tmp_path, "LudoGame", program)
    assert "ERROR:" not in output
    assert f"called:   {called}" in output
    assert "raised:   KeyError: 'mine'" in output
