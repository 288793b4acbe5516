"""Kuba and Ludo as games of OpenSpiel: ``python_parlor_kuba`` and ``python_parlor_ludo``.

:func:`register` tells OpenSpiel of them; then ``pyspiel.load_game`` takes their names, with the
parameters ``rules`` and ``limit``, or ``seats`` (``"AC"``, ``"ABCD"``) and ``limit``. They have
perfect information, all rewards at the end, and explicit chance: in Ludo the outcome ``i`` of a
chance node is the roll ``i + 1``. Actions are the numbers of ``kuba.ACTIONS`` and ``ludo.ACTIONS``.
A state is serialized by its history, which the draw by repetition (K-12) needs, and its text is the
position line. The observation tensor is that of docs/formats/arrays.md, as the player sees it.

They need ``pip install open_spiel`` and NumPy.
"""

from __future__ import annotations

from parlor.envs import _needs

__all__ = ["register"]


def register() -> None:
    """Tell OpenSpiel of both games; to do it again changes nothing.

    Raises ImportError without OpenSpiel, with what to install.

    ::

        import pyspiel
        from parlor.envs import openspiel

        openspiel.register()
        game = pyspiel.load_game("python_parlor_ludo", {"seats": "ABD"})
        state = game.new_initial_state()
        state.apply_action(5)               # the die shows 6
        state.legal_actions()               # [1, 2]: p, q
    """
    _needs("pyspiel", "open_spiel", install="open_spiel")
    _needs("numpy", install="numpy")
    import pyspiel

    from parlor.envs import _openspiel

    known = set(pyspiel.registered_names())
    for game in (_openspiel.KubaGame, _openspiel.LudoGame):
        if game.TYPE.short_name not in known:
            pyspiel.register_game(game.TYPE, game)
