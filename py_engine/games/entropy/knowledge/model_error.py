"""What the search itself gets wrong about the difference of two moves, as measured.

``python -m py_engine.lab entropy-model-error --games 16`` measures it: the root mean square difference of the grades of 78
plausible moves from those of a search twenty times as large.
"""

from __future__ import annotations

__all__ = ["MODEL_ERROR", "model_error"]

MODEL_ERROR = ((1.5, 1.5, 1.5), (0.6, 0.6, 0.6), (0.2, 0.3, 0.6))
"""Points, by depth and by how much of the board is empty, taken not to fall with more of it empty: the two searches share
their values of lines, and agree where little is decided."""
EMPTY_PARTS = (8 / 49, 16 / 49)
"""Where the next column of these begins."""


def model_error(depth: int, empty: int, cells: int) -> float:
    """Standard deviation, in points, of the difference of two moves.

    Args:
        depth: to which the two are compared.
        empty: cells of the board.
        cells: of the board in all.
    """
    column = sum(empty > part * cells for part in EMPTY_PARTS)  # same bits: whole numbers
    return MODEL_ERROR[depth][column]
