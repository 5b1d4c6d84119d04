"""Azul's search within its time budget, natively and in Chromium: moves valued, response times, rounds solved."""

from __future__ import annotations

import json
import statistics
import time
from functools import cache, partial
from typing import Any

from playwright.sync_api import Page

from build_tools.bench.common import Row, milliseconds, read
from py_engine import bridge

__all__ = ["in_page", "native"]

RULESET = "azul_v1_2p"
PLENTY = 10_000_000
BUDGET = 250
FEW = 8
"""Number of tiles left at which rounds should be solved within the budget."""
FEW_POSITIONS = 60
GAMES = 3
"""Number of games that the positions of each phase come from."""

Figures = dict[str, Any]
"""``phases``, ``evaluation``, ``grade``, ``unsolved`` and ``solved`` of ``web/bench/azul.ts``."""


def _tiles(state: dict[str, Any]) -> int:
    return sum(sum(pile.values()) for pile in (*state["factories"], state["center"]["tiles"]))


def _asked(state: dict[str, Any], **params: Any) -> dict[str, Any]:
    text = json.dumps({"evaluator_seed": 1, **params})
    found: dict[str, Any] = read(bridge.evaluate_best_move(json.dumps(state), state["active_player_id"], text))
    return found


def _game(seed: int) -> list[tuple[dict[str, Any], Any]]:
    """The positions of a game between careful players, each with the move played."""
    state, played = read(bridge.new_game(RULESET, seed, "{}")), []
    while not state["game_over"]:
        action = _asked(state, evaluator="heuristic")["best_action"]
        played.append((state, action))
        state = read(bridge.apply_action(json.dumps(state), json.dumps(action)))
    return played


def _first_with(game: list[dict[str, Any]], tiles: int) -> list[dict[str, Any]]:
    """The first position of each round with at most ``tiles`` tiles left."""
    left = [0, *(_tiles(state) for state in game)]
    return [state for state, before, now in zip(game, left, left[1:], strict=False) if now <= tiles < before]


@cache
def work() -> dict[str, Any]:
    """The positions to measure: ``AzulWork`` of ``web/bench/azul.ts``."""
    games: list[list[tuple[dict[str, Any], Any]]] = []
    few: list[dict[str, Any]] = []
    while len(few) < FEW_POSITIONS:
        games.append(_game(len(games)))
        few += _first_with([state for state, _ in games[-1]], FEW)
    some = [[state for state, _ in game] for game in games[:GAMES]]
    starts = [game[0] for game in some]
    twelve = [state for game in some for state in _first_with(game, 12)]
    fourth = [next(state for state in game if state["round_number"] == 4) for game in some]
    return {
        "budget": BUDGET,
        "phases": {
            f"{BUDGET} ms, start": {"budget": BUDGET, "states": starts},
            f"{BUDGET} ms, round 4": {"budget": BUDGET, "states": fourth},
            f"{BUDGET} ms, 12 tiles left": {"budget": BUDGET, "states": twelve},
            f"{3 * BUDGET} ms, start": {"budget": 3 * BUDGET, "states": starts},
        },
        "game": [{"state": state, "action": action} for state, action in games[0]],
        "few": few,
    }


def _search(state: dict[str, Any], budget: int) -> dict[str, Any]:
    found = _asked(state, evaluator="search", rollouts_per_action=PLENTY, time_budget_ms=budget)
    metadata: dict[str, Any] = found["metadata"]
    return metadata


def _timed(state: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    """The time of a search in milliseconds, and its metadata."""
    start = time.perf_counter()
    found = _search(state, BUDGET)
    return 1000 * (time.perf_counter() - start), found


def _grade(state: dict[str, Any], action: Any) -> None:
    params = {"evaluator_seed": 1, "evaluator": "search", "rollouts_per_action": PLENTY, "time_budget_ms": BUDGET}
    texts = [json.dumps(each) for each in (action, params)]
    read(bridge.grade_user_action(json.dumps(state), state["active_player_id"], *texts))


def native() -> list[Row]:
    """The engine in CPython, on one core."""
    given = work()
    _search(given["game"][0]["state"], 1)
    figures: Figures = {"phases": {}, "evaluation": [], "grade": [], "unsolved": [], "solved": []}
    for name, phase in given["phases"].items():
        figures["phases"][name] = [_search(state, phase["budget"])["nodes"] for state in phase["states"]]
    for question in given["game"]:
        state = question["state"]
        spent, found = _timed(state)
        figures["evaluation"].append(spent)
        figures["unsolved"] += [] if found["round_solved"] else [found["nodes"]]
        figures["grade"].append(milliseconds(partial(_grade, state, question["action"])))
    for state in given["few"]:
        spent, found = _timed(state)
        figures["solved"] += [spent] if found["round_solved"] else []
    return _rows(figures)


def in_page(page: Page) -> list[Row]:
    """The engine in a worker of Chromium; ``bench`` is defined in the page, and the engine is ready."""
    return _rows(page.evaluate("(work) => bench.azul(work)", work()))


def _rows(figures: Figures) -> list[Row]:
    rows: list[Row] = [
        (f"Azul: moves valued in {name}", "moves", statistics.median(nodes))
        for name, nodes in figures["phases"].items()
    ]
    # The laboratory's --max-work for a search as strong as this one.
    rows.append((f"Azul: max_work of {BUDGET} ms", "moves", statistics.median(figures["unsolved"])))
    for name in ("evaluation", "grade"):
        rows += _spent(f"Azul: {name} of {BUDGET} ms", figures[name])
        rows.append((f"Azul: {name} of {BUDGET} ms, worst", "ms", max(figures[name])))
    rows.append((f"Azul: {FEW} tiles left, solved", "%", 100 * len(figures["solved"]) / len(work()["few"])))
    return rows + _spent(f"Azul: {FEW} tiles left, evaluation", figures["solved"])


def _spent(name: str, spent: list[float]) -> list[Row]:
    """Median and 95th percentile."""
    return [
        (f"{name}, median", "ms", statistics.median(spent)),
        (f"{name}, p95", "ms", statistics.quantiles(spent, n=20, method="inclusive")[-1]),
    ]
