"""Infers selections of cards on the table, in hand or on a pile."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.games.swccg.knowledge.inference.facts import Fact
from py_engine.games.swccg.knowledge.inference.watch import Deduction, Watch
from py_engine.games.swccg.rules.board import Board
from py_engine.games.swccg.rules.decisions import ACTIONS, PASS, Decision, Option, joined

__all__ = ["CardWatch"]


class CardWatch(Watch):
    """A CARD_SELECTION decision.

    Args:
        decision: The decision.
        board: The board at the time of the decision.
    """

    def __init__(self, decision: Decision, board: Board) -> None:
        super().__init__(decision)
        self._ids = {option.answer for option in decision.open_options}
        self._left: list[Option] = decision.open_options
        """Options still possible after the messages so far."""
        self._named = False
        self._found: list[str] = []
        self._by = ""
        """The kind of facts that gave ``_found``."""
        self._own = False
        """Whether the seat has acted since."""
        self._back = False
        """Whether an action decision followed at once, so that the selection may have been cancelled."""
        self._where = decision.kind == "where"
        self._lost = decision.kind == "lose"
        self._about = decision.mentions[0] if self._where and decision.mentions else None
        self._row = [place.card_id if place is not None else "" for place in board.locations]
        self._systems = [(place.card_id, place.system) for place in board.locations if place is not None]

    def see(self, fact: Fact) -> bool:
        """See ``Watch``."""
        if fact.kind == "asks":
            if self._found and len(self._found) >= self.decision.minimum:
                self.deduction = self._answer()
                return False
            self._back = self._back or (self.silent and self._is_action(fact))
        self._own = self._own or (bool(fact.own) and fact.kind != "asks")
        ids = self._ids_in(fact)
        if ids:
            self._take(ids, fact)
        elif fact.named and fact.own and not self._is_action(fact):
            self._hear(fact)
        return False

    @staticmethod
    def _is_action(fact: Fact) -> bool:
        return fact.decision is not None and fact.decision.decision_type in ACTIONS

    def _ids_in(self, fact: Fact) -> list[str]:
        """The options that a fact affects, in the order of the log."""
        if fact.kind == "goes":
            return [] if self._where else self._among(fact.others)
        if fact.kind == "aims":
            return self._among(fact.others) if fact.own else []
        if fact.kind in ("acts", "shows"):
            return self._among([fact.card_id]) if fact.own and not self._where else []
        about = fact.own if self._about is None else fact.blueprint_id == self._about
        if fact.kind in ("comes", "moves", "stands") and about and not self._lost:
            return self._beside(fact) if fact.zone == "LOCATIONS" else self._among(fact.places)[:1]
        return []

    def _among(self, ids: Sequence[str]) -> list[str]:
        return [card_id for card_id in ids if card_id in self._ids]

    def _beside(self, fact: Fact) -> list[str]:
        """The option next to which a location was deployed, or whose system it belongs to."""
        if fact.index is None:
            return []
        if "system" in self.decision.text:
            alike = self._among([card_id for card_id, system in self._systems if system and system == fact.system])
            if alike:
                return alike[:1]
        return self._among([self._row[at] for at in (fact.index, fact.index - 1) if 0 <= at < len(self._row)])[:1]

    def _take(self, ids: list[str], fact: Fact) -> None:
        """Adds affected cards that are still possible."""
        if self._by not in ("", fact.kind):
            return
        left = {option.answer for option in self._left}
        new = [card_id for card_id in ids if card_id in left and card_id not in self._found]
        if not new:
            return
        self._found.extend(new[: self.decision.maximum - len(self._found)])
        self._by = fact.kind
        if len(self._found) >= self.decision.maximum:
            self.deduction = self._answer()

    def _hear(self, fact: Fact) -> None:
        """Narrows the options by a text that names cards."""
        if self._lost and fact.text.startswith("loses"):
            return  # a card lost unseen from a pile may have the name of a card in hand
        kept = [option for option in self._left if option.blueprint_id in fact.named]
        kept = [option for option in kept if option.blueprint_id != self._about] or kept
        if kept:
            self._left, self._named = kept, True

    def _answer(self) -> Deduction:
        return Deduction(joined(self._found), f"cards.{self._by}")

    def settle(self, last: Fact | None) -> Deduction:
        """See ``Watch``."""
        if self._found and len(self._found) >= self.decision.minimum:
            return self._answer()
        if self._named:
            return self._of_named()
        if last is not None and self.decision.may_pass and (self._back or not self._own):
            return Deduction(PASS, "cards.cancelled")
        return self.usual("cards")

    def _of_named(self) -> Deduction:
        """One copy of each named card up to the maximum, and further copies up to the minimum."""
        first = {option.blueprint_id: option.answer for option in reversed(self._left)}
        chosen = [option.answer for option in self._left if first[option.blueprint_id] == option.answer]
        rest = [option.answer for option in self._left if option.answer not in chosen]
        chosen = [*chosen, *rest[: max(0, self.decision.minimum - len(chosen))]][: self.decision.maximum]
        if len(chosen) < self.decision.minimum:
            return self.usual("cards")
        return Deduction(joined(chosen), "cards.named", max(1, len(self._left) - len(chosen) + 1))
