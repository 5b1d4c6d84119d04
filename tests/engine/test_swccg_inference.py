"""Answers that a log does not hold, inferred from what follows."""

from __future__ import annotations

import json
import random
from argparse import ArgumentParser
from pathlib import Path

import pytest

from py_engine.games.swccg.decisions import is_legal
from py_engine.games.swccg.events import Event
from py_engine.games.swccg.inference import Inferred, infer_all
from py_engine.games.swccg.tracker import Tracker
from py_engine.games.swccg.xml_events import read_xml
from py_engine.lab.errors import LabError
from py_engine.lab.swccg_inference import add, games, measure, scores
from tests.engine.swccg_logs import (
    DARK,
    FACE_DOWN_DARK,
    LIGHT,
    Action,
    Numbers,
    Shown,
    action_choice,
    activated,
    affected,
    arbitrary_cards,
    battle_starts,
    card_selection,
    choose,
    destiny,
    game_replay,
    hint,
    integer,
    interrupt,
    location,
    message,
    moved,
    multiple_choice,
    numbers,
    participants,
    phase,
    put_in_play,
    removed,
    turn,
)

REFERENCE = Path(__file__).parents[3] / "shared/reference/swccg/games"
TROOPER, PILOT, BLASTER = "9_1", "9_2", "9_3"
DOCK, PLAZA = "9_11", "9_12"
TRICK = "9_21"

DEPLOY, MOVE, RESPOND = "Choose Deploy action or Pass", "Choose Move action or Pass", "Optional responses"
WHERE = f"Choose where to deploy {hint(TROOPER, 'Trooper')}, or click 'Done' to cancel"
TABLE = (
    participants(DARK, DARK, LIGHT),
    location(10, DOCK, 0, "Outpost"),
    location(11, PLAZA, 1, "Outpost"),
    turn(DARK),
    phase("Deploy", 1),
    put_in_play(1, TROOPER, "HAND"),
    put_in_play(2, TROOPER, "HAND"),
    put_in_play(3, PILOT, "HAND"),
    put_in_play(20, FACE_DOWN_DARK, "TOP_OF_RESERVE_DECK"),
    put_in_play(30, FACE_DOWN_DARK, "TOP_OF_FORCE_PILE"),
)
HAND = (Action("Deploy", 1), Action("Deploy", 2), Action("Deploy", 3))
END = phase("Battle", 1)


def events_of(*events: str) -> list[Event]:
    return read_xml(game_replay([*TABLE, *events])).events


def inferred(*events: str) -> list[Inferred]:
    """For the decisions that follow two locations and three cards in hand."""
    return infer_all(events_of(*events))


def answers(*events: str) -> list[str | None]:
    return [each.answer for each in inferred(*events)]


def only(*events: str) -> Inferred:
    (found,) = inferred(*events)
    return found


def confirmed(what: str) -> str:
    return multiple_choice(DARK, what, ("Yes", "No"))


# --- Actions ---


def test_one_legal_answer_is_certain() -> None:
    assert inferred(choose(DEPLOY), END) == [Inferred("", 1.0)]


def test_a_card_is_deployed_where_the_log_puts_it() -> None:
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


def test_of_two_equal_cards_the_one_that_left_the_hand() -> None:
    for gone, answer in ((1, "0"), (2, "1")):
        assert answers(choose(DEPLOY, HAND), card_selection(DARK, WHERE, (10, 11)), removed((gone,)), END)[0] == answer


def test_of_two_equal_cards_either_where_none_is_seen_to_leave() -> None:
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
def test_nothing_was_done(after: tuple[str, ...]) -> None:
    found = inferred(choose(DEPLOY, HAND), *after)[0]
    assert found.answer == ""
    assert found.confidence > 0.8


def test_where_one_must_be_taken_none_is_not_inferred() -> None:
    (found,) = inferred(choose(DEPLOY, HAND, no_pass=True), END)
    assert found.answer in ("0", "1", "2")
    assert found.confidence <= 1 / 3


def test_a_card_is_drawn() -> None:
    text = "Draw card into hand from Force Pile"
    drawn = (removed((30,)), put_in_play(41, PILOT, "HAND"), message(f"{DARK} draws a card into hand from Force Pile"))
    question = choose("Choose Draw action or Pass", [Action(text, 30)])
    assert answers(question, *drawn, question, END) == ["0", ""]


def test_two_actions_of_one_card_differ_by_their_words() -> None:
    options = [Action("USED: Take weapon into hand from Reserve Deck", 3), Action("LOST: Cancel a duel", 3)]
    for said, answer in (("as Used Interrupt to take a weapon into hand", "0"), ("to cancel a duel", "1")):
        played = message(f"{DARK} plays {hint(PILOT, 'Trick')} from hand {said}")
        assert answers(choose(DEPLOY, options), interrupt(3, PILOT), played, END)[0] == answer


def test_two_ways_to_deploy_a_card_differ_by_where_it_is() -> None:
    options = [Action("Deploy on your side of table", 3), Action("Deploy on any site", 3)]
    for zone, answer in (("SIDE_OF_TABLE", "0"), ("ATTACHED", "1")):
        played = (removed((3,)), put_in_play(41, PILOT, zone, target=10))
        said = message(f"{DARK} deploys {hint(PILOT, 'Effect')} from hand")
        assert answers(choose(DEPLOY, options), *played, said, END)[0] == answer


def test_a_battle_is_told_by_its_location() -> None:
    options = [Action("Initiate battle", 10), Action("Initiate battle", 12)]
    twin = location(12, DOCK, 2, "Moon")
    said = message(f"{DARK} initiates battle at {hint(DOCK, 'Dock')}")
    found = inferred(twin, choose("Choose Battle action or Pass", options), said, battle_starts(2, (40, 41)), END)
    assert found[0].answer == "1"


def test_a_response_is_not_put_down_to_an_earlier_question() -> None:
    """The same card was offered before, and what follows its play still names it."""
    trick = [Action("Cancel battle damage", 3)]
    played = (
        message(f"{DARK} initiates playing {hint(PILOT, 'Trick')} from hand"),
        removed((3,)),
        message(f"{DARK} plays {hint(PILOT, 'Trick')} from hand to cancel all battle damage"),
        interrupt(3, PILOT),
    )
    first = choose("Choose weapons segment action to play or Pass", trick)
    assert answers(first, message("Total: 5"), choose(RESPOND, trick), *played, END) == ["", "0"]


def test_a_card_that_is_lost_was_not_played() -> None:
    trick = [Action("Cancel Force drain", 3)]
    lost = (message(f"{DARK} loses a Force, {hint(PILOT, 'Trick')}, from hand"), removed((3,)))
    selection = card_selection(DARK, "Choose Force to lose", (1, 3, 20))
    assert answers(choose(RESPOND, trick), message("1 to go"), selection, *lost, END) == ["", "3"]


def test_a_required_response_is_told_by_its_blueprint() -> None:
    options = [Action("Retrieve 1 Force", "", PILOT), Action("Lose 1 Force", "", BLASTER)]
    act = activated(50, BLASTER, "SIDE_OF_TABLE", owner="")
    assert answers(action_choice(DARK, "Battle just initiated - Required responses", options), act, END) == ["1"]


# --- Amounts ---


def activation(count: int, who: str = DARK) -> list[str]:
    return [message(f"{who} activated 1 Force ({done + 1} total Force activated)") for done in range(count)]


def test_force_is_counted_as_it_is_activated() -> None:
    question = choose("Choose Activate action or Pass", [Action("Activate Force", 20)])
    amount = integer(DARK, "Choose amount of Force to activate", 0, 4)
    assert answers(question, amount, *activation(3), question, END) == ["0", "3", ""]
    assert answers(question, amount, question, END) == ["0", "0", ""]


def test_the_opponent_may_have_wanted_less_than_was_allowed() -> None:
    question = integer(DARK, "Choose amount of Force to allow opponent to activate", 1, 4)
    every, fewer = (only(question, *activation(count, LIGHT), END) for count in (4, 2))
    assert every.answer == fewer.answer == "4"
    assert every.confidence > fewer.confidence


@pytest.mark.parametrize(
    "said", [f"{DARK} chooses 2", f"{DARK} chooses to retrieve 2 Force", f"{DARK} retrieves 2 Force"]
)
def test_other_amounts_are_said(said: str) -> None:
    assert only(integer(DARK, "Choose amount of Force to retrieve", 1, 3), message(said), END).answer == "2"


# --- Cards ---


def test_what_is_lost_from_a_pile_is_not_its_equal_in_hand() -> None:
    lost = message(f"{DARK} loses a Force, {hint(TROOPER, 'Trooper')}, from Reserve Deck")
    question = card_selection(DARK, "Choose Force to lose", (1, 2, 20))
    assert only(question, lost, removed((20,)), END).answer == "20"


def test_what_is_forfeited_is_named_and_takes_along_what_is_on_it() -> None:
    table = (
        put_in_play(40, BLASTER, "AT_LOCATION", location=0),
        put_in_play(41, PILOT, "ATTACHED", target=40),
    )
    said = message(f"{DARK} choose to forfeit {hint(BLASTER, 'Ship')}")
    question = card_selection(DARK, "Choose a card from battle to forfeit", (40, 41))
    assert only(*table, question, said, removed((41, 40)), END).answer == "40"


def test_a_move_shows_where_it_ends() -> None:
    table = put_in_play(40, PILOT, "AT_LOCATION", location=0)
    where = f"Choose where to move {hint(PILOT, 'Pilot')} using landspeed, or click 'Done' to cancel"
    question = choose(MOVE, [Action("Move using landspeed", 40)])
    selection = card_selection(DARK, where, (10, 11), 0, 1)
    assert answers(table, question, selection, moved(40, PILOT, 1), END) == ["0", "11"]


def test_a_target_is_aimed_at() -> None:
    table = [put_in_play(number, BLASTER, "AT_LOCATION", LIGHT, location=0) for number in (40, 41)]
    question = card_selection(DARK, "Choose target, or click 'Done' to cancel", (40, 41), 0, 1)
    assert only(*table, question, affected(3, PILOT, "ATTACHED", (41,)), END).answer == "41"


def test_what_others_do_meanwhile_is_no_choice() -> None:
    """A question for responses names one of the options, and the opponent's card comes to another."""
    table = [put_in_play(40, BLASTER, "AT_LOCATION", LIGHT, location=0), put_in_play(41, PILOT, "ATTACHED", target=10)]
    question = card_selection(DARK, "Choose target, or click 'Done' to cancel", (40, 41), 0, 1)
    meanwhile = (
        choose(f"Playing {hint(BLASTER, 'Blaster')} - Optional responses"),
        put_in_play(43, TRICK, "ATTACHED", LIGHT, target=40),
    )
    assert answers(*table, question, *meanwhile, affected(3, PILOT, "VOID", (41,)), END)[0] == "41"


def test_several_cards_stand_in_ascending_order() -> None:
    question = card_selection(DARK, "Choose cards to place in Used Pile", (1, 2, 3), 1, 3)
    assert only(question, removed((3, 1)), END).answer == "1,3"


@pytest.mark.parametrize(("at", "answer"), [(0, "10"), (2, "11")])
def test_a_location_is_put_next_to_another(at: int, answer: str) -> None:
    question = card_selection(DARK, f"Choose a location to deploy {hint('9_13', 'Tower')} next to", (10, 11))
    assert only(question, location(40, "9_13", at, "Outpost"), END).answer == answer


# --- Lists ---

TAKE = "Choose card to take into hand"


def taken(number: int) -> tuple[str, str]:
    said = f"{DARK} takes {hint(PILOT, 'Pilot')} into hand from Reserve Deck"
    return put_in_play(number, PILOT, "HAND"), message(said)


def test_a_card_of_a_list_is_known_by_its_blueprint() -> None:
    shown = (TROOPER, Shown(BLASTER, selectable=False), PILOT)
    listed = inferred(arbitrary_cards(DARK, TAKE, shown), choose(RESPOND), *taken(40), END)
    assert listed[0].answer == "temp2"
    assert listed[0].confidence > 0.9


def test_equal_cards_of_a_list_share_the_confidence() -> None:
    (one,) = inferred(arbitrary_cards(DARK, TAKE, (TROOPER, PILOT)), *taken(40), END)
    (two,) = inferred(arbitrary_cards(DARK, TAKE, (TROOPER, PILOT, PILOT)), *taken(40), END)
    assert (one.answer, two.answer) == ("temp1", "temp1")
    assert two.confidence == one.confidence / 2


def test_the_top_card_of_the_reserve_deck_is_seen_to_leave() -> None:
    deck = numbers(Numbers({"RESERVE_DECK": 3}))
    question = arbitrary_cards(DARK, TAKE, (PILOT, TROOPER, PILOT))
    shuffled = (message(f"{DARK} shuffles Reserve Deck"), removed((20,), DARK))
    assert only(deck, question, removed((20,)), *taken(40), *shuffled, END).answer == "temp0"
    assert only(deck, question, *taken(40), *shuffled, END).answer == "temp2"


def test_a_list_that_comes_again_lacks_what_was_chosen() -> None:
    text = "Choose card to put on Lost Pile"
    first = arbitrary_cards(DARK, text, (PILOT, TROOPER, PILOT, TROOPER))
    said = message(f"{DARK} puts {hint(PILOT, 'Pilot')} on Lost Pile")
    for rest, answer in (((PILOT, TROOPER, TROOPER), "temp2"), ((TROOPER, PILOT, TROOPER), "temp0")):
        found = inferred(first, said, arbitrary_cards(DARK, text, rest), END)
        assert found[0].answer == answer
        assert found[0].confidence > 0.9


def test_nothing_was_chosen_from_a_list() -> None:
    assert only(arbitrary_cards(DARK, TAKE, (PILOT, TROOPER), 0, 1), END).answer == ""


# --- Questions ---


@pytest.mark.parametrize(("at", "answer"), [(0, "0"), (1, "1")])
def test_a_side_is_told_by_the_row(at: int, answer: str) -> None:
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
def test_yes_or_no(after: tuple[str, ...], answer: str) -> None:
    assert only(confirmed("Do you want to retrieve a random card?"), *after, END).answer == answer


def test_destiny_is_drawn_or_not() -> None:
    question = confirmed("Do you want to draw 1 battle destiny?")
    assert answers(question, choose(RESPOND), destiny(20, FACE_DOWN_DARK), END)[0] == "0"
    assert answers(question, choose(RESPOND), destiny(60, "-1_1", owner=LIGHT), END)[0] == "1"


def test_passing_is_confirmed_or_thought_better_of() -> None:
    question = choose("Choose Activate action or Pass", [Action("Activate Force", 20)])
    sure = confirmed("You have not activated Force. Do you want to Pass?")
    assert answers(question, sure, END) == ["", "0"]
    assert answers(question, sure, question, END) == ["", "1", ""]


def test_a_named_result_is_not_mixed_up_with_the_card_that_names_it() -> None:
    question = multiple_choice(DARK, "Choose an Interrupt card title", ("Alter", "Trick", "Sense"))
    said = message(f"{DARK} plays {hint(TRICK, 'Trick')} from hand while naming Sense as Interrupt card title")
    assert only(question, said, END).answer == "2"


def test_a_number_is_named() -> None:
    text = f"Choose destiny value for {hint(PILOT, 'Pilot')}"
    said = message(f"{DARK} chooses to use 5 as destiny value for {hint(PILOT, 'Pilot')}")
    assert only(multiple_choice(DARK, text, ("2", "5")), said, END).answer == "1"


# --- The whole ---


def test_a_question_that_nothing_follows_is_not_answered() -> None:
    assert only(choose(DEPLOY, HAND)) == Inferred(None, 0.0)
    assert only(confirmed("Do you want to retrieve a random card?")) == Inferred(None, 0.0)


def test_a_question_without_any_legal_answer_is_not_answered() -> None:
    assert only(card_selection(DARK, "Choose target", ()), END) == Inferred(None, 0.0)


def test_one_for_each_question_of_the_seat() -> None:
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
def test_a_log_with_holes_still_gives_legal_answers(seed: int) -> None:
    draw = random.Random(seed)
    events = [event for event in whole_log() if draw.random() < 0.7]
    if seed % 2:
        draw.shuffle(events)
    found = iter(infer_all(events))
    tracker = Tracker()
    for event in events:
        tracker.fold(event)
        if event.type == "D":
            told = next(found)
            assert 0 <= told.confidence <= 1
            assert told.answer is None or is_legal(tracker.decision(event), told.answer)
    assert next(found, None) is None


# --- In the laboratory ---


def test_the_laboratory_counts_what_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = game_replay([*TABLE, choose(DEPLOY, HAND), interrupt(3, PILOT), choose(DEPLOY, HAND), END])
    (tmp_path / "g1.Dark.replay.xml").write_text(log, "utf-8")
    given = [{"player": DARK, "type": "CARD_ACTION_CHOICE", "response": answer} for answer in ("2", "0")]
    (tmp_path / "g1.responses.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in given), "utf-8")
    parser = ArgumentParser()
    add(parser.add_subparsers())
    chosen = parser.parse_args(["swccg-inference", str(tmp_path), "--wrong", "--table"])
    chosen.run(chosen)
    said = capsys.readouterr().out
    assert "several actions            2   0.500   0.500   0.500" in said
    assert "g1.Dark.replay.xml 1: Choose Deploy action or Pass: '0', inferred '' by pass.phase" in said
    assert '"action.card": (1, 1),' in said
    with pytest.raises(LabError):
        list(games(tmp_path, ["g2"]))


CRUDE = {
    "one action": 0.915,
    "several actions": 0.880,
    "INTEGER": 0.953,
    "CARD_SELECTION": 0.697,
    "ARBITRARY_CARDS": 0.523,
}
"""What a first version got right of the same games' answers."""


@pytest.mark.skipif(not REFERENCE.is_dir(), reason="the reference games are not here")
def test_more_is_right_than_a_crude_version_gets() -> None:
    cases = [case for game in games(REFERENCE) for case in measure(game)]
    found = scores(cases)
    for group, crude in CRUDE.items():
        score = found[group]
        assert score.exact > (crude + 0.03) * score.cases, group
        assert score.alike >= 0.97 * score.cases, group
    # What is claimed of all must not be more than what is right.
    claimed = [score.claimed for score in found.values()]
    assert sum(claimed) <= sum(score.exact for score in found.values())
