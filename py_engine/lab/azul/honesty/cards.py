"""Whether the sentences on a graded move contradict each other: a checker of cards, and cards of frozen moves to check."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from py_engine.core.contract import EvaluatorParams
from py_engine.games.azul.game import GAME
from py_engine.games.azul.rules.state import AzulAction, AzulState
from py_engine.lab.azul.honesty.frozen import Place, drawn, position
from py_engine.lab.azul.playing_on import CLOCKLESS
from py_engine.lab.core.versions import engine_of, require_same

__all__ = ["CardTask", "card", "card_tasks", "contradictions", "flips"]

_SAID: Sequence[tuple[str, str, int]] = (
    ("floor", r"costs? [\w. ]+ more on the floor|leaves? [\w. ]+ more on your floor|more points? on the floor", 1),
    ("floor", r"costs? [\w. ]+ less on the floor|leaves? [\w. ]+ fewer on your floor|less on the floor", -1),
    ("lines", r"best move completes", 1),
    ("lines", r"your move completes", -1),
    ("wall", r"best move scores", 1),
    ("wall", r"your move scores", -1),
    ("bonuses", r"best move gains", 1),
    ("bonuses", r"your move gains", -1),
    ("opponent", r"leaves your opponent [\w. ]+ more this round", 1),
    ("opponent", r"leaves your opponent [\w. ]+ less", -1),
    ("opponent later", r"opponent's board makes an estimated", 1),
    ("own later", r"own board makes an estimated", 1),
    ("starter", r"[yY]our opponent starts the next round|best move takes the first-player token", 1),
    ("starter", r"Your move takes the first-player token", -1),
    ("gap", r"costs an estimated|best move, [\d.]+ points? ahead", 1),
    ("gap", r"Too close to call|About as good|No clearly better|Nothing is better", -1),
)
"""What a sentence says: a subject, words, and 1 if it counts against the user's move, else -1."""


class CardTask(TypedDict):
    """A frozen move whose card is made."""

    set: str
    place: list[int]
    work: int
    engine: str
    """The version of the engine that makes it."""


def _said(texts: Sequence[str]) -> set[tuple[str, int]]:
    return {(subject, sign) for text in texts for subject, words, sign in _SAID if re.search(words, text)}


def contradictions(texts: Sequence[str]) -> list[str]:
    """The subjects of which the sentences of one card say opposite things."""
    said = _said(texts)
    found = [subject for subject, sign in sorted(said) if sign > 0 and (subject, -1) in said]
    if any(text.startswith(("Too close to call", "About as good")) for text in texts) and len(texts) > 1:
        found.append("too close and yet explained")
    return found


def flips(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """The subjects of which two cards of the same move say opposite things."""
    other = _said(second)
    return [subject for subject, sign in sorted(_said(first)) if (subject, -sign) in other and subject != "gap"]


def card_tasks(name: str, count: int, work: int) -> list[CardTask]:
    """Tasks for ``card``."""
    return [
        {"set": name, "place": list(place), "work": work, "engine": engine_of("azul")} for place in drawn(name, count)
    ]


def card(task: CardTask) -> list[list[str]]:
    """The sentences on a frozen move: as graded, and with three times the work.

    Raises:
        LabError: the engine here differs from the requested version.
    """
    require_same(task["engine"], engine_of("azul"))
    here = position(task["set"], Place(*task["place"]))
    return [_sentences(here.state, here.move, work) for work in (task["work"], 3 * task["work"])]


def _sentences(state: AzulState, move: AzulAction, work: int) -> list[str]:
    params = EvaluatorParams.model_validate(CLOCKLESS | {"max_work": work})
    running = GAME.evaluation(state, state.active_player_id, params, move)
    running.finish()
    found = running.explained()
    return [] if found is None else [item.text for item in found.feedback]
