"""``yatzy quiz``: 30 decisions on which players differ most, and how well the profile fits simulated players.

Questions come from the pools of ``scenarios`` and ``difficult``, no two of them alike: those whose answer says most (by mutual
information) about each habit in turn. Then players of random types answer, and the table says how often the 95 % intervals hold the
truth, and how wide they are beside the prior's. With ``--page`` and ``--table``, questions are written for the page, and what the
engine fits answers to.
"""

from __future__ import annotations

import argparse
import base64
import json
import struct
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.yatzy.coaching.habits.fit import BETAS, DEPTHS, GAMMAS, HABITS, THETAS, chances_of
from py_engine.games.yatzy.coaching.habits.quiz_table import encode
from py_engine.games.yatzy.rules.tables import CATEGORIES, MULTISETS, Rules
from py_engine.lab.core.commands import counted
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.space import HOLDS
from py_engine.lab.yatzy.habits.profile import action_losses, actions_of, calibrated, measured, simulated
from py_engine.lab.yatzy.output.writing import Result, add_output, read_columns, show
from py_engine.lab.yatzy.positions.cards import page_data, state_of, write_page
from py_engine.lab.yatzy.positions.pool import Pool, collect, different
from py_engine.lab.yatzy.positions.pool_program import scores_of
from py_engine.lab.yatzy.positions.sensitivity_program import Decision, action_name

__all__ = ["add", "chosen_questions", "content_of", "information", "means_of", "questions_of"]

_COMMAND = (
    "python -m py_engine.lab yatzy quiz --page web/src/games/yatzy/pages/quiz/quiz.json"
    " --table py_engine/lab/yatzy/habits/quiz_table.bin --card card.npz"
)
_CARD_COMMAND = "python -m py_engine.lab yatzy player-card --games {games} --seed {seed} --output card.npz"
_OPEN = 3
"""Open rows at least: with fewer there is little to decide."""


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("quiz", help="30 questions for a profile, tested on simulated players (profile)")
    parser.add_argument("--questions", type=counted, default=30)
    parser.add_argument("--pool", type=counted, default=300, help="decisions to choose from (300)")
    parser.add_argument("--players", type=counted, default=200)
    parser.add_argument(
        "--calibrate", type=counted, default=2000, help="players that the intervals are fitted to (2,000)"
    )
    parser.add_argument("--games", type=counted, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the questions for the page")
    parser.add_argument("--table", type=Path, metavar="FILE", help="write the table of the fit, with --page")
    parser.add_argument(
        "--card", type=Path, metavar="FILE", help="what player-card --output wrote (.npz), for the page"
    )
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


def information(chances: Array) -> Array:
    """(4,) float64: the mutual information, in nats, of an answer with each habit of the player, over even types.

    Args:
        chances: (6, 6, 3, 45, A), from ``chances_of``.
    """
    whole = _entropy(chances.reshape(-1, chances.shape[-1]).mean(axis=0))
    within = [
        _entropy(chances.mean(axis=tuple(other for other in range(4) if other != axis))).mean() for axis in range(4)
    ]
    return np.asarray(whole - np.array(within))


def _entropy(chances: Array) -> Array:
    return np.asarray(-(chances * np.log(np.where(chances > 0, chances, 1.0))).sum(axis=-1))


def chosen_questions(gained: Array, classes: Sequence[Hashable], alike: Sequence[Hashable], count: int) -> list[int]:
    """The questions that say most about each habit in turn.

    Args:
        gained: (N, 4), from ``information``.
        classes: The class of each decision; at most a sixth of the questions are of one class.
        alike: What makes decisions look alike; at most two questions do.
        count: How many.
    """
    found: list[int] = []
    used: dict[Hashable, int] = {}
    orders = [np.argsort(-gained[:, habit], kind="stable").tolist() for habit in range(gained.shape[1])]
    while len(found) < min(count, len(gained)):
        order = orders[len(found) % len(orders)]
        free = [row for row in order if row not in found]
        most = max(1, count // 6)
        fits = (row for row in free if used.get(("class", classes[row]), 0) < most and used.get(alike[row], 0) < 2)
        row = next(fits, free[0])
        for key in (("class", classes[row]), alike[row]):
            used[key] = used.get(key, 0) + 1
        found.append(row)
    return sorted(found)


def questions_of(quiz: Sequence[Decision], rules: Rules) -> list[dict[str, Any]]:
    """The questions as the page needs them."""
    return [
        {
            "state": state_of(decision, rules),
            "actions": [_action(decision, action) for action in actions_of(decision)],
        }
        for decision in quiz
    ]


def content_of(questions: Sequence[dict[str, Any]], table: bytes) -> dict[str, Any]:
    """The questions with the content of their table; answers that a browser keeps belong to the hash of both."""
    end = 44 + struct.unpack_from("<I", table, 40)[0]
    header = json.loads(table[44:end])
    losses = base64.b64encode(table[end:]).decode("ascii")
    fit = {"sizes": header["sizes"], "losses": losses, "masses": header["masses"], "means": header["means"]}
    return {"questions": questions, **fit}


def _action(decision: Decision, action: int) -> str:
    """A hold by its faces, such as "66", or a category."""
    if decision.throws_left:
        return "".join(map(str, MULTISETS[HOLDS[decision.roll, action]]))
    return CATEGORIES[action]


def means_of(card: Path) -> tuple[list[float], dict[str, Any]]:
    """The means of the player types from what ``player-card`` wrote, and how they were made.

    Raises:
        LabError: they are not there.
    """
    columns = read_columns(card)
    count = len(THETAS) * len(GAMMAS) * len(DEPTHS) * len(BETAS)
    if any(len(columns.get(name, ())) != count for name in ("mean", "games", "seed")):
        raise LabError(f"{card} has no means of all player types: write it with player-card --output {card}.")
    games, seed = (int(columns[name][0]) for name in ("games", "seed"))
    made = {"command": _CARD_COMMAND.format(games=games, seed=seed), "games": games, "seed": seed}
    return [round(mean, 1) for mean in columns["mean"].tolist()], made


def _run(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    pool = _difficult(collect(rules, chosen.games, chosen.seed, 1.0), chosen.pool)
    decisions = [pool.decision(row) for row in range(len(pool.mask))]
    losses = action_losses(decisions, rules)
    gained = np.array([information(chances_of(table)) for table in losses])
    classes = list(zip(pool.phase.tolist(), pool.kind.tolist(), strict=True))
    alike = [action_name(decision, int(action)) for decision, action in zip(decisions, pool.best, strict=True)]
    best = chosen_questions(gained, classes, alike, chosen.questions)
    np.random.default_rng(chosen.seed).shuffle(best)
    chances = [chances_of(losses[row]) for row in best]
    masses = calibrated(simulated(chances, chosen.calibrate, chosen.seed + 2))
    fits = measured(simulated(chances, chosen.players, chosen.seed + 1), masses)
    if chosen.page is not None and chosen.table is not None:
        questions = questions_of([decisions[row] for row in best], rules)
        means, card = means_of(chosen.card)
        quiz_table = encode([losses[row] for row in best], masses, means)
        chosen.table.write_bytes(quiz_table)
        made = page_data(content_of(questions, quiz_table), _COMMAND, chosen.seed)["made"]
        write_page(chosen.page, {"made": made | {"card": card}, "questions": questions})
    tables = [
        (
            f"{len(best)} questions from {len(decisions)} decisions, seed {chosen.seed}",
            _question_rows(pool, best, gained),
        ),
        (f"The profile of {chosen.players} simulated players", _habit_rows(fits)),
    ]
    data = {
        "fit": dict(zip(HABITS, fits, strict=True)),
        "questions": [_question_data(pool, row) for row in best],
    }
    show(Result(tables, data), chosen)


def _difficult(pool: Pool, count: int) -> Pool:
    """The ``count`` most difficult decisions of a pool that differ from each other, none of them late in the game."""
    scores = scores_of(pool)
    several = scores["scenarios"] + scores["difficult"] / max(scores["difficult"].max(), 1e-9)
    several = several * (np.bitwise_count(pool.mask) <= len(CATEGORIES) - _OPEN)
    return pool.take(different(pool, several, count, count))


def _habit_rows(fits: Sequence[dict[str, float]]) -> Rows:
    """How precisely the quiz measures each habit, as a table."""
    rows: Rows = [
        ["habit", "intervals that hold the truth", "of the posterior", "median width", "the prior's", "share"]
    ]
    for habit, fit in zip(HABITS, fits, strict=True):
        name = "beta (logarithm, to 4)" if habit == "beta" else habit
        share = f"{fit['width'] / fit['prior']:.2f}"
        rows.append(
            [name, f"{fit['covered']:.1%}", f"{fit['mass']:.1%}", f"{fit['width']:.3f}", f"{fit['prior']:.3f}", share]
        )
    return rows


def _question_rows(pool: Pool, best: Sequence[int], gained: Array) -> Rows:
    """The questions as a table.

    Args:
        pool: The decisions.
        best: The rows of the questions in it.
        gained: (D, habits) float64: what each decision says about each habit.
    """
    table: Rows = [["", "dice", "left", "open rows", "upper", "best", "runner-up", "gap", "says most about"]]
    for number, row in enumerate(best, 1):
        decision = pool.decision(row)
        dice = " ".join(map(str, MULTISETS[decision.roll]))
        still = len(CATEGORIES) - decision.mask.bit_count()
        cells = [dice, str(decision.throws_left), str(still), str(decision.upper)]
        cells += [action_name(decision, int(action)) for action in (pool.best[row], pool.second[row])]
        cells += [f"{pool.gap[row]:.2f}", HABITS[int((gained[row] / gained.max(axis=0)).argmax())]]
        table.append([str(number), *cells])
    return table


def _question_data(pool: Pool, row: int) -> dict[str, Any]:
    """A question as JSON data."""
    decision = pool.decision(row)
    best = action_name(decision, int(pool.best[row]))
    return {**decision._asdict(), "dice": MULTISETS[decision.roll], "best": best, "gap": float(pool.gap[row])}
