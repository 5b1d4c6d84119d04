"""The information set of a decision: the worlds drawn from it."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.rules.state import mask_of_hand
from py_engine.games.hearts.search.sampled.inference import likelihoods
from py_engine.games.hearts.search.sampled.information_set import DRAWN
from tests.games.hearts.searched import following, greedy_hand, known_to


@pytest.mark.parametrize("inference", [False, True])
@pytest.mark.parametrize("skipped", [0, 1, 2])
def test_worlds_keep_passed_cards_with_their_receiver(skipped: int, *, inference: bool) -> None:
    for moves in (4, 9, 17, 25):
        state = greedy_hand(9, skipped)[moves]
        known = known_to(state, inference=inference)
        player = state.active_player_id
        receiver = (player + state.shift) % 4
        given = mask_of_hand(state.passed[player])
        held = given & mask_of_hand(state.hands[receiver])
        for stream in ("explore", "fresh", "quick"):
            worlds = known.worlds(stream, 0, 30)
            assert worlds.shape == (4, 30)
            assert (worlds[receiver] & U64(given) == U64(held)).all()
            assert (worlds[player] == U64(mask_of_hand(state.hands[player]))).all()
        if moves < 10:
            assert held


def test_worlds_depend_only_on_seed_stream_and_position() -> None:
    known, again = (known_to(following(2, 14)) for _ in range(2))
    first = known.worlds("explore", 16, 20)
    assert again.worlds("explore", 16, 20).tolist() == first.tolist()
    assert known.worlds("explore", 36, 20).tolist() != first.tolist()
    assert known.worlds("fresh", 16, 20).tolist() != first.tolist()
    assert known_to(following(2, 14), seed=2).worlds("explore", 16, 20).tolist() != first.tolist()


def test_resampling_prefers_likely_worlds() -> None:
    state = following(2, 30)
    weighed, even = (
        likelihoods(facts_of(state, state.active_player_id), known.worlds("explore", 0, 600)).mean()
        for known in (known_to(state), known_to(state, inference=False))
    )
    assert weighed > 1.3 * even


def test_later_parts_of_a_stream_have_new_worlds() -> None:
    known = known_to(following(2, 14))
    met = {tuple(world) for first in range(0, 4000, 1000) for world in known.worlds("explore", first, 1000).T.tolist()}
    assert len(met) > 1200


@pytest.mark.parametrize(("moves", "least", "usual"), [(14, 300, 500), (22, 200, 400), (30, 40, 150), (38, 30, 150)])
def test_resampled_worlds_are_worth_fewer_independent_ones_by_their_weights(moves: int, least: int, usual: int) -> None:
    """Everybody is greedy in these hands, which is found out along the way, so that fewer and fewer worlds agree with the plays."""
    sizes = []
    for seed in range(8):
        known = known_to(following(seed, moves))
        known.worlds("fresh", 0, 1000)
        sizes.append(known.independent("fresh", 1000))
    assert least < min(sizes) <= max(sizes) <= 1000
    assert np.median(sizes) > usual


def test_greedy_players_are_drawn_as_often_as_they_are_likely_where_there_may_be_some() -> None:
    known = known_to(following(0, 26))
    drawn = known.sampled("fresh", 0, 1000)
    assert drawn.greedy is not None
    assert not drawn.greedy[known.facts.seat].any()
    others = [seat for seat in range(4) if seat != known.facts.seat]
    shares = drawn.greedy[others].mean(axis=1)
    assert 0.4 < shares.min() <= shares.max() < 0.8
    # Tables are drawn first, so that greedy players come together.
    assert drawn.greedy[others].mean(axis=0).var() > 1.5 * (shares * (1 - shares)).sum() / 9
    again = known_to(following(0, 26)).sampled("fresh", 0, 1000)
    assert again.greedy is not None
    assert again.greedy.tolist() == drawn.greedy.tolist()
    assert known_to(following(1, 9)).sampled("fresh", 0, 1000).greedy is None, "early in a hand hardly anybody is"


def test_a_pool_is_left_after_its_share_of_worlds() -> None:
    known = known_to(following(2, 14))
    known.worlds("fresh", 0, DRAWN)
    once = known.independent("fresh", DRAWN)
    known.worlds("fresh", DRAWN, DRAWN)
    assert known.independent("fresh", 2 * DRAWN) > 1.9 * once
