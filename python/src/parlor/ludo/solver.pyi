from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from parlor.ludo import Position
from parlor.record import Record

__all__ = ["Evaluation", "Solution", "analyse", "best_move", "evaluate", "solve", "value"]

@dataclass(frozen=True)
class Solution:
    seats: tuple[str, str]
    first_player: float
    low: float
    high: float
    width: float
    residual: float
    sweeps: int
    states: int

@dataclass(frozen=True)
class Evaluation:
    seats: tuple[str, str]
    policies: tuple[str, str]
    first_player: float
    expected_rolls: float

def solve(seats: Iterable[str] = ("A", "C")) -> Solution: ...
def value(position: Position | str) -> float: ...
def best_move(position: Position | str) -> str: ...
def analyse(record: Record | str) -> dict[str, Any]: ...
def evaluate(policies: Iterable[str], seats: Iterable[str] = ("A", "C")) -> Evaluation: ...
