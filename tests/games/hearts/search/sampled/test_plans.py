"""The plans of Hearts' search: their values in shared worlds, and which of them are kept."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.contract import ContractError
from py_engine.core.numerics import U64, Array
from py_engine.core.samples import Sample
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.objective import FEATURES
from py_engine.games.hearts.knowledge.sampling_error import fewest_worlds, least_error
from py_engine.games.hearts.policies import playouts
from py_engine.games.hearts.policies.defence import choose_to_stop, suspects
from py_engine.games.hearts.policies.lots import lots_of
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.batch import SEAT, after_moon, legal_cards
from py_engine.games.hearts.rules.cards import DECK, NUMBERS, names_of
from py_engine.games.hearts.rules.state import to_batch
from py_engine.games.hearts.search.sampled.card_search import CardSearch, may_shoot
from py_engine.games.hearts.search.sampled.plans import Plan, PlanValues
from py_engine.games.hearts.search.sampled.rechecked import DROP_AFTER
from py_engine.games.hearts.search.sampled.world_evaluation import AT_LEAST, FAILED_MOON, WorldEvaluation
from tests.games.hearts.searched import (
    action_of,
    card_of,
    card_search,
    drawn,
    following,
    greedy_action,
    greedy_hand,
    job,
    known_to,
    searched,
    shooters,
)

TABLES = default_play_tables()


def with_values(search: WorldEvaluation, gaps: dict[int, Array], worlds: int = 100) -> WorldEvaluation:
    """Sets the values of a search's plans: 0 except for the given ones."""
    values = np.zeros((len(search.plans), worlds), dtype=np.float64)
    for plan, gap in gaps.items():
        values[plan] = gap
    every = range(len(search.plans))
    search.values.add(every, values)
    features = {name: np.zeros(len(search.plans), dtype=np.float64) for name in FEATURES}
    search.explored.add(every, Sample(values, features, values.size))
    return search


def ahead_by(errors: float, worlds: int = 100) -> Array:
    """Values whose mean is ``errors`` standard errors above 0."""
    noise = np.where(np.arange(worlds) % 2, 1.0, -1.0)
    error = float(np.sqrt(1 / (worlds - 1)))
    return noise + errors * error


@pytest.mark.parametrize(("errors", "gate", "shoots"), [(1.4, 1.5, False), (1.6, 1.5, True), (0.1, 0.0, True)])
def test_only_a_clearly_better_plan_to_shoot_replaces_the_other_one(errors: float, gate: float, shoots: bool) -> None:
    search = card_search(greedy_hand(1)[4], gate=gate)
    shooting = next(i for i, plan in enumerate(search.plans) if plan.shoot)
    with_values(search, {shooting: ahead_by(errors)})
    search.explored.features["moon_chance"][shooting] = 100
    assert (search.leader() == shooting) is shoots


def test_the_card_with_the_highest_mean_leads() -> None:
    assert with_values(card_search(following(3, 20)), {2: ahead_by(0.1)}).leader() == 2


def test_a_plan_to_shoot_must_succeed_in_more_than_half_the_worlds() -> None:
    for chance, chosen in ((0.5, False), (0.51, True)):
        search = with_values(card_search(greedy_hand(1)[4]), {})
        shooting = next(i for i, plan in enumerate(search.plans) if plan.shoot)
        search.values.add([shooting], np.zeros((1, 0)))
        search = with_values(card_search(greedy_hand(1)[4]), {shooting: ahead_by(9)})
        search.explored.features["moon_chance"][shooting] = chance * 100
        assert (search.leader() == shooting) is chosen


def test_plans_far_behind_are_dropped_except_the_greedy_one() -> None:
    state = following(3, 20)
    user = next(card for card in map(card_of, play.legal_actions(state)) if card != greedy_action(state)["play"])
    early = with_values(card_search(state), {1: np.full(DROP_AFTER - 1, -5.0)}, DROP_AFTER - 1)
    early.narrow()
    assert list(early.contenders) == list(range(len(early.plans)))
    search = card_search(state, user)
    behind = {i: ahead_by(-3.3) for i in range(len(search.plans))}
    kept = next(i for i in behind if i != 0)
    behind[kept] = ahead_by(-3.1)
    with_values(search, behind | {0: np.zeros(100)})
    search.narrow()
    assert list(search.contenders) == [0, kept]
    # The greedy card stays even if another one leads by far.
    best = with_values(card_search(state), {2: np.full(100, 7.0)})
    best.narrow()
    assert list(best.contenders) == [0, 2]


def test_the_best_moves_and_the_users_are_compared() -> None:
    state = next(state for state in greedy_hand(1)[8:] if len({plan.move for plan in card_search(state).plans}) > 6)
    legal = [card_of(action) for action in play.legal_actions(state)]
    hint = card_search(state)
    gaps = {i: np.full(100, -float(i)) for i, plan in enumerate(hint.plans) if not plan.shoot}
    with_values(hint, gaps)
    assert hint.finalists() == [0, 1, 2, 3, 4]
    last = max(gaps)
    card = names_of(hint.plans[last].move)[0]
    assert card in legal
    graded = with_values(card_search(state, card), gaps)
    graded.narrow()
    assert graded.finalists() == [0, 1, 2, 3, 4, last]


def test_estimates_of_dropped_plans_use_paired_differences() -> None:
    values = PlanValues(2)
    values.add([0, 1], np.array([[1.0, 3.0], [0.0, 1.0]]))
    values.add([0], np.array([[8.0, 8.0]]))
    assert values.estimate(0, 0) == 5
    assert values.estimate(1, 0) == 5 - 1.5
    assert values.difference(1, 0).value == -1.5
    assert values.variance(1) == pytest.approx(0.25)
    more = np.arange(2000, dtype=np.float64)[None]
    values.add([0], more)
    seen = np.array([1, 3, 8, 8, *range(2000)], dtype=np.float64)
    assert values.mean(0) == pytest.approx(seen.mean())
    assert values.variance(0) == pytest.approx(seen.var())
    assert values.difference(0, 1).stderr == pytest.approx(0.5)


def test_no_plan_shoots_once_another_player_has_points() -> None:
    states = greedy_hand(3)
    for state in states[4:]:
        facts = facts_of(state, state.active_player_id)
        mine = state.points[state.active_player_id]
        assert may_shoot(facts) is (sum(state.points) == mine)
        plans = card_search(state).plans
        assert any(plan.shoot for plan in plans) is may_shoot(facts)
        assert not plans[0].shoot
    assert not any(plan.shoot for plan in CardSearch(known_to(states[8]), shoot=False).plans)


def test_moons_are_discounted_by_moon_trust() -> None:
    state = shooters(0)
    facts = facts_of(state, 0)
    for trust in (1.0, 0.6, 0.0):
        search = card_search(state, moon_trust=trust, inference=False)
        search.defend = search.perturbs = False
        shooting = [i for i, plan in enumerate(search.plans) if plan.shoot][:1]
        plan = search.plans[shooting[0]]
        sample = drawn(search, shooting, 24)
        hands = search.known.worlds("explore", 0, 24)
        batch = search.positions(hands, [plan])
        taken = finished(play_out(batch, TABLES, 0, np.ones(24, dtype=bool), defend=False))
        points = after_moon(taken, facts.rules)
        failed = max(FAILED_MOON, state.points[0] + AT_LEAST)
        shot = (taken[0] & 63) >= 45
        assert shot.any()
        expected = np.where(shot, trust * -points[0] - (1 - trust) * failed, -points[0])
        assert sample.values[0] == pytest.approx(expected)


def test_positions_after_a_plan_match_the_rules() -> None:
    for state in greedy_hand(6)[4:50]:
        search = card_search(state, inference=False)
        hands = search.known.worlds("explore", 0, 3)
        batch = search.positions(hands, search.plans)
        seats = batch.seat.reshape(len(search.plans), 3)
        for plan, row in zip(search.plans, seats.tolist(), strict=True):
            moved = play.apply_action(state, action_of({"play": names_of(plan.move)[0]}))
            assert moved.phase == "pass" or row == [moved.active_player_id] * 3
        taken = np.array([facts_of(state, 0).taken]).T
        assert (batch.taken >= taken).all()
        assert (
            np.bitwise_count(
                np.bitwise_or.reduce(batch.hands, axis=0) | batch.gone | batch.trick * U64(batch.on_table > 0)
            )
            == 52
        ).all()


@pytest.mark.parametrize("moves", [9, 22, 37])
def test_a_sample_is_one_playout_per_plan_and_world(moves: int) -> None:
    search = card_search(following(4, moves), inference=False)
    search.defend = search.others_shoot = False
    places = [i for i, plan in enumerate(search.plans) if not plan.shoot]
    sample = drawn(search, places, 5)
    hands = search.known.worlds("explore", 0, 5)
    # The same random bits for all plans.
    lots = lots_of(search.known.generator("explore", 0, 5, 1), 5, 1)
    for row, place in enumerate(places):
        for world in range(5):
            batch = search.positions(hands[:, world : world + 1], [search.plans[place]])
            here = lots.take(np.array([world]))
            taken = finished(play_out(batch, TABLES, defend=False, lots=here))
            assert sample.values[row, world] == search.known.objective.outcome(taken).values[0]
    assert sample.work == 5 * len(places)
    assert sample.features["tricks"].shape == (len(places),)


@pytest.mark.parametrize(("depth", "least", "most"), [(1, 1, 1), (2, 1.5, 13), (3, 3, 150)])
def test_deeper_searches_count_every_playout(depth: int, least: float, most: float) -> None:
    search = CardSearch(known_to(following(5, 24)), shoot=False, depth=depth)
    sample = drawn(search, range(len(search.plans)), 4)
    assert sample.values.shape == (len(search.plans), 4)
    assert least * sample.values.size <= sample.work <= most * sample.values.size
    assert search.playouts == sample.work


def test_pimc_drops_nothing_and_prefers_the_highest_mean() -> None:
    state = following(3, 20)
    result = searched(state, evaluator="pimc", worlds=120)
    assert {candidate.rollouts for candidate in result.candidates} == {120}
    assert {candidate.note for candidate in result.candidates} == {None}
    evaluation = job(state, evaluator="pimc", worlds=120)
    assert isinstance(evaluation, CardSearch)
    assert not any(plan.shoot for plan in evaluation.plans)
    assert with_values(evaluation, {1: ahead_by(-9), 2: ahead_by(0.1)}).leader() == 2
    evaluation.narrow()
    assert list(evaluation.contenders) == list(range(len(evaluation.plans)))


def test_pimc_playouts_have_no_defenders(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> Array:
        raise AssertionError("somebody defends")

    monkeypatch.setattr(playouts, "choose_to_stop", refused)
    assert searched(following(3, 20), evaluator="pimc", worlds=20).candidates
    with pytest.raises(ContractError) as raised:
        searched(following(3, 20), worlds=20)
    assert str(raised.value.__cause__) == "somebody defends"


def test_every_move_has_a_plan_and_that_of_the_playouts_comes_first() -> None:
    blocked = 0
    for state in greedy_hand(11)[4:]:
        search = card_search(state)
        assert {plan.move for plan in search.plans} == set(search.moves)
        facts = facts_of(state, state.active_player_id)
        stands_for = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
        card = NUMBERS[greedy_action(state)["play"]]
        if search.known.blocks:
            root, suspect = to_batch(state), suspects(np.array(facts.taken, dtype=np.int16)[:, None])
            lane, prior = np.zeros(1, dtype=SEAT), np.array([card], dtype=U64)
            stopping = int(choose_to_stop(root, lane, legal_cards(root), prior, suspect)[0])
            blocked += stopping != card
            card = stopping
        assert search.plans[0] == Plan(1 << stands_for[card])
    assert blocked


@pytest.mark.parametrize(
    ("budget", "worlds"),
    [({"time_budget_ms": 900}, 256), ({"time_budget_ms": 5000}, 5000), ({"time_budget_ms": 5000, "max_work": 9}, 256)],
)
def test_one_move_left_ends_a_search_early_unless_there_is_a_lot_of_time(budget: dict[str, int], worlds: int) -> None:
    search = job(following(2, 14), worlds=5000, **budget)
    assert isinstance(search, WorldEvaluation)
    assert search.most_worlds == 5000
    search.contenders = [0]
    assert search.most_worlds == worlds


def test_no_standard_error_is_below_that_of_a_sample_that_agrees_by_chance() -> None:
    assert fewest_worlds(0.2, 20.0) == 151
    assert least_error(150, 20.0) == pytest.approx(0.2)
    result = searched(following(2, 14), worlds=20)
    assert all(each.stderr >= least_error(20, 1.0) for each in result.candidates)
