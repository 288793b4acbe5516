"""Programs as students write them: right ones, and faulty ones with a record of their faults.

`python corpus.py` measures the checker by them, as `corpus_score` defines it:

    python corpus.py [--half open|closed|all] [--only ludo/017 …] [--json FILE] [--jobs 2]
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from parlor.check import Order, Report, check
from parlor.check.game import KUBA, LUDO, Game

FOLDER = Path(__file__).parent / "corpus"

HALVES = ("open", "closed")

GAMES = {game.name: game for game in (LUDO, KUBA)}


@dataclass(frozen=True)
class Change:
    """A text of the base, and what stands there instead."""

    old: str
    new: str


@dataclass(frozen=True)
class Fault:
    """One thing that the student did wrong."""

    what: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Program:
    """A program of the corpus; a right one has no faults."""

    #: `ludo/017`, or `ludo/right/01_by_hand`.
    name: str
    game: str
    #: The folder of the right program below that of the game: `right/01_by_hand`.
    base: str
    faults: tuple[Fault, ...] = ()
    #: All changes, in the order in which they are made.
    changes: tuple[Change, ...] = ()

    @property
    def half(self) -> str:
        """`open` or `closed`; `both` for a right program."""
        if not self.faults:
            return "both"
        return "open" if int(self.name[-3:]) % 2 else "closed"

    @property
    def played(self) -> Game:
        """What a check knows about its game."""
        return GAMES[self.game]

    @property
    def file_name(self) -> str:
        """As it is handed in."""
        return f"{self.played.class_name}.py"

    @property
    def right(self) -> str:
        """The right program that it was made from."""
        return (FOLDER / self.game / self.base / self.file_name).read_text(encoding="utf-8")

    @property
    def source(self) -> str:
        """The program."""
        return self._changed(self.changes)

    def only(self, fault: Fault) -> str:
        """The program with one of its faults alone."""
        return self._changed(fault.changes)

    def without(self, fault: Fault) -> str | None:
        """The program without one of its faults; None if the others are changes to that."""
        try:
            return self._changed(one for one in self.changes if one not in fault.changes)
        except ValueError:
            return None

    def _changed(self, changes: Iterable[Change]) -> str:
        source = self.right
        for one in changes:
            if source.count(one.old) != 1:
                raise ValueError(f"{self.name}: {one.old!r} stands {source.count(one.old)} times")
            source = source.replace(one.old, one.new)
        return source


@cache
def right_programs() -> tuple[Program, ...]:
    """The right programs of both games."""
    return tuple(
        Program(f"{game}/right/{folder.name}", game, f"right/{folder.name}")
        for game in GAMES
        for folder in sorted((FOLDER / game / "right").iterdir())
    )


@cache
def faulty_programs() -> tuple[Program, ...]:
    """The faulty programs of both games, in the order of their numbers."""
    return tuple(
        _recorded(game, path)
        for game in GAMES
        for path in sorted((FOLDER / game / "faulty").glob("*.json"))
    )


def _recorded(game: str, path: Path) -> Program:
    """What a record says."""
    record = json.loads(path.read_text(encoding="utf-8"))
    changes = [Change(one["old"], one["new"]) for one in record["changes"]]
    faults = []
    for number, fault in enumerate(record["faults"], 1):
        # Each author recorded in another way which changes make a fault.
        numbers = fault.get("changes_of")
        if numbers is None:
            numbers = [at for at, one in enumerate(record["changes"]) if one["fault"] == number]
        faults.append(Fault(fault["what"], tuple(changes[at] for at in numbers)))
    return Program(f"{game}/{path.stem}", game, record["base"], tuple(faults), tuple(changes))


@cache
def base_of(program: Program) -> Program:
    """The right program that a faulty one was made from."""
    return next(
        one for one in right_programs() if (one.game, one.base) == (program.game, program.base)
    )


@dataclass(frozen=True)
class Told:
    """A finding, as far as it is scored."""

    rule: str | None
    #: `breaks` or `differs`.
    kind: str
    #: The reading that explains it, or the empty string; and what the report says about it.
    reading: str
    words: str
    #: The shown script, its steps and the program that prints the answer; both may be empty.
    calls: tuple[tuple[object, ...], ...]
    script: str
    got: str
    #: Readings that are told with it.
    others: tuple[str, ...]


@dataclass(frozen=True)
class Checked:
    """The report on a program, and what it cost."""

    name: str
    verdict: str
    games: int
    #: Of processor time, the checker's own and the program's.
    seconds: float
    findings: tuple[Told, ...]

    @property
    def readings(self) -> frozenset[str]:
        """The readings that it was found to have where the text leaves room."""
        return frozenset(
            name
            for one in self.findings
            if one.kind == "differs"
            for name in (one.reading, *one.others)
        ) - {""}


def checked(program: Program, order: Order) -> Checked:
    """Check a program as a file of its own."""
    before = _processor_seconds()
    with tempfile.TemporaryDirectory(prefix="parlor-corpus-") as folder:
        path = Path(folder) / program.file_name
        path.write_text(program.source, encoding="utf-8")
        [report] = check(path, order)
    return Checked(
        program.name,
        report.verdict,
        report.games,
        _processor_seconds() - before,
        tuple(_told(report)),
    )


def _told(report: Report) -> Iterator[Told]:
    for one in report.findings:
        yield Told(
            one.rule,
            one.kind,
            one.reading,
            one.explanation,
            one.calls,
            one.script,
            one.got,
            one.others,
        )


def _processor_seconds() -> float:
    """What this process and those that it has waited for have had."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def chosen(half: str, names: Sequence[str]) -> list[Program]:
    """The programs of a half, or those of some names; the right ones belong to each half."""
    programs = [*right_programs(), *faulty_programs()]
    if names:
        known = {one.name: one for one in programs}
        return [known[name] for name in names]
    return [one for one in programs if half == "all" or one.half in (half, "both")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, score and print; 1 if a program passes falsely or a break is told falsely."""
    from corpus_score import figures, scored, table

    parser = argparse.ArgumentParser(description="Measure the checker by programs like real ones.")
    parser.add_argument("--half", choices=[*HALVES, "all"], default="open")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="such as ludo/017")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all scores, too")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    options = parser.parse_args(arguments)
    programs = chosen(options.half, options.only)
    # What the bases do is needed to score what was made from them.
    needed = list(dict.fromkeys([*programs, *map(base_of, programs)]))
    reports: dict[str, Checked] = {}
    # A program is checked by a process of its own, as by the command: then the time is its own.
    start = multiprocessing.get_context("spawn")
    with start.Pool(options.jobs, maxtasksperchild=1) as pool:
        for one in pool.imap_unordered(_checked, needed):
            reports[one.name] = one
            print(f"checked {len(reports)} of {len(needed)}: {one.name}", file=sys.stderr)
    # Those of one base one after another, for its answers are used again.
    programs.sort(key=lambda one: (one.game, one.base, one.name))
    tasks = [(one, reports[one.name], reports[base_of(one).name]) for one in programs]
    with start.Pool(options.jobs) as pool:
        scores = sorted(pool.starmap(scored, tasks, chunksize=4), key=lambda one: one.name)
    halves = {
        half: figures(part)
        for half in HALVES
        if (part := [one for one in scores if one.half in (half, "both")])
        and (options.half in (half, "all") or options.only)
    }
    print(f"{table(scores)}\n")
    for half, sums in halves.items():
        print(f"{half} half: {sums.sentence()}")
    if options.json:
        told = {
            "halves": {
                half: {**asdict(sums), "sentence": sums.sentence()} for half, sums in halves.items()
            },
            "programs": [asdict(one) for one in scores],
        }
        options.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return int(any(sums.false_passes or sums.false_breaks for sums in halves.values()))


def _checked(program: Program) -> Checked:
    return checked(program, Order())


if __name__ == "__main__":
    # Its classes are those that the other modules import.
    from corpus import main as measure

    sys.exit(measure())
