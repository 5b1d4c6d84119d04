"""The heuristic as an evaluator: every move with the six components of the board after it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from py_engine.core.contract import Model
from py_engine.core.grading import Measured
from py_engine.core.numerics import Array, descending
from py_engine.core.one_shot import shortlisted
from py_engine.core.results import Reason, Result
from py_engine.games.entropy.policies.heuristic import COMPONENTS, TUNED, Moves, Weights, heuristic
from py_engine.games.entropy.rules.batch import ORDER, Batch
from py_engine.games.entropy.rules.state import EntropyRequest, action_data, to_batch
from py_engine.games.entropy.search.ranking import RankingEvaluation, plain

__all__ = ["COMPONENT_NAMES", "HeuristicEvaluation", "HeuristicOptions", "cached_moves"]

COMPONENT_NAMES = {
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
"""``early_stop`` applies if the score rises by more than this many points."""
NOTE = "Values are a weighted sum of six components, not expected points."
_DEFAULT = Weights()
Weight = Annotated[float, Field(ge=-1000, le=1000)]
Count = Annotated[float, Field(ge=-100, le=100)]


class HeuristicOptions(Model):
    """Weights of the components (100 stands for one point), and limits of the evaluation."""

    preset: Literal["document", "tuned"] = Field(
        default="document",
        description="Default weights: those of the original document, or those tuned by play.",
    )
    immediate: Weight = Field(default=_DEFAULT.immediate, title=COMPONENT_NAMES["immediate"])
    potential: Weight = Field(default=_DEFAULT.potential, title=COMPONENT_NAMES["potential"])
    control: Weight = Field(default=_DEFAULT.control, title=COMPONENT_NAMES["control"])
    opportunities: Weight = Field(default=_DEFAULT.opportunities, title=COMPONENT_NAMES["opportunities"])
    distribution: Weight = Field(default=_DEFAULT.distribution, title=COMPONENT_NAMES["distribution"])
    fertility: Weight = Field(default=_DEFAULT.fertility, title=COMPONENT_NAMES["fertility"])
    one_empty: Count = Field(default=_DEFAULT.one_empty, description="Potential of a palindrome that lacks one token.")
    two_empty: Count = Field(default=_DEFAULT.two_empty, description="Potential of a palindrome that lacks two tokens.")
    more_empty: Count = Field(
        default=_DEFAULT.more_empty, description="Potential of a palindrome that lacks three or more."
    )
    open_pair: Count = Field(
        default=_DEFAULT.open_pair, description="Potential of an empty cell next to two of one colour."
    )
    max_moves: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=200, description="Maximum number of moves to evaluate: those best for the immediate score."
    )
    early_stop: bool = Field(
        default=False, description="Stops at the first move of Order that raises the score by more than 20."
    )
    cache_size: Annotated[int, Field(ge=0, le=10_000)] = Field(
        default=500, description="Number of positions whose evaluation is cached."
    )

    def weights(self) -> Weights:
        """The weights: the preset's, overridden by those given explicitly."""
        given = {name: float(getattr(self, name)) for name in Weights._fields if name in self.model_fields_set}
        return (TUNED if self.preset == "tuned" else _DEFAULT)._replace(**given)


_Key = tuple[int, bytes, int, int, int, Weights]
_CACHE: OrderedDict[_Key, Moves] = OrderedDict()


def cached_moves(batch: Batch, options: HeuristicOptions) -> Moves:
    """The moves of one position, from a least-recently-used cache.

    The bag is determined by the board and the visible tokens, so these and the weights form the key.
    """
    weights = options.weights()
    shown = (int(batch.turn[0]), int(batch.token[0]), int(batch.next_token[0]))
    key = (batch.size, batch.codes.tobytes(), *shown, weights)
    found = _CACHE.pop(key, None) or heuristic(batch.size, weights).moves(batch)
    _CACHE[key] = found
    while len(_CACHE) > options.cache_size:
        _CACHE.popitem(last=False)
    return found


class HeuristicEvaluation(RankingEvaluation):
    """Values the board after every move; ``ev`` is the weighted sum in points, negated for Chaos."""

    def __init__(self, request: EntropyRequest, options: HeuristicOptions) -> None:
        super().__init__(request, "heuristic", NOTE)
        self.options = options

    def evaluate(self) -> Result:
        """Evaluates the moves."""
        size = self.state.size
        moves = cached_moves(to_batch([self.state]), self.options)
        sign = 1.0 if self.player == ORDER else -1.0
        chosen = self._chosen(moves, sign)
        self.work_done = self.valued = chosen.size
        parts = plain(sign * moves.parts[chosen])
        evs = parts.sum(axis=1).tolist()
        numbers = moves.number[chosen].tolist()
        user = None if self.user is None else numbers.index(self.user)
        # Passing has the last number, so it comes last among equals.
        order = sorted(range(len(numbers)), key=lambda i: (-evs[i], i != user))
        shown = shortlisted(order, self.params, user)
        labels = _labels(parts)
        same = float(plain(sign * moves.same)[0])

        def measured(i: int) -> Measured:
            features = {"score_change": float(moves.gain[chosen[i]]), "same_for_all_moves": same}
            reasons = [Reason(*row) for row in zip(COMPONENTS, labels, parts[i].tolist(), strict=True)]
            return Measured(action_data(numbers[i], size), evs[i], evs[i], 0.0, 0, features, reasons)

        return self.ranked(shown, user, measured, moves.number.size)

    def _chosen(self, moves: Moves, sign: float) -> Array:
        """Indices of the moves to evaluate, in order, including the user's."""
        legal = moves.number.size
        most = min(self.options.max_moves, self.params.max_work or legal)
        chosen = np.arange(legal, dtype=np.intp)
        if most < legal:
            chosen = descending(sign * moves.gain)[:most]
        great = np.flatnonzero(sign * moves.gain[chosen] > GREAT_GAIN)
        if self.options.early_stop and great.size:
            chosen = chosen[: great[0] + 1]
        return np.flatnonzero(np.isin(np.arange(legal, dtype=np.intp), chosen) | (moves.number == self.user))


def _labels(parts: Array) -> list[str]:
    """Labels of the components, noting those that are the same for all moves (M, 6)."""
    same = (parts == parts[0]).all(axis=0).tolist() if len(parts) > 1 else [False] * len(COMPONENTS)
    labels = []
    for name, equal in zip(COMPONENTS, same, strict=True):
        if equal:
            labels.append(f"{COMPONENT_NAMES[name]}, {SAME}")
        elif name in PARTLY_SAME:
            labels.append(f"{COMPONENT_NAMES[name]} ({PARTLY_SAME[name]})")
        else:
            labels.append(COMPONENT_NAMES[name])
    return labels
