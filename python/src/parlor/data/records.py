"""Records as tables, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Callable

from parlor._arguments import _numpy, _refusal
from parlor._native import KUBA_ACTIONS, LUDO_ACTIONS, Record, _record_table
from parlor._types import npt
from parlor.data._columns import _NO_ACTION, Table, _listed, _shown, _texts
from parlor.errors import ParlorError, RecordError

__all__ = ["record_table", "records_of"]

#: The step count of tokens of a seat that does not play.
_NO_TOKEN = -2
#: The columns that may be written in another way: what is in them was read.
_WRITTEN = ("game", "header", "notes")
#: What gives the plies in some rows of one game, as records write them; it takes the game's header.
_Words = Callable[[str, int, int], list[str]]
#: The columns that say which records a table has; all others follow from the rules.
_NEEDED = {
    "ludo": ("game", "ply", "seat", "roll", "action", "header"),
    "kuba": ("game", "ply", "action", "header"),
}


def record_table(records: Iterable[Record | str]) -> dict[str, npt.NDArray[Any]]:
    """Return a table with a row for each ply of these records, in their order.

    The records, or their texts, are games of one kind that were played live. The columns are those
    of ``self_play`` without ``score``, so that what learns from bots' games learns from these as
    well; ``game`` is the record's place among those given. Beside them are ``clock``, ``comment``,
    ``notes``, ``player`` (the mover's name), ``ending`` and ``header``: with them
    :func:`records_of` gives the records back. docs/formats/tables.md specifies all. A record
    without plies has no row.

    Raises parlor.RecordError with ``index`` for the first record that is of another game, scripted,
    or longer than 65536 plies, and for no records; what Record.read raises for a text;
    parlor.ParlorError for other values, ImportError without NumPy.

    >>> from parlor import Record, record_table
    >>> record = Record("kuba", ["W", "B"], names={"W": "Ann"})
    >>> record.push("65F", clock=581_500)
    >>> record.push("05B")
    >>> table = record_table([record])
    >>> table["action"].tolist(), table["clock"].tolist(), table["player"].tolist()
    ([190, 23], [581500, -1], ['Ann', ''])
    """
    np = _numpy("a table")
    held = _held(records)
    game, plies, games = _record_table(held)
    columns, clocks, comments, notes = plies
    lengths, headers, endings, names, seats = games
    table: dict[str, npt.NDArray[Any]] = {
        name: flat.reshape(-1, *shape) for name, shape, flat in columns
    }
    if game == "kuba":
        # The names are in the order of play, the sides are White and Black.
        begins = np.array([record.seats[0] == "B" for record in held])
        place = table["side"] ^ np.repeat(begins, lengths)
    else:
        place = table["seat"]
    first_name = np.cumsum(seats) - seats
    table["clock"] = np.array(clocks, dtype=np.int64)
    table["comment"] = _texts(comments)
    table["notes"] = _texts(notes)
    table["player"] = _texts(names)[np.repeat(first_name, lengths) + place]
    table["ending"] = np.repeat(_texts(endings), lengths)
    table["header"] = np.repeat(_texts(headers), lengths)
    return table


def records_of(table: Table) -> list[Record]:
    """Return the records in a table that :func:`record_table` made.

    They are equal to those that the table was made of. Needed are the columns ``game``, ``ply``,
    ``action`` and ``header``, in Ludo also ``seat`` and ``roll``; without ``clock``, ``comment`` or
    ``notes`` the records have none. All games are played again by their rules, and every column
    that :func:`record_table` makes and this table has must agree with that; ``header`` and
    ``notes`` may have been changed. Other columns are ignored. The rows of a game are together, in
    the order of play; the games may be numbered in any way, so a selection of whole games is a
    table as well.

    Raises parlor.RecordError with ``index``, the row at fault, ``value`` and ``ply``;
    parlor.ParlorError for a missing column and one of a wrong type, ImportError without NumPy.

    >>> from parlor import Record, RecordError, record_table, records_of
    >>> record = Record("ludo", ["A", "C"])
    >>> record.push("A6p", comment="out at once")
    >>> table = record_table([record])
    >>> records_of(table) == [record]
    True
    >>> table["roll"][0] = 5
    >>> try:
    ...     records_of(table)
    ... except RecordError as error:
    ...     print(error.index, error.ply, error.rule)
    0 1 L-5
    """
    np = _numpy("a table")
    if not isinstance(table, Mapping):
        raise _refusal(table, f"the table is {_shown(table)}; give a dict of arrays")
    headers = _text_column(np, table, "header")
    if not len(headers):
        return []
    game = _game_of(headers[0], 0)
    integers = {
        name: _integer_column(np, table, name, len(headers))
        for name in _NEEDED[game]
        if name != "header"
    }
    starts, lengths = _games(np, integers["game"], integers["ply"], headers)
    clocks: list[int] = []
    if "clock" in table:
        clocks = _integer_column(np, table, "clock", len(headers)).tolist()
    comments, notes = (
        _text_column(np, table, name, len(headers)) if name in table else []
        for name in ("comment", "notes")
    )
    words = _words_of_kuba(integers) if game == "kuba" else _words_of_ludo(integers)
    records = []
    for start, length in zip(starts.tolist(), lengths.tolist()):
        end = start + length
        other = _game_of(headers[start], start)
        if other != game:
            raise _at_row(start, other, f"header has the game {other}, the one of row 0 {game}")
        plies = words(headers[start], start, end)
        for row, word in enumerate(plies, start):
            plies[row - start] = _noted(
                row,
                word,
                clocks[row] if clocks else -1,
                comments[row] if comments else "",
                notes[row] if notes else "",
            )
        text = f'{headers[start].rstrip()[:-1]},"actions":[{",".join(plies)}]}}'
        records.append(_read(text, start, int(integers["game"][start])))
    _compare(np, table, record_table(records))
    return records


def _held(records: object) -> list[Record]:
    """The records, or those in the texts, of a list."""
    held = []
    for index, record in enumerate(_listed("records", records)):
        if isinstance(record, Record):
            held.append(record)
            continue
        try:
            held.append(Record.read(record))
        except ParlorError as error:
            error.args = (f"record {index}: {error}",)
            if isinstance(error, RecordError):
                error.index = index
            raise
    if not held:
        nothing = RecordError("there are no records; the columns depend on the game of one")
        nothing.value = records
        raise nothing
    return held


def _at_row(row: int, value: object, message: str, ply: int | None = None) -> RecordError:
    error = RecordError(f"row {row}: {message}")
    error.value, error.index, error.ply = value, row, ply
    return error


def _column(np: Any, table: Table, name: str, rows: int | None) -> Any:
    """A column of one value a row."""
    if name not in table:
        raise _refusal(
            list(table), f"the table has no column {name!r}; it has {', '.join(map(str, table))}"
        )
    column = _array(np, table, name)
    if column.ndim != 1 or (rows is not None and len(column) != rows):
        wanted = "one value for each row" if rows is None else f"{rows} values, as header has"
        raise _refusal(
            table[name], f"the column {name!r} has the shape {column.shape}; it must have {wanted}"
        )
    return column


def _array(np: Any, table: Table, name: str) -> Any:
    try:
        return np.asarray(table[name])
    except ValueError as error:
        raise _refusal(table[name], f"the column {name!r} is no array: {error}") from error


def _integer_column(np: Any, table: Table, name: str, rows: int) -> Any:
    column = _column(np, table, name, rows)
    if column.dtype.kind not in "iu":
        raise _refusal(
            table[name],
            f"the column {name!r} has the type {column.dtype}; it must have integers",
        )
    return column.astype(np.int64)


def _text_column(np: Any, table: Table, name: str, rows: int | None = None) -> list[str]:
    texts: list[Any] = _column(np, table, name, rows).tolist()
    for row, text in enumerate(texts):
        if text is None and name != "header":
            texts[row] = ""
        elif not isinstance(text, str):
            raise _at_row(row, text, f"{name} is {_shown(text)}; it must be a text")
    return texts


def _parsed(name: str, text: str, row: int, right: str) -> dict[str, Any]:
    """The object in a text."""
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise _at_row(row, text, f"{name} is {_shown(text)}; it must be {right}")
    return parsed


def _header(header: str, row: int) -> dict[str, Any]:
    return _parsed("header", header, row, "the record without its plies, in JSON")


def _game_of(header: str, row: int) -> str:
    game = _header(header, row).get("game")
    if not isinstance(game, str) or game not in _NEEDED:
        raise _at_row(row, game, f"header has the game {game!r}; the games are ludo and kuba")
    return game


def _games(np: Any, game: Any, ply: Any, headers: list[str]) -> tuple[Any, Any]:
    """The first row of each game, and the number of its rows."""
    is_first = np.append(True, game[1:] != game[:-1])
    starts = np.flatnonzero(is_first)
    lengths = np.diff(np.append(starts, len(game)))
    numbers, counts = np.unique(game[starts], return_counts=True)
    if (counts > 1).any():
        number = int(numbers[counts > 1][0])
        row = int(starts[game[starts] == number][1])
        raise _at_row(row, number, f"game {number} has begun before; its rows must be together")
    expected = np.arange(len(game)) - np.repeat(starts, lengths)
    for row in np.flatnonzero(ply != expected)[:1].tolist():
        raise _at_row(
            row,
            int(ply[row]),
            f"ply is {ply[row]}, where ply {expected[row]} of game {game[row]} is due; a table has "
            "all plies of a game in their order, from 0",
        )
    for row in np.flatnonzero(_texts(headers) != np.repeat(_texts(headers)[starts], lengths))[
        :1
    ].tolist():
        raise _at_row(row, headers[row], f"header is not that of the first row of game {game[row]}")
    return starts, lengths


def _words_of_kuba(integers: dict[str, Any]) -> _Words:
    actions = integers["action"].tolist()

    def words(_: str, start: int, end: int) -> list[str]:
        _check("action", actions, start, end, range(len(KUBA_ACTIONS)), "0 to 196")
        return [KUBA_ACTIONS[action] for action in actions[start:end]]

    return words


def _words_of_ludo(integers: dict[str, Any]) -> _Words:
    actions, rolls, seats = (integers[name].tolist() for name in ("action", "roll", "seat"))

    def words(header: str, start: int, end: int) -> list[str]:
        letters = _letters(header, start)
        _check("seat", seats, start, end, range(len(letters)), f"0 to {len(letters) - 1}")
        _check("roll", rolls, start, end, range(1, 7), "1 to 6")
        is_due = actions[end - 1] == _NO_ACTION
        said = "0 to 3, or 255 where the choice for the last roll is due"
        _check("action", actions, start, end - is_due, range(len(LUDO_ACTIONS)), said)
        choices = [LUDO_ACTIONS[action] for action in actions[start : end - is_due]]
        choices += [""] * is_due
        rows = zip(seats[start:end], rolls[start:end], choices)
        return [f"{letters[seat]}{roll}{choice}" for seat, roll, choice in rows]

    return words


def _check(name: str, values: list[int], start: int, end: int, right: range, said: str) -> None:
    """Refuse the first value that is not right."""
    for row in range(start, end):
        if values[row] not in right:
            raise _at_row(row, values[row], f"{name} is {values[row]}; it is {said}")


def _letters(header: str, row: int) -> list[str]:
    """The seats in the order of play."""
    seats = _header(header, row).get("seats")
    try:
        return [seat if isinstance(seat, str) else str(seat["seat"]) for seat in seats]  # type: ignore[union-attr]
    except (KeyError, TypeError):
        raise _at_row(row, header, "header has no list of seats, each with its letter") from None


def _noted(row: int, word: str, clock: int, comment: str, notes: str) -> str:
    """A ply in JSON."""
    if notes:
        _parsed("notes", notes, row, "an object in JSON, or empty")
        notes = notes.strip()[1:-1].strip()
    if clock < 0 and not comment and not notes:
        return f'"{word}"'
    members = [f'"action":"{word}"']
    if comment:
        members.append(f'"comment":{json.dumps(comment)}')
    if clock >= 0:
        members.append(f'"clock_ms":{clock}')
    if notes:
        members.append(notes)
    return f"{{{','.join(members)}}}"


def _read(text: str, start: int, number: int) -> Record:
    try:
        return Record.read(text)
    except RecordError as error:
        # The place in the text means nothing to who has a table.
        _, _, problem = str(error).partition(": ")
        error.args = (f"game {number}: {problem}",)
        error.line = error.column = None
        if isinstance(error.value, str) and error.value.startswith('"'):
            error.value = error.value.strip('"')
        error.index = start if error.ply is None else start + error.ply - 1
        raise


def _compare(np: Any, table: Table, right: dict[str, npt.NDArray[Any]]) -> None:
    """Compare the columns of a table with those of its records."""
    for name, expected in right.items():
        if name in _WRITTEN or name not in table:
            continue
        given = _array(np, table, name)
        if name == "tokens" and given.ndim == 3 and given.shape[1] > expected.shape[1]:
            room = [(0, 0), (0, given.shape[1] - expected.shape[1]), (0, 0)]
            expected = np.pad(expected, room, constant_values=_NO_TOKEN)
        if given.shape != expected.shape:
            raise _refusal(
                table[name],
                f"the column {name!r} has the shape {given.shape}; it must have {expected.shape}",
            )
        kinds, kind = ("OTU", "texts") if expected.dtype == object else ("biuf", "numbers")
        if given.dtype.kind not in kinds:
            raise _refusal(
                table[name],
                f"the column {name!r} has the type {given.dtype}; it must have {kind}",
            )
        if expected.dtype == object:
            given = _texts(["" if text is None else text for text in given.tolist()])
        differs = given != expected
        differs = differs.reshape(len(expected), -1).any(axis=1)
        for row in np.flatnonzero(differs)[:1].tolist():
            value, wanted = given[row].tolist() if given.ndim > 1 else given[row], expected[row]
            wanted = wanted.tolist() if expected.ndim > 1 else wanted
            raise _at_row(
                row,
                value,
                f"{name} is {_shown(value)}, but the game has {_shown(wanted)}; correct it, or "
                "leave the column out",
                int(right["ply"][row]) + 1,
            )
