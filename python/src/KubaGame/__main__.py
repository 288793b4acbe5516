"""Run the assignment's example: python -m KubaGame."""

from __future__ import annotations

from KubaGame import KubaGame

SET_UP = "game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))"

CALLS = [
    "game.get_marble_count()",
    "game.get_captured('PlayerA')",
    "game.get_current_turn()  # None: either player may begin",
    "game.get_winner()",
    "game.make_move('PlayerA', (6, 5), 'F')",
    "game.make_move('PlayerA', (6, 5), 'L')  # the cell is empty now, and it is not his turn",
    "game.get_marble((5, 5))",
    "game.get_current_turn()  # because PlayerA has just played",
]


def main() -> None:
    """Print each call as typed, and what it returns."""
    names: dict[str, object] = {"KubaGame": KubaGame}
    print(">>> from KubaGame import KubaGame")
    print(">>>", SET_UP)
    exec(SET_UP, names)  # the text above, not a user's
    for call in CALLS:
        print(">>>", call)
        print(repr(eval(call, names)))  # the calls above, not a user's


if __name__ == "__main__":
    main()
