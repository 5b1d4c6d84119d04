"""The command that counts understood sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from py_engine.lab.__main__ import main
from py_engine.lab.core.errors import LabError
from tests.games.swccg.cards import card

CARDS = [
    card("1_1", "Arno", "Character", gametext="Power +1 at Farm. Hums. Immune to attrition < 3."),
    card("1_2", "Farm", "Location", gametext="Dark: Force drain +1 here. Light: Sheep graze."),
    card("1_3", "Nobody", "Character"),
]


def test_sentences_are_counted_by_type(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Dark.json"
    path.write_text(json.dumps({"cards": CARDS}), "utf-8")
    main(["swccg-texts", "--cards", str(path), "--kind", "immune"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["Character", "3", "2", "67"] in lines
    assert ["Location", "2", "1", "50"] in lines
    assert ["all", "5", "3", "60"] in lines
    assert "Immune to attrition < 3".split() in lines
    assert "Power +1 at Farm".split() not in lines


@pytest.mark.parametrize(
    ("text", "says"), [("{", "are not JSON"), ("{}", "no cards with a text"), (None, "cannot be read")]
)
def test_files_without_cards_are_refused(tmp_path: Path, text: str | None, says: str) -> None:
    path = tmp_path / "Dark.json"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises((LabError, SystemExit), match=says):
        main(["swccg-texts", "--cards", str(path)])
