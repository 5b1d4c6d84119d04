"""SWCCG's registry entry: its name and capabilities, its state and action models, and its rules."""

from __future__ import annotations

from py_engine.core.game import Coach, Game, Info, Rules, without_seed
from py_engine.games.swccg.policies.listed_answers import legal_actions
from py_engine.games.swccg.rules import checks
from py_engine.games.swccg.rules.describe import describe
from py_engine.games.swccg.rules.state import RULESET_ID, SwccgAction, SwccgState

__all__ = ["GAME"]


def _coach() -> Coach[SwccgState, SwccgAction]:
    # Imported on demand: the first screen does not need the coach, which is most of the game's modules.
    from py_engine.games.swccg.coach import COACH  # noqa: PLC0415

    return COACH


GAME = Game(
    info=Info(
        ruleset_id=RULESET_ID,
        slug="swccg",
        name="SWCCG",
        summary="Explains the decisions of a recorded GEMP game of Star Wars CCG.",
        players=1,
        min_players=1,
        capabilities=("review", "grade"),
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
    load_coach=_coach,
)
