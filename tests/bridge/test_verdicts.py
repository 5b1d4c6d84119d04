"""Verdicts of the games over the bridge: by what they go, and which evaluators give none; rollouts that fail."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from py_engine.core.contract import EvaluatorParams
from py_engine.core.grading import Measured, result_of
from py_engine.core.numerics import Array
from py_engine.core.request import Request
from py_engine.core.results import Metadata
from py_engine.games.azul.knowledge.features import round_kind
from py_engine.games.azul.knowledge.learnt import learnt
from py_engine.games.azul.knowledge.winning import scale_of
from py_engine.games.azul.rules.state import AzulState
from py_engine.games.azul.search.rollout_evaluator import RolloutEvaluation
from py_engine.games.hearts.search.sampled.world_evaluation import WorldEvaluation
from tests.bridge import conformance
from tests.bridge.asking import ask, in_json, refused

Json = dict[str, Any]
SILENT = {
    "azul": {"random", "greedy", "mixed", "heuristic"},
    "yatzy": {"random", "greedy", "noisy", "rules"},
    "entropy": {"random", "greedy", "greedy2", "ev2"},
    "hearts": {"random", "greedy"},
}
"""Evaluators that choose a move and compare none, in the games that are listed."""
LOOKING = {
    "azul-greedy",
    "azul-heuristic",
    "yatzy-greedy",
    "yatzy-noisy",
    "entropy-greedy",
    "entropy-greedy2",
    "entropy-ev2",
}
"""Those of them that value moves in their own terms."""
NAMED = [
    pytest.param(info, evaluator["name"], id=f"{info['slug']}-{evaluator['name']}")
    for info in conformance.with_capability("play")
    for evaluator in info["evaluators"]
]


def info_of(slug: str) -> Json:
    return next(info for info in conformance.registry() if info["slug"] == slug)


def graded(state: Json, action: Any, **changes: Any) -> Json:
    found: Json = ask(
        "grade_user_action", state, state["active_player_id"], in_json(action), conformance.params(**changes)
    )
    return found


def legal(state: Json) -> list[Any]:
    actions: list[Any] = ask("list_legal_actions", state, state["active_player_id"])
    return actions


@pytest.mark.parametrize(("info", "evaluator"), NAMED)
def test_what_compares_nothing_gives_no_grade(info: Json, evaluator: str) -> None:
    state = conformance.a_state(info, 0.35)
    user = legal(state)[-1]
    found = graded(state, user, evaluator=evaluator)
    said = ("grade", "verdict", "confidence", "delta_ev", "delta_stderr", "too_close")
    listed = info["slug"] in SILENT
    silent = evaluator in SILENT[info["slug"]] if listed else found["grade"] is None
    assert [found[name] is None for name in said] == [silent] * len(said)
    assert [candidate["compared"] for candidate in found["candidates"]].count(True) == 0 or not silent
    assert found["user_action"] == user
    if not listed:
        return
    metadata = found["metadata"]
    valued = not silent or f"{info['slug']}-{evaluator}" in LOOKING
    assert (metadata["candidates_evaluated"] > 0) == valued
    assert (metadata["nodes"] + metadata["rollouts_run"] > 0) == valued


@pytest.mark.parametrize(("info", "evaluator"), NAMED)
def test_candidates_are_counted_whether_they_are_listed_or_not(info: Json, evaluator: str) -> None:
    if (info["slug"], evaluator) == ("azul", "rollout"):
        return  # the one whose shortlist says what is valued
    state = conformance.a_state(info, 0.35)
    counts, listed = [], []
    for size in (1, 0):
        asked = conformance.params(evaluator=evaluator, shortlist_size=size)
        found = ask("evaluate_best_move", state, state["active_player_id"], asked)
        counts.append(found["metadata"]["candidates_evaluated"])
        listed.append(len(found["candidates"]))
    assert counts[0] == counts[1]
    assert counts[1] in (0, listed[1])


def nodes_of(state: Json, evaluator: str) -> int:
    found = ask("evaluate_best_move", state, state["active_player_id"], conformance.params(evaluator=evaluator))
    nodes: int = found["metadata"]["nodes"]
    return nodes


def test_entropys_policies_count_the_boards_that_they_value() -> None:
    states = [before for before, _, _ in conformance.playthrough(info_of("entropy"), 3)][20:22]
    assert {state["turn"] for state in states} == {"order", "chaos"}
    for state in states:
        moves = legal(state)
        assert nodes_of(state, "greedy") == len(moves)
        if state["turn"] == "chaos":
            after = [legal(ask("apply_action", state, in_json(move))) for move in moves]
            assert nodes_of(state, "greedy2") == len(moves) + sum(map(len, after))
        else:
            assert nodes_of(state, "greedy2") > 2 * len(moves)


METADATA = Metadata(0, 0, 3, 1, completed_within_budget=True, evaluator="search", horizon="game")
SEARCHED = result_of([Measured(0, 0.0, 0.0, 0.0, 0)], 0, None, (), METADATA)


@pytest.mark.parametrize("share", conformance.STAGES)
def test_azuls_verdicts_go_by_the_chance_that_belongs_to_a_value(share: float) -> None:
    state = conformance.a_state(info_of("azul"), share)
    found = graded(state, legal(state)[-1], evaluator="search", max_work=4000)
    values = [found["best_action_ev"], found["user_action_ev"]]
    kind = int(round_kind(np.array([state["round_number"]]))[0])
    tiles = sum(sum(pile.values()) for pile in [*state["factories"], state["center"]["tiles"]])
    best, user = (learnt().win_probability(value, kind, tiles) for value in values)
    assert found["win_loss"] == pytest.approx(best - user)
    assert found["candidates"][0]["win_probability"] == pytest.approx(best)
    assert found["decided"] is False
    chance = scale_of(Request(AzulState.model_validate(state), 0, EvaluatorParams(evaluator_seed=1)), SEARCHED).chance
    assert chance is not None
    assert chance(3.5) == learnt().win_probability(3.5, kind, tiles)


def test_yatzy_is_judged_by_points_alone_and_by_chances_against_somebody() -> None:
    info = info_of("yatzy")
    for players, scale in ((1, "points"), (2, "win")):
        state = ask("new_game", info["ruleset_id"], 3, {"players": players})
        found = graded(state, legal(state)[0], evaluator="win")
        assert found["verdict"] is not None
        assert (found["win_loss"] is not None, found["decided"] is not None) == (scale == "win", scale == "win")
        if scale == "win":
            assert found["win_loss"] == pytest.approx(-found["delta_ev"] / 100)


@pytest.mark.parametrize(("scores", "winning"), [([0, 0, 0, 0], False), ([70, 60, 98, 50], True)])
def test_hearts_is_judged_by_chances_once_the_hand_may_end_the_game(scores: list[int], winning: bool) -> None:
    state = conformance.a_state(info_of("hearts"), 0.05) | {"scores": scores}
    found = graded(state, legal(state)[-1], max_work=2000)
    assert (found["win_loss"] is not None, found["decided"] is not None) == (winning, winning)
    if winning:
        assert found["win_loss"] == pytest.approx(-found["delta_ev"] / 100)


def test_a_rollout_that_returns_no_number_is_a_rollout_failure(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_numbers(_: RolloutEvaluation, batch: Any, __: object) -> Array:
        return np.full(batch.size, np.nan)

    monkeypatch.setattr(RolloutEvaluation, "score", no_numbers)
    state = conformance.a_state(info_of("azul"))
    refused("ROLLOUT_FAILURE", "evaluate_best_move", state, state["active_player_id"], conformance.params())
    assert "a rollout failed" in caplog.text


def test_a_job_whose_rollouts_fail_ends_with_the_failure(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise IndexError("index 13 is out of bounds")

    monkeypatch.setattr(WorldEvaluation, "_played_out", broken)
    state = conformance.a_state(info_of("hearts"), 0.1)
    args = {"state": state, "player_id": state["active_player_id"], "params": conformance.params(), "user_action": None}
    handle = ask("start_job", "evaluation", args)["handle"]
    refused("ROLLOUT_FAILURE", "step", handle, 60_000)
    refused("NOT_FOUND", "step", handle, 1)
    assert "index 13 is out of bounds" in caplog.text
