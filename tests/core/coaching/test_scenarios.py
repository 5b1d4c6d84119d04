"""Tests of the search for positions worth practising."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.coaching.scenarios import Attempts, GapFilter, SideBySide, nothing_found
from py_engine.core.contract import ContractError
from py_engine.core.evaluation import Pieces
from tests.core.toy import ToyState


class Search(SideBySide[ToyState, int]):
    """A search in which one position, a random number, matches from some attempt on."""

    def __init__(self, seed: int, fits_from: int) -> None:
        super().__init__(attempts=4, games=8, seed=seed)
        self.fits_from = fits_from

    def play(self, generator: np.random.Generator, met: list[int]) -> Pieces:
        lot = int(generator.integers(0, 1_000_000, dtype=np.int64))
        if self.attempt >= self.fits_from:
            met.append(lot)
        yield

    def picked(self, met: list[int], generator: np.random.Generator) -> ToyState:
        return ToyState(ruleset_id="toy_review", active_player_id=0, choices=met)


def test_search_stops_at_the_first_attempt_with_a_matching_position() -> None:
    search = Search(seed=1, fits_from=2)
    seen = []
    while not search.done:
        search.piece()
        seen.append(search.progress)
    assert seen == [0.0, 0.25, 0.5, 1.0]
    found = search.result()
    assert found is not None
    assert found == Search(seed=1, fits_from=2).run(), "the seed determines the position"
    assert found != Search(seed=2, fits_from=2).run()
    assert found != Search(seed=1, fits_from=1).run()


def test_attempts_go_on_until_one_fits() -> None:
    state = ToyState(ruleset_id="toy_review", active_player_id=0)
    tried: list[int] = []

    def attempt(number: int) -> ToyState | None:
        tried.append(number)
        return state if number == 2 else None

    job = Attempts(5, attempt)
    assert job.run() is state
    assert (tried, job.progress) == ([0, 1, 2], 1.0)
    with pytest.raises(ContractError, match="in 2 games"):
        Attempts(2, attempt).run()


def test_all_games_are_counted_when_nothing_fits() -> None:
    with pytest.raises(ContractError) as caught:
        Search(seed=1, fits_from=4).run()
    assert caught.value.code == "GENERATION_FAILED"
    assert caught.value.context == {"attempts": 32}


def test_nothing_found_names_what_was_tried() -> None:
    text = "No position of this kind came up in 100 deals; relax the filters or try another seed."
    assert nothing_found(100, "deals").sentence == text


@pytest.mark.parametrize(
    ("low", "high", "limits"),
    [
        (None, None, (0.5, 4.0)),
        (1.0, None, (1.0, 4.0)),
        (5.0, None, (5.0, float("inf"))),
        (None, 2.0, (0.5, 2.0)),
        (None, 0.25, (0.0, 0.25)),
    ],
)
def test_missing_gap_limit_is_the_default(low: float | None, high: float | None, limits: tuple[float, float]) -> None:
    assert GapFilter(min_value_gap=low, max_value_gap=high).limits((0.5, 4.0)) == limits
