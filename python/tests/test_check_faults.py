"""Every planted fault is found, named by its rule, and shown by a game as short as there is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from faults import KUBA_FAULTS, LUDO_FAULTS
from parlor.check import Order, Strictness, check
from parlor.check.game import LUDO as LUDO_GAME, difference
from parlor.check.rules import RULES
from planted import CAREFUL, PLANTED, UNBREAKABLE
from students import KUBA as KUBA_PROGRAM, LUDO
from test_testers import changed

#: Those of L-1 to L-31 and K-1 to K-18.
EVERY_RULE = {f"L-{n}" for n in range(1, 32)} | {f"K-{n}" for n in range(1, 19)}


def some_of_each_rule() -> list[str]:
    """The first planted fault of each rule, and every twelfth of the others."""
    first = {planted.rule: fault for fault, planted in reversed(PLANTED.items())}
    others = [fault for fault in PLANTED if fault not in first.values()]
    return [*first.values(), *others[::12]]


#: `cargo xtask prove check` plants all.
CHOSEN = list(PLANTED) if "PARLOR_CHECK_GAMES" in os.environ else some_of_each_rule()


@pytest.mark.parametrize("fault", CHOSEN)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    planted = PLANTED[fault]
    path = tmp_path / "program.py"
    path.write_text(planted.program, encoding="utf-8")
    strictness = Strictness.EVERYTHING if planted.is_unasked else Strictness.TEXTS
    # Random games, too, find nothing broken in what is only read otherwise.
    games = 40 if planted.kind == "differs" else 0
    [report] = check(path, Order(seconds=600, games=games, strictness=strictness))
    counted = [finding for finding in report.findings if finding.kind == "breaks"]
    if planted.kind == "differs":
        # Where the text leaves room nothing is broken, and one fault may show in two ways.
        assert counted == []
        counted = [finding for finding in report.findings if finding.rule == planted.rule]
        assert counted, report.findings
    else:
        # One fault is told of one rule, and shows as the program is.
        assert {one.rule for one in counted} == {planted.rule}
    assert report.verdict == {"breaks": "broken", "differs": "differs"}[planted.kind]
    assert min(finding.length for finding in counted) <= planted.shortest + 2
    for finding in report.findings:
        # What is told is so: the rules answer otherwise than the program.
        assert finding.got != finding.expected
        assert "RefusedError" not in finding.got, "the model's error, not the program's"
        assert finding.script.count("\n") >= 1


def test_every_rule_that_a_program_can_break_is_broken_by_a_fault() -> None:
    broken = {planted.rule for planted in PLANTED.values()}
    assert broken == set(RULES)
    assert broken == EVERY_RULE - set(UNBREAKABLE)


def test_a_program_that_refuses_what_it_should_gets_no_finding_for_it(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(CAREFUL, encoding="utf-8")
    [report] = check(path, Order(seconds=600, games=0, strictness=Strictness.EVERYTHING))
    assert "L-23" not in {finding.rule for finding in report.findings}


def test_two_faults_are_distinguished(tmp_path: Path) -> None:
    changes = LUDO_FAULTS["a finished token bounces back out of E"][0]
    changes = changes + LUDO_FAULTS["a kicked token goes to R"][0]
    path = tmp_path / "program.py"
    path.write_text(changed(LUDO, changes), encoding="utf-8")
    [report] = check(path, Order(seconds=600, games=0))
    assert [finding.rule for finding in report.findings] == ["L-8", "L-9"]
    for finding in report.findings:
        right = LUDO_GAME.answers(finding.calls)
        alone = LUDO_GAME.answers(finding.calls, frozenset({finding.reading}))
        assert difference(right, alone) is not None


def test_a_second_fault_of_a_rule_that_shows_otherwise_is_reported_beside_the_first(
    tmp_path: Path,
) -> None:
    # Neither is a reading: a word in every game, and a number that is wrong after a capture.
    program = changed(
        KUBA_PROGRAM,
        [
            ("return self._winner", 'return self._winner or "nobody"'),
            ('cells.count("R")', 'cells.count("R") - (cells.count("X") > 20)'),
        ],
    )
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    [report] = check(path, Order(seconds=600, games=0))
    broken = [finding for finding in report.findings if finding.kind == "breaks"]
    assert {finding.question.partition("(")[0] for finding in broken} == {
        "game.get_winner",
        "game.get_marble_count",
    }


def test_each_finding_shows_its_own_fault(tmp_path: Path) -> None:
    # The answers of the first two are wrong in every game, and would stand for those of the others.
    changes: list[tuple[str, str]] = [
        ("return spaces", "return spaces[::-1]"),
        ('== {"p": 57, "q": 57}', '!= {"p": 57, "q": 57}'),
        *LUDO_FAULTS["a kicked token goes to R"][0],
    ]
    path = tmp_path / "program.py"
    path.write_text(changed(LUDO, changes), encoding="utf-8")
    [report] = check(path, Order(seconds=600, games=0))
    told = {finding.rule: finding.question.rpartition(".")[2] for finding in report.findings}
    assert set(told) == {"L-9", "L-21", "L-26"}
    assert told["L-26"] == "get_completed()"
    for finding in report.findings:
        assert finding.got != finding.expected


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(changed(KUBA_PROGRAM, KUBA_FAULTS["undoing is allowed"][0]), encoding="utf-8")
    order = Order(seconds=600, games=60, seed=7)
    assert check(path, order) == check(path, order)


def test_a_name_compared_with_is_is_found_by_names_put_together(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    turn = "self._turn not in (None, playername)"
    by_identity = "not (self._turn is None or self._turn is playername)"
    path.write_text(changed(KUBA_PROGRAM, [(turn, by_identity)]), encoding="utf-8")
    finding = check(path, Order(games=20))[0].findings[0]
    assert (finding.rule, finding.script, finding.got) == (None, "", "False")
    assert "Compare with ==" in finding.explanation


def test_what_a_game_leaves_behind_is_shown_by_both_games(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    own = "self._captured = {name: 0 for name in self._colors}"
    shared = f"{own}\n        self._captured = KubaGame.ALL.setdefault(first[0], self._captured)"
    of_class = [("    def __init__(self, first", "    ALL = {}\n\n    def __init__(self, first")]
    path.write_text(changed(KUBA_PROGRAM, [*of_class, (own, shared)]), encoding="utf-8")
    finding = check(path, Order(games=20))[0].findings[0]
    assert finding.rule is None
    assert finding.explanation.startswith("A game leaves something behind")
    assert finding.script.count("= KubaGame(") == 2
    assert "Which game does is not found" not in finding.explanation
