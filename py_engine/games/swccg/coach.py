"""SWCCG's coach entry: grades, kinds of decisions, evaluators, feedback and queries."""

from __future__ import annotations

from py_engine.core.game import Coach
from py_engine.games.swccg.coaching.feedback import explain
from py_engine.games.swccg.coaching.queries import QUERIES
from py_engine.games.swccg.knowledge.grades import BANDS
from py_engine.games.swccg.rules.kinds import KINDS
from py_engine.games.swccg.search.evaluators import EVALUATORS

__all__ = ["COACH"]


COACH = Coach(
    grades=BANDS,
    decisions=KINDS,
    evaluators=EVALUATORS,
    explain=explain,
    queries=QUERIES,
)
