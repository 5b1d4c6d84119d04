"""Players that answer a single decision: the coach with any weights, its baselines, and random answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from py_engine.games.swccg.policies.baselines import always_pass, keyword_scorer
from py_engine.games.swccg.policies.combined import CombinedEvaluator, Scored
from py_engine.games.swccg.policies.weights import Profile, default_weights
from py_engine.games.swccg.rules.decisions import PASS, Decision, legal_answers
from py_engine.games.swccg.rules.position import Position
from py_engine.lab.core.errors import LabError

__all__ = ["PLAYERS", "Player", "Reply", "player_named"]

PLAYERS = ("coach", "document", "keywords", "pass", "random")
"""Names of the players: the coach, its profile limited to the source document's factors, and the baselines."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer and where it comes from.

    Attributes:
        answer: The answer in the server's format.
        by: Who chose it: a player's name, ``keywords`` where the coach failed, or ``only`` if there is one answer.
        note: A sentence on what went wrong; empty if nothing did.
        scored: The scores of the answers; None where nothing was scored.
    """

    answer: str
    by: str
    note: str = ""
    scored: Scored | None = None


Player = Callable[[Position], Reply]
"""Answers a decision, with everything that its seat knows."""


def player_named(name: str, weights: Mapping[str, float] | None = None, seed: str = "") -> Player:
    """A player by its name.

    Args:
        name: One of ``PLAYERS``.
        weights: Replaces weights of the coach.
        seed: Of the random answers.

    Raises:
        LabError: if there is no such player.
    """
    if name in ("coach", "document"):
        return _coach(name, "document" if name == "document" else "coach", weights or {})
    if name == "random":
        return _random(random.Random(seed))
    rules: dict[str, Callable[[Decision], str]] = {"keywords": keyword_scorer, "pass": always_pass}
    if name not in rules:
        raise LabError(f"There is no player {name!r}; there are: {', '.join(PLAYERS)}.")
    return _ruled(name, rules[name])


NOTHING = Reply(PASS, "only", "There is no legal answer.")
"""The reply to a decision with nothing to choose from, though something must be chosen."""


def _only(position: Position) -> Reply | None:
    """The reply where there is at most one legal answer."""
    answers, _ = legal_answers(position.decision, 2)
    if len(answers) > 1:
        return None
    return Reply(answers[0], "only") if answers else NOTHING


def _coach(name: str, profile: Profile, weights: Mapping[str, float]) -> Player:
    evaluator = CombinedEvaluator(default_weights(profile).changed(dict(weights)))

    def answered(position: Position) -> Reply:
        if not legal_answers(position.decision, 1)[0]:
            return NOTHING
        try:
            scored = evaluator.evaluate(position)
        except Exception as error:  # noqa: BLE001 - whatever fails, the keywords answer instead
            return _by_keywords(position, f"The evaluation failed ({type(error).__name__})")
        if scored.failed and not scored.ran:
            return _by_keywords(position, f"All evaluators failed ({', '.join(scored.failed)})")
        note = f"Evaluators that failed: {', '.join(scored.failed)}." if scored.failed else ""
        return Reply(scored.best.choice.answer, name, note, scored)

    return answered


def _by_keywords(position: Position, why: str) -> Reply:
    return Reply(keyword_scorer(position.decision), "keywords", f"{why}; the answer is the keyword scorer's.")


def _ruled(name: str, rule: Callable[[Decision], str]) -> Player:
    return lambda position: _only(position) or Reply(rule(position.decision), name)


def _random(chance: random.Random) -> Player:
    def answered(position: Position) -> Reply:
        return _only(position) or Reply(chance.choice(legal_answers(position.decision)[0]), "random")

    return answered
