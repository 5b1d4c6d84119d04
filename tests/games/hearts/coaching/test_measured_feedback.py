"""Measured feedback: the costliest part comes first, the parts add up, and nothing uncertain is claimed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from py_engine.core.results import Candidate, Feedback, Metadata, Result
from py_engine.core.text import signed
from py_engine.games.hearts.coaching.measured_feedback import measured_feedback
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.state import HeartsState
from py_engine.games.hearts.search.evidence import Correction
from tests.bridge.asking import LONG, ask
from tests.games.hearts.oracle import RULESET

Json = dict[str, Any]
WORLDS = 2000
METADATA = Metadata(0, WORLDS, 13, 1, completed_within_budget=True, evaluator="search")


def move(action: Json, *, winning: bool = False, **measured: float) -> Candidate:
    """A candidate whose value is the sum of its features."""
    features = {"hearts": 2.0, "queen_chance": 0.1, "moon_chance": 0.0, "moon_against": 0.0, "win_chance": 0.25}
    features |= {"tricks": 3.0, "variance": 50.0} | measured
    moon = 26 * (features["moon_against"] - features["moon_chance"])
    features.setdefault("expected_points", features["hearts"] + 13 * features["queen_chance"] + moon)
    ev = 100 * (features["win_chance"] - 1) if winning else -features["expected_points"]
    return Candidate(action, ev, WORLDS, (50 / WORLDS) ** 0.5, features=features)


def graded(user: Candidate, *others: Candidate, error: float = 0.05, **changes: Any) -> Result:
    best = max([user, *others], key=lambda each: each.ev)
    gap = user.ev - max((each.ev for each in others), default=user.ev)
    result = Result(
        best_action=best.action,
        best_action_ev=best.ev,
        user_action=user.action,
        user_action_ev=user.ev,
        delta_ev=user.ev - best.ev,
        delta_stderr=error,
        candidates=sorted([user, *others], key=lambda each: -each.ev),
        win_probability=best.features["win_chance"] if abs(best.ev) > 40 else None,
        grade="FINE",
        too_close=abs(gap) < 2 * error,
        confidence=1.0,
        feedback=(),
        metadata=METADATA,
    )
    return replace(result, **changes)


def sentences(found: Result, rules: Rules | None = None, worlds: int = WORLDS) -> list[str]:
    """The sentences; asserts that their deltas add up to the loss."""
    items = measured_feedback(found, rules or Rules(), error_share=1 / worlds)
    assert 1 <= len(items) <= 3
    assert sum(item.delta for item in items) == pytest.approx(found.delta_ev, abs=0.1)
    assert all(item.text.endswith(".") for item in items)
    return [item.text for item in items]


BEST = move({"play": "4C"}, queen_chance=0.09)
SHOOTS = "Shooting the moon: such a plan succeeds now and then."


def test_the_costliest_part_comes_first_and_names_the_best_move() -> None:
    user = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    assert sentences(graded(user, BEST)) == [
        "Risks the queen of spades: 22% against 9% with the 4 of clubs, which costs 1.7 points.",
        "Takes 0.8 more hearts on average.",
    ]
    user = move({"play": "TH"}, hearts=5.0, queen_chance=0.02)
    assert sentences(graded(user, BEST)) == [
        "Takes 3 more hearts on average than with the 4 of clubs.",
        "In its favour: takes the queen of spades in 2% against 9%, which saves 0.9 points.",
    ]


def test_moves_that_differ_in_moons_get_one_moon_part() -> None:
    moon = move({"play": "AS"}, hearts=11.0, queen_chance=0.8, moon_chance=0.63)
    user = move({"play": "2S"}, hearts=4.0, queen_chance=0.3)
    assert sentences(graded(user, moon)) == [
        "Gives up the moon, which succeeds in 63% of the deals with the ace of spades: that costs 2.9 points."
    ]
    less = move({"play": "2S"}, hearts=9.0, queen_chance=0.7, moon_chance=0.3)
    assert sentences(graded(less, moon)) == [
        "Shoots the moon less often: 30% against 63% with the ace of spades, which costs 5.3 points."
    ]
    greedy = move({"play": "KH"}, hearts=10.0, queen_chance=0.8, moon_chance=0.2)
    assert sentences(graded(greedy, BEST)) == [
        "Takes more points itself than with the 4 of clubs: that costs 12 points, with the moon counted that comes in 20% of the deals."
    ]
    (text,) = sentences(graded(replace(greedy, note=SHOOTS), BEST))
    assert text.startswith(
        "Goes for the moon: it succeeds in only 20% of the deals, and failing in the other 80% makes it cost 12 points"
    )
    better = replace(greedy, features={**greedy.features, "moon_chance": 0.75}, ev=-0.9)
    assert sentences(graded(BEST, better)) == [
        "Gives up the moon, which succeeds in 75% of the deals with the king of hearts: that costs 2.3 points."
    ]
    # A moon that subtracts is worth twice as much.
    twice = replace(moon, ev=moon.ev + 26 * 0.63)
    assert sentences(graded(user, twice), Rules(moon_subtracts=True)) == [
        "Gives up the moon, which succeeds in 63% of the deals with the ace of spades: that costs 19.3 points."
    ]


def test_a_losing_moon_attempt_names_the_cards_kept_for_it() -> None:
    best = move({"pass": ["3H", "QS", "AS"]}, queen_chance=0.05)
    user = replace(move({"pass": ["3H", "9H", "JH"]}, hearts=5.0, queen_chance=0.6, moon_chance=0.16), note=SHOOTS)
    (text,) = sentences(graded(user, best))
    keeps = "Keeps the queen of spades and the ace of spades and goes for the moon"
    assert text.startswith(
        f"{keeps}: it succeeds in only 16% of the deals, and failing in the other 84% makes it cost 6 points against"
    )
    # Only the whole difference discounts moons that better defenders would stop; the discount belongs to the moon part.
    stopped = replace(user, ev=user.ev - 2.0)
    assert "makes it cost 8 points" in sentences(graded(stopped, best))[0]


def test_cards_of_a_moon_cost_nothing_when_moves_shoot_about_equally_often() -> None:
    best = move({"play": "AS"}, hearts=11.0, queen_chance=0.8, moon_chance=0.7)
    user = move({"play": "KS"}, hearts=11.55, queen_chance=0.82, moon_chance=0.65)
    assert sentences(graded(user, best)) == [
        "Takes 1.2 more hearts on average than with the ace of spades.",
        "Risks the queen of spades: 17% against 10%, which costs 0.9 points.",
    ]


def test_another_players_moon_is_a_part_of_its_own() -> None:
    user = move({"play": "7C"}, hearts=0.5, queen_chance=0.09, moon_against=0.3)
    assert sentences(graded(user, BEST)) == [
        "Lets another player shoot the moon more often: 30% against 0% with the 4 of clubs, which costs 7.8 points.",
        "In its favour: takes 1.5 fewer hearts on average.",
    ]


def test_another_players_moon_costs_nothing_if_it_subtracts() -> None:
    user = move({"play": "7C"}, hearts=4.5, moon_against=0.3, expected_points=5.67)
    assert sentences(graded(user, BEST), Rules(moon_subtracts=True)) == [
        "Takes 2.5 more hearts on average than with the 4 of clubs."
    ]


def test_passes_are_compared_by_the_cards_that_differ() -> None:
    best = move({"pass": ["2C", "KH", "AH"]}, hearts=2.0)
    user = move({"pass": ["2C", "3D", "AH"]}, hearts=3.0)
    assert sentences(graded(user, best)) == [
        "Takes 1 more heart on average than when the king of hearts is passed instead of the 3 of diamonds."
    ]
    other = move({"pass": ["3D", "TD", "AH"]}, hearts=3.0)
    assert sentences(graded(other, best))[0].endswith(
        "than when the 2 of clubs and the king of hearts are passed instead of the 3 of diamonds and the 10 of diamonds."
    )
    assert measured_feedback(graded(best, user))[0].text == (
        "This is the best move, 1 point better than passing the 2 of clubs, the 3 of diamonds and the ace of hearts."
    )


def test_the_cards_kept_after_a_pass_are_a_part_and_playouts_count_by_their_share() -> None:
    best = move({"pass": ["QH", "KH", "AH"]})
    user = move({"pass": ["2C", "KH", "AH"]}, hearts=4.0, queen_chance=0.3)
    correction = Correction(playouts=0.25, kept=-1.5, error=0.5)
    loss = -0.25 * (2.0 + 13 * 0.2) - 1.5
    items = measured_feedback(graded(user, best, delta_ev=loss), error_share=1 / WORLDS, correction=correction)
    assert [item.text for item in items] == [
        "Keeps worse cards than when the queen of hearts is passed instead of the 2 of clubs, which costs 1.5 points.",
        "Risks the queen of spades: 30% against 10%, which counts at 25%: 0.6 points.",
        "Takes 2 more hearts on average, which counts at 25%: 0.5 points.",
    ]
    assert sum(item.delta for item in items) == pytest.approx(loss)
    # Costs are named only beyond two of their errors; otherwise they belong to the remainder.
    unsure = measured_feedback(
        graded(user, best, delta_ev=loss), error_share=1 / WORLDS, correction=correction._replace(error=0.8)
    )
    assert unsure[-1].text == f"All else together: {signed(-1.5)} points."
    better = measured_feedback(
        graded(user, best, delta_ev=loss + 2.5), error_share=1 / WORLDS, correction=correction._replace(kept=1.0)
    )
    assert better[-1] == Feedback("cards_kept", "In its favour: keeps better cards, which saves 1 point.", 1.0)


def test_what_a_pass_loses_in_moons_leaves_out_the_cards_kept() -> None:
    best = move({"pass": ["QH", "KH", "AH"]}, hearts=6.0, moon_chance=0.4)
    user = move({"pass": ["2C", "KH", "AH"]}, hearts=6.0)
    correction = Correction(playouts=0.25, kept=-1.5, error=0.5)
    items = measured_feedback(graded(user, best, delta_ev=-4.1), error_share=1 / WORLDS, correction=correction)
    assert {item.category: item.delta for item in items} == pytest.approx({"moon_chance": -2.6, "cards_kept": -1.5})


def test_the_remainder_comes_last() -> None:
    user = move({"play": "JD"}, hearts=3.0, expected_points=5.0)
    found = graded(user, move({"play": "4C"}, expected_points=2.5))
    assert sentences(found) == [
        "Takes 1 more heart on average than with the 4 of clubs.",
        "All else together: \u22121.5 points.",
    ]
    jack = Rules(jack_of_diamonds=True)
    assert sentences(found, jack)[1:] == ["Takes 1 more heart on average."]
    assert sentences(found, jack)[0] == (
        "Takes the jack of diamonds less often than with the 4 of clubs, which costs 1.5 points."
    )
    small = move({"play": "5C"}, hearts=2.05, queen_chance=0.095)
    assert sentences(graded(small, BEST, error=0.01)) == [
        "No single cause: small things together cost 0.1 points against the 4 of clubs."
    ]


def test_differences_within_two_standard_errors_are_too_close_to_call() -> None:
    user = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    assert sentences(graded(user, BEST, error=1.5)) == [
        "Risks the queen of spades: 22% against 9% with the 4 of clubs, which costs 1.7 points.",
        "Takes 0.8 more hearts on average.",
        "All in all too close to call: 2.5 points worse than the 4 of clubs, give or take 3.",
    ]
    # Parts that leave most of the difference unnamed are no reasons for it.
    level = graded(replace(user, ev=BEST.ev - 0.1), BEST, error=1.5)
    assert sentences(level) == ["Too close to call: 0.1 points worse than the 4 of clubs, give or take 3."]
    # A negligible error is not mentioned.
    equal = graded(move({"play": "5C"}, hearts=2.04), BEST, error=0.02, too_close=True)
    assert sentences(equal)[0].endswith("than the 4 of clubs.")
    assert len(sentences(graded(user, BEST, error=0.0))) == 2


def test_the_sentence_on_the_whole_follows_the_verdict() -> None:
    user = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)

    def last(verdict: str) -> str:
        return sentences(graded(user, BEST, error=1.5, verdict=verdict))[-1]

    assert last("mistake") == "Takes 0.8 more hearts on average."
    assert last("undecided").startswith("All in all too close to call: 2.5 points worse than ")
    assert last("good").startswith("All in all about as good: 2.5 points worse than ")


def test_only_significant_parts_are_named() -> None:
    # The whole loss may be significant where no part is: in 20 worlds, a chance is hardly known.
    user = move({"play": "KS"}, hearts=2.8, queen_chance=0.22)
    assert sentences(graded(user, BEST), worlds=20) == [
        "No single cause: small things together cost 2.5 points against the 4 of clubs."
    ]
    some = move({"play": "KS"}, hearts=6.0, queen_chance=0.12)
    assert sentences(graded(some, BEST), worlds=300) == [
        "Takes 4 more hearts on average than with the 4 of clubs.",
        "All else together: \u22120.4 points.",
    ]


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
            f"{'Takes' if user > 0.99 else 'Risks'} the queen of spades: {text} with the 4 of clubs"
        )


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
            "Neither card can take this trick: get rid of the higher one, the 7 of clubs.",
        ),
        (
            CLUBS_HAND,
            "8C TC QS",
            "KC",
            "7C",
            "Takes this trick and 13 points; the 7 of clubs leaves it to another player.",
        ),
        (
            CLUBS_HAND,
            "8C TC 9C",
            "7C",
            "KC",
            "Leaves this trick to another player; the king of clubs takes it without points.",
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
    assert items[0].text == (
        "Takes 3 more hearts on average than with the 4 of clubs, if everybody plays for the fewest points."
    )
    # The assumption goes with the values, not with the certainty about the trick.
    items = measured_feedback(
        graded(move({"play": "JC"}, hearts=3.0), move({"play": "KC"})),
        Rules(),
        facts(CLUBS_HAND, "8C TC 9C"),
        solved=True,
    )
    assert [item.text.endswith(", if everybody plays for the fewest points.") for item in items] == [False, True]
    assert measured_feedback(graded(BEST), Rules(), solved=True)[0].text == "This was the only move."


def test_praise_for_the_best_move_depends_on_its_lead() -> None:
    second = move({"play": "KS"}, queen_chance=0.2)
    hardly = move({"play": "KS"}, queen_chance=0.092)
    equal = replace(BEST, action={"play": "5C"})
    for others, changes, text in (
        ([second], {}, "This is the best move, 1.4 points better than the king of spades."),
        ([equal, second], {"too_close": False}, "This is the best move, 1.4 points better than the king of spades."),
        ([second], {"too_close": True}, "No move is clearly better; the king of spades is about as good."),
        ([hardly], {"too_close": False}, "No move is better; the king of spades is hardly worse."),
        ([equal], {}, "All moves are equally good here."),
        ([], {}, "This was the only move."),
    ):
        found = graded(BEST, *others, **changes)
        assert measured_feedback(found) == [Feedback("overall", text, 0.0)]
    assert sentences(
        graded(second, replace(second, action={"play": "QS"}), best_action={"play": "QS"}, delta_stderr=0.0)
    ) == ["As good as the queen of spades."]


def test_near_the_end_of_a_game_the_chance_to_win_is_compared() -> None:
    best = move({"play": "4C"}, winning=True, win_chance=0.52, hearts=4.0)
    user = move({"play": "KS"}, winning=True, win_chance=0.47, hearts=2.0)
    assert sentences(graded(user, best)) == [
        "Wins the game in 47% against 52% with the 4 of clubs.",
        "Expects fewer points in this hand (3.3 against 5.3), but what counts now is who wins.",
    ]
    assert measured_feedback(graded(best, user), error_share=1 / WORLDS)[0].text == (
        "This is the best move: it wins 5 percentage points more often than the king of spades."
    )
    assert sentences(graded(user, best, error=4.0)) == [
        "Too close to call: it wins 5 percentage points less often than the 4 of clubs, give or take 8."
    ]


@pytest.mark.parametrize("scores", [[0, 0, 0, 0], [90, 60, 70, 80]])
def test_graded_moves_get_feedback_that_adds_up(scores: list[int]) -> None:
    state = ask("new_game", RULESET, 4, {}) | {"scores": scores}
    # The user passes three low cards and keeps the high hearts.
    legal = ask("list_legal_actions", state, 0)
    params = {"evaluator": "search", "evaluator_seed": 1, "time_budget_ms": LONG, "max_work": 6000}
    found = ask("grade_user_action", state, 0, legal[0], params)
    assert not found["too_close"]
    feedback = found["feedback"]
    assert 1 <= len(feedback) <= 3
    assert sum(item["delta"] for item in feedback) == pytest.approx(found["delta_ev"], abs=0.2)
    assert ("win_chance" in {item["category"] for item in feedback}) == (max(scores) > 0)
