"""Yatzy's policies: action values, choice frequencies and mean scores."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.expected import remaining
from py_engine.games.yatzy.knowledge.values import ValueTable, require
from py_engine.games.yatzy.policies.policy import (
    RANDOM,
    Policy,
    action_values,
    choose,
    look_ahead,
    optimal,
    position_values,
    this_turn,
)
from py_engine.games.yatzy.rules.batch import ACTIONS, KEEPS, Batch, finished, legal_mask, new_batch, step, totals
from py_engine.games.yatzy.rules.state import YatzyState, action_data, rules_of, to_batch
from py_engine.games.yatzy.rules.tables import STANDARD, Rules
from tests.bridge import strategies
from tests.bridge.asking import ask
from tests.games.yatzy import oracle
from tests.games.yatzy.oracle import CATEGORIES, position

GREEDY_MEAN = 199.148638
"""Exact mean of the greedy policy, computed independently."""


@pytest.fixture(scope="module")
def best(standard: ValueTable) -> Policy:
    """Optimal play."""
    return Policy(optimal(standard))


def batch_of(state: Any) -> Batch:
    return to_batch([YatzyState.model_validate(state)])


def repeated(state: Any, times: int) -> Batch:
    return batch_of(state).take(np.zeros(times, dtype=np.intp))


def scores_of(policy: Policy, games: int, seed: int) -> Array:
    """Totals of solitaire games."""
    rng = np.random.default_rng(seed)
    batch = new_batch(1, rng.integers(1, 7, (games, 5), dtype=np.uint8), STANDARD)
    while not finished(batch).all():
        action = choose(batch, rng.integers(0, 2**32, games, dtype=np.uint32), policy)
        step(batch, action, rng.integers(1, 7, (games, 5), dtype=np.uint8))
    return totals(batch)[0]


@pytest.mark.parametrize("rules", [STANDARD, Rules(True, True)])
def test_greedy_action_value_is_the_expected_points_of_the_turn(rules: Rules) -> None:
    open_ones = ("threes", "full_house", "two_pairs", "chance")
    card = {name: 0 if name != "chance" else 5 for name in CATEGORIES if name not in open_ones}
    options = dict(zip(oracle.HOUSE_RULES, rules, strict=True))
    state = position(card, dice=[3, 3, 6, 2, 6], rolls_left=1, **options)
    batch = batch_of(state)
    values = action_values(batch, look_ahead(batch, this_turn(rules)))[0]

    def best(dice: list[int]) -> int:
        return max(oracle.score(name, dice, five=rules[0], four=rules[1]) for name in open_ones)

    for number in range(KEEPS):
        faces = [(die,) if number >> i & 1 else range(1, 7) for i, die in enumerate(state["dice"])]
        ends = [best(list(dice)) for dice in product(*faces)]
        assert values[number] == pytest.approx(sum(ends) / len(ends), abs=1e-9)
    for i, name in enumerate(CATEGORIES):
        wanted = oracle.score(name, state["dice"], five=rules[0], four=rules[1])
        assert values[KEEPS + i] == (wanted if name in open_ones else -np.inf)


@given(strategies.yatzy_states().filter(lambda state: None not in state["dice"]))
@settings(max_examples=40)
def test_optimal_values_equal_the_coach(state: Any) -> None:
    model = YatzyState.model_validate(ask("observe", state, 0))
    batch = to_batch([model])
    prospects = look_ahead(batch, optimal(require(rules_of(model))))
    values = action_values(batch, prospects)[0]
    assert np.flatnonzero(values > -np.inf).tolist() == np.flatnonzero(legal_mask(batch)[0]).tolist()
    player = state["active_player_id"]
    params = {"evaluator_seed": 1, "shortlist_size": 0, "evaluator": "exact"}
    result = ask("evaluate_best_move", state, player, params)
    by_action = {str(candidate["action"]): candidate["ev"] for candidate in result["candidates"]}
    for number in range(ACTIONS):
        ev = by_action.get(str(action_data(number)))
        assert ev is None or values[number] == pytest.approx(ev, abs=0.003)
    start = remaining(batch, batch.turn, require(rules_of(model)))
    assert position_values(batch, prospects, start)[0] == values.max()


@pytest.mark.parametrize(("dice", "left"), [([None, 5, 5, None, 6], 2), ([4, None, 2, None, 2], 1), ([None] * 5, 1)])
def test_value_with_awaited_dice_is_the_mean_over_throws(dice: list[int | None], left: int) -> None:
    table = require(STANDARD)
    card = {"ones": 2, "sixes": 18, "full_house": 0}
    waiting = position(card, dice=dice, rolls_left=left, real_dice=True)
    faces = [range(1, 7) if die is None else (die,) for die in dice]
    entered = [position(card, dice=list(fell), rolls_left=left - 1, real_dice=True) for fell in product(*faces)]
    batch = to_batch([YatzyState.model_validate(state) for state in (waiting, *entered)])
    start = remaining(batch, batch.turn, table)
    values = position_values(batch, look_ahead(batch, optimal(table)), start)
    assert values[0] == pytest.approx(values[1:].mean(), abs=1e-9)
    fresh = batch_of(position(card, dice=[None] * 5, rolls_left=3, real_dice=True))
    assert position_values(fresh, look_ahead(fresh, optimal(table)), start[:1])[0] == start[0]
    over = batch_of(position(oracle.full_card() | {"sixes": 30, "fives": 25, "fours": 20}))
    won = remaining(over, over.turn, table)
    assert position_values(over, look_ahead(over, optimal(table)), won)[0] == 50


def frequencies(state: Any, policy: Policy, times: int = 40_000) -> Counter[int]:
    bits = np.random.default_rng(4).integers(0, 2**32, times, dtype=np.uint32)
    return Counter(choose(repeated(state, times), bits, policy).tolist())


def check_shares(found: Counter[int], wanted: dict[int, float]) -> None:
    """Checks counts against probabilities that are known up to a factor."""
    whole, times = sum(wanted.values()), sum(found.values())
    assert set(found) <= {action for action, weight in wanted.items() if weight}
    for action, weight in wanted.items():
        share = weight / whole
        spread = (times * share * (1 - share)) ** 0.5
        assert abs(found[action] - times * share) < 5 * spread + 1, action


@pytest.mark.parametrize("left", [0, 2])
def test_random_policy_is_uniform_over_legal_actions(left: int) -> None:
    state = position({"ones": 3, "yatzy": 0}, dice=[2, 2, 5, 5, 5], rolls_left=left)
    legal = np.flatnonzero(legal_mask(batch_of(state))[0]).tolist()
    check_shares(frequencies(state, RANDOM), dict.fromkeys(legal, 1.0))


@pytest.mark.parametrize("scale", [0.3, 2.0])
def test_noisy_policy_weights_follow_the_loss(scale: float, best: Policy) -> None:
    state = position({"ones": 3, "yatzy": 0, "chance": 22}, dice=[2, 2, 5, 5, 1], rolls_left=1)
    batch = batch_of(state)
    assert best.objective is not None
    values = action_values(batch, look_ahead(batch, best.objective))[0]
    weights: dict[int, float] = {}
    seen: set[Any] = set()
    for number in range(ACTIONS):
        held = tuple(sorted(die for i, die in enumerate(state["dice"]) if number >> i & 1))
        what: Any = held if number < KEEPS else number
        if values[number] > -np.inf and what not in seen:
            weights[number] = 1 / (1 + ((values.max() - values[number]) / scale) ** 2)
        seen.add(what)
    assert len(weights) == 17 + 1 + 12
    check_shares(frequencies(state, best._replace(scale=scale)), weights)


def test_extreme_random_bits_choose_legal_actions(best: Policy) -> None:
    state = position({"ones": 3, "yatzy": 0}, dice=[2, 2, 5, 5, 5], rolls_left=0)
    legal = np.flatnonzero(legal_mask(batch_of(state))[0])
    bits = np.array([0, 2**32 - 1], dtype=np.uint32)
    for policy in (RANDOM, best._replace(scale=1.0)):
        assert choose(repeated(state, 2), bits, policy).tolist() == [legal[0], legal[-1]]


def test_best_action_prefers_a_category_to_holding_all_dice(best: Policy) -> None:
    state = position({}, dice=[2, 3, 4, 5, 6], rolls_left=2)
    assert frequencies(state, best, 50) == {KEEPS + CATEGORIES.index("large_straight"): 50}
    greedy = Policy(this_turn(STANDARD))
    assert frequencies(position({}, dice=[5] * 5, rolls_left=1), greedy, 50) == {KEEPS + CATEGORIES.index("yatzy"): 50}
    filled = position({"yatzy": 0, "chance": 20}, dice=[6, 6, 6, 6, 1], rolls_left=1)
    assert frequencies(filled, greedy, 50) == {0b1111: 50}


@given(st.integers(0, 2**32), st.sampled_from((0.0, 0.5)), st.booleans())
@settings(max_examples=15)
def test_batch_chooses_like_single_positions(seed: int, scale: float, greedy: bool) -> None:
    rng = np.random.default_rng(seed)
    batch = new_batch(2, rng.integers(1, 7, (8, 5), dtype=np.uint8), STANDARD)
    objective: Callable[[Array, Array], Array] = this_turn(STANDARD) if greedy else optimal(require(STANDARD))
    for policy in (RANDOM, Policy(objective, scale)):
        for _ in range(12):
            bits = rng.integers(0, 2**32, 8, dtype=np.uint32)
            action = choose(batch, bits, policy)
            single = [choose(batch.take(np.array([i])), bits[i : i + 1], policy)[0] for i in range(8)]
            assert action.tolist() == single
            step(batch, action, rng.integers(1, 7, (8, 5), dtype=np.uint8))


def test_greedy_mean_matches_the_reference() -> None:
    scores = scores_of(Policy(this_turn(STANDARD)), 4000, 7)
    assert abs(scores.mean() - GREEDY_MEAN) < 4 * scores.std() / 4000**0.5


LEVELS = next(info for info in ask("list_games") if info["ruleset_id"] == "yatzy_v1")["levels"]


# The mean of the readable rules is computed exactly by a test of the laboratory.
SAMPLED = [level for level in LEVELS if level["id"] != "rules"]


@pytest.mark.parametrize("level", SAMPLED, ids=[level["id"] for level in SAMPLED])
def test_level_means_match_their_descriptions(level: dict[str, Any], best: Policy) -> None:
    policy = {
        "noisy": best._replace(scale=level["params"].get("evaluator_options", {}).get("scale", 0.0)),
        "greedy": Policy(this_turn(STANDARD)),
        "exact": best,
    }[level["params"]["evaluator"]]
    said = re.search(r"Scores ([\d.]+) on average", level["strength"])
    assert said
    scores = scores_of(policy, 1500, 11)
    assert abs(scores.mean() - float(said[1])) < 4 * scores.std() / 1500**0.5


def test_levels_are_ordered_by_strength() -> None:
    said = [float(level["strength"].split()[1]) for level in LEVELS]
    assert said == sorted(said)
