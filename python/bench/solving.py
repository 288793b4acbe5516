"""What it costs that many processes need the values of Ludo at once.

``python python/bench/solving.py 16`` starts 16 processes with an empty cache folder and then with a
filled one, and prints a row of ``docs/python.md`` for each: the seconds until all have a value, the
seconds of processors, the peak of each process and the memory of all together, in MB. Linux only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

WORKER = r"""
import re, resource, sys, time
from parlor import ludo

ludo.value("AH.H/CH.H A - -")
used = resource.getrusage(resource.RUSAGE_SELF)
print("ready", flush=True)
sys.stdin.readline()
positions = [ludo.Position(["A", "C"])]
for number in range(5_000):
    position = positions[-1]
    if position.is_chance:
        position = position.apply(number * 5 % 6 + 1)
    else:
        position = position.apply(position.legal_actions[number % len(position.legal_actions)])
    positions.append(ludo.Position(["A", "C"]) if position.is_over else position)
begin = time.process_time()
for position in positions:
    ludo.value(position)
each = (time.process_time() - begin) / len(positions)
# All are alive, so that what they share is counted as shared.
with open("/proc/self/smaps_rollup", encoding="ascii") as file:
    shared = int(re.search(r"^Pss: +(\d+)", file.read(), re.M)[1])
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, shared / 1024, each * 1e6, flush=True)
sys.stdin.readline()
"""


def measure(name: str, count: int, folder: str) -> None:
    """Print the row of so many processes with this cache folder."""
    environment = {**os.environ, "XDG_CACHE_HOME": folder, "PARLOR_CACHE": ""}
    begin = time.monotonic()
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]

    def lines() -> list[str]:
        return [worker.stdout.readline() for worker in workers if worker.stdout]

    lines()
    wall = time.monotonic() - begin
    for worker in workers:
        if worker.stdin:
            worker.stdin.write("\n")
            worker.stdin.flush()
    rows = [tuple(map(float, line.split())) for line in lines()]
    for worker in workers:
        worker.communicate("\n")
    used, peaks, shared, each = zip(*rows)
    print(
        f"| {count} | {name} | {wall:.1f} | {sum(used):.1f} | {min(peaks):.0f} to {max(peaks):.0f} "
        f"| {sum(shared):,.0f} | (a value: {min(each):.2f} µs)"
    )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Many processes that need the values at once.")
    parser.add_argument("processes", type=int, nargs="?", default=4)
    count: int = parser.parse_args().processes
    with tempfile.TemporaryDirectory() as folder:
        for name in ("empty folder", "with a file"):
            measure(name, count, folder)


if __name__ == "__main__":
    main()
