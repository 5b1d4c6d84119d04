"""A reference implementation of the greedy policy, written from the description of its weights, one card at a time."""

from __future__ import annotations

from typing import NamedTuple

from py_engine.games.hearts.policies.weights import PlayWeights
from tests.games.hearts.brute import DECK, POINT_CARDS, rank

MINOR, QUEEN_OUT, QUEEN_MINE, QUEEN_GONE, HEART = range(5)
STEP = 1 / 256
"""Parts of a score are rounded to this."""


class Seen(NamedTuple):
    """What the player to move sees."""

    hand: list[str]
    """Sorted by suit and rank."""
    legal: list[str]
    table: list[str]
    gone: set[str]
    """Cards of completed tricks."""


def suit_class(seen: Seen, suit: str) -> int:
    """The class of a suit for the player."""
    if suit == "S":
        if "QS" in seen.hand:
            return QUEEN_MINE
        return QUEEN_GONE if "QS" in seen.gone or "QS" in seen.table else QUEEN_OUT
    return HEART if suit == "H" else MINOR


def others(seen: Seen, suit: str) -> list[str]:
    """Cards of a suit that other hands hold."""
    known = {*seen.hand, *seen.table, *seen.gone}
    return [card for card in DECK if card[1] == suit and card not in known]


def below(seen: Seen, card: str) -> int:
    return sum(rank(other) < rank(card) for other in others(seen, card[1]))


def low(cards: list[str]) -> str:
    """The lowest card, but the queen of spades only if there is no other."""
    return min(cards, key=lambda card: (card == "QS", rank(card)))


def high(cards: list[str]) -> str:
    return max(cards, key=lambda card: (card != "QS", rank(card)))


def duck(cards: list[str]) -> str:
    """The highest card, but the queen of spades before all others."""
    return max(cards, key=lambda card: (card == "QS", rank(card)))


def followed(seen: Seen, weights: PlayWeights) -> str:
    """The card of a player who follows suit."""
    suit = seen.table[0][1]
    place = len(seen.table)
    kind, out = suit_class(seen, suit), len(others(seen, suit))
    best = max(rank(card) for card in seen.table if card[1] == suit)
    under = [card for card in seen.legal if rank(card) < best]
    if under:
        take = (weights.take_second, weights.take_third, weights.take_last)[place - 1][kind]
        costs = any(card in POINT_CARDS for card in seen.table) or "QS" in under
        return high(seen.legal) if out >= take and not costs else duck(under)
    over = (weights.over_second, weights.over_third, [0.0] * 5)[place - 1][kind]
    return high(seen.legal) if out >= over else low(seen.legal)


def lead_score(seen: Seen, weights: PlayWeights, card: str) -> float:
    """The score of leading a card."""
    suit = card[1]
    kind, out, lower = suit_class(seen, suit), len(others(seen, suit)), below(seen, card)
    share = lower / max(out, 1)
    score = -weights.lead_risk[kind] * share - weights.lead_few[kind] * share * max(0.0, 1 - out / 10)
    if out and lower == out:
        score -= weights.lead_sure[kind]
    if not out:
        score -= weights.lead_nobody[kind]
    mine = [one for one in seen.legal if one[1] == suit]
    score += weights.lead_base[kind] + weights.lead_length[kind] * len(mine)
    return score - 100 * (mine == ["QS"])


def lead_scores(seen: Seen, weights: PlayWeights) -> dict[str, float]:
    """Scores by card, for the lowest and the highest card of each suit."""
    found = {}
    for suit, top in zip("CDSH", weights.lead_top, strict=True):
        mine = [card for card in seen.legal if card[1] == suit]
        if mine:
            found[low(mine)] = lead_score(seen, weights, low(mine))
            upper = lead_score(seen, weights, high(mine)) + top
            found[high(mine)] = max(upper, found.get(high(mine), upper))
    return found


def discard_scores(seen: Seen, weights: PlayWeights) -> dict[str, float]:
    """Scores by card, for the card to discard from each suit."""
    found = {}
    for suit in "CDSH":
        mine = [card for card in seen.legal if card[1] == suit]
        if not mine:
            continue
        card = duck(mine)
        kind, out = suit_class(seen, suit), len(others(seen, suit))
        score = weights.discard_risk[kind] * below(seen, card) / max(out, 1) + weights.discard_alone[kind] * (not out)
        score += weights.discard_base[kind] + weights.discard_length[kind] * len(mine)
        score += weights.discard_last[kind] * (len(mine) == 1)
        if kind == QUEEN_OUT:
            score += weights.discard_over_queen * (card in ("KS", "AS"))
        if kind == QUEEN_MINE:
            score += weights.discard_queen
        found[card] = score
    return found


def acceptable(seen: Seen, weights: PlayWeights) -> list[str]:
    """The card that the policy plays; several if rounding may decide between them."""
    if seen.table and seen.legal[0][1] == seen.table[0][1] == seen.legal[-1][1]:
        return [followed(seen, weights)]
    scores = discard_scores(seen, weights) if seen.table else lead_scores(seen, weights)
    best = max(scores.values())
    return [card for card, score in scores.items() if score >= best - 3 * STEP]
