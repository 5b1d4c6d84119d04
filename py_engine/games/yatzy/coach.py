"""Yatzy's coach: opponent levels, think times, evaluators, queries and practice, as data."""

from __future__ import annotations

from py_engine.core.coaching.account import AccountArgs
from py_engine.core.coaching.forecast import ForecastArgs
from py_engine.core.contract import Level, Preset
from py_engine.core.game import Coach, Practice, Query
from py_engine.core.notation.game_text import queries_of
from py_engine.games.yatzy.coaching.account import Account
from py_engine.games.yatzy.coaching.aim import Aim, AimArgs
from py_engine.games.yatzy.coaching.chances import Chances, ChancesArgs
from py_engine.games.yatzy.coaching.distributions import (
    Density,
    DensityArgs,
    HistogramArgs,
    ScoreHistogram,
    Statistics,
    StatisticsArgs,
)
from py_engine.games.yatzy.coaching.forecast import Forecast
from py_engine.games.yatzy.coaching.habits import quiz_table
from py_engine.games.yatzy.coaching.habits.query import QuizFit, QuizFitArgs
from py_engine.games.yatzy.coaching.notation import NotationOfYatzy
from py_engine.games.yatzy.coaching.played_rows import PlayedRows, PlayedRowsArgs
from py_engine.games.yatzy.coaching.queries import (
    CardArgs,
    EvaluateArgs,
    RulesArgs,
    Solve,
    evaluate,
    health,
    state_value,
)
from py_engine.games.yatzy.coaching.scenario import Scenario, ScenarioParams
from py_engine.games.yatzy.coaching.sensitivity import Sensitivity, SensitivityArgs
from py_engine.games.yatzy.coaching.sentences.feedback import explain
from py_engine.games.yatzy.knowledge import risk, values
from py_engine.games.yatzy.knowledge.grades import BANDS, KINDS, LIMITS, WIN_BANDS, WIN_LIMITS, scale_of
from py_engine.games.yatzy.knowledge.winning import turns
from py_engine.games.yatzy.search.evaluators import EVALUATORS

__all__ = ["COACH"]


_LEVELS = (
    Level(
        id="careless",
        name="Beginner",
        description="Prefers good moves, but errs often.",
        strength="Scores 173 on average; perfect play scores 248.",
        params={"evaluator": "noisy", "evaluator_options": {"scale": 1.5}},
    ),
    Level(
        id="greedy",
        name="Casual",
        description="Goes for the most points this turn and never plans ahead.",
        strength="Scores 199 on average; perfect play scores 248.",
        params={"evaluator": "greedy"},
    ),
    Level(
        id="rules",
        name="By the rules",
        description="Follows the readable rules of the page Rules, and nothing else.",
        strength="Scores 219 on average; perfect play scores 248.",
        params={"evaluator": "rules"},
    ),
    Level(
        id="club",
        name="Strong",
        description="Knows the best move, and sometimes plays one that is nearly as good.",
        strength="Scores 232 on average; perfect play scores 248.",
        params={"evaluator": "noisy", "evaluator_options": {"scale": 0.35}},
    ),
    Level(
        id="exact",
        name="Perfect",
        description="Always plays the best move. Only the dice can beat it.",
        strength="Scores 248.4 on average, the maximum. It is the coach itself.",
        params={"evaluator": "exact"},
    ),
)

_PRESETS = (
    Preset(id="win", name="To win", params={"evaluator": "win", "shortlist_size": 0}, scale="win"),
    Preset(id="exact", name="For points", params={"evaluator": "exact", "shortlist_size": 0}, scale="points"),
)

_QUERIES = {
    "health": Query("The table for these house rules, and whether it is loaded.", RulesArgs, health),
    "state_value": Query("Expected remaining points of a card between turns.", CardArgs, state_value),
    "evaluate": Query("The value of every hold and every category for given dice.", EvaluateArgs, evaluate),
    "density": Query("The exact distribution of the final score of a card.", DensityArgs, Density),
    "aim": Query("The chance to reach a score, and how to play for it.", AimArgs, Aim),
    "sensitivity": Query(
        "What players with other risk preferences would choose, and where the choice changes.",
        SensitivityArgs,
        Sensitivity,
    ),
    "played_rows": Query("The points in the rows of games that were played.", PlayedRowsArgs, PlayedRows),
    "statistics": Query("Statistics of a whole game under optimal play.", StatisticsArgs, Statistics),
    "score_histogram": Query("A histogram of the final score under optimal play.", HistogramArgs, ScoreHistogram),
    "quiz_fit": Query("The habits of a player from answers to the quiz.", QuizFitArgs, QuizFit),
    "account": Query(
        "Luck (from the throws) and skill (lost by decisions) over a game, exact, in points.",
        AccountArgs,
        Account,
    ),
    "forecast": Query("The expected final score of each player in each state of a game.", ForecastArgs, Forecast),
    "chances": Query("The chance to win of each player in each state of a game.", ChancesArgs, Chances),
    "solve": Query("Solves the table for some house rules from scratch.", RulesArgs, Solve),
    **queries_of(NotationOfYatzy()),
}


def _load(name: object, data: object) -> str:
    """Loads the quiz's table or a table of values."""
    return quiz_table.load(data) if name == quiz_table.NAME else values.load(name, data)


def _give_back() -> None:
    """Frees what is kept of earlier answers."""
    turns.give_back()
    risk.give_back()


COACH = Coach(
    levels=_LEVELS,
    presets=_PRESETS,
    grades=BANDS,
    win_grades=WIN_BANDS,
    verdict_limits=(LIMITS, WIN_LIMITS),
    scale=scale_of,
    decisions=KINDS,
    evaluators=EVALUATORS,
    explain=explain,
    practice=Practice(params=ScenarioParams, scenario=Scenario),
    queries=_QUERIES,
    artifact=_load,
    free_caches=_give_back,
)
