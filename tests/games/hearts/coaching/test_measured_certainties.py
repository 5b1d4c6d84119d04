"""Measured feedback on what is certain about a trick, and on solved values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.games.hearts.coaching.measured_feedback import measured_feedback
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.own_moon import NOTED
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.cards import mask_of
from py_engine.games.hearts.rules.state import HeartsState
from tests.games.hearts.measured import BEST, graded, move
from tests.games.hearts.oracle import RULESET


def facts(hand: str, table: str) -> Facts:
    """Facts of player 0 in the second trick of a hand without passing."""
    played = table.split()
    leader = -len(played) % 4
    counts = [12 - (seat >= 4 - len(played)) for seat in range(4)]
    data = {
        "ruleset_id": RULESET,
        "pass_direction": "hold",
        "active_player_id": 0,
        "hands": [hand.split(), *counts[1:]],
        "passed": [[], 0, 0, 0],
        "received": [[], 0, 0, 0],
        "leader": leader,
        "trick": played,
        "trick_history": [{"leader": (leader + 1) % 4, "cards": ["2C", "3C", "4C", "5C"]}],
    }
    return facts_of(HeartsState.model_validate(data), 0)


HEARTS_HAND = "6C 7D 8D 9D TD 3S 7H 8H TH JH QH KH"
QUEEN_HAND = "6C 7C 7D 8D 9D TD JS QS KS 7H 8H TH"
CLUBS_HAND = "6C 7C JC KC AC 7D 8D 9D TD 3S 7H KH"


@pytest.mark.parametrize(
    ("hand", "table", "user", "best", "text"),
    [
        (
            CLUBS_HAND,
            "8C TC 9C",
            "JC",
            "AC",
            "Either card takes this trick because nobody plays after it: use the higher one, ",
        ),
        (CLUBS_HAND, "8C TC 9C", "AC", "JC", None),
        (
            CLUBS_HAND,
            "8C TC 9C",
            "6C",
            "7C",
            "Neither card can take this trick: get rid of the higher one, 7♣.",
        ),
        (
            CLUBS_HAND,
            "8C TC QS",
            "KC",
            "7C",
            "Takes this trick and 13 points, while 7♣ leaves it to another player.",
        ),
        (
            CLUBS_HAND,
            "8C TC 9C",
            "7C",
            "KC",
            "Leaves this trick to another player, while K♣ takes it without points.",
        ),
        (CLUBS_HAND, "8C TC", "JC", "KC", None),
        (
            CLUBS_HAND,
            "8C QC",
            "KC",
            "AC",
            "Either card takes this trick because no unseen card beats it: use the higher ",
        ),
        (CLUBS_HAND, "8C QC", "KC", "7C", None),
        (HEARTS_HAND, "", "7D", "TD", None),
        (QUEEN_HAND, "2S 3S 4S", "JS", "QS", None),
        (QUEEN_HAND, "2S 3S 4S", "JS", "KS", "Either card takes this trick because nobody plays after it: use the "),
    ],
)
def test_certainties_about_the_trick_come_first(hand: str, table: str, user: str, best: str, text: str | None) -> None:
    known = facts(hand, table)
    pair = move({"play": user}, hearts=3.0), move({"play": best})
    items = measured_feedback(graded(*pair), Rules(), known)
    if text is None:
        assert [item.category for item in items] == ["hearts"]
    else:
        assert [item.category for item in items] == ["trick", "hearts"]
        assert items[0].text.startswith(text)
        assert items[0].delta == 0


def test_solved_values_state_their_assumption() -> None:
    user = move({"play": "TH"}, hearts=5.0)
    items = measured_feedback(graded(user, BEST), Rules(), solved=True)
    assert items[0].text == ("Takes 3 more hearts on average than with 4♣, if everybody plays for the fewest points.")
    # The assumption goes with the values, not with the certainty about the trick.
    items = measured_feedback(
        graded(move({"play": "JC"}, hearts=3.0), move({"play": "KC"})),
        Rules(),
        facts(CLUBS_HAND, "8C TC 9C"),
        solved=True,
    )
    assert [item.text.endswith(", if everybody plays for the fewest points.") for item in items] == [False, True]
    # Nor with what a move does by itself.
    known = facts("6C 7D 8D 9D TD 3S 7H 8H TH JH QH KH", "2S")
    close = graded(move({"play": "6C"}, hearts=2.2), move({"play": "7H"}), error=1.0, too_close=True)
    items = measured_feedback(close, Rules(), known, solved=True)
    assert [item.category for item in items] == ["itself", "hearts", "overall"]
    assert [item.text.endswith(", if everybody plays for the fewest points.") for item in items] == [False, True, False]
    assert measured_feedback(graded(BEST), Rules(), solved=True)[0].text == "This is the only move."


def test_interchangeable_cards_are_as_good_without_an_assumption() -> None:
    known = facts(CLUBS_HAND, "8C TC 9C")
    pair = move({"play": "8D"}), move({"play": "7D"})
    found = graded(*pair, best_action={"play": "7D"}, delta_stderr=0.0, too_close=False)
    assert measured_feedback(found, Rules(), known, solved=True)[0].text == "As good as 7♦."
    level = graded(*pair, best_action={"play": "8D"}, delta_stderr=0.0, too_close=False)
    assert measured_feedback(level, Rules(), known, solved=True)[0].text == "All moves are equally good here."
    other = move({"play": "7H"}), move({"play": "7D"})
    found = graded(*other, best_action={"play": "7D"}, delta_stderr=0.0, too_close=False)
    assert measured_feedback(found, Rules(), known, solved=True)[-1].text == (
        "As good as 7♦, if everybody plays for the fewest points."
    )


def test_where_no_points_are_left_all_moves_are_as_good_without_an_assumption() -> None:
    known = replace(facts(CLUBS_HAND, ""), gone=mask_of(["QS", *(f"{rank}H" for rank in "23456789TJQKA")]))
    known = replace(known, hand=mask_of(["TD", "2S", "8S"]), table=())
    pair = move({"play": "TD"}), move({"play": "2S"})
    found = graded(*pair, delta_stderr=0.0, too_close=False)
    assert [item.text for item in measured_feedback(found, Rules(), known, solved=True)] == [
        "All moves are equally good here: no points are left to take."
    ]
    found = graded(*pair, best_action={"play": "2S"}, delta_stderr=0.0, too_close=False)
    assert [item.text for item in measured_feedback(found, Rules(), known, solved=True)] == [
        "As good as 2♠: no points are left to take."
    ]
    jack = Rules(jack_of_diamonds=True)
    items = measured_feedback(found, jack, replace(known, rules=jack), solved=True)
    assert items[-1].text == "As good as 2♠, if everybody plays for the fewest points."


def test_what_is_certain_about_the_trick_leads_the_cause_of_a_runner_up() -> None:
    pair = move({"play": "AC"}), move({"play": "JC"}, hearts=3.0, queen_chance=0.15)
    found = graded(*pair)
    (_, runner_up) = measured_feedback(found, Rules(), facts(CLUBS_HAND, "8C TC 9C"), behind={"play": "JC"})
    assert runner_up.text == (
        "Playing J♣ instead would cost about 1.7 points;"
        " either card takes this trick because nobody plays after it: use the higher one, A♣."
        " It takes 1 more heart on average. All else together, mostly Q♠, costs 0.7 points."
    )


def test_what_a_move_does_by_itself_is_not_said_beside_a_plan_to_shoot_the_moon() -> None:
    user, best = move({"play": "JC"}, hearts=2.2), move({"play": "KC"})
    for note, first in ((None, "Keeps the higher card, K♣."), (f"{NOTED}43%", "The best move goes for the moon: ")):
        found = graded(user, replace(best, note=note), error=1.0, too_close=True)
        texts = [item.text for item in measured_feedback(found, Rules(), facts(CLUBS_HAND, "8C TC"))]
        assert texts[0].startswith(first)
        assert (note is None) == any("higher card" in text for text in texts)
