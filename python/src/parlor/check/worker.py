"""Plays scripts on a program: in a process of its own for a stranger's file, and here for ours.

This file is run by itself, isolated from every package, so it imports nothing but the standard
library. A script is a list of steps, each a tuple of plain values: what is done, and with what.
Playing it gives for each step a list of answers, each a text: the step's own answer first, then
those of all getters. Two programs agree on a script when the texts are equal.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any, Callable, NoReturn

#: A step: its name, then its arguments.
Step = tuple[Any, ...]

SEATS = "ABCD"

#: A step that goes back to an earlier game, which is still alive: `("turn to", 0)` to the first.
TURN_TO = "turn to"

#: Of Kuba's board, row by row.
CELLS = [(row, column) for row in range(7) for column in range(7)]

#: What an answer begins with when a call did not return.
RAISED = "raised "
ENDLESS = "did not end"
ENDED = "ended the whole program"
ASKED = "waited for input()"

#: What a game's class and, in Ludo, its player must have for the texts' calls.
METHODS = {
    "LudoGame": ["play_game", "get_player_by_position", "move_token"],
    "Player": [
        "get_completed",
        "get_token_p_step_count",
        "get_token_q_step_count",
        "get_space_name",
    ],
    "KubaGame": [
        "get_current_turn",
        "make_move",
        "get_winner",
        "get_captured",
        "get_marble",
        "get_marble_count",
    ],
}

#: Processor seconds that one step may take; no step of an ordinary program takes a hundredth.
STEP_SECONDS = 0.5

#: Characters of an answer that are kept: a right answer has fewer.
ANSWER_LENGTH = 400

_DEPTH = 4


class Endless(BaseException):
    """A step took more than its time; no `except Exception` of a program catches it."""


class Asked(BaseException):
    """The program asked its user for something."""


def text_of(value: object, depth: int = 0) -> str:
    """A value as code, by its exact type: 1 is not True, and a list no tuple."""
    if value is None or value is True or value is False:
        return repr(value)
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, str):
        return repr(str.__str__(value)[:ANSWER_LENGTH])
    if isinstance(value, (list, tuple)) and depth < _DEPTH:
        parts = [text_of(part, depth + 1) for part in value[:60]]
        if isinstance(value, list):
            return f"[{', '.join(parts)}]"
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    if type(value) in (float, complex, bytes):
        return repr(value)[:ANSWER_LENGTH]
    return f"an object of class {type(value).__name__[:40]}"


def _integer(value: int) -> str:
    """Its digits, but not a number that takes longer to write than to compute."""
    if value.bit_length() > 200:
        return "a very large integer"
    return int.__repr__(value)


def answer(call: Callable[..., Any], *arguments: Any) -> str:
    """What a call returns, or what it did instead."""
    try:
        return text_of(call(*arguments))[:ANSWER_LENGTH]
    except Exception as error:
        return _raised(error)
    except Asked:
        return ASKED
    except (SystemExit, KeyboardInterrupt, GeneratorExit):
        return ENDED


#: The answer of a class that makes a game.
_A_GAME = "a game"


def _made(call: Callable[[], Any]) -> tuple[Any, str]:
    """A new game and the answer that it is one; nothing, and what happened instead."""
    try:
        return call(), _A_GAME
    except Exception as error:
        return None, _raised(error)
    except Asked:
        return None, ASKED
    except SystemExit:
        return None, ENDED


def _raised(error: Exception) -> str:
    """An exception's class and message on one line; the message may be a program's own."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    name = type(error).__name__[:40]
    return f"{RAISED}{name}: {words}"[:ANSWER_LENGTH] if words else RAISED + name


class LudoTable:
    """Plays the steps of Ludo on any LudoGame."""

    def __init__(self, classes: dict[str, Any]) -> None:
        self._classes = classes
        self._games: list[Any] = []
        self._game: Any = None

    def play(self, step: Step) -> list[str]:
        """The answers of one step."""
        name, *arguments = step
        if name == "LudoGame":
            return [self._new()]
        if name == TURN_TO:
            self._game = self._games[arguments[0] % len(self._games)]
            return ["", *self._getters()]
        if name == "get_player_by_position":
            return [self._found(*arguments)]
        if name == "get_space_name":
            seat, steps = arguments
            return [answer(lambda: self._player(seat).get_space_name(steps))]
        if name == "move_token":
            seat, token, steps = arguments
            moved = answer(lambda: self._game.move_token(self._player(seat), token, steps))
            # The texts say nothing about what it returns.
            first = moved if did_not_return(moved) else "None"
        else:
            first = answer(lambda: self._game.play_game(*arguments))
        return [first, *self._getters()]

    def _new(self) -> str:
        game, told = _made(lambda: self._classes["LudoGame"]())
        if told == _A_GAME:
            self._game = game
            self._games.append(game)
        return told

    def _player(self, seat: Any) -> Any:
        return self._game.get_player_by_position(seat)

    def _found(self, position: Any) -> str:
        found = answer(self._player, position)
        return "a player" if found.startswith("an object") else found

    def _getters(self) -> Iterator[str]:
        """For each seat whether it plays, has finished, and both step counts."""
        for seat in SEATS:
            yield (found := self._found(seat))
            if found != "a player":
                yield from ["", "", ""]
                continue
            player = self._player(seat)
            for getter in METHODS["Player"][:3]:
                yield answer(lambda name=getter, asked=player: getattr(asked, name)())


class KubaTable:
    """Plays the steps of Kuba on any KubaGame."""

    def __init__(self, classes: dict[str, Any]) -> None:
        self._classes = classes
        #: Each game with its players' names.
        self._games: list[tuple[Any, list[Any]]] = []
        self._game: Any = None
        self._names: list[Any] = []

    def play(self, step: Step) -> list[str]:
        """The answers of one step."""
        name, *arguments = step
        if name == "KubaGame":
            first = self._new(*arguments)
            if did_not_return(first):
                return [first]
        elif name == TURN_TO:
            self._game, self._names = self._games[arguments[0] % len(self._games)]
            first = ""
        elif name == "make_move":
            first = answer(lambda: self._game.make_move(*arguments))
        else:
            return [answer(lambda: getattr(self._game, name)(*arguments))]
        return [first, *self._getters()]

    def _new(self, *pairs: Any) -> str:
        game, told = _made(lambda: self._classes["KubaGame"](*pairs))
        if told == _A_GAME:
            self._game = game
            self._names = [pair[0] for pair in pairs if isinstance(pair, tuple) and pair]
            self._games.append((self._game, self._names))
        return told

    def _getters(self) -> Iterator[str]:
        game = self._game
        yield answer(lambda: game.get_current_turn())
        yield answer(lambda: game.get_winner())
        for name in self._names:
            yield answer(lambda asked=name: game.get_captured(asked))
        yield answer(lambda: game.get_marble_count())
        yield self._board()

    def _board(self) -> str:
        """All cells, row by row with a slash between, when each is one character."""
        ask = self._game.get_marble
        try:
            marbles = [ask(cell) for cell in CELLS]
        except Exception:
            return self._odd_cell()
        if not all(type(marble) is str and len(marble) == 1 for marble in marbles):
            return self._odd_cell()
        cells = "".join(marbles)
        return "/".join([cells[row : row + 7] for row in range(0, 49, 7)])

    def _odd_cell(self) -> str:
        """The first cell whose marble is no single character, and what it is instead."""
        for cell in CELLS:
            marble = answer(self._game.get_marble, cell)
            if len(marble) != 3:
                return f"get_marble({cell}) {marble}"
        return "get_marble answers otherwise each time"


def did_not_return(given: str) -> bool:
    """Whether the answer tells that a call did not return."""
    return given.startswith(RAISED) or given in (ENDLESS, ENDED, ASKED)


def table_for(classes: dict[str, Any], script: list[Step]) -> LudoTable | KubaTable:
    """Whoever plays this script's game."""
    table = KubaTable if script[0][0] == "KubaGame" else LudoTable
    return table(classes)


def perform(classes: dict[str, Any], script: list[Step]) -> list[list[str]]:
    """The answers of every step, up to the first call that did not return."""
    if not script:
        return []
    table = table_for(classes, script)
    given = []
    for step in script:
        answers = table.play(step)
        given.append(answers)
        if did_not_return(answers[0]):
            break
    return given


# --- Below: only in the process of its own --------------------------------------------------


class _Sink(io.TextIOBase):
    """Takes what a program prints, keeps its beginning and how much it was."""

    kept = ""

    def write(self, text: str) -> int:
        self.kept += str(text)[: ANSWER_LENGTH - len(self.kept)]
        return len(text)

    def writable(self) -> bool:
        return True


def _limit(memory: int, seconds: int, file_size: int) -> list[str]:
    """Shut what the system lets us shut; give the names of what stays open."""
    open_doors = []
    try:
        import resource
    except ImportError:
        return ["memory", "time", "file size", "processes", "network", "identity"]
    # Before the identity: a user who is nobody may open no namespace on some systems.
    if not _leave_network():
        open_doors.append("network")
    if os.geteuid() == 0 and not _become_nobody():
        open_doors.append("identity")
    limits = {
        "memory": ("RLIMIT_AS", memory),
        "time": ("RLIMIT_CPU", seconds),
        "file size": ("RLIMIT_FSIZE", file_size),
        "processes": ("RLIMIT_NPROC", 0),
        "files": ("RLIMIT_NOFILE", 64),
        "core": ("RLIMIT_CORE", 0),
    }
    for name, (limit, most) in limits.items():
        try:
            resource.setrlimit(getattr(resource, limit), (most, most))
        except (AttributeError, OSError, ValueError):
            open_doors.append(name)
    return open_doors


def _become_nobody() -> bool:
    """Leave the administrator's rights: without that the number of processes has no limit."""
    nobody = 65534
    try:
        os.seteuid(nobody)
        # Python itself may lie where only the administrator can read.
        may_read = os.access(os.__file__, os.R_OK, effective_ids=True)
        os.seteuid(0)
        if not may_read and not _system_call("prctl", _KEEP_CAPABILITIES, 1, 0, 0, 0):
            return False
        os.setgroups([])
        os.setgid(nobody)
        os.setuid(nobody)
    except OSError:
        return False
    return may_read or _keep_reading()


#: Of prctl, capset and unshare.
_KEEP_CAPABILITIES = 8
_CAPABILITY_VERSION, _READ_SEARCH = 0x20080522, 1 << 2
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000


def _keep_reading() -> bool:
    """Of all the administrator's rights only that to read files."""
    import ctypes

    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    rights = (ctypes.c_uint32 * 6)(_READ_SEARCH, _READ_SEARCH, 0, 0, 0, 0)
    return _system_call("capset", header, rights)


def _system_call(name: str, *arguments: Any) -> bool:
    """Whether a call of the system's C library succeeded; False where there is no such call."""
    try:
        import ctypes

        return bool(getattr(ctypes.CDLL(None), name)(*arguments) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def _leave_network() -> bool:
    """Move into a network of our own that has no way out; Linux can."""
    is_root = os.geteuid() == 0
    return _system_call("unshare", _NEW_NETWORK if is_root else _NEW_USER | _NEW_NETWORK)


def _time_is_up(*_: object) -> NoReturn:
    raise Endless


@contextlib.contextmanager
def _timed() -> Iterator[None]:
    """Stop what takes longer than a step may, and again each tenth of a second."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGPROF, _time_is_up)
    signal.setitimer(signal.ITIMER_PROF, STEP_SECONDS, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _ask(*_: object) -> NoReturn:
    raise Asked


def _load(path: str, source: bytes) -> tuple[str, dict[str, Any]]:
    """Run the file as an import would; what went wrong, and the names it defines."""
    import builtins
    import types

    module = types.ModuleType("program")
    module.__file__ = path
    sys.modules[module.__name__] = module
    sys.path.insert(0, os.path.dirname(path))
    builtins.input = _ask
    try:
        with _timed():
            exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    except Endless:
        return ENDLESS, {}
    except SyntaxError as error:
        return f"{_raised(error)} (line {error.lineno})", {}
    except (Exception, Asked, SystemExit, KeyboardInterrupt) as error:
        return _stopped(error, path), {}
    return "", module.__dict__


def _stopped(error: BaseException, path: str) -> str:
    """What stopped a file while it was read, and on which of its lines."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, Asked):
        what = ASKED
    elif isinstance(error, Exception):
        what = _raised(error)
    else:
        what = ENDED
    return f"{what} (line {line})" if line else what


def _missing(names: dict[str, Any]) -> list[str]:
    """The methods that the texts ask for and that are not there."""
    missing = []
    for owner, methods in METHODS.items():
        if owner not in names:
            continue
        for method in methods:
            if not callable(getattr(names[owner], method, None)):
                missing.append(f"{owner}.{method}")
    return missing


def main() -> None:
    """Read orders line by line, and write an answer for each step as soon as it is there."""
    order_end, answer_end = int(sys.argv[1]), int(sys.argv[2])
    orders = os.fdopen(order_end, "r", encoding="utf-8", newline="\n")
    answers = os.fdopen(answer_end, "w", encoding="utf-8", errors="backslashreplace")

    def say(told: object) -> None:
        answers.write(json.dumps(told) + "\n")
        answers.flush()

    first = ast.literal_eval(orders.readline())
    os.chdir(first["folder"])
    open_doors = _limit(first["memory"], first["seconds"], first["file_size"])
    sink = _Sink()
    sys.stdout = sys.stderr = sink
    fault, names = _load(first["path"], first["source"])
    games = [name for name in ("LudoGame", "KubaGame") if isinstance(names.get(name), type)]
    say(
        {
            "fault": fault,
            "games": games,
            "missing": _missing(names),
            "printed": sink.kept,
            "open": open_doors,
        }
    )
    for line in orders:
        script = ast.literal_eval(line)
        table = table_for(names, script)
        sink.kept = ""
        for step in script:
            try:
                with _timed():
                    told = table.play(step)
            except Endless:
                told = [ENDLESS]
            say(told)
            if did_not_return(told[0]):
                break
        say({"printed": sink.kept})


if __name__ == "__main__":
    main()
