"""Infers actions and passes: an action shows by its card, by its name, or by the decisions it leads to."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.games.swccg.knowledge.inference.facts import TOP_LEVEL, Fact, keys, share_of, subject
from py_engine.games.swccg.knowledge.inference.watch import Deduction, Watch
from py_engine.games.swccg.rules.board import Board
from py_engine.games.swccg.rules.decisions import ACTIONS, PASS, Decision, Option

__all__ = ["ActionWatch"]

_BY_THE_WAY = (
    "loses",
    "forfeits",
    "choose to forfeit",
    "chooses to forfeit",
    "puts",
    "draws",
    "takes",
    "retrieves",
    "reveals",
    "causes",
    "has",
)
"""Beginnings of messages about side effects on a card, which do not identify the action."""
_BY_CARD = ("acts", "shows", "aims", "moves")
_GONE_ON = ("acts", "shows", "aims", "moves", "says", "destiny")
_COST = "Use "
"""Beginning of a question for responses to a cost, at which the action itself may not have shown yet."""
_TEXTS = 3
"""Number of texts after an action that may still be about it."""
_SIDE = "side of table"


class ActionWatch(Watch):
    """A CARD_ACTION_CHOICE or ACTION_CHOICE decision.

    Args:
        decision: The decision.
        board: The board at the time of the decision.
    """

    def __init__(self, decision: Decision, board: Board) -> None:
        super().__init__(decision)
        self._top = decision.kind in TOP_LEVEL
        self._left: list[Option] = []
        """The possible options, once an action is known to have been taken."""
        self._rule = ""
        self._texts: list[Fact] = []
        self._gone: list[str] = []
        self._came: list[Fact] = []
        self._by_card: dict[str, list[Option]] = {}
        self._by_blueprint: dict[str, list[Option]] = {}
        self._of_piles: list[tuple[Option, frozenset[str]]] = []
        self._hand: set[str] = set()
        for option in decision.options:
            self._enter(option, board)

    def _enter(self, option: Option, board: Board) -> None:
        if option.card_id is not None:
            self._by_card.setdefault(option.card_id, []).append(option)
            card = board.cards.get(option.card_id)
            if card is not None and card.zone == "HAND":
                self._hand.add(option.card_id)
        if option.blueprint_id is not None:
            self._by_blueprint.setdefault(option.blueprint_id, []).append(option)
        elif option.action:
            self._of_piles.append((option, keys(option.action)))

    @property
    def closed(self) -> bool:
        """See ``Watch``. An action taken stays open, to claim its later consequences from earlier decisions."""
        return self.deduction is not None and not self._left

    @property
    def acted(self) -> bool:
        """See ``Watch``."""
        return bool(self._left)

    def passed(self, why: str) -> None:
        """Records a pass, if that is legal and no action has shown."""
        if self.deduction is None and not self._left:
            self.deduction = Deduction(PASS, f"pass.{why}") if self.decision.may_pass else self.usual("action")

    def see(self, fact: Fact) -> bool:
        """See ``Watch``."""
        if self._left:
            return self._follow(fact)
        if fact.kind == "asks" and "want to Pass" in fact.text:
            self.passed("confirmed")
            return False
        if fact.kind == "goes":
            self._gone.extend(fact.others)
        elif fact.kind == "comes" and fact.own and fact.blueprint_id in self._by_blueprint:
            self._came.append(fact)
        left, rule = self._claim(fact)
        if left:
            self._take(left, rule, fact)
        elif fact.kind == "asks":
            self._asked(fact)
        elif fact.own is False and fact.kind in _GONE_ON:
            self.passed("opponent")
        return bool(self._left)

    def _claim(self, fact: Fact) -> tuple[list[Option], str]:
        """The options that a fact may be evidence of, and the rule."""
        if self.decision.decision_type == "ACTION_CHOICE" and fact.kind in _BY_CARD:
            # A required action may be on either player's card, and is identified by its blueprint alone.
            return self._by_blueprint.get(fact.blueprint_id, []), "action.card"
        if not fact.own:
            return [], ""
        if fact.kind in _BY_CARD:
            return self._by_card.get(fact.card_id, []), "action.card"
        if fact.kind == "says":
            return self._named(fact, None if fact.text.startswith(_BY_THE_WAY) else subject(fact)), "action.named"
        if fact.decision is not None and fact.decision.decision_type not in ACTIONS:
            return self._named(fact, subject(fact)), "action.asked_for"
        return [], ""

    def _named(self, fact: Fact, blueprint: str | None) -> list[Option]:
        """The options of the card that a text is about, or the actions on piles that it describes."""
        found = self._by_blueprint.get(blueprint, []) if blueprint is not None else []
        return found or [option for option, words in self._of_piles if words and words <= fact.words]

    def _asked(self, fact: Fact) -> None:
        """A decision that names none of the options."""
        if fact.decision is not None and fact.decision.decision_type not in ACTIONS:
            if self.silent and "'Done'" in fact.text:
                self._take(list(self.decision.options), "action.asked", fact)
        elif not self._top and not fact.text.startswith(_COST):
            self.passed("response")

    def _take(self, left: list[Option], rule: str, fact: Fact) -> None:
        self._left, self._rule = left, rule
        self._keep(self._gone)
        for earlier in self._came:
            self._narrow_by_own(earlier)
        self._narrow(fact)

    def _keep(self, ids: Sequence[str]) -> None:
        """Keeps only the options with these cards, if there are any."""
        kept = [option for option in self._left if option.card_id in ids]
        self._left = kept or self._left

    def _follow(self, fact: Fact) -> bool:
        """Processes a fact after the action; True if it is a consequence of it."""
        if self.deduction is None:
            self._narrow(fact)
        option = self._left[0]
        if not fact.own:
            return False
        if fact.kind in _BY_CARD:
            return fact.card_id == option.card_id
        return fact.kind == "says" and option.blueprint_id is not None and option.blueprint_id in fact.named

    def _narrow(self, fact: Fact) -> None:
        """Narrows options that look alike by a later fact."""
        if fact.kind == "goes":
            self._keep([card_id for card_id in fact.others if card_id in self._hand])
        elif fact.kind == "battle":
            self._keep(fact.places)
        elif fact.own:
            self._narrow_by_own(fact)
        if len(self._left) == 1:
            self.deduction = Deduction(self._left[0].answer, self._rule)

    def _narrow_by_own(self, fact: Fact) -> None:
        if fact.kind in _BY_CARD:
            self._keep([fact.card_id])
        elif fact.kind == "comes":
            alike = [option for option in self._left if option.blueprint_id == fact.blueprint_id]
            aside = fact.zone == "SIDE_OF_TABLE"
            self._left = [option for option in alike if (_SIDE in option.action) == aside] or alike or self._left
        elif fact.kind in ("says", "asks"):
            self._texts.append(fact)
            if fact.kind == "says" and not fact.text.startswith(_BY_THE_WAY):
                named = subject(fact)
                self._left = [option for option in self._left if option.blueprint_id == named] or self._left

    def settle(self, last: Fact | None) -> Deduction:
        """See ``Watch``."""
        if self._left:
            self.deduction = self.deduction or self._by_words()
        elif last is not None:
            self.passed("phase" if last.kind == "phase" else "again")
        else:
            self.passed("end")
        return self.deduction or self.usual("action")

    def _by_words(self) -> Deduction:
        """The remaining option that shares most words with the texts."""
        texts = [fact.words for fact in self._texts[:_TEXTS]]
        words = texts[0].union(*texts[1:]) if texts else frozenset[str]()
        wanted = [keys(option.action) for option in self._left]
        common = wanted[0].intersection(*wanted[1:])
        shares = [share_of(each - common, words) for each in wanted]
        best = [option for option, share in zip(self._left, shares, strict=True) if share == max(shares)]
        rule = self._rule if len(best) == len(self._left) else f"{self._rule}.words"
        return Deduction(best[0].answer, rule, len(best))
