r"""Records, analyses and self-play as tables for programs that learn and for data frames.

A table is a dict of NumPy arrays with a row for each action: what ``self_play`` of both games
yields, what :func:`record_table` makes of records and :func:`analysis_table` of analyses. The
columns of the three mean the same where they have the same name; docs/formats/tables.md and
docs/formats/selfplay.md specify them. :func:`write_parquet` and :func:`read_parquet` store any
table in a file, and :func:`read_metadata` reads what is stored about it.

>>> from parlor import Record, record_table
>>> table = record_table(["parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p C1-"])
>>> table["roll"].tolist(), table["bonus"].tolist()
([6, 4, 1], [False, True, False])
"""

from parlor.data.analyses import analysis_table
from parlor.data.parquet import read_metadata, read_parquet, write_parquet
from parlor.data.records import record_table, records_of

__all__ = [
    "analysis_table",
    "read_metadata",
    "read_parquet",
    "record_table",
    "records_of",
    "write_parquet",
]
