"""Sentences about what sets two moves apart, from what was measured of them.

Points of a hand are hearts + 13 x queen of spades - 26 for whoever shoots the moon + 26 when somebody else does. The cards of
a moon cost nothing, so that hearts and the queen are told without them, unless it is the moon by which the moves differ:
then all that the player takes is one part. Parts are told as what the move gives up against the best one, the largest
first, and add up to the whole. Those that are surely there are told; where they do not explain most of a loss that is
itself sure, the largest others are told too, as "about". What is left over comes last.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from py_engine.games.hearts.coaching.certain import certain
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.knowledge.naming import card_words, cards_words
from py_engine.games.hearts.rules.batch import Rules

__all__ = ["sentences", "signed"]

Json = dict[str, Any]
WORTH_TELLING = 0.1
"""Points: smaller parts are not told."""
MOST = 0.7
"""Of a loss: so much of it is explained, if it can be."""
SENTENCES = 3
"""At most."""
HEARTS_SPREAD = 4.0
"""Hearts by which two moves differ in a single world, as a standard deviation: that of most decisions is below it."""
QUEEN_POINTS, MOON_POINTS, HEARTS_OF_A_MOON = 13.0, 26.0, 13.0
MOON_MATTERS = 0.1
"""Chance of an own moon by which moves must differ for it to be what they are about."""
NEVER, EVEN = 0.005, 0.5
HARDLY = 0.05
"""Points: a smaller loss is none to speak of."""
POINTS_OF_A_WIN = 100.0
_USUAL = Rules()
_HIGH = "QKA"


class _Part(NamedTuple):
    """A part of the difference between the user's move and the best one."""

    category: str
    text: str
    delta: float
    """Points: user minus best."""
    sure: bool = True


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


def signed(value: float) -> str:
    """With its sign and one decimal; a minus is a minus."""
    return f"{'+' if value > 0 else chr(0x2212)}{abs(value):.1f}"


def sentences(found: Json, rules: Rules = _USUAL, facts: Facts | None = None, assuming: str = "") -> list[Json]:
    """What the user's move gives up against the best one, in one to three sentences.

    Args:
        found: the fields of an EvaluationResult with ``user_action`` and ``candidates``.
        rules: of the hand: what a moon is worth.
        facts: what the player knows; with them, what is certain of the trick comes first.
        assuming: on what condition the values hold: ``if everybody plays for the fewest points``.

    Returns:
        Feedback items; ``delta`` is user minus best in points (a per cent of the chance to win is one, where the game is
        at stake), and they add up to ``delta_ev``, which is the mean of the same worlds.
    """
    items = _items(found, rules, facts)
    if assuming and len(found["candidates"]) > 1:
        first = items[-1 if len(items) > 1 and items[0]["category"] == "trick" else 0]
        first["text"] = f"{first['text'].removesuffix('.')}, {assuming}."
    return items


def _items(found: Json, rules: Rules, facts: Facts | None) -> list[Json]:
    pair, whole = _Pair(_candidate(found, "user_action"), _candidate(found, "best_action")), found["delta_ev"]
    if pair.user is pair.best:
        return [_item("overall", _praise(found, pair.best), 0.0)]
    if found["too_close"] or -whole < HARDLY:
        return [_item("overall", _close(found, pair), whole)]
    parts = _of_winning(pair) if _is_about_winning(pair.best) else _of_points(pair, rules, whole)
    sure = _certain(pair, facts)
    return [*sure, *_told(parts, whole, pair, SENTENCES - len(sure))]


def _certain(pair: _Pair, facts: Facts | None) -> list[Json]:
    """What is certain of the trick, if anything is."""
    user, best = pair.user["action"], pair.best["action"]
    text = certain(facts, user["play"], best["play"]) if facts is not None and "play" in user else None
    return [_item("trick", text, 0.0)] if text else []


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
    doubt = f", give or take {_number(error)}" if error >= HARDLY else ""
    if _is_about_winning(pair.best):
        return f"Too close to call: it wins {_share(loss)} less often than {best}{doubt}."
    return f"Too close to call: {_points(loss)} worse than {best}{doubt}."


def _named(candidate: Json) -> str:
    """A move in words."""
    action = candidate["action"]
    return card_words(action["play"]) if "play" in action else f"passing {cards_words(action['pass'])}"


def _instead(pair: _Pair) -> str:
    """The best move in words, as what the user's is compared with; for a pass, by the cards in which the two differ."""
    best = pair.best["action"]
    if "play" in best:
        return f"with {card_words(best['play'])}"
    gone, kept = _differing(pair)
    are = "are" if len(gone) > 1 else "is"
    return f"when {cards_words(gone)} {are} passed instead of {cards_words(kept)}"


def _differing(pair: _Pair) -> tuple[list[str], list[str]]:
    """The cards that only the best move passes, and those that only the user's does."""
    user, best = pair.user["action"]["pass"], pair.best["action"]["pass"]
    return [card for card in best if card not in user], [card for card in user if card not in best]


def _of_winning(pair: _Pair) -> list[_Part]:
    user, best = pair.of("win_chance")
    expected = pair.of("expected_points")
    text = f"Wins the game in {_chances(user, best)}{{instead}}."
    parts = [_Part("win_chance", text, POINTS_OF_A_WIN * (user - best))]
    if abs(expected[0] - expected[1]) >= WORTH_TELLING:
        # Points of the hand are not what is lost, but what a player would otherwise go by.
        more = "fewer" if expected[0] < expected[1] else "more"
        hand = f"{_number(expected[0])} against {_number(expected[1])}"
        why = "but what counts now is who wins" if more == "fewer" else "and what counts now is who wins"
        parts.append(_Part("expected_points", f"Expects {more} points in this hand ({hand}), {why}.", 0.0))
    return parts


def _of_points(pair: _Pair, rules: Rules, whole: float) -> list[_Part]:
    """The parts that are large enough to be told."""
    parts = []
    user, best = pair.of("moon_against")
    delta = 0.0 if rules.moon_subtracts else -MOON_POINTS * (user - best)
    if abs(delta) >= WORTH_TELLING:
        sure = pair.clear_chance(user, best)
        parts.append(_Part("moon_against", _moon_against_text(user, best, delta, _about(sure)), delta, sure))
    moons = pair.of("moon_chance")
    hearts, queens = pair.of("hearts"), pair.of("queen_chance")
    if abs(moons[0] - moons[1]) >= MOON_MATTERS and pair.clear_chance(*moons):
        # Moons that better defenders would stop are discounted in the whole, and in nothing else that is measured.
        own = whole - delta if not rules.jack_of_diamonds else _own_points(pair, rules)
        parts.append(_Part("moon_chance", _moon_text(pair, *moons, own), own))
        return parts
    user, best = (h - HEARTS_OF_A_MOON * m for h, m in zip(hearts, moons, strict=True))
    if abs(user - best) >= WORTH_TELLING:
        sure = abs(user - best) >= 2 * pair.hearts_error()
        parts.append(_Part("hearts", _hearts_text(user - best, _about(sure)), best - user, sure))
    user, best = (max(0.0, q - m) for q, m in zip(queens, moons, strict=True))
    delta = -QUEEN_POINTS * (user - best)
    if abs(delta) >= WORTH_TELLING:
        sure = pair.clear_chance(user, best)
        parts.append(_Part("queen_chance", _queen_text(user, best, delta, _about(sure)), delta, sure))
    if rules.jack_of_diamonds:
        parts += _jack(whole, parts)
    return parts


def _own_points(pair: _Pair, rules: Rules) -> float:
    """What the hearts, the queen and the moons of the player come to, user minus best."""
    saved = (2 if rules.moon_subtracts else 1) * MOON_POINTS
    features = zip(pair.of("hearts"), pair.of("queen_chance"), pair.of("moon_chance"), strict=True)
    user, best = (h + QUEEN_POINTS * q - saved * m for h, q, m in features)
    return best - user


def _jack(whole: float, parts: list[_Part]) -> list[_Part]:
    """What is left over when all else is counted."""
    for part in parts:
        whole -= part.delta
    if abs(whole) < WORTH_TELLING:
        return []
    if whole < 0:
        return [_Part("jack", f"Takes the jack of diamonds less often{{than}}, which costs {_points(-whole)}.", whole)]
    text = f"In its favour: takes the jack of diamonds more often{{than}}, which saves {_points(whole)}."
    return [_Part("jack", text, whole)]


def _about(sure: bool) -> str:
    return "" if sure else "about "


def _hearts_text(gap: float, about: str) -> str:
    number = _number(abs(gap))
    hearts = "heart" if number == "1" else "hearts"
    if gap > 0:
        return f"Takes {about}{number} more {hearts} on average{{than}}."
    return f"In its favour: takes {about}{number} fewer {hearts} on average{{than}}."


def _queen_text(user: float, best: float, delta: float, about: str) -> str:
    chances = f"{about}{_chances(user, best)}{{instead}}"
    if delta < 0:
        return f"Risks the queen of spades: {chances}, which costs {about}{_points(-delta)}."
    return f"In its favour: takes the queen of spades in {chances}, which saves {about}{_points(delta)}."


def _moon_text(pair: _Pair, user: float, best: float, delta: float) -> str:
    """Of a moon of the player: the cards with which it is tried count only when it fails."""
    come_to = f"costs {_points(-delta)}" if delta < 0 else f"saves {_points(delta)}"
    if user > best:
        kept = []
        if "pass" in pair.user["action"]:
            kept = [card for card in _differing(pair)[0] if card[0] in _HIGH]
        goes = f"Keeps {cards_words(kept)} and goes" if kept else "Goes"
        if delta < 0:
            succeeds = f"it succeeds in {'only ' if user < EVEN else ''}{_percent(user)} of the deals"
            cost = f"the other {_percent(1.0 - user)} make it cost {_points(-delta)}"
            return f"{goes} for the moon: {succeeds}, and {cost}{{against}}."
        return f"In its favour: goes for the moon, which succeeds in {_chances(user, best)}{{instead}} and {come_to}."
    if delta >= 0:
        return f"In its favour: shoots the moon in {_chances(user, best)}{{instead}}, which {come_to}."
    if user < NEVER:
        return f"Gives up the moon, which succeeds in {_percent(best)} of the deals{{instead}}: that {come_to}."
    return f"Shoots the moon less often: {_chances(user, best)}{{instead}}, which {come_to}."


def _moon_against_text(user: float, best: float, delta: float, about: str) -> str:
    chances = f"{about}{_chances(user, best)}{{instead}}"
    if delta < 0:
        return f"Lets another player shoot the moon more often: {chances}, which costs {about}{_points(-delta)}."
    return f"In its favour: another player shoots the moon in {chances}, which saves {about}{_points(delta)}."


def _chosen(parts: list[_Part], whole: float, most: int) -> list[_Part]:
    """Of the parts, the sure ones, and so many of the others that most of the whole is explained."""
    told = sorted((part for part in parts if part.sure), key=lambda part: -abs(part.delta))[:most]
    rest = whole
    for part in told:
        rest -= part.delta
    for part in sorted(parts, key=lambda part: -abs(part.delta)):
        if len(told) == most or abs(rest) <= (1 - MOST) * abs(whole):
            break
        if part not in told and abs(rest - part.delta) < abs(rest):
            told.append(part)
            rest -= part.delta
    # What is against the move stands before what speaks for it.
    return sorted(told, key=lambda part: (part.delta > 0, -abs(part.delta)))


def _told(parts: list[_Part], whole: float, pair: _Pair, most: int) -> list[Json]:
    """The largest parts and what is left over, as feedback; the first one names the best move."""
    ranked = _chosen(parts, whole, most)
    rest = whole
    for part in ranked:
        rest -= part.delta
    if not ranked:
        text = f"Many small things together cost {_points(-whole)} against {_named(pair.best)}."
        return [_item("overall", text, whole)]
    # What is named first is compared with the best move by name.
    instead = _instead(pair)
    names = [{"instead": f" {instead}", "than": f" than {instead}", "against": f" against {_named(pair.best)}"}]
    names += [{"instead": "", "than": "", "against": ""}] * len(ranked)
    items = [
        _item(part.category, part.text.format(**name), part.delta) for part, name in zip(ranked, names, strict=False)
    ]
    if abs(rest) >= WORTH_TELLING and len(items) < most:
        items.append(_item("overall", f"All else together: {signed(rest)}.", rest))
    return items


def _chances(user: float, best: float) -> str:
    """``22 % against 9 %`` of deals; with a decimal where they would read alike."""
    told = _percent(user), _percent(best)
    if told[0] == told[1]:
        told = f"{100 * user:.1f} %", f"{100 * best:.1f} %"
    return f"{told[0]} against {told[1]}"


def _percent(chance: float) -> str:
    """Whole, and never nothing or all where it is neither."""
    if 0.0 < chance < 0.01:
        return "under 1 %"
    if 0.99 < chance < 1.0:
        return "over 99 %"
    return f"{100 * chance:.0f} %"


def _share(value: float) -> str:
    """Of hundredths."""
    number = _number(value)
    return f"{number} percentage point{'' if number == '1' else 's'}"


def _number(value: float) -> str:
    """With one decimal, unless it is whole."""
    return f"{value:.1f}".removesuffix(".0")


def _points(value: float) -> str:
    number = _number(value)
    return f"{number} point" if number == "1" else f"{number} points"


def _item(category: str, text: str, delta: float) -> Json:
    return {"category": category, "text": text, "delta": delta}
