"""Mirrored games between two players of a symmetric game: every deal is played twice, with the sides swapped."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from py_engine.lab.core.matches import Match, Player, match
from py_engine.lab.core.statistics import mean_of

__all__ = ["Pairing", "Standing"]


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a two-player game, and the deals that they play."""

    ruleset_id: str
    first: Player
    second: Player
    deals: int
    seed: int = 0

    def matches(self) -> list[Match]:
        """Two matches of one game per deal: first one player begins, then the other."""
        sides = [self.first.params, self.second.params]
        seeds = range(self.seed, self.seed + self.deals)
        return [match(self.ruleset_id, {}, players, [seed]) for seed in seeds for players in (sides, sides[::-1])]


@dataclass(slots=True)
class Standing:
    """Results from the first player's point of view."""

    differences: list[float] = field(default_factory=list)
    """One per game, in the order of the matches."""

    def add(self, returns: list[list[float]]) -> None:
        """Adds the returns of the next match."""
        seat = len(self.differences) % 2
        self.differences += [_difference(each, seat) for each in returns]

    def __str__(self) -> str:
        games = np.array(self.differences)
        deals = games[: len(games) // 2 * 2].reshape(-1, 2).mean(axis=1)
        share = float(np.mean((games > 0) + 0.5 * (games == 0)))
        spread = float(np.sqrt(share * (1 - share) / len(games)))
        points = mean_of(deals.tolist()).text(signed=True)
        return f"{100 * share:.0f}% ± {100 * spread:.0f}% of {len(games)} games, {points} points"


def _difference(returns: list[float], seat: int) -> float:
    """What a seat was ahead by: returns that sum to zero are differences already, others are own totals."""
    return returns[seat] if sum(returns) == 0 else returns[seat] - returns[1 - seat]  # same bits: whole numbers
