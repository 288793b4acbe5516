"""Plays programs of the corpus in this process: no stranger wrote them, and it is quick."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
import types
from collections.abc import Iterator
from typing import Any

from parlor.check.game import Answers
from parlor.check.script import Script
from parlor.check.table import (
    ANSWER_LENGTH,
    ENDED,
    ENDLESS,
    did_not_return,
    raised,
    table_for,
    text_of,
)

#: Of processor time for a script; then again and again, if the program catches everything.
_SECONDS, _AGAIN = 0.5, 0.1

#: What a program is that cannot be imported.
_UNREADABLE = "cannot be imported"


class _TooLongError(BaseException):
    """A script that does not end."""


class InProcess:
    """A program, of which each script has a fresh copy."""

    def __init__(self, source: str, class_name: str) -> None:
        self._code = compile(source, f"{class_name}.py", "exec")
        self._class_name = class_name

    def answers(self, script: Script) -> Answers:
        """What it answers to every step, up to the first call that does not return."""
        given: Answers = []
        table = None
        try:
            with self._loaded() as classes:
                table = table_for(classes, list(script))
                for step in script:
                    given.append(table.play(step))
                    if did_not_return(given[-1][0]) or given[-1][-1] == ENDLESS:
                        break
        except _TooLongError:
            given.append([*(table.given if table else []), ENDLESS])
        except Exception:
            # Of the module: what a call raises is an answer.
            return [[_UNREADABLE]]
        return given

    def prints(self, script: str) -> str:
        """What a script that imports the program prints last, as code, or how it ends."""
        printed = [""]

        def noted(*values: object) -> None:
            printed.append(", ".join(map(text_of, values))[:ANSWER_LENGTH])

        try:
            with self._loaded():
                exec(compile(script, "script.py", "exec"), {"print": noted})
        except _TooLongError:
            return ENDLESS
        except SystemExit:
            return ENDED
        except Exception as error:
            return raised(error)
        return printed[-1]

    @contextlib.contextmanager
    def _loaded(self) -> Iterator[dict[str, Any]]:
        """What the module defines, while it can be imported; what it prints is thrown away."""
        module = types.ModuleType(self._class_name)
        before = sys.modules.get(self._class_name)
        sys.modules[self._class_name] = module
        try:
            with _limited(), contextlib.redirect_stdout(io.StringIO()), _nothing_to_read():
                exec(self._code, module.__dict__)
                yield module.__dict__
        finally:
            if before is None:
                del sys.modules[self._class_name]
            else:
                sys.modules[self._class_name] = before


@contextlib.contextmanager
def _nothing_to_read() -> Iterator[None]:
    """While this is entered, `input()` finds the end of the file."""
    before, sys.stdin = sys.stdin, io.StringIO()
    try:
        yield
    finally:
        sys.stdin = before


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    """While this is entered, a `_TooLongError` comes when the time is over."""
    is_running = True

    def stop(*_: object) -> None:
        if is_running:
            raise _TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, _SECONDS, _AGAIN)
    try:
        yield
    finally:
        is_running = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
