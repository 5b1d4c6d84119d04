"""The outside opponent sits at the same table: its library follows a hand by its own rules and finds the same moves."""

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

HERE = importlib.util.find_spec("pyspiel") is not None
needs_it = pytest.mark.skipif(not HERE, reason="OpenSpiel is not installed")


@needs_it
@pytest.mark.parametrize("number", range(4))
def test_its_positions_are_ours(number: int) -> None:
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


@needs_it
def test_it_plays_a_hand() -> None:
    players: list[Params] = [{"outside": "ismcts", "simulations": 20}, {"evaluator": "greedy"}]
    assert sum(play_hand(players, (0, 1, 0, 1), 1, 0)) in {26, 78}


def test_a_missing_library_is_said_to_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
