"""Imports the modules that the site serves in a reduced form in that form, as the browser's Python does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

from build_tools.runtime.reduced import REDUCED

__all__ = ["install"]


class _Reduced(SourceFileLoader):
    """Loads a module's source in its reduced form."""

    def get_data(self, path: str) -> bytes:
        data = super().get_data(path)
        if path.endswith(".pyc"):
            raise OSError("Bytecode is of the original.")
        return REDUCED[next(name for name in REDUCED if path.endswith("/" + name))](data)


class _Finder(MetaPathFinder):
    """Finds reduced modules."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        origin = "" if spec is None else spec.origin or ""
        if spec is None or not any(origin.endswith("/" + name) for name in REDUCED):
            return None
        spec.loader = _Reduced(fullname, origin)
        return spec


def install() -> None:
    """Affects all imports from now on; writes no bytecode, which would be of the reduced source."""
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, _Finder())
