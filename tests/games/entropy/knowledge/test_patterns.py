"""Line patterns: which lines are equivalent, and how many patterns there are."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.entropy.knowledge.patterns import pattern_table, patterns
from py_engine.games.entropy.rules.tables import COLORS
from tests.games.entropy import oracle

# Few colours, so that equal patterns are common.
tight_lines = st.lists(st.sampled_from(("", "R", "G")), min_size=7, max_size=7)


@given(tight_lines, st.permutations(COLORS), st.booleans())
def test_recoloured_and_reversed_lines_have_the_same_pattern(line: list[str], order: list[str], back: bool) -> None:
    other = [order[COLORS.index(cell)] if cell else "" for cell in line]
    table = pattern_table(7)
    same = other[::-1] if back else other
    assert table[oracle.code_of(line)] == table[oracle.code_of(same)]


@given(tight_lines, tight_lines)
def test_other_lines_have_other_patterns(line: list[str], other: list[str]) -> None:
    alike = any(
        recoloured in (other, other[::-1])
        for a, b in permutations(COLORS[:3], 2)
        for recoloured in [[{"R": a, "G": b}.get(cell, "") for cell in line]]
    )
    table = pattern_table(7)
    assert (table[oracle.code_of(line)] == table[oracle.code_of(other)]) == alike


@pytest.mark.parametrize(("size", "count"), [(7, 2152), (5, 117)])
def test_pattern_count_follows_burnsides_lemma(size: int, count: int) -> None:
    # By Burnside's lemma: half of the partitions into empty cells and colours, and of those that are their own mirror.
    assert len(patterns(size)) == count
    weight = [8**position for position in range(size)]
    codes = np.array(patterns(size)) @ np.array(weight)
    assert pattern_table(size)[codes].tolist() == list(range(count))
