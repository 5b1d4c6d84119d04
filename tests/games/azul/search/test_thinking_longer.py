"""Thinking longer about a comparison: what was compared before counts in the same moves' values, by the work behind it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.request import Request
from py_engine.games.azul.rules.play import complete, legal_actions
from py_engine.games.azul.rules.state import AzulAction, AzulState, action_of
from py_engine.games.azul.search.search_evaluator import SearchEvaluation, SearchOptions
from tests.core.clocks import TickingClock
from tests.games.azul.comparisons import SOLVED, params, reached


def thought_longer(seed: int, *, forgetting: bool = False, user: int | None = None) -> SearchEvaluation:
    """A comparison that continued up to three times the work, and then graded a move.

    Args:
        seed: Of the position.
        forgetting: Whether what was compared before does not count.
        user: The number of a legal move that is graded at last, in the order of legal moves.
    """
    state = complete(AzulState.model_validate(reached(seed)))
    asked: Request[AzulState, AzulAction] = Request(state, state.active_player_id, EvaluatorParams(**params(30_000)))
    running = SearchEvaluation(asked, SearchOptions())
    running.finish()
    running.extend(EvaluatorParams(**params(90_000)))
    if forgetting:
        running._before = {}
    running.finish()
    if user is not None:
        running.take_up(replace(asked, user=action_of(legal_actions(state)[user])))
        running.done = False
        running.finish()
    return running


def searched(running: SearchEvaluation) -> dict[int, float]:
    """The values of the compared moves, without the next round."""
    assert running.compared is not None
    return {move: running.compared.searched(move) for move in running.compared.moves}


def test_thinking_longer_keeps_a_share_of_what_it_compared_before() -> None:
    running, forgetful = thought_longer(0), searched(thought_longer(0, forgetting=True))
    before, now = running._before, searched(running)
    assert list(now) == list(forgetful)
    shares = [
        (now[move] - forgetful[move]) / (before[move] - forgetful[move])
        for move in now
        if move in before and abs(before[move] - forgetful[move]) > 0.01
    ]
    assert len(shares) > 2
    # Each counts by the work behind it.
    assert shares == pytest.approx([running._before_at / running._compared_at] * len(shares), abs=1e-6)
    assert 0.2 < shares[0] < 0.6


def test_a_move_that_was_not_compared_before_has_the_value_of_the_longer_search() -> None:
    hint = thought_longer(3)
    user = next(number for number in range(30) if number not in {*searched(hint), *hint._before})
    running, forgetful = (thought_longer(3, forgetting=each, user=user) for each in (False, True))
    assert user in searched(running)
    assert searched(running)[user] == searched(forgetful)[user]


def test_a_comparison_that_the_clock_left_out_counts_by_its_own_work() -> None:
    state = complete(AzulState.model_validate(reached(0)))
    asked: Request[AzulState, AzulAction] = Request(state, state.active_player_id, EvaluatorParams(**params(30_000)))
    running = SearchEvaluation(asked, SearchOptions(), clock := TickingClock(0.0))
    running.finish()
    at = running._compared_at
    running.extend(EvaluatorParams(**(params(90_000) | {"time_budget_ms": 50})))
    clock.tick = 0.02
    running.finish()
    assert running.ended_by == "clock"
    assert running._compared_at == at
    clock.tick = 0.0
    running.extend(EvaluatorParams(**params(90_000)))
    assert running._before_at == at
    running.finish()
    assert running.ended_by == "clock", "what the clock cut off counts in the result"


def test_thinking_longer_takes_exact_values_as_they_are() -> None:
    running = thought_longer(SOLVED)
    assert all(running.settled(move) for move in searched(running))
    assert searched(running) == searched(thought_longer(SOLVED, forgetting=True))
