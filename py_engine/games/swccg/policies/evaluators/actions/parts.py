"""Findings on an option, shared by every answer that takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.scoring import EvaluatedAction
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["OfferedAction", "Part", "Rule", "add_merged", "add_parts", "always", "note", "plural"]

_MAX_LABELS = 3


class Part(NamedTuple):
    """A finding; ``weight`` names its weight and is empty for a note without points."""

    code: str
    label: str
    weight: str
    amount: float = 1.0


class OfferedAction(NamedTuple):
    """An action as a rule sees it; ``words`` is the server's text in lower case."""

    context: DecisionContext
    option: Option
    words: str


Rule = Callable[[OfferedAction], Iterable[Part]]
"""Returns the findings on an action whose wording it matches."""


def always(code: str, label: str, weight: str) -> Rule:
    """A rule with the same finding for every action."""

    def rule(_: OfferedAction) -> Iterable[Part]:
        return (Part(code, label, weight),)

    return rule


def note(code: str, label: str) -> Part:
    """A finding without points."""
    return Part(code, label, "")


def plural(count: float, singular: str, several: str | None = None) -> str:
    """A number with its noun: ``1 card``, ``3 cards``."""
    return f"{count:g} {singular if count == 1 else several or singular + 's'}"


def add_parts(sheet: EvaluatedAction, parts: Iterable[Part]) -> None:
    """Adds findings to an evaluated action."""
    for part in parts:
        if part.weight:
            sheet.add(part.code, part.label, part.weight, part.amount)
        else:
            sheet.note(part.code, part.label)


def add_merged(sheet: EvaluatedAction, picks: Sequence[Sequence[Part]]) -> None:
    """Adds the findings on several cards chosen together: one reason per code, summed over the cards."""
    if len(picks) == 1:
        add_parts(sheet, picks[0])
        return
    found: dict[str, list[Part]] = {}
    for parts in picks:
        for part in parts:
            if part.code in found:
                found[part.code].append(part)
            else:
                found[part.code] = [part]
    add_parts(sheet, map(_together, found.values()))


def _together(parts: list[Part]) -> Part:
    """Merges findings of the same code on several cards."""
    first = parts[0]
    if len(parts) == 1:
        return first
    label, amount = "; ".join([part.label for part in parts[:_MAX_LABELS]]), 0.0
    if len(parts) > _MAX_LABELS:
        label += f"; and {len(parts) - _MAX_LABELS} more"
    for part in parts:
        amount += part.amount
    return Part(first.code, label, first.weight, amount)
