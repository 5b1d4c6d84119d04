"""Entropy held against the truth: frozen games, and losses of games played on."""

from __future__ import annotations

import pytest

from py_engine.lab.entropy.honesty import truth
from py_engine.lab.entropy.honesty.frozen import GAMES

LATE = [8, 90]
"""A place late in a game."""


def asked(pick: object, move: object) -> truth.TruthTask:
    return {"set": "tuning", "place": LATE, "pick": pick, "move": move, "engine": truth.engine()}


def test_a_larger_draw_continues_a_smaller_one() -> None:
    assert GAMES.drawn("test", 3)[:2] == GAMES.drawn("test", 2)


def test_losses_change_sign_when_the_moves_change_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(truth, "MANY", 8)
    found = GAMES.decision("tuning", LATE)
    other = next(each for each in GAMES.game.rules.legal_actions(found.state) if each != found.action)
    there, back = truth.played(asked(found.action, other)), truth.played(asked(other, found.action))
    assert there["loss"] == pytest.approx(-back["loss"])
    assert sum(gap for gap, _ in there["lines"]) == pytest.approx(-there["loss"])
    assert truth.played(asked(other, other))["loss"] == pytest.approx(0.0)
