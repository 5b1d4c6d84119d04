"""Results of Hearts matches as text, as Markdown with a plot, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypedDict

from py_engine.lab.core.forest_plot import Bar, forest
from py_engine.lab.core.matches import PlayerData
from py_engine.lab.core.statistics import Mean, interval
from py_engine.lab.core.writing import Rows, markdown_report, titled, titled_markdown
from py_engine.lab.hearts.deals import Kind
from py_engine.lab.hearts.match import Side, Standing, latencies

__all__ = ["as_data", "as_markdown", "as_plot", "as_text"]

_NOTES = (
    "Every deal is played in all seatings of its match. Points per hand: fewer are better. Saved: second minus first, so"
    " more is better for the first. Errors are standard errors over deals; p is from Wilcoxon's two-sided signed-rank test"
    " over deals. Margin: mean points of the three others minus the player's own. Moons: share of a player's hands in which"
    " it shot the moon."
)


def as_text(standings: Sequence[Standing]) -> str:
    """The tables as text with aligned columns."""
    return titled(_parts(standings))


def as_markdown(title: str, standings: Sequence[Standing], plot: str, command: str) -> str:
    """The tables in Markdown, with a link to the plot's file and the command that reproduces them."""
    head = [f"# {title}", _NOTES, f"![{_PLOT}]({plot})"]
    return markdown_report([*head, *titled_markdown(_parts(standings))], command)


_PLOT = "Points saved per hand by the first player, with 95 % intervals"


def as_plot(standings: Sequence[Standing]) -> str:
    """A forest plot of the points saved, as SVG."""
    bars = []
    for standing in standings:
        mean = standing.difference()
        bars.append(Bar(f"{_title(standing)} ({standing.deals})", mean.mean, *interval(mean)))
    return forest(_PLOT, bars)


class MeanData(TypedDict):
    """A mean over deals as JSON data; unknown values are null."""

    mean: float | None
    error: float | None
    deals: int


class SavedData(MeanData):
    """A mean with its 95 % confidence interval."""

    interval_95: list[float | None]


class TestData(TypedDict):
    """Wilcoxon's test as JSON data."""

    positive: float
    negative: float
    used: int
    p: float | None


class SideData(TypedDict):
    """One player's statistics as JSON data."""

    points: MeanData
    margin: MeanData
    moons: MeanData


class MatchData(TypedDict):
    """A match as JSON data."""

    first: PlayerData
    second: PlayerData
    seating: Kind
    seed: int
    deals: int
    hands: int
    saved: SavedData
    wilcoxon: TestData
    saved_by_direction: dict[str, MeanData]
    sides: list[SideData]


class LatencyData(TypedDict):
    """A player's decision times as JSON data: number, median and 95th percentile in milliseconds."""

    moves: int
    p50: float | None
    p95: float | None


class BenchmarkData(TypedDict):
    """A benchmark's results as JSON data."""

    command: str
    title: str
    matches: list[MatchData]
    latency_ms: dict[str, LatencyData]


def as_data(title: str, standings: Sequence[Standing], command: str) -> BenchmarkData:
    """The results as JSON data; decision times are kept apart from the reproducible results."""
    return {
        "command": command,
        "title": title,
        "matches": [_match(standing) for standing in standings],
        "latency_ms": {
            name: {"moves": each.moves, "p50": each.quantile(0.5), "p95": each.quantile(0.95)}
            for name, each in latencies(standings).items()
            if each.moves
        },
    }


def _match(standing: Standing) -> MatchData:
    match, difference, test = standing.match, standing.difference(), standing.test()
    return {
        "first": match.first.as_data(),
        "second": match.second.as_data(),
        "seating": match.kind,
        "seed": match.seed,
        "deals": standing.deals,
        "hands": standing.hands,
        "saved": {**_row(difference), "interval_95": [_rounded(end) for end in interval(difference)]},
        "wilcoxon": {"positive": test.positive, "negative": test.negative, "used": test.used, "p": _rounded(test.p, 6)},
        "saved_by_direction": {name: _row(mean) for name, mean in standing.by_direction().items()},
        "sides": [_side(standing.side(number)) for number in (0, 1)],
    }


def _side(side: Side) -> SideData:
    return {"points": _row(side.points), "margin": _row(side.margin), "moons": _row(side.moons)}


def _row(mean: Mean) -> MeanData:
    return {"mean": _rounded(mean.mean), "error": _rounded(mean.error), "deals": mean.games}


def _rounded(value: float, decimals: int = 4) -> float | None:
    """The value rounded to a little finer than its error; None if it is unknown."""
    return round(value, decimals) if math.isfinite(value) else None


def _title(standing: Standing) -> str:
    return f"{standing.match.first.name} against {standing.match.second.name}"


def _parts(standings: Sequence[Standing]) -> list[tuple[str, Rows]]:
    return [
        ("Points saved per hand by the first player", _saved(standings)),
        ("Each player's hands", _sides(standings)),
        ("Points saved by pass direction", _directions(standings)),
        ("Milliseconds per decision (forced moves excluded)", _latency(standings)),
    ]


def _saved(standings: Sequence[Standing]) -> Rows:
    rows = [["match", "seating", "deals", "hands", "saved", "95 % interval", "p"]]
    for standing in standings:
        mean = standing.difference()
        low, high = interval(mean)
        shown = f"{_signed(low)} to {_signed(high)}" if math.isfinite(low) else "-"
        counts = [f"{standing.deals:,}", f"{standing.hands:,}"]
        rows.append([_title(standing), standing.match.kind, *counts, _shown(mean), shown, _chance(standing.test().p)])
    return rows


def _sides(standings: Sequence[Standing]) -> Rows:
    rows = [["match", "player", "points per hand", "margin", "moons"]]
    for standing in standings:
        for number, player in enumerate((standing.match.first, standing.match.second)):
            side = standing.side(number)
            moons = f"{100 * side.moons.mean:.1f} % ± {_error(side.moons, 100, 1)}"
            own = f"{side.points.mean:.2f} ± {_error(side.points)}"
            rows.append(["" if number else _title(standing), player.name, own, _shown(side.margin), moons])
    return rows


def _directions(standings: Sequence[Standing]) -> Rows:
    found = [(_title(standing), standing.by_direction()) for standing in standings]
    names = list(found[0][1]) if found else []
    return [["match", *names], *([title, *(_shown(row[name]) for name in names)] for title, row in found)]


def _latency(standings: Sequence[Standing]) -> Rows:
    rows = [["player", "decisions", "p50", "p95"]]
    for name, each in latencies(standings).items():
        times = [each.quantile(part) for part in (0.5, 0.95)]
        rows.append([name, f"{each.moves:,}", *("lockstep" if time is None else f"{time:g}" for time in times)])
    return rows


def _shown(mean: Mean) -> str:
    return f"{_signed(mean.mean)} ± {_error(mean)}" if mean.games else "-"


def _signed(value: float) -> str:
    shown = f"{value:+.2f}"
    return "0.00" if float(shown) == 0 else shown.replace("-", "−")  # noqa: RUF001 - a true minus sign in tables


def _error(mean: Mean, times: float = 1, decimals: int = 2) -> str:
    return "?" if math.isnan(mean.error) else f"{times * mean.error:.{decimals}f}"


def _chance(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
