"""Entropy's registry entry: what the page needs to know about the game, and the functions that implement it."""

from __future__ import annotations

from py_engine.core.game import Coach, Game, Info, Play, Rules, without_seed
from py_engine.games.entropy.rules import play
from py_engine.games.entropy.rules.describe import describe
from py_engine.games.entropy.rules.state import RULESET_ID, EntropyAction, EntropyState, Options

__all__ = ["GAME"]


def _coach() -> Coach[EntropyState, EntropyAction]:
    # Imported on demand: the first screen does not need it, and it pulls in most of the game's modules.
    from py_engine.games.entropy.coach import COACH  # noqa: PLC0415

    return COACH


GAME = Game(
    info=Info(
        ruleset_id=RULESET_ID,
        slug="entropy",
        name="Entropy",
        summary="Order slides, Chaos places: build palindromes, or break them. Two players.",
        players=2,
        capabilities=("play", "practise", "review", "grade", "scenario"),
        roles=("Order", "Chaos"),
    ),
    state=EntropyState,
    action=EntropyAction,
    rules=Rules(
        complete=play.complete,
        legal_actions=play.legal_actions,
        illegal=play.illegal,
        observe=without_seed,
        describe=describe,
    ),
    play=Play(options=Options, new_game=play.new_game, apply_action=play.apply_action),
    load_coach=_coach,
)
