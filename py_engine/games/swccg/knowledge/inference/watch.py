"""A decision that waits for what follows to tell its answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from py_engine.games.swccg.knowledge.inference.facts import Fact
from py_engine.games.swccg.rules.decisions import Decision, legal_answers

__all__ = ["Deduction", "Watch"]


@dataclass(frozen=True, slots=True)
class Deduction:
    """An answer that was read from what follows.

    Attributes:
        answer: a legal one.
        rule: what told it; its worth is in ``inference_confidence``.
        ways: how many answers would have looked the same, this one included.
    """

    answer: str
    rule: str
    ways: int = 1


class Watch(ABC):
    """A decision that waits.

    Attributes:
        decision: the question.
        told: its answer, once it is known.
        silent: whether nothing but further questions has followed.
    """

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.deduction: Deduction | None = None
        self.silent = True

    @property
    def closed(self) -> bool:
        """Whether it has no more use for what follows."""
        return self.deduction is not None

    def take_in(self, fact: Fact) -> bool:
        """Takes in what happened next; True when it was this decision's doing and tells nothing about earlier ones."""
        claimed = self.see(fact)
        self.silent = self.silent and fact.kind == "asks"
        return claimed

    @abstractmethod
    def see(self, fact: Fact) -> bool:
        """Takes in a fact that does not end what this decision began; see ``take_in``."""

    @abstractmethod
    def settle(self, last: Fact | None) -> Deduction:
        """The answer by what was seen, or else by what is usual.

        Args:
            last: the fact that ends what this decision began; None where the log ends before that.
        """

    def usual(self, rule: str) -> Deduction:
        """Where nothing tells: the server's suggestion, or the first legal answer."""
        answers, _ = legal_answers(self.decision)
        suggestion = str(self.decision.default)
        if suggestion in answers:
            return Deduction(suggestion, f"{rule}.suggested")
        return Deduction(answers[0], f"{rule}.guessed", len(answers))
