"""Inferred answers: selected cards, cards from a list, and results of questions."""

from __future__ import annotations

import pytest

from tests.games.swccg.inferred import (
    BLASTER,
    DOCK,
    END,
    MOVE,
    PILOT,
    RESPOND,
    TAKE,
    TRICK,
    TROOPER,
    answers,
    confirmed,
    inferred,
    only,
    taken,
)
from tests.games.swccg.logs import (
    DARK,
    FACE_DOWN_DARK,
    LIGHT,
    Action,
    Numbers,
    Shown,
    affected,
    arbitrary_cards,
    card_selection,
    choose,
    destiny,
    hint,
    location,
    message,
    moved,
    multiple_choice,
    numbers,
    put_in_play,
    removed,
)

# --- Cards ---


def test_card_lost_from_a_pile_is_not_its_copy_in_hand() -> None:
    lost = message(f"{DARK} loses a Force, {hint(TROOPER, 'Trooper')}, from Reserve Deck")
    question = card_selection(DARK, "Choose Force to lose", (1, 2, 20))
    assert only(question, lost, removed((20,)), END).answer == "20"


def test_forfeited_card_is_inferred_by_name() -> None:
    table = (
        put_in_play(40, BLASTER, "AT_LOCATION", location=0),
        put_in_play(41, PILOT, "ATTACHED", target=40),
    )
    said = message(f"{DARK} choose to forfeit {hint(BLASTER, 'Ship')}")
    question = card_selection(DARK, "Choose a card from battle to forfeit", (40, 41))
    assert only(*table, question, said, removed((41, 40)), END).answer == "40"


def test_move_is_inferred_from_its_destination() -> None:
    table = put_in_play(40, PILOT, "AT_LOCATION", location=0)
    where = f"Choose where to move {hint(PILOT, 'Pilot')} using landspeed, or click 'Done' to cancel"
    question = choose(MOVE, [Action("Move using landspeed", 40)])
    selection = card_selection(DARK, where, (10, 11), 0, 1)
    assert answers(table, question, selection, moved(40, PILOT, 1), END) == ["0", "11"]


def test_target_is_inferred_from_being_affected() -> None:
    table = [put_in_play(number, BLASTER, "AT_LOCATION", LIGHT, location=0) for number in (40, 41)]
    question = card_selection(DARK, "Choose target, or click 'Done' to cancel", (40, 41), 0, 1)
    assert only(*table, question, affected(3, PILOT, "ATTACHED", (41,)), END).answer == "41"


def test_events_of_others_are_not_taken_as_the_choice() -> None:
    """A decision about responses names one of the options, and an opponent's card comes to another."""
    table = [put_in_play(40, BLASTER, "AT_LOCATION", LIGHT, location=0), put_in_play(41, PILOT, "ATTACHED", target=10)]
    question = card_selection(DARK, "Choose target, or click 'Done' to cancel", (40, 41), 0, 1)
    meanwhile = (
        choose(f"Playing {hint(BLASTER, 'Blaster')} - Optional responses"),
        put_in_play(43, TRICK, "ATTACHED", LIGHT, target=40),
    )
    assert answers(*table, question, *meanwhile, affected(3, PILOT, "VOID", (41,)), END)[0] == "41"


def test_several_cards_are_in_ascending_order() -> None:
    question = card_selection(DARK, "Choose cards to place in Used Pile", (1, 2, 3), 1, 3)
    assert only(question, removed((3, 1)), END).answer == "1,3"


@pytest.mark.parametrize(("at", "answer"), [(0, "10"), (2, "11")])
def test_neighbour_of_a_new_location_is_inferred(at: int, answer: str) -> None:
    question = card_selection(DARK, f"Choose a location to deploy {hint('9_13', 'Tower')} next to", (10, 11))
    assert only(question, location(40, "9_13", at, "Outpost"), END).answer == answer


# --- Lists ---


def test_card_from_a_list_is_inferred_by_blueprint() -> None:
    shown = (TROOPER, Shown(BLASTER, selectable=False), PILOT)
    listed = inferred(arbitrary_cards(DARK, TAKE, shown), choose(RESPOND), *taken(40), END)
    assert listed[0].answer == "temp2"
    assert listed[0].confidence > 0.9


def test_equal_cards_in_a_list_share_the_confidence() -> None:
    (one,) = inferred(arbitrary_cards(DARK, TAKE, (TROOPER, PILOT)), *taken(40), END)
    (two,) = inferred(arbitrary_cards(DARK, TAKE, (TROOPER, PILOT, PILOT)), *taken(40), END)
    assert (one.answer, two.answer) == ("temp1", "temp1")
    assert two.confidence == one.confidence / 2


def test_top_card_of_the_reserve_deck_is_recognised() -> None:
    deck = numbers(Numbers({"RESERVE_DECK": 3}))
    question = arbitrary_cards(DARK, TAKE, (PILOT, TROOPER, PILOT))
    shuffled = (message(f"{DARK} shuffles Reserve Deck"), removed((20,), DARK))
    assert only(deck, question, removed((20,)), *taken(40), *shuffled, END).answer == "temp0"
    assert only(deck, question, *taken(40), *shuffled, END).answer == "temp2"


def test_repeated_list_reveals_the_chosen_card() -> None:
    text = "Choose card to put on Lost Pile"
    first = arbitrary_cards(DARK, text, (PILOT, TROOPER, PILOT, TROOPER))
    said = message(f"{DARK} puts {hint(PILOT, 'Pilot')} on Lost Pile")
    for rest, answer in (((PILOT, TROOPER, TROOPER), "temp2"), ((TROOPER, PILOT, TROOPER), "temp0")):
        found = inferred(first, said, arbitrary_cards(DARK, text, rest), END)
        assert found[0].answer == answer
        assert found[0].confidence > 0.9


def test_choosing_nothing_from_a_list_is_inferred() -> None:
    assert only(arbitrary_cards(DARK, TAKE, (PILOT, TROOPER), 0, 1), END).answer == ""


# --- Questions ---


@pytest.mark.parametrize(("at", "answer"), [(0, "0"), (1, "1")])
def test_side_of_a_location_is_inferred_from_the_row(at: int, answer: str) -> None:
    text = f"On which side of {hint(DOCK, 'Dock')} do you want to deploy {hint('9_13', 'Tower')}"
    question = multiple_choice(DARK, text, ("Left", "Right"))
    assert only(question, location(40, "9_13", at, "Outpost"), END).answer == answer


@pytest.mark.parametrize(
    ("after", "answer"),
    [
        ((message(f"{DARK} chooses to retrieve a random card"),), "0"),
        ((message(f"{DARK} chooses not to retrieve a random card"),), "1"),
        ((message(f"{DARK} chooses to not retrieve a random card"),), "1"),
        ((message(f"{DARK} retrieves 1 Force"),), "0"),
        ((message(f"{LIGHT} retrieves 1 Force"),), "1"),
    ],
)
def test_yes_or_no_is_inferred_from_messages(after: tuple[str, ...], answer: str) -> None:
    assert only(confirmed("Do you want to retrieve a random card?"), *after, END).answer == answer


def test_drawing_destiny_is_inferred() -> None:
    question = confirmed("Do you want to draw 1 battle destiny?")
    assert answers(question, choose(RESPOND), destiny(20, FACE_DOWN_DARK), END)[0] == "0"
    assert answers(question, choose(RESPOND), destiny(60, "-1_1", owner=LIGHT), END)[0] == "1"


def test_confirmed_and_cancelled_passes_are_inferred() -> None:
    question = choose("Choose Activate action or Pass", [Action("Activate Force", 20)])
    sure = confirmed("You have not activated Force. Do you want to Pass?")
    assert answers(question, sure, END) == ["", "0"]
    assert answers(question, sure, question, END) == ["", "1", ""]


def test_named_result_is_not_confused_with_the_naming_card() -> None:
    question = multiple_choice(DARK, "Choose an Interrupt card title", ("Alter", "Trick", "Sense"))
    said = message(f"{DARK} plays {hint(TRICK, 'Trick')} from hand while naming Sense as Interrupt card title")
    assert only(question, said, END).answer == "2"


def test_named_number_is_inferred() -> None:
    text = f"Choose destiny value for {hint(PILOT, 'Pilot')}"
    said = message(f"{DARK} chooses to use 5 as destiny value for {hint(PILOT, 'Pilot')}")
    assert only(multiple_choice(DARK, text, ("2", "5")), said, END).answer == "1"
