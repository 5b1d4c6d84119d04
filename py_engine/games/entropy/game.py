"""Entropy as the house knows it: its row of the registry, and which module answers what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from py_engine.core.account import AccountArgs
from py_engine.core.contract import EvaluatorParams, GameInfo, Level, Preset
from py_engine.core.evaluation import Evaluation, Job
from py_engine.core.game import Playable, Query, query_rows
from py_engine.games.entropy.coaching.account import Account
from py_engine.games.entropy.coaching.feedback import BANDS, KINDS
from py_engine.games.entropy.coaching.forecast import Forecast, ForecastArgs
from py_engine.games.entropy.coaching.queries import LinesArgs, lines
from py_engine.games.entropy.coaching.scenario import Scenario, ScenarioParams
from py_engine.games.entropy.rules.describe import describe
from py_engine.games.entropy.rules.play import apply_action, complete, legal_actions, new_game
from py_engine.games.entropy.rules.state import RULESET_ID, EntropyAction, EntropyState, Options
from py_engine.games.entropy.search.evaluators import EVALUATORS, evaluation

__all__ = ["GAME", "Entropy"]

# Pars and strengths are means of 12 to 400 games (``python -m py_engine.lab entropy``), the coach with the work of 250 ms
# in the browser; a careful Order takes the move with the best V.
_LEVELS = (
    Level(
        id="random",
        name="Beginner",
        description="Any legal move.",
        strength="As Chaos it holds a careful Order to 144 points on average.",
        params={"evaluator": "random"},
        pars={"7": [170.0, 15.0], "5": [74.0, 14.0]},
    ),
    Level(
        id="greedy",
        name="Casual",
        description="Looks at the score after its own move, and no further.",
        strength="As Chaos it holds a careful Order to 122 points on average.",
        params={"evaluator": "greedy"},
        pars={"7": [149.0, 48.0], "5": [71.0, 31.0]},
    ),
    Level(
        id="greedy2",
        name="Club",
        description="Looks at the score after its move and your best answer.",
        strength="As Chaos it holds a careful Order to 108 points on average.",
        params={"evaluator": "greedy2"},
        pars={"7": [128.0, 50.0], "5": [66.0, 33.0]},
    ),
    Level(
        id="ev2",
        name="Strong",
        description="Looks at what every line may still become, after its move and your best answer.",
        strength="As Chaos it holds a careful Order to 69 points on average.",
        params={"evaluator": "ev2"},
        pars={"7": [98.0, 57.0], "5": [54.0, 35.0]},
    ),
    Level(
        id="search",
        name="Master",
        description="Searches ahead as deep as its time allows. It is the coach itself.",
        strength="As Chaos it holds a careful Order to 59 points on average.",
        params={"evaluator": "search", "time_budget_ms": 1000},
        pars={"7": [82.0, 82.0], "5": [46.0, 46.0]},
    ),
)

_PRESETS = (
    Preset(id="fast", name="Fast", params={"evaluator": "search", "time_budget_ms": 250}),
    Preset(id="longer", name="Longer", params={"evaluator": "search", "time_budget_ms": 1000}),
    Preset(id="max", name="Max", params={"evaluator": "search", "time_budget_ms": 3000}),
)

_QUERIES = {
    "lines": Query("What every row and column scores and may be expected to score.", LinesArgs, lines),
    "account": Query(
        "Luck (what the tokens drawn gave) and skill (what the moves lost) over a game, in points.",
        AccountArgs,
        Account,
    ),
    "forecast": Query("The final score to be expected in each state of a game.", ForecastArgs, Forecast),
}


class Entropy(Playable):
    """Order against Chaos."""

    state_model = EntropyState
    action_model = EntropyAction
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
            name="Entropy",
            summary="Order slides, Chaos places: build palindromes, or break them. Two players.",
            players=2,
            unit="points",
            capabilities=["play", "practise", "review", "grade", "scenario"],
            levels=list(_LEVELS),
            presets=list(_PRESETS),
            options=Options.model_json_schema(),
            evaluators=EVALUATORS.rows(),
            queries=query_rows(self.queries()),
            grades=list(BANDS),
            decisions=list(KINDS),
            roles=["Order", "Chaos"],
        )

    def complete(self, state: EntropyState) -> EntropyState:
        """See ``play.complete``."""
        return complete(state)

    def legal_actions(self, state: EntropyState) -> list[Any]:
        """See ``play.legal_actions``."""
        return list(legal_actions(state))

    def evaluation(
        self, state: EntropyState, player: int, params: EvaluatorParams, user_action: EntropyAction | None
    ) -> Evaluation:
        """See ``evaluators.evaluation``."""
        return evaluation(state, player, params, user_action)

    def observe(self, state: EntropyState, player: int) -> EntropyState:
        """Everything but the seed, which would tell the tokens to come."""
        return state.model_copy(update={"seed": None})

    def describe(self, state: EntropyState) -> str:
        """See ``describe.describe``."""
        return describe(state)

    def queries(self) -> Mapping[str, Query]:
        """Entropy's own questions."""
        return _QUERIES

    def new_game(self, seed: int, options: Options) -> EntropyState:
        """A game whose tokens come from a seed."""
        return new_game(seed, options)

    def apply_action(self, state: EntropyState, action: EntropyAction) -> EntropyState:
        """See ``play.apply_action``."""
        return apply_action(state, action)

    def scenario(self, params: ScenarioParams) -> Job:
        """See ``scenario``."""
        return Scenario(params)


GAME = Entropy()
