"""The golden playthroughs: the rules of every game still lead to the same game."""

from __future__ import annotations

import pytest

from tests.bridge.playthrough import FOLDER, as_text, file_of, rulesets

COMMAND = "`python -m tests.bridge.playthrough` writes the playthroughs"


@pytest.mark.parametrize("ruleset", rulesets())
def test_random_game_is_the_one_on_record(ruleset: str) -> None:
    kept = file_of(ruleset)
    assert kept.is_file(), f"{kept.name} is missing: {COMMAND}."
    # Line by line, so that a failure shows the first move that differs.
    expected = kept.read_text(encoding="utf-8").splitlines()
    assert as_text(ruleset).splitlines() == expected, f"If the rules are meant to change, {COMMAND} again."


def test_every_playthrough_on_record_is_of_a_game() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file_of(ruleset).name for ruleset in rulesets()}
