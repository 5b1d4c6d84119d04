"""Sentences about what sets two moves apart, from what was measured of them."""

from __future__ import annotations

from typing import Any

__all__ = ["sentences"]

Json = dict[str, Any]


def sentences(found: Json) -> list[Json]:
    """Feedback on a graded move: the largest differences to the best one."""
    return []
