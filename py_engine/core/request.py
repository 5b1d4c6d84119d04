"""The request that an evaluator gets."""

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
    """A decision to evaluate, optionally with an action to grade.

    The caller ensures that there is something to decide and that the action is legal, as ``Game.request`` does.
    """

    state: S
    """The state as observed by the player."""
    player: int
    params: EvaluatorParams
    user: A | None = None
    """The legal action to grade; None when nothing is graded."""
