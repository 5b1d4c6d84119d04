"""Sentences about what sets two moves apart, from what was measured of them.

Points of a hand are hearts + 13 x queen of spades - 26 for whoever shoots the moon + 26 when somebody else does. The cards of
a moon cost nothing, so that hearts and the queen are told without them, unless it is the moon by which the moves differ:
then all that the player takes is one part. Parts are told as what the move gives up against the best one, the largest
first, and add up to the whole: what is left over (the jack of diamonds, parts too small or too unsure to be told) comes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from py_engine.games.hearts.cards import WORDS
from py_engine.games.hearts.rules import Rules

__all__ = ["card_words", "cards_words", "sentences", "signed"]

Json = dict[str, Any]
WORTH_TELLING = 0.1
"""Points: smaller parts are not told."""
HEARTS_SPREAD = 4.0
"""Hearts by which two moves differ in a single world, as a standard deviation: that of most decisions is below it."""
QUEEN_POINTS, MOON_POINTS, HEARTS_OF_A_MOON = 13.0, 26.0, 13.0
MOON_MATTERS = 0.1
"""Chance of an own moon by which moves must differ for it to be what they are about."""
NEVER = 0.005
HARDLY = 0.05
"""Points: a smaller loss is none to speak of."""
POINTS_OF_A_WIN = 100.0
_USUAL = Rules()
_RANK_WORDS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


class _Part(NamedTuple):
    """A part of the difference between the user's move and the best one."""

    category: str
    text: str
    delta: float
    """Points: user minus best."""


class _Pair(NamedTuple):
    """The two moves, as candidates of the result."""

    user: Json
    best: Json

    def of(self, feature: str) -> tuple[float, float]:
        """A feature of the user's move, and of the best one."""
        return float(self.user["features"][feature]), float(self.best["features"][feature])

    def clear_chance(self, user: float, best: float) -> bool:
        """Whether two chances differ by two standard errors, taken as if they were not of the same worlds: no less."""
        variance = 0.0
        for chance, share in zip((user, best), self._errors(), strict=True):
            variance += max(0.0, chance * (1.0 - chance)) * share
        return abs(user - best) >= 2 * float(np.sqrt(variance))

    def hearts_error(self) -> float:
        """The standard error of a difference in hearts."""
        return HEARTS_SPREAD * float(np.sqrt(max(self._errors())))

    def _errors(self) -> tuple[float, float]:
        """One over the number of worlds behind each move's features; 0 where they are exact."""
        return _one_over_worlds(self.user), _one_over_worlds(self.best)


def _one_over_worlds(candidate: Json) -> float:
    variance = candidate["features"]["variance"]
    return candidate["stderr"] * candidate["stderr"] / variance if variance > 0 else 0.0


def card_words(card: str) -> str:
    """``the queen of spades`` of ``QS``."""
    return f"the {_RANK_WORDS.get(card[0], card[0])} of {WORDS[card[1]]}"


def cards_words(cards: Sequence[str]) -> str:
    """Cards in words: ``the 2 of clubs, the 3 of clubs and the ace of hearts``."""
    words = [card_words(card) for card in cards]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def signed(value: float) -> str:
    """With its sign and one decimal; a minus is a minus."""
    return f"{'+' if value > 0 else chr(0x2212)}{abs(value):.1f}"


def sentences(found: Json, rules: Rules = _USUAL) -> list[Json]:
    """What the user's move gives up against the best one, in one to three sentences.

    Args:
        found: the fields of an EvaluationResult with ``user_action`` and ``candidates``.
        rules: of the hand: what a moon is worth.

    Returns:
        Feedback items; ``delta`` is user minus best in points (a per cent of the chance to win is one, where the game is
        at stake), and they add up to ``delta_ev``, which is the mean of the same worlds.
    """
    pair = _Pair(_candidate(found, "user_action"), _candidate(found, "best_action"))
    whole = found["delta_ev"]
    if pair.user is pair.best:
        return [_item("overall", _praise(found, pair.best), 0.0)]
    if found["too_close"] or -whole < HARDLY:
        return [_item("overall", _close(found, pair), whole)]
    parts = _of_winning(pair) if _is_about_winning(pair.best) else _of_points(pair, rules)
    return _told(parts, whole, pair)


def _candidate(found: Json, name: str) -> Json:
    candidate: Json = next(each for each in found["candidates"] if each["action"] == found[name])
    return candidate


def _is_about_winning(candidate: Json) -> bool:
    """Whether values are chances to win, rather than points of the hand."""
    features, ev = candidate["features"], candidate["ev"]
    return bool(abs(ev - POINTS_OF_A_WIN * (features["win_chance"] - 1.0)) < abs(ev + features["expected_points"]))


def _praise(found: Json, best: Json) -> str:
    """What to say of the best move: how far ahead of the next it is."""
    others = [each for each in found["candidates"] if each is not best]
    if not others:
        return "There was nothing else to do."
    # Cards that are as good as each other were measured as one.
    rivals = [each for each in others if (each["ev"], each["features"]) != (best["ev"], best["features"])]
    if not rivals:
        return "All that can be done here is equally good."
    rival = _named(rivals[0])
    lead = best["ev"] - rivals[0]["ev"]
    if found["too_close"]:
        return f"Nothing is clearly better; {rival} is about as good."
    if lead < HARDLY:
        return f"Nothing is better; {rival} is hardly worse."
    if _is_about_winning(best):
        return f"This is the best move: it wins {_share(lead)} more often than {rival}."
    return f"This is the best move, {_points(lead)} better than {rival}."


def _close(found: Json, pair: _Pair) -> str:
    loss, error, best = -found["delta_ev"], 2 * found["delta_stderr"], _named(pair.best)
    if not found["too_close"] or loss + error < HARDLY:
        return f"As good as {best}." if loss + error == 0 else f"Hardly worse than {best}."
    if _is_about_winning(pair.best):
        return f"Too close to call: it wins {_share(loss)} less often than {best}, give or take {error:.1f}."
    return f"Too close to call: {_points(loss)} worse than {best}, give or take {error:.1f}."


def _named(candidate: Json) -> str:
    """A move in words."""
    action = candidate["action"]
    return card_words(action["play"]) if "play" in action else f"passing {cards_words(action['pass'])}"


def _instead(pair: _Pair) -> str:
    """The best move in words, as what the user's is compared with; for a pass, by the cards in which the two differ."""
    user, best = pair.user["action"], pair.best["action"]
    if "play" in best:
        return f"with {card_words(best['play'])}"
    gone, kept = (
        [card for card in one["pass"] if card not in other["pass"]] for one, other in ((best, user), (user, best))
    )
    go, stay = ("go", "stay") if len(gone) > 1 else ("goes", "stays")
    return f"when {cards_words(gone)} {go} and {cards_words(kept)} {stay}"


def _of_winning(pair: _Pair) -> list[_Part]:
    user, best = pair.of("win_chance")
    expected = pair.of("expected_points")
    text = f"Wins the game in {_chances(user, best)}{{instead}}."
    parts = [_Part("win_chance", text, POINTS_OF_A_WIN * (user - best))]
    if abs(expected[0] - expected[1]) >= WORTH_TELLING:
        # Points of the hand are not what is lost, but what a player would otherwise go by.
        more = "fewer" if expected[0] < expected[1] else "more"
        hand = f"{expected[0]:.1f} against {expected[1]:.1f}"
        why = "but what counts now is who wins" if more == "fewer" else "and what counts now is who wins"
        parts.append(_Part("expected_points", f"Expects {more} points in this hand ({hand}), {why}.", 0.0))
    return parts


def _of_points(pair: _Pair, rules: Rules) -> list[_Part]:
    """The parts that are large and sure enough to be told."""
    parts = []
    user, best = pair.of("moon_against")
    delta = 0.0 if rules.moon_subtracts else -MOON_POINTS * (user - best)
    if abs(delta) >= WORTH_TELLING and pair.clear_chance(user, best):
        parts.append(_Part("moon_against", _moon_against_text(user, best, delta), delta))
    moons = pair.of("moon_chance")
    hearts, queens = pair.of("hearts"), pair.of("queen_chance")
    if abs(moons[0] - moons[1]) >= MOON_MATTERS and pair.clear_chance(*moons):
        saved = (2 if rules.moon_subtracts else 1) * MOON_POINTS
        own = [h + QUEEN_POINTS * q - saved * m for h, q, m in zip(hearts, queens, moons, strict=True)]
        parts.append(_Part("moon_chance", _moon_text(*moons), own[1] - own[0]))
        return parts
    user, best = (h - HEARTS_OF_A_MOON * m for h, m in zip(hearts, moons, strict=True))
    if abs(user - best) >= max(WORTH_TELLING, 2 * pair.hearts_error()):
        parts.append(_Part("hearts", _hearts_text(user - best), best - user))
    user, best = (max(0.0, q - m) for q, m in zip(queens, moons, strict=True))
    delta = -QUEEN_POINTS * (user - best)
    if abs(delta) >= WORTH_TELLING and pair.clear_chance(user, best):
        parts.append(_Part("queen_chance", _queen_text(user, best, delta), delta))
    return parts


def _hearts_text(gap: float) -> str:
    number = f"{abs(gap):.1f}".removesuffix(".0")
    hearts = "heart" if number == "1" else "hearts"
    if gap > 0:
        return f"Takes {number} more {hearts} on average{{than}}."
    return f"In its favour: takes {number} fewer {hearts} on average{{than}}."


def _queen_text(user: float, best: float, delta: float) -> str:
    chances = f"{_chances(user, best)}{{instead}}"
    if delta < 0:
        return f"Risks the queen of spades: {chances}, which costs {_points(-delta)}."
    return f"In its favour: takes the queen of spades in {chances}, which saves {_points(delta)}."


def _moon_text(user: float, best: float) -> str:
    if user > best:
        return f"Goes for the moon, which succeeds in {_chances(user, best)}{{instead}}."
    if user < NEVER:
        return f"Gives up the moon, which succeeds in {_percent(best, 0)} of the deals{{instead}}."
    return f"Shoots the moon less often: {_chances(user, best)}{{instead}}."


def _moon_against_text(user: float, best: float, delta: float) -> str:
    chances = f"{_chances(user, best)}{{instead}}"
    if delta < 0:
        return f"Lets another player shoot the moon more often: {chances}."
    return f"In its favour: another player shoots the moon in {chances}."


def _told(parts: list[_Part], whole: float, pair: _Pair) -> list[Json]:
    """The largest parts and what is left over, as feedback; the first one names the best move."""
    # What is against the move stands before what speaks for it.
    ranked = sorted(parts, key=lambda part: (part.delta > 0, -abs(part.delta)))
    rest = whole
    for part in ranked:
        rest -= part.delta
    # What is named first is compared with the best move by name.
    instead = _instead(pair)
    names = [{"instead": f" {instead}", "than": f" than {instead}"}]
    names += [{"instead": "", "than": ""}] * len(ranked)
    items = [
        _item(part.category, part.text.format(**name), part.delta) for part, name in zip(ranked, names, strict=False)
    ]
    if not items:
        items.append(
            _item("overall", f"Many small things together cost {_points(-whole)} against {_named(pair.best)}.", whole)
        )
    elif abs(rest) >= WORTH_TELLING:
        items.append(_item("overall", f"All else together: {signed(rest)}.", rest))
    return items


def _chances(user: float, best: float) -> str:
    """``22 % against 9 %`` of deals; with a decimal where they are close."""
    decimals = 0 if abs(user - best) >= 0.02 else 1
    return f"{_percent(user, decimals)} against {_percent(best, decimals)}"


def _percent(chance: float, decimals: int) -> str:
    return f"{100 * chance:.{decimals}f} %"


def _share(value: float) -> str:
    """Of hundredths."""
    return f"{value:.1f} percentage points"


def _points(value: float) -> str:
    number = f"{value:.1f}".removesuffix(".0")
    return f"{number} point" if number == "1" else f"{number} points"


def _item(category: str, text: str, delta: float) -> Json:
    return {"category": category, "text": text, "delta": delta}
