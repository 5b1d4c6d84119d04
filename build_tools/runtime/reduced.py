"""Modules of numpy and pydantic that the browser gets in a reduced form: their import is a good part of a start.

It runs inside Pyodide, so it uses only the standard library. ``tests/tools/runtime/test_left_out.py`` answers every
request with the reduced modules, and the parity tests do so with the bytes that are served.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

__all__ = ["REDUCED", "without_typed_dicts"]

_RANDOM = b"""from importlib import import_module

_PLACES = {
    "BitGenerator": "bit_generator",
    "Generator": "_generator",
    "PCG64": "_pcg64",
    "SeedSequence": "bit_generator",
}


def __getattr__(name):
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
    return globals()[name]
"""

_TYPING = b"""from numpy._core.multiarray import ndarray as NDArray
"""


def _instead(source: bytes) -> Callable[[bytes], bytes]:
    return lambda _original: source


def without_typed_dicts(source: bytes) -> bytes:
    """The source of a module with ``Name = dict`` in place of every typed dictionary. Line numbers stay the same.

    Calling a typed dictionary gives a dictionary too; its keys and types serve only type checkers.
    """
    lines = source.decode().split("\n")
    typed = {"TypedDict"}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and any(
            isinstance(base, ast.Name) and base.id in typed for base in node.bases
        ):
            typed.add(node.name)
            last = node.end_lineno or node.lineno
            lines[node.lineno - 1 : last] = [f"{node.name} = dict"] + [""] * (last - node.lineno)
    return "\n".join(lines).encode()


REDUCED: Mapping[str, Callable[[bytes], bytes]] = {
    # The engine uses one bit generator; the package imports five and the old interface, all at once.
    "numpy/random/__init__.py": _instead(_RANDOM),
    # A single name of them is used, in annotations.
    "numpy/_typing/__init__.py": _instead(_TYPING),
    "numpy/typing/__init__.py": _instead(b"from numpy._typing import NDArray\n"),
    # They only set docstrings.
    "numpy/_core/_add_newdocs.py": _instead(b""),
    "numpy/_core/_add_newdocs_scalars.py": _instead(b""),
    "pydantic_core/core_schema.py": without_typed_dicts,
}
"""For each file, how its served source is made from the original."""
