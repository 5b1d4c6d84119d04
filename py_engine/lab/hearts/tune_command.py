"""``python -m py_engine.lab hearts-tune``: tunes the weights of Hearts' greedy policies by playing."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import Any

from py_engine.core.contract import ContractError, Model
from py_engine.core.validation import parse_model
from py_engine.games.hearts.policies import weights
from py_engine.games.hearts.policies.weights import Weights
from py_engine.lab.core.commands import add_common, add_counts, kept_work, results_in_order, say
from py_engine.lab.core.errors import LabError
from py_engine.lab.hearts.weight_tuning import PARTS, Plan, Tuning, tune

__all__ = ["DEFAULT", "add", "as_toml", "read"]

DEFAULT = Path(weights.__file__).with_name("weights.toml")


def add(commands: Any) -> None:
    """Adds the command to the laboratory's parser."""
    parser = commands.add_parser("hearts-tune", help="tune the weights of Hearts' greedy policies by playing")
    plan = Plan()
    parser.add_argument("--weights", type=Path, default=DEFAULT, metavar="FILE", help="initial weights (the engine's)")
    parser.add_argument("--part", choices=PARTS, default=plan.part, help="the weights to tune (all)")
    add_counts(
        parser,
        plan,
        {
            "rounds": "after each, a better result becomes an opponent",
            "generations": "per round",
            "candidates": "per generation",
            "deals": "per candidate before halving, in six seatings each",
            "halvings": "per generation",
            "check": "deals to measure the result of a round",
        },
    )
    parser.add_argument(
        "--spread", type=float, default=plan.spread, help=f"initial spread of the random weights ({plan.spread})"
    )
    parser.add_argument("--seed", type=int, default=plan.seed, help="seed of the deals and the random weights (0)")
    parser.add_argument("--toml", type=Path, metavar="FILE", help="write the weights to this file")
    add_common(parser, "hearts-tune")
    parser.set_defaults(run=_run)


def read(path: Path) -> Weights:
    """Reads weights from a file.

    Raises:
        LabError: if the file cannot be read or is invalid.
    """
    try:
        return parse_model(Weights, tomllib.loads(path.read_text("utf-8")), "INVALID_PARAMS", f"weights {path}")
    except OSError as error:
        raise LabError(f"The weights {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LabError(f"The weights {path} are not TOML: {error}.") from None
    except ContractError as error:
        raise LabError(error.sentence) from None


def _run(chosen: argparse.Namespace) -> None:
    plan = Plan(**{name: getattr(chosen, name) for name in Plan.__slots__})
    start = read(chosen.weights)
    with kept_work(chosen, "Played", "matches") as work:
        found = tune(Tuning(plan, results_in_order(work)), start, say)
    text = as_toml(found.weights, _comment(chosen.weights))
    print(text, end="")
    if found.above.games:
        mean, error, deals = found.above
        print(
            f"# Saves {mean:.3f} ± {error:.3f} points per hand against the initial weights, in {deals:,} held-out deals."
        )
    else:
        print("# No better weights were found.")
    if chosen.toml is not None:
        chosen.toml.write_text(text, "utf-8")


def _comment(path: Path) -> str:
    """The lines above the first table of a file."""
    lines = path.read_text("utf-8").splitlines()
    end = next((number for number, line in enumerate(lines) if line.startswith("[")), 0)
    return "".join(f"{line}\n" for line in lines[:end])


def as_toml(weights: Model, comment: str = "") -> str:
    """Weights as the text of a TOML file."""
    return comment + "\n".join(_tables(weights.model_dump(), ""))


def _tables(data: dict[str, Any], path: str) -> list[str]:
    parts = []
    own = [f"{name} = {value}\n" for name, value in data.items() if not isinstance(value, dict)]
    if own:
        parts.append((f"[{path}]\n" if path else "") + "".join(own))
    for name, value in data.items():
        if isinstance(value, dict):
            parts += _tables(value, f"{path}.{name}" if path else name)
    return parts
