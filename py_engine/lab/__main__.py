"""The laboratory's command line: ``python -m py_engine.lab precompute | tournament | azul-model-error``."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from py_engine import games
from py_engine.game import playable
from py_engine.lab import azul_model_error
from py_engine.lab.precompute import BUILDERS, precompute
from py_engine.lab.tournament import Pairing, play_pairing

__all__ = ["main"]

_SHORT = {ruleset_id.split("_")[0]: ruleset_id for ruleset_id in BUILDERS}


def main(arguments: list[str] | None = None) -> None:
    """Parses the command line and does what it says."""
    parser = argparse.ArgumentParser(prog="python -m py_engine.lab", description=__doc__)
    commands = parser.add_subparsers(required=True)
    tables = commands.add_parser("precompute", help="build the tables that games ship")
    tables.add_argument("game", nargs="*", help=f"of which games: {', '.join(_SHORT)} (default: all)")
    tables.add_argument("--into", type=Path, default=Path(".cache/tables"), help="folder of the files (.cache/tables)")
    tables.add_argument("--processes", type=int, default=os.cpu_count())
    tables.set_defaults(run=_precompute)
    tournament = commands.add_parser("tournament", help="mirrored games between two players")
    tournament.add_argument("first", help="a level's id, or evaluator params as JSON")
    tournament.add_argument("second", help="the same for the other player")
    tournament.add_argument("--game", default="azul_v1_2p", choices=list(games.REGISTRY))
    tournament.add_argument("--deals", type=int, default=50, help="deals, each played twice (50)")
    tournament.add_argument("--seed", type=int, default=0)
    tournament.add_argument("--max-work", type=int, help="end every move at this work instead of the clock")
    tournament.add_argument("--processes", type=int, default=os.cpu_count())
    tournament.set_defaults(run=_tournament)
    error = commands.add_parser("azul-model-error", help="how far Azul's search is from a much larger one")
    error.add_argument("--games", type=int, default=60)
    error.add_argument("--processes", type=int, default=os.cpu_count())
    error.set_defaults(run=_azul_model_error)
    chosen = parser.parse_args(arguments)
    chosen.run(chosen)


def _precompute(chosen: argparse.Namespace) -> None:
    unknown = [name for name in chosen.game if name not in _SHORT]
    if unknown:
        raise SystemExit(f"{', '.join(unknown)} has no tables; there are: {', '.join(_SHORT)}.")
    try:
        files = precompute(chosen.into, [_SHORT[name] for name in chosen.game], chosen.processes)
    except KeyboardInterrupt:
        raise SystemExit("\nStopped; the next run goes on from here.") from None
    print(f"{len(files)} tables in {chosen.into}.")


def _tournament(chosen: argparse.Namespace) -> None:
    first, second = (_params(chosen, name) for name in (chosen.first, chosen.second))
    pairing = Pairing(chosen.game, first, second, chosen.deals, chosen.seed)
    for table in play_pairing(pairing, chosen.processes):
        print(f"\r{chosen.first} against {chosen.second}: {table}", end="", flush=True)
    print()


def _azul_model_error(chosen: argparse.Namespace) -> None:
    samples: list[azul_model_error.Sample] = []
    for game, found in enumerate(azul_model_error.measure(chosen.games, chosen.processes), 1):
        samples += found
        print(f"\r{game} of {chosen.games} games, {len(samples)} grades", end="", flush=True)
    print("\n" + azul_model_error.table(samples))


def _params(chosen: argparse.Namespace, name: str) -> dict[str, object]:
    levels = {level.id: level.params for level in playable(games.load(chosen.game)).info().levels}
    params: dict[str, object] = dict(levels[name]) if name in levels else json.loads(name)
    if chosen.max_work is not None:
        params |= {"max_work": chosen.max_work, "time_budget_ms": 600_000}
    return params


if __name__ == "__main__":
    main()
