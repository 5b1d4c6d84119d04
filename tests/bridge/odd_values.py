"""Values that no bridge function expects, substituted for each argument of a valid request."""

from __future__ import annotations

from typing import Any

ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    2**53,
    10**400,
    10**5000,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "{",
    "null",
    "[]",
    "{}",
    "NaN",
    '{"evaluator_seed": NaN}',
    '{"ruleset_id": "\\ud800"}',
    "\ud800",
    "\x00",
    "<script>alert(1)</script>",
    b"{}",
    [],
    {},
    object(),
    "[" * 100_000,
    '{"a":' * 5000 + "1" + "}" * 5000,
    "[" * 150 + "]" * 150,
    '{"ruleset_id": 1' + "0" * 6000 + "}",
    '{"ruleset_id": "azul_v1_2p", "ruleset_id": 5}',
    '"' + "x" * 1_000_000 + '"',
]
