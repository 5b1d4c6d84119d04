"""The reference logs, if available: whole games between bots, with the answer to every decision."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from build_tools.paths import ROOT
from py_engine.games.swccg.knowledge.reader.container import unpack
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.events import Event

REFERENCE = ROOT.parent / "shared" / "reference" / "swccg"
GAMES = sorted((REFERENCE / "games").glob("g*.replay.xml.gz"))
LOOP = next(iter(sorted((REFERENCE / "games").glob("loop_*.gz"))), None)
CASES = sorted((REFERENCE / "decisions").glob("*.xml"))
needs_reference = pytest.mark.skipif(not GAMES, reason="The reference games are not available.")


@cache
def events_of(path: Path) -> tuple[Event, ...]:
    """The events of a replay file."""
    raw, cut = unpack(path.read_bytes())
    log = read_xml(raw)
    assert not cut
    assert not log.damaged
    return tuple(log.events)


def seat_in(path: Path) -> str:
    """The player of a log, from the name of the file."""
    return path.name.split(".")[1]


@cache
def answers_of(path: Path) -> tuple[str, ...]:
    """The answers of a log's player, by decision."""
    lines = gzip.decompress((path.parent / f"{path.name.split('.')[0]}.responses.jsonl.gz").read_bytes()).splitlines()
    rows = [json.loads(line) for line in lines]
    return tuple(each["response"] for each in rows if each.get("player") == seat_in(path))


def case(path: Path) -> tuple[str, dict[str, Any]]:
    """A decision's XML, and the context of its position."""
    context: dict[str, Any] = json.loads(path.with_suffix(".context.json").read_text("utf-8"))
    return path.read_text("utf-8"), context
