"""What Yatzy's tables are made by, and that they keep their origin where they stay the same."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from py_engine.core.provenance import PACKAGE, STOPS, closure, provenance
from py_engine.games.yatzy.knowledge import origin as origins

YATZY = "py_engine.games.yatzy.knowledge"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("games/yatzy/rules/tables.py", "BONUS_AT, BONUS = 63, 50", "BONUS_AT, BONUS = 63, 35"),
        ("games/yatzy/knowledge/lattice.py", "import numpy as np", "import math"),
        ("core/numerics.py", "import numpy as np", "import math"),
    ],
)
def test_sources_of_other_values_are_told_apart(tmp_path: Path, file: str, old: str, new: str) -> None:
    copy = tmp_path / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "lab"))
    source = (copy / file).read_text("utf-8")
    assert old in source
    (copy / file).write_text(source.replace(old, new), "utf-8")
    asked = f"{YATZY}.solver"
    assert provenance(asked, package=copy) != provenance(asked)


def test_a_table_of_yatzy_is_made_by_its_rules_its_solver_and_its_facts() -> None:
    made = {name.rpartition(".")[2] for name in closure(f"{YATZY}.facts", f"{YATZY}.values")}
    assert made >= set(
        "tables uppers lattice solver artifact values rooms policy_columns forward density facts numerics".split()
    )
    assert not closure(f"{YATZY}.facts") & STOPS


def test_nothing_of_it_runs_in_the_browser() -> None:
    script = """if True:
        import sys
        import numpy
        import py_engine.core.contract
        sys.platform = "emscripten"
        from py_engine.games.yatzy.knowledge.origin import origin
        import py_engine.games.yatzy.knowledge.values
        assert origin() == ""
        assert "py_engine.core.provenance" not in sys.modules
    """
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=PACKAGE.parent, capture_output=True, text=True, check=False)  # noqa: S603 - fixed
    assert done.returncode == 0, done.stderr


def test_tables_that_stay_the_same_keep_their_origin() -> None:
    made_by = origins._hash_of_makers()
    assert not origins._SAME_TABLES or made_by in origins._SAME_TABLES, (
        f"The sources that make the tables have changed, and now hash to {made_by}. Precompute all tables into an empty "
        "folder and compare them with those before. If they are the same, byte for byte, enter the new hash as the key in "
        "_SAME_TABLES instead of the old one; if not, empty _SAME_TABLES: the tables then have a new origin."
    )
