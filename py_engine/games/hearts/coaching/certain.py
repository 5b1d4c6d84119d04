"""What is certain about the current trick, whatever the others hold, when one card is compared with a better one."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.text import amount
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.naming import card_words
from py_engine.games.hearts.rules.cards import (
    DECK,
    HEARTS,
    JACK_OF_DIAMONDS,
    NUMBERS,
    QUEEN_OF_SPADES,
    SEATS,
    SUIT_MASKS,
    names_of,
)

__all__ = ["are_equal", "certain", "nobody_decides", "nothing_left", "takes"]

_QUEEN_POINTS = 13


def certain(facts: Facts, user: str, best: str) -> str | None:
    """One sentence on how the two cards differ in this trick, or why they do not; None if nothing is certain.

    Args:
        facts: The facts of the player to move.
        user: The card played.
        best: A card that measured better.
    """
    played, better = NUMBERS[user], NUMBERS[best]
    taken, would_take = takes(facts, played), takes(facts, better)
    name = card_words(best)
    higher = played >> 4 == better >> 4 and better > played
    # Spending the higher card is free only if both bring the same points: Q♠ instead of J♠ takes 13 more.
    if taken and would_take and higher and _points(facts, played) == _points(facts, better):
        why = "nobody plays after it" if _is_last(facts) else "no unseen card beats it"
        return f"Either card takes this trick because {why}: use the higher one, {name}."
    if taken is False and would_take is False and higher:
        return f"Neither card can take this trick: get rid of the higher one, {name}."
    if not _is_last(facts) or taken is would_take:
        return None
    if taken:
        return f"Takes this trick{_points_phrase(_points(facts, played))}, while {name} leaves it to another player."
    return f"Leaves this trick to another player, while {name} takes it{_points_phrase(_points(facts, better))}."


def nobody_decides(facts: Facts, user: str, best: str) -> bool | None:
    """True if both cards are certain to take the trick, with equal points, False if both are certain not to; else None."""
    played, better = NUMBERS[user], NUMBERS[best]
    taken = takes(facts, played)
    if taken is None or taken is not takes(facts, better):
        return None
    return taken if _points(facts, played) == _points(facts, better) or not taken else None


def are_equal(facts: Facts, cards: Sequence[str]) -> bool:
    """Whether cards of the player to move are interchangeable, all of them."""
    equals = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
    return len({equals[NUMBERS[card]] for card in cards}) == 1


def nothing_left(facts: Facts) -> bool:
    """Whether all cards that count have been taken, so that nothing which is played changes anything."""
    counting = (
        SUIT_MASKS[HEARTS] | 1 << QUEEN_OF_SPADES | (1 << JACK_OF_DIAMONDS if facts.rules.jack_of_diamonds else 0)
    )
    return not (facts.hand | facts.unseen | facts.on_table) & counting


def _is_last(facts: Facts) -> bool:
    return len(facts.table) == SEATS - 1


def takes(facts: Facts, card: int) -> bool | None:
    """True if a card is certain to take the trick, False if it is certain not to, None if it depends."""
    suit = SUIT_MASKS[(facts.table[0] if facts.table else card) >> 4]
    ahead = facts.on_table & suit
    if not 1 << card & suit or ahead >> card:
        return False
    beaten_by = facts.unseen & suit
    if not facts.table and beaten_by and not beaten_by & (1 << card) - 1:
        # Whoever has one of them must follow suit, and all of them are higher.
        return False
    return True if _is_last(facts) or not beaten_by >> card else None


def _points(facts: Facts, card: int) -> int:
    """Points in the trick including the card, and the jack of diamonds under the rules that count it."""
    cards = facts.on_table | 1 << card
    points = (cards & SUIT_MASKS[HEARTS]).bit_count() + _QUEEN_POINTS * (cards >> QUEEN_OF_SPADES & 1)
    return points - 10 * (facts.rules.jack_of_diamonds and "JD" in names_of(cards))


def _points_phrase(points: int) -> str:
    if points == 0:
        return " without points"
    return f" and {amount(points, 'point')}" if points > 0 else f" and {-points} points off"
