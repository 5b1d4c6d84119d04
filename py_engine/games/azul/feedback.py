"""Reasons in words: what the user's move gives up against the best, from features measured in the same rollouts."""

from __future__ import annotations

from typing import Any, NamedTuple

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
    bullets = _bullets({name: user[name] - best[name] for name in user})
    if not bullets:
        text = "Both moves lead to much the same end of the round; what separates them lies in later rounds."
        return [_item("overall", text, found["delta_ev"])]
    # What the move gives up comes first; what it gains in return may follow.
    ranked = sorted(bullets, key=lambda b: (not b.loss, -b.weight))
    return [_item(b.category, b.text, b.delta) for b in ranked[:MOST]]


class _Bullet(NamedTuple):
    """A difference that is large enough to tell; ``loss`` when it speaks against the user's move."""

    category: str
    text: str
    delta: float
    weight: float
    loss: bool


def _bullets(d: dict[str, float]) -> list[_Bullet]:
    """What differs by more than its threshold (user minus best)."""
    bullets = [
        _counted(
            "floor_penalty",
            d["expected_floor_penalty"],
            "Your move is expected to cost {:.1f} more points on the floor line.",
            "Your move costs {:.1f} fewer points on the floor line, but pays for it elsewhere.",
        ),
        _counted(
            "wasted_tiles",
            d["expected_tiles_to_floor"],
            "It drops {:.1f} more tiles on your floor.",
            "It drops {:.1f} fewer tiles on your floor, but pays for it elsewhere.",
            weight=0.8,
        ),
        _counted(
            "line_completion",
            -d["expected_completions"],
            "The best move completes {:.1f} more pattern lines this round.",
            "Your move completes {:.1f} more pattern lines this round, but pays for it elsewhere.",
            threshold=COMPLETIONS_THRESHOLD,
            weight=POINTS_PER_COMPLETION,
        ),
        _counted(
            "adjacency",
            -d["expected_adjacency_points"],
            "The best move scores {:.1f} more points when tiles go to the wall.",
            "Your move scores {:.1f} more points when tiles go to the wall, but pays for it elsewhere.",
        ),
        _counted(
            "denial",
            d["opponent_expected_points"],
            "It leaves your opponent {:.1f} points that the best move denies.",
            "It leaves your opponent {:.1f} fewer points, but pays for it elsewhere.",
        ),
        _token(d["takes_first_player_token"]),
    ]
    return [bullet for bullet in bullets if bullet is not None]


def _counted(
    category: str, worse: float, loss: str, gain: str, *, threshold: float = POINTS_THRESHOLD, weight: float = 1.0
) -> _Bullet | None:
    """A bullet on a measured difference; ``worse`` is how much worse the user's move is."""
    if abs(worse) <= threshold:
        return None
    text = (loss if worse > 0 else gain).format(abs(worse))
    delta = -worse if category in {"line_completion", "adjacency"} else worse
    return _Bullet(category, text, delta, abs(worse) * weight, worse > 0)


def _token(difference: float) -> _Bullet | None:
    """A bullet on the first-player token, which always counts 1."""
    if not difference:
        return None
    taken = "Your move takes the first-player token, and a place on the floor with it; the best one leaves it."
    left = "The best move takes the first-player token and so starts the next round."
    return _Bullet("first_player_token", taken if difference > 0 else left, difference, 1.0, loss=True)


def _item(category: str, text: str, delta: float) -> dict[str, Any]:
    return {"category": category, "text": text, "delta": delta}
