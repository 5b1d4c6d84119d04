"""Hearts by its rules as they are told, one card at a time and without memory, for endgames with all hands known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from py_engine.games.hearts.rules import Rules

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "CDSH" for rank in RANKS]

Points = tuple[int, ...]


@dataclass(frozen=True)
class Position:
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
        return [card for card in hand if card[1] == position.table[0][1]] or list(hand)
    breaking = {card for card in position.gone if card[1] == "H" or (card == "QS" and position.rules.queen_breaks_hearts)}
    return list(hand) if breaking else [card for card in hand if card[1] != "H"] or list(hand)


def play(position: Position, card: str) -> Position:
    seat = position.seat
    hands = tuple(
        tuple(one for one in hand if one != card) if owner == seat else hand
        for owner, hand in enumerate(position.hands)
    )
    table = (*position.table, card)
    if len(table) < 4:
        return replace(position, hands=hands, table=table)
    high = max((one for one in table if one[1] == table[0][1]), key=rank)
    winner = (position.leader + table.index(high)) % 4
    pile = {one for one in table if worth(one, position.rules)}
    piles = tuple(old | pile if owner == winner else old for owner, old in enumerate(position.piles))
    return Position(position.rules, hands, winner, (), position.gone | set(table), piles)


def final(position: Position) -> Points:
    """The points of the hand."""
    rules = position.rules
    points = [sum(worth(card, rules) for card in pile) for pile in position.piles]
    for seat, pile in enumerate(position.piles):
        if {card for card in pile if worth(card, rules) > 0} == {"QS", *(rank + "H" for rank in RANKS)}:
            others = 0 if rules.moon_subtracts else 26
            points = [score + others for score in points]
            points[seat] = points[seat] - others - 26 * (2 if rules.moon_subtracts else 1)
    return tuple(points)


def over(position: Position) -> bool:
    return not any(position.hands) and not position.table


def maxn(position: Position, root: int) -> Points:
    """Each seat for itself; of what costs it the same, the worst for the root seat, then few points clockwise."""
    if over(position):
        return final(position)
    seat = position.seat

    def dislike(points: Points) -> list[int]:
        return [points[seat], -points[root], *(points[(seat + turn) % 4] for turn in (1, 2, 3))]

    return min((maxn(play(position, card), root) for card in legal(position)), key=dislike)


def paranoid(position: Position, root: int) -> tuple[int, frozenset[Points]]:
    """The root seat's points, and the points of all seats that lines of best play end with."""
    if over(position):
        points = final(position)
        return points[root], frozenset([points])
    found = [paranoid(play(position, card), root) for card in legal(position)]
    best = (min if position.seat == root else max)(value for value, _ in found)
    return best, frozenset(ending for value, endings in found if value == best for ending in endings)


def endgame(seed: int, cards: int, rules: Rules | None = None, *, moon: bool = False) -> Position:
    """Some position in which the seat to play holds ``cards`` cards; in a ``moon`` one all points so far are one seat's."""
    rng = random.Random(seed)
    deck = DECK.copy()
    rng.shuffle(deck)
    # Point cards are what it is about: bring some of them among the cards in play.
    deck.sort(key=lambda card: rng.random() - (0.3 if worth(card, Rules(jack_of_diamonds=True)) else 0))
    hands = tuple(tuple(sorted(deck[seat : 4 * cards : 4], key=DECK.index)) for seat in range(4))
    gone, shooter = deck[4 * cards :], rng.randrange(4)
    piles: list[set[str]] = [set() for _ in range(4)]
    rules = rules or Rules(*(rng.random() < 0.5 for _ in range(4)))
    for card in gone:
        if worth(card, rules):
            piles[shooter if moon else rng.randrange(4)].add(card)
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
