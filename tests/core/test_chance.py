"""Random numbers in plain Python: bit for bit those of numpy's generator."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from build_tools.process import run
from py_engine.core.chance import PCG64, Domain, drawn, seeded

DRAWS = st.one_of(
    st.tuples(st.just("words"), st.integers(0, 40)),
    st.tuples(st.just("small"), st.tuples(st.integers(0, 55), st.integers(2, 200), st.integers(0, 40))),
    st.tuples(st.just("below"), st.one_of(st.integers(1, 60), st.integers(1, 2**32 - 1))),
    st.tuples(st.just("permuted"), st.integers(0, 60)),
)
"""Methods with their arguments."""


def of_numpy(generator: np.random.Generator, method: str, given: object) -> list[int]:
    match method, given:
        case "words", int(count):
            return generator.integers(0, 2**32, size=count, dtype=np.uint32).tolist()
        case "small", (int(low), int(span), int(count)):
            return generator.integers(low, low + span, size=count, dtype=np.uint8).tolist()
        case "below", int(limit):
            return [int(generator.integers(0, limit))]
        case _, int(count):
            return generator.permuted(np.arange(count, dtype=np.uint64)).tolist()
    raise AssertionError(method)


def of_ours(generator: PCG64, method: str, given: object) -> list[int]:
    match method, given:
        case "words", int(count):
            return generator.words(count)
        case "small", (int(low), int(span), int(count)):
            return generator.small(low, low + span, count)
        case "below", int(limit):
            return [generator.below(limit)]
        case _, int(count):
            return generator.permuted(range(count))
    raise AssertionError(method)


@given(
    domain=st.sampled_from(Domain),
    parts=st.lists(st.one_of(st.integers(0, 100), st.integers(0, 2**53 - 1)), max_size=5),
    draws=st.lists(DRAWS, max_size=6),
)
def test_drawn_numbers_are_numpys(domain: Domain, parts: list[int], draws: list[tuple[str, object]]) -> None:
    ours, numpys = drawn(domain, *parts), seeded(domain, *parts)
    for method, arguments in draws:
        assert of_ours(ours, method, arguments) == of_numpy(numpys, method, arguments)


@pytest.mark.parametrize("seed", range(300))
def test_numbers_after_rejections_are_numpys(seed: int) -> None:
    """Spans just over a half reject nearly every second number."""
    ours, numpys = drawn(Domain.CHANCE, seed), seeded(Domain.CHANCE, seed)
    assert ours.small(0, 129, 30) == numpys.integers(0, 129, size=30, dtype=np.uint8).tolist()
    assert ours.below(2**31 + 1) == int(numpys.integers(0, 2**31 + 1))


FIRST_SCREENS = """
import json, sys
from py_engine import bridge
for game in bridge.games.REGISTRY:
    if bridge.games.load(game).play is None:
        continue
    state = bridge.new_game(game, 3, "{}")
    moves = json.loads(bridge.list_legal_actions(state, json.loads(state)["active_player_id"]))
    after = bridge.apply_action(state, json.dumps(moves[0]))
    assert "error" not in json.loads(after), after
print("numpy.random" in sys.modules)
"""


def test_first_screens_do_not_import_numpys_generator() -> None:
    assert run([sys.executable, "-c", FIRST_SCREENS]).strip() == "False"
