"""No program does more than play; `cargo xtask prove abuse` tries all of `attacks`."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from abuse import World, processes_left
from attacks import ATTACKS
from parlor.check import Order, check, jail, table, worker
from parlor.check.command import main
from parlor.check.files import Found, files
from parlor.check.protocol import parts
from parlor.check.report import Report
from parlor.check.sandbox import LIMITS, Sandbox
from parlor.check.submission import MOST_BYTES, MOST_FILES, read
from students import KUBA, LUDO

linux = pytest.mark.skipif(sys.platform != "linux", reason="these walls are Linux's")

#: Of each kind the first, and those that are the hardest to withstand.
CHOSEN = {
    *({attack.kind: attack for attack in reversed(ATTACKS)}.values()),
    *(
        attack
        for attack in ATTACKS
        if attack.name
        in {
            "links to a folder that is cleaned up",
            "kill the checker",
            "a UNIX socket with a path",
            "a line in bits",
            "more answers than steps",
            "a file of the caller",
            "a link in a folder of data",
            "files that were handed in, of an earlier start",
            "a mount",
            "a forged answer",
        }
    ),
}


@linux
@pytest.mark.parametrize("attack", sorted(CHOSEN, key=str), ids=str)
def test_an_attack_fails_and_is_judged(attack: object, tmp_path: Path) -> None:
    with World(tmp_path) as world:
        assert world.faults(attack) == []  # type: ignore[arg-type]
        assert world.plain_faults() == []


@linux
def test_bwrap_does_the_same(tmp_path: Path) -> None:
    with World(tmp_path, jail.BWRAP) as world:
        for attack in ATTACKS:
            if attack.name in {"overwrite a file that anybody may write", "kill the checker"}:
                assert world.faults(attack) == []
        assert world.plain_faults() == []


def test_the_corpus_is_large_and_has_each_once() -> None:
    assert len(ATTACKS) >= 80
    assert len({str(attack) for attack in ATTACKS}) == len(ATTACKS)


# --- What ordinary programs do -----------------------------------------------------------------

_ORDINARY = """
import asyncio, bisect, collections, copy, csv, ctypes, datetime, decimal, fcntl, fractions
import functools, glob, hashlib, heapq, importlib, inspect, io, itertools, json, logging, math
import mmap, operator, os, pathlib, pickle, platform, pprint, queue, random, re, resource, secrets
import select, shutil, signal, socket, sqlite3, statistics, string, struct, subprocess, sys
import tempfile, textwrap, threading, time, timeit, traceback, types, typing, unicodedata
import unittest, uuid, weakref, zipfile, zlib

def politely(call, *kinds):
    try:
        call()
    except kinds:
        return
    raise AssertionError(call)

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "a.json"
    path.write_text(json.dumps({"x": [1, 2]}))
    shutil.copy2(path, path.with_suffix(".copy"))
    path.with_suffix(".copy").rename(path.with_suffix(".moved"))
    path.chmod(0o600)
    os.utime(path, (10**9, 10**9))
    assert sorted(os.listdir(folder)) == ["a.json", "a.moved"]
    with open(path) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert not file.isatty()
    shutil.make_archive(folder + "/zip", "zip", folder, "a.json")
    base = sqlite3.connect(folder + "/base")
    base.execute("create table t (x)")
    base.close()
with tempfile.TemporaryFile() as file:
    file.write(b"x" * 5000)
    file.flush()
    with mmap.mmap(file.fileno(), 0) as mapped:
        assert mapped[:2] == b"xx"
with open(os.devnull, "w") as file:
    file.write("x")
random.seed(1); random.random(); secrets.token_hex(); uuid.uuid4(); os.urandom(4)
time.sleep(0.001); time.monotonic(); time.localtime(); datetime.datetime.now().astimezone()
platform.system(), platform.python_version(), os.cpu_count(), os.getpid(), os.times(), os.uname()
sys.setrecursionlimit(5000); resource.getrlimit(resource.RLIMIT_AS); resource.getrusage(0)
signal.signal(signal.SIGALRM, lambda *_: None); signal.alarm(1); signal.alarm(0)
os.kill(os.getpid(), signal.SIGALRM)
read, write = os.pipe(); os.write(write, b"x"); select.select([read], [], []); os.read(read, 1)
importlib.import_module("xml.dom.minidom"); importlib.import_module("concurrent.futures")
politely(threading.Thread(target=print).start, RuntimeError)
politely(os.fork, OSError)
politely(lambda: subprocess.run(["true"]), OSError)
politely(socket.socket, OSError)
politely(lambda: open("/etc/passwd"), OSError)
politely(lambda: open("/x", "w"), OSError)
"""

_ZONES = """
import zoneinfo
zoneinfo.ZoneInfo("Europe/Berlin")
"""


@linux
def test_what_ordinary_programs_do_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "LudoGame.py"
    zones = _ZONES if os.path.isdir("/usr/share/zoneinfo/Europe") else ""
    path.write_text(_ORDINARY + zones + LUDO, encoding="utf-8")
    with Sandbox(path) as sandbox:
        assert (sandbox.loaded.fault, sandbox.loaded.printed) == ("", "")


# --- What the process is ----------------------------------------------------------------------


@linux
@pytest.mark.parametrize("walls", [jail.OWN, jail.BWRAP])
def test_the_process_has_no_rights_and_a_filter(walls: str, tmp_path: Path) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text(LUDO, encoding="utf-8")
    with Sandbox(path, walls) as sandbox:
        assert sandbox.loaded.open_doors == ()
        assert sandbox._process is not None
        below = _below(sandbox._process.pid)
        # The one that waits, the init, and the one that plays; before them bwrap and its own init.
        assert len(below) == (3 if walls == jail.OWN else 5)
        told = _status(below[-1])
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(told[name], 16) == 0, name
    assert (told["NoNewPrivs"], told["Seccomp"]) == ("1", "2")
    user = jail.NOBODY if os.geteuid() == 0 else os.geteuid()
    assert set(told["Uid"].split()) == {str(user)}
    assert len(told["NSpid"].split()) == 1 + len(_status(os.getpid())["NSpid"].split())
    assert not told["Groups"].split() or os.geteuid() != 0


def test_a_start_imports_little(tmp_path: Path) -> None:
    # Each of these takes milliseconds, many times for a file.
    slow = {"collections", "contextlib", "enum", "functools", "re", "signal", "subprocess"}
    line = f"import sys\nassert not {slow} & sys.modules.keys()\n"
    (tmp_path / "LudoGame.py").write_text(line + LUDO, encoding="utf-8")
    with Sandbox(tmp_path / "LudoGame.py") as sandbox:
        assert sandbox.loaded.fault == ""


def _status(process: int) -> dict[str, str]:
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return {name: words.strip() for name, _, words in (line.partition(":") for line in lines)}


def _below(process: int) -> list[int]:
    """A process and those that it started, one after the other."""
    found = [process]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").iterdir():
            found += map(int, (task / "children").read_text("utf-8").split())
    return found


def _is_gone(process: int) -> bool:
    try:
        return _status(process)["State"].startswith("Z")
    except (FileNotFoundError, ProcessLookupError):
        return True


#: A check that is stopped while a file is loaded.
_CHECK = """
import sys
from parlor.check.command import main
sys.exit(main([sys.argv[1]]))
"""


@linux
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_nothing_is_left_of_a_check_that_is_stopped(how: int, tmp_path: Path) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text("import time\ntime.sleep(3)\n" + LUDO, encoding="utf-8")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    temporary.chmod(0o1777)
    started = subprocess.Popen(
        [sys.executable, "-c", _CHECK, str(path)],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    below: list[int] = []
    # It, the process that checks the file, and the three that shut the program in.
    while len(below) < 5 and started.poll() is None:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            below = _below(started.pid)
        time.sleep(0.01)
    assert len(below) == 5
    started.send_signal(how)
    started.wait(60)
    _until(lambda: all(map(_is_gone, below[1:])))
    _until(lambda: not os.listdir(temporary))


#: A check that is stopped where Python ignores what is raised: in a `__del__`.
_DEAF = """
import os, sys
from parlor.check.command import main
from parlor.check.progress import Progress

class Deaf:
    def __del__(self):
        os.kill(os.getpid(), int(sys.argv[2]))

def wait(self, number, file):
    Progress.wait = usual
    Deaf()

usual, Progress.wait = Progress.wait, wait
sys.exit(main([sys.argv[1]]))
"""


@linux
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_stop_is_not_lost_where_exceptions_are_ignored(how: int, tmp_path: Path) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text("import time\ntime.sleep(3)\n" + LUDO, encoding="utf-8")
    stopped = subprocess.run(
        [sys.executable, "-c", _DEAF, str(path), str(int(how))],
        capture_output=True,
        text=True,
    )
    assert stopped.returncode == 128 + how
    assert "ignored" in stopped.stderr and "Deaf.__del__" in stopped.stderr
    assert stopped.stderr.endswith("parlor-check: stopped before the end\n")
    assert stopped.stdout == ""


def _until(is_so: Callable[[], bool]) -> None:
    """Wait for it; a machine may be busy."""
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError


@linux
def test_an_interrupt_while_a_file_is_loaded_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text(LUDO, encoding="utf-8")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Sandbox, "_load", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Sandbox(path).restart()
    assert os.listdir(tmp_path) == ["LudoGame.py"]
    assert processes_left() == []


@linux
@pytest.mark.parametrize("walls", [jail.OWN, jail.BWRAP])
def test_who_uses_up_the_time_of_its_process_did_not_end(
    walls: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Long before the clock says so.
    monkeypatch.setattr("parlor.check.sandbox.WALL_SECONDS", 120.0)
    monkeypatch.setitem(LIMITS, "time", ("RLIMIT_CPU", 1, 2))
    path = tmp_path / "LudoGame.py"
    lines = "import signal\nsignal.setitimer(signal.ITIMER_PROF, 0)\nwhile True: pass\n"
    path.write_text(lines + LUDO, encoding="utf-8")
    with Sandbox(path, walls) as sandbox:
        assert sandbox.loaded.fault == table.ENDLESS


# --- What is handed in ------------------------------------------------------------------------


def test_modules_that_only_the_caller_can_read_are_there(tmp_path: Path) -> None:
    home = tmp_path / "own"
    (home / "parts").mkdir(parents=True)
    (home / "parts" / "__init__.py").write_text("", encoding="utf-8")
    (home / "parts" / "names.py").write_text("HOME = 'H'\n", encoding="utf-8")
    (home / "data.txt").write_text("H", encoding="utf-8")
    program = (
        "import os\nfrom parts.names import HOME\nfrom other import KubaGame\n"
        "assert open(os.path.join(os.path.dirname(__file__), 'data.txt')).read() == HOME\n"
    )
    (home / "other.py").write_text(KUBA, encoding="utf-8")
    (home / "LudoGame.py").write_text(program + LUDO, encoding="utf-8")
    for one in (*home.rglob("*.py"), home / "data.txt"):
        one.chmod(0o600)
    for folder in (home / "parts", home):
        folder.chmod(0o700)
    [report] = check(home / "LudoGame.py", Order(games=0))
    assert report.verdict == "right", report.to_text()
    assert report.open_doors == ()


def test_what_is_not_the_programs_business_is_not_handed_in(tmp_path: Path) -> None:
    home, out = tmp_path / "own", tmp_path / "out"
    for one in (home / ".git", home / "__pycache__", home / "venv", out):
        one.mkdir(parents=True)
        (one / "file.py").write_text("", encoding="utf-8")
    (home / "venv" / "pyvenv.cfg").write_text("", encoding="utf-8")
    (home / ".env").write_text("SECRET", encoding="utf-8")
    (home / "near.py").write_text("near", encoding="utf-8")
    (home / "link.py").symlink_to("near.py")
    (home / "LudoGame.py").write_text("old", encoding="utf-8")
    handed = read(home / "LudoGame.py", b"new")
    assert handed.files == {"LudoGame.py": b"new", "near.py": b"near", "link.py": b"near"}
    assert handed.is_whole
    (home / "out.py").symlink_to(out / "file.py")
    (home / "folder").symlink_to(out)
    os.mkfifo(home / "pipe")
    again = read(home / "LudoGame.py", b"new")
    assert (again.files, again.is_whole) == (handed.files, False)


def test_a_folder_that_is_too_large_is_handed_in_as_far_as_it_goes(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 10):
        (tmp_path / f"{number}.txt").write_text("x", encoding="utf-8")
    (tmp_path / "big.py").write_bytes(bytes(MOST_BYTES + 1))
    (tmp_path / "z.py").write_text("x = 1", encoding="utf-8")
    handed = read(tmp_path / "LudoGame.py", LUDO.encode())
    assert not handed.is_whole
    # Modules before all else.
    assert "z.py" in handed.files
    assert "big.py" not in handed.files
    assert len(handed.files) == MOST_FILES
    (tmp_path / "LudoGame.py").write_text("import z\n" + LUDO, encoding="utf-8")
    [report] = check(tmp_path / "LudoGame.py", Order(games=0))
    assert report.verdict == "right"
    assert report.open_doors == ("submission",)


@linux
def test_folders_in_folders_that_are_handed_in_leave_room(tmp_path: Path) -> None:
    for number in range(600):
        folder = tmp_path.joinpath(*(f"{number}-{depth}" for depth in range(8)))
        folder.mkdir(parents=True)
        (folder / "a.py").write_bytes(bytes(10))
    (tmp_path / "LudoGame.py").write_text(LUDO, encoding="utf-8")
    [report] = check(tmp_path / "LudoGame.py", Order(games=0))
    assert report.verdict == "right", report.to_text()
    assert report.open_doors == ("submission",)


def test_a_folder_that_cannot_be_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (tmp_path / "LudoGame.py").write_text(LUDO, encoding="utf-8")
    scandir = os.scandir

    def refusing(path: str) -> object:
        if str(path) == str(closed):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    # The administrator can read all.
    monkeypatch.setattr(os, "scandir", refusing)
    assert Found(str(closed), "Permission denied") in files(str(tmp_path))


def test_a_file_that_was_handed_in_is_found_by_its_name_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "board.txt").write_text("H", encoding="utf-8")
    (tmp_path / "data" / "spaces.txt").write_text("R", encoding="utf-8")
    program = "BOARD = open('board.txt').read() + open('data/spaces.txt').read()\n" + LUDO
    (tmp_path / "LudoGame.py").write_text(program.replace("'H'", "BOARD[0]"), encoding="utf-8")
    for own in (tmp_path / "data" / "spaces.txt", tmp_path / "board.txt"):
        own.chmod(0o600)
    for walls in (jail.OWN, jail.BWRAP) if sys.platform == "linux" else (jail.OWN,):
        [report] = check(tmp_path / "LudoGame.py", Order(games=0), walls)
        assert report.verdict == "right", report.to_text()


_WRITES = """
import os
assert open("scores.txt").read() == "0"
for name in ("scores.txt", "data/new.txt", "LudoGame.py"):
    open(name, "w").write("1")
os.remove("old.txt")
assert open(__file__).read() != "1"
"""


def _with_files(folder: Path) -> dict[str, str]:
    """The program and what lies beside it, by their names."""
    (folder / "data").mkdir()
    files = {"LudoGame.py": _WRITES + LUDO, "scores.txt": "0", "old.txt": "", "data/a.txt": "a"}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return files


@linux
@pytest.mark.parametrize("walls", [jail.OWN, jail.BWRAP])
def test_what_a_program_writes_over_its_files_is_gone_at_the_next_start(
    walls: str, tmp_path: Path
) -> None:
    files = _with_files(tmp_path)
    with Sandbox(tmp_path / "LudoGame.py", walls) as sandbox:
        assert sandbox.loaded.fault == ""
        sandbox.restart()
        assert sandbox.loaded.fault == ""
    for name, text in files.items():
        assert (tmp_path / name).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("path", ["'.'", "os.getcwd()", "os.path.dirname(__file__)"])
def test_a_programs_own_modules_are_its_own_by_either_folder(path: str, tmp_path: Path) -> None:
    program = f"import os, sys\nsys.path.insert(0, {path})\nfrom KubaGame import KubaGame\n"
    (tmp_path / "LudoGame.py").write_text(program + LUDO, encoding="utf-8")
    (tmp_path / "KubaGame.py").write_text(KUBA, encoding="utf-8")
    with Sandbox(tmp_path / "LudoGame.py") as sandbox:
        assert (sandbox.loaded.fault, sandbox.loaded.games) == ("", ("LudoGame",))


# --- What a machine cannot give ---------------------------------------------------------------


class _JobsHere:
    """Checks files in this process, where something was put in the place of what it runs."""

    def __init__(self, files: list[str], order: Order, most: int, jail: str) -> None:
        self._reports = [check(file, order, jail) for file in files]

    def __enter__(self) -> _JobsHere:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def reports(self, number: int, seconds: float) -> list[Report]:
        return self._reports[number]


def test_open_doors_are_reported_once_with_what_they_mean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LudoGame.py", "KubaGame.py"):
        source = LUDO if name.startswith("Ludo") else KUBA
        (tmp_path / name).write_text(source, encoding="utf-8")
    original = parts

    def without_landlock(line: bytes) -> tuple[str, list[str]]:
        kind, told = original(line)
        return kind, ["", "names space"] if kind == worker.JAILED else told

    monkeypatch.setattr("parlor.check.sandbox.parts", without_landlock)
    monkeypatch.setattr("parlor.check.jobs.Jobs", _JobsHere)
    checked = [str(tmp_path / "LudoGame.py"), str(tmp_path / "KubaGame.py")]
    main(["--seconds", "0.3", "--games", "0", *checked])
    told = capsys.readouterr().out
    assert told.count("What this system does not keep a program from:") == 1
    assert told.count(f"  names: {jail.DOORS['names']}") == 1
    main(["--seconds", "0.3", "--games", "0", "--json", *checked])
    assert capsys.readouterr().out.count('"open_doors": ["names", "space"]') == 2


def test_each_door_is_documented() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "check.md").read_text("utf-8")
    assert [name for name in jail.DOORS if f"| `{name}` |" not in text] == []


#: What a machine may refuse, as a change of `jail`, and what is open then.
_REFUSALS = {
    "no namespaces": ("_leave_namespaces", {"names", "space"}),
    "no Landlock and no filter": ("shut", {"calls"}),
    "neither": (
        "_leave_namespaces shut",
        {"network", "reading", "writing", "names", "space", "signals", "calls"},
    ),
}


@linux
@pytest.mark.parametrize("refusal", _REFUSALS)
def test_what_a_machine_refuses_is_reported(
    refusal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    methods, doors = _REFUSALS[refusal]
    if "namespaces" in methods and not _nobody_reads_python():
        _check_unreadable(tmp_path, monkeypatch)
        return
    _without(methods, monkeypatch)
    _with_files(tmp_path)
    with Sandbox(tmp_path / "LudoGame.py") as sandbox:
        assert (sandbox.loaded.fault, set(sandbox.loaded.open_doors)) == ("", doors)
        folder = sandbox._folder
        assert len(sandbox.play([("LudoGame",)]).answers) == 1
    assert not os.path.exists(folder)


def _nobody_reads_python() -> bool:
    """Whether who runs the programs can read Python where nothing is mounted."""
    if os.geteuid() != 0:
        return True
    question = "import os, sys; os.setuid(65534); sys.exit(not os.access(os.__file__, os.R_OK))"
    return subprocess.run([sys.executable, "-c", question], check=False).returncode == 0


def _without(methods: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process run a `jail` in which these do nothing."""
    source = Path(str(jail.__file__)).read_text("utf-8")
    lines = []
    for line in source.split("\n"):
        lines.append(line)
        if any(line.startswith(f"    def {method}(") for method in methods.split()):
            lines.append("        return")
    changed = compile("\n".join(lines), "jail", "exec", dont_inherit=True)
    import marshal

    from parlor.check import sandbox

    modules = marshal.loads(sandbox._code())
    modules[1] = (modules[1][0], changed)
    monkeypatch.setattr(sandbox, "_code", lambda: marshal.dumps(modules))


def _check_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The administrator keeps no right to read Python: nothing runs, and it is told why."""
    _without("_leave_namespaces", monkeypatch)
    path = tmp_path / "LudoGame.py"
    path.write_text(LUDO, encoding="utf-8")
    [report] = check(path)
    assert report.verdict == "could-not-run"
    assert "nobody, who cannot read" in report.refusal
    assert "start the check as an ordinary user" in report.refusal


def test_another_jail_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="jail is 'own' or 'bwrap', not 'none'"):
        check(tmp_path / "LudoGame.py", jail="none")
    with pytest.raises(SystemExit):
        main(["--jail", "none", "x.py"])
    assert "invalid choice: 'none'" in capsys.readouterr().err


def test_bwrap_that_is_not_there_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text(LUDO, encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["--jail", "bwrap", str(path)]) == 2
    assert "no program bwrap here; Debian has it in the package bubblewrap" in (
        capsys.readouterr().err
    )
    [report] = check(path, jail="bwrap")
    assert (report.verdict, report.refusal) == ("could-not-run", jail.NO_BWRAP)


# --- The filter -------------------------------------------------------------------------------


def decided(program: bytes, number: int, arguments: tuple[int, ...] = (), arch: int = 0) -> int:
    """What the kernel does of this classic BPF: 0 to allow, or the error."""
    import struct

    data = struct.pack("=IIQ6Q", number, arch, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    code = list(struct.iter_unpack("=HBBI", program))
    at = held = 0
    while True:
        operation, if_so, if_not, value = code[at]
        at += 1
        if operation == 0x20:
            (held,) = struct.unpack_from("=I", data, value)
        elif operation == 0x06:
            assert value == 0x7FFF0000 or value >> 16 == 5
            return 0 if value == 0x7FFF0000 else value & 0xFFFF
        elif operation == 0x05:
            at += value
        else:
            is_so = {0x15: held == value, 0x25: held > value, 0x35: held >= value}[operation]
            at += if_so if is_so else if_not


@pytest.mark.parametrize(("machine", "arch"), jail._ARCHITECTURES.items())
@pytest.mark.parametrize("may", [True, False])
def test_the_filter_allows_its_list_and_nothing_else(machine: str, arch: int, may: bool) -> None:
    program = jail.filter_program(machine, 7, may)
    assert len(program) // 8 < 4096
    allowed = set(jail._numbers(jail._ALLOWED, machine))
    modes = set(jail._numbers(jail._MODES, machine))
    special = {int(number) for number in _special(machine)}
    for number in range(600):
        error = decided(program, number, arch=arch)
        if number in allowed or (may and number in modes):
            assert error == 0, number
        elif number not in special:
            assert error == (1 if number <= jail._LAST else 38), number
        assert decided(program, number, arch=arch ^ 1) == 38
        if machine == "x86_64":
            assert decided(program, number | jail._X32, arch=arch) == 38


def _special(machine: str) -> list[str]:
    calls = [name for name in jail._REFUSED]
    calls += ["kill 62 129, tkill 200 130, tgkill 234 131", "fcntl 72 25", "ioctl 16 29"]
    calls += ["prlimit64 302 261"]
    return [str(one) for text in calls for one in jail._numbers(text, machine)]


def test_the_filter_looks_at_arguments() -> None:
    program, arch = jail.filter_program("x86_64", 7, True), 0xC000003E

    def given(number: int, *arguments: int) -> int:
        return decided(program, number, arguments, arch)

    for call in (62, 200, 234):
        assert given(call, 7, 9) == 0
        for other in (0, 1, 8, 2**32 - 1, 2**32 - 7):
            assert given(call, other, 9) == 1
    assert [given(72, 0, one) for one in (0, 3, 8, 15, 1030, 1031)] == [0, 0, 1, 1, 0, 1]
    assert [given(16, 0, one) for one in (0x5401, 0x5412, 0x8901)] == [0, 25, 25]
    assert [given(302, one) for one in (0, 7, 1)] == [0, 1, 1]
    assert [given(one) for one in (56, 57, 58, 435)] == [11, 11, 11, 38]


def test_the_numbers_are_those_of_the_kernel() -> None:
    for name, machine in (
        ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "x86_64"),
        ("/usr/include/asm-generic/unistd.h", "aarch64"),
    ):
        if not os.path.exists(name):
            continue
        text = Path(name).read_text("utf-8")
        column = 1 + list(jail._ARCHITECTURES).index(machine)
        for call in jail._parted(f"{jail._ALLOWED}, {jail._MODES}"):
            known = {"newfstatat": "fstatat"}.get(call[0], call[0]) if column == 2 else call[0]
            if call[0] == "fchmodat2" or call[column] == "-":
                continue
            found = [
                line.split()[2]
                for line in text.splitlines()
                if line.split()[:1] == ["#define"]
                and line.split()[1:2]
                and line.split()[1] in (f"__NR_{known}", f"__NR3264_{known}")
            ]
            assert call[column] in found, (call, found)


def test_orders_that_nobody_reads_do_not_wait_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_text(LUDO, encoding="utf-8")
    read_end, write_end = os.pipe()
    with Sandbox(path) as sandbox:
        os.close(sandbox._orders)
        sandbox._orders = write_end
        sandbox._wall = 0.3
        script = [("LudoGame",)] * 100_000
        played = sandbox.play(list(script))
        assert played.answers == [[table.ENDED]]
    assert select.select([read_end], [], [], 0)[0]
    os.close(read_end)
