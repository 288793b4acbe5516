"""The lines of a program: of an error, of an endless loop, and those that run in a step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from parlor.check import Order, check
from parlor.check.program import Program
from parlor.check.sandbox import Sandbox
from parlor.check.script import Script, ludo
from parlor.check.submission import Line, lines_of
from students import LUDO

HEAD = "    def play_game(self, players, turns):\n"
SCRIPT: Script = ludo("AB: A6 A5")

#: The number of the line below the head of `play_game`.
FIRST = LUDO[: LUDO.index(HEAD)].count("\n") + 2


def with_first(lines: str) -> str:
    """The plain program, whose `play_game` does something first."""
    return LUDO.replace(HEAD, HEAD + "".join(f"        {line}\n" for line in lines.splitlines()))


@contextmanager
def started(tmp_path: Path, program: str, **helpers: str) -> Iterator[Sandbox]:
    """A program that is ready to play, beside files of its own."""
    (tmp_path / "LudoGame.py").write_text(program, encoding="utf-8")
    for name, text in helpers.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    with Sandbox(tmp_path / "LudoGame.py") as sandbox:
        yield sandbox


HELPER = "def find(table, key):\n    '''Look up.'''\n    return table[key]\n"

#: It gives its own line a number that it chooses.
LYING = """
class Lie(Exception):
    __traceback__ = property(lambda self: 1 / 0)
    def __str__(self):
        return 'mine (line 7)'
"""


@pytest.mark.parametrize(
    ("lines", "got", "text"),
    [
        ("{}['D']", f"raised KeyError: 'D' (line {FIRST})", "{}['D']"),
        ("assert not players", f"raised AssertionError (line {FIRST})", "assert not players"),
        # The innermost that is the student's, not one of the library.
        (
            "import json\njson.loads('?')",
            f"raised JSONDecodeError: Expecting value: line 1 column 1 (char 0) (line {FIRST + 1})",
            "json.loads('?')",
        ),
        (
            "import helper\nhelper.find({}, 'D')",
            "raised KeyError: 'D' (helper.py, line 3)",
            "return table[key]",
        ),
        (
            "raise ValueError('x' * 1000)",
            f"raised ValueError: {'x' * (400 - 19 - 10)} (line {FIRST})",
            "raise ValueError('x' * 1000)",
        ),
        ("exec('1 / 0')", f"raised ZeroDivisionError: division by zero (line {FIRST})", "exec"),
    ],
)
def test_an_error_has_the_line_of_the_student(
    lines: str, got: str, text: str, tmp_path: Path
) -> None:
    with started(tmp_path, with_first(lines), helper=HELPER) as sandbox:
        given = sandbox.play(list(SCRIPT)).answers[-1][0]
        assert given == got
        found = sandbox.line(given)
        assert found is not None
        assert found.text.startswith(text)


def test_a_number_of_a_line_that_is_not_there_is_none(tmp_path: Path) -> None:
    with started(tmp_path, LYING + with_first("raise Lie")) as sandbox:
        given = sandbox.play(list(SCRIPT)).answers[-1][0]
        # What it says itself stands before what is so.
        assert given == f"raised Lie: mine (line 7) (line {FIRST + LYING.count(chr(10))})"
        for told in (
            "raised X (line 0)",
            "raised X (line 99999)",
            "raised X (/etc/passwd, line 1)",
            "raised X (../LudoGame.py, line 1)",
            "raised X (line 3) ",
            "'raised X (line 3)'",
        ):
            assert sandbox.line(told) is None


def test_a_line_is_counted_as_python_counts() -> None:
    assert lines_of(b"# caf\xe9 \x0c\xc2\x85\n2\r\n3\r4") == ["# caf\ufffd \x0c\x85", "2", "3", "4"]
    assert lines_of(b"# coding: latin-1\n# caf\xe9") == ["# coding: latin-1", "# café"]
    assert lines_of(b"# coding: nothing\n\xff") == ["# coding: nothing", "\ufffd"]


def test_the_text_of_a_line_moves_no_terminal(tmp_path: Path) -> None:
    with started(tmp_path, f"x = '\x1b[2J\u202e'\n{LUDO}\ny = '{'x' * 1000}'\n") as sandbox:
        assert sandbox.source("LudoGame.py", 1) == Line("LudoGame.py", 1, "x = '\\x1b[2J\\u202e'")
        longest = sandbox.source("LudoGame.py", LUDO.count("\n") + 3)
        assert longest is not None
        assert len(longest.text) == 400


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("while True: pass", 0),
        ("x = 0\nwhile x >= 0:\n    x += 1\n    len(players)\n    str(x)", 1),
        # The loop, not what is called in it, nor what came before.
        ("for _ in range(10000): pass\nwhile players:\n    self.get_player_by_position('A')", 1),
        ("import itertools\nfor _ in itertools.count():\n    self._choose(Player('A'), 3)", 1),
        ("input('Roll? ')", 0),
        ("import sys\nsys.exit()", 1),
    ],
)
def test_a_call_that_does_not_return_has_the_line_where_it_is(
    lines: str, line: int, tmp_path: Path
) -> None:
    with started(tmp_path, with_first(lines)) as sandbox:
        traced = sandbox.trace(list(SCRIPT))
        assert traced.place == f" (line {FIRST + line})"
        assert (not traced.lines) == (not lines.startswith(("input", "import sys")))


def test_the_lines_of_the_last_step_and_no_other(tmp_path: Path) -> None:
    with started(tmp_path, with_first("import helper\nhelper.find({1: 2}, 1)"), helper=HELPER) as (
        sandbox
    ):
        program = Program(sandbox)
        lines = program.lines(ludo("AB: A6"))
        assert {line for file, line in lines if file == "helper.py"} == {1, 3}
        assert ("LudoGame.py", FIRST) in lines
        assert {file for file, _ in lines} == {"LudoGame.py", "helper.py"}
        # Where a token stands says another line than where it moves.
        shown = program.lines(ludo("AB: A6 A=57"))
        assert ("LudoGame.py", FIRST) not in shown
        assert 0 < len(shown) < len(lines)
        # The branch that a roll takes.
        moved = program.lines(ludo("AB: A6 A5")) - program.lines(ludo("AB: A5"))
        assert moved
        # What is told is played again as before.
        assert program.answers(SCRIPT)[-1][0] == "['5', 'H', 'H', 'H']"
        assert program.lines(()) == frozenset()


@pytest.mark.parametrize(
    "lines",
    [
        "while True: pass",
        "import time\ntime.sleep(1e6)",
        "import os\nos._exit(0)",
        "import sys\nsys.settrace(None)",
        "import sys\nsys.settrace(lambda *_: None)",
        "import os, sys\nos.write(int(sys.argv[2]), b'played\\t\\t\\n')",
        "import os, sys\nos.write(int(sys.argv[2]), b'traced\\t\\\\q\\n')",
    ],
)
def test_a_program_that_hangs_or_traces_itself_has_no_lines(lines: str, tmp_path: Path) -> None:
    with started(tmp_path, with_first(lines)) as sandbox:
        assert sandbox.trace(list(SCRIPT)).lines == frozenset()
        # And the next script is played.
        assert sandbox.play([("LudoGame",)]).answers == [["a game"]]


def test_a_program_that_is_traced_from_its_beginning_has_no_lines(tmp_path: Path) -> None:
    own = "import sys\nsys.settrace(lambda *_: None)\n"
    with started(tmp_path, own + LUDO) as sandbox:
        assert sandbox.trace(list(SCRIPT)).lines == frozenset()


def test_lines_that_a_program_forges_are_lines_of_its_files(tmp_path: Path) -> None:
    forged = b"traced\t (nothing.py, line 1)\t" + b"\t".join(
        [
            b"1-9999999 LudoGame.py",
            b"3-3 /etc/passwd",
            b"1-0,0-5,-1-2,2-a LudoGame.py",
            b"1-9999999," * 200 + b" LudoGame.py",
        ]
    )
    program = with_first(f"import os, sys\nos.write(int(sys.argv[2]), {forged + bytes([10])!r})")
    with started(tmp_path, program) as sandbox:
        traced = sandbox.trace(list(SCRIPT))
        assert traced.place == ""
        assert {file for file, _ in traced.lines} == {"LudoGame.py"}
        most = program.count("\n") + 1
        assert {line for _, line in traced.lines} <= set(range(1, most + 1))


@pytest.mark.parametrize(
    ("program", "got", "line"),
    [
        ("class LudoGame: pass\n{}['D']\n", "raised KeyError: 'D' (line 2)", 2),
        ("class LudoGame\n    pass\n", "raised SyntaxError: expected ':' (line 1)", 1),
        ("class LudoGame: pass\nx = 0\nwhile True:\n    x += 1\n", "did not end (line 3)", 3),
        (
            "class LudoGame: pass\ndef main():\n    while True:\n        len('')\nmain()\n",
            "did not end (line 3)",
            3,
        ),
        ("class LudoGame: pass\nimport helper\n", "raised ZeroDivisionError", 1),
        ("class LudoGame: pass\nimport time\ntime.sleep(1e6)", "did not end", None),
    ],
)
def test_what_stops_an_import_has_its_line(
    program: str, got: str, line: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text(program, encoding="utf-8")
    (tmp_path / "helper.py").write_text("x = 1 / 0\n", encoding="utf-8")
    [report] = check(path, Order(games=0))
    [finding] = report.findings
    assert finding.got.startswith(got)
    assert (finding.line.number if finding.line else None) == line
    if "helper" in program:
        assert finding.got.endswith(" (helper.py, line 1)")
        assert finding.line == Line("helper.py", 1, "x = 1 / 0")
