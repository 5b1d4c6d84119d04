"""Packed sums against separate ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.azul.knowledge.features import DRAFT, ROUND_KINDS
from py_engine.games.azul.knowledge.layout import Layout
from py_engine.games.azul.knowledge.network import Network, Weights
from py_engine.games.azul.knowledge.packed_sums import MAX_SUM, MIDDLE, packed, rectified

sums = st.lists(st.integers(-MAX_SUM - 1, MAX_SUM), min_size=1, max_size=9)


@given(sums, st.data())
def test_packed_sums_are_recovered_after_any_additions(total: list[int], data: st.DataObject) -> None:
    size = len(total)
    steps = data.draw(st.lists(st.lists(st.integers(-20_000, 20_000), min_size=size, max_size=size), max_size=5))
    last = [each - sum(step[i] for step in steps) for i, each in enumerate(total)]
    words = packed(np.array([*steps, last], dtype=np.int64))
    added = np.add.reduce(words, axis=0, keepdims=True) + MIDDLE
    found = rectified(added)[0]
    assert found[:size].tolist() == [max(0, each) for each in total]
    assert not found[size:].any()


def weights(layout: Layout, embedding: int) -> Weights:
    shapes = [(layout.size, 2), (ROUND_KINDS, layout.size), (ROUND_KINDS, 2), (ROUND_KINDS, 2), (ROUND_KINDS,)]
    found = [np.zeros(shape, dtype=np.int16) for shape in shapes]
    found[0][:, 1] = embedding
    return Weights(*found)


@pytest.mark.parametrize("sign", [1, -1])
def test_network_refuses_weights_whose_sums_may_not_fit(sign: int) -> None:
    fits = MAX_SUM // DRAFT.slots
    Network(DRAFT, weights(DRAFT, sign * fits))
    with pytest.raises(ValueError, match="too large"):
        Network(DRAFT, weights(DRAFT, sign * (fits + 1)))
