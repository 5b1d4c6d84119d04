"""Writes the sample game and its cards to the paths that the page loads: ``python -m build_tools.sample_game``."""

from __future__ import annotations

from build_tools.paths import ROOT, SAMPLE_CARDS, SAMPLE_GAME
from build_tools.sample_game.database import card_data
from build_tools.sample_game.story import sample_game

if __name__ == "__main__":
    sample = sample_game()
    SAMPLE_GAME.parent.mkdir(parents=True, exist_ok=True)
    SAMPLE_GAME.write_text(sample.xml, encoding="utf-8", newline="\n")
    SAMPLE_CARDS.write_text(card_data(), encoding="utf-8", newline="\n")
    size = SAMPLE_GAME.stat().st_size
    print(f"{SAMPLE_GAME.relative_to(ROOT)}: {len(sample.answers)} decisions, {size:,} bytes")
    print(f"{SAMPLE_CARDS.relative_to(ROOT)}: {SAMPLE_CARDS.stat().st_size:,} bytes")
