"""Claims hold in every possible world against every defence, and obvious endings are recognized."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from py_engine.core.contract import ContractError
from py_engine.core.results import to_json
from py_engine.games.hearts.coaching.claim import Claim, ClaimArgs, claim, decide
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.batch import QUEEN, TRICK, Rules
from py_engine.games.hearts.rules.cards import CARD_NAMES, DECK, NUMBERS, mask_of
from py_engine.games.hearts.rules.state import HeartsState
from tests.games.hearts import brute
from tests.games.hearts.beliefs_oracle import VARIANTS, Hands, worlds
from tests.games.hearts.beliefs_oracle import hand as some_hand
from tests.games.hearts.brute import Position

MOST_WORLDS = 10


def position(state: HeartsState, world: Hands) -> Position:
    """The position in one world."""
    rules = state.rules
    piles: list[set[str]] = [set() for _ in range(4)]
    gone: set[str] = set()
    for trick in state.trick_history:
        piles[trick.winner] |= {card for card in trick.cards if brute.worth(card, rules)}
        gone |= set(trick.cards)
    hands = tuple(tuple(sorted(held, key=CARD_NAMES.index)) for held in world)
    return Position(
        rules, hands, state.lead, tuple(state.trick), frozenset(gone), tuple(frozenset(pile) for pile in piles)
    )


def sure(at: Position, seat: int, fails: Callable[[Position], bool]) -> bool:
    """Whether the seat can avoid all failing positions, whatever the others play."""
    if fails(at):
        return False
    if brute.over(at):
        return True
    after = (sure(brute.play(at, card), seat, fails) for card in brute.legal(at))
    return any(after) if at.seat == seat else all(after)


def check(state: HeartsState, seat: int, found: str, world: Hands) -> None:
    """Asserts that a claim is true in a world."""
    now = position(state, world)
    pile, tricks = now.piles[seat], len(now.gone)
    before = sum(brute.worth(card, now.rules) for card in pile)

    def loses_a_trick(at: Position) -> bool:
        return not at.table and len(at.gone) > tricks and at.leader != seat

    def gets_points(at: Position) -> bool:
        return at.piles[seat] != pile or (brute.over(at) and brute.final(at)[seat] > before)

    if found == "all":
        assert sure(now, seat, loses_a_trick)
    elif any(brute.worth(card, now.rules) for held in now.hands for card in held) or now.table:
        assert sure(now, seat, gets_points)


@pytest.mark.parametrize("seed", range(6))
def test_claims_hold_in_every_world_against_every_defence(seed: int) -> None:
    found: Counter[str | None] = Counter()
    rng = random.Random(seed)
    for move in range(44, 56 - 4 * (seed % 4 == 3)):
        state = some_hand(seed, seed % len(VARIANTS), seed % 4)[move]
        for seat in range(4):
            kind = decide(facts_of(state, seat)).claim
            found[kind] += 1
            if kind:
                every = list(worlds(state, seat))
                for world in rng.sample(every, min(MOST_WORLDS, len(every))):
                    check(state, seat, kind, world)
    assert found[None]
    assert found["none"]


def facts(hand: str, unseen: str, table: str = "", leader: int = 0, **other: Any) -> Facts:
    """Facts of player 0 with all other cards gone; by default, two other players have taken points."""
    ours, theirs, there = (mask_of(cards.split()) for cards in (hand, unseen, table))
    about: dict[str, Any] = {
        "hand": ours,
        "gone": int(DECK) & ~(ours | theirs | there),
        "table": tuple(NUMBERS[card] for card in table.split()),
        "leader": leader,
        "may": (0, theirs, theirs, theirs),
        "counts": (ours.bit_count(), *[theirs.bit_count() // 3] * 3),
        "known": (0, 0, 0, 0),
        "taken": (TRICK, TRICK + 2, TRICK + 3, TRICK),
        "broken": True,
        "phase": "play",
    }
    return replace(facts_of(some_hand(0)[20], 0), **about | other)


def claimed(*args: Any, **other: Any) -> str | None:
    return decide(facts(*args, **other)).claim


def test_the_highest_cards_claim_all_tricks() -> None:
    assert claimed("AC 4H", "KC QC JC 3H 2H TC") == "all"
    assert claimed("QC 4H", "KC JC TC 3H 2H 9C") is None
    assert claimed("AC 4H", "KC QC JC 3H 2H TC", leader=1) is None


def test_a_low_card_wins_once_the_others_must_have_followed_with_their_higher_ones() -> None:
    assert claimed("AC 2C", "KC 3D 4D 5D 6H 7H") == "all"
    assert claimed("AC 2C", "KC QC 4D 5D 6H 7H") is None
    assert claimed("AC 2C", "KC QC 4D 5D 6H 7H", known=(0, mask_of(["KC"]), mask_of(["QC"]), 0)) == "all"
    assert claimed("AC 2C 3D", "KC QC JC 2D 6H 7H 8H 9H TH") is None


def test_only_players_still_to_play_can_beat_a_card_on_the_table() -> None:
    low, clubs = mask_of(["2D", "3D", "4D", "5H"]), mask_of(["AC", "QC"])
    behind = {"leader": 2, "counts": (2, 2, 1, 1), "may": (0, low, low | clubs, low | clubs)}
    assert claimed("AD KC", "AC 2D 3D 4D 5H", "5C 6C", **behind) == "all"
    assert claimed("AD JC", "QC 2D 3D 4D 5H", "5C 6C", **behind) == "all"
    assert claimed("AD JC", "AC 2D 3D 4D 5H", "5C QC", **behind) is None
    before = {"leader": 3, "counts": (2, 2, 2, 1), "may": (0, low, low | clubs, low)}
    assert claimed("AD KC", "AC 2D 3D 4D 5H", "5C", **before) is None
    done = {"counts": (1, 2, 2, 2), "may": (0, low, low, low | clubs)}
    assert claimed("AD", "AC 2D 3D 4D 5H", "KC 6C", counts=(1, 1, 2, 2), may=done["may"]) is None
    assert claimed("AD", "AC 2D 3D 4D 5H", "KC 6C", counts=(1, 1, 2, 2), may=(0, low | clubs, low, low)) == "all"
    assert claimed("AD", "2D 3D 4D 5H QC", "KC 6C", counts=(1, 1, 2, 2), may=done["may"]) == "all"


def test_claiming_all_tricks_with_all_points_mentions_the_moon() -> None:
    mine = (TRICK + QUEEN + 10, TRICK, TRICK, TRICK)
    assert "moon" in decide(facts("AH KH", "2H 3C 4C 5C 6C 7C", taken=mine)).text
    assert "moon" not in decide(facts("AH KH", "2H 3C 4C 5C 6C 7C")).text


def test_the_lowest_cards_claim_no_more_points() -> None:
    assert claimed("2H 3C", "4C 3H KH AD KD QD", leader=1) == "none"
    assert claimed("4H 3C", "4C 3H KH AD KD QD", leader=1) is None
    assert claimed("2H 3C", "4C 3H KH AD KD QD") == "none"
    assert claimed("2H 3C", "3H KH AD KD QD JD") == "none"
    assert claimed("2C 3C", "3H KH AD KD QD JD") == "all"
    assert claimed("4C 6D", "3H KH AD KD QD 5D") is None


def test_a_claim_respects_unbroken_hearts() -> None:
    assert claimed("2H 7S", "3H KH AD KD QD AC") == "none"
    assert claimed("2H 7S", "3H KH AD KD QD AC", broken=False) is None


def test_a_lost_trick_may_take_the_last_points_away() -> None:
    late = {"leader": 3, "counts": (2, 2, 2, 1)}
    assert claimed("KD 8S", "4C 9D 4S 9S KS", "9H", **late) == "none"
    assert claimed("KD 8S", "4C 9D 4S 9S KH", "9H", **late) is None
    assert claimed("KH 8S", "4C 9D 4S 9S KS", "9H", **late) is None


def test_no_points_cannot_be_claimed_while_another_seat_may_shoot_the_moon() -> None:
    hand, unseen = "2H 3C", "4C 3H KH AD KD QD"
    assert claimed(hand, unseen, leader=1, taken=(TRICK, QUEEN + 10 + TRICK, 0, 0)) is None
    assert claimed(hand, unseen, leader=1, taken=(QUEEN + 10 + TRICK, 0, 0, 0)) == "none"
    assert claimed("2H 3C", "QS 3H KH AH KD QD", leader=1, taken=(0, 0, 0, 0)) is None


def test_no_points_are_claimed_once_all_are_taken() -> None:
    hand, unseen = "2C KC", "JD 3C 4C 5C 6C 7D"
    assert decide(facts(hand, unseen)) == Claim("none", "All points are taken.")
    assert claimed(hand, unseen, rules=Rules(jack_of_diamonds=True)) is None


def test_claims_are_short_and_speak_to_the_player() -> None:
    mine = (TRICK + QUEEN + 10, TRICK, TRICK, TRICK)
    run = "2H 3C 4C 5C 6C 7C"
    texts = [
        decide(facts("AH KH", run)).text,
        decide(facts("AH KH", run, taken=mine)).text,
        decide(facts("2H 3C", "4C 3H KH AD KD QD", leader=1)).text,
        decide(facts("2C KC", "JD 3C 4C 5C 6C 7D")).text,
    ]
    assert texts == [
        "You win every trick left.",
        "You shoot the moon.",
        "You take no more points.",
        "All points are taken.",
    ]
    # As many characters as fit into the toolbar (NOTE in PlayMode.svelte).
    assert max(map(len, texts)) <= 26


def query(state: HeartsState, seat: int) -> Claim:
    answer = claim(ClaimArgs(state=state.model_dump(mode="json"), player_id=seat)).run()
    assert answer is not None
    return answer


def test_the_query_ignores_the_other_hands() -> None:
    for state in some_hand(5)[::3]:
        for seat in range(4):
            answer = query(state, seat)
            assert list(to_json(answer)) == ["claim", "text"]
            assert answer == query(play.complete(play.observe(state, seat)), seat)
            assert answer.claim is None or state.phase == "play"


def test_the_query_refuses_unknown_players() -> None:
    with pytest.raises(ContractError, match="There is no player") as error:
        query(some_hand(0)[5], 4)
    assert error.value.code == "INVALID_PLAYER"
