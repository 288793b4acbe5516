"""Games and subclasses that several test files use."""

from __future__ import annotations

from typing import Any

from KubaGame import KubaGame
from LudoGame import LudoGame, Player

TURNS = [("A", 6), ("A", 4), ("B", 6), ("B", 3), ("A", 6)]
SPACES = ["4", "R", "17", "H"]
THERE_AND_BACK = [
    ("Ann", (0, 0), "B"),
    ("Bob", (0, 6), "B"),
    ("Ann", (2, 0), "F"),
    ("Bob", (2, 6), "F"),
]

#: White leaves Black without a push.
WIN_BY_BLOCKING = "56L 50R 55L 61F 54L 60F 53L 40R 01B 05B 11B 06B 31R 15B 21R 16B 22R 36L 65F"

METHODS: dict[type, set[str]] = {
    LudoGame: {"play_game", "get_player_by_position", "move_token", "to_svg"},
    Player: {
        "get_completed",
        "get_token_p_step_count",
        "get_token_q_step_count",
        "get_space_name",
        "get_position",
        "get_start_space",
        "get_end_space",
        "get_token_p_space",
        "get_token_q_space",
    },
    KubaGame: {
        "get_current_turn",
        "make_move",
        "get_winner",
        "get_captured",
        "get_marble",
        "get_marble_count",
        "end_turn",
        "is_draw",
        "to_svg",
    },
}


class SubLudo(LudoGame):
    """Takes arguments of its own."""

    def __init__(self, title: str, *, speed: int = 1) -> None:
        super().__init__()
        self.title = title
        self.speed = speed


class SubPlayer(Player):
    """Has a nickname."""

    def __init__(self, nickname: str) -> None:
        super().__init__("C")
        self.nickname = nickname


class SubKuba(KubaGame):
    """Counts its moves and takes other arguments."""

    def __init__(self, white: str, black: str) -> None:
        super().__init__((white, "W"), (black, "B"))
        self.moves: list[tuple[int, int]] = []

    def make_move(self, playername: object, coordinates: Any, direction: object) -> bool:
        """Push, and note a push that was made."""
        made = super().make_move(playername, coordinates, direction)
        if made:
            self.moves.append(coordinates)
        return made


class SlottedKuba(KubaGame):
    """Keeps its attribute in a slot."""

    __slots__ = ("note",)
    note: str


def ludo() -> LudoGame:
    """Play the sample turns."""
    game = LudoGame()
    assert game.play_game(["A", "B"], TURNS) == SPACES
    return game


def kuba(rules: str = "classroom") -> KubaGame:
    """Start a game of Ann and Bob."""
    return KubaGame(("Ann", "W"), ("Bob", "B"), rules=rules)


def seen(player: Any) -> tuple[object, ...]:
    """All that a player tells."""
    names = sorted(METHODS[Player] - {"get_space_name"})
    return tuple(getattr(player, name)() for name in names)


def board(game: KubaGame) -> list[str]:
    """Ask for all 49 cells."""
    return [game.get_marble((row, column)) for row in range(7) for column in range(7)]


def everything(game: KubaGame) -> list[object]:
    """All that a game of Ann and Bob tells."""
    reds = [game.get_captured("Ann"), game.get_captured("Bob")]
    return [board(game), reds, game.get_current_turn(), game.get_winner(), game.is_draw()]
