"""However it is started, the checker judges the file, and imports nothing beside it itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from faults import LUDO_FAULTS
from students import KUBA, LUDO
from test_testers import changed

#: Tells that it was imported where there is an environment, which a program's own process has not.
TELLTALE = """
import os
if "OUTSIDE" in os.environ:
    open(os.environ["OUTSIDE"], "a").write(__name__ + " ")
"""

#: Modules that the checker uses and that Python has not loaded when it begins.
SHADOWED = ["argparse", "csv", "hypothesis", "json", "pickle", "queue", "random", "tempfile", "xml"]

ARGUMENTS = ["--games", "0", "--seconds", "600"]

#: Calls the checker as a person in a REPL does.
CALL = (
    "from parlor.check import check, Order; "
    "[told] = check({file!r}, Order(games=0)); print(told.to_text())"
)

#: What `parlor check` runs where it finds no `parlor-check`, only an interpreter.
START = (
    "import sys; sys.path[:] = filter(None, sys.path); "
    "from parlor.check.start import main; sys.exit(main())"
)

TEST = "def test_it(parlor_check):\n    parlor_check({file!r})\n"


@pytest.fixture(name="folder")
def fixture_folder(tmp_path: Path) -> Path:
    """A wrong program under the name of the package's own module, among modules that shadow."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    wrong = changed(LUDO, LUDO_FAULTS["any roll leaves H"][0])
    (folder / "LudoGame.py").write_text(TELLTALE + wrong, encoding="utf-8")
    (folder / "KubaGame.py").write_text(TELLTALE + KUBA, encoding="utf-8")
    for name in SHADOWED:
        (folder / f"{name}.py").write_text(f"{TELLTALE}raise ImportError('mine')\n", "utf-8")
    return folder


def started(folder: Path, command: list[str], **variables: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was imported outside of the sandbox."""
    outside = folder.parent / "outside"
    environment = {**os.environ, "OUTSIDE": str(outside), **variables}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout, outside.read_text("utf-8") if outside.exists() else ""


def program(name: str) -> str:
    """A program that came with the package."""
    return os.path.join(os.path.dirname(sys.executable), name)


@pytest.mark.parametrize("python_path", ["", ".", "FOLDER"])
@pytest.mark.parametrize(
    "command",
    [
        [program("parlor-check"), *ARGUMENTS, "LudoGame.py"],
        [sys.executable, "-m", "parlor.check", *ARGUMENTS, "LudoGame.py"],
        [sys.executable, "-c", START, *ARGUMENTS, "LudoGame.py"],
    ],
    ids=["command", "module", "parlor"],
)
def test_each_start_judges_the_file(command: list[str], python_path: str, folder: Path) -> None:
    variables = {"PYTHONPATH": python_path.replace("FOLDER", str(folder))} if python_path else {}
    code, printed, outside = started(folder, command, **variables)
    assert (code, outside) == (1, ""), printed
    assert "L-5  breaks the text" in printed


def test_a_call_judges_the_file(folder: Path) -> None:
    for file in ("LudoGame.py", str(folder / "LudoGame.py")):
        code, printed, outside = started(folder, [sys.executable, "-c", CALL.format(file=file)])
        assert (code, outside) == (0, ""), printed
        assert "L-5  breaks the text" in printed


def test_the_fixture_judges_the_file(folder: Path) -> None:
    for name in SHADOWED:
        # pytest itself would import some of them.
        (folder / f"{name}.py").unlink()
    (folder / "hypothesis.py").write_text(TELLTALE, encoding="utf-8")
    (folder / "test_a.py").write_text(TEST.format(file="LudoGame.py"), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
    ]
    code, printed, outside = started(folder, [*command, "test_a.py"])
    assert (code, outside) == (1, ""), printed
    assert "L-5  breaks the text" in printed


def test_a_start_of_pytest_imports_nothing_of_a_student(folder: Path) -> None:
    for name in SHADOWED:
        (folder / f"{name}.py").unlink()
    (folder / "test_a.py").write_text("def test_a(): pass\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "test_a.py"]
    code, printed, outside = started(folder, command)
    assert (code, outside) == (0, ""), printed
