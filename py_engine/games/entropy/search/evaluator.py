"""What Entropy's evaluators are asked, and those that look once at every move."""

from __future__ import annotations

from dataclasses import dataclass

from py_engine.core.contract import EvaluatorParams
from py_engine.core.looks import OneLook
from py_engine.core.numerics import Array
from py_engine.games.entropy.knowledge.grades import BANDS, KINDS
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState

__all__ = ["Asked", "EntropyLook", "plain"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What an evaluation is asked."""

    state: EntropyState
    player: int
    params: EvaluatorParams
    user: EntropyAction | None = None
    """The action to grade."""


class EntropyLook(OneLook):
    """See ``OneLook``; ``look`` counts the legal actions."""

    def __init__(self, asked: Asked, name: str, note: str) -> None:
        super().__init__(asked.params, name, note, KINDS[asked.player].code, BANDS)
        self.asked = asked


def plain(points: Array) -> Array:
    """The same numbers with zero for minus zero, which looks odd."""
    same: Array = points + 0.0
    return same
