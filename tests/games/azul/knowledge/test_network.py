"""The learnt network against plain sums, and the exactness of its sums."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import DRAFT, END, ROUND_KINDS, draft_features, round_kind
from py_engine.games.azul.knowledge.layout import Block, Layout
from py_engine.games.azul.knowledge.learnt import learnt
from py_engine.games.azul.knowledge.network import Network, Weights, rounded
from py_engine.lab.azul.exactness import is_exact
from tests.games.azul import reference_features
from tests.games.azul.oracle import State
from tests.games.azul.reference_features import read

SMALL = Layout((Block("one", 7, 2), Block("two", 5, 1)))
PART_LINEAR = Layout((*SMALL.blocks, Block("three", 4, 1, linear=True)))


def drawn(layout: Layout, hidden: int, seed: int, most: int = 900) -> Weights:
    generator = np.random.default_rng(seed)
    shapes: tuple[tuple[int, ...], ...] = (
        (layout.embedded, hidden),
        (ROUND_KINDS, layout.size),
        (ROUND_KINDS, hidden),
        (ROUND_KINDS, hidden),
        (ROUND_KINDS,),
    )
    return Weights(*(generator.integers(-most, most + 1, size=shape, dtype=np.int16) for shape in shapes))


@given(st.integers(0, 10_000), st.integers(0, ROUND_KINDS - 1), st.integers(-90, 90))
@settings(max_examples=60)
def test_network_values_equal_exact_fractions(seed: int, kind: int, base: int) -> None:
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


@given(st.integers(0, 10_000), st.integers(0, ROUND_KINDS - 1))
@settings(max_examples=30)
def test_linear_features_add_their_weights_alone(seed: int, kind: int) -> None:
    weights = drawn(PART_LINEAR, 3, seed)
    rng = random.Random(seed)
    features = np.array(
        [[rng.randrange(7), rng.randrange(7), 7 + rng.randrange(5), 12 + rng.randrange(4)]], dtype=np.int16
    )
    base, kinds = np.zeros(1, dtype=np.float32), np.array([kind])
    whole = Network(PART_LINEAR, weights).values(features, base, kinds)
    rest = Network(SMALL, weights._replace(linear=weights.linear[:, :12])).values(features[:, :3], base, kinds)
    assert whole[0] - rest[0] == weights.linear[kind, features[0, 3]] / 256


@given(reference_features.positions(), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_shipped_values_do_not_depend_on_the_order_of_addition(state: State, rng: random.Random) -> None:
    batch = read(state)
    features, base = draft_features(batch)
    order = list(range(features.shape[1]))
    rng.shuffle(order)
    network, kinds = learnt().draft, round_kind(batch.round_number)
    value = network.values(features, base, kinds)
    assert np.array_equal(value, network.values(features[:, order], base, kinds))
    slots, difference = reference_features.draft_features_of(state)
    assert float(value[0]) == reference_features.valued(network, slots, difference, int(kinds[0]))


@pytest.mark.parametrize("part", Weights._fields)
@pytest.mark.parametrize("change", ["longer", "wider", "float", "flat"])
def test_network_refuses_misshapen_weights(part: str, change: str) -> None:
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


def test_rounded_weights_are_the_nearest_grain_and_clipped() -> None:
    weights = rounded(tuple(np.array([1.0, -0.5, 0.0021, 1000, -1000], dtype=np.float32) for _ in range(5)))
    assert weights.linear.tolist() == [256, -128, 1, 32_000, -32_000]
    assert weights.output.tolist() == [64, -32, 0, 32_000, -32_000]
    assert {part.dtype for part in weights} == {np.dtype(np.int16)}


@pytest.mark.parametrize("network", [learnt().draft, learnt().end], ids=["draft", "end"])
def test_shipped_networks_are_exact(network: Network) -> None:
    parameters = [network.embedding, network.linear, network.hidden_bias, network.output, network.bias]
    for values, grain in zip(parameters, (256, 256, 256, 64, 256), strict=True):
        whole = values.astype(np.float64) * grain
        assert np.array_equal(whole, np.floor(whole))
    assert is_exact(network)


@pytest.mark.parametrize("sign", [1, -1])
def test_is_exact_accepts_sums_below_two_to_the_24th(sign: int) -> None:
    weights = Weights(*(np.zeros_like(each) for each in drawn(END, 3, 1)))
    assert is_exact(Network(END, weights))
    # In 1/16384 point: scores, and the one nonzero hidden sum times its weight.
    weights.embedding[END.start("bag") + 3, 1] = 1000
    most = (2**24 - 1 - 240 * 2**14) // 1000
    weights.output[2, 1] = sign * most
    assert is_exact(Network(END, weights))
    weights.output[2, 1] += sign
    assert not is_exact(Network(END, weights))
    weights.output[2, 1] = 0
    weights.linear[2] = sign * 32_000
    assert not is_exact(Network(END, weights))


def test_the_layouts_fit_int16() -> None:
    assert max(DRAFT.size, END.size) < 2**15
