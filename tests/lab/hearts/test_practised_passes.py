"""Practised passes of Hearts: the hands that are recorded, the fit of their costs, and what the search makes of them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.passing import pass_cards, pass_tables, practised_pass_tables, suit_costs
from py_engine.games.hearts.policies.weights import PassWeights, default_weights, practised_weights
from py_engine.games.hearts.rules.cards import DECK, QUEEN_OF_SPADES, SUIT_BITS
from py_engine.lab.__main__ import main
from py_engine.lab.hearts.lockstep import dealt
from py_engine.lab.hearts.practice import duel
from py_engine.lab.hearts.practice.pass_fit import explained, fitted
from py_engine.lab.hearts.practice.passes import PassedHand, exchanged, play_passes
from py_engine.lab.hearts.recorded import tasks

SEED = 8


@pytest.fixture(scope="module")
def hands() -> list[PassedHand]:
    (task,) = tasks(SEED, 12, 4)
    return play_passes(task)


def test_recorded_hands_keep_ten_of_the_cards_dealt_and_share_the_points(hands: list[PassedHand]) -> None:
    assert [hand["number"] for hand in hands] == list(range(12))
    held = dealt(SEED, range(12))
    for lane, hand in enumerate(hands):
        assert [mask.bit_count() for mask in hand["kept"]] == [10] * 4
        assert all(mask & ~int(own) == 0 for mask, own in zip(hand["kept"], held[:, lane], strict=True))
        assert sum(hand["points"]) in {26, 78}


def test_recorded_hands_depend_on_their_task_only(hands: list[PassedHand]) -> None:
    (task,) = tasks(SEED, 12, 4)
    assert play_passes(task) == hands
    assert play_passes(task | {"seed": SEED + 1}) != hands


@pytest.mark.parametrize("shift", [1, 2, 3])
def test_cards_go_to_the_receiver(shift: int) -> None:
    held = dealt(SEED, range(5))
    passed = np.stack([pass_cards(hand, practised_pass_tables()) for hand in held])
    after = exchanged(held, passed, np.full(5, shift, dtype=np.int64))
    assert (np.bitwise_count(after) == 13).all()
    assert (np.bitwise_or.reduce(after, axis=0) == DECK).all()
    for seat in range(4):
        assert (after[(seat + shift) % 4] & passed[seat] == passed[seat]).all()


def test_fit_finds_the_costs_that_made_the_points() -> None:
    random = np.random.default_rng(5)
    data = default_weights().passing.model_dump()
    data["spades"]["rank"][QUEEN_OF_SPADES % SUIT_BITS] -= 3.0
    data["hearts"]["rank"][12] += 2.0
    true = PassWeights.model_validate(data)
    kept = _kept(random, 6000)
    points = 4.0 + _cost(kept, true) + random.normal(0.0, 2.0, len(kept))
    found = fitted(kept[:4000], points[:4000])
    test = kept[4000:], points[4000:]
    assert explained(*test, found).share > explained(*test, default_weights().passing).share + 0.1
    assert explained(*test, found).slope == pytest.approx(1.0, abs=0.1)
    off = _cost(test[0], found) - _cost(test[0], true)
    assert off.std() < 0.3


def test_a_high_penalty_leaves_the_greedy_costs() -> None:
    random = np.random.default_rng(6)
    kept = _kept(random, 500)
    assert fitted(kept, random.normal(0.0, 1.0, 500), 1e9) == default_weights().passing


def test_practised_passes_save_points_against_those_that_cost_most() -> None:
    tasks_of = duel.tasks(["learnt", "learnt"], 50, 4, ["practised", "worst"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(duel.PASSES, "worst", lambda: pass_tables(_negated(practised_weights())))
        saved = [each for task in tasks_of for each in duel.play_duel(task)]
    assert np.mean(saved) > 3 * np.std(saved) / 50**0.5


def test_passes_are_fitted_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ("--processes", "1", "--results", str(tmp_path / "kept.jsonl"))
    sets = {name: str(tmp_path / f"{name}.gz") for name in ("train", "test")}
    for name, path in sets.items():
        main(["hearts-practice", "pass-games", name, "--hands", "6", "--worlds", "2", "--output", path, *common])
        assert "6 hands, SHA-256 " in capsys.readouterr().out
    weights, table = tmp_path / "passes.toml", tmp_path / "table.md"
    main(["hearts-practice", "pass-fit", *sets.values(), "--output", str(weights), "--markdown", str(table)])
    PassWeights.model_validate(tomllib.loads(weights.read_text("utf-8")))
    said = table.read_text("utf-8")
    assert "| practised | 24 |" in said
    assert "hearts-practice pass-fit train.gz test.gz --output passes.toml --penalty 100" in said


def _kept(random: np.random.Generator, count: int) -> Array:
    """(N,) uint64: ten random cards each."""
    deck = np.flatnonzero([int(DECK) >> card & 1 for card in range(64)]).astype(U64)
    cards = random.permuted(np.tile(deck, (count, 1)), axis=1)[:, :10]
    masks: Array = np.bitwise_or.reduce(U64(1) << cards, axis=1)
    return masks


def _cost(kept: Array, weights: PassWeights) -> Array:
    table = suit_costs(weights)
    words = [(kept >> U64(SUIT_BITS * suit) & U64((1 << SUIT_BITS) - 1)).astype(np.int64) for suit in range(4)]
    total: Array = np.sum([table[suit].take(words[suit]) for suit in range(4)], axis=0)
    return total


def _negated(weights: PassWeights) -> PassWeights:
    def of(value: object) -> object:
        if isinstance(value, dict):
            return {name: of(each) for name, each in value.items()}
        assert isinstance(value, list)
        return [-each for each in value]

    return PassWeights.model_validate(of(weights.model_dump()))
