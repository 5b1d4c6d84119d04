"""Which sentences stand on a card, and what it says of the rest of the loss: no more is named than is lost, or it says what makes up for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from py_engine.core.results import Feedback, Result
from py_engine.core.text import points
from py_engine.games.azul.coaching.bullets import FLOOR_NOW, POINTS_THRESHOLD, Bullet
from py_engine.games.azul.coaching.causes import MOSTLY, NO_CAUSE, NO_OTHER_CAUSE, SMALL, Cause
from py_engine.games.azul.coaching.certain import Fact
from py_engine.games.azul.coaching.shown import covered, shown_rows

__all__ = [
    "MAX_SENTENCES", "MUCH_BACK", "all_else", "ending", "fitting", "gives_back", "named", "rank", "ranked", "said_back", "uncounted",
    "with_the_rest", "without_cause",
]  # fmt: skip

MAX_SENTENCES = 3
MUCH_BACK = 0.2
"""Share of the points that sentences say are lost, from which a card says that all else gives them back."""
_BACK = "gives back"


def ranked(bullets: Sequence[Bullet]) -> list[Feedback]:
    """Losses first; what the move gains in return may follow."""
    return [Feedback(bullet.category, bullet.text, bullet.delta) for bullet in sorted(bullets, key=rank)]


def rank(bullet: Bullet) -> tuple[bool, bool, float]:
    """The order of the sentences on differences."""
    return not bullet.loss, not bullet.certain, -bullet.weight


def fitting(cause: Cause | None, bullets: Sequence[Bullet], graded: Result) -> list[Feedback]:
    """The most important sentences; the last one says what makes up for the others where these come to more than the loss."""
    first = [] if cause is None else [cause.item]
    loss, error = -(graded.delta_ev or 0.0), graded.delta_stderr or 0.0
    shown = _shown(cause, bullets, loss)
    items = [*first, *ranked(shown)]
    if (
        all(each.loss for each in bullets)
        and gives_back(named(cause, shown), loss, error)
        and not said_back([each.text for each in items])
    ):
        # What good lines do not agree in has no sentence of its own.
        given_up, shown = shown[MAX_SENTENCES - len(first) - 1 :], shown[: MAX_SENTENCES - len(first) - 1]
        items = _with_last([*first, *ranked(shown)], " ".join(each.text for each in _facts(given_up)))
        back = named(cause, shown) - loss
        if back > POINTS_THRESHOLD:
            return [*items, Feedback("rest", all_else(back, cause, shown, graded), back)]
    last = ending(cause, shown)
    where = shown_rows(graded, -loss, covered(cause, shown)) if last and "When this round" not in items[0].text else ""
    return _with_last(items, last + where)


def _shown(cause: Cause | None, bullets: Sequence[Bullet], loss: float) -> list[Bullet]:
    """The most important differences, with the largest gain where the others come to more than the loss."""
    free = MAX_SENTENCES - (cause is not None)
    losses, gains = (sorted((each for each in bullets if each.loss == loses), key=rank) for loses in (True, False))
    if gains and len(losses) >= free and named(cause, losses[:free]) - loss > POINTS_THRESHOLD:
        return [*losses[: free - 1], gains[0]]
    return [*losses, *gains][:free]


def with_the_rest(
    cause: Cause | None, bullets: Sequence[Bullet], completed: Sequence[Fact], graded: Result
) -> list[Feedback]:
    """The most important sentences, and if they name only the smaller part of the loss, what all else costs, and what it completes less as a part of that."""
    loss = -(graded.delta_ev or 0.0)
    whole = named(cause, bullets)
    if loss - whole <= POINTS_THRESHOLD:
        return fitting(cause, bullets, graded)
    counts = cause is not None or any(each.lost for each in bullets)
    if uncounted(cause) or not counts or whole >= MOSTLY * loss - SMALL:
        return _with_completed(fitting(cause, bullets, graded), completed)
    first = [] if cause is None else [cause.item]
    shown = [each for each in sorted(bullets, key=rank) if each.lost or each.certain][: MAX_SENTENCES - 1 - len(first)]
    rest = loss - named(cause, shown)
    if rest <= POINTS_THRESHOLD:
        # Only what speaks for the move leaves anything: it ends with the rest.
        shown = _shown(cause, bullets, loss)
        rest = loss - named(cause, shown)
        text = all_else(-rest, cause, shown, graded) if rest > POINTS_THRESHOLD else ""
        return _with_last([*first, *ranked(shown)], text)
    texts = [*(item.text for item in first), *(each.text for each in shown)]
    facts = ranked(_facts(bullets)) or [Feedback("itself", fact.text, 0.0) for fact in completed]
    facts = [] if any("omplete" in text for text in texts) else facts
    free = MAX_SENTENCES - 1 - len(first) - len(shown)
    # What counts no points is a part of all else, and stands after it.
    before, after = (ranked([each for each in shown if (each.category == FLOOR_NOW) == now]) for now in (False, True))
    items = [*first, *before, Feedback("rest", all_else(-rest, cause, shown, graded), -rest), *after]
    return [*items, *facts[:free]] if free else _with_last(items, " ".join(fact.text for fact in facts[:1]))


def _with_completed(items: list[Feedback], completed: Sequence[Fact]) -> list[Feedback]:
    """The sentences, with what the move completes less if they are few enough and do not speak of it."""
    if not completed or len(items) >= MAX_SENTENCES or any("omplete" in item.text for item in items):
        return items
    place = next((n for n, item in enumerate(items) if n and _speaks_for(item)), len(items))
    return [*items[:place], Feedback("itself", completed[0].text, 0.0), *items[place:]]


def _facts(bullets: Sequence[Bullet]) -> list[Bullet]:
    """What counts against the move without points: pattern lines that it completes fewer."""
    return [each for each in bullets if each.loss and each.category == "line_completion" and not each.lost]


def _speaks_for(item: Feedback) -> bool:
    return "In its favour" in item.text or _BACK in item.text


def without_cause(bullets: Sequence[Bullet], when_over: str, delta: float) -> list[Feedback]:
    """The sentences on a move that puts tiles on the floor line by itself, where no single cause stands out."""
    shown = sorted(bullets, key=rank)[: MAX_SENTENCES - 1]
    return [*ranked(shown), Feedback("overall", _nothing_else(shown) + when_over, delta)]


def ending(cause: Cause | None, shown: Sequence[Bullet]) -> str:
    """How a card ends whose first sentence is less than what is lost; empty where it is a cause."""
    if cause is None or not cause.beside:
        return ""
    return _nothing_else(shown) if any(each.weight for each in shown) else cause.beside


def _nothing_else(shown: Sequence[Bullet]) -> str:
    """That no single cause stands out, beyond what the sentence before says unless that speaks for the move or costs nothing."""
    costs_something = any(each.weight for each in shown)
    return NO_OTHER_CAUSE if costs_something and all(each.loss for each in shown) else NO_CAUSE


def _with_last(items: list[Feedback], text: str) -> list[Feedback]:
    """The sentences, the last one with a further text."""
    if not text:
        return items
    *before, last = items
    return [*before, replace(last, text=f"{last.text} {text}")]


def uncounted(cause: Cause | None) -> bool:
    """Whether the first sentence names no points of its own, beside which all else would have a meaning."""
    return cause is not None and not cause.lost


def named(cause: Cause | None, about: Sequence[Bullet]) -> float:
    """The points that sentences say are lost."""
    return math.fsum([0.0 if cause is None else cause.lost, *(each.lost for each in about)])


def gives_back(said: float, loss: float, error: float) -> bool:
    """Whether a card would leave the reader to guess what makes up for the points that it names (``said``)."""
    back = said - loss
    return back > POINTS_THRESHOLD and (back > 2 * error + POINTS_THRESHOLD or back > MUCH_BACK * said)


def said_back(texts: Sequence[str]) -> bool:
    """Whether a sentence says already what gives points back."""
    return any(_BACK in each for each in texts)


def all_else(over: float, cause: Cause | None, about: Sequence[Bullet], graded: Result) -> str:
    """What makes up for points that are named beyond the loss, or (``over`` below 0) what they leave of it, and where that is in the lines shown."""
    where = shown_rows(graded, over, covered(cause, about))
    return f"All else together {_BACK if over > 0 else 'costs'} {points(abs(over))}.{where}"
