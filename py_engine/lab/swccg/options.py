"""Options of the SWCCG commands: replays, cards, weights and answers."""

from __future__ import annotations

import argparse
import json
import shlex
import tomllib
from collections.abc import Sequence
from pathlib import Path

from py_engine.core.contract import ContractError
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.agreement import Answers
from py_engine.lab.swccg.replays import Source, sources

__all__ = ["CONFIDENCE", "add_folder", "answered", "command", "confidence", "overrides"]

CONFIDENCE = 0.9
"""Default minimum confidence of the inferred answers that are counted."""


def add_folder(parser: argparse.ArgumentParser, *, answers: bool = True) -> None:
    """Adds the options for replays, cards, weights and (by default) answers."""
    parser.add_argument("folder", type=Path, help="of replays (*.xml, *.gz), or a single replay")
    parser.add_argument(
        "--cards", nargs="+", type=Path, default=[], metavar="FILE", help="the card database (Dark.json, Light.json)"
    )
    parser.add_argument("--weights", type=Path, metavar="FILE", help="replaces weights, as swccg-fit writes them")
    if not answers:
        return
    where = "known answers, <game>.responses.jsonl[.gz], besides those in the folder"
    parser.add_argument("--responses", nargs="+", type=Path, default=[], metavar="FILE", help=where)
    parser.add_argument(
        "--answers", choices=("known", "inferred"), help="which answers count, never both (known, if there are any)"
    )
    sure = f"minimum confidence of inferred answers ({CONFIDENCE:g})"
    parser.add_argument("--confidence", type=confidence, default=CONFIDENCE, help=sure)


def confidence(text: str) -> float:
    """A number from 0 to 1, from the command line."""
    number = float(text)
    if not 0 <= number <= 1:
        raise ValueError
    return number


confidence.__name__ = "number from 0 to 1"  # what argparse calls it


def overrides(path: Path | None) -> dict[str, float]:
    """The replacement weights in a file: JSON or TOML, ``{"weights": {name: value}}``.

    Raises:
        LabError: if the file cannot be read, or has another format.
    """
    if path is None:
        return {}
    try:
        text = path.read_text("utf-8")
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except OSError as error:
        raise LabError(f"The weights {path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise LabError(f"The weights {path} are neither JSON nor TOML.") from None
    found = data.get("weights") if isinstance(data, dict) else None
    numbers = isinstance(found, dict) and all(type(value) in (int, float) for value in found.values())
    if not isinstance(found, dict) or not numbers:
        raise LabError(f'The weights {path} should be like {{"weights": {{"deploy.efficiency": 4.0}}}}.')
    try:
        default_weights().changed(found)
    except ContractError as error:
        raise LabError(f"{path}: {error.sentence}") from None
    return {name: float(value) for name, value in found.items()}


def answered(chosen: argparse.Namespace) -> tuple[list[Source], list[str], Answers]:
    """The replays with answers of the chosen kind, the skipped files with reasons, and that kind.

    Raises:
        LabError: if there are none.
    """
    found, passed = sources(chosen.folder, chosen.responses)
    any_known = any(source.responses is not None for source in found)
    answers: Answers = chosen.answers or ("known" if any_known else "inferred")
    if answers == "inferred":
        return found, passed, answers
    if not any_known:
        raise LabError(f"There are no known answers (<game>.responses.jsonl) beside the replays in {chosen.folder}.")
    without = [f"{source.path.name}: It has no known answers." for source in found if source.responses is None]
    return [source for source in found if source.responses is not None], [*passed, *without], answers


_TYPED = ("cards", "responses", "answers", "confidence", "weights", "seed")


def command(name: str, chosen: argparse.Namespace, more: Sequence[str] = ()) -> str:
    """The command line that reproduces the results; files are given without their folders, which differ by machine."""
    words = ["python", "-m", "py_engine.lab", name, chosen.folder.name]
    for option in (*_TYPED, *more):
        value = getattr(chosen, option, None)
        values = value if isinstance(value, list) else [] if value is None else [value]
        if values:
            words += [f"--{option.replace('_', '-')}"]
            words += [each.name if isinstance(each, Path) else f"{each}" for each in values]
    return shlex.join(words)
