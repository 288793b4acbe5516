"""What a program may take is its own: a busy machine changes nothing that is told of it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from faults import KUBA_FAULTS, LUDO_FAULTS
from parlor.check import Order, check, processor
from parlor.check.command import main
from parlor.check.game import LUDO as LUDO_GAME
from parlor.check.judge import Judge
from parlor.check.order import Budget
from parlor.check.page import page
from parlor.check.processor import Times
from parlor.check.report import Report
from parlor.check.sandbox import Sandbox
from students import KUBA, LUDO
from test_testers import changed

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells these times")

#: Works until it is killed, or its time is over in case nobody does that.
LOOP = "import time\nend = time.monotonic() + 300\nwhile time.monotonic() < end: pass\n"


def with_first(lines: str) -> str:
    """The plain program, whose `play_game` does something first."""
    head = "    def play_game(self, players, turns):\n"
    assert LUDO.count(head) == 1
    return LUDO.replace(head, f"{head}        {lines}\n")


def sleeping(seconds: float) -> str:
    """A right program that sleeps before each game."""
    return with_first(f"import time; time.sleep({seconds})")


WORKING = with_first("for _ in range(4 * 10**6): pass")


@contextmanager
def load(loops: int) -> Iterator[None]:
    """So many endless loops beside what is done here."""
    running = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(loops)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def written(tmp_path: Path, program: str, name: str = "LudoGame.py") -> str:
    path = tmp_path / name
    path.write_text(program, encoding="utf-8")
    return str(path)


@linux
def test_a_busy_machine_gives_the_same_report(tmp_path: Path) -> None:
    two = LUDO_FAULTS["a finished token bounces back out of E"][0]
    two = two + LUDO_FAULTS["a kicked token goes to R"][0]
    programs = {
        "two.py": changed(LUDO, two),
        "kuba.py": changed(KUBA, KUBA_FAULTS["undoing is allowed"][0]),
        # It sleeps for most of the time that a call may, and works for all of it.
        "endless.py": with_first(
            "import time; time.sleep(3 * (turns == [('A', 6)]))\n"
            "        while turns == [('A', 5)]: pass"
        ),
    }
    files = [written(tmp_path, program, name) for name, program in programs.items()]
    order = Order(games=20)

    def told() -> list[str]:
        reports = [report for file in files for report in check(file, order)]
        return [json.dumps(report.to_json()) + report.to_text() for report in reports]

    idle = told()
    with load(4):
        busy = told()
    assert busy == idle


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (sleeping(0.2), "then it had slept for 2 of 4 s: --seconds gives it more"),
        (WORKING, "then 2 of 4 s of processor time were over: --seconds gives it more"),
    ],
    ids=["asleep", "at work"],
)
def test_a_program_that_is_too_slow_is_not_called_right(
    program: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, program)
    # What the games themselves take is far below either limit, also on a slow machine.
    [report] = check(path, Order(seconds=4, games=100))
    assert report.verdict == "too-slow"
    assert 0 < report.games < 100
    told = f"only {report.games} of {report.wanted} games played, {why}"
    assert told in report.to_text()
    assert told in report.to_row(20)
    assert told in page([report])
    as_json = report.to_json()
    assert (as_json["verdict"], as_json["reason"]) == ("could-not-run", "too-slow")
    assert as_json["message"] == f"too slow: {told}"
    assert (as_json["games"], as_json["wanted"]) == (report.games, report.wanted)
    assert main(["--seconds", "4", "--games", "100", path]) == 2
    assert "too slow to be judged: only " in capsys.readouterr().out


def test_no_game_at_all_is_not_called_right(tmp_path: Path) -> None:
    [report] = check(written(tmp_path, sleeping(0.3)), Order(seconds=0.05, games=0))
    assert (report.games, report.findings, report.verdict) == (0, (), "too-slow")


def test_a_difference_in_a_few_games_is_no_verdict() -> None:
    slow = Report("a.py", "ludo", games=3, wanted=1984, is_hurried=True)
    assert slow.verdict == "too-slow"
    assert slow.to_json()["verdict"] == "could-not-run"


def test_what_breaks_the_text_is_reported_however_slow_the_program_is(tmp_path: Path) -> None:
    program = sleeping(0.05).replace("return spaces", "return tuple(spaces)")
    [report] = check(written(tmp_path, program), Order(seconds=1, games=0))
    assert report.verdict == "broken"
    assert report.findings


def test_the_fixture_fails_for_a_program_that_is_too_slow(tmp_path: Path) -> None:
    written(tmp_path, sleeping(0.3))
    (tmp_path / "test_theirs.py").write_text(
        "from parlor.check.order import Order\n"
        "Order.__init__.__defaults__ = (0.05, 0, *Order.__init__.__defaults__[2:])\n"
        "def test_it(parlor_check):\n    parlor_check('LudoGame.py')\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_theirs.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "1 failed" in done.stdout
    assert "too slow to be judged: only" in done.stdout


@pytest.mark.parametrize("looks", [1, 50, 400, 2_000])
def test_the_time_for_a_file_is_kept(looks: int, tmp_path: Path) -> None:
    # A clock on which the program works a second whenever somebody looks.
    ticks = count()
    with Sandbox(Path(written(tmp_path, LUDO))) as sandbox:
        budget = Budget(
            looks,
            Times,
            checker=lambda: Times(float(next(ticks))),
            now=lambda: float(next(ticks)),
        )
        judge = Judge(LUDO_GAME, sandbox, Order(games=2_000), budget)
        judge.judge()
    assert judge.findings == []
    # A game is played at most once a look, and what is right is looked at till the end.
    assert judge.games <= looks
    assert next(ticks) > looks // 2


class Machine:
    """Times that a test says."""

    def __init__(self) -> None:
        self.now = 0.0
        self.checker = Times()
        self.program = Times()

    def budget(self, seconds: float) -> Budget:
        return Budget(
            seconds, lambda: self.program, checker=lambda: self.checker, now=lambda: self.now
        )


def test_what_others_do_on_the_machine_takes_nothing_of_the_time() -> None:
    machine = Machine()
    budget = machine.budget(10)
    for second in range(1, 1_000):
        machine.now = float(second)
        # One of both is always ready, and seldom gets a processor.
        machine.checker = Times(0.002 * second, 0.298 * second)
        machine.program = Times(0.003 * second, 0.697 * second)
        assert not budget.is_over()
    machine.program = Times(10.0, 999.0)
    machine.now += 1
    assert budget.is_over()
    assert not budget.is_slept_away


def test_sleep_is_counted_but_not_that_of_a_machine_that_stood_still() -> None:
    machine = Machine()
    budget = machine.budget(30)
    # The whole check was stopped for an hour.
    machine.now += 3_600
    assert not budget.is_over()
    for _ in range(20):
        machine.now += 1.5
        budget.is_over()
    assert budget.is_over()
    assert budget.is_slept_away


@linux
def test_a_process_is_asked_how_long_it_and_those_below_it_worked() -> None:
    work = "import time\nwhile time.process_time() < 0.3: pass\n"
    parent = (
        f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {work!r}])\n"
        f"one = subprocess.Popen([sys.executable, '-c', {work!r} + 'input()'], stdin=-1)\n"
        f"{work}print(flush=True)\ninput()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            limit = time.monotonic() + 60
            while True:
                times = processor.of_process(process.pid)
                assert times is not None
                # Its own, of the child that it has waited for, and of the one that still runs.
                if times.worked >= 0.85 or time.monotonic() > limit:
                    break
            assert times.worked >= 0.85
        finally:
            process.kill()
    assert processor.of_process(process.pid) is None


@linux
def test_what_a_file_took_in_earlier_processes_counts(tmp_path: Path) -> None:
    work = "import time\n        while time.process_time() < 0.2: pass"
    play: list[tuple[object, ...]] = [("LudoGame",), ("play_game", ["A", "B"], [("A", 6)])]
    with Sandbox(Path(written(tmp_path, with_first(work)))) as sandbox:
        for _ in range(3):
            sandbox.play_alone(play)
        assert sandbox.times().worked >= 0.5
