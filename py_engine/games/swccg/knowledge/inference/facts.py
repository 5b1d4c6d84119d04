"""Facts from the events of a log, as evidence for earlier answers: who did what, with which cards, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.rules.board import Board, Card
from py_engine.games.swccg.rules.decisions import ACTIONS, Decision
from py_engine.games.swccg.rules.events import Event, whole
from py_engine.games.swccg.rules.titles import mentions, plain

__all__ = ["TOP_LEVEL", "Fact", "asking", "keys", "reading", "share_of", "subject"]

TOP_LEVEL = ("activate", "control", "deploy", "battle", "weapons", "move", "draw")
"""Kinds of action decisions between which an action is completed."""

_KINDS = {
    "CA": "acts",
    "IP": "shows",
    "CAC": "aims",
    "PCIP": "comes",
    "PCIPAR": "comes",
    "MCIP": "moves",
    "RCFP": "goes",
    "RCIP": "stands",
    "FCIP": "stands",
    "GPC": "phase",
    "TC": "phase",
    "DD": "destiny",
    "SB": "battle",
    "M": "says",
    "W": "says",
}
_CARD = re.compile(r"<div[^<>]*>[^<>]*</div>")
_WORD = re.compile(r"[a-z]{3,}")
_COMMON = frozenset("the and for you your from with using card cards choose click done".split())
_KEY = 4


@dataclass(slots=True)
class Fact:
    """An event as evidence for an answer.

    Attributes:
        kind: ``acts`` (a card's action is taken), ``shows`` (a card is shown as it is played), ``aims`` (a card affects
            others), ``comes`` (a card is put somewhere), ``moves``, ``goes`` (cards are removed from where they were),
            ``stands`` (a card is replaced or turned), ``phase``, ``destiny``, ``battle``, ``says`` (a message), ``asks``
            (the seat gets a decision).
        own: Whether it is the seat's; None if unknown.
        card_id: The card it is about.
        blueprint_id: The blueprint id of that card.
        zone: Where the card is now.
        places: Ids of the cards that it is attached to or at, nearest first.
        index: The index of its location; None if it is not at a location.
        system: Name of a location's system.
        others: Ids of further cards.
        text: Of a message, the part after the player's name; of a decision, the question; of a destiny, its purpose.
        bare: The text without card names.
        named: Blueprints of the cards named in the text, in order.
        decision: The seat's decision.
        top: Whether it completes everything before it: a new phase, or a new top-level action decision.
    """

    kind: str
    own: bool | None = None
    card_id: str = ""
    blueprint_id: str = ""
    zone: str = ""
    places: tuple[str, ...] = ()
    index: int | None = None
    system: str = ""
    others: tuple[str, ...] = ()
    text: str = ""
    bare: str = ""
    named: tuple[str, ...] = ()
    decision: Decision | None = None
    top: bool = False
    _keys: frozenset[str] | None = field(default=None, repr=False)

    @property
    def words(self) -> frozenset[str]:
        """The keys of the words in its text."""
        if self._keys is None:
            self._keys = keys(self.text)
        return self._keys


def keys(text: str) -> frozenset[str]:
    """The words of a text as short prefixes, a crude stemming that makes *draw*, *draws* and *drawing* equal."""
    return frozenset(word.removesuffix("s")[:_KEY] for word in _WORD.findall(text.lower()) if word not in _COMMON)


def share_of(wanted: frozenset[str], given: frozenset[str]) -> float:
    """Share of the wanted words found in another text; 0 if no words are wanted."""
    return len(wanted & given) / len(wanted) if wanted else 0.0


def subject(fact: Fact) -> str | None:
    """Blueprint of the card that a text is about: the last one if it asks for a side of a location or *uses* a card."""
    if not fact.named:
        return None
    return fact.named[-1] if " side of " in fact.text or " using " in fact.text else fact.named[0]


def asking(decision: Decision) -> Fact:
    """The fact of a decision of the seat."""
    top = decision.decision_type in ACTIONS and decision.kind in TOP_LEVEL
    return Fact("asks", own=True, text=decision.text, named=decision.mentions, decision=decision, top=top)


def reading(event: Event, tracker: Tracker) -> Fact | None:
    """The fact of an event that the tracker has processed; None if it is no evidence."""
    kind = _KINDS.get(event.type)
    if kind is None:
        return None
    if kind == "says":
        return _message(event, tracker)
    if kind == "phase":
        return Fact(kind, top=True)
    own = _whose(event, tracker)
    if kind == "goes":
        return Fact(kind, own=own, others=tuple(event.ids()))
    card_id = event.get("cardId")
    index, places = _place(event, tracker.board)
    return Fact(
        kind,
        own=own,
        card_id=card_id,
        blueprint_id=event.get("blueprintId"),
        zone=event.get("zone"),
        places=places,
        index=index,
        system=event.get("systemName"),
        others=tuple(event.ids()),
        text=event.get("destinyText"),
    )


def _whose(event: Event, tracker: Tracker) -> bool | None:
    name = event.get("participantId")
    return None if not name else name == tracker.seat


def _place(event: Event, board: Board) -> tuple[int | None, tuple[str, ...]]:
    places: list[str] = []
    card: Card | None = board.cards.get(event.get("targetCardId"))
    if card is not None:
        places.append(card.card_id)
    # An event that starts a battle has no zone. In other zones, a location index is meaningless.
    index = whole(event.get("locationIndex")) if event.get("zone") in ("", "AT_LOCATION", "LOCATIONS") else None
    if index is None and card is not None:
        index = board.place_of(card)
    if index is not None and 0 <= index < len(board.locations):
        location = board.locations[index]
        if location is not None:
            places.append(location.card_id)
    return index, tuple(places)


def _message(event: Event, tracker: Tracker) -> Fact:
    message = event.get("message")
    text, own = plain(message), None
    # The longer name first, as one may be a prefix of the other.
    for name in sorted((tracker.seat, tracker.opponent or ""), key=len, reverse=True):
        if name and text.startswith(f"{name} "):
            own, text = name == tracker.seat, text[len(name) + 1 :]
            break
    named = tuple(mentions(message))
    return Fact("says", own=own, text=text, bare=plain(_CARD.sub(" ", message)) if named else text, named=named)
