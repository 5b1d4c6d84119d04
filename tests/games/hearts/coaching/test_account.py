"""Hearts' account of luck and skill: good and bad deals, losing moves, and invalid games."""

from __future__ import annotations

from collections.abc import Generator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.coaching import luck
from py_engine.games.hearts.coaching.luck import Worth, usual_points, worth_of_deal
from py_engine.games.hearts.rules import batch
from py_engine.games.hearts.rules.batch import Batch, Rules, legal_cards, step
from py_engine.games.hearts.rules.cards import CARD_NAMES, DECK, mask_of
from py_engine.games.hearts.rules.play import deal
from tests.bridge import conformance
from tests.bridge.asking import ask, refused
from tests.games.hearts import oracle
from tests.games.hearts.oracle import RULESET, State

BAD = "9C JC QC 8D TD QD QS KS AS 9H JH QH KH".split()
"""High cards in every suit, but too weak to shoot the moon."""


def worth(hands: list[int], shift: int = 0, rules: Rules | None = None) -> Worth:
    playing: Generator[None, None, Worth] = worth_of_deal(hands, shift, rules or Rules())
    while True:
        try:
            next(playing)
        except StopIteration as stop:
            found: Worth = stop.value
            return found


def game(seed: int, most: int, **options: Any) -> tuple[list[State], list[Any]]:
    states, actions = [ask("new_game", RULESET, seed, options)], []
    for _, action, after in oracle.play(seed, options, most):
        states.append(after)
        actions.append(action)
    return states, actions


def account(states: list[State], actions: list[Any], **more: Any) -> State:
    found: State = ask("query", RULESET, "account", {"states": states, "actions": actions} | more)
    return found


def test_a_bad_hand_is_bad_luck_in_any_seat() -> None:
    rest = [card for card in CARD_NAMES if card not in BAD]
    others = [mask_of(rest[place::3]) for place in range(3)]
    for seat in (0, 2):
        hands = [*others[:seat], mask_of(BAD), *others[seat:]]
        assert sum(hands) == int(DECK)
        found = worth(hands)
        mine, theirs = found.points[seat], [points for other, points in enumerate(found.points) if other != seat]
        assert mine > max(theirs) + 5
        assert mine > usual_points(Rules()) + 3
        assert max(theirs) < usual_points(Rules())


@pytest.mark.parametrize("shift", [0, 1, 2, 3])
def test_passed_cards_arrive_at_the_seat_that_they_are_passed_to(shift: int, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = deal(5, 1).tolist()
    started: list[Any] = []

    def noted(lanes: Any, leader: Any, rules: Rules) -> Any:
        started.append(lanes.copy())
        return batch.start(lanes, leader, rules)

    monkeypatch.setattr(luck, "start", noted)
    worth(hands, shift)
    (lanes,) = started
    for seat, dealt in enumerate(hands):
        # What a seat holds in playouts, and was not dealt, comes from the seat that passes to it.
        giver = hands[(seat - shift) % 4]
        for held in map(int, lanes[seat]):
            assert held & ~dealt & ~giver == 0
            assert (held & ~dealt).bit_count() == (3 if shift else 0)


def test_rotating_a_deal_rotates_its_luck() -> None:
    hands = deal(5, 1).tolist()
    found = [worth(hands[-turn:] + hands[:-turn]) for turn in range(4)]
    for turn, each in enumerate(found):
        turned = each.points[turn:] + each.points[:turn]
        for points, before, error in zip(turned, found[0].points, found[0].stderr, strict=True):
            assert abs(points - before) < 5 * error + 0.2


def test_luck_averages_zero_and_points_of_a_hand_add_up() -> None:
    total = 0.0
    for seed in range(24):
        found = worth(deal(seed, 1).tolist(), (1, 3, 2, 0)[seed % 4])
        assert 26.0 <= sum(found.points) <= 78.0
        assert all(0 < error < 1 for error in found.stderr)
        total += sum(found.points) / 4
    assert total / 24 == pytest.approx(usual_points(Rules()), abs=0.75)
    jack = worth(deal(1, 1).tolist(), 1, Rules(jack_of_diamonds=True))
    assert sum(jack.points) == pytest.approx(sum(worth(deal(1, 1).tolist(), 1).points) - 10.0, abs=1e-9)
    assert usual_points(Rules(jack_of_diamonds=True)) == usual_points(Rules()) - 2.5
    assert usual_points(Rules(moon_subtracts=True)) < 6.5 < usual_points(Rules())


def test_a_hand_of_winners_expects_to_shoot_the_moon() -> None:
    winners = "AC KC QC JC AD KD AS KS QS AH KH QH JH".split()
    rest = [card for card in CARD_NAMES if card not in winners]
    hands = [mask_of(winners), *(mask_of(rest[place::3]) for place in range(3))]
    more = worth(hands).points
    assert more[0] < 5
    assert min(more[1:]) > 20
    less = worth(hands, 0, Rules(moon_subtracts=True)).points
    assert less[0] < -20
    assert min(less[1:]) >= 0


def test_randomized_playouts_play_legal_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = 0

    def checked(batch: Batch, card: Array) -> None:
        nonlocal cards
        assert (np.left_shift(U64(1), card) & ~legal_cards(batch) == 0).all()
        cards += 1
        step(batch, card)

    monkeypatch.setattr(luck, "step", checked)
    worth(deal(2, 1).tolist(), 2)
    assert cards == 52


def test_passing_improves_a_bad_hand() -> None:
    rest = [card for card in CARD_NAMES if card not in BAD]
    hands = [mask_of(BAD), *(mask_of(rest[place::3]) for place in range(3))]
    assert worth(hands, 1).points[0] < worth(hands).points[0] - 1


def test_luck_is_booked_on_the_move_before_a_deal() -> None:
    states, actions = game(4, 60)
    found = account(states, actions, deltas=[None] * len(actions), opening=True)
    dealt = [before["chance_counter"] != after["chance_counter"] for before, after in pairwise(states)]
    assert [step["luck"] is not None for step in found["steps"]] == dealt
    assert sum(dealt) == 1
    opening, second = found["opening_luck"], next(step["luck"] for step in found["steps"] if step["luck"])
    assert found["luck"] == pytest.approx([one + two for one, two in zip(opening, second, strict=True)])
    expected = worth(deal(4, 2).tolist(), 3)
    assert second == pytest.approx([usual_points(Rules()) - points for points in expected.points])
    first = worth(deal(4, 1).tolist(), 1)
    errors = [(one * one + two * two) ** 0.5 for one, two in zip(first.stderr, expected.stderr, strict=True)]
    assert found["luck_stderr"] == pytest.approx(errors)
    assert (found["graded"], found["skill"]) == (0, [0.0] * 4)
    without = account(states, actions, deltas=[None] * len(actions))
    assert (without["opening_luck"], without["luck"]) == (None, second)
    # Later in a hand there is no opening deal, and a view of one seat hides the deal.
    assert account(states[3:4], [], opening=True)["opening_luck"] is None
    assert account([ask("observe", states[0], 0)], [], opening=True)["luck"] == [0.0] * 4


def test_skill_is_the_sum_of_losses() -> None:
    states, actions = game(6, 26)
    params = {"evaluator": "heuristic", "evaluator_seed": 0}
    found = account(states, actions, params=params)
    assert found["graded"] == len(actions)
    for index in (0, 3, 9, 20):
        player = states[index]["active_player_id"]
        graded = ask("grade_user_action", states[index], player, actions[index], params)
        step = found["steps"][index]
        assert (step["index"], step["player_id"], step["delta_ev"]) == (index, player, graded["delta_ev"])
    for player in range(4):
        own = [step["delta_ev"] for step in found["steps"] if step["player_id"] == player]
        assert found["skill"][player] == pytest.approx(sum(own))
        assert found["skill"][player] < 0
    deltas = [None, -1.5, 0.25, -1.0, *[None] * 22]
    given = account(states, actions, deltas=deltas)
    assert given["skill"] == [0.0, -1.5, 0.0, -1.0]
    assert given["graded"] == 3


def test_the_search_grades_by_default() -> None:
    states, actions = game(6, 7)
    found = account(states[4:], actions[4:])
    # The first trick's lead is forced.
    assert found["steps"][0]["delta_ev"] == 0.0
    assert found["graded"] == 3
    assert found == account(states[4:], actions[4:])


def test_inconsistent_games_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "PLAYOUTS", 4)
    states, actions = game(4, 6)
    other = ask("new_game", RULESET, 4, {"jack_of_diamonds": True})
    failing = {"play": "2C"}
    conformance.check_account_fits(RULESET, states, actions, unlike=ask("new_game", "yatzy_v1", 1, {}), failing=failing)
    for args in (
        {"states": [states[0], other], "actions": actions[:1]},
        {"states": [states[0], states[2]], "actions": actions[:1]},
    ):
        refused("INVALID_PARAMS", "query", RULESET, "account", args)
    refusal = refused(
        "INVALID_PARAMS", "query", RULESET, "account", {"states": [states[0], states[2]], "actions": actions[:1]}
    )
    assert refusal["error"] == "State 1 does not follow from the state and the action before it."
