"""What an evaluator is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from py_engine.core.contract import EvaluatorParams, GameState, Model

__all__ = ["A", "Request", "S"]

S = TypeVar("S", bound=GameState)
"""A game's state model."""
A = TypeVar("A", bound=Model)
"""A game's action model."""


@dataclass(frozen=True, slots=True)
class Request(Generic[S, A]):
    """A decision to evaluate, and the action to grade.

    Whoever makes one sees to it that there is something to decide and that the action is legal, as ``Game.request`` does.
    """

    state: S
    """As the player sees it."""
    player: int
    params: EvaluatorParams
    user: A | None = None
    """The action to grade, which is legal; None when nothing is graded."""
