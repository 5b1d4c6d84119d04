"""Notices actions that are taken again though the first time changed nothing."""

from __future__ import annotations

from py_engine.games.swccg.decisions import Decision
from py_engine.games.swccg.events import Event
from py_engine.games.swccg.titles import mentions

__all__ = ["Attempts"]


class Attempts:
    """What the seat has tried since anything on the board last changed.

    An action shows in the log when its card is activated, or when the server goes on to ask about that card; both are
    counted by the question they answered, so that a card with several actions is not blamed for another question's.
    """

    def __init__(self) -> None:
        self._by_card: dict[str, int] = {}
        self._by_blueprint: dict[str, int] = {}
        self._asked: str | None = None
        """The actions offered by the last question that offered any; what follows is put down to it."""

    def changed(self) -> None:
        """Something on the board is not as it was."""
        if self._by_card or self._by_blueprint:
            self._by_card, self._by_blueprint = {}, {}
        self._asked = None

    def asked(self, event: Event) -> None:
        """The seat is asked something."""
        if event.get("decisionType") in ("CARD_ACTION_CHOICE", "ACTION_CHOICE"):
            if event.parameters.get("actionId"):
                self._asked = event.get("text")
        elif self._asked is not None:
            for blueprint in mentions(event.get("text"))[:1]:
                self._by_blueprint[blueprint] = self._by_blueprint.get(blueprint, 0) + 1
                self._asked = None

    def tried(self, card_id: str) -> None:
        """A card of the seat was activated."""
        if self._asked is not None:
            self._by_card[card_id] = self._by_card.get(card_id, 0) + 1
            self._asked = None

    def repeats(self, decision: Decision) -> dict[str, int]:
        """Answer -> how often that action was already tried without anything having changed."""
        if not self._by_card and not self._by_blueprint:
            return {}
        found: dict[str, int] = {}
        alike: dict[str, int] = {}
        for option in decision.options:
            if option.card_id is not None:
                alike[option.card_id] = alike.get(option.card_id, 0) + 1
        for option in decision.options:
            if option.card_id is None or alike[option.card_id] > 1:
                continue
            times = self._by_card.get(option.card_id, 0) + self._by_blueprint.get(option.blueprint_id or "", 0)
            if times:
                found[option.answer] = times
        return found
