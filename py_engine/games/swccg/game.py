"""SWCCG's registry entry: what the page must know of it, and which function answers what about a position."""

from __future__ import annotations

from py_engine.core.game import Coach, Game, Info, Rules, without_seed
from py_engine.games.swccg.policies.listed_answers import legal_actions
from py_engine.games.swccg.rules import checks
from py_engine.games.swccg.rules.describe import describe
from py_engine.games.swccg.rules.state import RULESET_ID, SwccgAction, SwccgState

__all__ = ["GAME"]


def _coach() -> Coach[SwccgState, SwccgAction]:
    # A first screen does without it, and it is most of the game's modules.
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
