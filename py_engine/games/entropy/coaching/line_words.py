"""A row or column in words: its tokens, what they score, and what they may still score."""

from __future__ import annotations

from collections.abc import Sequence

from py_engine.core.text import number
from py_engine.games.entropy.coaching.outlook import Closing, cells_of, outlook
from py_engine.games.entropy.rules.tables import COLORS, score_table
from py_engine.games.entropy.search.line_reasons import MoveLines

__all__ = ["IN_THE_END", "pattern", "shown", "worth_in_words"]

IN_THE_END = "expected in the end"
"""What follows the exact points of a line."""
_EMPTY = "\u00b7"


def shown(move: MoveLines, line: int, *, also: str = "") -> str:
    """A line after a move in words: ``KK\u00b7K\u00b7 (scores 2, 3 more with any token)``, ``an empty row``.

    Args:
        move: The move.
        line: The line's number.
        also: What is added in the parentheses.
    """
    said = "; ".join(part for part in (described(move, line), also) if part)
    return f"{pattern(move, line)} ({said})" if said else pattern(move, line)


def pattern(move: MoveLines, line: int) -> str:
    """The tokens of a line after a move: ``KK\u00b7K\u00b7``, ``an empty row``."""
    size = len(move.codes) // 2
    cells = cells_of(int(move.codes[line]), size)
    return _letters(cells) if any(cells) else f"an empty {'column' if line >= size else 'row'}"


def described(move: MoveLines, line: int) -> str:
    """What a line scores and may still score: ``scores 2, 3 more with any token``; with exact values, what it comes to.

    Nothing for an empty line, of which there is nothing to say.
    """
    code, size = int(move.codes[line]), len(move.codes) // 2
    if move.exact:
        return _exactly(int(score_table(size)[code]), abs(float(move.points[line])))
    found = outlook(move.codes, line, move.bag)
    said = [f"scores {found.score}"] if found.score else []
    if found.sure:
        said.append(_any_token(found.sure))
    if found.closing is not None:
        said.append(_one_token(found.closing))
    if found.nest:
        said.append(f"{_letters(found.nest)} can close")
    return ", ".join(said) or _nothing(cells_of(code, size))


def worth_in_words(move: MoveLines, line: int) -> float:
    """A rough value of what is said of a line, from Order's view; see ``Outlook``."""
    if move.exact:
        return abs(float(move.points[line]))
    return outlook(move.codes, line, move.bag).worth


def _exactly(score: int, points: float) -> str:
    """The score and the points in the end, unless they are the same."""
    scores, in_the_end = f"scores {score or 'nothing'}", number(points)
    return scores if in_the_end == str(score) else f"{scores}, {in_the_end} {IN_THE_END}"


def _any_token(sure: Sequence[int]) -> str:
    """``8 more with any token``; for two cells ``3 + 3 more with any tokens``."""
    return f"{' + '.join(map(str, sure))} more with any token{'s' if len(sure) > 1 else ''}"


def _one_token(closing: Closing) -> str:
    """``5 more with Y, 2 of 9 left``."""
    # Beside what any token adds there, it is the whole that this one does.
    more = f"{closing.gain} more with" if closing.beyond == closing.gain else f"{closing.gain} with"
    chance = f", {closing.left} of {closing.of} left" if closing.left else " that slides there"
    return f"{more} {COLORS[closing.color - 1]}{chance}"


def _nothing(cells: Sequence[int]) -> str:
    """A line that scores nothing and in which nothing is about to close."""
    tokens = [cell for cell in cells if cell]
    if not tokens:
        return ""
    if len(tokens) == 1:
        return f"a lone {_letters(tokens)}"
    return "scores nothing" if len(tokens) == len(cells) else "scores nothing yet"


def _letters(cells: Sequence[int]) -> str:
    return "".join((_EMPTY, *COLORS)[cell] for cell in cells)
