"""The moves of one position: the boards after them, and Order's replies to placements."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.games.entropy.rules.batch import Batch, legal_mask, step
from py_engine.games.entropy.rules.state import EntropyState, to_batch
from py_engine.games.entropy.search.move_search import MoveSearch
from py_engine.games.entropy.search.search_options import SearchOptions
from tests.games.entropy import by_hand


def after(batch: Batch, number: int) -> Batch:
    found = batch.take(np.zeros(1, dtype=np.intp))
    # The drawn token does not affect the board, so any will do.
    drawn = found.bag.argmax(axis=1).astype(np.uint8)
    step(found, np.array([number], dtype=np.intp), drawn)
    return found


@pytest.mark.parametrize("searched", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_lines_after_gives_the_board_after_the_move_and_the_reply(seed: int, *, searched: bool) -> None:
    root = to_batch([EntropyState.model_validate(by_hand.made_up(seed))])
    search = MoveSearch(root, SearchOptions())
    assert sorted(search.numbers.tolist()) == np.flatnonzero(legal_mask(root)[0]).tolist()
    for move in (0, search.numbers.size // 2, search.numbers.size - 1):
        if searched:
            search.shallow(np.array([move], dtype=np.intp))
        codes, points, answer = search.lines_after(move, solved=False)
        batch = after(root, int(search.numbers[move]))
        assert (answer is None) == (not search.chaos or not search.empty)
        if answer is not None:
            assert legal_mask(batch)[0, answer]
            batch = after(batch, answer)
        assert codes.tolist() == batch.codes[0].tolist()
        assert points.shape == codes.shape
