"""Run the assignments' example: python -m LudoGame."""

from __future__ import annotations

from LudoGame import LudoGame

SET_UP = """\
players = ['A', 'B']
turns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), ('B', 2),
         ('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]
game = LudoGame()
"""

CALLS = [
    "game.play_game(players, turns)",
    "player_A = game.get_player_by_position('A')",
    "player_A.get_completed()",
    "player_A.get_token_p_step_count()",
    "player_B = game.get_player_by_position('B')",
    "player_B.get_space_name(55)",
]


def main() -> None:
    """Print each call as typed, and what it returns."""
    names: dict[str, object] = {"LudoGame": LudoGame}
    print(">>> from LudoGame import LudoGame")
    exec(SET_UP, names)  # the text above, not a user's
    for line in SET_UP.splitlines():
        print("..." if line.startswith(" ") else ">>>", line)
    for call in CALLS:
        print(">>>", call)
        name, is_kept, kept = call.partition(" = ")
        value = eval(kept if is_kept else call, names)  # the calls above, not a user's
        if is_kept:
            names[name] = value
        else:
            print(repr(value))


if __name__ == "__main__":
    main()
