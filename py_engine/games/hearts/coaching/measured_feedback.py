"""Sentences that explain the measured difference between two moves.

The points of a hand are hearts + 13 x queen of spades, - 26 for whoever shoots the moon, + 26 when somebody else does. The
cards of a moon cost nothing, so hearts and the queen are counted without them; but if the moves differ in how often the
player shoots the moon, everything the player takes is one part. Each part is what the move gives up against the best one;
the largest come first, and they add up to the whole difference. Only significant parts (two standard errors) are named; if
there are none, the sentence says that there is no single cause. The remainder comes last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from py_engine.core.coaching.praise import ONLY_MOVE
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import amount, number, percent, points, signed
from py_engine.games.hearts.coaching.certain import certain
from py_engine.games.hearts.coaching.odds import chances
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.naming import card_words, cards_words
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.state import HeartsAction

__all__ = ["measured_feedback"]

WORTH_REPORTING = 0.1
"""Points: smaller parts are left out."""
SENTENCES = 3
"""Maximum number of sentences."""
HEARTS_SPREAD = 4.0
"""Standard deviation of the difference in hearts between two moves in a single world; most decisions are below it."""
POINTS_SPREAD = 7.0
"""The same for the points of the hand."""
QUEEN_POINTS, MOON_POINTS, HEARTS_OF_A_MOON = 13.0, 26.0, 13.0
MOON_MATTERS = 0.1
"""Difference in the chance of shooting the moon from which the feedback is about the moon."""
NEVER, EVEN = 0.005, 0.5
HARDLY = 0.05
"""Points: a smaller loss does not count as one."""
POINTS_OF_A_WIN = 100.0
BEST_PLAY = "if everybody plays for the fewest points"
"""The assumption behind the values of solved worlds."""
_USUAL = Rules()
_HIGH = "QKA"


class _Comparison(NamedTuple):
    """The phrases with which a sentence names the best move; empty, except in the first sentence."""

    instead: str = ""
    than: str = ""
    against: str = ""


class _Part(NamedTuple):
    """One part of the difference between the user's move and the best one."""

    category: str
    text: Callable[[_Comparison], str]
    """The sentence, given how it names the best move."""
    delta: float
    """Points: user minus best."""


class _Move(NamedTuple):
    """A candidate of the result with its parsed action."""

    candidate: Candidate
    action: HeartsAction

    @property
    def named(self) -> str:
        """The move in words."""
        if self.action.play is not None:
            return card_words(self.action.play)
        return f"passing {cards_words(self.passed)}"

    @property
    def passed(self) -> list[str]:
        """The passed cards; empty for a play."""
        return [*(self.action.passed or ())]


class _Pair(NamedTuple):
    """The user's move and the best one."""

    user: _Move
    best: _Move
    error_share: float = 0.0
    """See ``Evidence``."""

    def of(self, feature: str) -> tuple[float, float]:
        """A feature of the user's move and of the best one."""
        return self.user.candidate.features[feature], self.best.candidate.features[feature]

    def clear_chance(self, user: float, best: float) -> bool:
        """Whether two chances differ by two standard errors.

        The error is that of independent samples, which is an upper bound: both moves were measured in the same worlds.
        """
        variance = 0.0
        for chance in (user, best):
            variance += max(0.0, chance * (1.0 - chance)) * self.error_share
        return abs(user - best) >= 2 * float(np.sqrt(variance))

    def hearts_error(self) -> float:
        """Standard error of the difference in hearts."""
        return HEARTS_SPREAD * float(np.sqrt(self.error_share))

    def points_error(self) -> float:
        """Standard error of the difference in points."""
        return POINTS_SPREAD * float(np.sqrt(self.error_share))


def measured_feedback(
    result: Result,
    rules: Rules = _USUAL,
    facts: Facts | None = None,
    *,
    solved: bool = False,
    error_share: float = 0.0,
) -> list[Feedback]:
    """What the user's move gives up against the best one, in one to three sentences.

    Args:
        result: The result of a grading.
        rules: The rules of the hand, for the value of a moon.
        facts: What the player knows; if given, a certainty about the current trick comes first.
        solved: Whether the values come from solved worlds; then the first sentence states the assumption behind them.
        error_share: How exact the measured features are; see ``Evidence``.

    Returns:
        Feedback whose ``delta`` is user minus best in points (one point per percentage point of the chance to win, where
        the game is at stake); the deltas add up to ``delta_ev``, the mean over the same worlds.
    """
    items = _items(result, rules, facts, error_share)
    if solved and len(result.candidates) > 1:
        place = len(items) - 1 if len(items) > 1 and items[0].category == "trick" else 0
        items[place] = replace(items[place], text=f"{items[place].text.removesuffix('.')}, {BEST_PLAY}.")
    return items


def _items(result: Result, rules: Rules, facts: Facts | None, error_share: float) -> list[Feedback]:
    whole = result.delta_ev or 0.0
    if result.user_action == result.best_action:
        return [Feedback("overall", _praise(result), 0.0)]
    user, best = (_move(result.candidate(action)) for action in (result.user_action, result.best_action))
    pair = _Pair(user, best, error_share)
    if result.too_close or -whole < HARDLY:
        return [Feedback("overall", _close(result, pair.best), whole)]
    parts = _of_winning(pair) if _is_about_winning(result) else _of_points(pair, rules, whole)
    sure = _certain(pair, facts)
    return [*sure, *_sentences(parts, whole, pair, SENTENCES - len(sure))]


def _move(candidate: Candidate) -> _Move:
    return _Move(candidate, HeartsAction.model_validate(candidate.action))


def _certain(pair: _Pair, facts: Facts | None) -> list[Feedback]:
    """What is certain about the trick, if anything."""
    user, best = pair.user.action.play, pair.best.action.play
    text = None if facts is None or user is None or best is None else certain(facts, user, best)
    return [Feedback("trick", text, 0.0)] if text else []


def _is_about_winning(result: Result) -> bool:
    """Whether values are chances to win rather than points of the hand."""
    return result.win_probability is not None


def _praise(result: Result) -> str:
    """The sentence for the best move: how far ahead of the next one it is."""
    best = result.candidate(result.best_action)
    others = [each for each in result.candidates if each is not best]
    if not others:
        return ONLY_MOVE
    # Interchangeable cards were measured as one.
    rivals = [each for each in others if (each.ev, each.features) != (best.ev, best.features)]
    if not rivals:
        return "All moves are equally good here."
    rival = _move(rivals[0]).named
    lead = best.ev - rivals[0].ev
    if result.too_close:
        return f"No move is clearly better; {rival} is about as good."
    if lead < HARDLY:
        return f"No move is better; {rival} is hardly worse."
    if _is_about_winning(result):
        return f"This is the best move: it wins {amount(lead, 'percentage point')} more often than {rival}."
    return f"This is the best move, {points(lead)} better than {rival}."


def _close(result: Result, best: _Move) -> str:
    loss, error = -(result.delta_ev or 0.0), 2 * (result.delta_stderr or 0.0)
    if not result.too_close or loss + error < HARDLY:
        return f"As good as {best.named}." if loss + error == 0 else f"Hardly worse than {best.named}."
    doubt = f", give or take {number(error)}" if error >= HARDLY else ""
    if number(loss) == "0":
        return f"Too close to call: as good as {best.named}{doubt}."
    if _is_about_winning(result):
        return f"Too close to call: it wins {amount(loss, 'percentage point')} less often than {best.named}{doubt}."
    return f"Too close to call: {points(loss)} worse than {best.named}{doubt}."


def _instead(pair: _Pair) -> str:
    """The best move as a phrase of comparison; for a pass, only the cards in which the two moves differ."""
    if pair.best.action.play is not None:
        return f"with {pair.best.named}"
    gone, kept = _differing(pair)
    are = "are" if len(gone) > 1 else "is"
    return f"when {cards_words(gone)} {are} passed instead of {cards_words(kept)}"


def _differing(pair: _Pair) -> tuple[list[str], list[str]]:
    """The cards that only the best move passes, and those that only the user's does."""
    user, best = pair.user.passed, pair.best.passed
    return [card for card in best if card not in user], [card for card in user if card not in best]


def _of_winning(pair: _Pair) -> list[_Part]:
    user, best = pair.of("win_chance")
    expected = pair.of("expected_points")
    parts = [_Part("win_chance", partial(_win_text, user, best), POINTS_OF_A_WIN * (user - best))]
    if abs(expected[0] - expected[1]) >= max(WORTH_REPORTING, 2 * pair.points_error()):
        # The loss is in winning chances; the points of the hand are what a player would otherwise look at.
        parts.append(_Part("expected_points", partial(_expected_text, *expected), 0.0))
    return parts


def _win_text(user: float, best: float, to: _Comparison) -> str:
    return f"Wins the game in {chances(user, best)}{to.instead}."


def _expected_text(user: float, best: float, _: _Comparison) -> str:
    more, but = ("fewer", "but") if user < best else ("more", "and")
    return f"Expects {more} points in this hand ({number(user)} against {number(best)}), {but} what counts now is who wins."


def _of_points(pair: _Pair, rules: Rules, whole: float) -> list[_Part]:
    """The parts of a difference in points that are large enough to report."""
    parts = []
    user, best = pair.of("moon_against")
    delta = 0.0 if rules.moon_subtracts else -MOON_POINTS * (user - best)
    if abs(delta) >= WORTH_REPORTING and pair.clear_chance(user, best):
        parts.append(_Part("moon_against", partial(_moon_against_text, user, best, delta), delta))
    moons = pair.of("moon_chance")
    hearts, queens = pair.of("hearts"), pair.of("queen_chance")
    if abs(moons[0] - moons[1]) >= MOON_MATTERS and pair.clear_chance(*moons):
        # The whole difference discounts moons that better defenders would stop; the other features do not.
        own = whole - delta if not rules.jack_of_diamonds else _own_points(pair, rules)
        parts.append(_Part("moon_chance", partial(_moon_text, pair, *moons, own), own))
        return parts
    user, best = (h - HEARTS_OF_A_MOON * m for h, m in zip(hearts, moons, strict=True))
    if abs(user - best) >= max(WORTH_REPORTING, 2 * pair.hearts_error()):
        parts.append(_Part("hearts", partial(_hearts_text, user - best), best - user))
    user, best = (max(0.0, q - m) for q, m in zip(queens, moons, strict=True))
    delta = -QUEEN_POINTS * (user - best)
    if abs(delta) >= WORTH_REPORTING and pair.clear_chance(user, best):
        parts.append(_Part("queen_chance", partial(_queen_text, user, best, delta), delta))
    if rules.jack_of_diamonds:
        parts += _jack(whole, parts)
    return parts


def _own_points(pair: _Pair, rules: Rules) -> float:
    """The part of the player's own hearts, queen and moons, user minus best."""
    saved = (2 if rules.moon_subtracts else 1) * MOON_POINTS
    features = zip(pair.of("hearts"), pair.of("queen_chance"), pair.of("moon_chance"), strict=True)
    user, best = (h + QUEEN_POINTS * q - saved * m for h, q, m in features)
    return best - user


def _jack(whole: float, parts: list[_Part]) -> list[_Part]:
    """The jack of diamonds: the remainder once everything else is counted."""
    for part in parts:
        whole -= part.delta
    return [_Part("jack", partial(_jack_text, whole), whole)] if abs(whole) >= WORTH_REPORTING else []


def _jack_text(delta: float, to: _Comparison) -> str:
    if delta < 0:
        return f"Takes the jack of diamonds less often{to.than}, which costs {points(-delta)}."
    return f"In its favour: takes the jack of diamonds more often{to.than}, which saves {points(delta)}."


def _hearts_text(gap: float, to: _Comparison) -> str:
    if gap > 0:
        return f"Takes {amount(gap, 'more heart')} on average{to.than}."
    return f"In its favour: takes {amount(-gap, 'fewer heart')} on average{to.than}."


def _queen_text(user: float, best: float, delta: float, to: _Comparison) -> str:
    odds = f"{chances(user, best)}{to.instead}"
    if delta < 0:
        return f"Risks the queen of spades: {odds}, which costs {points(-delta)}."
    return f"In its favour: takes the queen of spades in {odds}, which saves {points(delta)}."


def _moon_text(pair: _Pair, user: float, best: float, delta: float, to: _Comparison) -> str:
    """The sentence for a difference in the player's own moons; cards taken in the attempt count only if it fails."""
    come_to = f"costs {points(-delta)}" if delta < 0 else f"saves {points(delta)}"
    if user > best:
        kept = [card for card in _differing(pair)[0] if card[0] in _HIGH]
        goes = f"Keeps {cards_words(kept)} and goes" if kept else "Goes"
        if delta < 0:
            succeeds = f"it succeeds in {'only ' if user < EVEN else ''}{percent(user)} of the deals"
            cost = f"failing in the other {percent(1.0 - user)} makes it cost {points(-delta)}"
            return f"{goes} for the moon: {succeeds}, and {cost}{to.against}."
        return f"In its favour: goes for the moon, which succeeds in {chances(user, best)}{to.instead} and {come_to}."
    if delta >= 0:
        return f"In its favour: shoots the moon in {chances(user, best)}{to.instead}, which {come_to}."
    if user < NEVER:
        return f"Gives up the moon, which succeeds in {percent(best)} of the deals{to.instead}: that {come_to}."
    return f"Shoots the moon less often: {chances(user, best)}{to.instead}, which {come_to}."


def _moon_against_text(user: float, best: float, delta: float, to: _Comparison) -> str:
    odds = f"{chances(user, best)}{to.instead}"
    if delta < 0:
        return f"Lets another player shoot the moon more often: {odds}, which costs {points(-delta)}."
    return f"In its favour: another player shoots the moon in {odds}, which saves {points(delta)}."


def _chosen(parts: list[_Part], max_sentences: int) -> list[_Part]:
    """The largest parts, disadvantages before advantages."""
    chosen = sorted(parts, key=lambda part: -abs(part.delta))[:max_sentences]
    return sorted(chosen, key=lambda part: (part.delta > 0, -abs(part.delta)))


def _sentences(parts: list[_Part], whole: float, pair: _Pair, max_sentences: int) -> list[Feedback]:
    """The largest parts and the remainder as feedback; the first sentence names the best move."""
    ranked = _chosen(parts, max_sentences)
    rest = whole
    for part in ranked:
        rest -= part.delta
    if not ranked:
        text = f"No single cause: small things together cost {points(-whole)} against {pair.best.named}."
        return [Feedback("overall", text, whole)]
    instead = _instead(pair)
    named = _Comparison(f" {instead}", f" than {instead}", f" against {pair.best.named}")
    items = [
        Feedback(part.category, part.text(_Comparison() if place else named), part.delta)
        for place, part in enumerate(ranked)
    ]
    if abs(rest) >= WORTH_REPORTING and len(items) < max_sentences:
        items.append(Feedback("overall", f"All else together: {signed(rest)} points.", rest))
    return items
