"""A row or column in words: its tokens, what they score, and which palindrome can still close."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, COLORS, score_table

__all__ = ["described", "shown"]

_EMPTY = "\u00b7"


def shown(code: int, size: int, *, column: bool, also: str = "") -> str:
    """A line in words: ``KK\u00b7K\u00b7 (scores 2, K\u00b7K can close)``, ``an empty row``.

    Args:
        code: The line's pattern.
        size: The size of the board.
        column: Whether it is a column.
        also: What is added in the parentheses.
    """
    cells = _cells(code, size)
    if not any(cells):
        empty = f"an empty {'column' if column else 'row'}"
        return f"{empty} ({also})" if also else empty
    return f"{_letters(cells)} ({described(code, size)}{f'; {also}' if also else ''})"


def described(code: int, size: int) -> str:
    """What a line scores and which palindrome can still close: ``scores 2, K\u00b7K can close``; nothing for an empty one."""
    cells = _cells(code, size)
    if not any(cells):
        return ""
    score = int(score_table(size)[code])
    open_part = _shortest_open(cells)
    said = [f"scores {score}"] if score else []
    if open_part:
        said.append(f"{open_part} can close")
    return ", ".join(said) or _nothing(cells)


def _cells(code: int, size: int) -> list[int]:
    return [code >> CELL_BITS * place & CELL_MASK for place in range(size)]


def _nothing(cells: Sequence[int]) -> str:
    """A line that scores nothing and in which nothing can close with what is there."""
    tokens = [cell for cell in cells if cell]
    if len(tokens) == 1:
        return f"a lone {_letters(tokens)}"
    if len(tokens) == len(cells):
        return "scores nothing"
    return "no pair yet" if len(set(tokens)) == len(tokens) else "scores nothing yet"


def _letters(cells: Sequence[int]) -> str:
    return "".join((_EMPTY, *COLORS)[cell] for cell in cells)


def _shortest_open(cells: Sequence[int]) -> str:
    """The shortest part with equal ends, something empty and no mirrored pair that differs; empty if there is none."""
    for length in range(3, len(cells) + 1):
        for first in range(len(cells) - length + 1):
            part = cells[first : first + length]
            pairs = list(zip(part, part[::-1], strict=True))
            fits = all(a == b or not (a and b) for a, b in pairs)
            if part[0] and part[0] == part[-1] and not all(part) and fits:
                return _letters(part)
    return ""
