"""Graded moves of Azul made by hand: moves that differ in given parts of their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from py_engine.core.contract import Verdict
from py_engine.core.results import Candidate, Metadata, Reason, Result
from py_engine.games.azul.coaching.certain import Fact
from py_engine.games.azul.coaching.feedback import sentences
from py_engine.games.azul.search.lines import Apart

NO_CAUSE = "No single cause stands out."
NO_OTHER_CAUSE = "Beyond that, no single cause stands out."
KINDS = ("score", "tiling", "penalties", "opponent_tiling", "opponent_penalties", "bonuses", "future")
FEATURES = (
    "expected_floor_penalty",
    "expected_completions",
    "expected_adjacency_points",
    "expected_tiles_to_floor",
    "opponent_expected_points",
    "takes_first_player_token",
    "tiles_on_unfinished_lines",
    "opponent_tiles_on_unfinished_lines",
    "tiles_in_fullest_column",
    "tiles_of_fullest_color",
    "starts_next_round",
)


def candidate(action: Any, parts: dict[str, float], features: dict[str, float]) -> Candidate:
    assert set(parts) <= set(KINDS)
    assert set(features) <= set(FEATURES)
    # No score is so low that a floor line would cost less than its tiles do.
    features = {"expected_floor_penalty": -parts.get("penalties", 0.0)} | features
    return Candidate(
        action,
        sum(parts.values()),
        rollouts=0,
        stderr=0.0,
        reasons=[Reason(code, code, parts.get(code, 0.0)) for code in KINDS],
        features={name: features.get(name, 0.0) for name in FEATURES},
    )


def graded_loss(user: Candidate, best: Candidate, *, stderr: float = 1.0, **changes: Any) -> Result:
    """The result that grades the first move, which loses the difference of the values, in points."""
    loss = user.ev - best.ev
    result = Result(
        best_action=best.action,
        best_action_ev=best.ev,
        user_action=user.action,
        user_action_ev=user.ev,
        delta_ev=loss,
        delta_stderr=stderr,
        candidates=[best, user],
        win_probability=None,
        grade="MISS",
        too_close=False,
        confidence=1.0,
        feedback=(),
        metadata=Metadata(0, 0, 2, 0, completed_within_budget=True, evaluator="search"),
    )
    return replace(result, **changes)


def graded_with(
    evidence: Apart,
    *,
    stderr: float,
    parts: dict[str, float],
    verdict: Verdict | None = None,
    certain: Sequence[Fact] = (),
) -> list[str]:
    """The sentences on a move that loses these parts, where lines agree in the evidence only; undecided within the error."""
    user, best = candidate("user", parts, {}), candidate("best", {}, {})
    verdict = verdict or ("undecided" if -user.ev <= stderr else "inaccuracy")
    found = graded_loss(user, best, stderr=stderr, evidence=evidence, verdict=verdict)
    return [item.text for item in sentences(found, certain)]
