"""Stoppers: the card that stops a player who has all points so far is not thrown away."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from py_engine.games.hearts.rules.play import apply_action
from py_engine.games.hearts.rules.state import HeartsState
from tests.games.hearts.searched import action_of, card_of, dealt, searched

HANDS = (
    "2C 3C 4C 2D 3D 4D 2S 3S 3H 4H 5H 6H AH",
    "AC KC QC JC TC AD KD QD AS KS KH QH JH",
    "5C 6C 7C 5D 6D 7D 4S 5S 6S 8S 9S 2H 7H",
    "8C 9C 8D 9D TD JD QS TS JS 7S 8H 9H TH",
)
PLAYED = (
    "2C AC 5C 8C KC 6C 9C 3C QC 7C 8H 4C AD 5D 8D 2D KD 6D 9D 3D AS 4S QS 2S KS 5S TS 3S JC 7H 9H 4D TC 6S JS"
).split()
"""Player 1 takes eight tricks and with them 16 points; player 0 is last to its ninth."""


def last_to_the_trick(swapped: Mapping[str, str]) -> HeartsState:
    """The position of player 0, with some cards swapped throughout."""
    other = {**swapped, **{theirs: ours for ours, theirs in swapped.items()}}
    state = dealt([" ".join(other.get(card, card) for card in hand.split()) for hand in HANDS])
    for card in PLAYED:
        state = apply_action(state, action_of({"play": other.get(card, card)}))
    assert state.active_player_id == 0
    assert len(state.trick) == 3
    return state


POSITIONS: tuple[tuple[dict[str, str], str], ...] = (
    # 3H 4H 5H 6H AH
    ({}, "AH"),
    # 3H 4H 5H 6H KH, with the ace in another hand
    ({"AH": "KH"}, "KH"),
    # 3H 4H AH, and spades that stop nobody
    ({"6H": "8S", "5H": "9S"}, "AH"),
    # 3H 4H 5H AH and a low spade
    ({"6H": "8S"}, "AH"),
)


CASES = [
    # One search takes from 6 to 20 seconds.
    pytest.param(*position, seed, marks=pytest.mark.slow)
    for position in POSITIONS
    for seed in range(3)
]


@pytest.mark.parametrize(("swapped", "stopper", "seed"), CASES)
def test_the_stopper_of_a_moon_is_kept(swapped: dict[str, str], stopper: str, seed: int) -> None:
    state = last_to_the_trick(swapped)
    assert stopper in state.hands[0]  # type: ignore[operator] # the own hand is shown
    result = searched(state, worlds=2400, evaluator_seed=seed)
    assert card_of(result.best_action) != stopper
    stated = {card_of(each.action): each.features["moon_against"] for each in result.candidates}
    assert stated[card_of(result.best_action)] < stated[stopper]
