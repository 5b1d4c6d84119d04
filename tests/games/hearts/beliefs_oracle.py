"""Beliefs by brute force: enumerates all worlds and checks every play of every world.

Cards are text; a hand of Hearts is a state of the engine. Legality is decided here, without the engine's rules.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from py_engine.games.hearts.knowledge.beliefs import Soft
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState

DECK = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
HAND_MOVES = 4 + 52
Hands = tuple[frozenset[str], ...]
VARIANTS = (
    Options(),
    Options(first_lead_any_club=True, queen_breaks_hearts=False),
    Options(jack_of_diamonds=True),
)


@functools.cache
def hand(seed: int, variant: int = 0, skipped: int = 0) -> tuple[HeartsState, ...]:
    """The positions of a hand played at random, after ``skipped`` hands (for another pass direction)."""
    rng = random.Random(seed)
    options = VARIANTS[variant]
    state = play.new_game(seed, options)
    for _ in range(skipped):
        number = state.chance_counter
        while state.chance_counter == number:
            state = _after_any(state, rng)
    found = [state]
    while found[-1].chance_counter == state.chance_counter and not found[-1].game_over:
        found.append(_after_any(found[-1], rng))
    return tuple(found[:-1])


def _after_any(state: HeartsState, rng: random.Random) -> HeartsState:
    return play.apply_action(state, HeartsAction.model_validate(rng.choice(play.legal_actions(state))))


def true_hands(state: HeartsState) -> Hands:
    """The four hands of a whole state."""
    assert state.is_whole
    return tuple(frozenset(held) for held in state.hands if isinstance(held, list))


def _tricks(state: HeartsState) -> list[tuple[int, list[str]]]:
    done = [(trick.leader, list[str](trick.cards)) for trick in state.trick_history]
    return [*done, (state.lead, list[str](state.trick))] if state.phase == "play" else done


def _is_point(card: str) -> bool:
    return card[1] == "H" or card == "QS"


def _could_play(state: HeartsState, seat: int, held: frozenset[str]) -> bool:
    """Whether all plays of a seat were legal if it now holds these cards."""
    tricks = _tricks(state)
    holding = set(held) | {cards[(seat - leader) % 4] for leader, cards in tricks if (seat - leader) % 4 < len(cards)}
    if tricks and tricks[0][0] == seat and "2C" not in holding:
        return False
    broken = False
    for number, (leader, cards) in enumerate(tricks):
        place = (seat - leader) % 4
        if place < len(cards):
            card = cards[place]
            others = holding - {card}
            if place == 0 and card[1] == "H" and not broken and any(other[1] != "H" for other in others):
                return False
            if place > 0 and card[1] != cards[0][1]:
                if any(other[1] == cards[0][1] for other in others):
                    return False
                if number == 0 and _is_point(card) and not all(map(_is_point, others)):
                    return False
            holding.remove(card)
        for card in cards:
            broken |= card[1] == "H" or (card == "QS" and state.options.queen_breaks_hearts)
    return True


def weight(state: HeartsState, seat: int, world: Hands, soft: Soft) -> float:
    """The weight of a world: the product of the factors for all evidence from plays."""
    total = 1.0
    for leader, cards in _tricks(state):
        for place, card in enumerate(cards):
            player = (leader + place) % 4
            if player == seat or place == 0:
                continue
            if card[1] != cards[0][1]:
                total *= soft.slough ** sum(other[1] == card[1] and other != "QS" for other in world[player])
            elif card[1] == "S" and card[0] in "23456789TJ" and "QS" in world[player]:
                total *= soft.low_spade
    return total


def worlds(state: HeartsState, seat: int) -> Iterator[Hands]:
    """All worlds that agree with what the seat has seen."""
    whole = true_hands(state)
    others = [(seat + step) % 4 for step in (1, 2, 3)]
    unseen = sorted(set().union(*(whole[other] for other in others)), key=DECK.index)
    receiver = (seat + state.shift) % 4
    gone: set[str] = {card for _, cards in _tricks(state) for card in cards}
    passed = state.passed[seat]
    given = set[str](passed) - gone if isinstance(passed, list) else set()

    def fits(player: int, cards: tuple[str, ...]) -> bool:
        held = frozenset(cards)
        return (not given or player != receiver or given <= held) and _could_play(state, player, held)

    by_seat: dict[int, set[frozenset[str]]] = {
        other: {frozenset(cards) for cards in combinations(unseen, len(whole[other])) if fits(other, cards)}
        for other in others
    }
    every = frozenset(unseen)
    for first in by_seat[others[0]]:
        for second in by_seat[others[1]]:
            third = every - first - second
            if not first & second and third in by_seat[others[2]]:
                world: list[Any] = [frozenset()] * 4
                world[seat] = whole[seat]
                for other, held in zip(others, (first, second, third), strict=True):
                    world[other] = held
                yield tuple(world)


def endgame(seed: int, cards: int, turn: int = 0, variant: int = 0) -> HeartsState:
    """A position of a random hand: the player to move holds ``cards`` cards and ``turn`` others have played to the trick."""
    return hand(seed, variant)[4 + 4 * (13 - cards) + turn]
