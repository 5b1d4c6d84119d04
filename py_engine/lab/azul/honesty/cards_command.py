"""``python -m py_engine.lab azul-cards``: contradictions among the sentences on graded moves of Azul."""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from py_engine.lab.azul.honesty.cards import card, card_tasks, contradictions, flips
from py_engine.lab.core.commands import add_common, counted, kept_work

__all__ = ["add"]


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("azul-cards", help="contradictions among the sentences on graded moves of Azul")
    parser.add_argument("--set", choices=("tuning", "test"), default="test", help="the frozen moves (test)")
    parser.add_argument("--cards", type=counted, default=1000, help="moves, of which two cards are made (1000)")
    parser.add_argument("--max-work", type=counted, default=2_000, help="moves valued for the first of them (2,000)")
    add_common(parser, "azul-cards")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    cards, flipped, starts = 0, 0, Counter[str]()
    with kept_work(chosen, "Made", "cards") as work:
        for done in work(card, card_tasks(chosen.set, chosen.cards, chosen.max_work)):
            first, longer = done.result
            for texts in (first, longer):
                cards += 1
                starts[texts[0].split(",")[0].split(":")[0][:40] if texts else ""] += 1
                if found := contradictions(texts):
                    print(f"Contradicts itself about {', '.join(found)}: {texts}")
            if found := flips(first, longer):
                flipped += 1
                print(f"Turns with more work about {', '.join(found)}: {first} / {longer}")
    print(f"{cards} cards; {flipped} moves whose reasons turn with more work.")
    print("\n".join(f"{count:6} {start}" for start, count in starts.most_common(12)))
