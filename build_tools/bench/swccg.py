"""SWCCG's part of the benchmark: reading and scoring a long replay, and evaluating single decisions."""

from __future__ import annotations

import json
import re
import statistics
from functools import partial
from typing import Any

from playwright.sync_api import Page

from build_tools.bench.common import Row, cpu_seconds, milliseconds, read, worker_seconds
from build_tools.paths import WEB
from build_tools.process import ToolError
from py_engine import bridge

__all__ = ["in_page", "long_log", "made_up_cards", "native"]

RULESET = "swccg_gemp_v1"
SAMPLE = WEB / "public" / "samples" / "swccg-sample.xml"
DECISIONS = 1_000
SINGLE = DECISIONS
"""Limit on decisions evaluated one by one: effectively all with a choice."""
_ROOT = re.compile(r"(.*?<gameReplay[^>]*>)(.*)(</gameReplay>\s*)", re.DOTALL)
_PLAYERS = re.compile(r'<ge [^>]*type="P"[^>]*/>')
_BLUEPRINT = re.compile(r"blueprintId(?:\"\s+value)?=\"(\d+_\d+)\"")


def long_log() -> str:
    """The sample game's events, repeated until there are enough decisions."""
    whole = _ROOT.fullmatch(SAMPLE.read_text("utf-8"))
    if whole is None:
        raise ToolError(f"{SAMPLE.name} is not a replay.")
    head, events, tail = whole.groups()
    times = -(-DECISIONS // events.count('type="D"'))
    # The event that names the players is kept once: repeating it would clear the table.
    return head + events + _PLAYERS.sub("", events) * (times - 1) + tail


def made_up_cards(log: str) -> dict[str, Any]:
    """Facts for every card of a log, as arguments of ``load_cards``; the numbers are invented."""
    blueprints = sorted(set(_BLUEPRINT.findall(log)))
    cards = [
        {"gempId": blueprint, "side": ("Dark", "Light")[place % 2], "front": _front(place)}
        for place, blueprint in enumerate(blueprints)
    ]
    return {"dark_json": {"cards": cards}}


def _front(place: int) -> dict[str, Any]:
    kind = ("Character", "Character", "Starship", "Interrupt", "Location", "Weapon")[place % 6]
    front: dict[str, Any] = {"title": f"Card {place}", "type": kind, "destiny": str(place % 7)}
    if kind == "Location":
        return front | {"darkSideIcons": place % 3, "lightSideIcons": 1, "subType": "Site"}
    if kind in ("Character", "Starship"):
        numbers = {"power": 5, "ability": 4, "deploy": 6, "forfeit": 7}
        front |= {name: str(1 + place % most) for name, most in numbers.items()}
    return front


def _query(name: str, args: dict[str, Any]) -> Any:
    return read(bridge.query(RULESET, name, json.dumps(args)))


def native() -> list[Row]:
    """Figures of the engine in CPython, on one core."""
    log = long_log()
    _query("load_cards", made_up_cards(log))
    found: dict[str, Any] = {}
    figures = {"replay, read": milliseconds(lambda: found.update(_query("load_replay", {"xml": log})))}
    asked = {"replay_id": found["replay_id"]}
    figures["replay, scored"] = milliseconds(lambda: found.update(review=_query("review", asked)))
    rows = found["review"]["decisions"]
    spent = []
    for row in rows[:: max(1, len(rows) // SINGLE)]:
        state = json.dumps(_query("decision_state", asked | {"index": row["index"]}))
        params = json.dumps({"evaluator_seed": 1})
        spent.append(milliseconds(partial(bridge.evaluate_best_move, state, 0, params)))
    return _rows(log, len(found["decisions"]), len(rows), figures, spent)


def in_page(page: Page) -> list[Row]:
    """Figures of an engine in a Chromium worker; the page provides ``bench``."""
    log = long_log()
    page.evaluate("(cards) => bench.swccgReady(cards)", made_up_cards(log))
    before, at_work = cpu_seconds(page), worker_seconds(page)
    found = page.evaluate("(log) => bench.swccgReplay(log)", log)
    spent_cpu, then = 1000 * (cpu_seconds(page) - before), worker_seconds(page)
    spent = page.evaluate("(count) => bench.swccgSingles(count)", SINGLE)
    rows = _rows(log, found["decisions"], found["choices"], found["figures"], spent)
    # On a busy machine the time that passes says little; this is what the page and its worker computed for.
    rows.append(("SWCCG: replay, read and scored, CPU", "ms", spent_cpu))
    if at_work is not None and then is not None:
        rows.append(("SWCCG: replay, read and scored, CPU of the worker", "ms", 1000 * (then - at_work)))
    return rows


def _rows(log: str, decisions: int, choices: int, figures: dict[str, float], spent: list[float]) -> list[Row]:
    rows: list[Row] = [
        ("replay", "MB", len(log.encode()) / 1e6),
        ("replay", "decisions", decisions),
        ("replay, with a choice", "decisions", choices),
        *((name, "ms", figure) for name, figure in figures.items()),
        ("replay, read and scored", "ms", sum(figures.values())),
        ("one decision", "ms", statistics.median(spent)),
        ("one decision, p95", "ms", statistics.quantiles(spent, n=20, method="inclusive")[-1]),
        ("one decision, worst", "ms", max(spent)),
    ]
    return [(f"SWCCG: {name}", unit, figure) for name, unit, figure in rows]
