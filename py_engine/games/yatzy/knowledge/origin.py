"""Which version of the solver a table was made by, so that one of another version is not taken for this one's."""

from __future__ import annotations

from functools import cache

from py_engine.core.artifacts import IN_BROWSER

if not IN_BROWSER:
    from py_engine.core.provenance import STOPS, provenance

__all__ = ["origin"]

_MAKERS = ("py_engine.games.yatzy.knowledge.facts", "py_engine.games.yatzy.knowledge.values")
"""What is imported by the module of a table's facts and by that of its values makes the table."""
_NO_PART = frozenset({"py_engine.core.evaluation", __name__})
"""How work is done in slices, and where the makers stand."""


@cache
def origin() -> str:
    """A hash over the sources of everything that makes a table; empty in the browser, which has no sources."""
    return "" if IN_BROWSER else provenance(*_MAKERS, stops=STOPS | _NO_PART)
