"""``python -m py_engine.lab swccg-texts``: how many sentences of the game texts of all cards are understood."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from py_engine.games.swccg.rules.text_grammar import KINDS
from py_engine.games.swccg.rules.texts import TextEffect, sentences
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.writing import Rows, aligned

__all__ = ["add", "counted_rows"]

_Read = tuple[str, str, Sequence[TextEffect]]
"""A card's type, a sentence of its text, and what it is understood to say."""


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("swccg-texts", help="how many sentences of cards' texts are understood")
    parser.add_argument(
        "--cards", nargs="+", type=Path, required=True, metavar="FILE", help="the card database (Dark.json, Light.json)"
    )
    parser.add_argument("--kind", choices=sorted(KINDS), help="also lists the sentences understood so")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    read = [each for path in chosen.cards for each in _texts(path)]
    if not read:
        raise LabError("There are no cards with a text in these files.")
    print(aligned(counted_rows(read)))
    kinds = Counter(effect.kind for _, _, effects in read for effect in effects)
    print("\n" + aligned([["says", "sentences"], *([KINDS[kind], f"{count}"] for kind, count in kinds.most_common())]))
    for _, sentence, effects in read:
        if any(effect.kind == chosen.kind for effect in effects):
            print(sentence)


def _texts(path: Path) -> Iterator[_Read]:
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise LabError(f"The cards {path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise LabError(f"The cards {path} are not JSON.") from None
    rows = data.get("cards") if isinstance(data, dict) else data
    for row in rows if isinstance(rows, list) else ():
        face = row.get("front") if isinstance(row, dict) else None
        if isinstance(face, dict) and isinstance(face.get("gametext"), str):
            kind = str(face.get("type"))
            yield from ((kind, sentence, effects) for sentence, effects in sentences(face["gametext"], kind))


def counted_rows(read: Sequence[_Read]) -> Rows:
    """Sentences by type of card, most first, and how many of them are understood."""
    every = Counter(kind for kind, _, _ in read)
    known = Counter(kind for kind, _, effects in read if effects)
    rows = [["type", "sentences", "understood", "%"]]
    lines = [*((kind, count, known[kind]) for kind, count in every.most_common()), ("all", len(read), known.total())]
    return [*rows, *([kind, f"{count}", f"{found}", f"{100 * found / count:.0f}"] for kind, count, found in lines)]
