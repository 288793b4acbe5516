"""Names in annotations whose modules are not imported before somebody asks for the types.

Annotations are texts until :func:`typing.get_type_hints` evaluates them in the module that has
them, so the names must be there: as the modules themselves for a type checker, and at run time as
what imports a module for the first type of it. They are for annotations alone; code that works
with arrays asks ``_numpy`` for NumPy, which says how to install it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__all__ = ["kuba", "ludo", "np", "npt", "strength"]

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from parlor import kuba, ludo, strength
else:

    def _refuse_private(name: str) -> None:
        """Import nothing for who only asks what kind of object this is, as `copy` does."""
        if name.startswith("_"):
            raise AttributeError(name)

    class _Absent(type):
        """The class of what is in a package that is not installed."""

        def __getitem__(cls, parameters: Any) -> Any:
            return cls

        def __getattr__(cls, name: str) -> Any:
            _refuse_private(name)
            return _Absent(name, (), {"__module__": f"{cls.__module__}.{cls.__name__}"})

    class _Types:
        """The types of a module, by their names."""

        def __init__(self, module: str) -> None:
            self._module = module

        def __getattr__(self, name: str) -> Any:
            _refuse_private(name)
            try:
                module = importlib.import_module(self._module)
            except ImportError:
                return _Absent(name, (), {"__module__": self._module})
            return getattr(module, name)

    #: Not NumPy: it is optional, and slow to import.
    np, npt = _Types("numpy"), _Types("numpy.typing")

    #: They need the errors, whose types name their positions.
    kuba, ludo = _Types("parlor.kuba"), _Types("parlor.ludo")

    #: It imports both games.
    strength = _Types("parlor.strength")
