"""Measures what the sums of a reviewed game of Entropy leave open: its result, less par, luck and the losses of both.

All of them are exact in principle, but the parts are estimated: par and luck by a shallow search, losses by the coach's. Games
are played by a shallow search mixed with greedy moves, so that both sides lose something, and each move is graded.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict

import numpy as np

from py_engine.core.coaching.account import AccountArgs
from py_engine.core.results import Result, Unset
from py_engine.games.entropy.coaching.account import Account
from py_engine.games.entropy.coaching.final_score import score_of_state
from py_engine.games.entropy.game import GAME
from py_engine.games.entropy.knowledge.calibration import rise
from py_engine.games.entropy.rules.batch import ORDER
from py_engine.games.entropy.rules.play import apply_action, new_game
from py_engine.games.entropy.rules.state import EntropyAction, EntropyState, Options
from py_engine.games.entropy.rules.tables import SIZES
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.versions import engine_of, require_same

__all__ = ["Sums", "add", "sums", "table"]

WORK = 600_000
"""Nodes the coach searches in 250 ms in the browser."""
GREEDY = 0.3
"""Probability of a greedy move."""


class Sums(NamedTuple):
    """The parts of a game's result as Order sees them, and the stated variances."""

    size: int
    par: float
    luck: float
    skill: float
    result: float
    loss_variance: float
    luck_variance: float


class Task(TypedDict):
    """A game that is played and reviewed."""

    seed: int
    size: int
    engine: str


def sums(task: Task) -> Sums:
    """A job: the parts of one game.

    Raises:
        LabError: this engine's version differs from the caller's.
    """
    require_same(task["engine"], engine_of("entropy"))
    generator = np.random.default_rng(task["seed"])
    state = new_game(task["seed"], Options.model_validate({"size": task["size"]}))
    states: list[EntropyState] = [state]
    actions: list[EntropyAction] = []
    deltas: list[float | None] = []
    skill = variance = 0.0
    while not state.game_over:
        greedy = generator.random() < GREEDY
        params: dict[str, Any] = (
            {"evaluator": "greedy2"} if greedy else {"evaluator_options": {"depth": 1, "answers": 1}}
        )
        chosen = _evaluate(state, None, {**params, "evaluator_seed": int(generator.integers(2**31))}).best_action
        action = EntropyAction.model_validate(chosen)
        graded = _evaluate(state, action, {"max_work": WORK})
        loss = graded.delta_ev or 0.0
        skill += loss if state.active_player_id == ORDER else -loss
        variance += (graded.delta_stderr or 0.0) ** 2
        deltas.append(graded.delta_ev)
        state = apply_action(state, action)
        states.append(state)
        actions.append(action)
    data = [each.model_dump(mode="json") for each in states]
    moves: list[dict[str, Any] | str] = [each.model_dump(mode="json") for each in actions]
    account = Account(AccountArgs(states=data, actions=moves, deltas=deltas, opening=True)).run()
    if account is None or isinstance(account.opening_luck, Unset):
        raise RuntimeError("The account of a game has ended without a result.")
    opening = list(account.opening_luck or [0.0])[ORDER]
    par = score_of_state(states[0]) + rise(task["size"], task["size"] ** 2) - opening
    luck_variance = account.luck_stderr[ORDER] ** 2
    return Sums(task["size"], par, account.luck[ORDER], skill, float(state.score), variance, luck_variance)


def table(found: Sequence[Sums]) -> str:
    """The part of the results that par, luck and losses do not explain, and how often it is within the stated error."""
    rests = np.array([each.result - each.par - each.luck - each.skill for each in found], dtype=np.float64)
    stated = np.sqrt(np.array([each.loss_variance + each.luck_variance for each in found], dtype=np.float64))
    within = int((np.abs(rests) <= 2 * stated).sum(dtype=np.int64))
    return "\n".join(
        (
            f"games                      {len(found)}",
            f"left open, mean            {rests.mean():+.2f} points",
            f"left open, rms             {np.sqrt(np.square(rests).mean()):.2f} points",
            f"stated error, rms          {np.sqrt(np.square(stated).mean()):.2f} points",
            f"within two stated errors   {within} of {len(found)}",
        )
    )


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("entropy-sums", help="measure what the sums of reviewed games of Entropy leave open")
    parser.add_argument("--games", type=counted, default=24)
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the first game (0); further games use the following"
    )
    parser.add_argument("--size", type=int, choices=SIZES, default=SIZES[0], help="board size (7)")
    add_common(parser, "entropy-sums")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    tasks: list[Task] = [{"seed": seed, "size": chosen.size, "engine": engine_of("entropy")} for seed in seeds]
    with kept_work(chosen, "Played", "games") as work:
        found = [Sums(*done.result) for done in work(sums, tasks)]
    print(table(found))


def _evaluate(state: EntropyState, action: EntropyAction | None, params: dict[str, Any]) -> Result:
    return evaluated(GAME, state, {"evaluator_seed": 1, "time_budget_ms": 600_000, **params}, action)
