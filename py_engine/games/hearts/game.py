"""Hearts as the registry and the bridge know it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from py_engine.core.account import AccountArgs
from py_engine.core.contract import EvaluatorParams, GameInfo, Level, Preset
from py_engine.core.evaluation import Evaluation, Job
from py_engine.core.game import Playable, Query, query_rows
from py_engine.games.hearts.coaching.account import Account
from py_engine.games.hearts.coaching.beliefs_query import BeliefsArgs, beliefs
from py_engine.games.hearts.coaching.claim import ClaimArgs, claim
from py_engine.games.hearts.coaching.deal_proof import DealProofArgs, deal_proof
from py_engine.games.hearts.coaching.feedback import BANDS, KINDS, UNSURE
from py_engine.games.hearts.coaching.scenario import Scenario, ScenarioParams
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.describe import describe
from py_engine.games.hearts.rules.play import apply_action, complete, legal_actions, new_game, observe
from py_engine.games.hearts.rules.state import RULESET_ID, HeartsAction, HeartsState, Options
from py_engine.games.hearts.search.evaluators import EVALUATORS, evaluation

__all__ = ["GAME", "Hearts"]

_LEVELS = (
    Level(
        id="random",
        name="Beginner",
        description="Any legal card.",
        strength="It takes the points that others throw away.",
        params={"evaluator": "random"},
    ),
    Level(
        id="greedy",
        name="Casual",
        description="Ducks, gets rid of high cards and keeps away from the queen, one card at a time.",
        strength="It takes 6.4 points a hand fewer than a beginner.",
        params={"evaluator": "greedy"},
    ),
    Level(
        id="pimc_30",
        name="Club",
        description="Plays every card out in 30 deals that fit what it has seen.",
        strength="It counts cards, but guesses from few deals.",
        params={"evaluator": "pimc", "evaluator_options": {"worlds": 30}, "time_budget_ms": 1000},
    ),
    Level(
        id="pimc_100",
        name="Strong",
        description="Plays every card out in 100 deals that fit what it has seen.",
        strength="It takes 0.9 points a hand fewer than a casual player.",
        params={"evaluator": "pimc", "evaluator_options": {"worlds": 100}, "time_budget_ms": 1000},
    ),
    Level(
        id="search",
        name="Expert",
        description="Searches as far as its time allows, shoots the moon and stops others from it. It is the coach itself.",
        strength="It takes 3.4 points a hand fewer than a casual player.",
        params={"evaluator": "search", "time_budget_ms": 900},
    ),
)

_PRESETS = (
    Preset(id="fast", name="Fast", params={"evaluator": "search", "time_budget_ms": 250}),
    Preset(id="longer", name="Longer", params={"evaluator": "search", "time_budget_ms": 900}),
    Preset(id="max", name="Max", params={"evaluator": "search", "time_budget_ms": 5000}),
)

_QUERIES = {
    "beliefs": Query("Where the cards that a player has not seen may be, and how likely.", BeliefsArgs, beliefs),
    "claim": Query(
        "Whether a player takes every trick that is left, or no more points, whatever happens.", ClaimArgs, claim
    ),
    "deal_proof": Query("A text that tells the deal of a hand, and its hash.", DealProofArgs, deal_proof),
    "account": Query(
        "Luck (what the deals gave, estimated by playing them out) and skill (what the moves lost) over a game, in points.",
        AccountArgs,
        Account,
    ),
}


class Hearts(Playable):
    """Four players, hidden cards."""

    state_model = HeartsState
    action_model = HeartsAction
    options_model = Options
    scenario_model = ScenarioParams

    def info(self) -> GameInfo:
        """The game's row of the registry."""
        return self._info

    @cached_property
    def _info(self) -> GameInfo:
        # Made once: the schemas take milliseconds, and every request asks for the number of players.
        return GameInfo(
            ruleset_id=RULESET_ID,
            name="Hearts",
            summary="Take no hearts and not the queen of spades, or take them all. Four players, hidden cards.",
            players=4,
            min_players=4,
            unit="points",
            capabilities=["play", "practise", "review", "grade", "scenario", "hidden_information"],
            levels=list(_LEVELS),
            presets=list(_PRESETS),
            options=Options.model_json_schema(),
            evaluators=EVALUATORS.rows(),
            queries=query_rows(self.queries()),
            grades=list(BANDS),
            unsure_grade=UNSURE,
            decisions=list(KINDS),
        )

    def players(self, state: HeartsState) -> int:
        """Always four; the registry's row, which tells it too, takes long to make."""
        return SEATS

    def complete(self, state: HeartsState) -> HeartsState:
        """See ``play.complete``."""
        return complete(state)

    def legal_actions(self, state: HeartsState) -> list[Any]:
        """See ``play.legal_actions``."""
        return legal_actions(state)

    def evaluation(
        self, state: HeartsState, player: int, params: EvaluatorParams, user_action: HeartsAction | None
    ) -> Evaluation:
        """See ``evaluators.evaluation``."""
        return evaluation(state, player, params, user_action)

    def observe(self, state: HeartsState, player: int) -> HeartsState:
        """See ``play.observe``."""
        return observe(state, player)

    def describe(self, state: HeartsState) -> str:
        """See ``describe.describe``."""
        return describe(state)

    def queries(self) -> Mapping[str, Query]:
        """Hearts' own questions."""
        return _QUERIES

    def new_game(self, seed: int, options: Options) -> HeartsState:
        """A game whose deals come from a seed."""
        return new_game(seed, options)

    def apply_action(self, state: HeartsState, action: HeartsAction) -> HeartsState:
        """See ``play.apply_action``."""
        return apply_action(state, action)

    def scenario(self, params: ScenarioParams) -> Job:
        """See ``scenario``."""
        return Scenario(params)


GAME = Hearts()
