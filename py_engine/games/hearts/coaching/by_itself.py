"""What a move does by itself, beside a better one: true whatever the others hold, and used where playouts name no cause."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.results import Feedback
from py_engine.core.text import amount
from py_engine.games.hearts.coaching.certain import certain, nobody_decides, takes
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.naming import card_words, cards_words
from py_engine.games.hearts.rules.cards import (
    HEARTS,
    NUMBERS,
    QUEEN_OF_SPADES,
    SPADES,
    SUIT_MASKS,
    WORDS,
    mask_of,
    names_of,
)
from py_engine.games.hearts.rules.state import HeartsAction

__all__ = ["by_itself", "in_trick"]

_HIGH = "QKA"
_QUEEN_POINTS = 13


def in_trick(facts: Facts | None, user: HeartsAction, best: HeartsAction) -> list[Feedback]:
    """What is certain about the current trick, or else which points the best card gets rid of in it; empty if nothing is."""
    if facts is None or user.play is None or best.play is None:
        return []
    text = certain(facts, user.play, best.play)
    if text:
        return [Feedback("trick", text, 0.0)]
    text = _kept_points(facts, user.play, best.play)
    return [Feedback("itself", text, 0.0)] if text else []


def by_itself(facts: Facts | None, user: HeartsAction, best: HeartsAction) -> list[Feedback]:
    """What the user's move does by itself, beside the best one; empty where nothing of note is certain."""
    if facts is None:
        return []
    if user.play is not None and best.play is not None:
        text = _play(facts, user.play, best.play)
    else:
        mine, other = user.passed or (), best.passed or ()
        text = _pass(facts, [card for card in other if card not in mine], [card for card in mine if card not in other])
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
    if not facts.table and played >> 4 == HEARTS:
        taken = takes(facts, played)
        if taken:
            # The jack of diamonds, where it counts, may make up for the point.
            point = "" if facts.rules.jack_of_diamonds else " and at least 1 point"
            return f"Takes this trick{point}, because no unseen heart beats it."
        if taken is None:
            other = "" if better == QUEEN_OF_SPADES else f"; {card_words(best)} is not"
            return f"Leads a heart, which is a point for whoever takes the trick{other}."
    if not facts.hand & SUIT_MASKS[better >> 4] & ~(1 << better):
        return f"Playing {card_words(best)} would leave you without {WORDS[best[1]]}."
    return None


def _kept_points(facts: Facts, user: str, best: str) -> str | None:
    """The points that a card keeps, of which the better one, which cannot take the trick, gets rid."""
    played, better = NUMBERS[user], NUMBERS[best]
    if not facts.table:
        return None
    if 1 << played & SUIT_MASKS[facts.table[0] >> 4]:
        if better != QUEEN_OF_SPADES or takes(facts, better) is not False:
            return None
        above = card_words(str(names_of(facts.on_table & SUIT_MASKS[SPADES])[-1]))
        return f"Keeps {card_words(best)}, which is {_QUEEN_POINTS} points for whoever takes it; {above} would take it now."
    if better != QUEEN_OF_SPADES and (better >> 4 != HEARTS or played >> 4 == HEARTS or played == QUEEN_OF_SPADES):
        return None
    worth = amount(_QUEEN_POINTS if better == QUEEN_OF_SPADES else 1, "point")
    return f"Keeps {card_words(best)}, which is {worth} for whoever takes it; the best move gets rid of it."


def _same_suit(facts: Facts, user: str, best: str) -> str | None:
    """Two cards of a suit: who could take the trick with which, or which is kept."""
    played, better = NUMBERS[user], NUMBERS[best]
    if better > played:
        # How many cards beat either speaks for the lower one.
        return f"Keeps the higher card, {card_words(best)}."
    if facts.table and not 1 << played & SUIT_MASKS[facts.table[0] >> 4]:
        return None
    settled = nobody_decides(facts, user, best)
    if settled is not None:
        return f"{'Either card takes' if settled else 'Neither card can take'} this trick; {card_words(best)} would keep the higher one."
    unseen = facts.unseen & SUIT_MASKS[played >> 4]
    mine, other = ((unseen >> card).bit_count() for card in (played, better))
    beaten = takes(facts, better) is False
    if mine == other and not beaten:
        return None
    verb = "beats" if mine == 1 else "beat"
    first = (
        f"{amount(mine, 'unseen card').capitalize()} of the suit {verb} it"
        if mine
        else "No unseen card of the suit beats it"
    )
    if beaten:
        # A card on the table beats it already.
        return f"{first}; {card_words(best)} cannot take this trick."
    return f"{first}; {other} {'beats' if other == 1 else 'beat'} {card_words(best)}."


def _pass(facts: Facts, kept: Sequence[str], given: Sequence[str]) -> str:
    """One sentence on how a pass differs from a better one.

    Args:
        facts: The facts of the player to move.
        kept: The cards that only the better pass gives away.
        given: The cards that only the user's pass gives away.
    """
    left = facts.hand & ~mask_of(kept)
    without = [card[1] for card in kept if not left & SUIT_MASKS[NUMBERS[card] >> 4]]
    if without and not any(card[0] in _HIGH for card in kept):
        # Cards of that suit may still come.
        return f"The best pass gives away all your {WORDS[without[0]]}."
    return f"Keeps {cards_words(kept)} and gives away {cards_words(given)}; the best pass does the opposite."
