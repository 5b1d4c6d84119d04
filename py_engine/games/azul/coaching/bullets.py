"""Differences between the ends of the round after two moves that are large enough to name, each with its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from py_engine.core.text import amount
from py_engine.games.azul.coaching.certain import Fact

__all__ = ["FLOOR_NOW", "NO_MORE", "POINTS_THRESHOLD", "Bullet", "bullets_of", "with_certain_floor"]

FLOOR_NOW = "floor_now"
"""The category of tiles that the move itself puts on the floor line, without points of the round."""
NO_MORE = ", but your floor line is not expected to cost more by the end of the round."
"""Ends the sentence on tiles on the floor line that explain nothing."""
POINTS_THRESHOLD = 0.5
COMPLETIONS_THRESHOLD = 0.1
POINTS_PER_COMPLETION = 2.0
"""Weight of a completed line against points when differences are ranked."""


class Bullet(NamedTuple):
    """A difference large enough to name; ``loss`` if it counts against the user's move."""

    category: str
    text: str
    delta: float
    weight: float
    loss: bool
    lost: float
    """Points that the sentence says are lost; below 0 where they are gained, 0 where it counts something else."""
    certain: bool = False
    """Whether it is certain whatever follows, and so always named."""
    bare: str = ""
    """The certain part of the sentence, without points of the round."""
    covers: Sequence[tuple[bool, int | None]] = ()
    """The row whose points it names: whether it is the player's own, and which one, from 0."""


class _Kind(NamedTuple):
    """A difference that may be named; ``{}`` stands for the amount."""

    category: str
    loss: str
    gain: str
    unit: str
    threshold: float = POINTS_THRESHOLD
    weight: float = 1.0
    """What one unit counts when differences are ranked."""


_FLOOR = _Kind(
    "floor_penalty",
    "Your move is expected to cost {} more on the floor line this round.",
    "In its favour: your move costs {} less on the floor line.",
    "point",
)
_FLOORED = _Kind(
    "wasted_tiles",
    "By the end of the round it leaves {} more on your floor.",
    "In its favour: it leaves {} fewer on your floor.",
    "tile",
    weight=0.8,
)
_BONUSES = _Kind(
    "line_completion",
    "The best move gains {} more from rows, columns and colours.",
    "In its favour: your move gains {} more from rows, columns and colours.",
    "point",
)
_OPPONENT_BONUSES = _Kind(
    "opponent_bonuses",
    "Your move lets your opponent gain {} more from rows, columns and colours.",
    "In its favour: your opponent gains {} less from rows, columns and colours.",
    "point",
)
_COMPLETIONS = _Kind(
    "line_completion",
    "The best move completes {} more this round.",
    "In its favour: your move completes {} more this round.",
    "pattern line",
    threshold=COMPLETIONS_THRESHOLD,
    weight=POINTS_PER_COMPLETION,
)
_TILING = _Kind(
    "adjacency",
    "The best move scores {} more when tiles go to the wall.",
    "In its favour: your move scores {} more when tiles go to the wall.",
    "point",
)
_OPPONENT = _Kind(
    "denial",
    "Your move leaves your opponent {} more this round than the best one.",
    "In its favour: your move leaves your opponent {} less.",
    "point",
)


def bullets_of(d: dict[str, float], bonuses: float) -> list[Bullet]:
    """The differences (user minus best) above their thresholds.

    ``bonuses`` are those of the end of the game in points, less the opponent's, where the features do not separate the two.
    """
    # Points say what the floor costs: more tiles on it may cost less.
    floor = _counted(_FLOOR, d["expected_floor_penalty"]) or _counted(_FLOORED, d["expected_tiles_to_floor"])
    lines = _counted(_BONUSES, -d.get("bonus_points", bonuses)) or _counted(_COMPLETIONS, -d["expected_completions"])
    their_bonuses = _counted(_OPPONENT_BONUSES, d.get("opponent_bonus_points", 0.0))
    tiling = _counted(_TILING, -d["expected_adjacency_points"])
    opponent = _counted(_OPPONENT, d["opponent_expected_points"])
    found = (
        floor,
        lines,
        tiling,
        opponent,
        their_bonuses,
        _token(d["takes_first_player_token"], d.get("starts_next_round", -1.0)),
    )
    return [bullet for bullet in found if bullet is not None]


def with_certain_floor(bullets: Sequence[Bullet], certain: Sequence[Fact], worse: float) -> list[Bullet]:
    """The bullets, in which tiles that the move itself puts on the floor line are always named if they cost a point more.

    Args:
        bullets: The differences when the round is over.
        certain: What the move does worse than the best one by itself.
        worse: Points that the floor line costs more by the end of the round in the lines that are shown, whether good lines agree or not.
    """
    fact = next((each for each in certain if each.floor and each.cost), None)
    if fact is None:
        return [*bullets]
    said = fact.text.removesuffix(".")
    floor = next((each for each in bullets if each.category == "floor_penalty"), None)
    if floor is None:
        text, cost = (fact.text, float(fact.cost)) if worse > 0 else (f"{said}{NO_MORE}", 0.0)
        return [*bullets, Bullet(FLOOR_NOW, text, cost, cost, loss=True, lost=0.0, certain=True)]
    amount_of = amount(floor.weight, "point")
    if floor.loss:
        text = f"{said}; it is expected to cost {amount_of} more on the floor line this round."
    else:
        # The tiles that follow belong to the other move.
        text = (
            f"{said}. In its favour: by the end of the round the best move is expected to cost {amount_of} more there."
        )
    merged = floor._replace(text=text, certain=True, bare=fact.text)
    return [merged if each is floor else each for each in bullets]


def _counted(kind: _Kind, worse: float) -> Bullet | None:
    """A bullet on a measured difference, if it is above the threshold; ``worse`` is how much worse the user's move is."""
    if abs(worse) <= kind.threshold:
        return None
    text = (kind.loss if worse > 0 else kind.gain).format(amount(abs(worse), kind.unit))
    delta = -worse if kind.category in {"line_completion", "adjacency"} else worse
    lost = worse if kind.unit == "point" else 0.0
    return Bullet(kind.category, text, delta, abs(worse) * kind.weight, worse > 0, lost)


def _token(difference: float, starts: float) -> Bullet | None:
    """A bullet on the first-player token: a fact that explains nothing, since what it costs and earns is in other differences.

    A player who leaves it may still take it later: that the best move takes it is said where good lines agree that only that move
    ``starts`` the next round, or where an evaluator does not look at that.
    """
    if not difference or (difference < 0 and starts >= 0):
        return None
    taken = "Your move takes the first-player token, which fills a place on your floor; the best one leaves it."
    left = "The best move takes the first-player token and so starts the next round."
    return Bullet("first_player_token", taken if difference > 0 else left, difference, 0.0, loss=True, lost=0.0)
