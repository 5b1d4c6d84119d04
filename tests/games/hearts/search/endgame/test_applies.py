"""When the end of a hand is solved exactly."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.endgame.applies import most_cards
from py_engine.games.hearts.search.endgame.evaluations import EnumeratedEndgame, SampledEndgame
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from tests.games.hearts.beliefs_oracle import endgame, hand
from tests.games.hearts.searched import job, searched


def kind(state: HeartsState, **params: Any) -> type[Evaluation]:
    return type(job(state, **params))


def test_exact_evaluation_depends_on_cards_worlds_and_budget() -> None:
    few, many = endgame(3, 2), endgame(3, 4)
    assert kind(few) is EnumeratedEndgame
    assert kind(few, max_enumerated_worlds=0) is SampledEndgame
    assert kind(few, endgame_cards=1) is CardSearch
    assert kind(few, max_unseen_states=1) is CardSearch
    assert kind(few, max_work=1) is CardSearch
    assert kind(few, time_budget_ms=0) is CardSearch
    assert kind(many) is SampledEndgame
    assert kind(many, max_work=1000) is CardSearch
    assert kind(endgame(3, 7), endgame_cards=6) is CardSearch
    # The first trick of a hand has special rules.
    assert kind(hand(3)[4], endgame_cards=6) is CardSearch
    assert searched(few, max_work=1).candidates


@pytest.mark.parametrize(("time_budget_ms", "cards"), [(0, 4), (899, 4), (900, 5), (4999, 5), (5000, 6)])
def test_longer_time_budgets_allow_more_cards(time_budget_ms: int, cards: int) -> None:
    assert most_cards(EvaluatorParams(evaluator_seed=1, time_budget_ms=time_budget_ms)) == cards
