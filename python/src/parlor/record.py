"""Records of games, to read, write, replay, explain and draw.

>>> from parlor.record import Record
>>> record = Record("ludo", ["A", "C"], names={"A": "Ann", "C": "Bob"})
>>> record.push("A6p")
>>> record.explain()
['Ann (A) rolled 6: p leaves the yard for R.']
>>> print(record)  # doctest: +ELLIPSIS
parlor-record 1
game: ludo
...
"""

from parlor._native import Record

__all__ = ["Record"]
