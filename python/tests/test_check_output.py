"""What cannot be written is told in one line, and nothing is left of it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from parlor.check.command import main
from parlor.check.output import Output, OutputError

ARGUMENTS = ["--games", "0", "--seconds", "600", "--quiet"]

linux = pytest.mark.skipif(sys.platform != "linux", reason="devices of Linux")


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With a program that is refused at once, and a file that was there before."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "LudoGame.py").touch()
    (tmp_path / "old").write_text("as it was", encoding="utf-8")
    (tmp_path / "reports").mkdir()
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that is told of an output."""
    assert main([*ARGUMENTS, *arguments, "LudoGame.py"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("parlor-check: ")
    return line.partition(": ")[2]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", ["--csv", "--html"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no/such/told", "No such file or directory; make the folder no/such first"),
        ("reports", "Is a directory; name a file in it, such as reports/report.KIND"),
        ("old/told", "Not a directory; name a file in a folder where you may write"),
        ("", "No such file or directory; name a file in a folder where you may write"),
        ("a\n/told", "No such file or directory; make the folder a\\n first"),
    ],
)
def test_what_cannot_be_opened_is_reported_before_anything_is_checked(
    option: str, name: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = name.replace("\n", "\\n") or "''"
    line = refused(capsys, option, name)
    assert line == f"cannot write {option} {shown}: {told.replace('KIND', option[2:])}"


@pytest.mark.parametrize("unwritable", ["--csv", "--html"])
def test_where_one_cannot_be_written_the_other_is_as_it_was(
    unwritable: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [other] = {"--csv", "--html"} - {unwritable}
    for name in ("old", "new"):
        assert refused(capsys, other, name, unwritable, "no/told").startswith("cannot write")
    assert sorted(os.listdir(folder)) == ["LudoGame.py", "old", "reports"]
    assert (folder / "old").read_text(encoding="utf-8") == "as it was"


def test_json_and_csv_are_not_both_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--json", "--csv", "-", "LudoGame.py"])
    assert ended.value.code == 2
    assert "--json and --csv - both print; give --csv a file" in capsys.readouterr().err


def test_a_page_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--html", "-", "LudoGame.py"])
    assert ended.value.code == 2
    assert "--html - is no file; name one, such as --html report.html" in capsys.readouterr().err


@linux
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", ["--csv", "--html"])
def test_a_full_disk_is_reported_with_the_name(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, option, "/dev/full") == (
        f"cannot write {option} /dev/full: No space left on device; make room there, "
        "or name a file elsewhere"
    )


@pytest.mark.parametrize("forms", [["--csv", "PIPE"], ["--html", "PIPE"], ["--json"], []])
def test_nobody_reads_is_no_fault_of_the_checker(forms: list[str], folder: Path) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-m", "parlor.check", *ARGUMENTS, "LudoGame.py"]
    done = subprocess.run(
        [*command, *(form.replace("PIPE", f"/dev/fd/{write_end}") for form in forms)],
        pass_fds=[write_end],
        stdout=subprocess.DEVNULL if "PIPE" in forms else write_end,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(write_end)
    assert (done.returncode, done.stderr) == (141, "")
    assert sorted(os.listdir(folder)) == ["LudoGame.py", "old", "reports"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", ["--json", "--csv -"])
def test_a_closed_standard_output_is_reported_to_who_wants_only_that(form: str) -> None:
    command = f"exec {sys.executable} -m parlor.check {form} LudoGame.py >&-"
    done = subprocess.run(
        ["sh", "-c", command], stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (
        2,
        "parlor-check: cannot write to standard output: it is closed; open it, or name a file "
        "with --csv FILE\n",
    )


class _Full:
    """A file in the place of another that has room for so many bytes in all."""

    def __init__(self, file: object, room: int) -> None:
        self._file, self._room = file, room

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)

    def write(self, piece: memoryview) -> int:
        if not self._room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = self._file.write(piece[: self._room])  # type: ignore[attr-defined]
        self._room -= written
        return int(written)


@pytest.mark.parametrize("name", ["new", "old"])
def test_a_piece_is_written_whole_or_not_at_all(name: str, folder: Path) -> None:
    with Output("--csv", name) as output:
        output._file = _Full(output._file, 10)  # type: ignore[assignment]
        output.write("a,b\r\n")
        with pytest.raises(OutputError, match=r"^cannot write --csv .+: No space left on device; "):
            output.write("ccccc,ddddd\r\n")
    assert (folder / name).read_bytes() == b"a,b\r\n"


def test_of_a_new_file_without_a_whole_piece_nothing_is_left(folder: Path) -> None:
    with Output("--html", "new") as output, pytest.raises(OutputError):
        output._file = _Full(output._file, 10)  # type: ignore[assignment]
        output.write("<!doctype html>")
    assert not (folder / "new").exists()


def test_a_shorter_report_replaces_a_longer_one(folder: Path) -> None:
    (folder / "old").write_text("x" * 100_000, encoding="utf-8")
    assert main([*ARGUMENTS, "--csv", "old", "LudoGame.py"]) == 2
    lines = (folder / "old").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[0] for line in lines] == ["file", "LudoGame.py"]
