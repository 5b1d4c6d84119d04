"""SWCCG as the registry and the bridge know it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from py_engine.core.contract import EvaluatorParams, GameInfo
from py_engine.core.evaluation import Evaluation
from py_engine.core.game import Decision, Query, query_rows
from py_engine.games.swccg.coaching.feedback import BANDS
from py_engine.games.swccg.coaching.queries import QUERIES
from py_engine.games.swccg.policies.play import complete, legal_actions, observe
from py_engine.games.swccg.rules.describe import describe
from py_engine.games.swccg.rules.kinds import KINDS
from py_engine.games.swccg.rules.state import RULESET_ID, SwccgAction, SwccgState
from py_engine.games.swccg.search.evaluator import EVALUATORS, evaluation

__all__ = ["GAME", "Swccg"]


class Swccg(Decision):
    """Decisions of recorded games; nothing is played here."""

    state_model = SwccgState
    action_model = SwccgAction

    def info(self) -> GameInfo:
        """The game's row of the registry."""
        return self._info

    @cached_property
    def _info(self) -> GameInfo:
        return GameInfo(
            ruleset_id=RULESET_ID,
            name="SWCCG",
            summary="Explains the decisions of a recorded GEMP game of Star Wars CCG.",
            players=1,
            min_players=1,
            unit="points",
            capabilities=["review", "grade"],
            levels=[],
            presets=[],
            options={},
            evaluators=EVALUATORS.rows(),
            queries=query_rows(QUERIES),
            grades=list(BANDS),
            decisions=list(KINDS),
        )

    def players(self, state: SwccgState) -> int:
        """Always the one whose log it is."""
        return 1

    def complete(self, state: SwccgState) -> SwccgState:
        """See ``play.complete``."""
        return complete(state)

    def legal_actions(self, state: SwccgState) -> list[Any]:
        """See ``play.legal_actions``."""
        return legal_actions(state)

    def evaluation(
        self, state: SwccgState, player: int, params: EvaluatorParams, user_action: SwccgAction | None
    ) -> Evaluation:
        """See ``evaluator.evaluation``."""
        return evaluation(state, params, user_action)

    def observe(self, state: SwccgState, player: int) -> SwccgState:
        """See ``play.observe``."""
        return observe(state)

    def describe(self, state: SwccgState) -> str:
        """See ``describe.describe``."""
        return describe(state)

    def queries(self) -> Mapping[str, Query]:
        """SWCCG's own questions."""
        return QUERIES


GAME = Swccg()
