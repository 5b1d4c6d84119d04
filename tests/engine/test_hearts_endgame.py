"""The exact endgame against plain brute force, its moves against the rules, and the traps of memory."""

from __future__ import annotations

import random

import numpy as np
import pytest

from py_engine.games.hearts.cards import CARD_NAMES, CARDS, NUMBERS, cards_of, mask_of
from py_engine.games.hearts.endgame import Mode, Points, Solver, World
from py_engine.games.hearts.equivalence import lowest_equals
from py_engine.games.hearts.rules import JACK, QUEEN, SEAT, TRICK, Rules, after_moon, legal_cards, start, step
from py_engine.numerics import U64, Array
from tests.engine import hearts_brute as brute
from tests.engine.hearts_brute import Position

NAMES = dict(zip(CARDS, CARD_NAMES, strict=True))
MODES: tuple[Mode, ...] = ("maxn", "paranoid")


def codes(position: Position) -> list[int]:
    """What each seat has taken, as the rules keep it."""
    found = []
    for pile in position.piles:
        hearts = sum(card[1] == "H" for card in pile)
        found.append(TRICK + hearts + QUEEN * ("QS" in pile) + JACK * ("JD" in pile))
    return found


def world(position: Position) -> World:
    hands = [mask_of(hand) for hand in position.hands]
    table = [NUMBERS[card] for card in position.table]
    return World(hands, position.leader, table, mask_of(position.gone), codes(position))


def solve(position: Position, mode: Mode) -> dict[str, Points]:
    found = Solver(position.rules, position.seat, mode).solve(*world(position))
    return {NAMES[card]: points for card, points in found.items()}


def check(position: Position) -> None:
    """Every move of both modes against brute force."""
    root = position.seat
    moves = brute.legal(position)
    assert solve(position, "maxn") == {card: brute.maxn(brute.play(position, card), root) for card in moves}
    paranoid = solve(position, "paranoid")
    assert list(paranoid) == moves
    for card, points in paranoid.items():
        value, endings = brute.paranoid(brute.play(position, card), root)
        assert points[root] == value
        assert points in endings


@pytest.mark.parametrize(("cards", "seeds"), [(1, 40), (2, 60), (3, 60)])
def test_every_move_is_worth_what_brute_force_says(cards: int, seeds: int) -> None:
    for seed in range(seeds):
        check(brute.endgame(seed, cards))


@pytest.mark.parametrize(("cards", "seeds"), [(2, 60), (3, 60)])
def test_the_moon_hangs_on_points_taken_earlier(cards: int, seeds: int) -> None:
    shot = 0
    for seed in range(1000, 1000 + seeds):
        position = brute.endgame(seed, cards, moon=True)
        check(position)
        endings = solve(position, "maxn").values()
        shot += any(max(points) - min(points) >= 26 for points in endings)
    assert shot > seeds // 10
