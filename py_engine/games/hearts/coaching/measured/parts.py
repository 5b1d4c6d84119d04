"""The parts of the measured difference between two moves, each with its sentence.

The points of a hand are hearts + 13 x queen of spades, - 26 for whoever shoots the moon, + 26 when somebody else does. The
cards of a moon cost nothing, so hearts and the queen are counted without them; but if the moves differ in how often the
player shoots the moon, everything the player takes is one part. Where the player takes the queen with both, she is no part: hearts are
counted as they are taken, and the player's moons beside them. Of playouts of passes only a share counts; what the cards kept
are expected to cost is a part of its own. Only significant parts (two standard errors) are named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from py_engine.core.results import Feedback, Result
from py_engine.core.text import points
from py_engine.games.hearts.coaching.measured.pair import Pair
from py_engine.games.hearts.coaching.measured.part_texts import (
    SURE,
    Comparison,
    expected_text,
    hearts_text,
    instead_of,
    jack_text,
    kept_text,
    moon_against_text,
    moon_text,
    own_moons_text,
    queen_text,
    win_text,
)
from py_engine.games.hearts.coaching.odds import POINTS_OF_A_WIN
from py_engine.games.hearts.knowledge.naming import JACK_OF_DIAMONDS, QUEEN_OF_SPADES
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.search.evidence import Correction

__all__ = [
    "UNSAID", "WORTH_REPORTING", "Part", "chosen_parts", "is_about_winning", "named_parts", "of_points", "of_winning", "rest_of", "rest_text",
    "unsaid",
]  # fmt: skip

WORTH_REPORTING = 0.1
"""Points: smaller parts are left out."""
QUEEN = "QS"
QUEEN_POINTS, MOON_POINTS, HEARTS_OF_A_MOON = 13.0, 26.0, 13.0
IN_FULL = ("cards_kept", "jack")
"""Categories of parts that count in full for a pass, too."""
MOON_MATTERS = 0.1
"""Difference in the chance of shooting the moon from which the feedback is about the moon."""
MOSTLY = 0.5
"""Share of a remainder from which one part is most of it, with other things for or against the move beside it."""
SUBJECTS = {
    "hearts": "hearts",
    "queen_chance": QUEEN_OF_SPADES,
    "moon_chance": "moons of your own",
    "moon_against": "moons of another player",
    "jack": JACK_OF_DIAMONDS,
    "cards_kept": "the cards kept",
}
"""What parts of each category are on."""
UNSAID = 0.5
"""Points that named parts may leave of a loss within its error; more is said, since it stands for or against them."""


class Part(NamedTuple):
    """One part of the difference between the user's move and the best one."""

    category: str
    text: Callable[[Comparison], str]
    """The sentence, given how it names the best move."""
    delta: float
    """Points: user minus best."""


def of_winning(pair: Pair) -> list[Part]:
    """The parts of a difference in chances to win."""
    user, best = pair.of("win_chance")
    expected = pair.of("expected_points")
    parts = [Part("win_chance", partial(win_text, user, best), POINTS_OF_A_WIN * (user - best))]
    if abs(expected[0] - expected[1]) >= max(WORTH_REPORTING, 2 * pair.points_error()):
        # The loss is in winning chances; the points of the hand are what a player would otherwise look at.
        parts.append(Part("expected_points", partial(expected_text, *expected), 0.0))
    return parts


def of_points(pair: Pair, rules: Rules, whole: float) -> list[Part]:
    """The parts of a difference in points that are large enough to report."""
    parts, share = _of_costs(pair.correction), pair.correction.playouts
    user, best = pair.of("moon_against")
    delta = 0.0 if rules.moon_subtracts else -MOON_POINTS * (user - best) * share
    if abs(delta) >= pair.least("moon_against", MOON_POINTS, WORTH_REPORTING):
        parts.append(Part("moon_against", partial(moon_against_text, user, best, delta, share), delta))
    if pair.both_plans:
        # What is stated of such plans is less than what happens in the sample, and what they take is what they are for.
        return parts
    moons = pair.of("moon_chance")
    if abs(moons[0] - moons[1]) >= MOON_MATTERS and pair.clear_chance("moon_chance"):
        # The whole difference discounts moons that better defenders would stop; the other features do not.
        own = whole - delta - pair.correction.kept if not rules.jack_of_diamonds else _own_points(pair, rules)
        if share == 1 or abs(own) >= WORTH_REPORTING:
            parts.append(Part("moon_chance", partial(moon_text, pair, *moons, own), own))
        return parts
    parts += _with_the_queen(pair, rules) if min(pair.of("queen_chance")) > SURE else _without_moons(pair)
    if rules.jack_of_diamonds and not pair.of_plans:
        parts += _jack(whole - delta - pair.correction.kept - share * _own_points(pair, rules))
    return parts


def _without_moons(pair: Pair) -> list[Part]:
    """The hearts and the queen that count against the player, which those of a moon do not."""
    share = pair.correction.playouts
    parts = _hearts(pair, HEARTS_OF_A_MOON)
    user, best = (max(0.0, q - m) for q, m in zip(pair.of("queen_chance"), pair.of("moon_chance"), strict=True))
    delta = -QUEEN_POINTS * (user - best) * share
    if abs(delta) >= pair.least("queen_chance", QUEEN_POINTS, WORTH_REPORTING):
        thrown, played = (move.action.play == QUEEN for move in (pair.best, pair.user))
        text = partial(queen_text, user, best, delta, share, thrown=thrown, played=played)
        parts.append(Part("queen_chance", text, delta))
    return parts


def _with_the_queen(pair: Pair, rules: Rules) -> list[Part]:
    """Hearts and moons where the player takes the queen whatever it plays, most often because it has her already."""
    if pair.of_plans:
        # What is stated of a plan to shoot the moon is less than what happens in the sample; the plan has its own sentence.
        return _hearts(pair, 0.0)
    share, saved = pair.correction.playouts, _saved_by_a_moon(rules)
    user, best = pair.of("moon_chance")
    delta = saved * (user - best) * share
    if abs(delta) < pair.least("moon_chance", saved, WORTH_REPORTING):
        return _hearts(pair, HEARTS_OF_A_MOON)
    text = partial(own_moons_text, user, best, delta, share)
    return [*_hearts(pair, 0.0), Part("moon_chance", text, delta)]


def _hearts(pair: Pair, of_a_moon: float) -> list[Part]:
    """The hearts that the two moves take on average, less some for each moon, if they differ clearly."""
    share = pair.correction.playouts
    user, best = (h - of_a_moon * m for h, m in zip(pair.of("hearts"), pair.of("moon_chance"), strict=True))
    delta = share * (best - user)
    if abs(delta) < pair.least("hearts", 1.0, WORTH_REPORTING):
        return []
    return [Part("hearts", partial(hearts_text, user - best, share), delta)]


def _saved_by_a_moon(rules: Rules) -> float:
    """Points by which a moon is better than the same cards without one."""
    return (2 if rules.moon_subtracts else 1) * MOON_POINTS


def _of_costs(correction: Correction) -> list[Part]:
    """The cards kept after a pass, if what they are expected to cost differs clearly."""
    if abs(correction.kept) < max(WORTH_REPORTING, 2 * correction.error):
        return []
    return [Part("cards_kept", partial(kept_text, correction.kept), correction.kept)]


def _own_points(pair: Pair, rules: Rules) -> float:
    """The part of the player's own hearts, queen and moons, user minus best."""
    saved = _saved_by_a_moon(rules)
    features = zip(pair.of("hearts"), pair.of("queen_chance"), pair.of("moon_chance"), strict=True)
    user, best = (h + QUEEN_POINTS * q - saved * m for h, q, m in features)
    return best - user


def _jack(delta: float) -> list[Part]:
    """The jack of diamonds: what hearts, the queen and moons leave of the difference."""
    return [Part("jack", partial(jack_text, delta), delta)] if abs(delta) >= WORTH_REPORTING else []


def chosen_parts(parts: list[Part], max_sentences: int) -> list[Part]:
    """The largest parts, disadvantages before advantages."""
    chosen = sorted(parts, key=lambda part: -abs(part.delta))[:max_sentences]
    return sorted(chosen, key=lambda part: (part.delta > 0, -abs(part.delta)))


def rest_of(parts: list[Part], whole: float) -> float:
    """What some parts leave of the whole difference."""
    for part in parts:
        whole -= part.delta
    return whole


def unsaid(said: Sequence[Part], every: Sequence[Part], pair: Pair) -> dict[str, float]:
    """What no sentence says of a difference although it is known: by category, points, user minus best.

    Args:
        said: The parts that have a sentence.
        every: All parts that are clear enough for one.
        pair: The two moves; what the cards kept after a pass add is known even where it is not clear.
    """
    left = {"cards_kept": pair.correction.kept} | {part.category: part.delta for part in every}
    return {category: delta for category, delta in left.items() if all(part.category != category for part in said)}


def named_parts(parts: list[Part], pair: Pair, *, best_is_named: bool = False) -> list[Feedback]:
    """Parts as feedback; the first sentence names the best move, unless it ``best_is_named`` already."""
    instead = instead_of(pair)
    named = Comparison(f" {instead}", f" than {instead}", f" against {pair.best.named}")
    if best_is_named:
        named = Comparison()
    shared = next((part for part in parts if part.category not in IN_FULL), None)
    return [
        Feedback(part.category, part.text((Comparison() if place else named)._replace(why=part is shared)), part.delta)
        for place, part in enumerate(parts)
    ]


def rest_text(rest: float, left: Mapping[str, float]) -> str:
    """What the named parts leave of the difference, and which one part is most of it, if one is.

    Args:
        rest: Points, user minus best.
        left: Of these, the parts that no sentence says; see ``unsaid``.
    """
    shares = {category: delta / rest if rest else 0.0 for category, delta in left.items()}
    most = [category for category, share in shares.items() if MOSTLY <= share <= 1 / MOSTLY]
    nearest = min(most, key=lambda category: abs(shares[category] - 1.0), default=None)
    mostly = "" if nearest is None else f", mostly {SUBJECTS[nearest]},"
    return f"All else together{mostly} {'costs' if rest < 0 else 'gains'} {points(abs(rest))}."


def is_about_winning(result: Result) -> bool:
    """Whether values are chances to win rather than points of the hand."""
    return result.win_probability is not None
