"""Sentences on chances to win: they name moves, rows, the bonus and the opponent's score, with the numbers that hold."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from py_engine.core.coaching.closeness import WORSE
from py_engine.core.coaching.decided import LOST
from py_engine.core.contract import EvaluatorParams, Verdict
from py_engine.core.grading import is_behind
from py_engine.core.results import Candidate, Metadata, Result
from py_engine.games.yatzy.coaching.sentences import win_feedback
from py_engine.games.yatzy.coaching.sentences.row_words import distinct
from py_engine.games.yatzy.coaching.sentences.win_rows import Side
from py_engine.games.yatzy.game import GAME
from py_engine.games.yatzy.knowledge.values import require
from py_engine.games.yatzy.rules.state import YatzyState
from py_engine.games.yatzy.rules.tables import BONUS, CATEGORIES, STANDARD
from py_engine.games.yatzy.search.courses import Course, WinEvidence
from py_engine.lab.core.honesty.said import tasks
from py_engine.lab.yatzy.honesty.said import SPOKEN_TWO
from tests.bridge.asking import ask
from tests.games.yatzy.oracle import UPPER, full_card, position, score

Json = dict[str, Any]


def texts(state: Json, action: Json) -> list[str]:
    found: Json = ask("grade_user_action", state, 0, action, {"evaluator_seed": 1, "shortlist_size": 0})
    return [item["text"] for item in found["feedback"]]


def expected(card: dict[str, int]) -> float:
    """The expected final score of a card between turns, from the value table."""
    mask = sum(1 << CATEGORIES.index(name) for name in card)
    upper = sum(points for name, points in card.items() if CATEGORIES.index(name) < 6)
    return sum(card.values()) + require(STANDARD).value(mask, min(63, upper))


def test_two_rows_are_compared_by_what_they_score_leave_and_end_on() -> None:
    mine = full_card(("fives", "sixes", "chance")) | {"yatzy": 50}
    theirs = full_card(("sixes",), 20) | {"yatzy": 50}
    dice = [6, 6, 6, 2, 1]
    first, rows, ends = texts(position(mine, theirs, dice=dice, rolls_left=0), {"score": "fives"})
    scores = {name: mine | {name: score(name, dice)} for name in ("fives", "sixes", "chance")}
    assert re.fullmatch(r"\d+\.\d% to win after striking out Fives, \d+\.\d% after scoring (Sixes|Chance)\.", first)
    best = "sixes" if "Sixes" in first else "chance"
    left = {name: expected(card) - sum(mine.values()) - card[name] for name, card in scores.items()}
    now, later = scores[best][best], left["fives"] - left[best]
    rival = f"scoring {best.capitalize()}"
    assert rows.startswith(
        f"For points, striking out Fives brings {now} points less this turn than {rival}, but leaves {later:.1f} more to come"
    )
    assert f"this move ends on {expected(scores['fives']):.1f} on average" in ends
    assert f"the best one on {expected(scores[best]):.1f}" in ends
    assert f"the opponent is on course for {expected(theirs):.1f} with perfect play for points" in ends


def test_a_hold_ends_on_the_mean_over_its_throws() -> None:
    mine = full_card(("chance",)) | {"yatzy": 50}
    state = position(mine, full_card((), 29) | {"yatzy": 50}, dice=[6, 6, 6, 5, 5], rolls_left=1)
    first, rows, ends = texts(state, {"keep": [True, True, True, False, False]})
    assert first == "5.6% to win after keeping 6 6 6, 8.3% after keeping 5 6 6 6."
    assert rows == "Keeping 6 6 6 brings 1.5 points less in Chance than keeping 5 6 6 6."
    so_far = sum(mine.values()) + (BONUS if sum(mine[name] for name in CATEGORIES[:6]) >= 63 else 0)
    two = sum(18 + a + b for a, b in product(range(1, 7), repeat=2)) / 36
    one = sum(23 + a for a in range(1, 7)) / 6
    assert ends.startswith(f"This move ends on {so_far + two:.1f} on average, the best one on {so_far + one:.1f}; ")
    assert "the opponent has " in ends
    praised = texts(state, {"keep": [True, True, True, True, False]})[-1]
    # "The next one" could be taken for the move after this one.
    assert f"the second-best one on {so_far + two:.1f}; " in praised


def test_the_strongest_of_several_opponents_is_named() -> None:
    mine = full_card(("fives", "sixes"), 20)
    cards = [full_card(("sixes",), 20) | {"one_pair": points} for points in (10, 0)]
    *_, ends = texts(position(mine, *cards, dice=[5, 5, 5, 2, 1], rolls_left=0), {"score": "sixes"})
    assert (
        f"the strongest opponent is on course for {max(map(expected, cards)):.1f} with perfect play for points" in ends
    )


@pytest.mark.parametrize(
    ("verdict", "stderr", "text"),
    [
        ("inaccuracy", 0.5, "56.6% to win after keeping 6, 61.7% after keeping 5 5."),
        (
            "undecided",
            3.0,
            "Too close to call: an estimated 56.6% to win after keeping 6, 61.7% after keeping 5 5.",
        ),
        (
            "undecided",
            1.2,
            f"{WORSE}: an estimated 56.6% to win after keeping 6, 61.7% after keeping 5 5.",
        ),
        (
            "undecided",
            2.5,
            "Probably worse, but how bad is open: an estimated 56.6% to win after keeping 6, 61.7% after keeping 5 5.",
        ),
    ],
)
def test_chances_that_are_not_exact_enough_to_judge_leave_it_open(verdict: Verdict, stderr: float, text: str) -> None:
    user, best = Candidate("user", 56.6, 0, 0.0), Candidate("best", 61.7, 0, 0.0)
    metadata = Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="win")
    graded = Result(
        best_action="best",
        best_action_ev=61.7,
        user_action="user",
        user_action_ev=56.6,
        delta_ev=-5.1,
        delta_stderr=stderr,
        candidates=[best, user],
        win_probability=None,
        grade=None,
        too_close=None,
        confidence=None,
        feedback=(),
        metadata=metadata,
        verdict=verdict,
    )
    assert win_feedback._loss(user, best, ("keeping 6", "keeping 5 5"), graded).text == text


def test_numbers_that_would_look_equal_have_two_decimals() -> None:
    assert distinct(50.02, 50.04) == ("50.02", "50.04")
    assert distinct(50.04, 50.06) == ("50.0", "50.1")


def test_cards_address_nobody_and_leave_the_assumption_to_the_panel() -> None:
    cards = [SPOKEN_TWO.card(task)["texts"] for task in tasks(SPOKEN_TWO.source, 25, SPOKEN_TWO.work)]
    named = [card for card in cards if any(" this turn" in text or " to come" in text for text in card)]
    assert len(named) > len(cards) / 2
    for text in (text for card in cards for text in card):
        assert not re.search(r"\byou|somebody|perfect player", text, re.IGNORECASE)


def test_what_a_hold_brings_and_leaves_comes_to_the_difference_between_the_final_scores() -> None:
    state = position({}, {}, dice=[2, 2, 5, 6, 1], rolls_left=2)
    _, rows, ends = texts(state, {"keep": [True, False, False, False, True]})
    words = re.fullmatch(
        r"For points, keeping 1 2 brings (\d+\.?\d?) points less this turn than keeping [\d ]+ \([^()]+\), "
        r"(?:but|and) leaves (\d+\.?\d?) (more|less) to come\.",
        rows,
    )
    assert words is not None, rows
    later = float(words[2]) * (1 if words[3] == "more" else -1)
    final, other = map(float, re.findall(r"on (\d+\.\d)\b", ends)[:2])
    assert later - float(words[1]) == pytest.approx(final - other, abs=0.11), "within the rounding of the numbers shown"


def test_a_loss_too_small_to_matter_is_one_sentence() -> None:
    state = position({}, {}, dice=[2, 2, 5, 6, 1], rolls_left=2)
    said = texts(state, {"keep": [True, True, False, False, False]})
    assert said == ["About as good as keeping 5 6: 48.2% to win, against 48.6%."]
    user, best = Candidate("user", 48.32, 0, 0.0), Candidate("best", 48.34, 0, 0.0)
    assert win_feedback._small(user, best, "keeping 6").text == "About as good as keeping 6: 48.3% to win."


def test_a_loss_of_half_of_a_slim_chance_is_not_called_small_however_unsure_it_is() -> None:
    theirs = full_card((), 28) | {"yatzy": 50}
    state = position(full_card(("chance",)) | {"yatzy": 50}, theirs, dice=[6, 1, 1, 1, 1], rolls_left=2)
    running = GAME.evaluation(
        YatzyState.model_validate(state),
        0,
        EvaluatorParams(evaluator_seed=1, shortlist_size=0),
        GAME.action.model_validate({"keep": [False] * 5}),
    )
    running.finish()
    found = running.explained()
    assert found is not None
    assert isinstance(found.evidence, WinEvidence)

    def first(loss: float) -> str:
        """Of a sampled loss of this share of the best chance, with an error that is larger."""
        best, *others = found.candidates
        moves = [best, *(replace(each, ev=best.ev * (1 - loss)) for each in others)]
        graded = replace(found, candidates=moves, delta_stderr=5.0, verdict="good")
        return win_feedback.win_sentences(graded, found.evidence)[0].text

    assert first(0.4).startswith("About as good as keeping 6: ")
    assert re.fullmatch(
        r"An estimated \d\.\d% to win after throwing all five dice, \d\.\d% after keeping 6\.", first(0.6)
    )


def test_in_a_decided_game_a_move_is_still_compared_for_points() -> None:
    mine, theirs = full_card(("fives", "sixes", "chance"), 0), full_card((), 29) | {"yatzy": 50}
    state = position(mine, theirs, dice=[6, 6, 6, 2, 1], rolls_left=0)
    ends = {name: expected(mine | {name: score(name, [6, 6, 6, 2, 1])}) for name in ("fives", "sixes", "chance")}
    best = max(ends, key=lambda name: ends[name])
    decided, alone = texts(state, {"score": "fives"})
    assert decided == LOST
    assert alone == (
        f"For points alone, scoring {best.capitalize()} ends on {ends[best]:.1f} on average, "
        f"this move on {ends['fives']:.1f}."
    )
    decided, alone = texts(state, {"score": best})
    assert decided == LOST
    assert alone == f"For points alone, no move is better: it ends on {ends[best]:.1f} on average."


def behind(now: float, later: float, monkeypatch: pytest.MonkeyPatch, *, moved: float = 0.0) -> str:
    """The cause of a runner-up that brings and leaves so many points more than the best move, and scores some in Fives, not Sixes."""
    row = np.zeros(len(CATEGORIES))
    best, worse = (Candidate({"keep": [keep] * 5}, 0.0, 0, 0.0) for keep in (True, False))
    more = row.copy()
    more[4], more[5] = now + moved, -moved
    sides = {
        "best": Side(Course(row, row, 200.0, None), False),
        "worse": Side(Course(more, row, 200.0 + now + later, None), False),
    }
    monkeypatch.setattr(win_feedback, "_side", lambda move, _: sides["best" if move is best else "worse"])
    early = SimpleNamespace(own=SimpleNamespace(open_rows=9), position=None)
    return win_feedback._cause(best, worse, early)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("now", "later", "text"),
    [
        (-2.0, 0.0, "For points, it brings 2 points less this turn (less in Fives)."),
        (-2.0, 1.0, "For points, it brings 2 points less this turn (less in Fives), but leaves 1 more to come."),
        (1.0, -3.0, "For points, it brings 1 point more this turn (more in Fives), but leaves 3 less to come."),
        # It ends on more points, or brings more this turn with nothing said of what it loses.
        (2.0, -1.0, ""),
        (0.15, -0.28, ""),
        (0.0, -0.28, ""),
    ],
)
def test_a_cause_that_speaks_for_the_runner_up_is_left_out(
    now: float, later: float, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert behind(now, later, monkeypatch) == text


def test_a_cause_that_brings_as_much_in_other_rows_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert behind(-0.02, -0.28, monkeypatch, moved=2.0) == ""
    assert behind(-0.02, -1.0, monkeypatch, moved=2.0) == (
        "For points, it brings as much this turn (less in Sixes, more in Fives), but leaves 1 point less to come."
    )


def test_beside_a_move_that_is_about_as_good_the_runner_up_is_named_in_place_of_the_rows() -> None:
    named = 0
    for task in tasks(SPOKEN_TWO.source, 30, SPOKEN_TWO.work):
        state = SPOKEN_TWO.source.decision(task["set"], task["place"])[0].model_dump(mode="json")
        params = {"evaluator_seed": 1, "shortlist_size": 0}
        best = ask("evaluate_best_move", state, state["active_player_id"], params)["best_action"]
        found = ask("grade_user_action", state, state["active_player_id"], best, params)
        gaps = [found["best_action_ev"] - each["ev"] for each in found["candidates"][1:]]
        behind = [gap for gap in gaps if is_behind(gap, found["delta_stderr"])]
        if found["decided"] or not gaps or behind[:1] == gaps[:1]:
            continue
        named += len(behind) > 0
        assert [item["delta"] for item in found["feedback"]] == pytest.approx([0.0, *(-gap for gap in behind[:1])])
        assert [item["category"] for item in found["feedback"][1:]] == ["runner_up"] * len(behind[:1])
    assert named > 3


CLOSE_CARD = dict(zip(UPPER, (1, 2, 9, 0, 15, 24), strict=True)) | {"one_pair": 8, "two_pairs": 18, "chance": 21}
CLOSE_CARD |= {"four_of_a_kind": 0, "small_straight": 0, "large_straight": 20, "full_house": 0, "yatzy": 0}
del CLOSE_CARD["fours"]
"""Fours and Three of a kind are open, and Fours can reach the bonus."""
RIVAL = dict(zip(UPPER, (0, 4, 9, 0, 15, 24), strict=True)) | {"one_pair": 12, "two_pairs": 10, "chance": 21}
RIVAL |= {"three_of_a_kind": 0, "small_straight": 15, "large_straight": 0, "full_house": 21, "yatzy": 0}
del RIVAL["fours"]


@pytest.mark.parametrize(
    ("dice", "left", "kept"),
    [([4, 6, 5, 3, 5], 1, [0, 1, 2, 3]), ([4, 2, 5, 6, 5], 2, [0, 2]), ([4, 4, 5, 6, 5], 2, [2])],
)
def test_played_on_for_points_is_what_the_list_and_the_evaluator_for_points_say(
    dice: list[int], left: int, kept: list[int]
) -> None:
    state = position(CLOSE_CARD, RIVAL, dice=dice, rolls_left=left)
    action = {"keep": [place in kept for place in range(5)]}
    params = {"evaluator_seed": 1, "shortlist_size": 0}
    found = ask("grade_user_action", state, 0, action, params)
    ends = re.search(
        r"Played on for points, this move ends on (\d+\.\d) on average, the best one on (\d+\.\d)", str(found)
    )
    assert ends is not None
    so_far = sum(CLOSE_CARD.values())
    for points, move in zip(map(float, ends.groups()), (action, found["best_action"]), strict=True):
        listed = next(each for each in found["candidates"] if each["action"] == move)
        assert points == pytest.approx(so_far + listed["features"]["points"], abs=0.051)
        exact = ask("grade_user_action", state, 0, move, params | {"evaluator": "exact"})
        assert points == pytest.approx(so_far + exact["user_action_ev"], abs=0.051)


def test_the_move_that_is_better_for_points_is_said_to_be() -> None:
    """Played to win, this turn ends on fewer points with it."""
    state = position(CLOSE_CARD, RIVAL, dice=[4, 2, 5, 6, 5], rolls_left=2)
    _, rows, ends = texts(state, {"keep": [True, False, True, False, False]})
    assert rows.startswith(
        "For points, keeping 4 5 brings 2.6 points more this turn than keeping 4 5 5 (more in Fours and the bonus, "
    )
    assert re.search(r"this move ends on 159\.1 on average, the best one on 157\.8; .* not by how much\.", ends)


def test_final_scores_that_are_level_do_not_explain_a_loss() -> None:
    mine = full_card(("twos", "threes")) | {"ones": 3, "fours": 16, "fives": 15, "sixes": 18, "chance": 21}
    mine |= {"one_pair": 8, "two_pairs": 18, "three_of_a_kind": 15, "full_house": 20}
    theirs = full_card(("threes",)) | {"ones": 1, "twos": 6, "fours": 12, "fives": 15, "sixes": 18, "one_pair": 10}
    theirs |= {
        "two_pairs": 22,
        "three_of_a_kind": 18,
        "four_of_a_kind": 24,
        "large_straight": 20,
        "full_house": 27,
        "chance": 17,
    }
    first, _, ends = texts(position(mine, theirs, dice=[1, 2, 2, 3, 3], rolls_left=0), {"score": "threes"})
    assert first == "18.9% to win after scoring Threes, 25.5% after scoring Twos."
    assert ends.endswith(" for points, and what counts is how often either ends above that.")


@pytest.mark.parametrize(
    ("chance", "stderr", "text"),
    [
        (0.0, 0.0, "The game cannot be won any more after keeping 6; 4.6% to win after keeping 5 5."),
        (0.0013, 0.0, "The game can hardly be won any more after keeping 6; 4.6% to win after keeping 5 5."),
        (0.0, 0.5, "The game can hardly be won any more after keeping 6; 4.6% to win after keeping 5 5."),
        (0.06, 0.0, "0.1% to win after keeping 6, 4.6% after keeping 5 5."),
    ],
)
def test_a_game_cannot_be_won_only_where_there_is_no_chance(chance: float, stderr: float, text: str) -> None:
    user, best = Candidate("user", chance, 0, 0.0), Candidate("best", 4.6, 0, 0.0)
    graded = SimpleNamespace(verdict="good", delta_stderr=stderr)
    assert win_feedback._loss(user, best, ("keeping 6", "keeping 5 5"), graded).text == text  # type: ignore[arg-type]
