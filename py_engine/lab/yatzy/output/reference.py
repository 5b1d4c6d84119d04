"""Values of Yatzy that another program computed independently, in long double; the programs print them beside their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["REFERENCE", "theta_reference"]

REFERENCE: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))


def theta_reference(theta: float) -> dict[str, Any] | None:
    """The reference run of a risk preference, if there is one."""
    if theta == 0:
        found: dict[str, Any] = {**REFERENCE["headline"], "mean": REFERENCE["headline"]["ev"]}
        return found
    return next((run for run in REFERENCE["theta_runs"] if run["theta"] == theta), None)
