"""Events folded into the board: what a log says is kept, what it does not say is not known, nothing in it does harm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.swccg.board import MOST_LOCATIONS
from py_engine.games.swccg.events import Event
from py_engine.games.swccg.tracker import Tracker, seat_of
from tests.engine.swccg_folded import START, events, folded
from tests.engine.swccg_logs import (
    DARK,
    FACE_DOWN_DARK,
    FACE_DOWN_LIGHT,
    LIGHT,
    NOBODY,
    Action,
    Numbers,
    arbitrary_cards,
    battle_ends,
    battle_starts,
    choose,
    event,
    flipped,
    hint,
    in_battle,
    location,
    locations_removed,
    message,
    moved,
    numbers,
    out_of_battle,
    participants,
    phase,
    put_in_play,
    removed,
    replaced,
    rotated,
    turn,
)


def row(tracker: Tracker) -> list[str | None]:
    return [None if place is None else place.card_id for place in tracker.board.locations]


def places(tracker: Tracker) -> dict[str, int | None]:
    return {card.card_id: card.location for card in tracker.board.cards.values() if card.zone == "AT_LOCATION"}


# --- Who plays, and when ---


def test_players_side_phase_and_turn() -> None:
    tracker = folded(*START, turn(LIGHT), phase("Deploy", 3))
    assert (tracker.seat, tracker.opponent, tracker.side) == (DARK, LIGHT, "dark")
    assert (tracker.whose_turn, tracker.phase, tracker.turn) == (LIGHT, "Deploy", 3)
    tracker.fold(events(event("GPC", phase="Between turns"))[0])
    assert (tracker.phase, tracker.turn) == ("Between turns", 3)


@pytest.mark.parametrize(
    ("card", "side"),
    [
        (put_in_play(1, FACE_DOWN_DARK, "TOP_OF_FORCE_PILE"), "dark"),
        (put_in_play(1, FACE_DOWN_LIGHT, "TOP_OF_FORCE_PILE"), "light"),
        (put_in_play(1, FACE_DOWN_DARK, "TOP_OF_FORCE_PILE", LIGHT), "light"),
        (put_in_play(1, FACE_DOWN_LIGHT, "TOP_OF_FORCE_PILE", LIGHT), "dark"),
        (put_in_play(1, "1_168", "HAND"), None),
        # A card of the opponent's that lies on one of the seat's.
        (put_in_play(1, FACE_DOWN_LIGHT, "STACKED_FACE_DOWN", LIGHT, zone_owner=DARK), "dark"),
    ],
)
def test_the_back_of_a_card_shows_who_plays_which_side(card: str, side: str | None) -> None:
    assert folded(participants(DARK, DARK, LIGHT), card).side == side


def test_before_the_first_phase_cards_say_that_the_game_is_being_set_up() -> None:
    card = put_in_play(1, "1_168", "SIDE_OF_TABLE", phase="PLAY_STARTING_CARDS")
    assert folded(participants(DARK), card).phase == "Play starting cards"
    assert folded(participants(DARK), phase("Deploy", 1), card).phase == "Deploy"


def test_the_winner_is_one_of_the_players() -> None:
    assert folded(*START, message(f"{LIGHT} is the winner due to: life Force depleted")).winner == LIGHT
    assert folded(*START, message("Nobody is the winner due to: a joke")).winner is None
    assert folded(*START, message(f"{LIGHT} wins")).winner is None


def test_a_piece_of_a_log_without_its_beginning() -> None:
    piece = events(put_in_play(1, "1_168", "HAND"), put_in_play(2, "2_2", "AT_LOCATION", LIGHT), choose("Choose", []))
    assert seat_of(piece) == DARK
    assert seat_of(events(*START)) == DARK
    assert seat_of([]) == seat_of(events(message("hello"))) == ""
    told = Tracker(seat_of(piece))
    for each in piece:
        told.fold(each)
    assert (told.seat, told.opponent) == (DARK, LIGHT)
    assert [card.owner for card in told.board.cards.values()] == ["seat", "opponent"]
    # Without being told, the first decision says it; nobody is an opponent of himself.
    untold = folded(put_in_play(1, "1_168", "HAND"), choose("Choose", []))
    assert (untold.seat, untold.opponent) == (DARK, None)


def test_decisions_are_the_seats_own() -> None:
    tracker = folded(*START)
    own, other, nameless, no_decision = events(
        choose("Choose", []), event("D", participantId=LIGHT), event("D"), message("Choose")
    )
    assert [tracker.asks(each) for each in (own, other, nameless, no_decision)] == [True, False, True, False]


# --- Cards ---


def test_cards_are_where_the_log_put_them_last() -> None:
    tracker = folded(
        *START,
        location(10, "3_59", 0, "Hoth"),
        location(11, "3_60", 1, "Hoth", LIGHT),
        put_in_play(20, "1_168", "HAND"),
        put_in_play(21, "1_19", "AT_LOCATION", LIGHT, location=1),
        put_in_play(22, "1_30", "ATTACHED", LIGHT, target=21),
        removed([20]),
        put_in_play(23, "1_168", "AT_LOCATION", location=0),
        moved(23, "1_168", 1),
    )
    board = tracker.board
    assert board.hand() == []
    assert {card.card_id for card in board.at(1)} == {"21", "22", "23"}
    assert {card.card_id for card in board.at(1, "seat")} == {"23"}
    assert [card.card_id for card in board.attached("21")] == ["22"]
    assert list(board.at(0)) == []
    tracker.fold(events(removed([21, 22, 99, 21]))[0])
    assert {card.card_id for card in board.at(1)} == {"23"}


def test_a_card_is_its_players_wherever_it_lies() -> None:
    tracker = folded(*START, put_in_play(30, "3_109", "ATTACHED", LIGHT, zone_owner=DARK, target=1))
    assert tracker.board.cards["30"].owner == "opponent"
    assert tracker.board.seen == {}


def test_a_card_that_is_replaced_turned_or_flipped_shows_what_it_shows() -> None:
    tracker = folded(*START, location(10, "7_1", 0, None), put_in_play(20, "1_1", "AT_LOCATION", location=0))
    for written, blueprint in ((replaced, "2_2"), (flipped, "2_2_BACK"), (rotated, "2_2_BACK")):
        tracker.fold(events(written(20, blueprint, "AT_LOCATION", location=0))[0])
        assert tracker.board.cards["20"].blueprint_id == blueprint
        assert tracker.board.cards["20"].location == 0


def test_what_the_deck_has_is_counted_at_its_least() -> None:
    tracker = folded(*START, *(put_in_play(number, "1_168", "HAND") for number in (20, 21)))
    assert tracker.board.seen == {"1_168": 2}
    # One of them goes and comes back under another number: still two.
    for each in events(
        removed([20]), put_in_play(22, "1_168", "TOP_OF_LOST_PILE"), put_in_play(23, "1_19", "HAND", LIGHT)
    ):
        tracker.fold(each)
    assert tracker.board.seen == {"1_168": 2}
    # The Reserve Deck shows two more beside the two that lie open; the other player's says nothing of the own deck.
    search = ["1_168", "1_168", "1_20", FACE_DOWN_DARK]
    tracker.fold(events(arbitrary_cards(DARK, "Choose card to deploy from Reserve Deck", search))[0])
    tracker.fold(events(arbitrary_cards(DARK, "Verify Reserve Deck after unsuccessful attempt", ["9_9"] * 3))[0])
    assert tracker.board.seen == {"1_168": 4, "1_20": 1}


def test_hidden_cards_are_not_known() -> None:
    tracker = folded(
        *START,
        put_in_play(30, FACE_DOWN_LIGHT, "STACKED_FACE_DOWN", LIGHT),
        put_in_play(31, "1_19", "TOP_OF_RESERVE_DECK"),
    )
    assert set(tracker.blueprints) == {"1_19"}
    assert tracker.board.seen == {}
    decision = tracker.decision(events(choose("Choose", [Action("Look", 30), Action("Take", 30, FACE_DOWN_LIGHT)]))[0])
    assert [(option.blueprint_id, option.text) for option in decision.options] == [(None, "Look"), (None, "Take")]


# --- Locations ---


def test_locations_come_between_leave_and_are_converted() -> None:
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
    # One is converted: its card goes, another comes under its number.
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


def test_a_location_that_moves_takes_all_with_it() -> None:
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
    """Locations and cards, simply: every card knows the location's own card, not a place in a row."""

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
def test_the_row_of_locations_is_as_in_a_simple_model(steps: list[tuple[str, int, int]]) -> None:
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


def test_a_card_at_a_place_that_was_not_told_makes_the_row_long_enough() -> None:
    tracker = folded(participants(DARK), put_in_play(20, "1_1", "AT_LOCATION", location=3))
    assert row(tracker) == [None] * 4
    tracker.fold(events(location(10, "3_0", 2, None))[0])
    assert row(tracker) == [None, None, "10", None]


@pytest.mark.parametrize("index", ["-1", "", "x", "200", "999999999", "1.5", "½"])
def test_places_that_there_are_not_change_no_row(index: str) -> None:
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


def test_a_row_is_not_longer_than_a_row_can_be() -> None:
    tracker = folded(*START, *(location(1_000 + n, "3_0", 0, None) for n in range(MOST_LOCATIONS + 20)))
    assert len(row(tracker)) == MOST_LOCATIONS
    assert row(tracker)[0] == str(1_000 + MOST_LOCATIONS - 1)


def test_a_game_that_goes_back_is_told_anew() -> None:
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
    # What the player knows of the deck is not forgotten, and not counted twice.
    assert tracker.board.seen == {"1_1": 1, "1_2": 1, "3_0": 1, "3_1": 1, "3_2": 1}


# --- Numbers and battles ---


def test_statistics_are_taken_as_they_are() -> None:
    said = Numbers(
        {"FORCE_PILE": 3, "HAND": 8, "RESERVE_DECK": 40, "USED_PILE": 2, "LOST_PILE": 5, "OUT_OF_PLAY": 1},
        [5.5, NOBODY],
        7,
    )
    tracker = folded(*START, numbers(said, Numbers(power=[0, NOBODY], generation=0.5)))
    piles = tracker.board.piles["seat"]
    assert (piles.force, piles.hand, piles.reserve, piles.used, piles.lost, piles.out_of_play) == (3, 8, 40, 2, 5, 1)
    assert piles.life_force == 45
    assert tracker.board.power == {"seat": {0: 5.5}, "opponent": {0: 0.0}}
    assert tracker.board.generation == {"seat": 7.0, "opponent": 0.5}


def test_power_is_nobodys_while_sides_are_not_known() -> None:
    tracker = folded(participants(DARK, DARK, LIGHT), numbers(Numbers({"HAND": 2}, [5])))
    assert tracker.board.power == {"seat": {}, "opponent": {}}
    assert tracker.board.piles["seat"].hand == 2
    # The same numbers again, now that it is known whose they are.
    for each in events(put_in_play(1, FACE_DOWN_DARK, "TOP_OF_RESERVE_DECK"), numbers(Numbers({"HAND": 2}, [5]))):
        tracker.fold(each)
    assert tracker.board.power == {"seat": {0: 5.0}, "opponent": {}}


def test_statistics_that_are_told_again_hold_for_the_row_as_it_is() -> None:
    tracker = folded(*START, *(location(10 + n, "3_0", n, None) for n in range(2)), numbers(Numbers(power=[1, 2])))
    for change, meanwhile in (
        (location(20, "3_1", 0, None), {1: 1.0, 2: 2.0}),
        (locations_removed([0]), {0: 2.0}),
        (participants(DARK, DARK, LIGHT), {}),
    ):
        tracker.fold(events(change)[0])
        assert tracker.board.power["seat"] == meanwhile
        tracker.fold(events(numbers(Numbers(power=[1, 2])))[0])
        assert tracker.board.power["seat"] == {0: 1.0, 1: 2.0}


def test_power_at_places_that_were_not_told_stays_beside_its_locations() -> None:
    tracker = folded(
        *START, location(10, "3_0", 0, None), numbers(Numbers(power=[1, 2, 3])), location(11, "3_1", 0, None)
    )
    assert tracker.board.power["seat"] == {1: 1.0, 2: 2.0, 3: 3.0}
    tracker.fold(events(locations_removed([0]))[0])
    assert tracker.board.power["seat"] == {0: 1.0, 1: 2.0, 2: 3.0}


def test_statistics_of_strangers_and_out_of_all_bounds() -> None:
    tracker = folded(*START, numbers(Numbers({"HAND": 2})))
    odd = Event(
        "GS", {"darkForceGeneration": "*"}, zones={"Somebody": {"HAND": "9"}, "": {"HAND": "9"}, LIGHT: {"HAND": "-4"}}
    )
    odd.zones[DARK] = {"HAND": "999999", "USED_PILE": "½"}
    odd.power["dark"] = {
        "locationIndex-1": "3",
        "locationIndex999": "3",
        "other": "3",
        "locationIndex0": "π",
        "locationIndex1": "4½",
    }
    tracker.fold(odd)
    assert tracker.board.piles["seat"].hand == 1_000
    assert tracker.board.piles["seat"].used == 0
    assert tracker.board.piles["opponent"].hand == 0
    assert tracker.board.power["seat"] == {1: 4.5}


def test_a_battle_from_its_start_to_its_end() -> None:
    tracker = folded(*START, location(10, "3_0", 0, None), battle_starts(0, [20, 21]))
    told = {"Power": 6, "NumBattleDestiny": 2, "DamageRemaining": 3, "AttritionRemaining": 1.5}
    for each in events(
        in_battle(22, "1_1", 0),
        in_battle(22, "1_1", 0),
        out_of_battle(20, "1_2", "TOP_OF_LOST_PILE"),
        numbers(Numbers(battle=told)),
    ):
        tracker.fold(each)
    battle = tracker.board.battle
    assert battle is not None
    assert (battle.location, battle.cards) == (0, ["21", "22"])
    assert (battle.power, battle.destiny_draws) == ({"seat": 6.0, "opponent": None}, {"seat": 2, "opponent": 0})
    assert (battle.damage["seat"], battle.attrition["seat"]) == (3.0, 1.5)
    for each in events(battle_ends(), in_battle(23, "1_1", 0), out_of_battle(21, "1_2", "HAND")):
        tracker.fold(each)
    assert tracker.board.battle is None


def test_messages_are_the_last_dozen_as_people_read_them() -> None:
    tracker = folded(
        *START, *(message(f"{number} {hint('1_1', 'Luke')}") for number in range(30)), event("W", message="&lt;b&gt;")
    )
    assert tracker.board.messages == [*(f"{number} Luke" for number in range(19, 30)), "<b>"]
    assert tracker.titles == {"1_1": "Luke"}


def test_events_that_are_not_known_are_counted() -> None:
    tracker = folded(*START, event("NEW"), event("NEW"), event(""), *(event(f"X{number}") for number in range(500)))
    assert (tracker.unknown["NEW"], tracker.unknown[""]) == (2, 1)
    assert len(tracker.unknown) <= 50
