"""What a report says of a finding, on a terminal, on the page and as JSON."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from parlor.check import Order, Report, check
from parlor.check.command import main
from parlor.check.finding import Finding
from parlor.check.page import page
from parlor.check.rules import RULES
from parlor.check.script import ludo
from parlor.check.spectrum import Suspect
from parlor.check.submission import Line
from students import LUDO

FOUND = Finding(
    "L-9",
    "breaks",
    "a kicked token goes to R",
    "kicked-to-r",
    ludo("AB: A6"),
    "game.play_game(['A', 'B'], [('A', 6)])",
    "['R', 'H', 'R', 'H']",
    "['R', 'H', 'H', 'H']",
)
UNEXPLAINED = replace(
    FOUND,
    explanation="",
    reading="",
    suspects=(
        Suspect("LudoGame.py", 41, 1.0, "self._kick(<token>)"),
        Suspect("helper.py", 3, 0.70710678, "return 0"),
    ),
)


def reported(finding: Finding, **more: object) -> tuple[str, str, dict[str, object]]:
    """A report on one finding in words without line ends, as a page, and the finding as JSON."""
    report = Report("x/LudoGame.py", "ludo", (finding,), games=900, wanted=1984, **more)  # type: ignore[arg-type]
    [told] = report.to_json()["findings"]
    return " ".join(report.to_text().split()), page([report]), told


@pytest.mark.parametrize(
    ("games", "words"), [(62, "62 more games"), (1, "1 more game"), (0, "")], ids=str
)
def test_an_explanation_says_in_how_many_games_it_held(games: int, words: str) -> None:
    text, html, told = reported(replace(FOUND, games=games))
    sentence = f"This gives every answer of {words} in which your program and the rules differ."
    for said in (text, unescape(html)):
        assert "Your program answers as one in which a kicked token goes to R." in said
        assert (sentence in said) == bool(games)
        assert RULES["L-9"].words in said
    assert (told["explained"], told["games"], told["lines"], told["line"]) == (
        True,
        games,
        [],
        None,
    )
    assert "hidden_by" not in told


def test_without_an_explanation_the_rule_is_at_work_and_no_more() -> None:
    text, html, told = reported(UNEXPLAINED)
    sentence = (
        "No known way to read one rule gives the answers of your program. The rule at work where "
        "they first differ is L-9; the cause may be another."
    )
    for said in (text, html):
        assert sentence in said
        assert "L-9?" in said
        assert RULES["L-9"].words not in said
        assert RULES["L-9"].text not in said
        assert "answers as one" not in said
        assert "Lines that run in games that differ, and rarely in others:" in said
        assert "helper.py, line 3: return 0" in " ".join(said.split())
    assert "line 41: self._kick(<token>)" in text
    assert "line 41:  self._kick(&lt;token&gt;)" in html
    assert (told["rule"], told["explained"], told["message"]) == ("L-9", False, sentence)
    assert told["lines"] == [
        {"file": "LudoGame.py", "number": 41, "text": "self._kick(<token>)", "score": 1.0},
        {"file": "helper.py", "number": 3, "text": "return 0", "score": 0.7071},
    ]


def test_nothing_is_said_of_lines_where_none_is_suspicious() -> None:
    for said in reported(replace(UNEXPLAINED, suspects=()))[:2]:
        assert "Lines that run" not in said


def test_the_line_of_an_error_stands_below_it() -> None:
    raised = "raised KeyError: 'D' (line 41)"
    line = Line("LudoGame.py", 41, "return self._players[position]")
    report = Report("LudoGame.py", "ludo", (replace(FOUND, got=raised, line=line),))
    assert (
        f"   your program:  {raised}\n"
        "                  line 41:  return self._players[position]\n"
        "   the rules:     ['R', 'H', 'H', 'H']\n"
    ) in report.to_text()
    assert "<dd>line 41:  return self._players[position]</dd>" in page([report])
    assert report.to_json()["findings"][0]["line"] == {
        "file": "LudoGame.py",
        "number": 41,
        "text": "return self._players[position]",
    }


@pytest.mark.parametrize(
    ("findings", "is_hurried", "headline"),
    [
        ((), False, "right; 900 of 1984 games played, cut"),
        ((), True, "too slow to be judged: only 900 of 1984 games played, cut"),
        ((FOUND,), False, "breaks the text: 1 finding; 900 of 1984 games played, cut"),
        (
            (replace(FOUND, kind="differs"),),
            False,
            "keeps the text, with 1 difference where the text leaves room; "
            "900 of 1984 games played, cut",
        ),
        (
            (replace(FOUND, kind="differs"),),
            True,
            "too slow to be judged: only 900 of 1984 games played, cut; "
            "1 difference where the text leaves room",
        ),
    ],
)
def test_a_report_always_says_how_many_games_were_played(
    findings: tuple[Finding, ...], is_hurried: bool, headline: str
) -> None:
    report = Report(
        "a.py", "ludo", findings, games=900, wanted=1984, cut=", cut", is_hurried=is_hurried
    )
    assert report.to_text().startswith(f"a.py: {headline}")
    assert headline in page([report])
    assert "900 of 1984 games played, cut" in report.to_row(4)
    assert "900 of 1984 games played, cut" in report.to_json()["message"]


# --- What a file does that is no fault, or that nobody can judge --------------------------------


def judged(tmp_path: Path, program: str) -> Report:
    path = tmp_path / "LudoGame.py"
    path.write_text(program, encoding="utf-8")
    [report] = check(path, Order(games=0))
    return report


def test_prints_are_remarks_and_change_no_verdict(tmp_path: Path) -> None:
    head = "    def play_game(self, players, turns):\n"
    program = "print('<b>', end='\\x1b')\n" + LUDO.replace(head, f"{head}        print(turns)\n")
    report = judged(tmp_path, program)
    assert (report.verdict, report.findings) == ("right", ())
    by_import, by_call = report.remarks
    assert by_import == ("The import of the file prints '<b>\\x1b'; only returned values count.")
    assert by_call.startswith('A call of a method prints "[')
    assert report.to_json()["remarks"] == [by_import, by_call]
    assert f"Remark: {by_import}" in report.to_text().replace("\n   ", " ")
    html = page([report])
    assert "Remark: The import of the file prints &#x27;&lt;b&gt;" in html
    assert main(["--games", "0", str(tmp_path / "LudoGame.py")]) == 0
    assert judged(tmp_path, LUDO).to_json()["remarks"] == []


def test_a_module_that_is_missing_leaves_nothing_to_judge(tmp_path: Path) -> None:
    report = judged(tmp_path, f"import random\nimport numpy.linalg as linear\n{LUDO}")
    assert (report.verdict, report.game) == ("could-not-run", None)
    assert report.refusal == (
        "line 2 of LudoGame.py imports numpy, which is neither one of Python's own modules nor "
        "handed in with the file"
    )
    assert main(["--games", "0", str(tmp_path / "LudoGame.py")]) == 2
    told = report.to_json()
    assert (told["message"], told["remarks"]) == (report.refusal, [])


def test_a_module_that_a_call_or_a_helper_wants_is_missing_as_well(tmp_path: Path) -> None:
    head = "    def play_game(self, players, turns):\n"
    report = judged(tmp_path, LUDO.replace(head, f"{head}        import numpy\n"))
    assert (report.verdict, "imports numpy" in report.refusal) == ("could-not-run", True)
    (tmp_path / "helper.py").write_text("\nfrom board_of_ann import x\n", encoding="utf-8")
    report = judged(tmp_path, f"import helper\n{LUDO}")
    assert report.refusal.startswith("line 2 of helper.py imports board_of_ann, which is neither")


@pytest.mark.parametrize(
    "line", ["import randon", "import Random", "from dataclass import field", "import os.pathh"]
)
def test_a_module_that_is_misspelled_is_a_fault(line: str, tmp_path: Path) -> None:
    [finding] = judged(tmp_path, f"{line}\n{LUDO}").findings
    assert (finding.rule, finding.kind, finding.line) == (
        None,
        "breaks",
        Line("LudoGame.py", 1, line),
    )


def test_a_missing_module_that_a_program_does_without_is_none(tmp_path: Path) -> None:
    program = f"try:\n    import numpy\nexcept ImportError:\n    numpy = None\n{LUDO}"
    assert judged(tmp_path, program).verdict == "right"
