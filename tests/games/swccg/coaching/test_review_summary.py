"""The summary of a review: order, loops, copies of a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from py_engine.games.swccg.coaching.review_summary import Moment, Summary, graded_before, taken_later
from py_engine.games.swccg.knowledge.grades import BANDS
from tests.games.swccg import cards
from tests.games.swccg.bridge_calls import START, Json, load, query
from tests.games.swccg.logs import (
    DARK,
    Action,
    action_choice,
    activated,
    choose,
    hint,
    location,
    message,
    numbers,
    phase,
    put_in_play,
    removed,
)
from tests.games.swccg.logs import Numbers as Counts

DRAINS = [Action("Force drain", 10), Action("Force drain", 11)]


@pytest.fixture(autouse=True)
def _cards() -> Iterator[None]:
    with cards.loaded():
        yield


def review(events: list[str]) -> Json:
    return dict(query("review", replay_id=load(events)["replay_id"]))


def drained(card_id: int, blueprint: str, left: list[Action], *, turn: int = 1, name: str = "Control") -> list[str]:
    """A drain at a location, and the next decision."""
    drain = message(f"{DARK} initiates Force drain at {hint(blueprint, 'a place')}")
    return [
        activated(card_id, blueprint, "LOCATIONS"),
        drain,
        phase(name, turn),
        choose("Choose Control action or Pass", left),
    ]


def control(later: list[str]) -> list[str]:
    """Two locations to drain, of which only the first has icons; the second is drained first."""
    places = [location(11, "5_5", 1, None), put_in_play(30, "1_194", "AT_LOCATION", location=0)]
    power = numbers(
        Counts({"FORCE_PILE": 3, "RESERVE_DECK": 40}, power=[2, 2]), Counts({"RESERVE_DECK": 40}, power=[-1, -1])
    )
    asked = [phase("Control", 1), choose("Choose Control action or Pass", DRAINS)]
    return [*START[:-2], *places, power, *asked, *later]


def test_action_taken_later_in_the_phase_counts_as_order_only() -> None:
    first = drained(11, "5_5", [DRAINS[0]])
    found = review(control([*first, *drained(10, "1_287", [], name="Deploy")]))
    rows = found["decisions"]
    assert [(row["inferred_answer"], row["best_answer"]) for row in rows] == [("1", "0"), ("0", "0")]
    assert [row["taken_later"] for row in rows] == [True, False]
    totals = found["summary"]
    assert (totals["order_only"], totals["same"], totals["different"] + totals["far"] + totals["close"]) == (1, 1, 0)


def test_action_never_taken_is_not_order_only() -> None:
    passed = [phase("Deploy", 1), choose("Choose Deploy action or Pass")]
    rows = review(control([*drained(11, "5_5", [DRAINS[0]]), *passed]))["decisions"]
    assert [row["taken_later"] for row in rows] == [False, False]


def test_loop_is_counted_once_and_its_repeats_separately() -> None:
    again = [choose("Choose Deploy action or Pass", [Action("Play a card", 13), Action("Deploy", 12)])]
    tried = [activated(13, "1_194", "HAND"), message(f"{DARK} initiates a top-level action")]
    found = review([*START, *(again + tried) * 5, *again, phase("Battle", 1)])
    totals = found["summary"]
    assert [row["again"] for row in found["decisions"]] == [0, 1, 2, 3, 4, 0]
    assert (totals["loops"], totals["repeats"], totals["decisions"]) == (1, 3, 6)
    # What is taken a second time, as after taking it back, was graded the first time.
    assert [row["graded_before"] for row in found["decisions"]] == [False, True, True, True, True, False]
    assert totals["same"] + totals["close"] + totals["different"] + totals["far"] == 2
    assert totals["order_only"] == 1
    assert sum(kind["decisions"] for kind in totals["by_kind"]) == 3


def test_copies_of_a_card_count_as_alike() -> None:
    hand = [put_in_play(each, "1_194", "HAND") for each in (13, 14, 15)]
    asked = choose("Choose Deploy action or Pass", [Action("Deploy", each) for each in (12, 13, 14, 15)])
    played = [removed([14]), put_in_play(50, "1_194", "AT_LOCATION", location=0)]
    deployed = message(f"{DARK} deploys {hint('1_194', 'Stormtrooper')} from hand to {hint('1_287', 'War Room')}")
    found = load([*START[:-1], *hand, asked, *played, deployed, phase("Battle", 1)])
    assert found["decisions"][0]["alike"] == 3
    assert query("review", replay_id=found["replay_id"])["decisions"][0]["alike"] == 3


def test_summary_counts_every_grade() -> None:
    assert {band.code.lower() for band in BANDS} <= {each.name for each in fields(Summary)}


def test_order_of_required_responses_is_not_graded() -> None:
    both = [Action("Lose 2 Force", blueprint_id="1_168"), Action("Lose 1 Force", blueprint_id="1_194")]
    taken = [message(f"{hint('1_168', 'Vader')} makes {DARK} lose 2 Force")]
    events = [
        *START,
        action_choice(DARK, "Battle just initiated - Required responses", both),
        *taken,
        phase("Battle", 1),
    ]
    found = review([*events, choose("Choose Battle action or Pass")])
    assert found["summary"]["different"] + found["summary"]["far"] + found["summary"]["close"] == 0


def test_force_left_after_a_chosen_amount_is_charged_once() -> None:
    when = (1, "Activate", "Me")
    activate = ("9", "Activate Force")
    amount = Moment(when, None, None, amount=True)
    passed = Moment(when, activate, None, passed=True)
    assert graded_before([amount, passed]) == taken_later([amount, passed]) == [False, True]
    assert graded_before([passed, amount]) == [False, False]
    later = replace(passed, when=(3, "Activate", "Me"))
    assert graded_before([amount, later]) == [False, False]
    assert graded_before([amount, replace(passed, passed=False)]) == [False, False]
    assert graded_before([amount, replace(passed, best=("9", "Deploy"))]) == [False, False]


def test_only_required_responses_are_all_carried_out() -> None:
    moment = Moment((1, "Battle", "Me"), ("9", "A"), ("8", "B"))
    assert taken_later([moment]) == [False]
    assert taken_later([replace(moment, ordering=True)]) == [True]
