"""Games of people: decisions taken back, several cards at once, Done, removed and converted locations, and what is broken."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.bridge.asking import check_error, raw
from tests.games.swccg import cards
from tests.games.swccg.bridge_calls import RULESET, Json, query
from tests.games.swccg.inferred import DEPLOY, END, HAND, PLAZA, TABLE, TROOPER, WHERE, answers, inferred
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    base64_of,
    card_selection,
    choose,
    game_replay,
    hint,
    location,
    locations_removed,
    message,
    moved,
    phase,
    put_in_play,
    removed,
    replaced,
)
from tests.games.swccg.tracking import events, folded, positions

ASKED = choose(DEPLOY, HAND)
SAID = message(f"{DARK} deploys {hint(TROOPER, 'Trooper')} from hand")
DEPLOYED = (removed((1,)), SAID, put_in_play(1, TROOPER, "AT_LOCATION", location=0), phase("Battle", 1))
LOSE = card_selection(DARK, "Choose cards to place in Used Pile", (1, 2, 3), 1, 3)
TARGETS = card_selection(DARK, "Choose target, or click 'Done' to cancel", (1, 3), 0, 1)


@pytest.fixture(autouse=True)
def _cards() -> Iterator[None]:
    with cards.loaded():
        yield


def test_decision_that_was_taken_back_is_unknown_and_the_next_one_is_read() -> None:
    found = answers(ASKED, *TABLE, ASKED, *DEPLOYED)
    assert found == [None, "0"]


def test_answer_that_showed_before_the_way_back_is_kept() -> None:
    question = card_selection(DARK, WHERE, (10, 11), 0, 1)
    found = answers(ASKED, question, put_in_play(1, TROOPER, "AT_LOCATION", location=1), *TABLE, ASKED, END)
    assert found == ["0", "11", ""]


def test_table_that_is_sent_again_is_the_only_one() -> None:
    found = folded(*TABLE, put_in_play(1, TROOPER, "AT_LOCATION", location=0), *TABLE)
    assert [card.zone for card in found.board.cards.values() if card.card_id == "1"] == ["HAND"]
    assert len(found.board.locations) == 2


def test_done_is_choosing_nothing() -> None:
    (found,) = inferred(TARGETS, choose(DEPLOY, HAND[:1]), END)[:1]
    assert found.answer == ""


def test_cards_chosen_together_are_one_answer() -> None:
    (found,) = inferred(LOSE, removed((3, 1)), END)
    assert found.answer == "1,3"


def test_removed_and_converted_locations_keep_cards_where_they_are() -> None:
    written = (
        location(12, "9_13", 2, "Outpost"),
        put_in_play(1, TROOPER, "AT_LOCATION", location=2),
        locations_removed([0]),
        replaced(11, "9_14", "LOCATIONS", location=0, system="Outpost"),
        ASKED,
    )
    (position,) = positions(events(*TABLE, *written))
    board = position.board
    row = [None if place is None else (place.card_id, place.blueprint_id) for place in board.locations]
    assert row == [("11", "9_14"), ("12", "9_13")]
    assert board.place_of(board.cards["1"]) == 1


def people() -> str:
    """The log of a game in which all of this happens."""
    return game_replay(
        [
            *TABLE,
            ASKED,
            *TABLE,
            ASKED,
            put_in_play(1, TROOPER, "AT_LOCATION", location=0),
            TARGETS,
            choose(DEPLOY, HAND[1:]),
            LOSE,
            removed((3, 2)),
            location(12, "9_13", 2, "Outpost"),
            locations_removed([2]),
            replaced(11, PLAZA, "LOCATIONS", location=1, system="Outpost"),
            choose(DEPLOY, HAND[1:]),
            moved(1, TROOPER, 1),
            END,
        ]
    )


def test_counts_of_a_review_add_up() -> None:
    found = query("review", replay_id=query("load_replay", xml=people())["replay_id"])
    summary, rows = found["summary"], found["decisions"]
    assert summary["decisions"] == len(rows) == 6
    known = [row for row in rows if row["inferred_answer"] is not None]
    assert summary["known"] == len(known) < len(rows)
    graded = ("same", "close", "different", "far")
    unknown = summary["decisions"] - summary["known"]
    # The head of the page shows these, which are every decision with a choice.
    shown = (*(summary[each] for each in graded), summary["order_only"], summary["repeats"], unknown)
    assert sum(shown) == summary["decisions"]
    for each in graded:
        assert summary[each] == sum(row["grade"] == each.upper() for row in rows)
    assert sum(kind["decisions"] for kind in summary["by_kind"]) == summary["decisions"]
    assert sum(kind["same"] for kind in summary["by_kind"]) == summary["same"]
    assert summary["agreement"]["coach"] == pytest.approx(
        sum(row["best_answer"] == row["inferred_answer"] for row in known) / len(known)
    )


@pytest.mark.parametrize("share", [0.6, 0.75, 0.9])
def test_log_that_is_cut_off_is_read_up_to_there_with_one_sentence(share: float) -> None:
    whole = people()
    found = query("load_replay", xml=whole[: int(share * len(whole))])
    assert found["decisions"]
    (said,) = [each["text"] for each in found["warnings"] if each["code"] == "damaged"]
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("load_replay", {"data_base64": base64_of(b"\x1f\x8b broken")}),
        ("load_replay", {"xml": "<gameReplay><ge type="}),
        ("parse_decision", {"xml": "<ge type='D' decisionType='CARD_ACTION_"}),
        ("parse_decision", {"xml": f"{LIGHT} has no decision"}),
        ("load_cards", {"dark_json": '{"cards": [{'}),
    ],
)
def test_whatever_is_broken_gets_one_sentence_and_loses_nothing(name: str, args: Json) -> None:
    kept = query("load_replay", xml=people())["replay_id"]
    answer = json.loads(raw("query", RULESET, name, args))
    check_error(answer)
    assert "\n" not in answer["error"]
    assert query("review", replay_id=kept)["summary"]["decisions"] == 6
