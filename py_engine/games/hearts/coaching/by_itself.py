"""What a move does by itself, beside a better one: true whatever the others hold, and used where playouts name no cause."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.results import Feedback
from py_engine.core.text import amount
from py_engine.games.hearts.coaching.certain import certain
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.naming import card_words, cards_words
from py_engine.games.hearts.rules.cards import HEARTS, NUMBERS, QUEEN_OF_SPADES, SUIT_MASKS, WORDS, mask_of
from py_engine.games.hearts.rules.state import HeartsAction

__all__ = ["by_itself", "in_trick"]

_HIGH = "QKA"
_QUEEN_POINTS = 13


def in_trick(facts: Facts | None, user: HeartsAction, best: HeartsAction) -> list[Feedback]:
    """What is certain about the current trick, if anything."""
    text = None if facts is None or user.play is None or best.play is None else certain(facts, user.play, best.play)
    return [Feedback("trick", text, 0.0)] if text else []


def by_itself(facts: Facts | None, user: HeartsAction, best: HeartsAction) -> list[Feedback]:
    """What the user's move does by itself, beside the best one; empty where nothing of note is certain."""
    if facts is None:
        return []
    if user.play is not None and best.play is not None:
        text = _play(facts, user.play, best.play)
    else:
        mine = user.passed or ()
        text = _pass(facts, [card for card in best.passed or () if card not in mine])
    return [Feedback("itself", text, 0.0)] if text else []


def _play(facts: Facts, user: str, best: str) -> str | None:
    """One sentence on how a card differs from a better one; None if nothing of note is certain.

    Args:
        facts: The facts of the player to move.
        user: The card played.
        best: The better card.
    """
    played, better = NUMBERS[user], NUMBERS[best]
    if user[1] == best[1]:
        return _same_suit(facts, user, best)
    if facts.table and not 1 << played & SUIT_MASKS[facts.table[0] >> 4]:
        if better == QUEEN_OF_SPADES or (better >> 4 == HEARTS and played >> 4 != HEARTS):
            worth = amount(_QUEEN_POINTS if better == QUEEN_OF_SPADES else 1, "point")
            return f"Keeps {card_words(best)}, which is {worth} for whoever takes it; the best move gets rid of it."
    elif not facts.table and played >> 4 == HEARTS:
        return f"Leads a heart, which is a point for whoever takes the trick; {card_words(best)} is none."
    if not facts.hand & SUIT_MASKS[better >> 4] & ~(1 << better):
        return f"Playing {card_words(best)} would leave you without {WORDS[best[1]]}."
    return None


def _same_suit(facts: Facts, user: str, best: str) -> str | None:
    """Two cards of a suit: who could take the trick with which, or which is kept."""
    played, better = NUMBERS[user], NUMBERS[best]
    if facts.table and not 1 << played & SUIT_MASKS[facts.table[0] >> 4]:
        return f"Keeps the higher card, {card_words(best)}." if better > played else None
    unseen = facts.unseen & SUIT_MASKS[played >> 4]
    mine, other = ((unseen >> card).bit_count() for card in (played, better))
    if mine == other:
        return f"Keeps the higher card, {card_words(best)}." if better > played else None
    verb, verb_best = ("beats" if count == 1 else "beat" for count in (mine, other))
    if mine == 0:
        return f"No unseen card of the suit beats it; {other} {verb_best} {card_words(best)}."
    beaten = f"{other} {verb_best}" if other else "none beats"
    return f"{amount(mine, 'unseen card').capitalize()} of the suit {verb} it; {beaten} {card_words(best)}."


def _pass(facts: Facts, kept: Sequence[str]) -> str:
    """One sentence on how a pass differs from a better one.

    Args:
        facts: The facts of the player to move.
        kept: The cards that only the better pass gives away.
    """
    left = facts.hand & ~mask_of(kept)
    without = [card[1] for card in kept if not left & SUIT_MASKS[NUMBERS[card] >> 4]]
    high = [card for card in kept if card[0] in _HIGH]
    if without and not high:
        return f"The best pass leaves you without {WORDS[without[0]]}."
    return f"Keeps {cards_words(high or kept)}, which the best pass gives away."
