"""The sandbox of a program: what its process can see, write and ask of the kernel.

Three processes: the first shuts itself off from the machine and waits, the second is the init of a
PID namespace, the third has no rights left and runs the program. When the checker ends, for
whatever reason, the first sees its pipe close and ends the others. What a kernel refuses is left
out and reported as an open door; each of these layers works without the others:

1. namespaces (PID, mount, network, IPC; and user, for an ordinary user), with a file system that
   has nothing but Python, the submission and a small working folder in memory;
2. no capability, no group, no way to gain any; the administrator becomes `nobody`;
3. limits (memory, time, ...) and Landlock: nothing outside is read or written;
4. an allowlist of the system calls that pure programs need; all others fail as without permission.
   It lists what is allowed because the kernel gets new calls faster than this file.

The process runs this from a pipe, isolated from every package, so it imports little. Sources: the
man pages capabilities(7), landlock(7), namespaces(7), pivot_root(2), seccomp(2), and the kernel's
headers for the numbers.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, NoReturn

#: The sandbox: this module, or the program `bwrap`.
OWN, BWRAP = "own", "bwrap"

#: The error if `bwrap` is requested and missing.
NO_BWRAP = "there is no program bwrap here; Debian has it in the package bubblewrap"

#: What may stay open, with a description.
DOORS = {
    "network": "it can reach the network and the services of this machine",
    "reading": "it can read what the user who started the check can read",
    "writing": "it can write where the user who started the check can write",
    "names": "it can see the names and sizes of files outside of its folders",
    "space": "it can fill the disk with small files, which are removed afterwards",
    "signals": "it can end other processes of the user who started the check",
    "calls": "it can ask the kernel for anything that the user who started the check may",
    "rights": "it can gain rights through programs that give them, such as sudo",
    "memory": "it can take all memory",
    "time": "it can use the processor until it is stopped by the clock",
    "file-size": "it can write large files",
    "processes": "it can start other processes",
    "files": "it can open any number of files",
    "core": "it can leave a core dump behind",
    "submission": "a part of its folder was not there: too large, unreadable, or a link out of it",
}

#: Who runs a program for the administrator.
NOBODY = 65534

#: Bytes and entries that a program can write in all, and that can be handed in.
SPACE, ENTRIES = 1 << 24, 4096

#: The only folders of its own, which lie where no system has any.
HOME = "/checked"
SUBMISSION, WORK = f"{HOME}/submission", f"{HOME}/work"

#: Folders where packages are installed.
_PACKAGES = ("site-packages", "dist-packages")

#: Files of the system that Python's own modules read, and devices that are written to as well.
_SYSTEM = ["/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo"]
DEVICES = ["/dev/null", "/dev/zero", "/dev/urandom"]

# --- Numbers of the kernel --------------------------------------------------------------------

_NEW_MOUNTS, _NEW_IPC, _NEW_USER = 0x20000, 0x8000000, 0x10000000
_NEW_PIDS, _NEW_NETWORK = 0x20000000, 0x40000000

_READ_ONLY, _NO_SETUID, _NO_DEVICES, _NO_PROGRAMS, _REMOUNT, _BIND = 1, 2, 4, 8, 32, 4096
_RECURSIVE, _PRIVATE, _DETACH = 1 << 14, 1 << 18, 2
_WORK_FLAGS, _LIMITS = 2 | 4 | 8, f"size={SPACE},nr_inodes={ENTRIES}"
_MOUNT_SETATTR, _AT_RECURSIVE, _PIVOT_ROOT = 442, 0x8000, {"x86_64": 155, "aarch64": 41}

_DEATH_SIGNAL, _DUMPABLE, _SECCOMP, _DROP_BOUND = 1, 4, 22, 24
_NO_NEW_PRIVILEGES, _AMBIENT, _CLEAR_ALL = 38, 47, 4
_CAPABILITY_VERSION = 0x20080522

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
#: Rights to a file, and to a folder; what each version of Landlock knows of both.
_READ_FILE, _WRITE_FILE, _READ_FOLDER, _TRUNCATE = 1 << 2, 1 << 1, 1 << 3, 1 << 14
_KNOWN_RIGHTS = [0, (1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1]
#: All but to execute, and to make devices, sockets and pipes.
_WORK_RIGHTS = 0xFFFF & ~(1 << 0 | 1 << 6 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 15)

#: What a process must be that the filter is for.
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
#: The first call of x32, which is another way into the same kernel.
_X32 = 0x40000000
#: The last call that this list has an opinion on; newer ones "are not there".
_LAST = 470

_EPERM, _EAGAIN, _ENOTTY, _ENOSYS = 1, 11, 25, 38

#: Calls that anybody may make: their numbers on x86_64 and on aarch64, the busiest first.
_ALLOWED = """
    read 0 63, write 1 64, close 3 57, fstat 5 80, lseek 8 62,
    mmap 9 222, munmap 11 215, brk 12 214, mprotect 10 226, mremap 25 216,
    madvise 28 233, futex 202 98, rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139,
    newfstatat 262 79, open 2 -, openat 257 56, stat 4 -, lstat 6 -, statx 332 291,
    access 21 -, faccessat 269 48, faccessat2 439 439, readlink 89 -, readlinkat 267 78,
    getdents 78 -, getdents64 217 61, getcwd 79 17, chdir 80 49, fchdir 81 50,
    statfs 137 43, fstatfs 138 44,
    pread64 17 67, pwrite64 18 68, readv 19 65, writev 20 66, preadv 295 69,
    pwritev 296 70, preadv2 327 286, pwritev2 328 287, creat 85 -, mkdir 83 -,
    mkdirat 258 34, rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -,
    renameat 264 38, renameat2 316 276, link 86 -, linkat 265 37, symlink 88 -,
    symlinkat 266 36, truncate 76 45, ftruncate 77 46, fallocate 285 47, fsync 74 82,
    fdatasync 75 83, msync 26 227, flock 73 32, fadvise64 221 223, umask 95 166,
    sendfile 40 71, copy_file_range 326 285,
    getxattr 191 8, lgetxattr 192 9, fgetxattr 193 10, listxattr 194 11, llistxattr 195 12,
    flistxattr 196 13,
    dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59,
    poll 7 -, ppoll 271 73, select 23 -, pselect6 270 72, epoll_create 213 -,
    epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22,
    epoll_pwait2 441 441, eventfd 284 -, eventfd2 290 19, timerfd_create 283 85,
    timerfd_settime 286 86, timerfd_gettime 287 87, close_range 436 436,
    getpid 39 172, getppid 110 173, gettid 186 178, getuid 102 174, geteuid 107 175,
    getgid 104 176, getegid 108 177, getresuid 118 148, getresgid 120 150, getgroups 115 158,
    getpgrp 111 -, getpgid 121 155, getsid 124 156,
    getrlimit 97 163, getrusage 98 165, times 100 153, uname 63 160, sysinfo 99 179,
    getcpu 309 168, sched_yield 24 124, sched_getaffinity 204 123, getpriority 140 141,
    getrandom 318 278, membarrier 324 283, rseq 334 293, set_robust_list 273 99,
    set_tid_address 218 96,
    time 201 -, gettimeofday 96 169, clock_gettime 228 113, clock_getres 229 114,
    clock_nanosleep 230 115, nanosleep 35 101, pause 34 -, alarm 37 -, getitimer 36 102,
    setitimer 38 103, timer_create 222 107, timer_settime 223 110, timer_gettime 224 108,
    timer_getoverrun 225 109, timer_delete 226 111,
    rt_sigpending 127 136, rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132,
    signalfd4 289 74, signalfd 282 -, restart_syscall 219 128, wait4 61 260, waitid 247 95,
    exit 60 93, exit_group 231 94
"""

#: What changes a file's mode and times: allowed where only a program's own files are in sight.
_MODES = """
    chmod 90 -, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452, utime 132 -,
    utimes 235 -, utimensat 280 88, futimesat 261 -
"""

#: Refused with an error of their own, as where a limit is reached or the kernel is older.
_REFUSED = {
    "clone 56 220, fork 57 -, vfork 58 -": _EAGAIN,
    "clone3 435 435": _ENOSYS,
}

#: Calls of which an argument decides: which one, its values, and the error of any other. A
#: descriptor can be told to signal another process (F_SETOWN), a terminal to type (TIOCSTI).
_FCNTL = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)


class JailError(RuntimeError):
    """No program may run here, and why."""


def _parted(calls: str) -> list[tuple[str, str, str]]:
    """The name and both numbers of each call."""
    return [(name, x86, arm) for name, x86, arm in map(str.split, calls.split(","))]


def _numbers(calls: str, machine: str) -> list[int]:
    """Their numbers on this machine; not all calls are on each."""
    column = list(_ARCHITECTURES).index(machine) + 1
    return [int(call[column]) for call in _parted(calls) if call[column] != "-"]


def filter_program(machine: str, process: int, may_change_modes: bool) -> bytes:
    """The program in classic BPF that decides on each call of this process."""
    import struct

    code: list[bytes] = []

    def add(operation: int, value: int, if_so: int = 0, if_not: int = 0) -> None:
        code.append(struct.pack("=HBBI", operation, if_so, if_not, value))

    def load(at: int) -> None:
        add(0x20, at)

    def give(error: int) -> None:
        add(0x06, 0x50000 | error if error else 0x7FFF0000)

    def skip_unless(value: int, most: int) -> None:
        add(0x15, value, 0, most)

    load(4)
    add(0x15, _ARCHITECTURES[machine], 1, 0)
    give(_ENOSYS)
    load(0)
    if machine == "x86_64":
        add(0x35, _X32, 0, 1)
        give(_ENOSYS)
    allowed = _numbers(_ALLOWED, machine)
    if may_change_modes:
        allowed += _numbers(_MODES, machine)
    for place, number in enumerate(allowed):
        # To the end of the list, and over the jump that passes it.
        add(0x15, number, len(allowed) - place, 0)
    add(0x05, 1)
    give(0)
    for calls, error in _REFUSED.items():
        for number in _numbers(calls, machine):
            skip_unless(number, 1)
            give(error)
    decided = [
        ("kill 62 129, tkill 200 130, tgkill 234 131", 0, (process,), _EPERM),
        ("fcntl 72 25", 1, _FCNTL, _EPERM),
        ("ioctl 16 29", 1, _IOCTL, _ENOTTY),
        # Its own limits, which it cannot raise.
        ("prlimit64 302 261", 0, (0,), _EPERM),
    ]
    for calls, argument, values, error in decided:
        for number in _numbers(calls, machine):
            skip_unless(number, len(values) + 3)
            load(16 + 8 * argument)
            for place, value in enumerate(values):
                add(0x15, value, len(values) - place, 0)
            give(error)
            give(0)
    add(0x25, _LAST, 1, 0)
    give(_EPERM)
    give(_ENOSYS)
    return b"".join(code)


def is_done(call: Callable[..., object], *arguments: object) -> bool:
    """Whether a call was possible; `contextlib`, for `suppress`, takes long to import."""
    try:
        call(*arguments)
    except OSError:
        return False
    return True


class _Kernel:
    """Calls that Python has no function for, each an `OSError` where it fails."""

    def __init__(self) -> None:
        import ctypes

        self._types = ctypes
        self._library = ctypes.CDLL(None, use_errno=True)

    def _call(self, name: str, *arguments: Any) -> int:
        """An integer is passed as wide as a register."""
        types = self._types
        wide = [types.c_long(one) if isinstance(one, int) else one for one in arguments]
        given = int(getattr(self._library, name)(*wide))
        if given < 0:
            error = types.get_errno()
            raise OSError(error, os.strerror(error), name)
        return given

    def unshare(self, kinds: int) -> None:
        self._call("unshare", kinds)

    def mount(self, source: str, target: str, kind: str, flags: int, options: str = "") -> None:
        texts = [os.fsencode(one) or None for one in (source, target, kind)]
        self._call("mount", *texts, flags, options.encode() or None)

    def unmount(self, target: str) -> None:
        self._call("umount2", os.fsencode(target), _DETACH)

    def set_read_only(self, target: str, flags: int) -> None:
        """A mount and all below it; on kernels before 5.12 it alone."""
        attributes = self._types.create_string_buffer(
            flags.to_bytes(8, sys.byteorder) + bytes(24), 32
        )
        try:
            self._call(
                "syscall", _MOUNT_SETATTR, -100, os.fsencode(target), _AT_RECURSIVE, attributes, 32
            )
        except OSError:
            # What its source had must stay: it is not ours to take away.
            kept = os.statvfs(target).f_flag & 0xF | flags
            self.mount("none", target, "", _BIND | _REMOUNT | kept)

    def pivot_root(self, new: str, old: str) -> None:
        number = _PIVOT_ROOT.get(os.uname().machine)
        if number is None:
            raise OSError(_ENOSYS, os.strerror(_ENOSYS))
        self._call("syscall", number, new.encode(), old.encode())

    def control(self, option: int, *arguments: int) -> None:
        self._call("prctl", option, *(*arguments, 0, 0, 0, 0)[:4])

    def drop_bounds(self) -> None:
        """What no program that this one starts could gain; only who has rights can give them up."""
        for one in range(64):
            if not is_done(self.control, _DROP_BOUND, one):
                break

    def drop_capabilities(self) -> None:
        """All of them, for ever; whoever has none may fail to drop them from what bounds them."""
        types = self._types
        self.drop_bounds()
        is_done(self.control, _AMBIENT, _CLEAR_ALL)
        header = (types.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
        self._call("capset", header, (types.c_uint32 * 6)())

    def restrict(self, rights: dict[str, int]) -> bool:
        """Landlock: no file but these; whether signals to others are refused, too."""
        types = self._types
        abi = self._call("syscall", _CREATE_RULESET, None, 0, 1)
        known = _KNOWN_RIGHTS[min(abi, len(_KNOWN_RIGHTS) - 1)]
        # Files; then TCP from version 4 on; then abstract sockets and signals from version 6 on.
        words = [known, 3, 3][: 1 if abi < 4 else 2 if abi < 6 else 3]
        asked = (types.c_uint64 * len(words))(*words)
        rules = self._call("syscall", _CREATE_RULESET, asked, types.sizeof(asked), 0)
        try:
            for path, right in rights.items():
                self._allow(rules, path, right & known)
            self._call("syscall", _RESTRICT_SELF, rules, 0)
        finally:
            os.close(rules)
        return abi >= 6

    def _allow(self, rules: int, path: str, right: int) -> None:
        try:
            file = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            # Not there, or out of reach anyway.
            return
        try:
            rule = right.to_bytes(8, sys.byteorder) + file.to_bytes(4, sys.byteorder)
            buffer = self._types.create_string_buffer(rule, len(rule))
            self._call("syscall", _ADD_RULE, rules, 1, buffer, 0)
        finally:
            os.close(file)

    def install(self, program: bytes) -> None:
        """The filter of system calls."""
        types = self._types

        class Program(types.Structure):  # type: ignore[name-defined,misc]
            _fields_ = (("length", types.c_ushort), ("code", types.c_char_p))

        whole = Program(len(program) // 8, program)
        self.control(_SECCOMP, 2, types.addressof(whole))


# --- What is in sight -------------------------------------------------------------------------


def python_paths() -> list[str]:
    """Folders and files that Python needs: its modules, and the libraries that these load."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = [
        os.path.dirname(os.__file__),
        os.path.join(sys.base_exec_prefix, sys.platlibdir, f"python{version}"),
        os.path.join(sys.base_prefix, sys.platlibdir, f"python{version.replace('.', '')}.zip"),
    ]
    if sys.base_prefix != "/usr":
        found.append(os.path.join(sys.base_prefix, "lib"))
    try:
        with open("/proc/self/maps", "rb") as maps:
            names = {os.fsdecode(line.split(None, 5)[-1].rstrip()) for line in maps}
    except OSError:
        names = set()
    # The checker has loaded more than Python needs.
    libraries = {os.path.dirname(one) for one in names if ".so" in os.path.basename(one)}
    found += sorted(one for one in libraries if not any(f"/{name}" in one for name in _PACKAGES))
    machine = os.uname().machine
    found += ["/lib64", "/usr/lib64", f"/usr/lib/{machine}-linux-gnu"]
    # The same folder by its other name, which the loader may use.
    for one in found[:]:
        if one.startswith("/usr/lib"):
            found.append(one[len("/usr") :])
        elif one.startswith("/lib"):
            found.append(f"/usr{one}")
    there = sorted({os.path.normpath(one) for one in (*found, *_SYSTEM) if os.path.exists(one)})
    # What lies in another that is there needs nothing of its own.
    return [
        one
        for one in there
        if not any(one.startswith(f"{other}/") for other in there if other != one)
    ]


def installed_packages(paths: list[str]) -> list[str]:
    """Folders in these where packages are installed, which are no part of Python."""
    found = []
    for path in paths:
        homes = [path]
        try:
            names = os.listdir(path)
        except OSError:
            continue
        homes += [os.path.join(path, name) for name in names if name.startswith("python")]
        found += [os.path.join(home, name) for home in homes for name in _PACKAGES]
    return [one for one in sorted(found) if os.path.isdir(one)]


#: What is kept from others of the submission, and of its copy in the working folder: there it is
#: somebody else's who runs the program for the administrator, and may change it.
_TO_READ, _TO_CHANGE = 0o022, 0


def write_files(folder: str, files: dict[str, bytes], umask: int) -> None:
    """The submission, with rights for everybody but those of the `umask`."""
    before = os.umask(umask)
    try:
        os.makedirs(folder, exist_ok=True)
        for name, text in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text)
    finally:
        os.umask(before)


def _build_view(kernel: _Kernel, files: dict[str, bytes], spare: str) -> None:
    """Make a file system of our own the only one: Python, the submission, a working folder.

    The spare folder, which is empty, is not needed then.
    """
    python = python_paths()
    spare = os.path.realpath(spare)
    hidden = installed_packages(python)
    real = {path: os.path.realpath(path) for path in (*python, *DEVICES)}
    kernel.mount("none", "/", "", _RECURSIVE | _PRIVATE)
    # Any folder does to begin with; what it has is in sight again below the old root.
    start = "/tmp" if os.path.isdir("/tmp") else "/proc"
    kernel.mount("tmpfs", start, "tmpfs", _NO_SETUID | _NO_DEVICES, f"{_LIMITS},mode=0755")
    try:
        os.chdir(start)
        os.mkdir("old", 0o755)
        kernel.pivot_root(".", "old")
    except OSError:
        os.chdir("/")
        kernel.unmount(start)
        raise
    os.chdir("/")
    for path in python:
        _show(kernel, real[path], path, _READ_ONLY | _NO_SETUID | _NO_DEVICES)
    for path in DEVICES:
        if os.path.exists(f"/old{path}"):
            _show(kernel, real[path], path, _READ_ONLY | _NO_SETUID)
    os.makedirs(f"{HOME}/nothing", 0o755)
    for path in hidden:
        kernel.mount(f"{HOME}/nothing", path, "", _BIND)
    os.mkdir(WORK, 0o755)
    kernel.mount("tmpfs", WORK, "tmpfs", _WORK_FLAGS, f"{_LIMITS},mode=0777")
    write_files(SUBMISSION, files, _TO_READ)
    write_files(WORK, files, _TO_CHANGE)
    os.rmdir(f"/old{spare}")
    kernel.unmount("/old")
    os.rmdir("/old")
    kernel.mount("none", "/", "", _BIND | _REMOUNT | _READ_ONLY | _NO_SETUID | _NO_DEVICES)


def _show(kernel: _Kernel, source: str, path: str, flags: int) -> None:
    """Something of the old file system at its place in the new one."""
    old = f"/old{source}"
    if os.path.isdir(old):
        os.makedirs(path, 0o755, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(path), 0o755, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o644))
    kernel.mount(old, path, "", _BIND | _RECURSIVE)
    kernel.set_read_only(path, flags)


# --- The walls --------------------------------------------------------------------------------


class Walls:
    """What this process has shut behind itself, step by step."""

    def __init__(self, folder: str, files: dict[str, bytes]) -> None:
        """For a program with these files; `folder` is used where none of its own can be made."""
        self._folder = folder
        self._files = files
        self._kernel: _Kernel | None = None
        #: What stays open unless a wall shuts it.
        self._open = set(DOORS) - {"submission"}
        #: Where the submission and the working folder are.
        self.submission = os.path.join(folder, "submission")
        self.work = os.path.join(folder, "work")
        self._has_view = False
        self._has_network = True

    @property
    def open_doors(self) -> list[str]:
        """The names of what stays open, in the order of `DOORS`."""
        return [name for name in DOORS if name in self._open]

    def leave(self, jail: str) -> None:
        """Shut off from the machine, and put the submission and the working folder in place."""
        os.umask(0o022)
        if sys.platform == "linux":
            try:
                self._kernel = _Kernel()
            except (ImportError, OSError):
                # A Python without ctypes.
                self._kernel = None
        if jail == BWRAP:
            self._enter_view()
            self._has_network = False
            self._open -= {"signals"}
            self._bound_space()
            write_files(SUBMISSION, self._files, _TO_READ)
            write_files(WORK, self._files, _TO_CHANGE)
        elif self._kernel is not None:
            self._leave_namespaces(self._kernel)
        if not self._has_view:
            write_files(self.submission, self._files, _TO_READ)
            write_files(self.work, self._files, _TO_CHANGE)
        if not self._has_network and self._has_view:
            self._open -= {"network"}

    def _bound_space(self) -> None:
        """Bound the number of files as well, which `bwrap` does not."""
        try:
            if self._kernel is not None:
                options = f"{_LIMITS},mode=0777"
                self._kernel.mount("none", WORK, "", _REMOUNT | _WORK_FLAGS, options)
                return
        except OSError:
            pass
        self._open |= {"space"}

    def _enter_view(self) -> None:
        self._has_view = True
        self.submission, self.work = SUBMISSION, WORK
        self._open -= {"reading", "writing", "names", "space"}

    def _leave_namespaces(self, kernel: _Kernel) -> None:
        user, group = os.geteuid(), os.getegid()
        if user != 0:
            try:
                kernel.unshare(_NEW_USER)
                for name, text in (
                    ("setgroups", "deny"),
                    ("uid_map", f"{user} {user} 1"),
                    ("gid_map", f"{group} {group} 1"),
                ):
                    with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                        file.write(text)
            except OSError:
                return
        for kind in (_NEW_NETWORK, _NEW_IPC, _NEW_PIDS, _NEW_MOUNTS):
            try:
                kernel.unshare(kind)
            except OSError:
                continue
            if kind == _NEW_NETWORK:
                self._has_network = False
            elif kind == _NEW_PIDS:
                self._open -= {"signals"}
            elif kind == _NEW_MOUNTS:
                self._see_less(kernel)

    def _see_less(self, kernel: _Kernel) -> None:
        """Into a file system of our own, if that can be."""
        try:
            _build_view(kernel, self._files, self._folder)
        except OSError as error:
            if not os.path.exists(self._folder):
                # In the new one, which is not whole, and without the old one.
                raise JailError(
                    f"the file system for the program could not be built ({error}): "
                    "--jail bwrap may do better"
                ) from error
            os.chdir(self._folder)
            return
        self._enter_view()

    def drop_rights(self) -> None:
        """Become nobody, if administrator, with no rights and no way to get any.

        A `JailError` if the administrator cannot, or nobody cannot read Python.
        """
        if hasattr(os, "geteuid") and 0 in (os.geteuid(), os.getuid()):
            self._become_nobody()
        if self._kernel is None:
            return
        try:
            self._kernel.control(_NO_NEW_PRIVILEGES, 1)
            self._kernel.drop_capabilities()
        except OSError:
            return
        self._open -= {"rights"}

    def _become_nobody(self) -> None:
        if self._kernel is not None:
            # While we still may; what is left of the others goes with the identity.
            self._kernel.drop_bounds()
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        except OSError as error:
            raise JailError(
                "the administrator may not become nobody here "
                f"({error.strerror}): start the check as an ordinary user"
            ) from error
        for path in (os.__file__, *filter(os.path.isdir, sys.path)):
            if not os.access(path, os.R_OK):
                raise JailError(
                    f"the administrator's programs run as nobody, who cannot read {path}, and this "
                    "system lets nothing be mounted: start the check as an ordinary user, or with "
                    "a Python that everybody can read"
                )

    def bind_to_parent(self) -> None:
        """End when the parent ends, and let nobody look inside."""
        if self._kernel is not None:
            self._kernel.control(_DEATH_SIGNAL, 9)
            self._kernel.control(_DUMPABLE, 0)

    def limit(self, limits: dict[str, tuple[str, int, int]]) -> None:
        """The limits of the system, by the names of their doors."""
        try:
            import resource
        except ImportError:
            return
        for name, (limit, most, last) in limits.items():
            try:
                resource.setrlimit(getattr(resource, limit), (most, last))
            except (AttributeError, OSError, ValueError):
                continue
            self._open.discard(name)

    def shut(self) -> None:
        """The last walls: Landlock, and the filter, after which little can be done."""
        if self._kernel is None:
            return
        try:
            if self._kernel.restrict(self._rights()):
                self._open -= {"signals"}
            self._open -= {"reading", "writing"}
        except OSError:
            # An older kernel, or one that was built without it.
            pass
        machine = os.uname().machine
        if machine not in _ARCHITECTURES or sys.maxsize < 1 << 32:
            return
        try:
            self._kernel.install(filter_program(machine, os.getpid(), self._has_view))
        except OSError:
            return
        self._open -= {"calls", "network", "signals", "processes"}

    def _rights(self) -> dict[str, int]:
        """What Landlock lets the program do, by path."""
        read = _READ_FILE | _READ_FOLDER
        if self._has_view:
            rights = {"/": read}
        else:
            python = python_paths()
            hidden = installed_packages(python)
            rights = {}
            for path in python:
                rights.update((one, read) for one in _without(path, hidden))
            rights[self.submission] = read
        for path in rights:
            if not os.path.isdir(path):
                rights[path] = _READ_FILE
        rights[self.work] = _WORK_RIGHTS
        rights.update((device, _READ_FILE | _WRITE_FILE) for device in DEVICES)
        return rights


def _without(path: str, hidden: list[str]) -> list[str]:
    """The path, or where something in it is hidden, all else that is in it."""
    if path in hidden:
        return []
    if not any(one.startswith(f"{path}/") for one in hidden):
        return [path]
    return [
        kept
        for name in sorted(os.listdir(path))
        for kept in _without(os.path.join(path, name), hidden)
    ]


# --- The processes ----------------------------------------------------------------------------


def enter(walls: Walls, jail: str, pipes: tuple[int, ...], folder: str) -> None:
    """Return in the process that is to run the program; the others wait for its end.

    `pipes` are those to the checker, the one that it writes to first.
    """
    walls.leave(jail)
    if not hasattr(os, "fork"):
        walls.drop_rights()
        return
    ended, report = os.pipe()
    init = os.fork()
    if init != 0:
        os.close(report)
        for pipe in pipes[1:]:
            os.close(pipe)
        _wait(init, pipes[0], ended, folder)
    os.close(ended)
    walls.drop_rights()
    walls.bind_to_parent()
    if not _is_open(pipes[0]):
        # The checker was gone before it could take us along.
        os._exit(0)
    program = os.fork()
    if program != 0:
        for pipe in pipes:
            os.close(pipe)
        while True:
            process, status = os.waitpid(-1, 0)
            if process == program:
                os.write(report, status.to_bytes(4, "little"))
                os._exit(0)
    os.close(report)
    walls.bind_to_parent()


def _is_open(pipe: int) -> bool:
    """Whether anybody can still write to it."""
    import select

    poll = select.poll()
    poll.register(pipe, 0)
    return not poll.poll(0)


def _wait(init: int, orders: int, ended: int, folder: str) -> NoReturn:
    """Until the program has ended, or the checker; then end as the program did."""
    import _signal as signal  # type: ignore[import-not-found]
    import select

    poll = select.poll()
    poll.register(orders, 0)
    poll.register(ended, select.POLLIN)
    ready = [one for one, _ in poll.poll()]
    status = os.read(ended, 4) if ended in ready else b""
    if not status:
        os.kill(init, signal.SIGKILL)
    os.waitpid(init, 0)
    if ended not in ready:
        # There is nobody else who could.
        remove(folder)
        os.killpg(0, signal.SIGKILL)
    code = int.from_bytes(status, "little")
    if os.WIFSIGNALED(code) and os.WTERMSIG(code) == signal.SIGXCPU:
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGXCPU)
    os._exit(0)


def remove(folder: str) -> None:
    """A folder with all that a program left in it, as far as that is possible.

    Links are removed and never followed. Folders in folders are first brought up beside each other,
    so that none lies too deep for a path or for the stack.
    """
    import contextlib
    import tempfile

    if not os.path.isdir(folder):
        # There was no need for one, or it is gone.
        return
    beside = tempfile.mkdtemp(prefix="parlor-check-", dir=os.path.dirname(folder))
    waiting, moved = [folder], 0
    while waiting:
        path = waiting.pop()
        with contextlib.suppress(OSError):
            with os.scandir(path) as entries:
                found = list(entries)
            for entry in found:
                with contextlib.suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        # Moving a folder takes the right to write in it.
                        os.chmod(entry.path, 0o700)
                        moved += 1
                        waiting.append(os.path.join(beside, str(moved)))
                        os.rename(entry.path, waiting[-1])
                    else:
                        os.unlink(entry.path)
            os.rmdir(path)
    with contextlib.suppress(OSError):
        os.rmdir(beside)
