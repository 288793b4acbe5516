"""Reads and validates the messages of a program's process.

A program can find the pipe of its process and write to it. So only lines that an honest process
could send are accepted: of known kinds, with the right number of texts, names that the checker
knows, answers of limited length, and no control characters.
"""

from __future__ import annotations

import re

from parlor.check.jail import DOORS
from parlor.check.table import ANSWER_LENGTH, METHODS, printable
from parlor.check.worker import ANSWERED, JAILED, LOADED, PLAYED, TRACED

#: Bytes of a line: the longest honest one has all its texts in escapes of ten characters.
LONGEST_LINE = 1 << 18

#: How many texts a line has; at least one of an answer, whose others are those of all getters.
_TEXTS = {JAILED: 2, LOADED: 4, ANSWERED: None, PLAYED: 2, TRACED: None}
_MOST_TEXTS = 40

#: Characters of a text: an answer, and where that was.
_LONGEST_TEXT = 8 * ANSWER_LENGTH

#: The texts that list names which the checker knows.
_LISTS = {JAILED: (1,), LOADED: (2, 3), ANSWERED: (), PLAYED: (1,), TRACED: ()}
_KNOWN = {
    *DOORS,
    *METHODS,
    *(f"{owner}.{method}" for owner, methods in METHODS.items() for method in methods),
}

#: The text that may have characters of every kind: what the program printed.
_PRINTED = {LOADED: 1, PLAYED: 0}

#: Just what `unicode_escape` writes.
_ESCAPED = re.compile(
    rb"(?:[ -\[\]-~]|\\[\\tnr]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U00(?:0[0-9a-f]|10)[0-9a-f]{4})*"
)


def parts(line: bytes) -> tuple[str, list[str]]:
    """The kind of a line, and its texts; a `ValueError` if no honest line is like it."""
    pieces = line.split(b"\t")
    if not all(map(_ESCAPED.fullmatch, pieces)):
        raise ValueError(line)
    kind, *texts = [piece.decode("unicode_escape") for piece in pieces]
    if kind not in _TEXTS or not texts or _TEXTS[kind] not in (None, len(texts)):
        raise ValueError(kind)
    if len(texts) > _MOST_TEXTS or max(map(len, texts)) > _LONGEST_TEXT:
        raise ValueError(kind)
    printed = _PRINTED.get(kind)
    heard = [text if place == printed else printable(text) for place, text in enumerate(texts)]
    if not _KNOWN.issuperset(name for place in _LISTS[kind] for name in heard[place].split()):
        raise ValueError(kind)
    return kind, heard
