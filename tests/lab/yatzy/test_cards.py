"""The checker of feedback cards catches planted faults, and the cards of frozen moves have none."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.results import Candidate, Feedback, Metadata, Reason, Result
from py_engine.games.yatzy.game import GAME
from py_engine.games.yatzy.rules.play import complete
from py_engine.games.yatzy.rules.state import YatzyState
from py_engine.lab.core.honesty.said import Spoken, tasks
from py_engine.lab.yatzy.honesty.cards import faults
from py_engine.lab.yatzy.honesty.said import SPOKEN, SPOKEN_TWO
from tests.games.yatzy.oracle import CATEGORIES, UPPER, position

SOUND = Result(
    best_action={"score": "sixes"},
    best_action_ev=100.0,
    user_action={"score": "chance"},
    user_action_ev=98.0,
    delta_ev=-2.0,
    delta_stderr=0.0,
    candidates=[Candidate({"score": "sixes"}, 100.0, 0, 0.0), Candidate({"score": "chance"}, 98.0, 0, 0.0)],
    win_probability=None,
    grade="MISTAKE",
    too_close=False,
    confidence=1.0,
    feedback=(),
    metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="exact"),
    verdict="mistake",
)
ROWS = "Chance scores 20 now and leaves 78.0 points to come; Sixes scores 18 and leaves 82.0."
TURN = "Keeping 6 6 gains 3.0 in Sixes and 1.0 in Yatzy this turn."
BACK = "In return, keeping 5 5 gains 2.0 in Fives this turn."
ALL = (
    "In all, compared with the best move: this turn \u22122.0, the bonus +0.5 and the rows left open \u22120.5 points."
)
BONUS = "The bonus comes in 40% of games after this move, in 80% after the best."
WIN = "50.0% to win after keeping 5 5, 52.0% after keeping 6 6."
BROUGHT = (
    "Keeping 5 5 brings 3 points less this turn than keeping 6 6 (less in Sixes and Yatzy, more in Fives), "
    "but leaves 1 more to come."
)
ENDS = "Played on for points, this move ends on 230.0 on average, the best one on 232.0; the opponent has 240."


WINNING = replace(SOUND.metadata, objective="win")


OPPOSITE = {"more": "less in ", "less": "more in "}


def planted(*items: tuple[str, str, float], **changes: Any) -> list[str]:
    return faults(replace(SOUND, feedback=[Feedback(*item) for item in items], **changes))


def planted_in_win(*items: tuple[str, str, float], **changes: Any) -> list[str]:
    return planted(*items, metadata=WINNING, **changes)


def test_sound_cards_have_no_faults() -> None:
    assert planted(("opportunity", ROWS, -2.0), ("bonus", BONUS, -20.0)) == []
    assert planted(("this_turn", TURN, -4.0), ("this_turn", BACK, 2.0), ("balance", ALL, -2.0)) == []
    assert planted_in_win(("win", WIN, -2.0), ("rows", BROUGHT, -3.0), ("points", ENDS, -2.0)) == []
    assert planted_in_win(("rows", BROUGHT.replace("come.", "come, with the bonus more often."), -3.0)) == []


def test_what_rows_add_if_they_stay_open_is_the_difference_of_the_points_to_come() -> None:
    text = "Left open, Chance adds {} points to what is to come, Sixes {}."

    def found(mine: str, other: str, gap: float, said: str = text) -> list[str]:
        return planted(("opportunity", ROWS, -2.0), ("added_open", said.format(mine, other), gap))

    assert found("20.0", "16.0", -4.0) == []
    assert found("20.0", "16.0", 4.0)
    assert found("20.0", "17.0", -3.0)
    assert found("20.0", "16.0", -4.0, text.replace("Sixes", "Ones"))
    assert found("20.0", "16.0", -4.0, text.replace("adds", "brings"))


@pytest.mark.parametrize(
    "items",
    [
        [("opportunity", ROWS, -3.0)],
        [("opportunity", ROWS.replace("78.0", "79.0"), -1.0)],
        [("this_turn", TURN, -2.0)],
        [("this_turn", TURN, -4.0), ("this_turn", BACK, -2.0)],
        [("this_turn", TURN, -4.0), ("this_turn", BACK.replace("Fives", "Yatzy"), 2.0)],
        [("balance", ALL, -3.0)],
        [("balance", ALL.replace("+0.5", "+1.5"), -2.0)],
        [
            ("this_turn", TURN, -4.0),
            ("this_turn", BACK, 2.0),
            ("balance", ALL.replace("+0.5", "0.0").replace("\u22120.5", "0.0"), -2.0),
        ],
        [
            ("this_turn", TURN, -4.0),
            ("this_turn", BACK, 2.0),
            ("balance", "In all, compared with the best move: this turn \u22122.0 points.", -2.0),
        ],
        [("balance", ALL.replace("+0.5", "0.0").replace("\u22120.5", "0.0"), -2.0)],
        [("opportunity", ROWS, -2.0), ("bonus", BONUS, -0.05)],
        [("opportunity", ROWS, -2.0), ("bonus", f"In its favour: {BONUS}", -20.0)],
        [("opportunity", ROWS, -2.0), ("bonus", BONUS, 20.0)],
        [("overall", "This is the best move, 2 points ahead of scoring Chance.", 0.0)],
    ],
)
def test_planted_faults_are_caught(items: list[tuple[str, str, float]]) -> None:
    assert planted(*items)


@pytest.mark.parametrize(
    "items",
    [
        [("win", WIN.replace("50.0", "53.0"), -2.0)],
        [("win", WIN.replace("50.0", "51.0"), -1.0)],
        [("rows", BROUGHT, 3.0)],
        [("rows", BROUGHT.replace("less in Sixes and Yatzy", "less in Sixes and Fives"), -3.0)],
        [("rows", BROUGHT.replace("Yatzy", "Sevens"), -3.0)],
        [("rows", BROUGHT.replace("1 more to come", "2 more to come"), -3.0), ("points", ENDS, -2.0)],
        [("rows", BROUGHT.replace("1 more to come", "1 less to come"), -3.0), ("points", ENDS, -2.0)],
        [("rows", BROUGHT.replace("come.", "come, with Twos open and the bonus far less often."), -3.0)],
        [("points", ENDS, -3.0)],
        [("points", ENDS.replace("232", "228"), 2.0)],
        [("points", f"{ENDS[:-1]}, and what counts is to end above that, not by how much.", -2.0)],
    ],
)
def test_planted_faults_in_cards_on_chances_are_caught(items: list[tuple[str, str, float]]) -> None:
    assert planted_in_win(*items)


def test_a_sentence_on_chances_has_three_figures_and_one_scale() -> None:
    crowded = f"{ENDS[:-1]}, with the bonus in two of 3 games."
    mixed = f"{WIN[:-1]}, for 3 points."
    assert any("figures" in fault for fault in planted_in_win(("points", crowded, -2.0)))
    assert any("one sentence" in fault for fault in planted_in_win(("win", mixed, -2.0)))
    cost = "Keeping 5 5 instead would cost about 1.7 percentage points"
    cause = "brings 1 point less this turn (less in Sixes), and leaves 1.7 less to come."
    joined = planted_in_win(("runner_up", f"{cost}: it {cause}", -1.7))
    assert any("one sentence" in fault for fault in joined)
    assert not any("sentence" in fault for fault in planted_in_win(("runner_up", f"{cost}. It {cause}", -1.7)))
    # The dice that name a hold are no figures.
    assert planted_in_win(("win", "50.0% to win after keeping 1 2 3 4, 52.0% after keeping 5 6 6 6.", -2.0)) == []


def test_a_loss_too_small_to_matter_takes_one_sentence() -> None:
    small = {"user_action_ev": 99.7, "delta_ev": -0.3, "verdict": "good"}
    short = ("win", "About as good as keeping 6 6: 51.7% to win, against 52.0%.", -0.3)
    assert planted_in_win(short, **small) == []
    assert planted_in_win(short, ("points", ENDS, -2.0), **small)
    assert planted_in_win(("win", f"{short[1][:-1]}, which {'really ' * 20}is little.", -0.3), **small)


def test_a_loss_of_half_of_a_slim_chance_is_not_called_small() -> None:
    slim = {"best_action_ev": 3.0, "user_action_ev": 1.0, "delta_stderr": 1.5, "verdict": "good"}
    small = ("win", "About as good as keeping 6 6: 1.0% to win, against 3.0%.", -2.0)
    assert any("slim chance" in fault for fault in planted_in_win(small, **slim))
    assert (
        planted_in_win(("win", "An estimated 1.0% to win after keeping 5 5, 3.0% after keeping 6 6.", -2.0), **slim)
        == []
    )


def real(game: Spoken, state: dict[str, Any], move: dict[str, Any]) -> Result:
    """A real card, whose evidence has the truth."""
    running = GAME.evaluation(
        complete(YatzyState.model_validate(state)),
        0,
        EvaluatorParams.model_validate({**game.source.params, "evaluator_seed": 1}),
        GAME.action.model_validate(move),
    )
    running.finish()
    found = running.explained()
    assert found is not None
    assert faults(found) == []
    return found


def changed(found: Result, old: str, new: str) -> list[str]:
    """The faults of a card in which something else is said."""
    assert any(old in item.text for item in found.feedback)
    return faults(replace(found, feedback=[replace(item, text=item.text.replace(old, new)) for item in found.feedback]))


def test_rows_are_named_on_the_side_to_which_they_belong() -> None:
    state = position({}, {}, dice=[2, 2, 5, 6, 1], rolls_left=2)
    found = real(SPOKEN_TWO, state, {"keep": [True, False, False, False, True]})
    swapped = [
        replace(item, text=re.sub(r"\b(more|less) in ", lambda at: OPPOSITE[at[1]], item.text))
        for item in found.feedback
    ]
    assert any(" has " in fault for fault in faults(replace(found, feedback=swapped)))


PAID = dict(zip(UPPER, (3, 4, 9, 12, 15, 24), strict=True)) | {"one_pair": 12, "three_of_a_kind": 18}
PAID |= {"full_house": 24, "chance": 23}
"""The bonus is earned."""
REACHED = {"ones": 3, "twos": 4, "threes": 9, "fours": 8, "sixes": 24, "chance": 20}
"""15 points in Fives reach the bonus."""


def test_what_two_rows_leave_to_come_is_what_can_come() -> None:
    found = real(SPOKEN, position(PAID, dice=[2, 3, 3, 4, 4], rolls_left=0), {"score": "yatzy"})
    paid = [replace(each, text=each.text.replace("34.7", "84.7").replace("23.6", "73.6")) for each in found.feedback]
    wrong = " ".join(faults(replace(found, feedback=paid)))
    assert all(
        f"{row} to come" in wrong for row in ("Yatzy leaves at most 81", "Yatzy leaves 34.75", "Two pairs leaves 23.59")
    )
    assert any("Two pairs brings 17.6" in fault for fault in changed(found, "Two pairs 17.6", "Two pairs 13.6"))
    last = PAID | dict.fromkeys(("four_of_a_kind", "small_straight", "large_straight"), 0)
    found = real(SPOKEN, position(last, dice=[2, 3, 3, 4, 6], rolls_left=0), {"score": "two_pairs"})
    assert any("Two pairs leaves at most 50" in fault for fault in changed(found, "leaves 2.3", "leaves 52.3"))


def test_a_bonus_that_a_row_earns_is_said_beside_its_points() -> None:
    card = dict.fromkeys(CATEGORIES[6:], 0) | REACHED
    del card["full_house"]
    found = real(SPOKEN, position(card, dice=[5, 5, 5, 2, 2], rolls_left=0), {"score": "full_house"})
    assert any("Fives earns a bonus of 50" in fault for fault in changed(found, ", earns the bonus of 50", ""))


def test_a_bonus_that_differs_between_two_rows_is_said() -> None:
    rows = ("opportunity", ROWS, -2.0)
    sides = [
        replace(each, reasons=[Reason("bonus", "Bonus", value)])
        for each, value in zip(SOUND.candidates, (20.0, 22.0), strict=True)
    ]
    favour = ("bonus", "In its favour: the bonus comes in 44% of games after this move, in 40% after the best.", 2.0)
    assert any("unsaid" in fault for fault in planted(rows, candidates=sides))
    assert any("unsaid" in fault for fault in planted(rows, favour, candidates=sides))
    balance = ALL.replace("+0.5", "+2.0").replace("turn \u22122.0", "turn +2.0").replace("\u22120.5", "\u22126.0")
    assert planted(rows, favour, ("balance", balance, -2.0), candidates=sides) == []


LATE = dict.fromkeys(CATEGORIES[6:], 0) | dict(zip(UPPER, (1, 2, 9, 0, 15, 24), strict=True))
LATE |= {"one_pair": 8, "two_pairs": 18, "large_straight": 20, "chance": 21}
RIVAL = LATE | {
    "ones": 0,
    "twos": 4,
    "one_pair": 12,
    "two_pairs": 10,
    "small_straight": 15,
    "large_straight": 0,
    "full_house": 21,
}


def without(card: dict[str, int], *rows: str) -> dict[str, int]:
    return {name: points for name, points in card.items() if name not in rows}


def test_where_a_card_ends_is_where_the_list_of_moves_does() -> None:
    cards = without(LATE, "fours", "three_of_a_kind"), without(RIVAL, "fours")
    found = real(
        SPOKEN_TWO, position(*cards, dice=[4, 2, 5, 6, 5], rolls_left=2), {"keep": [True, False, True, False, False]}
    )
    assert any("more in Fours and the bonus" in item.text for item in found.feedback)
    ends = next(item for item in found.feedback if item.category == "points")
    shown = re.findall(r" on (\d+\.\d)", ends.text)[0]
    assert any("played on for points" in fault for fault in changed(found, shown, f"{float(shown) - 4:.1f}"))
    assert any(
        "the bonus has" in fault
        for fault in changed(found, "more in Fours and the bonus", "more in Fours, less in the bonus")
    )


def test_nothing_is_to_come_after_the_last_row() -> None:
    cards = without(LATE, "fours"), RIVAL
    found = real(
        SPOKEN_TWO, position(*cards, dice=[4, 4, 5, 6, 6], rolls_left=1), {"keep": [True, True, True, False, False]}
    )
    rows = next(item for item in found.feedback if item.category == "rows")
    assert "It gets the bonus in " in rows.text
    to_come = replace(found, feedback=[replace(rows, text=f"{rows.text[:-1]}, and leaves 5 more to come.")])
    assert any("after the last row" in fault for fault in faults(to_come))
    other = re.sub(r"against \d+%", "against 99%", rows.text)
    assert any("the parts come to" in fault for fault in changed(found, rows.text, other))


def test_a_bonus_that_differs_is_said_and_no_more_than_what_is_to_come() -> None:
    card = {"ones": 3, "fives": 15, "one_pair": 12, "three_of_a_kind": 15, "small_straight": 15, "large_straight": 20}
    card |= {"chance": 20, "yatzy": 0}
    theirs = {
        "ones": 1,
        "twos": 4,
        "threes": 9,
        "fives": 20,
        "one_pair": 12,
        "three_of_a_kind": 18,
        "large_straight": 0,
    }
    theirs |= {"full_house": 22, "yatzy": 50}
    found = real(SPOKEN_TWO, position(card, theirs, dice=[2, 4, 6, 6, 6], rolls_left=0), {"score": "twos"})
    against = ", with Sixes open, but the bonus far less often"
    assert any("the bonus comes in" in fault for fault in changed(found, against, ""))
    assert any("the bonus alone is" in fault for fault in changed(found, against, ", with the bonus far less often"))
    wrong = ", with Sixes open, although the bonus comes far less often"
    assert any("does not go with" in fault for fault in changed(found, against, wrong))


def test_a_game_that_can_be_won_is_not_called_lost() -> None:
    lost = ("win", "The game cannot be won any more after keeping 5 5; 2.0% to win after keeping 6 6.", -2.0)
    slim = {"best_action_ev": 2.0, "delta_ev": -2.0, "delta_stderr": 0.0}
    assert planted_in_win(lost, **slim, user_action_ev=0.0) == []
    assert any("can be won" in fault for fault in planted_in_win(lost, **slim, user_action_ev=0.0013))
    assert any(
        "can be won" in fault for fault in planted_in_win(lost, **slim | {"delta_stderr": 0.5}, user_action_ev=0.0)
    )
    hardly = (lost[0], lost[1].replace("cannot", "can hardly"), -2.0)
    assert planted_in_win(hardly, **slim, user_action_ev=0.0013) == []


def test_final_scores_that_are_level_are_said_to_explain_nothing() -> None:
    level = ENDS.replace("232.0", "230.2")
    assert planted_in_win(("points", level, -0.2))
    assert planted_in_win(("points", f"{level[:-1]}, and what counts is how often either ends above that.", -0.2)) == []


def test_sentences_on_points_alone_have_the_numbers_of_their_difference() -> None:
    decided = ("decided", "Already decided.", 0.0)
    alone = "For points alone, keeping 5 5 ends on 230.1 on average, this move on 228.2."
    assert planted(decided, ("for_points", alone, -1.9)) == []
    assert planted(decided, ("for_points", alone, -3.9))
    assert planted(decided, ("for_points", alone.replace("228.2", "232.0"), 1.9))


def test_a_lead_that_rounds_to_nothing_is_a_fault() -> None:
    best = {"user_action": SOUND.best_action, "delta_ev": 0.0, "verdict": "best"}
    assert planted(("overall", "This is the best move, 0 points ahead of scoring Chance.", 0.0), **best)
    assert not planted(("overall", "This is the best move, less than 0.1 points ahead of scoring Chance.", 0.0), **best)


@pytest.mark.parametrize("game", [SPOKEN, SPOKEN_TWO])
def test_cards_of_frozen_moves_have_no_faults(game: Any) -> None:
    said = [game.card(task) for task in tasks(game.source, 25, game.work)]
    assert [each["faults"] for each in said if each["faults"]] == []
    assert len({text for each in said for text in each["texts"]}) > 25
