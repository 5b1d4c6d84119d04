"""Opponent inference: likelihoods of worlds, play by play."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import Facts, facts_of
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.weights import default_weights
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.batch import SEAT, Batch, start, step
from py_engine.games.hearts.rules.cards import CARD_NAMES, CARDS, NUMBERS, mask_of, names_of
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.rules.state import HeartsState, mask_of_hand
from py_engine.games.hearts.search.sampled.inference import TRUST, Trust, likelihoods, posterior
from tests.games.hearts.beliefs_oracle import hand
from tests.games.hearts.brute import DECK, rank
from tests.games.hearts.oracle import legal_cards
from tests.games.hearts.policies.learnt_oracle import Weights, scores, shares, shipped_weights
from tests.games.hearts.policy_oracle import Seen, acceptable
from tests.games.hearts.searched import action_of, greedy_hand, searched

TABLES = ((1 - TRUST.greedy_table, TRUST.greedy_elsewhere), (TRUST.greedy_table, TRUST.greedy_there))
"""Chances of the two kinds of tables, and of a greedy player at each."""
NAMES: dict[int, str] = dict(zip(CARDS, CARD_NAMES, strict=True))
FRESH = facts_of(play.new_game(1, Options()), 0)
PLAYS = Trust(received=1.0)
GREEDY, LEARNT = (PLAYS._replace(greedy_table=0.0, greedy_elsewhere=chance) for chance in (1.0, 0.0))


def numbers(text: str) -> tuple[int, ...]:
    return tuple(NUMBERS[card] for card in text.split())


def seen_by(seat: int, *tricks: tuple[int, str], table: tuple[int, str]) -> Facts:
    """Facts of a seat with the given plays and nothing else."""
    history = tuple((leader, numbers(cards)) for leader, cards in tricks)
    changes: dict[str, Any] = {"seat": seat, "history": history, "leader": table[0], "table": numbers(table[1])}
    return replace(FRESH, phase="play", **changes)


def plays_of(facts: Facts) -> list[tuple[int, tuple[int, ...]]]:
    return [*facts.history, (facts.leader or 0, facts.table)]


def likelihood(facts: Facts, holds: dict[int, str], trust: Trust = PLAYS) -> float:
    """The likelihood of a world in which some seats hold the given cards; the rest is dealt from the highest card down."""
    size = [13] * 4
    for leader, cards in plays_of(facts):
        for place in range(len(cards)):
            size[(leader + place) % 4] -= 1
    out = {NAMES[card] for _, cards in plays_of(facts) for card in cards} | set(" ".join(holds.values()).split())
    rest = [card for card in DECK if card not in out]
    hands = []
    for seat in range(4):
        held = holds.get(seat, "").split()
        while len(held) < size[seat]:
            held.append(rest.pop())
        hands.append(mask_of(held))
    (found,) = likelihoods(facts, np.array(hands, dtype=U64)[:, None], trust).tolist()
    assert isinstance(found, float)
    return found


OTHERS = "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"
"""Diamonds to fill up a hand."""


def test_plays_without_a_choice_say_nothing() -> None:
    assert likelihood(seen_by(0, table=(2, "2C 8C")), {3: f"KD {OTHERS}"}) == pytest.approx(1)


@pytest.mark.parametrize(
    ("clubs", "legal", "greedy"),
    [
        ("3C", 2, True),  # the greedy player takes an early trick with its highest card
        ("KC", 2, False),
        ("9C", 2, True),  # interchangeable with the eight that was played
        ("TC", 2, False),
    ],
)
def test_following_suit_like_a_greedy_player(clubs: str, legal: int, greedy: bool) -> None:
    """Seat 2 had to lead 2C; seat 3 has played 8C."""
    facts = seen_by(0, table=(2, "2C 8C"))
    chance = TRUST.greedy * greedy + (1 - TRUST.greedy) / legal
    assert likelihood(facts, {3: f"{clubs} {OTHERS}"}, GREEDY) == pytest.approx(chance)


def test_a_card_on_the_table_separates_cards_in_inference() -> None:
    """Seat 3 has played 8C and holds TC, which the greedy player would have played: with 9C on the table these differ."""
    facts = seen_by(0, table=(1, "2C 9C 8C"))
    held = {2: "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", 3: f"TC {OTHERS}"}
    assert likelihood(facts, held, GREEDY) == pytest.approx((1 - TRUST.greedy) / 2)


CLUBS = "6C 7C 8C 9C TC JC QC KC AC"


@pytest.mark.parametrize(
    ("thrown", "kept", "greedy"),
    [("QS", "2S 5H 6H 7H 8H 9H TH JH QH KH AH", True), ("4H", "2S 5H 6H 7H 8H 9H TH JH QH KH QS", False)],
)
def test_discarding_like_a_greedy_player(thrown: str, kept: str, greedy: bool) -> None:
    """Everyone but the observer, seat 3, had one club, and seat 0 has no diamond, so all other plays were forced."""
    facts = seen_by(3, (0, "2C 3C 4C 5C"), table=(3, f"4D {thrown}"))
    chance = TRUST.greedy * greedy + (1 - TRUST.greedy) / 12
    assert likelihood(facts, {3: f"{CLUBS} 2D 3D", 0: kept}, GREEDY) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("led", "kept", "greedy"),
    [
        ("2D", "3D 4D 5D 6D 7D 8D 9D TD JD QD KD", True),
        ("AD", "3D 4D 5D 6D 7D 8D 9D TD JD QD KD", True),  # nobody holds a card between the two
        ("AD", "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD", False),
    ],
)
def test_leading_like_a_greedy_player(led: str, kept: str, greedy: bool) -> None:
    facts = seen_by(3, (0, "2C 5C 3C 4C"), table=(1, led))
    chance = TRUST.greedy * greedy + (1 - TRUST.greedy) / 12
    assert likelihood(facts, {3: f"{CLUBS} 2H 3H 4H", 1: kept}, GREEDY) == pytest.approx(chance)


@pytest.mark.parametrize("trust", [PLAYS, LEARNT])
def test_who_throws_a_heart_is_less_likely_to_hold_the_queen(trust: Trust) -> None:
    """The other plays are forced as above."""
    kept = "4H 5H 6H 7H 8H 9H TH JH QH"
    facts = seen_by(3, (0, "2C 3C 4C 5C"), table=(3, "4D KH"))
    with_her, without = (
        likelihood(facts, {3: f"{CLUBS} 2D 3D", 0: f"{two} {kept}"}, trust) for two in ("QS 2S", "3S 2S")
    )
    assert without > 1.2 * with_her


def test_own_plays_carry_no_information() -> None:
    """Seat 3 plays high or low itself, with the same likelihood."""
    for card in ("3C", "8C", "KC"):
        assert likelihood(seen_by(3, table=(2, f"2C {card}")), {3: f"4C {OTHERS}"}) == pytest.approx(1)


def agrees(card: str, other: str, holding: set[str], gone: set[str]) -> bool:
    """Whether a card is another one or interchangeable with it; the queen is interchangeable with no card."""
    if "QS" in (card, other):
        return card == other
    low, high = sorted((rank(card), rank(other)))
    between = [each for each in DECK if each[1] == card[1] and low < rank(each) < high]
    return card[1] == other[1] and all(each in holding or each in gone for each in between)


def drawn(batch: Batch, legal: int, alike: set[str], weights: Weights) -> float:
    """The chance that the learnt policy draws one of some cards."""
    found = shares(scores(batch, 0, legal, weights))
    return sum(share for (card, _), share in found.items() if NAMES[card] in alike)


def by_hand(facts: Facts, world: list[int], weights: Weights) -> tuple[float, float]:
    """The least and the greatest likelihood, card by card; they differ where the greedy choice is close."""
    holding = [set[str](names_of(mask)) for mask in world]
    for leader, cards in plays_of(facts):
        for place, number in enumerate(cards):
            holding[(leader + place) % 4].add(NAMES[number])
    hands = np.array([[mask_of(list(held))] for held in holding], dtype=U64)
    batch = start(hands, np.array([plays_of(facts)[0][0]], dtype=SEAT), facts.rules)
    learnt, least, greatest = (defaultdict[int, float](lambda: 1.0) for _ in range(3))
    gone = set[str]()
    for trick, (leader, played) in enumerate(plays_of(facts)):
        names = [NAMES[each] for each in played]
        for place, card in enumerate(names):
            seat, table = (leader + place) % 4, names[:place]
            held = sorted(holding[seat], key=DECK.index)
            broken = any(one[1] == "H" or one == "QS" for one in gone)
            legal = legal_cards(held, table, first=trick == 0, broken=broken, any_club=False)
            if seat != facts.seat:
                alike = {one for one in held if agrees(one, card, set(held), gone)}
                share = TRUST.lead if not table else TRUST.follow if card[1] == table[0][1] else TRUST.discard
                chance = drawn(batch, mask_of(legal), alike, weights)
                learnt[seat] *= share * chance + (1 - share) / len(legal)
                good = [one in alike for one in acceptable(Seen(held, legal, table, gone), default_weights().play)]
                for found, agreed in ((least, all(good)), (greatest, any(good))):
                    found[seat] *= TRUST.greedy * agreed + (1 - TRUST.greedy) / len(legal)
            holding[seat].remove(card)
            step(batch, np.array([NUMBERS[card]], dtype=U64))
        gone |= set(names)
    others = [seat for seat in range(4) if seat != facts.seat]
    return tuple(
        sum(
            table * math.prod((1 - chance) * learnt[each] + chance * greedy[each] for each in others)
            for table, chance in TABLES
        )
        for greedy in (least, greatest)
    )  # type: ignore[return-value]


@pytest.mark.parametrize(("seed", "move"), [(0, 6), (1, 13), (2, 21), (3, 31), (4, 42), (5, 49)])
def test_likelihoods_are_products_over_all_plays(seed: int, move: int) -> None:
    weights = shipped_weights()
    state = hand(seed)[move]
    facts = facts_of(state, state.active_player_id)
    worlds = draw(Beliefs(facts, HARD), np.random.default_rng(seed), 12)
    close = 0
    for world, found in zip(worlds.T.tolist(), likelihoods(facts, worlds, PLAYS).tolist(), strict=True):
        least, greatest = by_hand(facts, world, weights)
        close += least < greatest
        # Chances are off by some thousandths, since scores are rounded to steps.
        assert 0.98 * least <= found <= 1.02 * greatest
    assert close < 6


def test_likelihoods_tell_worlds_apart_and_depend_on_nothing_but_choices_without_trust() -> None:
    state = hand(2)[24]
    facts = facts_of(state, state.active_player_id)
    worlds = draw(Beliefs(facts, HARD), np.random.default_rng(1), 50)
    found = likelihoods(facts, worlds)
    assert found.dtype == np.float64
    assert (found > 0).all()
    assert len(set(found.tolist())) > 30
    # What is left is one of all legal cards in every play, in greedy and other players alike.
    nothing = Trust(discard=0.0, lead=0.0, follow=0.0, greedy=0.0, received=1.0)
    without = likelihoods(facts, worlds, nothing)
    assert without == pytest.approx(likelihoods(facts, worlds, nothing._replace(greedy_elsewhere=1.0)))
    assert (without < 1).all()


def true_deals_gain(states: list[HeartsState], trust: Trust) -> float:
    """The mean log-likelihood of the true deal, against that of deals drawn without regard to what was played."""
    gains = []
    for number, state in enumerate(states):
        facts = facts_of(state, state.active_player_id)
        true = np.array([[mask_of_hand(held)] for held in state.hands], dtype=U64)
        worlds = draw(Beliefs(facts, HARD), np.random.default_rng(number), 300)
        found = likelihoods(facts, np.concatenate([true, worlds], axis=1), trust)
        gains.append(math.log(found[0] / found[1:].mean()))
    return float(np.mean(gains))


def test_plays_tell_of_the_hands_of_greedy_players_and_who_plays_so_is_found_out() -> None:
    states = [greedy_hand(seed)[move] for seed in range(10) for move in (20, 32)]
    learnt = true_deals_gain(states, LEARNT)
    assert learnt > 0.5
    assert true_deals_gain(states, PLAYS) > learnt + 1


def test_plays_tell_of_the_hands_of_players_who_search() -> None:
    states = list[HeartsState]()
    for seed in range(6):
        state = greedy_hand(seed)[4]
        for turn in range(28):
            found = searched(state, evaluator="pimc", evaluator_options={"worlds": 20}, evaluator_seed=turn)
            state = play.apply_action(state, action_of(found.best_action))
            if turn in (14, 21, 27):
                states.append(state)
    assert true_deals_gain(states, PLAYS) > 0.2


def chances_of_greedy_players(seed: int, trick: int, trust: Trust = PLAYS) -> list[float]:
    """Mean chances that the others are greedy, over worlds by their likelihood, in a hand that everybody plays greedily."""
    state = greedy_hand(seed)[4 + 4 * trick]
    facts = facts_of(state, state.active_player_id)
    mean = posterior(facts, draw(Beliefs(facts, HARD), np.random.default_rng(seed), 400), trust).greedy_chances()
    assert mean[facts.seat] == 0
    return [float(mean[seat]) for seat in range(4) if seat != facts.seat]


def test_greedy_players_are_found_out() -> None:
    early, late = (np.mean([chances_of_greedy_players(seed, trick) for seed in range(6)]) for trick in (1, 9))
    assert early < 0.2
    assert late > 0.7


def test_who_plays_greedily_makes_the_others_more_likely_to() -> None:
    """The same chance for every player is found out later than a table is."""
    prior = sum(table * chance for table, chance in TABLES)
    alone = PLAYS._replace(greedy_table=0.0, greedy_elsewhere=prior)
    together, apart = (
        np.mean([chances_of_greedy_players(seed, 6, trust) for seed in range(6)]) for trust in (PLAYS, alone)
    )
    assert together > apart + 0.2


def test_before_any_choice_all_are_as_likely_greedy_as_tables_are() -> None:
    hands = np.array([[mask_of(DECK[seat::4])] for seat in range(4)], dtype=U64)
    found = posterior(replace(FRESH, phase="play", leader=0), hands, PLAYS)
    prior = sum(table * chance for table, chance in TABLES)
    assert found.greedy_chances() == pytest.approx([0.0, prior, prior, prior])
    assert found.table[0] == pytest.approx(TRUST.greedy_table)
