"""The passing policy: its tables against all 286 triples and against costs computed directly from the weights."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.policies.passing import (
    all_passes,
    costs,
    default_pass_tables,
    pass_cards,
    pass_tables,
    rule_of_thumb,
)
from py_engine.games.hearts.policies.weights import PassWeights, SuitValues, default_weights
from py_engine.games.hearts.rules.cards import mask_of, names_of
from py_engine.games.hearts.rules.state import pass_actions
from tests.games.hearts.brute import RANKS
from tests.games.hearts.deals import deals


def other_weights() -> PassWeights:
    """Random weights, under which other cards are best."""
    rng = np.random.default_rng(3)

    def drawn(size: int) -> list[float]:
        return rng.normal(0, 1, size).round(3).tolist()

    suits = {
        name: {"rank": drawn(13), "length": drawn(14), "lowest": drawn(14), "highest": drawn(14)}
        for name in ("minor", "spades", "hearts")
    }
    return PassWeights.model_validate(suits | {"queen_guards": drawn(8), "over_guards": drawn(8)})


def cost(ranks: str, suit: str, weights: PassWeights) -> float:
    """The expected cost of a suit's cards, computed directly from the weights."""
    values: SuitValues = {"S": weights.spades, "H": weights.hearts}.get(suit, weights.minor)
    held = [RANKS.index(rank) for rank in ranks]
    total = sum(values.rank[rank] for rank in held) + values.length[len(held)]
    total += values.lowest[min(held)] if held else values.lowest[13]
    total += values.highest[max(held)] if held else values.highest[13]
    if suit == "S":
        guards = min(7, sum(rank < RANKS.index("Q") for rank in held))
        if "Q" in ranks:
            total += weights.queen_guards[guards]
        elif "K" in ranks or "A" in ranks:
            total += weights.over_guards[guards]
    return total


def whole_cost(cards: set[str], weights: PassWeights) -> float:
    suits = {suit: "".join(card[0] for card in cards if card[1] == suit) for suit in "CDSH"}
    return sum(cost(ranks, suit, weights) for suit, ranks in suits.items())


def hands(seed: int, size: int) -> list[int]:
    found: list[int] = deals(seed, size)[0].tolist()
    return found


@pytest.mark.parametrize("weights", [default_weights().passing, other_weights()], ids=["default", "other"])
def test_suit_costs_match_the_weights(weights: PassWeights) -> None:
    tables = pass_tables(weights)
    drawn = [*hands(1, 150), *(mask_of([rank + suit for rank in RANKS]) for suit in "SH")]
    for hand, found in zip(drawn, costs(np.array(drawn, dtype=U64), tables), strict=True):
        for suit, each in zip("CDSH", found.tolist(), strict=True):
            ranks = "".join(card[0] for card in names_of(hand) if card[1] == suit)
            assert each == pytest.approx(cost(ranks, suit, weights), abs=1e-9)


@pytest.mark.parametrize("weights", [default_weights().passing, other_weights()], ids=["default", "other"])
def test_the_passed_triple_minimizes_the_cost(weights: PassWeights) -> None:
    tables = pass_tables(weights)
    drawn = hands(2, 150)
    passed = pass_cards(np.array(drawn, dtype=U64), tables)
    assert passed.dtype == U64
    for hand, away in zip(drawn, passed.tolist(), strict=True):
        assert away.bit_count() == 3
        assert away & hand == away
        kept = U64(hand) & ~all_passes(hand)
        least = costs(kept, tables).sum(axis=1).min()
        assert costs(np.array([hand & ~away], dtype=U64), tables).sum() == pytest.approx(least, abs=1e-9)


def test_the_passed_triple_matches_brute_force() -> None:
    weights = default_weights().passing
    for hand in hands(3, 6):
        held = set[str](names_of(hand))
        best = min(combinations(held, 3), key=lambda three: whole_cost(held - set(three), weights))
        (away,) = pass_cards(np.array([hand], dtype=U64), default_pass_tables()).tolist()
        assert set(names_of(away)) == set(best)


def test_ties_pass_the_lowest_cards_of_the_last_suits() -> None:
    nothing = SuitValues(rank=[0.0] * 13, length=[0.0] * 14, lowest=[0.0] * 14, highest=[0.0] * 14)
    none = [0.0] * 8
    tables = pass_tables(
        PassWeights(minor=nothing, spades=nothing, hearts=nothing, queen_guards=none, over_guards=none)
    )
    for hand, passed in (
        ("2C 3C 4C 5C 6C 7C 8C 9C TC 2H 5H 7H KH", "2H 5H 7H"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC 6S QS 7H", "6S QS 7H"),
    ):
        (away,) = pass_cards(np.array([mask_of(hand.split())], dtype=U64), tables).tolist()
        assert away == mask_of(passed.split())


def test_all_passes_lists_286_triples_in_card_order() -> None:
    (hand,) = hands(5, 1)
    every = [{"pass": names_of(mask)} for mask in all_passes(hand).tolist()]
    assert every == pass_actions(names_of(hand))
    assert len(every) == 286


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        # The queen, king and ace of spades go if fewer than four lower spades guard them.
        ("2C 3C 4C 5C 2D 3D 4D 2S QS KS AS 2H 3H", "QS KS AS"),
        ("2C 3C 4C 5C 2D 3D 2S 3S 4S QS 2H KH AH", "QS KH AH"),
        # Four lower spades guard them.
        ("2C 3C 4C 9C TC 2D 3D 2S 3S 4S 5S QS AD", "9C TC AD"),
        ("2C 3C 4C 9C TC 2D 3S 5S 7S 9S KS AS AH", "9C TC AH"),
        # High hearts go before other high cards, and those of a short suit before those of a long one.
        ("2C 3C 4C 5C 6C KC AC KD AD 2S 2H KH AH", "KH AH AD"),
        ("2C 3C 4C 5C 6C 7C AC KD 2D 2S 2H 3H 4H", "KD AC 4H"),
    ],
)
def test_the_rule_of_thumb_passes_dangerous_cards(hand: str, passed: str) -> None:
    assert rule_of_thumb(mask_of(hand.split())) == mask_of(passed.split())


def test_the_rule_of_thumb_passes_three_cards_of_every_hand() -> None:
    for hand in hands(6, 300):
        away = rule_of_thumb(hand)
        assert away.bit_count() == 3
        assert away & hand == away
