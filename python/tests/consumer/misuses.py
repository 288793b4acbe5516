"""Mistakes that `mypy --strict` must find; never run.

A line that mypy accepts it reports too, for then the comment that expects an error is one too many.
"""

import parlor
from KubaGame import KubaGame
from LudoGame import LudoGame, Player
from parlor import Record, kuba, ludo


def wrong_players(game: LudoGame) -> None:
    """Pass what is no list of seats, and no list of turns."""
    game.play_game([1, 2], [])  # type: ignore[list-item]
    game.play_game(["A", "B"], [("A", 6.0)])  # type: ignore[list-item]
    game.play_game(["A", "B"], [6])  # type: ignore[list-item]
    game.play_game(["A", "B"])  # type: ignore[call-arg]


def forgotten_check(game: LudoGame) -> int:
    """Use what may be the sentence that there is no such player."""
    return game.get_player_by_position("A").get_token_p_step_count()  # type: ignore[union-attr]


def wrong_token(game: LudoGame, player: Player) -> None:
    """Pass a seat for a player, and a float for steps."""
    game.move_token("A", "p", 6)  # type: ignore[arg-type]
    game.move_token(player, "p", 6.0)  # type: ignore[arg-type]
    player.steps = 5  # type: ignore[attr-defined]


def wrong_rules() -> None:
    """Pass the rules by position, and a name of the players by keyword."""
    KubaGame(("Ann", "W"), ("Bob", "B"), "tournament")  # type: ignore[misc]
    KubaGame(player1=("Ann", "W"), player2=("Bob", "B"))  # type: ignore[call-arg]


def changed_position(position: ludo.Position) -> None:
    """Change what never changes, and call what is a property."""
    position.roll = 6  # type: ignore[misc]
    position.legal_moves()  # type: ignore[operator]
    position.apply(6.0)  # type: ignore[arg-type]


def wrong_event(event: kuba.Event) -> int:
    """Read a field that only one kind of event has."""
    return event.length  # type: ignore[attr-defined, no-any-return]


def wrong_record(record: Record) -> None:
    """Pass another theme, change what is read only, and use a position as if it was Ludo's."""
    record.to_svg(theme="blue")  # type: ignore[arg-type]
    record.finish("tired")  # type: ignore[arg-type]
    record.date = None  # type: ignore[misc]
    print(record.position(0).captured)  # type: ignore[union-attr]


def wrong_questions(solution: ludo.Solution) -> None:
    """Ask about a record as if it was a position, and change what was proved."""
    ludo.value(Record("ludo", ["A", "C"]))  # type: ignore[arg-type]
    ludo.evaluate("optimal", 5)  # type: ignore[arg-type]
    solution.low = 0.0  # type: ignore[misc]


def wrong_game(game: parlor.Game[kuba.Position]) -> None:
    """Begin with a line, change what is read only, and take one game for the other."""
    parlor.Game(str(kuba.Position()))  # type: ignore[type-var]
    game.limit = 5  # type: ignore[misc]
    print(game.position.roll)  # type: ignore[attr-defined]
    kuba.transform(ludo.Position(["A", "C"]), 1)  # type: ignore[call-overload]


class OwnPosition(kuba.Position):  # type: ignore[misc]
    """Derive from what is final."""
