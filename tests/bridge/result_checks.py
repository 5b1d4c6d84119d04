"""Checks of every evaluation result: candidates, grade and verdict."""

from __future__ import annotations

from typing import Any

from py_engine.core.contract import EvaluationResult
from tests.bridge.asking import ask, floats_are_finite

Json = dict[str, Any]


def check_result(info: Json, state: Json, result: Json, user: Any) -> None:
    """Checks the properties of every evaluation result."""
    EvaluationResult.model_validate(result)
    assert floats_are_finite(result)
    legal = ask("list_legal_actions", state, state["active_player_id"])
    check_candidates(result, legal)
    check_metadata(result, legal)
    check_verdict(info, result)
    check_grade(info, result, user)


def check_candidates(result: Json, legal: list[Any]) -> None:
    """Checks that the candidates are legal actions, the compared ones best first, with reasons that add up."""
    candidates = result["candidates"]
    actions = [candidate["action"] for candidate in candidates]
    assert result["best_action"] == actions[0]
    assert result["best_action_ev"] == candidates[0]["ev"]
    assert all(action in legal for action in actions)
    assert all(actions.count(action) == 1 for action in actions)
    compared = _compared(result)
    assert compared == sorted(compared, reverse=True)
    assert compared == [candidate["ev"] for candidate in candidates[: len(compared)]], (
        "candidates that were not compared stand behind the others"
    )
    assert all(candidate["stderr"] >= 0 for candidate in candidates)
    assert all(candidate["line"][0] == candidate["action"] for candidate in candidates)
    for candidate in candidates:
        parts = [reason["value"] for reason in candidate["reasons"]]
        assert not parts or candidate["ev"] == _exact_sum(parts)


def check_metadata(result: Json, legal: list[Any]) -> None:
    """Checks the counts, what ended the evaluation, and the chance to win."""
    metadata, probability = result["metadata"], result["win_probability"]
    assert len(_compared(result)) <= metadata["candidates_evaluated"] <= len(legal)
    assert metadata["total_legal_actions"] == len(legal)
    assert not (metadata["completed_within_budget"] and metadata["ended_by"] == "clock")
    assert probability is None or 0 <= probability <= 1


def check_grade(info: Json, result: Json, user: Any) -> None:
    """Checks the comparison with the user's action, which evaluations that compare nothing leave out."""
    compared = _compared(result)
    asked, graded = ("user_action", "user_action_ev"), ("delta_ev", "delta_stderr", "grade", "too_close", "confidence")
    if user is None or not compared:
        assert all(result[name] is None for name in graded)
        assert result["feedback"] == []
    if user is None:
        assert all(result[name] is None for name in asked)
        return
    assert result["user_action"] == user
    [mine] = [candidate for candidate in result["candidates"] if candidate["action"] == user]
    assert result["user_action_ev"] == mine["ev"]
    if not compared:
        return
    assert result["candidates"][0]["compared"]
    assert mine["compared"]
    assert all(result[name] is not None for name in graded)
    assert result["delta_ev"] == result["user_action_ev"] - result["best_action_ev"] <= 0
    assert 0 <= result["confidence"] <= 1
    assert result["grade"] == _fitting_grade(info, result)
    assert all(item["text"].endswith(".") for item in result["feedback"])


def _compared(result: Json) -> list[float]:
    """The values of the candidates that were compared with each other."""
    return [candidate["ev"] for candidate in result["candidates"] if candidate["compared"]]


def _fitting_grade(info: Json, result: Json) -> str:
    """The grade that the loss deserves by the game's bands."""
    # Where a game has grades for chances to win, they are those of evaluations with that objective.
    bands = (info["win_grades"] if result["metadata"]["objective"] == "win" else []) or info["grades"]
    codes: list[str] = [band["code"] for band in bands]
    loss = -result["delta_ev"]
    given = next(band["code"] for band in bands if band["max_loss"] is None or loss <= band["max_loss"])
    unsure = info["unsure_grade"]
    return min(given, unsure, key=codes.index) if result["too_close"] and unsure is not None else given


def check_verdict(info: Json, result: Json) -> None:
    """Checks the verdict on a move against the limits that the game states."""
    scales = {limits["scale"]: limits for limits in info["verdict_limits"]}
    verdict, lost = result["verdict"], result["win_loss"]
    assert (verdict is not None) == (bool(scales) and result["grade"] is not None)
    if result["decided"] is not None:
        assert "win" in scales
    if verdict is None:
        assert lost is None
        return
    assert (lost is not None) == (result["decided"] is not None)
    exact_or_best = result["user_action"] == result["best_action"] or result["delta_stderr"] == 0
    assert (result["worse"] is None) == exact_or_best
    assert result["worse"] is None or 0.5 <= result["worse"] <= 0.99
    assert lost is None or 0 <= lost <= 1
    limits = scales["points" if lost is None else "win"]
    assert limits["good"] < limits["inaccuracy"] < limits["mistake"] < limits["blunder"]
    loss = -result["delta_ev"] if lost is None else 100 * lost
    if result["user_action"] == result["best_action"]:
        assert verdict == "best"
    elif verdict != "undecided":
        bounds = [0.0, *(limits[word] for word in ("good", "inaccuracy", "mistake", "blunder")), float("inf")]
        place = ("best", "good", "inaccuracy", "mistake", "blunder").index(verdict)
        assert bounds[place] <= loss < bounds[place + 1]
    else:
        assert result["delta_stderr"] > 0


def _exact_sum(parts: list[float]) -> float:
    total = 0.0
    for part in parts:
        total += part
    return total
