"""Azul's coach: opponent levels, think times, evaluators and queries, and the functions behind them."""

from __future__ import annotations

from pydantic import JsonValue

from py_engine.core.coaching.account import AccountArgs
from py_engine.core.contract import Level, Preset
from py_engine.core.game import Coach, Practice, Query
from py_engine.core.notation.game_text import queries_of
from py_engine.games.azul.coaching.account import Account
from py_engine.games.azul.coaching.feedback import explain
from py_engine.games.azul.coaching.notation import NotationOfAzul
from py_engine.games.azul.coaching.scenario import Scenario, ScenarioParams
from py_engine.games.azul.knowledge.grades import BANDS, KINDS, WIN_LIMITS
from py_engine.games.azul.knowledge.winning import scale_of
from py_engine.games.azul.search.evaluators import EVALUATORS

__all__ = ["COACH"]

PLENTY = 1_000_000
"""Rollouts per action that leave it to the clock or ``max_work`` to end an evaluation."""
WORK_PER_MS = 240
"""Approximate number of moves that the search values per millisecond in a browser. A faster device stops at this much
work instead of by the clock, so that a position always gets the same grade."""


def _search(milliseconds: int) -> dict[str, JsonValue]:
    """Params of the coach's search, limited by time and by work: the moves that a browser values in the time."""
    return {
        "evaluator": "search",
        "time_budget_ms": milliseconds,
        "rollouts_per_action": PLENTY,
        "max_work": WORK_PER_MS * milliseconds,
    }


def _opponent(max_work: int = WORK_PER_MS * 250) -> dict[str, JsonValue]:
    """Params of an opponent, which needs nothing but the best move."""
    return _search(250) | {"max_work": max_work, "evaluator_options": {"compare": False}}


LEVELS = (
    Level(
        id="random",
        name="Beginner",
        description="Plays any legal move.",
        strength="Won none of 40 games against Greedy.",
        params={"evaluator": "random"},
    ),
    Level(
        id="mixed",
        name="Casual",
        description="Takes big sets most of the time, and blunders now and then.",
        strength="Wins about 1 game in 8 against Greedy.",
        params={"evaluator": "mixed", "evaluator_options": {"greedy_ratio": 0.7}},
    ),
    Level(
        id="greedy",
        name="Greedy",
        description="Fills lines with as many tiles as it can get, never looking ahead.",
        strength="The yardstick for the others: beats Casual in 7 games out of 8.",
        params={"evaluator": "greedy"},
    ),
    Level(
        id="careful",
        name="Careful",
        description="Weighs every move by hand-written rules: points, floor, unfinished lines, and what you could take.",
        strength="Won all 80 games against Greedy.",
        params={"evaluator": "heuristic"},
    ),
    Level(
        id="glance",
        name="Strong",
        description="Looks one move ahead, judging boards by what it learnt from games against itself.",
        strength="Won 93% of 200 games against Careful, by 23 points on average.",
        params=_opponent(max_work=1),
    ),
    Level(
        id="quick",
        name="Master",
        description="Looks a few moves ahead where it matters.",
        strength="Won 97% of 50 games against Strong, by 19 points on average.",
        params=_opponent(max_work=500),
    ),
    Level(
        id="search",
        name="Expert",
        description="Searches the rest of the round for a quarter of a second per move.",
        strength="Won 85% of 40 games against Master, by 10 points on average. This is the coach's search.",
        params=_opponent(),
    ),
)
"""The opponents, weakest first. Each level is an evaluator (``search.evaluators``) with its params."""

PRESETS = (
    Preset(id="fast", name="Fast", params=_search(250)),
    Preset(id="longer", name="Longer", params=_search(750)),
    Preset(id="max", name="Maximum", params=_search(1500)),
)
"""The coach's think times."""


COACH = Coach(
    levels=LEVELS,
    presets=PRESETS,
    grades=BANDS,
    verdict_limits=(WIN_LIMITS,),
    scale=scale_of,
    decisions=KINDS,
    evaluators=EVALUATORS,
    explain=explain,
    practice=Practice(params=ScenarioParams, scenario=Scenario),
    queries={
        "account": Query(
            "Luck (what the refills gave) and skill (what the decisions lost) over a game, in points.",
            AccountArgs,
            Account,
        ),
        **queries_of(NotationOfAzul()),
    },
)
