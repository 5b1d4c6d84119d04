"""The tracker: what a log shows is on the board, what it does not show is unknown, and odd events do no harm."""

from __future__ import annotations

import pytest

from py_engine.games.swccg.knowledge.reader.tracker import Tracker, seat_of
from py_engine.games.swccg.rules.events import Event
from tests.games.swccg.logs import (
    DARK,
    FACE_DOWN_DARK,
    FACE_DOWN_LIGHT,
    LIGHT,
    NOBODY,
    Action,
    Numbers,
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
from tests.games.swccg.tracking import START, events, folded

# --- Who plays, and when ---


def test_tracker_knows_players_side_phase_and_turn() -> None:
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
        # An opponent's card stacked on one of the seat's.
        (put_in_play(1, FACE_DOWN_LIGHT, "STACKED_FACE_DOWN", LIGHT, zone_owner=DARK), "dark"),
    ],
)
def test_card_back_reveals_the_sides(card: str, side: str | None) -> None:
    assert folded(participants(DARK, DARK, LIGHT), card).side == side


def test_phase_before_the_first_turn_comes_from_cards() -> None:
    card = put_in_play(1, "1_168", "SIDE_OF_TABLE", phase="PLAY_STARTING_CARDS")
    assert folded(participants(DARK), card).phase == "Play starting cards"
    assert folded(participants(DARK), phase("Deploy", 1), card).phase == "Deploy"


def test_winner_is_one_of_the_players() -> None:
    assert folded(*START, message(f"{LIGHT} is the winner due to: life Force depleted")).winner == LIGHT
    assert folded(*START, message("Nobody is the winner due to: a joke")).winner is None
    assert folded(*START, message(f"{LIGHT} wins")).winner is None


def test_log_fragment_without_its_beginning() -> None:
    piece = events(put_in_play(1, "1_168", "HAND"), put_in_play(2, "2_2", "AT_LOCATION", LIGHT), choose("Choose", []))
    assert seat_of(piece) == DARK
    assert seat_of(events(*START)) == DARK
    assert seat_of([]) == seat_of(events(message("hello"))) == ""
    tracker = Tracker(seat_of(piece))
    for each in piece:
        tracker.fold(each)
    assert (tracker.seat, tracker.opponent) == (DARK, LIGHT)
    assert [card.owner for card in tracker.board.cards.values()] == ["seat", "opponent"]
    # Without a given seat, the first decision names it; the seat is never its own opponent.
    unnamed = folded(put_in_play(1, "1_168", "HAND"), choose("Choose", []))
    assert (unnamed.seat, unnamed.opponent) == (DARK, None)


def test_asks_recognises_the_seats_decisions() -> None:
    tracker = folded(*START)
    own, other, nameless, no_decision = events(
        choose("Choose", []), event("D", participantId=LIGHT), event("D"), message("Choose")
    )
    assert [tracker.asks(each) for each in (own, other, nameless, no_decision)] == [True, False, True, False]


# --- Cards ---


def test_cards_are_where_the_log_last_put_them() -> None:
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


def test_owner_of_a_card_is_its_participant() -> None:
    tracker = folded(*START, put_in_play(30, "3_109", "ATTACHED", LIGHT, zone_owner=DARK, target=1))
    assert tracker.board.cards["30"].owner == "opponent"
    assert tracker.board.seen == {}


def test_replaced_rotated_and_flipped_cards_are_updated() -> None:
    tracker = folded(*START, location(10, "7_1", 0, None), put_in_play(20, "1_1", "AT_LOCATION", location=0))
    for written, blueprint in ((replaced, "2_2"), (flipped, "2_2_BACK"), (rotated, "2_2_BACK")):
        tracker.fold(events(written(20, blueprint, "AT_LOCATION", location=0))[0])
        assert tracker.board.cards["20"].blueprint_id == blueprint
        assert tracker.board.cards["20"].location == 0


def test_face_down_cards_stay_unknown() -> None:
    tracker = folded(
        *START,
        put_in_play(30, FACE_DOWN_LIGHT, "STACKED_FACE_DOWN", LIGHT),
        put_in_play(31, "1_19", "TOP_OF_RESERVE_DECK"),
    )
    assert set(tracker.blueprints) == {"1_19"}
    assert tracker.board.seen == {}
    decision = tracker.decision(events(choose("Choose", [Action("Look", 30), Action("Take", 30, FACE_DOWN_LIGHT)]))[0])
    assert [(option.blueprint_id, option.text) for option in decision.options] == [(None, "Look"), (None, "Take")]


# --- Numbers and battles ---


def test_statistics_update_piles_power_and_generation() -> None:
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


def test_power_is_ignored_while_sides_are_unknown() -> None:
    tracker = folded(participants(DARK, DARK, LIGHT), numbers(Numbers({"HAND": 2}, [5])))
    assert tracker.board.power == {"seat": {}, "opponent": {}}
    assert tracker.board.piles["seat"].hand == 2
    # The same statistics again, now that the sides are known.
    for each in events(put_in_play(1, FACE_DOWN_DARK, "TOP_OF_RESERVE_DECK"), numbers(Numbers({"HAND": 2}, [5]))):
        tracker.fold(each)
    assert tracker.board.power == {"seat": {0: 5.0}, "opponent": {}}


def test_repeated_statistics_apply_to_the_current_row() -> None:
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


def test_power_beyond_the_row_moves_with_it() -> None:
    tracker = folded(
        *START, location(10, "3_0", 0, None), numbers(Numbers(power=[1, 2, 3])), location(11, "3_1", 0, None)
    )
    assert tracker.board.power["seat"] == {1: 1.0, 2: 2.0, 3: 3.0}
    tracker.fold(events(locations_removed([0]))[0])
    assert tracker.board.power["seat"] == {0: 1.0, 1: 2.0, 2: 3.0}


def test_statistics_of_strangers_and_out_of_range_are_ignored() -> None:
    tracker = folded(*START, numbers(Numbers({"HAND": 2})))
    odd = Event(
        "GS",
        {"darkForceGeneration": "*"},
        zones={
            "Somebody": {"HAND": "9"},
            "": {"HAND": "9"},
            LIGHT: {"HAND": "-4"},
            DARK: {"HAND": "999999", "USED_PILE": "½"},
        },
        power={
            "dark": {
                "locationIndex-1": "3",
                "locationIndex999": "3",
                "other": "3",
                "locationIndex0": "π",
                "locationIndex1": "4½",
            }
        },
    )
    tracker.fold(odd)
    assert tracker.board.piles["seat"].hand == 1_000
    assert tracker.board.piles["seat"].used == 0
    assert tracker.board.piles["opponent"].hand == 0
    assert tracker.board.power["seat"] == {1: 4.5}


def test_tracker_follows_a_battle() -> None:
    tracker = folded(*START, location(10, "3_0", 0, None), battle_starts(0, [20, 21]))
    statistics = {"Power": 6, "NumBattleDestiny": 2, "DamageRemaining": 3, "AttritionRemaining": 1.5}
    for each in events(
        in_battle(22, "1_1", 0),
        in_battle(22, "1_1", 0),
        out_of_battle(20, "1_2", "TOP_OF_LOST_PILE"),
        numbers(Numbers(battle=statistics)),
    ):
        tracker.fold(each)
    battle = tracker.board.battle
    assert battle is not None
    assert (battle.location, battle.cards) == (0, ["21", "22"])
    assert (battle.power, battle.destiny_draws) == ({"seat": 6.0, "opponent": None}, {"seat": 2, "opponent": 0})
    assert (battle.damage["seat"], battle.attrition["seat"]) == (3.0, 1.5)
    tracker.fold(events(numbers(Numbers(battle=statistics, immune=True)))[0])
    assert (battle.damage["seat"], battle.attrition["seat"]) == (3.0, 0.0)
    for each in events(battle_ends(), in_battle(23, "1_1", 0), out_of_battle(21, "1_2", "HAND")):
        tracker.fold(each)
    assert tracker.board.battle is None


def test_tracker_keeps_the_last_twelve_messages() -> None:
    tracker = folded(
        *START, *(message(f"{number} {hint('1_1', 'Luke')}") for number in range(30)), event("W", message="&lt;b&gt;")
    )
    assert tracker.board.messages == [*(f"{number} Luke" for number in range(19, 30)), "<b>"]
    assert tracker.titles == {"1_1": "Luke"}


def test_unknown_events_are_counted() -> None:
    tracker = folded(*START, event("NEW"), event("NEW"), event(""), *(event(f"X{number}") for number in range(500)))
    assert (tracker.unknown["NEW"], tracker.unknown[""]) == (2, 1)
    assert len(tracker.unknown) <= 50
