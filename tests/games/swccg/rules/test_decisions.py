"""Decisions as the server asks them: their options, and that exactly the answers the server accepts are legal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.board import Board, Card, Location
from py_engine.games.swccg.rules.cards import Library
from py_engine.games.swccg.rules.decisions import (
    MANY,
    MAX_OPTIONS,
    PASS,
    SELECTIONS,
    TYPES,
    Decision,
    Option,
    canonical,
    is_legal,
    legal_answers,
    read_decision,
)
from py_engine.games.swccg.rules.events import MAX_NUMBER, Event
from tests.games.swccg.logs import (
    DARK,
    FACE_DOWN_LIGHT,
    Action,
    Shown,
    action_choice,
    arbitrary_cards,
    card_selection,
    choose,
    empty,
    hint,
    integer,
    multiple_choice,
)

TITLES = {"1_168": "•Darth Vader", "3_59": "•Docking Bay", "6_19": "•••Ishi Tib"}
SMALL = 5


@pytest.fixture(autouse=True)
def _no_cards_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("py_engine.games.swccg.rules.decisions.LIBRARY", Library())


def board() -> Board:
    found = Board(locations=[None, Location("50", "3_59", "Hoth", "seat")])
    for card in (
        Card("50", "3_59", "LOCATIONS", "seat", 1),
        Card("12", "1_168", "HAND", "seat"),
        Card("13", "6_19", "AT_LOCATION", "seat", 1),
        Card("14", "9_9", "ATTACHED", "seat", None, "13"),
        Card("15", FACE_DOWN_LIGHT, "STACKED_FACE_DOWN", "opponent"),
    ):
        found.cards[card.card_id] = card
    return found


def read(xml: str) -> Decision:
    (event,) = read_xml(xml).events
    return read_decision(event, board(), dict(TITLES), "Deploy")


def raw(decision_type: str, **parameters: Sequence[str]) -> Decision:
    event = Event(
        "D", {"decisionType": decision_type, "text": "?"}, {name: list(each) for name, each in parameters.items()}
    )
    return read_decision(event, board(), dict(TITLES), "Deploy")


def every_answer(decision: Decision) -> set[str]:
    """Conceivable answers: every ordered choice of the ids and of an unknown one, and numbers."""
    ids = [option.answer for option in decision.options] + ["99"]
    some = chain.from_iterable(permutations(ids, size) for size in range(min(len(ids), 4) + 1))
    doubled = [(each, each) for each in ids]
    return {",".join(each) for each in chain(some, doubled)} | {str(number) for number in range(-3, 12)}


def taken(decision: Decision, answer: str) -> bool:
    """Whether the server accepts an answer: an independent implementation of its rules."""
    kind = decision.decision_type
    ids = [option.answer for option in decision.options]
    if kind == "CARD_ACTION_CHOICE":
        return answer in ids or (answer == "" and not decision.no_pass)
    if kind in ("ACTION_CHOICE", "MULTIPLE_CHOICE"):
        return answer in ids
    if kind == "INTEGER":
        return answer.lstrip("-").isdigit() and decision.minimum <= int(answer) <= decision.maximum
    if kind == "EMPTY":
        return answer == ""
    if kind not in SELECTIONS:
        return False
    chosen = answer.split(",") if answer else []
    open_ids = {option.answer for option in decision.options if option.selectable}
    fits = decision.minimum <= len(chosen) <= decision.maximum or (not chosen and decision.minimum <= 0)
    return (fits or decision.any_change) and len(set(chosen)) == len(chosen) and set(chosen) <= open_ids


def leads_on(decision: Decision, answer: str) -> bool:
    """Whether the server goes on after an accepted answer, rather than ask again with the cards chosen so far."""
    chosen = answer.split(",") if answer else []
    return not decision.any_change or max(0, decision.minimum) <= len(chosen) <= max(0, decision.maximum)


def checked(decision: Decision) -> list[str]:
    """The legal answers, compared with all conceivable ones."""
    answers, complete = legal_answers(decision)
    assert complete
    assert len(set(answers)) == len(answers)
    possible = every_answer(decision) | set(answers)
    legal = {answer for answer in possible if taken(decision, answer)}
    assert {answer for answer in possible if is_legal(decision, answer)} == legal
    assert set(answers) == {canonical(decision, answer) for answer in legal if leads_on(decision, answer)}
    assert answers == [canonical(decision, answer) for answer in answers]
    assert PASS not in answers[:-1]
    assert (PASS in answers) == decision.may_pass
    return answers


# --- The seven types ---


def test_action_options_name_their_cards() -> None:
    decision = read(
        choose("Choose Deploy action or Pass", [Action("Deploy", 12), Action("Fire", 14), Action("Use it", 77)])
    )
    assert [option.text for option in decision.options] == ["Deploy •Darth Vader", "card 9_9: Fire", "Use it"]
    assert [(option.answer, option.card_id, option.blueprint_id) for option in decision.options] == [
        ("0", "12", "1_168"),
        ("1", "14", "9_9"),
        ("2", "77", None),
    ]
    assert (decision.kind, decision.no_pass, decision.may_pass) == ("deploy", False, True)
    assert checked(decision) == ["0", "1", "2", PASS]


def test_action_of_a_card_off_the_table_names_it() -> None:
    decision = read(
        choose("Optional responses", [Action("Play", 80, "6_19"), Action("Play", 15), Action("Turn", 15, "-1_2")])
    )
    assert [option.blueprint_id for option in decision.options] == ["6_19", None, None]
    assert decision.options[0].text == "Play •••Ishi Tib"


def test_title_in_the_servers_text_is_not_repeated() -> None:
    decision = read(choose("Choose Deploy action or Pass", [Action(f"Deploy {hint('1_168', '•Darth Vader')}", 12)]))
    assert decision.options[0].text == "Deploy •Darth Vader"


def test_no_pass_decision_requires_an_action() -> None:
    decision = read(choose("Required responses", [Action("A", 12), Action("B", 13)], no_pass=True))
    assert checked(decision) == ["0", "1"]
    assert checked(read(choose("Required responses", [], no_pass=True))) == []
    assert checked(read(choose("Optional responses"))) == [PASS]


def test_action_choice_has_no_pass() -> None:
    decision = read(action_choice(DARK, "Choose action", [Action("A", blueprint_id="1_168"), Action("B")]))
    assert [(option.card_id, option.text) for option in decision.options] == [(None, "•Darth Vader: A"), (None, "B")]
    assert checked(decision) == ["0", "1"]
    assert checked(read(action_choice(DARK, "Choose action", []))) == []


def test_selected_cards_are_listed_with_locations() -> None:
    decision = read(card_selection(DARK, "Choose target", [13, 14, 50, 12, 15, 99]))
    assert [option.text for option in decision.options] == [
        "•••Ishi Tib at •Docking Bay",
        "card 9_9 at •Docking Bay",
        "•Docking Bay",
        "•Darth Vader",
        "a face-down card",
        "card 99",
    ]
    assert checked(decision) == ["12", "13", "14", "15", "50", "99"]


@pytest.mark.parametrize("maximum", range(-1, 6))
@pytest.mark.parametrize("minimum", range(-1, 5))
def test_selections_respect_minimum_and_maximum(minimum: int, maximum: int) -> None:
    decision = read(card_selection(DARK, "Choose targets", [7, 100, 20, 3], minimum, maximum))
    answers = checked(decision)
    ids = ["3", "7", "20", "100"]
    sizes = range(max(0, minimum), min(4, maximum) + 1)
    expected = [",".join(each) for size in sizes if size for each in combinations(ids, size)]
    assert answers == expected + ([PASS] if minimum <= 0 else [])


def test_shown_cards_may_be_selectable_or_preselected() -> None:
    shown = [Shown("1_168"), Shown("6_19", selectable=False), Shown("9_9", preselected=True), Shown(FACE_DOWN_LIGHT)]
    decision = read(arbitrary_cards(DARK, "Choose card to take into hand", shown, 0, 2))
    assert [(each.text, each.selectable, each.preselected) for each in decision.options] == [
        ("•Darth Vader", True, False),
        ("•••Ishi Tib", False, False),
        ("card 9_9", True, True),
        ("a card", True, False),
    ]
    assert checked(decision) == ["temp0", "temp2", "temp3", "temp0,temp2", "temp0,temp3", "temp2,temp3", PASS]
    assert not is_legal(decision, "temp1")
    assert is_legal(decision, "temp3,temp0")
    assert canonical(decision, "temp3,temp0") == "temp0,temp3"


def test_ids_ascend_by_their_numbers() -> None:
    decision = read(arbitrary_cards(DARK, "Choose", ["1_168"] * 12, 2, 2))
    assert legal_answers(decision)[0][:12] == [*(f"temp0,temp{n}" for n in range(1, 12)), "temp1,temp2"]


def test_any_change_is_legal_but_only_answers_that_lead_on_are_listed() -> None:
    shown = {"cardId": ["temp0", "temp1", "temp2"], "preselected": ["true", "false", "false"]}
    decision = raw("ARBITRARY_CARDS", **shown, min=["2"], max=["2"], returnAnyChange=["true"])
    assert legal_answers(decision) == (["temp0,temp1", "temp0,temp2", "temp1,temp2"], True)
    assert all(is_legal(decision, answer) for answer in (PASS, "temp0", "temp0,temp1,temp2"))
    assert not is_legal(decision, "temp3")


def test_integer_decision_lists_amounts() -> None:
    decision = read(integer(DARK, "Choose amount of Force to activate", 2, 5, 4))
    assert (decision.options, decision.default, decision.kind) == ((), 4, "amount")
    assert checked(decision) == ["2", "3", "4", "5"]
    assert checked(read(integer(DARK, "How many?", -2, 0))) == ["-2", "-1", "0"]
    assert checked(read(integer(DARK, "How many?", 3, 3))) == ["3"]
    assert checked(read(integer(DARK, "How many?", 4, 3))) == []
    for odd in ("", "02", "+3", "3.0", " 3", "٣", "three", "-0", "9" * 5_000):
        assert not is_legal(decision, odd)


def test_results_are_answered_by_index() -> None:
    decision = read(multiple_choice(DARK, "Do you want to?", ["Yes", f"No, {hint('1_168', 'Vader')}"], 1))
    assert [(each.answer, each.text, each.card_id) for each in decision.options] == [
        ("0", "Yes", None),
        ("1", "No, Vader", None),
    ]
    assert decision.default == 1
    assert checked(decision) == ["0", "1"]
    assert read(multiple_choice(DARK, "Do you want to?", ["Yes"])).default == -1
    assert checked(read(multiple_choice(DARK, "Nothing", []))) == []


def test_empty_decision_has_only_the_pass() -> None:
    assert checked(read(empty(DARK, "Wait"))) == [PASS]


def test_unknown_decision_type_has_no_answers() -> None:
    decision = raw("NEW_TYPE", cardId=["1"], min=["0"], max=["1"])
    assert (decision.decision_type, decision.options, checked(decision)) == ("NEW_TYPE", (), [])


def test_question_mentions_cards() -> None:
    decision = read(card_selection(DARK, f"Choose where to deploy {hint('1_168', '•Darth Vader')}", [50]))
    assert (decision.text, decision.mentions, decision.kind) == (
        "Choose where to deploy •Darth Vader",
        ("1_168",),
        "where",
    )
    many = read(card_selection(DARK, hint("1_168", "Vader") * 90, [50]))
    assert len(many.mentions) == 50


# --- Malformed decisions ---


def test_parameter_lists_of_unequal_length_are_padded() -> None:
    decision = raw("CARD_ACTION_CHOICE", actionId=["0", "1", "2"], cardId=["12"], actionText=["Deploy", "Fire"])
    assert [(each.answer, each.card_id, each.action) for each in decision.options] == [
        ("0", "12", "Deploy"),
        ("1", None, "Fire"),
        ("2", None, ""),
    ]
    longer = raw("CARD_ACTION_CHOICE", actionId=["0"], cardId=["12", "13"], actionText=["Deploy", "Fire"])
    assert len(longer.options) == 1
    cards = raw("ARBITRARY_CARDS", cardId=["temp0", "temp1"], blueprintId=["1_168"], selectable=["false"], max=["1"])
    assert [(each.blueprint_id, each.selectable) for each in cards.options] == [("1_168", False), (None, True)]


def test_missing_or_unreadable_limits_are_ignored() -> None:
    cards = raw("CARD_SELECTION", cardId=["1", "2"])
    assert (cards.minimum, cards.maximum) == (0, 2)
    assert checked(raw("CARD_SELECTION", cardId=["1", "2"], min=["x"], max=["½"])) == ["1", "2", "1,2", PASS]
    amount = raw("INTEGER")
    assert (amount.minimum, amount.maximum, amount.default) == (0, MAX_NUMBER, None)
    assert raw("INTEGER", min=["1"], max=["1000000000000"]).maximum == MAX_NUMBER
    assert raw("INTEGER", min=["banana"], max=["3"], defaultValue=["1e3"]) == raw("INTEGER", max=["3"])


def test_options_without_a_usable_id_are_dropped() -> None:
    decision = raw("CARD_SELECTION", cardId=["1", "", "2,3", "1", "x" * 61, "4"], min=["1"], max=["1"])
    assert checked(decision) == ["1", "4"]
    twice = raw("CARD_ACTION_CHOICE", actionId=["", "0", "0"], actionText=["a", "b", "c"])
    assert checked(twice) == ["0", PASS]
    assert [option.action for option in twice.options] == ["b"]


def test_number_of_options_is_limited() -> None:
    decision = raw("CARD_SELECTION", cardId=[str(number) for number in range(100_000)], min=["1"], max=["1"])
    assert len(decision.options) == MAX_OPTIONS


parameter_names = st.sampled_from(
    "cardId actionId blueprintId actionText cardText selectable preselected results min max noPass returnAnyChange".split()
)
values = st.sampled_from(
    ["", "0", "1", "2", "-1", "5", "temp0", "temp1", "12", "true", "false", "x", "1,2", "1_168", "-1_1"]
)


@example("CARD_SELECTION", {"cardId": ["0"], "returnAnyChange": ["true"], "min": ["1"]})
@example("ARBITRARY_CARDS", {"cardId": ["temp0"], "returnAnyChange": ["true"], "min": ["1"]})
@example("CARD_SELECTION", {"cardId": ["0", "1"], "returnAnyChange": ["true"], "min": ["2"], "max": ["1"]})
@given(st.sampled_from([*TYPES, "", "NEW"]), st.dictionaries(parameter_names, st.lists(values, max_size=4)))
def test_legal_answers_match_the_servers_rules(kind: str, given_: dict[str, list[str]]) -> None:
    decision = raw(kind, **given_)
    if decision.decision_type == "INTEGER" and decision.maximum - decision.minimum > MANY:
        return
    checked(decision)


# --- Many answers ---


@pytest.mark.parametrize(("minimum", "maximum"), [(0, 60), (1, 60), (3, 3), (20, 40), (0, 30), (60, 60), (59, 60)])
def test_too_many_combinations_give_a_partial_list(minimum: int, maximum: int) -> None:
    decision = read(card_selection(DARK, "Choose", range(60), minimum, maximum))
    answers, complete = legal_answers(decision)
    assert complete == (minimum >= 59)
    assert all(is_legal(decision, answer) and canonical(decision, answer) == answer for answer in answers)
    assert len(set(answers)) == len(answers) <= 70
    assert (answers[-1] == PASS) == (minimum == 0)
    if minimum <= 1:
        assert set(map(str, range(60))) <= set(answers)
    assert any(len(answer.split(",")) == maximum for answer in answers)


@given(st.integers(-2, 70), st.integers(-2, 70), st.integers(0, 70), st.integers(1, 40))
def test_partial_lists_hold_legal_answers(minimum: int, maximum: int, cards: int, most: int) -> None:
    decision = read(card_selection(DARK, "Choose", range(cards), minimum, maximum))
    answers, complete = legal_answers(decision, most)
    assert len(set(answers)) == len(answers)
    assert len(answers) <= max(most, 1)
    assert all(is_legal(decision, answer) for answer in answers)
    possible = minimum <= 0 or minimum <= min(maximum, cards)
    assert bool(answers) == possible
    assert complete or len(answers) < MANY
    assert (PASS in answers) == decision.may_pass


@pytest.mark.parametrize(
    ("minimum", "maximum", "default"),
    [(0, MAX_NUMBER, None), (-MAX_NUMBER, MAX_NUMBER, 17), (1, 5_000, 5_000), (0, 999, -5)],
)
def test_too_many_amounts_keep_both_ends(minimum: int, maximum: int, default: int | None) -> None:
    decision = Decision("INTEGER", "amount", "?", (), minimum, maximum, default)
    answers, complete = legal_answers(decision)
    assert not complete
    assert len(answers) == len(set(answers)) == MANY
    assert [int(answer) for answer in answers] == sorted(int(answer) for answer in answers)
    assert all(is_legal(decision, answer) for answer in answers)
    assert answers[0] == str(minimum)
    assert answers[-1] == str(maximum)
    assert (str(default) in answers) == (default is not None and minimum <= default <= maximum)


def test_amounts_up_to_the_limit_are_all_listed() -> None:
    answers, complete = legal_answers(Decision("INTEGER", "amount", "?", (), 1, MANY))
    assert (len(answers), complete) == (MANY, True)
    assert legal_answers(Decision("INTEGER", "amount", "?", (), 1, 3), 2) == (["1", "3"], False)


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("default", [None, -5, 0, 7, MAX_NUMBER])
def test_number_of_listed_amounts_is_limited(default: int | None, most: int) -> None:
    decision = Decision("INTEGER", "amount", "?", (), 0, MAX_NUMBER, default)
    answers, complete = legal_answers(decision, most)
    assert not complete
    assert 1 <= len(answers) <= most
    assert answers[0] == "0"
    assert (answers[-1] == str(MAX_NUMBER)) == (most > 1)


@pytest.mark.parametrize("no_pass", [False, True])
@pytest.mark.parametrize("most", range(1, 6))
def test_number_of_listed_options_is_limited(most: int, *, no_pass: bool) -> None:
    options = tuple(Option(str(number), "a") for number in range(3))
    decision = Decision("CARD_ACTION_CHOICE", "other", "?", options, no_pass=no_pass)
    answers, complete = legal_answers(decision, most)
    every = ["0", "1", "2"] if no_pass else ["0", "1", "2", PASS]
    assert complete == (len(every) <= most)
    assert answers == (every[:most] if no_pass else [*every[:-1][: most - 1], PASS])


def test_duplicate_options_are_listed_once() -> None:
    twice = (Option("1", "a"), Option("1", "b"), Option("2", "c"))
    assert legal_answers(Decision("CARD_SELECTION", "target", "?", twice, 1, 1))[0] == ["1", "2"]
    assert legal_answers(Decision("ACTION_CHOICE", "other", "?", twice))[0] == ["1", "2"]
