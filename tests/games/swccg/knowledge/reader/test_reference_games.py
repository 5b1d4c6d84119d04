"""The reference games as they are read: boards as in the server's own statistics, and repeated actions; skipped if not available."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from py_engine.games.swccg.knowledge.reader.tracker import Tracker, seat_of
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.events import PILES, Event
from py_engine.games.swccg.rules.position import Position
from py_engine.games.swccg.rules.titles import is_face_down, plain
from tests.games.swccg.reference import CASES, GAMES, LOOP, answers_of, case, events_of, needs_reference, seat_in
from tests.games.swccg.tracking import sound


def hand_matches(tracker: Tracker) -> bool:
    piles = tracker.board.piles.get("seat")
    return piles is None or piles.hand == len(tracker.board.hand())


@needs_reference
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.removesuffix(".replay.xml.gz"))
def test_reference_boards_agree_with_the_servers_statistics(path: Path) -> None:
    tracker, asked, answers, counted = Tracker(), 0, answers_of(path), 0
    for each in events_of(path):
        tracker.fold(each)
        if each.type == "GS":
            counted += 1
            row_length = len(tracker.board.locations)
            assert len(each.power["dark"]) == len(each.power["light"]) == row_length
            assert None not in tracker.board.locations
            for name, sizes in each.zones.items():
                piles = tracker.board.piles["seat" if name == tracker.seat else "opponent"]
                assert [getattr(piles, ours) for ours in PILES] == [int(sizes[theirs]) for theirs in PILES.values()]
            assert set(tracker.board.power["seat"]) == {
                int(index.removeprefix("locationIndex"))
                for index, power in each.power[tracker.side or ""].items()
                if power != "-1"
            }
            sound(tracker.board)
        if tracker.asks(each):
            asked += 1
            # Statistics may lag behind a card by an event or two, but never at a decision.
            assert hand_matches(tracker)
    assert asked == len(answers) > 400
    assert counted > 300
    assert tracker.seat == seat_in(path) == seat_of(events_of(path))
    assert {tracker.seat, tracker.opponent} == {"DarkBot", "LightBot"}
    assert tracker.side == tracker.seat.removesuffix("Bot").lower()
    assert tracker.winner in (tracker.seat, tracker.opponent)
    assert tracker.unknown == {}
    # A deck has 60 cards, and no more are ever attributed to it.
    assert 20 < sum(tracker.board.seen.values()) <= 60


@needs_reference
def test_hidden_cards_stay_hidden_in_reference_games() -> None:
    for path in GAMES:
        tracker = Tracker()
        for each in events_of(path):
            tracker.fold(each)
            if each.type == "D":
                position = tracker.position(each)
                cards = position.board.cards.values()
                assert not any(card.zone == "HAND" and card.owner != "seat" for card in cards)
                hidden = [
                    option.blueprint_id for option in position.decision.options if option.blueprint_id is not None
                ]
                assert not any(is_face_down(blueprint) for blueprint in [*hidden, *position.board.seen])


def matched(xml: str, context: dict[str, object], log: Sequence[tuple[Event, Position]]) -> list[Position]:
    (wanted,) = read_xml(xml).events
    return [
        position
        for event, position in log
        if event.attributes == wanted.attributes
        and event.parameters == wanted.parameters
        and context["phase"] == f"{position.phase} (turn #{position.turn})"
        and position.whose_turn == context["turnPlayer"]
    ]


@needs_reference
def test_reference_decisions_have_the_recorded_positions() -> None:
    asked: dict[str, list[tuple[Event, Position]]] = {}
    for path in GAMES:
        tracker = Tracker()
        for each in events_of(path):
            tracker.fold(each)
            if tracker.asks(each) and each.parameters.get("actionId", ["0"]):
                asked.setdefault(each.get("text"), []).append((each, tracker.position(each)))
    agreed = 0
    for path in CASES:
        xml, context = case(path)
        (wanted,) = read_xml(xml).events
        found = matched(xml, context, asked.get(wanted.get("text"), []))
        agreed += any(agrees(position, context) for position in found)
        assert not found or any(agrees(position, context) for position in found), path.name
    assert agreed > 40


def agrees(position: Position, context: dict[str, object]) -> bool:
    board, zones, hand, referenced, last = (
        position.board,
        *(context[name] for name in ("zones", "hand", "referenced", "lastMessages")),
    )
    assert isinstance(zones, dict)
    assert isinstance(hand, list)
    assert isinstance(referenced, list)
    assert isinstance(last, list)
    piles = all(
        [getattr(board.piles["seat" if name == position.seat else "opponent"], ours) for ours in PILES]
        == [sizes[theirs] for theirs in PILES.values()]
        for name, sizes in zones.items()
    )
    in_hand = sorted(each["blueprintId"] for each in hand) == sorted(card.blueprint_id for card in board.hand())
    cards = all(
        each["cardId"] in board.cards and board.cards[each["cardId"]].zone == each["zone"]
        for each in referenced
        if each["zone"] in ("HAND", "AT_LOCATION", "LOCATIONS", "ATTACHED", "SIDE_OF_TABLE")
    )
    messages = [re.sub(r"[•◇]+", "", plain(each)) for each in last]
    shown = [re.sub(r"[•◇]+", "", each) for each in board.messages[-len(messages) :]] if messages else []
    return piles and in_hand and cards and messages == shown


# --- Repeated actions ---


@needs_reference
def test_looping_reference_game_is_detected() -> None:
    assert LOOP is not None
    tracker, times, noticed = Tracker(), 0, 0
    scorer = CombinedEvaluator(default_weights())
    for each in events_of(LOOP):
        tracker.fold(each)
        if each.type == "CA" and each.get("participantId") == tracker.seat:
            times += 1
        elif each.type in ("GPC", "TC", "GS", "RCFP", "PCIP"):
            times = 0
        if tracker.asks(each) and times >= 2 and each.parameters.get("actionId"):
            position = tracker.position(each)
            (answer,) = position.repeats
            assert position.repeats[answer] == times
            noticed += 1
            if noticed % 20 == 1:
                scored = scorer.evaluate(position)
                assert [action.choice.answer for action in scored.actions if action.vetoes] == [answer]
                assert scored.best.choice.answer != answer
    assert noticed > 150


def repeated(log: tuple[Event, ...]) -> int:
    tracker, most = Tracker(), 0
    for each in log:
        tracker.fold(each)
        if tracker.asks(each):
            most = max(most, *tracker.attempts.repeats(tracker.decision(each)).values(), 0)
    return most


@needs_reference
def test_other_reference_games_have_no_repeats() -> None:
    assert {path.name: repeated(events_of(path)) for path in GAMES} == {path.name: 0 for path in GAMES}
