"""What the log has shown of the seat's own deck: how many cards of a blueprint it has at least."""

from __future__ import annotations

from collections.abc import Iterable

from py_engine.games.swccg.rules.board import Board, Card
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.events import MAX_ID_LENGTH
from py_engine.games.swccg.rules.titles import is_face_down, plain

__all__ = ["Deck", "is_own_deck", "of_side"]

_HIDDEN = ("TOP_OF_RESERVE_DECK", "TOP_OF_FORCE_PILE", "TOP_OF_UNRESOLVED_DESTINY_DRAW", "VOID")
_MAX_SEEN = 500
"""Cards of a deck, of 60 in truth, that are remembered."""
_PILE = "Reserve Deck"
_OTHERS = ("opponent's ", "opponents ")


def is_own_deck(question: str, seat: str, opponent: str | None) -> bool:
    """Whether the cards that a question shows are of the Reserve Deck of the one who is asked.

    Args:
        question: the server's words.
        seat: who is asked, by name.
        opponent: the other player's name, None while the log has not told.
    """
    text = plain(question)
    # "Verify ..." shows the other player's Reserve Deck, after a search there that found nothing.
    if _PILE not in text or text.startswith("Verify"):
        return False
    if any(word in text.lower() for word in _OTHERS) or (opponent and f"{opponent}'s " in text):
        return False
    # Whoever else is named: a piece of a log need not tell the opponent's name.
    return f"'s {_PILE}" not in (text.replace(f"{seat}'s {_PILE}", "") if seat else text)


def of_side(seen: dict[str, int], side: str | None) -> dict[str, int]:
    """What is known of a deck, without the cards that the loaded cards say are of the other side."""
    if side is None or LIBRARY.id is None:
        return seen
    found = {name: count for name, count in seen.items() if (card := LIBRARY.get(name)) is None or card.side == side}
    return seen if len(found) == len(seen) else found


class Deck:
    """Counts the seat's own cards: those that lie open at a time, beside those that a search shows.

    Args:
        board: the board that the log is folded into; its ``seen`` is kept up.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._visible: dict[str, int] = {}
        self._all = 0

    def clear_table(self) -> None:
        """Nothing lies anywhere any more; what is known of the deck stays."""
        self._visible.clear()

    def hide(self, card_id: str) -> None:
        """A card on the board is about to go, or to change."""
        card = self._board.cards.get(card_id)
        if card is not None and _own_and_visible(card):
            self._visible[card.blueprint_id] -= 1

    def show(self, card_id: str) -> None:
        """A card has come to the board, or has changed."""
        card = self._board.cards[card_id]
        if _own_and_visible(card):
            count = self._visible.get(card.blueprint_id, 0) + 1
            self._visible[card.blueprint_id] = count
            self._has(card.blueprint_id, count)

    def reveal(self, blueprints: Iterable[str]) -> None:
        """The Reserve Deck is looked through: its cards are of the deck beside those that lie open."""
        counted: dict[str, int] = {}
        for blueprint in blueprints:
            if "_" in blueprint and not is_face_down(blueprint) and len(blueprint) <= MAX_ID_LENGTH:
                counted[blueprint] = counted.get(blueprint, 0) + 1
        for blueprint, count in counted.items():
            self._has(blueprint, count + self._visible.get(blueprint, 0))

    def _has(self, blueprint: str, count: int) -> None:
        seen = self._board.seen
        more = count - seen.get(blueprint, 0)
        if 0 < more <= _MAX_SEEN - self._all:
            seen[blueprint] = count
            self._all += more


def _own_and_visible(card: Card) -> bool:
    return card.owner == "seat" and card.zone not in _HIDDEN and not is_face_down(card.blueprint_id)
