"""The greedy policy against a reference implementation, and against what every player of Hearts learns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.defence import choose_to_stop
from py_engine.games.hearts.policies.moon import choose_to_shoot
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import PlayWeights, default_play_tables, default_weights, play_tables
from py_engine.games.hearts.rules.batch import SEAT, Batch, Rules, legal_cards
from py_engine.games.hearts.rules.cards import POINT_CARDS, QUEEN_OF_SPADES, SPADES, names_of
from tests.games.hearts.deals import EVERY_RULES, all_but, at_table, deals, opening, other_hands, positions
from tests.games.hearts.policy_oracle import Seen, acceptable

TABLES = default_play_tables()
QUEEN = U64(1 << QUEEN_OF_SPADES)


def bits(cards: Array) -> Array:
    return np.left_shift(U64(1), cards)


def greedy(batch: Batch) -> str:
    (card,) = choose(batch, TABLES).tolist()
    return names_of(1 << card)[0]


def all_policies(batch: Batch) -> list[Array]:
    """The cards of the greedy, the shooting and the defending policies in every lane."""
    lanes, legal = np.arange(batch.size, dtype=SEAT), legal_cards(batch)
    card = choose(batch, TABLES)
    stopped = [choose_to_stop(batch, lanes, legal, card, (batch.seat + turn) & 3) for turn in (1, 2, 3)]
    return [card, choose_to_shoot(batch, lanes, legal), *stopped]


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_all_policies_play_legal_cards(rules: Rules) -> None:
    rng = np.random.default_rng(0)
    for batch in positions(opening(deals(1, 60), rules), rng):
        legal = legal_cards(batch)
        for cards in all_policies(batch):
            assert cards.dtype == U64
            assert (bits(cards) & legal != 0).all()


def test_policies_do_not_depend_on_hidden_cards() -> None:
    rng = np.random.default_rng(1)
    for number, batch in enumerate(positions(opening(deals(2, 24)), rng)):
        if number % 3 == 0:
            other = other_hands(batch, rng)
            assert number > 44 or (other.hands != batch.hands).any()
            for cards, again in zip(all_policies(batch), all_policies(other), strict=True):
                assert cards.tolist() == again.tolist()


def following(batch: Batch, rng: np.random.Generator) -> Iterator[Batch]:
    """Positions with a card on the table."""
    return (position for position in positions(batch, rng) if position.on_table)


def seen(batch: Batch, legal: Array, lane: int) -> Seen:
    """What the player to move sees in a lane; the order of the table matters only for the suit led."""
    trick, led = int(batch.trick[lane]), int(batch.led[lane])
    table = [*names_of(trick & led), *names_of(trick & ~led)] if batch.on_table else []
    hand, allowed, gone = (names_of(int(mask[lane])) for mask in (batch.hand, legal, batch.gone))
    return Seen([*hand], [*allowed], [*table], {*gone})


def other_weights() -> PlayWeights:
    """Random weights that differ a lot, with limits that occur in play."""
    rng = np.random.default_rng(5)
    data = default_weights().play.model_dump()
    for name, value in data.items():
        if name.startswith(("take", "over")):
            data[name] = rng.uniform(-0.5, 9.0, 5).tolist()
        elif isinstance(value, list):
            data[name] = (np.array(value) * rng.uniform(0.2, 1.5, len(value)) + rng.normal(0, 1, len(value))).tolist()
    return PlayWeights.model_validate(data | {"discard_queen": 2.0, "discard_over_queen": 1.0})


@pytest.mark.parametrize("weights", [default_weights().play, other_weights()], ids=["default", "other"])
def test_choices_match_the_reference_implementation(weights: PlayWeights) -> None:
    tables, rng = play_tables(weights), np.random.default_rng(2)
    doubtful = 0
    for batch in positions(opening(deals(3, 36), Rules()), rng):
        legal = legal_cards(batch)
        for lane, card in enumerate(choose(batch, tables).tolist()):
            expected = acceptable(seen(batch, legal, lane), weights)
            assert names_of(1 << card)[0] in expected, (seen(batch, legal, lane), expected)
            doubtful += len(expected) > 1
    assert doubtful < 60


def test_points_are_ducked_with_the_highest_card_that_ducks() -> None:
    rng, ducked = np.random.default_rng(3), 0
    for batch in following(opening(deals(4, 500)), rng):
        under = legal_cards(batch) & batch.led & (batch.best - U64(1))
        lanes = np.flatnonzero((batch.trick & U64(POINT_CARDS) != 0) & (under != 0))
        card = bits(choose(batch, TABLES))[lanes]
        under = under[lanes]
        highest = (card & under != 0) & (under < card + card)
        assert (highest | (card == QUEEN)).all()
        ducked += lanes.size
    assert ducked > 3000


def test_the_queen_is_played_under_the_king_or_the_ace() -> None:
    rng, gone = np.random.default_rng(4), 0
    for batch in following(opening(deals(5, 1500)), rng):
        spades = batch.shift == U64(16 * SPADES)
        lanes = np.flatnonzero(spades & (batch.hand & QUEEN != 0) & (batch.best > QUEEN))
        assert (bits(choose(batch, TABLES))[lanes] == QUEEN).all()
        gone += lanes.size
    assert gone > 200


def test_the_queen_is_discarded_when_void() -> None:
    rng, gone = np.random.default_rng(6), 0
    for batch in following(opening(deals(6, 1500)), rng):
        void = batch.hand & batch.led == 0
        lanes = np.flatnonzero(void & (legal_cards(batch) & QUEEN != 0))
        assert (bits(choose(batch, TABLES))[lanes] == QUEEN).all()
        gone += lanes.size
    assert gone > 400


@pytest.mark.parametrize(
    ("hand", "table", "card"),
    [
        ("2S QS 9D TD", "AS 3S 4S", "QS"),
        ("2S JS QS AS", "4S 3S KS", "QS"),
        ("2S QS 9D TD", "TS 3S 4S", "2S"),
        ("QS KS 9D TD", "TS 3S 4S", "KS"),
        ("3H 7H 9H KH", "8H", "7H"),
        ("9H KH 2C 3C", "8H QH", "9H"),
        ("9H TH 2C 3C", "3H 4H 5H", "TH"),
        ("KS 2D 3D 4D", "5C", "KS"),
        ("KS QS 3D 4D", "5C", "QS"),
    ],
)
def test_greedy_makes_the_textbook_play(hand: str, table: str, card: str) -> None:
    assert greedy(at_table(hand, table, gone="2C 7C 8C 9C")) == card


def test_a_bare_queen_is_not_led() -> None:
    for hand in ("QS AD", "QS AH", "QS AC"):
        assert greedy(at_table(hand, gone=all_but(hand + " 2C 3C 4D 5D 6H 7H 8H JS KS AS"))) != "QS"


def test_ties_go_to_the_last_suit() -> None:
    """Clubs and diamonds have the same weights."""
    gone = all_but("9C 9D 2C 2D 3C 3D 4C 4D")
    assert greedy(at_table("9C 9D", gone=gone)) == "9D"
    assert greedy(at_table("9C 9D", "4S", gone=all_but("9C 9D 2C 2D 3C 3D 4S 2S 3S"))) == "9D"


def test_a_lane_does_not_depend_on_its_neighbours() -> None:
    rng = np.random.default_rng(7)
    for number, batch in enumerate(positions(opening(deals(8, 40)), rng)):
        if number % 5 == 2:
            whole = choose(batch, TABLES)
            for lane in (0, 17, 39):
                assert choose(batch.take(np.array([lane])), TABLES)[0] == whole[lane]
