"""What is known about the seat's deck: only its own cards count, and never more than it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.events import Event
from tests.games.swccg import cards
from tests.games.swccg.bridge_calls import load, query
from tests.games.swccg.logs import DARK, FACE_DOWN_DARK, LIGHT, arbitrary_cards, choose, hint, put_in_play, removed
from tests.games.swccg.reference import CASES, case, needs_reference
from tests.games.swccg.tracking import START, events, folded


@pytest.fixture(autouse=True)
def _no_cards() -> Iterator[None]:
    LIBRARY.clear()
    yield
    LIBRARY.clear()


def test_deck_counts_the_minimum_number_of_copies() -> None:
    tracker = folded(*START, *(put_in_play(number, "1_168", "HAND") for number in (20, 21)))
    assert tracker.board.seen == {"1_168": 2}
    # One of them leaves and returns under another number: still two.
    for each in events(
        removed([20]), put_in_play(22, "1_168", "TOP_OF_LOST_PILE"), put_in_play(23, "1_19", "HAND", LIGHT)
    ):
        tracker.fold(each)
    assert tracker.board.seen == {"1_168": 2}
    # A search of the Reserve Deck shows two more besides the two visible ones; the opponent's deck does not count.
    search = ["1_168", "1_168", "1_20", FACE_DOWN_DARK]
    tracker.fold(events(arbitrary_cards(DARK, "Choose card to deploy from Reserve Deck", search))[0])
    tracker.fold(events(arbitrary_cards(DARK, "Verify Reserve Deck after unsuccessful attempt", ["9_9"] * 3))[0])
    assert tracker.board.seen == {"1_168": 4, "1_20": 1}


@pytest.mark.parametrize(
    "text",
    [
        f"Top card of {LIGHT}'s Reserve Deck",
        "Choose card from opponent's Reserve Deck",
        "Opponent's Reserve Deck",
        f"{LIGHT}'s Reserve Deck",
        "Somebody's Reserve Deck",
        f"{LIGHT}'s cards on top of Reserve Deck",
        "Verify Reserve Deck after unsuccessful attempt",
        "Choose card from Lost Pile",
    ],
)
def test_search_of_another_deck_is_not_counted(text: str) -> None:
    assert folded(*START, arbitrary_cards(DARK, text, ["9_9"])).board.seen == {}


@pytest.mark.parametrize(
    "text",
    [
        "Choose card to deploy from Reserve Deck",
        f"Top card of {DARK}'s Reserve Deck",
        "Your Reserve Deck",
        f"Choose card from Reserve Deck with {hint('1_1', 'Jabba')}'s Palace",
    ],
)
def test_search_of_the_own_deck_is_counted(text: str) -> None:
    assert folded(*START, arbitrary_cards(DARK, text, ["9_9"])).board.seen == {"9_9": 1}


def test_search_of_another_deck_is_recognised_without_players() -> None:
    assert folded(arbitrary_cards(DARK, f"{LIGHT}'s Reserve Deck", ["9_9"])).board.seen == {}


def seen_at(index: int, log: list[str]) -> list[str]:
    found: Any = query("decision_state", replay_id=load(log)["replay_id"], index=index)["board"]["seen"]
    return list(found)


def test_deck_excludes_cards_of_the_other_side() -> None:
    shown = [cards.VADER["gempId"], cards.LUKE["gempId"], "9_9"]
    log = [*START, arbitrary_cards(DARK, "Cards of some Reserve Deck", shown), choose("Choose Deploy action or Pass")]
    assert seen_at(1, log) == shown
    with cards.loaded():
        # In either order of loading.
        assert seen_at(1, log) == [shown[0], "9_9"]
    assert seen_at(1, log) == shown


@needs_reference
def test_reference_search_of_the_opponents_deck_is_not_counted() -> None:
    xml, context = case(next(path for path in CASES if path.name.startswith("E106_")))
    (asked,) = read_xml(xml).events
    assert asked.parameters["blueprintId"]
    for known in ([], [Event("P", {"participantId": context["seat"], "allParticipantIds": "DarkBot,LightBot"})]):
        tracker = Tracker()
        for each in [*known, asked]:
            tracker.fold(each)
        assert tracker.board.seen == {}
