"""The features of positions against the reference implementation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from py_engine.games.azul.knowledge.features import (
    DRAFT,
    EMPTY,
    END,
    draft_features,
    end_features,
    factory_kind,
)
from py_engine.games.azul.knowledge.layout import Block, Layout
from py_engine.games.azul.rules.batch import Batch
from py_engine.games.azul.rules.scoring import finish_round, next_round
from tests.games.azul import oracle, reference_features
from tests.games.azul.oracle import State
from tests.games.azul.reference_features import read


def bare(state: State) -> Batch:
    """The position with an empty table and the round resolved."""
    batch = read(state)
    reference_features.clear_table(batch)
    return next_round(batch, finish_round(batch))


def without_tiles(state: State) -> State:
    return oracle.resolve(state | reference_features.NO_TILES | {"center": state["center"] | {"tiles": {}}})


@given(reference_features.positions())
@settings(max_examples=150)
def test_draft_features_equal_the_reference_implementation(state: State) -> None:
    features, base = draft_features(read(state))
    slots, difference = reference_features.draft_features_of(state)
    assert sorted(features[0].tolist()) == reference_features.numbers(DRAFT, slots)
    assert base.tolist() == [difference]


@given(reference_features.positions())
@settings(max_examples=100)
def test_end_features_equal_the_reference_implementation(state: State) -> None:
    features, base = end_features(bare(state))
    slots, difference = reference_features.end_features_of(without_tiles(state))
    assert sorted(features[0].tolist()) == reference_features.numbers(END, slots)
    assert base.tolist() == [difference]


@given(reference_features.positions())
@settings(max_examples=60)
def test_features_do_not_depend_on_the_seats(state: State) -> None:
    both = read(state, reference_features.mirrored(state))
    for features, base in (draft_features(both), end_features(next_round(both, finish_round(both)))):
        assert np.array_equal(features[0], features[1])
        assert base[0] == base[1]


@given(reference_features.positions())
@settings(max_examples=60)
def test_own_features_are_the_opponents_other_features(state: State) -> None:
    there = draft_features(read(state))[0][0]
    back = draft_features(read(state | {"active_player_id": 1 - state["active_player_id"]}))[0][0]
    for name in ("wall", "line", "reach", "column", "color", "floor"):
        assert in_block(DRAFT, there, f"own_{name}") == in_block(DRAFT, back, f"other_{name}")


def in_block(layout: Layout, features: np.ndarray[tuple[int], np.dtype[np.int16]], name: str) -> list[int]:
    """A position's features within a block."""
    size = next(block.size for block in layout.blocks if block.name == name)
    places = (features - layout.start(name)).tolist()
    return [place for place in places if 0 <= place < size]


@given(reference_features.positions())
@settings(max_examples=100)
def test_every_slot_has_one_feature_in_range(state: State) -> None:
    for layout, (features, _) in ((DRAFT, draft_features(read(state))), (END, end_features(bare(state)))):
        assert features.shape == (1, layout.slots)
        for block in layout.blocks:
            places = in_block(layout, features[0], block.name)
            assert len(places) == block.slots
            if not block.shared:
                part = block.size // block.slots
                assert sorted(place // part for place in places) == list(range(block.slots)), "each slot has a part"


def test_blocks_partition_the_layout() -> None:
    for layout in (DRAFT, END):
        starts = [layout.start(block.name) for block in layout.blocks]
        ends = [start + block.size for start, block in zip(starts, layout.blocks, strict=True)]
        assert starts == [0, *ends[:-1]]
        assert ends[-1] == layout.size
        with pytest.raises(KeyError):
            layout.start("weather")


def test_blocks_of_the_hidden_layer_come_first() -> None:
    assert (DRAFT.embedded, DRAFT.embedded_slots) == (DRAFT.size, DRAFT.slots)
    assert END.embedded == END.start("own_started_column")
    assert END.embedded_slots == END.slots - 35
    with pytest.raises(ValueError, match="come last"):
        Layout((Block("one", 2, 1, linear=True), Block("two", 2, 1)))


def test_every_factory_multiset_is_a_separate_kind() -> None:
    kinds = factory_kind(np.array(reference_features.DEALT, dtype=np.uint8))
    assert sorted(kinds.tolist()) == list(range(126))
    assert factory_kind(np.zeros(5, dtype=np.uint8)) == EMPTY
    odd = [(5, 0, 0, 0, 0), (0, 100, 0, 0, 0), (2, 2, 1, 0, 0), (1, 1, 1, 1, 1), (0, 0, 0, 4, 4)]
    assert factory_kind(np.array(odd, dtype=np.uint8)).tolist() == [126] * len(odd)
