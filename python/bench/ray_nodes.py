"""``parlor.ray`` on two nodes of this machine: the results of one process, whatever fails.

``python python/bench/ray_nodes.py`` starts two nodes of Ray with a processor each and compares
self-play, matches and analyses of both games with what one process makes of them: undisturbed, and
while a worker is killed (SIGKILL) and then a whole node removed. It also looks at Ctrl-C and at a
node with another Parlor. The last line is the figure of ``docs/proofs.md``. Nothing is left
running, whatever happens. Linux only; it needs Ray and NumPy.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

#: The variable by which all processes of a run are known.
MARK = "PARLOR_RAY_PROOF"
#: The memory of a node for results, in bytes.
STORE = 200 << 20
#: One of so many positions makes a player fail that is to fail, some way into a match.
RARE = 20_011
#: What Ctrl-C may take, in seconds.
SOON = 1.0

#: Where to print: Ray's threads print as they like.
OUT = sys.stdout

Progress = Callable[[int, Any], object]


class Case(NamedTuple):
    """Work that can be done in this process and on the cluster, with results that compare."""

    name: str
    unit: str
    size: int
    alone: Callable[[], Any]
    spread: Callable[[Progress], Any]


def columns(chunks: Iterable[dict[str, Any]]) -> list[str]:
    """A hash of each chunk: of names, types, shapes and bytes."""
    found = []
    for chunk in chunks:
        digest = hashlib.sha256()
        for name, column in chunk.items():
            digest.update(f"{name} {column.dtype} {column.shape} ".encode())
            digest.update(column.tobytes())
        found.append(digest.hexdigest())
    return found


def by_value(position: Any) -> str:
    """Play the first legal action: a function as a user has one."""
    return str(position.legal_actions[0])


def fails(position: Any) -> str:
    """Play the first legal action, slowly, and fail at one of many positions."""
    time.sleep(0.0005)
    if zlib.crc32(str(position).encode()) % RARE == 0:
        raise KeyError("book")
    return by_value(position)


def error_of(call: Callable[[], object]) -> tuple[str, ...]:
    """The error that a match ends with."""
    import parlor

    try:
        call()
    except parlor.MatchError as error:
        return str(error), repr(error.__cause__), str(error.game), str(error.ply)
    return ("no error",)


def records() -> list[Any]:
    """Finished games of both kinds."""
    import parlor
    from parlor import kuba, ludo

    found = []
    for number in range(24):
        position: Any = kuba.Position() if number % 3 == 0 else ludo.Position(["A", "C"])
        bot: Any = kuba.bot("greedy") if number % 3 == 0 else ludo.bot("priority")
        game = parlor.Game(position, limit=12 if number % 3 == 0 else 120)
        while not game.is_over:
            seed = 1_000 * number + len(game.history)
            if game.is_chance:
                game.play(game.chance_outcomes[seed * 7 % 6][0])
            else:
                game.play(bot.choose(game.position, seed=seed))
        found.append(game.record())
    return found


def cases() -> list[Case]:
    """What is done: all kinds of work, both games."""
    import parlor
    import parlor.ray
    from parlor import kuba, ludo

    def play(name: str, game: Any, module: Any, games: int, **settings: Any) -> Case:
        settings = {"seed": 7, "chunk": games // 3, **settings}
        return Case(
            name,
            "games",
            games,
            lambda: columns(module.self_play(games, threads=1, **settings)),
            lambda progress: columns(
                parlor.ray.self_play(
                    game, games, shard=-(-games // 24), progress=progress, **settings
                )
            ),
        )

    def match(name: str, a: Any, b: Any, pairs: int, shard: int, **settings: Any) -> Case:
        if "sprt" not in settings:
            settings["pairs"] = pairs
        return Case(
            name,
            "games",
            pairs * (14 if len(settings.get("seats", "AC")) == 4 else 2),
            lambda: parlor.match(a, b, threads=1, **settings),
            lambda progress: parlor.ray.match(a, b, shard=shard, progress=progress, **settings),
        )

    def failing(progress: Progress | None) -> object:
        settings: dict[str, Any] = {"game": "kuba", "pairs": 4_000, "seed": 3}
        if progress is None:
            return parlor.match("level-1", fails, **settings)
        return parlor.ray.match("level-1", fails, shard=5, progress=progress, **settings)

    given = records()

    def analyze(record: Any) -> Any:
        return kuba.analyze(record) if record.game == "kuba" else ludo.analyze(record)

    return [
        play("self-play of Kuba", "kuba", kuba, 2_400, players=("level-2", "greedy"), opening=4),
        play("self-play of Ludo", "ludo", ludo, 120_000, policies=("optimal", "priority")),
        match("a match of Kuba", "level-4", "level-3", 720, 24, game="kuba"),
        match("a function", by_value, "level-2", 1_600, 50, game="kuba", rules="tournament"),
        match("a match of Ludo", "strong", "priority", 960, 40, game="ludo", seats="ABCD"),
        match("a test", "level-3", "level-2", 0, 16, game="kuba", sprt=(0, 2)),
        Case(
            "analyses",
            "records",
            len(given),
            lambda: [analyze(record) for record in given],
            lambda progress: list(parlor.ray.analyses(given, shard=1, progress=progress)),
        ),
        Case(
            "a match that fails",
            "errors",
            1,
            lambda: error_of(lambda: failing(None)),
            lambda progress: error_of(lambda: failing(progress)),
        ),
    ]


class Nodes:
    """Two nodes of a cluster on this machine."""

    def __init__(self) -> None:
        import ray
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False}
        self._cluster = Cluster(initialize_head=True, head_node_args=head)
        self.head = self._cluster.head_node
        self.other = self.add()
        ray.init(address=self._cluster.address, log_to_driver=False, logging_level=logging.ERROR)

    def add(self, **arguments: Any) -> Any:
        """Another node."""
        arguments = {"num_cpus": 1, "object_store_memory": STORE, **arguments}
        return self._cluster.add_node(wait=True, **arguments)

    def remove(self, node: Any) -> None:
        """End all processes of a node at once."""
        self._cluster.remove_node(node, allow_graceful=False)

    def working(self, node: Any = None) -> list[int]:
        """The processes that work on a shard, on this node or on any."""
        parent = None if node is None else node.all_processes["raylet"][0].process.pid
        found = []
        for process in marked():
            try:
                title = Path("/proc", str(process), "cmdline").read_bytes()
                status = Path("/proc", str(process), "stat").read_text(encoding="utf-8")
            except OSError:
                continue
            # The name is in brackets; then come the state and the parent.
            is_there = parent in (None, int(status.rpartition(")")[2].split()[1]))
            if title.startswith(b"ray::parlor_shard") and is_there:
                found.append(process)
        return found

    def close(self) -> None:
        """End everything."""
        import ray

        ray.shutdown()
        self._cluster.shutdown()


def say(line: str) -> None:
    """Print a line of our own."""
    print(line, file=OUT, flush=True)


def marked() -> Iterator[int]:
    """The other processes of this run."""
    mark = f"{MARK}={os.environ[MARK]}".encode()
    for environment in Path("/proc").glob("[0-9]*/environ"):
        process = int(environment.parent.name)
        try:
            if process != os.getpid() and mark in environment.read_bytes().split(b"\0"):
                yield process
        except OSError:
            continue


class Redone(logging.Handler):
    """Counts the shards that are done again."""

    def __init__(self) -> None:
        super().__init__()
        self.reasons: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        self.reasons.append(record.getMessage())


class Trouble:
    """Kills a worker and removes a node, once a few shards have come."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._calls = 0
        self.done: list[str] = []

    def __call__(self, done: int, whole: object) -> None:
        """After a shard."""
        self._calls += 1
        # Nothing begins while this runs, so that there may be nobody at work.
        if not self.done and self._calls >= 2:
            for process in self._nodes.working()[:1]:
                os.kill(process, signal.SIGKILL)
                self.done.append("worker")
        elif len(self.done) == 1 and self._calls >= 4:
            other = self._nodes.other
            # Once it works on something; or soon, whatever it does.
            if self._calls >= 8 or self._nodes.working(other):
                self._nodes.remove(other)
                self.done.append("node")


def warm() -> None:
    """Wait until a worker of each node is there."""
    import parlor.ray

    def slowly(position: Any) -> str:
        time.sleep(0.02)
        return by_value(position)

    parlor.ray.match(slowly, "random", game="kuba", pairs=8, shard=1, limit=20)


def compared(nodes: Nodes, case: Case, redone: Redone) -> tuple[float, float, int]:
    """The units a second of one process and of two nodes, and the shards that were done again."""
    begun = time.monotonic()
    expected = case.alone()
    alone = time.monotonic() - begun
    warm()
    begun = time.monotonic()
    quiet = case.spread(lambda done, whole: None)
    spread = time.monotonic() - begun
    assert quiet == expected, f"{case.name}: {quiet} on two nodes, {expected} in one process"
    redone.reasons.clear()
    trouble = Trouble(nodes)
    disturbed = case.spread(trouble)
    assert disturbed == expected, f"{case.name}: {disturbed} under {trouble.done}, not {expected}"
    assert trouble.done == ["worker", "node"], f"{case.name}: only {trouble.done} happened"
    count = len(redone.reasons)
    nodes.other = nodes.add()
    size = case.size or getattr(expected, "games", 1)
    say(
        f"{case.name}: {size / alone:,.1f} {case.unit}/s in one process, {size / spread:,.1f} on "
        f"two nodes; equal, also with {' and '.join(trouble.done)} lost and {count} shards redone",
    )
    for reason in redone.reasons:
        say(f"    {reason}")
    assert count > 0, f"{case.name}: nothing had to be done again"
    return size / alone, size / spread, count


def interrupted(nodes: Nodes) -> float:
    """How long Ctrl-C takes at most, in seconds, and that it ends what is under way."""
    import parlor.ray

    def endless(position: Any) -> str:
        while True:
            time.sleep(1)

    longest = 0.0
    for a in ("engine:nodes=100000000", endless):
        sent: list[float] = []

        def send(sent: list[float] = sent) -> None:
            while len(nodes.working()) < 2:
                time.sleep(0.01)
            time.sleep(0.5)
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=send, daemon=True).start()
        try:
            parlor.ray.match(a, "random", game="kuba", pairs=1_000, shard=10)
        except KeyboardInterrupt:
            longest = max(longest, time.monotonic() - sent[0])
        until = time.monotonic() + SOON
        while nodes.working() and time.monotonic() < until:
            time.sleep(0.01)
        assert not nodes.working(), f"{a}: shards go on after Ctrl-C"
    return longest


def documented() -> None:
    """Run the example of the documentation, as whoever reads it would."""
    text = (Path(__file__).parents[2] / "docs" / "researchers.md").read_text(encoding="utf-8")
    section = text.partition("\n## On a cluster\n")[2].partition("\n## ")[0]
    (block,) = re.findall(r"^```py\n(.*?)^```", section, re.M | re.S)
    exec(compile(block, "docs/researchers.md", "exec"), {})


def refused(nodes: Nodes, folder: Path) -> str:
    """What is said of a node with another Parlor, and with none."""
    import parlor.ray

    other = folder / "other" / "parlor"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text('__version__ = "0.0.1"\n', encoding="utf-8")
    node = nodes.add(resources={"other": 1}, env_vars={"PYTHONPATH": str(other.parent)})
    try:
        options = {"resources": {"other": 0.01}}
        parlor.ray.match("random", "greedy", game="kuba", options=options)
    except parlor.ray.ClusterError as error:
        return str(error)
    finally:
        nodes.remove(node)
    raise AssertionError("a node with another Parlor was not refused")


def prove(folder: Path) -> str:
    """The figure."""
    redone = Redone()
    logging.getLogger("parlor.ray").addHandler(redone)
    logging.getLogger("parlor.ray").propagate = False
    all_cases = cases()
    nodes = Nodes()
    try:
        found = {case.name: compared(nodes, case, redone) for case in all_cases}
        documented()
        seconds = interrupted(nodes)
        say(f"Ctrl-C: {seconds:.2f} s")
        assert seconds < SOON, f"Ctrl-C took {seconds:.2f} s"
        message = refused(nodes, folder)
        say(f"another version: {message}")
        assert "has parlor 0.0.1, and this program has" in message, message
    finally:
        nodes.close()
    speeds = "; ".join(
        f"{case.name} {found[case.name][0]:,.0f} {case.unit}/s in one process, "
        f"{found[case.name][1]:,.0f} on two nodes"
        for case in all_cases[:5]
    )
    count = sum(shards for _, _, shards in found.values())
    return (
        f"two nodes with a processor each: {len(found)} kinds of work of both games come to the "
        "bits of one process, also while a worker is killed and then a node removed in each, for "
        f"which {count} shards are done again; {speeds}; Ctrl-C takes {seconds:.2f} s; a node with "
        "another version is refused"
    )


def supervised(folder: Path) -> int:
    """Run the proof in a process of its own, and end all that it leaves."""
    os.environ[MARK] = secrets.token_hex(8)
    os.environ["PARLOR_CACHE"] = str(folder / "cache")
    # Ray's own temporary folder, whose sockets need a short name.
    os.environ["RAY_TMPDIR"] = str(folder)
    for name in ("RAY_ADDRESS", "RAY_NAMESPACE"):
        os.environ.pop(name, None)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    # Otherwise whatever else the machine does goes before the workers, and the speeds say nothing.
    os.environ.update({"RAY_worker_niceness": "0"})
    command = [sys.executable, __file__, "--in", str(folder)]
    with started(command) as process:
        code = process.wait()
    left = list(marked())
    for pid in left:
        print(f"left running and ended: {pid}")
        kill(pid)
    return code or len(left)


@contextmanager
def started(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ended with all that it has started, unless it ends well."""

    def leave(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)
    process = subprocess.Popen(command, start_new_session=True)
    try:
        yield process
    except BaseException:
        for pid in [process.pid, *marked()]:
            kill(pid)
        raise


def kill(process: int) -> None:
    """End a process, if it is still there."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def main() -> int:
    """Supervise the proof, or be it."""
    if sys.argv[1:2] == ["--in"]:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            sys.stdout = nowhere
            say(prove(Path(sys.argv[2])))
            sys.stdout = OUT
        return 0
    folder = Path(tempfile.mkdtemp(prefix="pr-", dir="/tmp"))
    try:
        return supervised(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
