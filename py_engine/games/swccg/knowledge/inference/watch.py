"""The base class of a decision whose answer is being inferred from the events that follow it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from py_engine.games.swccg.knowledge.inference.facts import Fact
from py_engine.games.swccg.rules.decisions import Decision, legal_answers

__all__ = ["Deduction", "Watch"]


@dataclass(frozen=True, slots=True)
class Deduction:
    """An answer deduced from what follows.

    Attributes:
        answer: A legal answer.
        rule: The rule that gave it; ``confidence.MEASURED`` has its reliability.
        ways: Number of answers that would have looked the same, this one included.
    """

    answer: str
    rule: str
    ways: int = 1


class Watch(ABC):
    """A decision that waits for evidence of its answer.

    Attributes:
        decision: The decision.
        deduction: Its answer, once known.
        silent: Whether only further decisions have followed.
    """

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.deduction: Deduction | None = None
        self.silent = True

    @property
    def closed(self) -> bool:
        """Whether it needs no further facts."""
        return self.deduction is not None

    @property
    def acted(self) -> bool:
        """Whether something has shown that an action was taken, if not yet which."""
        return False

    def take_in(self, fact: Fact) -> bool:
        """Processes the next fact; True if it is a consequence of this decision, and so no evidence on earlier ones."""
        claimed = self.see(fact)
        self.silent = self.silent and fact.kind == "asks"
        return claimed

    @abstractmethod
    def see(self, fact: Fact) -> bool:
        """Processes a fact before the end of what this decision started; see ``take_in``."""

    @abstractmethod
    def settle(self, last: Fact | None) -> Deduction:
        """The answer from the facts seen, or else a default.

        Args:
            last: The fact that ends what this decision started; None if the log ends first.
        """

    def usual(self, rule: str) -> Deduction:
        """The answer without evidence: the server's default, or else the first legal answer."""
        answers, _ = legal_answers(self.decision)
        suggestion = str(self.decision.default)
        if suggestion in answers:
            return Deduction(suggestion, f"{rule}.suggested")
        return Deduction(answers[0], f"{rule}.guessed", len(answers))
