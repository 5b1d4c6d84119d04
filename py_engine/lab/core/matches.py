"""Plays games between players that are named by evaluator params: what every tournament is made of.

A match is JSON data: which game, its options, who sits where, and the seeds of its games. Chance is the seed's alone, so
the same seed brings the same deals, dice or tokens to everybody. Where all players of a match can play many games at
once, they do; the games are the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypedDict

from py_engine import games
from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.game import Game, playing
from py_engine.core.results import to_json
from py_engine.core.validation import parse_model
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.moves import MOST_MOVES, evaluator_seed
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.entropy import lockstep as entropy_lockstep

__all__ = ["Match", "Params", "Player", "at_once", "choice", "match", "play", "player", "require_sound"]

Params = dict[str, Any]


class Match(TypedDict):
    """Some games of the same players."""

    ruleset_id: str
    options: dict[str, Any]
    players: list[Params]
    """By seat: evaluator params without a seed."""
    seeds: list[int]
    """One game each."""
    engine: str
    """Which version of the engine plays."""


class Player(NamedTuple):
    """Who plays: a name for tables, and evaluator params without a seed."""

    name: str
    params: Params


class _Lockstep(NamedTuple):
    """How a game plays many games at once."""

    can_play: Callable[[Params], bool]
    play: Callable[[dict[str, Any], list[Params], list[int]], list[list[float]]]
    """Options, players, seeds -> returns by game."""
    own: Mapping[str, Any]
    """Players that are no evaluators: the action that each always takes."""


_LOCKSTEPS: Mapping[str, _Lockstep] = {
    "entropy_v1": _Lockstep(entropy_lockstep.can_play, entropy_lockstep.play, entropy_lockstep.OWN),
}


def match(ruleset_id: str, options: dict[str, Any], players: list[Params], seeds: list[int]) -> Match:
    """A match of the engine as it is here."""
    return {
        "ruleset_id": ruleset_id,
        "options": options,
        "players": players,
        "seeds": seeds,
        "engine": _engine(ruleset_id),
    }


def _engine(ruleset_id: str) -> str:
    return engine_of(games.REGISTRY[ruleset_id].split(":")[0].split(".")[-2])


def at_once(ruleset_id: str, players: list[Params]) -> bool:
    """Whether these players play many games at once."""
    lockstep = _LOCKSTEPS.get(ruleset_id)
    return lockstep is not None and all(lockstep.can_play(each) for each in players)


def play(task: Match) -> list[list[float]]:
    """The returns of each game, by seat.

    Raises:
        LabError: the engine here is of another version than the one that asks.
    """
    ruleset_id, players = task["ruleset_id"], task["players"]
    require_same(task["engine"], _engine(ruleset_id))
    if at_once(ruleset_id, players):
        return _LOCKSTEPS[ruleset_id].play(task["options"], players, task["seeds"])
    return [_play_game(ruleset_id, task["options"], players, seed) for seed in task["seeds"]]


def _play_game(ruleset_id: str, options: dict[str, Any], players: list[Params], seed: int) -> list[float]:
    game = games.load(ruleset_id)
    play = playing(game)
    state = play.new_game(seed, play.options.model_validate(options))
    for move in range(MOST_MOVES):
        if state.game_over:
            break
        params = players[state.active_player_id]
        state = play.apply_action(state, game.action.model_validate(choice(game, state, params, seed, move)))
    return [float(points or 0.0) for points in state.returns]


def choice(game: Game[Any, Any], state: Any, params: Params, seed: int, move: int) -> Any:
    """The action that a player takes, as JSON data.

    Args:
        game: which.
        state: where; it is the player's turn.
        params: who.
        seed: of the game.
        move: how many have been made.
    """
    own = _own(game.info.ruleset_id)
    if params.get("evaluator") in own:
        return own[params["evaluator"]]
    asked = EvaluatorParams(evaluator_seed=evaluator_seed(seed, move), **params)
    player = state.active_player_id
    return to_json(game.evaluation(state, player, asked).run())["best_action"]


def _own(ruleset_id: str) -> Mapping[str, Any]:
    lockstep = _LOCKSTEPS.get(ruleset_id)
    return {} if lockstep is None else lockstep.own


def player(ruleset_id: str, text: str, max_work: int | None = None) -> Player:
    """The player of a text: a level's id, an evaluator's name, params as JSON, or ``name={...}`` with a name for them.

    Args:
        ruleset_id: of which game.
        text: who.
        max_work: ends every move of an evaluator at this work instead of the clock.

    Raises:
        LabError: there is no such player.
    """
    info = games.load(ruleset_id).row
    levels = {level.id: level.params for level in info.levels}
    evaluators = [row.name for row in info.evaluators]
    own = _own(ruleset_id)
    name, _, written = text.partition("=")
    if text in levels:
        params: Params = dict(levels[text])
    elif text in evaluators or text in own:
        params = {"evaluator": text}
    elif "{" in name:
        name, params = text, _written(text, text)
    elif written:
        params = _written(written, text)
    else:
        known = ", ".join(dict.fromkeys([*levels, *evaluators, *own]))
        raise LabError(f"{info.name} has no player {text!r}; there are {known}, and evaluator params as JSON.")
    if params.get("evaluator") not in own:
        if max_work is not None:
            params |= {"max_work": max_work, "time_budget_ms": 600_000}
        require_sound(ruleset_id, params, text)
    return Player(name, params)


def _written(written: str, text: str) -> Params:
    try:
        params = json.loads(written)
    except ValueError:
        raise LabError(f"{text!r} is neither a player's name nor JSON.") from None
    if not isinstance(params, dict):
        raise LabError(f"{text!r} should be an object of evaluator params.")
    return params


def require_sound(ruleset_id: str, params: Params, text: str) -> None:
    """Asks the player something, without waiting for an answer.

    Raises:
        LabError: it cannot play; the sentence calls it ``text``.
    """
    game = games.load(ruleset_id)
    play = playing(game)
    state = play.new_game(0, play.options())
    try:
        asked = parse_model(EvaluatorParams, {"evaluator_seed": 0, **params}, "INVALID_PARAMS", "evaluator params")
        game.evaluation(state, state.active_player_id, asked)
    except ContractError as error:
        raise LabError(f"{text!r} cannot play: {error.sentence}") from None
