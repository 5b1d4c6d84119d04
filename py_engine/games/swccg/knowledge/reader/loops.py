"""Notices actions that are taken again though they have led nowhere before."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from py_engine.games.swccg.rules.board import SIDES, Board
from py_engine.games.swccg.rules.decisions import ACTIONS, Decision
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.titles import mentions, plain

__all__ = ["Attempts", "Table"]

MAX_TIMES = 1_000

_Offered = tuple[str, str]
"""The id of an action's card, and the server's words for the action."""


class Attempts:
    """What the seat has tried, in which positions, since the phase of the turn began.

    An action shows in the log when its card is activated, or when the server goes on to ask about that card. It is
    counted for the position in which it was taken: where that comes about again, the action has led nowhere, whether
    nothing at all has happened since or several steps have come back to where they began.

    Args:
        board: the board that the log is folded into; it stays the same object.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tried: dict[object, dict[tuple[_Offered, ...], int]] = {}
        """Position -> the actions that it may have been -> how often."""
        self._asked: Event | None = None
        """The last question that offered actions; what follows is put down to it."""
        self._position: object | None = None
        self._table = Table(board)

    def begin(self) -> None:
        """A new phase begins, or something that the board does not hold is not as it was."""
        self._tried.clear()
        self.changed()

    def changed(self) -> None:
        """Something on the board is not as it was."""
        self._asked = None
        self._position = None

    def asked(self, event: Event) -> None:
        """The seat is asked something."""
        if event.get("decisionType") in ACTIONS:
            if event.parameters.get("actionId"):
                self._asked = event
        elif self._asked is not None:
            for blueprint in mentions(event.get("text"))[:1]:
                self._took(offer for offer, of in self._offers(self._asked) if of == blueprint)

    def tried(self, card_id: str) -> None:
        """A card of the seat was activated."""
        if self._asked is not None and card_id:
            self._took(offer for offer, _ in self._offers(self._asked) if offer[0] == card_id)

    def repeats(self, decision: Decision) -> dict[str, int]:
        """Answer -> how often that action was already tried in this position.

        Where a card has several actions and the log does not tell which was taken, each counts for its share.
        """
        if not self._tried or decision.decision_type not in ACTIONS:
            return {}
        tried = self._tried.get(self._here(), {})
        found: dict[str, int] = {}
        for option in decision.options:
            this = (option.card_id or "", option.action)
            times = 0
            for offered, often in tried.items():
                times += often // len(offered) if this in offered else 0
            if times:
                found[option.answer] = min(times, MAX_TIMES)
        return found

    def _offers(self, event: Event) -> Iterable[tuple[_Offered, str]]:
        """What a question offers, each with the blueprint of its card as far as that is known."""
        cards, said = event.parameters.get("cardId", []), event.parameters.get("blueprintId", [])
        for index, text in enumerate(event.parameters.get("actionText", [])):
            card_id = cards[index] if index < len(cards) else ""
            card = self._board.cards.get(card_id)
            named = said[index] if index < len(said) else ""
            yield (card_id, plain(text)), card.blueprint_id if card is not None else named

    def _took(self, offers: Iterable[_Offered]) -> None:
        offered = tuple(offers)
        if offered:
            here = self._tried.setdefault(self._here(), {})
            here[offered] = here.get(offered, 0) + 1
            self._asked = None

    def _here(self) -> object:
        if self._position is None:
            self._position = (self._table.digest(), _numbers(self._board))
        return self._position


class Table:
    """All cards of a board in one number, kept up card by card: a question costs what has changed since the last one.

    Cards count without their ids, which the server gives anew, and without their order.

    Args:
        board: the one whose cards they are.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._counted: dict[str, tuple[int, str | None]] = {}
        """Card -> what it adds to the number, and what it is on."""
        self._on: dict[str, set[str]] = {}
        """Card -> the cards that say they are on it, whether or not it is there."""
        self._sum = 0

    def digest(self) -> int:
        """Two tables with the same cards at the same places have the same, others different ones."""
        touched = self._board.touched
        for card_id in touched.union(*(self._on.get(each, ()) for each in touched)):
            self._count(card_id)
        touched.clear()
        return self._sum

    def _count(self, card_id: str) -> None:
        before, on = self._counted.pop(card_id, (0, None))
        self._sum -= before
        if on is not None:
            self._on[on].discard(card_id)
        cards = self._board.cards
        card = cards.get(card_id)
        if card is None:
            return
        host = cards.get(card.attached_to) if card.attached_to is not None else None
        worth = _worth(card.zone, card.blueprint_id, card.owner, card.location, host.blueprint_id if host else "")
        self._counted[card_id] = worth, card.attached_to
        self._sum += worth
        if card.attached_to is not None:
            self._on.setdefault(card.attached_to, set()).add(card_id)


@lru_cache(maxsize=8_192)
def _worth(*told: str | int | None) -> int:
    """A number of 256 bits for what is told of a card; sums of such numbers differ unless the cards are the same."""
    return int.from_bytes(sha256(repr(told).encode("utf-8", "replace")).digest(), "big")


def _numbers(board: Board) -> str:
    """All numbers of a board that an action can change, to be compared."""
    both = [(board.piles.get(side), board.generation.get(side), sorted(board.power[side].items())) for side in SIDES]
    return repr((both, board.battle))
