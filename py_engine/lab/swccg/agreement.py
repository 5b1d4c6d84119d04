"""Agreement of the coach and the baselines with given answers, with standard errors bootstrapped over games.

The bootstrap (Efron 1979) resamples whole games, since decisions within a game are not independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from py_engine.games.swccg.rules.kinds import KINDS
from py_engine.lab.swccg.scoring import PICKERS, Comparison, ScoredReplay

__all__ = ["BREAKDOWNS", "Answers", "Compared", "Resamples", "Share", "compared", "tabulated"]

Answers = Literal["known", "inferred"]
RESAMPLES = 1000
Floats = npt.NDArray[np.float64]


class Compared(NamedTuple):
    """A decision compared with its known or inferred answer (never both)."""

    replay: str
    place: int
    """Index of the decision in its replay."""
    game: str
    side: str
    kind: str
    type: str
    say: str
    options: int
    answer: Comparison


class Share(NamedTuple):
    """A mean over decisions with its standard error over games, NaN for fewer than two games."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Line:
    """Statistics of a group of decisions.

    Attributes:
        name: The name of the group.
        decisions: Number of decisions.
        games: Number of games.
        same: Picker -> share of decisions where it picks the given answer.
        alike: Likewise, counting another copy of the same card.
        rank: Mean rank of the given answer in the coach's order.
        top3: Share of decisions where it is among the coach's first three.
        chance: Expected share for a random answer.
    """

    name: str
    decisions: int
    games: int
    same: dict[str, Share]
    alike: dict[str, Share]
    rank: Share
    top3: Share
    chance: Share


class Resamples:
    """Bootstrap resamples of the games, drawn once and shared by all figures.

    Args:
        games: Names of all games.
        seed: The seed of the draws.
    """

    def __init__(self, games: Sequence[str], seed: int) -> None:
        self.games = {game: number for number, game in enumerate(sorted(set(games)))}
        count = len(self.games)
        rng = np.random.default_rng(seed)
        self.times: Floats = rng.multinomial(count, [1 / max(1, count)] * count, RESAMPLES).astype(np.float64)

    def share(self, games: Sequence[str], values: Sequence[float]) -> Share:
        """The mean of the decisions' values, with its standard error over resampled games.

        Args:
            games: Game of each decision.
            values: Value of each decision.
        """
        numbers = np.array([self.games[game] for game in games], dtype=np.int64)
        counts = np.bincount(numbers, minlength=len(self.games)).astype(np.float64)
        sums = np.bincount(numbers, weights=values, minlength=len(self.games))
        mean = float(sums.sum() / counts.sum())
        if np.count_nonzero(counts) < 2:
            return Share(mean, float("nan"))
        drawn = (self.times * counts).sum(axis=1)
        means = (self.times * sums).sum(axis=1)[drawn > 0] / drawn[drawn > 0]
        return Share(mean, float(np.std(means, ddof=1)))


def compared(
    results: Sequence[ScoredReplay], names: Sequence[str], answers: Answers, confidence: float
) -> list[Compared]:
    """The decisions of all replays with a known answer, or with one inferred with enough confidence.

    Args:
        results: The results of ``score_replay``.
        names: The names of the replays.
        answers: Known or inferred; a replay may have both kinds, which are never mixed.
        confidence: Minimum for inferred answers, 0..1.
    """
    return [
        Compared(
            name, row["index"], result["game"], result["side"] or "unknown", row["kind"], row["type"], row["say"],
            row["options"], given,
        )
        for result, name in zip(results, names, strict=True)
        for row in result["rows"]
        if (given := row[answers]) is not None and (answers == "known" or given["confidence"] >= confidence)
    ]  # fmt: skip


_KINDS = {kind.code: kind.name for kind in KINDS}
BREAKDOWNS: dict[str, Callable[[Compared], str]] = {
    "kind": lambda each: _KINDS.get(each.kind, each.kind),
    "decision type": lambda each: each.type,
    "deciding evaluator": lambda each: each.say,
    "side": lambda each: each.side,
    "game": lambda each: each.game,
}


def tabulated(decisions: Sequence[Compared], resamples: Resamples) -> dict[str, list[Line]]:
    """Lines by breakdown, ``all`` first; within a breakdown, groups with the most decisions first."""
    found = {"all": [_line("all", decisions, resamples)]} if decisions else {}
    for title, name_of in BREAKDOWNS.items():
        counts = Counter(name_of(each) for each in decisions)
        order = sorted(counts, key=lambda name: (-counts[name], name))
        found[title] = [_line(name, [each for each in decisions if name_of(each) == name], resamples) for name in order]
    return found


def _line(name: str, decisions: Sequence[Compared], resamples: Resamples) -> Line:
    games = [each.game for each in decisions]

    def share(values: Sequence[float]) -> Share:
        return resamples.share(games, [float(value) for value in values])

    def shares(picked: Sequence[dict[str, bool]]) -> dict[str, Share]:
        return {picker: share([each[picker] for each in picked]) for picker in PICKERS}

    return Line(
        name=name,
        decisions=len(decisions),
        games=len(set(games)),
        same=shares([each.answer["same"] for each in decisions]),
        alike=shares([each.answer["alike"] for each in decisions]),
        rank=share([each.answer["rank"] for each in decisions]),
        top3=share([each.answer["rank"] <= 3 for each in decisions]),
        chance=share([1 / each.options for each in decisions]),
    )
