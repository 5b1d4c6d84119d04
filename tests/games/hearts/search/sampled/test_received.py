"""What was received and passed enters the worlds of a search."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.policies.passing import default_pass_tables, pass_cards
from py_engine.games.hearts.rules.state import HeartsState, mask_of_hand
from py_engine.games.hearts.search.sampled.inference import Trust, likelihoods
from tests.games.hearts.searched import greedy_hand, known_to


def after_passes(seed: int) -> HeartsState:
    """The first decision of a hand after greedy passes; the direction is left, right or across."""
    return greedy_hand(seed // 3, seed % 3)[4]


@pytest.mark.parametrize("seed", range(6))
def test_cards_received_count_by_what_the_greedy_policy_would_have_passed(seed: int) -> None:
    state = after_passes(seed)
    facts = facts_of(state, state.active_player_id)
    passer, received = facts.got
    assert (passer == facts.given[0]) is (state.shift == 2)
    worlds = draw(Beliefs(facts, HARD), np.random.default_rng(seed), 40)
    agreed = []
    for world in worlds.T.tolist():
        had = world[passer] | received
        if passer == facts.given[0]:
            had &= ~facts.given[1]
        passed = int(pass_cards(np.array([had], dtype=U64), default_pass_tables())[0])
        agreed.append((passed & received).bit_count())
    found = likelihoods(facts, worlds, Trust(received=3.0)).tolist()
    assert found == pytest.approx([3.0**count for count in agreed])
    assert len(set(agreed)) > 1


def test_cards_received_make_the_true_deal_likelier() -> None:
    gains = []
    for seed in range(24):
        state = after_passes(seed)
        facts = facts_of(state, state.active_player_id)
        true = np.array([[mask_of_hand(hand)] for hand in state.hands], dtype=U64)
        worlds = draw(Beliefs(facts, HARD), np.random.default_rng(seed), 200)
        one = float(likelihoods(facts, true)[0])
        gains.append(np.log(one / likelihoods(facts, worlds).mean()))
    assert np.mean(gains) > 0.2


def test_searched_worlds_are_weighted_by_the_cards_received() -> None:
    """In the first decision nobody has played, so the weights come from the cards received alone."""
    gains = []
    for seed in range(6):
        known = known_to(after_passes(seed))
        facts = known.facts
        assert not facts.history
        assert not facts.table
        weighted, plain = (
            likelihoods(facts, worlds).mean()
            for worlds in (known.worlds("explore", 0, 512), draw(known.beliefs, np.random.default_rng(1), 512))
        )
        gains.append(weighted / plain)
    assert min(gains) > 0.98
    assert np.mean(gains) > 1.1


def test_cards_passed_stay_where_they_went() -> None:
    for seed in range(6):
        known = known_to(after_passes(seed))
        receiver, given = known.facts.given
        assert given.bit_count() == 3
        assert (known.worlds("explore", 0, 64)[receiver] & U64(given) == U64(given)).all()
