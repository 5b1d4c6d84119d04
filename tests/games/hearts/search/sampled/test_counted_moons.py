"""The share of moons of the others that counts in the card search, and the errors of the features that reasons name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.core.results import Candidate
from py_engine.games.hearts.knowledge.others_moons import share_that_counts
from py_engine.games.hearts.rules.cards import NUMBERS
from py_engine.games.hearts.rules.play import legal_actions
from py_engine.games.hearts.search.options import PimcOptions
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.pimc import pimc
from py_engine.games.hearts.search.sampled.plans import Plan
from py_engine.games.hearts.search.sampled.rechecked import NAMED
from tests.games.hearts.searched import card_of, card_search, drawn, following, greedy_hand, job, known_to, request

EARLY = following(4, 9)


def points(candidate: Candidate) -> float:
    """Points of a hand by its features."""
    found = candidate.features
    return found["hearts"] + 13 * found["queen_chance"] + 26 * (found["moon_against"] - found["moon_chance"])


def test_values_count_the_share_of_moons_of_the_others() -> None:
    search = card_search(EARLY)
    share = share_that_counts(max(search.known.facts.counts))
    assert search.moons_count == share < 1
    rng = np.random.default_rng(1)
    values, against = rng.normal(size=(2, len(search.plans), 30))
    found = search.corrected(values, against, search.plans)
    expected = values[2] - values[1] - (1 - share) * (against[2] - against[1])
    assert (found[2] - found[1]).tolist() == pytest.approx(expected.tolist())


@pytest.mark.parametrize("options", [{"perturb": False}, {"beta": 0.5}])
def test_all_of_it_counts_where_the_share_was_not_measured(options: dict[str, Any]) -> None:
    assert card_search(EARLY, **options).moons_count == 1


def test_all_of_it_counts_in_other_searches_and_for_chances_to_win() -> None:
    assert CardSearch(known_to(EARLY), depth=2).moons_count == 1
    assert card_search(EARLY.model_copy(update={"scores": [95, 40, 60, 80]})).moons_count == 1
    plain = pimc(request(EARLY, None, known_to(EARLY).request.params), PimcOptions(worlds=4))
    assert isinstance(plain, CardSearch)
    assert plain.moons_count == 1


@pytest.mark.parametrize("subtracts", [False, True])
def test_moons_of_the_others_cost_nothing_where_they_subtract(monkeypatch: pytest.MonkeyPatch, subtracts: bool) -> None:
    hand = greedy_hand(4, moon_subtracts=subtracts)[9:]
    search = card_search(next(state for state in hand if len(legal_actions(state)) > 2))
    assert (search.moons_count == 1) == subtracts, "their chances stay as they are where values do not depend on them"
    parts: list[Array] = []

    def corrected(values: Array, against: Array, _: object) -> Array:
        parts.append(against)
        return values

    monkeypatch.setattr(search, "corrected", corrected)
    sample = drawn(search, range(len(search.plans)), 256)
    moons = sample.features["moon_against"]
    assert moons.max() > 0
    assert parts[0].sum(axis=1).tolist() == [0.0 if subtracts else -26.0 * each for each in moons]


@pytest.mark.parametrize("moves", [6, 13, 22])
def test_features_come_to_the_losses(moves: int) -> None:
    evaluation = job(following(4, moves), max_work=3_000)
    result = evaluation.run()
    assert result is not None
    best, *others = [each for each in result.candidates if each.compared and each.note is None]
    assert best.action == result.best_action
    assert others
    for other in others:
        assert points(other) - points(best) == pytest.approx(best.ev - other.ev)


def test_differences_in_features_have_the_errors_of_paired_samples() -> None:
    state = following(4, 9)
    last = job(state, max_work=3_000).run()
    assert last is not None
    user = [each.action for each in last.candidates if each.compared][-1]
    best = last.best_action
    found: list[dict[str, float]] = []
    gaps: list[dict[str, float]] = []
    for seed in range(12):
        evaluation = job(state, user, max_work=1_500, evaluator_seed=seed)
        result = evaluation.run()
        assert isinstance(evaluation, CardSearch)
        assert result is not None
        if result.best_action != best:
            continue
        legal = evaluation.known.legal
        moves = [evaluation.moves[legal.index(1 << NUMBERS[card_of(action)])] for action in (user, best)]
        pair = [next(i for i, plan in enumerate(evaluation.plans) if plan == Plan(move)) for move in moves]
        found.append(result.evidence.errors)
        gaps.append({name: evaluation.feature_gap(name, *pair).value for name in NAMED})
        assert set(found[-1]) == set(NAMED)
        stated = result.candidate(user).features["hearts"] - result.candidate(best).features["hearts"]
        assert gaps[-1]["hearts"] == pytest.approx(stated)
    assert len(found) >= 6
    for name in ("hearts", "queen_chance"):
        seen = np.array([each[name] for each in gaps]).std(ddof=1)
        stated = float(np.mean([each[name] for each in found]))
        assert 0.4 * stated < seen < 2 * stated
