"""The record: a hash of every native answer that parity asks for, so that what is to stay as it is stays so to the byte.

After a change that is meant to change answers, ``python -m tests.parity.record --write`` writes it anew and says which
groups changed; without ``--write`` it says which would. It needs the tables of Yatzy that the built site ships.
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
"""The group of the hashes of tables."""
LETTERS = 8
"""Of a hash, enough to tell thousands of answers apart."""
_SHA256 = re.compile(r'"[0-9a-f]{64}"')
_ENGINE = re.compile(r'("engine": )"[^"]*"')

Hashes = dict[str, dict[str, str]]
"""By group: the hash of each answer, by the hash of its request."""


def timeless(text: str) -> str:
    """The answer without its durations, every number spelt as it was."""
    return json.dumps(_timeless(json.loads(text, parse_float=_spelt, parse_int=_spelt)))


def _spelt(text: str) -> dict[str, str]:
    return {"a number": text}


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(part) for key, part in value.items() if key not in DURATIONS}
    return [_timeless(part) for part in value] if isinstance(value, list) else value


def hashes(answers: Iterable[tuple[Request, str]]) -> Hashes:
    """The hashes of answers.

    They depend on neither durations, the engine's version nor the hashes of tables, whose headers name their makers.
    """
    found: Hashes = {}
    for request, text in answers:
        asked = _hash(json.dumps([request.function, request.arguments]))
        told = _hash(_ENGINE.sub(r'\1"version"', _SHA256.sub('"sha256"', timeless(text))))
        group = found.setdefault(request.group, {})
        # What is loaded lasts: the same request may have another answer later.
        group[asked] = _hash(group[asked] + told) if asked in group else told
    return found


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:LETTERS]


def tables() -> dict[str, str]:
    """The hashes of what the tables hold that the built site ships, header included, by file.

    The file itself is compressed, and not every version of zlib packs it into the same bytes.
    """
    manifest = json.loads((RUNTIME / "manifest.json").read_text())
    folder = RUNTIME / manifest["path"]
    return {row["file"]: _unpacked_hash((folder / row["file"]).read_bytes()) for row in manifest["artifacts"]}


def _unpacked_hash(data: bytes) -> str:
    length = struct.unpack_from("<I", data, 40)[0]
    head, payload = data[44 : 44 + length], data[44 + length :]
    return hashlib.sha256(head + zlib.decompress(payload)).hexdigest()[:LETTERS]


def recorded() -> Hashes:
    """The record as it was last written."""
    found: Hashes = json.loads(RECORD.read_text("utf-8"))
    return found


@contextmanager
def site_tables() -> Iterator[Path]:
    """The folder of the site's runtime, built if need be, while its tables and no others are loaded."""
    site.build(page=False)
    manifest = json.loads((RUNTIME / "manifest.json").read_text())
    folder = RUNTIME / manifest["path"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yatzy_values, "_tables", {})
        # The browser has no sources to name as a table's origin; the tables that both solve are compared to the last bit.
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
    """Compares the record with what the engine answers now, and writes it anew if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.parity.record", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the record anew")
    write = parser.parse_args().write
    before = recorded() if RECORD.is_file() else {}
    now = hashes(_answered()) | {TABLES: tables()}
    for group in sorted({*before, *now}):
        was, told = before.get(group, {}), now.get(group, {})
        changed = sum(told[asked] != was[asked] for asked in told.keys() & was.keys())
        new, gone = len(told.keys() - was.keys()), len(was.keys() - told.keys())
        if changed or new or gone:
            print(f"{group}: answers changed {changed}; requests new {new}, gone {gone}")  # noqa: T201
    print("The record is as it was." if now == before else "The record differs.")  # noqa: T201
    if write:
        RECORD.write_text(json.dumps(now, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main_of(main)
