"""Detects repeated actions: those taken again in the same position, so that they had no effect.

Positions are compared by an incremental hash of the board, a sum over its cards (as in an additive Zobrist key; Zobrist
1970, Bellare & Micciancio 1997), together with its numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256

from py_engine.games.swccg.knowledge.reader.questions import Questions
from py_engine.games.swccg.rules.board import SIDES, Board
from py_engine.games.swccg.rules.decisions import ACTIONS, Decision
from py_engine.games.swccg.rules.events import Event
from py_engine.games.swccg.rules.titles import mentions, plain

__all__ = ["Attempts", "Table"]

MAX_TIMES = 1_000

_Offered = tuple[str, str]
"""The id of an action's card, and the server's text for the action."""


class Attempts:
    """The actions that the seat has taken in each position since the current turn began.

    An action shows in the log when its card is activated, when the server's next question is about that card, or when the
    server says that another card must come first. It is counted for the position in which it was taken. If that position comes
    up again, the action had no effect: either nothing happened since, or several steps led back to it. A decision that comes
    again at once, with nothing in between, was not passed either: the server goes on after a pass, as far as recorded games show.

    Args:
        board: The tracker's board; always the same object.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tried: dict[object, dict[tuple[_Offered, ...], int]] = {}
        """Position -> possible actions -> times taken."""
        self._this_turn: dict[tuple[_Offered, ...], int] = {}
        """Possible actions -> times taken this turn, in any position."""
        self._asked: Event | None = None
        """The last decision that offered actions, to which the next action is attributed."""
        self._position: object | None = None
        self._table = Table(board)
        self.questions = Questions()
        """The answers to questions, counted in the same way."""

    def begin_turn(self) -> None:
        """A new turn began."""
        self._this_turn.clear()
        self.begin()

    def begin_phase(self) -> None:
        """A new phase began: what changed nothing before will hardly do so in it, but questions are new."""
        self.questions.begin()
        self.changed()

    def begin(self) -> None:
        """Starts over: something changed that the board does not hold."""
        self._tried.clear()
        self.questions.begin()
        self.changed()

    def changed(self) -> None:
        """The board changed."""
        self._asked = None
        self._position = None
        self.questions.changed()

    def asked(self, event: Event, *, at_once: bool = False) -> None:
        """The seat got a decision.

        Args:
            event: The decision.
            at_once: Whether the event before it was the very same decision.
        """
        self.questions.asked(event)
        if event.get("decisionType") in ACTIONS:
            if at_once and self._asked is not None:
                self._took(offer for offer, _ in self._offers(self._asked))
            if event.parameters.get("actionId"):
                self._asked = event
        elif self._asked is not None:
            for blueprint in mentions(event.get("text"))[:1]:
                self._took(offer for offer, of in self._offers(self._asked) if of == blueprint)

    def tried(self, card_id: str) -> None:
        """A card of the seat was activated."""
        if self._asked is not None and card_id:
            self._took(offer for offer, _ in self._offers(self._asked) if offer[0] == card_id)

    def said(self, text: str) -> None:
        """A message, as the server writes it: a deployment that needs another card first shows in nothing else."""
        if self._asked is not None and " targets to deploy " in text and ", but must first " in text:
            for blueprint in mentions(text)[:1]:
                self._took(offer for offer, of in self._offers(self._asked) if of == blueprint)

    def repeats(self, decision: Decision) -> dict[str, int]:
        """Answer -> earlier times that the action was taken, or the question so answered, in this position.

        If a card has several actions and the log does not show which was taken, each counts for its share.
        """
        if decision.decision_type not in ACTIONS:
            return self.questions.posed(decision, self._here())
        if not self._tried:
            return {}
        return _shares(decision, self._tried.get(self._here(), {}))

    def taken(self, decision: Decision) -> dict[str, int]:
        """Answer -> earlier times that the action was taken this turn, in any position; shared out as in ``repeats``."""
        if not self._this_turn or decision.decision_type not in ACTIONS:
            return {}
        return _shares(decision, self._this_turn)

    def _offers(self, event: Event) -> Iterable[tuple[_Offered, str]]:
        """The actions that a decision offers, each with the blueprint of its card if known."""
        cards, given = event.parameters.get("cardId", []), event.parameters.get("blueprintId", [])
        for index, text in enumerate(event.parameters.get("actionText", [])):
            card_id = cards[index] if index < len(cards) else ""
            card = self._board.cards.get(card_id)
            named = given[index] if index < len(given) else ""
            yield (card_id, plain(text)), card.blueprint_id if card is not None else named

    def _took(self, offers: Iterable[_Offered]) -> None:
        offered = tuple(offers)
        if offered:
            here = self._tried.setdefault(self._here(), {})
            here[offered] = here.get(offered, 0) + 1
            self._this_turn[offered] = self._this_turn.get(offered, 0) + 1
            self._asked = None

    def _here(self) -> object:
        if self._position is None:
            self._position = (self._table.digest(), _numbers(self._board))
        return self._position


def _shares(decision: Decision, taken: Mapping[tuple[_Offered, ...], int]) -> dict[str, int]:
    """Answer -> times its action was taken."""
    found: dict[str, int] = {}
    for option in decision.options:
        this = (option.card_id or "", option.action)
        times = 0
        for offered, often in taken.items():
            times += often // len(offered) if this in offered else 0
        if times:
            found[option.answer] = min(times, MAX_TIMES)
    return found


class Table:
    """An incremental hash of a board's cards: an update costs as much as has changed since the last one.

    It is independent of the cards' order and of their ids, which the server reassigns.

    Args:
        board: The board to hash.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._counted: dict[str, tuple[int, str | None]] = {}
        """Card id -> its term in the sum, and the card it is attached to."""
        self._on: dict[str, set[str]] = {}
        """Card id -> ids of the cards attached to it, whether or not it is on the board."""
        self._sum = 0

    def digest(self) -> int:
        """The hash: equal for boards with the same cards at the same places, different for others."""
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
        term = _hash(card.zone, card.blueprint_id, card.owner, card.location, host.blueprint_id if host else "")
        self._counted[card_id] = term, card.attached_to
        self._sum += term
        if card.attached_to is not None:
            self._on.setdefault(card.attached_to, set()).add(card_id)


@lru_cache(maxsize=8_192)
def _hash(*fields: str | int | None) -> int:
    """A 256-bit hash of a card's fields; sums of such hashes collide only by chance."""
    return int.from_bytes(sha256(repr(fields).encode("utf-8", "replace")).digest(), "big")


def _numbers(board: Board) -> str:
    """All numbers of a board that an action can change, as a comparable text."""
    both = [(board.piles.get(side), board.generation.get(side), sorted(board.power[side].items())) for side in SIDES]
    return repr((both, board.battle))
