"""Everything public of the package, found by walking its modules; as a program, its type hints.

    python hints.py [PACKAGE …]

It prints each public function, method and class whose hints cannot be evaluated, and with what
error, as if the packages were not installed.
"""

from __future__ import annotations

import inspect
import pkgutil
import sys
import typing
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

#: The modules of the assignments' classes, which are not below `parlor`.
OTHERS = ["KubaGame", "KubaGameTester", "LudoGame", "LudoGameTester"]


def modules() -> Iterator[ModuleType]:
    """The public modules that say what is public in them, as far as what they need is installed."""
    import parlor

    found = pkgutil.walk_packages(parlor.__path__, "parlor.")
    names = [name for _, name, _ in found if "._" not in name]
    for name in ["parlor", *OTHERS, *names]:
        try:
            module = import_module(name)
        except ImportError as error:
            assert " is not installed" in str(error), error
            continue
        if hasattr(module, "__all__"):
            yield module


def things() -> Iterator[tuple[str, Any]]:
    """The public classes and functions by name, and the members of the classes that are ours."""
    for module in modules():
        for name in module.__all__:
            try:
                thing = getattr(module, name)
            except ImportError as error:
                assert " is not installed" in str(error), error
                continue
            if inspect.isclass(thing) or inspect.isroutine(thing):
                yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, value in members(thing):
                    yield f"{module.__name__}.{name}.{member}", value


def members(owner: type) -> Iterator[tuple[str, Any]]:
    """The public methods and getters of a class and of the classes of the package below it."""
    for base in owner.__mro__:
        if not is_ours(base):
            continue
        for name, value in vars(base).items():
            if name.startswith("_") and name != "__init__":
                continue
            if isinstance(value, property):
                yield name, value.fget
            elif isinstance(value, (classmethod, staticmethod)):
                yield name, value.__func__
            elif inspect.isroutine(value):
                yield name, value


def is_ours(thing: Any) -> bool:
    """Whether it is made in the package and not by somebody whose class ours extends."""
    return str(thing.__module__).split(".")[0] in ("parlor", *OTHERS)


def is_unreadable_elsewhere(thing: Any) -> bool:
    """Whether it extends a class of somebody else, whose own hints cannot be evaluated."""
    for base in getattr(thing, "__mro__", ()):
        if not is_ours(base):
            try:
                typing.get_type_hints(base)
            except NameError:
                return True
    return False


def main(absent: list[str]) -> None:
    """Print what has no hints."""
    for name in absent:
        sys.modules[name] = None  # type: ignore[assignment]
    seen = 0
    import parlor  # noqa: F401

    if sys.modules.get("numpy") is not None:
        print("parlor imports numpy")
    for name, thing in things():
        seen += 1
        if is_unreadable_elsewhere(thing):
            continue
        try:
            typing.get_type_hints(thing)
        except Exception as error:
            print(f"{name}: {error!r}")
    print(seen, file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
