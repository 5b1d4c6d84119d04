"""Answers requests in a Python of its own, as the browser's Python does.

It imports only the engine and its driver, and modules that the site serves reduced in that form.

Reads the requests from standard input, a JSON list of [function, arguments]; prints a JSON object with the answers and
with the names of all modules that were imported.

python -m tests.parity.native RUNTIME
  RUNTIME   the folder that the site serves, whose tables are loaded
"""

from __future__ import annotations

import json
import sys
import traceback
from pathlib import Path

from tests.parity import reduced_imports


def main() -> None:
    """Answers the requests."""
    reduced_imports.install()
    from py_engine import bridge
    from py_engine.games.yatzy.knowledge import artifact
    from tests.parity import driver

    # In the browser, which has no sources, the origin of a table is empty.
    vars(artifact)["origin"] = str
    for path in sorted(Path(sys.argv[1]).glob("*.bin")):
        ruleset, name, _ = path.name.split(".")
        assert "error" not in json.loads(bridge.load_artifact(ruleset, name, path.read_bytes())), path.name
    answers = [driver.answer(function, arguments) for function, arguments in json.load(sys.stdin)]
    try:
        json.loads("{")
    except ValueError:
        traceback.format_exc()
    print(json.dumps({"answers": answers, "modules": sorted(sys.modules)}))  # noqa: T201 -- the result


if __name__ == "__main__":
    main()
