"""The registry entry of Hearts: metadata, models, rules and a lazily loaded coach."""

from __future__ import annotations

from py_engine.core.game import Coach, Game, Info, Play, Rules
from py_engine.games.hearts.rules import play
from py_engine.games.hearts.rules.cards import SEATS
from py_engine.games.hearts.rules.describe import describe
from py_engine.games.hearts.rules.fields import Options
from py_engine.games.hearts.rules.state import RULESET_ID, HeartsAction, HeartsState

__all__ = ["GAME"]


def _coach() -> Coach[HeartsState, HeartsAction]:
    # Imported on first use: the coach is most of the game's modules, and the first screen does not need it.
    from py_engine.games.hearts.coach import COACH  # noqa: PLC0415

    return COACH


GAME = Game(
    info=Info(
        ruleset_id=RULESET_ID,
        slug="hearts",
        name="Hearts",
        summary="Take no hearts and not the queen of spades, or take them all. Four players, hidden cards.",
        players=SEATS,
        min_players=SEATS,
        capabilities=("play", "practise", "review", "grade", "scenario", "hidden_information"),
    ),
    state=HeartsState,
    action=HeartsAction,
    rules=Rules(
        complete=play.complete,
        legal_actions=play.legal_actions,
        illegal=play.illegal,
        observe=play.observe,
        describe=describe,
    ),
    play=Play(options=Options, new_game=play.new_game, apply_action=play.apply_action),
    load_coach=_coach,
)
