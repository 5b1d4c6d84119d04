"""``yatzy conditional``: the chance of a Yatzy over a game, in one turn that wants nothing else, and by turn and card."""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from py_engine.games.yatzy.knowledge.lattice import expect_throws, hold_best, scratch
from py_engine.games.yatzy.rules.tables import CATEGORIES, LATTICE, POINTS, ROLL_WEIGHTS, ROLLS, Rules
from py_engine.lab.core.writing import Rows
from py_engine.lab.yatzy.engine.decisions import Decider, Optimal
from py_engine.lab.yatzy.engine.players import decider_of
from py_engine.lab.yatzy.engine.runs import add_rules, rules_of
from py_engine.lab.yatzy.engine.solving import Goal
from py_engine.lab.yatzy.engine.space import FINAL_TURN, MASK, kinds_of
from py_engine.lab.yatzy.engine.walk import walk
from py_engine.lab.yatzy.output.pictures import lines
from py_engine.lab.yatzy.output.writing import Result, add_output, against_reference, show

__all__ = ["add", "by_turn", "in_one_turn"]

YATZY = CATEGORIES.index("yatzy")


def add(programs: Any) -> None:
    """Adds the program."""
    parser = programs.add_parser("conditional", help="the chance of a Yatzy by turn and by what is open")
    parser.add_argument("player", nargs="?", default="optimal")
    add_rules(parser)
    add_output(parser)
    parser.set_defaults(run=_run)


def in_one_turn(rules: Rules) -> float:
    """The chance of five of a kind in one turn that is played for nothing else."""
    lattice = np.zeros((LATTICE, 1), dtype=np.float64)
    lattice[:ROLLS, 0] = POINTS[rules][YATZY] > 0
    for _ in range(2):
        expect_throws(lattice, scratch(1))
        hold_best(lattice, scratch(1))
    return float((lattice[:ROLLS, 0] * ROLL_WEIGHTS).sum())


def by_turn(decider: Decider) -> tuple[list[dict[str, float]], list[dict[str, Any]]]:
    """The chance of a Yatzy in each turn, and given how many other categories are open."""
    kind = kinds_of(decider.rules).slices[YATZY].stop - 1
    turns: list[dict[str, float]] = []
    cards: list[dict[str, Any]] = []
    for visit in walk(decider, measure="nothing"):
        if visit.turn == FINAL_TURN:
            break
        still = MASK[visit.positions] >> YATZY & 1 == 0
        reached, ways = visit.reached, visit.ways[:, kind]
        chance, open_now = float((reached * ways).sum()), float(reached[still].sum())
        turns.append({"turn": visit.turn + 1, "open": open_now, "scored": chance, "given_open": chance / open_now})
        for face in range(6):
            above = MASK[visit.positions] >> face & 1 == 0
            for has, name in ((above, f"{CATEGORIES[face]} open"), (~above, f"{CATEGORIES[face]} closed")):
                weight = float(reached[still & has].sum())
                if weight > 0:
                    given = float((reached * ways)[still & has].sum()) / weight
                    cards.append({"turn": visit.turn + 1, "card": name, "open": weight, "given_open": given})
    return turns, cards


def _run(chosen: argparse.Namespace) -> None:
    rules = rules_of(chosen)
    exact = chosen.player == "optimal" and rules == Rules()
    decider = Optimal(Goal(rules=rules)) if exact else decider_of(chosen.player, rules)
    turns, cards = by_turn(decider)
    total = sum(row["scored"] for row in turns)
    head = against_reference(
        [
            ("Yatzy in a game", total, 0.388397 if exact else None, 6),
            ("in one turn for nothing else", in_one_turn(rules), 0.04603, 5),
        ]
    )
    table: Rows = [["turn", "Yatzy open", "scored in it", "scored, if open"]]
    table += [[f"{r['turn']}", f"{r['open']:.4f}", f"{r['scored']:.5f}", f"{r['given_open']:.5f}"] for r in turns]
    series = {"if open": ([r["turn"] for r in turns], [r["given_open"] for r in turns])}
    picture = lines("The chance of a Yatzy in a turn, while its row is open", series, "turn", "probability")
    columns = {name: np.array([row[name] for row in cards]) for name in cards[0]}
    data = {"in_a_game": total, "in_one_turn": in_one_turn(rules), "turns": turns, "cards": cards}
    show(Result([("Chance of a Yatzy", head), ("By turn", table)], data, columns, picture), chosen)
