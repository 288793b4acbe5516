"""How values are solved: by one process, with Ctrl-C, threads and progress."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from parlor import ParlorError, Record, kuba, ludo

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of signals and /proc")

LUDO = "parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p C1- A6p"
KUBA = "parlor-record 1\ngame: kuba\nrules: tournament\nseats: W, B\n\n66L 50R 00R"

WAIT = 240
"""Seconds after which a process is taken to hang, however busy the machine is."""

FIRST_PLAYER = "0.51098468922"


def begun(code: str, cache: Path, *, python: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """A program of its own with this cache folder."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", *python, "-c", "from parlor import ludo, kuba\n" + code],
        env={**os.environ, "PARLOR_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def printed(process: subprocess.Popen[str]) -> str:
    """What it prints to its end, errors included."""
    out, errors = process.communicate(timeout=WAIT)
    return out + errors


VALUE = "print(round(ludo.value('AH.H/CH.H A - -'), 11))\n"


class TestCacheFolder:
    """``PARLOR_CACHE`` and the lock in it."""

    def test_of_processes_that_begin_at_once_one_solves(self, tmp_path: Path) -> None:
        code = "print(ludo.prepare())\n" + VALUE
        processes = [begun(code, tmp_path) for _ in range(4)]
        outcomes = sorted(printed(process) for process in processes)
        expected = [f"loaded\n{FIRST_PLAYER}\n"] * 3 + [f"solved\n{FIRST_PLAYER}\n"]
        assert outcomes == expected
        names = sorted(path.name for path in tmp_path.iterdir())
        assert names == ["ludo-opposite.lock", "ludo-opposite.values"]

    def test_the_file_is_shared_with_other_folders_by_copying_it(self, tmp_path: Path) -> None:
        first, second = tmp_path / "first", tmp_path / "second"
        assert printed(begun("print(ludo.prepare())", first)) == "solved\n"
        second.mkdir()
        (second / "ludo-opposite.values").write_bytes((first / "ludo-opposite.values").read_bytes())
        code = "print(ludo.prepare(), ludo.prepare(('B', 'D')))"
        assert printed(begun(code, second)) == "loaded present\n"
        assert not (second / "ludo-opposite.lock").exists()

    @pytest.mark.parametrize("damage", [lambda file: file[:1000], lambda file: b"x" + file[1:]])
    def test_a_damaged_file_is_made_anew(
        self, tmp_path: Path, damage: Callable[[bytes], bytes]
    ) -> None:
        kept = tmp_path / "ludo-opposite.values"
        assert printed(begun("print(ludo.prepare())", tmp_path)) == "solved\n"
        whole = kept.read_bytes()
        kept.write_bytes(damage(whole))
        assert printed(begun("print(ludo.prepare())", tmp_path)) == "solved\n"
        assert kept.read_bytes() == whole

    def test_a_folder_that_cannot_be_used_is_warned_of_once(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.touch()
        code = """
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(ludo.prepare(), ludo.prepare())
print(len(caught), caught[0].category.__name__, caught[0].message)
"""
        out = printed(begun(code, file))
        assert out.startswith(f"solved present\n1 RuntimeWarning PARLOR_CACHE is {file}, and ")
        assert out.endswith("; each process solves them anew\n")

    def test_the_warning_as_an_error_comes_after_the_values(self, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.touch()
        code = "try:\n    ludo.prepare()\nexcept RuntimeWarning:\n    print(ludo.prepare())"
        assert printed(begun(code, file)) == "present\n"

    @linux
    def test_an_empty_variable_names_none(self, tmp_path: Path) -> None:
        process = subprocess.run(
            [sys.executable, "-c", "from parlor import ludo; print(ludo.prepare())"],
            env={**os.environ, "PARLOR_CACHE": "", "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=WAIT,
            check=True,
        )
        assert process.stdout == "solved\n"
        assert (tmp_path / "parlor" / "ludo-opposite.values").is_file()

    @linux
    def test_who_waits_for_a_process_that_is_killed_solves(self, tmp_path: Path) -> None:
        tmp_path.joinpath("ludo-opposite.lock").touch()
        holder = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import fcntl, sys, time\n"
                "lock = open(sys.argv[1])\nfcntl.flock(lock, fcntl.LOCK_EX)\n"
                "print('held', flush=True)\ntime.sleep(1000)",
                str(tmp_path / "ludo-opposite.lock"),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        code = "print('begins', flush=True)\nprint(ludo.prepare())"
        waiting = begun(code, tmp_path)
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "begins\n"
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(timeout=1)
        holder.kill()
        holder.communicate(timeout=WAIT)
        assert printed(waiting) == "solved\n"

    @linux
    def test_workers_share_the_memory_of_the_file(self, tmp_path: Path) -> None:
        assert printed(begun("ludo.prepare()", tmp_path)) == ""
        code = """
import re
def private():
    with open("/proc/self/smaps_rollup", encoding="ascii") as file:
        text = file.read()
    return sum(map(int, re.findall(r"^Private_(?:Clean|Dirty): +(\\d+) kB", text, re.M)))
before = private()
print(ludo.prepare())
after = private()
with open("/proc/self/maps", encoding="ascii") as file:
    print("ludo-opposite.values" in file.read(), end=" ")
print(after - before)
"""
        out = printed(begun(code, tmp_path)).split()
        assert out[:2] == ["loaded", "True"]
        # The pages of a file that one process maps count as its own; none of them may be changed.
        assert int(out[2]) < 30_000


STOP = """
import signal, threading
stopped = []
def work(progress):
    {work}
def interrupt(done):
    stopped.append(done)
    if len(stopped) == {after}:
        signal.raise_signal(signal.SIGINT)
try:
    work(interrupt)
except KeyboardInterrupt:
    print("stopped", len(stopped))
else:
    print("finished")
"""

LONG = {
    "solve": "ludo.solve(progress=progress)",
    "adjacent": "ludo.solve(['A', 'B'], threads=1, progress=progress)",
    "prepare": "ludo.prepare(progress=progress)",
    "ludo": f"ludo.analyze({LUDO!r}, progress=progress)",
    "kuba": f"kuba.analyze({KUBA!r}, progress=progress)",
}


class TestStopping:
    """Ctrl-C and exceptions of callbacks end long calls."""

    @pytest.mark.parametrize("call", LONG)
    def test_a_signal_during_a_callback_ends_it_with_no_other_callback(
        self, call: str, tmp_path: Path
    ) -> None:
        code = STOP.format(work=LONG[call], after=1)
        assert printed(begun(code, tmp_path)) == "stopped 1\n"
        assert not (tmp_path / "ludo-opposite.values").exists()

    def test_the_proof_can_be_stopped(self, tmp_path: Path) -> None:
        # Solving takes 21 sweeps.
        code = STOP.format(work=LONG["solve"], after=28)
        assert printed(begun(code, tmp_path)) == "stopped 28\n"

    @linux
    @pytest.mark.parametrize(
        "call",
        [
            "ludo.solve()",
            "ludo.value('AH.H/CH.H A - -')",
            "ludo.best_move('AH.H/CH.H A 6 -')",
            "ludo.choices('AH.H/CH.H A 6 -')",
            "ludo.evaluate(['random', 'random'])",
            "ludo.evaluate(['optimal', 'random'])",
            f"ludo.analyze({LUDO!r})",
            f"kuba.analyze({KUBA!r}, nodes=10**12)",
        ],
    )
    def test_a_signal_from_outside_ends_a_call_without_callbacks(
        self, call: str, tmp_path: Path
    ) -> None:
        # Whatever is solved is not kept, so that every round begins anew and a signal hits it.
        code = f"""
import signal
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.05)
try:
    {call}
except KeyboardInterrupt:
    print("stopped")
"""
        assert printed(begun(code, tmp_path)) == "stopped\n"
        assert not (tmp_path / "ludo-opposite.values").exists()

    @linux
    def test_who_waits_for_another_process_can_be_interrupted(self, tmp_path: Path) -> None:
        fcntl = pytest.importorskip("fcntl")
        with (tmp_path / "ludo-opposite.lock").open("w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            code = "print('begins', flush=True)\nludo.prepare()"
            waiting = begun(code, tmp_path)
            assert waiting.stdout is not None
            assert waiting.stdout.readline() == "begins\n"
            with pytest.raises(subprocess.TimeoutExpired):
                waiting.wait(timeout=0.5)
            waiting.send_signal(signal.SIGINT)
            assert "KeyboardInterrupt" in printed(waiting)
            assert not (tmp_path / "ludo-opposite.values").exists()

    @pytest.mark.parametrize("call", LONG)
    def test_an_exception_of_the_callback_comes_out(self, call: str, tmp_path: Path) -> None:
        code = f"""
def stop(done):
    raise LookupError(done)
def work(progress):
    {LONG[call]}
try:
    work(stop)
except LookupError as error:
    print("stopped", 0 < error.args[0] < 1)
print(round(ludo.value('AH.H/CH.H A - -'), 11))
"""
        assert printed(begun(code, tmp_path)) == f"stopped True\n{FIRST_PLAYER}\n"

    def test_a_thread_that_waits_goes_on_when_the_solver_is_stopped(self, tmp_path: Path) -> None:
        code = """
import threading
values = []
other = threading.Thread(target=lambda: values.append(ludo.value('AH.H/CH.H A - -')))
def stop(done):
    if not other.ident:
        other.start()
        return
    raise LookupError
try:
    ludo.prepare(progress=stop)
except LookupError:
    print("stopped")
other.join()
print(round(values[0], 11), ludo.prepare())
"""
        assert printed(begun(code, tmp_path)) == f"stopped\n{FIRST_PLAYER} present\n"
        assert (tmp_path / "ludo-opposite.values").is_file()

    def test_a_callback_may_need_the_values_itself(self, tmp_path: Path) -> None:
        code = """
found = []
def ask(done):
    if not found:
        found.append(ludo.value('AH.H/CH.H A - -'))
print(ludo.prepare(progress=ask), round(found[0], 11))
"""
        assert printed(begun(code, tmp_path)) == f"solved {FIRST_PLAYER}\n"


CALLS: dict[str, Callable[..., Any]] = {
    "solve": ludo.solve,
    "prepare": ludo.prepare,
    "ludo": lambda **given: ludo.analyze(LUDO, **given),
    "kuba": lambda **given: kuba.analyze(KUBA, nodes=500, **given),
}


class TestProgress:
    """The share of the work that is done."""

    @pytest.mark.parametrize("call", ["solve", "ludo", "kuba"])
    def test_it_grows_to_one_on_the_thread_of_the_call(self, call: str) -> None:
        shares: list[tuple[float, int]] = []
        CALLS[call](progress=lambda done: shares.append((done, threading.get_ident())))
        done = [share for share, _ in shares]
        assert done == sorted(done)
        assert done[0] > 0
        assert done[-1] == 1.0
        assert {thread for _, thread in shares} == {threading.get_ident()}

    def test_it_is_the_same_on_any_number_of_threads(self) -> None:
        def shares(threads: int) -> list[float]:
            seen: list[float] = []
            ludo.solve(threads=threads, progress=seen.append)
            return seen

        assert shares(1) == shares(3)

    def test_one_call_for_each_ply(self) -> None:
        ludo.prepare()
        for call, plies in (("ludo", 4), ("kuba", 3)):
            shares: list[float] = []
            CALLS[call](progress=shares.append)
            assert shares == [(ply + 1) / plies for ply in range(plies)]

    def test_values_that_are_present_take_no_work(self) -> None:
        ludo.prepare()
        shares: list[float] = []
        assert ludo.prepare(["D", "B"], progress=shares.append) == "present"
        assert shares == []

    def test_another_solver_may_run_in_a_callback(self) -> None:
        found: list[float] = []

        def solve(done: float) -> None:
            if not found:
                found.append(ludo.solve(threads=1).first_player)

        assert ludo.solve(progress=solve).first_player == found[0]

    @pytest.mark.parametrize("call", CALLS)
    @pytest.mark.parametrize("progress", [1, "print", [print], 0.5, True])
    def test_what_cannot_be_called_is_refused(self, call: str, progress: Any) -> None:
        with pytest.raises(ParlorError) as caught:
            CALLS[call](progress=progress)
        assert caught.value.value == progress
        assert str(caught.value).startswith(f"progress is {progress!r}; it must be None or ")


class TestThreads:
    """The number of threads."""

    def test_it_changes_no_digit(self) -> None:
        assert ludo.solve(threads=1) == ludo.solve(threads=3) == ludo.solve(threads=None)

    def test_as_any_integer(self) -> None:
        class Two:
            def __index__(self) -> int:
                return 2

        assert ludo.prepare(threads=Two()) in {"present", "loaded", "solved"}

    @pytest.mark.parametrize("call", ["solve", "prepare", "ludo"])
    @pytest.mark.parametrize("threads", [0, -1, 1025, 10**30, 1.0, "2", True, [1]])
    def test_others_are_refused(self, call: str, threads: Any) -> None:
        with pytest.raises(ParlorError) as caught:
            CALLS[call](threads=threads)
        assert caught.value.value == threads
        message = str(caught.value)
        assert message.startswith("threads is ")
        assert message.endswith("; it must be an integer from 1 to 1024")

    def test_seats_are_read_first(self) -> None:
        with pytest.raises(ParlorError, match=r"the seats are "):
            ludo.prepare(["A"], threads=0)

    def test_an_analysis_draws_again_without_them(self) -> None:
        analysis = ludo.analyze(Record.read(LUDO), threads=1, progress=lambda done: None)
        assert analysis.to_svg() == ludo.analyze(LUDO).to_svg()
