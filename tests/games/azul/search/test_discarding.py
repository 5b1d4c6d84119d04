"""What the tree does when it has as many positions as it may hold."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.azul.knowledge.valuers import LearntValues
from py_engine.games.azul.search import round_search, search_work
from py_engine.games.azul.search.round_search import RoundSearch, Settings
from tests.bridge import strategies
from tests.games.azul import oracle
from tests.games.azul.oracle import State
from tests.games.azul.reference_features import read
from tests.games.azul.search.test_search_evaluator import evaluation

OPENING = strategies.reachable_state(1, 0.0, 0.0)
LIMIT = 400


def limited(state: State, limit: int = LIMIT) -> RoundSearch:
    root = read(state)
    return RoundSearch(root, LearntValues(root), Settings(), limit)


def grown(search: RoundSearch, work: int) -> RoundSearch:
    while search.work < work and not (search.closed or search.full):
        search.grow()
    return search


def test_the_tree_grows_on_within_its_limit() -> None:
    search = grown(limited(OPENING), 200_000)
    assert search.work >= 200_000
    assert search.discarded > LIMIT
    assert search._size == len(search._table) + 1 <= LIMIT, "the root has no key"
    assert len(search._value) <= LIMIT


def test_discarding_changes_no_value_and_no_count_of_leaves() -> None:
    search = grown(limited(OPENING), 25_000)
    values, visits = (part.copy() for part in search.root_values())
    kept = search._size
    assert search._discard()
    assert search._size < kept
    assert search.discarded == kept - search._size
    after = search.root_values()
    assert np.array_equal(after[0], values)
    assert np.array_equal(after[1], visits)
    assert (search._root.spent[0] > 0).any()


def test_every_kept_position_is_backed_up_from_its_moves() -> None:
    search = grown(limited(OPENING), 25_000)
    assert search._discard()
    nodes = np.arange(1, search._size, dtype=np.intp)
    values, child, _ = search._seen(search._moves, nodes)
    assert np.array_equal(values.max(axis=1), search._value[nodes])
    assert child.max() < search._size
    assert not search._moves.child[search._size :].any()
    assert (search._moves.value[search._size :] == -np.inf).all()


def test_kept_positions_are_still_found_by_their_keys() -> None:
    search = grown(limited(OPENING), 25_000)
    before = search._table.copy()
    positions = {key: search._store.take(np.array([node])).tiles.tolist() for key, node in before.items()}
    assert search._discard()
    assert 0 < len(search._table) < len(before)
    for key, node in search._table.items():
        assert search._store.take(np.array([node])).tiles.tolist() == positions[key]


def test_a_small_memory_costs_little_strength() -> None:
    """With the same work the best move of a tree that discards is nearly as good in a far larger tree."""
    ample, small = grown(limited(OPENING, 60_000), 100_000), grown(limited(OPENING, 1_200), 100_000)
    assert ample.discarded == 0
    assert small.discarded > 0
    values, _ = ample.root_values()
    chosen = int(small.root_values()[0].argmax())
    assert values[chosen] > values.max() - 1


def test_a_tree_that_discarded_can_still_be_completed() -> None:
    state = next(s for s in strategies.game(8, 0.0) if 9 <= oracle.tiles_on_table(s) <= 10)
    small, ample = grown(limited(state, 130), 10**6), grown(limited(state, 60_000), 10**6)
    assert small.discarded > 0
    assert small.closed
    assert ample.closed
    assert small.root_values()[0].max() == ample.root_values()[0].max()


def test_an_evaluation_that_can_hold_no_more_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_search, "MOST_DISCARDED", 0)
    monkeypatch.setattr(search_work, "MAX_TREE", LIMIT)
    result = evaluation(OPENING, work=200_000).run()
    assert result is not None
    assert result.metadata.ended_by == "memory"
    assert result.metadata.completed_within_budget
    assert result.metadata.nodes < 50_000


@pytest.mark.parametrize("user", [None, 40])
def test_an_evaluation_uses_a_budget_far_beyond_its_memory(monkeypatch: pytest.MonkeyPatch, user: int | None) -> None:
    monkeypatch.setattr(search_work, "MAX_TREE", LIMIT)
    result = evaluation(OPENING, user, work=120_000).run()
    assert result is not None
    assert result.metadata.ended_by == "work"
    assert result.metadata.nodes > 0.95 * 120_000
    assert any("discarded" in note for note in result.metadata.notes)
    assert (result.grade is None) == (user is None)


def test_a_larger_budget_does_not_blur_a_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    """The graded move gets its share of the search before the memory is full and after."""
    monkeypatch.setattr(search_work, "MAX_TREE", LIMIT)
    few, many = (evaluation(OPENING, 40, work=work) for work in (20_000, 160_000))
    few.run()
    many.run()
    visits = []
    for each in (few, many):
        assert each.search is not None
        assert each.search.favoured[40]
        visits.append(int(each.search.root_values()[1][40]))
    assert visits[1] > 4 * visits[0]
