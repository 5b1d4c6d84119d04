"""The search's own error in the difference between two moves, as measured.

``python -m py_engine.lab entropy-model-error --games 16`` measures it: the root mean square difference between the grades
of 78 plausible moves and those of a search twenty times as large.
"""

from __future__ import annotations

__all__ = ["MODEL_ERROR", "model_error"]

MODEL_ERROR = ((1.5, 1.5, 1.5), (0.6, 0.6, 0.6), (0.2, 0.3, 0.6))
"""Points, by depth and by the empty fraction of the board. Made non-decreasing in that fraction: both searches share their
line values, so they agree too well while little is decided."""
EMPTY_PARTS = (8 / 49, 16 / 49)
"""Empty fractions at which the next column begins."""


def model_error(depth: int, empty: int, cells: int) -> float:
    """Standard deviation, in points, of the search's error in the difference between two moves.

    Args:
        depth: The depth at which they are compared.
        empty: Number of empty cells.
        cells: Number of all cells.
    """
    column = sum(empty > part * cells for part in EMPTY_PARTS)  # same bits: whole numbers
    return MODEL_ERROR[depth][column]
