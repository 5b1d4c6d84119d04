"""Tracks a player's deck: the minimum number of copies of each blueprint, from what the log has shown to the seat."""

from __future__ import annotations

from collections.abc import Iterable

from py_engine.games.swccg.rules.board import Board, Card, Side
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.events import MAX_ID_LENGTH
from py_engine.games.swccg.rules.titles import is_face_down, plain

__all__ = ["Deck", "is_own_deck", "of_side"]

_HIDDEN = ("TOP_OF_RESERVE_DECK", "TOP_OF_FORCE_PILE", "TOP_OF_UNRESOLVED_DESTINY_DRAW", "VOID")
_MAX_SEEN = 500
"""Limit on tracked cards; a real deck has 60."""
_PILE = "Reserve Deck"
_OTHERS = ("opponent's ", "opponents ")


def is_own_deck(question: str, seat: str, opponent: str | None) -> bool:
    """Whether a question shows cards of the seat's own Reserve Deck.

    Args:
        question: The server's text.
        seat: Name of the player who decides.
        opponent: Name of the other player; None if unknown.
    """
    text = plain(question)
    # "Verify ..." shows the opponent's Reserve Deck after a search there found nothing.
    if _PILE not in text or text.startswith("Verify"):
        return False
    if any(word in text.lower() for word in _OTHERS) or (opponent and f"{opponent}'s " in text):
        return False
    # Anybody else's Reserve Deck: a fragment of a log may lack the opponent's name.
    return f"'s {_PILE}" not in (text.replace(f"{seat}'s {_PILE}", "") if seat else text)


def of_side(seen: dict[str, int], side: str | None) -> dict[str, int]:
    """What is known about a deck, without cards that belong to the other side according to the loaded cards."""
    if side is None or LIBRARY.id is None:
        return seen
    found = {name: count for name, count in seen.items() if (card := LIBRARY.get(name)) is None or card.side == side}
    return seen if len(found) == len(seen) else found


class Deck:
    """Counts a player's cards: those visible at the same time, plus those shown by a search of the Reserve Deck.

    Args:
        board: The tracker's board; its ``seen`` is updated, for the opponent its ``shown``.
        owner: The player.
    """

    def __init__(self, board: Board, owner: Side = "seat") -> None:
        self._board, self._owner = board, owner
        self._counts = board.seen if owner == "seat" else board.shown
        self._visible: dict[str, int] = {}
        self._all = 0

    def clear_table(self) -> None:
        """Forgets which cards are visible; keeps what is known about the deck."""
        self._visible.clear()

    def hide(self, card_id: str) -> None:
        """To be called before a card on the board is removed or changed."""
        card = self._board.cards.get(card_id)
        if card is not None and self._is_visible(card):
            self._visible[card.blueprint_id] -= 1

    def show(self, card_id: str) -> None:
        """To be called after a card on the board was added or changed."""
        card = self._board.cards[card_id]
        if self._is_visible(card):
            count = self._visible.get(card.blueprint_id, 0) + 1
            self._visible[card.blueprint_id] = count
            self._has(card.blueprint_id, count)

    def reveal(self, blueprints: Iterable[str]) -> None:
        """Counts the cards of the Reserve Deck shown by a search, on top of the visible ones."""
        counted: dict[str, int] = {}
        for blueprint in blueprints:
            if "_" in blueprint and not is_face_down(blueprint) and len(blueprint) <= MAX_ID_LENGTH:
                counted[blueprint] = counted.get(blueprint, 0) + 1
        for blueprint, count in counted.items():
            self._has(blueprint, count + self._visible.get(blueprint, 0))

    def names(self, blueprint: str) -> None:
        """Counts a card that the log names as this player's, wherever it is."""
        if "_" in blueprint and not is_face_down(blueprint) and len(blueprint) <= MAX_ID_LENGTH:
            self._has(blueprint, 1)

    def _has(self, blueprint: str, count: int) -> None:
        more = count - self._counts.get(blueprint, 0)
        if 0 < more <= _MAX_SEEN - self._all:
            self._counts[blueprint] = count
            self._all += more

    def _is_visible(self, card: Card) -> bool:
        return card.owner == self._owner and card.zone not in _HIDDEN and not is_face_down(card.blueprint_id)
