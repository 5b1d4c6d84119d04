"""Distributions of destiny draws, compared with brute force over small pools."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.swccg.policies.destiny import AVERAGE, NONE, Distribution, Pool, draws, hidden_pool, unknown_draws
from py_engine.games.swccg.rules.board import Board, Card, Piles
from py_engine.games.swccg.rules.cards import CardFacts

AVERAGE_CHANCES = {Fraction(destiny): Fraction(hundreds, 100) for destiny, hundreds in AVERAGE}


def pool(values: list[int], *, vague: int = 0, lost: int = 0, others: int = 0, reserve: int = 99) -> Pool:
    """A pool of cards shown before, with integer destinies, ``lost`` of them gone for good."""
    counts = tuple((4 * value, values.count(value)) for value in sorted(set(values)))
    return Pool(counts, vague, len(values) + vague - lost, others, reserve)


def by_hand(values: list[int], vague: int, lost: int, others: int, count: int) -> dict[Fraction, Fraction]:
    """Brute force over every way to lose cards and then draw in order; unknown cards follow the average."""
    shown: list[int | None] = [*values, *[None] * vague]
    chances: dict[Fraction, Fraction] = {}
    worlds = list(combinations(range(len(shown)), len(shown) - lost))
    for live in worlds:
        cards = [*(shown[index] for index in live), *[None] * others]
        orders = list(permutations(cards, count))
        for order in orders:
            share = Fraction(1, len(worlds) * len(orders))
            for totals in product(
                *([(Fraction(card), Fraction(1))] if card is not None else AVERAGE_CHANCES.items() for card in order)
            ):
                chance, total = share, Fraction(0)
                for value, part in totals:
                    chance, total = chance * part, total + value
                chances[total] = chances.get(total, Fraction(0)) + chance
    return chances


def check(found: Distribution, expected: dict[Fraction, Fraction]) -> None:
    assert [total for total, _ in found.totals] == sorted(float(total) for total in expected)
    for total, chance in found.totals:
        assert chance == pytest.approx(float(expected[Fraction(total)]), abs=1e-12)


@settings(max_examples=40)
@given(
    values=st.lists(st.integers(0, 7), min_size=1, max_size=5),
    vague=st.integers(0, 1),
    others=st.integers(0, 2),
    data=st.data(),
)
def test_draws_match_brute_force_on_small_pools(
    values: list[int], vague: int, others: int, data: st.DataObject
) -> None:
    lost = data.draw(st.integers(0, min(2, len(values) + vague - 1)))
    live = len(values) + vague - lost + others
    count = data.draw(st.integers(1, min(2, live)))
    check(
        draws(pool(values, vague=vague, lost=lost, others=others), count), by_hand(values, vague, lost, others, count)
    )


@given(values=st.lists(st.integers(0, 7), min_size=3, max_size=8))
def test_three_draws_match_brute_force(values: list[int]) -> None:
    check(draws(pool(values), 3), by_hand(values, 0, 0, 0, 3))


@settings(max_examples=60)
@given(
    values=st.lists(st.integers(0, 7), max_size=40),
    vague=st.integers(0, 5),
    others=st.integers(0, 30),
    count=st.integers(0, 6),
    reserve=st.integers(0, 20),
)
def test_probabilities_of_draws_add_up_to_one(
    values: list[int], vague: int, others: int, count: int, reserve: int
) -> None:
    # The Reserve Deck is part of the face-down cards.
    reserve = min(reserve, len(values) + vague + others)
    found = draws(pool(values, vague=vague, others=others, reserve=reserve), count)
    whole = 0.0
    for _, chance in found.totals:
        assert 0 < chance <= 1 + 1e-12
        whole += chance
    assert whole == pytest.approx(1.0, abs=1e-12)
    assert found.draws == min(count, reserve)


def test_draws_are_without_replacement() -> None:
    assert draws(pool([0, 6]), 2).totals == ((6.0, 1.0),)
    assert draws(pool([1, 5]), 1).totals == ((1.0, 0.5), (5.0, 0.5))


def test_half_destinies_are_exact() -> None:
    half = Pool(((2, 1),), 0, 1, 0, 1)
    assert draws(half, 1).totals == ((0.5, 1.0),)


def test_reserve_deck_limits_the_draws() -> None:
    assert draws(pool([5, 5], reserve=0), 2) is NONE
    assert draws(pool([5, 5], reserve=1), 2).draws == 1
    assert NONE.mean == 0


def test_unknown_draws_follow_the_average() -> None:
    whole = 0
    for _, hundreds in AVERAGE:
        whole += hundreds
    assert whole == 100
    check(unknown_draws(1, None), AVERAGE_CHANCES)
    mean = Fraction(0)
    for destiny, chance in AVERAGE_CHANCES.items():
        mean += destiny * chance
    assert unknown_draws(2, 10).mean == pytest.approx(float(2 * mean), abs=1e-12)
    assert unknown_draws(2, 1).draws == 1


def facts(blueprint: str, destiny: float | None) -> CardFacts:
    return CardFacts(blueprint, blueprint, "dark", "Interrupt", destiny=destiny)


def board_with(*cards: Card, seen: dict[str, int], **piles: int) -> Board:
    return Board(piles={"seat": Piles(**piles)}, cards={card.card_id: card for card in cards}, seen=seen)


FACTS = {name: facts(name, destiny) for name, destiny in (("1_1", 3.0), ("1_2", 5.0), ("1_3", None))}


def test_hidden_pool_excludes_face_up_cards() -> None:
    board = board_with(
        Card("1", "1_1", "HAND", "seat"),
        Card("2", "1_2", "AT_LOCATION", "seat", 0),
        Card("3", "1_1", "HAND", "opponent"),
        seen={"1_1": 2, "1_2": 1, "1_3": 1},
        reserve=4,
        force=1,
        used=1,
    )
    # Of the four cards shown, one 1_1 and the 1_3 are face down; four other cards have never been shown.
    assert hidden_pool(board, FACTS) == Pool(((12, 1),), 1, 2, 4, 4)


def test_hidden_pool_counts_covered_lost_cards_as_gone() -> None:
    board = board_with(
        Card("1", "1_1", "TOP_OF_LOST_PILE", "seat"), seen={"1_1": 3, "1_2": 2}, reserve=5, lost=3, out_of_play=1
    )
    # Four shown cards are no longer visible; two are in the Lost Pile and one is out of play.
    assert hidden_pool(board, FACTS) == Pool(((12, 2), (20, 2)), 0, 1, 4, 5)


def test_hidden_pool_includes_pile_tops() -> None:
    board = board_with(Card("1", "1_1", "TOP_OF_USED_PILE", "seat"), seen={"1_1": 1}, reserve=2, used=1)
    assert hidden_pool(board, FACTS) == Pool(((12, 1),), 0, 1, 2, 2)


def test_hidden_pool_is_limited_to_the_size_of_the_piles() -> None:
    assert hidden_pool(board_with(seen={"1_1": 5}, reserve=2), FACTS) == Pool(((12, 5),), 0, 2, 0, 2)


def test_hidden_pool_is_unknown_without_piles() -> None:
    assert hidden_pool(Board(), FACTS) is None


def test_hidden_pool_ignores_the_opponents_cards() -> None:
    board = board_with(Card("1", "1_1", "AT_LOCATION", "opponent", 0), seen={"1_1": 1}, reserve=3)
    assert hidden_pool(board, FACTS) == Pool(((12, 1),), 0, 1, 2, 3)
