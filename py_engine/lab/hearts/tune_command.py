"""``python -m py_engine.lab hearts-tune``: weights of the greedy players of Hearts, found by playing."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import Any

from py_engine.core.contract import ContractError
from py_engine.core.validation import parse_model
from py_engine.games.hearts.policies import weights
from py_engine.games.hearts.policies.weights import Weights
from py_engine.lab.core.commands import add_common, add_counts, kept_work, results_in_order, say
from py_engine.lab.core.errors import LabError
from py_engine.lab.hearts.weight_tuning import PARTS, Plan, Tuning, tune

__all__ = ["DEFAULT", "add", "as_toml", "read"]

DEFAULT = Path(weights.__file__).with_name("weights.toml")


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("hearts-tune", help="find weights for the greedy players of Hearts by playing")
    plan = Plan()
    parser.add_argument("--weights", type=Path, default=DEFAULT, metavar="FILE", help="to begin with (the engine's)")
    parser.add_argument("--part", choices=PARTS, default=plan.part, help="which weights (all)")
    add_counts(
        parser,
        plan,
        {
            "rounds": "after each, what is better is the next opponent",
            "generations": "of random weights in a round",
            "candidates": "random weights in a generation",
            "deals": "of each candidate, in six seatings, at first",
            "halvings": "of a generation",
            "check": "deals that a round's result is measured in",
        },
    )
    parser.add_argument(
        "--spread", type=float, default=plan.spread, help=f"of the first random weights ({plan.spread})"
    )
    parser.add_argument("--seed", type=int, default=plan.seed, help="of the deals and the random weights (0)")
    parser.add_argument("--toml", type=Path, metavar="FILE", help="writes the weights there")
    add_common(parser, "hearts-tune")
    parser.set_defaults(run=_run)


def read(path: Path) -> Weights:
    """The weights in a file.

    Raises:
        LabError: it cannot be read, or holds something else.
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
        print(f"# Saves {mean:.3f} ± {error:.3f} points a hand against the weights before, in {deals:,} other deals.")
    else:
        print("# Nothing better was found.")
    if chosen.toml is not None:
        chosen.toml.write_text(text, "utf-8")


def _comment(path: Path) -> str:
    """What stands above the first table of a file."""
    lines = path.read_text("utf-8").splitlines()
    end = next((number for number, line in enumerate(lines) if line.startswith("[")), 0)
    return "".join(f"{line}\n" for line in lines[:end])


def as_toml(weights: Weights, comment: str = "") -> str:
    """The text of a file of weights."""
    return comment + "\n".join(_tables(weights.model_dump(), ""))


def _tables(data: dict[str, Any], path: str) -> list[str]:
    parts = []
    own = [f"{name} = {value}\n" for name, value in data.items() if not isinstance(value, dict)]
    if own:
        parts.append(f"[{path}]\n" + "".join(own))
    for name, value in data.items():
        if isinstance(value, dict):
            parts += _tables(value, f"{path}.{name}" if path else name)
    return parts
