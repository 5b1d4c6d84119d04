"""The row of locations: inserting, moving, removing and converting them, with everything at them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.rules.board import MAX_LOCATIONS
from py_engine.games.swccg.rules.events import Event
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    NOBODY,
    Numbers,
    battle_starts,
    location,
    locations_removed,
    moved,
    numbers,
    participants,
    phase,
    put_in_play,
    removed,
    replaced,
    turn,
)
from tests.games.swccg.tracking import START, events, folded


def row(tracker: Tracker) -> list[str | None]:
    return [None if place is None else place.card_id for place in tracker.board.locations]


def places(tracker: Tracker) -> dict[str, int | None]:
    return {card.card_id: card.location for card in tracker.board.cards.values() if card.zone == "AT_LOCATION"}


def test_locations_are_inserted_removed_and_converted() -> None:
    tracker = folded(*START, *(location(10 + n, f"3_{n}", n, "Hoth") for n in range(3)))
    for each in events(
        *(put_in_play(20 + n, "1_1", "AT_LOCATION", location=n) for n in range(3)),
        numbers(Numbers(power=[1, 2, 3]), Numbers(power=[NOBODY, 0, NOBODY])),
        battle_starts(1, [21]),
        location(15, "3_9", 1, "Hoth"),
    ):
        tracker.fold(each)
    board = tracker.board
    assert row(tracker) == ["10", "15", "11", "12"]
    assert places(tracker) == {"20": 0, "21": 2, "22": 3}
    assert board.power == {"seat": {0: 1.0, 2: 2.0, 3: 3.0}, "opponent": {2: 0.0}}
    assert board.battle is not None
    assert board.battle.location == 2
    # A location is converted: another card replaces it under the same number.
    for each in events(removed([11]), replaced(11, "8_8", "LOCATIONS", LIGHT, location=2, system="Hoth")):
        tracker.fold(each)
    assert row(tracker) == ["10", "15", "11", "12"]
    assert (
        (board.locations[2].blueprint_id, board.locations[2].owner) == ("8_8", "opponent")
        if board.locations[2]
        else False
    )
    tracker.fold(events(locations_removed([2, 0]))[0])
    assert row(tracker) == ["15", "12"]
    assert places(tracker) == {"20": None, "21": None, "22": 1}
    assert board.power == {"seat": {1: 3.0}, "opponent": {}}
    assert board.battle is None


def test_moved_location_takes_its_cards_along() -> None:
    tracker = folded(
        *START,
        *(location(10 + n, f"3_{n}", n, None) for n in range(4)),
        *(put_in_play(20 + n, "1_1", "AT_LOCATION", location=n) for n in range(4)),
        numbers(Numbers(power=[1, 2, 3, 4])),
        location(13, "3_3", 1, None),
    )
    assert row(tracker) == ["10", "13", "11", "12"]
    assert places(tracker) == {"20": 0, "21": 2, "22": 3, "23": 1}
    assert tracker.board.power["seat"] == {0: 1.0, 1: 4.0, 2: 2.0, 3: 3.0}
    tracker.fold(events(location(10, "3_0", 150, None))[0])
    assert row(tracker) == ["13", "11", "12", "10"]


class Table:
    """A simple model, in which every card refers to its location's card instead of an index."""

    def __init__(self) -> None:
        self.row: list[str] = []
        self.at: dict[str, str] = {}

    def index(self, card: str) -> int | None:
        return self.row.index(self.at[card]) if self.at[card] in self.row else None


steps = st.lists(
    st.tuples(
        st.sampled_from(["insert", "convert", "remove", "put", "move", "lose"]), st.integers(0, 99), st.integers(0, 99)
    ),
    max_size=40,
)


@given(steps)
def test_row_of_locations_matches_a_simple_model(steps: list[tuple[str, int, int]]) -> None:
    tracker, table, fresh = folded(*START), Table(), 100
    for what, one, other in steps:
        fresh += 1
        written = None
        if what == "insert" and len(table.row) < 12:
            place = one % (len(table.row) + 1)
            table.row.insert(place, str(fresh))
            written = location(fresh, "3_1", place, None)
        elif not table.row:
            continue
        elif what == "convert":
            place = one % len(table.row)
            written = replaced(table.row[place], "3_2", "LOCATIONS", location=place)
        elif what == "remove":
            gone = {one % len(table.row), other % len(table.row)}
            written = locations_removed(gone)
            table.row = [each for place, each in enumerate(table.row) if place not in gone]
        elif what == "put":
            table.at[str(fresh)] = table.row[one % len(table.row)]
            written = put_in_play(fresh, "1_1", "AT_LOCATION", location=one % len(table.row))
        elif table.at and what == "move":
            card = sorted(table.at)[other % len(table.at)]
            table.at[card] = table.row[one % len(table.row)]
            written = moved(card, "1_1", one % len(table.row))
        elif table.at:
            card = sorted(table.at)[other % len(table.at)]
            del table.at[card]
            written = removed([card])
        if written is not None:
            tracker.fold(events(written)[0])
        assert row(tracker) == table.row
        assert places(tracker) == {card: table.index(card) for card in table.at}


def test_card_beyond_the_row_extends_it() -> None:
    tracker = folded(participants(DARK), put_in_play(20, "1_1", "AT_LOCATION", location=3))
    assert row(tracker) == [None] * 4
    tracker.fold(events(location(10, "3_0", 2, None))[0])
    assert row(tracker) == [None, None, "10", None]


@pytest.mark.parametrize("index", ["-1", "", "x", "200", "999999999", "1.5", "½"])
def test_invalid_location_indices_leave_the_row_unchanged(index: str) -> None:
    tracker = folded(*START, location(10, "3_0", 0, None), put_in_play(20, "1_1", "AT_LOCATION", location=0))
    before = tracker.board.copy()
    for kind, attributes in (
        (
            "PCIP",
            {"cardId": "11", "blueprintId": "3_1", "zone": "LOCATIONS", "participantId": DARK, "locationIndex": index},
        ),
        (
            "PCIP",
            {
                "cardId": "21",
                "blueprintId": "1_1",
                "zone": "AT_LOCATION",
                "participantId": DARK,
                "locationIndex": index,
            },
        ),
        ("RLFP", {"locationIndexes": index}),
        ("SB", {"locationIndex": index, "otherCardIds": "20"}),
    ):
        tracker.fold(Event(kind, attributes))
    assert tracker.board.locations == before.locations
    assert tracker.board.battle is None
    assert tracker.board.cards["20"] == before.cards["20"]
    assert tracker.board.cards["21"].location is None


def test_row_length_is_limited() -> None:
    tracker = folded(*START, *(location(1_000 + n, "3_0", 0, None) for n in range(MAX_LOCATIONS + 20)))
    assert len(row(tracker)) == MAX_LOCATIONS
    assert row(tracker)[0] == str(1_000 + MAX_LOCATIONS - 1)


def test_resent_table_replaces_the_board() -> None:
    before = [
        *START,
        location(10, "3_0", 0, None),
        location(11, "3_1", 1, None),
        location(12, "3_2", 2, None),
        put_in_play(20, "1_1", "AT_LOCATION", location=1),
        put_in_play(21, "1_2", "HAND"),
        numbers(Numbers({"HAND": 1}, [NOBODY, 4, NOBODY])),
        battle_starts(1, [20]),
    ]
    again = [
        participants(DARK, DARK, LIGHT),
        turn(DARK),
        phase("Deploy", 2),
        location(10, "3_0", 0, None),
        location(12, "3_2", 1, None),
        put_in_play(21, "1_2", "HAND"),
        put_in_play(22, "1_1", "HAND"),
        numbers(Numbers({"HAND": 2}, [NOBODY, NOBODY])),
    ]
    tracker = folded(*before, *again)
    assert row(tracker) == ["10", "12"]
    assert {card.card_id for card in tracker.board.hand()} == {"21", "22"}
    assert set(tracker.board.cards) == {"10", "12", "21", "22"}
    assert tracker.board.battle is None
    assert tracker.board.power == {"seat": {}, "opponent": {}}
    # What is known about the deck is neither forgotten nor counted twice.
    assert tracker.board.seen == {"1_1": 1, "1_2": 1, "3_0": 1, "3_1": 1, "3_2": 1}
