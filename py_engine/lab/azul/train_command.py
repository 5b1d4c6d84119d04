"""``python -m py_engine.lab azul-train``: learns the values of Azul's search by self-play."""

from __future__ import annotations

import argparse
import hashlib
import io
import shlex
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from py_engine.games.azul.knowledge.features import END
from py_engine.games.azul.knowledge.learnt import MAX_TILES, SPREAD_GRAIN, Learnt, unpacked
from py_engine.games.azul.knowledge.network import Network, Weights, rounded
from py_engine.lab.azul.exactness import is_exact
from py_engine.lab.azul.fitting import require_scipy
from py_engine.lab.azul.generations import Plan, Trained, Training
from py_engine.lab.azul.policy import Pair
from py_engine.lab.core.commands import add_common, counted, kept_work, results_in_order, say
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.ledger import Ledger
from py_engine.lab.core.spread import Job, Workers, spread
from py_engine.lab.core.writing import MeanData, Rows, as_row, markdown_report, titled, titled_markdown, written

__all__ = ["INEXACT", "add", "file_line", "plan_of", "read_learnt", "started", "widened"]

INEXACT = "No file is written: the weights are so large that their sums could be rounded."

_SHOWN_TILES = (20, 16, 12, 8, 4, 1, 0)


def add(commands: Any) -> None:
    """Adds the command."""
    plan = Plan()
    parser = commands.add_parser("azul-train", help="learn the values of Azul's search by self-play")
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="the learnt values (.npz)")
    parser.add_argument("--start", type=Path, metavar="FILE", help="continue from learnt values")
    for name, what in (
        ("generations", "how often to play and fit"),
        ("games", "per generation"),
        ("hidden", "units of the network for positions within rounds"),
        ("end_hidden", "units of the network for positions between rounds"),
        ("width", "moves whose best reply later generations search for"),
        ("duel_games", "between each generation and the one before"),
        ("check_games", "for the spread and the calibration"),
        ("task_games", "games played in lockstep, per task"),
    ):
        option, default = f"--{name.replace('_', '-')}", getattr(plan, name)
        parser.add_argument(option, type=counted, default=default, metavar="N", help=f"{what} ({default:,})")
    parser.add_argument(
        "--two-plies-from", type=counted, metavar="N",
        help=f"the first generation that searches for replies ({plan.two_plies_from}; with --start 1)",
    )  # fmt: skip
    parser.add_argument(
        "--draft-only",
        action="store_true",
        help="fit only the values within rounds, to those between rounds in --start",
    )
    parser.add_argument("--seed", type=int, default=plan.seed, help=f"({plan.seed})")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write how the file was made there too")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there too")
    add_common(parser, "azul-train")
    parser.set_defaults(run=_run)


def plan_of(chosen: argparse.Namespace) -> Plan:
    """The plan, with the changes of the command line."""
    changes = {name: value for name, value in vars(chosen).items() if name in Plan._fields and value is not None}
    if chosen.start is not None and chosen.two_plies_from is None:
        changes["two_plies_from"] = 1
    return Plan()._replace(**changes)


def started(path: Path) -> Pair:
    """The weights in a file.

    Raises:
        LabError: the file cannot be read, or does not hold learnt values.
    """
    found = read_learnt(path)
    return Pair(_weights(found.draft), _weights(found.end))


def read_learnt(path: Path) -> Learnt:
    """The learnt values in a file, also in one from before END had features outside the hidden layer: their weights are 0.

    Raises:
        LabError: the file cannot be read, or does not hold learnt values.
    """
    try:
        return unpacked(widened(path.read_bytes()))
    except OSError as error:
        raise LabError(f"The learnt values {path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise LabError(f"{path} is not a file of learnt values.") from None


def widened(data: bytes) -> bytes:
    """A file of learnt values with weights for all features of END; other bytes are returned as they are."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            parts = dict(found)
            linear = parts["end_linear"]
    except (EOFError, KeyError, OSError, TypeError, ValueError, zipfile.BadZipFile, zlib.error):
        return data
    if linear.ndim != 2 or linear.shape[1] != END.embedded:
        return data
    file = io.BytesIO()
    missing = np.zeros((len(linear), END.size - END.embedded), dtype=linear.dtype)
    np.savez_compressed(file, allow_pickle=False, **parts | {"end_linear": np.concatenate([linear, missing], axis=1)})
    return file.getvalue()


def _weights(network: Network) -> Weights:
    return rounded((network.embedding, network.linear, network.hidden_bias, network.output, network.bias))


def _run(chosen: argparse.Namespace) -> None:
    require_scipy()
    plan = plan_of(chosen)
    if plan.check_games < 4:
        raise LabError("The spread and the calibration need at least 4 games.")
    if plan.draft_only and chosen.start is None:
        raise LabError("--draft-only needs the values between rounds: give --start.")
    start = None if chosen.start is None else started(chosen.start)
    fits = Ledger(chosen.results)

    def here(job: Job, tasks: Sequence[Any]) -> list[Any]:
        return [done.result for done in spread(job, tasks, Workers(), ledger=fits)]

    with kept_work(chosen, "Played", "tasks") as work:
        trained = Training(plan, start, results_in_order(work), here, say).run()
    learnt = unpacked(trained.content)
    if not (is_exact(learnt.draft) and is_exact(learnt.end)):
        raise LabError(INEXACT)
    chosen.output.parent.mkdir(parents=True, exist_ok=True)
    chosen.output.write_bytes(trained.content)
    parts, summary = _parts(trained), file_line(trained.content, chosen.output)
    print(f"\n\n{titled(parts)}\n\n{summary}")
    if chosen.json is not None:
        chosen.json.write_text(written(_as_data(trained, plan, chosen)), "utf-8")
    if chosen.markdown is not None:
        text = markdown_report([*titled_markdown(parts), summary], _command(plan, chosen))
        chosen.markdown.write_text(text, "utf-8")


def file_line(content: bytes, path: Path) -> str:
    """A sentence that identifies a file of learnt values."""
    return f"{path.name}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}."


def _deviation(learnt: Learnt, kind: int, tiles: int) -> float:
    return int(learnt.spread[kind, tiles]) / SPREAD_GRAIN


def _parts(trained: Trained) -> list[tuple[str, Rows]]:
    head = ["generation", "games", "plies", "END rmse", "polished", "DRAFT rmse", "won, %", "points ahead"]
    rows = [head]
    for each in trained.generations:
        errors = [f"{value:.2f}" for value in each.errors]
        results = [each.won.text(), each.points.text(signed=True)]
        rows.append([str(each.number), f"{each.games:,}", str(each.plies), *errors, *results])
    checked = trained.checked
    bins = [["predicted, %", "won, %", "positions"]]
    bins += [[f"{100 * row.predicted:.1f}", f"{100 * row.won:.1f}", f"{row.positions:,}"] for row in checked.bins]
    learnt = unpacked(trained.content)
    spreads = [["round", *(f"{tiles} tiles" for tiles in _SHOWN_TILES)]]
    spreads += [
        [str(kind + 1), *(f"{_deviation(learnt, kind, tiles):.1f}" for tiles in _SHOWN_TILES)]
        for kind in range(len(learnt.spread))
    ]
    errors_text = f"Brier score {checked.brier:.4f}, rmse of the values {checked.rmse:.2f} points"
    return [
        ("Generations; games won and points are against the generation before, each one ply deep", rows),
        (f"Win probabilities on games not used for fitting; {errors_text}", bins),
        ("Standard deviation of the final difference around the value, in points", spreads),
    ]


class GenerationData(TypedDict):
    """A generation as JSON data."""

    number: int
    games: int
    plies: int
    errors: dict[str, float]
    won: MeanData
    points: MeanData


class CalibrationData(TypedDict):
    """The calibration of win probabilities, as JSON data."""

    bins: list[dict[str, float]]
    brier: float
    rmse: float


class TrainingData(TypedDict):
    """How the values were learnt, as JSON data."""

    command: str
    bytes: int
    sha256: str
    plan: dict[str, Any]
    generations: list[GenerationData]
    calibration: CalibrationData
    spread: list[list[float]]
    """By round and number of tiles left."""


def _as_data(trained: Trained, plan: Plan, chosen: argparse.Namespace) -> TrainingData:
    learnt = unpacked(trained.content)
    return {
        "command": _command(plan, chosen),
        "bytes": len(trained.content),
        "sha256": hashlib.sha256(trained.content).hexdigest(),
        "plan": {
            name: value._asdict() if hasattr(value, "_asdict") else value for name, value in plan._asdict().items()
        },
        "generations": [
            {
                "number": each.number,
                "games": each.games,
                "plies": each.plies,
                "errors": each.errors._asdict(),
                "won": as_row(each.won),
                "points": as_row(each.points),
            }
            for each in trained.generations
        ],
        "calibration": {
            "bins": [row._asdict() for row in trained.checked.bins],
            "brier": trained.checked.brier,
            "rmse": trained.checked.rmse,
        },
        "spread": [
            [_deviation(learnt, kind, tiles) for tiles in range(MAX_TILES + 1)] for kind in range(len(learnt.spread))
        ],
    }


def _command(plan: Plan, chosen: argparse.Namespace) -> str:
    """The command line that makes the same file."""
    words = ["python", "-m", "py_engine.lab", "azul-train", "--output", str(chosen.output)]
    if chosen.start is not None:
        words += ["--start", str(chosen.start)]
    default = Plan() if chosen.start is None else Plan(two_plies_from=1)
    for name, value in plan._asdict().items():
        if value is True:
            words.append(f"--{name.replace('_', '-')}")
        elif value != getattr(default, name):
            words += [f"--{name.replace('_', '-')}", str(value)]
    return shlex.join(words)
