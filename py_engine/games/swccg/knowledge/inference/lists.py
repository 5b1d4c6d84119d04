"""Infers selections from a list of cards, such as a searched pile."""

from __future__ import annotations

from math import comb

from py_engine.games.swccg.knowledge.inference.facts import Fact, subject
from py_engine.games.swccg.knowledge.inference.watch import Deduction, Watch
from py_engine.games.swccg.rules.decisions import ACTIONS, PASS, Decision, Option, joined

__all__ = ["ListWatch"]

_UNSEEN = (
    "TOP_OF_RESERVE_DECK",
    "TOP_OF_FORCE_PILE",
    "TOP_OF_USED_PILE",
    "TOP_OF_LOST_PILE",
    "TOP_OF_UNRESOLVED_DESTINY_DRAW",
)
"""Zones in which the log shows a card because it is now on top, not because it was chosen."""
_SPENT = (" in Used Pile", " in Lost Pile")
"""Endings of messages about where an Interrupt goes after use."""


class ListWatch(Watch):
    """An ARBITRARY_CARDS decision. Its ids mean nothing outside it, so cards are identified by blueprint.

    Args:
        decision: The decision.
        top: Id of the pile's top card, if the list shows the whole pile in order; else None.
    """

    def __init__(self, decision: Decision, top: str | None) -> None:
        super().__init__(decision)
        self._open: dict[str, list[Option]] = {}
        for option in decision.open_options:
            if option.blueprint_id is not None:
                self._open.setdefault(option.blueprint_id, []).append(option)
        self._blueprints: list[str] = []
        self._by = ""
        self._top = top
        self._first: bool | None = None
        """Whether the pile's top card was chosen; None if unknown."""
        self._ended = False

    def see(self, fact: Fact) -> bool:
        """See ``Watch``."""
        if fact.kind == "asks":
            self._again(fact)
            self._ended = self._ended or bool(self._blueprints)
        if self.deduction is not None or self._ended:
            return False
        self._watch_top(fact)
        blueprint = self._blueprint_in(fact)
        if blueprint in self._open and self._by in ("", fact.kind) and len(self._blueprints) < self.decision.maximum:
            self._blueprints.append(blueprint)
            self._by = fact.kind
        return False

    def _watch_top(self, fact: Fact) -> None:
        """If the top card is removed before any message, such as that of the shuffle, it is the chosen one."""
        if self._top is not None and self._first is None:
            if fact.kind == "goes" and self._top in fact.others:
                self._first = True
            elif fact.kind == "says":
                self._first = False

    def _blueprint_in(self, fact: Fact) -> str:
        """The blueprint of a card of the seat that moved or is named; empty if there is none."""
        if not fact.own:
            return ""
        if fact.kind == "says":
            return "" if fact.text.endswith(_SPENT) else subject(fact) or ""
        if fact.decision is not None:
            return "" if fact.decision.decision_type in ACTIONS else subject(fact) or ""
        return fact.blueprint_id if fact.kind in ("comes", "shows") and fact.zone not in _UNSEEN else ""

    def _again(self, fact: Fact) -> None:
        """If the same list is offered again without one card, that card was chosen."""
        after, before = fact.decision, self.decision
        if after is None or after.decision_type != before.decision_type or after.text != before.text:
            return
        if before.maximum != 1 or len(after.options) != len(before.options) - 1:
            return
        names = [option.blueprint_id for option in before.options]
        rest = [option.blueprint_id for option in after.options]
        same = 0
        while same < len(rest) and names[same] == rest[same]:
            same += 1
        if names[same + 1 :] != rest[same:]:
            return
        start = same
        while start > 0 and names[start - 1] == names[same]:
            start -= 1  # any of a run of equal cards may be the missing one
        chosen = [option for option in before.options[start : same + 1] if option.selectable]
        if chosen:
            self.deduction = Deduction(chosen[0].answer, "list.shorter", len(chosen))

    def settle(self, last: Fact | None) -> Deduction:
        """See ``Watch``."""
        if not self._blueprints:
            return Deduction(PASS, "list.nothing") if self.decision.may_pass else self.usual("list")
        chosen: list[str] = []
        ways = 1
        for blueprint in dict.fromkeys(self._blueprints):
            alike = self._alike(blueprint)
            taken = min(len(alike), self._blueprints.count(blueprint))
            chosen.extend(option.answer for option in alike[:taken])
            ways *= comb(len(alike), taken)
        if len(chosen) < self.decision.minimum:
            return self.usual("list")
        return Deduction(joined(chosen), f"list.{self._by}", ways)

    def _alike(self, blueprint: str) -> list[Option]:
        """The options that may be the chosen card, given its blueprint."""
        found, top = self._open[blueprint], self.decision.options[0]
        if self.decision.maximum == 1 and top in found:
            if self._first is True:
                return [top]
            if self._first is False:
                return [option for option in found if option is not top] or found
        return found
