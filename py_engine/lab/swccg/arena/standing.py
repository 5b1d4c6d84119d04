"""What mirrored games show: scores by side with errors over pairs, how games ended, and what went wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from py_engine.lab.core.statistics import Mean, mean_of
from py_engine.lab.core.writing import Rows
from py_engine.lab.swccg.arena.game import Played
from py_engine.lab.swccg.arena.matches import Mirrored, scores
from py_engine.lab.swccg.arena.protocol import SIDES

__all__ = ["Standing", "rows_of", "standing_of", "wilson"]

_Z = 1.96
HEAD = [
    "second",
    "games",
    "won",
    "lost",
    "open",
    "score",
    "95 %",
    "as dark",
    "as light",
    "life Force",
    "unfinished",
    "loops",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """The first player's results against another.

    Attributes:
        second: The other player's name.
        games: Number of games; a pair has one for each side played.
        won: Games won by the first player.
        lost: Games lost.
        score: Mean score per pair, a game without a winner counting as half a win.
        by_side: Mean score as dark and as light.
        life: Life Force of the first player at the end, less the other's.
        ends: End -> number of games.
        loops: Player's name -> loops of that player, which lose the game.
        refused: Answers of the first player that the engine refused.
        failed: Decisions of the first player in which an evaluator failed.
        fallbacks: Decisions of the first player that the keywords answered.
        decisions: Decisions of both players.
        seconds: Duration of all games.
        thinking: Duration of the first player's answers per decision, in milliseconds.
    """

    second: str
    games: int
    won: int
    lost: int
    score: Mean
    by_side: dict[str, Mean]
    life: Mean
    ends: dict[str, int]
    loops: dict[str, int]
    refused: int
    failed: int
    fallbacks: int
    decisions: int
    seconds: float
    thinking: float

    def as_json(self) -> dict[str, Any]:
        """The results as data; without timings, which differ from run to run."""
        return {
            "second": self.second,
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "score": _mean(self.score),
            "by_side": {side: _mean(mean) for side, mean in self.by_side.items()},
            "life": _mean(self.life),
            "ends": self.ends,
            "loops": self.loops,
            "refused": self.refused,
            "failed": self.failed,
            "fallbacks": self.fallbacks,
            "decisions": self.decisions,
        }


def _mean(mean: Mean) -> dict[str, float | None]:
    return {"mean": mean.mean if mean.games else None, "error": None if math.isnan(mean.error) else mean.error}


def standing_of(first: str, second: str, results: Sequence[Mirrored]) -> Standing:
    """The results of one player against another."""
    points = scores(results)
    own = [(game, side) for each in results for game, side in zip(each["games"], each["sides"], strict=True)]
    wins = [game["winner"] == side for game, side in own if game["winner"] is not None]
    chairs = [_chair(game, side) for game, side in own]
    loops: Counter[str] = Counter()
    for game, side in own:
        if game["looped"] is not None:
            loops[first if game["looped"] == side else second] += 1
    asked = sum(chair["decisions"] for chair in chairs)
    return Standing(
        second=second,
        games=len(own),
        won=sum(wins),
        lost=len(wins) - sum(wins),
        score=mean_of([sum(pair.values()) / len(pair) for pair in points]),
        by_side={side: mean_of([pair[side] for pair in points if side in pair]) for side in SIDES},
        life=mean_of([_life(each) for each in results]),
        ends=dict(Counter(game["end"] for game, _ in own)),
        loops=dict(loops),
        refused=sum(chair["refused"] for chair in chairs),
        failed=sum(chair["failed"] for chair in chairs),
        fallbacks=sum(chair["fallbacks"] for chair in chairs),
        decisions=sum(_chair(game, side)["decisions"] for game, _ in own for side in SIDES),
        seconds=sum(game["seconds"] for game, _ in own),
        thinking=1000 * sum(chair["seconds"] for chair in chairs) / max(1, asked),
    )


def _chair(game: Played, side: str) -> Any:
    return game["dark"] if side == "dark" else game["light"]


def _life(pair: Mirrored) -> float:
    """Mean difference in life Force over the games of a pair."""
    total = 0.0
    for game, side in zip(pair["games"], pair["sides"], strict=True):
        other = SIDES[1 - SIDES.index(side)]
        total += (_chair(game, side)["life"] or 0) - (_chair(game, other)["life"] or 0)
    return total / len(pair["games"])


def wilson(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share (Wilson 1927), which few games without a loss do not narrow to nothing."""
    if not games:
        return 0.0, 1.0
    share, extra = won / games, _Z * _Z / games
    middle = (share + extra / 2) / (1 + extra)
    half = _Z * math.sqrt(share * (1 - share) / games + extra / (4 * games)) / (1 + extra)
    return max(0.0, middle - half), min(1.0, middle + half)


def rows_of(standings: Sequence[Standing]) -> Rows:
    """The table of the results, a line per opponent."""
    return [HEAD, *(_row(each) for each in standings)]


def _row(each: Standing) -> list[str]:
    low, high = wilson(each.won + (each.games - each.won - each.lost) / 2, each.games)
    return [
        each.second,
        f"{each.games}",
        f"{each.won}",
        f"{each.lost}",
        f"{each.games - each.won - each.lost}",
        _percent(each.score),
        f"{100 * low:.0f}-{100 * high:.0f}",
        *(_percent(each.by_side[side]) for side in SIDES),
        each.life.text(signed=True),
        f"{100 * (1 - each.ends.get('win', 0) / max(1, each.games)):.0f} %",
        ", ".join(f"{name} {count}" for name, count in sorted(each.loops.items())) or "0",
    ]


def _percent(mean: Mean) -> str:
    if not mean.games:
        return "-"
    error = "?" if math.isnan(mean.error) else f"{100 * mean.error:.0f}"
    return f"{100 * mean.mean:.0f} ± {error}"
