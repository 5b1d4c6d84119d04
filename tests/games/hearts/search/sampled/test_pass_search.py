"""The pass search: the triples it compares, the hands after the exchange, and its results."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams
from py_engine.core.numerics import U64
from py_engine.core.samples import Sample
from py_engine.games.hearts.coaching.measured_feedback import measured_feedback
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.policies.passing import (
    all_passes,
    costs,
    default_pass_tables,
    pass_cards,
    practised_pass_tables,
    rule_of_thumb,
)
from py_engine.games.hearts.rules.batch import TRICK
from py_engine.games.hearts.rules.cards import mask_of, names_of
from py_engine.games.hearts.rules.state import HeartsState, mask_of_hand
from py_engine.games.hearts.search.evidence import Evidence
from py_engine.games.hearts.search.options import SearchOptions
from py_engine.games.hearts.search.sampled.information_set import InformationSet
from py_engine.games.hearts.search.sampled.pass_search import COST_ERROR, PRIOR, SHOOTING, PassSearch
from py_engine.games.hearts.search.sampled.plans import Plan
from py_engine.games.hearts.search.sampled.roots import after_passing
from tests.games.hearts.deals import by_seat, is_whole_deal
from tests.games.hearts.searched import Json, greedy_action, greedy_hand, job, loss, moved, request, searched


def pass_search(state: HeartsState, user: JsonValue = None, **params: Any) -> PassSearch:
    budgets = EvaluatorParams.model_validate({"evaluator_seed": 1} | params)
    return PassSearch(InformationSet(request(state, user, budgets), SearchOptions()))


def hand_of(state: HeartsState) -> int:
    return mask_of_hand(state.hands[state.active_player_id])


def whole_cost(hand: int, passed: int) -> float:
    return float(costs(np.array([hand & ~passed], dtype=U64), practised_pass_tables()).sum())


def plain(search: PassSearch) -> list[int]:
    """The passes of the plans that do not shoot the moon."""
    return [plan.move for plan in search.plans if not plan.shoot]


def test_the_greedy_pass_and_the_cheapest_by_practised_costs_are_compared() -> None:
    for seed in range(40):
        state = greedy_hand(seed)[0]
        hand, chosen = hand_of(state), plain(pass_search(state))
        assert len(set(chosen)) == len(chosen) == 20
        greedy, *others = chosen
        assert greedy == mask_of(greedy_action(state)["pass"])
        found = [whole_cost(hand, passed) for passed in others]
        cheapest = sorted(whole_cost(hand, passed) for passed in all_passes(hand).tolist() if passed != greedy)[:19]
        assert found == pytest.approx(cheapest)


@pytest.mark.parametrize("jack", [False, True])
def test_differences_of_passes_are_a_mean_of_playouts_and_expected_costs(jack: bool) -> None:
    state = greedy_hand(3, jack_of_diamonds=jack)[0]
    low: Json = {"pass": names_of(hand_of(state))[:3]}
    search = pass_search(state, low)
    played = np.random.default_rng(1).normal(size=(len(search.plans), 3))
    values = search.corrected(played, np.zeros_like(played), search.plans)
    # Plans of both kinds are on the scale of the playouts, on which the first plan stays where it is.
    assert values[0].tolist() == pytest.approx(played[0].tolist())
    first = whole_cost(hand_of(state), search.plans[0].move)
    for plan, before, after in zip(search.plans, played, values, strict=True):
        more = whole_cost(hand_of(state), plan.move) - first
        expected = before if plan.shoot or jack else (1 - PRIOR) * before + PRIOR * (played[0] - more)
        assert after.tolist() == pytest.approx(expected.tolist())


def test_a_sample_without_the_first_plan_has_the_same_values() -> None:
    search = pass_search(greedy_hand(3)[0])

    def sampled(candidates: list[int]) -> Sample:
        sampling = search.sample(candidates, "fresh", 0, 8)
        while True:
            try:
                next(sampling)
            except StopIteration as stop:
                found: Sample = stop.value
                return found

    whole, part = sampled([0, 2, len(search.plans) - 1]), sampled([2, len(search.plans) - 1])
    assert part.values.tolist() == whole.values[1:].tolist()
    assert {name: sums.tolist() for name, sums in part.features.items()} == {
        name: sums[1:].tolist() for name, sums in whole.features.items()
    }
    assert whole.work == part.work == 24


def test_the_stated_values_of_passes_are_their_expected_points() -> None:
    result = searched(greedy_hand(3)[0], worlds=32)
    for each in result.candidates:
        if each.compared:
            assert -each.ev == pytest.approx(each.features["expected_points"])
    (log,) = result.metadata.telemetry
    assert log["expected_points"] == pytest.approx(-result.best_action_ev)


@pytest.mark.parametrize("seed", range(4))
def test_the_parts_of_a_pass_add_up_to_its_loss(seed: int) -> None:
    state = greedy_hand(seed)[0]
    low: Json = {"pass": names_of(hand_of(state))[:3]}
    result = searched(state, low, worlds=200)
    evidence = result.evidence
    assert isinstance(evidence, Evidence)
    correction = evidence.correction
    user, best = (result.candidate(action) for action in (low, result.best_action))
    if best.note is None and user.note is None:
        costs = [whole_cost(hand_of(state), mask_of(moved_pass(each.action))) for each in (user, best)]
        assert list(correction) == pytest.approx([1 - PRIOR, PRIOR * (costs[1] - costs[0]), PRIOR * COST_ERROR])
        played = [points_in_playouts(each.features) for each in (user, best)]
        assert result.delta_ev == pytest.approx((1 - PRIOR) * (played[1] - played[0]) + correction.kept)
    items = measured_feedback(result, correction=correction, error_share=evidence.error_share)
    assert sum(item.delta for item in items) == pytest.approx(result.delta_ev, abs=0.1)


def moved_pass(action: Any) -> list[str]:
    cards: list[str] = action["pass"]
    return cards


def points_in_playouts(features: Any) -> float:
    """Points of a hand by its features."""
    moons = 26 * (features["moon_against"] - features["moon_chance"])
    return float(features["hearts"] + 13 * features["queen_chance"] + moons)


def test_stated_errors_contain_that_of_the_costs() -> None:
    state = greedy_hand(3)[0]
    low: Json = {"pass": names_of(hand_of(state))[:3]}
    for jack in (False, True):
        search = pass_search(greedy_hand(3, jack_of_diamonds=jack)[0], low)
        assert (search.model_error() >= PRIOR * COST_ERROR) is not jack
    assert searched(state, low, worlds=400).delta_stderr > PRIOR * COST_ERROR  # type: ignore[operator]


def test_the_shortlist_size_limits_the_passes_but_keeps_the_users() -> None:
    state = greedy_hand(1)[0]
    low: Json = {"pass": names_of(hand_of(state))[:3]}
    assert len(plain(pass_search(state, shortlist_size=5))) == 5
    assert len(plain(pass_search(state, shortlist_size=0))) == 286
    chosen = plain(pass_search(state, low, shortlist_size=5))
    assert len(chosen) == 6
    assert chosen[-1] == mask_of(low["pass"])
    first = plain(pass_search(state, greedy_action(state), shortlist_size=5))
    assert len(first) == 5


def test_the_cheapest_and_the_costliest_passes_are_tried_with_a_plan_to_shoot() -> None:
    state = greedy_hand(2)[0]
    search = pass_search(state)
    shooting = [plan.move for plan in search.plans if plan.shoot]
    assert shooting[:SHOOTING] == plain(search)[:SHOOTING]
    costliest = sorted((whole_cost(hand_of(state), p) for p in all_passes(hand_of(state)).tolist()), reverse=True)
    lowest = [whole_cost(hand_of(state), passed) for passed in shooting[SHOOTING:]]
    assert lowest == pytest.approx(costliest[:SHOOTING])
    evaluation = job(state, shoot=False)
    assert isinstance(evaluation, PassSearch)
    assert not any(plan.shoot for plan in evaluation.plans)


@pytest.mark.parametrize("skipped", [0, 1, 2])
def test_the_exchange_in_the_true_deal_matches_the_rules(skipped: int) -> None:
    """With everybody passing greedily in the true deal, the search reaches the state that the rules give."""
    states = greedy_hand(12, skipped)
    before, after = states[0], states[4]
    hands = np.array([[mask_of_hand(hand)] for hand in before.hands], dtype=U64)
    search = pass_search(before)
    batch = search.positions(hands, [Plan(mask_of(greedy_action(before)["pass"]))])
    assert by_seat(batch)[:, 0].tolist() == [mask_of_hand(hand) for hand in after.hands]
    assert batch.leader.tolist() == [after.leader]
    assert batch.tricks == batch.on_table == 0


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_the_holder_of_the_two_of_clubs_after_the_exchange_leads(seat: int) -> None:
    state = greedy_hand(4)[seat]
    search = pass_search(state)
    hands = search.known.worlds("explore", 0, 30)
    batch = search.positions(hands, search.plans)
    assert batch.size == 30 * len(search.plans)
    dealt = by_seat(batch)
    assert is_whole_deal(dealt)
    lanes = np.arange(batch.size)
    assert (dealt[batch.leader, lanes] & U64(1) == 1).all()
    assert (batch.leader != np.tile(np.argmax(hands & U64(1), axis=0), len(search.plans))).any()
    left = (seat + 1) % 4
    for place, plan in enumerate(search.plans):
        part = dealt[:, 30 * place : 30 * (place + 1)]
        assert (part[left] & U64(plan.move) == U64(plan.move)).all()
        assert (part[seat] & U64(plan.move) == 0).all()
        kept = U64(hand_of(state) & ~plan.move)
        assert (part[seat] & kept == kept).all()


def test_no_cards_move_when_the_direction_is_hold() -> None:
    state = greedy_hand(4)[0].model_copy(update={"pass_direction": "hold"})
    facts = facts_of(state, 0)
    hands = np.array([[mask_of_hand(hand)] for hand in state.hands], dtype=U64)
    passed = pass_cards(hands[:, 0], default_pass_tables())[:, None]
    assert by_seat(after_passing(facts, hands, passed)).tolist() == hands.tolist()


def test_a_pass_gets_a_result_like_a_card() -> None:
    state = greedy_hand(5)[1]
    result = searched(state, worlds=32)
    metadata, best = result.metadata, result.candidates[0]
    assert metadata.decision == "pass"
    assert metadata.total_legal_actions == 286
    assert 20 <= len(result.candidates) == metadata.candidates_evaluated <= 20 + SHOOTING
    (log,) = metadata.telemetry
    assert (log["trick_idx"], log["move"]) == (0, result.best_action)
    assert best.ev < 0 < best.features["expected_points"]
    assert best.features["tricks"] < 13 < TRICK


def test_passing_low_cards_is_a_blunder() -> None:
    low: Json = {"pass": ["2C", "3C", "2H"]}
    state = greedy_hand(5)[0]
    hand = ["2C", "3C", "5C", "4D", "6D", "8D", "QS", "KS", "2H", "4H", "5H", "KH", "AH"]
    others = [card for seat in range(4) for card in names_of(mask_of_hand(state.hands[seat])) if card not in hand]
    hands = [
        hand,
        *(sorted(others[k : k + 13], key=lambda card: names_of(mask_of(others)).index(card)) for k in (0, 13, 26)),
    ]
    graded = searched(state.model_copy(update={"hands": hands}), low, worlds=1000)
    assert graded.user_action == low
    assert loss(graded) > 3
    assert graded.grade == "BLUNDER"
    assert measured_feedback(graded)


def test_pimc_passes_by_the_rule_of_thumb() -> None:
    state = greedy_hand(6)[2]
    result = searched(state, evaluator="pimc")
    assert mask_of(moved(result.best_action)) == rule_of_thumb(hand_of(state))
    assert result.metadata.evaluator == "pimc"
