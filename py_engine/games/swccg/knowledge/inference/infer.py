"""Infers the answers, which a log does not contain, from the events after each decision.

A log has one player's decisions and everything both players see, but no answers. An answer shows in what follows: a card
is activated, leaves the hand, comes to a location, or is named in a message or in the next question. If nothing shows
before the next action decision, the player passed.
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
from py_engine.games.swccg.rules.decisions import ACTIONS, Decision, count_answers, is_legal, legal_answers
from py_engine.games.swccg.rules.events import Event

__all__ = ["ONLY", "UNKNOWN", "Inference", "Inferred", "deduce_all", "infer_all", "inferred"]

_MAX_OPEN = 16
"""Limit on decisions waiting for evidence."""

_MAX_OPTIONS = 2_000
"""Limit on options; decisions with more are skipped."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """An inferred answer.

    Attributes:
        answer: A legal answer in canonical form (ids ascend, empty is a pass); None if unknown.
        confidence: Estimated probability that it is exactly the answer given; 0 if unknown.
    """

    answer: str | None
    confidence: float


ONLY = "only"
"""The rule of a decision with a single legal answer."""
UNKNOWN = Inferred(None, 0.0)


def infer_all(events: Sequence[Event]) -> list[Inferred]:
    """The inferred answers of a log's player.

    Args:
        events: A whole log, or its beginning.

    Returns:
        One for each decision of the seat, in the order of the log.
    """
    return [inferred(deduction) for deduction in deduce_all(events)]


def inferred(deduction: Deduction | None) -> Inferred:
    """The inferred answer of a deduction, with its confidence."""
    return UNKNOWN if deduction is None else Inferred(deduction.answer, confidence(deduction))


def deduce_all(events: Sequence[Event]) -> list[Deduction | None]:
    """Like ``infer_all``, with the rule behind each answer."""
    tracker = Tracker(seat_of(events))
    reader = Inference(tracker)
    for event in events:
        tracker.fold(event)
        reader.take_in(event, tracker.decision(event) if tracker.asks(event) else None)
    return reader.end()


class Inference:
    """Infers answers in a single pass over a log, with a stack of decisions that wait for evidence.

    Args:
        tracker: The tracker of the same log; it must process each event first.
    """

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self._deductions: list[Deduction | Watch | None] = []
        self._open: list[Watch] = []
        self._top: str | None = None
        """Id of the top card of the seat's Reserve Deck, if known."""

    def take_in(self, event: Event, decision: Decision | None) -> None:
        """Processes the next event.

        Args:
            event: The event from the log.
            decision: The seat's decision in it; None if it has none.
        """
        if decision is not None:
            self._see(asking(decision))
            self._ask(decision)
        elif event.type == "P":
            # The server has gone back, and sends the table again: what follows says nothing about earlier decisions.
            for watch in self._open:
                watch.deduction = watch.deduction or (watch.settle(None) if watch.acted else None)
            self._open = []
        elif event.type != "D":
            self._watch_top(event)
            if self._open:
                fact = reading(event, self._tracker)
                if fact is not None:
                    self._see(fact)

    def end(self) -> list[Deduction | None]:
        """The deductions, one for each decision, once the log has ended."""
        for watch in self._open:
            # A final decision with nothing after it may never have been answered.
            if watch.deduction is None and not watch.silent:
                watch.deduction = watch.settle(None)
        return [_checked(each) for each in self._deductions]

    def _watch_top(self, event: Event) -> None:
        """Keeps track of the top card of the seat's Reserve Deck."""
        if event.type == "PCIP" and event.get("zone") == "TOP_OF_RESERVE_DECK":
            if self._tracker.owner(event.get("zoneOwnerId")) == "seat":
                self._top = event.get("cardId")
        elif event.type == "RCFP" and self._top in event.ids():
            self._top = None

    def _ask(self, decision: Decision) -> None:
        """Opens a decision; one with a single legal answer, or with too many options, is closed at once."""
        answers = count_answers(decision, 2)
        if not answers or len(decision.options) > _MAX_OPTIONS:
            self._deductions.append(None)
        elif answers == 1:
            self._deductions.append(Deduction(legal_answers(decision, 1)[0][0], ONLY))
        else:
            watch = _watch(decision, self._tracker.board, self._top)
            self._deductions.append(watch)
            self._open.append(watch)
            if len(self._open) > _MAX_OPEN:
                self._close_one()

    def _close_one(self) -> None:
        """Closes the oldest decision that has its answer, or else the oldest."""
        place = next((place for place, watch in enumerate(self._open) if watch.deduction is not None), 0)
        oldest = self._open.pop(place)
        oldest.deduction = oldest.deduction or oldest.settle(None)

    def _see(self, fact: Fact) -> None:
        """Shows a fact to the open decisions, the latest first; only one action decision can claim it."""
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
        """When a decision's action shows, the later action decisions were passed."""
        for watch in self._open[place + 1 :]:
            if isinstance(watch, ActionWatch):
                watch.passed("outer")


def _watch(decision: Decision, board: Board, top: str | None) -> Watch:
    """What waits for the evidence of a decision's answer, by the type of decision."""
    if decision.decision_type in ACTIONS:
        return ActionWatch(decision, board)
    if decision.decision_type == "CARD_SELECTION":
        return CardWatch(decision, board)
    if decision.decision_type == "ARBITRARY_CARDS":
        piles = board.piles.get("seat")
        whole = piles is not None and piles.reserve == len(decision.options)
        return ListWatch(decision, top if whole else None)
    return AmountWatch(decision) if decision.decision_type == "INTEGER" else ResultWatch(decision, board)


def _checked(found: Deduction | Watch | None) -> Deduction | None:
    """The deduction of a decision, if its answer is legal."""
    if not isinstance(found, Watch):
        return found
    deduction = found.deduction
    return deduction if deduction is not None and is_legal(found.decision, deduction.answer) else None
