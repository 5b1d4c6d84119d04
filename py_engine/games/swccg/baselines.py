"""Two simple rules to compare the coach with."""

from __future__ import annotations

from py_engine.games.swccg.decisions import PASS, Decision, legal_answers

__all__ = ["always_pass", "keyword_scorer"]


def always_pass(decision: Decision) -> str:
    """Pass where that is legal, else the server's default, else the first legal answer."""
    answers, _ = legal_answers(decision)
    if PASS in answers:
        return PASS
    default = str(decision.default)
    return default if default in answers else answers[0]


def keyword_scorer(decision: Decision) -> str:
    """Goes by words in the options' texts."""
    return always_pass(decision)
