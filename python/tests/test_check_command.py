"""The command as a person, a program and a test suite meet it."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from faults import LUDO_FAULTS, LUDO_READINGS
from parlor.check.checker import check
from parlor.check.command import main
from parlor.check.order import Order
from parlor.check.page import page
from students import KUBA, LUDO
from test_testers import changed

BROKEN = changed(LUDO, LUDO_FAULTS["any roll leaves H"][0])
OTHERWISE = changed(LUDO, LUDO_READINGS["q first when both are on R (L-18)"])
FEW = ["--games", "0", "--seconds", "600"]


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "LudoGame.py").write_text(LUDO, encoding="utf-8")
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "otherwise.py").write_text(OTHERWISE, encoding="utf-8")
    (tmp_path / "helper.py").write_text("x = 1\n", encoding="utf-8")
    return tmp_path


@pytest.fixture(name="unreadable")
def fixture_unreadable(folder: Path) -> str:
    """A program that breaks the text before any game is played."""
    (folder / "unreadable.txt").write_text("class LudoGame\n", encoding="utf-8")
    return "unreadable.txt"


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    main(["--json", *FEW, *arguments])
    told = capsys.readouterr()
    assert told.err == ""
    reports: list[dict[str, Any]] = json.loads(told.out)
    return reports


def test_the_exit_codes(unreadable: str) -> None:
    assert main([*FEW, "LudoGame.py"]) == 0
    assert main([*FEW, "otherwise.py"]) == 0
    assert main([*FEW, "--strict", "otherwise.py"]) == 1
    assert main([*FEW, "broken.py"]) == 1
    assert main([*FEW, unreadable]) == 1
    assert main([*FEW, "LudoGame.py", unreadable]) == 1
    # One that could not be run weighs more than a finding in another.
    assert main([*FEW, unreadable, "no/such/file.py"]) == 2
    assert main([*FEW, "helper.py"]) == 2
    assert main([*FEW, "no/such/file.py"]) == 2
    for wrong in ([], ["--games", "-1", "x"], ["--seconds", "0", "x"], ["--jobs", "0", "x"]):
        with pytest.raises(SystemExit) as ended:
            main(wrong)
        assert ended.value.code == 2


@pytest.mark.usefixtures("folder")
def test_json_is_what_programs_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    [right, broken, gone] = as_json(capsys, "LudoGame.py", "broken.py", "gone.py")
    assert right == {
        "file": "LudoGame.py",
        "game": "ludo",
        "verdict": "right",
        "games": right["wanted"],
        "wanted": right["games"],
        "findings": [],
        "remarks": [],
    }
    assert (broken["file"], broken["game"], broken["verdict"]) == ("broken.py", "ludo", "broken")
    assert (gone["verdict"], gone["game"], gone["findings"]) == ("could-not-run", None, [])
    finding = broken["findings"][0]
    assert (finding["rule"], finding["kind"]) == ("L-5", "breaks")
    assert (finding["got"], finding["expected"]) == (
        "['R', 'H', 'H', 'H']",
        "['H', 'H', 'H', 'H']",
    )


@pytest.mark.usefixtures("folder")
def test_the_script_can_be_pasted_beside_the_program(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    [report] = as_json(capsys, "broken.py")
    finding = report["findings"][0]
    (tmp_path / "LudoGame.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "pasted.py").write_text(finding["script"], encoding="utf-8")
    printed = subprocess.run(
        [sys.executable, "pasted.py"], capture_output=True, text=True, check=True, timeout=60
    )
    assert printed.stdout.strip() == finding["got"]


def test_a_folder_gives_a_line_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=2)[2] for line in lines] == [
        "right          1113 of 1113 games played",
        "broken         L-5; 1113 of 1113 games played",
        "differs        L-18; 1113 of 1113 games played",
    ]


def test_a_folder_with_one_file_gives_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "LudoGame.py").write_text(BROKEN, encoding="utf-8")
    assert main([*FEW, str(tmp_path)]) == 1
    [line] = capsys.readouterr().out.splitlines()
    assert "broken" in line
    assert line.endswith("L-5; 1113 of 1113 games played")


def test_a_full_disk_is_reported(unreadable: str) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        told = subprocess.run(
            [sys.executable, "-m", "parlor.check", *FEW, unreadable],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
        )
    assert (told.returncode, told.stderr) == (
        2,
        "parlor-check: cannot write to standard output: No space left on device; make room there, "
        "or print elsewhere\n",
    )


@pytest.mark.parametrize("words", [["--seconds", "abc"], ["--games", "1.5"], ["--seed", "-1"]])
def test_numbers_that_are_none_are_reported(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "LudoGame.py"])
    assert ended.value.code == 2
    assert f"{words[1]} is no " in capsys.readouterr().err


def test_an_empty_folder_is_bad_usage(tmp_path: Path) -> None:
    assert main([*FEW, str(tmp_path)]) == 2


@pytest.mark.usefixtures("folder")
def test_the_terminal_shows_rule_script_answers_and_boards(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main([*FEW, "broken.py"])
    assert (
        capsys.readouterr().out
        == """\
broken.py: breaks the text: 1 finding; 1113 of 1113 games played

1. L-5  breaks the text
   Only a 6 leaves the home yard, and the token then stands on R and walks no further. R
   is a player's own: nobody is kicked there or from there, and it makes no stack.
   The text moves a token from H to R on a 6, and says that tokens on R are not stacked.

       from LudoGame import LudoGame
       game = LudoGame()
       print(game.play_game(['A', 'B'], [('A', 1)]))

   your program:  ['R', 'H', 'H', 'H']
   the rules:     ['H', 'H', 'H', 'H']

   before; after, by the rules    after, your program
   A  p   H  q   H                A  p   R  q   H
   B  p   H  q   H                B  p   H  q   H

   Your program answers as one in which any roll brings a token out of the home yard. This
   gives every answer of 50 more games in which your program and the rules differ.

"""
    )


def on_a_terminal(folder: Path, *paths: str) -> str:
    """What the command writes on standard error when that is a terminal."""
    ours, theirs = pty.openpty()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        done = subprocess.run(
            [sys.executable, "-m", "parlor.check", *FEW, *paths],
            cwd=folder,
            stdout=nowhere,
            stderr=theirs,
            check=False,
            timeout=120,
        )
    os.close(theirs)
    assert done.returncode in (0, 1)
    # Linux reads an end of a terminal whose other end is closed as an error.
    try:
        return os.read(ours, 10_000).decode()
    except OSError:
        return ""
    finally:
        os.close(ours)


def test_a_person_sees_which_of_many_files_is_looked_at(folder: Path, unreadable: str) -> None:
    told = on_a_terminal(folder, "LudoGame.py", unreadable)
    assert [line.strip() for line in told.split("\r") if line.strip()] == [
        "1 of 2: LudoGame.py",
        f"2 of 2: {unreadable}",
    ]
    assert told.endswith(f"\r{' ' * len(f'2 of 2: {unreadable}')}\r")
    assert on_a_terminal(folder, unreadable) == ""


def test_a_page_is_called_after_its_file_and_the_verdict(tmp_path: Path, unreadable: str) -> None:
    main([*FEW, "broken.py", "--html", "report.html"])
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<title>broken.py: breaks the text</title>" in html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids)) > 0
    main([*FEW, unreadable, "LudoGame.py", "--html", "report.html"])
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<title>2 programs: 1 broken, 1 right</title>" in html


class Tags(HTMLParser):
    """Counts tags and keeps what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.fetched += [str(value) for name, value in attrs if name in ("src", "data")]


@pytest.mark.usefixtures("folder")
def test_the_page_needs_nothing_else_and_runs_nothing(tmp_path: Path) -> None:
    hostile = LUDO.replace("return spaces", "return ['<script>alert(1)</script>']")
    (tmp_path / "<b>.py").write_text(hostile, encoding="utf-8")
    assert main([*FEW, "broken.py", "<b>.py", "--html", "report.html"]) == 1
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(html)
    assert tags.seen.count("svg") >= 3
    assert "script" not in tags.seen
    assert tags.fetched == []
    assert "&lt;b&gt;.py" in html
    assert main([*FEW, "broken.py", "--html", "no/such/folder/report.html"]) == 2


def test_a_file_of_odd_name_and_encoding_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = b"# -*- coding: latin-1 -*-\n# caf\xe9\n" + LUDO.encode()
    odd = os.fsencode(tmp_path) + b"/g\xff me.py"
    with open(odd, "wb") as file:
        file.write(latin)
    [report] = as_json(capsys, os.fsdecode(odd))
    assert report["verdict"] == "right"
    (tmp_path / "bom.py").write_bytes(b"\xef\xbb\xbf" + LUDO.encode())
    (tmp_path / "mac.py").write_bytes(KUBA.replace("\n", "\r\n").encode())
    (tmp_path / "wide.py").write_bytes(LUDO.encode("utf-16"))
    (tmp_path / "bad.py").write_bytes(LUDO.encode() + b"\xff\xfe")
    names = ["bom.py", "mac.py", "wide.py", "bad.py"]
    reports = as_json(capsys, *[str(tmp_path / name) for name in names])
    verdicts = [report["verdict"] for report in reports]
    assert verdicts == ["right", "differs", "could-not-run", "broken"]


def test_whatever_bytes_a_file_has_something_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = random.Random(9)
    for number in range(12):
        bytes_ = bytearray(LUDO.encode())
        for _ in range(source.randrange(1, 12)):
            bytes_[source.randrange(len(bytes_))] = source.randrange(256)
        (tmp_path / f"LudoGame{number}.py").write_bytes(bytes_)
    for report in as_json(capsys, str(tmp_path)):
        assert report["verdict"] in ("right", "differs", "broken", "could-not-run")


#: What a program may answer: values, or statements that raise.
ANSWERS = [
    "return '\\ud800\\0\\x1b[31m\\u2028\"'",
    "return float('nan')",
    "return {'</pre>': 10 ** 5000}",
    "return type('\\x1b' + 'X' * 500, (), {})()",
    "raise ValueError('\\x1b[2J\\r\\ud800\\u2029<script>')",
    "raise type('\\x1b\\n', (Exception,), {})",
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_whatever_a_program_answers_is_reported_in_plain_characters(
    answer: str, tmp_path: Path
) -> None:
    path = tmp_path / "a\x1b]0;b\n\u202e.py"
    path.write_text(LUDO.replace("return spaces", answer), encoding="utf-8")
    [report] = check(path, Order(games=0))
    told = f"{report.to_text()}\n{report.to_row(20)}"
    assert told.replace("\n", "").isprintable()
    as_read = json.loads(json.dumps(report.to_json()))
    assert (as_read["file"], as_read["verdict"]) == (str(path), "broken")
    assert all(finding["got"].isprintable() for finding in as_read["findings"])
    assert "<script>" not in page([report])


def test_it_runs_as_a_module_and_as_a_command(folder: Path, unreadable: str) -> None:
    for command in ([sys.executable, "-m", "parlor.check"], ["parlor-check"]):
        program = os.path.join(os.path.dirname(sys.executable), command[0])
        done = subprocess.run(
            [program if len(command) == 1 else command[0], *command[1:], *FEW, unreadable],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 1
        assert f"{unreadable}: breaks the text" in done.stdout


@pytest.mark.usefixtures("unreadable")
def test_the_fixture_fails_a_test_with_the_report(folder: Path) -> None:
    (folder / "test_theirs.py").write_text(
        "def test_right(parlor_check):\n    parlor_check('LudoGame.py')\n\n"
        "def test_broken(parlor_check):\n    parlor_check('unreadable.txt')\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_theirs.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "1 failed, 1 passed" in done.stdout
    assert "unreadable.txt: breaks the text" in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--csv", "LudoGame.py"], "--csv LudoGame.py would write over a program"),
        (["--html", "LudoGame.py"], "--html LudoGame.py would write over a program"),
        (["--csv", "broken.py"], "--csv broken.py would write over a program"),
        (["--csv", "link"], "--csv link would write over a program"),
        (["--html", "same"], "--html same would write over a program"),
        (["--csv", "one", "--html", "./one"], "--csv and --html are to be two files"),
    ],
)
def test_nothing_is_written_over_a_program(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LudoGame.py", "broken.py"):
        (tmp_path / name).write_text("class LudoGame: pass", encoding="utf-8")
    (tmp_path / "link").symlink_to("LudoGame.py")
    os.link("LudoGame.py", "same")
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.py")}
    assert main([*FEW, *words, "LudoGame.py"]) == 2
    assert told in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.py")} == before
