"""Whatever a path names and whatever a program answers, the command tells something that is so."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest
from parlor.check.board import board
from parlor.check.command import main
from parlor.check.files import files
from parlor.check.finding import Finding
from parlor.check.game import LUDO as LUDO_GAME, Difference
from parlor.check.page import page
from parlor.check.report import Report
from parlor.check.script import kuba, ludo
from students import LUDO

FEW = ["--games", "0", "--seconds", "600"]

#: Pieces of names and of answers that do something somewhere.
PIECES = [
    *["a", "LudoGame", ".py", "..", ".", "-", "--json", " ", "~", "*", "$HOME", "\\", "/", "//"],
    *["\n", "\r", "\t", "\x1b[2J", "\x7f", "\u202e", "\u2028", "\udcff", "\U0001f3b2"],
    *["<script>", "&amp;", "'", '"', "]]>", "{", "%s", "\ufeff", "x" * 300, "e\u0301"],
]


def odd(source: random.Random, most: int = 6) -> str:
    """Some pieces."""
    return "".join(source.choices(PIECES, k=source.randrange(1, most)))


def told(
    capsys: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, list[dict[str, object]]]:
    """The exit code, and the JSON of a run that complains of nothing else."""
    code = main(["--json", *FEW, "--", *arguments])
    printed = capsys.readouterr()
    assert printed.err == ""
    reports: list[dict[str, object]] = json.loads(printed.out)
    return code, reports


def test_whatever_a_path_is_called_something_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source = random.Random(11)
    names = [f"gone-{odd(source)}" for _ in range(300)]
    names += ["", "\0", "a\0.py", "x" * 5_000, "~", "-"]
    code, reports = told(capsys, *names)
    assert code == 2
    assert [report["file"] for report in reports] == names
    assert {report["verdict"] for report in reports} == {"could-not-run"}
    assert all(report["message"] for report in reports)


def test_a_file_of_any_name_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = random.Random(12)
    path = tmp_path / (odd(source).replace("/", "")[:80] + ".py")
    path.write_text("class KubaGame\n", encoding="utf-8")
    code, [report] = told(capsys, str(path))
    assert (code, report["file"], report["verdict"]) == (1, str(path), "broken")


def test_links_that_lead_nowhere_or_in_circles_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "LudoGame.py").symlink_to(tmp_path / "LudoGame.py")
    (tmp_path / "KubaGame.py").symlink_to(tmp_path / "gone.py")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "round").symlink_to(tmp_path)
    (tmp_path / "deep" / "right.py").write_text("class LudoGame\n", encoding="utf-8")
    assert [os.path.relpath(one.file, tmp_path) for one in files(str(tmp_path))] == [
        "KubaGame.py",
        "LudoGame.py",
        "deep/round",
        "deep/right.py",
    ]
    for name in ("LudoGame.py", "KubaGame.py"):
        code, [report] = told(capsys, str(tmp_path / name))
        assert (code, report["verdict"]) == (2, "could-not-run")


def test_what_is_no_file_is_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "LudoGame.py")
    (tmp_path / "KubaGame.py").mkdir()
    code, reports = told(capsys, str(tmp_path), "/dev/zero", "/dev/full")
    assert code == 2
    assert [report["message"] for report in reports] == [
        "it is a folder, not a file",
        "it is a pipe, not a file",
        "it is a device, not a file",
        "it is a device, not a file",
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator reads everything")
def test_what_may_not_be_read_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text(LUDO, encoding="utf-8")
    path.chmod(0)
    code, [report] = told(capsys, str(path))
    assert (code, report["message"]) == (2, "Permission denied")


def test_bytes_that_are_no_program_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = random.Random(13)
    heads = [b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"# coding: rot13\n", b"# coding: nil\n"]
    paths = []
    for number, head in enumerate(heads):
        path = tmp_path / f"LudoGame{number}.py"
        path.write_bytes(head + b"class LudoGame: x = (" + source.randbytes(200))
        paths.append(str(path))
    code, reports = told(capsys, *paths)
    assert code == 2
    # Of some bytes nobody can say that they are meant to be a class.
    assert [report["verdict"] for report in reports] == [
        *["broken", "broken", "could-not-run", "could-not-run", "broken", "broken"],
    ]
    (tmp_path / "large.py").write_bytes(b"#" * (1 << 20) + b"\nclass LudoGame: pass\n")
    code, [report] = told(capsys, str(tmp_path / "large.py"))
    assert (code, report["message"]) == (2, "it is larger than a megabyte")


def test_of_a_thousand_files_those_with_a_game_are_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(1_000):
        (tmp_path / f"{number:03}.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "500.py").write_text("class LudoGame\n", encoding="utf-8")
    (tmp_path / "600.py").write_text("class KubaGame\n", encoding="utf-8")
    code, reports = told(capsys, str(tmp_path))
    assert code == 1
    assert [os.path.basename(str(report["file"])) for report in reports] == ["500.py", "600.py"]


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_answered_json_page_and_text_hold(seed: int) -> None:
    source = random.Random(seed)
    scripts = [ludo("AB: A6 A4"), kuba("65F"), ludo("AB: // AB: A6"), kuba("")]
    reports = []
    for _ in range(100):
        findings = []
        for _ in range(source.randrange(4)):
            script = source.choice(scripts)
            found = Difference(len(script) - 1, source.randrange(6), odd(source), odd(source))
            findings.append(Finding.of(script, found))
        file = odd(source)
        reports.append(Report(file, source.choice(["ludo", "kuba"]), tuple(findings)))
    as_read = json.loads(json.dumps([report.to_json() for report in reports]))
    assert [one["file"] for one in as_read] == [report.file for report in reports]
    for report, one in zip(reports, as_read):
        assert [each["got"] for each in one["findings"]] == [each.got for each in report.findings]
        assert one["verdict"] == ("broken" if report.findings else "right")
    html = page(reports)
    assert "<script" not in html
    html.encode("utf-8", errors="backslashreplace")
    assert not any("\x1b" in report.to_row(20) for report in reports)


def test_a_token_on_no_space_is_reported_and_the_others_are_drawn() -> None:
    script = ludo("AB: A6 A4 B6")
    answers = [list(told) for told in LUDO_GAME.answers(script)]
    answers[-1][3] = "60"
    answers[-1][8] = "'H'"
    drawn = board("after", script, answers)
    assert drawn is not None
    assert drawn.svg.startswith("<svg")
    assert drawn.text.split("\n") == [
        "A  p   ?  q   H",
        "   p: 60 is no step",
        "B  p   R  q   ?",
        "   q: 'H' is no step",
        "(drawn in H: p of A, q of B)",
    ]
    finding = Finding.of(script, Difference(1, 0, "1", "2"))
    html = page([Report("x.py", "ludo", (finding,), boards=((drawn,),))])
    assert "after. p: 60 is no step" in html
