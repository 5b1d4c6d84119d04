"""The ISMCTS opponent: OpenSpiel follows a hand by its own rules and finds the same legal moves."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from py_engine.games.hearts.rules.play import apply_action, legal_actions
from py_engine.games.hearts.rules.state import HeartsAction
from py_engine.lab.__main__ import main
from py_engine.lab.core.matches import Params
from py_engine.lab.hearts import ismcts
from py_engine.lab.hearts.hand import first_state, play_hand

INSTALLED = importlib.util.find_spec("pyspiel") is not None
needs_openspiel = pytest.mark.skipif(not INSTALLED, reason="OpenSpiel is not installed")


@needs_openspiel
@pytest.mark.parametrize("number", range(4))
def test_openspiel_positions_have_the_same_player_and_legal_cards(number: int) -> None:
    state = first_state(3, number)
    hand, turn = state.chance_counter, 0
    while state.chance_counter == hand:
        legal = legal_actions(state)
        if state.phase == "play":
            theirs = ismcts.to_spiel(state)
            assert theirs.current_player() == state.active_player_id
            found = {ismcts._name(card) for card in theirs.legal_actions()}
            assert found == {action["play"] for action in legal}
        turn += 1
        state = apply_action(state, HeartsAction.model_validate(legal[(turn * 5) % len(legal)]))
    assert sum(state.scores) in {26, 78}


@needs_openspiel
def test_ismcts_plays_a_hand() -> None:
    players: list[Params] = [{"outside": "ismcts", "simulations": 20}, {"evaluator": "greedy"}]
    assert sum(play_hand(players, (0, 1, 0, 1), 1, 0)) in {26, 78}


def test_a_missing_openspiel_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    path = tmp_path / "b.toml"
    path.write_text(
        'title = "t"\n[players.a]\noutside = "ismcts"\n[[matches]]\nfirst = "a"\nsecond = "greedy"\n', "utf-8"
    )
    with pytest.raises(SystemExit) as end:
        main(["hearts", str(path)])
    assert "py_engine[lab]" in str(end.value.code)
