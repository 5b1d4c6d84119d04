"""Accuracy and calibration of inferred answers, measured on small logs and on the reference games."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path

import pytest

from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.inference_command import add, games, measure, scores
from tests.games.swccg.inferred import DEPLOY, END, HAND, PILOT, TABLE
from tests.games.swccg.logs import DARK, choose, game_replay, interrupt
from tests.games.swccg.reference import REFERENCE, needs_reference


def test_inference_command_counts_correct_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = game_replay([*TABLE, choose(DEPLOY, HAND), interrupt(3, PILOT), choose(DEPLOY, HAND), END])
    (tmp_path / "g1.Dark.replay.xml").write_text(log, "utf-8")
    given = [{"player": DARK, "type": "CARD_ACTION_CHOICE", "response": answer} for answer in ("2", "0")]
    (tmp_path / "g1.responses.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in given), "utf-8")
    parser = ArgumentParser()
    add(parser.add_subparsers())
    chosen = parser.parse_args(["swccg-inference", str(tmp_path), "--wrong", "--table"])
    chosen.run(chosen)
    said = capsys.readouterr().out
    assert "several actions            2   0.500   0.500   0.500" in said
    assert "g1.Dark.replay.xml 1: Choose Deploy action or Pass: '0', inferred '' by pass.phase" in said
    assert '"action.card": (1, 1),' in said
    with pytest.raises(LabError):
        list(games(tmp_path, ["g2"]))


CRUDE = {
    "one action": 0.915,
    "several actions": 0.880,
    "INTEGER": 0.953,
    "CARD_SELECTION": 0.697,
    "ARBITRARY_CARDS": 0.523,
}
"""Shares that a first version got right in the same games."""


NOT_COUNTED = ["g05", "g06"]
"""Games not used for the table of confidences."""


@pytest.mark.slow
@needs_reference
def test_inference_beats_a_crude_version() -> None:
    """Over all reference games, including those used for the table of confidences."""
    cases = [case for game in games(REFERENCE / "games") for case in measure(game)]
    found = scores(cases)
    for group, crude in CRUDE.items():
        score = found[group]
        assert score.exact > (crude + 0.03) * score.cases, group
        assert score.alike >= 0.97 * score.cases, group
    # The total confidence must not exceed the number of correct answers.
    claimed = [score.claimed for score in found.values()]
    assert sum(claimed) <= sum(score.exact for score in found.values())


@pytest.mark.slow
@needs_reference
def test_confidence_is_not_too_high_on_unused_games() -> None:
    found = scores([case for game in games(REFERENCE / "games", NOT_COUNTED) for case in measure(game)])
    cases, exact, claimed = (
        sum(getattr(score, name) for score in found.values()) for name in ("cases", "exact", "claimed")
    )
    assert cases > 500
    assert claimed <= exact
    assert exact >= 0.97 * cases
