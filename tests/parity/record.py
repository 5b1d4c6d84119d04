"""The parity record: a hash of every native answer to the parity requests, by which unintended changes are noticed.

After an intended change of answers, ``python -m tests.parity.record --write`` rewrites it and prints which groups
changed; without ``--write`` it only prints them. It needs the tables of Yatzy that the built site ships.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from build_tools import site
from build_tools.paths import RUNTIME
from build_tools.process import main_of
from py_engine import bridge, games
from py_engine.games.yatzy.knowledge import artifact
from py_engine.games.yatzy.knowledge import values as yatzy_values
from tests.parity import driver
from tests.parity.any_game import requests_of
from tests.parity.request import Request

__all__ = ["GAMES", "RECORD", "TABLES", "Hashes", "hashes", "recorded", "site_tables", "tables", "timeless"]

GAMES = tuple(requests_of(ruleset) for ruleset in games.REGISTRY)
RECORD = Path(__file__).with_name("record.json")
DURATIONS = {"elapsed_ms", "completed_within_budget", "duration_ms", "nodes_per_second", "rollouts_per_second"}
TABLES = "shipped tables"
"""The group of the tables' hashes."""
HASH_LETTERS = 8
"""Length of the recorded hashes, enough for thousands of answers."""
_SHA256 = re.compile(r'"[0-9a-f]{64}"')
_ENGINE = re.compile(r'("engine": )"[^"]*"')

Hashes = dict[str, dict[str, str]]
"""By group: the hash of each answer, by the hash of its request."""


def timeless(text: str) -> str:
    """The answer without durations, with every number in its original form."""
    return json.dumps(_timeless(json.loads(text, parse_float=_number, parse_int=_number)))


def _number(text: str) -> dict[str, str]:
    return {"a number": text}


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(part) for key, part in value.items() if key not in DURATIONS}
    return [_timeless(part) for part in value] if isinstance(value, list) else value


def hashes(answers: Iterable[tuple[Request, str]]) -> Hashes:
    """The hashes of answers.

    They do not depend on durations, on the engine's version, or on the hashes of tables, which contain their origin.
    """
    found: Hashes = {}
    for request, text in answers:
        asked = _hash(json.dumps([request.function, request.arguments]))
        answer = _hash(_ENGINE.sub(r'\1"version"', _SHA256.sub('"sha256"', timeless(text))))
        group = found.setdefault(request.group, {})
        # Loaded data persists, so a repeated request may have another answer.
        group[asked] = _hash(group[asked] + answer) if asked in group else answer
    return found


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LETTERS]


def tables() -> dict[str, str]:
    """The hashes of the uncompressed contents of the shipped tables, headers included, by file.

    The files are compressed, and versions of zlib differ in the compressed bytes.
    """
    manifest = json.loads((RUNTIME / "manifest.json").read_text())
    folder = RUNTIME / manifest["path"]
    return {row["file"]: _unpacked_hash((folder / row["file"]).read_bytes()) for row in manifest["artifacts"]}


def _unpacked_hash(data: bytes) -> str:
    length = struct.unpack_from("<I", data, 40)[0]
    head, payload = data[44 : 44 + length], data[44 + length :]
    return hashlib.sha256(head + zlib.decompress(payload)).hexdigest()[:HASH_LETTERS]


def recorded() -> Hashes:
    """The stored record."""
    found: Hashes = json.loads(RECORD.read_text("utf-8"))
    return found


@contextmanager
def site_tables() -> Iterator[Path]:
    """Loads exactly the site's tables, building the site's runtime if necessary; yields the runtime's folder."""
    site.build(page=False)
    manifest = json.loads((RUNTIME / "manifest.json").read_text())
    folder = RUNTIME / manifest["path"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yatzy_values, "_tables", {})
        # In the browser, which has no sources, the origin of a table is empty; without this, solved tables would differ.
        patch.setattr(artifact, "origin", str)
        for row in manifest["artifacts"]:
            data = (folder / row["file"]).read_bytes()
            assert json.loads(bridge.load_artifact(row["ruleset_id"], row["name"], data))["sha256"] == row["sha256"]
        yield folder


def _answered() -> Iterator[tuple[Request, str]]:
    with site_tables():
        for request in [request for game in GAMES for request in game.requests()]:
            yield request, driver.answer(request.function, request.arguments)


def main() -> None:
    """Compares the record with the engine's present answers, and rewrites it if requested."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.record", description=__doc__)
    parser.add_argument("--write", action="store_true", help="rewrite the record")
    write = parser.parse_args().write
    before = recorded() if RECORD.is_file() else {}
    now = hashes(_answered()) | {TABLES: tables()}
    for group in sorted({*before, *now}):
        old, current = before.get(group, {}), now.get(group, {})
        changed = sum(current[asked] != old[asked] for asked in current.keys() & old.keys())
        new, gone = len(current.keys() - old.keys()), len(old.keys() - current.keys())
        if changed or new or gone:
            print(f"{group}: answers changed {changed}; requests new {new}, gone {gone}")  # noqa: T201
    print("The record is unchanged." if now == before else "The record differs.")  # noqa: T201
    if write:
        RECORD.write_text(json.dumps(now, indent=0) + "\n", "utf-8")
        print(f"Wrote {RECORD.name}.")  # noqa: T201


if __name__ == "__main__":
    main_of(main)
