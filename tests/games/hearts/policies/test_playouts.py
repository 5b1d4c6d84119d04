"""Playouts: points, players who shoot the moon, and players who defend against it."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
import pytest

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies import playouts
from py_engine.games.hearts.policies.defence import NOBODY, choose_to_stop, suspects
from py_engine.games.hearts.policies.lots import lots_of
from py_engine.games.hearts.policies.moon import choose_to_shoot
from py_engine.games.hearts.policies.playouts import finished, play_out
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import (
    HEART_COUNT,
    JACK,
    QUEEN,
    SEAT,
    TRICK,
    Batch,
    Rules,
    after_moon,
    legal_cards,
    step,
)
from py_engine.games.hearts.rules.cards import NUMBERS, mask_of, names_of
from tests.games.hearts.deals import EVERY_RULES, any_of, at_table, deals, opening

TABLES = default_play_tables()
MANY = 2000


def played(hands: Array, rules: Rules | None = None, shooter: int | None = None, *, defend: bool = True) -> Array:
    """(4, B): codes of what each seat takes; a shooter shoots in every lane."""
    batch = opening(hands, rules)
    return finished(play_out(batch, TABLES, shooter, np.ones(batch.size, dtype=bool), defend=defend))


def moons(taken: Array) -> Array:
    shot: Array = (taken & (HEART_COUNT | QUEEN)) == 13 + QUEEN
    return shot


@pytest.mark.parametrize("rules", EVERY_RULES)
def test_points_of_playouts_add_up(rules: Rules) -> None:
    taken = played(deals(1, 200), rules, 2)
    assert taken.shape == (4, 200)
    assert (taken // TRICK).sum(axis=0).tolist() == [13] * 200
    jack = 10 if rules.jack_of_diamonds else 0
    with_moon = -26 if rules.moon_subtracts else 78
    points = after_moon(taken, rules).sum(axis=0)
    expected = np.where(moons(taken).any(axis=0), with_moon, 26) - jack
    assert points.tolist() == expected.tolist()
    assert len(set(points.tolist())) == 2


def test_playouts_are_deterministic_and_independent_of_other_lanes() -> None:
    hands = deals(2, 60)
    whole = played(hands, shooter=1)
    assert played(hands, shooter=1).tolist() == whole.tolist()
    assert played(hands[:, 20:45], shooter=1).tolist() == whole[:, 20:45].tolist()
    assert played(hands[:, 33:34], shooter=1).tolist() == whole[:, 33:34].tolist()


def test_playouts_without_shooter_or_defence_are_greedy() -> None:
    hands = deals(3, 100)
    batch = opening(hands)
    while batch.tricks < 13:
        step(batch, choose(batch, TABLES))
    nobody = finished(play_out(opening(hands), TABLES, 3, np.zeros(100, dtype=bool), defend=False))
    assert nobody.tolist() == batch.taken.tolist() == finished(play_out(opening(hands), TABLES, defend=False)).tolist()


def test_the_shooter_shoots_only_in_the_given_lanes() -> None:
    hands = deals(4, 100)
    shooting = np.arange(100) % 2 == 0
    mixed = finished(play_out(opening(hands), TABLES, 0, shooting))
    assert mixed[:, ::2].tolist() == played(hands, shooter=0)[:, ::2].tolist()
    assert mixed[:, 1::2].tolist() == played(hands)[:, 1::2].tolist()
    assert mixed.tolist() != played(hands).tolist()


def test_a_playout_yields_after_every_trick_from_any_position() -> None:
    rng = np.random.default_rng(0)
    batch = opening(deals(5, 30))
    for _ in range(4 * 5 + 2):
        step(batch, any_of(legal_cards(batch), rng))
    before = batch.taken.copy()

    def watched() -> Generator[None, None, Array]:
        taken = yield from play_out(batch, TABLES)
        assert (taken >= before).all()
        return taken

    assert [batch.tricks for _ in watched()] == list(range(6, 14))
    assert (before.sum(axis=0) > 0).all()


def test_a_shooter_shoots_the_moon_far_more_often() -> None:
    hands = deals(6, MANY)
    greedy, shooting = (
        moons(played(hands, defend=False))[0].mean(),
        moons(played(hands, None, 0, defend=False))[0].mean(),
    )
    assert greedy < 0.03
    assert shooting > 0.15


def test_defence_stops_most_shooters() -> None:
    hands = deals(6, MANY)
    free, stopped = (moons(played(hands, None, 0, defend=defend))[0] for defend in (False, True))
    assert stopped.mean() < 0.5 * free.mean()
    # Hands that take every trick still succeed.
    assert stopped.mean() > 0.002


def test_defence_reduces_accidental_moons() -> None:
    hands = deals(7, MANY)
    free, stopped = (moons(played(hands, defend=defend)).any(axis=0).mean() for defend in (False, True))
    assert 0.005 < stopped < 0.6 * free


def test_players_do_not_defend_against_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def watched(batch: Batch, lanes: Array, legal: Array, greedy: Array, suspect: Array) -> Array:
        assert (batch.seat.take(lanes) != suspect).all()
        assert (suspect == suspects(batch.taken).take(lanes)).all()
        calls.append(len(lanes))
        return choose_to_stop(batch, lanes, legal, greedy, suspect)

    monkeypatch.setattr(playouts, "choose_to_stop", watched)
    played(deals(8, 200), None, 0)
    assert len(calls) > 20


def taken_of(*seats: int) -> Array:
    return np.array(seats, dtype=np.int16)[:, None]


@pytest.mark.parametrize(
    ("taken", "suspect"),
    [
        ((5, 0, 0, 0), 0),
        ((4, 0, 0, 0), NOBODY),
        ((0, 0, QUEEN, TRICK), 2),
        ((0, 1, 0, QUEEN + 5), NOBODY),
        ((0, 0, 0, 12 + QUEEN + 7 * TRICK), 3),
        ((JACK, 0, 0, 6), 3),
        ((JACK, 0, 0, 0), NOBODY),
        ((0, 8 + JACK, 0, 0), 1),
        ((0, 0, 0, 0), NOBODY),
    ],
)
def test_a_player_with_five_points_alone_is_a_suspect(taken: tuple[int, ...], suspect: int) -> None:
    assert suspects(taken_of(*taken)).tolist() == [suspect]


def test_the_minimum_points_of_a_suspect_can_be_set() -> None:
    assert suspects(taken_of(0, 3, 0, 0), least=3).tolist() == [1]
    assert suspects(taken_of(0, 3, 0, 0), least=4).tolist() == [NOBODY]


def stop(batch: Batch, suspect: int) -> str:
    """The card that seat 0 plays against a suspect."""
    lanes = np.array([0], dtype=SEAT)
    card = choose_to_stop(batch, lanes, legal_cards(batch), choose(batch, TABLES), np.array([suspect], dtype=SEAT))
    return names_of(1 << int(card[0]))[0]


GONE = "2C 3C 4C 5C"
# With three cards on the table, seat 1 has led.
STOPS = (
    # It takes a trick with points from anybody, with its highest card.
    ("2D 9D AD KC", "TD 3H 8D", 1, "AD"),
    ("2D 9D AD KC", "TD 3H 8D", 3, "AD"),
    # It takes a trick without points only from the suspect.
    ("2H 6D QD KC", "TD 3D 8D", 1, "QD"),
    # It does not spend the queen of spades if the king is enough.
    ("2S QS KS KC", "JS 3H 8S", 1, "KS"),
    # The suspect takes the trick: keep high cards, give no points.
    ("6D 7D AD AS QS 9H", "TC 6C 8C", 1, "6D"),
    # Somebody else takes it: give a low heart, keep high hearts.
    ("6D 7D AD AS QS 9H KH", "TC 6C 8C", 2, "9H"),
)


@pytest.mark.parametrize(("hand", "table", "suspect", "card"), STOPS)
def test_a_defender_stops_a_suspect(hand: str, table: str, suspect: int, card: str) -> None:
    assert stop(at_table(hand, table, gone=GONE), suspect) == card


def test_a_defender_leads_an_unbeatable_heart() -> None:
    broken = GONE + " 2H 3H 4H 5H"
    assert stop(at_table("6D 9D JH AH", gone=broken), 1) == "AH"
    assert stop(at_table("6D 9D JH KH", gone=broken), 1) != "KH"
    assert stop(at_table("6D 9D JH KH", gone=broken + " AH 6C 7C 8C"), 1) == "KH"
    # Unbroken hearts cannot be led.
    assert stop(at_table("6D 9D JH AH", gone=GONE), 1) != "AH"


def shoot(batch: Batch) -> str:
    card = choose_to_shoot(batch, np.array([0], dtype=SEAT), legal_cards(batch))
    return names_of(1 << int(card[0]))[0]


SHOTS = (
    # The lowest winning card in last place, else the highest.
    ("2D JD QD AD", "TD 3D 8D", "JD"),
    ("2D JD QD AD", "TD 3D", "AD"),
    # The lowest card if it cannot win.
    ("3D 6D 9D KC", "TD 4D 8D", "3D"),
    # Discards losers from the suit with the most higher cards out; keeps hearts, and the queen to the last.
    ("3D AS QS 2H AH", "TC 6C 8C", "3D"),
    ("KD AS 2H AH", "TC 6C 8C", "KD"),
    ("QS 2H AH", "TC 6C 8C", "2H"),
    ("KD QS", "TC 6C 8C", "KD"),
)


@pytest.mark.parametrize(("hand", "table", "card"), SHOTS)
def test_a_shooter_wins_cheaply_and_discards_losers(hand: str, table: str, card: str) -> None:
    assert shoot(at_table(hand, table, gone=GONE)) == card


def test_a_shooter_leads_sure_winners() -> None:
    assert shoot(at_table("2C AD 3S 4S", gone="3C 4C 5C 6C")) == "AD"
    broken = GONE + " 2H 3H 4H 5H"
    assert shoot(at_table("QD KD AH 2S", gone=broken)) == "AH"
    # Hearts come last among equals.
    assert shoot(at_table("AD AH", gone=broken)) == "AD"


def test_a_hand_of_winners_shoots_the_moon_against_any_defence() -> None:
    hand = mask_of("AC KC QC AD KD QD JD AS KS QS AH KH QH".split())
    rest = np.array([card for card in NUMBERS.values() if not hand >> card & 1], dtype=U64)
    others = np.random.default_rng(1).permuted(np.tile(rest, (200, 1)), axis=1).reshape(200, 3, 13)
    dealt = np.left_shift(U64(1), others).sum(axis=2, dtype=U64).T
    hands = np.concatenate([np.full((1, 200), hand, dtype=U64), dealt])
    assert moons(played(hands, shooter=0))[0].mean() > 0.97


def test_greedy_players_play_greedily_in_their_worlds_only() -> None:
    """With everybody greedy in every other world, these are played as without bits, and the rest as without greedy players."""
    hands = deals(7, 60)
    greedy = np.tile(np.arange(60) % 2 == 1, (4, 1))
    some, none = (lots_of(np.random.default_rng(1), 60, 1, seats) for seats in (greedy, None))
    mixed, drawn = (finished(play_out(opening(hands), TABLES, defend=False, lots=lots)) for lots in (some, none))
    by_policy = finished(play_out(opening(hands), TABLES, defend=False))
    assert mixed[:, 1::2].tolist() == by_policy[:, 1::2].tolist()
    assert mixed[:, ::2].tolist() == drawn[:, ::2].tolist()
    assert drawn[:, 1::2].tolist() != by_policy[:, 1::2].tolist()


def test_the_same_players_are_greedy_after_all_plans() -> None:
    greedy = np.random.default_rng(2).random((4, 400)) < [[0.0], [0.25], [0.5], [1.0]]
    lots = lots_of(np.random.default_rng(2), 400, 3, greedy)
    batch = opening(np.tile(deals(8, 400), (1, 3)))
    lanes = lots.greedy_lanes(batch)
    assert lanes[: len(lanes) // 3].tolist() == (lanes[-len(lanes) // 3 :] - 800).tolist()
    assert lots_of(np.random.default_rng(2), 400, 3).greedy_lanes(batch).size == 0
