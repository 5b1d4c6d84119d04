"""Entropy's coach: opponent levels, think times, evaluators, queries and practice, as data."""

from __future__ import annotations

from py_engine.core.coaching.account import AccountArgs
from py_engine.core.coaching.forecast import ForecastArgs
from py_engine.core.contract import Level, Preset
from py_engine.core.game import Coach, Practice, Query
from py_engine.core.notation.game_text import queries_of
from py_engine.games.entropy.coaching.account import Account
from py_engine.games.entropy.coaching.feedback import explain
from py_engine.games.entropy.coaching.forecast import Forecast
from py_engine.games.entropy.coaching.lines import LinesArgs, lines
from py_engine.games.entropy.coaching.notation import NotationOfEntropy
from py_engine.games.entropy.coaching.scenario import Scenario, ScenarioParams
from py_engine.games.entropy.knowledge.grades import BANDS, KINDS, LIMITS, scale_of
from py_engine.games.entropy.search.evaluators import EVALUATORS
from py_engine.games.entropy.search.expectimax import leaves

__all__ = ["COACH"]

# Pars and strengths are means of 12 to 400 games (``python -m py_engine.lab entropy``); the coach played with the work that
# 250 ms allow in the browser. The "careful Order" takes the move with the highest V,
# the strong Chaos is the level Strong. Nothing was measured where the next token is known, nor for Master on 5x5.


def _strengths(held: dict[str, int], scored: dict[str, float]) -> dict[str, list[str]]:
    """What was measured of a level, by board: Order's points against it as Chaos, and its own as Order."""
    sizes = sorted({*held, *scored})
    as_order = {
        size: f"As Order it scores {scored[size]:.0f} points on average against a strong Chaos." for size in scored
    }
    as_chaos = {size: f"As Chaos it holds a careful Order to {held[size]} points on average." for size in held}
    return {size: [as_order.get(size, ""), as_chaos.get(size, "")] for size in sizes}


_LEVELS = (
    Level(
        id="random",
        name="Beginner",
        description="Plays any legal move.",
        strength="",
        strengths=_strengths(held={"7": 144, "5": 67}, scored={"7": 14.9, "5": 13.7}),
        params={"evaluator": "random"},
        pars={"7": [170.0, 15.0], "5": [74.0, 14.0]},
    ),
    Level(
        id="greedy",
        name="Casual",
        description="Looks only at the score after its own move.",
        strength="",
        strengths=_strengths(held={"7": 122, "5": 60}, scored={"7": 57.2, "5": 34.9}),
        params={"evaluator": "greedy"},
        pars={"7": [149.0, 48.0], "5": [71.0, 31.0]},
    ),
    Level(
        id="greedy2",
        name="Intermediate",
        description="Looks at the score after its move and your best reply.",
        strength="",
        strengths=_strengths(held={"7": 108, "5": 54}, scored={"7": 58.3, "5": 36.0}),
        params={"evaluator": "greedy2"},
        pars={"7": [128.0, 50.0], "5": [66.0, 33.0]},
    ),
    Level(
        id="ev2",
        name="Strong",
        description="Considers what every line may still become, after its move and your best reply.",
        strength="",
        strengths=_strengths(held={"7": 69, "5": 40}, scored={"7": 71.1, "5": 40.9}),
        params={"evaluator": "ev2"},
        pars={"7": [101.0, 57.0], "5": [54.0, 35.0]},
    ),
    Level(
        id="search",
        name="Master",
        description="Searches as deep as its time allows. It is the coach itself.",
        strength="",
        strengths=_strengths(held={"7": 59}, scored={"7": 97.7}),
        params={"evaluator": "search", "time_budget_ms": 1000},
        pars={"7": [82.0, 82.0], "5": [46.0, 46.0]},
    ),
)

_PRESETS = (
    Preset(id="fast", name="Fast", params={"evaluator": "search", "time_budget_ms": 250}),
    Preset(id="longer", name="Longer", params={"evaluator": "search", "time_budget_ms": 1000}),
    Preset(id="max", name="Maximum", params={"evaluator": "search", "time_budget_ms": 3000}),
)

_QUERIES = {
    "lines": Query("The score and the expected score of every row and column.", LinesArgs, lines),
    "account": Query(
        "Luck (from the tokens drawn) and skill (lost by moves) over a game, in points.",
        AccountArgs,
        Account,
    ),
    "forecast": Query("The expected final score in each state of a game.", ForecastArgs, Forecast),
    **queries_of(NotationOfEntropy()),
}


COACH = Coach(
    levels=_LEVELS,
    presets=_PRESETS,
    grades=BANDS,
    verdict_limits=(LIMITS,),
    scale=scale_of,
    decisions=KINDS,
    evaluators=EVALUATORS,
    explain=explain,
    practice=Practice(params=ScenarioParams, scenario=Scenario),
    queries=_QUERIES,
    free_caches=leaves.give_back,
)
