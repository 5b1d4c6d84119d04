"""The two baselines: always legal, and following their simple rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from py_engine.games.swccg.knowledge.reader.container import unpack
from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.policies.baselines import always_pass, keyword_scorer
from py_engine.games.swccg.rules.decisions import Decision, is_legal
from tests.games.swccg.positions import Table
from tests.games.swccg.reference import GAMES, LOOP, needs_reference


def test_always_pass_passes_when_legal() -> None:
    table = Table()
    assert always_pass(table.actions("Choose Deploy action or Pass", "Deploy")) == ""
    assert always_pass(table.actions("Choose Deploy action or Pass", "Deploy", "Deploy", no_pass=True)) == "0"
    assert always_pass(table.listed("Opponent's hand", "9_1", least=0, most=0)) == ""
    assert always_pass(Decision("EMPTY", "other", "Nothing to choose")) == ""


def test_baselines_take_the_servers_default_when_passing_is_illegal() -> None:
    table = Table()
    amount = table.ask("INTEGER", "Choose amount", minimum=1, maximum=6, default=4)
    assert always_pass(amount) == keyword_scorer(amount) == "4"
    options = [table.option(str(index), text) for index, text in enumerate(("This", "That"))]
    assert always_pass(table.ask("MULTIPLE_CHOICE", "Choose", options, default=1)) == "1"
    assert always_pass(table.ask("MULTIPLE_CHOICE", "Choose", options, default=-1)) == "0"
    cards = table.select("Choose Force to lose", "12", "7", least=1)
    assert always_pass(cards) == keyword_scorer(cards) == "7"


@pytest.mark.parametrize(
    ("actions", "chosen"),
    [
        (("Deploy", "Activate Force"), "1"),
        (("Move using landspeed", "Force drain"), "1"),
        (("Deploy", "Deploy"), "0"),
        (("Fire Blaster", "Initiate battle"), "1"),
        (("Move using landspeed",), ""),
        (("Target non-unique character",), ""),
        (("Cancel your Sense", "Cancel Sense"), "1"),
    ],
)
def test_keyword_scorer_picks_by_words_or_passes(actions: tuple[str, ...], chosen: str) -> None:
    assert keyword_scorer(Table().actions("Choose an action or Pass", *actions)) == chosen


def test_keyword_scorer_answers_questions() -> None:
    table = Table()
    options = [table.option("0", "No"), table.option("1", "Yes")]
    assert keyword_scorer(table.ask("MULTIPLE_CHOICE", "Do you want to?", options, default=-1)) == "1"
    assert keyword_scorer(table.actions("Required responses", "Something", no_pass=True)) == "0"


def test_baselines_answer_even_without_a_legal_answer() -> None:
    nothing = Decision("ACTION_CHOICE", "response", "Required responses")
    assert always_pass(nothing) == keyword_scorer(nothing) == ""


def reference_decisions() -> Iterator[Decision]:
    for path in [*GAMES, *([] if LOOP is None else [LOOP])]:
        tracker = Tracker()
        for event in read_xml(unpack(path.read_bytes())[0]).events:
            if event.type == "D":
                yield tracker.decision(event)
            tracker.fold(event)


@needs_reference
def test_baselines_are_legal_in_every_reference_decision() -> None:
    count = 0
    for decision in reference_decisions():
        count += 1
        assert is_legal(decision, always_pass(decision))
        assert is_legal(decision, keyword_scorer(decision))
    assert count > 5_000
