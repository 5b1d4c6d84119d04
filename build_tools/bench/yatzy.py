"""Yatzy's benchmarks: a position, a distribution of the final score, a whole table."""

from __future__ import annotations

import json
import statistics
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from build_tools.bench.common import Row, milliseconds, read
from py_engine import bridge
from py_engine.games.yatzy.knowledge.winning.turns import EXACT_ROWS

__all__ = ["artifact_sizes", "in_page", "native"]

RULESET = "yatzy_v1"
SEVEN_OPEN = {"upper_score": 27, "scored_categories": 13_653, "accumulated_score": 100}
"""A card with seven open categories in the middle of a game."""
EMPTY = {"upper_score": 0, "scored_categories": 0, "accumulated_score": 0, "theta": 1e-9}
"""The empty card with a theta of nearly 0, so that the facts stored with the table do not answer the query."""
POSITIONS = 20


def states(players: int = 1, most: int = POSITIONS) -> list[dict[str, Any]]:
    """The first positions of a game."""
    state = read(bridge.new_game(RULESET, 3, json.dumps({"players": players})))
    found_states: list[dict[str, Any]] = []
    params = json.dumps({"evaluator_seed": 1, "evaluator": "greedy"})
    while not state["game_over"] and len(found_states) < most:
        found_states.append(state)
        found = read(bridge.evaluate_best_move(json.dumps(state), state["active_player_id"], params))
        state = read(bridge.apply_action(json.dumps(state), json.dumps(found["best_action"])))
    return found_states


def turns_of_two() -> list[dict[str, Any]]:
    """The first throws of the turns of a game of two, as long as chances to win are estimated."""
    return [state for state in states(2, 2 * 3 * (15 - EXACT_ROWS)) if state["rolls_left"] == 2]


def _query(name: str, args: dict[str, Any]) -> Any:
    return read(bridge.query(RULESET, name, json.dumps(args)))


def native() -> list[Row]:
    """The engine in CPython, on one core."""
    params = json.dumps({"evaluator_seed": 1, "shortlist_size": 0})
    found_states = [json.dumps(state) for state in states()]
    read(bridge.evaluate_best_move(found_states[0], 0, params))
    spent = [milliseconds(partial(bridge.evaluate_best_move, text, 0, params)) for text in found_states]
    return [
        ("Yatzy: a position", "ms", statistics.median(spent)),
        ("Yatzy: density, 7 open", "ms", milliseconds(lambda: _query("density", SEVEN_OPEN))),
        ("Yatzy: density, empty card", "ms", milliseconds(lambda: _query("density", EMPTY))),
        ("Yatzy: solve", "ms", milliseconds(lambda: _query("solve", {}))),
    ]


def in_page(page: Page) -> list[Row]:
    """The engine in a worker of Chromium; the page must have its ``bench`` and a ready engine."""
    rows = [
        (f"Yatzy: {name.replace('_', ' ')}", "ms", figure)
        for name, figure in page.evaluate("(states) => bench.yatzyPositions(states)", states()).items()
    ]
    two = page.evaluate("(states) => bench.yatzyPositions(states)", turns_of_two())
    rows += [(f"Yatzy: {name} of two, chances estimated", "ms", two[name]) for name in ("position", "grade")]
    rows.append(("Yatzy: density, 7 open", "ms", page.evaluate("(args) => bench.yatzyDensity(args)", SEVEN_OPEN)))
    solved = page.evaluate("bench.yatzySolve()")
    rows.append(("Yatzy: solve", "ms", solved["milliseconds"]))
    rows.append(("Yatzy: wasm memory after it", "MB", solved["bytes"] / 1e6))
    rows.append(("Yatzy: density, empty card", "ms", page.evaluate("(args) => bench.yatzyDensity(args)", EMPTY)))
    return rows


def artifact_sizes(runtime: Path) -> list[Row]:
    """The sizes of the shipped tables."""
    return [(path.name, "kB", path.stat().st_size / 1e3) for path in sorted(runtime.rglob("*.bin"))]
