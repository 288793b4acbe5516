"""Every planted fault is found, named by its rule, and shown by a game as short as there is.

The faults are those of the testers: each is one small change to a right, plain program.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from faults import KUBA_FAULTS, LUDO_FAULTS, Change
from parlor.check import Order, Report, check
from parlor.check.game import LUDO as LUDO_GAME, difference
from parlor.check.rules import RULES
from students import KUBA as KUBA_PROGRAM, LUDO
from test_testers import changed

#: The rule that a fault breaks, and the rolls, pushes and questions of the shortest game known to
#: show it.
LUDO_EXPECTED = {
    "a finished token bounces back out of E": ("L-8", 14),
    "E and E are taken for one space": ("L-9", 26),
    "R and R are taken for one space": ("L-5", 2),
    "R is taken for the start space": ("L-5", 5),
    "coming to R kicks the start space": ("L-5", 5),
    "H is taken for movable": ("L-14", 2),
    "any roll leaves H": ("L-5", 1),
    "leaving H goes to the start space": ("L-5", 1),
    "ring space 56 is called 0": ("L-4", 1),
    "the home squares start with 0": ("L-4", 1),
    "H is named R": ("L-3", 0),
    "a roll too large reaches E": ("L-7", 13),
    "a roll too large is lost": ("L-7", 13),
    "a bounce walks a space too far": ("L-7", 13),
    "stacks are lost in the home squares": ("L-10", 15),
    "tokens that meet in the home squares do not stack": ("L-10", 15),
    "there are no stacks": ("L-10", 5),
    "two tokens on R are a stack": ("L-5", 3),
    "a stack sent home is still a stack": ("L-10", 1),
    "one token of a stack finishes alone": ("L-10", 15),
    "only one token of a stack is kicked": ("L-11", 9),
    "nobody is kicked": ("L-9", 6),
    "a kicked token goes to R": ("L-9", 6),
    "both of the opponent's tokens are kicked": ("L-9", 7),
    "your own token is kicked": ("L-10", 4),
    "equal step counts are taken for one space": ("L-9", 4),
    "a start space is safe": ("L-9", 6),
    "passing kicks": ("L-9", 7),
    "home squares are kicked by their number": ("L-9", 24),
    "finishing comes before leaving H": ("L-15", 13),
    "kicking comes before leaving H": ("L-15", 6),
    "leaving H has no priority": ("L-15", 2),
    "finishing has no priority": ("L-16", 14),
    "kicking comes before finishing": ("L-16", 19),
    "a roll too large is taken for finishing": ("L-16", 14),
    "kicking has no priority": ("L-17", 7),
    "only p looks for somebody to kick": ("L-17", 9),
    "an opponent on R draws a kick": ("L-17", 5),
    "the token ahead moves": ("L-18", 4),
    "the distance is counted in space numbers": ("L-18", 6),
    "q comes out first": ("L-15", 1),
    "the spaces come in the order of the seats": ("L-21", 1),
    "ring spaces come as ints": ("L-21", 2),
    "a tuple is returned": ("L-21", 0),
    "one token on E is enough": ("L-12", 13),
    "finished is 1 or 0": ("L-26", 0),
    "nobody ever finishes": ("L-26", 15),
    "the game stops with the first winner": ("L-12", 16),
    "an unknown player is None": ("L-24", 0),
    "asking for a player before the game is an error": ("L-24", 1),
    "move_token chooses for itself": ("L-25", 1),
}

KUBA_EXPECTED = {
    "who cannot push goes on": ("K-10", 19),
    "the wrong player is asked for a push": ("K-10", 19),
    "undoing is allowed": ("K-7", 4),
    "undoing is allowed after a refused try": ("K-7", 5),
    "no board may come twice": ("K-7", 4),
    "directions are looked for in a string": ("K-16", 1),
    "only the first letter of a direction is read": ("K-16", 1),
    "an unknown direction is an error": ("K-16", 1),
    "an unknown name is an error": ("K-16", 1),
    "a cell off the board is an error": ("K-16", 1),
    "negative coordinates wrap": ("K-16", 1),
    "forward and backward are confused": ("K-2", 1),
    "left and right are confused": ("K-2", 1),
    "rows and columns are confused": ("K-1", 1),
    "there is no need for room behind": ("K-3", 1),
    "a red behind is room": ("K-3", 3),
    "an opponent behind is room": ("K-3", 4),
    "the edge behind is no room": ("K-3", 1),
    "gaps do not stop a push": ("K-4", 1),
    "an opponent cannot be pushed off": ("K-6", 4),
    "an opponent pushed off counts as captured": ("K-6", 4),
    "a captured red counts for the opponent": ("K-6", 7),
    "capturing gives an extra push": ("K-11", 4),
    "a push that was made gives 1": ("K-16", 1),
    "a push that was refused gives 0": ("K-16", 1),
    "the first player named begins": ("K-11", 0),
    "white begins": ("K-11", 1),
    "there are no turns": ("K-11", 2),
    "a refused push loses the turn": ("K-16", 1),
    "six reds win": ("K-8", 17),
    "seven reds do not win": ("K-8", 19),
    "the winner is a color": ("K-8", 19),
    "the loser is called the winner": ("K-9", 19),
    "taking all opponents does not win": ("K-9", 19),
    "play goes on after the end": ("K-16", 20),
    "an opponent's marble can be pushed": ("K-16", 1),
    "a red marble can be pushed": ("K-16", 1),
    "an empty cell can be pushed": ("K-16", 1),
    "the count begins with black": ("K-17", 4),
    "the count is a list": ("K-17", 0),
    "the count stands still": ("K-17", 4),
    "an empty cell is None": ("K-17", 0),
    "all games share one board": ("K-1", 1),
    "white is always named first": ("K-14", 1),
}

#: More faults, so that every rule a program can break is broken by one.
MORE_LUDO: dict[str, tuple[list[Change], str, int]] = {
    "both tokens begin on R": ([('{"p": -1, "q": -1}', '{"p": 0, "q": 0}')], "L-2", 0),
    "from R a token is on the start space already": (
        [("new = old + steps\n", "new = old + steps + (old == 0)\n")],
        "L-6",
        2,
    ),
    "a kicked stack comes out as one": (
        [
            (
                "        for other, name in self._victims(player, target):\n"
                "            other._steps[name] = -1\n",
                "        victims = self._victims(player, target)\n"
                "        for other, name in victims:\n"
                "            other._steps[name] = -1\n"
                "            other._stack = len(victims) > 1\n",
            ),
            (
                "p == q and 1 <= p <= 56",
                "p == q and (1 <= p <= 56 or p == -1 and steps == 6 and "
                "getattr(player, '_stack', False))",
            ),
        ],
        "L-11",
        10,
    ),
    "a second roll without a 6 is dropped": (
        [
            (
                "for position, steps in turns:",
                "for position, steps in [t for n, t in enumerate(turns) if not n or "
                "turns[n - 1][0] != t[0] or turns[n - 1][1] == 6]:",
            )
        ],
        "L-19",
        2,
    ),
    "get_completed is a word": (
        [
            (
                'return self._steps == {"p": 57, "q": 57}',
                'return "yes" if self._steps == {"p": 57, "q": 57} else "no"',
            )
        ],
        "L-26",
        0,
    ),
    "lower case finds a player": (
        [("self._players.get(position, ", "self._players.get(str(position).upper(), ")],
        "L-24",
        1,
    ),
    "move_token kicks nobody": (
        [
            (
                "        for other, name in self._victims(player, target):\n"
                "            other._steps[name] = -1\n",
                "",
            ),
            (
                "                    self.move_token(player, token, steps)",
                "                    for other, name in self._victims(player, "
                "self._target(player, token, steps)):\n"
                "                        other._steps[name] = -1\n"
                "                    self.move_token(player, token, steps)",
            ),
        ],
        "L-25",
        6,
    ),
}

MORE_KUBA: dict[str, tuple[list[Change], str, int]] = {
    "somebody has the turn before the first push": (
        [("return self._turn\n", "return self._turn or list(self._colors)[0]\n")],
        "K-15",
        0,
    ),
}


def judged(tmp_path: Path, program: str, changes: list[Change]) -> Report:
    path = tmp_path / "program.py"
    path.write_text(changed(program, changes), encoding="utf-8")
    [report] = check(path, Order(seconds=600, games=0))
    return report


def found(report: Report, rule: str, shortest: int) -> None:
    """Only this rule is broken, and the game that shows it is short."""
    breaks = [finding for finding in report.findings if finding.kind == "breaks"]
    assert report.verdict == "broken"
    assert {finding.rule for finding in breaks} == {rule}, breaks
    assert min(finding.length for finding in breaks) <= shortest + 2
    for finding in report.findings:
        # What is told is so: the rules answer otherwise than the program.
        assert finding.got != finding.expected
        assert finding.script.count("\n") >= 1


@pytest.mark.parametrize("fault", LUDO_EXPECTED)
def test_a_fault_of_ludo_is_found(fault: str, tmp_path: Path) -> None:
    found(judged(tmp_path, LUDO, LUDO_FAULTS[fault][0]), *LUDO_EXPECTED[fault])


@pytest.mark.parametrize("fault", MORE_LUDO)
def test_another_fault_of_ludo_is_found(fault: str, tmp_path: Path) -> None:
    changes, rule, shortest = MORE_LUDO[fault]
    found(judged(tmp_path, LUDO, changes), rule, shortest)


@pytest.mark.parametrize("fault", MORE_KUBA)
def test_another_fault_of_kuba_is_found(fault: str, tmp_path: Path) -> None:
    changes, rule, shortest = MORE_KUBA[fault]
    found(judged(tmp_path, KUBA_PROGRAM, changes), rule, shortest)


@pytest.mark.parametrize("fault", KUBA_EXPECTED)
def test_a_fault_of_kuba_is_found(fault: str, tmp_path: Path) -> None:
    found(judged(tmp_path, KUBA_PROGRAM, KUBA_FAULTS[fault][0]), *KUBA_EXPECTED[fault])


def test_every_rule_that_a_program_can_break_is_broken_by_a_fault() -> None:
    expected = [*LUDO_EXPECTED.values(), *KUBA_EXPECTED.values()]
    broken = {rule for rule, _ in expected}
    broken |= {rule for _, rule, _ in [*MORE_LUDO.values(), *MORE_KUBA.values()]}
    # Who may play and what is refused the texts leave open, wholly or nearly so.
    assert set(RULES) - broken <= {"L-1", "L-20", "L-22", "L-23", "K-5"}


def test_two_faults_are_told_apart(tmp_path: Path) -> None:
    changes = LUDO_FAULTS["a finished token bounces back out of E"][0]
    changes = changes + LUDO_FAULTS["a kicked token goes to R"][0]
    report = judged(tmp_path, LUDO, changes)
    assert [finding.rule for finding in report.findings] == ["L-8", "L-9"]
    for finding in report.findings:
        right = LUDO_GAME.answers(finding.calls)
        alone = LUDO_GAME.answers(finding.calls, frozenset({finding.reading}))
        assert difference(right, alone) is not None


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(changed(KUBA_PROGRAM, KUBA_FAULTS["undoing is allowed"][0]), encoding="utf-8")
    order = Order(seconds=600, games=60, seed=7)
    assert check(path, order) == check(path, order)
