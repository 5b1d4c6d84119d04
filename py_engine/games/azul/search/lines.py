"""Lines of play followed to the end of the round: their points by kind, and the features they are described by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from pydantic import JsonValue

from py_engine.core.numerics import Array
from py_engine.core.results import Reason
from py_engine.games.azul.knowledge.valuers import Valuer, highest_valued
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.scoring import RoundEnd, bonus_points, finish_round, next_round
from py_engine.games.azul.rules.tables import COLOR_MASKS, COLUMN_MASKS, INDEX, KEY_COUNT, ROWS
from py_engine.games.azul.search.compare.line_parts import RowPart

__all__ = ["Apart", "Behind", "Line", "followed", "steady_differences"]

_LABELS = {
    "score": "Score now",
    "tiling": "Own tiles",
    "penalties": "Own floor",
    "opponent_tiling": "Opponent's tiles",
    "opponent_penalties": "Opponent's floor",
    "bonuses": "Bonuses at the end",
    "future": "Later rounds, estimated",
    "unresolved": "Rest of round, estimated",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play to the end of the round, in the view of one player."""

    actions: list[int]
    parts: dict[str, float]
    """Points by kind, which add up to the value of the line's end."""
    features: dict[str, float]
    rows_ahead: int
    """Own complete rows minus the opponent's, which break a tie."""
    end: Batch = field(repr=False, compare=False)
    """The drafted-out position, a batch of one."""

    @property
    def worth(self) -> float:
        """The value of the line's end."""
        known = 0.0
        for value in self.parts.values():
            known += value
        return known

    def reasons(self, ev: float, later: float = 0.0) -> list[Reason]:
        """Named parts that add up to ``ev`` exactly.

        Where the search did not look as far as the line goes, its value may differ from that of the line's end; the
        difference is a part of its own.

        Args:
            ev: The move's value.
            later: What the next round, played out, adds to the estimate of later rounds.
        """
        parts = self.parts | {"future": self.parts["future"] + later}
        known = 0.0
        for value in parts.values():
            known += value
        parts |= {"unresolved": ev - known} if ev != known else {}
        return [Reason(code, _LABELS[code], value) for code, value in parts.items()]


@dataclass(frozen=True, slots=True)
class Apart:
    """How two moves differ for certain."""

    steady: dict[str, float]
    """Differences in parts and features, the first move minus the second; 0 where good lines do not agree."""
    later_error: float
    """Standard error of the difference in later rounds."""
    sides: dict[str, float] = field(default_factory=dict)
    """Differences on either board and by who starts the next round, all rounds together (``sides.PARTS``, and their ``sides.WHOLE``)."""
    rows: Sequence[RowPart] = ()
    """The own rows in which good lines agree, all rounds together."""
    opponent_rows: Sequence[RowPart] = ()
    """The opponent's rows in which they agree, in the opponent's points."""
    next_round: float = 0.0
    """Difference at the end of the next round, played with the same refills."""
    shown: tuple[Sequence[RowPart], Sequence[RowPart]] = ((), ())
    """The own rows and the opponent's that differ in the principal variations alone, whether good lines agree or not; points as in the others."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The first move of a hint that is more than its error behind the best one, and how the two differ."""

    action: JsonValue
    error: float
    """Standard error of the difference in value."""
    apart: Apart
    """That move minus the best one."""


def followed(root: Batch, lines: Sequence[Sequence[int]], valuer: Valuer, player: int) -> list[Line]:
    """Plays lines, and continues with the highest-valued moves to the end of the round.

    Args:
        root: A batch of one position.
        lines: (C) lists of actions, legal from the root on.
        valuer: Values moves.
        player: The player from whose view results are given.
    """
    batch = root.take(np.zeros(len(lines), dtype=INDEX))
    played: list[list[int]] = [[] for _ in lines]
    while (playing := np.bitwise_or.reduce(batch.tiles, axis=0) != 0).any():
        ply = max(len(line) for line in played)
        actions = np.zeros(len(lines), dtype=INDEX)
        wanting = [i for i in np.flatnonzero(playing).tolist() if ply >= len(lines[i])]
        if wanting:
            actions[wanting] = _continued(batch, wanting, played, valuer)
        for i in np.flatnonzero(playing).tolist():
            actions[i] = lines[i][ply] if ply < len(lines[i]) else actions[i]
            played[i].append(int(actions[i]))
        step(batch, *split_action(actions))
    end = finish_round(batch)
    values = valuer.ends(batch)
    worth = np.where(batch.front == player, values, -values).astype(np.float64)
    rows = end.tilings[0].row_full.astype(np.int32) - end.tilings[1].row_full
    ahead = np.where(batch.front == player, rows, -rows)
    found = zip(played, *_measured(root, batch, end, player), worth.tolist(), ahead.tolist(), strict=True)
    return [
        Line(actions, _with_future(parts, value), features, rows_ahead, batch.take(np.array([lane], dtype=INDEX)))
        for lane, (actions, parts, features, value, rows_ahead) in enumerate(found)
    ]


def _continued(batch: Batch, wanting: Sequence[int], played: Sequence[Sequence[int]], valuer: Valuer) -> Array:
    """(W,) INDEX: the highest-valued moves of some lines; those that have been played alike are valued once."""
    found = {tuple(played[i]): i for i in reversed(wanting)}
    place = {key: at for at, key in enumerate(found)}
    actions = highest_valued(valuer.moves(batch.take(np.array(list(found.values()), dtype=INDEX))))
    return actions.take([place[tuple(played[i])] for i in wanting])


def steady_differences(mine: Sequence[Line], other: Sequence[Line]) -> dict[str, float]:
    """Differences between two moves in the parts and features of their first lines, as far as their other lines agree.

    A difference counts only if all pairs of lines have its sign, and if it is larger than its standard deviation over the pairs;
    otherwise it is 0.

    Args:
        mine: The principal variation after a move, and others with good replies.
        other: The same for the other move.
    """
    names = (*mine[0].parts, *mine[0].features)
    here, there = (
        np.array([[_part(line, name) for line in each] for name in names], dtype=np.float64) for each in (mine, other)
    )
    pairs = (here[:, :, None] - there[:, None, :]).reshape(len(names), -1)
    first = pairs[:, 0]
    agree = (np.sign(pairs) == np.sign(first)[:, None]).all(axis=1)
    apart = pairs - pairs.mean(axis=1, keepdims=True)
    steady = agree & (first * first > (apart * apart).mean(axis=1))
    return dict(zip(names, np.where(steady, first, 0.0).tolist(), strict=True))


def _part(line: Line, name: str) -> float:
    return line.parts[name] if name in line.parts else line.features[name]


def _with_future(parts: dict[str, float], worth: float) -> dict[str, float]:
    """The parts plus later rounds, so that they add up to the value of the line's end."""
    known = 0.0
    for value in parts.values():
        known += value
    return parts | {"future": worth - known}


def _measured(
    root: Batch, batch: Batch, end: RoundEnd, player: int
) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
    """Parts and features of each line, from the drafted-out positions and the resolved round."""
    mine = batch.front == player
    before = [int(root.sides[int(root.front[0]) ^ seat].score[0]) for seat in (player, player ^ 1)]
    sides: list[dict[str, Array]] = []
    for seat, score in enumerate(before):
        own = mine if seat == 0 else ~mine
        first, second = end.tilings
        columns = {
            "points": [t.points.sum(axis=0, dtype=np.int32) for t in (first, second)],
            "completions": [t.completed.sum(axis=0, dtype=np.int32) for t in (first, second)],
            "penalty": [t.penalty for t in (first, second)],
            "after": [t.score for t in (first, second)],
            "bonus": [np.where(end.over, bonus_points(t), 0) for t in (first, second)],
            "floor": [side.floor for side in batch.sides],
            "begun": [KEY_COUNT.take(t.lines[:ROWS]).sum(axis=0, dtype=np.int32) for t in (first, second)],
            "column": [_most(t.walls, COLUMN_MASKS) for t in (first, second)],
            "color": [_most(t.walls, COLOR_MASKS) for t in (first, second)],
        }
        side = {name: np.where(own, a, b).astype(np.float64) for name, (a, b) in columns.items()}
        # A score cannot go below 0, so that part of a penalty may cost nothing.
        side["lost"] = side["after"] - side["points"] - score
        sides.append(side)
    me, other = sides
    parts = {
        "score": np.full(batch.size, before[0] - before[1], dtype=np.float64),
        "tiling": me["points"],
        "penalties": me["lost"],
        "opponent_tiling": -other["points"],
        "opponent_penalties": -other["lost"],
        "bonuses": me["bonus"] - other["bonus"],
    }
    features = {
        "expected_floor_penalty": me["penalty"],
        "expected_completions": me["completions"],
        "expected_adjacency_points": me["points"],
        "expected_tiles_to_floor": me["floor"],
        "opponent_expected_points": other["points"] - other["penalty"],
        "bonus_points": me["bonus"],
        "opponent_bonus_points": other["bonus"],
        "tiles_on_unfinished_lines": me["begun"],
        "opponent_tiles_on_unfinished_lines": other["begun"],
        "tiles_in_fullest_column": me["column"],
        "tiles_of_fullest_color": me["color"],
        "starts_next_round": (next_round(batch, end).front == player).astype(np.float64),
        "game_ends": end.over.astype(np.float64),
    }
    return _by_line(parts, batch.size), _by_line(features, batch.size)


def _most(walls: Array, masks: Array) -> Array:
    """(B,) int32: number of tiles in the fullest of the places that the masks describe."""
    most: Array = np.bitwise_count(walls & masks[:, None]).max(axis=0)
    return most.astype(np.int32)


def _by_line(columns: dict[str, Array], count: int) -> list[dict[str, float]]:
    return [{name: float(values[i]) + 0.0 for name, values in columns.items()} for i in range(count)]
