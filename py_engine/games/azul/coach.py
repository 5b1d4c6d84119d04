"""What Azul's coach offers: opponent levels, think times, evaluators and queries, as data; and which function answers what."""

from __future__ import annotations

from pydantic import JsonValue

from py_engine.core.coaching.account import AccountArgs
from py_engine.core.contract import Level, Preset
from py_engine.core.game import Coach, Practice, Query
from py_engine.games.azul.coaching.account import Account
from py_engine.games.azul.coaching.feedback import explain
from py_engine.games.azul.coaching.scenario import Scenario, ScenarioParams
from py_engine.games.azul.knowledge.grades import BANDS
from py_engine.games.azul.search.evaluators import EVALUATORS

__all__ = ["COACH"]

PLENTY = 1_000_000
"""Rollouts an action when only the clock or the work should end an evaluation."""
WORK_PER_MS = 240
"""Moves that the search values in a millisecond of a browser's, about. A device that is quicker ends there and not by
the clock: so the same position gets the same grade again."""


def _search(milliseconds: int, max_work: int | None = None) -> dict[str, JsonValue]:
    """The coach's search, ended by the clock or by its work: moves valued, as many as a browser manages by default."""
    return {
        "evaluator": "search",
        "time_budget_ms": milliseconds,
        "rollouts_per_action": PLENTY,
        "max_work": max_work or WORK_PER_MS * milliseconds,
    }


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
        strength="The yardstick of the others: beats Casual in 7 games of 8.",
        params={"evaluator": "greedy"},
    ),
    Level(
        id="careful",
        name="Careful",
        description="Weighs every move by hand-made rules: points, floor, lines to come, and what you would take.",
        strength="Won all of 80 games against Greedy.",
        params={"evaluator": "heuristic"},
    ),
    Level(
        id="glance",
        name="Strong",
        description="Looks one move ahead, with a feeling for boards from games against itself.",
        strength="Won 93% of 200 games against Careful, by 23 points on average.",
        params=_search(250, max_work=1),
    ),
    Level(
        id="quick",
        name="Master",
        description="Looks a few moves ahead where it matters.",
        strength="Won 89% of 80 games against Strong, by 17 points on average.",
        params=_search(250, max_work=500),
    ),
    Level(
        id="search",
        name="Expert",
        description="Searches the rest of the round, a quarter of a second a move.",
        strength="Won 85% of 40 games against Master, by 10 points on average. It is the coach itself.",
        params=_search(250),
    ),
)
"""The opponents, weakest first. A level is an evaluator (``search.evaluators``) and its params."""

PRESETS = (
    Preset(id="fast", name="Fast", params=_search(250)),
    Preset(id="longer", name="Think longer", params=_search(750)),
    Preset(id="max", name="Maximum", params=_search(1500)),
)
"""Think times of the coach."""


COACH = Coach(
    levels=LEVELS,
    presets=PRESETS,
    grades=BANDS,
    evaluators=EVALUATORS,
    explain=explain,
    practice=Practice(params=ScenarioParams, scenario=Scenario),
    queries={
        "account": Query(
            "Luck (what the refills gave) and skill (what the decisions lost) over a game, in points.",
            AccountArgs,
            Account,
        )
    },
)
