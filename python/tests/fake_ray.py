"""The few functions of Ray that `parlor.ray` calls, in one process: tests have no cluster.

A task runs when it is waited for. What it takes and returns is pickled on its way, as by Ray.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any


class RayError(Exception):
    """As in Ray."""


class WorkerCrashedError(RayError):
    """As in Ray."""


class NodeDiedError(RayError):
    """As in Ray."""


class LocalRayletDiedError(RayError):
    """As in Ray."""


class OutOfMemoryError(RayError):
    """As in Ray."""


class ObjectLostError(RayError):
    """As in Ray."""


class RayTaskError(RayError):
    """As in Ray."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__("ray::parlor_shard() (pid=1)\nTraceback ...")
        self.cause = cause


class FakeRay:
    """A cluster of this process, or none, as the module `ray` shows it."""

    def __init__(self, cluster: bool = True, processors: int = 3) -> None:
        self.cluster = cluster
        self.processors = processors
        self.connected = False
        #: The order in which tasks end; without it, that in which they begin.
        self.draw: random.Random | None = random.Random(0)
        #: What is raised instead of the next outcomes.
        self.losses: list[BaseException] = []
        #: Run before each task, in the worker.
        self.before: Callable[[], object] = lambda: None
        self.options: dict[str, Any] = {}
        self.cancelled: list[tuple[int, bool]] = []
        self.tasks: list[Callable[[], Any]] = []
        self.exceptions = SimpleNamespace(
            RayError=RayError,
            WorkerCrashedError=WorkerCrashedError,
            NodeDiedError=NodeDiedError,
            LocalRayletDiedError=LocalRayletDiedError,
            OutOfMemoryError=OutOfMemoryError,
            ObjectLostError=ObjectLostError,
        )
        self.cloudpickle = pickle

    def is_initialized(self) -> bool:
        """As in Ray."""
        return self.connected

    def init(self, address: str) -> None:
        """Connect to the cluster."""
        assert address == "auto"
        if not self.cluster:
            raise ConnectionError("Could not find any running Ray instance.")
        self.connected = True

    def nodes(self) -> list[dict[str, Any]]:
        """One that lives, one that does not, and one without processors."""
        return [
            {"Alive": True, "Resources": {"CPU": float(self.processors)}},
            {"Alive": False, "Resources": {"CPU": 64.0}},
            {"Alive": True, "Resources": {}},
        ]

    def put(self, value: Any) -> Any:
        """As in Ray."""
        return value

    def remote(self, **options: Any) -> Callable[[Callable[..., Any]], Any]:
        """As in Ray."""
        assert options == {"max_retries": 0}
        return lambda function: SimpleNamespace(options=lambda **given: self._task(function, given))

    def _task(self, function: Callable[..., Any], options: dict[str, Any]) -> Any:
        self.options = options

        def remote(*arguments: Any) -> int:
            self.tasks.append(lambda: function(*pickle.loads(pickle.dumps(arguments))))
            return len(self.tasks) - 1

        return SimpleNamespace(remote=remote)

    def wait(
        self, running: list[int], num_returns: int, timeout: float
    ) -> tuple[list[int], list[int]]:
        """Some have ended at once."""
        count = min(num_returns, len(running))
        ended = self.draw.sample(running, count) if self.draw else running[:count]
        return ended, [handle for handle in running if handle not in ended]

    def get(self, handle: int) -> Any:
        """Run it now."""
        self.before()
        if self.losses:
            raise self.losses.pop(0)
        return pickle.loads(pickle.dumps(self.tasks[handle]()))

    def cancel(self, handle: int, force: bool) -> None:
        """Remember it."""
        self.cancelled.append((handle, force))
