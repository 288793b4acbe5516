"""The types and signatures of everything public, as tools and readers ask for them."""

import inspect
import re
import subprocess
import sys
import typing
from typing import Any, Union

import hints
import numpy as np
import numpy.typing as npt
import parlor
import pytest
from parlor import kuba, ludo

#: What the package can do without.
OPTIONAL = ["numpy", "gymnasium", "pettingzoo", "pyspiel", "pyarrow", "ray", "stable_baselines3"]

PUBLIC = list(hints.things())


@pytest.mark.skipif(sys.version_info < (3, 10), reason="3.9 cannot evaluate X | Y")
@pytest.mark.parametrize("absent", [[], OPTIONAL], ids=["with-packages", "without-any"])
def test_the_hints_of_everything_public_can_be_evaluated(absent: "list[str]") -> None:
    program = [sys.executable, "-W", "error", hints.__file__, *absent]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    assert int(ended.stderr) > (300 if absent else len(PUBLIC) - 1)


@pytest.mark.skipif(sys.version_info < (3, 10), reason="3.9 cannot evaluate X | Y")
def test_hints_are_the_types_themselves() -> None:
    assert typing.get_type_hints(ludo.values)["return"] == npt.NDArray[np.float64]
    rewards = inspect.getattr_static(kuba.Batch, "rewards").fget
    assert typing.get_type_hints(rewards)["return"] == npt.NDArray[np.float32]
    assert typing.get_type_hints(kuba.Batch.load)["state"] == npt.ArrayLike
    seed = typing.get_type_hints(ludo.self_play)["seed"]
    assert seed == Union[int, np.random.SeedSequence, None]
    assert typing.get_type_hints(kuba.Engine.search)["position"] == Union[kuba.Position, str]
    position = typing.get_type_hints(parlor.PolicyError)["position"]
    assert position == Union[kuba.Position, ludo.Position, None]


def test_whoever_only_looks_at_the_modules_imports_nothing() -> None:
    program = (
        "import copy, inspect, pickle, sys\n"
        "from parlor import _types\n"
        "for names in (_types.np, _types.ludo):\n"
        "    copy.copy(names), pickle.loads(pickle.dumps(names)), inspect.unwrap(names)\n"
        "assert 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


def test_what_is_public_was_found() -> None:
    names = {name for name, _ in PUBLIC}
    assert {
        "LudoGame.Player.__init__",
        "KubaGame.KubaGame.make_move",
        "parlor.match",
        "parlor.check.check",
        "parlor.data.read_parquet",
        "parlor.envs.KubaEnv.step",
        "parlor.kuba.Batch.step",
        "parlor.kuba.bots.Bot.choose_many",
        "parlor.ludo.Position.apply",
        "parlor.ludo.evaluate",
    } <= names


def has_signature(name: str, thing: Any) -> bool:
    """Whether it is ours to say the arguments; Python has none for errors and protocols.

    The constructor of a class has the signature of the class.
    """
    if inspect.isclass(thing):
        makers = (getattr(base, "__dict__", {}) for base in thing.__mro__ if hints.is_ours(base))
        own = any("__init__" in maker or "__new__" in maker for maker in makers)
        # 3.9 has no signatures of compiled classes.
        return own and sys.version_info >= (3, 10) and not getattr(thing, "_is_protocol", False)
    return not name.endswith(".__init__")


@pytest.mark.parametrize(
    "thing", [pytest.param(it, id=name) for name, it in PUBLIC if has_signature(name, it)]
)
def test_signatures_name_the_arguments_and_their_annotations_the_public_types(thing: Any) -> None:
    shown = str(inspect.signature(thing))
    assert not ("*args" in shown and "**kwargs" in shown), shown
    private = set(re.findall(r"\b(?:Ludo|Kuba)(?:Position|Playout)\b|\b_[A-Z]\w*", shown))
    assert private <= {"_Self"}, shown
