"""Infers amounts, and results of multiple-choice questions."""

from __future__ import annotations

import re

from py_engine.games.swccg.knowledge.inference.facts import Fact, keys, share_of
from py_engine.games.swccg.knowledge.inference.watch import Deduction, Watch
from py_engine.games.swccg.rules.board import Board
from py_engine.games.swccg.rules.decisions import Decision, is_legal

__all__ = ["AmountWatch", "ResultWatch"]

_NUMBER = re.compile(r"\b\d{1,3}\b")
_APART = re.compile(r"[^\w]+")
_OFFER = re.compile(r"\bwant to (\w+)")
_REFUSED = re.compile(r"chooses (to )?(not|neither)\b")
_TEXTS = 8
"""Number of texts after a question that may still name its answer."""
_FEW = 12
"""Up to this many results are also compared by words; beyond it, only by name."""
_SIDES = frozenset(("Left", "Right"))
_YES_NO = frozenset(("Yes", "No"))
_ASIDE = "side of table"
_ABOUT_SHARE = 0.5
"""Share of a question's words that a message must contain to be about it."""
_ASKING = keys("do you want would like wish still choose")


class AmountWatch(Watch):
    """An INTEGER decision: activated Force is counted, other amounts are read from messages.

    Args:
        decision: The decision.
    """

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self._allows = "opponent to activate" in decision.text
        self._activates = "to activate" in decision.text
        self._words = keys(decision.text) - keys("amount number")
        self._count = 0
        self._said: str | None = None
        self._cut = False
        """Whether something else interrupted the activation."""

    def see(self, fact: Fact) -> bool:
        """See ``Watch``."""
        if fact.kind == "says" and fact.text.startswith("activated ") and fact.own is (not self._allows):
            self._count += 1
        elif fact.kind == "asks" and "interrupt Force activation" in fact.text:
            self._cut = True
        elif fact.kind == "says" and fact.text.startswith("'Insert' card"):
            self._cut = self._cut or not self._allows
        elif self._said is None and self._is_about(fact):
            fitting = [text for text in _NUMBER.findall(fact.text) if is_legal(self.decision, text)]
            self._said = fitting[0] if fitting else None
        return False

    def _is_about(self, fact: Fact) -> bool:
        """Whether a text may state the amount."""
        if not fact.own or fact.kind not in ("says", "asks"):
            return False
        return bool(self._words & fact.words) or (fact.kind == "says" and fact.text.startswith("chooses"))

    def settle(self, last: Fact | None) -> Deduction:
        """See ``Watch``."""
        if self._allows:
            return self._allowed()
        if self._activates and not self._cut and last is not None and is_legal(self.decision, str(self._count)):
            return Deduction(str(self._count), "amount.counted")
        if self._cut:
            return self.usual("amount.cut")
        return self.usual("amount") if self._said is None else Deduction(self._said, "amount.said")

    def _allowed(self) -> Deduction:
        """The maximum: if the opponent activated less, that may have been the opponent's own choice."""
        whole = str(self.decision.maximum)
        return Deduction(whole, "amount.allowed" if self._count >= self.decision.maximum else "amount.fewer")


class ResultWatch(Watch):
    """A MULTIPLE_CHOICE decision.

    Args:
        decision: The decision.
        board: The board at the time of the decision.
    """

    def __init__(self, decision: Decision, board: Board) -> None:
        super().__init__(decision)
        self._results = {option.action: option.answer for option in decision.options}
        self._words = keys(decision.text) - _ASKING
        self._plain = {option.action: _plain(option.action) for option in decision.options if _plain(option.action)}
        wanted = [keys(result) for result in self._results]
        common = wanted[0].intersection(*wanted[1:])
        self._wanted = [each - common for each in wanted]
        self._texts = 0
        self._about = decision.mentions[-1] if decision.mentions else None
        """The card that the question is about: the last one named, if it asks on which side of another."""
        beside = decision.mentions[0] if decision.mentions else None
        self._at = [
            at for at, place in enumerate(board.locations) if place is not None and place.blueprint_id == beside
        ]
        self._yes_no = self._results.keys() == _YES_NO
        offered = _OFFER.search(decision.text)
        self._verb = offered.group(1) if offered is not None else ""
        self._passing = self._yes_no and "want to Pass" in decision.text

    def see(self, fact: Fact) -> bool:
        """See ``Watch``."""
        if self._passing:
            return False
        if self._yes_no:
            self._see_yes_no(fact)
        elif fact.kind == "comes" and fact.blueprint_id == self._about:
            self._see_place(fact)
        elif fact.own and fact.kind in ("says", "asks"):
            self._see_words(fact)
        return False

    def _say(self, result: str, rule: str) -> None:
        self.deduction = self.deduction or Deduction(self._results[result], f"result.{rule}")

    def _see_place(self, fact: Fact) -> None:
        """The place that the card in question came to."""
        if self._results.keys() == _SIDES and fact.index is not None:
            if fact.index in self._at or fact.index - 1 in self._at:
                self._say("Left" if fact.index in self._at else "Right", "side")
            return
        aside = [result for result in self._results if (_ASIDE in result) == (fact.zone == "SIDE_OF_TABLE")]
        if 1 == len(aside) < len(self._results):
            self._say(aside[0], "place")

    def _see_yes_no(self, fact: Fact) -> None:
        if fact.own and fact.kind in ("says", "destiny"):
            self._texts += 1
            if self._texts > _TEXTS:
                return
            if fact.text.startswith("chooses"):
                self._say("No" if _REFUSED.match(fact.text) else "Yes", "chosen")
            elif self._is_done(fact):
                self._say("Yes", "done")
        elif self.silent and fact.decision is not None and fact.decision.decision_type == "CARD_SELECTION":
            self._say("No" if self.decision.mentions and fact.decision.minimum > 0 else "Yes", "asked_again")

    def _is_done(self, fact: Fact) -> bool:
        """Whether a fact is the action that the question offered."""
        if any(name in fact.named for name in self.decision.mentions):
            return True
        return share_of(self._words, fact.words) >= _ABOUT_SHARE or bool(
            self._verb and fact.text.startswith(self._verb)
        )

    def _see_words(self, fact: Fact) -> None:
        """The result named by the seat's next text, or sharing most words with it."""
        self._texts += 1
        if self.deduction is not None or self._texts > _TEXTS:
            return
        said = f" {_plain(fact.bare)} "
        named = [result for result, words in self._plain.items() if fact.kind == "says" and f" {words} " in said]
        if named:
            self._say(max(named, key=len), "named")
        elif len(self._results) <= _FEW:
            shares = [share_of(wanted, fact.words) for wanted in self._wanted]
            best = [at for at, share in enumerate(shares) if share == max(shares)]
            if len(best) == 1 and shares[best[0]] >= _ABOUT_SHARE:
                self._say(list(self._results)[best[0]], "words")

    def settle(self, last: Fact | None) -> Deduction:
        """See ``Watch``."""
        if self._passing and last is not None:
            self._say("No" if self.silent and last.kind == "asks" else "Yes", "passed")
        elif self._yes_no:
            self._say("No", "undone")
        return self.deduction or self.usual("result")


def _plain(text: str) -> str:
    return _APART.sub(" ", text.lower()).strip()
