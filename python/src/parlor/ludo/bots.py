"""The bots of Ludo by name."""

from __future__ import annotations

from parlor._bots import Bot as _Bot
from parlor._native import LUDO_BOTS as BOTS, LudoPosition as Position, _LudoBot

__all__ = ["BOTS", "Bot", "bot"]


class Bot(_Bot[Position]):
    """A bot of Ludo; :func:`bot` makes one.

    Bots are equal if their names are, and can be copied and pickled.

    >>> from parlor import ludo
    >>> ludo.bot("random") == ludo.Bot("random")
    True
    """

    __slots__ = ()
    _kind = Position
    _kind_name = "ludo.Position"
    _core_kind = _LudoBot


def bot(name: str) -> Bot:
    """Return a bot of Ludo by its name, one of ``ludo.BOTS``.

    ``optimal`` plays among two; the others play at any table. ``optimal`` and ``strong`` solve the
    game of two when they first need it, in some seconds.

    Raises parlor.ParlorError, with all names, for another one.

    >>> from parlor import ludo
    >>> ludo.bot("priority").choose("A20.50/C1.H A 3 -")
    'p'
    >>> ludo.bot("random").choose_many([ludo.Position(["A", "C"]).apply(1)]).tolist()
    [0]
    """
    return Bot(name)
