"""Measured feedback on moons: attempts, moons given up, and those of other players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.results import Candidate
from py_engine.core.text import percent
from py_engine.games.hearts.coaching.measured_feedback import measured_feedback
from py_engine.games.hearts.knowledge.own_moon import NOTED
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.search.evidence import Correction
from tests.games.hearts.measured import BEST, WORLDS, graded, move, sentences


def plan(candidate: Candidate) -> Candidate:
    """A plan to shoot the moon, with the note that the search gives it."""
    return replace(candidate, note=f"{NOTED}{percent(candidate.features['moon_chance'])}")


def test_moves_that_differ_in_moons_get_one_moon_part() -> None:
    moon = move({"play": "AS"}, hearts=11.0, queen_chance=0.8, moon_chance=0.63)
    user = move({"play": "2S"}, hearts=4.0, queen_chance=0.3)
    assert sentences(graded(user, moon)) == [
        "Gives up the moon, which succeeds in 63% of the deals with A♠: that costs 2.9 points."
    ]
    less = move({"play": "2S"}, hearts=9.0, queen_chance=0.7, moon_chance=0.3)
    assert sentences(graded(less, moon)) == [
        "Shoots the moon less often: in 30% of the deals against 63% with A♠, and counting all points taken that costs 5.3 points."
    ]
    greedy = move({"play": "KH"}, hearts=10.0, queen_chance=0.8, moon_chance=0.2)
    assert sentences(graded(greedy, BEST)) == [
        "Takes more points than with 4♣, which costs 12 points, even with a moon of your own in 20% of the deals."
    ]
    (text,) = sentences(graded(plan(greedy), BEST))
    assert text.startswith(
        "Goes for the moon: it succeeds in only 20% of the deals, and failing in the others makes it cost 12 points"
    )
    better = replace(greedy, features={**greedy.features, "moon_chance": 0.75}, ev=-0.9)
    assert sentences(graded(BEST, better)) == [
        "Gives up the moon, which succeeds in 75% of the deals with K♥: that costs 2.3 points."
    ]
    # A moon that subtracts is worth twice as much.
    twice = replace(moon, ev=moon.ev + 26 * 0.63)
    assert sentences(graded(user, twice), Rules(moon_subtracts=True)) == [
        "Gives up the moon, which succeeds in 63% of the deals with A♠: that costs 19.3 points."
    ]


def test_a_plan_to_shoot_the_moon_is_named_where_the_measured_moons_do_not_differ() -> None:
    odds = "such a plan succeeds in about 43% of hands."
    best = plan(move({"pass": ["3H", "QS", "AS"]}, hearts=1.0, moon_chance=0.43))
    user = move({"pass": ["3H", "9H", "JH"]}, hearts=2.0, moon_chance=0.43)
    for error in (0.05, 2.0):
        first, *others = sentences(graded(user, best, error=error))
        assert first == f"The best pass goes for the moon: {odds}"
        assert others
    assert sentences(graded(best, user)) == [
        "This is the best move, 1 point better than passing 3♥, 9♥ and J♥.",
        f"Your pass goes for the moon: {odds}",
    ]
    play = move({"play": "AS"}, hearts=1.0, moon_chance=0.43)
    other = plan(move({"play": "9S"}, moon_chance=0.43))
    worse = move({"play": "AS"}, hearts=3.0, moon_chance=0.43)
    assert sentences(graded(other, worse))[1] == f"Your move goes for the moon: {odds}"
    assert sentences(graded(other, play))[0] == f"Goes for the moon: {odds}"


def test_two_plans_to_shoot_the_moon_differ_by_their_chances_and_not_by_what_they_take() -> None:
    best = plan(move({"play": "AS"}, hearts=12.4, queen_chance=0.98, moon_chance=0.39))
    user = plan(move({"play": "JD"}, hearts=12.3, queen_chance=0.92, moon_chance=0.33))
    both = "Both moves go for the moon: such a plan succeeds in about 33% of hands, and in 39% with A♠."
    assert sentences(graded(user, best)) == [both, "That costs 0.7 points against A♠."]
    close = graded(user, best, error=4.6, verdict="undecided")
    assert sentences(close) == [both, "All in all too close to call: 0.7 points worse than A♠, give or take 9.2."]
    same = plan(replace(user, features={**user.features, "moon_chance": 0.39}))
    assert sentences(graded(same, best))[0] == "Both moves go for the moon: such a plan succeeds in about 39% of hands."
    winning = [
        plan(move(action, winning=True, win_chance=chance, moon_chance=0.1))
        for action, chance in (({"play": "JD"}, 0.2), ({"play": "AS"}, 0.3))
    ]
    assert sentences(graded(*winning))[0].endswith(
        "less often than in the sample deals from which the chances to win are."
    )


def test_a_chance_to_win_that_counts_more_moons_than_succeed_says_so() -> None:
    best = plan(move({"play": "AS"}, winning=True, win_chance=0.22, moon_chance=0.08))
    user = move({"play": "2S"}, winning=True, win_chance=0.1)
    less = "such a plan succeeds in about 8% of hands, less often than in the sample deals from which its chance to win is."
    assert sentences(graded(best, user))[1] == f"Your move goes for the moon: {less}"
    assert sentences(graded(user, best))[0] == f"The best move goes for the moon: {less}"
    likely = replace(best, features={**best.features, "moon_chance": 0.3})
    assert sentences(graded(likely, user))[1].endswith("of hands.")


def test_a_moon_that_needs_no_plan_is_said() -> None:
    best = move({"play": "AC"}, hearts=13.0, queen_chance=1.0, moon_chance=1.0)
    worse = plan(move({"play": "AH"}, hearts=13.0, queen_chance=1.0, moon_chance=0.89))
    assert sentences(graded(best, worse))[1] == "Your move shoots the moon in 100% of the sample deals."
    seldom = replace(best, features={**best.features, "moon_chance": 0.4})
    assert len(sentences(graded(seldom, worse))) == 1


def test_a_losing_moon_attempt_names_the_cards_kept_for_it() -> None:
    best = move({"pass": ["3H", "QS", "AS"]}, queen_chance=0.05)
    user = plan(move({"pass": ["3H", "9H", "JH"]}, hearts=5.0, queen_chance=0.6, moon_chance=0.16))
    (text,) = sentences(graded(user, best))
    keeps = "Keeps Q♠ and A♠ and goes for the moon"
    assert text.startswith(
        f"{keeps}: it succeeds in only 16% of the deals, and failing in the others makes it cost 6 points against"
    )
    # Only the whole difference discounts moons that better defenders would stop; the discount belongs to the moon part.
    stopped = replace(user, ev=user.ev - 2.0)
    assert "makes it cost 8 points" in sentences(graded(stopped, best))[0]


def test_cards_of_a_moon_cost_nothing_when_moves_shoot_about_equally_often() -> None:
    best = move({"play": "AS"}, hearts=11.0, queen_chance=0.8, moon_chance=0.7)
    user = move({"play": "KS"}, hearts=11.55, queen_chance=0.82, moon_chance=0.65)
    assert sentences(graded(user, best)) == [
        "Takes 1.2 more hearts on average than with A♠.",
        "Risks Q♠: 17% against 10%, which costs 0.9 points.",
    ]


def test_a_queen_that_is_taken_in_any_case_is_no_reason() -> None:
    best = move({"play": "JH"}, hearts=4.0, queen_chance=1.0, moon_chance=0.06)
    user = move({"play": "6H"}, hearts=4.3, queen_chance=1.0, moon_chance=0.03)
    assert sentences(graded(user, best)) == [
        "Shoots the moon less often: in 3% of the deals against 6% with J♥, which costs 0.8 points.",
        "Takes 0.3 more hearts on average.",
    ]
    fewer = move({"play": "6H"}, hearts=5.5, queen_chance=1.0, moon_chance=0.09)
    assert sentences(graded(fewer, best)) == [
        "Takes 1.5 more hearts on average than with J♥.",
        "In its favour: shoots the moon in 9% of the deals against 6%, which saves 0.8 points.",
    ]
    twice = (replace(each, ev=each.ev + 26 * each.features["moon_chance"]) for each in (user, best))
    assert sentences(graded(*twice), Rules(moon_subtracts=True)) == [
        "Shoots the moon less often: in 3% of the deals against 6% with J♥, which costs 1.6 points.",
        "Takes 0.3 more hearts on average.",
    ]
    nearly = replace(user, features={**user.features, "queen_chance": 0.999})
    assert sentences(graded(nearly, best))[0].startswith("Shoots the moon less often")


def test_a_queen_that_is_taken_in_any_case_leaves_a_plan_its_sentence() -> None:
    other = move({"play": "JH"}, queen_chance=1.0, hearts=4.0)
    shooting = plan(move({"play": "6H"}, queen_chance=1.0, hearts=7.0, moon_chance=0.09))
    assert sentences(graded(shooting, other))[:2] == [
        "Goes for the moon: such a plan succeeds in about 9% of hands.",
        "Takes 3 more hearts on average than with J♥.",
    ]
    best = plan(move({"play": "JH"}, queen_chance=1.0, hearts=4.0, moon_chance=0.09))
    worse = move({"play": "6H"}, queen_chance=1.0, hearts=4.0)
    assert (
        sentences(graded(worse, best))[0]
        == "The best move goes for the moon: such a plan succeeds in about 9% of hands."
    )


def test_moons_that_differ_by_less_than_their_error_are_no_hearts_saved() -> None:
    best = move({"play": "JH"}, queen_chance=1.0, hearts=5.5, moon_chance=0.14)
    user = move({"play": "6H"}, queen_chance=1.0, hearts=4.9, moon_chance=0.05)
    texts = sentences(graded(user, best), worlds=30)
    assert not any("hearts" in text or "moon" in text for text in texts), texts


def test_the_jack_is_not_blamed_for_moons() -> None:
    rules = Rules(moon_subtracts=True, jack_of_diamonds=True)
    for queen in (0.8, 1.0):
        best, user = (
            replace(each, ev=each.ev + 26 * each.features["moon_chance"])
            for each in (
                move({"play": "JH"}, queen_chance=queen, hearts=4.0, moon_chance=0.09),
                move({"play": "6H"}, queen_chance=queen, hearts=4.0, moon_chance=0.03),
            )
        )
        assert not any("J♦" in text for text in sentences(graded(user, best), rules))
        jack = replace(user, ev=user.ev - 2.0)
        assert any(text.startswith("Takes J♦ less often") for text in sentences(graded(jack, best), rules))


def test_moons_after_a_pass_count_by_their_share() -> None:
    best = move({"pass": ["QH", "KH", "AH"]}, queen_chance=1.0, moon_chance=0.09)
    user = move({"pass": ["2C", "KH", "AH"]}, queen_chance=1.0, moon_chance=0.03)
    correction = Correction(playouts=0.25, kept=0.0, error=0.1)
    (item, *_) = measured_feedback(graded(user, best, delta_ev=-0.39), error_share=1 / WORLDS, correction=correction)
    assert item.delta == pytest.approx(-0.39)
    assert item.text.endswith(
        "which costs 0.4 points (25% of what sample deals show; what such cards usually cost counts for the rest)."
    )


def test_another_players_moon_is_a_part_of_its_own() -> None:
    user = move({"play": "7C"}, hearts=0.5, queen_chance=0.09, moon_against=0.3)
    assert sentences(graded(user, BEST)) == [
        "Lets another player shoot the moon more often: an estimated 30% against 0% with 4♣, which costs 7.8 points.",
        "In its favour: takes 1.5 fewer hearts on average.",
    ]


def test_another_players_moon_costs_nothing_if_it_subtracts() -> None:
    user = move({"play": "7C"}, hearts=4.5, moon_against=0.3, expected_points=5.67)
    assert sentences(graded(user, BEST), Rules(moon_subtracts=True)) == [
        "Takes 2.5 more hearts on average than with 4♣."
    ]


def test_what_a_pass_loses_in_moons_leaves_out_the_cards_kept() -> None:
    best = move({"pass": ["QH", "KH", "AH"]}, hearts=6.0, moon_chance=0.4)
    user = move({"pass": ["2C", "KH", "AH"]}, hearts=6.0)
    correction = Correction(playouts=0.25, kept=-1.5, error=0.5)
    items = measured_feedback(graded(user, best, delta_ev=-4.1), error_share=1 / WORLDS, correction=correction)
    assert {item.category: item.delta for item in items} == pytest.approx({"moon_chance": -2.6, "cards_kept": -1.5})
