"""``yatzy``: the programs of Yatzy's laboratory."""

from __future__ import annotations

from typing import Any

from py_engine.lab.yatzy.habits import card_program, quiz_program, rosetta_program
from py_engine.lab.yatzy.positions import (
    export_program,
    gaps_program,
    loss_program,
    pool_program,
    sensitivity_program,
)
from py_engine.lab.yatzy.risk import frontier_program, insights_program, percentile_program, sweep_program
from py_engine.lab.yatzy.scores import (
    density_program,
    query_program,
    rows_program,
    simulate_program,
    solve_program,
    visits_program,
    yatzy_program,
)
from py_engine.lab.yatzy.versus import errors_program, two_program, underdog_program

__all__ = ["add"]

_PROGRAMS = (
    solve_program.add,
    density_program.add,
    query_program.add,
    simulate_program.add,
    simulate_program.add_statistics,
    rows_program.add,
    yatzy_program.add,
    visits_program.add,
    sweep_program.add,
    percentile_program.add,
    frontier_program.add,
    insights_program.add,
    two_program.add,
    two_program.add_multiplayer,
    underdog_program.add,
    errors_program.add,
    loss_program.add_policy,
    loss_program.add_gap,
    gaps_program.add,
    sensitivity_program.add,
    pool_program.add,
    export_program.add,
    card_program.add,
    quiz_program.add,
    rosetta_program.add,
)


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("yatzy", help="solves, simulates and takes apart Yatzy")
    programs = parser.add_subparsers(required=True, metavar="program")
    for add_program in _PROGRAMS:
        add_program(programs)
