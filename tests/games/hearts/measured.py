"""Graded moves of Hearts with measured features, and the sentences on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from py_engine.core.results import Candidate, Metadata, Result
from py_engine.games.hearts.coaching.measured_feedback import measured_feedback
from py_engine.games.hearts.rules.batch import Rules

Json = dict[str, Any]
WORLDS = 2000
METADATA = Metadata(0, WORLDS, 13, 1, completed_within_budget=True, evaluator="search")


def move(action: Json, *, winning: bool = False, **measured: float) -> Candidate:
    """A candidate whose value is the sum of its features."""
    features = {"hearts": 2.0, "queen_chance": 0.1, "moon_chance": 0.0, "moon_against": 0.0, "win_chance": 0.25}
    features |= {"tricks": 3.0, "variance": 50.0} | measured
    moon = 26 * (features["moon_against"] - features["moon_chance"])
    features.setdefault("expected_points", features["hearts"] + 13 * features["queen_chance"] + moon)
    ev = 100 * (features["win_chance"] - 1) if winning else -features["expected_points"]
    return Candidate(action, ev, WORLDS, (50 / WORLDS) ** 0.5, features=features)


def graded(user: Candidate, *others: Candidate, error: float = 0.05, **changes: Any) -> Result:
    """The result that grades the user's move among others; ``error`` is that of the loss, in points."""
    best = max([user, *others], key=lambda each: each.ev)
    gap = user.ev - max((each.ev for each in others), default=user.ev)
    result = Result(
        best_action=best.action,
        best_action_ev=best.ev,
        user_action=user.action,
        user_action_ev=user.ev,
        delta_ev=user.ev - best.ev,
        delta_stderr=error,
        candidates=sorted([user, *others], key=lambda each: -each.ev),
        win_probability=best.features["win_chance"] if abs(best.ev) > 40 else None,
        grade="FINE",
        too_close=abs(gap) < 2 * error,
        confidence=1.0,
        feedback=(),
        metadata=METADATA,
    )
    return replace(result, **changes)


def sentences(found: Result, rules: Rules | None = None, worlds: int = WORLDS) -> list[str]:
    """The sentences; asserts that their deltas add up to the loss."""
    items = measured_feedback(found, rules or Rules(), error_share=1 / worlds)
    assert 1 <= len(items) <= 3
    assert sum(item.delta for item in items) == pytest.approx(found.delta_ev, abs=0.1)
    assert all(item.text.endswith(".") for item in items)
    return [item.text for item in items]


BEST = move({"play": "4C"}, queen_chance=0.09)
