"""The laboratory's command line: ``python -m py_engine.lab <command>``; ``--help`` lists the commands."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from py_engine import games
from py_engine.games.azul.rules.state import RULESET_ID as AZUL
from py_engine.games.entropy.rules.state import RULESET_ID as ENTROPY
from py_engine.lab.azul import command as azul_command
from py_engine.lab.azul import holding_command as azul_holding
from py_engine.lab.azul import model_error_command as azul_model_error
from py_engine.lab.azul import train_command as azul_train
from py_engine.lab.azul.ends import train_ends_command as azul_train_ends
from py_engine.lab.azul.honesty import budgets_command as azul_budgets
from py_engine.lab.azul.honesty import differences_command as azul_differences
from py_engine.lab.azul.honesty import ends_command as azul_ends
from py_engine.lab.azul.honesty.said import SPOKEN as AZUL_SAID
from py_engine.lab.azul.honesty.study import STUDY as AZUL_HONESTY
from py_engine.lab.core.commands import Bar, add_common, counted, kept_work
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.honesty import command as honesty
from py_engine.lab.core.honesty import said_command
from py_engine.lab.core.matches import play, player
from py_engine.lab.core.spread import Job
from py_engine.lab.core.tournament import Pairing, Standing
from py_engine.lab.entropy import command as entropy_command
from py_engine.lab.entropy import matches as entropy_matches
from py_engine.lab.entropy import model_error_command as entropy_model_error
from py_engine.lab.entropy import patterns_command as entropy_patterns
from py_engine.lab.entropy import sums_command as entropy_sums
from py_engine.lab.entropy import tune_command as entropy_tune
from py_engine.lab.entropy import values_command as entropy_values
from py_engine.lab.entropy.honesty.said import SPOKEN as ENTROPY_SAID
from py_engine.lab.entropy.honesty.study import STUDY as ENTROPY_HONESTY
from py_engine.lab.hearts import beliefs_command as hearts_beliefs
from py_engine.lab.hearts import command as hearts_command
from py_engine.lab.hearts import steady_command as hearts_steady
from py_engine.lab.hearts import tune_command as hearts_tune
from py_engine.lab.hearts.honesty.said import SPOKEN as HEARTS_SAID
from py_engine.lab.hearts.honesty.said import SPOKEN_LAST as LAST_HANDS_SAID
from py_engine.lab.hearts.honesty.study import LAST_STUDY as LAST_HANDS_HONESTY
from py_engine.lab.hearts.honesty.study import STUDY as HEARTS_HONESTY
from py_engine.lab.hearts.moons import command as hearts_moons
from py_engine.lab.hearts.practice import command as hearts_practice
from py_engine.lab.precompute import BUILDERS, precompute
from py_engine.lab.swccg import command as swccg_command
from py_engine.lab.swccg import fit_command as swccg_fit
from py_engine.lab.swccg import inference_command as swccg_inference
from py_engine.lab.swccg import sensitivity_command as swccg_sensitivity
from py_engine.lab.swccg import texts_command as swccg_texts
from py_engine.lab.swccg.arena import answer_command as swccg_answer
from py_engine.lab.swccg.arena import command as swccg_arena
from py_engine.lab.swccg.arena import pool_command as swccg_pool
from py_engine.lab.yatzy import command as yatzy_command
from py_engine.lab.yatzy.honesty.said import SPOKEN as YATZY_SAID
from py_engine.lab.yatzy.honesty.said import SPOKEN_TWO as YATZY_WIN_SAID
from py_engine.lab.yatzy.honesty.study import STUDY as YATZY_HONESTY
from py_engine.lab.yatzy.honesty.study import WIN_STUDY as YATZY_WIN_HONESTY

__all__ = ["main"]

_SHORT = {ruleset_id.split("_")[0]: ruleset_id for ruleset_id in BUILDERS}
"""The games with tables: the short name on the command line -> the ruleset's id."""
TWO = 2
"""Players of a tournament."""
_PLAYED_BY: Mapping[str, tuple[Job, Collection[str]]] = {ENTROPY: (entropy_matches.play, entropy_matches.OWN)}
"""The jobs of games that are played in batches, and their players that are not evaluators."""

HONESTY = (
    AZUL_HONESTY,
    ENTROPY_HONESTY,
    HEARTS_HONESTY,
    LAST_HANDS_HONESTY,
    YATZY_HONESTY,
    YATZY_WIN_HONESTY,
)
"""The studies that compare a coach's grades with the true losses: command ``honesty``."""

SAID = (AZUL_SAID, ENTROPY_SAID, HEARTS_SAID, LAST_HANDS_SAID, YATZY_SAID, YATZY_WIN_SAID)
"""The same games for the commands that check hints and feedback cards."""


def main(arguments: list[str] | None = None) -> None:
    """Parses the command line and runs the command."""
    parser = argparse.ArgumentParser(prog="python -m py_engine.lab", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    for add in (
        _add_precompute,
        _add_tournament,
        azul_command.add,
        azul_holding.add,
        azul_ends.add,
        azul_differences.add,
        azul_budgets.add,
        azul_train.add,
        azul_train_ends.add,
        azul_model_error.add,
        entropy_command.add,
        entropy_tune.add,
        entropy_values.add,
        entropy_patterns.add,
        entropy_model_error.add,
        entropy_sums.add,
        hearts_command.add,
        hearts_tune.add,
        hearts_steady.add,
        hearts_moons.add,
        hearts_beliefs.add,
        hearts_practice.add,
        swccg_command.add,
        swccg_fit.add,
        swccg_inference.add,
        swccg_sensitivity.add,
        swccg_answer.add,
        swccg_arena.add,
        swccg_pool.add,
        swccg_texts.add,
        yatzy_command.add,
    ):
        add(commands)
    honesty.add(commands, HONESTY)
    said_command.add(commands, SAID)
    chosen = parser.parse_args(arguments)
    try:
        chosen.run(chosen)
    except LabError as error:
        raise SystemExit(str(error)) from None


def _add_precompute(commands: Any) -> None:
    parser = commands.add_parser("precompute", help="build the tables that games ship")
    parser.add_argument("game", nargs="*", help=f"games whose tables to build: {', '.join(_SHORT)} (default: all)")
    parser.add_argument("--into", type=Path, default=Path(".cache/tables"), help="output folder (.cache/tables)")
    parser.add_argument("--processes", type=counted, default=os.cpu_count())
    parser.set_defaults(run=_precompute)


def _precompute(chosen: argparse.Namespace) -> None:
    unknown = [name for name in chosen.game if name not in _SHORT]
    if unknown:
        raise SystemExit(f"{', '.join(unknown)} has no tables; there are: {', '.join(_SHORT)}.")
    bar = Bar("Computed", "tables")
    try:
        files = precompute(chosen.into, [_SHORT[name] for name in chosen.game], chosen.processes, bar)
    except KeyboardInterrupt:
        raise SystemExit("\nStopped; the next run resumes from here.") from None
    finally:
        bar.clear()
    print(f"{len(files)} tables in {chosen.into}.")


def _add_tournament(commands: Any) -> None:
    parser = commands.add_parser("tournament", help="mirrored games between two players; Azul has its own: azul")
    parser.add_argument("first", help="a level's id, an evaluator's name, or evaluator params as JSON")
    parser.add_argument("second", help="the same for the other player")
    others = [ruleset_id for ruleset_id in games.REGISTRY if ruleset_id != AZUL]
    parser.add_argument("--game", required=True, choices=others)
    parser.add_argument("--deals", type=counted, default=50, help="deals, each played twice (50)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--max-work", type=counted, help="end every move at this work instead of the clock")
    add_common(parser, "tournament")
    parser.set_defaults(run=_tournament)


def _for_two(ruleset_id: str) -> None:
    """Raises an error if two players cannot play a game.

    Raises:
        LabError: it is only reviewed, or needs more players.
    """
    info = games.load(ruleset_id).info
    if "play" not in info.capabilities or not info.min_players <= TWO <= info.players:
        raise LabError(f"{info.name} has no games of two players.")


def _tournament(chosen: argparse.Namespace) -> None:
    _for_two(chosen.game)
    job, own = _PLAYED_BY.get(chosen.game, (play, ()))
    first, second = (player(chosen.game, name, chosen.max_work, own) for name in (chosen.first, chosen.second))
    pairing = Pairing(chosen.game, first, second, chosen.deals, chosen.seed)
    standing = Standing()
    try:
        with kept_work(chosen, "Played", "games") as work:
            for done in work(job, pairing.matches()):
                standing.add(done.result)
    finally:
        if standing.differences:
            print(f"{first.name} against {second.name}: {standing}")


if __name__ == "__main__":
    # SIGTERM is handled like Ctrl-C: worker processes are ended and finished results are kept.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    main()
