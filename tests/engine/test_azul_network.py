"""The learnt network against plain sums, and that no sum of it is ever rounded."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.azul.features import (
    DRAFT,
    END,
    ROUND_KINDS,
    Block,
    Layout,
    draft_features,
    key_features,
    round_kind,
)
from py_engine.games.azul.learnt import learnt
from py_engine.games.azul.network import Network, Weights, rounded
from py_engine.games.azul.tables import KEY_COLOR, KEY_COUNT, KEY_WALL
from py_engine.numerics import Array
from tests.engine import azul_told
from tests.engine.azul_told import read
from tests.engine.oracle import State

SMALL = Layout((Block("one", 7, 2), Block("two", 5, 1)))
EXACT = 2**24
"""Whole numbers below this are exact in float32."""
MOST_AHEAD = 240
"""Points that no game's leader is ahead."""


def drawn(layout: Layout, hidden: int, seed: int, most: int = 900) -> Weights:
    generator = np.random.default_rng(seed)
    shapes: tuple[tuple[int, ...], ...] = (
        (layout.size, hidden),
        (ROUND_KINDS, layout.size),
        (ROUND_KINDS, hidden),
        (ROUND_KINDS, hidden),
        (ROUND_KINDS,),
    )
    return Weights(*(generator.integers(-most, most + 1, size=shape, dtype=np.int16) for shape in shapes))


@given(st.integers(0, 10_000), st.integers(0, ROUND_KINDS - 1), st.integers(-90, 90))
@settings(max_examples=60)
def test_values_are_what_fractions_say(seed: int, kind: int, base: int) -> None:
    weights = drawn(SMALL, 3, seed)
    rng = random.Random(seed)
    features = [[rng.randrange(7), rng.randrange(7), 7 + rng.randrange(5)] for _ in range(4)]
    found = Network(SMALL, weights).values(
        np.array(features, dtype=np.int16), np.full(4, base, dtype=np.float32), np.full(4, kind, dtype=np.intp)
    )
    for row, value in zip(features, found.tolist(), strict=True):
        exact = base + Fraction(int(weights.bias[kind]), 256)
        exact += sum(Fraction(int(weights.linear[kind, f]), 256) for f in row)
        for unit in range(3):
            total = int(weights.hidden_bias[kind, unit]) + sum(int(weights.embedding[f, unit]) for f in row)
            exact += Fraction(max(0, total) * int(weights.output[kind, unit]), 256 * 64)
        assert Fraction(value) == exact


@given(azul_told.positions(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_in_any_order_the_shipped_values_are_the_same_bits(state: State, rng: random.Random) -> None:
    batch = read(state)
    features, base = draft_features(batch)
    order = list(range(features.shape[1]))
    rng.shuffle(order)
    network, kinds = learnt().draft, round_kind(batch.round_number)
    value = network.values(features, base, kinds)
    assert np.array_equal(value, network.values(features[:, order], base, kinds))
    slots, difference = azul_told.draft_told(state)
    assert float(value[0]) == azul_told.valued(network, slots, difference, int(kinds[0]))


@pytest.mark.parametrize("part", Weights._fields)
@pytest.mark.parametrize("change", ["longer", "wider", "float", "flat"])
def test_weights_of_another_shape_are_refused(part: str, change: str) -> None:
    weights = drawn(SMALL, 3, 1)
    old: Array = getattr(weights, part)
    changed = {
        "longer": np.concatenate([old, old[:1]]),
        "wider": np.concatenate([old, old], axis=-1),
        "float": old.astype(np.float32),
        "flat": old.reshape(-1)[:, None],
    }[change]
    with pytest.raises(ValueError, match="do not fit"):
        Network(SMALL, weights._replace(**{part: changed}))
    with pytest.raises(ValueError, match="do not fit"):
        Network(END, weights)


def test_what_is_stored_is_the_nearest_grain_and_never_overflows() -> None:
    weights = rounded(tuple(np.array([1.0, -0.5, 0.0021, 1000, -1000], dtype=np.float32) for _ in range(5)))
    assert weights.linear.tolist() == [256, -128, 1, 32_000, -32_000]
    assert weights.output.tolist() == [64, -32, 0, 32_000, -32_000]
    assert {part.dtype for part in weights} == {np.dtype(np.int16)}


@pytest.mark.parametrize("network", [learnt().draft, learnt().end], ids=["draft", "end"])
def test_no_sum_of_the_shipped_network_can_be_rounded(network: Network) -> None:
    """Whatever features a position has, and in whatever order anything is added up."""
    embedding, bias = grains(network.embedding, 256), grains(network.hidden_bias, 256)
    output = grains(network.output, 64)
    highest, largest, other = bias, np.abs(bias), np.abs(grains(network.bias, 256))
    signed = grains(network.linear, 256)
    for features in choices_of(network.layout):
        highest = highest + embedding[features].sum(axis=1).max(axis=0)
        largest = largest + np.abs(embedding[features]).sum(axis=1).max(axis=0)
        other = other + np.abs(signed[:, features].sum(axis=2)).max(axis=1)
    # A move's sums differ from its position's by rows taken out and put in.
    assert 3 * largest.max() < EXACT
    for side in (1, -1):
        weighed = (np.maximum(highest, 0) * np.maximum(side * output, 0)).sum(axis=1)
        assert (weighed + 64 * other).max() + 64 * 256 * MOST_AHEAD < EXACT


def grains(values: Array, grain: int) -> Array:
    """Parameters as whole numbers."""
    whole = values.astype(np.float64) * grain
    assert np.array_equal(whole, np.floor(whole))
    return whole.astype(np.int64)


def choices_of(layout: Layout) -> list[Array]:
    """For each thing that a position has, the features that it may have together: (choices, features)."""
    found: list[Array] = []
    for block in layout.blocks:
        side, _, part = block.name.partition("_")
        every = np.arange(block.size, dtype=np.int64) + layout.start(block.name)
        if part == "wall":
            found += [row_choices(layout, side, row) for row in range(5)]
        elif block.name == "center":
            found += [color_choices(layout, color) for color in range(5)]
        elif part not in {"line", "reach"} and block.name != "available":
            pieces = [every] * block.slots if block.name == "factory" else np.split(every, block.slots)
            found += [piece[:, None] for piece in pieces]
    return found


def color_choices(layout: Layout, color: int) -> Array:
    """Tiles of a colour in the centre, and on the whole table, which are not fewer."""
    center, available = layout.start("center") + 16 * color, layout.start("available") + 21 * color
    return np.array([(center + min(n, 15), available + m) for m in range(21) for n in range(m + 1)])


def row_choices(layout: Layout, side: str, row: int) -> Array:
    """Wall, line and reach of a row, for each row key that can come up."""
    keys = np.arange(832 * row, 832 * (row + 1))
    color, count = KEY_COLOR[keys], KEY_COUNT[keys]
    on_wall = (color >= 0) & ((KEY_WALL[keys] >> ((color + row) % 5)) & 1 == 1)
    keys = keys[(count <= row + 1) & ~on_wall]
    starts = [layout.start(f"{side}_{part}") for part in ("wall", "line", "reach")]
    return np.stack([key_features[i, keys] + start for i, start in enumerate(starts)], axis=1)


def test_the_layouts_fit_int16() -> None:
    assert max(DRAFT.size, END.size) < 2**15
