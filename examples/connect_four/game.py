"""The registry entry of Connect Four: what the page must know of it, and which function answers what."""

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
    from examples.connect_four.coach import COACH  # noqa: PLC0415 - a first screen does without it

    return COACH


GAME = Game(
    info=Info(
        ruleset_id="connect_four_v1",
        slug="connect-four",
        name="Connect Four",
        summary="Four discs in a line, before the other has them. Two players.",
        players=2,
        capabilities=("play", "practise", "review", "grade", "scenario"),
    ),
    state=State,
    action=Action,
    rules=Rules(
        complete=complete, legal_actions=legal_actions, illegal=illegal, observe=without_seed, describe=describe
    ),
    play=Play(options=NoOptions, new_game=new_game, apply_action=apply_action),
    load_coach=_coach,
)
