"""Programs that want more than to play: what each tries, and how it is judged.

Each first attacks, and is the right program of `students` otherwise. Where the attack fails
without harm the game is still right, and that is the verdict; an attack that comes through ends in
`escaped`, which the report would show. `abuse` has them checked.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

RIGHT, BROKEN = "right", "broken"


@dataclass(frozen=True)
class Attack:
    """What a program does before it plays."""

    kind: str
    name: str
    #: The body of a function; `W` has what it is after.
    code: str
    expect: str = RIGHT
    #: How what the program gave begins in a finding, for one that is broken.
    got: str = ""
    #: Whether it runs in a call of the game, not as the file is loaded.
    is_in_call: bool = False

    def __str__(self) -> str:
        """The name of a test."""
        return f"{self.kind}: {self.name}"


def _all(kind: str, attacks: dict[str, str], **more: str | bool) -> list[Attack]:
    """Attacks of one kind that have the same verdict."""
    return [Attack(kind, name, code, **more) for name, code in attacks.items()]  # type: ignore[arg-type]


FILES = _all(
    "file system",
    {
        "overwrite a file that anybody may write": """
            open(W["file"], "w").write("mine")""",
        "append to it by a descriptor": """
            import os
            os.write(os.open(W["file"], os.O_WRONLY | os.O_APPEND), b"mine")""",
        "make a file where anybody may": """
            open(W["folder"] + "/mine", "w").close()""",
        "make a folder in it": """
            import os; os.mkdir(W["folder"] + "/mine")""",
        "remove it": """
            import os; os.unlink(W["file"])""",
        "rename it": """
            import os; os.rename(W["file"], W["file"] + "2")""",
        "change rights": """
            import os; os.chmod(W["folder"], 0)""",
        "change times": """
            import os; os.utime(W["file"], (0, 0))""",
        "cut it by a call": """
            import os; os.truncate(W["file"], 0)""",
        "links to a folder that is cleaned up": """
            import os
            os.symlink(W["folder"], "x")
            os.mkdir("y")
            os.symlink(W["folder"], "y/z")
            os.chmod("y", 0)""",
        "a hard link to a file": """
            import os; os.link(W["file"], "mine"); open("mine", "w").write("mine")""",
        "up from the working folder": """
            import os
            for depth in range(1, 12):
                path = "../" * depth + W["file"].lstrip("/")
                if os.path.exists(path):
                    open(path, "w").write("mine")""",
        "folders in folders, deeper than a path": """
            import os
            for _ in range(1500):
                os.mkdir("x" * 10); os.chdir("x" * 10)
            os.chmod(".", 0)""",
        "the submission itself": """
            import os
            try:
                open(__file__, "w").write("mine")
            except OSError:
                return
            escaped("wrote its own file")""",
        "a module that the next start would import": """
            import os
            try:
                open(os.path.dirname(__file__) + "/later.py", "w").write("x = 1")
            except OSError:
                return
            escaped("wrote beside its file")""",
        "files that were handed in, of an earlier start": """
            if open("data/board.txt").read() != "as handed in": escaped("kept")
            open("data/board.txt", "w").write("mine")""",
        "what is no file, or too large, under a name beside it": """
            import os
            for folder in (".", os.path.dirname(__file__)):
                found = sorted(os.listdir(folder))
                if found != ["LudoGame.py", "data"]: escaped(found)""",
        "the library of Python": """
            import os
            for folder in (os.path.dirname(os.__file__), "/lib", "/usr/lib", "/etc", "/", "/dev"):
                try:
                    open(folder + "/parlor-canary", "w").close()
                except OSError:
                    continue
                escaped(folder)""",
        "shared memory": """
            open("/dev/shm/parlor-canary", "w").write("mine"); escaped("wrote")""",
        "temporary folders of the system": """
            for folder in ("/tmp", "/var/tmp", "/run", "/var/lock"):
                try:
                    open(folder + "/parlor-canary", "w").close()
                except OSError:
                    continue""",
    },
)

SPACE = _all(
    "space",
    {
        "many files": """
            total = 0
            try:
                for number in range(100_000):
                    with open(str(number), "wb") as file:
                        total += file.write(bytes(65536))
                    if total > 20_000_000:
                        escaped(total)
            except OSError:
                pass""",
        "many empty files": """
            import os
            for number in range(20_000):
                try:
                    os.close(os.open(str(number), os.O_CREAT))
                except OSError:
                    return
            escaped("20,000 files")""",
        "one large file": """
            try:
                open("big", "wb").write(bytes(10**6))
            except OSError:
                return
            escaped("a megabyte")""",
        "a file with a hole": """
            try:
                with open("big", "wb") as file:
                    file.truncate(10**12)
            except OSError:
                return
            escaped("a terabyte")""",
        "files in memory": 'refused("memfd_create", b"x", 0)',
        "shared memory of System V": """
            number = syscall("shmget", 0, 1 << 30, 0o1600)
            if number != -1:
                escaped("a gigabyte")""",
    },
)

PROCESSES = _all(
    "processes",
    {
        "fork": """
            import os
            if os.fork() == 0:
                os._exit(0)
            escaped("forked")""",
        "a bomb": """
            import os
            while True:
                os.fork()""",
        "a program": """
            import subprocess
            subprocess.run(["/bin/sh", "-c", "echo mine > " + W["file"]]); escaped("ran")""",
        "a shell": """
            import os
            if os.system("true") == 0: escaped("ran")""",
        "posix_spawn": """
            import os
            os.posix_spawn("/bin/true", ["true"], {}); escaped("spawned")""",
        "a thread": """
            import threading
            threading.Thread(target=print).start(); escaped("started")""",
        "multiprocessing": """
            import multiprocessing
            multiprocessing.Process(target=print).start(); escaped("started")""",
        "in place of itself": """
            import os
            os.execv("/bin/sh", ["sh", "-c", "echo mine > " + W["file"]])""",
        "a program from memory": """
            refused("execveat", 0, b"", None, None, 0x1000)""",
        "vfork and clone by number": """
            for name in ("fork", "vfork"):
                if name in W["calls"]:
                    refused(name)
            refused("clone", 17, 0, 0, 0, 0)
            refused("clone3", None, 64)""",
    },
)

SIGNALS = [
    *_all(
        "signals",
        {
            "kill a process of the same user": """
                import os; os.kill(W["process"], 9)""",
            "stop it": """
                import os, signal; os.kill(W["process"], signal.SIGSTOP)""",
            "kill the checker": """
                import os; os.kill(W["checker"], 9)""",
            "kill the parent": """
                import os
                for process in {os.getppid(), 1, 2, 3} - {os.getpid()}:
                    try:
                        os.kill(process, 9)
                    except OSError:
                        continue
                    escaped(process)""",
            "kill the group": """
                import os
                try:
                    os.killpg(0, 9)
                except OSError:
                    return
                escaped("killed its group")""",
            "kill all": """
                import os
                try:
                    os.kill(-1, 9)
                except OSError:
                    return
                escaped("killed all")""",
            "by tkill and tgkill": """
                refused("tkill", W["process"], 9)
                refused("tgkill", W["process"], W["process"], 9)""",
            "by a queue": 'refused("rt_sigqueueinfo", W["process"], 9, bytes(128))',
            "by a descriptor of a process": """
                refused("pidfd_open", W["process"], 0)""",
            "by the owner of a pipe": """
                import fcntl, os
                read, write = os.pipe()
                fcntl.fcntl(read, 8, W["process"])
                escaped("F_SETOWN")""",
            "leave the session": """
                import os; os.setsid(); escaped("a session")""",
            "ignore all that can be": """
                import signal
                for one in signal.valid_signals():
                    try:
                        signal.signal(one, signal.SIG_IGN)
                    except (OSError, ValueError):
                        continue""",
        },
    ),
    *_all(
        "signals",
        {
            "kill itself": "import os; os.kill(os.getpid(), 9)",
            "abort": "import os; os.abort()",
            "a fault of memory": "import ctypes; ctypes.string_at(0)",
            "a signal of its own": "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
        },
        expect=BROKEN,
        got="ended the whole program",
    ),
]

NETWORK = _all(
    "network",
    {
        "TCP to a service of this machine": """
            import socket
            socket.create_connection(("127.0.0.1", W["port"]), 2).send(b"hello")""",
        "a UNIX socket with a path": """
            import socket
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(W["socket"]); one.send(b"hello")""",
        "an abstract UNIX socket": """
            import socket
            with socket.socket(socket.AF_UNIX) as one:
                one.connect("\\0" + W["abstract"]); one.send(b"hello")""",
        "UDP": """
            import socket
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
                one.sendto(b"hello", ("127.0.0.1", W["port"]))
            escaped("a datagram")""",
        "raw and netlink": """
            refused("socket", 16, 3, 0)
            refused("socket", 17, 3, 0)
            refused("socket", 38, 5, 0)""",
        "a pair": 'refused("socketpair", 1, 1, 0, bytes(8))',
        "a server": """
            import socket
            socket.create_server(("0.0.0.0", 0)); escaped("listens")""",
        "the web": """
            import urllib.request
            urllib.request.urlopen("http://127.0.0.1:%d/" % W["port"], timeout=2)""",
        "a ring instead of calls": 'refused("io_uring_setup", 8, bytes(256))',
        "a descriptor that it was not given": """
            import os, stat
            for one in range(3, 64):
                try:
                    mode = os.fstat(one).st_mode
                except OSError:
                    continue
                if not stat.S_ISFIFO(mode):
                    escaped((one, oct(mode)))""",
    },
)

MEMORY = [
    *_all(
        "memory",
        {
            "a large object": "bytearray(10**10)",
            "a large mapping": "import mmap; mmap.mmap(-1, 1 << 34); escaped('mapped')",
            "many objects": """
                kept = []
                try:
                    while True:
                        kept.append(bytes(1 << 26))
                finally:
                    kept.clear()""",
            "more by its own limit": """
                import resource
                resource.setrlimit(resource.RLIMIT_AS, (-1, -1)); escaped("no limit")""",
            "the checker's limit": """
                refused("prlimit64", W["checker"], 7, bytes(16), None)""",
            "many files": """
                import os
                kept = []
                try:
                    while len(kept) < 1000:
                        kept.append(os.dup(0))
                except OSError:
                    for one in kept:
                        os.close(one)
                    return
                escaped("1,000 files")""",
        },
    ),
    Attack(
        "memory",
        "a deep call in C",
        "exec('x = ' + '(' * 50 + '[' * 50); escaped('parsed')",
    ),
]

TIME = [
    *_all(
        "time",
        {
            "an endless loop": "while True: pass",
            "one that catches all": """
                while True:
                    try:
                        while True: pass
                    except BaseException: pass""",
            "sleep": "import time; time.sleep(10**6)",
            "wait for a pipe": "import os; os.read(os.pipe()[0], 1)",
            "no timer": """
                import signal
                signal.setitimer(signal.ITIMER_PROF, 0)
                while True: pass""",
            "blocked signals": """
                import signal
                signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
                while True: pass""",
            "one long computation": "return 3 ** (10 ** 9)",
        },
        expect=BROKEN,
        got="did not end",
    ),
    Attack("time", "in each call", "while True: pass", BROKEN, "did not end", True),
]

OUTPUT = [
    Attack("output", "endless lines", "while True: print('x' * 10**6)", BROKEN, "did not end"),
    Attack(
        "output",
        "to the descriptors of the terminal",
        "import os\nfor one in (0, 1, 2):\n    os.write(one, b'mine')",
    ),
    Attack(
        "output",
        "to the terminal itself",
        "open('/dev/tty', 'w').write('mine'); escaped('a terminal')",
    ),
    Attack(
        "output",
        "characters typed into a terminal",
        "import fcntl\nfcntl.ioctl(0, 0x5412, b'x'); escaped('TIOCSTI')",
    ),
    Attack(
        "output",
        "a message without end",
        "raise ValueError('x' * 10**7)",
        BROKEN,
        "raised ValueError: xxx",
        True,
    ),
]

PROTOCOL = [
    *_all(
        "protocol",
        {
            "a forged list of games": r"os.write(out, b'loaded\t\t\tLudoGame\t\n'); os._exit(0)",
            "answers without end": r"""
                while True:
                    os.write(out, b'answered\ta game\n' * 1000)""",
            "one answer without end": r"""
                while True:
                    os.write(out, b'answered\t' + b'x' * 4096)""",
            "no answer any more": "os.close(out)",
            "no order any more": "os.close(int(sys.argv[1]))",
            "another file in place of the pipe": """
                os.dup2(os.open('/dev/null', os.O_WRONLY), out)""",
            "its own orders as answers": "os.dup2(int(sys.argv[1]), out)",
            "a line in bits": r"""
                import time
                while True:
                    os.write(out, b'x')
                    time.sleep(0.05)""",
        },
        expect=BROKEN,
    ),
    *_all(
        "protocol",
        {
            "a game played already": r"os.write(out, b'played\t\t\n'); return",
            "more answers than steps": r"os.write(out, b'answered\ta game\n' * 1000); return",
            "no text at all": r"os.write(out, bytes(range(256))); return",
            "orders that it reads itself": "os.read(int(sys.argv[1]), 1 << 16)",
            "a flood in a call": r"""
                while True:
                    os.write(out, b'answered\ta game\n')""",
        },
        expect=BROKEN,
        is_in_call=True,
    ),
]
PROTOCOL = [
    Attack(
        one.kind,
        one.name,
        f"import os, sys\nout = int(sys.argv[2])\n{textwrap.dedent(one.code)}",
        one.expect,
        one.got,
        one.is_in_call,
    )
    for one in PROTOCOL
]

IDENTITY = _all(
    "identity",
    {
        "the administrator again": """
            import os
            os.setuid(0); escaped("root")""",
        "by number": """
            refused("setresuid", 0, 0, 0)
            refused("setgroups", 0, None)""",
        "who it is": """
            import os
            if 0 in os.getresuid() + os.getresgid() or any(os.getgroups()):
                escaped((os.getresuid(), os.getresgid(), os.getgroups()))""",
        "rights of its own": """
            import ctypes
            header = (ctypes.c_uint32 * 2)(0x20080522, 0)
            refused("capset", header, (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6))""",
        "a program that gives rights": """
            import os
            for one in ("/usr/bin/su", "/usr/bin/sudo", "/bin/mount", "/usr/bin/passwd"):
                if os.path.exists(one): escaped(one)
                try: os.execv(one, [one])
                except OSError: continue""",
        "another name of the machine": 'refused("sethostname", b"mine", 4)',
        "another kind of process": 'refused("personality", 0x0040000)',
    },
)

SECRETS = _all(
    "secrets",
    {
        "a file of the caller": """
            raise SystemExit(escaped(open(W["secret"]).read()))""",
        "passwords": """
            for one in ("/etc/shadow", "/etc/passwd", "/root/.bashrc", "/root/.ssh/id_rsa"):
                try: text = open(one).read()
                except OSError: continue
                escaped(one + text)""",
        "its environment": """
            import os
            # Python itself sets one where there is none, and bwrap another.
            if set(os.environ) - {"LC_CTYPE", "PWD"}: escaped(dict(os.environ))
            try: text = open("/proc/self/environ").read()
            except OSError: return
            if text: escaped(text)""",
        "the checker's memory": """
            open("/proc/%d/mem" % W["checker"], "rb"); escaped("memory")""",
        "the checker's environment": """
            escaped(open("/proc/%d/environ" % W["checker"]).read())""",
        "the checker's files": """
            import os; escaped(os.listdir("/proc/%d/fd" % W["checker"]))""",
        "the root of another process": """
            import os
            for one in ("self", "1", str(W["checker"]), str(os.getppid())):
                if os.path.exists("/proc/%s/root/%s" % (one, W["secret"])): escaped(one)""",
        "by a handle": """
            refused("open_by_handle_at", 0, bytes(64), 0)
            refused("name_to_handle_at", -100, b"/", bytes(64), bytes(8), 0)""",
        "a link": """
            import os
            os.symlink(W["secret"], "mine"); escaped(open("mine").read())""",
        "a link that was handed in": """
            import os
            escaped(open(os.path.dirname(__file__) + "/link.txt").read())""",
        "a link in a folder of data": """
            import os
            for folder in ("data", os.path.dirname(__file__) + "/data"):
                if os.listdir(folder) != ["board.txt"]: escaped(os.listdir(folder))""",
        "who is logged in, and what runs": """
            import os
            if os.path.isdir("/proc/1"): escaped(os.listdir("/proc"))""",
        "names of files": """
            import os
            if os.path.exists(W["secret"]): escaped("seen")
            if os.path.isdir(os.path.dirname(W["secret"])): escaped("its folder")""",
        "the kernel's log": 'refused("syslog", 3, bytes(1 << 16), 1 << 16)',
        "other submissions of the class": """
            import os
            for folder, _, names in os.walk("/"):
                if "other.py" in names: escaped(folder)""",
    },
)

ESCAPES = _all(
    "escapes",
    {
        "namespaces": """
            for kind in (0x10000000, 0x20000, 0x20000000, 0x40000000, 0x8000000):
                refused("unshare", kind)""",
        "another's namespace": 'refused("setns", 0, 0)',
        "a mount": """
            refused("mount", b"none", b"/", b"tmpfs", 0, None)
            refused("mount", b"none", b"/", None, 32 | 4096, None)
            refused("umount2", W["packages"][0].encode(), 2)""",
        "the new calls for mounts": """
            refused("open_tree", -100, b"/", 1)
            refused("fsopen", b"tmpfs", 0)
            refused("move_mount", -100, b"/dev", -100, b"/", 0)
            refused("mount_setattr", -100, b"/", 0, bytes(32), 32)""",
        "another root": """
            refused("chroot", b".")
            refused("pivot_root", b".", b".")""",
        "a debugger": """
            refused("ptrace", 16, W["process"], 0, 0)
            refused("ptrace", 0, 0, 0, 0)
            refused("process_vm_readv", W["process"], None, 0, None, 0, 0)
            refused("process_vm_writev", W["process"], None, 0, None, 0, 0)
            refused("kcmp", 1, 2, 0, 0, 0)""",
        "programs in the kernel": """
            refused("bpf", 0, bytes(128), 128)
            refused("perf_event_open", bytes(128), 0, -1, -1, 0)
            refused("userfaultfd", 1)
            refused("init_module", None, 0, b"")""",
        "keys": """
            refused("keyctl", 0, -3, 0)
            refused("add_key", b"user", b"x", b"x", 1, -3)""",
        "a device": 'refused("mknodat", -100, b"disk", 0o60666, 0xFE00)',
        "queues": """
            refused("msgget", 0, 0o1600)
            refused("mq_open", b"/x", 66, 0o600, None)""",
        "another filter": """
            refused("seccomp", 1, 0, None)
            refused("prctl", 22, 1, 0, 0, 0)
            refused("prctl", 38, 0, 0, 0, 0)""",
        "the machine": """
            refused("reboot", 0, 0, 0, None)
            refused("swapon", b"/x", 0)""",
        "a call that is not there": 'refused("no such call")',
        "the old way into the kernel": """
            import ctypes, mmap, platform
            if platform.machine() != "x86_64": return
            # mov eax, 20 (getpid of 32 bits); int 0x80; ret
            page = mmap.mmap(-1, 4096, prot=7)
            page.write(b"\\xb8\\x14\\0\\0\\0\\xcd\\x80\\xc3")
            at = ctypes.addressof(ctypes.c_char.from_buffer(page))
            if ctypes.CFUNCTYPE(ctypes.c_int)(at)() > 0: escaped("int 0x80")""",
        "the way of x32": """
            import platform
            if platform.machine() == "x86_64":
                W["calls"]["x32"] = 0x40000000 + 39
                refused("x32")""",
    },
)

INJECTION = [
    *_all(
        "report injection",
        {
            "a page": "raise ValueError('<script>alert(1)</script><img src=x>')",
            "colors and titles": r"raise ValueError('\x1b[2J\x1b]0;mine\x07\x9b31m')",
            "lines": r"raise ValueError('fine\n\nLudoGame.py: right in all of 1984 games')",
            "characters that turn": r"raise ValueError('\u202eright\u2066')",
            "half a character": r"raise ValueError('\ud800')",
            "a name": r"raise type('E\x1b[31m\n', (Exception,), {})('x')",
            "JSON": """raise ValueError('"}], "verdict": "right"')""",
        },
        expect=BROKEN,
        got="raised ",
        is_in_call=True,
    ),
    Attack(
        "report injection",
        "a forged fault",
        "import os, sys\n"
        r"os.write(int(sys.argv[2]), b'loaded\tmine \\x1b[31m\\n<b>\t\tLudoGame\t\n')"
        "\nos._exit(0)",
        BROKEN,
    ),
    Attack(
        "report injection",
        "a forged answer",
        "import os, sys\n"
        r"os.write(int(sys.argv[2]), b'answered\traised X: \\x1b[31m\\n\\n<b>\n'); os._exit(0)",
        BROKEN,
        is_in_call=True,
    ),
]

IMPORTS = [
    *_all(
        "imports",
        {
            "the package's class from where it is installed": """
                import sys
                sys.path[:] = W["packages"]; sys.meta_path.pop(0)
                import LudoGame as theirs
                escaped(theirs.LudoGame)""",
            "its library by itself": """
                import importlib.machinery, importlib.util, glob
                for folder in W["packages"]:
                    for one in glob.glob(folder + "/parlor/_native*"):
                        escaped(one)""",
            "the checker's own modules": """
                import sys
                for name in list(sys.modules):
                    if name.startswith("parlor"): escaped(name)
                import parlor; escaped(parlor)""",
            "Hypothesis": """
                import sys
                sys.path += W["packages"]
                import hypothesis; escaped(hypothesis)""",
            "pip and what it made": """
                import sys
                sys.path += W["packages"]
                import pip; escaped(pip)""",
        },
    ),
]

TAMPERING = [
    *_all(
        "tampering",
        {
            "its hooks": """
                import sys
                sys.meta_path.clear(); sys.path_hooks.clear(); sys.path.clear()
                sys.settrace(lambda *a: None); sys.setprofile(lambda *a: None)
                sys.settrace(None); sys.setprofile(None)""",
            "the streams": "import sys; sys.stdout = sys.stderr = sys.stdin = None",
            "the collector": """
                import gc
                gc.disable()
                for one in gc.get_objects():
                    if isinstance(one, dict) and "LudoGame" in one and "METHODS" in one:
                        one["METHODS"] = {}""",
            "what is done at the end": "import atexit, os; atexit.register(os._exit, 3)",
            "its own name": "globals()['__name__'] = '__main__'",
        },
    ),
    *_all(
        "tampering",
        {
            "repr and str": """
                import builtins
                builtins.repr = lambda one: 'a game'; builtins.isinstance = lambda *a: True""",
            "the worker's writing": """
                import os
                os.write = lambda *a: 10**6""",
            "the frames above": """
                import sys
                frame = sys._getframe()
                while frame:
                    for name in list(frame.f_globals):
                        if name in ("did_not_return", "ANSWERED", "PLAYED", "line"):
                            frame.f_globals[name] = None
                    frame = frame.f_back""",
            "the table that plays it": """
                import gc
                for one in gc.get_objects():
                    if isinstance(one, type) and one.__name__ == "LudoTable":
                        one.play = lambda self, step: ["a game"]""",
            "one that says too much": """
                import gc
                for one in gc.get_objects():
                    if isinstance(one, type) and one.__name__ == "LudoTable":
                        one.play = lambda self, step: ["a game"] + ["A"] * 39""",
            "one that says nothing": """
                import gc
                for one in gc.get_objects():
                    if isinstance(one, type) and one.__name__ == "LudoTable":
                        one.play = lambda self, step: []""",
            "one that says what is no text": """
                import gc
                for one in gc.get_objects():
                    if isinstance(one, type) and one.__name__ == "LudoTable":
                        one.play = lambda self, step: [None, 1, one]""",
        },
        expect=BROKEN,
    ),
]

ATTACKS = [
    *FILES,
    *SPACE,
    *PROCESSES,
    *SIGNALS,
    *NETWORK,
    *MEMORY,
    *TIME,
    *OUTPUT,
    *PROTOCOL,
    *IDENTITY,
    *SECRETS,
    *ESCAPES,
    *INJECTION,
    *IMPORTS,
    *TAMPERING,
]
