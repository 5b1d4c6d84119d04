"""Yatzy as the house knows it: its row of the registry, and which module answers what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any

from pydantic import Field

from py_engine.core.account import AccountArgs
from py_engine.core.contract import EvaluatorParams, GameInfo, Level, Preset
from py_engine.core.evaluation import Evaluation, Job
from py_engine.core.game import Playable, Query, query_rows
from py_engine.games.yatzy.coaching.account import Account
from py_engine.games.yatzy.coaching.feedback import BANDS, KINDS
from py_engine.games.yatzy.coaching.forecast import Forecast, ForecastArgs
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
from py_engine.games.yatzy.knowledge import values
from py_engine.games.yatzy.knowledge.density import Density, DensityArgs
from py_engine.games.yatzy.knowledge.statistics import HistogramArgs, ScoreHistogram, Statistics, StatisticsArgs
from py_engine.games.yatzy.rules.describe import describe
from py_engine.games.yatzy.rules.play import apply_action, complete, legal_actions, new_game
from py_engine.games.yatzy.rules.state import RULESET_ID, Options, YatzyAction, YatzyState
from py_engine.games.yatzy.search.evaluators import EVALUATORS, evaluation

__all__ = ["GAME", "Yatzy"]


class YatzyOptions(Options):
    """Options of a new game."""

    players: Annotated[int, Field(ge=1, le=2)] = 2


_LEVELS = (
    Level(
        id="careless",
        name="Beginner",
        description="Likes good moves, and takes worse ones all the time.",
        strength="Scores 173 on average; perfect play scores 248.",
        params={"evaluator": "noisy", "evaluator_options": {"scale": 1.5}},
    ),
    Level(
        id="greedy",
        name="Casual",
        description="Takes the most points this turn, whatever comes after.",
        strength="Scores 199 on average; perfect play scores 248.",
        params={"evaluator": "greedy"},
    ),
    Level(
        id="club",
        name="Strong",
        description="Sees what is best, and now and then takes what is nearly as good.",
        strength="Scores 232 on average; perfect play scores 248.",
        params={"evaluator": "noisy", "evaluator_options": {"scale": 0.35}},
    ),
    Level(
        id="exact",
        name="Perfect",
        description="Never loses a point to a decision. Only dice can beat it.",
        strength="Scores 248.4 on average, the most there is. It is the coach itself.",
        params={"evaluator": "exact"},
    ),
)

_PRESETS = (Preset(id="exact", name="Exact", params={"evaluator": "exact", "shortlist_size": 0}),)

_QUERIES = {
    "health": Query("Which table these house rules have, and whether it has been loaded.", RulesArgs, health),
    "state_value": Query("Expected remaining points of a card between turns.", CardArgs, state_value),
    "evaluate": Query("What every hold and every category is worth with some dice.", EvaluateArgs, evaluate),
    "density": Query("The exact distribution of the final score of a card.", DensityArgs, Density),
    "statistics": Query("What to expect of a whole game under optimal play.", StatisticsArgs, Statistics),
    "score_histogram": Query("How often final scores fall into each bin.", HistogramArgs, ScoreHistogram),
    "account": Query(
        "Luck (what the throws gave) and skill (what the decisions lost) over a game, exact, in points.",
        AccountArgs,
        Account,
    ),
    "forecast": Query("The expected final score of each player in each state of a game.", ForecastArgs, Forecast),
    "solve": Query("Solves the table of some house rules from nothing.", RulesArgs, Solve),
}


class Yatzy(Playable):
    """Scandinavian Yatzy, alone or for two."""

    state_model = YatzyState
    action_model = YatzyAction
    options_model = YatzyOptions
    scenario_model = ScenarioParams

    def info(self) -> GameInfo:
        """The game's row of the registry."""
        return self._info

    @cached_property
    def _info(self) -> GameInfo:
        # Made once: the schemas take milliseconds, and every request asks for the number of players.
        return GameInfo(
            ruleset_id=RULESET_ID,
            name="Yatzy",
            summary="Five dice, three throws, fifteen categories. Alone or for two.",
            players=2,
            min_players=1,
            unit="points",
            capabilities=["play", "practise", "review", "grade", "scenario"],
            levels=list(_LEVELS),
            presets=list(_PRESETS),
            options=YatzyOptions.model_json_schema(),
            evaluators=EVALUATORS.rows(),
            queries=query_rows(self.queries()),
            grades=list(BANDS),
            decisions=list(KINDS),
        )

    def players(self, state: YatzyState) -> int:
        """One or two."""
        return len(state.players)

    def complete(self, state: YatzyState) -> YatzyState:
        """See ``play.complete``."""
        return complete(state)

    def legal_actions(self, state: YatzyState) -> list[Any]:
        """See ``play.legal_actions``."""
        return list(legal_actions(state))

    def evaluation(
        self, state: YatzyState, player: int, params: EvaluatorParams, user_action: YatzyAction | None
    ) -> Evaluation:
        """See ``evaluators.evaluation``."""
        return evaluation(state, player, params, user_action)

    def observe(self, state: YatzyState, player: int) -> YatzyState:
        """Everything but the seed, which would tell the throws to come."""
        return state.model_copy(update={"seed": None})

    def describe(self, state: YatzyState) -> str:
        """See ``describe.describe``."""
        return describe(state)

    def queries(self) -> Mapping[str, Query]:
        """Yatzy's own questions."""
        return _QUERIES

    def load_artifact(self, name: object, data: object) -> str:
        """See ``values.load``."""
        return values.load(name, data)

    def new_game(self, seed: int, options: YatzyOptions) -> YatzyState:
        """A game thrown from a seed."""
        return new_game(seed, options.players, Options(**options.model_dump(exclude={"players"})))

    def apply_action(self, state: YatzyState, action: YatzyAction) -> YatzyState:
        """See ``play.apply_action``."""
        return apply_action(state, action)

    def scenario(self, params: ScenarioParams) -> Job:
        """See ``scenario``."""
        return Scenario(params)


GAME = Yatzy()
