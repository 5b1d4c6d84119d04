"""Running an evaluation to its end, without slices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.game import Game
from py_engine.core.request import A, S
from py_engine.core.results import Result

__all__ = ["ended", "evaluated"]


def evaluated(game: Game[S, A], state: S, params: Mapping[str, Any], action: A | None = None) -> Result:
    """Evaluates a position and returns the result.

    Args:
        game: The game.
        state: The position; the player to move is evaluated.
        params: Evaluator params as JSON data, with a seed.
        action: The action to grade, if any.

    Raises:
        ContractError: the params are invalid.
    """
    asked = EvaluatorParams.model_validate(params)
    result: Result | None = game.evaluation(state, state.active_player_id, asked, action).run()
    if result is None:
        raise RuntimeError("An evaluation has ended without a result.")
    return result


def ended(running: Evaluation) -> Result:
    """The result of an evaluation with the game's feedback, after all of its work."""
    running.finish()
    found = running.explained()
    if found is None:
        raise RuntimeError("An evaluation has ended without a result.")
    return found
