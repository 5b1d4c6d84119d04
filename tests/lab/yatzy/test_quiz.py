"""Habits fitted to answers, the questions, and the data of their page."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from build_tools.paths import ROOT
from py_engine.core import artifacts
from py_engine.core.contract import ContractError
from py_engine.games.yatzy.coaching.habits import quiz_table
from py_engine.games.yatzy.coaching.habits.fit import (
    BETAS,
    DEPTHS,
    GAMMAS,
    GRIDS,
    THETAS,
    chances_of,
    estimates,
    interval,
    posterior_of,
)
from py_engine.games.yatzy.coaching.habits.query import QuizFit, QuizFitArgs
from py_engine.games.yatzy.coaching.habits.quiz_table import QuizTable
from py_engine.games.yatzy.knowledge.values import ValueTable
from py_engine.games.yatzy.rules.tables import CATEGORIES, FULL, MULTISETS, STANDARD
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.versions import engine_of
from py_engine.lab.yatzy.engine import solving
from py_engine.lab.yatzy.engine.space import HOLD_COUNT, HOLDS, position_of
from py_engine.lab.yatzy.engine.values import turn_values
from py_engine.lab.yatzy.habits.card_program import play_type
from py_engine.lab.yatzy.habits.profile import actions_of, calibrated, measured, simulated
from py_engine.lab.yatzy.habits.quiz_program import chosen_questions, content_of, means_of
from py_engine.lab.yatzy.positions.cards import content_hash, scores_for, state_of
from py_engine.lab.yatzy.positions.sensitivity_program import Decision
from py_engine.lab.yatzy.tables import QUIZ_TABLE, build, is_sound

PAGES = ROOT / "web" / "src" / "games" / "yatzy" / "pages"


@pytest.fixture
def table(standard: ValueTable, monkeypatch: pytest.MonkeyPatch) -> ValueTable:
    """The standard table in the laboratory's memory, so that nothing is solved."""
    monkeypatch.setitem(solving._memory, solving.key_of(solving.Goal()), standard.flat)
    return standard


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> QuizTable:
    """The quiz's table, loaded."""
    monkeypatch.setattr(quiz_table, "_loaded", [])
    quiz_table.load(QUIZ_TABLE.read_bytes())
    return quiz_table.require()


def page() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PAGES / "quiz" / "quiz.json").read_text("utf-8"))
    return found


def roll_of(*dice: int) -> int:
    return MULTISETS.index(dice)


def test_questions_and_table_are_as_the_laboratory_wrote_them() -> None:
    data = page()
    assert data["made"]["sha256"] == content_hash(content_of(data["questions"], QUIZ_TABLE.read_bytes()))


def test_table_is_shipped_as_it_is(tmp_path: Path) -> None:
    data = QUIZ_TABLE.read_bytes()
    assert build("quiz", tmp_path, print) == data
    assert is_sound("quiz", data)
    assert not is_sound("quiz", data[:-1])


@pytest.mark.parametrize("place", [(3, 0, 0, 0), (3, 3, 1, 2)])
def test_means_of_the_page_are_those_of_the_command_it_names(
    place: tuple[int, int, int, int], table: ValueTable, shipped: QuizTable
) -> None:
    card = page()["made"]["card"]
    assert f"--games {card['games']} --seed {card['seed']} " in card["command"]
    theta, gamma, depth, beta = place
    played = play_type(
        {
            "theta": THETAS[theta],
            "gamma": GAMMAS[gamma],
            "depth": DEPTHS[depth],
            "beta": BETAS[beta],
            "games": card["games"],
            "seed": card["seed"],
            "engine": engine_of("yatzy"),
        }
    )
    assert round(played["mean"], 1) == np.reshape(shipped.means, (6, 6, 3, 6))[place]


def test_means_come_with_the_games_and_the_seed_they_are_from(tmp_path: Path) -> None:
    columns = {"mean": np.linspace(100, 200, 648), "games": np.full(648, 3000), "seed": np.full(648, 7)}
    np.savez(tmp_path / "card.npz", **columns)  # type: ignore[arg-type]
    means, made = means_of(tmp_path / "card.npz")
    assert (means[0], means[-1], made["games"], made["seed"]) == (100.0, 200.0, 3000, 7)
    assert "player-card --games 3000 --seed 7 " in made["command"]
    np.savez(tmp_path / "old.npz", mean=columns["mean"])
    with pytest.raises(LabError, match="player-card --output"):
        means_of(tmp_path / "old.npz")


def test_losses_of_the_quiz_are_those_of_the_table(table: ValueTable, shipped: QuizTable) -> None:
    """The type that plays for the mean, counts everything and looks at all throws sees the true losses."""
    for question, losses in zip(page()["questions"], shipped.losses, strict=True):
        decision = decision_of(question["state"])
        assert len(question["actions"]) == len(actions_of(decision)) == losses.shape[-1]
        values = turn_values(
            table.flat, STANDARD, np.array([position_of(decision.mask, decision.upper)], dtype=np.int64)
        )
        if decision.throws_left:
            codes = HOLDS[decision.roll, : HOLD_COUNT[decision.roll]]
            found = values.turn.held[decision.throws_left - 1][codes, 0]
        else:
            found = values.closed[actions_of(decision), decision.roll, 0]
        np.testing.assert_allclose(losses[3, 5, 2], found.max() - found, atol=0.02)


def decision_of(state: dict[str, object]) -> Decision:
    card = state["players"][0]  # type: ignore[index]
    mask = sum(1 << CATEGORIES.index(name) for name in card["scores"])
    return Decision(mask, min(63, card["upper"]), roll_of(*sorted(state["dice"])), state["rolls_left"])  # type: ignore[call-overload, arg-type]


def answers_of(chances: list[np.ndarray], place: tuple[int, int, int, int]) -> list[int | None]:
    """The most likely answers of a type."""
    return [int(each[place].argmax()) for each in chances]


def test_query_finds_the_habits_behind_answers(shipped: QuizTable) -> None:
    chances = [chances_of(losses) for losses in shipped.losses]
    found = []
    for place in ((3, 5, 2, 44), (3, 0, 2, 44)):
        job = QuizFit(QuizFitArgs(answers=answers_of(chances, place)))
        job.run()
        result = job.result()
        assert result is not None
        found.append(result)
    whole, short = ({habit.name: habit for habit in result.habits} for result in found)
    assert whole["beta"].over
    assert whole["gamma"].median > 0.8 > short["gamma"].median
    assert short["gamma"].low <= 0.3
    assert found[1].changes[0].name == "gamma"
    assert found[0].score > found[1].score
    assert all(change.worth >= 0 for change in found[0].changes)


def test_habits_of_a_bold_player_are_found() -> None:
    losses = np.zeros((6, 6, 3, 2))
    # The second action is better for whoever seeks risk, the first for the others.
    losses[:4, ..., 1] = 1.0
    losses[4:, ..., 0] = 2.0
    posterior = posterior_of([chances_of(losses)[..., 1]] * 12)
    theta, gamma, _, _ = estimates(posterior, [0.95] * 4)
    assert posterior.sum() == pytest.approx(1)
    assert theta.low >= 0.02
    assert gamma.high - gamma.low > 0.5


def test_chances_are_those_of_a_softmax() -> None:
    losses = np.random.default_rng(1).random((3, 5)) * 20
    losses -= losses.min(axis=1, keepdims=True)
    weights = np.exp(-GRIDS[3][:, None] * losses[..., None, :])
    np.testing.assert_allclose(chances_of(losses), weights / weights.sum(axis=-1, keepdims=True), rtol=1e-9, atol=1e-20)


def test_interval_is_the_shortest_that_holds_enough() -> None:
    grid = np.array([0.0, 1.0, 2.0, 3.0])
    assert interval(grid, np.array([0.1, 0.2, 0.3, 0.4]), 0.65) == (2.0, 3.0)
    assert interval(grid, np.array([0.1, 0.2, 0.3, 0.4]), 0.95) == (0.0, 3.0)
    assert interval(grid, np.array([0.0, 0.05, 0.9, 0.05]), 0.8) == (2.0, 2.0)


@given(
    st.tuples(*(arrays(np.float64, len(grid), elements=st.floats(0, 1)) for grid in GRIDS)),
    st.lists(st.floats(0.05, 0.99), min_size=4, max_size=4),
)
def test_best_estimate_lies_in_its_interval(marginals: tuple[np.ndarray, ...], masses: list[float]) -> None:
    parts = [part + (0.0 if part.sum() > 0 else 1.0) for part in marginals]
    posterior = np.einsum("i,j,k,l->ijkl", *[part / part.sum() for part in parts])
    for grid, estimate in zip(GRIDS, estimates(posterior, masses), strict=True):
        assert estimate.low <= estimate.median <= estimate.high
        assert estimate.median in grid


def test_best_estimate_halves_the_posterior() -> None:
    posterior = np.zeros((6, 6, 3, 45))
    # The mean of gamma, 0.815, lies outside its interval.
    posterior[3, :, 2, 44] = [0.2, 0, 0, 0.3, 0.3, 0.2]
    theta, gamma, depth, beta = estimates(posterior, [0.8] * 4)
    assert gamma == (0.9, 0.9, 1.0)
    assert (theta.median, depth.median, beta.median) == (0.0, 2.0, GRIDS[3][44])


def test_calibrated_intervals_hold_the_truth_of_most_players() -> None:
    generator = np.random.default_rng(4)
    chances = [chances_of(generator.random((6, 6, 3, 6)) * 8) for _ in range(12)]
    masses = calibrated(simulated(chances, 200, 5))
    # Players that the intervals are not fitted to.
    for row in measured(simulated(chances, 200, 6), masses):
        assert 0.91 <= row["covered"] <= 0.99
        assert row["width"] <= row["prior"]


def small_table() -> bytes:
    losses = [np.round(np.random.default_rng(3).random((6, 6, 3, size)) * 64) / 64 for size in (4, 3)]
    return quiz_table.encode(losses, [0.9] * 4, [200.0] * 648)


def test_table_comes_back_from_its_file() -> None:
    data = small_table()
    table = quiz_table.decode(data)
    assert [losses.shape for losses in table.losses] == [(6, 6, 3, 4), (6, 6, 3, 3)]
    assert quiz_table.encode(table.losses, table.masses, table.means) == data


@pytest.mark.parametrize("damage", [b"", b"HSYATZY1", small_table()[:-1], small_table() + b"x"])
def test_damaged_table_is_refused(damage: bytes) -> None:
    with pytest.raises(ContractError, match="damaged"):
        quiz_table.load(damage)


@pytest.mark.parametrize(
    "change",
    [{"masses": 3}, {"masses": [[]] * 4}, {"means": None}, {"sizes": [10**20]}, {"sizes": 3}, {"sizes": [-1, 4]}],
)
def test_a_table_with_an_intact_checksum_but_a_wrong_header_is_refused(change: dict[str, Any]) -> None:
    rest = small_table()[40:]
    length = int.from_bytes(rest[:4], "little")
    head = json.dumps(json.loads(rest[4 : 4 + length]) | change).encode()
    rest = len(head).to_bytes(4, "little") + head + rest[4 + length :]
    with pytest.raises(ContractError) as raised:
        quiz_table.decode(small_table()[:8] + hashlib.sha256(rest).digest() + rest)
    assert raised.value.code == "INVALID_ARTIFACT"


@pytest.mark.parametrize(
    ("answers", "sentence"), [([0], "There should be 2 answers"), ([4, None], "there are 4 actions")]
)
def test_answers_that_do_not_fit_the_questions_are_refused(
    answers: list[int | None], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiz_table, "_loaded", [quiz_table.decode(small_table())])
    QuizFit(QuizFitArgs(answers=[3, None])).run()
    with pytest.raises(ContractError, match=sentence):
        QuizFit(QuizFitArgs(answers=answers))


def test_fit_without_the_table_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiz_table, "_loaded", [])
    monkeypatch.setattr(artifacts, "found", lambda *_: iter(()))
    with pytest.raises(ContractError, match="has not been loaded") as raised:
        QuizFit(QuizFitArgs(answers=[]))
    assert raised.value.context["artifact"] == {"ruleset_id": "yatzy_v1", "name": "quiz"}


def test_questions_cover_every_habit() -> None:
    gained = np.eye(4).repeat(3, axis=0)
    found = chosen_questions(gained, list(range(12)), list(range(12)), 4)
    assert sorted(gained[found].argmax(axis=1).tolist()) == [0, 1, 2, 3]
    alike = chosen_questions(gained, list(range(12)), [0] * 12, 2)
    assert len(alike) == 2


@pytest.mark.parametrize(("mask", "upper"), [(0b111111, 63), (0b101, 9), (FULL & ~0b100, 51), (0b1000001, 0)])
def test_cards_have_the_upper_score_of_the_decision(mask: int, upper: int) -> None:
    scores = scores_for(mask, upper)
    total = sum(points for name, points in scores.items() if CATEGORIES.index(name) < 6)
    assert min(63, total) == upper
    assert set(scores) == {name for number, name in enumerate(CATEGORIES) if mask >> number & 1}
    if mask != FULL:
        assert decision_of(state_of(Decision(mask, upper, 7, 1), STANDARD)) == Decision(mask, upper, 7, 1)
