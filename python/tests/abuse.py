"""Lets the programs of `attacks` at the checker, and looks from outside at what they were after.

A program is the right one of `students`, which first attacks. The report must say what it should,
and no file, process or service may be touched, nor anything left behind.
"""

from __future__ import annotations

import ast
import contextlib
import os
import platform
import secrets
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attacks import ATTACKS, RIGHT, Attack
from parlor.check import Order, Report, check
from parlor.check.jail import NOBODY
from parlor.check.page import page
from students import LUDO

#: The games of every rule, as the attack is what is looked at; some of them take all that they get.
_ORDER = Order(seconds=8, games=0)


_HEAD = """
W = {world!r}

class Escaped(BaseException):
    pass

def escaped(what):
    raise RuntimeError("ESCAPED " + str(what))

def syscall(name, *arguments):
    import ctypes
    wide = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return ctypes.CDLL(None, use_errno=True).syscall(ctypes.c_long(W["calls"][name]), *wide)

def refused(name, *arguments):
    given = syscall(name, *arguments)
    if given != -1:
        escaped(name + " gave " + str(given))

def attack():
{body}
"""

_QUIET = """
try:
    attack()
except Exception as error:
    if "ESCAPED" in str(error):
        raise
"""

#: Numbers of system calls, on x86_64 and aarch64.
_CALLS = {
    "fork": (57, None),
    "vfork": (58, None),
    "clone": (56, 220),
    "clone3": (435, 435),
    "execve": (59, 221),
    "execveat": (322, 281),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "bind": (49, 200),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "mount_setattr": (442, 442),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "io_uring_setup": (425, 425),
    "userfaultfd": (323, 282),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "prlimit64": (302, 261),
    "personality": (135, 92),
    "capset": (126, 91),
    "prctl": (157, 167),
    "seccomp": (317, 277),
    "memfd_create": (319, 279),
    "mknodat": (259, 33),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "setuid": (105, 146),
    "setresuid": (117, 147),
    "setgroups": (116, 159),
    "init_module": (175, 105),
    "reboot": (169, 142),
    "syslog": (103, 116),
    "sethostname": (170, 161),
    "swapon": (167, 224),
    "kcmp": (312, 272),
    "fcntl": (72, 25),
    "no such call": (4000, 4000),
}


#: What a file of data holds.
_HANDED_IN = "as handed in"


class World:
    """What the attacks are after, and how it is afterwards."""

    def __init__(self, home: Path, jail: str = "own") -> None:
        """In a folder that nobody else uses."""
        self._jail = jail
        self._home = home
        self._canaries = home / "canaries"
        self._canaries.mkdir()
        self._canaries.chmod(0o777)
        self._file = self._canaries / "file"
        self._file.write_text("as it was", encoding="utf-8")
        self._file.chmod(0o666)
        os.utime(self._file, (10**9, 10**9))
        self._word = f"SECRET-{os.getpid()}"
        self._secret = home / "own" / "secret"
        self._secret.parent.mkdir(mode=0o700)
        self._secret.write_text(self._word, encoding="utf-8")
        self._secret.chmod(0o600)
        self._temporary = home / "temporary"
        self._temporary.mkdir()
        self._temporary.chmod(0o1777)
        self._submissions = home / "submissions"
        self._submissions.mkdir(mode=0o700)
        other = home / "class"
        other.mkdir()
        (other / "other.py").write_text("", encoding="utf-8")
        (self._submissions / "link.txt").symlink_to(self._secret)
        # Whoever opened it would wait for ever.
        os.mkfifo(self._submissions / "pipe")
        with (self._submissions / "large").open("wb") as large:
            large.truncate(1 << 30)
        data = self._submissions / "data"
        data.mkdir()
        (data / "board.txt").write_text(_HANDED_IN, encoding="utf-8")
        (data / "shadow.txt").symlink_to("/etc/shadow")
        #: How often a service was reached.
        self._calls = 0
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> World:
        # Whoever the programs run as could signal this one.
        user = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
        self._process = subprocess.Popen(["sleep", "1000"], **user)  # type: ignore[call-overload]
        self._stack.callback(self._process.wait)
        self._stack.callback(self._process.kill)
        self._abstract = f"parlor-attacks-{secrets.token_hex()}"
        path = str(self._canaries / "socket")
        servers = [socket.create_server(("127.0.0.1", 0))]
        for name in (path, f"\0{self._abstract}"):
            server = socket.socket(socket.AF_UNIX)
            server.bind(name)
            server.listen()
            servers.append(server)
        os.chmod(path, 0o777)
        for server in servers:
            serving = threading.Thread(target=self._serve, args=(server,), daemon=True)
            serving.start()
            self._stack.callback(server.close)
            self._stack.callback(serving.join)
            # That ends its wait for a call.
            self._stack.callback(server.shutdown, socket.SHUT_RDWR)
        self._world = {
            "file": str(self._file),
            "folder": str(self._canaries),
            "secret": str(self._secret),
            "socket": path,
            "abstract": self._abstract,
            "port": servers[0].getsockname()[1],
            "process": self._process.pid,
            "checker": os.getpid(),
            "packages": [one for one in sys.path if one.endswith("-packages")] or ["/none"],
            "calls": _calls(),
        }
        before = tempfile.tempdir
        tempfile.tempdir = str(self._temporary)
        self._stack.callback(setattr, tempfile, "tempdir", before)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _serve(self, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                server.accept()[0].close()
                self._calls += 1

    def program(self, attack: Attack) -> str:
        """The right program, with the attack."""
        body = textwrap.indent(textwrap.dedent(attack.code).strip("\n"), "    ")
        head = _HEAD.format(world=self._world, body=body)
        if attack.is_in_call:
            start = "    def play_game(self, players, turns):\n"
            call = "attack()"
            return head + LUDO.replace(start, f"{start}        {call}\n")
        return head + (_QUIET if attack.expect == RIGHT else "\nattack()\n") + LUDO

    def faults(self, attack: Attack) -> list[str]:
        """What is not as it should be after the attack; nothing if it failed."""
        source = self.program(attack)
        ast.parse(source)
        path = self._submissions / "LudoGame.py"
        path.write_text(source, encoding="utf-8")
        path.chmod(0o600)
        return [*self._judged(attack, check(path, _ORDER, self._jail)), *self._seen()]

    def plain_faults(self) -> list[str]:
        """The same for the program that attacks nobody."""
        path = self._submissions / "LudoGame.py"
        path.write_text(LUDO, encoding="utf-8")
        [report] = check(path, _ORDER, self._jail)
        words = report.to_text()
        return [] if report.verdict.startswith(RIGHT) else [f"another file is judged {words}"]

    def _judged(self, attack: Attack, reports: list[Report]) -> Iterator[str]:
        if len(reports) != 1:
            yield f"{len(reports)} reports"
        for report in reports:
            text, words = report.to_text(), f"{report.to_json()} {page([report])}"
            verdict = report.to_json()["verdict"]
            if verdict != attack.expect:
                yield f"judged {verdict}, not {attack.expect}: {text}"
            if attack.got and not any(one.got.startswith(attack.got) for one in report.findings):
                yield f"not told as {attack.got!r}: {text}"
            if "ESCAPED" in text or "ESCAPED" in words:
                yield f"escaped: {text}"
            if self._word in text or self._word in words:
                yield f"the secret is in the report: {text}"
            if not all(one.isprintable() or one == "\n" for one in text):
                yield f"moves the terminal: {text!r}"
            if "<script" in page([report]) or "<b>" in page([report]):
                yield "writes into the page"
            # Links that lead out of the folder, a pipe and a large file are not handed in.
            if report.open_doors != ("submission",):
                yield f"open doors: {report.open_doors}"

    def _seen(self) -> Iterator[str]:
        """From outside."""
        status = self._file.stat()
        kept = (self._file.read_text("utf-8"), status.st_mode & 0o777, int(status.st_mtime))
        if kept != ("as it was", 0o666, 10**9) or status.st_nlink != 1:
            yield f"the file is now {kept}"
        if sorted(os.listdir(self._canaries)) != ["file", "socket"]:
            yield f"the folder has {os.listdir(self._canaries)}"
        if self._canaries.stat().st_mode & 0o777 != 0o777:
            yield "the folder has other rights"
        if self._calls:
            yield f"services were reached {self._calls} times"
        if self._process.poll() is not None or _state(self._process.pid) == "T":
            yield "the other process is ended or stopped"
        if os.listdir(self._temporary):
            yield f"left behind: {os.listdir(self._temporary)}"
        beside = ["LudoGame.py", "data", "large", "link.txt", "pipe"]
        handed_in = (self._submissions / "data" / "board.txt").read_text("utf-8")
        if sorted(os.listdir(self._submissions)) != beside or handed_in != _HANDED_IN:
            yield f"beside the file: {os.listdir(self._submissions)}"
        for folder in ("/dev/shm", "/tmp", "/var/tmp", "/run", "/etc"):
            if os.path.exists(f"{folder}/parlor-canary"):
                yield f"{folder} was written to"
        if left := processes_left():
            yield f"processes left: {left}"


def _calls() -> dict[str, int]:
    """Numbers of this machine."""
    column = {"x86_64": 0, "aarch64": 1}[platform.machine()]
    numbers = {name: both[column] for name, both in _CALLS.items()}
    return {name: number for name, number in numbers.items() if number is not None}


def _state(process: int) -> str:
    """As the system tells it: T is stopped."""
    text = Path(f"/proc/{process}/stat").read_text("utf-8")
    return text.rpartition(")")[2].split()[0]


def processes_left() -> list[int]:
    """Processes that run a program for this one, and do not end."""
    for _ in range(100):
        found = _processes()
        if not found:
            break
        # They are killed, which takes a moment.
        time.sleep(0.1)
    return found


def _processes() -> list[int]:
    """Those that there are now."""
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
            with open(f"/proc/{name}/cmdline", "rb") as file:
                command = file.read()
        except OSError:
            continue
        # A child, or one whose parent is gone.
        is_ours = command.startswith(os.fsencode(sys.executable)) and b"import marshal" in command
        if is_ours and state != "Z" and int(parent) in (os.getpid(), 1):
            found.append(int(name))
    return found


def attack_all(jail: str) -> bool:
    """Attack with all of them, and print how many failed; whether all did."""
    failed = 0
    # Whoever the programs run as can come to what they are after.
    with tempfile.TemporaryDirectory() as home:
        os.chmod(home, 0o755)
        with World(Path(home), jail) as world:
            for attack in ATTACKS:
                faults = [*world.faults(attack), *world.plain_faults()]
                failed += not faults
                for fault in faults:
                    print(f"{attack}: {fault}", file=sys.stderr, flush=True)
    kinds = len({attack.kind for attack in ATTACKS})
    who = "the administrator" if os.geteuid() == 0 else "an ordinary user"
    print(
        f"{failed} of {len(ATTACKS)} hostile programs of {kinds} kinds failed and were judged as "
        f"expected, checked by {who} (--jail {jail})",
        flush=True,
    )
    return failed == len(ATTACKS)


#: A user whom nobody else is.
_USER = 61_234

#: What the checker needs of the packages that are installed.
_NEEDED = ("parlor", "LudoGame", "KubaGame", "hypothesis", "_hypothesis", "sortedcontainers")
_NEEDED_BEFORE_3_11 = ("attr", "exceptiongroup", "typing_extensions")


def attack_as_user(jail: str) -> bool:
    """The same from a process of an ordinary user, with a Python that anybody can read."""
    with tempfile.TemporaryDirectory() as home:
        os.chmod(home, 0o755)
        packages = Path(sysconfig.get_path("platlib"))
        for one in packages.iterdir():
            if one.name.startswith(_NEEDED + _NEEDED_BEFORE_3_11):
                _copy(one, Path(home) / one.name)
        for name in ("abuse.py", "attacks.py", "students.py"):
            _copy(Path(__file__).parent / name, Path(home) / name)
        question = "import os; os.listdir(os.path.dirname(os.__file__))"
        for program in (sys.executable, "/usr/bin/python3"):
            user: dict[str, Any] = {"user": _USER, "group": _USER, "extra_groups": []}
            try:
                done = subprocess.run([program, "-c", question], **user, check=False)
            except OSError:
                continue
            if done.returncode == 0:
                break
        else:
            print("no Python that an ordinary user can read", file=sys.stderr)
            return False
        environment = {"PYTHONPATH": home, "PATH": os.environ["PATH"], "HOME": "/"}
        command = [program, "-B", f"{home}/abuse.py", jail]
        done = subprocess.run(command, **user, cwd="/", env=environment, check=False)
        return done.returncode == 0


def _copy(source: Path, target: Path) -> None:
    """A file or folder, for anybody to read."""
    if source.is_dir():
        target.mkdir()
        target.chmod(0o755)
        for one in source.iterdir():
            if one.name != "__pycache__":
                _copy(one, target / one.name)
    else:
        shutil.copyfile(source, target)
        target.chmod(0o644)


def main() -> int:
    """Attack as this user, and as an ordinary one as well where this is root; the exit code."""
    jail = sys.argv[1] if len(sys.argv) > 1 else "own"
    did_all = attack_all(jail)
    if os.geteuid() == 0:
        did_all = attack_as_user(jail) and did_all
    return 0 if did_all else 1


if __name__ == "__main__":
    sys.exit(main())
