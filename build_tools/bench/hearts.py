"""Hearts' part of the benchmark: playouts, beliefs and endgames separately, and the search within 250 ms."""

from __future__ import annotations

import json
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from build_tools.bench.common import Row, milliseconds, read
from py_engine import bridge

__all__ = ["in_page", "native"]

RULESET = "hearts_v1"
PIECES = Path(__file__).with_name("hearts_pieces.py")
HANDS = 3
"""Number of hands in which every decision of one seat is searched."""
ENDGAMES = 6
"""Number of hands with one endgame each."""
BUDGET = 250
"""Time budget of a search in milliseconds."""
SLICE = 30
"""Length of a worker's step in milliseconds."""
NO_END = {"worlds": 100_000}
"""Options with which only the clock ends the search."""
DRAWS = (1, 5, 9)
LAST_FOUR = 10
"""The trick with four cards in each hand."""
PASSING = 0
Decision = dict[str, Any]
"""``state``; ``action``, a legal action to grade; ``trick`` from 1, or 0 while cards are passed."""
Timing = dict[str, Any]
"""The timing of a search: milliseconds until the answer (``spent``) and until the first candidates (``first``), and the
answer's ``elapsed``, ``playouts`` and ``worlds``."""


def decisions(seed: int, seat: int) -> list[Decision]:
    """The decisions with a choice of one seat in the first hand of a game between greedy players."""
    state = read(bridge.new_game(RULESET, seed, "{}"))
    matches = []
    while state["chance_counter"] == 1:
        text, player = json.dumps(state), state["active_player_id"]
        legal = read(bridge.list_legal_actions(text, player))
        if player == seat and len(legal) > 1:
            trick = PASSING if state["phase"] == "pass" else len(state["trick_history"]) + 1
            matches.append({"state": state, "action": legal[len(legal) // 2], "trick": trick})
        best = read(bridge.evaluate_best_move(text, player, _params(evaluator="greedy")))["best_action"]
        state = read(bridge.apply_action(text, json.dumps(best)))
    return matches


def _params(**params: Any) -> str:
    return json.dumps({"evaluator_seed": 1, **params})


def work() -> dict[str, Any]:
    """The positions and parameters of all measurements."""
    hands = [decisions(seed, seed % 4) for seed in range(max(HANDS, ENDGAMES))]
    searched = [each for hand in hands[:HANDS] for each in hand]
    late = [each for hand in hands for each in hand if each["trick"] == LAST_FOUR]
    states = [each["state"] for each in searched]
    draws = {f"trick {trick}": each["state"] for trick in DRAWS for each in hands[0] if each["trick"] == trick}
    pieces = {"decisions": states, "draws": draws, "endgames": [each["state"] for each in late]}
    return {
        "searched": searched,
        "graded": hands[0],
        "endgames": late,
        "pieces": pieces,
        "params": {"evaluator_seed": 1, "time_budget_ms": BUDGET},
        "no_end": NO_END,
    }


def native() -> list[Row]:
    """Measures the engine in CPython, on one core."""
    # Not at the top: the fresh process imports this module and must not load the game with it.
    from build_tools.bench import hearts_pieces  # noqa: PLC0415

    tasks = work()
    params = tasks["params"]
    endless = {**params, "evaluator_options": tasks["no_end"]}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        fresh = process.submit(_fresh, params).result()
    figures = {
        "fresh": fresh,
        "searched": [_search(each, params) for each in tasks["searched"]],
        "full": [_search(each, endless) for each in tasks["searched"]],
        "grades": [milliseconds(partial(_grade, each, params)) for each in tasks["graded"]],
        "endgames": [_search(each, params) for each in tasks["endgames"]],
        "pieces": json.loads(hearts_pieces.measure(json.dumps(tasks["pieces"]))),
        "memory": {},
    }
    return _rows(tasks, figures)


def _fresh(params: dict[str, Any]) -> dict[str, float]:
    """Milliseconds of the first game and the first search in a fresh process, which load the modules and build tables."""
    games: list[dict[str, Any]] = []
    game = milliseconds(lambda: games.append(read(bridge.new_game(RULESET, 0, "{}"))))
    return {"game": game, "candidates": _search({"state": games[0]}, params)["first"]}


def _search(decision: Decision, params: dict[str, Any]) -> Timing:
    """Times a search in slices, as the worker runs it."""
    state = decision["state"]
    args = {"state": state, "player_id": state["active_player_id"], "params": params, "user_action": None}
    first: list[float] = []
    snapshot: dict[str, Any] = {"done": False}

    def think() -> None:
        nonlocal snapshot
        begin = time.perf_counter()
        handle = read(bridge.start_job("evaluation", json.dumps(args)))["handle"]
        while not snapshot["done"]:
            snapshot = read(bridge.step(handle, SLICE))
            if not first and snapshot.get("candidates"):
                first.append(1000 * (time.perf_counter() - begin))
        bridge.stop(handle)

    spent = milliseconds(think)
    metadata = snapshot["metadata"]
    return {
        "spent": spent,
        "first": first[0],
        "elapsed": metadata["elapsed_ms"],
        "playouts": metadata["rollouts_run"],
        "worlds": max(candidate["rollouts"] for candidate in snapshot["candidates"]),
    }


def _grade(decision: Decision, params: dict[str, Any]) -> Any:
    state, action = decision["state"], json.dumps(decision["action"])
    return read(bridge.grade_user_action(json.dumps(state), state["active_player_id"], action, json.dumps(params)))


def in_page(page: Page) -> list[Row]:
    """Measures in Chromium: an engine in a worker, and a bare Python for the pieces; the page must define ``bench``."""
    tasks = work()
    sent = {**tasks, "pieces": json.dumps(tasks["pieces"]), "source": PIECES.read_text()}
    return _rows(tasks, page.evaluate("(work) => bench.hearts(work)", sent))


def _rows(tasks: dict[str, Any], figures: dict[str, Any]) -> list[Row]:
    """The rows of the benchmark table, with units."""
    rows: list[Row] = []
    for name, figure in figures["pieces"].items():
        rows.append((name, "us" if name in {"facts and beliefs", "marginals"} else "ms", figure))
    searched, full = figures["searched"], figures["full"]
    rows += [(f"first {what}, fresh engine", "ms", spent) for what, spent in figures["fresh"].items()]
    rows += _spread("first candidates", [each["first"] for each in searched])
    rows += _spread("answer", [each["spent"] for each in searched])
    rows += _spread(f"{BUDGET} ms kept", [each["spent"] for each in full])
    rows += _spread(f"grade, {BUDGET} ms", figures["grades"])
    by_trick: dict[int, list[Timing]] = defaultdict(list)
    for decision, taken in zip(tasks["searched"], full, strict=True):
        if taken["playouts"]:
            by_trick[decision["trick"]].append(taken)
    rates = [1000 * each["playouts"] / max(1, each["elapsed"]) for some in by_trick.values() for each in some]
    rows.append(("playouts, searching", "1/s", statistics.median(rates)))
    for trick, some in sorted(by_trick.items()):
        name = "passing" if trick == PASSING else f"trick {trick}"
        rows.append((f"{BUDGET} ms, {name}", "playouts", statistics.median(each["playouts"] for each in some)))
    worlds = [each["worlds"] for each in figures["endgames"]]
    rows.append((f"endgame of 4, {BUDGET} ms", "worlds", statistics.median(worlds)))
    rows += _spread("endgame of 4, answer", [each["spent"] for each in figures["endgames"]])
    rows += [(f"wasm memory {when}", "MB", size / 1e6) for when, size in figures["memory"].items()]
    return [(f"Hearts: {name}", unit, figure) for name, unit, figure in rows]


def _spread(name: str, spent: Sequence[float]) -> list[Row]:
    """Rows for the median, the 95th percentile and the maximum, in milliseconds."""
    return [
        (name, "ms", statistics.median(spent)),
        (f"{name}, p95", "ms", statistics.quantiles(spent, n=20, method="inclusive")[-1]),
        (f"{name}, worst", "ms", max(spent)),
    ]
