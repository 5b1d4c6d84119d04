"""The coach of Hearts as data: opponent levels, think times, evaluators, grades and queries."""

from __future__ import annotations

from py_engine.core.coaching.account import AccountArgs
from py_engine.core.contract import Level, Preset
from py_engine.core.game import Coach, Practice, Query
from py_engine.core.notation.game_text import queries_of
from py_engine.games.hearts.coaching.account import Account
from py_engine.games.hearts.coaching.beliefs_query import BeliefsArgs, beliefs
from py_engine.games.hearts.coaching.claim import ClaimArgs, claim
from py_engine.games.hearts.coaching.deal_proof import DealProofArgs, deal_proof
from py_engine.games.hearts.coaching.feedback import explain
from py_engine.games.hearts.coaching.notation import NotationOfHearts
from py_engine.games.hearts.coaching.scenario import Scenario, ScenarioParams
from py_engine.games.hearts.knowledge.grades import BANDS, KINDS, LIMITS, UNSURE, WIN_BANDS, WIN_LIMITS, scale_of
from py_engine.games.hearts.search.evaluators import EVALUATORS

__all__ = ["COACH"]

_LEVELS = (
    Level(
        id="random",
        name="Beginner",
        description="Any legal card.",
        strength="It collects the points that the others get rid of.",
        params={"evaluator": "random"},
    ),
    Level(
        id="greedy",
        name="Casual",
        description="Ducks, gets rid of high cards and avoids the queen of spades, one card at a time.",
        strength="It takes 6.4 points per hand fewer than Beginner.",
        params={"evaluator": "greedy"},
    ),
    Level(
        id="pimc_30",
        name="Skilled",
        description="Plays every card out in 30 sample deals that fit what it has seen.",
        strength="It counts cards, but its guesses rest on few deals.",
        params={"evaluator": "pimc", "evaluator_options": {"worlds": 30}, "time_budget_ms": 1000},
    ),
    Level(
        id="pimc_100",
        name="Strong",
        description="Plays every card out in 100 sample deals that fit what it has seen.",
        strength="It takes 0.9 points per hand fewer than Casual.",
        params={"evaluator": "pimc", "evaluator_options": {"worlds": 100}, "time_budget_ms": 1000},
    ),
    Level(
        id="search",
        name="Expert",
        description="Searches as far as its time allows, shoots the moon and stops others from shooting it. It is the coach itself.",
        strength="It takes 3.4 points per hand fewer than Casual.",
        params={"evaluator": "search", "time_budget_ms": 900},
    ),
)

_PRESETS = (
    Preset(id="fast", name="Fast", params={"evaluator": "search", "time_budget_ms": 250}),
    Preset(id="longer", name="Longer", params={"evaluator": "search", "time_budget_ms": 900}),
    Preset(id="max", name="Maximum", params={"evaluator": "search", "time_budget_ms": 5000}),
)

_QUERIES = {
    "beliefs": Query(
        "The probability of each unseen card in each hand, given what a player knows.", BeliefsArgs, beliefs
    ),
    "claim": Query(
        "Whether a player is certain to take every remaining trick, or to take no more points.", ClaimArgs, claim
    ),
    "deal_proof": Query("The deal of a hand as text, and the SHA-256 hash of that text.", DealProofArgs, deal_proof),
    "account": Query(
        "Luck (the value of the deals, estimated by playouts) and skill (what the moves lost), in points, over the hands of a game"
        " that are played for points: those that cannot end it.",
        AccountArgs,
        Account,
    ),
    **queries_of(NotationOfHearts()),
}


COACH = Coach(
    levels=_LEVELS,
    presets=_PRESETS,
    grades=BANDS,
    win_grades=WIN_BANDS,
    unsure_grade=UNSURE,
    verdict_limits=(LIMITS, WIN_LIMITS),
    scale=scale_of,
    decisions=KINDS,
    evaluators=EVALUATORS,
    explain=explain,
    practice=Practice(params=ScenarioParams, scenario=Scenario),
    queries=_QUERIES,
)
