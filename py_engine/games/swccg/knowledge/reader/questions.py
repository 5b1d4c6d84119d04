"""Answers to questions that led back to the same question: the counterpart for questions of repeated actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from py_engine.games.swccg.rules.decisions import (
    ACTIONS,
    PASS,
    SELECTIONS,
    Decision,
    Option,
    count_answers,
    is_legal,
    joined,
)
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.titles import mentions

__all__ = ["Questions"]

MAX_TIMES = 1_000
MAX_LENGTH = 200
"""Longer answers are not counted: a state's names have no more characters."""

_Look = str
_Looks = tuple[_Look, ...]
"""What an answer chooses, in a form that does not depend on ids; equal cards look alike."""


class _Question(NamedTuple):
    """A question as it looks, in a position of the board."""

    here: object
    decision_type: str
    text: str
    looks: _Looks


class Questions:
    """The answers that the seat has given to each question in each position since the current phase began.

    A log does not hold answers. An answer is counted if the seat says what it was (``gave``), if the next question is
    about a card among the options, or if another question follows a yes-or-no question on an unchanged board, which
    means that "No" was chosen. If the question comes up again in that position, the answer had no effect.
    """

    def __init__(self) -> None:
        self._given: dict[_Question, dict[_Looks, int]] = {}
        self._open: tuple[_Question, Decision] | None = None
        """The last question of the seat, until its answer shows."""

    def begin(self) -> None:
        """Starts over."""
        self._given.clear()
        self._open = None

    def changed(self) -> None:
        """The board changed."""
        self._open = None

    def posed(self, decision: Decision, here: object) -> dict[str, int]:
        """Registers a question; returns answer -> earlier times that it was given in this position."""
        self._open = None
        if decision.decision_type in ACTIONS or count_answers(decision, 2) < 2:
            return {}
        looks = tuple(sorted(_look(option) for option in decision.open_options))
        question = _Question(here, decision.decision_type, decision.text, looks)
        self._open = question, decision
        found: dict[str, int] = {}
        for chosen, times in self._given.get(question, {}).items():
            for answer in _answers(decision, chosen):
                found[answer] = min(MAX_TIMES, found.get(answer, 0) + times)
        return found

    def asked(self, event: Event) -> None:
        """The seat got another decision: evidence of how it answered the last question."""
        if self._open is None:
            return
        _, decision = self._open
        named = mentions(event.get("text"))[:1]
        chosen = [option for option in decision.open_options if named and option.blueprint_id == named[0]]
        if decision.decision_type == "MULTIPLE_CHOICE" and {option.text.lower() for option in decision.options} == {
            "yes",
            "no",
        }:
            chosen = [option for option in decision.options if option.text.lower() == "no"]
        if chosen:
            self._count((_look(chosen[0]),))

    def gave(self, answer: str) -> None:
        """The seat's answer to its last question, where it is known."""
        if self._open is None or answer == PASS:
            self._open = None
            return
        _, decision = self._open
        by_answer = {option.answer: option for option in decision.open_options}
        if decision.decision_type == "INTEGER":
            self._count((answer,))
        else:
            picks = answer.split(",") if decision.decision_type in SELECTIONS else [answer]
            self._count(tuple(sorted(_look(by_answer[each]) for each in picks if each in by_answer)))

    def _count(self, chosen: _Looks) -> None:
        if self._open is not None:
            given = self._given.setdefault(self._open[0], {})
            given[chosen] = given.get(chosen, 0) + 1
            self._open = None


def _look(option: Option) -> _Look:
    return f"{option.blueprint_id or ''} {option.text}"


def _answers(decision: Decision, chosen: _Looks) -> Iterator[str]:
    """The answers that choose cards of these looks; every equal card, for a single one."""
    if decision.decision_type == "INTEGER":
        found: Iterable[str] = chosen
    elif len(chosen) == 1:
        found = [option.answer for option in decision.open_options if _look(option) == chosen[0]]
    else:
        found = [joined(_copies(decision, chosen))]
    for answer in found:
        if len(answer) <= MAX_LENGTH and is_legal(decision, answer):
            yield answer


def _copies(decision: Decision, chosen: _Looks) -> list[str]:
    """The first cards of several looks."""
    left = list(chosen)
    found = []
    for option in decision.open_options:
        if _look(option) in left:
            left.remove(_look(option))
            found.append(option.answer)
    return found
