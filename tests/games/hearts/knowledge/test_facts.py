"""Facts: everything that is certain for a seat, and nothing that is hidden from it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.contract import ContractError
from py_engine.games.hearts.knowledge.facts import Facts, PublicPlay, facts_of
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.batch import QUEEN, TRICK, Rules
from py_engine.games.hearts.rules.cards import NUMBERS, mask_of, names_of
from py_engine.games.hearts.rules.record import Played, record
from py_engine.games.hearts.rules.state import HeartsState
from tests.games.hearts.beliefs_oracle import HAND_MOVES, VARIANTS, hand

RULES = Rules()
NOTHING: tuple[int, ...] = (0, 0, 0, 0)


def numbers(text: str) -> list[int]:
    return [NUMBERS[card] for card in text.split()]


def read(*tricks: tuple[int, str], table: tuple[int, str] | None = None, rules: Rules = RULES) -> PublicPlay:
    leader, cards = table or (None, "")
    return PublicPlay(rules, [(first, tuple(numbers(text))) for first, text in tricks], leader, numbers(cards))


def never(played: PublicPlay, seat: int) -> list[str]:
    """The cards that a seat cannot hold."""
    return list(names_of(~played.may[seat] & mask_of(NUMBERS)))


def suit(letter: str, but: str = "") -> list[str]:
    return [card for card in NUMBERS if card[1] == letter and card not in but.split()]


def test_not_following_shows_a_void() -> None:
    played = read((0, "2C 5D 7C 9C"), table=(3, "4S 6S KD"))
    assert [never(played, seat) for seat in range(4)] == [[], [*suit("C"), *suit("S")], [], []]


def test_leading_an_unbroken_heart_shows_only_hearts() -> None:
    opening = (0, "2C KC 7C 9C")
    assert never(read(opening, table=(1, "4H")), 1) == [*suit("C"), *suit("D"), *suit("S")]
    assert never(read(opening, (1, "4D 5D 6D 2H"), table=(2, "3H")), 2) == []
    queen_gone = (opening, (1, "4D QS 6D 2D"))
    assert never(read(*queen_gone, table=(3, "3H")), 3) == []
    strict = read(*queen_gone, table=(3, "3H"), rules=Rules(queen_breaks_hearts=False))
    assert never(strict, 3) == [*suit("C"), *suit("D"), *suit("S")]


@pytest.mark.parametrize("thrown", ["5H", "QS"])
def test_discarding_points_on_the_first_trick_shows_only_points(thrown: str) -> None:
    played = read((0, f"2C {thrown} 7C 9C"))
    assert never(played, 1) == [*suit("C"), *suit("D"), *suit("S", but="QS")]
    later = read((0, "2C 3C 7C 9C"), (3, f"TC 4C {thrown} 8C"))
    assert never(later, 1) == suit("C")


def test_evidence_from_plays_is_counted() -> None:
    played = read((0, "2C 5D 7C 9C"), (3, "4S JS KD KS"), (2, "AS 5S 6S QS"), table=(2, "8D 3S"))
    assert played.low_spades == [2, 0, 0, 1]
    assert played.sloughs == [[0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    assert played.taken == [0, 0, 2 * TRICK + QUEEN, TRICK]


positions = st.tuples(
    st.integers(0, 3), st.integers(0, len(VARIANTS) - 1), st.integers(0, 3), st.integers(0, HAND_MOVES - 1)
)


def position(seed: int, variant: int, skipped: int, move: int) -> HeartsState:
    states = hand(seed, variant, skipped)
    return states[min(move, len(states) - 1)]


@given(positions, st.integers(0, 3))
@settings(max_examples=40)
def test_facts_are_the_same_from_the_whole_state_and_the_view(where: tuple[int, int, int, int], seat: int) -> None:
    state = position(*where)
    assert facts_of(state, seat) == facts_of(play.complete(play.observe(state, seat)), seat)


@given(positions)
@settings(max_examples=40)
def test_public_plays_exclude_what_the_rules_exclude(where: tuple[int, int, int, int]) -> None:
    state = position(*where)
    tricks = [Played(trick.leader, numbers(" ".join(trick.cards))) for trick in state.trick_history]
    if state.trick:
        tricks.append(Played(state.lead, numbers(" ".join(state.trick))))
    found = record(tricks, state.rules)
    excluded = [0] * 4
    for trick, masks in zip(tricks, found.excluded, strict=True):
        for place, mask in enumerate(masks):
            excluded[(trick.leader + place) % 4] |= mask
    for seat in range(4):
        facts = facts_of(state, seat)
        others = [other for other in range(4) if other != seat]
        assert [facts.may[other] for other in others] == [mask_of(NUMBERS) & ~excluded[other] for other in others]
        assert list(facts.taken) == found.taken
        assert facts.broken == play.complete(state).hearts_broken


def test_before_the_exchange_a_seat_knows_only_its_own_cards() -> None:
    for state in hand(0)[:4]:
        for seat in range(4):
            facts = facts_of(state, seat)
            assert facts.hand == mask_of(state.hands[seat])  # type: ignore[arg-type]
            assert facts.unseen == mask_of(NUMBERS) & ~facts.hand
            assert facts.known == NOTHING
            assert facts.given[1] == facts.got[1] == 0
            assert facts.leader is None
            assert not any(any(row) for other, row in enumerate(facts.voids) if other != seat)


@pytest.mark.parametrize("skipped", [0, 1, 2, 3])
def test_passed_cards_stay_unseen_and_are_known_until_they_are_played(skipped: int) -> None:
    for state in hand(1, 0, skipped)[4 * (skipped < 3) :]:
        played = mask_of(card for trick in state.trick_history for card in trick.cards) | mask_of(state.trick)
        for seat in range(4):
            facts = facts_of(state, seat)
            to, passed = (seat + state.shift) % 4, state.passed[seat]
            assert isinstance(passed, list)
            assert facts.given == (to, mask_of(passed) & ~played)
            assert facts.got == ((seat - state.shift) % 4, mask_of(state.received[seat]))  # type: ignore[arg-type]
            others = [held for other, held in enumerate(state.hands) if other != seat and isinstance(held, list)]
            assert facts.unseen == mask_of(card for held in others for card in held)
            assert facts.known[to] & facts.given[1] == facts.given[1]
            assert facts.counts == tuple(len(held) for held in state.hands if isinstance(held, list))


def lead_of_another_club() -> HeartsState:
    """Player 1 led 5C and still holds the two of clubs, under the rule that any club may be led first."""
    hands: list[Any] = [[], ["2C"], [], []]
    deck = [card for card in NUMBERS if card not in {"2C", "5C"}]
    for seat, count in ((1, 11), (0, 13), (2, 13), (3, 13)):
        hands[seat] += deck[:count]
        del deck[:count]
    data = {
        "state_version": 1,
        "ruleset_id": "hearts_v1",
        "active_player_id": 2,
        "options": {"first_lead_any_club": True},
        "pass_direction": "hold",
        "hands": hands,
        "leader": 1,
        "trick": ["5C"],
    }
    return play.complete(HeartsState.model_validate(data))


def test_the_first_leader_is_known_to_hold_the_two_of_clubs() -> None:
    state = lead_of_another_club()
    assert facts_of(state, 0).known == (0, 1 << NUMBERS["2C"], 0, 0)
    assert facts_of(state, 1).known == NOTHING
    first = next(state for state in hand(2) if state.phase == "play")
    opener = first.active_player_id
    other = (opener + 2) % 4
    assert facts_of(first, other).known[opener] & 1 << NUMBERS["2C"]
    assert not facts_of(first, opener).known[opener]


def test_voids_follow_from_plays_and_the_own_hand() -> None:
    state = hand(3)[-6]
    for seat in range(4):
        facts = facts_of(state, seat)
        assert facts.voids[seat] == tuple(not any(card[1] == s for card in state.hands[seat]) for s in "CDSH")  # type: ignore[union-attr]
        for other in range(4):
            for index, letter in enumerate("CDSH"):
                if facts.voids[other][index]:
                    assert not any(card[1] == letter for card in state.hands[other])  # type: ignore[union-attr]
    assert any(void for facts in [facts_of(state, 0)] for row in facts.voids[1:] for void in row)


def test_facts_and_their_keys_are_hashable_by_content() -> None:
    state = hand(4)[30]
    facts, again = facts_of(state, 1), facts_of(state.model_copy(), 1)
    assert {facts: 1}[again] == 1
    assert {facts.key: 1}[again.key] == 1
    assert len({facts_of(state, seat).key for state in hand(4)[:40] for seat in range(4)}) == 4 * 37


def test_a_view_has_no_facts_of_another_seat() -> None:
    state = play.complete(play.observe(hand(0)[10], 2))
    assert isinstance(facts_of(state, 2), Facts)
    with pytest.raises(ContractError, match="The hand of player 1 is hidden"):
        facts_of(state, 1)
