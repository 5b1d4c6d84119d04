"""The file of the learnt values: metadata, damaged files, win probabilities."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.features import ROUND_KINDS
from py_engine.games.azul.knowledge.learnt import FILE, SHA256, learnt, packed, unpacked
from py_engine.games.azul.knowledge.network import Weights
from tests.bridge import strategies
from tests.bridge.asking import ask, refused

SHIPPED = FILE.read_bytes()
SEARCH = {"evaluator_seed": 1, "evaluator": "search", "max_work": 300}
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "one bit": lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:],
    "longer": lambda data: data + b"\x00",
    "a page": lambda _: b"<!doctype html><title>Not found</title>",
}


@pytest.fixture
def replaced_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The path of a file that is read in place of the shipped one."""
    place = tmp_path / "values.npz"
    monkeypatch.setattr("py_engine.games.azul.knowledge.learnt.FILE", place)
    learnt.cache_clear()
    yield place
    learnt.cache_clear()


def check_refused() -> None:
    state = strategies.reachable_state(1, 0.0, 0.3)
    player = state["active_player_id"]
    answer = refused("INVALID_ARTIFACT", "evaluate_best_move", state, player, SEARCH)
    assert answer["error"].count(".") == 1, "one sentence"
    user = ask("list_legal_actions", state, player)[0]
    assert refused("INVALID_ARTIFACT", "grade_user_action", state, player, user, SEARCH)["error"] == answer["error"]
    started = refused(
        "INVALID_ARTIFACT", "start_job", "evaluation", {"state": state, "player_id": player, "params": SEARCH}
    )
    assert started["error"] == answer["error"]
    assert ask("evaluate_best_move", state, player, SEARCH | {"evaluator": "rollout"})["candidates"]
    assert ask("apply_action", state, user)["last_events"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_with_one_sentence(damage: str, replaced_file: Path) -> None:
    replaced_file.write_bytes(DAMAGES[damage](SHIPPED))
    check_refused()


def test_a_missing_file_is_refused(replaced_file: Path) -> None:
    check_refused()


def test_a_repaired_file_is_read_again(replaced_file: Path) -> None:
    check_refused()
    replaced_file.write_bytes(SHIPPED)
    state = strategies.reachable_state(1, 0.0, 0.3)
    assert ask("evaluate_best_move", state, state["active_player_id"], SEARCH)["candidates"]


def test_results_name_the_learnt_values_they_use() -> None:
    state = strategies.reachable_state(1, 0.0, 0.3)
    player = state["active_player_id"]
    digest = hashlib.sha256(SHIPPED).hexdigest()
    assert digest == SHA256
    named = {"learnt_values": digest}
    assert ask("evaluate_best_move", state, player, SEARCH)["metadata"]["artifacts"] == named
    # The win probability is learnt, too.
    by_hand = SEARCH | {"evaluator_options": {"values": "handmade"}}
    assert ask("evaluate_best_move", state, player, by_hand)["metadata"]["artifacts"] == named
    plain = ask("evaluate_best_move", state, player, SEARCH | {"evaluator_options": {"horizon": "round"}})
    assert plain["metadata"]["artifacts"] == {}
    assert plain["win_probability"] is None
    assert all(candidate.get("win_probability") is None for candidate in plain["candidates"])


def arrays(data: bytes) -> dict[str, Array]:
    with np.load(io.BytesIO(data), allow_pickle=False) as found:
        return dict(found)


def archive(**parts: Array) -> bytes:
    held = io.BytesIO()
    np.savez(held, allow_pickle=False, **parts)
    return held.getvalue()


@pytest.mark.parametrize("damage", ["empty", "cut", "a page"])
def test_unpacked_refuses_other_files(damage: str) -> None:
    with pytest.raises(ValueError):
        unpacked(DAMAGES[damage](SHIPPED))


def test_unpacked_refuses_missing_and_misshapen_parts() -> None:
    parts = arrays(SHIPPED)
    unpacked(archive(**parts))
    for name in parts:
        with pytest.raises(ValueError):
            unpacked(archive(**{other: part for other, part in parts.items() if other != name}))
        with pytest.raises(ValueError):
            unpacked(archive(**(parts | {name: parts[name][..., :-1]})))
        with pytest.raises(ValueError):
            unpacked(archive(**(parts | {name: parts[name].astype(np.float32)})))
    with pytest.raises(ValueError):
        unpacked(archive(**(parts | {"spread": np.zeros_like(parts["spread"])})))
    alone = io.BytesIO()
    np.save(alone, parts["spread"])
    with pytest.raises(ValueError):
        unpacked(alone.getvalue())


def test_packed_and_unpacked_round_trip() -> None:
    parts = arrays(SHIPPED)
    draft, end = (Weights(*(parts[f"{name}_{field}"] for field in Weights._fields)) for name in ("draft", "end"))
    back = unpacked(packed(draft, end, parts["spread"]))
    assert np.array_equal(back.draft.embedding, learnt().draft.embedding)
    assert np.array_equal(back.end.output, learnt().end.output)


@given(st.floats(-120, 120), st.floats(0, 80), st.integers(0, ROUND_KINDS - 1), st.integers(0, 100))
def test_win_probability_is_monotonic_and_symmetric(difference: float, more: float, kind: int, tiles: int) -> None:
    low, high = (learnt().win_probability(d, kind, tiles) for d in (difference, difference + more))
    assert 0 <= low <= high <= 1
    assert learnt().win_probability(-difference, kind, tiles) == pytest.approx(1 - low, abs=1e-12)
    assert learnt().win_probability(0.0, kind, tiles) == 0.5


def test_win_probability_of_a_lead_grows_with_the_rounds() -> None:
    chances = [learnt().win_probability(10, kind, 20) for kind in range(5)]
    assert chances == sorted(set(chances))


@pytest.mark.parametrize("seed", range(6))
def test_candidates_win_probabilities_are_ordered_by_value(seed: int) -> None:
    state = strategies.reachable_state(seed, 0.1, seed / 6)
    result = ask("evaluate_best_move", state, state["active_player_id"], SEARCH | {"max_work": 1, "shortlist_size": 0})
    chances = [candidate["win_probability"] for candidate in result["candidates"]]
    assert chances == sorted(chances, reverse=True)
    assert result["win_probability"] == chances[0]
