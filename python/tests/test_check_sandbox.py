"""Whatever a program does, the checker tells it as a finding and goes on."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from faults import LUDO_FAULTS, LUDO_READINGS
from parlor.check import Order, Report, check
from parlor.check.sandbox import Sandbox
from students import KUBA, LUDO
from test_testers import changed

#: Enough for the games of every rule; nothing random.
ORDER = Order(seconds=60, games=0)

PLAY: list[tuple[object, ...]] = [("LudoGame",), ("play_game", ["A", "B"], [("A", 6)])]


def written(tmp_path: Path, program: str, name: str = "LudoGame.py") -> Path:
    path = tmp_path / name
    path.write_text(program, encoding="utf-8")
    return path


def judged(tmp_path: Path, program: str, name: str = "LudoGame.py") -> Report:
    """The one report on a program."""
    [report] = check(written(tmp_path, program, name), ORDER)
    return report


def with_first(line: str) -> str:
    """The plain program, whose `play_game` does something first."""
    head = "    def play_game(self, players, turns):\n"
    assert LUDO.count(head) == 1
    return LUDO.replace(head, f"{head}        {line}\n")


@pytest.mark.parametrize(
    ("line", "got"),
    [
        ("while True: pass", "did not end"),
        ("[0 for _ in iter(int, 1)]", "did not end"),
        ("exec('while True:\\n try:\\n  while True: pass\\n except: pass')", "did not end"),
        ("import time; time.sleep(1e6)", "did not end"),
        ("return self.play_game(players, turns)", "raised RecursionError"),
        ("input('roll? ')", "waited for input()"),
        ("exit()", "ended the whole program"),
        ("import os; os._exit(0)", "ended the whole program"),
        ("import os; os.kill(os.getpid(), 9)", "ended the whole program"),
        ("import ctypes; ctypes.string_at(0)", "ended the whole program"),
        ("'x' * 10**12", "raised MemoryError"),
        ("{}['my key']", "raised KeyError: 'my key'"),
        ("raise BaseException", "ended the whole program"),
    ],
)
def test_what_does_not_return_belongs_to_no_rule(line: str, got: str, tmp_path: Path) -> None:
    report = judged(tmp_path, with_first(line))
    finding = report.findings[0]
    assert (report.verdict, finding.rule, finding.kind) == ("broken", None, "breaks")
    assert finding.got.startswith(got)
    # The shortest there is: no roll at all.
    assert finding.length == 0


@pytest.mark.parametrize(
    ("program", "got"),
    [
        ("class LudoGame\n    pass\n", "raised SyntaxError"),
        ("class LudoGame:\npass\n", "raised IndentationError"),
        ("class LudoGame: pass\nwhile True: pass\n", "did not end"),
        ("class LudoGame: pass\ninput()\n", "waited for input() (line 2)"),
        ("class LudoGame: pass\nexit()\n", "ended the whole program (line 2)"),
        ("class LudoGame: pass\n1 / 0\n", "raised ZeroDivisionError: division by zero (line 2)"),
        ("import randon\nclass LudoGame: pass\n", "raised ModuleNotFoundError"),
        ("class LudoGame: pass\nimport os; os.abort()\n", "ended the whole program"),
        ("class LudoGame: pass\n\0", "raised SyntaxError"),
        ("class LudoGame: pass\nx = " + "(" * 100_000 + "\n", "raised"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_finding(program: str, got: str, tmp_path: Path) -> None:
    report = judged(tmp_path, program)
    [finding] = report.findings
    assert (report.verdict, report.game, finding.rule) == ("broken", "ludo", None)
    assert finding.got.startswith(got) or finding.got == "ended the whole program"


def test_missing_methods_are_one_finding(tmp_path: Path) -> None:
    report = judged(tmp_path, LUDO.replace("move_token", "moveToken").replace("get_comp", "comp"))
    [finding] = report.findings
    assert (report.verdict, finding.rule) == ("broken", None)
    assert finding.expected == "LudoGame.move_token(), Player.get_completed()"


@pytest.mark.parametrize("method", ["move_token", "get_space_name", "get_token_q_step_count"])
def test_a_missing_method_hides_no_other_fault(method: str, tmp_path: Path) -> None:
    program = changed(LUDO, LUDO_FAULTS["a kicked token goes to R"][0])
    report = judged(tmp_path, program.replace(method, "another_name"))
    assert [finding.rule for finding in report.findings] == ["L-9", None]


def test_what_breaks_the_text_is_reported_before_what_only_differs(tmp_path: Path) -> None:
    changes = LUDO_READINGS["q first when both are on R (L-18)"]
    changes = [*changes, *LUDO_FAULTS["any roll leaves H"][0]]
    report = judged(tmp_path, changed(LUDO, changes))
    kinds = [finding.kind for finding in report.findings]
    assert kinds == sorted(kinds)
    assert set(kinds) == {"breaks", "differs"}
    assert kinds == [finding["kind"] for finding in report.to_json()["findings"]]


@pytest.mark.parametrize("method", ["play_game", "get_player_by_position"])
def test_what_a_missing_method_would_have_shown_is_no_finding(method: str, tmp_path: Path) -> None:
    report = judged(tmp_path, LUDO.replace(method, "another_name"))
    assert [finding.expected for finding in report.findings] == [f"LudoGame.{method}()"]


def test_a_call_of_the_missing_method_is_no_finding_of_its_own(tmp_path: Path) -> None:
    report = judged(tmp_path, LUDO.replace("def move_token", "def moveToken"))
    assert [finding.expected for finding in report.findings] == ["LudoGame.move_token()"]


def test_bytes_that_no_encoding_declares_are_refused_as_python_does(tmp_path: Path) -> None:
    path = tmp_path / "LudoGame.py"
    path.write_bytes(b"# caf\xe9\n" + LUDO.encode())
    [report] = check(path, ORDER)
    [finding] = report.findings
    assert report.verdict == "broken"
    assert finding.got == (
        "raised SyntaxError: byte 0xe9 is no utf-8, and no other encoding is declared (line 1)"
    )


def test_a_game_that_is_only_imported_is_not_asked_for(tmp_path: Path) -> None:
    written(tmp_path, LUDO)
    reports = check(
        written(tmp_path, "from LudoGame import LudoGame\n" + KUBA, "KubaGame.py"), ORDER
    )
    assert [report.game for report in reports] == ["kuba"]
    reports = check(written(tmp_path, "from LudoGame import *\n", "main.py"), ORDER)
    assert [(report.game, report.verdict) for report in reports] == [("ludo", "right")]


def test_what_one_game_leaves_to_the_next_is_shown_by_both(tmp_path: Path) -> None:
    program = LUDO.replace("        self._players = {}\n\n", "        pass\n\n", 1)
    program = program.replace("self._players = {}", "PLAYERS.clear()")
    program = "PLAYERS = {}\n" + program.replace("self._players", "PLAYERS")
    report = judged(tmp_path, program)
    [finding] = report.findings
    assert finding.rule is None
    assert finding.script.count(" = LudoGame()") == 2
    # By itself: a fresh process gives the same.
    pasted = program + finding.script.partition("\n")[2]
    done = subprocess.run(
        [sys.executable, "-c", pasted], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"{finding.got}\n"
    assert (finding.got, finding.expected) == ("-1", "4")


def test_prints_are_reported_once(tmp_path: Path) -> None:
    report = judged(tmp_path, with_first("print('rolling')"))
    [remark] = report.remarks
    assert (report.verdict, "prints 'rolling\\n'" in remark) == ("right", True)
    main = '\nif __name__ == "__main__":\n    print(input())\n'
    assert judged(tmp_path, LUDO + main).remarks == ()


@pytest.mark.parametrize("line", ["x = '\\d'", "x = 1 is 1", "import re; re.compile('[[a]')"])
def test_what_python_warns_of_is_no_print(line: str, tmp_path: Path) -> None:
    # In the file and in a call, where the older versions of Python do not warn of all of it.
    program = f"{line}\nimport warnings\nwarnings.warn('new', DeprecationWarning, 1)\n"
    late = f"warnings.warn('old', FutureWarning); compile({line!r}, 'x', 'exec')"
    assert judged(tmp_path, program + with_first(late)).remarks == ()
    (tmp_path / "helper.py").write_text(f"{line}\n", encoding="utf-8")
    assert judged(tmp_path, "import helper\n" + LUDO).remarks == ()
    # What it prints itself is still told, and what it warns of itself.
    for own in ("print('mine', file=__import__('sys').stderr)", "warnings.warn('mine')"):
        [remark] = judged(tmp_path, program + with_first(own)).remarks
        assert "mine" in remark


def test_endless_printing_is_bounded(tmp_path: Path) -> None:
    report = judged(tmp_path, with_first("while True: print('x' * 10**6)"))
    assert report.findings[0].got == "did not end"


def test_another_fault_is_found_beside_an_endless_loop(tmp_path: Path) -> None:
    program = LUDO.replace("return found\n\n    def move", "return found[:1]\n\n    def move")
    loop = "while (players, turns) == (['A', 'B'], [('C', 6)]): pass"
    head = "    def play_game(self, players, turns):\n"
    report = judged(tmp_path, program.replace(head, f"{head}        {loop}\n"))
    assert (report.findings[0].rule, report.findings[0].got) == (None, "did not end")
    assert "L-11" in [one.rule for one in report.findings]


@pytest.mark.parametrize("line", ["while True: pass", "import os; os._exit(1)"])
def test_a_program_that_stops_in_many_games_is_played_in_the_others(
    line: str, tmp_path: Path
) -> None:
    head = "    def move_token(self, player, token, steps):\n"
    stop = f"        if steps == 3 and player._steps[token] == 0:\n            {line}\n"
    program = changed(LUDO, LUDO_FAULTS["a kicked token goes to R"][0])
    program = program.replace(head, head + stop)
    report = judged(tmp_path, program)
    assert {finding.rule for finding in report.findings} == {None, "L-9"}
    # Shown by each of the methods that it stops, and no other.
    stops = [finding for finding in report.findings if finding.rule is None]
    assert {finding.got for finding in stops} < {"did not end", "ended the whole program"}
    assert sorted(finding.calls[-1][0] for finding in stops) == ["move_token", "play_game"]
    assert report.games == report.wanted


def test_a_slow_call_after_an_endless_one_is_not_called_endless(tmp_path: Path) -> None:
    # It works longer than the little time that is left once a call did not end.
    work = "import time; end = time.process_time() + 0.1\n"
    work += "        while turns == [('A', 6), ('A', 4)] and time.process_time() < end: pass\n"
    report = judged(tmp_path, with_first(work + "        while turns == [('A', 5)]: pass"))
    [finding] = report.findings
    assert (finding.rule, finding.got, finding.length) == (None, "did not end", 1)


def test_a_fault_that_depends_on_earlier_games_is_found(tmp_path: Path) -> None:
    shared = LUDO.replace(
        "    def __init__(self):\n        self._players = {}\n", "    _players = {}\n"
    )
    shared = shared.replace("        self._players = {}\n        for", "        for")
    report = judged(tmp_path, shared)
    assert report.findings
    rows = "rows = [list(row) for row in rows]"
    board = KUBA.replace("self._board = [list(row) for row in rows]", "self._board = ROWS")
    board = board.replace("self._before = self._board\n", "self._before = [*map(list, ROWS)]\n")
    board = board.replace("self._board, taken = pushed", "ROWS[:], taken = pushed")
    board = "ROWS = None\n" + board.replace(
        "        self._board = ROWS",
        f"        global ROWS\n        {rows}\n"
        "        ROWS = ROWS or rows\n        self._board = ROWS",
    )
    report = judged(tmp_path, board, "KubaGame.py")
    assert ("K-1", "breaks") in [(one.rule, one.kind) for one in report.findings]


@pytest.mark.parametrize(
    "kept",
    [
        *[("KubaGame", one) for one in ("board", "turn", "winner", "before", "captured", "colors")],
        ("LudoGame", "players"),
    ],
)
def test_two_games_at_once_that_share_something_are_reported(
    kept: tuple[str, str], tmp_path: Path
) -> None:
    # Set anew by each new game, so that one game after another is right.
    owner, attribute = kept
    right = LUDO if owner == "LudoGame" else KUBA
    report = judged(tmp_path, right.replace(f"self._{attribute}", f"{owner}._{attribute}"))
    [finding] = [one for one in report.findings if one.kind == "breaks"]
    assert finding.rule is None
    assert finding.explanation.startswith("Two games that are played at once are mixed up")
    assert "game_1 = " in finding.script
    assert "game_2 = " in finding.script


def test_random_answers_are_a_finding(tmp_path: Path) -> None:
    report = judged(tmp_path, "import random\n" + with_first("return [random.random()] * 4"))
    assert report.verdict == "broken"


linux = pytest.mark.skipif(sys.platform != "linux", reason="these limits are Linux's")


def did(tmp_path: Path, lines: str) -> str:
    """What a program could do: what it returns from `play_game`."""
    body = "".join(f"        {line}\n" for line in lines.splitlines())
    head = "    def play_game(self, players, turns):\n"
    with Sandbox(written(tmp_path, LUDO.replace(head, head + body))) as sandbox:
        assert sandbox.loaded.open_doors == ()
        return sandbox.play(PLAY).answers[1][0]


@linux
def test_it_cannot_start_processes(tmp_path: Path) -> None:
    bomb = "import os\nwhile True: os.fork()"
    assert did(tmp_path, bomb).startswith("raised BlockingIOError")
    run = "import subprocess, sys\nsubprocess.run([sys.executable, '-c', ''])"
    assert did(tmp_path, run).startswith("raised ")


@linux
def test_it_has_no_network(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        call = f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 5)"
        assert did(tmp_path, call).startswith("raised PermissionError")


@linux
def test_its_files_are_small_and_gone_afterwards(tmp_path: Path) -> None:
    assert did(tmp_path, "open('big', 'wb').write(bytes(10**6))").startswith("raised OSError")
    folder = did(tmp_path, "import os\nopen('kept', 'w').write('x')\nreturn os.getcwd()").strip("'")
    assert folder == "/checked/work"
    assert not os.path.exists(folder)


@linux
def test_its_environment_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_SECRET", "word")
    assert did(tmp_path, "import os\nreturn os.environ.get('PARLOR_SECRET')") == "None"


def test_many_can_be_checked_at_once(tmp_path: Path) -> None:
    changes, _ = LUDO_FAULTS["any roll leaves H"]
    program = LUDO
    for old, new in changes:
        program = program.replace(old, new)
    verdicts: list[str] = []
    threads = [
        threading.Thread(
            target=lambda n=number: verdicts.append(judged(tmp_path, program, f"{n}.py").verdict)
        )
        for number in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verdicts == ["broken"] * 3


@pytest.mark.parametrize(
    ("name", "program"),
    [
        ("a.py", "from KubaGame import KubaGame\n"),
        ("KubaGame.py", "import sys\nsys.path.pop(0)\nfrom KubaGame import KubaGame\n"),
        ("a.py", "from KubaGame import KubaGame as K\nclass KubaGame(K): pass\n"),
        ("a.py", "import LudoGame\nclass LudoGame(LudoGame.LudoGame): pass\n"),
        ("a.py", "from parlor._native import LudoGame\n"),
        ("a.py", "import sys\nsys.path += INSTALLED\nfrom LudoGame import LudoGame, Player\n"),
    ],
)
def test_a_class_of_the_package_is_no_solution(name: str, program: str, tmp_path: Path) -> None:
    program = program.replace("INSTALLED", repr(sys.path))
    report = judged(tmp_path, program, name)
    [finding] = report.findings
    assert (report.verdict, finding.rule, finding.kind) == ("broken", None, "breaks")
    assert finding.got.startswith("imported what it is to define (line ")
    assert report.game == ("kuba" if "Kuba" in program else "ludo")


def test_an_import_of_the_package_that_may_fail_is_none(tmp_path: Path) -> None:
    program = f"try:\n    import LudoGameTester\nexcept ImportError:\n    pass\n{LUDO}"
    assert judged(tmp_path, program, "a.py").verdict == "right"


def test_what_a_program_links_to_stays_as_it_is(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "file").write_text("kept", encoding="utf-8")
    victim.chmod(0o755)
    links = (
        f"import os\nos.symlink({str(victim)!r}, 'x')\n"
        f"os.mkdir('y')\nos.symlink({str(victim)!r}, 'y/z')\n"
    )
    assert judged(tmp_path, links + LUDO).verdict == "right"
    assert victim.stat().st_mode & 0o777 == 0o755
    assert (victim / "file").read_text(encoding="utf-8") == "kept"


def test_folders_in_folders_are_removed_however_deep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o755)
    monkeypatch.setattr(tempfile, "tempdir", folder)
    # Deeper than the stack of a call in a call, and than a path can be long.
    deep = (
        "import os\nname = 'x' * 10\n"
        "for _ in range(1500):\n    os.mkdir(name)\n    os.chdir(name)\n"
        "open('f', 'w').close()\nos.chmod('.', 0)\n"
    )
    assert judged(tmp_path, deep + LUDO).verdict == "right"
    # Nothing is left in it.
    os.rmdir(folder)


@pytest.mark.parametrize(
    "line",
    [
        b"loaded\t\t\tFooGame\t\t\n",
        b"loaded\t\t\tLudoGame LudoGame\tPlayer.fly\t\n",
        b"loaded\t\t\tLudoGame\t\tthe moon\n",
        b"loaded\t\t\tLudoGame\t\t\tmore\n",
        b"played\t\tFooGame.play_game\n",
        b"played\t\n",
        b"answered\n",
        b"answered\t\\xzz\n",
        b"\n",
        b"\xff\t\n",
    ],
)
def test_a_forged_answer_harms_nobody(line: bytes, tmp_path: Path) -> None:
    forged = f"import os, sys\nos.write(int(sys.argv[2]), {line!r})\n"
    early = judged(tmp_path, forged + LUDO)
    assert early.verdict in ("broken", "right")
    assert not early.is_failure
    late = with_first(forged.replace("\n", "; ").rstrip("; "))
    assert judged(tmp_path, late).verdict == "broken"


def test_a_fault_of_the_checker_is_reported_as_that(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("FooGame")

    monkeypatch.setattr("parlor.check.checker._check", fails)
    [failed] = check(written(tmp_path, LUDO), ORDER)
    assert failed.is_failure
    told = failed.to_json()
    assert told["verdict"] == "could-not-run"
    assert told["message"].startswith("the checker itself failed: KeyError: 'FooGame' (")
