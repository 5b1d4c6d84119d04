"""Invented rows of score inputs."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.lab.swccg.score_inputs import Row

__all__ = ["row_of"]


def row_of(
    options: int,
    contributions: Sequence[tuple[int, int, float]],
    *,
    vetoed: Sequence[int] = (),
    standing: Sequence[float] = (0.0, 0.0, 0.0),
    chosen: int | None = None,
) -> Row:
    """A decision between ``options`` answers, with contributions as (choice, weight, input)."""
    return {
        "index": 0,
        "kind": "other",
        "type": "MULTIPLE_CHOICE",
        "text": "",
        "answers": [str(place) for place in range(options)],
        "chosen": chosen,
        "vetoed": list(vetoed),
        "standing": list(standing),
        "linear": True,
        "choice": [choice for choice, _, _ in contributions],
        "weight": [weight for _, weight, _ in contributions],
        "input": [amount for _, _, amount in contributions],
    }
