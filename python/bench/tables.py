"""Seconds of processor time that tables of 10,000 games take: prints a line a game, as JSON.

``table`` makes the table of the records, ``records`` plays them again, ``parquet`` writes the file
and ``read`` reads it; ``bytes`` are those of a row in the file.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Callable
from time import process_time
from typing import Any

from parlor import Game, Record, kuba, ludo, record_table, records_of
from parlor.data import read_parquet, write_parquet

GAMES = 10_000


def random_game(start: ludo.Position | kuba.Position, seed: int) -> Record:
    """The record of a random game."""
    draw, game = random.Random(seed), Game(start, limit=1_000)
    while not game.is_over:
        game.play(draw.randint(1, 6) if game.is_chance else draw.choice(game.legal_indices))
    return game.record()


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What the work gives, and the seconds that it takes; the better of two counts."""
    seconds = []
    for _ in range(2):
        begun = process_time()
        given = work()
        seconds.append(process_time() - begun)
    return given, round(min(seconds), 2)


def main() -> None:
    """Measure both games."""
    for start in (ludo.Position(["A", "C"]), kuba.Position()):
        records = [random_game(start, seed) for seed in range(GAMES)]
        table, making = timed(lambda: record_table(records))  # noqa: B023
        _, reading = timed(lambda: records_of(table))  # noqa: B023
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "games.parquet")
            rows, writing = timed(lambda: write_parquet(file, table))  # noqa: B023
            size = os.path.getsize(file) / rows
            _, again = timed(lambda: read_parquet(file))  # noqa: B023
        figures = {"game": records[0].game, "rows": rows, "table": making, "records": reading}
        figures.update({"parquet": writing, "read": again, "bytes": round(size, 1)})
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
