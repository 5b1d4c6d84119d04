"""Entropy's heuristic as an evaluator: candidates, reasons that add up, grades, pruning, early stop, the cache."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from py_engine.core.contract import EvaluationResult, EvaluatorParams
from py_engine.core.request import Request
from py_engine.core.results import Result, to_json
from py_engine.games.entropy.coaching.feedback import explain
from py_engine.games.entropy.policies.heuristic import COMPONENTS, TUNED, Heuristic, Weights
from py_engine.games.entropy.rules.batch import Batch
from py_engine.games.entropy.rules.play import complete
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, to_batch
from py_engine.games.entropy.search import heuristic_evaluator
from py_engine.games.entropy.search.heuristic_evaluator import HeuristicEvaluation, HeuristicOptions, cached_moves
from tests.games.entropy import by_hand
from tests.games.entropy.by_hand import State, position
from tests.games.entropy.oracle import by_definition, shown

made_up = st.integers(0, 100_000).map(by_hand.made_up)
DOCUMENTS = Weights()


def batch_of(state: State) -> Batch:
    return to_batch([EntropyState.model_validate(state)])


def evaluated(state: State, action: Any = None, shortlist: int = 0, **options: Any) -> Result:
    full = complete(EntropyState.model_validate(state))
    params = EvaluatorParams(evaluator_seed=1, shortlist_size=shortlist)
    user = None if action is None else EntropyAction.model_validate(action)
    request = Request(full, full.active_player_id, params, user)
    evaluation = HeuristicEvaluation(request, HeuristicOptions.model_validate(options))
    evaluation.run()
    found = evaluation.result()
    assert found is not None
    EvaluationResult.model_validate(to_json(found))
    return explain(request, found)


def name_of(action: Any) -> str:
    return action if isinstance(action, str) else action.get("cell", f"{action.get('from')}-{action.get('to')}")


def by_action(state: State, **options: Any) -> dict[str, float]:
    return {name_of(c.action): c.ev for c in evaluated(state, **options).candidates}


def test_scoring_move_ranks_above_a_neutral_one() -> None:
    state = position("R.R.... ....... ...B... ....... .....G. ....... .......")
    values = by_action(state)
    assert values["a1-a2"] > values["c4-c5"]
    assert values["a1-a2"] > values["pass"]


@given(made_up)
@settings(max_examples=25, deadline=None)
def test_candidates_are_the_legal_moves_and_reasons_add_up(state: State) -> None:
    found = evaluated(state)
    legal = {name_of(action) for action in by_hand.legal(state)}
    assert {name_of(c.action) for c in found.candidates} == legal
    assert found.metadata.total_legal_actions == len(legal)
    sign = 1 if state["active_player_id"] == 0 else -1
    for candidate in found.candidates:
        assert [reason.code for reason in candidate.reasons] == list(COMPONENTS)
        assert sum(reason.value for reason in candidate.reasons) == candidate.ev
    # The best value is that of the whole board after the move, negated for Chaos.
    best = by_definition(by_hand.moved(state, found.best_action), state, DOCUMENTS)
    assert found.best_action_ev == pytest.approx(sign * sum(best), abs=1e-5)
    evs = [candidate.ev for candidate in found.candidates]
    assert evs == sorted(evs, reverse=True)


def labels(state: State) -> dict[str, str]:
    return {reason.code: reason.label for reason in evaluated(state).candidates[0].reasons}


def test_labels_note_parts_equal_for_all_moves() -> None:
    state = position("R.R.... ....... ...B... ....... .....G. ....... .......")
    found = labels(state)
    assert found["immediate"] == "Score"
    assert found["opportunities"] == "Chaos's opportunities (empty cells: same for all moves)"
    assert found["distribution"] == "Colour distribution (colours and rarity: same for all moves)"
    first = labels(shown("." * 49, "R"))
    assert first["immediate"] == "Score, same for all moves"
    assert first["opportunities"] == "Chaos's opportunities, same for all moves"
    assert first["control"] == "Board control"
    candidates = evaluated(state).candidates
    opportunities = -0.4 * 0.5 * 45
    colors = 0.2 * (10 * 40 / 45 + 2 * 3)
    (shared,) = {candidate.features["same_for_all_moves"] for candidate in candidates}
    assert shared == pytest.approx(opportunities + colors, abs=1e-6)


SCORE_ALONE = dict.fromkeys(COMPONENTS, 0) | {"immediate": 100}


def test_ties_never_go_to_passing() -> None:
    state = position("R" + "." * 48)
    found = evaluated(state, **SCORE_ALONE)
    assert {candidate.ev for candidate in found.candidates} == {0.0}
    assert [candidate.action for candidate in found.candidates].index("pass") == 12
    assert found.best_action == {"from": "a1", "to": "a2"}


def test_passing_is_best_if_every_slide_is_worse() -> None:
    assert evaluated(position("RRR...." + "." * 42), **SCORE_ALONE).best_action == "pass"


def test_graded_move_is_compared_by_component() -> None:
    state = position("R.R.... ....... ...B... ....... .....G. ....... .......")
    found = evaluated(state, "pass")
    values = by_action(state)
    assert found.delta_ev == values["pass"] - max(values.values())
    assert found.grade == "BLUNDER"
    assert found.feedback[0].text.endswith("compared with the best move.")
    gaps = [item.delta for item in found.feedback]
    assert gaps == sorted(gaps, key=lambda gap: -abs(gap))
    best = evaluated(state, found.best_action)
    assert (best.delta_ev, best.grade) == (0.0, "BEST")
    assert best.feedback[0].text == "The heuristic finds nothing better."


def test_shortlist_includes_the_user_action() -> None:
    state = by_hand.made_up(8)
    worst = evaluated(state).candidates[-1].action
    assert len(evaluated(state, shortlist=2).candidates) == 2
    found = evaluated(state, worst, shortlist=2)
    assert [name_of(c.action) for c in found.candidates][2:] == [name_of(worst)]


# Options.


BUSY = position("R.R.G.G .B.B... W.....W ..K.K.. P...... .P..... Y..Y...")


def test_max_moves_keeps_the_moves_with_the_largest_score_change() -> None:
    gains = {name_of(c.action): c.features["score_change"] for c in evaluated(BUSY).candidates}
    pruned = by_action(BUSY, max_moves=6)
    assert len(pruned) == 6
    assert min(gains[name] for name in pruned) >= sorted(gains.values())[-6]
    assert pruned == {name: ev for name, ev in by_action(BUSY).items() if name in pruned}
    highest = max(map(name_of, by_hand.legal(BUSY)), key=lambda name: gains[name])
    found = evaluated(BUSY, "pass", max_moves=1)
    assert {name_of(c.action) for c in found.candidates} == {"pass", highest}
    assert found.metadata.total_legal_actions == len(gains)
    assert found.metadata.nodes == 2


def test_max_moves_keeps_the_cells_with_the_smallest_score_for_chaos() -> None:
    state = shown("RR.RR.." + "." * 42, "R")
    pruned = by_action(state, max_moves=43)
    assert "a3" not in pruned
    assert "a6" not in pruned


def test_max_work_limits_moves() -> None:
    full = complete(EntropyState.model_validate(BUSY))
    params = EvaluatorParams(evaluator_seed=1, max_work=3)
    found = HeuristicEvaluation(Request(full, 0, params), HeuristicOptions()).run()
    assert found is not None
    assert len(found.candidates) == 3


def test_early_stop_compares_score_changes() -> None:
    """A move that scores more than 20 points ends the search; a high weighted sum does not."""
    assert len(by_action(BUSY, early_stop=True)) == len(by_action(BUSY))
    state = position("RRRRR.. .....R. ....... ....... ...B... ....... .......")
    # b6-a6 makes six of five, 50 points instead of 30: that is 20 and no more.
    assert len(by_action(state, early_stop=True)) == len(by_action(state))
    state = position("RRRRRR. ......R ....... ....... ...B... ....... .......")
    legal = [name_of(action) for action in by_hand.legal(state)]
    before = legal[: legal.index("b7-a7") + 1]
    assert set(by_action(state, early_stop=True)) == set(before) < set(by_action(state))
    assert evaluated(state, "pass", early_stop=True, **SCORE_ALONE).best_action == {"from": "b7", "to": "a7"}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Batch]:
    """The positions that are evaluated rather than found in the cache."""
    seen: list[Batch] = []
    plain = Heuristic.moves

    def counting(self: Heuristic, batch: Batch) -> Any:
        seen.append(batch)
        return plain(self, batch)

    monkeypatch.setattr(Heuristic, "moves", counting)
    monkeypatch.setattr(heuristic_evaluator, "_CACHE", type(heuristic_evaluator._CACHE)())
    return seen


def test_cache_key_is_board_tokens_and_weights(counted: list[Batch]) -> None:
    base = batch_of(shown("RG....." + "." * 42, None, "R"))
    options = HeuristicOptions()
    first = cached_moves(base, options)
    others = [
        (replace(base, next_token=np.array([2], dtype=np.uint8)), options),
        (batch_of(shown("R.G...." + "." * 42, None, "R")), options),
        (batch_of(shown("RG....." + "." * 42, "R", "R")), options),
        (batch_of(shown("RG....." + "." * 42, "G", "R")), options),
        (base, HeuristicOptions(distribution=-20)),
    ]
    for place, (batch, chosen) in enumerate(others, 2):
        assert cached_moves(batch, chosen) is not first
        assert len(counted) == place
    assert cached_moves(base, options) is first
    assert len(counted) == len(others) + 1
    assert cached_moves(base, HeuristicOptions(max_moves=3)) is first


def test_cache_evicts_the_least_recently_used_and_can_be_off(counted: list[Batch]) -> None:
    boards = [batch_of(position("." * i + "R" + "." * (48 - i))) for i in range(3)]
    small = HeuristicOptions(cache_size=2)
    for place in (0, 1, 0, 2, 0, 1):
        cached_moves(boards[place], small)
    # 1 was evicted for 2, because 0 was used more recently.
    assert [int(np.log2(float(batch.occupied[0]))) for batch in counted] == [0, 1, 2, 1]
    for _ in range(2):
        cached_moves(boards[0], HeuristicOptions(cache_size=0))
    assert len(counted) == 5
    assert not heuristic_evaluator._CACHE


@pytest.mark.parametrize(
    "options",
    [{"immediate": 1001}, {"one_empty": -101}, {"max_moves": 0}, {"cache_size": -1}, {"early_stop": 1}, {"depth": 2}],
)
def test_options_are_validated(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        HeuristicOptions.model_validate(options)


def test_default_weights_are_the_documents() -> None:
    options = HeuristicOptions()
    assert options.weights() == (100, 50, 30, -40, 20, 25, 10, 5, 2, 10)
    assert (options.max_moves, options.cache_size, options.early_stop) == (200, 500, False)
    assert all(isinstance(weight, float) for weight in HeuristicOptions(immediate=1).weights())


def test_tuned_preset_can_be_overridden() -> None:
    options = HeuristicOptions(preset="tuned", control=1.0)
    assert options.weights() == TUNED._replace(control=1.0)
    assert HeuristicOptions().weights() == Weights()
    assert HeuristicOptions(preset="tuned").weights() != Weights()
