"""SWCCG's requests for the parity test: the sample game read, reviewed and scored, single decisions, errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from build_tools.bench import swccg as bench_swccg
from py_engine import bridge
from tests.parity.request import Request

RULESET = "swccg_gemp_v1"
GROUPS = ("swccg replay", "swccg states", "swccg evaluations", "swccg errors")
EVERY = 6
"""Every n-th decision of the sample is requested on its own."""

Json = dict[str, Any]


def _query(group: str, name: str, args: Json) -> Request:
    return Request(group, "query", [RULESET, name, json.dumps(args)])


def _answer(name: str, args: Json) -> Json:
    return dict(json.loads(bridge.query(RULESET, name, json.dumps(args))))


def requests() -> Iterator[Request]:
    """All requests; what one loads stays loaded for the later ones."""
    log = bench_swccg.SAMPLE.read_text("utf-8")
    cards = bench_swccg.made_up_cards(log)
    yield _query("swccg replay", "load_cards", cards)
    yield _query("swccg replay", "load_replay", {"xml": log})
    _answer("load_cards", cards)
    loaded = _answer("load_replay", {"xml": log})
    replay_id = loaded["replay_id"]
    for args in ({}, {"profile": "document"}, {"weights": {"base.pass": 40.0, "base.battle": -3.3}}):
        yield Request(
            "swccg replay",
            "run_job",
            ["query", json.dumps({"ruleset_id": RULESET, "name": "review", "args": {"replay_id": replay_id, **args}})],
        )
    yield _query("swccg replay", "weights", {})
    yield from _decisions(replay_id, loaded["decisions"])
    yield from _errors(log, replay_id)


def _decisions(replay_id: str, rows: list[Json]) -> Iterator[Request]:
    chosen = {row["decision_type"]: row["index"] for row in reversed(rows)}
    for index in sorted({*chosen.values(), *(row["index"] for row in rows[::EVERY])}):
        args = {"replay_id": replay_id, "index": index}
        yield _query("swccg states", "decision_state", args)
        state = _answer("decision_state", args)
        text = json.dumps(state)
        yield Request("swccg states", "list_legal_actions", [text, 0])
        yield Request("swccg states", "describe_state", [text])
        yield Request("swccg states", "observe", [text, 0])
        legal = json.loads(bridge.list_legal_actions(text, 0))
        for evaluator, options in (("coach", {"log": True, "mode": "behind"}), ("keywords", {}), ("pass", {})):
            params = {"evaluator_seed": 1, "evaluator": evaluator, "evaluator_options": options}
            yield Request("swccg evaluations", "evaluate_best_move", [text, 0, json.dumps(params)])
        yield Request(
            "swccg evaluations",
            "grade_user_action",
            [text, 0, json.dumps(legal[-1]), json.dumps({"evaluator_seed": 1})],
        )


def _errors(log: str, replay_id: str) -> Iterator[Request]:
    for xml in ("", "x", "<a/>", "<gameReplay/>", log[:200], "<!DOCTYPE a><gameReplay/>", "<gameReplay>" + "<a>" * 99):
        yield _query("swccg errors", "load_replay", {"xml": xml})
    yield _query("swccg errors", "load_replay", {"data_base64": "eJwAAAA"})
    yield _query("swccg errors", "decision_state", {"replay_id": replay_id, "index": 10_000})
    yield _query("swccg errors", "review", {"replay_id": replay_id, "weights": {"no such": 1.0}})
    yield _query("swccg errors", "parse_decision", {"xml": "<update/>"})
    yield Request("swccg errors", "new_game", [RULESET, 1, "{}"])
