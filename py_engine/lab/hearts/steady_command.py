"""``python -m py_engine.lab hearts-steady``: how often two seeds give the same grade at the end of a hand, by budget.

A random legal card is graded in each position, with two evaluator seeds and with every budget. Budgets are given in milliseconds
and are measured as the work that corresponds to them (see ``search.endgame.ending``), so that the results do not depend on
the machine or its load.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import numpy as np
from pydantic import JsonValue

from py_engine.core.contract import EvaluatorParams
from py_engine.core.evaluation import Evaluation
from py_engine.core.results import Result
from py_engine.games.hearts.game import GAME
from py_engine.games.hearts.knowledge.equivalence import lowest_equals
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.grades import BANDS
from py_engine.games.hearts.rules.cards import DECK, SEATS
from py_engine.games.hearts.rules.play import apply_action, legal_actions
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, move_of
from py_engine.games.hearts.search.endgame.ending import NODES_OF_A_MS
from py_engine.games.hearts.search.endgame.solving import NODES_OF_A_PLAYOUT
from py_engine.lab.core.commands import add_common, counted, kept_work
from py_engine.lab.core.evaluations import evaluated
from py_engine.lab.core.versions import engine_of, require_same
from py_engine.lab.core.writing import Rows, aligned, markdown
from py_engine.lab.hearts.benchmark import NO_CLOCK
from py_engine.lab.hearts.hand import first_state

__all__ = ["BUDGETS", "Graded", "Task", "add", "graded", "position", "steady", "table", "work_of"]

BUDGETS = (250, 900, 5_000)
"""Milliseconds: the presets."""
ERRS = 0.1
"""Probability of a random card in the hands that lead to the positions; greedy otherwise."""
GRADES = [band.code for band in BANDS]


class Graded(NamedTuple):
    """A card graded by two seeds within one budget, and what the first of them did."""

    budget: int
    grades: tuple[str, str]
    losses: tuple[float, float]
    errors: tuple[float, float]
    solved: bool
    """Whether all worlds were solved."""
    exact: bool
    """Whether the values are those of solved worlds, all or enough of them."""
    nodes: int
    rollouts: int
    worlds: int
    ended_by: str


class Task(TypedDict):
    """A position, by the deal that it comes from, and the budgets."""

    seed: int
    deal: int
    cards: int
    budgets: list[int]
    options: dict[str, Any]
    engine: str


def work_of(budget: int) -> int:
    """The work that corresponds to a time budget in milliseconds."""
    return budget * NODES_OF_A_MS // NODES_OF_A_PLAYOUT


def position(seed: int, deal: int, cards: int) -> tuple[HeartsState, HeartsAction] | None:
    """A decision with ``cards`` cards in hand and a random legal card; None if the deal has no choice of cards there."""
    generator = np.random.default_rng((seed, deal))
    state = first_state(seed, deal)
    wanted = int(generator.integers(SEATS))
    chosen: JsonValue
    while state.phase == "pass" or len(state.trick_history) < 13 - cards or len(state.trick) < wanted:
        legal = legal_actions(state)
        if generator.random() < ERRS and state.phase == "play":
            chosen = legal[int(generator.integers(len(legal)))]
        else:
            chosen = evaluated(GAME, state, {"evaluator": "greedy", "evaluator_seed": 0}).best_action
        state = apply_action(state, HeartsAction.model_validate(chosen))
    facts = facts_of(state, state.active_player_id)
    equals = lowest_equals(facts.hand, int(DECK) & ~facts.gone, facts.rules)
    actions = [HeartsAction.model_validate(each) for each in legal_actions(state)]
    if len({equals[move_of(action).bit_length() - 1] for action in actions}) < 2:
        return None
    return state, actions[int(generator.integers(len(actions)))]


def graded(task: Task) -> list[Graded]:
    """A job: the grades of one position; empty if it has no choice of cards.

    Raises:
        LabError: this engine's version differs from the caller's.
    """
    require_same(task["engine"], engine_of("hearts"))
    found = position(task["seed"], task["deal"], task["cards"])
    if found is None:
        return []
    state, action = found
    rows = []
    for budget in task["budgets"]:
        first, second = (_result(state, action, budget, seed, task["options"]) for seed in (1, 2))
        metadata = first.metadata
        rows.append(
            Graded(
                budget,
                (str(first.grade), str(second.grade)),
                (-(first.delta_ev or 0.0), -(second.delta_ev or 0.0)),
                (first.delta_stderr or 0.0, second.delta_stderr or 0.0),
                metadata.solved,
                bool(first.evidence.solved),
                metadata.nodes,
                metadata.rollouts_run,
                first.candidates[0].rollouts,
                str(metadata.ended_by),
            )
        )
    return rows


def _result(state: HeartsState, action: HeartsAction, budget: int, seed: int, options: dict[str, Any]) -> Result:
    params = EvaluatorParams(
        evaluator_seed=seed, time_budget_ms=NO_CLOCK, max_work=work_of(budget), evaluator_options=options
    )
    evaluation: Evaluation = GAME.evaluation(state, state.active_player_id, params, action)
    result: Result | None = evaluation.run()
    if result is None:
        raise RuntimeError("An evaluation has ended without a result.")
    return result


def steady(rows: Sequence[Graded]) -> tuple[float, float]:
    """The shares of positions in which two seeds give the same grade, and the same or the next one."""
    steps = [abs(GRADES.index(row.grades[0]) - GRADES.index(row.grades[1])) for row in rows]
    return steps.count(0) / len(steps), sum(step < 2 for step in steps) / len(steps)


def table(rows: Sequence[Graded]) -> Rows:
    """The results by budget."""
    found: Rows = [
        [
            "budget (ms)",
            "positions",
            "same",
            "same or next",
            "all solved",
            "enough solved",
            "no error",
            "nodes",
            "playouts",
        ]
    ]
    for budget in sorted({row.budget for row in rows}):
        chosen = [row for row in rows if row.budget == budget]
        same, near = steady(chosen)
        count = len(chosen)
        certain = sum(row.errors[0] == 0 and not row.solved for row in chosen)  # same bits: an exact zero
        found.append(
            [
                f"{budget:,}",
                str(count),
                f"{100 * same:.1f} %",
                f"{100 * near:.1f} %",
                f"{100 * sum(row.solved for row in chosen) / count:.0f} %",
                f"{100 * sum(row.exact and not row.solved for row in chosen) / count:.0f} %",
                str(certain),
                f"{sum(row.nodes for row in chosen) / count:,.0f}",
                f"{sum(row.rollouts for row in chosen) / count:,.0f}",
            ]
        )
    return found


def add(commands: Any) -> None:
    """Adds the command to the laboratory's parser."""
    parser = commands.add_parser("hearts-steady", help="how often two seeds agree on a grade at the end of a hand")
    parser.add_argument("--positions", type=counted, default=200, help="number of positions (200)")
    parser.add_argument("--cards", type=counted, default=5, help="cards in hand (5)")
    parser.add_argument("--budgets", type=counted, nargs="+", default=list(BUDGETS), help="milliseconds (250 900 5000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the deals (0)")
    parser.add_argument("--playouts", action="store_true", help="by playouts only, for comparison")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write the table to this file")
    add_common(parser, "hearts-steady")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    options = {"endgame_cards": 0} if chosen.playouts else {}
    engine = engine_of("hearts")
    rows: list[Graded] = []
    positions = 0
    # About a tenth of the deals have no choice of cards there.
    tasks = [
        Task(seed=chosen.seed, deal=deal, cards=chosen.cards, budgets=chosen.budgets, options=options, engine=engine)
        for deal in range(3 * chosen.positions)
    ]
    with kept_work(chosen, "Graded", "deals") as work:
        for done in work(graded, tasks):
            rows += [Graded(*row) for row in done.result]
            positions += bool(done.result)
            if positions == chosen.positions:
                break
    if not rows:
        raise SystemExit("None of the deals has a choice of cards there.")
    print(aligned(table(rows)))
    if chosen.markdown is not None:
        chosen.markdown.write_text(markdown(table(rows)), "utf-8")
