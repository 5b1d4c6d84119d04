"""The evaluators, each for one sort of decision; add a new one by listing it here."""

from __future__ import annotations

from py_engine.games.swccg.evaluators.action_text import ActionTextEvaluator
from py_engine.games.swccg.evaluators.activation import ForceActivationEvaluator
from py_engine.games.swccg.evaluators.battle import BattleEvaluator
from py_engine.games.swccg.evaluators.deploy import DeployEvaluator
from py_engine.games.swccg.evaluators.draw import DrawEvaluator
from py_engine.games.swccg.evaluators.move import MoveEvaluator
from py_engine.games.swccg.evaluators.passing import PassEvaluator
from py_engine.games.swccg.evaluators.selection import CardSelectionEvaluator
from py_engine.games.swccg.scoring import ActionEvaluator

__all__ = ["EVALUATORS"]

EVALUATORS: tuple[ActionEvaluator, ...] = (
    PassEvaluator(),
    DeployEvaluator(),
    BattleEvaluator(),
    MoveEvaluator(),
    ForceActivationEvaluator(),
    DrawEvaluator(),
    CardSelectionEvaluator(),
    ActionTextEvaluator(),
)
"""All of them, in the order in which their reasons are told."""
