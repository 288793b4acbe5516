from collections.abc import Iterable
from typing import Final, SupportsFloat, SupportsIndex, final

from KubaGame import KubaGame as KubaGame
from LudoGame import LudoGame as LudoGame, Player as Player

from parlor.kuba import Playout as KubaPlayout, Position as KubaPosition, Repetitions as Repetitions
from parlor.ludo import Playout as LudoPlayout, Position as LudoPosition
from parlor.record import Record as Record

__all__ = [
    "KUBA_RULES",
    "LUDO_RULES",
    "KubaGame",
    "KubaPlayout",
    "KubaPosition",
    "LudoGame",
    "LudoPlayout",
    "LudoPosition",
    "Player",
    "Record",
    "Repetitions",
    "_KubaEngine",
    "_Table",
    "__version__",
    "_kuba_position",
    "_ludo_analyse",
    "_ludo_best_move",
    "_ludo_evaluate",
    "_ludo_position",
    "_ludo_solve",
    "_ludo_value",
    "_record",
]

__version__: Final[str]
KUBA_RULES: Final[tuple[str, ...]]
LUDO_RULES: Final[tuple[str, ...]]

def _kuba_position(line: str) -> KubaPosition: ...
def _ludo_analyse(record: Record | str) -> str: ...
def _ludo_best_move(position: LudoPosition | str) -> str: ...
def _ludo_evaluate(
    policies: Iterable[str], seats: Iterable[str]
) -> tuple[tuple[str, str], tuple[str, str], float, float]: ...
def _ludo_position(line: str) -> LudoPosition: ...
def _ludo_solve(
    seats: Iterable[str],
) -> tuple[tuple[str, str], float, float, float, float, float, int, int]: ...
def _ludo_value(position: LudoPosition | str) -> float: ...
def _record(text: str) -> Record: ...

@final
class _KubaEngine:
    def __new__(cls, hash: SupportsIndex) -> _KubaEngine: ...
    def search(
        self,
        position: KubaPosition | str,
        repetitions: Repetitions | None,
        nodes: SupportsIndex | None,
        depth: SupportsIndex | None,
        seconds: SupportsFloat | None,
        lines: SupportsIndex,
    ) -> tuple[int, int, list[tuple[tuple[str, int], list[str]]]]: ...
    def stop(self) -> None: ...

@final
class _Table:
    def __new__(cls, bits: SupportsIndex) -> _Table: ...
    def __reduce__(self) -> tuple[type[_Table], tuple[int]]: ...
