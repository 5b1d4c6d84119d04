"""Yatzy's registry entry: what the page needs to know about the game, and the functions that implement it."""

from __future__ import annotations

from py_engine.core.game import Coach, Game, Info, Play, Rules, without_seed
from py_engine.games.yatzy.rules import play
from py_engine.games.yatzy.rules.describe import describe
from py_engine.games.yatzy.rules.state import MOST_PLAYERS, RULESET_ID, Options, YatzyAction, YatzyOptions, YatzyState

__all__ = ["GAME"]


def _new_game(seed: int, options: YatzyOptions) -> YatzyState:
    """A new game; the seed decides the dice."""
    return play.new_game(seed, options.players, Options(**options.model_dump(exclude={"players"})))


def _coach() -> Coach[YatzyState, YatzyAction]:
    # Imported on demand: the first screen does not need it, and it pulls in most of the game's modules.
    from py_engine.games.yatzy.coach import COACH  # noqa: PLC0415

    return COACH


GAME = Game(
    info=Info(
        ruleset_id=RULESET_ID,
        slug="yatzy",
        name="Yatzy",
        summary="Five dice, three throws, fifteen categories. Alone or for up to six.",
        players=MOST_PLAYERS,
        min_players=1,
        capabilities=("play", "practise", "review", "grade", "scenario"),
    ),
    state=YatzyState,
    action=YatzyAction,
    rules=Rules(
        complete=play.complete,
        legal_actions=play.legal_actions,
        illegal=play.illegal,
        observe=without_seed,
        describe=describe,
        players=lambda state: len(state.players),
        undecidable=play.undecidable,
    ),
    play=Play(options=YatzyOptions, new_game=_new_game, apply_action=play.apply_action),
    load_coach=_coach,
)
