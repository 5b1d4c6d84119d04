"""``yatzy quiz``: 30 decisions on which players differ most, and how well the profile fits simulated players.

Questions come from the pools of ``scenarios`` and ``difficult``, no two of them alike: those whose answer says most (by mutual
information) about each habit in turn. Then players of random types answer, and the table says how often the 95 % intervals hold the
truth, and how wide they are beside the prior's.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.rules.tables import CATEGORIES, MULTISETS
from py_engine.lab.core.commands import counted
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.habits.card_program import DEPTHS, GAMMAS, HABITS, THETAS
from py_engine.lab.yatzy.habits.profile import BETA_GRID, OVER, action_tables, fitted, interval, log_likelihoods
from py_engine.lab.yatzy.output.writing import Result, add_output, show
from py_engine.lab.yatzy.positions.pool import collect, different
from py_engine.lab.yatzy.positions.pool_program import scores_of
from py_engine.lab.yatzy.positions.sensitivity_program import action_name

__all__ = ["add", "chosen_questions", "information", "measured"]

_GRIDS = (np.array(THETAS), np.array(GAMMAS), np.array(DEPTHS, dtype=np.float64), BETA_GRID)


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("quiz", help="30 questions for a profile, tested on simulated players (profile)")
    parser.add_argument("--questions", type=counted, default=30)
    parser.add_argument("--pool", type=counted, default=150, help="decisions to choose from (150)")
    parser.add_argument("--players", type=counted, default=200)
    parser.add_argument("--games", type=counted, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


def information(logs: Array) -> Array:
    """(4,) float64: the mutual information, in nats, of an answer with each habit of the player, over even types."""
    chances = np.exp(logs)
    whole = _entropy(chances.reshape(-1, chances.shape[-1]).mean(axis=0))
    within = [
        _entropy(chances.mean(axis=tuple(other for other in range(4) if other != axis))).mean() for axis in range(4)
    ]
    return np.asarray(whole - np.array(within))


def _entropy(chances: Array) -> Array:
    return np.asarray(-(chances * np.log(np.where(chances > 0, chances, 1.0))).sum(axis=-1))


def chosen_questions(gained: Array, classes: list[tuple[int, ...]], count: int) -> list[int]:
    """The questions that say most about each habit in turn, with no class of decisions more often than a sixth.

    Args:
        gained: (N, 4), from ``information``.
        classes: The class of each decision.
        count: How many.
    """
    found: list[int] = []
    used: dict[tuple[int, ...], int] = {}
    orders = [np.argsort(-gained[:, habit], kind="stable").tolist() for habit in range(gained.shape[1])]
    while len(found) < min(count, len(gained)):
        order = orders[len(found) % len(orders)]
        free = [row for row in order if row not in found]
        row = next((row for row in free if used.get(classes[row], 0) < max(1, count // 6)), free[0])
        used[classes[row]] = used.get(classes[row], 0) + 1
        found.append(row)
    return sorted(found)


def measured(logs: list[Array], players: int, seed: int) -> list[dict[str, float]]:
    """How the intervals fit players of random types: by habit, the share that hold the truth and the widths."""
    generator = np.random.default_rng(seed)
    shape = logs[0].shape[:-1]
    held, widths = np.zeros(4), np.zeros((4, players))
    for player in range(players):
        truth = tuple(int(generator.integers(0, size)) for size in shape)
        answers = [int(generator.choice(log.shape[-1], p=np.exp(log[truth]))) for log in logs]
        profile, _ = fitted(logs, answers)
        for habit, estimate in enumerate(profile):
            value = float(_GRIDS[habit][truth[habit]])
            low, high = estimate.low, estimate.high
            if habit == 3 and value > OVER:
                held[habit] += high >= OVER
            else:
                held[habit] += low - 1e-9 <= value <= high + 1e-9
            widths[habit, player] = _width(habit, low, high)
    found = []
    for habit, grid in enumerate(_GRIDS):
        prior = interval(grid, np.full(len(grid), 1 / len(grid)))
        found.append(
            {
                "covered": float(held[habit] / players),
                "width": float(np.median(widths[habit])),
                "prior": float(_width(habit, *prior)),
            }
        )
    return found


def _width(habit: int, low: float, high: float) -> float:
    """The width of an interval; that of beta as a ratio's logarithm, up to ``OVER``."""
    return float(np.log(min(high, OVER) / min(low, OVER))) if habit == 3 else high - low


def _run(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    pool = collect(rules, chosen.games, chosen.seed, 1.0)
    scores = scores_of(pool)
    several = scores["scenarios"] + scores["difficult"] / max(scores["difficult"].max(), 1e-9)
    pool = pool.take(different(pool, several, chosen.pool, chosen.pool))
    decisions = [pool.decision(row) for row in range(len(pool.mask))]
    logs = [log_likelihoods(table) for table in action_tables(decisions, rules)]
    gained = np.array([information(log) for log in logs])
    classes: list[tuple[int, ...]] = list(zip(pool.phase.tolist(), pool.kind.tolist(), strict=True))
    best = chosen_questions(gained, classes, chosen.questions)
    quiz = [logs[row] for row in best]
    fits = measured(quiz, chosen.players, chosen.seed + 1)
    rows: Rows = [["habit", "intervals that hold the truth", "median width", "the prior's", "share"]]
    for habit, fit in zip(HABITS, fits, strict=True):
        name = "beta (logarithm, to 4)" if habit == "beta" else habit
        share = fit["width"] / fit["prior"]
        rows.append([name, f"{fit['covered']:.1%}", f"{fit['width']:.3f}", f"{fit['prior']:.3f}", f"{share:.2f}"])
    table: Rows = [["", "dice", "left", "open rows", "upper", "best", "runner-up", "gap", "says most about"]]
    questions = []
    for number, row in enumerate(best, 1):
        decision = decisions[row]
        names = [action_name(decision, int(action)) for action in (pool.best[row], pool.second[row])]
        dice = " ".join(map(str, MULTISETS[decision.roll]))
        still = len(CATEGORIES) - decision.mask.bit_count()
        cells = [str(decision.throws_left), str(still), str(decision.upper), *names]
        table.append(
            [
                str(number),
                dice,
                *cells,
                f"{pool.gap[row]:.2f}",
                HABITS[int((gained[row] / gained.max(axis=0)).argmax())],
            ]
        )
        questions.append(
            {**decision._asdict(), "dice": MULTISETS[decision.roll], "best": names[0], "gap": float(pool.gap[row])}
        )
    title = f"{len(quiz)} questions from {len(decisions)} decisions, seed {chosen.seed}"
    data = {"questions": questions, "fit": dict(zip(HABITS, fits, strict=True))}
    tables = [(title, table), (f"The profile of {chosen.players} simulated players", rows)]
    show(Result(tables, data), chosen)
