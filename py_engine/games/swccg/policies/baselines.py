"""Two simple baselines for the coach: always pass, and a keyword scorer."""

from __future__ import annotations

from py_engine.games.swccg.rules.decisions import PASS, Decision, legal_answers

__all__ = ["KEYWORDS", "always_pass", "keyword_scorer"]

KEYWORDS: tuple[tuple[str, float], ...] = (
    ("activate force", 100.0),
    ("force drain", 90.0),
    ("initiate battle", 60.0),
    ("battle destiny", 55.0),
    ("fire ", 50.0),
    ("retrieve", 45.0),
    ("into hand from reserve deck", 40.0),
    ("from reserve deck", 35.0),
    ("deploy", 30.0),
    ("cancel your", -50.0),
    ("cancel", 20.0),
    ("draw card into hand", 10.0),
    ("yes", 10.0),
    ("move", 5.0),
    ("lost:", -5.0),
)
"""Points of a keyword in an action's text; the first match counts."""
PASSING = 8.0
"""Points an action must exceed to be preferred to a legal pass."""


def _fallback(decision: Decision, answers: list[str]) -> str:
    """The server's default, else the first legal answer, else pass."""
    default = str(decision.default)
    return default if default in answers else next(iter(answers), PASS)


def always_pass(decision: Decision) -> str:
    """A pass if it is legal, else the server's default, else the first legal answer."""
    answers, _ = legal_answers(decision)
    return PASS if PASS in answers else _fallback(decision, answers)


def _score(text: str) -> float:
    words = text.lower()
    return next((points for word, points in KEYWORDS if word in words), 0.0)


def keyword_scorer(decision: Decision) -> str:
    """The action whose text scores best, or a pass if none scores above ``PASSING``.

    Ties go to the first option. If no option scores, and for amounts and selections of cards: the server's default,
    else the first legal answer.
    """
    answers, _ = legal_answers(decision)
    legal = set(answers)
    best, most = None, PASSING if PASS in legal else 0.0
    for option in decision.options:
        points = _score(option.action) if option.answer in legal else 0.0
        if points > most:
            best, most = option.answer, points
    if best is not None:
        return best
    if PASS in legal and any(option.action for option in decision.options):
        return PASS
    return _fallback(decision, answers)
