"""Of a folder each program has a row, whatever lies under its name, and none has another's work."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from faults import LUDO_FAULTS
from parlor.check import Order, check
from parlor.check.command import main
from parlor.check.files import Found, files
from parlor.check.submission import read
from students import KUBA, LUDO
from test_testers import changed

BROKEN = changed(LUDO, LUDO_FAULTS["any roll leaves H"][0])
FEW = ["--games", "0", "--seconds", "600", "--quiet"]

#: How the refusal of a link begins and goes on.
_LINK = re.compile(r"it is a link to (.+), which may be another's work: to have it judged all .+")


def put(folder: Path, **sources: str) -> Path:
    """Files, by their names without `.py`, in a folder that is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return folder


def refusals(folder: Path) -> dict[str, str]:
    """All that is found in a folder, and why it is not checked."""
    return {os.path.relpath(one.file, folder): one.refusal for one in files(str(folder))}


def linked_to(refusal: str) -> str:
    """Where the link leads that is refused."""
    found = _LINK.fullmatch(refusal)
    assert found is not None, refusal
    return found[1]


# --- Links --------------------------------------------------------------------------------------


def test_a_link_to_anothers_file_or_folder_is_never_judged_as_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "ann", LudoGame=LUDO)
    put(tmp_path / "bob")
    (tmp_path / "bob" / "LudoGame.py").symlink_to("../ann/LudoGame.py")
    put(tmp_path / "carl")
    (tmp_path / "carl" / "own.py").symlink_to(tmp_path / "ann" / "LudoGame.py")
    (tmp_path / "dan").symlink_to("ann")
    (tmp_path / "LudoGame.py").symlink_to("ann/LudoGame.py")
    put(tmp_path / "group" / "eve", KubaGame="")
    (tmp_path / "group" / "fay").symlink_to("eve")
    assert main([*FEW, "--json", str(tmp_path)]) == 2
    told = json.loads(capsys.readouterr().out)
    by_file = {os.path.relpath(one["file"], tmp_path): one for one in told}
    assert by_file.pop("ann/LudoGame.py")["verdict"] == "right"
    assert by_file.pop("group/eve/KubaGame.py")["message"] == "it is empty"
    assert {file: linked_to(one["message"]) for file, one in by_file.items()} == {
        "bob/LudoGame.py": "../ann/LudoGame.py",
        "carl/own.py": str(tmp_path / "ann" / "LudoGame.py"),
        "dan": "ann",
        "group/fay": "eve",
        "LudoGame.py": "ann/LudoGame.py",
    }
    assert {one["verdict"] for one in by_file.values()} == {"could-not-run"}


def test_a_link_within_a_students_own_folder_is_judged(tmp_path: Path) -> None:
    put(tmp_path / "ann" / "src", game=BROKEN)
    (tmp_path / "ann" / "LudoGame.py").symlink_to("src/game.py")
    (tmp_path / "ann" / "source").symlink_to("src")
    assert refusals(tmp_path) == {"ann/LudoGame.py": "", "ann/src/game.py": ""}
    [report] = check(tmp_path / "ann" / "LudoGame.py", Order(games=0))
    assert [finding.rule for finding in report.findings] == ["L-5"]


@pytest.mark.parametrize("name", ["bob_LudoGame", "bob", "LudoGame"])
def test_a_link_to_another_of_a_flat_folder_is_not_followed(name: str, tmp_path: Path) -> None:
    put(tmp_path / "group", ann_LudoGame=LUDO, carl_LudoGame=BROKEN)
    (tmp_path / "group" / f"{name}.py").symlink_to("ann_LudoGame.py")
    found = refusals(tmp_path)
    assert linked_to(found.pop(f"group/{name}.py")) == "ann_LudoGame.py"
    assert set(found.values()) == {""}


def test_a_link_that_leads_nowhere_or_in_a_circle_is_reported(tmp_path: Path) -> None:
    put(tmp_path / "ann")
    for name, target in {"LudoGame": "gone.py", "KubaGame": "KubaGame.py", "util": "gone"}.items():
        (tmp_path / "ann" / f"{name}.py").symlink_to(target)
    found = refusals(tmp_path)
    assert {file: linked_to(refusal) for file, refusal in found.items()} == {
        "ann/KubaGame.py": "KubaGame.py",
        "ann/LudoGame.py": "gone.py",
    }


def test_where_a_link_leads_moves_no_terminal(tmp_path: Path) -> None:
    (tmp_path / "LudoGame.py").symlink_to("\x1b[31m\n\udcff")
    [refusal] = refusals(tmp_path).values()
    assert linked_to(refusal) == "\\x1b[31m\\n\\udcff"


def test_a_link_that_is_named_itself_is_judged_with_what_lies_where_it_leads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "ann", LudoGame=f"from names import HOME\n{LUDO}", names="HOME = 'H'\n")
    named = tmp_path / "named"
    put(named, other=LUDO, names="raise ValueError('not mine')\n")
    (named / "bob.py").symlink_to("../ann/LudoGame.py")
    (tmp_path / "folder").symlink_to("ann")
    assert main([*FEW, str(named / "bob.py")]) == 0
    assert main([*FEW, str(tmp_path / "folder")]) == 0
    assert "LudoGame.py  ludo  right" in capsys.readouterr().out


def test_a_hard_link_is_judged_as_the_copy_that_it_is_like(tmp_path: Path) -> None:
    put(tmp_path / "ann", LudoGame=LUDO)
    put(tmp_path / "bob")
    os.link(tmp_path / "ann" / "LudoGame.py", tmp_path / "bob" / "LudoGame.py")
    assert refusals(tmp_path) == {"ann/LudoGame.py": "", "bob/LudoGame.py": ""}


# --- What is no program -------------------------------------------------------------------------


@pytest.fixture(name="odd")
def fixture_odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A class in which only the last one handed in a program."""
    for name in ("device", "empty", "folder", "pipe", "socket", "text", "zoe"):
        put(tmp_path / name)
    (tmp_path / "empty" / "LudoGame.py").touch()
    (tmp_path / "folder" / "KubaGame.py").mkdir()
    os.mkfifo(tmp_path / "pipe" / "LudoGame.py")
    # A pipe under no program's name is nothing at all.
    os.mkfifo(tmp_path / "pipe" / "data.py")
    monkeypatch.chdir(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("LudoGame.py")
    (tmp_path / "text" / "ann_LudoGame.py").write_text("# soon\n", encoding="utf-8")
    (tmp_path / "zoe" / "LudoGame.py").write_text(LUDO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


ODD = {
    "empty/LudoGame.py": "it is empty",
    "folder/KubaGame.py": "it is a folder, not a file",
    "pipe/LudoGame.py": "it is a pipe, not a file",
    "socket/LudoGame.py": "it is a socket, not a file",
    "text/ann_LudoGame.py": "it has neither a class LudoGame nor a class KubaGame",
}


def told(form: list[str], out: str, html: Path) -> dict[str, str]:
    """The message of each file that could not be run, as this output has it."""
    if form == ["--json"]:
        return {one["file"]: one["message"] for one in json.loads(out) if "message" in one}
    if form == ["--csv", "-"]:
        rows = csv.DictReader(io.StringIO(out, newline=""))
        could_not = [row for row in rows if row["verdict"] == "could-not-run"]
        return {row["file"]: row["message"].partition(": ")[2] for row in could_not}
    if form:
        page = html.read_text(encoding="utf-8")
        found = re.findall(r"<h2>([^<]*)</h2>\n<p>could not be run: ([^<]*)</p>", page)
        return dict(found)
    lines = [line.split(maxsplit=3) for line in out.splitlines() if "could-not-run" in line]
    return {file: words for file, _, _, words in lines}


@pytest.mark.parametrize("form", [[], ["--json"], ["--csv", "-"], ["--html", "told.html"]])
def test_whatever_bears_a_programs_name_has_a_row_in_each_report(
    form: list[str], odd: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*FEW, *form, "."]) == 2
    found = told(form, capsys.readouterr().out, odd / "told.html")
    assert {file[2:]: words for file, words in found.items()} == ODD


def test_a_pipe_that_is_named_itself_is_not_waited_for_either(odd: Path) -> None:
    for path, words in (
        (odd / "pipe" / "LudoGame.py", "it is a pipe, not a file"),
        (odd / "socket" / "LudoGame.py", "it is a socket, not a file"),
        (Path("/dev/zero"), "it is a device, not a file"),
        (odd / "empty" / "LudoGame.py", "it is empty"),
    ):
        [report] = check(path)
        assert (report.verdict, report.refusal) == ("could-not-run", words)


def test_a_device_in_a_folder_has_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # To make one takes rights that few have.
    path = put(tmp_path, LudoGame="") / "LudoGame.py"
    null, stat = os.stat("/dev/null"), os.stat
    monkeypatch.setattr(
        os, "stat", lambda one, **more: null if one == str(path) else stat(one, **more)
    )
    assert refusals(tmp_path) == {"LudoGame.py": "it is a device, not a file"}


def test_a_file_that_cannot_be_read_has_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, LudoGame=LUDO, other="")

    def refusing(path: Path) -> list[str]:
        raise PermissionError(13, "Permission denied", str(path))

    # The administrator can read all.
    monkeypatch.setattr("parlor.check.submission.defines", refusing)
    assert refusals(tmp_path) == {
        "LudoGame.py": "Permission denied",
        "other.py": "Permission denied",
    }


# --- What is meant as a program -----------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "LudoGameTester",
        "KubaGameTests",
        "LudoGame_test",
        "test_LudoGame",
        "ann_test_KubaGame",
        "ann_LudoGameTester_2",
        "TestLudoGame",
    ],
)
def test_a_students_own_tests_are_no_submission(name: str, tmp_path: Path) -> None:
    tests = "import unittest\nfrom LudoGame import LudoGame\n"
    put(tmp_path / "ann", LudoGame=LUDO, **{name: tests})
    assert refusals(tmp_path) == {"ann/LudoGame.py": ""}
    put(tmp_path / "bob", **{name: f"{LUDO}\n{tests}"})
    assert refusals(tmp_path) == {"ann/LudoGame.py": "", f"bob/{name}.py": ""}


@pytest.mark.parametrize("name", ["testa_LudoGame", "LudoGame_testa", "contest_KubaGame"])
def test_a_student_whose_name_is_like_tests_has_a_row(name: str, tmp_path: Path) -> None:
    put(tmp_path, **{name: ""})
    assert refusals(tmp_path) == {f"{name}.py": ""}


def test_a_folder_without_programs_is_reported_as_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, LudoGameTester="import unittest\n")
    assert files(str(tmp_path)) == []
    assert main([*FEW, str(tmp_path)]) == 2
    assert "could-not-run  no file in this folder has a game's class" in capsys.readouterr().out
    assert files("gone.py") == [Found("gone.py")]


# --- Whose files they are -----------------------------------------------------------------------


def handed_in(file: Path) -> list[str]:
    """The names of what a program is given."""
    return sorted(read(file, file.read_bytes()).files)


@pytest.mark.parametrize(
    "programs",
    [
        {"ann_LudoGame": LUDO, "bob_LudoGame": LUDO},
        {"ann_LudoGame": LUDO, "bob_KubaGame": KUBA},
        {"ann_LudoGame": LUDO, "bob_LudoGame": "from ann_LudoGame import LudoGame\n"},
        {"ann": LUDO, "bob_LudoGame": "import ann\nclass LudoGame(ann.LudoGame): pass\n"},
        {"ann": LUDO, "LudoGame": BROKEN},
    ],
)
def test_in_a_flat_folder_a_file_is_given_no_other(
    programs: dict[str, str], tmp_path: Path
) -> None:
    put(tmp_path, **programs, helper="x = 1\n")
    (tmp_path / "ann.txt").write_text("mine", encoding="utf-8")
    # The first one may define nothing of its own, the last one is always attacked from.
    *_, last = programs
    assert handed_in(tmp_path / f"{last}.py") == [f"{last}.py"]


def test_who_takes_anothers_class_from_a_flat_folder_has_none(tmp_path: Path) -> None:
    put(tmp_path, ann_LudoGame=LUDO, bob_LudoGame="from ann_LudoGame import LudoGame\n")
    [report] = check(tmp_path / "bob_LudoGame.py", Order(games=0))
    assert report.verdict == "could-not-run"
    put(tmp_path, bob_LudoGame="import ann_LudoGame\nclass LudoGame: pass\n")
    [report] = check(tmp_path / "bob_LudoGame.py", Order(games=0))
    assert report.verdict == "could-not-run"
    assert report.refusal.startswith("line 1 of bob_LudoGame.py imports ann_LudoGame, which is")
    assert "It was given no other file" in report.refusal


def test_in_a_students_folder_a_file_is_given_all_of_it(tmp_path: Path) -> None:
    put(tmp_path, LudoGame=LUDO, KubaGame=KUBA, LudoGameTester="", LudoGame_helpers="x = 1\n")
    put(tmp_path / "src", parts="")
    everything = [
        "KubaGame.py",
        "LudoGame.py",
        "LudoGameTester.py",
        "LudoGame_helpers.py",
        "src/parts.py",
    ]
    assert handed_in(tmp_path / "LudoGame.py") == everything
    assert handed_in(tmp_path / "KubaGame.py") == everything


def test_folders_below_that_have_programs_of_their_own_are_not_handed_in(tmp_path: Path) -> None:
    put(tmp_path, LudoGame=LUDO, helper="x = 1\n")
    put(tmp_path / "ann" / "deep", LudoGame=BROKEN)
    put(tmp_path / "ann", notes="")
    put(tmp_path / "data", more="")
    assert handed_in(tmp_path / "LudoGame.py") == ["LudoGame.py", "data/more.py", "helper.py"]
    # One program in a folder of its own is a way to arrange one's files.
    put(tmp_path, LudoGame="from ann.deep.LudoGame import LudoGame\n")
    assert "ann/deep/LudoGame.py" in handed_in(tmp_path / "LudoGame.py")


def test_the_report_on_a_class_shows_whoever_handed_in_something(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, ann_LudoGame=LUDO, bob_LudoGame=BROKEN, carl_KubaGame="")
    rows: list[dict[str, Any]] = []
    main([*FEW, "--json", str(tmp_path)])
    rows = json.loads(capsys.readouterr().out)
    assert [(Path(one["file"]).name, one["verdict"]) for one in rows] == [
        ("ann_LudoGame.py", "right"),
        ("bob_LudoGame.py", "broken"),
        ("carl_KubaGame.py", "could-not-run"),
    ]
