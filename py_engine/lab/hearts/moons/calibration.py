"""How often moons come that the search says will come, in recorded games.

At some decisions of every hand the search grades the card that was played, at a fixed work. What it says for that card is
compared with how the hand ended: the chance that another seat takes all points, and, where both the player and the search
planned to shoot, the chance that the player does. Hands are the independent unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.game import GAME
from py_engine.games.hearts.knowledge.own_moon import NOTED
from py_engine.games.hearts.rules.batch import HAND
from py_engine.games.hearts.rules.state import HeartsAction, action_data
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.core.writing import markdown_report
from py_engine.lab.hearts.moons.fit import log_score
from py_engine.lab.hearts.moons.games import Hand, positions

__all__ = ["BINS", "Asked", "Case", "Line", "as_markdown", "ask", "cases", "clustered", "lines", "tasks"]

HANDS = 10
"""Hands per task."""
EVERY = 5
"""Every fifth decision is asked about; the first differs from hand to hand."""
BINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0001)
NO_CLOCK = 600_000


class Asked(TypedDict):
    """A task: the decisions of some hands."""

    seed: int
    hands: list[Hand]
    max_work: int
    engine: str


class Case(TypedDict):
    """What the search said about a decision, and what came."""

    hand: int
    turn: int
    cards: int
    """Cards in hand."""
    against: float
    came_against: int
    own: float | None
    """Its chance to shoot the moon, if it and the player planned to."""
    came_own: int


class Line(NamedTuple):
    """A bin: cases whose stated chance is within bounds."""

    low: float
    high: float
    cases: int
    said: float
    came: float
    stderr: float
    """Standard error of ``came`` minus ``said`` over hands."""


def tasks(seed: int, hands: Sequence[Hand], max_work: int) -> list[Asked]:
    """The tasks for some hands."""
    return [
        {"seed": seed, "hands": list(hands[first : first + HANDS]), "max_work": max_work, "engine": engine_of("hearts")}
        for first in range(0, len(hands), HANDS)
    ]


def ask(task: Asked) -> list[Case]:
    """Asks the search about the decisions of a task.

    Raises:
        LabError: if this engine is of another version than the task's.
    """
    require_same(task["engine"], engine_of("hearts"))
    return [case for hand in task["hands"] for case in cases(task["seed"], hand, task["max_work"])]


def cases(seed: int, hand: Hand, max_work: int) -> list[Case]:
    """The decisions of a hand about which the search is asked."""
    found: list[Case] = []
    count = hand["number"]
    for state, turn, plan in positions(seed, hand):
        if plan is None or state.phase == "pass":
            continue
        count += 1
        if count % EVERY:
            continue
        seat = state.active_player_id
        move = action_data(hand["moves"][turn])
        params = {"evaluator": "search", "evaluator_seed": turn, "max_work": max_work, "time_budget_ms": NO_CLOCK}
        said = evaluated(GAME, state, params, HeartsAction.model_validate(move))
        played: Any = next(each for each in said.candidates if each.action == move)
        both = plan[0] and (played.note or "").startswith(NOTED)
        found.append(
            {
                "hand": hand["number"],
                "turn": turn,
                "cards": HAND - len(state.trick_history),
                "against": played.features["moon_against"],
                "came_against": int(hand["shooter"] not in {-1, seat}),
                "own": played.features["moon_chance"] if both else None,
                "came_own": int(hand["shooter"] == seat),
            }
        )
    return found


def lines(said: Array, came: Array, hands: Array) -> list[Line]:
    """The calibration by bins, with standard errors over hands."""
    found = []
    for low, high in pairwise(BINS):
        of = (said >= low) & (said < high)
        if of.any():
            gap = clustered(came[of] - said[of], hands[of])
            found.append(
                Line(low, min(high, 1.0), int(of.sum()), float(said[of].mean()), float(came[of].mean()), gap[1])
            )
    return found


def clustered(values: Array, hands: Array) -> tuple[float, float]:
    """The mean of values and its standard error, clustered by hand."""
    mean = float(values.mean())
    sums = np.bincount(hands, weights=values - mean)
    return mean, float(np.sqrt((sums * sums).sum())) / len(values)


def as_markdown(found: Sequence[Case], before: Sequence[Case] | None, command: str) -> str:
    """The tables of both stated chances, and their log scores.

    Args:
        found: The cases.
        before: The same cases as another search sees them.
        command: The command line that makes the tables.
    """
    hands = len({case["hand"] for case in found})
    parts = [
        "# Moons said and moons that came",
        f"Decisions in {hands:,} recorded hands of `pimc_shooting` with itself. Errors are standard errors over hands.",
    ]
    for title, key, came in (
        ("Another player shoots the moon", "against", "came_against"),
        ("The player's own plan to shoot succeeds", "own", "came_own"),
    ):
        parts += [f"## {title}", _bins(found, key, came), _scores(found, before, key, came)]
    return markdown_report(parts, command)


def _bins(found: Sequence[Case], key: str, came: str) -> str:
    said, came_true, hands = _columns(found, key, came)
    rows = ["| said | cases | mean said | came | off |", "|---|---:|---:|---:|---:|"]
    rows += [
        f"| {line.low:.2f} to {line.high:.2f} | {line.cases:,} | {line.said:.3f} | {line.came:.3f} | "
        f"{line.came - line.said:+.3f} ± {line.stderr:.3f} |"
        for line in lines(said, came_true, hands)
    ]
    return "\n".join(rows)


def _scores(found: Sequence[Case], before: Sequence[Case] | None, key: str, came: str) -> str:
    said, came_true, hands = _columns(found, key, came)
    if not len(said):
        return "There was no such case."
    text = f"Mean log score {log_score(said, came_true).mean():.4f} in {len(said):,} cases"
    if before is None:
        return text + "."
    shared = {(case["hand"], case["turn"]): case[key] for case in before if case[key] is not None}  # type: ignore[literal-required]
    both = [case for case in found if case[key] is not None and (case["hand"], case["turn"]) in shared]  # type: ignore[literal-required]
    ours, came_true, hands = _columns(both, key, came)
    theirs = np.array([shared[case["hand"], case["turn"]] for case in both], dtype=np.float64)
    gain, error = clustered(log_score(ours, came_true) - log_score(theirs, came_true), hands)
    return f"{text}; against the search compared with {gain:+.4f} ± {error:.4f} in {len(both):,} cases of both."


def _columns(found: Sequence[Case], key: str, came: str) -> tuple[Array, Array, Array]:
    rows: list[Any] = [case for case in found if case[key] is not None]  # type: ignore[literal-required]
    said = np.array([case[key] for case in rows], dtype=np.float64)
    return (
        said,
        np.array([case[came] for case in rows], dtype=np.float64),
        np.array([case["hand"] for case in rows], dtype=np.int64),
    )
