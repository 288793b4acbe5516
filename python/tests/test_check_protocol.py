"""Whatever the process of a program says, it is an honest line or none.

`cargo xtask prove fuzz` tries many more lines than the tests do.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, strategies as st
from parlor.check import table, worker
from parlor.check.processor import Times
from parlor.check.protocol import LONGEST_LINE, parts
from parlor.check.sandbox import Loaded, Sandbox

KINDS = (worker.JAILED, worker.LOADED, worker.ANSWERED, worker.PLAYED, worker.TRACED)

#: What lines are made of, and what they are changed by.
TEXTS = ["", "LudoGame", "memory", "KubaGame.make_move", "raised X", "12", "names space", "\n\t\\"]
PIECES = [
    *[
        b"\t",
        b"\\",
        b"\\n",
        b"\\t",
        b"\\x1b",
        b"\\u202e",
        b"\\U0001f3b2",
        b"\\U00110000",
        b"\\N{DOT}",
    ],
    *[b"answered", b"played", b"loaded", b"jailed", b"\n", b"\x1b[2J", b"\xff", b"x" * 3_500],
]


@given(st.binary(max_size=300))
def test_any_bytes_are_a_line_or_none(line: bytes) -> None:
    try:
        kind, told = parts(line)
    except ValueError:
        return
    assert kind in KINDS
    assert told


@given(st.data())
def test_a_line_that_was_changed_is_an_honest_one_or_none(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(KINDS))
    texts = st.sampled_from(TEXTS) | st.text(max_size=40)
    told = data.draw(st.lists(texts, min_size=1, max_size=6))
    line = bytearray(worker.line(kind, told)[:-1])
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(line)))
        end = data.draw(st.integers(start, min(len(line), start + 8)))
        line[start:end] = data.draw(st.sampled_from(PIECES) | st.binary(max_size=6))
    try:
        kind, heard = parts(bytes(line))
    except ValueError:
        return
    assert kind in KINDS
    assert 1 <= len(heard) <= 40
    printed = {worker.LOADED: 1, worker.PLAYED: 0}.get(kind)
    assert all(text.isprintable() for place, text in enumerate(heard) if place != printed)
    # What was heard can be said again, and is heard alike.
    assert parts(worker.line(kind, heard)[:-1]) == (kind, heard)


@given(
    st.sampled_from(KINDS),
    st.lists(st.text(max_size=60) | st.sampled_from(["LudoGame", "memory", ""]), max_size=6),
)
def test_what_is_said_is_heard_and_moves_no_terminal(kind: str, told: list[str]) -> None:
    line = worker.line(kind, told)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    try:
        heard_kind, heard = parts(line[:-1])
    except ValueError:
        return
    assert heard_kind == kind
    printed = {worker.LOADED: 1, worker.PLAYED: 0}.get(kind)
    for place, (said, text) in enumerate(zip(told, heard)):
        if place == printed:
            assert text == said
        else:
            assert text.isprintable()
            assert text == table.printable(said)


@pytest.mark.parametrize(
    "line",
    [
        b"answered\t" + b"x" * 4_000,
        b"answered" + b"\tx" * 41,
        b"answered\t\\q",
        b"answered\t\\N{BULLET}",
        b"answered\t\\777",
        b"answered\t\\U00110000",
        b"answered\t\x1b[31m",
        b"jailed\t\tthe moon",
        b"jailed\t",
        b"Answered\tx",
    ],
)
def test_a_line_that_no_process_says_is_none(line: bytes) -> None:
    assert len(line) < LONGEST_LINE
    with pytest.raises(ValueError):
        parts(line)


@pytest.mark.skipif(sys.platform != "linux", reason="these walls are Linux's")
@given(
    st.lists(
        st.sampled_from(
            [
                b"answered\ta game\n",
                b"answered\tdid not end\n",
                b"answered\traised X: \\x1b[2J\n",
                b"answered\n",
                b"played\t\t\n",
                b"played\tx\tLudoGame.play_game\n",
                b"loaded\t\t\tLudoGame\t\n",
                b"jailed\t\t\n",
                b"answered\t",
                b"\n",
            ]
        )
        | st.binary(max_size=20),
        max_size=8,
    ),
    st.integers(1, 4),
)
def test_whatever_is_said_a_script_has_an_end(lines: list[bytes], steps: int) -> None:
    sandbox = Sandbox.__new__(Sandbox)
    read_end, sandbox._orders = os.pipe()
    sandbox._answers, write_end = os.pipe()
    os.write(write_end, b"".join(lines))
    os.close(write_end)
    sandbox._process = subprocess.Popen(["true"], start_new_session=True)
    sandbox._pending, sandbox._waited, sandbox._wall = b"", 0.0, 4.0
    sandbox._is_fresh, sandbox._folder, sandbox._messages = False, "", None
    sandbox._had = Times()
    sandbox.loaded = Loaded(games=("LudoGame",))
    script = [("LudoGame",)] * steps
    played = sandbox.play(list(script))
    sandbox._end()
    os.close(read_end)
    assert 1 <= len(played.answers) <= steps
    assert all(text.isprintable() for told in played.answers for text in told)
    if len(played.answers) < steps:
        assert table.did_not_return(played.answers[-1][0])
