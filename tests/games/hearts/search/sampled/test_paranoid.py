"""When the other players are modelled as paranoid."""

from __future__ import annotations

from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.endgame.ending import Ending
from py_engine.games.hearts.search.sampled.card_search import CardSearch
from py_engine.games.hearts.search.sampled.paranoid import moon_looms
from tests.games.hearts.searched import Json, action_of, dealt, greedy_action, greedy_hand, job, known_to

THRESHOLD = 0.15
MOON = (
    "2C AC KC QC JC AD KD AS KS QS AH KH QH",
    "3C 4C 5C 6C 2D 3D 4D 5D 2S 3S 4S 5S 6S",
    "7C 8C 9C TC 6D 7D 8D 9D 7S 8S 9S TS JS",
    "TD JD QD 2H 3H 4H 5H 6H 7H 8H 9H TH JH",
)


def shooting(tricks: int) -> HeartsState:
    """Seat 0 has taken every trick and is about to take the rest; seat 1 is to play."""
    state = dealt(list(MOON))
    order = MOON[0].split()
    while len(state.trick_history) < tricks or state.active_player_id != 1:
        mine: Json = {"play": order[len(state.trick_history)]}
        card = mine if state.active_player_id == 0 and mine in play.legal_actions(state) else greedy_action(state)
        state = play.apply_action(state, action_of(card))
    return state


def test_a_moon_of_any_seat_looms() -> None:
    state = shooting(10)
    assert state.points[0] == sum(state.points) > 0
    assert moon_looms(known_to(state), THRESHOLD)
    assert not any(moon_looms(known_to(one), THRESHOLD) for one in (greedy_hand(seed)[20] for seed in range(4)))


def test_endings_and_lookahead_are_paranoid_if_another_seat_may_shoot() -> None:
    state = shooting(10)
    solved = job(state, max_work=50_000, paranoid_threshold=THRESHOLD)
    assert isinstance(solved, Ending)
    assert solved.mode == "paranoid"
    deep = job(state, max_work=50_000, depth=2, endgame_cards=0, paranoid_threshold=THRESHOLD)
    assert isinstance(deep, CardSearch)
    assert deep.paranoid
    plain = job(state, max_work=50_000, paranoid_threshold=1.0)
    assert isinstance(plain, Ending)
    assert plain.mode == "maxn"
