"""Games of players that shoot the moon: how they are recorded, fitted and used to measure the search."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from py_engine.games.hearts.policies.intent import FEATURES, HELD
from py_engine.games.hearts.rules.play import apply_action, legal_moves
from py_engine.games.hearts.rules.state import HeartsAction, action_data
from py_engine.lab.__main__ import main
from py_engine.lab.hearts.hand import first_state
from py_engine.lab.hearts.moons.beliefs import Compared, held, log_gain
from py_engine.lab.hearts.moons.calibration import Case, as_markdown, cases, clustered, lines
from py_engine.lab.hearts.moons.fit import examples, log_score, logistic, shot_plans
from py_engine.lab.hearts.moons.games import Hand, play_games, positions
from py_engine.lab.hearts.recorded import Deals, read_games, tasks

SEED = 6


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    (task,) = tasks(SEED, 4, 10)
    return play_games(task)


def test_tasks_share_the_deals() -> None:
    found: list[Deals] = tasks(1, 250, 5)
    assert [(task["first"], task["count"]) for task in found] == [(0, 100), (100, 100), (200, 50)]


def test_a_recorded_hand_can_be_played_again(hands: list[Hand]) -> None:
    assert [hand["number"] for hand in hands] == [0, 1, 2, 3]
    assert [len(hand["moves"]) for hand in hands] == [56, 56, 56, 52]
    for hand in hands:
        decisions, last = 0, first_state(SEED, hand["number"])
        for state, turn, plan in positions(SEED, hand):
            assert state == last
            move = hand["moves"][turn]
            assert move in legal_moves(state)
            assert (plan is not None) == (len(legal_moves(state)) > 1)
            decisions += plan is not None
            last = apply_action(state, HeartsAction.model_validate(action_data(move)))
        assert decisions == len(hand["plans"])
        assert (hand["shooter"] >= 0) == (sum(last.scores) == 78)


def test_examples_are_decisions_of_seats_that_may_shoot(hands: list[Hand]) -> None:
    seen, shot = examples(SEED, hands)
    assert seen.shape == (len(shot), len(FEATURES))
    assert set(shot.tolist()) <= {0.0, 1.0}
    # In every hand some seat leads the second trick without points, or alone with points.
    assert len(shot) >= len(hands)
    terms, came = shot_plans(SEED, hands)
    plans = sum(int(shoots) for hand in hands for turn, shoots, *_ in hand["plans"] if turn >= len(hand["moves"]) - 52)
    assert len(terms) == len(came) == plans


def test_a_logistic_fit_finds_the_weights() -> None:
    rng = np.random.default_rng(1)
    seen = np.stack([np.ones(20_000), rng.normal(size=20_000)], axis=1)
    came = (rng.random(20_000) < 1 / (1 + np.exp(1 - 2 * seen[:, 1]))).astype(np.float64)
    assert logistic(seen, came).tolist() == pytest.approx([-1, 2], abs=0.1)


def test_a_conditional_fit_finds_how_true_deals_stand_out() -> None:
    rng = np.random.default_rng(2)
    worlds = rng.integers(0, 4, (3000, 64, len(HELD))).astype(np.float64)
    weights = np.full((3000, 64), 1 / 64)
    tilt = np.exp(0.5 * worlds[:, :, 3])
    chosen = [rng.choice(64, p=row / row.sum()) for row in tilt]
    sample = Compared(worlds[np.arange(3000), chosen], worlds, weights)
    found = held(sample)
    assert found["hearts"] == pytest.approx(500, abs=60)
    assert abs(found["losers"]) < 60
    assert log_gain(sample, found).mean() > 0.05


def test_errors_are_over_hands() -> None:
    values, hands = np.array([1.0, 1.0, 0.0, 0.0]), np.array([0, 0, 1, 1])
    assert clustered(values, hands) == pytest.approx((0.5, np.sqrt(2) / 4))
    assert clustered(values, np.arange(4)) == pytest.approx((0.5, 0.25))


def test_the_calibration_by_bins() -> None:
    said, came = np.array([0.01, 0.3, 0.3, 0.95]), np.array([0.0, 1.0, 0.0, 1.0])
    found = lines(said, came, np.arange(4))
    assert [(line.low, line.high, line.cases) for line in found] == [(0, 0.02, 1), (0.2, 0.4, 2), (0.8, 1.0, 1)]
    assert (found[1].said, found[1].came) == pytest.approx((0.3, 0.5))
    assert log_score(np.array([0.5, 0.0]), np.array([1.0, 0.0])).tolist() == pytest.approx([np.log(0.5), np.log(0.999)])


def test_the_search_is_asked_about_recorded_decisions(hands: list[Hand]) -> None:
    found = cases(SEED, hands[0], 60)
    assert found
    for case in found:
        assert 0 <= case["against"] <= 1
        assert case["came_against"] + case["came_own"] == int(hands[0]["shooter"] >= 0)


def case(turn: int, against: float, came: int) -> Case:
    return {
        "hand": turn, "turn": turn, "cards": 9, "against": against, "came_against": came, "own": None, "came_own": 0,
    }  # fmt: skip


def test_the_table_compares_with_another_search() -> None:
    ours, theirs = [case(1, 0.9, 1), case(2, 0.1, 0)], [case(1, 0.5, 1), case(2, 0.5, 0)]
    text = as_markdown(ours, theirs, "command")
    assert "| 0.80 to 1.00 | 1 | 0.900 | 1.000 | +0.100" in text
    assert f"{np.log(0.9) - np.log(0.5):+.4f} ± 0.0000 in 2 cases of both" in text
    assert "There was no such case." in text


def test_the_command_plays_fits_and_measures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, kept = tmp_path / "games.gz", ["--processes", "1", "--results", str(tmp_path / "kept.jsonl")]
    main(["hearts-moons", "games", "train", "--hands", "6", "--worlds", "8", "--output", str(games), *kept])
    first = games.read_bytes()
    main(["hearts-moons", "games", "train", "--hands", "6", "--worlds", "8", "--output", str(games), *kept])
    assert games.read_bytes() == first
    assert len(read_games(games)[1]) == 6
    weights = tmp_path / "weights.json"
    main(["hearts-moons", "fit", str(games), str(games), "--output", str(weights)])
    found = json.loads(weights.read_text("utf-8"))
    assert (list(found["shoots"]), list(found["holds"]), list(found["leads"])) == (
        list(FEATURES),
        list(HELD),
        list(HELD),
    )
    table = tmp_path / "table.md"
    main(["hearts-moons", "calibrate", str(games), "--hands", "1", "--max-work", "50", "--markdown", str(table), *kept])
    assert "Another player shoots the moon" in table.read_text("utf-8")
    assert "hearts-moons calibrate games.gz --hands 1 --max-work 50" in capsys.readouterr().out


def test_a_damaged_file_of_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.gz"
    path.write_text("no games", "utf-8")
    with pytest.raises(SystemExit, match="cannot be read"):
        main(["hearts-moons", "calibrate", str(path)])
