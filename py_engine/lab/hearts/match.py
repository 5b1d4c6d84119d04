"""Matches of two players of Hearts over duplicate deals, and what comes out of them."""

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
"""Deals in a task of players who play many hands at once."""
MOON_TOTAL = 78
"""Points of a hand in which somebody shot the moon."""


class Deals(TypedDict):
    """Some deals, each in every seating of two players."""

    players: list[Params]
    """The first and the second, as evaluator params without a seed or as an outside player."""
    kind: Kind
    seed: int
    first: int
    count: int
    engine: str
    """Which version of the engine plays."""


class Played(TypedDict):
    """What came of them."""

    points: list[list[list[int]]]
    """By deal, seating and seat."""
    latency: list[dict[str, int]]
    """Of the first and the second player's decisions; empty where many hands are played at once."""


def play_deals(task: Deals) -> Played:
    """Plays deals.

    Raises:
        LabError: the engine here is of another version than the one that asks.
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
    """Two players, and how often they meet."""

    first: Player
    second: Player
    kind: Kind = "2v2"
    deals: int = 100
    seed: int = 0

    def tasks(self) -> list[Deals]:
        """One deal each, or many where both players can play many at once."""
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
    """One player's part of a match, over its hands in all seatings; a mean's error is that over deals."""

    points: Mean
    """A hand; fewer are better."""
    margin: Mean
    """Mean points of the three others, less its own; more is better."""
    moons: Mean
    """In how many of its hands it shot the moon, 0..1."""
    latency: Latency


@dataclass(slots=True)
class Standing:
    """What a match has brought so far. Deals are the independent unit: the seatings of a deal share its cards."""

    match: Match
    points: list[list[list[int]]] = field(default_factory=list)
    """By deal, seating and seat."""
    latency: tuple[Latency, Latency] = field(default_factory=lambda: (Latency(), Latency()))

    def add(self, played: Played) -> None:
        """Enters the next deals."""
        self.points += played["points"]
        for mine, counts in zip(self.latency, played["latency"], strict=True):
            mine.merge(Latency(counts))

    @property
    def deals(self) -> int:
        """How many have been played, in all seatings."""
        return len(self.points)

    @property
    def hands(self) -> int:
        """How many hands that is."""
        return self.deals * len(seatings(self.match.kind))

    def saved(self) -> Array:
        """(deals,) float64: points that the first player saves against the second, a hand, in each deal."""
        first, second = (self._own(side)[0] for side in (0, 1))
        return (second.sum(axis=(1, 2)) - first.sum(axis=(1, 2))) / self._count()

    def difference(self) -> Mean:
        """The mean of ``saved``."""
        return mean_of(self.saved().tolist())

    def by_direction(self) -> dict[str, Mean]:
        """The same for the deals of each pass direction."""
        saved = self.saved()
        return {name: mean_of(saved[place :: len(DIRECTIONS)].tolist()) for place, name in enumerate(DIRECTIONS)}

    def test(self) -> SignedRank:
        """Wilcoxon's test of ``saved``."""
        return signed_rank(self.saved().tolist())

    def side(self, number: int) -> Side:
        """The first player's part (0), or the second's (1)."""
        own, mine = self._own(number)
        points = self._points()
        totals = points.sum(axis=2)[:, :, None]
        moons = mine & (totals == MOON_TOTAL) & (points == 0)
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
        """The points of one player's seats and 0 elsewhere; (seatings, 4) bool: which seats are its."""
        mine: Array = np.array(seatings(self.match.kind)) == number
        return np.where(mine, self._points(), 0), mine

    def _count(self) -> int:
        """In how many seats, over the seatings of a deal, each of the players sits."""
        return sum(sum(seating) for seating in seatings(self.match.kind))


def latencies(standings: Sequence[Standing]) -> dict[str, Latency]:
    """How long moves took, by player's name, over some matches."""
    found: dict[str, Latency] = {}
    for standing in standings:
        for player, latency in zip((standing.match.first, standing.match.second), standing.latency, strict=True):
            found.setdefault(player.name, Latency()).merge(latency)
    return found
