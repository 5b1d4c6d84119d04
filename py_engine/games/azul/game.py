"""Azul's registry entry: its name and capabilities, its rules, and how to load its coach."""

from __future__ import annotations

from py_engine.core.game import Coach, Game, Info, Play, Rules, without_seed
from py_engine.games.azul.rules import play
from py_engine.games.azul.rules.describe import describe
from py_engine.games.azul.rules.state import RULESET_ID, AzulAction, AzulOptions, AzulState

__all__ = ["GAME"]


def _coach() -> Coach[AzulState, AzulAction]:
    # Imported late: the coach is most of the game's modules, and the first screen does not need it.
    from py_engine.games.azul.coach import COACH  # noqa: PLC0415

    return COACH


GAME = Game(
    info=Info(
        ruleset_id=RULESET_ID,
        slug="azul",
        name="Azul",
        summary="Draft tiles, fill lines, lay your wall. Two players.",
        players=2,
        capabilities=("play", "practise", "review", "grade", "scenario"),
    ),
    state=AzulState,
    action=AzulAction,
    rules=Rules(
        complete=play.complete,
        legal_actions=play.listed_actions,
        illegal=play.illegal,
        observe=without_seed,
        describe=describe,
    ),
    play=Play(
        options=AzulOptions,
        new_game=lambda seed, options: play.new_game(seed, options.first_player),
        apply_action=play.apply_action,
    ),
    load_coach=_coach,
)
