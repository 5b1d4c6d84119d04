"""The engine's API: JSON in, JSON out. The browser calls only this module.

No function here raises; errors are returned as an ``ErrorAnswer``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from py_engine import games
from py_engine.core.contract import MAX_INT, ContractError, EvaluatorParams, Model
from py_engine.core.evaluation import Evaluation, Job
from py_engine.core.game import Game, playing, practising
from py_engine.core.jobs import Jobs
from py_engine.core.legality import require_player
from py_engine.core.results import as_object, dumps
from py_engine.core.validation import parse_json, parse_model, shorten
from py_engine.preparation import Preparation

__all__ = [
    "apply_action",
    "describe_state",
    "evaluate_best_move",
    "extend",
    "generate_scenario",
    "grade",
    "grade_user_action",
    "list_games",
    "list_legal_actions",
    "load_artifact",
    "new_game",
    "observe",
    "query",
    "start_job",
    "step",
    "stop",
]

AnyGame = Game[Any, Any]
_log = logging.getLogger(__name__)
_jobs = Jobs()


class _Decision(NamedTuple):
    """What an evaluation is about."""

    game: AnyGame
    state: Any
    player: int


_decisions: WeakKeyDictionary[Evaluation, _Decision] = WeakKeyDictionary()
"""The decisions of evaluations that were started as jobs."""


def _bridged(function: Callable[..., Any]) -> Callable[..., str]:
    """Wraps a function so that it returns its result, or its error, as JSON text."""

    @wraps(function)
    def call(*args: Any) -> str:
        try:
            return dumps(function(*args))
        except ContractError as error:
            _log_fault(function.__name__, error)
            return _error(error.code, error.sentence, error.context)
        except Exception:  # noqa: BLE001 - a bug is logged with its traceback, and the page still gets an answer
            _log.exception("bridge.%s failed", function.__name__)
            return _error("INTERNAL", "Something went wrong inside the engine; nothing was changed.", {})

    return call


def _log_fault(name: str, error: ContractError) -> None:
    """Logs an error that is the engine's own fault, with its traceback."""
    if error.code == "ROLLOUT_FAILURE":
        _log.error("bridge.%s: a rollout failed", name, exc_info=error)


def _error(code: str, sentence: str, context: dict[str, Any]) -> str:
    return json.dumps({"error": sentence, "code": code, "context": context}, separators=(",", ":"))


def _state(text: object) -> tuple[AnyGame, Any]:
    """The game and the checked state in a JSON text."""
    return _checked_state(parse_json(text, "state"))


def _checked_state(data: Any) -> tuple[AnyGame, Any]:
    game = games.load(data.get("ruleset_id") if isinstance(data, dict) else None)
    return game, game.rules.complete(parse_model(game.state, data, "INVALID_STATE", "state"))


def _seat(game: AnyGame, state: Any, player: object) -> int:
    """Checks that a player takes part and returns the player."""
    return require_player(player, game.players(state))


def _player(game: AnyGame, state: Any, player: object) -> int:
    """Checks that it is the player's turn, unless the game is over, and returns the player."""
    player = _seat(game, state, player)
    if not state.game_over and player != state.active_player_id:
        text = f"It is player {state.active_player_id}'s turn, not player {player}'s."
        raise ContractError("INVALID_PLAYER", text, active_player_id=state.active_player_id)
    return player


def _params(data: Any) -> EvaluatorParams:
    return parse_model(EvaluatorParams, data, "INVALID_PARAMS", "params")


def _action(game: AnyGame, data: Any) -> Any:
    return parse_model(game.action, data, "INVALID_ACTION", "action")


def _whole(value: object, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_INT:
        raise ContractError("INVALID_PARAMS", f"The {what} should be a whole number from 0 to 2^53-1.")
    return value


def _evaluation(data: Any, player: object, params: Any, action: Any, *, graded: bool) -> Evaluation:
    """Checks state, player, params and action, in this order."""
    game, state = _checked_state(data)
    player = _player(game, state, player)
    checked = _params(params)
    if state.game_over:
        raise ContractError("NO_LEGAL_ACTIONS", "The game is over: there is no move to evaluate.")
    user = _action(game, action) if graded else None
    games.at_work(game)
    evaluation = game.evaluation(state, player, checked, user)
    _decisions[evaluation] = _Decision(game, state, player)
    return evaluation


def _finished(evaluation: Evaluation) -> Any:
    """Runs an evaluation to its end and returns the result with feedback."""
    evaluation.finish()
    return evaluation.explained()


def _answer(job: Job[Any]) -> Any:
    """A job's result so far, with feedback if it is an evaluation."""
    return job.explained() if isinstance(job, Evaluation) else job.result()


@_bridged
def list_games() -> list[Any]:
    """Lists all games as ``GameInfo`` objects."""
    return games.rows()


@_bridged
def new_game(ruleset_id: str, seed: int, options_json: str) -> Any:
    """Returns the initial state for a seed and options."""
    data = parse_json(options_json, "options")
    play = playing(games.load(ruleset_id))
    options = parse_model(play.options, data, "INVALID_PARAMS", "options")
    return play.new_game(_whole(seed, "seed"), options)


@_bridged
def list_legal_actions(state_json: str, player_id: int) -> Any:
    """Lists the legal actions in a fixed order."""
    game, state = _state(state_json)
    _player(game, state, player_id)
    return game.rules.legal_actions(state)


@_bridged
def apply_action(state_json: str, action_json: str) -> Any:
    """Plays an action of the player to move, chance included, and returns the next state."""
    data, action = parse_json(state_json, "state"), parse_json(action_json, "action")
    game, state = _checked_state(data)
    play = playing(game)
    if state.seed is None:
        text = "This state is an observation: it can be evaluated and shared, but not played on."
        raise ContractError("INVALID_STATE", text)
    if state.game_over:
        # Checked before the action is parsed, because it takes precedence over an invalid action.
        raise ContractError("NO_LEGAL_ACTIONS", "The game is over: there is no move to play.")
    return game.rules.complete(play.apply_action(state, _action(game, action)))


@_bridged
def evaluate_best_move(state_json: str, player_id: int, params_json: str) -> Any:
    """Evaluates a player's decision and returns an ``EvaluationResult``."""
    data, params = parse_json(state_json, "state"), parse_json(params_json, "params")
    return _finished(_evaluation(data, player_id, params, None, graded=False))


@_bridged
def grade_user_action(state_json: str, player_id: int, user_action_json: str, params_json: str) -> Any:
    """Grades a player's action and returns an ``EvaluationResult`` with the user's fields."""
    data = parse_json(state_json, "state")
    action, params = parse_json(user_action_json, "action"), parse_json(params_json, "params")
    return _finished(_evaluation(data, player_id, params, action, graded=True))


@_bridged
def generate_scenario(params_json: str) -> Any:
    """Generates a position worth practising and returns its state."""
    return _scenario(parse_json(params_json, "params")).run()


def _scenario(data: Any) -> Job[Any]:
    practice = practising(games.load(data.get("ruleset_id") if isinstance(data, dict) else None))
    return practice.scenario(parse_model(practice.params, data, "INVALID_PARAMS", "params"))


@_bridged
def query(ruleset_id: str, name: str, args_json: str) -> Any:
    """Answers a game-specific query; ``GameInfo.queries`` lists them."""
    return _query(ruleset_id, name, parse_json(args_json, "arguments")).run()


def _query(ruleset_id: object, name: object, data: Any) -> Job[Any]:
    asked = games.load(ruleset_id).coach.queries
    if not isinstance(name, str) or name not in asked:
        text = f"This game has no query {shorten(name)!r}."
        raise ContractError("UNSUPPORTED", text, queries=list(asked))
    return asked[name].job(parse_model(asked[name].args, data, "INVALID_PARAMS", "arguments"))


@_bridged
def observe(state_json: str, player_id: object) -> Any:
    """Returns the state as the player may see it."""
    game, state = _state(state_json)
    return game.rules.observe(state, _seat(game, state, player_id))


@_bridged
def describe_state(state_json: str) -> Any:
    """Describes the position in a short text."""
    game, state = _state(state_json)
    return game.rules.describe(state)


@_bridged
def load_artifact(ruleset_id: str, name: str, data: Any) -> Any:
    """Checks and registers a fetched file (a table, learnt values) and returns its ``sha256``."""
    game = games.load(ruleset_id)
    return {"sha256": game.load_artifact(name, data)}


class _EvaluationArgs(Model):
    """Arguments of an evaluation job; each is checked as in ``grade_user_action``."""

    state: Any
    player_id: Any
    params: Any
    user_action: Any = None


class _PreparationArgs(Model):
    """Arguments of a preparation job."""

    ruleset_id: Any
    screen_only: bool = False


class _QueryArgs(Model):
    """Arguments of a query job."""

    ruleset_id: Any
    name: Any
    args: Any


@_bridged
def start_job(kind: str, args_json: str) -> Any:
    """Starts a job (``evaluation``, ``query``, ``scenario`` or ``preparation``) and returns ``{"handle": n}``.

    A preparation has no result: it imports a game piece by piece, so that the next calls for that game are fast;
    with ``screen_only`` only what its first screen needs, which is the coach too if the game is only reviewed.
    """
    data = parse_json(args_json, "arguments")
    if kind == "evaluation":
        a = parse_model(_EvaluationArgs, data, "INVALID_PARAMS", "arguments")
        graded = a.user_action is not None
        job: Job[Any] = _evaluation(a.state, a.player_id, a.params, a.user_action, graded=graded)
    elif kind == "query":
        q = parse_model(_QueryArgs, data, "INVALID_PARAMS", "arguments")
        job = _query(q.ruleset_id, q.name, q.args)
    elif kind == "scenario":
        job = _scenario(data)
    elif kind == "preparation":
        p = parse_model(_PreparationArgs, data, "INVALID_PARAMS", "arguments")
        job = Preparation(p.ruleset_id, screen_only=p.screen_only)
    else:
        raise ContractError("INVALID_PARAMS", f"There is no job of kind {shorten(kind)!r}.")
    return {"handle": _jobs.add(job)}


@_bridged
def step(handle: int, slice_ms: object) -> Any:
    """Works on a job for about ``slice_ms`` milliseconds and returns its snapshot.

    The snapshot is the result so far with ``done`` and ``progress`` (0..1).
    """
    job = _jobs.get(handle)
    if isinstance(slice_ms, bool) or not isinstance(slice_ms, (int, float)) or not 0 <= slice_ms <= 600_000:
        raise ContractError("INVALID_PARAMS", "The slice should be a number of milliseconds.")
    return _stepped(handle, job, float(slice_ms))


def _stepped(handle: int, job: Job[Any], slice_ms: float) -> dict[str, Any]:
    try:
        job.step(slice_ms)
    except ContractError as error:
        _log_fault("step", error)
        _jobs.remove(handle)
        answer = {"error": error.sentence, "code": error.code, "context": error.context}
        return {**answer, "done": True, "progress": 1.0}
    except Exception:
        _jobs.remove(handle)
        raise
    return _snapshot(job)


def _snapshot(job: Job[Any]) -> dict[str, Any]:
    answer = _answer(job)
    return {**({} if answer is None else as_object(answer)), "done": job.done, "progress": job.progress}


@_bridged
def extend(handle: int, params_json: str) -> Any:
    """Resumes an evaluation with larger budgets and returns its snapshot."""
    data = parse_json(params_json, "params")
    job = _jobs.get(handle)
    if not isinstance(job, Evaluation):
        raise ContractError("UNSUPPORTED", "Only an evaluation can be extended.")
    if not isinstance(data, dict):
        raise ContractError("INVALID_PARAMS", "The params should be a JSON object.")
    params = _params({**job.params.model_dump(), **data})
    budgets = {"time_budget_ms", "rollouts_per_action", "max_work"}
    if params.model_dump(exclude=budgets) != job.params.model_dump(exclude=budgets):
        raise ContractError("INVALID_PARAMS", "Only the budgets of a running evaluation can be changed.")
    job.extend(params)
    return _snapshot(job)


@_bridged
def grade(handle: int, user_action_json: str) -> Any:
    """Makes a running or finished evaluation the grading of an action and returns its snapshot.

    It keeps the work it has done: a move that it compared is graded by what is known of it, and the best one is ``best``.
    Evaluations that cannot go on start again, with the same params.
    """
    data = parse_json(user_action_json, "action")
    job = _jobs.get(handle)
    if not isinstance(job, Evaluation):
        raise ContractError("UNSUPPORTED", "Only an evaluation can go on as a grading.")
    game, state, player = decision = _decisions[job]
    games.at_work(game)
    graded = game.graded(job, state, player, _action(game, data))
    _decisions[graded] = decision
    _jobs.replace(handle, graded)
    return _snapshot(graded)


@_bridged
def stop(handle: int) -> Any:
    """Ends a job and returns its last snapshot."""
    job = _jobs.get(handle)
    _jobs.remove(handle)
    return _snapshot(job)
