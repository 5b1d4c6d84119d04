"""Asks an evaluator for its answer, as the bridge does but without a slice's end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from py_engine.core.contract import EvaluatorParams
from py_engine.core.game import Game
from py_engine.core.request import A, S
from py_engine.core.results import Result

__all__ = ["evaluated"]


def evaluated(game: Game[S, A], state: S, params: Mapping[str, Any], action: A | None = None) -> Result:
    """What an evaluation of a position comes to.

    Args:
        game: which.
        state: where; it is the player's turn.
        params: as JSON data, with a seed.
        action: to grade.

    Raises:
        ContractError: the params do not fit.
    """
    asked = EvaluatorParams.model_validate(params)
    result: Result | None = game.evaluation(state, state.active_player_id, asked, action).run()
    if result is None:
        raise RuntimeError("An evaluation has ended without a result.")
    return result
