"""Entropy's benchmarks: one-shot evaluations, timed searches, a grade, and the first position of a fresh engine."""

from __future__ import annotations

import json
import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, NamedTuple

from playwright.sync_api import Page

from build_tools.bench.common import Row, median_ms, milliseconds, read
from py_engine import bridge

__all__ = ["in_page", "native"]

RULESET = "entropy_v1"
SEED = 3
ORDER, CHAOS = 0, 1
TIMES = 3
"""Repetitions per measurement, of which the median is taken."""
PHASES = {"empty": 1, "middle": 24, "late": 40}
"""Tokens on the board when Order moves; of 49."""
MEASURED_APART = ("search", "value", "random")
BUDGETS = (250, 1000)
"""Milliseconds."""
SCENARIO = {"ruleset_id": RULESET, "target_role": "order", "target_phase": "mid"}
Figures = dict[str, float]
"""Measurements by name, with words joined by ``_``."""


class Positions(NamedTuple):
    """Positions of a game in which both sides play by V, as JSON data."""

    order: dict[str, list[dict[str, Any]]]
    """By phase: Order is to move."""
    chaos: list[dict[str, Any]]
    """Chaos is to move, in the middle."""


def positions() -> Positions:
    """Plays the game and collects the positions."""
    found = Positions({phase: [] for phase in PHASES}, [])
    state = read(bridge.new_game(RULESET, SEED, "{}"))
    while not state["game_over"]:
        tokens = sum(cell != "" for cell in state["board"])
        for phase, least in PHASES.items():
            if state["active_player_id"] == ORDER and 0 <= tokens - least < TIMES:
                found.order[phase].append(state)
        if state["active_player_id"] == CHAOS and 0 <= tokens - PHASES["middle"] < TIMES:
            found.chaos.append(state)
        state = _after(state, _asked(state, evaluator="value")["best_action"])
    return found


def _after(state: dict[str, Any], action: Any) -> Any:
    return read(bridge.apply_action(json.dumps(state), json.dumps(action)))


def _params(**params: Any) -> dict[str, Any]:
    return {"evaluator_seed": 1, "shortlist_size": 0, **params}


def _asked(state: dict[str, Any], **params: Any) -> Any:
    return read(bridge.evaluate_best_move(json.dumps(state), state["active_player_id"], json.dumps(_params(**params))))


def one_shot_evaluators() -> list[str]:
    """The names of the other evaluators, all of them one-shot."""
    games = read(bridge.list_games())
    rows = next(game["evaluators"] for game in games if game["ruleset_id"] == RULESET)
    return [row["name"] for row in rows if row["name"] not in MEASURED_APART]


def played(state: dict[str, Any]) -> Any:
    """A move to grade: a legal one from the middle of the list."""
    actions = read(bridge.list_legal_actions(json.dumps(state), state["active_player_id"]))
    return actions[len(actions) // 2]


def step_of(state: dict[str, Any]) -> dict[str, Any]:
    """The arguments of the account query after a move of Order, which is followed by a draw."""
    action = played(state)
    return {"states": [state, _after(state, action)], "actions": [action], "deltas": [None]}


def _fresh() -> Figures:
    """First use in a new process, which loads the modules and builds the tables."""
    first: list[dict[str, Any]] = []
    game = milliseconds(lambda: first.append(read(bridge.new_game(RULESET, SEED, "{}"))))
    return {"first_game,_fresh_engine": game, "first_search,_tables_made": _first_candidates(first[0])}


def _first_candidates(state: dict[str, Any]) -> float:
    args = {"state": state, "player_id": state["active_player_id"], "params": _params(evaluator="search")}
    handle = -1

    def until_there_are_some() -> None:
        nonlocal handle
        handle = read(bridge.start_job("evaluation", json.dumps({**args, "user_action": None})))["handle"]
        while not read(bridge.step(handle, 30)).get("candidates"):
            pass

    spent = milliseconds(until_there_are_some)
    bridge.stop(handle)
    return spent


def _search(states: list[dict[str, Any]]) -> Figures:
    """Measurements of the search for one side."""
    figures = {"first_candidates": statistics.median(map(_first_candidates, states))}
    rates: list[float] = []
    for budget in BUDGETS:
        found = [_asked(state, evaluator="search", time_budget_ms=budget) for state in states]
        for name, depth in (("shallow", 1), ("deep", 2)):
            counts = [sum(c["features"]["depth"] >= depth for c in each["candidates"]) for each in found]
            figures[f"{name},_{budget}_ms"] = statistics.median(counts)
        rates = [1000 * each["metadata"]["nodes"] / each["metadata"]["elapsed_ms"] for each in found]
    figures["nodes_per_second"] = statistics.median(rates)
    figures["grade,_250_ms"] = statistics.median(
        milliseconds(partial(_graded, state, played(state))) for state in states
    )
    return figures


def _graded(state: dict[str, Any], action: Any) -> Any:
    params = json.dumps(_params(evaluator="search", time_budget_ms=250))
    return read(bridge.grade_user_action(json.dumps(state), state["active_player_id"], json.dumps(action), params))


def native() -> list[Row]:
    """The engine in CPython, on one core."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        figures = fresh.submit(_fresh).result()
    there = positions()
    for phase, states in there.order.items():
        spent = [milliseconds(partial(_asked, state, evaluator="value")) for state in states]
        figures[f"value,_{phase}"] = statistics.median(spent)
    for name in one_shot_evaluators():
        # The first call builds the evaluator's tables; caches are keyed by position.
        _asked(there.order["late"][0], evaluator=name)
        spent = [milliseconds(partial(_asked, state, evaluator=name)) for state in there.order["middle"]]
        figures[f"{name},_middle"] = statistics.median(spent)
    for side, states in (("Order", there.order["middle"]), ("Chaos", there.chaos)):
        figures |= {f"{side}:_{name}": figure for name, figure in _search(states).items()}
    seeds = iter(range(TIMES))
    figures["scenario"] = median_ms(
        lambda: read(bridge.generate_scenario(json.dumps({**SCENARIO, "seed": next(seeds)}))), TIMES
    )
    step = json.dumps(step_of(there.order["middle"][0]))
    figures["account_of_a_step"] = median_ms(lambda: read(bridge.query(RULESET, "account", step)), TIMES)
    return _rows(figures)


def in_page(page: Page) -> list[Row]:
    """A fresh engine in a worker of Chromium; the page must have its ``bench``."""
    there = positions()
    middle = there.order["middle"]
    work = {
        "seed": SEED,
        "phases": there.order,
        "oneShot": one_shot_evaluators(),
        "sides": {
            side: [{"state": state, "action": played(state)} for state in states]
            for side, states in (("Order", middle), ("Chaos", there.chaos))
        },
        "budgets": BUDGETS,
        "scenario": SCENARIO,
        "step": step_of(middle[0]),
        "times": TIMES,
    }
    return _rows(page.evaluate("(work) => bench.entropy(work)", work))


def _rows(figures: Figures) -> list[Row]:
    """The figures with their units."""
    rows = []
    for key, figure in figures.items():
        name = f"Entropy: {key.replace('_', ' ')}"
        if "memory" in key:
            rows.append((name, "MB", figure / 1e6))
        elif key.endswith("nodes_per_second"):
            rows.append((name, "1/s", figure))
        elif "shallow" in key or "deep" in key:
            rows.append((name, "moves", figure))
        else:
            rows.append((name, "ms", figure))
    return rows
