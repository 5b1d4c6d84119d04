"""When the end of a hand may be solved exactly."""

from __future__ import annotations

from typing import Any

from py_engine.core.evaluation import Evaluation
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.endgame.ending import Ending
from py_engine.games.hearts.search.endgame.standard import fewest_nodes
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from tests.games.hearts.beliefs_oracle import endgame, hand
from tests.games.hearts.searched import job, known_to, searched


def kind(state: HeartsState, **params: Any) -> type[Evaluation]:
    return type(job(state, **params))


def test_solving_is_tried_by_cards_worlds_and_budget() -> None:
    few = endgame(3, 2)
    assert kind(few) is Ending
    assert kind(few, max_enumerated_worlds=0) is Ending
    assert kind(endgame(3, 6)) is Ending
    assert kind(few, endgame_cards=1) is CardSearch
    assert kind(few, max_unseen_states=1) is CardSearch
    assert kind(few, max_work=1) is CardSearch
    assert kind(few, time_budget_ms=0) is CardSearch
    assert kind(endgame(3, 7), endgame_cards=6) is CardSearch
    # The first trick of a hand has special rules.
    assert kind(hand(3)[4], endgame_cards=6) is CardSearch
    assert searched(few, max_work=1).candidates


def test_the_fewest_nodes_grow_with_the_number_of_cards() -> None:
    nodes = [fewest_nodes(known_to(endgame(1, cards)).facts) for cards in range(1, 8)]
    assert nodes == sorted(nodes)
