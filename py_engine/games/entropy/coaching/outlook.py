"""What a row or column scores and may still score: with any next token, with one of a colour, or with several more.

A closure is stated only if the tokens that it takes are in the bag, or can slide there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from py_engine.core.numerics import Array
from py_engine.games.entropy.rules.tables import CELL_BITS, CELL_MASK, score_table
from py_engine.games.entropy.search.solve import SOLVED_FROM

__all__ = ["Closing", "Outlook", "cells_of", "outlook"]

LEAST_GAIN = 3
"""Points: a token beside one of its colour makes a pair nearly everywhere, which hardly distinguishes lines."""


class Closing(NamedTuple):
    """The token that would add most to a line, weighed by its chance."""

    gain: int
    beyond: int
    """The part of it that a token of another colour would not add."""
    color: int
    left: int
    """Tokens of the colour in the bag; with none, one can slide there."""
    of: int
    """Tokens in the bag."""


class Outlook(NamedTuple):
    """A line's score and what it may still score."""

    score: int
    sure: tuple[int, ...] = ()
    """What any token adds, by cell, the largest first."""
    closing: Closing | None = None
    nest: tuple[int, ...] = ()
    """The longest part that takes two tokens or more to become a palindrome: its cells."""

    @property
    def worth(self) -> float:
        """A rough value, by which what is said of two lines speaks for one of them or the other."""
        found = float(self.score + sum(self.sure))  # same bits: whole numbers
        if self.closing is not None:
            found += self.closing.beyond * max(1, self.closing.left) / max(1, self.closing.of)
        return found + len(self.nest) / (1 << 2 * self.nest.count(0))


def outlook(codes: Array, line: int, bag: Array) -> Outlook:
    """The outlook of one line of a board that is not played to the end by an exact search.

    With few empty cells, what can close depends on every single move: then it is left open.

    Args:
        codes: (lines,) int32: the board.
        line: The line's number.
        bag: (8,) tokens by colour still to come.
    """
    size = len(codes) // 2
    code, left = int(codes[line]), [int(count) for count in bag]
    score = int(score_table(size)[code])
    if sum(left) <= SOLVED_FROM:  # same bits: whole numbers
        return Outlook(score)
    cells = cells_of(code, size)
    near = {place: _sliding(codes, line, place) for place, cell in enumerate(cells) if not cell}
    gains = {place: _gains(code, place, size) for place in near}
    sure = {place: min(each) for place, each in gains.items()}
    any_token = tuple(sorted((gain for gain in sure.values() if gain), reverse=True))
    closing = _closing(gains, sure, near, left)
    # Beside both, what takes more tokens would be one thing too many.
    nest = () if any_token and closing else _nest(cells, near, left)
    return Outlook(score, any_token, closing, nest)


def cells_of(code: int, size: int) -> list[int]:
    """The colours in the cells of a line; 0 for an empty one."""
    return [code >> CELL_BITS * place & CELL_MASK for place in range(size)]


def _gains(code: int, place: int, size: int) -> list[int]:
    """What a token of each colour adds on an empty cell of a line; a colour that the line lacks adds what any does."""
    scores = score_table(size)
    before = int(scores[code])
    return [int(scores[code | color << CELL_BITS * place]) - before for color in range(1, size + 1)]


def _sliding(codes: Array, line: int, place: int) -> set[int]:
    """The colours of tokens beside the line that can slide to an empty cell of it at once."""
    size = len(codes) // 2
    across, at = (size + place, line) if line < size else (place, line - size)
    cells = cells_of(int(codes[across]), size)
    sides = cells[:at][::-1], cells[at + 1 :]
    return {next((cell for cell in side if cell), 0) for side in sides} - {0}


def _closing(
    gains: dict[int, list[int]], sure: dict[int, int], near: dict[int, set[int]], left: Sequence[int]
) -> Closing | None:
    """The token of a colour that adds most beyond what any adds, weighed by its chance."""
    best, found = 0, None
    of = sum(left)  # same bits: whole numbers
    for place, by_color in gains.items():
        for color, gain in enumerate(by_color, 1):
            if gain < LEAST_GAIN or not (left[color] or color in near[place]):
                continue
            beyond = gain - sure[place]
            weight = beyond * max(1, left[color])
            if weight > best:
                best, found = weight, Closing(gain, beyond, color, left[color], of)
    return found


def _nest(cells: Sequence[int], near: dict[int, set[int]], left: Sequence[int]) -> tuple[int, ...]:
    """The longest part with equal ends and two empty cells or more that can become a palindrome; empty if there is none."""
    for length in range(len(cells), 3, -1):
        for first in range(len(cells) - length + 1):
            part = tuple(cells[first : first + length])
            if part[0] and part[0] == part[-1] and part.count(0) > 1 and _can_close(cells, first, length, near, left):
                return part
    return ()


def _can_close(cells: Sequence[int], first: int, length: int, near: dict[int, set[int]], left: Sequence[int]) -> bool:
    """Whether no mirrored pair of a part differs, and the tokens that it lacks are in the bag or can slide there."""
    needed, last = [0] * len(left), first + length - 1
    for step in range(length // 2):
        here, there = first + step, last - step
        one, other = cells[here], cells[there]
        if one and other and one != other:
            return False
        if not one and not other:
            if max(left) < 2:
                return False
        elif not (one and other):
            empty, color = (there, one) if one else (here, other)
            needed[color] += color not in near[empty]
    return all(need <= have for need, have in zip(needed, left, strict=True))
