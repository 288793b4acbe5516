"""What a shard does where it runs. Nothing here knows Ray."""

from __future__ import annotations

import pickle
from importlib import import_module
from typing import Any, Protocol, cast

from parlor._analysis import Analysis
from parlor._native import Record
from parlor._selfplay import Chunks
from parlor.errors import ParlorError
from parlor.strength.matches import _Plan

#: An error and its cause, which does not come with it through a pickle.
Failure = tuple[BaseException, "BaseException | None"]


class Job(Protocol):
    """Work that is done in shards."""

    def shard(self, first: int, last: int, work: Any) -> Any:
        """Do this part of it."""


class SelfPlay:
    """Games of bots in bulk."""

    def __init__(
        self, game: str, games: object, seed: int, chunk: object, threads: int, settings: Any
    ) -> None:
        self._arguments = (game, games, seed, chunk, threads, settings)
        self._chunks: Chunks | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_chunks": None}

    def chunks(self) -> Chunks:
        """All of them, as one machine would play them; making this checks the arguments."""
        if self._chunks is None:
            game, games, seed, chunk, threads, settings = self._arguments
            play = import_module(f"parlor.{game}").self_play
            self._chunks = cast(
                Chunks, play(games, seed=seed, chunk=chunk, threads=threads, **settings)
            )
        return self._chunks

    def shard(self, first: int, last: int, work: None) -> dict[str, Any]:
        """The columns of the games of these numbers."""
        return self.chunks().columns(first, last)


class Match:
    """Deals of a match."""

    def __init__(self, plan: _Plan, threads: int) -> None:
        self.plan = plan
        self.threads = threads

    def shard(self, first: int, last: int, work: None) -> tuple[list[Any], Failure | None]:
        """The deals of these numbers, and what the first of them that failed did."""
        found = self.plan.play(self.threads, None, (first, last))
        error = found["error"]
        return found["deals"], None if error is None else portable(error)


class Analyses:
    """Analyses of recorded games of either kind."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes

    def shard(
        self, first: int, last: int, work: list[Any]
    ) -> tuple[list[Analysis], Failure | None]:
        """The analyses of these records, up to the first that cannot be analyzed."""
        from parlor import kuba, ludo

        found = []
        for number, given in enumerate(work, first):
            try:
                record = Record.read(given) if isinstance(given, str) else given
                if isinstance(record, Record) and record.game == "ludo":
                    found.append(ludo.analyze(record, threads=1))
                else:
                    found.append(kuba.analyze(record, nodes=self.nodes))
            except ParlorError as error:
                error.args = (f"record {number}: {error}",)
                return found, portable(error)
        return found, None


def portable(error: BaseException) -> Failure:
    """An error with its cause, in a form that can be pickled: in words, where it cannot itself."""
    cause = error.__cause__
    return _pickled(error), None if cause is None else _pickled(cause)


def _pickled(error: BaseException) -> BaseException:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


#: The job that this process did last, by its name: a large one is unpickled once.
_held: tuple[str, Job] | None = None


def run(name: str, pickled: bytes, first: int, last: int, work: Any) -> tuple[str, Any]:
    """Do a shard of the pickled job of this name.

    Returns ``"done"`` with what came of it, or ``"raised"`` with the error and its cause. A
    KeyboardInterrupt is that of whoever cancels the shard.
    """
    global _held
    try:
        if _held is None or _held[0] != name:
            _held = (name, pickle.loads(pickled))
        return "done", _held[1].shard(first, last, work)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return "raised", portable(error)
