"""Answers requests to the bridge. The same file runs natively and in Pyodide, so it imports only the engine."""

from __future__ import annotations

import json
from typing import Any

from py_engine import bridge

SLICE_MS = 30
MAX_STEPS = 10_000


def answer(function: str, arguments: list[Any]) -> str:
    """The bridge's answer to a request.

    Args:
        function: The name of a bridge function, or ``run_job`` to start a job, step it to its end, and stop it.
        arguments: Its arguments.
    """
    if function == "run_job":
        return _run_job(*arguments)
    text: str = getattr(bridge, function)(*arguments)
    return text


def _run_job(kind: str, args_json: str) -> str:
    started = bridge.start_job(kind, args_json)
    handle = json.loads(started).get("handle")
    if handle is None:
        return started
    for _ in range(MAX_STEPS):
        if json.loads(bridge.step(handle, SLICE_MS))["done"]:
            return bridge.stop(handle)
    raise AssertionError(f"the {kind} job was not done after {MAX_STEPS} steps")
