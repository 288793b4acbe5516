"""Finds what a program written for the assignments gets wrong.

`check` compares a `LudoGame.py` or `KubaGame.py`, in its own process, with the rules and returns a
report: each finding with the rule and the smallest game that shows it. The command is
`parlor-check`; docs/check.md describes both.
"""

from parlor._imports import TrustedImports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from parlor.check.checker import check
    from parlor.check.finding import Finding
    from parlor.check.order import Order, Strictness
    from parlor.check.report import Report

__all__ = ["Finding", "Order", "Report", "Strictness", "check"]

_MODULES = {
    "Finding": "finding",
    "Order": "order",
    "Report": "report",
    "Strictness": "order",
    "check": "checker",
}


def __getattr__(name: str) -> object:
    """Import a name of `__all__` on first use.

    `import parlor.check` alone imports nothing else, and nothing from students' folders.
    """
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with TrustedImports():
        module = __import__(f"{__name__}.{_MODULES[name]}", fromlist=[name])
    return getattr(module, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
