"""Plays scripts on the models of the games, whose methods are all there and are asked directly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from parlor.check.ludo_player import Player, RefusedError
from parlor.check.table import SEATS, KubaTable, LudoTable, Step, answer, played, raised, text_of


class _KubaModelTable(KubaTable):
    """Reads the whole board of a model."""

    def _asked(self, owner: Any, method: str, *arguments: Any) -> str:
        return answer(getattr(owner, method), *arguments)

    def _getters(self) -> Iterator[str]:
        game = self._game
        yield answer(game.get_current_turn)
        yield answer(game.get_winner)
        for name in self._names:
            yield answer(game.get_captured, name)
        white, black, red = game.get_marble_count()
        yield f"({white}, {black}, {red})"
        yield self._board()

    def _board(self) -> str:
        marbles = self._game.shown()
        if None in marbles:
            return super()._board()
        cells = "".join(marbles)
        return "/".join([cells[row : row + 7] for row in range(0, 49, 7)])


class _LudoModelTable(LudoTable):
    """Asks for each player of a model once."""

    def _getters(self) -> Iterator[str]:
        for seat in SEATS:
            try:
                player = self._game.get_player_by_position(seat)
            except RefusedError as error:
                yield from (raised(error), "", "", "")
                continue
            if not isinstance(player, Player):
                yield from (text_of(player), "", "", "")
                continue
            yield "a player"
            yield answer(player.get_completed)
            yield answer(player.get_token_p_step_count)
            yield answer(player.get_token_q_step_count)


def perform(classes: dict[str, Any], script: Iterable[Step]) -> list[list[str]]:
    """The answers of every step, up to the first call that did not return."""
    table = _KubaModelTable if "KubaGame" in classes else _LudoModelTable
    return played(table(classes), script)
