"""The processor time of a process, and the time it was runnable but waited for a processor.

A limit by the clock alone would depend on the machine's other work. Linux reports both times for
each process; other systems do not report them for a process that still runs.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

#: Processes below a process that are counted: those of a program are two or three.
_MOST = 100


class Times(NamedTuple):
    """Seconds of one process, or of several together."""

    #: On a processor.
    worked: float = 0.0
    #: Ready to work, while others had the processors.
    queued: float = 0.0

    def plus(self, other: Times) -> Times:
        """Both together."""
        return Times(self.worked + other.worked, self.queued + other.queued)


def of_this_thread() -> Times:
    """What this thread has had; without its waiting where the system does not report it."""
    return _scheduled("/proc/thread-self/schedstat") or Times(time.thread_time())


def of_process(process: int) -> Times | None:
    """What a process and those below it have had; None where the system does not report it.

    One that has ended counts until it is waited for, and then
    as part of the process that waited for it.
    """
    found = None
    waiting = [process]
    for _ in range(_MOST):
        if not waiting:
            break
        one = waiting.pop()
        times = _scheduled(f"/proc/{one}/schedstat")
        if times is not None:
            found = (found or Times()).plus(times).plus(Times(_of_ended_children(one)))
            waiting += _children(one)
    return found


def _scheduled(path: str) -> Times | None:
    """The first two numbers of a `schedstat`, which are nanoseconds."""
    try:
        worked, queued, *_ = Path(path).read_bytes().split()
        return Times(int(worked) / 1e9, int(queued) / 1e9)
    except (OSError, ValueError):
        return None


def _of_ended_children(process: int) -> float:
    """Processor seconds of the children that a process has waited for."""
    try:
        # The name of the program stands in parentheses and may hold any character.
        fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


def _children(process: int) -> list[int]:
    """The processes that a process has started and not yet waited for."""
    path = Path(f"/proc/{process}/task/{process}/children")
    try:
        return [int(one) for one in path.read_bytes().split()]
    except (OSError, ValueError):
        return []
