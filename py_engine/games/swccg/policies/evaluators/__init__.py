"""The action evaluators, each for one type of decision; a new one is listed here."""

from __future__ import annotations

from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.evaluators.actions.evaluator import ActionTextEvaluator
from py_engine.games.swccg.policies.evaluators.activation import ForceActivationEvaluator
from py_engine.games.swccg.policies.evaluators.battle.evaluator import BattleEvaluator
from py_engine.games.swccg.policies.evaluators.card_rules import CardRulesEvaluator
from py_engine.games.swccg.policies.evaluators.deploy.evaluator import DeployEvaluator
from py_engine.games.swccg.policies.evaluators.draw import DrawEvaluator
from py_engine.games.swccg.policies.evaluators.move.evaluator import MoveEvaluator
from py_engine.games.swccg.policies.evaluators.passing import PassEvaluator
from py_engine.games.swccg.policies.evaluators.selection.evaluator import CardSelectionEvaluator

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
    CardRulesEvaluator(),
)
"""All evaluators, in the order of their reasons in a result."""
