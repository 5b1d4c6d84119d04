"""Matches between two players of Hearts over duplicate deals, and their statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

import numpy as np

from py_engine.core.numerics import Array
from py_engine.lab.core.latency import Latency
from py_engine.lab.core.matches import Params, Player
from py_engine.lab.core.signed_rank import SignedRank, signed_rank
from py_engine.lab.core.spread import report
from py_engine.lab.core.statistics import Mean, mean_of
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.hearts import lockstep
from py_engine.lab.hearts.deals import DIRECTIONS, Kind, seatings
from py_engine.lab.hearts.hand import play_hand

__all__ = ["Deals", "Match", "Played", "Side", "Standing", "latencies", "play_deals"]

LOCKSTEP = 500
"""Deals per task for players that play in lockstep."""
MOON_TOTAL = 78
"""Sum of the points of a hand in which somebody shot the moon."""


class Deals(TypedDict):
    """A task: some deals, each in every seating of two players."""

    players: list[Params]
    """The first and the second, as evaluator params without a seed or as an external player."""
    kind: Kind
    seed: int
    first: int
    count: int
    engine: str
    """Version of the engine that must play."""


class Played(TypedDict):
    """The results of a task."""

    points: list[list[list[int]]]
    """By deal, seating and seat."""
    latency: list[dict[str, int]]
    """Histograms of the first and the second player's decision times; empty for hands in lockstep."""


def play_deals(task: Deals) -> Played:
    """Plays the deals of a task.

    Raises:
        LabError: if this engine is of another version than the task's.
    """
    require_same(task["engine"], engine_of("hearts"))
    players, every = task["players"], seatings(task["kind"])
    numbers = range(task["first"], task["first"] + task["count"])
    if all(lockstep.can_play(each) for each in players):
        played = lockstep.play(players, every, task["seed"], numbers)
        return {"points": played.tolist(), "latency": [{}, {}]}
    latency = [Latency(), Latency()]
    points = []
    for place, number in enumerate(numbers):
        points.append([play_hand(players, seating, task["seed"], number, latency) for seating in every])
        report((place + 1) / len(numbers))
    return {"points": points, "latency": [each.as_data() for each in latency]}


@dataclass(frozen=True, slots=True)
class Match:
    """A match: two players, the seatings and the deals."""

    first: Player
    second: Player
    kind: Kind = "2v2"
    deals: int = 100
    seed: int = 0

    def tasks(self) -> list[Deals]:
        """Tasks of one deal each, or of many if both players can play in lockstep."""
        players = [self.first.params, self.second.params]
        size = LOCKSTEP if all(lockstep.can_play(each) for each in players) else 1
        return [
            {
                "players": players,
                "kind": self.kind,
                "seed": self.seed,
                "first": start,
                "count": min(size, self.deals - start),
                "engine": engine_of("hearts"),
            }
            for start in range(0, self.deals, size)
        ]


class Side(NamedTuple):
    """One player's statistics over its hands in all seatings; standard errors are over deals."""

    points: Mean
    """Points per hand; fewer are better."""
    margin: Mean
    """Mean points of the three others minus its own; more is better."""
    moons: Mean
    """Share of its hands in which it shot the moon."""
    latency: Latency


@dataclass(slots=True)
class Standing:
    """The results of a match so far. Deals are the independent unit, since the seatings of a deal share its cards."""

    match: Match
    points: list[list[list[int]]] = field(default_factory=list)
    """By deal, seating and seat."""
    latency: tuple[Latency, Latency] = field(default_factory=lambda: (Latency(), Latency()))

    def add(self, played: Played) -> None:
        """Adds the results of a task."""
        self.points += played["points"]
        for mine, counts in zip(self.latency, played["latency"], strict=True):
            mine.merge(Latency(counts))

    @property
    def deals(self) -> int:
        """Number of deals played, each in all seatings."""
        return len(self.points)

    @property
    def hands(self) -> int:
        """Number of hands played."""
        return self.deals * len(seatings(self.match.kind))

    def saved(self) -> Array:
        """(deals,) float64: points per hand that the first player saves against the second, by deal."""
        first, second = (self._own(side)[0] for side in (0, 1))
        return (second.sum(axis=(1, 2)) - first.sum(axis=(1, 2))) / self._count()

    def difference(self) -> Mean:
        """The mean of ``saved`` with its standard error."""
        return mean_of(self.saved().tolist())

    def by_direction(self) -> dict[str, Mean]:
        """The mean of ``saved`` by pass direction."""
        saved = self.saved()
        return {name: mean_of(saved[place :: len(DIRECTIONS)].tolist()) for place, name in enumerate(DIRECTIONS)}

    def test(self) -> SignedRank:
        """Wilcoxon's signed-rank test of ``saved``."""
        return signed_rank(self.saved().tolist())

    def side(self, number: int) -> Side:
        """The statistics of the first player (0) or the second (1)."""
        own, mine = self._own(number)
        points = self._points()
        totals = points.sum(axis=2)[:, :, None]
        # Moons: three seats have 26 points each, and the player's own seat has none.
        moons = mine & (totals == MOON_TOTAL) & (points == 0)
        # The three others have totals - points; three times the seat's margin is that minus 3 * points.
        margins = np.where(mine, totals - 4 * points, 0).sum(axis=(1, 2)) / (3 * self._count())
        return Side(
            mean_of((own.sum(axis=(1, 2)) / self._count()).tolist()),
            mean_of(margins.tolist()),
            mean_of((moons.sum(axis=(1, 2)) / self._count()).tolist()),
            self.latency[number],
        )

    def _points(self) -> Array:
        """(deals, seatings, 4) int64."""
        return np.array(self.points, dtype=np.int64).reshape(-1, len(seatings(self.match.kind)), 4)

    def _own(self, number: int) -> tuple[Array, Array]:
        """(deals, seatings, 4) points in one player's seats, 0 elsewhere; and (seatings, 4) bool: that player's seats."""
        mine: Array = np.array(seatings(self.match.kind)) == number
        return np.where(mine, self._points(), 0), mine

    def _count(self) -> int:
        """Number of seats that each player has, over all seatings of a deal."""
        return sum(sum(seating) for seating in seatings(self.match.kind))


def latencies(standings: Sequence[Standing]) -> dict[str, Latency]:
    """Decision times by player's name, over all given matches."""
    found: dict[str, Latency] = {}
    for standing in standings:
        for player, latency in zip((standing.match.first, standing.match.second), standing.latency, strict=True):
            found.setdefault(player.name, Latency()).merge(latency)
    return found
