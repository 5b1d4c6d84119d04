"""The learnt policy of playouts: its cards, their chances, and its file."""

from __future__ import annotations

import copy
import hashlib
import io
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from py_engine.core.numerics import U32, U64, Array
from py_engine.games.hearts.policies import learnt
from py_engine.games.hearts.policies.learnt import FILE, LARGEST, SHA256, SHAPES, draw_cards, learnt_play
from py_engine.games.hearts.rules.batch import SEAT, Batch, legal_cards
from tests.bridge.asking import ask, refused
from tests.games.hearts.deals import EVERY_RULES, deals, opening, other_hands, positions
from tests.games.hearts.policies.learnt_oracle import Weights, scores, shares, shipped_weights

LANES = 60
SHIPPED = FILE.read_bytes()
SEARCH = {"evaluator_seed": 1, "evaluator": "search", "max_work": 300}
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:],
    "a page": lambda _: b"<!doctype html><title>Not found</title>",
}


@pytest.fixture(scope="module")
def shipped() -> Weights:
    return shipped_weights()


def wild() -> Weights:
    """Large random weights, so that every table entry matters, and no noise."""
    rng = np.random.default_rng(3)
    made = {name: rng.integers(-LARGEST, LARGEST + 1, size=shape).astype(np.int16) for name, shape in SHAPES.items()}
    return made | {name: np.zeros_like(made[name]) for name in ("noise", "coarse_noise")}


def bits_of(rng: np.random.Generator, size: int) -> Array:
    return rng.integers(0, 1 << 32, size=size, dtype=U32)


def every_position(seed: int) -> Iterator[tuple[Batch, Array]]:
    rng = np.random.default_rng(seed)
    for number, rules in enumerate(EVERY_RULES):
        for batch in positions(opening(deals(seed + number, LANES), rules), rng):
            yield batch, legal_cards(batch)


def test_cards_are_legal_and_the_positions_stay_as_they_are() -> None:
    rng = np.random.default_rng(1)
    for batch, legal in every_position(1):
        before = copy.deepcopy(batch)
        card = draw_cards(batch, learnt_play(), legal, bits_of(rng, LANES))
        assert card.dtype == U64
        assert ((np.left_shift(U64(1), card) & legal) != 0).all()
        for name in Batch.__slots__:
            assert np.array_equal(getattr(batch, name), getattr(before, name)), name


def test_scores_are_sums_of_the_weights_in_every_position() -> None:
    weights = wild()
    tables = learnt.unpacked(learnt.packed(weights))
    kinds: Counter[str] = Counter()
    for batch, legal in every_position(2):
        cards = draw_cards(batch, tables, legal, np.zeros(LANES, dtype=U32)).tolist()
        for lane in range(0, LANES, 7):
            mask = int(legal[lane])
            found = scores(batch, lane, mask, weights)
            most = max(found.values())
            assert found.items()
            assert cards[lane] in {card for (card, _), score in found.items() if score == most}
            follows = batch.on_table and mask & int(batch.led[lane])
            kinds["lead" if not batch.on_table else "follow" if follows else "discard"] += len(found) > 1
    assert min(kinds.values()) > 500


@pytest.mark.parametrize("on_table", [0, 1, 3])
def test_cards_are_drawn_from_the_softmax_of_the_scores(on_table: int, shipped: Weights) -> None:
    draws, rng = 40_000, np.random.default_rng(4)
    seen = 0
    for batch in positions(opening(deals(5, 8)), rng):
        if batch.on_table != on_table or batch.tricks not in (3, 6):
            continue
        legal = legal_cards(batch)
        for lane in range(batch.size):
            found = scores(batch, lane, int(legal[lane]), shipped)
            if len({card for card, _ in found}) < 2:
                continue
            many = batch.take(np.full(draws, lane, dtype=SEAT))
            drawn = Counter(
                draw_cards(many, learnt_play(), np.repeat(legal[lane], draws), bits_of(rng, draws)).tolist()
            )
            chances: Counter[int] = Counter()
            for (card, _), share in shares(found).items():
                chances[card] += share  # type: ignore[assignment]
            # Noise of 16 levels, for leads and for following, has no tail.
            for card, chance in chances.items():
                assert drawn[card] / draws == pytest.approx(chance, abs=0.06)
            seen += 1
    assert seen >= 8


def test_only_what_the_player_sees_matters() -> None:
    rng = np.random.default_rng(6)
    for batch in positions(opening(deals(7, LANES)), rng):
        bits, other = bits_of(rng, LANES), other_hands(batch, rng)
        legal = legal_cards(batch)
        assert np.array_equal(
            draw_cards(batch, learnt_play(), legal, bits), draw_cards(other, learnt_play(), legal, bits)
        )


def test_lanes_do_not_depend_on_each_other() -> None:
    rng = np.random.default_rng(8)
    for batch in positions(opening(deals(9, LANES)), rng):
        bits, legal = bits_of(rng, LANES), legal_cards(batch)
        whole = draw_cards(batch, learnt_play(), legal, bits)
        lanes = np.array([5, 0, 5, 41], dtype=SEAT)
        part = draw_cards(batch.take(lanes), learnt_play(), legal.take(lanes), bits.take(lanes))
        assert part.tolist() == whole.take(lanes).tolist()


def test_the_file_is_small_and_the_one_that_is_named() -> None:
    assert hashlib.sha256(SHIPPED).hexdigest() == SHA256
    assert len(SHIPPED) < 60_000
    assert learnt.packed({name: np.load(FILE)[name] for name in SHAPES}) == SHIPPED


@pytest.fixture
def replaced_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The path of a file that is read in place of the shipped one."""
    place = tmp_path / "play.npz"
    monkeypatch.setattr(learnt, "FILE", place)
    learnt_play.cache_clear()
    yield place
    learnt_play.cache_clear()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_with_one_sentence(damage: str, replaced_file: Path) -> None:
    replaced_file.write_bytes(DAMAGES[damage](SHIPPED))
    state = ask("new_game", "hearts_v1", 1, "{}")
    player = state["active_player_id"]
    answer = refused("INVALID_ARTIFACT", "evaluate_best_move", state, player, SEARCH)
    assert answer["error"].startswith("The learnt playouts of Hearts are damaged")
    # What follows no learnt policy still answers.
    assert ask("evaluate_best_move", state, player, SEARCH | {"evaluator": "greedy"})["candidates"]
    replaced_file.write_bytes(SHIPPED)
    assert ask("evaluate_best_move", state, player, SEARCH)["candidates"]


def test_results_name_the_learnt_play_they_use() -> None:
    state = ask("new_game", "hearts_v1", 1, "{}")
    player = state["active_player_id"]
    named = {"learnt_play": hashlib.sha256(SHIPPED).hexdigest()}
    assert ask("evaluate_best_move", state, player, SEARCH)["metadata"]["artifacts"] == named
    greedily = SEARCH | {"evaluator_options": {"perturb": False}}
    assert ask("evaluate_best_move", state, player, greedily)["metadata"]["artifacts"] == {}
    plain = SEARCH | {"evaluator": "pimc"}
    assert ask("evaluate_best_move", state, player, plain)["metadata"]["artifacts"] == {}


@pytest.mark.parametrize("fault", ["shape", "type", "size", "missing", "no archive"])
def test_files_of_other_weights_are_refused(fault: str, shipped: Weights) -> None:
    part = shipped["lead_pairs"]
    changed = {"shape": part[:1], "type": part.astype(np.int32), "size": np.full_like(part, LARGEST + 1)}.get(fault)
    weights = {name: each for name, each in shipped.items() if name != "lead_pairs"}
    if changed is not None:
        weights["lead_pairs"] = changed
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **weights)
    data = b"no archive" if fault == "no archive" else file.getvalue()
    with pytest.raises(ValueError, match="lead_pairs" if changed is not None else "not a file of learnt weights"):
        learnt.unpacked(data)
