"""Many files: beside each other, in their order, whatever happens to one or to the check."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from faults import KUBA_FAULTS, LUDO_FAULTS
from parlor.check.command import main
from parlor.check.progress import Progress
from parlor.check.report import Report
from parlor.check.sheet import COLUMNS, Sheet, harmless
from students import KUBA, LUDO
from test_testers import changed

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")

BROKEN = changed(LUDO, LUDO_FAULTS["any roll leaves H"][0])
KUBA_BROKEN = changed(KUBA, KUBA_FAULTS["undoing is allowed"][0])
FEW = ["--games", "0"]


def sleeping(seconds: float) -> str:
    """A right program that sleeps before each game."""
    head = "    def play_game(self, players, turns):\n"
    return LUDO.replace(head, f"{head}        import time; time.sleep({seconds})\n")


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some files, of which the first takes longest."""
    monkeypatch.chdir(tmp_path)
    programs = {
        "a-slow.py": sleeping(0.002),
        "b.py": BROKEN,
        "c.py": "class LudoGame\n",
        "d.py": KUBA_BROKEN,
        "e.py": LUDO,
    }
    for name, program in programs.items():
        (tmp_path / name).write_text(program, encoding="utf-8")
    return tmp_path


def run(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlor.check", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        **options,
    )


@pytest.mark.parametrize("form", [["--json"], ["--csv", "-"], []])
def test_the_report_is_the_same_however_many_are_checked_at_once(
    form: list[str], folder: Path
) -> None:
    told = [
        run("--jobs", jobs, "--html", f"{jobs}.html", *form, *FEW, ".", cwd=folder)
        for jobs in ("1", "2", "5")
    ]
    assert told[0].returncode == 1
    assert told[0].stdout == told[1].stdout == told[2].stdout
    assert (folder / "1.html").read_bytes() == (folder / "5.html").read_bytes()
    files = [line.split()[0] for line in told[0].stdout.splitlines()]
    assert form or files == [f"./{name}" for name in sorted(os.listdir()) if name.endswith(".py")]


def test_nothing_is_left_where_the_check_is_started(tmp_path: Path) -> None:
    # Hypothesis keeps what it finds in modules that are not installed, such as these.
    (tmp_path / "LudoGame.py").write_text(LUDO, encoding="utf-8")
    (tmp_path / "local.py").write_text("X = [b'12345678', 'a text', 123456]\n", encoding="utf-8")
    (tmp_path / "test_it.py").write_text(
        "import local\ndef test_it(parlor_check):\n    parlor_check('LudoGame.py')\n",
        encoding="utf-8",
    )
    before = sorted(os.listdir(tmp_path))
    assert run("--games", "20", "LudoGame.py", cwd=tmp_path).returncode == 0
    program = "import local; from parlor.check import check; check('LudoGame.py')"
    for command in (["-c", program], ["-m", "pytest", "-p", "no:cacheprovider", "-q"]):
        subprocess.run(
            [sys.executable, "-B", *command], cwd=tmp_path, check=True, timeout=300, stdout=-3
        )
    assert sorted(os.listdir(tmp_path)) == before


# --- What ends a process ------------------------------------------------------------------------


def below(process: int) -> list[int]:
    """The processes that a process has started, and what these have."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                stat = Path(f"/proc/{name}/stat").read_text(errors="replace")
            except OSError:
                continue
            state, parent = stat.rpartition(")")[2].split()[:2]
            if state != "Z":
                parents[int(name)] = int(parent)
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def until(is_so: Callable[[], object], seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def is_alive(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@contextmanager
def under_way(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A check whose second file sleeps, and that has printed what it knows of the first."""
    (folder / "sleeper.py").write_text(sleeping(3), encoding="utf-8")
    command = [sys.executable, "-m", "parlor.check", *FEW, *arguments]
    files = ["b.py", "sleeper.py", "sleeper.py", "d.py"]
    with (
        (folder / "told").open("w") as told,
        subprocess.Popen(
            [*command, *files], cwd=folder, stdout=told, stderr=subprocess.PIPE, text=True
        ) as process,
    ):
        try:
            assert until(lambda: "L-5" in (folder / "told").read_text(encoding="utf-8"))
            # Two processes that check, each with a program.
            assert until(lambda: len(below(process.pid)) >= 4)
            yield process
        finally:
            process.kill()


@linux
@pytest.mark.parametrize("number", STOPPING)
def test_a_check_that_is_stopped_ends_its_json_and_leaves_nothing(
    number: signal.Signals, folder: Path
) -> None:
    with under_way(folder, "--json", "--jobs", "2", "--csv", "told.csv") as process:
        left = below(process.pid)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 128 + number
        assert err == "parlor-check: stopped before the end\n"
        assert until(lambda: not any(map(is_alive, left)), 10)
    told = json.loads((folder / "told").read_text(encoding="utf-8"))
    assert [one["verdict"] for one in told] == ["broken"]
    assert len((folder / "told.csv").read_text(encoding="utf-8").splitlines()) == 2


@linux
@pytest.mark.parametrize("number", STOPPING)
def test_a_signal_to_all_processes_ends_them_as_one(number: signal.Signals, folder: Path) -> None:
    command = [sys.executable, "-m", "parlor.check", "--json", *FEW, "--jobs", "2"]
    (folder / "sleeper.py").write_text(sleeping(3), encoding="utf-8")
    with subprocess.Popen(
        [*command, "sleeper.py", "sleeper.py"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert until(lambda: len(below(process.pid)) >= 4)
        left = below(process.pid)
        # As a terminal does, or timeout.
        os.killpg(process.pid, number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (128 + number, "[]\n")
    assert err == "parlor-check: stopped before the end\n"
    assert until(lambda: not any(map(is_alive, left)), 10)


@linux
def test_a_check_that_is_killed_leaves_nothing(folder: Path) -> None:
    with under_way(folder, "--jobs", "2") as process:
        left = below(process.pid)
        process.kill()
        process.wait()
        assert until(lambda: not any(map(is_alive, left)), 10)


@linux
def test_a_process_that_dies_costs_one_line(folder: Path) -> None:
    (folder / "sleeper.py").write_text(sleeping(3), encoding="utf-8")
    command = [sys.executable, "-m", "parlor.check", "--json", *FEW, "--jobs", "1"]
    with subprocess.Popen(
        [*command, "sleeper.py", "b.py", "e.py"], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as process:
        assert until(lambda: len(below(process.pid)) >= 2)
        checking, *_ = below(process.pid)
        os.kill(checking, signal.SIGKILL)
        out, _ = process.communicate(timeout=120)
    killed, *others = json.loads(out)
    assert killed["verdict"] == "could-not-run"
    assert killed["message"] == (
        "the checker itself failed: the process that checked it was ended by SIGKILL"
    )
    assert [one["verdict"] for one in others] == ["broken", "right"]
    assert process.returncode == 3


def test_nobody_who_reads_no_more_is_shown_that_all_is_right(folder: Path) -> None:
    for name in "fgh":
        (folder / f"{name}.py").write_text(LUDO, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "parlor.check", *FEW, "e.py", "f.py", "g.py", "h.py"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
    assert process.returncode == 141
    assert b"Traceback" not in err


# --- How far it is ------------------------------------------------------------------------------


def test_without_a_terminal_a_line_for_each_file_is_reported(folder: Path) -> None:
    def lines(*files: str) -> list[str]:
        """What is told, but for how long it takes on a slow machine."""
        told = run(*FEW, *files, cwd=folder).stderr.splitlines()
        return [line for line in told if " after " not in line]

    assert lines("b.py", "e.py") == ["1 of 2: b.py", "2 of 2: e.py"]
    assert lines("e.py") == []
    assert run(*FEW, "--quiet", "b.py", "e.py", cwd=folder).stderr == ""
    # What programs rely on.
    assert run(*FEW, "--json", "b.py", "e.py", cwd=folder).stderr == ""


@linux
def test_a_closed_standard_error_is_none(folder: Path) -> None:
    command = f"exec {sys.executable} -m parlor.check --games 0 b.py e.py 2>&-"
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, stdout=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == 1
    assert [line.split()[2:4] for line in done.stdout.splitlines()[-2:]] == [
        ["broken", "L-5;"],
        ["right", "1113"],
    ]


def test_a_long_wait_is_reported_each_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("parlor.check.progress.time.monotonic", lambda: now[0])
    progress = Progress(40)
    progress.begin(2, "c.py")
    for _ in range(25):
        now[0] += 1
        progress.wait(2, "c\n.py")
    progress.done(2, "c.py")
    assert capsys.readouterr().err.splitlines() == [
        "2 of 40 after 10 s, waiting for c\\n.py",
        "2 of 40 after 20 s, waiting for c\\n.py",
        "3 of 40: c.py",
    ]


# --- As CSV -------------------------------------------------------------------------------------


def test_csv_has_a_row_for_each_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--csv", "told.csv", "b.py", "d.py", "gone.py"]) == 2
    assert "b.py: breaks the text" in capsys.readouterr().out
    text = (folder / "told.csv").read_bytes().decode("utf-8")
    assert text.count("\r\n") == 4
    ludo, kuba, gone = csv.DictReader(io.StringIO(text, newline=""))
    assert (ludo["file"], ludo["game"], ludo["verdict"], ludo["rules"]) == (
        "b.py",
        "ludo",
        "broken",
        "L-5",
    )
    assert (ludo["breaks"], ludo["differs"], ludo["games"]) == ("1", "0", ludo["wanted"])
    assert ludo["first"].startswith("Only a 6 leaves the home yard, and the token")
    assert kuba["rules"].split()[0] == "K-7"
    assert int(kuba["breaks"]) >= 1
    assert (gone["game"], gone["verdict"], gone["games"]) == ("", "could-not-run", "0")
    assert gone["message"] == "could not be run: No such file or directory"


@pytest.mark.usefixtures("folder")
def test_csv_alone_is_printed_for_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "-q", "--csv", "-", "b.py", "e.py"]) == 1
    told = capsys.readouterr()
    rows = list(csv.reader(io.StringIO(told.out, newline="")))
    assert [row[:3] for row in rows] == [
        ["file", "game", "verdict"],
        ["b.py", "ludo", "broken"],
        ["e.py", "ludo", "right"],
    ]
    assert told.err == ""


@pytest.mark.parametrize(
    "name",
    [
        "=HYPERLINK(1).py",
        "+1+cmd|' /C calc'!A0.py",
        "-2+3.py",
        "@SUM(1).py",
        "\t=1.py",
        "\r=1.py",
        " =1.py",
        "\N{FULLWIDTH EQUALS SIGN}1.py",
        "\N{SMALL HYPHEN-MINUS}1.py",
        "a\n=1.py",
    ],
)
def test_no_spreadsheet_computes_what_a_student_has_named(name: str) -> None:
    out = io.StringIO(newline="")
    Sheet(out).add(Report(name, refusal=f"{name} says so"))
    header, row = csv.reader(io.StringIO(out.getvalue(), newline=""))
    assert tuple(header) == COLUMNS
    assert len(row) == len(COLUMNS)
    for cell in row:
        assert cell[:1] not in tuple("=+-@\t\r\n\N{FULLWIDTH EQUALS SIGN}\N{SMALL HYPHEN-MINUS}")
        assert "\n" not in cell
        assert "\r" not in cell


def test_an_ordinary_name_stays_as_it_is() -> None:
    for name in ("a.py", 'a "b", c.py', "students/é ü.py", "3=4.py", ""):
        assert harmless(name) == name
