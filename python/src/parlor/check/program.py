"""A program under test: plays each script once, and none that is known to hang it."""

from __future__ import annotations

from parlor.check import table
from parlor.check.game import Answers
from parlor.check.sandbox import Played, Sandbox
from parlor.check.script import Script, written
from parlor.check.table import Step
from parlor.check.worker import PLAY_APART

#: Scripts whose answers are kept, so that a long search takes no more and more memory.
_MOST_PLAYED = 20_000

#: Ways to hang or kill the program that are looked for before its other scripts are given up: at
#: most, and if hardly a script comes to its end.
_MOST_STOPS, _FEW_STOPS = 100, 3


def has_stopped(answers: Answers) -> bool:
    """Whether a program did not come to the end of a script."""
    return any(answered[-1] in (table.ENDLESS, table.ENDED) for answered in answers)


class Program:
    """One file, and what it has answered so far."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._played: dict[bytes, Answers] = {}
        #: Beginnings of scripts that hang or kill it, with its answers.
        self._stops: dict[bytes, Answers] = {}
        #: How many scripts it has come to the end of.
        self._ended = 0
        #: Whether a game is the same after others; else each is played in a fresh process.
        self.is_forgetful = True
        self.printed = ""
        #: Methods that the texts ask for and that are not there.
        self.missing = set(sandbox.loaded.missing)

    @property
    def stops_too_often(self) -> bool:
        """Whether it hangs or dies in too many ways to look for more."""
        most = _MOST_STOPS if self._ended > len(self._stops) else _FEW_STOPS
        return len(self._stops) >= most

    def answers(self, script: Script) -> Answers:
        """What it answers; asked once a script."""
        if not script:
            return []
        key = written(script)
        if key not in self._played:
            if len(self._played) >= _MOST_PLAYED:
                self._played.clear()
            known = self._known_to_stop(script)
            self._played[key] = known or self._play(script)
            if not has_stopped(self._played[key]):
                self._ended += 1
            elif known is None:
                self._stops[written(self._beginning(script))] = self._played[key]
        return self._played[key]

    def alone(self, script: Script) -> Answers:
        """What it answers when it has played nothing before."""
        return self._noted(self._sandbox.play_alone(list(script)))

    def apart_alone(self, script: Script) -> Answers:
        """The same where each text is an object of its own, as `input()` gives them."""
        return self._noted(self._sandbox.play_alone(list(script), PLAY_APART))

    def again(self, script: Script) -> Answers:
        """What it answers after all that it has played since it was alone."""
        return self._noted(self._sandbox.play(list(script)))

    def apart(self, script: Script) -> Answers:
        """As `again`, where each text is an object of its own."""
        return self._noted(self._sandbox.play(list(script), PLAY_APART))

    def lines(self, script: Script) -> frozenset[tuple[str, int]]:
        """Files and numbers of its lines that run in the last step of a script.

        None of a step that does not end, or of a program that traces itself.
        """
        if not script or self._known_to_stop(script):
            return frozenset()
        return self._sandbox.trace(list(script), is_alone=not self.is_forgetful).lines

    def lacks(self, got: str) -> bool:
        """Whether it failed for want of a method that is reported as missing."""
        names = [method.partition(".")[2] for method in self.missing]
        return got.startswith(f"{table.RAISED}AttributeError") and any(
            f"'{name}'" in got for name in names
        )

    def _play(self, script: Script) -> Answers:
        return self.again(script) if self.is_forgetful else self.alone(script)

    def _noted(self, played: Played) -> Answers:
        self.printed = self.printed or played.printed
        self.missing.update(played.missing)
        return played.answers

    # --- What hangs it ----------------------------------------------------------------------

    def _known_to_stop(self, script: Script) -> Answers | None:
        """The answers to a script that begins as one which hangs or kills it."""
        if not self._stops:
            return None
        for size, step in enumerate(script):
            for call in _beginnings(step):
                known = self._stops.get(written((*script[:size], call)))
                if known is not None:
                    return known
        return None

    def _beginning(self, script: Script) -> Script:
        """The shortest beginning of a script at which it stops."""
        *earlier, last = script[: len(self._played[written(script)])]
        calls = _beginnings(last)
        fewest, most = 0, len(calls) - 1
        while fewest < most:
            middle = (fewest + most) // 2
            if has_stopped(self._play((*earlier, calls[middle]))):
                most = middle
            else:
                fewest = middle + 1
        return (*earlier, calls[most])


def _beginnings(step: Step) -> list[Step]:
    """A call, and before it those with fewer rolls."""
    if step[0] != "play_game" or not isinstance(step[2], list):
        return [step]
    return [("play_game", step[1], step[2][:size]) for size in range(len(step[2]) + 1)]
