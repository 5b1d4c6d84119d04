"""The heuristic as an evaluator: every move with the six components of the board that it leaves."""

from __future__ import annotations

from collections import OrderedDict
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from py_engine.core.contract import Model
from py_engine.core.grading import Measured
from py_engine.core.numerics import Array, descending
from py_engine.games.entropy.policies.heuristic import COMPONENTS, TUNED, Moves, Weights, heuristic
from py_engine.games.entropy.rules.batch import ORDER, Batch
from py_engine.games.entropy.rules.state import action_data, number_of, to_batch
from py_engine.games.entropy.search.evaluator import Asked, EntropyLook, plain

__all__ = ["HeuristicEvaluation", "HeuristicOptions", "cached_moves"]

NAMES = {
    "immediate": "Score",
    "potential": "Pattern potential",
    "control": "Board control",
    "opportunities": "Chaos's opportunities",
    "distribution": "Colour distribution",
    "fertility": "Row and column fertility",
}
SAME = "same for all moves"
PARTLY_SAME = {"opportunities": f"empty cells: {SAME}", "distribution": f"colours and rarity: {SAME}"}
GREAT_GAIN = 20
"""Points that the score has to rise by, and more, for ``early_stop``."""
MOST = 3
WORTH_TELLING = 0.05
"""Points: smaller differences are not told."""
MINUS = "\u2212"
_DEFAULT = Weights()
Weight = Annotated[float, Field(ge=-1000, le=1000)]
Count = Annotated[float, Field(ge=-100, le=100)]


class HeuristicOptions(Model):
    """Weights of the components, 100 for one point, and how moves are gone through."""

    preset: Literal["document", "tuned"] = Field(
        default="document",
        description="Where the weights come from that are not given: as first written, or tuned by play.",
    )
    immediate: Weight = Field(default=_DEFAULT.immediate, title="Score")
    potential: Weight = Field(default=_DEFAULT.potential, title="Pattern potential")
    control: Weight = Field(default=_DEFAULT.control, title="Board control")
    opportunities: Weight = Field(default=_DEFAULT.opportunities, title="Chaos's opportunities")
    distribution: Weight = Field(default=_DEFAULT.distribution, title="Colour distribution")
    fertility: Weight = Field(default=_DEFAULT.fertility, title="Row and column fertility")
    one_empty: Count = Field(default=_DEFAULT.one_empty, description="Potential of a palindrome that lacks one token.")
    two_empty: Count = Field(default=_DEFAULT.two_empty, description="Of one that lacks two.")
    more_empty: Count = Field(default=_DEFAULT.more_empty, description="Of one that lacks three or more.")
    open_pair: Count = Field(default=_DEFAULT.open_pair, description="Of an empty cell beside two of one colour.")
    max_moves: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=200, description="Moves that are evaluated at the most: those that are best for the score at once."
    )
    early_stop: bool = Field(
        default=False, description="Looks no further once a move of Order's raises the score by more than 20."
    )
    cache_size: Annotated[int, Field(ge=0, le=10_000)] = Field(
        default=500, description="Positions whose evaluation is kept."
    )

    def weights(self) -> Weights:
        """The weights alone: the preset's, and those that are given."""
        given = {name: float(getattr(self, name)) for name in Weights._fields if name in self.model_fields_set}
        return (TUNED if self.preset == "tuned" else _DEFAULT)._replace(**given)


_Key = tuple[int, bytes, int, int, int, Weights]
_KEPT: OrderedDict[_Key, Moves] = OrderedDict()


def cached_moves(batch: Batch, options: HeuristicOptions) -> Moves:
    """The moves of one position, from what is kept if it has been asked about lately.

    The bag follows from the board and the tokens that are shown, so that these and the weights tell positions apart.
    """
    weights = options.weights()
    shown = (int(batch.turn[0]), int(batch.token[0]), int(batch.next_token[0]))
    key = (batch.size, batch.codes.tobytes(), *shown, weights)
    found = _KEPT.pop(key, None) or heuristic(batch.size, weights).moves(batch)
    _KEPT[key] = found
    while len(_KEPT) > options.cache_size:
        _KEPT.popitem(last=False)
    return found


class HeuristicEvaluation(EntropyLook):
    """One look at the board after every move; ``ev`` is the weighted sum in points, negated for Chaos."""

    def __init__(self, asked: Asked, options: HeuristicOptions) -> None:
        super().__init__(asked, "heuristic", "Values are a weighted sum of six components, not points to be expected.")
        self.options = options

    def look(self) -> dict[str, Any]:
        """Evaluates the moves."""
        size = self.asked.state.size
        moves = cached_moves(to_batch([self.asked.state]), self.options)
        self.legal = moves.number.size
        sign = 1.0 if self.asked.player == ORDER else -1.0
        user = None if self.asked.user is None else number_of(self.asked.user, size)
        looked = self._looked_at(moves, sign, user)
        self.work_done = looked.size
        parts = plain(sign * moves.parts[looked])
        evs = parts.sum(axis=1).tolist()
        numbers = moves.number[looked].tolist()
        mine = None if user is None else numbers.index(user)
        # Passing has the last number: among equals it comes last.
        kept = self.shortlist(sorted(range(len(numbers)), key=lambda i: (-evs[i], i != mine)), mine)
        labels = _labels(parts)
        same = float(plain(sign * moves.same)[0])
        measured = []
        for i in kept:
            features = {"score_change": float(moves.gain[looked[i]]), "same_for_all_moves": same}
            action, reasons = action_data(numbers[i], size), _reasons(parts[i], labels)
            measured.append(Measured(action, evs[i], evs[i], 0.0, 0, features, reasons))
        found = self.answered(measured, None if mine is None else kept.index(mine))
        if mine is not None:
            found["feedback"] = _sentences(found)
        return found

    def _looked_at(self, moves: Moves, sign: float, user: int | None) -> Array:
        """Indices of the moves to evaluate, in order; the user's is among them."""
        most = min(self.options.max_moves, self.params.max_work or self.legal)
        looked = np.arange(self.legal, dtype=np.intp)
        if most < self.legal:
            looked = descending(sign * moves.gain)[:most]
        great = np.flatnonzero(sign * moves.gain[looked] > GREAT_GAIN)
        if self.options.early_stop and great.size:
            looked = looked[: great[0] + 1]
        return np.flatnonzero(np.isin(np.arange(self.legal, dtype=np.intp), looked) | (moves.number == user))


def _labels(parts: Array) -> list[str]:
    """What the components are called, and which of them do not tell moves (M, 6) apart."""
    same = (parts == parts[0]).all(axis=0).tolist() if len(parts) > 1 else [False] * len(COMPONENTS)
    labels = []
    for name, equal in zip(COMPONENTS, same, strict=True):
        if equal:
            labels.append(f"{NAMES[name]}, {SAME}")
        elif name in PARTLY_SAME:
            labels.append(f"{NAMES[name]} ({PARTLY_SAME[name]})")
        else:
            labels.append(NAMES[name])
    return labels


def _reasons(parts: Array, labels: list[str]) -> list[dict[str, Any]]:
    values = parts.tolist()
    return [
        {"code": code, "label": label, "value": value}
        for code, label, value in zip(COMPONENTS, labels, values, strict=True)
    ]


def _sentences(found: dict[str, Any]) -> list[dict[str, Any]]:
    """The components in which the user's move differs most from the best."""
    user, best = (
        next(c for c in found["candidates"] if c["action"] == found[name]) for name in ("user_action", "best_action")
    )
    if user is best:
        return [{"category": "overall", "text": "By the heuristic there is nothing better.", "delta": 0.0}]
    gaps = [
        (mine["code"], mine["value"] - other["value"])
        for mine, other in zip(user["reasons"], best["reasons"], strict=True)
    ]
    told = sorted((gap for gap in gaps if abs(gap[1]) >= WORTH_TELLING), key=lambda gap: -abs(gap[1]))[:MOST]
    sentences = [
        {
            "category": code,
            "text": f"{NAMES[code]}: {'+' if gap > 0 else MINUS}{abs(gap):.1f} against the best move.",
            "delta": gap,
        }
        for code, gap in told
    ]
    return sentences or [{"category": "overall", "text": "Many small things add up.", "delta": found["delta_ev"]}]
