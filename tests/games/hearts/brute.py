"""Brute-force search of Hearts endgames with all hands known: plain rules, one card at a time, no transposition table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from py_engine.games.hearts.rules.batch import Rules

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "CDSH" for rank in RANKS]

POINT_CARDS = {"QS", *(rank + "H" for rank in RANKS)}

Points = tuple[int, ...]


class Position(NamedTuple):
    rules: Rules
    hands: tuple[tuple[str, ...], ...]
    leader: int
    table: tuple[str, ...]
    gone: frozenset[str]
    piles: tuple[frozenset[str], ...]
    """Point cards taken, by seat."""

    @property
    def seat(self) -> int:
        return (self.leader + len(self.table)) % 4


def rank(card: str) -> int:
    return RANKS.index(card[0])


def worth(card: str, rules: Rules) -> int:
    if card == "JD" and rules.jack_of_diamonds:
        return -10
    return 13 if card == "QS" else int(card[1] == "H")


def legal(position: Position) -> list[str]:
    hand = position.hands[position.seat]
    if position.table:
        suit = position.table[0][1]
        return [card for card in hand if card[1] == suit] or list(hand)
    queen_too = position.rules.queen_breaks_hearts
    if any(card[1] == "H" or (card == "QS" and queen_too) for card in position.gone):
        return list(hand)
    return [card for card in hand if card[1] != "H"] or list(hand)


def play(position: Position, card: str) -> Position:
    rules, hands, leader, table, gone, piles = position
    seat = position.seat
    rest = tuple(one for one in hands[seat] if one != card)
    hands = (*hands[:seat], rest, *hands[seat + 1 :])
    table = (*table, card)
    if len(table) < 4:
        return Position(rules, hands, leader, table, gone, piles)
    high = max((one for one in table if one[1] == table[0][1]), key=rank)
    winner = (leader + table.index(high)) % 4
    pile = piles[winner] | {one for one in table if worth(one, rules)}
    piles = (*piles[:winner], pile, *piles[winner + 1 :])
    return Position(rules, hands, winner, (), gone.union(table), piles)


def final(position: Position) -> Points:
    """The points of the hand."""
    rules = position.rules
    points = [sum(worth(card, rules) for card in pile) for pile in position.piles]
    for seat, pile in enumerate(position.piles):
        if pile - {"JD"} == POINT_CARDS:
            others = 0 if rules.moon_subtracts else 26
            points = [score + others for score in points]
            points[seat] = points[seat] - others - 26 * (2 if rules.moon_subtracts else 1)
    return tuple(points)


def over(position: Position) -> bool:
    return not any(position.hands) and not position.table


class Values(NamedTuple):
    """The values of a position."""

    maxn: Points
    """By max^n search; ties go to the first card in ``by_habit``."""
    paranoid: int
    """The root seat's points by paranoid search."""
    endings: frozenset[Points]
    """The final points of all principal variations of the paranoid search."""


def values(position: Position, root: int) -> Values:
    """Values by exhaustive search."""
    if over(position):
        points = final(position)
        return Values(points, points[root], frozenset([points]))
    seat = position.seat

    found = [values(play(position, card), root) for card in by_habit(position)]
    if len(found) == 1:
        return found[0]
    best = (min if seat == root else max)(each.paranoid for each in found)
    endings = frozenset[Points]().union(*(each.endings for each in found if each.paranoid == best))
    return Values(min((each.maxn for each in found), key=lambda points: points[seat]), best, endings)


def by_habit(position: Position) -> list[str]:
    """The legal cards in the order in which people usually prefer them."""
    cards = sorted(legal(position), key=DECK.index)
    if not position.table:
        return sorted(cards, key=lambda card: ("HSDC".index(card[1]), rank(card)))
    led = [card for card in position.table if card[1] == position.table[0][1]]
    if cards[0][1] != led[0][1]:
        return sorted(cards, key=lambda card: (card != "QS", -DECK.index(card)))
    high = max(map(rank, led))
    return [card for card in cards[::-1] if rank(card) < high] + [card for card in cards if rank(card) > high]


def endgame(seed: int, cards: int, rules: Rules | None = None, *, moon: bool = False, suits: str = "CDSH") -> Position:
    """A random position in which the seat to play holds ``cards`` cards.

    With ``moon``, one seat has all points taken so far, or all but one card. Cards in play are of the given ``suits`` as far
    as there are enough of them; restricting the suits also deals them evenly, which keeps the search tree small.
    """
    rng = random.Random(seed)
    deck = DECK.copy()
    rng.shuffle(deck)
    # Prefer point cards among the cards in play, since they decide the result.
    points = Rules(jack_of_diamonds=True)
    deck.sort(key=lambda card: (card[1] not in suits, rng.random() - (0.3 if worth(card, points) else 0)))
    if suits != "CDSH":
        deck[: 4 * cards] = sorted(deck[: 4 * cards], key=lambda card: (card[1], rng.random()))
    hands = tuple(tuple(sorted(deck[seat : 4 * cards : 4], key=DECK.index)) for seat in range(4))
    gone, shooter = deck[4 * cards :], rng.randrange(4)
    piles: list[set[str]] = [set() for _ in range(4)]
    rules = rules or Rules(*(rng.random() < 0.5 for _ in range(4)))
    for card in gone:
        if worth(card, rules):
            piles[shooter if moon else rng.randrange(4)].add(card)
    if moon and rng.random() < 0.2 and (pile := sorted(piles[shooter])):
        lost = rng.choice(pile)
        piles[shooter].remove(lost)
        piles[(shooter + 1) % 4].add(lost)
    leader = rng.randrange(4)
    position = Position(rules, hands, leader, (), frozenset(gone), tuple(frozenset(pile) for pile in piles))
    for _ in range(rng.randrange(4)):
        position = play(position, rng.choice(legal(position)))
    return position


def line(position: Position, rng: random.Random) -> Iterator[tuple[Position, str]]:
    """Positions and random moves to the end of the hand."""
    while not over(position):
        card = rng.choice(legal(position))
        yield position, card
        position = play(position, card)
