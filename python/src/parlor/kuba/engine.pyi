from dataclasses import dataclass
from typing import SupportsFloat, SupportsIndex

from parlor.kuba import Position, Repetitions

__all__ = ["Engine", "Line", "Report"]

@dataclass(frozen=True)
class Line:
    actions: tuple[str, ...]
    reds: float | None = None
    win: int | None = None
    loss: int | None = None

@dataclass(frozen=True)
class Report:
    depth: int
    nodes: int
    lines: tuple[Line, ...]
    @property
    def best(self) -> str: ...

class Engine:
    def __init__(self, *, hash: SupportsIndex = 16) -> None: ...
    def search(
        self,
        position: Position | str,
        *,
        repetitions: Repetitions | None = None,
        nodes: SupportsIndex | None = None,
        depth: SupportsIndex | None = None,
        seconds: SupportsFloat | None = None,
        lines: SupportsIndex = 1,
    ) -> Report: ...
    def stop(self) -> None: ...
