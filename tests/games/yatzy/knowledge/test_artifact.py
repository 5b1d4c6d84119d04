"""The table's file format: round trips, and refusal of anything that is not a valid table."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from build_tools.paths import DIST, RUNTIME
from py_engine import bridge
from py_engine.core import artifacts
from py_engine.core.contract import ContractError
from py_engine.games.yatzy.coaching.habits import quiz_table
from py_engine.games.yatzy.knowledge import values
from py_engine.games.yatzy.knowledge.artifact import Facts, decode, encode, sha256_of, table_name
from py_engine.games.yatzy.knowledge.solver import empty_values
from py_engine.games.yatzy.knowledge.uppers import POSITIONS
from py_engine.games.yatzy.knowledge.values import BONUS_STEP, ValueTable, packed, require
from py_engine.games.yatzy.rules.tables import ALL_RULES, STANDARD, Rules
from tests.bridge.asking import ask
from tests.games.yatzy import solved
from tests.games.yatzy.reference import REFERENCE

LIMIT = 1_200_000
FACTS: Facts = {"pmf": [[5, 0.25], [6, 0.75]], "categories": [[2.5, 0.5]], "bonus_rate": 0.125}


@pytest.fixture(scope="module")
def steps() -> np.ndarray:
    generator = np.random.default_rng(5)
    return generator.integers(0, 400 * 1024, POSITIONS, dtype=np.int32)


@pytest.fixture(scope="module")
def data(steps: np.ndarray) -> bytes:
    return encode(steps, None, STANDARD, FACTS)


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No table is loaded, and none is on disk."""
    monkeypatch.setattr(values, "_tables", {})
    monkeypatch.setattr(artifacts, "found", lambda _ruleset, _name: iter(()))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_artifact_round_trip(steps: np.ndarray, data: bytes) -> None:
    table = decode(data, STANDARD)
    assert (table.steps == steps).all()
    assert table.bonus is None
    assert table.facts == FACTS
    assert table.sha256 == sha256_of(data)


def test_artifact_round_trip_with_the_bonus(steps: np.ndarray) -> None:
    bonus = np.arange(POSITIONS, dtype=np.int32) % 513
    table = decode(encode(steps, bonus, STANDARD, None), STANDARD)
    assert table.bonus is not None
    assert (table.bonus == bonus).all()
    assert table.facts is None


@pytest.mark.parametrize("where", [0, 7, 8, 30, 44, 60, 5000, -1])
def test_decode_detects_a_changed_byte(where: int, data: bytes) -> None:
    changed = bytearray(data)
    changed[where] ^= 1
    with pytest.raises(ContractError, match="damaged") as error:
        decode(bytes(changed), STANDARD)
    assert error.value.code == "INVALID_ARTIFACT"


@pytest.mark.parametrize("length", [0, 5, 40, 100, -1])
def test_decode_detects_a_truncated_file(length: int, data: bytes) -> None:
    with pytest.raises(ContractError, match="damaged"):
        decode(data[:length], STANDARD)


def test_decode_refuses_invalid_content_with_a_valid_hash(data: bytes) -> None:
    size = struct.unpack_from("<I", data, 40)[0]
    head, body = data[44 : 44 + size], data[44 + size :]
    heads = [b"", b"nonsense", b"[]", b"{}", b"\xff", head[:-1]]
    spoilt = [(b'"facts"', b'"fact"'), (b'"rules"', b'"rule"'), (b'"five_of', b'"six_of'), (b"null", b"512")]
    heads += [head.replace(old, new) for old, new in spoilt]
    bodies = [b"", b"nonsense", body[:-9], zlib.compress(b""), zlib.compress(bytes(3000))]
    for wrong, packed_values in [*((wrong, body) for wrong in heads), *((head, wrong) for wrong in bodies)]:
        rest = struct.pack("<I", len(wrong)) + wrong + packed_values
        with pytest.raises(ContractError) as error:
            decode(data[:8] + hashlib.sha256(rest).digest() + rest, STANDARD)
        assert error.value.code == "INVALID_ARTIFACT"


def test_decode_refuses_a_table_for_other_rules(data: bytes) -> None:
    with pytest.raises(ContractError, match="other rules"):
        decode(data, Rules(five_of_a_kind_is_full_house=True))


def test_loaded_table_is_the_solved_one_rounded(standard: ValueTable) -> None:
    table = require(STANDARD)
    assert np.abs(table.flat - standard.flat).max() <= 1 / 2048
    for row in REFERENCE["state_values"]:
        assert table.value(row["mask"], row["upper"]) == pytest.approx(row["value"], abs=1 / 2048 + 1e-8)


@pytest.mark.skipif(not DIST.is_dir(), reason="the site has not been built")
def test_shipped_tables_are_small_and_match_the_reference() -> None:
    manifest = json.loads((RUNTIME / "manifest.json").read_text())
    headline, variants = REFERENCE["headline"], REFERENCE["headline"]["variants"]
    expected = {
        "table": headline["ev"],
        "table_fh5": variants["full_house_accepts_five_of_a_kind"],
        "table_2p4": variants["two_pairs_accepts_four_of_a_kind"],
        "table_fh5_2p4": variants["both"],
    }
    shipped = {row["name"]: row for row in manifest["artifacts"] if row["ruleset_id"] == "yatzy_v1"}
    assert shipped.keys() == {*expected, quiz_table.NAME}
    for rules in ALL_RULES:
        row = shipped[table_name(rules)]
        data = (RUNTIME / manifest["path"] / row["file"]).read_bytes()
        assert len(data) == row["bytes"] <= LIMIT
        assert sha256_of(data) == row["sha256"]
        table = decode(data, rules)
        answers = ValueTable.of(table)
        assert answers.value(0, 0) == pytest.approx(expected[answers.name], abs=1 / 2048 + 1e-8)
        chance = answers.bonus_chance(np.array([0]), np.array([0]))
        assert chance is not None
        assert table.facts is not None
        assert chance[0] == pytest.approx(table.facts["bonus_rate"], abs=1 / 1024 + 1e-4)
        if rules == STANDARD:
            assert table.facts["bonus_rate"] == pytest.approx(headline["bonus_prob"], abs=1e-9)


def test_bonus_probability_is_the_derivative_by_the_bonus() -> None:
    arrays, more = empty_values(), empty_values()
    for array, other in zip(arrays, more, strict=True):
        array[:] = 100.0
        other[:] = 100.0 + BONUS_STEP / 4
    table = decode(packed(arrays, STANDARD, more), STANDARD)
    assert table.bonus is not None
    assert (table.bonus == 128).all()


def test_load_artifact_over_the_bridge(forgotten: Path, data: bytes) -> None:
    assert '"NOT_FOUND"' in bridge.load_artifact("yatzy_v1", "nonsense", data)
    assert '"INVALID_ARTIFACT"' in bridge.load_artifact("yatzy_v1", "table", data[:-1])
    assert '"INVALID_ARTIFACT"' in bridge.load_artifact("yatzy_v1", "table", "text")
    assert values._tables == {}
    assert sha256_of(data) in bridge.load_artifact("yatzy_v1", "table", data)
    health = ask("query", "yatzy_v1", "health", {})
    assert health["table"] == {"name": "table", "loaded": True, "sha256": sha256_of(data)}


def test_missing_table_in_the_browser_is_named_in_the_error(forgotten: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artifacts, "IN_BROWSER", True)
    with pytest.raises(ContractError) as error:
        require(Rules(four_of_a_kind_is_two_pairs=True))
    assert error.value.code == "NOT_FOUND"
    assert error.value.context == {
        "artifact": {"ruleset_id": "yatzy_v1", "name": "table_2p4"},
        "solve": {
            "name": "solve",
            "args": {"five_of_a_kind_is_full_house": False, "four_of_a_kind_is_two_pairs": True},
        },
    }


def test_require_skips_damaged_files_and_solves_and_saves_the_table(
    standard: ValueTable, forgotten: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    class Solved:
        """A stub solver with a finished solution."""

        def __init__(self, rules: Rules) -> None:
            self.values = solved.by_mask(standard.flat)

        def run(self) -> None: ...

    monkeypatch.setattr(values, "Solver", Solved)
    monkeypatch.setattr(artifacts, "found", lambda _ruleset, _name: iter((data[:-1], b"")))
    assert require(STANDARD).value(0, 0) == pytest.approx(REFERENCE["headline"]["ev"], abs=1 / 2048)
    kept = forgotten / "hindsight" / "yatzy_v1.table.bin"
    assert decode(kept.read_bytes(), STANDARD).sha256 == require(STANDARD).sha256
