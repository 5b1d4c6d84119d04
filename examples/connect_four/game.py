"""The registry entry of Connect Four: its metadata, models and functions."""

from __future__ import annotations

from examples.connect_four.rules import (
    Action,
    State,
    apply_action,
    complete,
    describe,
    illegal,
    legal_actions,
    new_game,
)
from py_engine.core.evaluators import NoOptions
from py_engine.core.game import Coach, Game, Info, Play, Rules, without_seed


def _coach() -> Coach[State, Action]:
    # Imported on first use: the first screen does not need it.
    from examples.connect_four.coach import COACH  # noqa: PLC0415

    return COACH


RULES = Rules(complete=complete, legal_actions=legal_actions, illegal=illegal, observe=without_seed, describe=describe)
GAME = Game(
    info=Info(
        ruleset_id="connect_four_v1",
        slug="connect-four",
        name="Connect Four",
        summary="Be the first to get four discs in a row. Two players.",
        players=2,
        capabilities=("play", "practise", "review", "grade", "scenario"),
    ),
    state=State,
    action=Action,
    rules=RULES,
    play=Play(options=NoOptions, new_game=new_game, apply_action=apply_action),
    load_coach=_coach,
)
