"""Reasons in words: what the user's move gives up against the best, from features measured in the same rollouts."""

from __future__ import annotations

from typing import Any

from py_engine.contract import GradeBand

__all__ = ["BANDS", "sentences"]

BANDS = (
    GradeBand(code="EXCELLENT", label="Excellent", max_loss=0.25),
    GradeBand(code="GOOD", label="Good", max_loss=1.0),
    GradeBand(code="OKAY", label="Okay", max_loss=2.5),
    GradeBand(code="MISS", label="Miss", max_loss=None),
)
POINTS_THRESHOLD = 0.5
COMPLETIONS_THRESHOLD = 0.1
POINTS_PER_COMPLETION = 2.0
"""How a completed line is weighed against points when the largest differences are chosen."""
MOST = 3


def sentences(found: dict[str, Any]) -> list[dict[str, Any]]:
    """One to three sentences on an answer that grades a user's move, the most telling first.

    Args:
        found: the fields of an EvaluationResult with ``user_action`` and ``candidates``.

    Returns:
        Feedback items; ``delta`` is user minus best in the feature's own unit.
    """
    by_action = {str(c["action"]): c["features"] for c in found["candidates"]}
    user, best = by_action[str(found["user_action"])], by_action[str(found["best_action"])]
    if found["user_action"] == found["best_action"]:
        return [_item("overall", "This is the best move that was found.", 0.0)]
    differences = {name: user[name] - best[name] for name in user}
    weighed = sorted(_bullets(differences), key=lambda bullet: -bullet[0])
    if not weighed:
        text = "Both moves lead to much the same end of the round; what separates them lies in later rounds."
        return [_item("overall", text, found["delta_ev"])]
    return [item for _, item in weighed[:MOST]]


def _bullets(d: dict[str, float]) -> list[tuple[float, dict[str, Any]]]:
    """(weight, item) for each difference that is large enough to tell; positive weights only."""
    bullets: list[tuple[float, dict[str, Any]]] = []

    def add(category: str, text: str, delta: float, threshold: float, scale: float = 1.0) -> None:
        if abs(delta) > threshold:
            bullets.append((abs(delta) * scale, _item(category, text, delta)))

    floor = d["expected_floor_penalty"]
    less_or_more = "more" if floor > 0 else "fewer"
    text = f"Your move is expected to cost {abs(floor):.1f} {less_or_more} points on the floor line than the best one."
    add("floor_penalty", text, floor, POINTS_THRESHOLD)

    waste = d["expected_tiles_to_floor"]
    more = "more" if waste > 0 else "fewer"
    text = f"It drops {abs(waste):.1f} {more} tiles on your floor."
    add("wasted_tiles", text, waste, POINTS_THRESHOLD, 0.8)

    completions = d["expected_completions"]
    text = (
        f"The best move completes {-completions:.1f} more pattern lines this round."
        if completions < 0
        else f"Your move completes {completions:.1f} more pattern lines this round, but pays for it elsewhere."
    )
    add("line_completion", text, completions, COMPLETIONS_THRESHOLD, POINTS_PER_COMPLETION)

    adjacency = d["expected_adjacency_points"]
    text = (
        f"The best move scores {-adjacency:.1f} more points when tiles go to the wall."
        if adjacency < 0
        else f"Your move scores {adjacency:.1f} more points on the wall, but pays for it elsewhere."
    )
    add("adjacency", text, adjacency, POINTS_THRESHOLD)

    token = d["takes_first_player_token"]
    text = (
        "Your move takes the first-player token; the best one leaves it."
        if token > 0
        else "The best move takes the first-player token and so starts the next round."
    )
    add("first_player_token", text, token, 0.0)

    denied = d["opponent_expected_points"]
    if denied > POINTS_THRESHOLD:
        text = f"It leaves your opponent {denied:.1f} points that the best move denies."
        add("denial", text, denied, POINTS_THRESHOLD)
    return bullets


def _item(category: str, text: str, delta: float) -> dict[str, Any]:
    return {"category": category, "text": text, "delta": delta}
