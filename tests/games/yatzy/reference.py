"""Reference values of Yatzy, computed independently of this project by another program in long double.

Its ``schema`` explains every field: ``state_values`` and ``positions`` are expected remaining points to nine decimals,
``theta_runs``, ``headline`` and ``pmf`` come from an exact forward density.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from py_engine.games.yatzy.rules.tables import CATEGORIES

REFERENCE: dict[str, Any] = json.loads((Path(__file__).with_name("yatzy_values.json")).read_text())
assert REFERENCE["category_order"] == list(CATEGORIES)
