"""Kuba (Traboulet / Akiba) -- immutable positions, typed, with enums."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Dict, Iterator, List, Optional, Tuple

Coordinates = Tuple[int, int]

SIZE = 7
RED_TO_WIN = 7


class Marble(str, Enum):
    """What may lie in a cell."""
    WHITE = "W"
    BLACK = "B"
    RED = "R"
    NOTHING = "X"


class Direction(Enum):
    """The value is the step (rows, columns)."""
    L = (0, -1)
    R = (0, 1)
    F = (-1, 0)
    B = (1, 0)


@dataclass(frozen=True)
class Position:
    """An immutable position: 49 marbles, row after row."""
    cells: Tuple[Marble, ...]

    @classmethod
    def start(cls) -> Position:
        picture = """
            W W X X X B B
            W W X R X B B
            X X R R R X X
            X R R R R R X
            X X R R R X X
            B B X R X W W
            B B X X X W W
        """
        return cls(tuple(Marble(letter) for letter in picture.split()))

    @staticmethod
    def inside(where: Coordinates) -> bool:
        return all(0 <= number < SIZE for number in where)

    def at(self, where: Coordinates) -> Marble:
        return self.cells[where[0] * SIZE + where[1]]

    def count(self, marble: Marble) -> int:
        return self.cells.count(marble)

    def ray(self, where: Coordinates, direction: Direction) -> Iterator[Coordinates]:
        """All cells from where (included) to the edge."""
        row, col = where
        d_row, d_col = direction.value
        while self.inside((row, col)):
            yield row, col
            row, col = row + d_row, col + d_col

    def with_cells(self, changes: Dict[Coordinates, Marble]) -> Position:
        cells = list(self.cells)
        for (row, col), marble in changes.items():
            cells[row * SIZE + col] = marble
        return replace(self, cells=tuple(cells))


@dataclass(frozen=True)
class Push:
    """The outcome of a possible push."""
    position: Position
    pushed_off: Marble


@dataclass
class Player:
    name: str
    color: Marble
    captured: int = 0


@dataclass
class GameState:
    position: Position = field(default_factory=Position.start)
    history: List[Position] = field(default_factory=list)
    to_move: Optional[Player] = None
    winner: Optional[Player] = None


class KubaGame:
    """The game as the assignment wants it."""

    def __init__(self, player1: Tuple[str, str], player2: Tuple[str, str]) -> None:
        self._players: List[Player] = [Player(name, Marble(color))
                                       for name, color in (player1, player2)]
        self._state = GameState()

    # ------------------------------------------------------------ queries
    def get_current_turn(self) -> Optional[str]:
        player = self._state.to_move
        return player.name if player and not self._state.winner else None

    def get_winner(self) -> Optional[str]:
        return self._state.winner.name if self._state.winner else None

    def get_captured(self, playername: str) -> int:
        player = self._find(playername)
        if player is None:
            raise ValueError(f"no player {playername!r} in this game")
        return player.captured

    def get_marble(self, coordinates: Coordinates) -> str:
        if not Position.inside(coordinates):
            return Marble.NOTHING.value
        return self._state.position.at(coordinates).value

    def get_marble_count(self) -> Tuple[int, int, int]:
        position = self._state.position
        return (position.count(Marble.WHITE),
                position.count(Marble.BLACK),
                position.count(Marble.RED))

    # -------------------------------------------------------------- moves
    def make_move(self, playername: str, coordinates: Coordinates,
                  direction: str) -> bool:
        state = self._state
        player = self._find(playername)
        if player is None or state.winner:
            return False
        if state.to_move not in (None, player):
            return False
        if direction not in Direction.__members__:
            return False
        push = self._try(player, coordinates, Direction[direction])
        if push is None:
            return False

        state.history.append(state.position)
        state.position = push.position
        player.captured += push.pushed_off is Marble.RED
        state.to_move = self._rival(player)
        if self._has_won(player):
            state.winner = player
        return True

    def _try(self, player: Player, start: Coordinates,
             direction: Direction) -> Optional[Push]:
        """The push, or None if it is not legal in the present position."""
        position = self._state.position
        if not Position.inside(start) or position.at(start) is not player.color:
            return None
        d_row, d_col = direction.value
        behind = (start[0] - d_row, start[1] - d_col)
        if Position.inside(behind) and position.at(behind) is not Marble.NOTHING:
            return None

        changes: Dict[Coordinates, Marble] = {}
        moving = Marble.NOTHING
        for cell in position.ray(start, direction):
            changes[cell], moving = moving, position.at(cell)
            if moving is Marble.NOTHING:
                break
        if moving is player.color:
            return None
        after = position.with_cells(changes)
        if self._state.history and after == self._state.history[-1]:
            return None
        return Push(after, moving)

    def _has_won(self, player: Player) -> bool:
        rival = self._rival(player)
        return (player.captured >= RED_TO_WIN
                or self._state.position.count(rival.color) == 0
                or not any(self._legal_pushes(rival)))

    def _legal_pushes(self, player: Player) -> Iterator[Push]:
        for row in range(SIZE):
            for col in range(SIZE):
                for direction in Direction:
                    push = self._try(player, (row, col), direction)
                    if push:
                        yield push

    # ------------------------------------------------------------ players
    def _find(self, playername: str) -> Optional[Player]:
        return next((p for p in self._players if p.name == playername), None)

    def _rival(self, player: Player) -> Player:
        one, two = self._players
        return two if player is one else one


def main() -> None:
    game = KubaGame(("PlayerA", "W"), ("PlayerB", "B"))
    print(game.get_marble_count())
    print(game.get_captured("PlayerA"))
    print(game.get_winner())
    print(game.make_move("PlayerA", (6, 5), "F"))
    print(game.get_current_turn())
    print(game.make_move("PlayerA", (6, 5), "L"))
    print(game.get_marble((5, 5)))


if __name__ == "__main__":
    main()
