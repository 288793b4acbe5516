"""Kuba as the assignment asks for it: the class ``KubaGame``.

>>> from KubaGame import KubaGame
>>> game = KubaGame(("PlayerA", "W"), ("PlayerB", "B"))
>>> game.make_move("PlayerA", (6, 5), "F")
True
>>> game.get_marble((5, 5))
'W'
"""

from parlor._native import KubaGame

__all__ = ["KubaGame"]
