"""The request that an evaluator gets, and evaluations that can take up another one for the same decision."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from py_engine.core.contract import EvaluatorParams, GameState, Model

__all__ = ["A", "Regradable", "Request", "S"]

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


class Regradable(ABC):
    """An evaluation whose work does not depend on the graded move, unless that is none of those that it compares.

    So a search for the best move can go on as the grading of a move, with the work it has done.
    """

    @abstractmethod
    def take_up(self, request: Request[Any, Any]) -> bool:
        """Makes the user's action of a request the graded one; returns False if the work done is of no use for it."""
