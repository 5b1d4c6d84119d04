"""Inferred answers: actions, amounts, and whole logs."""

from __future__ import annotations

import random

import pytest

from py_engine.games.swccg.knowledge.inference.infer import Inferred, infer_all
from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.rules.decisions import is_legal
from py_engine.games.swccg.rules.events import Event
from tests.games.swccg.inferred import (
    BLASTER,
    DEPLOY,
    DOCK,
    END,
    HAND,
    PILOT,
    PLAZA,
    RESPOND,
    TAKE,
    TROOPER,
    WHERE,
    activation,
    answers,
    confirmed,
    events_of,
    inferred,
    only,
    taken,
)
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    Action,
    action_choice,
    activated,
    arbitrary_cards,
    battle_starts,
    card_selection,
    choose,
    hint,
    integer,
    interrupt,
    location,
    message,
    multiple_choice,
    put_in_play,
    removed,
)

# --- Actions ---


def test_single_legal_answer_is_certain() -> None:
    assert inferred(choose(DEPLOY), END) == [Inferred("", 1.0)]


def test_deployment_is_inferred_with_its_location() -> None:
    found = inferred(
        choose(DEPLOY, HAND),
        card_selection(DARK, WHERE, (10, 11), 0, 1),
        choose("Use 1 Force - Optional responses"),
        message(f"{DARK} uses 1 Force"),
        removed((2,)),
        put_in_play(40, TROOPER, "AT_LOCATION", location=1),
        message(f"{DARK} deploys {hint(TROOPER, 'Trooper')} from hand to {hint(PLAZA, 'Plaza')}"),
        choose(RESPOND),
        choose(DEPLOY),
    )
    assert [each.answer for each in found] == ["1", "11", "", "", ""]
    assert all(each.confidence > 0.9 for each in found)


def test_equal_cards_are_told_apart_by_leaving_the_hand() -> None:
    for gone, answer in ((1, "0"), (2, "1")):
        assert answers(choose(DEPLOY, HAND), card_selection(DARK, WHERE, (10, 11)), removed((gone,)), END)[0] == answer


def test_equal_cards_halve_the_confidence_if_none_leaves() -> None:
    called_off = inferred(choose(DEPLOY, HAND), card_selection(DARK, WHERE, (10, 11), 0, 1), choose(DEPLOY, HAND), END)
    assert [each.answer for each in called_off] == ["0", "", ""]
    assert called_off[0].confidence <= 0.5


@pytest.mark.parametrize(
    "after",
    [
        (END,),
        (message(f"{LIGHT} initiates Force drain of 1 at {hint(DOCK, 'Dock')}"), choose(RESPOND), choose(DEPLOY)),
        (choose(DEPLOY),),
    ],
    ids=["the phase changes", "the opponent acts", "the question comes again"],
)
def test_pass_is_inferred_without_an_action(after: tuple[str, ...]) -> None:
    found = inferred(choose(DEPLOY, HAND), *after)[0]
    assert found.answer == ""
    assert found.confidence > 0.8


def test_pass_is_not_inferred_if_illegal() -> None:
    (found,) = inferred(choose(DEPLOY, HAND, no_pass=True), END)
    assert found.answer in ("0", "1", "2")
    assert found.confidence <= 1 / 3


def test_draw_is_inferred() -> None:
    text = "Draw card into hand from Force Pile"
    drawn = (removed((30,)), put_in_play(41, PILOT, "HAND"), message(f"{DARK} draws a card into hand from Force Pile"))
    question = choose("Choose Draw action or Pass", [Action(text, 30)])
    assert answers(question, *drawn, question, END) == ["0", ""]


def test_actions_of_one_card_differ_by_words() -> None:
    options = [Action("USED: Take weapon into hand from Reserve Deck", 3), Action("LOST: Cancel a duel", 3)]
    for said, answer in (("as Used Interrupt to take a weapon into hand", "0"), ("to cancel a duel", "1")):
        played = message(f"{DARK} plays {hint(PILOT, 'Trick')} from hand {said}")
        assert answers(choose(DEPLOY, options), interrupt(3, PILOT), played, END)[0] == answer


def test_ways_to_deploy_differ_by_zone() -> None:
    options = [Action("Deploy on your side of table", 3), Action("Deploy on any site", 3)]
    for zone, answer in (("SIDE_OF_TABLE", "0"), ("ATTACHED", "1")):
        played = (removed((3,)), put_in_play(41, PILOT, zone, target=10))
        said = message(f"{DARK} deploys {hint(PILOT, 'Effect')} from hand")
        assert answers(choose(DEPLOY, options), *played, said, END)[0] == answer


def test_battle_is_inferred_from_its_location() -> None:
    options = [Action("Initiate battle", 10), Action("Initiate battle", 12)]
    twin = location(12, DOCK, 2, "Moon")
    said = message(f"{DARK} initiates battle at {hint(DOCK, 'Dock')}")
    found = inferred(twin, choose("Choose Battle action or Pass", options), said, battle_starts(2, (40, 41)), END)
    assert found[0].answer == "1"


def test_response_is_not_attributed_to_an_earlier_decision() -> None:
    """The same card was offered earlier, and later messages still name it."""
    trick = [Action("Cancel battle damage", 3)]
    played = (
        message(f"{DARK} initiates playing {hint(PILOT, 'Trick')} from hand"),
        removed((3,)),
        message(f"{DARK} plays {hint(PILOT, 'Trick')} from hand to cancel all battle damage"),
        interrupt(3, PILOT),
    )
    first = choose("Choose weapons segment action to play or Pass", trick)
    assert answers(first, message("Total: 5"), choose(RESPOND, trick), *played, END) == ["", "0"]


def test_lost_card_is_not_inferred_as_played() -> None:
    trick = [Action("Cancel Force drain", 3)]
    lost = (message(f"{DARK} loses a Force, {hint(PILOT, 'Trick')}, from hand"), removed((3,)))
    selection = card_selection(DARK, "Choose Force to lose", (1, 3, 20))
    assert answers(choose(RESPOND, trick), message("1 to go"), selection, *lost, END) == ["", "3"]


def test_required_response_is_inferred_from_its_blueprint() -> None:
    options = [Action("Retrieve 1 Force", "", PILOT), Action("Lose 1 Force", "", BLASTER)]
    act = activated(50, BLASTER, "SIDE_OF_TABLE", owner="")
    assert answers(action_choice(DARK, "Battle just initiated - Required responses", options), act, END) == ["1"]


# --- Amounts ---


def test_activated_force_is_counted() -> None:
    question = choose("Choose Activate action or Pass", [Action("Activate Force", 20)])
    amount = integer(DARK, "Choose amount of Force to activate", 0, 4)
    assert answers(question, amount, *activation(3), question, END) == ["0", "3", ""]
    assert answers(question, amount, question, END) == ["0", "0", ""]


def test_allowed_activation_is_less_certain_if_unused() -> None:
    question = integer(DARK, "Choose amount of Force to allow opponent to activate", 1, 4)
    every, fewer = (only(question, *activation(count, LIGHT), END) for count in (4, 2))
    assert every.answer == fewer.answer == "4"
    assert every.confidence > fewer.confidence


@pytest.mark.parametrize(
    "said", [f"{DARK} chooses 2", f"{DARK} chooses to retrieve 2 Force", f"{DARK} retrieves 2 Force"]
)
def test_other_amounts_are_read_from_messages(said: str) -> None:
    assert only(integer(DARK, "Choose amount of Force to retrieve", 1, 3), message(said), END).answer == "2"


# --- The whole ---


def test_final_decision_has_no_answer() -> None:
    assert only(choose(DEPLOY, HAND)) == Inferred(None, 0.0)
    assert only(confirmed("Do you want to retrieve a random card?")) == Inferred(None, 0.0)


def test_decision_without_legal_answers_has_no_answer() -> None:
    assert only(card_selection(DARK, "Choose target", ()), END) == Inferred(None, 0.0)


def test_one_answer_for_each_decision_of_the_seat() -> None:
    other = choose(DEPLOY, HAND).replace(DARK, LIGHT)
    nobody = choose(DEPLOY, HAND).replace(f'participantId="{DARK}"', 'participantId=""')
    assert answers(choose(DEPLOY), other, nobody, END) == ["", ""]


def whole_log() -> list[Event]:
    amount = integer(DARK, "Choose amount of Force to activate", 0, 4)
    side = f"On which side of {hint(DOCK, 'Dock')} do you want to deploy {hint('9_13', 'Tower')}"
    return events_of(
        choose(DEPLOY, HAND),
        card_selection(DARK, WHERE, (10, 11), 0, 1),
        removed((2,)),
        put_in_play(40, TROOPER, "AT_LOCATION", location=1),
        message(f"{DARK} deploys {hint(TROOPER, 'Trooper')} from hand to {hint(PLAZA, 'Plaza')}"),
        choose(RESPOND, [Action("Cancel Force drain", 3)]),
        interrupt(3, PILOT),
        amount,
        *activation(2),
        arbitrary_cards(DARK, TAKE, (PILOT, TROOPER, PILOT)),
        *taken(41),
        multiple_choice(DARK, side, ("Left", "Right")),
        location(42, "9_13", 1, "Outpost"),
        card_selection(DARK, "Choose Force to lose", (1, 3, 20), 1, 2),
        removed((20, 1)),
        END,
    )


@pytest.mark.parametrize("seed", range(40))
def test_incomplete_logs_give_legal_answers(seed: int) -> None:
    draw = random.Random(seed)
    events = [event for event in whole_log() if draw.random() < 0.7]
    if seed % 2:
        draw.shuffle(events)
    found = iter(infer_all(events))
    tracker = Tracker()
    for event in events:
        tracker.fold(event)
        if event.type == "D":
            answer = next(found)
            assert 0 <= answer.confidence <= 1
            assert answer.answer is None or is_legal(tracker.decision(event), answer.answer)
    assert next(found, None) is None
