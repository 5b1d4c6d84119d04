"""The strategy mode (behind, even or ahead) of the seat, and the groups of weights that it scales."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import JsonValue

from py_engine.games.swccg.policies.card_texts import drain_bonuses, drain_size
from py_engine.games.swccg.policies.scoring import rounded
from py_engine.games.swccg.policies.weights import Weights, weight_table
from py_engine.games.swccg.rules.board import SIDES, Board, Side
from py_engine.games.swccg.rules.cards import CardFacts

__all__ = ["MODES", "Mode", "Strategy", "scaled", "strategy_of"]

Mode = Literal["behind", "even", "ahead"]
MODES: tuple[Mode, Mode, Mode] = ("behind", "even", "ahead")


@dataclass(frozen=True, slots=True)
class Strategy:
    """The mode, the reasons for it, and its factors on groups of weights.

    Attributes:
        mode: The mode of the seat.
        parts: Code, label and value in points; the values add up to the standing.
        groups: Group of weights -> factor, unless it is 1.
    """

    mode: Mode
    parts: tuple[tuple[str, str, float], ...]
    groups: Mapping[str, float]

    def as_json(self) -> Mapping[str, JsonValue]:
        """The JSON data for an evaluation's metadata."""
        return {
            "mode": self.mode,
            "reasons": [{"code": code, "label": label, "value": value} for code, label, value in self.parts],
            "groups": dict(self.groups),
        }


def drain_potential(board: Board, facts: Mapping[str, CardFacts], colour: str | None, side: Side) -> int:
    """Force that a side can drain at the locations that it alone occupies: the other side's icons, and what texts add.

    Args:
        board: The board.
        facts: Blueprint -> facts; unknown locations count as 0.
        colour: The seat's side, ``"dark"`` or ``"light"``.
        side: Who drains.
    """
    if colour is None:
        return 0
    mine = "dark" if (colour == "dark") == (side == "seat") else "light"
    other: Side = "opponent" if side == "seat" else "seat"
    total, bonuses = 0, drain_bonuses(board, facts)
    for index, place in enumerate(board.locations):
        known = facts.get(place.blueprint_id) if place is not None else None
        if known is not None and board.power_at(index, side) is not None and board.power_at(index, other) is None:
            total += drain_size(known, mine, bonuses.get((index, side), 0))
    return total


def _differences(board: Board, facts: Mapping[str, CardFacts], colour: str | None) -> list[tuple[str, str, float]]:
    return [_life_force(board), _power(board), _drains(board, facts, colour)]


def _life_force(board: Board) -> tuple[str, str, float]:
    mine, theirs = board.piles.get("seat"), board.piles.get("opponent")
    if mine is None or theirs is None:
        return ("life_force", "Life Force is unknown", 0.0)
    own, other = mine.life_force, theirs.life_force
    return ("life_force", f"Life Force {own} against {other}", float(own - other))


def _power(board: Board) -> tuple[str, str, float]:
    own, other = (board.total_power(side) for side in SIDES)
    if not board.locations and not own and not other:
        return ("power", "Power on the table is unknown", 0.0)
    return ("power", f"Power on the table {own:g} against {other:g}", own - other)


def _drains(board: Board, facts: Mapping[str, CardFacts], colour: str | None) -> tuple[str, str, float]:
    if colour is None or not any(place is not None and place.blueprint_id in facts for place in board.locations):
        return ("drains", "Force drains are unknown", 0.0)
    own, other = (drain_potential(board, facts, colour, side) for side in SIDES)
    return ("drains", f"Force drains of {own} against {other}", float(own - other))


def strategy_of(
    board: Board, facts: Mapping[str, CardFacts], colour: str | None, weights: Weights, forced: Mode | None = None
) -> Strategy:
    """The strategy at a decision: a weighted sum of the leads in life Force, power and drains, compared with a margin.

    Args:
        board: The board before the decision.
        facts: Blueprint -> facts.
        colour: The seat's side, ``"dark"`` or ``"light"``.
        weights: ``mode.life_force``, ``mode.power``, ``mode.drains``, ``mode.margin`` and the factors ``behind.<group>``,
            ``ahead.<group>``.
        forced: A mode to use regardless of the standing.
    """
    parts = tuple(
        (code, label, rounded(value * weights[f"mode.{code}"]))
        for code, label, value in _differences(board, facts, colour)
    )
    standing = 0.0
    for _, _, value in parts:
        standing += value
    margin = weights["mode.margin"]
    mode: Mode = "even"
    if weights.profile == "coach":
        mode = "behind" if standing <= -margin else "ahead" if standing >= margin else "even"
    mode = forced or mode
    return Strategy(mode, parts, _factors(weights, mode))


def _factors(weights: Weights, mode: Mode) -> dict[str, float]:
    """Group of weights -> the mode's factor, unless it is 1."""
    values = ((group, weights.values.get(f"{mode}.{group}", 1.0)) for group in _factor_groups())
    return {group: factor for group, factor in values if factor != 1}


@cache
def _factor_groups() -> tuple[str, ...]:
    """The groups of weights that some mode has a factor for, in the file's order."""
    names = (name.partition(".") for name in weight_table())
    return tuple(dict.fromkeys(group for mode, _, group in names if mode in MODES))


def scaled(weights: Weights, strategy: Strategy) -> dict[str, float]:
    """The weights times the mode's factors, by name."""
    if not strategy.groups:
        return dict(weights.values)
    changed = {name: weights[name] * factor for group, factor in strategy.groups.items() for name in _names_of(group)}
    return {**weights.values, **changed}


@cache
def _names_of(group: str) -> tuple[str, ...]:
    """The weights of a group."""
    return tuple(name for name, weight in weight_table().items() if weight.group == group)
