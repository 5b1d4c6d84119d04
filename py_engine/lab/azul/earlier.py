"""Players of an earlier version of the engine, so that a change can be measured against what was there before.

The sources of a commit are unpacked once and run in a process of their own, which reads requests and writes actions as lines
of JSON through the bridge. One process per commit serves all games of this one and ends with it.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path
from typing import IO, cast

from pydantic import JsonValue

from py_engine.core.provenance import PACKAGE
from py_engine.games.azul.rules.state import AzulState
from py_engine.lab.core.commands import KEPT
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.matches import Params
from py_engine.lab.core.moves import evaluator_seed

__all__ = ["choice", "commit_of"]

_PROGRAM = """
import json, sys
from py_engine import bridge
for line in sys.stdin:
    state, player, params = json.loads(line)
    answer = json.loads(bridge.evaluate_best_move(json.dumps(state), player, json.dumps(params)))
    print(json.dumps(answer["candidates"][0]["action"] if "candidates" in answer else answer), flush=True)
"""
_FOLDER = KEPT / "earlier"


def commit_of(text: str) -> str:
    """The full hash of a commit.

    Raises:
        LabError: there is no such commit.
    """
    return _git("rev-parse", "--verify", "--quiet", f"{text}^{{commit}}").decode().strip()


def choice(state: AzulState, params: Params, seed: int, move: int) -> JsonValue:
    """The action that an earlier version chooses; ``params["outside"]`` is the hash of its commit.

    Args:
        state: The position; the player to move chooses.
        params: The player's evaluator params.
        seed: The game's seed.
        move: Number of moves made so far.

    Raises:
        LabError: the earlier version refuses the request or cannot run.
    """
    asked = {"evaluator_seed": evaluator_seed(seed, move), **params}
    process = _process(str(asked.pop("outside")))
    to, answers = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
    to.write(json.dumps([state.model_dump(mode="json"), state.active_player_id, asked]) + "\n")
    to.flush()
    answer = answers.readline()
    found: JsonValue = json.loads(answer) if answer else None
    if not isinstance(found, dict) or "source" not in found:
        raise LabError(f"The earlier version cannot play: {answer.strip() or 'it has ended'}.")
    return found


@cache
def _process(commit: str) -> subprocess.Popen[str]:
    folder = _unpacked(commit)
    return subprocess.Popen(  # noqa: S603 - this very interpreter
        [sys.executable, "-c", _PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )


def _unpacked(commit: str) -> Path:
    """The folder with the sources of a commit."""
    folder = (_FOLDER / commit).resolve()
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        sources = _git("archive", commit, PACKAGE.name)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            whole = Path(place) / "sources"
            with tarfile.open(fileobj=io.BytesIO(sources)) as archive:
                archive.extractall(whole, filter="data")
            if not folder.exists():
                whole.rename(folder)
    return folder


def _git(*words: str) -> bytes:
    git = shutil.which("git")
    if git is None:
        raise LabError("Players of an earlier version need git, which is not installed.")
    done = subprocess.run([git, *words], cwd=PACKAGE.parent, capture_output=True, check=False)  # noqa: S603 - fixed words and a commit
    if done.returncode:
        raise LabError(f"Git has no such version: {words[-1]}.")
    return done.stdout
