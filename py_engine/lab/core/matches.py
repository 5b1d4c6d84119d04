"""Games between players given by evaluator params, the building block of all tournaments.

A match is JSON data: the game, its options, the player at each seat, and the seeds of its games. Chance depends only on
the seed, so the same seed gives all players the same deals, dice or tokens. A game's laboratory may provide a
``Lockstep`` that plays many games in a batch; the games are the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypedDict, cast

from pydantic import JsonValue

from py_engine import games
from py_engine.core.contract import ContractError, EvaluatorParams
from py_engine.core.game import Game, playing
from py_engine.core.validation import parse_model
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.moves import MAX_MOVES, evaluator_seed
from py_engine.lab.core.versions import engine_of, require_same

__all__ = [
    "ONE_BY_ONE",
    "Lockstep",
    "Match",
    "Params",
    "Player",
    "PlayerData",
    "choice",
    "match",
    "play",
    "player",
    "require_sound",
]


class Params(TypedDict, total=False):
    """Evaluator params without a seed, as JSON data, or an external player."""

    evaluator: str
    evaluator_options: dict[str, Any]
    time_budget_ms: int
    max_work: int
    rollouts_per_action: int
    shortlist_size: int
    rollout_config: dict[str, Any]
    outside: str
    """A program that is not an evaluator of the engine."""
    simulations: int
    """Simulations per move of such a program."""


class Match(TypedDict):
    """Games between the same players."""

    ruleset_id: str
    options: dict[str, Any]
    players: list[Params]
    """By seat: evaluator params without a seed."""
    seeds: list[int]
    """The seeds of the games."""
    engine: str
    """The version of the engine that plays."""


class PlayerData(TypedDict):
    """A player as JSON data."""

    name: str
    params: Params


class Player(NamedTuple):
    """A player: a name for tables, and evaluator params without a seed."""

    name: str
    params: Params

    def as_data(self) -> PlayerData:
        """The player as JSON data."""
        return {"name": self.name, "params": self.params}


class Lockstep(NamedTuple):
    """A game's implementation of batched play."""

    can_play: Callable[[Params], bool]
    play: Callable[[dict[str, Any], list[Params], list[int]], list[list[float]]]
    """Takes options, players and seeds; returns the returns of each game, by seat."""
    own: Mapping[str, Any]
    """Players that are not evaluators, with the action that each always takes."""

    def at_once(self, players: list[Params]) -> bool:
        """Whether all of these players support batched play."""
        return all(map(self.can_play, players))


def _nothing(_options: dict[str, Any], _players: list[Params], _seeds: list[int]) -> list[list[float]]:
    """The batched play of ``ONE_BY_ONE``, which is never called."""
    raise NotImplementedError("These players play one game at a time.")


ONE_BY_ONE = Lockstep(lambda _: False, _nothing, {})
"""The ``Lockstep`` of games without batched play."""


def match(ruleset_id: str, options: dict[str, Any], players: list[Params], seeds: list[int]) -> Match:
    """A match with the version of the engine that is installed here."""
    return {
        "ruleset_id": ruleset_id,
        "options": options,
        "players": players,
        "seeds": seeds,
        "engine": _engine(ruleset_id),
    }


def _engine(ruleset_id: str) -> str:
    """The version of a game's engine; its folder is the last but one part of the module's name."""
    return engine_of(games.REGISTRY[ruleset_id].split(".")[-2])


def play(task: Match, lockstep: Lockstep = ONE_BY_ONE) -> list[list[float]]:
    """Plays a match and returns the returns of each game, by seat.

    Args:
        task: The match.
        lockstep: The game's batched play.

    Raises:
        LabError: the engine here has another version than the match.
    """
    ruleset_id, players = task["ruleset_id"], task["players"]
    require_same(task["engine"], _engine(ruleset_id))
    if lockstep.at_once(players):
        return lockstep.play(task["options"], players, task["seeds"])
    return [_play_game(task, seed, lockstep.own) for seed in task["seeds"]]


def _play_game(task: Match, seed: int, own: Mapping[str, Any]) -> list[float]:
    """Plays one game of a match and returns its returns by seat; 0 for a game that does not end in ``MAX_MOVES``."""
    game = games.load(task["ruleset_id"])
    play = playing(game)
    state = play.new_game(seed, play.options.model_validate(task["options"]))
    for move in range(MAX_MOVES):
        if state.game_over:
            break
        params = task["players"][state.active_player_id]
        name = params.get("evaluator")
        action = own[name] if name in own else choice(game, state, params, seed, move)
        state = play.apply_action(state, game.action.model_validate(action))
    return [float(points or 0.0) for points in state.returns]


def choice(game: Game[Any, Any], state: Any, params: Params, seed: int, move: int) -> JsonValue:
    """The action that an evaluator chooses, as JSON data.

    Args:
        game: The game.
        state: The position; the player to move chooses.
        params: The player's evaluator params.
        seed: The game's seed.
        move: Number of moves made so far.
    """
    return evaluated(game, state, {"evaluator_seed": evaluator_seed(seed, move), **params}).best_action


def player(ruleset_id: str, text: str, max_work: int | None = None, own: Collection[str] = ()) -> Player:
    """Parses a player: a level's id, an evaluator's name, params as JSON, or ``name={...}`` for named params.

    Args:
        ruleset_id: The game.
        text: The player.
        max_work: Limits every move of an evaluator by this work instead of the clock.
        own: Players of the game's laboratory that are not evaluators.

    Raises:
        LabError: there is no such player.
    """
    info = games.load(ruleset_id).row
    levels = {level.id: level.params for level in info.levels}
    evaluators = [row.name for row in info.evaluators]
    name, _, written = text.partition("=")
    if text in levels:
        params = cast("Params", dict(levels[text]))
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
    """Parses params given as JSON; error messages call the player ``text``."""
    try:
        params = json.loads(written)
    except ValueError:
        raise LabError(f"{text!r} is neither a player's name nor JSON.") from None
    if not isinstance(params, dict):
        raise LabError(f"{text!r} should be an object of evaluator params.")
    return cast("Params", params)


def require_sound(ruleset_id: str, params: Params, text: str) -> None:
    """Checks a player's params by creating an evaluation without running it.

    Raises:
        LabError: the player cannot play; the message calls it ``text``.
    """
    game = games.load(ruleset_id)
    play = playing(game)
    state = play.new_game(0, play.options())
    try:
        asked = parse_model(EvaluatorParams, {"evaluator_seed": 0, **params}, "INVALID_PARAMS", "evaluator params")
        game.evaluation(state, state.active_player_id, asked)
    except ContractError as error:
        raise LabError(f"{text!r} cannot play: {error.sentence}") from None
