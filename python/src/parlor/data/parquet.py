"""Tables in Parquet files."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from parlor._arguments import _numpy, _refusal
from parlor._types import npt
from parlor.data._columns import Table, _listed, _shown

__all__ = ["read_metadata", "read_parquet", "write_parquet"]

#: Parquet has no seconds and stores them as milliseconds; and where the column says so.
_SECONDS, _WRITTEN_AS = "datetime64[s]", b"parlor.type"

#: The rows of a folder of columns that are read at a time.
_ROWS_AT_A_TIME = 1_000_000


def write_parquet(
    path: str | os.PathLike[str],
    chunks: Table | Iterable[Table] | str | os.PathLike[str],
    *,
    metadata: Mapping[str, object] | None = None,
) -> int:
    """Write a table, or the chunks of one, into a Parquet file, and return the number of rows.

    ``chunks`` is a table, an iterable of tables with the same columns in any order, such as
    ``self_play`` returns, or the folder that ``parlor ludo selfplay`` or ``parlor kuba selfplay``
    has written. A chunk is a row group (or several), and one at a time is in memory. Columns with
    several values a row become fixed-size lists, texts strings. ``metadata``, or the ``meta.json``
    of a folder, is stored as JSON under the key ``parlor`` of the file; :func:`read_metadata` reads
    it. A file of that name, or that a link of that name leads to, is replaced when all is written;
    after an error it is as it was. Anything else of that name, such as a folder or a pipe, is
    refused.

    Raises parlor.ParlorError for what is no table, for a column that Parquet has no type for, for a
    chunk that has other columns than the first, and for metadata that JSON cannot express, what
    ``open`` raises, and ImportError without pyarrow (the extra ``data``).

    >>> import os, tempfile
    >>> from parlor import kuba
    >>> from parlor.data import read_parquet, write_parquet
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "games.parquet")
    ...     rows = write_parquet(file, kuba.self_play(20, seed=1, chunk=5))
    ...     table = read_parquet(file, columns=["game", "captured"])
    >>> int(table["game"].max()), table["captured"].shape == (rows, 2)
    (19, True)
    """
    np = _numpy("a table")
    pa, parquet = _pyarrow()
    described = None if metadata is None else _json(metadata)
    if isinstance(chunks, (str, os.PathLike)):
        meta, parts = _folder(np, chunks)
        described = _json(meta) if described is None else described
    elif isinstance(chunks, Mapping):
        parts = iter([chunks])
    else:
        parts = iter(_listed("chunks", chunks, lazily=True))
    # What a link leads to is replaced, not the link.
    target = os.path.realpath(path)
    mode = _mode(path, target)
    handle, partial = tempfile.mkstemp(
        prefix=f".{os.path.basename(target)}.partial-", dir=os.path.dirname(target)
    )
    os.close(handle)
    writer = None
    rows: int = 0
    try:
        for index, chunk in enumerate(parts):
            table = _arrow(np, pa, chunk, index)
            if described is not None:
                table = table.replace_schema_metadata({"parlor": described})
            if writer is None:
                writer = parquet.ParquetWriter(partial, table.schema, compression="zstd")
            elif sorted(table.column_names) == sorted(writer.schema.names):
                table = table.select(writer.schema.names)
            if table.schema != writer.schema:
                raise _refusal(
                    chunk,
                    f"chunk {index} has the columns {_columns(table.schema)}; those of chunk 0 are "
                    f"{_columns(writer.schema)}",
                )
            try:
                writer.write_table(table)
            except pa.ArrowException as error:
                raise _refusal(chunk, f"chunk {index} cannot be stored: {error}") from error
            rows += int(table.num_rows)
        if writer is None:
            raise _refusal(chunks, "there are no chunks; the columns are those of the first")
        writer.close()
        os.chmod(partial, mode)
        os.replace(partial, target)
    finally:
        if writer is not None:
            writer.close()
        if os.path.exists(partial):
            os.remove(partial)
    return rows


def read_parquet(
    path: str | os.PathLike[str], columns: Sequence[str] | None = None
) -> dict[str, npt.NDArray[Any]]:
    """Return the table in a Parquet file that :func:`write_parquet` wrote, or some of its columns.

    Each column has the type and shape that it was written from; texts and bytes are objects.
    Columns of other files come as pyarrow converts them.

    Raises parlor.ParlorError for a column that is not in the file, what ``open`` and pyarrow raise
    for a missing file and one of another format, and ImportError without pyarrow.

    >>> import os, tempfile
    >>> from parlor import Record, record_table, records_of
    >>> from parlor.data import read_parquet, write_parquet
    >>> record = Record("kuba", ["W", "B"], names={"B": "Bob"})
    >>> record.push("65F")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "records.parquet")
    ...     _ = write_parquet(file, record_table([record]))
    ...     records_of(read_parquet(file)) == [record]
    True
    """
    np = _numpy("a table")
    pa, parquet = _pyarrow()
    known = parquet.read_schema(path).names
    columns = None if columns is None else list(_listed("columns", columns))
    for name in columns or ():
        if name not in known:
            raise _refusal(name, f"{name!r} is no column of {path}; they are {', '.join(known)}")
    table = parquet.read_table(path, columns=columns)
    return {field.name: _array(np, pa, table.column(field.name), field) for field in table.schema}


def read_metadata(path: str | os.PathLike[str]) -> dict[str, Any] | None:
    """Return the metadata in a Parquet file that :func:`write_parquet` wrote; None if it has none.

    Raises parlor.ParlorError if the key ``parlor`` of the file is no object in JSON, what ``open``
    and pyarrow raise for a missing file and one of another format, and ImportError without pyarrow.

    >>> import os, tempfile
    >>> from parlor import kuba
    >>> from parlor.data import read_metadata, write_parquet
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "games.parquet")
    ...     rows = write_parquet(file, kuba.self_play(20, seed=1), metadata={"seed": 1})
    ...     read_metadata(file)
    {'seed': 1}
    """
    _, parquet = _pyarrow()
    text = (parquet.read_schema(path).metadata or {}).get(b"parlor")
    if text is None:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _refusal(
            text, f"the metadata of {path} are {_shown(text)}; expected an object in JSON"
        )
    return found


def _json(metadata: object) -> str:
    """What describes a file, as it is stored."""
    if not isinstance(metadata, Mapping):
        raise _refusal(metadata, f"the metadata are {_shown(metadata)}; give a dict")
    try:
        return json.dumps(dict(metadata), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise _refusal(metadata, f"the metadata cannot be stored as JSON: {error}") from error


def _mode(path: str | os.PathLike[str], target: str) -> int:
    """The permissions of the file to write: those of the one that is replaced, if there is one."""
    try:
        found = os.stat(target).st_mode
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if not stat.S_ISREG(found):
        raise _refusal(path, f"{os.fspath(path)!r} is no file; give the path of one, or a new one")
    return stat.S_IMODE(found)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ImportError(
            "a Parquet file needs pyarrow; install it by: pip install 'parlor-games[data]'"
        ) from error
    return pyarrow, parquet


def _folder(np: Any, path: str | os.PathLike[str]) -> tuple[dict[str, Any], Iterator[Table]]:
    """What describes the columns in a folder, and their chunks, of which one at a time is read."""
    described = os.path.join(path, "meta.json")
    with open(described, encoding="utf-8") as file:
        try:
            meta = json.load(file)
            names = [column["name"] for column in meta["columns"]]
            rows = int(meta["rows"])
        except (KeyError, TypeError, ValueError) as error:
            raise _refusal(path, f"{described} does not describe columns: {error!r}") from error
    columns = {name: np.load(os.path.join(path, f"{name}.npy"), mmap_mode="r") for name in names}

    def chunks() -> Iterator[Table]:
        for first in range(0, max(rows, 1), _ROWS_AT_A_TIME):
            yield {name: one[first : first + _ROWS_AT_A_TIME] for name, one in columns.items()}

    return meta, chunks()


def _columns(schema: Any) -> str:
    return ", ".join(f"{field.name} ({field.type})" for field in schema)


def _arrow(np: Any, pa: Any, chunk: object, index: int) -> Any:
    """A chunk as a table of Arrow."""
    if not isinstance(chunk, Mapping) or not chunk:
        raise _refusal(chunk, f"chunk {index} is {_shown(chunk)}; give a dict of arrays")
    arrays: dict[str, Any] = {}
    for given, column in chunk.items():
        name = str(given)
        if name in arrays:
            raise _refusal(chunk, f"two columns of chunk {index} have the name {name!r}")
        try:
            arrays[name] = np.asarray(column)
        except ValueError as error:
            raise _refusal(
                chunk, f"the column {name!r} of chunk {index} is no array: {error}"
            ) from error
    lengths = {name: len(array) if array.ndim else None for name, array in arrays.items()}
    if len(set(lengths.values())) > 1 or None in lengths.values():
        raise _refusal(chunk, f"the columns of chunk {index} have different lengths: {lengths}")
    fields, columns = [], []
    for name, array in arrays.items():
        if 0 in array.shape[1:]:
            raise _refusal(
                chunk,
                f"the column {name!r} of chunk {index} has the shape {array.shape}; it must have "
                "at least one value for each row",
            )
        try:
            is_text = array.dtype.kind in "OU"
            column = pa.array(array.reshape(-1), type=pa.string() if is_text else None)
        except pa.ArrowException as error:
            raise _refusal(
                chunk, f"the column {name!r} of chunk {index} cannot be stored: {error}"
            ) from error
        for size in reversed(array.shape[1:]):
            column = pa.FixedSizeListArray.from_arrays(column, size)
        noted = {_WRITTEN_AS: _SECONDS} if array.dtype == _SECONDS else None
        fields.append(pa.field(name, column.type, metadata=noted))
        columns.append(column)
    return pa.table(columns, schema=pa.schema(fields))


def _array(np: Any, pa: Any, column: Any, field: Any) -> npt.NDArray[Any]:
    """A column of Arrow as an array with its shape."""
    shape = []
    flat = column.combine_chunks()
    while pa.types.is_fixed_size_list(flat.type) and not flat.null_count:
        shape.append(flat.type.list_size)
        flat = flat.flatten()
    array = flat.to_numpy(zero_copy_only=False)
    if (field.metadata or {}).get(_WRITTEN_AS) == _SECONDS.encode():
        array = array.astype(_SECONDS)
    # Of its own, and writable as every table's.
    return np.array(array).reshape(-1, *shape)  # type: ignore[no-any-return, unused-ignore]
