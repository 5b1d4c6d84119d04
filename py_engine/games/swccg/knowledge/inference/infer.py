"""The answers that a log does not hold, inferred from what follows each question.

A log holds the questions to one player, all that both players see, and none of the answers. An answer shows in what
follows: a card is activated, leaves the hand, comes to a location, is named in a message or in the next question; and
where nothing shows before the next question for an action, none was taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from py_engine.games.swccg.knowledge.inference.actions import ActionWatch
from py_engine.games.swccg.knowledge.inference.cards import CardWatch
from py_engine.games.swccg.knowledge.inference.confidence import confidence
from py_engine.games.swccg.knowledge.inference.facts import Fact, asking, reading
from py_engine.games.swccg.knowledge.inference.lists import ListWatch
from py_engine.games.swccg.knowledge.inference.questions import AmountWatch, ResultWatch
from py_engine.games.swccg.knowledge.inference.watch import Deduction, Watch
from py_engine.games.swccg.knowledge.reader.tracker import Tracker, seat_of
from py_engine.games.swccg.rules.board import Board
from py_engine.games.swccg.rules.decisions import ACTIONS, Decision, is_legal, legal_answers
from py_engine.games.swccg.rules.events import Event

__all__ = ["ONLY", "UNKNOWN", "Inference", "Inferred", "infer_all", "inferred", "deduce_all"]

_MAX_OPEN = 16
"""Decisions that wait at a time."""

_MAX_OPTIONS = 2_000
"""Options of a decision; a real one names at most all cards of a kind."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """An answer that the log does not hold.

    Attributes:
        answer: a legal answer in its one form (ids ascend, empty is pass), None where nothing tells.
        confidence: how likely it is the very answer that was given, from 0 to 1; 0 where nothing tells.
    """

    answer: str | None
    confidence: float


ONLY = "only"
"""The rule of a decision that has one legal answer."""
UNKNOWN = Inferred(None, 0.0)


def infer_all(events: Sequence[Event]) -> list[Inferred]:
    """The answers to the questions of a log's seat.

    Args:
        events: a whole log, or its beginning.

    Returns:
        One for each decision of the seat, in the order of the log.
    """
    return [inferred(told) for told in deduce_all(events)]


def inferred(told: Deduction | None) -> Inferred:
    """An answer that a rule told, with how far it can be trusted."""
    return UNKNOWN if told is None else Inferred(told.answer, confidence(told))


def deduce_all(events: Sequence[Event]) -> list[Deduction | None]:
    """As ``infer_all``, with the rule that told each answer."""
    tracker = Tracker(seat_of(events))
    reader = Inference(tracker)
    for event in events:
        tracker.fold(event)
        reader.take_in(event, tracker.decision(event) if tracker.asks(event) else None)
    return reader.end()


class Inference:
    """Goes through a log once; decisions wait in the order in which they were asked.

    Args:
        tracker: folds the same log; each event has been folded when it comes here.
    """

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self._deductions: list[Deduction | Watch | None] = []
        self._open: list[Watch] = []
        self._top: str | None = None
        """The id of the top card of the seat's Reserve Deck, as far as the log shows it."""

    def take_in(self, event: Event, decision: Decision | None) -> None:
        """Takes in the next event.

        Args:
            event: as the log has it.
            decision: what it asks the seat; None where it asks nothing, or somebody else.
        """
        if decision is not None:
            self._see(asking(decision))
            self._ask(decision)
        elif event.type != "D":
            self._watch_top(event)
            if self._open:
                fact = reading(event, self._tracker)
                if fact is not None:
                    self._see(fact)

    def end(self) -> list[Deduction | None]:
        """The answers, one for each decision, once the log has ended."""
        for watch in self._open:
            # A last question that nothing followed may never have been answered.
            if watch.deduction is None and not watch.silent:
                watch.deduction = watch.settle(None)
        return [_checked(told) for told in self._deductions]

    def _watch_top(self, event: Event) -> None:
        if event.type == "PCIP" and event.get("zone") == "TOP_OF_RESERVE_DECK":
            if self._tracker.owner(event.get("zoneOwnerId")) == "seat":
                self._top = event.get("cardId")
        elif event.type == "RCFP" and self._top in event.ids():
            self._top = None

    def _ask(self, decision: Decision) -> None:
        answers, all_of_them = legal_answers(decision, 1)
        if not answers or len(decision.options) > _MAX_OPTIONS:
            self._deductions.append(None)
        elif len(answers) == 1 and all_of_them:
            self._deductions.append(Deduction(answers[0], ONLY))
        else:
            watch = _watch(decision, self._tracker.board, self._top)
            self._deductions.append(watch)
            self._open.append(watch)
            if len(self._open) > _MAX_OPEN:
                self._close_one()

    def _close_one(self) -> None:
        """Lets go of the oldest that has its answer, or else of the oldest."""
        place = next((place for place, watch in enumerate(self._open) if watch.deduction is not None), 0)
        oldest = self._open.pop(place)
        oldest.deduction = oldest.deduction or oldest.settle(None)

    def _see(self, fact: Fact) -> None:
        if fact.top:
            for watch in self._open:
                watch.deduction = watch.deduction or watch.settle(fact)
            self._open = []
            return
        claimed = False
        for place in range(len(self._open) - 1, -1, -1):
            watch = self._open[place]
            if not isinstance(watch, ActionWatch):
                watch.take_in(fact)
            elif not claimed and watch.take_in(fact):
                claimed = True
                self._pass_since(place)
        self._open = [watch for watch in self._open if not watch.closed]

    def _pass_since(self, place: int) -> None:
        """An action shows: the questions for others that came after it were passed."""
        for watch in self._open[place + 1 :]:
            if isinstance(watch, ActionWatch):
                watch.passed("outer")


def _watch(decision: Decision, board: Board, top: str | None) -> Watch:
    if decision.decision_type in ACTIONS:
        return ActionWatch(decision, board)
    if decision.decision_type == "CARD_SELECTION":
        return CardWatch(decision, board)
    if decision.decision_type == "ARBITRARY_CARDS":
        piles = board.piles.get("seat")
        whole = piles is not None and piles.reserve == len(decision.options)
        return ListWatch(decision, top if whole else None)
    return AmountWatch(decision) if decision.decision_type == "INTEGER" else ResultWatch(decision, board)


def _checked(told: Deduction | Watch | None) -> Deduction | None:
    """What was told of a decision, if it is an answer that the server takes."""
    if not isinstance(told, Watch):
        return told
    return told.told if told.told is not None and is_legal(told.decision, told.told.answer) else None
