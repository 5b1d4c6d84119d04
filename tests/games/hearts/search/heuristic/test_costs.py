"""The static evaluation of Hearts: parts that add up, and values that players would expect."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.games.hearts.knowledge.beliefs import Beliefs
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.policies.weights import HEART, MINOR, QUEEN_MINE, QUEEN_OUT
from py_engine.games.hearts.rules.cards import NUMBERS, mask_of
from py_engine.games.hearts.rules.play import complete
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.heuristic.costs import Trick, in_trick, suit_cost
from tests.bridge.asking import ask
from tests.games.hearts.oracle import RULESET

Json = dict[str, Any]
PARAMS = {"evaluator": "heuristic", "evaluator_seed": 1, "shortlist_size": 0}


def seen(hand: str, table: str = "", history: list[str] | None = None, leader: int = 0, **changes: Any) -> Json:
    """A view of the player to move, whose hand is given; the other hands are hidden."""
    tricks = [trick.split() for trick in history or []]
    on_table = table.split()
    player = (leader + len(on_table)) % 4
    left = 13 - len(tricks)
    hands: list[Any] = [left - ((seat - leader) % 4 < len(on_table)) for seat in range(4)]
    hands[player] = hand.split()
    past = []
    first = 0  # Leader of the first trick.
    for cards in tricks:
        past.append({"leader": first, "cards": cards})
        following = [place for place, card in enumerate(cards) if card[1] == cards[0][1]]
        first = (first + max(following, key=lambda place: NUMBERS[cards[place]])) % 4
    assert not tricks or first == leader
    return {
        "ruleset_id": RULESET,
        "active_player_id": player,
        "seed": None,
        "chance_counter": 4,
        "pass_direction": "hold",
        "hands": hands,
        "passed": [0 if seat != player else [] for seat in range(4)],
        "received": [0 if seat != player else [] for seat in range(4)],
        "leader": leader,
        "trick": on_table,
        "trick_history": past,
    } | changes


FIRST = "2C 3C 4C KC"
"""Player 3 leads the second trick."""


def trick(state: Json, card: str) -> Trick:
    whole = complete(HeartsState.model_validate(state))
    facts = facts_of(whole, whole.active_player_id)
    return in_trick(facts, Beliefs(facts).marginals().tolist(), NUMBERS[card])


def evaluated(state: Json, user: Json | None = None) -> Json:
    player = state["active_player_id"]
    if user is None:
        found: Json = ask("evaluate_best_move", state, player, PARAMS)
    else:
        found = ask("grade_user_action", state, player, user, PARAMS)
    return found


HAND = "5C 6C AC 3D 9D 2S JS KS 2H 6H TH AH"


def test_parts_add_up_exactly_and_are_deterministic() -> None:
    found = evaluated(seen(HAND, "4D", [FIRST], leader=3))
    codes = {tuple(reason["code"] for reason in each["reasons"]) for each in found["candidates"]}
    assert codes == {("base", "trick", "queen", "lead", "clubs", "diamonds", "spades", "hearts")}
    for each in found["candidates"]:
        assert each["ev"] == sum(reason["value"] for reason in each["reasons"]) == -each["features"]["expected_points"]
        # Multiples of 1/1024 add up exactly in any order.
        assert all((1024 * reason["value"]).is_integer() for reason in each["reasons"])
    assert evaluated(seen(HAND, "4D", [FIRST], leader=3))["candidates"] == found["candidates"]
    assert found["metadata"]["notes"] == ["Values are estimates by rules of thumb, without playouts."]


def test_passes_have_a_part_for_each_suit() -> None:
    state = seen("2C 5C 6C AC 3D 9D 2S QS KS 2H 6H TH AH")
    state |= {"phase": "pass", "pass_direction": "left", "leader": None}
    found = evaluated(state, {"pass": ["2C", "2S", "2H"]})
    assert len(found["candidates"]) == 286
    for each in found["candidates"]:
        assert each["ev"] == sum(reason["value"] for reason in each["reasons"])
    labels = [reason["label"] for reason in found["candidates"][-1]["reasons"]]
    assert [label.split()[-1] for label in labels] == ["kept"] * 4
    assert found["best_action"] == ask("evaluate_best_move", state, 0, PARAMS | {"evaluator": "greedy"})["best_action"]
    assert found["grade"] == "BLUNDER"
    assert sum(item["delta"] for item in found["feedback"]) == pytest.approx(found["delta_ev"], abs=0.2)


def test_an_unbeatable_card_is_certain_to_take_the_trick() -> None:
    last = seen(HAND, "4D 7D 8D", [FIRST], leader=3)
    assert trick(last, "9D").taken == 1.0
    assert trick(last, "3D") == Trick(0.0, 0.0, 0.0)
    # For a lead, the chance to take the trick falls with the number of higher cards out.
    chances = [trick(seen(HAND, "", [FIRST], leader=3), card).taken for card in ("3D", "9D", "2H", "6H", "AH")]
    assert 0 < chances[0] < chances[1] < 1
    assert 0 <= chances[2] < chances[3] < chances[4] == 1
    # The first trick has no points.
    opening = seen("6C AC 3D 9D 2S JS KS 2H 6H TH JH KH AH", "2C", leader=0)
    assert trick(opening, "AC") == Trick(1.0, 0.0, 0.0)


def test_points_on_the_table_and_expected_points_count() -> None:
    heart = trick(seen(HAND, "4D 7D 8H", [FIRST], leader=3), "9D")
    assert heart == Trick(1.0, 1.0, 0.0)
    queen = trick(seen(HAND, "4D 7D QS", [FIRST], leader=3), "9D")
    assert queen == Trick(1.0, 0.0, 1.0)
    # Players who follow to a heart add a point each.
    broken = seen("5C 6C AC 3D 9D JS KS 2H 6H TH AH", "", [FIRST, "AD 5D 7D 8H"], leader=3)
    assert 3 < trick(broken, "AH").points < 4
    assert trick(broken, "KS").points < 1
    # The queen falls under the king but not under the jack.
    spades = seen(HAND, "3S", [FIRST], leader=3)
    assert trick(spades, "KS").queen > 0.3 > trick(spades, "JS").queen == 0
    rich = seen(
        "5C 6C AC 3D QD 2S JS KS 2H 6H TH AH", "JD 7D 8D", [FIRST], leader=3, options={"jack_of_diamonds": True}
    )
    assert trick(rich, "QD").points == -10


def test_high_cards_cost_more_and_the_queen_most() -> None:
    others = mask_of(["3C", "5C", "6C", "9C", "TC", "KC"])
    for kind in (MINOR, HEART, QUEEN_OUT):
        low, middle, high = (suit_cost(mask_of([card]), others, kind) for card in ("2C", "8C", "AC"))
        assert low < middle < high
    queen = mask_of(["QC"])
    assert suit_cost(queen, others, QUEEN_MINE) > suit_cost(queen, others, QUEEN_OUT) + 3
    # Low cards guard her.
    guarded = mask_of(["2C", "4C", "7C", "QC"])
    assert suit_cost(guarded, others, QUEEN_MINE) < suit_cost(queen, others, QUEEN_MINE) - 3


def test_the_queen_is_played_when_another_player_takes_her() -> None:
    hand = "5C 6C AC JC 9C 2S QS KS 2H 6H TH AH"
    found = evaluated(seen(hand, "4D", [FIRST], leader=3), {"play": "2H"})
    assert found["best_action"] == {"play": "QS"}
    assert found["grade"] == "BLUNDER"
    first = found["feedback"][0]
    assert first["category"] == "spades"
    assert first["text"] == f"Spades left in hand: \u2212{-first['delta']:.1f} points against the best move."
    assert first["delta"] < -3
    # She is also played under the king, but not where she would take the trick.
    under = evaluated(seen("5C 6C AC 3D 9D 2S QS 2H 6H TH JH AH", "KS", [FIRST], leader=3))
    assert under["best_action"] == {"play": "QS"}
    over = evaluated(seen("5C 6C AC 3D 9D 2S QS 2H 6H TH JH AH", "4S 5S 6S", [FIRST], leader=3))
    assert over["best_action"] == {"play": "2S"}
    labels = [reason["label"] for reason in under["candidates"][0]["reasons"]]
    assert "Spades kept, rid of Q♠" in labels
