"""Ludo as the assignments ask for it: the classes ``LudoGame`` and ``Player``.

>>> from LudoGame import LudoGame
>>> game = LudoGame()
>>> game.play_game(["A", "B"], [("A", 6), ("A", 4), ("B", 6)])
['4', 'H', 'R', 'H']
>>> game.get_player_by_position("A").get_token_p_step_count()
4
"""

from parlor._native import LudoGame, Player

__all__ = ["LudoGame", "Player"]
