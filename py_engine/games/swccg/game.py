"""SWCCG's registry entry: what it offers, and which function answers what."""

from __future__ import annotations

from py_engine.core.game import Game, Info, Rules, without_seed
from py_engine.games.swccg.coaching.feedback import explain
from py_engine.games.swccg.coaching.queries import QUERIES
from py_engine.games.swccg.knowledge.grades import BANDS
from py_engine.games.swccg.policies.listed_answers import legal_actions
from py_engine.games.swccg.rules import checks
from py_engine.games.swccg.rules.describe import describe
from py_engine.games.swccg.rules.kinds import KINDS
from py_engine.games.swccg.rules.state import RULESET_ID, SwccgAction, SwccgState
from py_engine.games.swccg.search.evaluators import EVALUATORS

__all__ = ["GAME"]


GAME = Game(
    info=Info(
        ruleset_id=RULESET_ID,
        name="SWCCG",
        summary="Explains the decisions of a recorded GEMP game of Star Wars CCG.",
        players=1,
        min_players=1,
        capabilities=("review", "grade"),
        grades=BANDS,
        decisions=KINDS,
    ),
    state=SwccgState,
    action=SwccgAction,
    rules=Rules(
        complete=checks.complete,
        legal_actions=legal_actions,
        illegal=checks.illegal,
        observe=without_seed,
        describe=describe,
        undecidable=checks.undecidable,
    ),
    evaluators=EVALUATORS,
    explain=explain,
    queries=QUERIES,
)
