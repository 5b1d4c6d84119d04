"""Hearts' batched rules against a scalar reference implementation and OpenSpiel."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.hearts.rules.batch import (
    HEART_COUNT,
    JACK,
    QUEEN,
    TRICK,
    Batch,
    Rules,
    after_moon,
    first_leader,
    legal_cards,
    points_of,
    start,
    step,
)
from py_engine.games.hearts.rules.cards import CARDS, NUMBERS, mask_of, names_of
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.rules.play import apply_action, legal_moves, new_game
from py_engine.games.hearts.rules.record import Played, record
from py_engine.games.hearts.rules.state import HeartsAction, action_data
from tests.games.hearts import oracle
from tests.games.hearts.deals import by_seat

seeds = st.integers(0, 2**32 - 1)
rule_sets = st.builds(Rules, st.booleans(), st.booleans(), st.booleans(), st.booleans())
STANDARD = Rules()
ARRAYS = ("hands", "leader", "gone", "taken", "trick", "led", "shift", "best", "place")


def dealt(generator: np.random.Generator, lanes: int) -> Any:
    """(4, lanes) random hands."""
    order = generator.permuted(np.tile(np.array(CARDS, dtype=np.uint64), (lanes, 1)), axis=1)
    hands = np.left_shift(np.uint64(1), order).reshape(lanes, 4, 13).sum(axis=2, dtype=np.uint64)
    return np.ascontiguousarray(hands.T)


def drawn(generator: np.random.Generator, masks: Any) -> Any:
    """The number of a random card of each mask."""
    chosen = [generator.choice([NUMBERS[card] for card in names_of(mask)]) for mask in masks.tolist()]
    return np.array(chosen, dtype=np.uint64)


def options_of(rules: Rules) -> dict[str, bool]:
    return rules._asdict()


@given(seeds, rule_sets)
@settings(max_examples=15)
def test_random_hands_match_the_reference_rules(seed: int, rules: Rules) -> None:
    generator, options = np.random.default_rng(seed), options_of(rules)
    hands = dealt(generator, 3)
    leaders = first_leader(hands)
    batch = start(hands, leaders, rules)
    names = [[names_of(mask) for mask in lane] for lane in hands.T.tolist()]
    tricks: list[list[str]] = [[], [], []]
    taken: list[list[list[str]]] = [[[], [], [], []] for _ in range(3)]
    broken = [False] * 3
    for ply in range(52):
        legal = legal_cards(batch)
        for lane in range(3):
            seat = int(batch.seat[lane])
            assert by_seat(batch)[:, lane].tolist() == [mask_of(hand) for hand in names[lane]]
            wanted = oracle.legal_cards(
                [*names[lane][seat]],
                tricks[lane],
                first=ply < 4,
                broken=broken[lane],
                any_club=rules.first_lead_any_club,
            )
            assert names_of(int(legal[lane])) == wanted
        cards = drawn(generator, legal)
        seats, leaders = batch.seat.tolist(), batch.leader.tolist()
        step(batch, cards)
        for lane in range(3):
            card = names_of(1 << int(cards[lane]))[0]
            names[lane][seats[lane]].remove(card)
            tricks[lane].append(card)
            broken[lane] |= oracle.breaks(card, options)
            if ply % 4 == 3:
                winner = oracle.winner(leaders[lane], tricks[lane])
                assert int(batch.leader[lane]) == winner
                taken[lane][winner] += tricks[lane]
                tricks[lane] = []
    points = [[oracle.worth(cards, options) for cards in lane] for lane in taken]
    assert points_of(batch.taken).T.tolist() == points
    wanted_points = [oracle.after_moon(*row, options) for row in zip(points, taken, strict=True)]
    assert after_moon(batch.taken, rules).T.tolist() == wanted_points
    assert ((batch.taken // TRICK).T.tolist()) == [[len(cards) // 4 for cards in lane] for lane in taken]


@given(seeds, rule_sets)
@settings(max_examples=10)
def test_a_batch_equals_batches_of_one(seed: int, rules: Rules) -> None:
    generator = np.random.default_rng(seed)
    hands = dealt(generator, 4)
    batch = start(hands, first_leader(hands), rules)
    singles = [batch.take(np.array([lane])) for lane in range(4)]
    for _ in range(52):
        legal = legal_cards(batch)
        assert [int(legal_cards(single)[0]) for single in singles] == legal.tolist()
        cards = drawn(generator, legal)
        kept = batch.take(np.arange(4))
        before = {name: getattr(kept, name).tolist() for name in ARRAYS}
        step(batch, cards)
        assert {name: getattr(kept, name).tolist() for name in ARRAYS} == before, "a step changed a copy of the batch"
        for lane, single in enumerate(singles):
            step(single, cards[lane : lane + 1])
        for name in ARRAYS:
            together = np.concatenate([getattr(single, name) for single in singles], axis=-1)
            assert together.tolist() == getattr(batch, name).tolist(), name


def one(hand: str, rules: Rules, *, gone: str = "", table: str = "", tricks: int | None = None) -> list[str]:
    """The legal cards of a player with this hand; the others' hands do not matter."""
    cards, done, played = hand.split(), gone.split(), table.split()
    hands = np.zeros((4, 1), dtype=np.uint64)
    hands[len(played), 0] = mask_of(cards)
    for place, card in enumerate(played):
        hands[place, 0] = mask_of([card])
    batch = start(hands, np.array([0]), rules, gone=np.array([mask_of(done)], dtype=np.uint64))
    batch.tricks = 13 - len(cards) if tricks is None else tricks
    for card in played:
        step(batch, np.array([NUMBERS[card]], dtype=np.uint64))
    return [*names_of(int(legal_cards(batch)[0]))]


ALL_HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 3D", "3D"),
        ("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH QS 3D", "3D"),
        ("2S QS 4H 5H 6H 7H 8H 9H TH JH QH KH 3D", "3D 2S"),
        ("QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "QS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        (ALL_HEARTS, ALL_HEARTS),
        ("9C QS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "9C"),
        ("JD QS 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "JD"),
    ],
)
def test_points_are_illegal_on_the_first_trick_unless_the_hand_has_nothing_else(hand: str, wanted: str) -> None:
    assert one(hand, STANDARD, table="2C", tricks=0) == wanted.split()
    assert one(hand, STANDARD._replace(jack_of_diamonds=True), table="2C", tricks=0) == wanted.split()


def test_points_are_legal_on_later_tricks() -> None:
    assert one("QS 2H 3D", STANDARD, table="2C", gone="3C 4C 5C 6C") == ["3D", "QS", "2H"]


@pytest.mark.parametrize(
    ("hand", "gone", "queen_breaks", "wanted"),
    [
        ("QS 4H 9H", "", True, "QS"),
        ("QS 4H 9H", "", False, "QS"),
        ("4H 9H", "", True, "4H 9H"),
        ("2D 4H 9H", "", True, "2D"),
        ("2D 4H 9H", "QS", True, "2D 4H 9H"),
        ("2D 4H 9H", "QS", False, "2D"),
        ("2D QS 9H", "2H", False, "2D QS 9H"),
    ],
)
def test_hearts_may_be_led_once_broken_or_if_the_hand_has_nothing_else(
    hand: str, gone: str, queen_breaks: bool, wanted: str
) -> None:
    assert one(hand, Rules(queen_breaks_hearts=queen_breaks), gone=gone) == wanted.split()


def test_the_first_lead_is_the_two_of_clubs_or_any_club() -> None:
    hand = "2C 9C KC 3D 4D 5D 6D 7D 8D 9D TD JD QD"
    assert one(hand, STANDARD) == ["2C"]
    assert one(hand, Rules(first_lead_any_club=True)) == ["2C", "9C", "KC"]


@pytest.mark.parametrize(
    ("codes", "rules", "wanted"),
    [
        ((13 + QUEEN, 0, 0, 0), STANDARD, (0, 26, 26, 26)),
        ((0, 0, 13 + QUEEN, 0), Rules(moon_subtracts=True), (0, 0, -26, 0)),
        ((13 + QUEEN + JACK, 0, 0, 0), Rules(jack_of_diamonds=True), (-10, 26, 26, 26)),
        ((13 + QUEEN, JACK, 0, 0), Rules(jack_of_diamonds=True), (0, 16, 26, 26)),
        ((13 + QUEEN, JACK, 0, 0), Rules(jack_of_diamonds=True, moon_subtracts=True), (-26, -10, 0, 0)),
        ((13, QUEEN, 0, 0), STANDARD, (13, 13, 0, 0)),
        ((12 + QUEEN, 1, 0, 0), STANDARD, (25, 1, 0, 0)),
        ((12 + QUEEN, 1 + JACK, 0, 0), Rules(jack_of_diamonds=True), (25, -9, 0, 0)),
    ],
)
def test_the_moon_scores_by_the_rules(codes: tuple[int, ...], rules: Rules, wanted: tuple[int, ...]) -> None:
    taken = np.array([codes], dtype=np.int16).T + np.int16(3 * TRICK)
    assert after_moon(taken, rules)[:, 0].tolist() == list(wanted)
    assert int(taken[0, 0]) & HEART_COUNT == codes[0] & HEART_COUNT


@given(seeds, rule_sets)
@settings(max_examples=10)
def test_a_record_holds_what_was_taken_and_excludes_impossible_cards(seed: int, rules: Rules) -> None:
    generator = np.random.default_rng(seed)
    hands = dealt(generator, 1)
    batch = start(hands, first_leader(hands), rules)
    tricks: list[tuple[int, list[int], list[int]]] = []
    for _ in range(int(generator.integers(0, 53))):
        if batch.on_table == 0:
            tricks.append((int(batch.leader[0]), [], []))
        tricks[-1][2].append(int(batch.hand[0]))
        card = drawn(generator, legal_cards(batch))
        tricks[-1][1].append(int(card[0]))
        step(batch, card)
    found = record([Played(leader, cards) for leader, cards, _ in tricks], rules)
    done = [leader for leader, cards, _ in tricks if len(cards) == 4]
    assert found.winners == ([*[leader for leader, _, _ in tricks[1:]], int(batch.leader[0])][: len(done)])
    assert found.taken == batch.taken[:, 0].tolist()
    assert sum(found.points) == int(points_of(batch.taken).sum())
    assert [len(masks) for masks in found.excluded] == [len(cards) for _, cards, _ in tricks]
    broken = False
    for number, (_, cards, held) in enumerate(tricks):
        names = [names_of(1 << card)[0] for card in cards]
        for place, (mask, hand) in enumerate(zip(found.excluded[number], held, strict=True)):
            assert mask & hand == 0, "a card that was held is excluded"
            for other in random.Random(seed).sample(oracle.DECK, 8):
                legal = oracle.legal_cards(
                    list({names[place], other}),
                    [*names[:place]],
                    first=number == 0,
                    broken=broken,
                    any_club=rules.first_lead_any_club,
                )
                assert (mask >> NUMBERS[other] & 1 == 0) == (names[place] in legal)
        broken |= any(oracle.breaks(name, options_of(rules)) for name in names)


class Peer(NamedTuple):
    """OpenSpiel's module, with its names for a set of rules."""

    module: Any
    settings: str
    rules: Rules


SUITS_THERE = "CDHS"
DIRECTIONS_THERE = {"hold": 0, "left": 1, "across": 2, "right": 3}


def number_there(card: str) -> int:
    return 4 * oracle.RANKS.index(card[0]) + SUITS_THERE.index(card[1])


THERE = {NUMBERS[card]: number_there(card) for card in oracle.DECK}
HERE = {there: here for here, there in THERE.items()}


@pytest.fixture(
    params=[
        ("", STANDARD),
        ("jd_bonus=true", Rules(jack_of_diamonds=True)),
        ("qs_breaks_hearts=false", Rules(queen_breaks_hearts=False)),
        ("can_lead_any_club=true", Rules(first_lead_any_club=True)),
    ],
    ids=["standard", "jack", "queen", "club"],
)
def peer(request: pytest.FixtureRequest) -> Peer:
    module = pytest.importorskip("pyspiel", reason="the package open_spiel is not installed")
    return Peer(module, *request.param)


def begun(peer: Peer, hands: list[list[int]], direction: str) -> Any:
    """An OpenSpiel state after the deal, which hands out one card at a time."""
    there = peer.module.load_game(f"hearts({peer.settings})").new_initial_state()
    there.apply_action(DIRECTIONS_THERE[direction])
    for place in range(13):
        for seat in range(4):
            there.apply_action(THERE[hands[seat][place]])
    return there


def points_there(there: Any) -> list[int]:
    return [26 - int(value) for value in there.returns()]


def test_thousands_of_deals_match_openspiel(peer: Peer) -> None:
    lanes = 3000 if peer.rules == STANDARD else 500
    generator = np.random.default_rng(len(peer.settings))
    hands = dealt(generator, lanes)
    names = [[[NUMBERS[card] for card in names_of(mask)] for mask in lane] for lane in hands.T.tolist()]
    theirs = [begun(peer, lane, "hold") for lane in names]
    batch: Batch = start(hands, first_leader(hands), peer.rules)
    chooser = random.Random(7)
    for _ in range(52):
        legal, seats = legal_cards(batch).tolist(), batch.seat.tolist()
        cards = []
        for there, mask, seat in zip(theirs, legal, seats, strict=True):
            assert there.current_player() == seat
            allowed = there.legal_actions()
            assert sum(1 << HERE[number] for number in allowed) == mask
            number = chooser.choice(allowed)
            there.apply_action(number)
            cards.append(HERE[number])
        step(batch, np.array(cards, dtype=np.uint64))
    assert all(there.is_terminal() for there in theirs)
    assert after_moon(batch.taken, peer.rules).T.tolist() == [points_there(there) for there in theirs]


@pytest.mark.parametrize("direction", list(DIRECTIONS_THERE))
def test_passing_matches_openspiel(peer: Peer, direction: str) -> None:
    options = Options.model_validate(options_of(peer.rules))
    chooser = random.Random(direction)
    for seed in range(2):
        state = new_game(seed, options).model_copy(update={"pass_direction": direction})
        if direction == "hold":
            hands = np.array([mask_of(hand) for hand in state.hands if isinstance(hand, list)], dtype=np.uint64)
            leader = int(first_leader(hands[:, None])[0])
            state = state.model_copy(update={"phase": "play", "leader": leader, "active_player_id": leader})
        there = begun(peer, [[NUMBERS[card] for card in hand] for hand in state.hands], direction)  # type: ignore[union-attr]
        hand_over = None
        while hand_over is None:
            assert there.current_player() == state.active_player_id
            legal = legal_moves(state)
            move = chooser.choice(legal)
            if state.phase == "play":
                assert [card.bit_length() - 1 for card in legal] == sorted(
                    HERE[number] for number in there.legal_actions()
                )
            for name in names_of(move):
                there.apply_action(number_there(name))
            state = apply_action(state, HeartsAction.model_validate(action_data(move)))
            hand_over = next((event for event in state.last_events if event["type"] == "hand_over"), None)
        assert there.is_terminal()
        assert hand_over["points"] == points_there(there)
