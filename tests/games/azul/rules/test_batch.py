"""A batch of N equals N batches of one."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.chance import Domain, RandomBank, seeded
from py_engine.core.numerics import U32
from py_engine.games.azul.knowledge.value import final_difference
from py_engine.games.azul.policies.policy import ALWAYS_GREEDY, NEVER_GREEDY, choose
from py_engine.games.azul.policies.rollout import play_out
from py_engine.games.azul.rules.batch import Batch, legal_mask, split_action, step, tiles_left
from py_engine.games.azul.rules.play import complete
from py_engine.games.azul.rules.scoring import deal, finish_round, lid_of, next_round
from py_engine.games.azul.rules.state import AzulState, BatchFields, from_batch, to_batch
from py_engine.games.azul.rules.tables import INDEX
from tests.bridge import strategies
from tests.games.azul.oracle import State

THRESHOLDS = st.sampled_from([NEVER_GREEDY, 20_000, ALWAYS_GREEDY])
T = TypeVar("T")
MANY = st.lists(strategies.states(), min_size=2, max_size=9)


def read(states: list[State]) -> list[AzulState]:
    return [complete(AzulState.model_validate(state)) for state in states]


def ended(work: Generator[None, None, T]) -> T:
    """The return value of a generator."""
    while True:
        try:
            next(work)
        except StopIteration as stop:
            value: T = stop.value
            return value


def lanes_of(batch: Batch) -> list[BatchFields]:
    return [from_batch(batch, lane) for lane in range(batch.size)]


@given(MANY)
@settings(max_examples=40)
def test_batches_round_trip_positions(many: list[State]) -> None:
    models = read(many)
    batch = to_batch(models)
    for lane, model in enumerate(models):
        fields = from_batch(batch, lane)
        known = model.model_dump(include=set(fields))
        for pile in (known["bag"], known["lid"], known["center"]["tiles"], *known["factories"]):
            for color in [color for color, count in pile.items() if not count]:
                del pile[color]
        assert fields == known


@given(MANY, st.integers(0, 2**32 - 1))
@settings(max_examples=40)
def test_legal_masks_and_steps_of_a_batch_equal_single_ones(many: list[State], salt: int) -> None:
    models = read(many)
    together, alone = to_batch(models), [to_batch([model]) for model in models]
    masks = legal_mask(together)
    chosen = []
    for lane, single in enumerate(alone):
        assert np.array_equal(masks[lane], legal_mask(single)[0])
        numbers = np.flatnonzero(masks[lane])
        chosen.append(int(numbers[(salt + 7 * lane) % len(numbers)]))
    taken, overflow = step(together, *split_action(np.array(chosen, dtype=INDEX)))
    for lane, single in enumerate(alone):
        t, o = step(single, *split_action(np.array(chosen[lane : lane + 1], dtype=INDEX)))
        assert (t[0], o[0]) == (taken[lane], overflow[lane])
    assert lanes_of(together) == [from_batch(single, 0) for single in alone]
    assert np.array_equal(tiles_left(together), [tiles_left(single)[0] for single in alone])


@given(MANY, THRESHOLDS, st.integers(0, 1000))
@settings(max_examples=40)
def test_policies_of_a_batch_equal_single_ones(many: list[State], threshold: int, seed: int) -> None:
    models = read(many)
    bits = seeded(Domain.CHANCE, seed).integers(0, 2**32, size=len(models), dtype=U32)
    together = np.array(choose(to_batch(models), bits, threshold))
    alone = [np.array(choose(to_batch([m]), bits[i : i + 1], threshold))[:, 0] for i, m in enumerate(models)]
    assert np.array_equal(together.T, alone)


def drafted_out(models: list[AzulState], seed: int, threshold: int, worlds: list[int]) -> Batch:
    bank = RandomBank(seeded(Domain.CHANCE, seed), 16)
    return ended(play_out(to_batch(models), bank, np.array(worlds, dtype=INDEX), (threshold, ALWAYS_GREEDY)))


@given(MANY, THRESHOLDS, st.integers(0, 1000))
@settings(max_examples=40)
def test_rollouts_and_round_ends_of_a_batch_equal_single_ones(many: list[State], threshold: int, seed: int) -> None:
    models = read(many)
    worlds = [(3 * lane + seed) % 16 for lane in range(len(models))]
    together = drafted_out(models, seed, threshold, worlds)
    end, starters = finish_round(together), next_round(together, finish_round(together)).front
    values = final_difference(together, end, 0)
    for lane, model in enumerate(models):
        single = drafted_out([model], seed, threshold, worlds[lane : lane + 1])
        alone = finish_round(single)
        mine = [(int(side[lane])) for side in end.scores]
        his = [int(side[0]) for side in alone.scores]
        # Drafted-out lanes of a batch go on swapping their boards, so these may be swapped here.
        if single.front[0] != together.front[lane]:
            his.reverse()
        assert mine == his
        assert bool(end.over[lane]) == bool(alone.over[0])
        assert values[lane] == final_difference(single, alone, 0)[0]
        assert starters[lane] == next_round(single, alone).front[0]


@given(MANY, st.integers(0, 1000))
@settings(max_examples=30)
def test_refills_of_a_batch_equal_single_ones(many: list[State], seed: int) -> None:
    bare = [
        model.model_copy(update={"factories": [{}] * 5, "center": model.center.model_copy(update={"tiles": {}})})
        for model in read(many)
    ]
    bits = seeded(Domain.CHANCE, seed).integers(0, 2**32, size=(20, len(bare)), dtype=U32)
    together = to_batch(bare)
    poured = deal(together, bits)
    for lane, model in enumerate(bare):
        single = to_batch([model])
        assert deal(single, bits[:, lane : lane + 1])[0] == poured[lane]
        assert from_batch(single, 0) == from_batch(together, lane)
        assert (lid_of(single) >= 0).all()


@given(st.integers(0, 300), st.integers(0, 2**32 - 1))
@settings(max_examples=20)
def test_steps_do_not_change_drafted_out_lanes(seed: int, salt: int) -> None:
    model = read([strategies.reachable_state(seed, 0.1, 0.9)])[0]
    drafted = model.model_copy(update={"factories": [{}] * 5, "center": model.center.model_copy(update={"tiles": {}})})
    batch = to_batch([drafted])
    before = from_batch(batch, 0)
    bits = np.array([salt], dtype=U32)
    for threshold in (NEVER_GREEDY, 30_000, ALWAYS_GREEDY):
        taken, overflow = step(batch, *choose(batch, bits, threshold))
        assert (taken[0], overflow[0]) == (0, 0)
        assert from_batch(batch, 0) == before
