"""Practice games of Hearts: how they are recorded, what the fit makes of them, and duels between playouts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from py_engine.core.numerics import U64, Array
from py_engine.games.hearts.policies.learnt import FILE, GAIN, SHAPES, draw_cards, packed, unpacked
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import default_play_tables
from py_engine.games.hearts.rules.batch import SEAT, Batch, legal_cards, step
from py_engine.games.hearts.rules.cards import DECK, QUEEN_OF_SPADES
from py_engine.lab.__main__ import main
from py_engine.lab.hearts.practice import duel
from py_engine.lab.hearts.practice.fit import PARTS, Decisions, decisions, fitted, standing, weights_of
from py_engine.lab.hearts.practice.games import GRAIN, Hand, play_hands, replayed, show_voids
from py_engine.lab.hearts.practice.player import PLAYOUTS, Sampling, compared, distinct
from py_engine.lab.hearts.recorded import read_games, tasks
from tests.games.hearts.deals import deals, opening, positions

SEED = 6


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    (task,) = tasks(SEED, 12, 8)
    return play_hands(task)


def test_tasks_share_the_deals() -> None:
    assert [(task["first"], task["count"]) for task in tasks(1, 250, 5)] == [(0, 100), (100, 100), (200, 50)]


def test_a_recorded_hand_can_be_played_again(hands: list[Hand]) -> None:
    assert [hand["number"] for hand in hands] == list(range(12))
    for number, batch in enumerate(replayed(SEED, hands)):
        legal = legal_cards(batch)
        for lane, hand in enumerate(hands):
            assert int(legal[lane]) >> hand["cards"][number] & 1
            cards, values = hand["values"][number][::2], hand["values"][number][1::2]
            assert len(cards) != 1
            assert all(int(legal[lane]) >> card & 1 for card in cards)
            assert all(-26 * GRAIN <= value <= 0 for value in values)


def test_hands_depend_on_their_task_only(hands: list[Hand]) -> None:
    (task,) = tasks(SEED, 12, 8)
    assert play_hands(task) == hands
    assert play_hands(task | {"seed": SEED + 1}) != hands


def test_only_the_lowest_of_interchangeable_cards_is_compared() -> None:
    rng = np.random.default_rng(1)
    for batch in positions(opening(deals(2, 40)), rng):
        legal = legal_cards(batch)
        found = distinct(legal, batch)
        assert not (found & ~legal).any()
        for lane in range(0, 40, 9):
            kept, mask, gone = (int(each[lane]) for each in (found, legal, batch.gone))
            for card in range(64):
                if mask >> card & 1:
                    assert bool(kept >> card & 1) is not _has_twin_below(card, mask, gone)


def _has_twin_below(card: int, legal: int, gone: int) -> bool:
    """Whether only cards of completed tricks are between a card and the next lower legal one of its suit."""
    for other in range(card - 1, card - card % 16 - 1, -1):
        if legal >> other & 1:
            return QUEEN_OF_SPADES not in (card, other)
        if not gone >> other & 1:
            return False
    return False


@pytest.mark.parametrize("turn", [5, 18, 25, 30])
def test_deals_fit_what_the_player_sees(turn: int) -> None:
    """Hands keep their sizes, the player's own cards, what it passed, and voids; other cards change hands."""
    size, worlds = 30, 20
    batch, may = opening(deals(4, size)), np.full((4, size), DECK, dtype=U64)
    for _ in range(turn):
        cards = lowest_cards(batch)
        show_voids(may, batch, cards)
        step(batch, cards)
    seats = (batch.leader + np.arange(4)[:, None]) & 3
    mover, receiver = batch.on_table, batch.on_table + 1
    clubs_and_diamonds = U64(0xFFFFFFFF)
    passed = np.zeros((4, size), dtype=U64)
    passed[seats[mover], np.arange(size)] = clubs_and_diamonds & batch.hands[receiver]
    seen: list[Batch] = []

    def watch(many: Batch, random: np.random.Generator, moves: int, number: int) -> Array:
        seen.append(many.take(np.arange(many.size, dtype=SEAT)))
        return PLAYOUTS["greedy"](many, random, moves, number)

    found = compared(batch, may, passed, Sampling(worlds, np.random.default_rng(3), watch))
    (many,), lanes = seen, np.repeat(found.lane, worlds)
    moved = 0
    for place in range(4):
        true, drawn = batch.hands[place].take(lanes), many.hands[place]
        if place == mover:
            assert np.array_equal(drawn, true ^ np.left_shift(U64(1), np.repeat(found.card, worlds)))
            continue
        assert np.array_equal(np.bitwise_count(drawn), np.bitwise_count(true))
        assert not (drawn & ~may[seats[place], np.arange(size)].take(lanes)).any()
        moved += int((drawn != true).sum())
    assert not (clubs_and_diamonds & batch.hands[receiver].take(lanes) & ~many.hands[receiver]).any()
    assert moved > len(lanes)
    assert turn < 18 or (may != DECK).any()
    # Seats are renumbered so that the mover is 0.
    assert not ((many.leader + mover) & 3).any()
    assert np.array_equal(many.taken[0], batch.taken[seats[mover], np.arange(size)].take(lanes))


def lowest_cards(batch: Batch) -> Array:
    legal = legal_cards(batch)
    return np.bitwise_count((legal & ~legal + U64(1)) - U64(1)).astype(U64)


def test_values_are_those_of_the_playouts() -> None:
    batch = opening(deals(5, 6))
    may, none = np.full((4, 6), DECK, dtype=U64), np.zeros((4, 6), dtype=U64)
    for _ in range(9):
        step(batch, lowest_cards(batch))

    def three(many: Batch, random: np.random.Generator, moves: int, number: int) -> Array:
        taken = np.zeros((4, many.size), dtype=np.int16)
        # The mover takes as many hearts as the number of the world, everybody else the rest.
        taken[0] = np.tile(np.arange(number), moves)
        taken[1] = 13 - taken[0]
        return taken

    found = compared(batch, may, none, Sampling(5, np.random.default_rng(1), three))
    assert set(found.value.tolist()) == {-2.0}
    assert sorted(set(found.lane.tolist())) == list(range(6))


def test_a_fit_learns_which_card_is_best_and_stays_unpredictable() -> None:
    """Two cards of the given values: the chances are the softmax of the values divided by the temper."""
    rng, number = np.random.default_rng(1), 20_000
    gains = np.stack([np.zeros(number), 0.3 + rng.normal(size=number)], axis=1)
    terms = np.broadcast_to(np.array([[[0], [1]]], dtype=np.int32), (number, 2, 1))
    found = Decisions(terms, np.ones((number, 2), dtype=bool), gains, gains.max(axis=1))
    for temper in (0.3, 1.0):
        weights = fitted(found, 2, temper)
        assert weights[1] - weights[0] == pytest.approx(gains[:, 1].mean(), abs=0.01)


def test_what_is_fitted_is_what_the_policy_plays(hands: list[Hand]) -> None:
    """The best scores of the fitted weights, read from the decisions, are the cards that the engine plays without noise."""
    found = decisions(SEED, hands)
    weights = weights_of(found, temper=0.3, rounds=15)
    assert {name: part.shape for name, part in weights.items()} == SHAPES
    quiet = weights | {name: np.zeros_like(weights[name]) for name in ("noise", "coarse_noise")}
    tables = unpacked(packed(quiet))
    gains: dict[str, list[float]] = {kind: [] for kind in PARTS}
    for number, batch in enumerate(replayed(SEED, hands)):
        legal = legal_cards(batch)
        cards = draw_cards(batch, tables, legal, np.zeros(len(hands), dtype=np.uint32)).tolist()
        usual = choose(batch, default_play_tables(), legal).tolist()
        for lane, hand in enumerate(hands):
            values = dict(zip(hand["values"][number][::2], hand["values"][number][1::2], strict=True))
            if values:
                follows = batch.on_table and int(legal[lane]) & int(batch.led[lane])
                kind = "lead" if not batch.on_table else "follow" if follows else "discard"
                gains[kind].append((value_of(cards[lane], values) - value_of(usual[lane], values)) / GRAIN)
    for kind, each in gains.items():
        shown = standing(found[kind], weights, kind)
        assert shown.decisions == len(each)
        # Equal scores are decided differently, so there is some slack.
        assert shown.best == pytest.approx(np.mean(each), abs=0.02)
        assert shown.best > 0.1


def value_of(card: int, values: dict[int, int]) -> int:
    """The value of a card: its own, or that of the interchangeable one below it."""
    return values[max(other for other in values if other <= card)]


def test_noise_is_that_of_a_gumbel_distribution() -> None:
    with np.load(FILE) as shipped:
        noise = shipped["noise"] / GAIN
    assert noise.mean() == pytest.approx(0.5772, abs=0.01)
    assert noise.std() == pytest.approx(np.pi / 6**0.5, abs=0.03)
    assert (np.diff(noise) > 0).all()


def test_a_duel_of_the_same_playouts_is_even_and_better_ones_save_points(tmp_path: Path) -> None:
    def saved(first: str, second: str) -> list[float]:
        tasks = duel.tasks([first, second], 30, 6, ["greedy", "greedy"])
        return [each for task in tasks for each in duel.play_duel(task)]

    even = saved("greedy", "greedy")
    assert len(even) == 30
    assert abs(np.mean(even)) < 3 * np.std(even) / 30**0.5
    worst = {name: np.zeros(shape, dtype=np.int16) for name, shape in SHAPES.items()}
    # A lead of the highest card, the highest card on every trick.
    worst["lead_holdings"][1] = 2000
    worst["follow_kinds"][2] = 4000
    bad = tmp_path / "bad.npz"
    bad.write_bytes(packed(worst))
    lost = saved("learnt", str(bad))
    assert np.mean(lost) > 3 * np.std(lost) / 30**0.5


def test_games_fit_and_duel_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> str:
        main(["hearts-practice", *words])
        return capsys.readouterr().out

    common = ("--processes", "1", "--results", str(tmp_path / "kept.jsonl"))
    sets = {name: str(tmp_path / f"{name}.gz") for name in ("train", "test")}
    for name, path in sets.items():
        said = run("games", name, "--hands", "6", "--worlds", "4", "--output", path, *common)
        assert "6 hands, SHA-256 " in said
    once = Path(sets["train"]).read_bytes()
    run("games", "train", "--hands", "6", "--worlds", "4", "--output", sets["train"], *common)
    assert Path(sets["train"]).read_bytes() == once
    assert read_games(Path(sets["train"]))[0] != read_games(Path(sets["test"]))[0]
    weights, table = tmp_path / "play.npz", tmp_path / "table.md"
    said = run("fit", *sets.values(), "--output", str(weights), "--rounds", "3", "--markdown", str(table))
    assert "play.npz: " in said
    unpacked(weights.read_bytes())
    assert "hearts-practice fit train.gz test.gz --output play.npz --temper 0.45 --rounds 3" in table.read_text("utf-8")
    said = run("duel", str(weights), "greedy", "--deals", "2", "--worlds", "2", *common)
    assert "points a hand against greedy passing as greedy in 2 deals" in said


@pytest.mark.parametrize("words", [("fit", "none.gz", "none.gz", "--output", "x.npz"), ("duel", "none", "greedy")])
def test_files_that_cannot_be_read_are_named(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit, match="none"):
        main(["hearts-practice", *words])
