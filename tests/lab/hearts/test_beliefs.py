"""``hearts-beliefs``: the scores of the true deal and of the queen's seat, and the table of them."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.rules.cards import QUEEN_OF_SPADES
from py_engine.games.hearts.rules.play import legal_moves
from py_engine.games.hearts.rules.state import mask_of_hand
from py_engine.lab.__main__ import main
from py_engine.lab.hearts import beliefs_command
from py_engine.lab.hearts.beliefs_command import recorded, scored
from py_engine.lab.hearts.moons.games import play_games
from py_engine.lab.hearts.recorded import tasks, write_games
from tests.games.hearts.searched import greedy_hand


def test_scores_are_those_of_the_true_deal_and_of_who_holds_the_queen(monkeypatch: pytest.MonkeyPatch) -> None:
    """With beliefs that know the true holder of the queen and nothing else, both scores are minus the log of her chance."""
    state = greedy_hand(3)[9]
    queen = U64(1 << QUEEN_OF_SPADES)
    holder = next(seat for seat, held in enumerate(state.hands) if mask_of_hand(held) & int(queen))
    assert holder != state.active_player_id
    shares = []

    def knowing(_: object, worlds: np.ndarray) -> np.ndarray:
        held = (worlds[holder] & queen) != 0
        shares.append(float(held[1:].mean()))
        return np.where(held, 2.0, 0.0)

    monkeypatch.setattr(beliefs_command, "weights_of", knowing)
    found = scored("anybody", 4, state, 0)
    assert found is not None
    assert found.queen is not None
    assert 0 < shares[0] < 1
    assert (found.deal, found.queen) == pytest.approx((-math.log(shares[0]),) * 2)
    assert (found.players, found.hand, found.cards) == ("anybody", 4, max(facts_of(state, 0).counts))


def test_beliefs_without_inference_score_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs_command, "weights_of", lambda _, worlds: np.ones(worlds.shape[1]))
    found = scored("anybody", 4, greedy_hand(3)[9], 0)
    assert found is not None
    assert (found.deal, found.queen) == pytest.approx((0, 0))


def test_nothing_is_scored_before_anybody_has_played_or_passed() -> None:
    assert scored("anybody", 0, greedy_hand(3, 3)[0], 0) is None


def test_the_table_has_the_frozen_hands_by_players_and_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "beliefs.md"
    main(["hearts-beliefs", "--every", "40", "--markdown", str(file)])
    said = capsys.readouterr().out
    for text in (said, file.read_text("utf-8")):
        for players in ("Casual", "Skilled", "Casual and Skilled"):
            assert players in text


def test_recorded_hands_are_scored_by_the_decisions_that_were_not_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (task,) = tasks(6, 2, 5)
    hands = play_games(task)
    file = tmp_path / "games.gz"
    write_games(file, 6, hands)
    found = list(recorded(file))
    assert [hand for _, hand, _ in found] == sorted(hand for _, hand, _ in found)
    assert all(len(legal_moves(state)) > 1 and state.phase == "play" for _, _, state in found)
    passes = sum(len(hand["moves"]) - 52 for hand in hands)
    assert len(found) == sum(len(hand["plans"]) for hand in hands) - passes
    report = tmp_path / "beliefs.md"
    main(["hearts-beliefs", str(file), "--every", "4", "--markdown", str(report)])
    assert "pimc_shooting" in capsys.readouterr().out
    assert "Made by `python -m py_engine.lab hearts-beliefs games.gz --every 4`." in report.read_text("utf-8")
