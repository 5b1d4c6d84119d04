"""Yatzy's batched rules against a scalar implementation."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.yatzy.rules.batch import (
    ACTIONS,
    KEEPS,
    Batch,
    awaited,
    dice_points,
    distinct_keeps,
    finished,
    held_multisets,
    legal_mask,
    new_batch,
    step,
    totals,
)
from py_engine.games.yatzy.rules.tables import FULL, MULTISETS, STANDARD, Rules
from tests.games.yatzy import oracle
from tests.games.yatzy.oracle import CATEGORIES

ROLLS = list(combinations_with_replacement(range(1, 7), 5))
ALL_RULES = [Rules(five, four) for five, four in product((False, True), repeat=2)]


def one(dice: Any, *cards: dict[str, int], left: int = 0, turn: int = 0, rules: Rules = STANDARD) -> Batch:
    """A batch of one."""
    batch = new_batch(max(1, len(cards)), np.array([dice], dtype=np.uint8), rules)
    for player, card in enumerate(cards):
        batch.closed[player, 0] = sum(1 << CATEGORIES.index(name) for name in card)
        batch.upper[player, 0] = sum(points for name, points in card.items() if name in oracle.UPPER)
        batch.lower[player, 0] = sum(points for name, points in card.items() if name in oracle.LOWER)
    batch.rolls_left[:] = left
    batch.turn[:] = turn
    return batch


def play_one(batch: Batch, action: int, draws: Any = (1, 1, 1, 1, 1)) -> Any:
    return step(batch, np.array([action], dtype=np.int32), np.array([draws], dtype=np.uint8))


@pytest.mark.parametrize("rules", ALL_RULES)
def test_dice_points_of_every_roll_match_the_oracle(rules: Rules) -> None:
    assert len(ROLLS) == 252
    for turned in (1, -1):
        dice = np.array([roll[::turned] for roll in ROLLS], dtype=np.uint8)
        points = dice_points(new_batch(1, dice, rules))
        for i, name in enumerate(CATEGORIES):
            expected = [oracle.score(name, list(roll), five=rules[0], four=rules[1]) for roll in ROLLS]
            assert points[i].tolist() == expected, name


def test_dice_points_of_published_examples() -> None:
    cases = [
        ("one_pair", [3, 3, 6, 6, 1], 12),
        ("two_pairs", [3, 3, 3, 3, 1], 0),
        ("two_pairs", [4, 4, 4, 2, 2], 12),
        ("three_of_a_kind", [2, 2, 2, 2, 5], 6),
        ("four_of_a_kind", [6, 6, 6, 6, 6], 24),
        ("small_straight", [5, 3, 1, 2, 4], 15),
        ("large_straight", [6, 5, 4, 3, 2], 20),
        ("large_straight", [1, 2, 3, 4, 5], 0),
        ("full_house", [6, 6, 5, 5, 5], 27),
        ("full_house", [4, 4, 4, 4, 4], 0),
        ("chance", [6, 6, 6, 6, 6], 30),
        ("yatzy", [1, 1, 1, 1, 1], 50),
    ]
    for name, dice, points in cases:
        assert dice_points(one(dice))[CATEGORIES.index(name), 0] == points == oracle.score(name, dice)


def test_highest_total_is_374_and_the_bonus_counts_once() -> None:
    batch = one([1] * 5)
    bonuses = 0
    for i, name in enumerate(CATEGORIES):
        points = [oracle.score(name, list(roll)) for roll in ROLLS]
        batch.dice[0] = ROLLS[points.index(max(points))]
        bonuses += int(play_one(batch, KEEPS + i).bonus[0])
    assert finished(batch)[0]
    assert totals(batch)[0, 0] == 374
    assert bonuses == 1


@pytest.mark.parametrize(("upper", "threes", "bonus"), [(54, 3, True), (53, 3, False), (54, 2, False), (63, 3, False)])
def test_step_gives_the_bonus_at_63(upper: int, threes: int, bonus: bool) -> None:
    batch = one([3] * threes + [4] * (5 - threes))
    batch.upper[0, 0] = upper
    stepped = play_one(batch, KEEPS + CATEGORIES.index("threes"))
    assert bool(stepped.bonus[0]) == bonus
    assert totals(batch)[0, 0] == upper + 3 * threes + (50 if bonus or upper == 63 else 0)


class Scalar:
    """A scalar game, one move at a time."""

    def __init__(self, players: int, dice: list[int], rules: Rules) -> None:
        self.cards: list[dict[str, int]] = [{} for _ in range(players)]
        self.dice, self.left, self.turn, self.rules = list(dice), 2, 0, rules

    def over(self) -> bool:
        return all(len(card) == 15 for card in self.cards)

    def legal(self) -> list[int]:
        if self.over() or 0 in self.dice:
            return []
        keeps = list(range(32)) if self.left else []
        return keeps + [32 + i for i, name in enumerate(CATEGORIES) if name not in self.cards[self.turn]]

    def play(self, action: int, draws: list[int]) -> None:
        if action < 32:
            self.dice = [
                old if action >> i & 1 else new for i, (old, new) in enumerate(zip(self.dice, draws, strict=True))
            ]
            self.left -= 1
            return
        name = CATEGORIES[action - 32]
        self.cards[self.turn][name] = oracle.score(name, self.dice, five=self.rules[0], four=self.rules[1])
        if self.over():
            self.left = 0
            return
        self.turn = (self.turn + 1) % len(self.cards)
        self.dice, self.left = list(draws), 2

    def check(self, batch: Batch, lane: int) -> None:
        assert batch.dice[lane].tolist() == self.dice
        assert batch.rolls_left[lane] == self.left
        assert batch.turn[lane] == self.turn
        assert bool(finished(batch)[lane]) == self.over()
        assert np.flatnonzero(legal_mask(batch)[lane]).tolist() == self.legal()
        for player, card in enumerate(self.cards):
            assert batch.closed[player, lane] == sum(1 << CATEGORIES.index(name) for name in card)
            assert totals(batch)[player, lane] == oracle.total(card)
            assert batch.upper[player, lane] == sum(card.get(name, 0) for name in oracle.UPPER)


@given(st.integers(0, 2**32), st.sampled_from((1, 2)), st.sampled_from(ALL_RULES), st.floats(0, 0.3))
@settings(max_examples=25)
def test_batch_plays_like_single_games(seed: int, players: int, rules: Rules, awaited_rate: float) -> None:
    rng = np.random.default_rng(seed)
    size = 6
    dice = rng.integers(1, 7, (size, 5), dtype=np.uint8)
    batch = new_batch(players, dice, rules)
    games = [Scalar(players, row.tolist(), rules) for row in dice]
    for _ in range(90):
        draws = rng.integers(1, 7, (size, 5), dtype=np.uint8)
        if rng.random() < awaited_rate:
            draws[:] = 0
        actions = np.array([rng.choice(game.legal() or [0]) for game in games], dtype=np.int32)
        singles = [batch.take(np.array([lane])) for lane in range(size)]
        stepped = step(batch, actions, draws)
        for lane, (game, single) in enumerate(zip(games, singles, strict=True)):
            alone = step(single, actions[lane : lane + 1], draws[lane : lane + 1])
            for ours, theirs in zip((*alone, single.dice), (*stepped, batch.dice), strict=True):
                assert ours[0].tolist() == theirs[lane].tolist()
            if not game.over():
                game.play(int(actions[lane]), draws[lane].tolist())
            game.check(single, 0)
            game.check(batch, lane)
        missing = awaited(batch)
        entered = rng.integers(1, 7, (size, 5), dtype=np.uint8)
        batch.dice = np.where((batch.dice == 0) & missing[:, None], entered, batch.dice)
        for lane, game in enumerate(games):
            game.dice = batch.dice[lane].tolist()


def test_step_leaves_finished_lanes_unchanged() -> None:
    batch = one([1, 2, 3, 4, 6], oracle.full_card(), oracle.full_card(), left=1, turn=1)
    before = batch.take(np.array([0]))
    for action in range(ACTIONS):
        stepped = play_one(batch, action)
        assert not stepped.thrown.any()
        assert stepped.points[0] == 0
        for name in ("closed", "upper", "lower", "dice", "rolls_left", "turn"):
            assert (getattr(batch, name) == getattr(before, name)).all(), name
    assert not legal_mask(batch).any()


def test_step_skips_a_player_with_a_full_card() -> None:
    batch = one([6] * 5, oracle.full_card(("yatzy", "sixes")), oracle.full_card())
    play_one(batch, KEEPS + CATEGORIES.index("yatzy"), (1, 2, 3, 4, 5))
    assert (int(batch.turn[0]), int(batch.rolls_left[0])) == (0, 2)
    assert batch.dice[0].tolist() == [1, 2, 3, 4, 5]
    assert np.flatnonzero(legal_mask(batch)[0]).tolist() == [*range(32), 32 + 5]
    play_one(batch, KEEPS + 5)
    assert finished(batch)[0]
    assert batch.closed[:, 0].tolist() == [FULL, FULL]


def test_distinct_keeps_has_one_keep_per_multiset() -> None:
    dice = np.array(list(product((1, 3, 6), repeat=5)), dtype=np.uint8)
    distinct = distinct_keeps(dice)
    for row, wanted in zip(dice.tolist(), distinct, strict=True):
        seen: set[tuple[int, ...]] = set()
        for number in range(KEEPS):
            held = tuple(sorted(die for i, die in enumerate(row) if number >> i & 1))
            assert bool(wanted[number]) == (held not in seen)
            seen.add(held)


def test_held_multisets_gives_lattice_indices() -> None:
    dice = np.array([[5, 1, 5, 2, 6]], dtype=np.uint8)
    kept = np.array([[True, False, True, False, True]])
    assert MULTISETS[int(held_multisets(dice, kept)[0])] == (5, 5, 6)
