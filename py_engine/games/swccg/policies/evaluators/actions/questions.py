"""Evaluates multiple-choice questions: yes or no, used or lost, and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator

from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.evaluators.actions.parts import Part, note, plural
from py_engine.games.swccg.policies.evaluators.actions.sabacc import sabacc_parts
from py_engine.games.swccg.policies.evaluators.actions.use import use_parts
from py_engine.games.swccg.policies.evaluators.budget import budget_of, destiny_reserve, enough_label
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["question_parts"]

_YES_NO = ("yes", "no")
_FORCE = re.compile(r"\b(uses?|loses?) (\d{1,2}) force")


def question_parts(context: DecisionContext, option: Option) -> Iterator[Part]:
    """Findings on a result of a MULTIPLE_CHOICE decision."""
    words, result = context.words, option.text.lower()
    default = context.decision.default
    if default is not None and option.answer == str(default):
        yield Part("default", "It is the server's default", "question.default")
    if result in _YES_NO:
        yield from _yes_no(context, words, yes=result == "yes")
    elif result in ("used", "lost"):
        name = _named(context)
        ends = "goes to the Lost Pile" if result == "lost" else "recirculates"
        yield Part(result, f"As a {option.text} Interrupt, {name} {ends}", f"use.{result}")
    elif "destiny value" in words and result.isascii() and result.isdigit() and len(result) < 4:
        yield Part("value", f"Destiny {result}", "question.value", float(result))
    elif "maintenance option" in words:
        yield from _maintenance(context, result)
    elif "play option" in words:
        yield from _ways_of_playing(context, option, result)
    elif "on which side" in words:
        yield note("row", "Its position in the row only decides what it is next to")
    else:
        yield note("question_unknown", "What this answer leads to is unknown")


def _ways_of_playing(context: DecisionContext, option: Option, result: str) -> Iterator[Part]:
    """One of several ways to play a card; a way whose text is not understood is not penalised."""
    found = list(use_parts(context, option, result))
    if [part.code for part in found] == ["unknown"]:
        yield note("question_unknown", "Which way of playing it is better depends on card text, which is not judged")
    else:
        yield from found


def _maintenance(context: DecisionContext, result: str) -> Iterator[Part]:
    """Maintenance of a card: Force to keep it, or the card put away or given up."""
    name, paid = _named(context), _FORCE.search(result)
    if paid is not None:
        loses = paid.group(1).startswith("lose")
        label = f"{'Loses' if loses else 'Uses'} {paid.group(2)} Force"
        yield Part("force", label, "use.lose" if loses else "use.pay", float(paid.group(2)))
    if any(word in result for word in ("sacrifice", "lost pile", "out of play")):
        yield Part("give_up", f"Gives up {name}", "use.give_up")
    elif any(word in result for word in ("recycle", "used pile")):
        yield Part("put_back", f"Takes {name} off the table until it recirculates", "use.put_back")
    elif paid is not None:
        yield note("kept", f"Keeps {name} on the table")
    else:
        yield note("question_unknown", "What this answer leads to is unknown")


def _named(context: DecisionContext) -> str:
    """Title of the card that the question is about."""
    mentions = context.decision.mentions
    return context.title(mentions[0]) if mentions else "the card"


def _yes_no(context: DecisionContext, words: str, *, yes: bool) -> Iterator[Part]:
    if "not activated force" in words:
        yield from _not_activated(context, yes=yes)
    elif "retrieve" in words:
        yield from _retrieve(context) if yes else ()
    elif "simultaneously deploy a pilot" in words:
        if yes:
            yield Part("pilot", "The ship has a pilot right away", "question.pilot")
    elif "not typically how this card is used" in words:
        if not yes:
            yield Part("reconsider", "Another card can be lost instead", "question.reconsider")
    elif "another sabacc card" in words:
        yield from sabacc_parts(context) if yes else ()
    elif "battle destiny" not in words:
        # ``BattleEvaluator`` judges battle destiny.
        yield note("question_unknown", "What this answer leads to is unknown")


def _not_activated(context: DecisionContext, *, yes: bool) -> Iterator[Part]:
    keep, why = destiny_reserve(context)
    piles = context.piles()
    reserve = None if piles is None else piles.reserve
    if not yes:
        return
    if reserve is not None and reserve <= keep:
        yield note("reserve_kept", f"Keeps the last {plural(reserve, 'card')} in the Reserve Deck: {why}")
    elif piles is not None and (budget := budget_of(context)) is not None and not budget.useful:
        yield note("force_enough", enough_label(piles))
    else:
        left = "" if reserve is None else f", with {plural(reserve, 'card')} in the Reserve Deck"
        yield Part("skip_activation", f"Activates no Force this turn{left}", "question.skip_activation")


def _retrieve(context: DecisionContext) -> Iterator[Part]:
    piles = context.piles()
    if piles is not None and piles.lost == 0:
        yield note("lost_empty", "The Lost Pile is empty")
    else:
        lost = "" if piles is None else f": the Lost Pile has {plural(piles.lost, 'card')}"
        yield Part("retrieve", f"Regains life Force{lost}", "question.retrieve")
