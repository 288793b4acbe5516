"""Plays scripts on a program: in a sandboxed process for a student's file, in this one for ours.

A script is a list of steps, each a tuple of plain values: an operation and its arguments. Playing
it returns a list of answers for each step, all of them texts: the step's own answer first, then
those of all getters. Two programs agree on a script if the texts are equal.

The process of a program runs this module too, so it imports only what Python has loaded anyway, for
a fast start.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Callable

    #: A step: its name, then its arguments.
    Step = tuple[Any, ...]
else:
    Step = tuple

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
BORROWED = "imported what it is to define"

#: The answer of a method that is not there: nothing can be said about it but that.
MISSING = "no such method"

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

#: Characters of an answer that are kept: a right answer has fewer.
ANSWER_LENGTH = 400

_DEPTH = 4


#: Characters of a file's name beside a line.
NAME_LENGTH = 80

#: The folders of the program's own files, each with a slash at its end, and the program's name;
#: empty where the checker itself plays, whose errors have no line of a program.
_FOLDERS: list[str] = []
_MAIN: list[str] = []

#: Where the first call that asked or ended since the list was cleared did so, as `place_of` has it.
STOPS: list[str] = []


class Asked(BaseException):
    """The program asked its user for something."""


def set_own_files(main: str, folders: list[str]) -> None:
    """Name the program and the folders whose files are its own: their lines are shown."""
    _MAIN[:] = [main]
    _FOLDERS[:] = folders


def own_file(path: object) -> str:
    """The name of a file of the program's own in its folder; empty for any other."""
    if isinstance(path, str):
        for folder in _FOLDERS:
            if str.startswith(path, folder):
                return str.__getitem__(path, slice(len(folder), None))
    return ""


def place(file: str, line: object) -> str:
    """A line of the program's own as it stands behind an answer: ` (line 41)`."""
    if not file or type(line) is not int or line < 1:
        return ""
    other = "" if [file] == _MAIN else f"{printable(file)[:NAME_LENGTH]}, "
    return f" ({other}line {line})"


def place_of(error: BaseException) -> str:
    """The innermost line of the program's own that an error went through."""
    if type(error) in (SyntaxError, IndentationError, TabError):
        # Where it could not be read, not where it was imported.
        syntax: Any = error
        if found := place(own_file(syntax.filename), syntax.lineno):
            return found
    file, line = "", None
    # A class of errors may have an attribute of this name that is no traceback.
    trace = BaseException.__dict__["__traceback__"].__get__(error)
    while trace is not None:
        if name := own_file(trace.tb_frame.f_code.co_filename):
            file, line = name, trace.tb_lineno
        trace = trace.tb_next
    return place(file, line)


def _stopped(text: str, error: BaseException) -> str:
    """The answer of a call that asked or ended; where it did so is noted."""
    if not STOPS:
        STOPS.append(place_of(error))
    return text


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
    return f"an object of class {printable(type(value).__name__[:40])}"


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
        return raised(error)
    except Asked as error:
        return _stopped(ASKED, error)
    except (SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        return _stopped(ENDED, error)


def ask(owner: Any, method: str, *arguments: Any) -> str:
    """What a method of a program's object returns, or that the class has none of this name."""
    if _lacks(owner, method):
        return MISSING
    return answer(lambda: getattr(owner, method)(*arguments))


def _lacks(owner: Any, method: str) -> bool:
    """Whether an object of a program's own class has no such method."""
    if type(owner).__module__ == "builtins":
        return False
    try:
        return not callable(getattr(owner, method, None))
    except Exception:
        return False


#: The answer of a class that makes a game.
_A_GAME = "a game"


def _made(call: Callable[[], Any]) -> tuple[Any, str]:
    """A new game and the answer that it is one; nothing, and what happened instead."""
    try:
        return call(), _A_GAME
    except Exception as error:
        return None, raised(error)
    except Asked as error:
        return None, _stopped(ASKED, error)
    except SystemExit as error:
        return None, _stopped(ENDED, error)


def raised(error: Exception) -> str:
    """An exception's class, message and line; the message may be a program's own."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    at = place_of(error)
    if at and type(error) in (SyntaxError, IndentationError, TabError):
        # Python names the file and line in the message, too.
        words = words.rpartition(" (")[0] if words.endswith(")") else words
    text = RAISED + printable(type(error).__name__[:40])
    text += f": {printable(words)}" if words else ""
    return text[: ANSWER_LENGTH - len(at)] + at


def printable(text: str) -> str:
    """The text with escapes for whatever would do something to a terminal."""
    if text.isprintable():
        return text
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


class _Table:
    """What both tables have in common."""

    #: The name of the game's class.
    _class: str
    #: The answers about the state of the game.
    _getters: Callable[[], Iterator[str]]

    def __init__(self, classes: dict[str, Any]) -> None:
        self._classes = classes
        #: Each game with its players' names, where it has any.
        self._games: list[tuple[Any, list[Any]]] = []
        #: Methods that were asked and are not there.
        self.missing: set[str] = set()
        #: The answers of a step as far as it has come.
        self.given: list[str] = []
        self._game: Any = None
        self._names: list[Any] = []

    def _with_getters(self, first: str) -> list[str]:
        self.given.append(first)
        self.given.extend(self._getters())
        return self.given

    def _new(self, *pairs: Any) -> str:
        game, answered = _made(lambda: self._classes[self._class](*pairs))
        if answered == _A_GAME:
            names = [pair[0] for pair in pairs if isinstance(pair, tuple) and pair]
            self._games.append((game, names))
            self._turn_to(-1)
        return answered

    def _turn_to(self, number: int) -> None:
        """Go on with another game."""
        self._game, self._names = self._games[number]

    def _asked(self, owner: Any, method: str, *arguments: Any) -> str:
        answered = ask(owner, method, *arguments)
        if answered == MISSING:
            self.missing.add(f"{self._class if owner is self._game else 'Player'}.{method}")
        return answered


class LudoTable(_Table):
    """Plays the steps of Ludo on any LudoGame."""

    _class = "LudoGame"

    def play(self, step: Step) -> list[str]:
        """The answers of one step."""
        self.given = []
        name, *arguments = step
        if name == "LudoGame":
            return [self._new()]
        if name == TURN_TO:
            self._turn_to(arguments[0] % len(self._games))
            return self._with_getters("")
        if name == "get_player_by_position":
            return [self._found(*arguments)]
        if name == "get_space_name":
            seat, steps = arguments
            return [self._of_player(seat, lambda one: self._asked(one, name, steps))]
        if name == "move_token":
            seat, token, steps = arguments
            moved = self._of_player(
                seat, lambda one: self._asked(self._game, name, one, token, steps)
            )
            # The texts leave open what it returns.
            first = moved if did_not_return(moved) or moved == MISSING else "None"
        else:
            first = self._asked(self._game, name, *arguments)
        return self._with_getters(first)

    def _of_player(self, seat: Any, call: Callable[[Any], str]) -> str:
        """What a call with the player at a seat returns, or why there is none to call it with."""
        found: list[Any] = []
        answered = self._asked(self._game, "get_player_by_position", seat)
        if answered != MISSING:
            answered = answer(lambda: found.append(self._player(seat)))
        return call(found[0]) if found else answered

    def _player(self, seat: Any) -> Any:
        return self._game.get_player_by_position(seat)

    def _found(self, position: Any) -> str:
        found = self._asked(self._game, "get_player_by_position", position)
        return "a player" if found.startswith("an object") else found

    def _getters(self) -> Iterator[str]:
        """For each seat whether it plays, has finished, and both step counts."""
        for seat in SEATS:
            yield (found := self._found(seat))
            if found != "a player":
                yield from [found if found == MISSING else ""] * 3
                continue
            player = self._player(seat)
            for getter in METHODS["Player"][:3]:
                yield self._asked(player, getter)


class KubaTable(_Table):
    """Plays the steps of Kuba on any KubaGame."""

    _class = "KubaGame"

    def play(self, step: Step) -> list[str]:
        """The answers of one step."""
        self.given = []
        name, *arguments = step
        if name == "KubaGame":
            first = self._new(*arguments)
            if did_not_return(first):
                return [first]
        elif name == TURN_TO:
            self._turn_to(arguments[0] % len(self._games))
            first = ""
        elif name == "make_move":
            first = self._asked(self._game, name, *arguments)
        else:
            return [self._asked(self._game, name, *arguments)]
        return self._with_getters(first)

    def _getters(self) -> Iterator[str]:
        yield self._asked(self._game, "get_current_turn")
        yield self._asked(self._game, "get_winner")
        for name in self._names:
            yield self._asked(self._game, "get_captured", name)
        yield self._asked(self._game, "get_marble_count")
        yield self._board()

    def _board(self) -> str:
        """All cells, row by row with a slash between, when each is one character."""
        if _lacks(self._game, "get_marble"):
            return self._asked(self._game, "get_marble")
        marble_at = self._game.get_marble
        try:
            marbles = [marble_at(cell) for cell in CELLS]
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
    """Whether the answer shows that a call did not return."""
    return given.startswith(RAISED) or given in (ENDLESS, ENDED, ASKED)


def table_for(classes: dict[str, Any], script: list[Step]) -> LudoTable | KubaTable:
    """The table of this script's game."""
    table = KubaTable if script[0][0] == "KubaGame" else LudoTable
    return table(classes)


def perform(classes: dict[str, Any], script: list[Step]) -> list[list[str]]:
    """The answers of every step, up to the first call that did not return."""
    return played(table_for(classes, script), script) if script else []


def played(table: LudoTable | KubaTable, script: Iterable[Step]) -> list[list[str]]:
    """The answers of a table to every step, up to the first call that did not return."""
    given = []
    for step in script:
        answers = table.play(step)
        given.append(answers)
        if did_not_return(answers[0]):
            break
    return given
