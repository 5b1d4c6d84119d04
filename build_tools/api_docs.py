"""Writes API pages of the engine, made from its docstrings by pdoc, to ``dist-docs/``."""

from __future__ import annotations

import pkgutil
import warnings

import py_engine
from build_tools.paths import ROOT
from build_tools.process import main_of

TARGET = ROOT / "dist-docs"


def modules() -> list[str]:
    """The engine's packages and modules without the laboratory."""
    found = (each.name for each in pkgutil.walk_packages(py_engine.__path__, "py_engine."))
    return ["py_engine", *(name for name in found if not name.startswith("py_engine.lab"))]


def main() -> None:
    """Writes the pages."""
    import pdoc  # noqa: PLC0415 -- an extra that nothing else needs

    # Names that are imported for type checkers alone are shown as they are written.
    warnings.filterwarnings("ignore", "Error parsing type annotation", module="pdoc")
    pdoc.render.configure(docformat="google")
    pdoc.pdoc(*modules(), output_directory=TARGET)
    print(f"Open {TARGET.relative_to(ROOT) / 'index.html'}.")


if __name__ == "__main__":
    main_of(main)
