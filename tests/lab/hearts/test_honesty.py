"""Hearts held against the truth: frozen hands, the players of games played on, and losses of a move against itself."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.objective import Objective, goal_of
from py_engine.games.hearts.rules.batch import SEAT, Batch, after_moon
from py_engine.games.hearts.rules.cards import DECK, SUIT_MASKS
from py_engine.games.hearts.rules.state import mask_of_hand
from py_engine.games.hearts.search.sampled.roots import in_play
from py_engine.lab.hearts.honesty import table, truth
from py_engine.lab.hearts.honesty.frozen import GAMES, LAST_HANDS
from py_engine.lab.hearts.honesty.table import played_on

LATE = [8, 40]
"""A place late in a hand."""


def late_batch(lanes: int) -> tuple[Batch, Objective]:
    state = GAMES.decision("tuning", LATE).state
    facts = facts_of(state, state.active_player_id)
    hands = np.array([[mask_of_hand(hand)] for hand in state.hands], dtype=U64)
    return in_play(facts, np.repeat(hands, lanes, axis=1)), Objective(facts)


def test_frozen_hands_replay_and_the_last_ones_may_end_the_game() -> None:
    for frozen, goal in ((GAMES, "points"), (LAST_HANDS, "win")):
        place = frozen.drawn("test", 1)[0]
        found = frozen.decision("test", place)
        assert found.action in frozen.game.rules.legal_actions(found.state)
        facts = facts_of(found.state, found.state.active_player_id)
        assert goal_of(facts.scores, facts.points_to_end) == goal


def test_deals_keep_the_movers_hand_the_cards_and_the_voids() -> None:
    batch, _ = late_batch(3)
    may = np.full((4, 3), int(DECK), dtype=U64)
    mover = int(batch.seat[0])
    out = (mover + 1) & 3
    held = int(batch.hands[(out - int(batch.leader[0])) & 3, 0])
    suit = next(mask for mask in SUIT_MASKS if not held & mask)
    may[out] &= ~U64(suit)
    dealt = table._dealt(batch, may, np.arange(3, dtype=SEAT), np.random.default_rng(1), 3)
    for place in range(4):
        same = (dealt[place] == batch.hands[place][:, None]).all()
        assert same == (place == batch.on_table)
    assert (np.bitwise_or.reduce(dealt) == np.bitwise_or.reduce(batch.hands)[:, None]).all()
    assert (np.bitwise_count(dealt) == np.bitwise_count(batch.hands)[:, :, None]).all()
    assert not (dealt[(out - int(batch.leader[0])) & 3] & U64(suit)).any()


def test_hands_that_are_played_on_share_out_all_points() -> None:
    batch, objective = late_batch(4)
    taken = played_on(batch, objective, 2, [1], np.full((4, 4), int(DECK), dtype=U64))
    assert after_moon(taken, objective.facts.rules).sum(axis=0).tolist() in ([26] * 4, [78] * 4)
    # The lanes in the halves see the same numbers.
    assert (taken[:, :2] == taken[:, 2:]).all()


def test_a_move_loses_nothing_against_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "WORLDS", 8)
    action = GAMES.decision("tuning", LATE).action
    asked: truth.TruthTask = {
        "last": False, "set": "tuning", "place": LATE, "pick": action, "move": action, "engine": truth.engine(),
    }  # fmt: skip
    found = truth.played(asked)
    assert (found["loss"], found["stderr"]) == (0.0, 0.0)
    assert not any(found["features"])
