"""The search evaluator: which evaluation a decision calls for."""

from __future__ import annotations

from py_engine.evaluation import Evaluation
from py_engine.games.hearts.evaluator import Asked
from py_engine.games.hearts.facts import facts_of
from py_engine.games.hearts.options import SearchOptions
from py_engine.games.hearts.pass_search import PassSearch
from py_engine.games.hearts.sampled import Question
from py_engine.games.hearts.search import CardSearch

__all__ = ["search"]


def search(asked: Asked, options: SearchOptions) -> Evaluation:
    """The evaluation of a pass or a card."""
    question = Question(asked, facts_of(asked.state, asked.player), options)
    kind = PassSearch if asked.state.phase == "pass" else CardSearch
    return kind(question, shoot=options.shoot)
