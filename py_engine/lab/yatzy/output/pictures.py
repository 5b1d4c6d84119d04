"""Lines and heat maps as SVG, light and dark, written by hand like ``lab.core.forest_plot``."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

__all__ = ["heat_map", "lines"]

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 56, 44
_COLOURS = ("#0969da", "#cf222e", "#1a7f37", "#9a6700", "#8250df", "#bf3989", "#57606a")
_STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-size: 14px }
  .dim { fill: #59636e } .grid { stroke: #d1d9e0 } .line { fill: none; stroke-width: 1.8 }
  @media (prefers-color-scheme: dark) { text { fill: #f0f6fc } .dim { fill: #9198a1 } .grid { stroke: #3d444d } }
"""


def _svg(title: str, width: float, height: float, parts: Sequence[str]) -> str:
    label = escape(title, {'"': "&quot;"})
    body = "\n".join([f'<text class="title" x="8" y="20">{escape(title)}</text>', *parts])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g}'
        f' {height:g}" role="img" aria-label="{label}">\n<style>{_STYLE}</style>\n{body}\n</svg>\n'
    )


def _step(span: float) -> float:
    power = 10.0 ** math.floor(math.log10(max(span, 1e-12) / 4))
    return next(power * times for times in (5, 2, 1) if span / (power * times) >= 4)


def lines(title: str, series: Mapping[str, tuple[Sequence[float], Sequence[float]]], across: str, up: str) -> str:
    """A line for each series of (x, y).

    Args:
        title: The title.
        series: The points, by name.
        across: What x is.
        up: What y is.
    """
    xs = [x for these, _ in series.values() for x in these]
    ys = [y for _, these in series.values() for y in these]
    left, right, low, high = (
        min(xs),
        max(xs),
        min([*ys, 0.0] if min(ys) >= 0 and min(ys) < max(ys) / 2 else ys),
        max(ys),
    )
    right, high = max(right, left + 1e-9), max(high, low + 1e-9)

    def x_of(x: float) -> float:
        return LEFT + (x - left) / (right - left) * (WIDTH - LEFT - RIGHT)

    def y_of(y: float) -> float:
        return HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = []
    for value in _ticks(low, high):
        y = y_of(value)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="dim" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for value in _ticks(left, right):
        place = f'x="{x_of(value):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle"'
        parts.append(f'<text class="dim" {place}>{value:g}</text>')
    parts.append(f'<text class="dim" x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{escape(across)}</text>')
    parts.append(f'<text class="dim" x="8" y="{TOP - 16}">{escape(up)}</text>')
    for number, (name, (these, those)) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        points = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in zip(these, those, strict=True))
        parts.append(f'<polyline class="line" stroke="{colour}" points="{points}"/>')
        if len(series) > 1:
            x = WIDTH - RIGHT - 110 * (len(series) - number)
            parts.append(f'<text x="{x}" y="{TOP - 16}" style="fill:{colour}">{escape(name)}</text>')
    return _svg(title, WIDTH, HEIGHT, parts)


def _ticks(low: float, high: float) -> list[float]:
    step = _step(high - low)
    return [round(n * step, 10) for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def heat_map(
    title: str, cells: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str], *, size: int = 12
) -> str:
    """A grid of shades, darkest for the highest cell; on a square-root scale, so that small cells show.

    Args:
        title: The title.
        cells: Values of at least 0 by row.
        rows: Their names; empty ones are left out.
        columns: Likewise.
        size: Pixels of a cell's height.
    """
    most = max(max(row) for row in cells) or 1.0
    wide = max(size, (WIDTH - LEFT - RIGHT) / len(columns))
    parts = []
    for y, (name, row) in enumerate(zip(rows, cells, strict=True)):
        top = TOP + y * size
        if name:
            parts.append(
                f'<text class="dim" x="{LEFT - 6}" y="{top + size - 2}" text-anchor="end">{escape(name)}</text>'
            )
        for x, value in enumerate(row):
            if value > 0:
                shade = f'opacity="{max(0.04, math.sqrt(value / most)):.3f}"'
                place = f'x="{LEFT + x * wide:.1f}" y="{top}" width="{wide:.1f}" height="{size}"'
                parts.append(f'<rect {place} fill="#0969da" {shade}><title>{value:.4g}</title></rect>')
    for x, name in enumerate(columns):
        place = f'x="{LEFT + (x + 0.5) * wide:.1f}" y="{TOP - 6}" text-anchor="middle"'
        parts.append(f'<text class="dim" {place}>{escape(name)}</text>')
    return _svg(title, LEFT + wide * len(columns) + RIGHT, TOP + size * len(rows) + 12, parts)
