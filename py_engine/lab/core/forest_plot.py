"""Forest plots: differences with their confidence intervals, as SVG that a Markdown page can show.

Written by hand, because a plotting library would be the laboratory's heaviest dependency, for a single kind of plot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

__all__ = ["Bar", "forest"]

WIDTH, ROW, TOP, LABEL, RIGHT = 720, 26, 44, 270, 110
_STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .dim { fill: #59636e } .grid { stroke: #d1d9e0 } .zero { stroke: #59636e }
  .bar { stroke: #0969da; stroke-width: 2 } .dot { fill: #0969da }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .dim { fill: #9198a1 } .grid { stroke: #3d444d } .zero { stroke: #9198a1 }
    .bar { stroke: #4493f8 } .dot { fill: #4493f8 }
  }
"""


class Bar(NamedTuple):
    """A row of the plot: its name, the mean, and the ends of the interval."""

    name: str
    mean: float
    low: float
    high: float


def forest(title: str, bars: Sequence[Bar]) -> str:
    """Returns the plot as SVG text; rows without a known interval have only a dot."""
    known = [(*bar, 0.0) for bar in bars]
    ends = [value for row in known for value in row[1:] if math.isfinite(value)]
    step = _step(max(ends, default=1.0) - min(ends, default=0.0))
    low, high = math.floor(min(ends, default=0.0) / step), math.ceil(max(ends, default=1.0) / step)
    high = max(high, low + 1)
    across = (WIDTH - LABEL - RIGHT) / ((high - low) * step)
    bottom = TOP + ROW * len(bars)

    def x(value: float) -> str:
        return f"{LABEL + (value - low * step) * across:.1f}"

    parts = [f'<text x="8" y="20">{escape(title)}</text>']
    for tick in range(low, high + 1):
        place = x(tick * step)
        parts.append(
            f'<line class="{"grid" if tick else "zero"}" x1="{place}" x2="{place}" y1="{TOP - 8}" y2="{bottom}"/>'
        )
        parts.append(
            f'<text class="dim" x="{place}" y="{bottom + 18}" text-anchor="middle">{_number(tick * step, step)}</text>'
        )
    for row, bar in enumerate(bars):
        parts += _row(bar, TOP + ROW * row + ROW // 2, x)
    body = "\n".join(parts)
    height = bottom + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        f' role="img" aria-label="{escape(title, {chr(34): "&quot;"})}">\n<style>{_STYLE}</style>\n{body}\n</svg>\n'
    )


def _row(bar: Bar, y: int, x: Callable[[float], str]) -> list[str]:
    drawn = [f'<text x="8" y="{y + 4}">{escape(bar.name)}</text>']
    if math.isfinite(bar.low) and math.isfinite(bar.high):
        drawn.append(f'<line class="bar" x1="{x(bar.low)}" x2="{x(bar.high)}" y1="{y}" y2="{y}"/>')
    if math.isfinite(bar.mean):
        drawn.append(f'<circle class="dot" cx="{x(bar.mean)}" cy="{y}" r="4"/>')
        drawn.append(f'<text x="{WIDTH - 8}" y="{y + 4}" text-anchor="end">{_number(bar.mean, 0.01)}</text>')
    return drawn


def _step(span: float) -> float:
    """A round step that divides the span by 4 to 10 grid lines."""
    if span <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(span / 4))
    return next(power * times for times in (5, 2, 1) if span / (power * times) >= 4)


def _number(value: float, step: float) -> str:
    """The value with as many decimals as steps of this size need, and a true minus sign."""
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    shown = f"{value:.{decimals}f}"
    return shown.replace("-", "−") if float(shown) else shown.lstrip("-")  # noqa: RUF001 - a true minus
