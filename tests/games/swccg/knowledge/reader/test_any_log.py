"""Arbitrary events: none breaks the tracker, and positions depend only on earlier events."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.results import to_json
from py_engine.games.swccg.knowledge.reader.replays import informed
from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.convert import position_of, state_of
from py_engine.games.swccg.rules.events import PILES, Event
from py_engine.games.swccg.rules.state import SwccgState
from tests.games.swccg.logs import (
    DARK,
    FACE_DOWN_DARK,
    FACE_DOWN_LIGHT,
    LIGHT,
    NOBODY,
    Action,
    Numbers,
    arbitrary_cards,
    battle_starts,
    choose,
    hint,
    location,
    locations_removed,
    message,
    moved,
    numbers,
    phase,
    put_in_play,
    removed,
)
from tests.games.swccg.sampled import sample
from tests.games.swccg.tracking import START, events, positions, sound

WORDS = [
    "",
    "0",
    "1",
    "2",
    "3",
    "12",
    "-1",
    "199",
    "200",
    "999999999999",
    "½",
    "x" * 300,
    DARK,
    LIGHT,
    "HAND",
    "LOCATIONS",
    "AT_LOCATION",
]
WORDS += [
    "ATTACHED",
    "1_168",
    FACE_DOWN_DARK,
    FACE_DOWN_LIGHT,
    "1,2,,3",
    "ARBITRARY_CARDS",
    "CARD_ACTION_CHOICE",
    "INTEGER",
    "Deploy (turn #2)",
]
WORDS += ["y" * 2_500, hint("1_168", "z" * 200), "CARD_SELECTION", "MULTIPLE_CHOICE"]
WORDS += [f"{DARK} is the winner due to", hint("1_168", "Vader"), "Choose from Reserve Deck", "\x00", "true"]
NAMES = "cardId blueprintId zone participantId zoneOwnerId locationIndex locationIndexes otherCardIds targetCardId phase message text".split()
NAMES += (
    "decisionType systemName allParticipantIds darkForceGeneration lightBattlePower darkBattleNumBattleDestiny".split()
)
KINDS = "P TC GPC PCIP PCIPAR MCIP RCIP ROCIP FCIP TCO RCFP RLFP D GS SB ATB RFB EB M W CA SA EA DD NEW".split()
PARAMETERS = "cardId actionId blueprintId actionText cardText defaultValue min max results selectable".split()
words = st.sampled_from(WORDS)
odd_events = st.builds(
    Event,
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(NAMES), words, max_size=8),
    st.dictionaries(st.sampled_from(PARAMETERS), st.lists(words, max_size=4), max_size=4),
    st.dictionaries(words, st.dictionaries(st.sampled_from([*PILES.values()]), words, max_size=3), max_size=2),
    st.dictionaries(
        st.sampled_from(["dark", "light"]),
        st.dictionaries(st.sampled_from(["locationIndex0", "locationIndex7", "x"]), words),
        max_size=2,
    ),
)


@st.composite
def some_logs(draw: st.DrawFn) -> list[Event]:
    """A log of well-formed events with odd ones in between."""
    sound = [
        *START,
        *(location(10 + n, f"3_{n}", n, "Hoth") for n in range(3)),
        put_in_play(1, "1_168", "HAND"),
        put_in_play(2, "1_19", "AT_LOCATION", LIGHT, location=1),
        put_in_play(3, "1_30", "ATTACHED", target=2),
        phase("Deploy", 1),
        numbers(Numbers({"HAND": 1}, [1, NOBODY, 2])),
        choose("Choose Deploy action or Pass", [Action("Deploy", 1)]),
        moved(2, "1_19", 2, LIGHT),
        battle_starts(2, [2]),
        locations_removed([0]),
        removed([1, 2]),
        arbitrary_cards(DARK, "Choose card to deploy from Reserve Deck", ["1_168", "1_20"]),
    ]
    first = draw(st.integers(0, 3))
    found = events(*sound[: first * 4])
    for each in events(*sound[first * 4 :]):
        found += draw(st.lists(odd_events, max_size=2))
        found.append(each)
    return found


@settings(max_examples=50)
@given(some_logs())
def test_tracker_survives_odd_events_in_a_log(log: list[Event]) -> None:
    tracker = Tracker()
    for each in log:
        tracker.fold(each)
        sound(tracker.board)
        if tracker.asks(each):
            state = state_of(informed(tracker.position(each)), None, None)
            read = SwccgState.model_validate_json(json.dumps(to_json(state)))
            assert state_of(position_of(read), None, None) == state


def test_longest_texts_give_a_valid_state() -> None:
    longest = "y" * 5_000
    actions = {"actionId": ["0"], "cardId": ["1"], "actionText": [longest]}
    asked = [
        Event("D", {"decisionType": "CARD_ACTION_CHOICE", "participantId": DARK, "text": longest}, actions),
        Event("D", {"decisionType": longest, "participantId": DARK, "text": "?"}, {"cardId": [longest]}),
        Event("D", {"decisionType": "ACTION_CHOICE", "text": "?"}, {**actions, "cardId": [longest]}),
    ]
    named = hint("1_168", "z" * 500)
    log = [*events(*START, put_in_play(1, "1_168", "HAND"), message(named), message(longest)), *asked]
    found = positions(log)
    assert len(found) == len(asked)
    for position in found:
        state = state_of(informed(position), None, None)
        read = SwccgState.model_validate_json(json.dumps(to_json(state)))
        assert state_of(position_of(read), None, None) == state


@settings(max_examples=60)
@given(st.lists(odd_events, max_size=30))
def test_tracker_survives_any_odd_events(log: list[Event]) -> None:
    tracker = Tracker()
    for each in log:
        tracker.fold(each)
    sound(tracker.board)
    assert tracker.opponent is None or tracker.opponent != tracker.seat


@settings(max_examples=40)
@given(some_logs(), st.integers(0, 60))
def test_positions_depend_only_on_earlier_events(log: list[Event], length: int) -> None:
    before = positions(log[:length])
    assert positions(log)[: len(before)] == before


def test_sample_positions_depend_only_on_earlier_events() -> None:
    log = read_xml(sample().xml).events
    found = positions(log)
    asked = [place for place, each in enumerate(log) if each.type == "D"]
    assert len(found) == len(asked) > 20
    for place, position in zip(asked[::7], found[::7], strict=True):
        assert positions(log[: place + 1])[-1] == position
    for position in found:
        sound(position.board)
        SwccgState.model_validate(to_json(state_of(position, None, None)))
