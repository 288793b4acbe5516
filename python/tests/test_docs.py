"""Everything public is documented, and every example in the documentation is true."""

import doctest
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]

MODULES = [
    "LudoGame",
    "KubaGame",
    "parlor",
    "parlor.data",
    "parlor.envs",
    "parlor.envs.kuba_v1",
    "parlor.envs.ludo_v1",
    "parlor.errors",
    "parlor.ludo",
    "parlor.ludo.events",
    "parlor.ludo.solver",
    "parlor.kuba",
    "parlor.kuba.analysis",
    "parlor.kuba.events",
    "parlor.kuba.symmetry",
    "parlor.record",
    "parlor.strength",
]

DOCUMENTS = sorted(
    path
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "python/README.md"]
    if "```python\n" in path.read_text(encoding="utf-8")
)


class Documented(NamedTuple):
    """Something public, by the name a reader finds it by."""

    name: str
    thing: Any
    module: ModuleType


def members(owner: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of the class itself, not what it inherits."""
    # Sorted, for an extension class may list them in another order in each process.
    for name in sorted(vars(owner)):
        thing = getattr(owner, name)
        if not name.startswith("_") and (callable(thing) or inspect.isdatadescriptor(thing)):
            yield name, thing


def everything() -> Iterator[Documented]:
    """Each class and function in the `__all__` of a module, and their members."""
    for module_name in MODULES:
        module = import_module(module_name)
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing):
                yield Documented(f"{module_name}.{name}", thing, module)
                for member, value in members(thing):
                    yield Documented(f"{module_name}.{name}.{member}", value, module)
            elif callable(thing) and not isinstance(thing, ModuleType):
                yield Documented(f"{module_name}.{name}", thing, module)


PUBLIC = list(everything())

#: Without those that another module shows, too: their examples are the same, and take as long.
ONCE = list({id(documented.thing): documented for documented in reversed(PUBLIC)}.values())


def examples(text: str, name: str, names: "dict[str, Any]") -> doctest.DocTest:
    return doctest.DocTestParser().get_doctest(text, names, name, None, None)


def failures(test: doctest.DocTest) -> str:
    """What doctest says of the examples that are wrong; empty if all are right."""
    report: list[str] = []
    flags = doctest.REPORT_NDIFF
    doctest.DocTestRunner(optionflags=flags, verbose=False).run(test, out=report.append)
    return "".join(report)


@pytest.mark.parametrize("documented", ONCE, ids=lambda documented: documented.name)
def test_everything_public_is_documented_with_an_example_that_is_true(
    documented: Documented,
) -> None:
    text = inspect.getdoc(documented.thing)
    assert text, f"{documented.name} has no docstring"
    assert text.strip()[0].isupper(), f"{documented.name}: {text.splitlines()[0]!r}"
    names = dict(vars(documented.module))
    test = examples(text, documented.name, names)
    assert test.examples, f"{documented.name} shows no example"
    report = failures(test)
    assert not report, report


def test_every_property_and_method_of_the_classes_was_looked_at() -> None:
    names = {documented.name for documented in PUBLIC}
    assert {
        "LudoGame.LudoGame.play_game",
        "LudoGame.Player.get_completed",
        "KubaGame.KubaGame.make_move",
        "parlor.errors.ScriptError",
        "parlor.ludo.Position.legal_moves",
        "parlor.ludo.Position.parse",
        "parlor.ludo.Playout.places",
        "parlor.ludo.events.Kicked",
        "parlor.ludo.Analysis.to_svg",
        "parlor.ludo.solver.solve",
        "parlor.kuba.Position.apply",
        "parlor.kuba.Repetitions.turn_began",
        "parlor.record.Record.explain",
        "parlor.record.Record.result",
    } <= names


@pytest.mark.parametrize("name", [*MODULES, "LudoGameTester", "KubaGameTester"])
def test_every_module_says_what_it_is_for_and_what_it_shows_is_true(name: str) -> None:
    module = import_module(name)
    assert module.__doc__
    report = failures(examples(module.__doc__, name, dict(vars(module))))
    assert not report, report


def python_blocks(document: Path) -> "list[str]":
    return re.findall(r"^```python\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_block_of_python_in_a_document_runs_as_it_says(
    document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A document names files as whoever reads it in the repository would.
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    for number, block in enumerate(python_blocks(document), start=1):
        name = f"{document.name}, block {number}"
        if ">>>" in block:
            report = failures(examples(block, name, names))
            assert not report, report
        else:
            exec(compile(block, name, "exec"), names)


def test_the_readme_plays_the_golden_game_in_python() -> None:
    blocks = "".join(python_blocks(ROOT / "README.md"))
    assert "play_game(" in blocks
    assert "['28', '28', '21', 'H']" in blocks
