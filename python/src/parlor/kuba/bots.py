"""The bots of Kuba by name."""

from __future__ import annotations

from parlor._bots import Bot as _Bot
from parlor._native import KUBA_BOTS as BOTS, KubaPosition as Position, _KubaBot

__all__ = ["BOTS", "Bot", "bot"]


class Bot(_Bot[Position]):
    """A bot of Kuba; :func:`bot` makes one.

    Bots are equal if their names are, and can be copied and pickled.

    >>> from parlor import kuba
    >>> kuba.bot("random") == kuba.Bot("random")
    True
    """

    __slots__ = ()
    _kind = Position
    _kind_name = "kuba.Position"
    _core_kind = _KubaBot


def bot(name: str) -> Bot:
    """Return a bot of Kuba by its name, one of ``kuba.BOTS``.

    Options may follow, as in ``parlor kuba match``: ``"level-3:nodes=100"``,
    ``"engine:nodes=10000,hash=4"``; ``engine`` also takes ``depth``, ``time`` (in milliseconds) and
    ``evaluation``.

    Raises parlor.ParlorError, with all names, for another one.

    >>> from parlor import kuba
    >>> kuba.bot("engine:nodes=1000").choose("7/7/7/5wr/7/7/b6 w6b0 w - c")
    '35R'
    >>> batch = kuba.Batch(4, seed=1)
    >>> batch.step(kuba.bot("greedy").choose_many(batch, seed=2))
    >>> batch.ply.tolist()
    [1, 1, 1, 1]
    """
    return Bot(name)
