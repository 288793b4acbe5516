"""The wheel holds what it should and nothing else, and is what the tests run against."""

import os
import sysconfig
from email.message import Message
from email.parser import Parser
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest

MODULES = ["LudoGame", "KubaGame", "LudoGameTester", "KubaGameTester", "parlor"]

FILES = {
    "KubaGame/__init__.py",
    "KubaGame/__main__.py",
    "KubaGame/py.typed",
    "KubaGameTester/__init__.py",
    "KubaGameTester/__main__.py",
    "KubaGameTester/py.typed",
    "LudoGame/__init__.py",
    "LudoGame/__main__.py",
    "LudoGame/py.typed",
    "LudoGameTester/__init__.py",
    "LudoGameTester/__main__.py",
    "LudoGameTester/py.typed",
    "parlor/__init__.py",
    "parlor/_analysis.py",
    "parlor/_arguments.py",
    "parlor/_batch.py",
    "parlor/_bots.py",
    "parlor/_fork.py",
    "parlor/_identity.py",
    "parlor/_imports.py",
    "parlor/_native.abi3.so",
    "parlor/_native.pyi",
    "parlor/_policy.py",
    "parlor/_position.py",
    "parlor/_pytest.py",
    "parlor/_selfplay.py",
    "parlor/_types.py",
    "parlor/check/__init__.py",
    "parlor/check/__main__.py",
    "parlor/check/board.py",
    "parlor/check/checker.py",
    "parlor/check/command.py",
    "parlor/check/confirm.py",
    "parlor/check/evidence.py",
    "parlor/check/explain.py",
    "parlor/check/files.py",
    "parlor/check/finding.py",
    "parlor/check/game.py",
    "parlor/check/generate.py",
    "parlor/check/jail.py",
    "parlor/check/jobs.py",
    "parlor/check/judge.py",
    "parlor/check/kuba_ko.py",
    "parlor/check/kuba_model.py",
    "parlor/check/kuba_push.py",
    "parlor/check/kuba_readings.py",
    "parlor/check/kuba_retold.py",
    "parlor/check/kuba_scenarios.py",
    "parlor/check/kuba_state.py",
    "parlor/check/ludo_board.py",
    "parlor/check/ludo_choice.py",
    "parlor/check/ludo_model.py",
    "parlor/check/ludo_player.py",
    "parlor/check/ludo_readings.py",
    "parlor/check/ludo_retold.py",
    "parlor/check/ludo_scenarios.py",
    "parlor/check/model_table.py",
    "parlor/check/order.py",
    "parlor/check/output.py",
    "parlor/check/page.py",
    "parlor/check/processor.py",
    "parlor/check/program.py",
    "parlor/check/progress.py",
    "parlor/check/protocol.py",
    "parlor/check/reading.py",
    "parlor/check/report.py",
    "parlor/check/rules.py",
    "parlor/check/sandbox.py",
    "parlor/check/script.py",
    "parlor/check/shapes.py",
    "parlor/check/sheet.py",
    "parlor/check/showing.py",
    "parlor/check/shrink.py",
    "parlor/check/spectrum.py",
    "parlor/check/start.py",
    "parlor/check/submission.py",
    "parlor/check/symbols.py",
    "parlor/check/table.py",
    "parlor/check/variations.py",
    "parlor/check/worker.py",
    "parlor/data/__init__.py",
    "parlor/data/_columns.py",
    "parlor/data/_fields.py",
    "parlor/data/analyses.py",
    "parlor/data/parquet.py",
    "parlor/data/records.py",
    "parlor/envs/__init__.py",
    "parlor/envs/_aec.py",
    "parlor/envs/_agents.py",
    "parlor/envs/_gymnasium.py",
    "parlor/envs/_learner.py",
    "parlor/envs/_openspiel.py",
    "parlor/envs/_opponents.py",
    "parlor/envs/_setup.py",
    "parlor/envs/_spaces.py",
    "parlor/envs/_table.py",
    "parlor/envs/_vec.py",
    "parlor/envs/_whole.py",
    "parlor/envs/kuba_v1.py",
    "parlor/envs/ludo_v1.py",
    "parlor/envs/openspiel.py",
    "parlor/envs/rllib.py",
    "parlor/envs/sb3.py",
    "parlor/errors.py",
    "parlor/kuba/__init__.py",
    "parlor/kuba/analysis.py",
    "parlor/kuba/batch.py",
    "parlor/kuba/bots.py",
    "parlor/kuba/engine.py",
    "parlor/kuba/events.py",
    "parlor/kuba/selfplay.py",
    "parlor/kuba/symmetry.py",
    "parlor/kuba/tables.py",
    "parlor/ludo/__init__.py",
    "parlor/ludo/batch.py",
    "parlor/ludo/bots.py",
    "parlor/ludo/events.py",
    "parlor/ludo/judgement.py",
    "parlor/ludo/policies.py",
    "parlor/ludo/selfplay.py",
    "parlor/ludo/solver.py",
    "parlor/py.typed",
    "parlor/ray/__init__.py",
    "parlor/ray/_cluster.py",
    "parlor/ray/_jobs.py",
    "parlor/ray/_shards.py",
    "parlor/record.py",
    "parlor/strength/__init__.py",
    "parlor/strength/matches.py",
    "parlor/strength/ratings.py",
    "parlor/strength/results.py",
}

DIST_INFO = {
    "METADATA",
    "RECORD",
    "WHEEL",
    "entry_points.txt",
    "licenses/LICENSE-APACHE",
    "licenses/LICENSE-MIT",
    "licenses/python/third-party-licenses.txt",
}


@pytest.fixture(name="wheel", scope="module")
def fixture_wheel() -> Path:
    path = os.environ.get("PARLOR_WHEEL")
    assert path, "PARLOR_WHEEL must name the wheel under test; `cargo xtask test` sets it"
    return Path(path)


def texts(wheel: Path) -> "dict[str, bytes]":
    with ZipFile(wheel) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def dist_info(wheel: Path) -> str:
    name, version = wheel.name.split("-")[:2]
    return f"{name}-{version}.dist-info"


def headers(wheel: Path, file: str) -> Message:
    return Parser().parsestr(texts(wheel)[f"{dist_info(wheel)}/{file}"].decode())


def test_the_wheel_holds_the_five_packages_and_the_licences_and_nothing_else(wheel: Path) -> None:
    expected = FILES | {f"{dist_info(wheel)}/{name}" for name in DIST_INFO}
    assert sorted(texts(wheel)) == sorted(expected)


def test_the_licences_are_the_repositorys(wheel: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    for name in ("LICENSE-APACHE", "LICENSE-MIT", "python/third-party-licenses.txt"):
        packed = texts(wheel)[f"{dist_info(wheel)}/licenses/{name}"]
        assert packed == (root / name).read_bytes()


def test_one_wheel_serves_every_cpython_from_3_9(wheel: Path) -> None:
    _, _, python, abi, _ = wheel.stem.split("-")
    assert (python, abi) == ("cp39", "abi3")
    tags = headers(wheel, "WHEEL").get_all("Tag", [])
    assert tags
    assert all(tag.startswith("cp39-abi3-") for tag in tags)


def test_the_metadata_names_the_distribution_and_requires_only_python(wheel: Path) -> None:
    metadata = headers(wheel, "METADATA")
    assert metadata["Name"] == "parlor-games"
    assert metadata["Version"] == import_module("parlor").__version__
    assert metadata["Requires-Python"] == ">=3.9"
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert metadata.get_all("Requires-Dist") == [
        "numpy>=1.22 ; extra == 'data'",
        "pyarrow>=14 ; extra == 'data'",
        "gymnasium>=1.1 ; extra == 'envs'",
        "numpy>=1.22 ; extra == 'envs'",
        "pettingzoo>=1.25 ; extra == 'envs'",
        "numpy>=1.22 ; extra == 'rl'",
    ]
    assert metadata.get_all("Provides-Extra") == ["check", "data", "envs", "rl"]
    assert str(metadata.get_payload()).startswith("# ")


def test_no_file_in_the_wheel_names_the_folder_it_was_built_in(wheel: Path) -> None:
    root = str(Path(__file__).resolve().parents[2]).encode()
    assert [name for name, text in texts(wheel).items() if root in text] == []


@pytest.mark.parametrize("module", MODULES)
def test_what_is_tested_is_the_installed_wheel(module: str, wheel: Path) -> None:
    installed = Path(sysconfig.get_path("platlib")).resolve()
    file = import_module(module).__file__
    assert file is not None
    assert Path(file).resolve().parent == installed / module
    for name, text in texts(wheel).items():
        if name.startswith(f"{module}/"):
            assert (installed / name).read_bytes() == text, f"{name} is another one"
