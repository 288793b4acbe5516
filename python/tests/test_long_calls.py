"""A call that takes long lets other threads run, and can be stopped."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from LudoGame import LudoGame
from parlor import Record, kuba, ludo

ENOUGH = 1_000
"""So many calls are made at most until a waiting thread has run; mostly the first one is enough."""


@pytest.fixture
def no_switching() -> Iterator[None]:
    """Threads run on until they let go of the interpreter themselves."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1_000)
    yield
    sys.setswitchinterval(before)


def lets_others_run(call: Callable[[], object], times: int) -> bool:
    """Whether a thread that waits for the interpreter gets it during so many calls."""
    gate = threading.Lock()
    gate.acquire()
    ready = threading.Event()
    ran: list[bool] = []

    def wait() -> None:
        ready.set()
        with gate:
            ran.append(True)

    thread = threading.Thread(target=wait)
    thread.start()
    # It returns when the thread has let go of the interpreter, and that is at the gate.
    ready.wait()
    gate.release()
    for _ in range(times):
        call()
        if ran:
            break
    # Before this line nothing but the calls could let the thread run.
    result = bool(ran)
    thread.join()
    return result


TURNS = 100_000
TURN = ("A", 1)


@pytest.mark.usefixtures("no_switching")
class TestThreads:
    """With nothing but the calls themselves to let another thread run."""

    @pytest.mark.skipif(
        not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="threads always run"
    )
    def test_a_call_that_keeps_the_interpreter_is_distinguished(self) -> None:
        numbers = range(10_000)
        assert not lets_others_run(lambda: sum(numbers), ENOUGH)

    @pytest.mark.parametrize(
        "turns",
        [
            lambda: [TURN] * TURNS,
            lambda: (TURN,) * TURNS,
            lambda: itertools.repeat(TURN, TURNS),
            lambda: itertools.islice(itertools.cycle([TURN]), TURNS),
        ],
    )
    def test_play_game(self, turns: Callable[[], Any]) -> None:
        game = LudoGame()
        assert lets_others_run(lambda: game.play_game(["A", "B"], turns()), ENOUGH)

    def test_reading_a_record(self) -> None:
        text = Record.scripted(["A", "B"], [TURN] * 2_000).to_text()
        assert lets_others_run(lambda: Record.read(text), ENOUGH)

    @pytest.mark.parametrize(
        "position",
        [
            ludo.Position(["A", "B", "C", "D"]),
            kuba.Position(),
            kuba.Position(rules="tournament"),
        ],
    )
    def test_random_playouts(self, position: Any) -> None:
        seeds = itertools.count()
        assert lets_others_run(lambda: position.random_playout(next(seeds)), 20_000)

    def test_a_search(self) -> None:
        engine = kuba.Engine(hash=1)
        assert lets_others_run(lambda: engine.search(kuba.Position(), nodes=1_000), ENOUGH)


BEGIN = """
import itertools, resource, signal
from LudoGame import LudoGame

def limit(more):
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + more, used + more))

game = LudoGame()
game.play_game(["A", "B"], [("A", 6), ("A", 4)])
player = game.get_player_by_position("A")
endless = itertools.repeat(("A", 1))
"""

END = """
assert game.get_player_by_position("A") is player
assert player.get_token_p_step_count() == 4
assert game.play_game(["A", "B"], [("A", 6)]) == ["R", "H", "H", "H"]
print("goes on")
"""


def told(script: str) -> str:
    """What a program of its own prints, with errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BEGIN + script + END],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs signals and limits")
class TestStopping:
    """An iterable can have no end; L-23 knows no longest list."""

    @pytest.mark.parametrize(
        "turns", ["endless", "(turn for turn in endless)", "map(tuple, endless)"]
    )
    @pytest.mark.parametrize(
        ("handler", "error"),
        [("signal.default_int_handler", "KeyboardInterrupt"), ("own", "LookupError")],
    )
    def test_a_signal_ends_endless_turns(self, turns: str, handler: str, error: str) -> None:
        script = f"""
def own(number, frame):
    raise LookupError
limit(2**30)
signal.signal(signal.SIGALRM, {handler})
signal.setitimer(signal.ITIMER_REAL, 0.1)
try:
    game.play_game(["A", "B"], {turns})
except {error}:
    print("stopped")
"""
        assert told(script) == "stopped\ngoes on\n"

    @pytest.mark.parametrize("turns", ["endless", "(turn for turn in endless)"])
    def test_endless_turns_end_with_the_memory(self, turns: str) -> None:
        script = f"""
limit(2**25)
try:
    game.play_game(["A", "B"], {turns})
except MemoryError:
    print("full")
"""
        assert told(script) == "full\ngoes on\n"

    @pytest.mark.parametrize("kind", ["list", "tuple"])
    def test_a_long_list_can_be_more_than_the_memory_holds(self, kind: str) -> None:
        """A list is read as it is when the call begins, and so it is copied."""
        script = f"""
turns = {kind}(itertools.repeat(("A", 1), 2**23))
limit(2**23)
try:
    game.play_game(["A", "B"], turns)
except MemoryError:
    print("full")
"""
        assert told(script) == "full\ngoes on\n"
