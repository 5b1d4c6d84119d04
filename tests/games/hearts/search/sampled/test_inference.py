"""Opponent inference: likelihoods of worlds, factor by factor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.weights import default_play_tables, default_weights
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.cards import CARD_NAMES, CARDS, NUMBERS, mask_of, names_of
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.search.sampled.inference import TRUST, Trust, likelihoods
from tests.games.hearts.beliefs_oracle import hand
from tests.games.hearts.brute import DECK, rank
from tests.games.hearts.oracle import legal_cards
from tests.games.hearts.policy_oracle import Seen, acceptable

NAMES: dict[int, str] = dict(zip(CARDS, CARD_NAMES, strict=True))
TABLES = default_play_tables()
FRESH = facts_of(play.new_game(1, Options()), 0)
KINDS = Trust(discard=5.0, lead=3.0, follow=2.0, received=1.0)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(NUMBERS[card] for card in text.split())


def seen_by(seat: int, *tricks: tuple[int, str], table: tuple[int, str]) -> Facts:
    """Facts of a seat with the given plays and nothing else."""
    history = tuple((leader, numbers(cards)) for leader, cards in tricks)
    changes: dict[str, Any] = {"seat": seat, "history": history, "leader": table[0], "table": numbers(table[1])}
    return replace(FRESH, phase="play", **changes)


def likelihood(facts: Facts, holds: dict[int, str]) -> float:
    """The likelihood of a world in which some seats hold the given cards; the rest is dealt from the highest card down."""
    played = [(leader, cards) for leader, cards in (*facts.history, (facts.leader or 0, facts.table))]
    size = [13] * 4
    for leader, cards in played:
        for place in range(len(cards)):
            size[(leader + place) % 4] -= 1
    out = {NAMES[card] for _, cards in played for card in cards} | set(" ".join(holds.values()).split())
    rest = [card for card in DECK if card not in out]
    hands = []
    for seat in range(4):
        held = holds.get(seat, "").split()
        while len(held) < size[seat]:
            held.append(rest.pop())
        hands.append(mask_of(held))
    (found,) = likelihoods(facts, np.array(hands, dtype=U64)[:, None], TABLES, KINDS).tolist()
    assert isinstance(found, float)
    return found


OTHERS = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"
"""Diamonds to fill up a hand."""


@pytest.mark.parametrize(
    ("clubs", "factor"),
    [
        ("3C", 2.0),  # the greedy player takes an early trick with its highest card
        ("KC", 1.0),
        ("9C", 2.0),  # interchangeable with the eight that was played
        ("TC", 1.0),
        ("", 2.0),  # no choice
    ],
)
def test_following_suit_like_the_greedy_policy_raises_the_likelihood(clubs: str, factor: float) -> None:
    """Seat 2 had to lead 2C, which counts as agreement; seat 3 has played 8C."""
    facts = seen_by(0, table=(2, "2C 8C"))
    assert likelihood(facts, {3: f"{clubs or 'KD'} {OTHERS}"}) == KINDS.lead * factor


def test_a_card_on_the_table_separates_cards_in_inference() -> None:
    """Seat 3 has played TC and holds 8C: with 9C on the table only one of them takes the trick."""
    king = "KC " + " ".join(OTHERS.split()[1:])
    worlds = {2: "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 3: f"8C {OTHERS}"}
    other = {2: worlds[2], 3: f"{king} 8C"}
    table = (1, "2C 9C TC")
    assert likelihood(seen_by(0, table=table), worlds) == 2 * likelihood(seen_by(0, table=table), other)


OPENED = KINDS.lead * KINDS.follow * KINDS.follow
"""The factor of a first trick in which every card was forced."""
CLUBS = "6C 7C 8C 9C TC JC QC KC AC"


@pytest.mark.parametrize(
    ("thrown", "kept", "factor"),
    [
        ("QS", "2S 5H 6H 7H 8H 9H TH JH QH KH AH", 5.0),
        ("4H", "2S 5H 6H 7H 8H 9H TH JH QH KH QS", 1.0),
    ],
)
def test_discarding_like_the_greedy_policy_raises_the_likelihood(thrown: str, kept: str, factor: float) -> None:
    """Everyone but the observer, seat 3, had one club, and seat 0 has no diamond, so all other plays were forced."""
    facts = seen_by(3, (0, "2C 3C 4C 5C"), table=(3, f"4D {thrown}"))
    assert likelihood(facts, {3: f"{CLUBS} 2D 3D", 0: kept}) == OPENED * factor


@pytest.mark.parametrize(
    ("led", "kept", "factor"),
    [
        ("2D", "3D 4D 5D 6D 7D 8D 9D TD JD QD KD", 3.0),
        ("AD", "3D 4D 5D 6D 7D 8D 9D TD JD QD KD", 3.0),  # nobody holds a card between the two
        ("AD", "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD", 1.0),
    ],
)
def test_leading_like_the_greedy_policy_raises_the_likelihood(led: str, kept: str, factor: float) -> None:
    facts = seen_by(3, (0, "2C 5C 3C 4C"), table=(1, led))
    assert likelihood(facts, {3: f"{CLUBS} 2H 3H 4H", 1: kept}) == OPENED * factor


def test_own_plays_carry_no_information() -> None:
    """Seat 3 plays high or low itself, with the same likelihood."""
    for card in ("3C", "8C", "KC"):
        facts = seen_by(3, table=(2, f"2C {card}"))
        assert likelihood(facts, {3: f"4C {OTHERS}"}) == KINDS.lead


def agrees(card: str, greedy: str, holding: set[str], gone: set[str]) -> bool:
    """Whether a card is the greedy one or interchangeable with it; the queen is interchangeable with no card."""
    if "QS" in (card, greedy):
        return card == greedy
    low, high = sorted((rank(card), rank(greedy)))
    between = [other for other in DECK if other[1] == card[1] and low < rank(other) < high]
    return card[1] == greedy[1] and all(other in holding or other in gone for other in between)


def by_hand(facts: Facts, world: list[int]) -> tuple[float, float]:
    """The least and the greatest product of factors, card by card; they differ where the greedy choice is close."""
    holding = [set[str](names_of(mask)) for mask in world]
    plays: list[tuple[int, list[str]]] = [
        (leader, [NAMES[card] for card in cards])
        for leader, cards in (*facts.history, (facts.leader or 0, facts.table))
    ]
    for leader, cards in plays:
        for place, card in enumerate(cards):
            holding[(leader + place) % 4].add(card)
    gone = set[str]()
    least = greatest = 1.0
    for number, (leader, cards) in enumerate(plays):
        for place, card in enumerate(cards):
            seat, table = (leader + place) % 4, cards[:place]
            held = sorted(holding[seat], key=DECK.index)
            broken = any(one[1] == "H" or one == "QS" for one in gone)
            legal = legal_cards(held, table, first=number == 0, broken=broken, any_club=False)
            holding[seat].remove(card)
            if seat == facts.seat:
                continue
            greedy = acceptable(Seen(held, legal, table, gone), default_weights().play)
            factor = KINDS.lead if not table else KINDS.follow if card[1] == table[0][1] else KINDS.discard
            good = [agrees(card, one, set(held), gone) for one in greedy]
            least *= factor if all(good) else 1.0
            greatest *= factor if any(good) else 1.0
        gone |= set(cards)
    return least, greatest


@pytest.mark.parametrize(("seed", "move"), [(0, 6), (1, 13), (2, 21), (3, 31), (4, 42), (5, 49)])
def test_likelihoods_are_products_over_all_plays(seed: int, move: int) -> None:
    state = hand(seed)[move]
    facts = facts_of(state, state.active_player_id)
    worlds = draw(Beliefs(facts, HARD), np.random.default_rng(seed), 12)
    close = 0
    for world, found in zip(worlds.T.tolist(), likelihoods(facts, worlds, TABLES, KINDS).tolist(), strict=True):
        least, greatest = by_hand(facts, world)
        close += least < greatest
        assert least <= found <= greatest
    assert close < 6


def test_likelihoods_are_at_least_one_and_all_one_without_trust() -> None:
    state = hand(2)[24]
    facts = facts_of(state, state.active_player_id)
    worlds = draw(Beliefs(facts, HARD), np.random.default_rng(1), 50)
    found = likelihoods(facts, worlds, TABLES)
    assert found.dtype == np.float64
    assert (found >= 1).all()
    assert len(set(found.tolist())) > 3
    assert likelihoods(facts, worlds, TABLES, Trust(1.0, 1.0, 1.0, 1.0)).tolist() == [1.0] * 50
    assert TRUST.discard > TRUST.lead > TRUST.received > TRUST.follow > 1
