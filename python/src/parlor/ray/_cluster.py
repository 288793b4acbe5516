"""The Ray cluster that shards run on."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from parlor._arguments import _refusal, _whole
from parlor._native import __version__
from parlor.ray._jobs import Job
from parlor.ray._shards import (
    Failed,
    LostError,
    Shard,
    ShardError,
    failed,
    fitting,
    in_order,
    named,
)

LOG = logging.getLogger("parlor.ray")

#: A moment: between two looks for Ctrl-C while nothing ends.
MOMENT = 0.2
#: What cancelled shards have to end by themselves; then their processes are ended.
GRACE = 0.5
#: The most of anything that is counted.
MOST = 2**32 - 1
#: What a caller may not ask of Ray, since shards are redone and their results are counted here.
FIXED = ("max_retries", "num_returns", "retry_exceptions")


class ClusterError(RuntimeError):
    """There is no cluster, or a node of it cannot do the work as this program would."""


def ray() -> Any:
    """Ray, connected to a cluster.

    Raises ImportError without Ray, ClusterError without a cluster.
    """
    try:
        import ray
    except ImportError as error:
        raise ImportError(
            "parlor.ray needs Ray; install it on every node by: pip install ray", name="ray"
        ) from error
    if not ray.is_initialized():
        try:
            ray.init(address="auto")
        except ConnectionError as error:
            raise ClusterError(
                "there is no Ray cluster to run on; start one by `ray start --head`, name one in "
                "the variable RAY_ADDRESS, or call ray.init() before"
            ) from error
    return ray


class Work:
    """How shards are to be done: the arguments that all functions of this package have."""

    def __init__(
        self,
        kind: str,
        *,
        shard: object,
        threads: object,
        retries: object,
        window: object,
        progress: object,
        options: object,
    ) -> None:
        self.kind = kind
        self.size = None if shard is None else _whole("shard", shard, 1, MOST)
        self.threads = _whole("threads", threads, 1, 1024)
        self.retries = _whole("retries", retries, 0, MOST)
        self._window = None if window is None else _whole("window", window, 1, MOST)
        if progress is not None and not callable(progress):
            raise _refusal(
                progress, f"progress is {progress!r}; it is None or a function of two arguments"
            )
        self.progress: Callable[..., object] | None = progress
        given = {} if options is None else options
        if not isinstance(given, Mapping) or any(name in given for name in FIXED):
            raise _refusal(
                options,
                f"options is {options!r}; it is a dict of options of Ray's tasks other than "
                f"{', '.join(FIXED)}",
            )
        self._options = {"num_cpus": self.threads, **given}

    def report(self, done: int, whole: int | None) -> None:
        """Tell the caller how far the work is."""
        if self.progress is not None:
            self.progress(done, whole)

    def begin(self, job: Job) -> None:
        """Look at the cluster, and send it the job.

        Raises ParlorError for a job that cannot be sent, and what Ray raises for wrong options.
        """
        self._tasks = Tasks(job, self.kind, self._options)
        each = self._options["num_cpus"] or 1
        nodes = [node for node in ray().nodes() if node["Alive"]]
        slots = sum(int(node["Resources"].get("CPU", 0) // each) for node in nodes)
        if slots == 0:
            LOG.warning(
                "no node has the %s processors that a shard asks for; waiting for one", each
            )
        self._slots = max(1, slots)

    def shard_size(self, total: int | None, most: int) -> int:
        """The size of a shard of so many: as given, or the usual one."""
        return self.size or fitting(total, self._slots, most)

    def do(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Any]]:
        """The shards of the job with what came of them, in order."""
        return in_order(
            self._tasks,
            shards,
            window=self._window or max(4, 2 * self._slots),
            retries=self.retries,
            kind=self.kind,
            lost=self._lost,
        )

    def _lost(self, shard: Shard, error: LostError) -> None:
        LOG.warning("done again: %s, because of %s", named(self.kind, shard), error)


def _task() -> Callable[..., tuple[str, Any]]:
    """What Ray runs for a shard.

    It is made here so that Ray sends it as it is: a worker with another Parlor, or with none, can
    say so.
    """

    def parlor_shard(
        version: str, name: str, job: bytes, first: int, last: int, work: Any
    ) -> tuple[str, Any]:
        import socket

        try:
            import parlor

            found = f"has parlor {parlor.__version__}"
        except ImportError as error:
            found = f"cannot import parlor ({error})"
        if found != f"has parlor {version}":
            return "refused", f"the node {socket.gethostname()} {found}"
        from parlor.ray import _jobs

        return _jobs.run(name, job, first, last, work)

    return parlor_shard


class Tasks:
    """Shards of a job as tasks of Ray: a `Runner`."""

    def __init__(self, job: Job, kind: str, options: Mapping[str, Any]) -> None:
        self._ray = ray()
        self._kind = kind
        self._shards: dict[Any, Shard] = {}
        self._name = secrets.token_hex(8)
        # A worker of another version learns so before it looks at the job.
        try:
            pickled = self._ray.cloudpickle.dumps(job)
        except Exception as error:
            message = f"this cannot be sent to the nodes: {type(error).__name__}: {error}"
            raise _refusal(job, message) from error
        self._job = self._ray.put(pickled)
        self._task = self._ray.remote(max_retries=0)(_task()).options(**options)
        gone = self._ray.exceptions
        self._gone = (
            gone.WorkerCrashedError,
            gone.NodeDiedError,
            gone.LocalRayletDiedError,
            gone.OutOfMemoryError,
            gone.ObjectLostError,
        )

    def submit(self, shard: Shard) -> Any:
        """Give it to Ray."""
        handle = self._task.remote(__version__, self._name, self._job, *shard)
        self._shards[handle] = shard
        return handle

    def wait(self, running: list[Any]) -> list[Any]:
        """Those that have ended, after a moment at most."""
        ended, _ = self._ray.wait(running, num_returns=1, timeout=MOMENT)
        return list(ended)

    def outcome(self, handle: Any) -> Any:
        """What came of a shard.

        It is Failed with ClusterError for a node of another version; with what ends a program, such
        as SystemExit, as it was raised there; and with ShardError for the rest.

        Raises LostError if its process or node is gone.
        """
        shard = self._shards.pop(handle)
        try:
            ended, found = self._ray.get(handle)
        except self._gone as error:
            raise LostError(_in_short(error)) from error
        except self._ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None) or error
            return Failed(self._because(shard, error, _in_short(cause)))
        if ended == "refused":
            return Failed(
                ClusterError(
                    f"{found}, and this program has {__version__}; install the same on every node"
                )
            )
        if ended == "raised":
            raised, raised.__cause__ = found
            if isinstance(raised, Exception):
                what = f"{type(raised).__name__}: {raised}"
                return Failed(self._because(shard, raised, what))
            return Failed(raised)
        return found

    def _because(self, shard: Shard, cause: BaseException, what: str) -> ShardError:
        error = failed(self._kind, shard, what)
        error.__cause__ = cause
        return error

    def cancel(self, running: list[Any]) -> None:
        """End them, by force those that do not end by themselves in half a second."""
        if not running or not self._ray.is_initialized():
            return
        for handle in running:
            self._cancel(handle, force=False)
        _, left = self._ray.wait(running, num_returns=len(running), timeout=GRACE)
        for handle in left:
            self._cancel(handle, force=True)
        self._shards.clear()

    def _cancel(self, handle: Any, *, force: bool) -> None:
        # One that has ended meanwhile, or whose node is gone, needs nothing.
        with suppress(self._ray.exceptions.RayError, ValueError):
            self._ray.cancel(handle, force=force)


def _in_short(error: BaseException) -> str:
    """What happened: the first sentence, without the advice that Ray adds to it."""
    line = str(error).strip().partition("\n")[0]
    sentence = line.partition(". ")[0].rstrip(".")
    return f"{type(error).__name__}: {sentence}" if sentence else type(error).__name__
