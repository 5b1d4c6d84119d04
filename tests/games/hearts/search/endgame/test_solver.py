"""The endgame solver against brute force, its moves against the rules, and pitfalls of its transposition tables."""

from __future__ import annotations

import random

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.rules.batch import JACK, QUEEN, SEAT, TRICK, Rules, after_moon, legal_cards, start, step
from py_engine.games.hearts.rules.cards import CARD_NAMES, CARDS, DECK, NUMBERS, mask_of, names_of
from py_engine.games.hearts.search.endgame.kernel import Paranoid
from py_engine.games.hearts.search.endgame.solver import Mode, Points, Solver, World
from tests.games.hearts import brute
from tests.games.hearts.brute import Position

NAMES = dict(zip(CARDS, CARD_NAMES, strict=True))
MODES: tuple[Mode, ...] = ("maxn", "paranoid")


def codes(position: Position) -> list[int]:
    """Codes of what each seat has taken."""
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
    """Checks every move in both modes against brute force."""
    root = position.seat
    maxn, paranoid = (solve(position, mode) for mode in MODES)
    moves = brute.legal(position)
    assert list(maxn) == list(paranoid) == moves
    for card in moves:
        expected = brute.values(brute.play(position, card), root)
        assert maxn[card] == expected.maxn
        assert paranoid[card][root] == expected.paranoid
        assert paranoid[card] in expected.endings


@pytest.mark.parametrize(("cards", "seeds"), [(1, 40), (2, 60), (3, 24)])
def test_values_match_brute_force(cards: int, seeds: int) -> None:
    for seed in range(seeds):
        check(brute.endgame(seed, cards))


@pytest.mark.parametrize(("cards", "seeds"), [(2, 60), (3, 24)])
def test_values_match_brute_force_while_a_moon_is_possible(cards: int, seeds: int) -> None:
    shot = 0
    for seed in range(1000, 1000 + seeds):
        position = brute.endgame(seed, cards, moon=True)
        check(position)
        endings = solve(position, "maxn").values()
        shot += any(max(points) - min(points) >= 26 for points in endings)
    assert shot > seeds // 10


# Seeds that expose deliberate bugs in the search: transposition keys without the leader or the holder of all points (61),
# bounds taken for exact values (121), bounds that ignore the moon (64, 67), the jack (92, 217, 247) or the leader (162, 382).
CRITICAL_SEEDS = {"HS": [61], "HSD": [121, 217], "HD": [64, 67, 92, 247], "CDSH": [162, 382]}


@pytest.mark.parametrize("suits", list(CRITICAL_SEEDS))
def test_transpositions_keep_their_values(suits: str) -> None:
    """With four cards, different tricks lead to the same cards, but with another leader or holder of the points."""
    for seed in CRITICAL_SEEDS[suits] + (list(range(10)) if suits != "CDSH" else []):
        check(brute.endgame(seed, 4, moon=seed % 3 > 0, suits=suits))


@pytest.mark.parametrize("seed", [2, 11, 16, 17, 30])
def test_unbroken_hearts_cannot_be_led(seed: int) -> None:
    for queen_breaks_hearts in (False, True):
        position = brute.endgame(seed, 4, Rules(queen_breaks_hearts), suits="H")
        assert not any(card[1] == "H" for card in position.gone)
        check(position)


def test_moves_and_final_points_match_the_rules() -> None:
    """Compares legal cards, turns and final points along random lines of play from six cards on."""
    for seed in range(40):
        rng = random.Random(seed)
        begin = brute.endgame(seed, 6, moon=seed % 3 == 0)
        while begin.table:
            begin = brute.play(begin, rng.choice(brute.legal(begin)))
        one = world(begin)
        hands = np.array(one.hands, dtype=U64)[:, None]
        taken = np.array(one.taken, dtype=np.int16)[:, None]
        batch = start(hands, np.array([one.leader], dtype=SEAT), begin.rules, taken, np.array([one.gone], dtype=U64))
        expected: Points | None = None
        for position, name in brute.line(begin, rng):
            (mask,) = legal_cards(batch).tolist()
            assert batch.seat.tolist() == [position.seat]
            if len(position.hands[position.seat]) <= 2:
                found = solve(position, "maxn")
                assert list(found) == brute.legal(position) == names_of(mask)
                expected = found[name] if len(found) == 1 and sum(map(len, position.hands)) == 1 else None
            else:
                search = Paranoid(position.rules, position.seat, world(position))
                equals = lowest_equals(mask, search.in_play, position.rules)
                assert {search.bits[card] for card in equals.values()} == set(search.root_cards())
            step(batch, np.array([NUMBERS[name]], dtype=U64))
        assert expected == tuple(after_moon(batch.taken, begin.rules)[:, 0].tolist())


def search_of(hand: str, *others: str, rules: Rules | None = None) -> Paranoid:
    """A search with seat 0 on lead; hearts are broken if one is gone."""
    hands = [mask_of(cards.split()) for cards in (hand, *others)]
    gone = int(DECK) & ~(hands[0] | hands[1] | hands[2] | hands[3])
    return Paranoid(rules or Rules(), 0, World(hands, 0, (), gone, (TRICK,) * 4))


def test_the_queen_breaks_hearts_within_the_search_if_the_rules_say_so() -> None:
    hearts = ("2H 3H 4H 5H 7S", "6H 7H 8H QS KS", "9H TH JH 2S 3S", "QH KH AH 4S 5S")
    for queen_breaks_hearts in (False, True):
        search = search_of(*hearts, rules=Rules(queen_breaks_hearts))
        later = search.rem ^ search.bits[NUMBERS["QS"]]
        assert search.leads(search.rem, 0) == (search.bits[NUMBERS["7S"]],)
        assert (search.bits[NUMBERS["2H"]] in search.leads(later, 0)) is queen_breaks_hearts


def test_safe_and_on_top_recognize_lowest_and_highest_cards() -> None:
    for hand, safe, on_top in (
        ("2C 3D", True, False),
        ("2C AD", False, False),
        ("AC AD", False, True),
        ("2C 2H", True, False),
        ("2H 3H", True, True),
        ("5C AC", False, False),
    ):
        search = search_of(hand, "4C 8D", "6C 9D", "7C TD")
        assert (search.safe(search.rem), search.on_top(search.rem)) == (safe, on_top), hand


def equals(hand: str, others: str, rules: Rules | None = None) -> dict[str, str]:
    ours = mask_of(hand.split())
    found = lowest_equals(ours, ours | mask_of(others.split()), rules or Rules())
    return {NAMES[card]: NAMES[lowest] for card, lowest in found.items()}


def test_cards_are_interchangeable_if_nobody_holds_a_rank_between_them() -> None:
    assert equals("2C 5C 9C AC", "7C") == {"2C": "2C", "5C": "2C", "9C": "9C", "AC": "9C"}
    assert equals("AC 2D", "7C") == {"AC": "AC", "2D": "2D"}
    assert equals("JS QS KS", "2S") == {"JS": "JS", "QS": "QS", "KS": "JS"}
    assert equals("TD JD QD", "2S") == {"TD": "TD", "JD": "TD", "QD": "TD"}
    assert equals("TD JD QD", "2S", Rules(jack_of_diamonds=True)) == {"TD": "TD", "JD": "JD", "QD": "TD"}


def test_a_card_on_the_table_separates_interchangeable_cards() -> None:
    # 8C and TC differ while 9C is on the table: only TC takes the trick.
    position = Position(
        Rules(),
        (("8C", "TC"), ("2D", "3D"), ("4D", "5D"), ("AH",)),
        3,
        ("9C",),
        frozenset(brute.DECK) - set("8C TC 9C 2D 3D 4D 5D AH".split()),
        (frozenset(["2H"]), frozenset(["3H"]), frozenset(), frozenset()),
    )
    assert solve(position, "paranoid") == {"8C": (1, 1, 0, 1), "TC": (2, 1, 0, 0)}
    assert len(set(solve(position, "paranoid").values())) == 2


def test_points_taken_earlier_decide_what_is_best() -> None:
    """With the same cards, a seat with all points so far wants the last ones too; otherwise it avoids them."""
    gone = frozenset(brute.DECK) - set("2H JH 9H 8H 7H 3C 3D 3S".split())
    hands = (("2H", "JH"), ("3C",), ("3D",), ("3S",))
    hearts = frozenset(card for card in gone if card[1] == "H") | {"QS"}
    none: frozenset[str] = frozenset()
    shooting = Position(Rules(), hands, 1, ("9H", "8H", "7H"), gone, (hearts, none, none, none))
    spread = shooting._replace(piles=(hearts - {"3H"}, none, none, frozenset(["3H"])))
    no_queen = shooting._replace(piles=(hearts - {"QS"}, frozenset(["QS"]), none, none))
    for mode in MODES:
        assert solve(shooting, mode) == {"2H": (21, 5, 0, 0), "JH": (0, 26, 26, 26)}
        assert solve(spread, mode) == {"2H": (20, 5, 0, 1), "JH": (25, 0, 0, 1)}
        assert solve(no_queen, mode) == {"2H": (8, 18, 0, 0), "JH": (13, 13, 0, 0)}


def test_a_solver_can_be_reused_for_other_worlds() -> None:
    """What it caches between worlds does not affect results for other hands, points or leaders."""
    positions = [brute.endgame(seed, 3, Rules(), moon=seed % 2 == 0) for seed in range(60)]
    for mode in MODES:
        solvers = [Solver(Rules(), seat, mode) for seat in range(4)]
        for position in positions:
            again = solvers[position.seat].solve(*world(position))
            assert again == Solver(Rules(), position.seat, mode).solve(*world(position))


def test_nodes_are_counted_over_all_worlds() -> None:
    position = next(p for p in (brute.endgame(seed, 4, Rules()) for seed in range(99)) if not p.table)
    solver = Solver(Rules(), position.seat, "maxn")
    first = solver.solve(*world(position))
    nodes = solver.nodes
    assert nodes > 100
    assert solver.solve(*world(position)) == first
    assert solver.nodes == 2 * nodes


def test_the_solver_refuses_unsupported_positions() -> None:
    position = brute.endgame(1, 3)
    with pytest.raises(ValueError, match="root seat's turn"):
        Solver(Rules(), (position.seat + 1) % 4, "maxn").solve(*world(position))
    with pytest.raises(ValueError, match="first trick"):
        Solver(Rules(), position.seat, "maxn").solve(*world(position)._replace(gone=0))
