"""Brute-force values of Entropy's boards from their definitions: one interval, cell and token at a time.

Boards are lists of letters as in ``by_hand``; bags are counts by letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from py_engine.games.entropy.policies.heuristic import COMPONENTS, Weights
from tests.games.entropy import by_hand
from tests.games.entropy.by_hand import COLORS, State, position

Bag = dict[str, int]


def lines_of(board: Sequence[str], size: int) -> list[list[str]]:
    """Rows, then columns."""
    rows = [list(board[size * i : size * (i + 1)]) for i in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def colors_of(board: Sequence[str]) -> list[int]:
    """Colours as numbers, as in arrays."""
    return [COLORS.index(cell) + 1 if cell else 0 for cell in board]


def code_of(line: Sequence[str]) -> int:
    """The code of a line: three bits per cell."""
    return sum(color << 3 * position for position, color in enumerate(colors_of(line)))


def line_score(line: list[str]) -> int:
    return sum(points for _, _, points in by_hand.palindromes(line))


def line_value(line: Sequence[str], bag: Bag) -> Fraction:
    """V of a line, treating the pairs of each interval as independent."""
    left = sum(bag.values())
    total = Fraction(0)
    for first, last in combinations(range(len(line)), 2):
        chance = Fraction(1)
        for step in range((last - first + 1) // 2):
            chance *= _match(line[first + step], line[last - step], bag, left)
        total += chance * (last - first + 1)
    return total


def _match(one: str, other: str, bag: Bag, left: int) -> Fraction:
    if one and other:
        return Fraction(one == other)
    if one or other:
        return Fraction(bag.get(one or other, 0), max(left, 1))
    return Fraction(sum(n * (n - 1) for n in bag.values()), max(left * (left - 1), 1))


def value(board: Sequence[str], bag: Bag, size: int) -> Fraction:
    return sum((line_value(line, bag) for line in lines_of(board, size)), Fraction(0))


# The six components, unweighted.


def components(board: list[str], bag: Bag, token: str | None, size: int, weights: Weights) -> dict[str, float]:
    """The six components of a board; ``token`` is the next one if known."""
    lines = lines_of(board, size)
    return {
        "immediate": float(sum(line_score(line) for line in lines)),
        "potential": sum(potential(line, weights) for line in lines),
        "control": control(board, size),
        "opportunities": board.count("") * 0.5 + 2 * sum(vulnerable(line) for line in lines),
        "distribution": distribution(board, bag, token, size),
        "fertility": sum(fertility(line) for line in lines),
    }


def potential(line: list[str], weights: Weights) -> float:
    total = 0.0
    for first, last in combinations(range(len(line)), 2):
        part = line[first : last + 1]
        pairs = [(part[i], part[-1 - i]) for i in range(len(part) // 2)]
        filled = [pair for pair in pairs if all(pair)]
        if filled and all(one == other for one, other in filled):
            worth = {0: 0.0, 1: weights.one_empty, 2: weights.two_empty}
            total += worth.get(part.count(""), weights.more_empty)
    for i in range(len(line) - 1):
        if line[i] and line[i] == line[i + 1]:
            total += weights.open_pair * (i > 0 and line[i - 1] == "")
            total += weights.open_pair * (i + 2 < len(line) and line[i + 2] == "")
    return total


def control(board: list[str], size: int) -> float:
    center = edge = 0.0
    for i, cell in enumerate(board):
        away = max(abs(i // size - size // 2), abs(i % size - size // 2))
        if cell:
            center += {0: 1.0, 1: 0.5}.get(away, 0.0)
            edge += away == size // 2
    groups = sum(len(filled := [c for c in line if c]) - len(set(filled)) for line in lines_of(board, size))
    return center * 2 + edge + groups * 1.5


def vulnerable(line: list[str]) -> bool:
    filled = [cell for cell in line if cell]
    if len(filled) == len(line) or len(filled) < 2:
        return False
    return filled[0] == filled[-1] or any(one == other for one, other in pairwise(filled))


def fertility(line: list[str]) -> float:
    filled = [cell for cell in line if cell]
    if len(filled) < 2:
        return 0.0
    if len(filled) == len(line):
        return 10.0
    if len(filled) <= 4:
        return len(filled) * {1: 3.0, 2: 2.5, 3: 2.0}.get(len(set(filled)), 1.0) * 2
    return len(filled) * 1.5


def distribution(board: list[str], bag: Bag, token: str | None, size: int) -> float:
    """The component for a known next token, else its mean over the bag."""
    left = {token: 1} if token else {color: n for color, n in bag.items() if n}
    variety = 2.0 * len({cell for cell in board if cell})
    total = sum(left.values())
    return variety + sum(n * _fit(board, color, size) for color, n in left.items()) / max(total, 1)


def _fit(board: list[str], token: str, size: int) -> float:
    score = 10.0 * (board.count(token) <= 1) - 5.0 * (board.count(token) >= 4)
    lines = lines_of(board, size)
    for i, cell in enumerate(board):
        if not cell and (token in lines[i // size] or token in lines[size + i % size]):
            score += 2
    return score


# Positions, and their component values in points.


def shown(text: str, token: str | None, following: str | None = None) -> State:
    """A position with Chaos to move if there is a token to place, else Order; the next token may be known."""
    return position(text, player=int(token is not None), token=token, next_token=following)


def by_definition(board: list[str], state: State, with_weights: Weights) -> list[float]:
    """The components, in points, of a board after a move from the state."""
    bag = by_hand.left(state)
    found = components(board, bag, state.get("next_token"), state["size"], with_weights)
    return [found[name] * getattr(with_weights, name) / 100 for name in COMPONENTS]
