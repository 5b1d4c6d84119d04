"""Beliefs: they match a brute-force enumeration of all worlds, and never rule out the true deal."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.contract import ContractError
from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.coaching.beliefs_query import BeliefsAnswer, BeliefsArgs, beliefs, bits_of
from py_engine.games.hearts.knowledge.beliefs import HARD, SOFT, Beliefs, Soft
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.cards import NUMBERS, cards_of, mask_of
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.sampled.information_set import DRAWN
from tests.games.hearts.beliefs_oracle import HAND_MOVES, VARIANTS, hand, true_hands, weight, worlds
from tests.games.hearts.searched import greedy_hand, known_to

LATE = (44, 47, 49, 51)
"""Moves after which there are at most three cards in a hand."""
STRANGE = Soft(low_spade=0.3, slough=1.7)

any_position = st.builds(
    lambda seed, variant, skipped, move: hand(seed, variant, skipped)[min(move, len(hand(seed, variant, skipped)) - 1)],
    st.integers(0, 3),
    st.integers(0, len(VARIANTS) - 1),
    st.integers(0, 3),
    st.integers(0, HAND_MOVES - 1),
)


def in_hands(chances: Array) -> dict[str, list[float]]:
    return {name: chances[:, number].tolist() for name, number in NUMBERS.items() if chances[:, number].any()}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("move", LATE)
def test_beliefs_match_brute_force_enumeration(seed: int, move: int) -> None:
    state = hand(seed, seed % 3, seed % 4)[move - 4 * (seed % 4 == 3)]
    seat = (state.active_player_id + seed) % 4
    every = list(worlds(state, seat))
    found = Beliefs(facts_of(state, seat), STRANGE)
    assert found.number() == len(every)
    weights = [weight(state, seat, world, STRANGE) for world in every]
    expected: dict[str, list[float]] = {}
    for world, each in zip(every, weights, strict=True):
        for player, held in enumerate(world):
            for card in held:
                expected.setdefault(card, [0.0] * 4)[player] += each / sum(weights)
    chances = in_hands(found.marginals())
    assert chances.keys() == expected.keys()
    for card, row in expected.items():
        assert chances[card] == pytest.approx(row, abs=1e-12)
    listed = found.enumerate_worlds(max_worlds=5000)
    assert listed is not None
    by_world = {tuple(column): chance for column, chance in zip(listed[0].T.tolist(), listed[1].tolist(), strict=True)}
    assert len(by_world) == listed[1].size == len(every)
    for world, each in zip(every, weights, strict=True):
        assert by_world[tuple(map(mask_of, world))] == pytest.approx(each / sum(weights), rel=1e-12)


def test_the_late_positions_cover_all_numbers_of_groups() -> None:
    kinds = set()
    for seed in range(8):
        for move in LATE:
            state = hand(seed, seed % 3, seed % 4)[move - 4 * (seed % 4 == 3)]
            kinds.add(len(Beliefs(facts_of(state, (state.active_player_id + seed) % 4), STRANGE).groups))
    assert kinds >= {0, 1, 2, 3, 4}


@given(any_position, st.integers(0, 3))
@settings(max_examples=80)
def test_the_true_deal_is_never_ruled_out(state: HeartsState, seat: int) -> None:
    found = Beliefs(facts_of(state, seat))
    true = list(map(mask_of, true_hands(state)))
    assert all(placed & ~held == 0 for placed, held in zip(found.placed, true, strict=True))
    for group in found.groups:
        for place, other in enumerate(found.seats):
            if true[other] & mask_of_numbers(group.cards):
                assert group.weights[place] > 0
    for place, other in enumerate(found.seats):
        assert found.unplaced[place] == (true[other] & ~found.placed[other]).bit_count()
    assert found.number() >= 1


def mask_of_numbers(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


@given(any_position, st.integers(0, 3))
@settings(max_examples=60)
def test_marginals_place_every_unseen_card_and_fill_every_hand(state: HeartsState, seat: int) -> None:
    facts = facts_of(state, seat)
    chances = Beliefs(facts).marginals()
    unseen, own = list(cards_of(facts.unseen)), list(cards_of(facts.hand))
    assert chances[:, unseen].sum(axis=0) == pytest.approx(np.ones(len(unseen)), abs=1e-12)
    assert chances[seat, own].tolist() == [1.0] * len(own)
    assert chances.sum(axis=1) == pytest.approx(np.array(facts.counts), abs=1e-11)
    for other in set(range(4)) - {seat}:
        assert not chances[other, list(cards_of(facts.unseen & ~facts.may[other]))].any()
    assert (chances >= 0).all()


def test_without_knowledge_every_seat_is_equally_likely() -> None:
    facts = facts_of(hand(0)[0], 0)
    found = Beliefs(facts)
    assert found.number() == math.factorial(39) // math.factorial(13) ** 3
    assert found.enumerate_worlds() is None
    chances = found.marginals()
    assert chances[1:, list(cards_of(facts.unseen))] == pytest.approx(np.full((3, 39), 1 / 3), abs=1e-15)


def simple(facts: Facts, **other: Any) -> Facts:
    """A constructed ending: seat 0 holds 2H, the others two cards each of 3D KD 5S QS 3H KH."""
    cards = mask_of("3D KD 5S QS 3H KH".split())
    mine = mask_of(["2H"])
    everything = mask_of(NUMBERS)
    made = replace(
        facts,
        seat=0,
        hand=mine,
        table=(),
        gone=everything & ~mine & ~cards,
        counts=(1, 2, 2, 2),
        may=(0, everything, everything, everything),
        known=(0, 0, 0, 0),
        low_spades=(0, 0, 0, 0),
        sloughs=((0, 0, 0, 0),) * 4,
    )
    return replace(made, **other)


@pytest.fixture
def facts() -> Facts:
    return facts_of(hand(0)[20], 0)


def queen(facts: Facts, soft: Soft = SOFT) -> list[float]:
    return Beliefs(facts, soft).marginals()[:, NUMBERS["QS"]].tolist()


def test_a_low_spade_makes_the_queen_less_likely_each_time(facts: Facts) -> None:
    row = queen(simple(facts, low_spades=(0, 2, 1, 0)))
    parts = [0, 0.65 * 0.65, 0.65, 1]
    assert row == pytest.approx([part / sum(parts) for part in parts])
    assert queen(simple(facts, low_spades=(0, 2, 1, 0)), HARD) == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])


def test_a_discard_makes_more_of_the_suit_likelier_but_not_the_queen(facts: Facts) -> None:
    discards = simple(facts, sloughs=((0, 0, 0, 0), (0, 0, 2, 1), (0, 0, 0, 0), (0, 0, 0, 0)))
    chances = in_hands(Beliefs(discards).marginals())
    assert chances["5S"][1] > chances["3H"][1] > 1 / 3 > chances["3D"][1]
    assert chances["QS"] == pytest.approx(chances["3D"], abs=1e-12)
    only = {seat: mask_of("3D KD".split()) for seat in (2, 3)}
    # With all cards but the spades placed, the ratio is the factor itself.
    placed = simple(facts, known=(0, mask_of(["3H"]), only[2], mask_of(["KH"])), sloughs=discards.sloughs)
    assert in_hands(Beliefs(placed).marginals())["5S"] == pytest.approx([0, 1.3225 / 2.3225, 0, 1 / 2.3225])


def test_cards_that_only_one_seat_can_hold_are_placed(facts: Facts) -> None:
    diamonds = mask_of("3D KD".split())
    not_diamonds = mask_of(NUMBERS) & ~diamonds
    sure = Beliefs(simple(facts, may=(0, not_diamonds, not_diamonds, mask_of(NUMBERS))))
    assert sure.placed[3] == diamonds
    assert [len(group.cards) for group in sure.groups] == [4]
    assert sure.number() == 6


@pytest.mark.parametrize(
    "broken",
    [
        {"counts": (1, 2, 2, 3)},
        {"counts": (1, 2, 2, 1)},
        {"counts": (1, 0, 3, 3), "known": (0, mask_of(["3D"]), 0, 0)},
        {"may": (0, *[mask_of(NUMBERS) & ~mask_of("3D KD".split())] * 3)},
        {"may": (0, mask_of(["QS"]), mask_of(NUMBERS), mask_of(NUMBERS))},
        {"may": (0, *[mask_of("3D KD 5S".split())] * 2, mask_of(NUMBERS))},
        {"known": (0, mask_of(["3D"]), 0, 0), "may": (0, mask_of(["5S"]), mask_of(NUMBERS), mask_of(NUMBERS))},
        {"known": (0, mask_of(["2H"]), 0, 0)},
        {"known": (0, mask_of(["3D"]), mask_of(["3D"]), 0)},
    ],
)
def test_contradictory_facts_are_refused(facts: Facts, broken: dict[str, Any]) -> None:
    with pytest.raises(ContractError, match="No deal of the unseen cards agrees") as error:
        Beliefs(simple(facts, **broken))
    assert error.value.code == "INVALID_STATE"


def query(state: HeartsState, seat: int) -> BeliefsAnswer:
    answer = beliefs(BeliefsArgs(state=state.model_dump(mode="json"), player_id=seat)).run()
    assert answer is not None
    return answer


def test_the_query_returns_what_a_player_can_count() -> None:
    state = hand(5)[25]
    seat = state.active_player_id
    answer = query(play.complete(play.observe(state, seat)), seat)
    assert answer == query(state, seat)
    hidden = {card for other, held in enumerate(true_hands(state)) if other != seat for card in held}
    assert set(answer.unseen) == hidden == set(answer.probabilities)
    assert answer.unseen == sorted(hidden, key=NUMBERS.__getitem__)
    assert answer.out == {suit: sum(card[1] == suit for card in hidden) for suit in "CDSH"}
    assert [*answer.counts] == [len(held) for held in true_hands(state)]
    assert answer.player_id == seat
    for card, row in answer.probabilities.items():
        assert math.fsum(row) == pytest.approx(1), card
        assert row[seat] == 0
    for suit, bits in answer.entropy.items():
        rows = [row for card, row in answer.probabilities.items() if card[1] == suit]
        expected = -sum(p * math.log2(p) for row in rows for p in row if p > 0)
        assert bits == pytest.approx(expected, abs=1e-9)
    assert answer.queen == answer.probabilities.get("QS")


def test_the_query_includes_the_queen_until_she_is_seen() -> None:
    for state in hand(6):
        holder = next((seat for seat, held in enumerate(true_hands(state)) if "QS" in held), None)
        for seat in range(4):
            answer = query(state, seat).queen if state.phase == "play" and len(state.trick) == 1 else None
            if holder in {None, seat}:
                assert answer is None
            elif answer is not None:
                assert answer[holder] > 0


@pytest.mark.parametrize("seat", [4, 2**40])
def test_the_query_refuses_unknown_players(seat: int) -> None:
    with pytest.raises(ContractError, match="There is no player") as error:
        query(hand(0)[5], seat)
    assert error.value.code == "INVALID_PLAYER"


def test_the_query_refuses_states_of_other_games() -> None:
    with pytest.raises(ContractError, match="not a state of Hearts"):
        beliefs(BeliefsArgs(state={"ruleset_id": "azul_v1"}, player_id=0))


@pytest.mark.parametrize("chance", [1.0, 0.75, 0.5, 0.3, 1 / 3, 1e-3, 1e-17])
def test_bits_of_is_a_binary_logarithm(chance: float) -> None:
    assert bits_of(chance) == pytest.approx(-math.log2(chance), rel=1e-12, abs=1e-12)
    assert bits_of(0.5) == 1.0


def test_the_query_shows_the_beliefs_that_the_search_uses() -> None:
    for place in (6, 14, 23, 34):
        state = greedy_hand(3)[place]
        known = known_to(state)
        worlds = known.worlds("explore", 0, 8 * DRAWN)
        answer = query(state, state.active_player_id)
        possible = Beliefs(known.facts, HARD).marginals()
        for card, row in answer.probabilities.items():
            shares = [float((hands >> U64(NUMBERS[card]) & U64(1)).mean()) for hands in worlds]
            assert row == pytest.approx(shares, abs=0.12)
            # Nothing possible is called impossible, and only what follows from the rules is certain.
            exact = possible[:, NUMBERS[card]].tolist()
            assert [each in (0.0, 1.0) for each in row] == [each in (0.0, 1.0) for each in exact]


def test_more_worlds_are_weighed_where_plays_tell_much() -> None:
    """Early, the fewest parts suffice; late in a hand of greedy players most worlds are unlikely."""
    steps = []
    for seed, place in ((3, 6), (3, 38), (0, 36)):
        state = greedy_hand(seed)[place]
        job = beliefs(BeliefsArgs(state=state.model_dump(mode="json"), player_id=state.active_player_id))
        seen = [job.progress]
        while not job.done:
            job.step(0)
            seen.append(job.progress)
        assert seen == sorted(seen)
        assert (seen[0], seen[-1]) == (0, 1)
        steps.append(len(seen))
    assert steps[0] < steps[1]
