"""Which version of the solver a table was made by, so that one of another version is not taken for this one's."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

__all__ = ["origin"]

_MAKERS = (
    "../rules/tables",
    "uppers",
    "lattice",
    "solver",
    "artifact",
    "values",
    "rooms",
    "policy_columns",
    "forward",
    "density",
    "facts",
)


@cache
def origin() -> str:
    """A hash over the sources of everything that makes a table; empty in the browser, which has no sources."""
    digest = hashlib.sha256()
    for name in _MAKERS:
        source = Path(__file__).parent / f"{name}.py"
        if not source.is_file():
            return ""
        digest.update(source.read_bytes())
    return digest.hexdigest()
