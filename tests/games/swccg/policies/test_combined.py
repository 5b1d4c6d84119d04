"""Combined evaluation: contributions add up, vetoes and ties are ordered, and a failing evaluator costs only itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

import pytest

from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.policies.action_evaluator import ActionEvaluator
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators import EVALUATORS
from py_engine.games.swccg.policies.scoring import ActionType, Choice, EvaluatedAction
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.convert import facts_of
from py_engine.games.swccg.rules.decisions import PASS, is_legal, legal_answers
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.position import Position
from tests.games.swccg.logs import (
    DARK,
    Action,
    Numbers,
    card_selection,
    choose,
    empty,
    integer,
    multiple_choice,
    numbers,
    phase,
)
from tests.games.swccg.reference import CASES, GAMES, LOOP, REFERENCE, answers_of, case, events_of, needs_reference
from tests.games.swccg.tracking import START, events, folded

WEIGHTS = default_weights().changed({"base.use": 15.0, "base.pass": 5.0, "base.amount": 1.0})
QUESTION = choose("Choose Deploy action or Pass", [Action("Use A", 20), Action("Use B", 21), Action("Use C", 22)])


class Says(ActionEvaluator):
    """A stub evaluator that returns given findings."""

    name = "Says"

    def __init__(
        self, name: str, say: Callable[[DecisionContext, Says], Iterable[EvaluatedAction]], *, can: bool | None = True
    ) -> None:
        self.name = name  # type: ignore[misc]  # each in a test has its own
        self._say, self._can = say, can

    def can_evaluate(self, context: DecisionContext) -> bool:
        if self._can is None:
            raise ZeroDivisionError
        return self._can

    def evaluate(self, context: DecisionContext) -> Iterable[EvaluatedAction]:
        return self._say(context, self)


def gives(
    points: dict[str, float], vetoes: Iterable[str] = ()
) -> Callable[[DecisionContext, Says], Iterator[EvaluatedAction]]:
    """Gives points to some answers, and vetoes others."""

    def say(context: DecisionContext, self: Says) -> Iterator[EvaluatedAction]:
        for choice in context.choices:
            if choice.answer in points or choice.answer in vetoes:
                action = context.action(self.name, choice)
                action.add(f"said_by_{self.name}", "Said", "base.amount", points.get(choice.answer, 0.0))
                if choice.answer in vetoes:
                    action.veto("test", "It should not be")
                yield action

    return say


def position(question: str = QUESTION) -> Position:
    tracker = folded(*START, phase("Deploy", 1), numbers(Numbers({"FORCE_PILE": 5})))
    (asked,) = events(question)
    tracker.fold(asked)
    return tracker.position(asked)


def scored(*evaluators: ActionEvaluator, at: Position | None = None) -> Scored:
    found = CombinedEvaluator(WEIGHTS, evaluators=evaluators).evaluate(at or position())
    for action in found.actions:
        exact = sum((Fraction(each.value) for each in action.contributions), Fraction())
        assert Fraction(action.score) == exact
    return found


def table(found: Scored) -> dict[str, float]:
    return {action.choice.answer: action.score for action in found.actions}


def order(found: Scored) -> list[str]:
    return [action.choice.answer for action in found.actions]


def test_base_score_needs_no_evaluator() -> None:
    found = scored()
    assert table(found) == {"0": 15.0, "1": 15.0, "2": 15.0, PASS: 5.0}
    assert (found.complete, found.failed, found.ran) == (True, [], [])
    assert all(action.contributions[0].code == "base" for action in found.actions)
    # A base of 0 is listed, too.
    zero = CombinedEvaluator(WEIGHTS.changed({"base.use": 0.0}), evaluators=()).evaluate(position())
    assert [(each.code, each.value) for each in zero.actions[-1].contributions] == [("base", 0.0)]


@pytest.mark.parametrize(
    ("question", "bases"),
    [
        (integer(DARK, "How many?", 1, 3), {ActionType.AMOUNT}),
        (multiple_choice(DARK, "Which?", ["Yes", "No"]), {ActionType.ANSWER}),
        (card_selection(DARK, "Choose target", [1, 2], 0, 2), {ActionType.SELECT, ActionType.PASS}),
        (empty(DARK, "Wait"), {ActionType.PASS}),
        (
            choose("Choose Move action or Pass", [Action("Move using landspeed", 1), Action("Fire X", 2)]),
            {ActionType.MOVE, ActionType.FIRE_WEAPON, ActionType.PASS},
        ),
    ],
)
def test_combined_evaluator_scores_every_decision_type(question: str, bases: set[ActionType]) -> None:
    at = position(question)
    found = scored(*EVALUATORS, at=at)
    assert sorted(order(found)) == sorted(legal_answers(at.decision)[0])
    assert {action.choice.action_type for action in found.actions} == bases
    assert found.failed == []


def test_contributions_of_several_evaluators_add_up() -> None:
    found = scored(
        Says("A", gives({"0": 3.0, "2": 7.5})),
        Says("B", gives({"0": -1.5, PASS: 30.0})),
        Says("C", gives({}), can=False),
    )
    assert table(found) == {"0": 16.5, "1": 15.0, "2": 22.5, PASS: 35.0}
    assert order(found) == [PASS, "2", "0", "1"]
    assert found.ran == ["A", "B"]
    values = {each.evaluator: each.value for each in (found.of("0") or found.best).contributions}
    assert values == {"Base": 15.0, "A": 3.0, "B": -1.5}
    assert (found.best.choice.answer, found.of("9")) == (PASS, None)


def test_ties_go_to_passing_and_else_keep_the_servers_order() -> None:
    assert order(scored(Says("A", gives({"1": -10.0, PASS: 10.0})))) == [PASS, "0", "2", "1"]
    backwards = choose("Choose", [Action("Use", 9), Action("Use", 8)])
    assert order(scored(at=position(backwards))) == ["0", "1", PASS]


def test_vetoed_actions_come_last() -> None:
    found = scored(Says("A", gives({"1": 100.0, "0": 50.0, "2": -50.0}, vetoes=["1", "0"])))
    assert order(found) == [PASS, "2", "1", "0"]
    assert table(found)["1"] == 115.0
    # If all are vetoed, there is still a best action.
    every = scored(Says("A", gives({}, vetoes=["0", "1", "2", PASS])))
    assert every.best.choice.answer == "0"


def broken_off(context: DecisionContext, self: Says) -> Iterator[EvaluatedAction]:
    yield from gives({"0": 60.0}, vetoes=["1"])(context, self)
    raise RuntimeError


def a_strangers(context: DecisionContext, self: Says) -> Iterator[EvaluatedAction]:
    yield from gives({"0": 60.0})(context, self)
    yield context.action(self.name, Choice("77", "Not offered", ActionType.USE))


def not_a_number(context: DecisionContext, self: Says) -> Iterator[EvaluatedAction]:
    return gives({"0": float("nan")})(context, self)


def no_such_weight(context: DecisionContext, self: Says) -> list[EvaluatedAction]:
    action = context.action(self.name, context.choices[0])
    action.add("code", "Label", "base.nothing")
    return [action]


@pytest.mark.parametrize(
    "failing",
    [
        Says("F", broken_off),
        Says("F", a_strangers),
        Says("F", not_a_number),
        Says("F", no_such_weight),
        Says("F", lambda *_: 1 / 0),  # type: ignore[arg-type]
        Says("F", lambda *_: None),  # type: ignore[arg-type]
        Says("F", lambda *_: [None]),
        Says("F", gives({"0": 60.0}), can=None),
    ],
    ids=[
        "broken_off",
        "a_strangers",
        "not_a_number",
        "no_such_weight",
        "raises",
        "nothing",
        "no_actions",
        "cannot_say_whether",
    ],
)
@pytest.mark.parametrize("place", range(3))
def test_failing_evaluator_costs_only_its_own_findings(failing: ActionEvaluator, place: int) -> None:
    others: list[ActionEvaluator] = [Says("A", gives({"0": 3.0})), Says("B", gives({"2": 4.0}, vetoes=["1"]))]
    without = scored(*others)
    others.insert(place, failing)
    found = scored(*others)
    assert (found.failed, found.ran) == (["F"], ["A", "B"])
    assert table(found) == table(without)
    assert order(found) == order(without)
    assert [action.vetoes for action in found.actions] == [action.vetoes for action in without.actions]


def test_best_scoring_combinations_are_built() -> None:
    at = position(card_selection(DARK, "Choose", range(40), 2, 20))

    def by_number(context: DecisionContext, self: Says) -> Iterator[EvaluatedAction]:
        for choice in context.choices:
            action = context.action(self.name, choice)
            for pick in choice.picks:
                action.add("number", "Its number", "base.amount", float(pick.answer))
            yield action

    found = scored(Says("A", by_number), at=at)
    assert not found.complete
    assert all(is_legal(at.decision, answer) for answer in order(found))
    assert found.best.choice.answer == ",".join(str(number) for number in range(20, 40))
    assert "38,39" in order(found)
    assert len(set(order(found))) == len(order(found))
    with_another = CombinedEvaluator(WEIGHTS, evaluators=()).evaluate(at, also="0,1,2")
    assert with_another.of("0,1,2") is not None


def test_evaluate_is_pure_and_deterministic() -> None:
    at = position()
    before = repr(at)
    runs = [CombinedEvaluator(default_weights()).evaluate(at) for _ in range(3)]
    assert repr(at) == before
    assert len({repr([(each.choice, each.contributions, each.vetoes) for each in run.actions]) for run in runs}) == 1


# --- The reference ---


def checked(found: Scored, at: Position) -> None:
    """Asserts that every legal answer is scored once, as the sum of its reasons, without failed evaluators."""
    answers, complete = legal_answers(at.decision)
    assert found.failed == []
    assert found.complete == complete
    if complete:
        assert sorted(order(found)) == sorted(answers)
    for action in found.actions:
        assert is_legal(at.decision, action.choice.answer)
        reasons = [each.as_reason() for each in action.contributions] + [each.as_reason() for each in action.vetoes]
        assert sum((Fraction(each.value) for each in reasons), Fraction()) == Fraction(action.score)
        for each in action.contributions:
            assert not each.weight_name or each.value == round(each.input * each.weight * 4096) / 4096
    vetoed = [bool(action.vetoes) for action in found.actions]
    assert vetoed == sorted(vetoed)
    for one, other in zip(found.actions, found.actions[1:], strict=False):
        assert bool(one.vetoes) != bool(other.vetoes) or one.score >= other.score


@pytest.fixture(params=["with cards", "without cards"])
def _cards(request: pytest.FixtureRequest) -> Iterator[None]:
    LIBRARY.clear()
    if request.param == "with cards":
        data = json.loads((REFERENCE / "cards.json").read_text("utf-8"))
        for side in ("Dark", "Light"):
            LIBRARY.load(side.lower(), [each for each in data if each["side"] == side])
    yield
    LIBRARY.clear()


@needs_reference
@pytest.mark.usefixtures("_cards")
def test_reference_scores_are_sums_of_their_reasons() -> None:
    scorer, asked = CombinedEvaluator(default_weights()), 0
    for path in [*GAMES, *([LOOP] if LOOP else [])]:
        tracker = Tracker()
        for each in events_of(path):
            tracker.fold(each)
            if not tracker.asks(each):
                continue
            asked += 1
            # Every seventh decision still covers every kind in every phase.
            if asked % 7 == 0:
                at = tracker.position(each)
                at.facts = facts_of(at.board, at.decision)
                checked(scorer.evaluate(at), at)
    assert asked > 8_000


@needs_reference
def test_reference_answers_are_legal_and_listed() -> None:
    for path in GAMES:
        tracker, answers = Tracker(), iter(answers_of(path))
        for each in events_of(path):
            tracker.fold(each)
            if tracker.asks(each):
                decision, answer = tracker.decision(each), next(answers)
                assert is_legal(decision, answer), (path.name, decision, answer)
                listed, complete = legal_answers(decision)
                assert answer in listed or not complete
        assert next(answers, None) is None


@needs_reference
def test_single_reference_decisions_are_legal_and_scored() -> None:
    for path in CASES:
        xml, context = case(path)
        tracker = Tracker(context["seat"])
        (asked,) = read_xml(xml).events
        assert isinstance(asked, Event)
        tracker.fold(asked)
        at = tracker.position(asked)
        assert is_legal(at.decision, context["response"]), path.name
        checked(CombinedEvaluator(default_weights()).evaluate(at), at)
