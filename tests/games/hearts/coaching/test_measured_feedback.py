"""Measured feedback: the costliest part comes first, the parts add up, and nothing uncertain is claimed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import JsonValue

from py_engine.core.results import Candidate, Feedback
from py_engine.games.hearts.coaching.measured_feedback import measured_feedback
from py_engine.games.hearts.knowledge.own_moon import NOTED
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.search.evidence import NONE, Beside, Correction
from tests.bridge.asking import LONG, ask
from tests.games.hearts.measured import BEST, WORLDS, graded, move, sentences
from tests.games.hearts.oracle import RULESET


def test_the_costliest_part_comes_first_and_names_the_best_move() -> None:
    user = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    assert sentences(graded(user, BEST)) == [
        "Risks Q♠: 22% against 9% with 4♣, which costs 1.7 points.",
        "Takes 0.8 more hearts on average.",
    ]
    user = move({"play": "TH"}, hearts=5.0, queen_chance=0.02)
    assert sentences(graded(user, BEST)) == [
        "Takes 3 more hearts on average than with 4♣.",
        "In its favour: takes Q♠ in 2% of the deals against 9%, which saves 0.9 points.",
    ]


def test_passes_are_compared_by_the_cards_that_differ() -> None:
    best = move({"pass": ["2C", "KH", "AH"]}, hearts=2.0)
    user = move({"pass": ["2C", "3D", "AH"]}, hearts=3.0)
    assert sentences(graded(user, best)) == ["Takes 1 more heart on average than when K♥ is passed instead of 3♦."]
    other = move({"pass": ["3D", "TD", "AH"]}, hearts=3.0)
    assert sentences(graded(other, best))[0].endswith("than when 2♣ and K♥ are passed instead of 3♦ and 10♦.")
    assert measured_feedback(graded(best, user))[0].text == (
        "This is the best move, 1 point better than passing 2♣, 3♦ and A♥."
    )


def test_the_cards_kept_after_a_pass_are_a_part_and_playouts_count_by_their_share() -> None:
    best = move({"pass": ["QH", "KH", "AH"]})
    user = move({"pass": ["2C", "KH", "AH"]}, hearts=4.0, queen_chance=0.3)
    correction = Correction(playouts=0.25, kept=-1.5, error=0.5)
    loss = -0.25 * (2.0 + 13 * 0.2) - 1.5
    items = measured_feedback(graded(user, best, delta_ev=loss), error_share=1 / WORLDS, correction=correction)
    assert [item.text for item in items] == [
        "Keeps worse cards than when Q♥ is passed instead of 2♣, which costs 1.5 points.",
        "Risks Q♠: 30% against 10%, which costs 0.6 points (25% of what sample deals show; what such cards usually cost counts for the rest).",
        "Takes 2 more hearts on average, which costs 0.5 points (25% of what sample deals show).",
    ]
    assert sum(item.delta for item in items) == pytest.approx(loss)
    # Costs are named only beyond two of their errors; otherwise they belong to the remainder.
    unsure = measured_feedback(
        graded(user, best, delta_ev=loss), error_share=1 / WORLDS, correction=correction._replace(error=0.8)
    )
    assert unsure[-1].text == "All else together, mostly the cards kept, costs 1.5 points."
    better = measured_feedback(
        graded(user, best, delta_ev=loss + 2.5), error_share=1 / WORLDS, correction=correction._replace(kept=1.0)
    )
    assert better[-1] == Feedback("cards_kept", "In its favour: keeps better cards, which saves 1 point.", 1.0)


def test_the_remainder_comes_last() -> None:
    user = move({"play": "JD"}, hearts=3.0, expected_points=5.0)
    found = graded(user, move({"play": "4C"}, expected_points=2.5))
    assert sentences(found) == [
        "Takes 1 more heart on average than with 4♣.",
        "All else together costs 1.5 points.",
    ]
    jack = Rules(jack_of_diamonds=True)
    assert sentences(found, jack)[1:] == ["Takes 1 more heart on average."]
    assert sentences(found, jack)[0] == ("Takes J♦ less often than with 4♣, which costs 1.5 points.")
    small = move({"play": "5C"}, hearts=2.05, queen_chance=0.095)
    assert sentences(graded(small, BEST, error=0.01)) == [
        "No single cause: small things together cost 0.1 points against 4♣."
    ]


def test_differences_within_two_standard_errors_are_too_close_to_call() -> None:
    user = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    assert sentences(graded(user, BEST, error=1.5)) == [
        "Risks Q♠: 22% against 9% with 4♣, which costs 1.7 points.",
        "Takes 0.8 more hearts on average.",
        "All in all too close to call: 2.5 points worse than 4♣, give or take 3.",
    ]
    # Parts that leave most of the difference unnamed are no reasons for it.
    level = graded(replace(user, ev=BEST.ev - 0.1), BEST, error=1.5)
    assert sentences(level) == ["Too close to call: 0.1 points worse than 4♣, give or take 3."]
    # Nor are those which another one that finds no place stands against, without it.
    three = move({"play": "KS"}, hearts=5.0, queen_chance=0.39)
    moon = move({"play": "4C"}, queen_chance=0.09, moon_against=0.25)
    assert sentences(graded(three, moon, error=1.5)) == [
        "Risks Q♠: 39% against 9% with 4♣, which costs 3.9 points.",
        "In its favour: another player shoots the moon in an estimated 0% against 25%, which saves 6.5 points.",
        "All else together, mostly hearts, costs 3 points. All in all too close to call: 0.4 points worse than 4♣, give or take 3.",
    ]
    # A negligible error is not mentioned.
    equal = graded(move({"play": "5C"}, hearts=2.04), BEST, error=0.02, too_close=True)
    assert sentences(equal)[0].endswith("than 4♣.")
    assert len(sentences(graded(user, BEST, error=0.0))) == 2


def test_the_sentence_on_the_whole_follows_the_verdict() -> None:
    user = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)

    def last(verdict: str) -> str:
        return sentences(graded(user, BEST, error=1.5, verdict=verdict))[-1]

    assert last("mistake") == "Takes 0.8 more hearts on average."
    assert last("undecided").startswith("All in all too close to call: 2.5 points worse than ")
    assert last("good").startswith("All in all about as good: 2.5 points worse than ")


def test_a_loss_that_is_shown_as_nothing_is_not_too_close_to_call_beyond_its_error() -> None:
    user = move({"play": "KS"}, hearts=2.04)
    for error, text in (
        (0.01, "Hardly worse than 4♣."),
        (0.03, "Too close to call: as good as 4♣, give or take 0.1 points."),
    ):
        found = graded(user, move({"play": "4C"}), error=error, too_close=True, verdict="undecided")
        assert sentences(found) == [text]


def test_only_significant_parts_are_named() -> None:
    # The whole loss may be significant where no part is: in 20 worlds, a chance is hardly known.
    user = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    assert sentences(graded(user, BEST), worlds=20) == [
        "No single cause: small things together cost 2.5 points against 4♣."
    ]
    some = move({"play": "KS"}, hearts=6.0, queen_chance=0.12)
    assert sentences(graded(some, BEST), worlds=300) == [
        "Takes 4 more hearts on average than with 4♣.",
        "All else together costs 0.4 points.",
    ]


def test_a_sampled_part_is_named_from_two_errors_and_a_quarter_of_a_point() -> None:
    """So that another sample of deals, or more of them, names it, too."""
    user = move({"play": "KS"}, hearts=3.0, queen_chance=0.06)

    def first(hearts: float, queen: float) -> str:
        errors = {"hearts": hearts, "queen_chance": queen, "moon_chance": 0.0, "moon_against": 0.0}
        return measured_feedback(graded(user, BEST), errors=errors)[0].category

    assert first(0.49, 0.001) == "hearts"
    # Beside a sure advantage, what is not sure is no reason.
    assert first(0.51, 0.001) == "queen_chance"
    assert first(0.51, 0.03) == "overall"
    slight = move({"play": "KS"}, hearts=2.24, queen_chance=0.09)
    errors = dict.fromkeys(("hearts", "queen_chance", "moon_chance", "moon_against"), 0.001)
    assert measured_feedback(graded(slight, BEST), errors=errors)[0].category == "overall"
    assert measured_feedback(graded(slight, BEST))[0].category == "hearts"


def test_chances_get_a_decimal_only_if_they_would_read_the_same() -> None:
    for user, best, text in (
        (0.2, 0.0, "20% against 0%"),
        (0.2, 0.004, "20% against <1%"),
        (0.998, 0.2, ">99% against 20%"),
        (0.224, 0.216, "22.4% against 21.6%"),
        (0.016, 0.0, "2% against 0%"),
    ):
        pair = move({"play": "KS"}, queen_chance=user), move({"play": "4C"}, queen_chance=best)
        exact = [replace(each, stderr=0.0) for each in pair]
        assert sentences(graded(*exact, error=0.0), worlds=200_000)[0].startswith(
            f"{'Takes' if user > 0.99 else 'Risks'} Q♠: {text} with 4♣"
        )


def test_praise_for_the_best_move_depends_on_its_lead() -> None:
    second = move({"play": "KS"}, queen_chance=0.2)
    hardly = move({"play": "KS"}, queen_chance=0.092)
    equal = replace(BEST, action={"play": "5C"})
    for others, changes, text in (
        ([second], {}, "This is the best move, 1.4 points better than K♠."),
        ([equal, second], {"too_close": False}, "This is the best move, 1.4 points better than K♠."),
        (
            [second],
            {"too_close": True},
            "This is probably the best move, 1.4 points better than K♠, give or take 0.1.",
        ),
        ([hardly], {"too_close": True}, "No move is clearly better; K♠ is about as good."),
        (
            [move({"play": "KS"}, hearts=2.0, queen_chance=0.09, variance=40.0)],
            {"too_close": False, "delta_stderr": 0.0},
            "No move is better; K♠ is just as good.",
        ),
        (
            [second],
            {"delta_stderr": 0.8},
            "This is probably the best move, 1.4 points better than K♠, give or take 1.6.",
        ),
        (
            [second],
            {"delta_stderr": 1.6},
            "No move is clearly better; K♠ is 1.4 points worse, give or take 3.2.",
        ),
        ([hardly], {"too_close": False, "delta_stderr": 0.0}, "No move is better; K♠ is hardly worse."),
        ([equal], {}, "All moves are equally good here."),
        ([], {}, "This is the only move."),
    ):
        found = graded(BEST, *others, **changes)
        assert measured_feedback(found) == [Feedback("overall", text, 0.0)]
    assert sentences(
        graded(second, replace(second, action={"play": "QS"}), best_action={"play": "QS"}, delta_stderr=0.0)
    ) == ["As good as Q♠."]


def test_near_the_end_of_a_game_the_chance_to_win_is_compared() -> None:
    best = move({"play": "4C"}, winning=True, win_chance=0.52, hearts=4.0)
    user = move({"play": "KS"}, winning=True, win_chance=0.47, hearts=2.0)
    assert sentences(graded(user, best)) == [
        "Wins the game in 47% against 52% with 4♣.",
        "Expects fewer points in this hand (3.3 against 5.3), but what counts now is who wins.",
    ]
    assert measured_feedback(graded(best, user), error_share=1 / WORLDS)[0].text == (
        "This is the best move: it wins in 52% against 47% with K♠."
    )
    assert sentences(graded(user, best, error=4.0)) == [
        "Too close to call: your move wins in 47% against 52% with 4♣, give or take 8 percentage points."
    ]
    assert measured_feedback(graded(best, user, delta_stderr=3.0))[0].text == (
        "This is probably the best move: it wins in 52% against 47% with K♠."
    )
    assert measured_feedback(graded(best, user, delta_stderr=6.0))[0].text == (
        "No move is clearly better: your move wins in 52% against 47% with K♠, give or take 12 percentage points."
    )
    level = move({"play": "KS"}, winning=True, win_chance=0.5193)
    assert measured_feedback(graded(best, level, delta_stderr=6.0))[0].text == (
        "No move is clearly better; K♠ is about as good."
    ), "no chance is given twice"


def test_an_undecided_loss_beyond_its_error_is_worse_and_only_how_bad_is_open() -> None:
    best = move({"play": "4C"}, winning=True, win_chance=0.51)
    user = move({"play": "KS"}, winning=True, win_chance=0.47)
    assert sentences(graded(user, best, error=1.6, verdict="undecided")) == [
        "Probably worse, but how bad is open: your move wins in 47% against 51% with 4♣, give or take 3.2 percentage points."
    ]


def test_a_hopeless_game_is_decided_only_by_enough_sample_deals() -> None:
    state = ask("new_game", RULESET, 6, {}) | {"scores": [98, 30, 20, 10]}
    legal = ask("list_legal_actions", state, 0)
    decided = []
    for work in (200, 1000):
        params = {"evaluator": "search", "evaluator_seed": 1, "time_budget_ms": LONG, "max_work": work}
        found = ask("grade_user_action", state, 0, legal[0], params)
        assert found["win_probability"] < 0.001
        assert (found["feedback"][0]["category"] == "decided") == found["decided"]
        decided.append(found["decided"])
    assert decided == [False, True]


def test_a_chance_comes_by_a_pass_and_with_a_card() -> None:
    best = move({"pass": ["2C", "KH", "AH"]}, winning=True, win_chance=0.51)
    user = move({"pass": ["2C", "3D", "AH"]}, winning=True, win_chance=0.5)
    assert sentences(graded(user, best, error=0.5, verdict="good", too_close=True)) == [
        "About as good: your pass wins in 50% against 51% by passing 2♣, K♥ and A♥, give or take 1 percentage point."
    ]
    assert sentences(graded(best, user)) == [
        "This is the best move: it wins in 51% against 50% by passing 2♣, 3♦ and A♥."
    ]


@pytest.mark.parametrize("scores", [[0, 0, 0, 0], [90, 60, 70, 80]])
def test_graded_moves_get_feedback_that_adds_up(scores: list[int]) -> None:
    state = ask("new_game", RULESET, 6, {}) | {"scores": scores}
    # The user passes three low cards and keeps the high hearts.
    legal = ask("list_legal_actions", state, 0)
    params = {"evaluator": "search", "evaluator_seed": 1, "time_budget_ms": LONG, "max_work": 6000}
    found = ask("grade_user_action", state, 0, legal[0], params)
    assert not found["too_close"]
    feedback = found["feedback"]
    assert 1 <= len(feedback) <= 3
    assert sum(item["delta"] for item in feedback) == pytest.approx(found["delta_ev"], abs=0.2)
    assert ("win_chance" in {item["category"] for item in feedback}) == (max(scores) > 0)


def test_a_queen_that_the_best_move_plays_is_risked_only_otherwise() -> None:
    user = move({"play": "2D"}, queen_chance=0.3)
    assert sentences(graded(user, move({"play": "QS"}, queen_chance=0.06))) == [
        "Risks Q♠: 30% against 6% if it is played now, which costs 3.1 points."
    ]


def said_of_best(behind: JsonValue, *others: Candidate, **changes: Any) -> list[str]:
    found = graded(BEST, *others, **changes)
    return [item.text for item in measured_feedback(found, error_share=1 / WORLDS, behind=behind)]


def test_the_runner_up_of_the_best_move_costs_what_its_own_card_names() -> None:
    second = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    assert said_of_best({"play": "KS"}, second) == [
        "This is the best move.",
        (
            "Playing K♠ instead would cost about 2.5 points; it risks Q♠: 22% against 9% with 4♣, which costs 1.7 points."
            " All else together, mostly hearts, costs 0.8 points."
        ),
    ]
    level = replace(BEST, action={"play": "5D"}, ev=BEST.ev - 0.01)
    assert said_of_best({"play": "KS"}, level, second, delta_stderr=0.0, too_close=False)[0] == (
        "No move is better; 5♦ is hardly worse."
    )
    small = replace(second, ev=BEST.ev - 0.3, features={**BEST.features, "variance": 49.0})
    assert said_of_best({"play": "KS"}, small) == ["This is the best move, 0.3 points better than K♠."], (
        "no cause is sure"
    )


def test_a_next_move_that_is_too_close_leaves_the_best_one_only_probably_the_best() -> None:
    second = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    texts = said_of_best({"play": "KS"}, second, too_close=True)
    assert texts[0] == "This is probably the best move."
    assert texts[1].startswith("Playing K♠ instead would cost about 2.5 points; it risks Q♠")


def test_a_next_move_that_is_probably_worse_has_its_cause_beside_its_error() -> None:
    second = replace(move({"play": "KS"}, hearts=2.8, queen_chance=0.22), stderr=1.5)
    assert said_of_best({"play": "KS"}, second, too_close=True, delta_stderr=1.5) == [
        "This is probably the best move.",
        (
            "Playing K♠ instead would cost 2.5 points, give or take 3; it risks Q♠: 22% against 9% with 4♣, which costs 1.7 points."
            " All else together, mostly hearts, costs 0.8 points."
        ),
    ]
    third = move({"play": "KD"}, hearts=6.0)
    probable = Beside({"play": "KS"}, NONE, {})
    found = graded(BEST, second, third, too_close=True, delta_stderr=1.5)
    items = measured_feedback(found, error_share=1 / WORLDS, behind={"play": "KD"}, probable=probable)
    assert items[1].text.startswith("Playing K♠ instead would cost 2.5 points, give or take 3; it risks Q♠")
    vague = replace(second, features={**BEST.features, "variance": 49.0})
    found = graded(BEST, vague, third, too_close=True, delta_stderr=1.5)
    items = measured_feedback(found, error_share=1 / WORLDS, behind={"play": "KD"}, probable=probable)
    assert items[1].text.startswith("Playing K♦ instead"), "no cause is sure of the next move"
    level = replace(BEST, action={"play": "5D"}, ev=BEST.ev - 0.01)
    assert len(said_of_best({"play": "KS"}, level, second, too_close=True, delta_stderr=1.5)) == 1, "others are as good"
    assert len(said_of_best({"play": "KS"}, second, too_close=True, delta_stderr=3.0)) == 1, "no move is clearly better"


def test_most_of_a_remainder_is_named_where_it_is_one_clear_part() -> None:
    second = move({"play": "KS"}, hearts=9.0, moon_against=0.02)
    found = graded(move({"play": "4C"}, moon_against=0.13), second)
    (_, runner_up) = measured_feedback(found, error_share=1 / WORLDS, behind={"play": "KS"})
    assert runner_up.text.endswith(
        "takes 7 more hearts on average than with 4♣. All else together, mostly moons of another player, gains 2.9 points."
    )


def test_chances_to_win_that_read_the_same_are_not_given_twice() -> None:
    best = move({"play": "4C"}, winning=True, win_chance=0.0565)
    user = move({"play": "KS"}, winning=True, win_chance=0.0559)
    assert sentences(graded(user, best, error=0.35, verdict="good", too_close=True)) == [
        "About as good as 4♣, give or take 0.7 percentage points."
    ]


def test_an_error_beyond_both_chances_to_win_has_no_number() -> None:
    best = move({"play": "4C"}, winning=True, win_chance=0.2)
    user = move({"play": "KS"}, winning=True, win_chance=0.18)
    assert sentences(graded(user, best, error=13.0)) == [
        "Too close to call: your move wins in 18% against 20% with 4♣, a gap far smaller than its error."
    ]
    assert measured_feedback(graded(best, user, delta_stderr=13.0))[0].text == (
        "No move is clearly better: your move wins in 20% against 18% with K♠, a gap far smaller than its error."
    )


def test_a_gap_within_its_error_is_not_called_far_smaller() -> None:
    best = move({"play": "4C"}, winning=True, win_chance=0.02)
    user = move({"play": "KS"}, winning=True, win_chance=0.0002)
    assert sentences(graded(user, best, error=1.01)) == [
        "Too close to call: your move wins in <1% against 2% with 4♣, a gap within its error."
    ]


def test_a_cause_that_names_more_than_the_gap_says_what_comes_back() -> None:
    second = replace(move({"play": "KS"}, hearts=3.0), ev=BEST.ev - 0.6)
    assert said_of_best({"play": "KS"}, second)[1] == (
        "Playing K♠ instead would cost about 0.6 points: it takes 1 more heart on average than with 4♣."
        " All else together gains 0.4 points."
    )


def test_a_best_move_that_goes_for_the_moon_says_so_instead_of_a_runner_up() -> None:
    best = replace(BEST, note=f"{NOTED}60%")
    second = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    found = measured_feedback(graded(best, second), error_share=1 / WORLDS, behind=second.action)
    assert [item.category for item in found] == ["overall", "itself"]
    assert found[0].text == "This is the best move, 2.5 points better than K♠."


def test_a_queen_that_is_played_is_taken_and_not_risked() -> None:
    user = move({"play": "QS"}, queen_chance=0.4)
    assert sentences(graded(user, BEST))[0] == "Takes Q♠ in 40% of the deals against 9% with 4♣, which costs 4 points."


def test_a_chance_to_win_is_no_cause_of_what_a_runner_up_costs() -> None:
    best = move({"play": "4C"}, winning=True, win_chance=0.52)
    level = move({"play": "5C"}, winning=True, win_chance=0.52, hearts=2.1)
    user = move({"play": "KS"}, winning=True, win_chance=0.47)
    assert [item.text for item in measured_feedback(graded(best, user), behind=user.action)] == [
        "This is the best move: it wins in 52% against 47% with K♠."
    ]
    found = measured_feedback(graded(best, level, user, delta_stderr=0.0, too_close=False), behind=user.action)
    assert [item.text for item in found] == [
        "No move is better; 5♣ is just as good.",
        "Playing K♠ instead would cost about 5 percentage points.",
    ]
    more = replace(user, features={**user.features, "expected_points": 9.0})
    found = measured_feedback(graded(best, level, more, delta_stderr=0.0, too_close=False), behind=user.action)
    assert found[1].text == (
        "Playing K♠ instead would cost about 5 percentage points."
        " It expects more points in this hand (9 against 3.3); what counts now is who wins."
    )


def test_what_a_pass_loses_mostly_by_the_cards_kept_is_said_where_their_part_is_not_clear() -> None:
    best = move({"pass": ["QH", "KC", "2D"]}, queen_chance=0.1)
    user = replace(move({"pass": ["2C", "KC", "2D"]}, queen_chance=0.3), ev=best.ev - 1.5)
    kept = Correction(playouts=0.25, kept=-0.8, error=0.9)
    texts = [item.text for item in measured_feedback(graded(user, best), correction=kept)]
    assert texts[-1] == "All else together, mostly the cards kept, costs 0.9 points."
    # Not where other things outweigh them.
    more = Correction(playouts=0.25, kept=-2.5, error=1.9)
    assert measured_feedback(graded(user, best), correction=more)[-1].text == "All else together costs 0.9 points."
    level = Correction(playouts=0.25, kept=-0.2, error=0.9)
    assert measured_feedback(graded(user, best), correction=level)[-1].text == "All else together costs 0.9 points."
