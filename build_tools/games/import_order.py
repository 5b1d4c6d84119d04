"""The order in which each game's modules are imported, which goes into the browser's wheel.

Every module comes after those that it imports, so that a preparation can import them one at a time.
"""

from __future__ import annotations

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor

from build_tools.paths import ROOT
from build_tools.process import run
from py_engine import games

__all__ = ["import_order", "of_log"]

_FIRST = "the coach follows"
"""Printed between the imports of the first screen and those of the coach."""

_IMPORT = f"""
import sys
from contextlib import suppress
from py_engine import bridge, games
from py_engine.core.contract import ContractError, EvaluatorParams
print("the game follows", file=sys.stderr, flush=True)
game = games.load(sys.argv[1])
if game.play is not None:
    state = game.play.new_game(0, game.play.options())
    game.rules.legal_actions(state)
    game.rules.describe(state)
print("{_FIRST}", file=sys.stderr, flush=True)
game.coach
if game.play is not None:
    with suppress(ContractError):
        game.evaluation(state, state.active_player_id, EvaluatorParams(evaluator_seed=0))
"""


def of_log(log: str) -> dict[str, list[str]]:
    """The modules imported by the first screen and by the coach, from the log of ``-X importtime``.

    Of the standard library they import different modules in another Python, so it is left to them.
    """
    _, _, game = log.partition("the game follows\n")
    screen, _, coach = game.partition(f"{_FIRST}\n")
    modules = re.compile(r"^import time:.*\| +((?:py_engine|numpy)\S*)$", re.MULTILINE)
    return {"screen": modules.findall(screen), "coach": modules.findall(coach)}


def _of_game(ruleset_id: str) -> dict[str, list[str]]:
    # Both streams in one, because `run` returns only the output.
    command = "import os, sys; os.dup2(1, 2); os.execv(sys.executable, [sys.executable, '-X', 'importtime', '-c', *sys.argv[1:]])"
    return of_log(run([sys.executable, "-c", command, _IMPORT, ruleset_id], cwd=ROOT))


def import_order() -> str:
    """The order for all games as JSON text."""
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(_of_game, games.REGISTRY))
    return json.dumps(dict(zip(games.REGISTRY, found, strict=True)), separators=(",", ":"))
