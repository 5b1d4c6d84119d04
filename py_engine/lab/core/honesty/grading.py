"""What a coach says about a move: its grade, with another seed and more work beside it, and the hint before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.game import Game
from py_engine.core.request import A, S
from py_engine.core.results import Result
from py_engine.lab.core.evaluations import ended
from py_engine.lab.core.honesty.cases import Case

__all__ = ["NO_CAUSE", "Asked", "Graded", "graded_case"]

SHOWN = 5
"""Moves in the list of a hint."""
NO_CAUSE = "none"
"""The reason of a card that names none."""


class Asked(NamedTuple):
    """A decision whose move is graded."""

    name: str
    state: Any
    action: Any
    group: str
    third: int


class Graded(NamedTuple):
    """A case without its true losses, the coach's pick, and the result behind the grade."""

    case: Case
    pick: Any
    """The coach's pick as JSON data."""
    found: Result


def graded_case(
    game: Game[S, A],
    asked: Asked,
    budgets: tuple[Mapping[str, Any], Mapping[str, Any]],
    limits: Callable[[Result], Sequence[float]],
    reason: Callable[[Result], str],
) -> Graded:
    """Grades a move.

    Args:
        game: The game.
        asked: The decision.
        budgets: The coach's params without a seed, limited by work, and the same for Think longer.
        limits: The losses from which a move is an inaccuracy, a mistake, a blunder.
        reason: What the first sentence of a graded result gives as the reason.
    """

    def running(seed: int, action: Any) -> Evaluation:
        move = None if action is None else game.action.model_validate(action)
        wanted = EvaluatorParams.model_validate({"evaluator_seed": seed, **budgets[0]})
        return game.evaluation(asked.state, asked.state.active_player_id, wanted, move)

    first = running(1, asked.action)
    hint, found, again = ended(running(1, None)), ended(first), ended(running(2, asked.action))
    # As on screen: the evaluation continues from what it has found.
    first.extend(EvaluatorParams.model_validate({"evaluator_seed": 1, **budgets[1]}))
    after = ended(first)
    case: Case = {
        "position": asked.name,
        "group": asked.group,
        "third": asked.third,
        "pick": found.best_action == found.user_action,
        "loss": -(found.delta_ev or 0.0),
        "stderr": found.delta_stderr or 0.0,
        "worse": found.worse,
        "limits": [*limits(found)],
        "decided": bool(found.decided),
        "verdict": str(found.verdict),
        "again": str(again.verdict),
        "longer": str(after.verdict),
        "listed": _listed(hint, found.user_action),
        "hint_is_best": ended(running(1, hint.best_action)).verdict == "best",
        # A decided position has no reasons.
        "reasons": [] if found.decided else [reason(each) for each in (found, again, after)],
        "same_best": found.best_action == again.best_action == after.best_action,
        "confirmed": None,
        "truths": {},
    }
    return Graded(case, found.best_action, found)


def _listed(hint: Result, action: Any) -> float | None:
    """The loss of a move in the list of the hint, None where it is not among the first ones that were compared."""
    for each in hint.candidates[:SHOWN]:
        if each.action == action and each.compared:
            return hint.best_action_ev - each.ev
    return None
