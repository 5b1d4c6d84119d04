"""Sentences that explain the measured difference between two moves.

The points of a hand are hearts + 13 x queen of spades, - 26 for whoever shoots the moon, + 26 when somebody else does. The
cards of a moon cost nothing, so hearts and the queen are counted without them; but if the moves differ in how often the
player shoots the moon, everything the player takes is one part. Of playouts of passes only a share counts; what the cards kept
are expected to cost is a part of its own. Each part is what the move gives up against the best one;
the largest come first, and they add up to the whole difference. Only significant parts (two standard errors) are named; if
there are none, the sentence says that there is no single cause. The remainder comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from py_engine.core.coaching.closeness import AS_GOOD, CLOSE, OPEN, is_clear, opening
from py_engine.core.coaching.praise import ONLY_MOVE, PROBABLY, praise_start
from py_engine.core.grading import ROUNDING
from py_engine.core.results import Candidate, Feedback, Result
from py_engine.core.text import amount, number, points
from py_engine.games.hearts.coaching.by_itself import by_itself, in_trick
from py_engine.games.hearts.coaching.odds import wins
from py_engine.games.hearts.coaching.pair import Move, Pair
from py_engine.games.hearts.coaching.part_texts import (
    Comparison,
    expected_text,
    hearts_text,
    instead_of,
    jack_text,
    kept_text,
    moon_against_text,
    moon_text,
    queen_text,
    win_text,
)
from py_engine.games.hearts.knowledge.facts import Facts
from py_engine.games.hearts.rules.batch import Rules
from py_engine.games.hearts.rules.state import HeartsAction
from py_engine.games.hearts.search.evidence import NONE, Correction

__all__ = ["measured_feedback"]

WORTH_REPORTING = 0.1
"""Points: smaller parts are left out."""
SENTENCES = 3
"""Maximum number of sentences."""
QUEEN = "QS"
QUEEN_POINTS, MOON_POINTS, HEARTS_OF_A_MOON = 13.0, 26.0, 13.0
MOON_MATTERS = 0.1
"""Difference in the chance of shooting the moon from which the feedback is about the moon."""
BLAME = ("inaccuracy", "mistake", "blunder")
"""Verdicts of which no card says that the moves are too close to call."""
UNNAMED = 0.8
"""Share of what counts against a move, from which parts that leave more unnamed are no reasons where the whole is within its error."""
UNSAID = 0.5
"""Points that named parts may leave of a loss within its error; more is said, since it stands for or against them."""
HARDLY = 0.05
"""Points: a smaller loss does not count as one."""
POINTS_OF_A_WIN = 100.0
SURELY = 0.95
"""The probability to be worse from which a move is not called as good where it gives up half of a small chance."""
MOST_OF_LITTLE = "Little is left to win, and this move gives up most of it"
CERTAIN = ("trick", "itself")
"""Categories of sentences on what is certain, or on a plan, beside the values."""
BEST_PLAY = "if everybody plays for the fewest points"
"""The assumption behind the values of solved worlds."""
_USUAL = Rules()


class _Accuracy(NamedTuple):
    """What is known of the measured difference besides its features; see ``Evidence``."""

    error_share: float
    correction: Correction
    errors: Mapping[str, float]


class _Part(NamedTuple):
    """One part of the difference between the user's move and the best one."""

    category: str
    text: Callable[[Comparison], str]
    """The sentence, given how it names the best move."""
    delta: float
    """Points: user minus best."""


def measured_feedback(
    result: Result,
    rules: Rules = _USUAL,
    facts: Facts | None = None,
    *,
    solved: bool = False,
    error_share: float = 0.0,
    correction: Correction = NONE,
    errors: Mapping[str, float] | None = None,
) -> list[Feedback]:
    """What the user's move gives up against the best one, in one to three sentences.

    Args:
        result: The result of a grading.
        rules: The rules of the hand, for the value of a moon.
        facts: What the player knows; if given, a certainty about the current trick comes first.
        solved: Whether the values come from solved worlds; then the first sentence states the assumption behind them.
        error_share: How exact the measured features are; see ``Evidence``.
        correction: What the difference consists of besides them; see ``Evidence``.
        errors: How exact the differences in features are; see ``Evidence``.

    Returns:
        Feedback whose ``delta`` is user minus best in points (one point per percentage point of the chance to win, where
        the game is at stake); the deltas add up to ``delta_ev``, the mean over the same worlds.
    """
    items = _items(result, rules, facts, _Accuracy(error_share, correction, errors or {}))
    if solved and len(result.candidates) > 1:
        # The assumption goes with the values, not with what is certain.
        place = next((place for place, item in enumerate(items) if item.category not in CERTAIN), len(items) - 1)
        items[place] = replace(items[place], text=f"{items[place].text.removesuffix('.')}, {BEST_PLAY}.")
    return items


def _items(result: Result, rules: Rules, facts: Facts | None, accuracy: _Accuracy) -> list[Feedback]:
    whole = result.delta_ev or 0.0
    if result.user_action == result.best_action:
        return [Feedback("overall", _praise(result), 0.0), *_own_plan(_move(result.candidate(result.best_action)))]
    user, best = (_move(result.candidate(action)) for action in (result.user_action, result.best_action))
    pair = Pair(user, best, *accuracy)
    close = result.verdict not in BLAME and (result.too_close or result.verdict == "undecided" or -whole < HARDLY)
    parts = _of_winning(pair) if _is_about_winning(result) else _of_points(pair, rules, whole)
    plan = [] if any(part.category == "moon_chance" for part in parts) else _plans(pair)
    sure = plan or in_trick(facts, pair.user.action, pair.best.action)
    # What is certain leads where no reason decides; another sample of deals says the same.
    if not sure and (close or not any(part.delta < 0 for part in parts)) and pair.best.candidate.note is None:
        sure = by_itself(facts, pair.user.action, pair.best.action)
    if close:
        return _with_gap(sure, parts, result, pair)
    if sure and not parts:
        return [
            *sure,
            Feedback("overall", f"Small things together cost {points(-whole)} against {pair.best.named}.", whole),
        ]
    return [*sure, *_sentences(parts, whole, pair, SENTENCES - len(sure))]


def _with_gap(sure: list[Feedback], parts: list[_Part], result: Result, pair: Pair) -> list[Feedback]:
    """What is clear about two moves, and that the whole difference is within its error.

    Nothing but that where a move is as good as another to within what counts at all.
    """
    whole, text = result.delta_ev or 0.0, _close(result, pair.best)
    if not text.startswith((AS_GOOD, CLOSE, OPEN)):
        return [Feedback("overall", text, whole)]
    # A chance to win is the difference itself, and no cause of it.
    every = [] if _is_about_winning(result) else parts
    parts = _chosen(every, SENTENCES - 1 - len(sure))
    if not _come_to(parts, whole) and not _come_to(every, whole):
        parts = []
    said = [*sure, *_named(parts, pair)]
    if said:
        text = f"All in all {text[0].lower()}{text[1:]}"
    if parts and abs(_rest(parts, whole)) >= UNSAID:
        text = f"{_rest_text(_rest(parts, whole))} {text}"
    return [*said, Feedback("overall", text, _rest(parts, whole))]


def _come_to(parts: list[_Part], whole: float) -> bool:
    """Whether parts count against a move and leave little of its difference unnamed."""
    against = _rest([part for part in parts if part.delta < 0], 0.0)
    return against > 0 and abs(_rest(parts, whole)) <= UNNAMED * against


def _plans(pair: Pair) -> list[Feedback]:
    """That one of two moves is a plan to shoot the moon, where the other is none."""
    user, best = pair.user.candidate.note, pair.best.candidate.note
    if (user is None) == (best is None):
        return []
    text = (
        f"The best {_what(pair.best.action)} goes for the moon: {_odds(best)}"
        if best
        else f"Goes for the moon: {_odds(user or '')}"
    )
    return [Feedback("itself", text, 0.0)]


def _own_plan(move: Move) -> list[Feedback]:
    """That the best move, which is the user's, is a plan to shoot the moon, if it is."""
    note = move.candidate.note
    return [Feedback("itself", f"Your {_what(move.action)} goes for the moon: {_odds(note)}", 0.0)] if note else []


def _what(action: HeartsAction) -> str:
    return "pass" if action.play is None else "move"


def _odds(note: str) -> str:
    """How often a plan succeeds, by the note on it in the list of moves."""
    return note.partition(": ")[2]


def _move(candidate: Candidate) -> Move:
    return Move(candidate, HeartsAction.model_validate(candidate.action))


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
    return _lead(result, best, _move(rivals[0]))


def _lead(result: Result, best: Candidate, second: Move) -> str:
    """How far the best move is ahead of the next one."""
    rival, lead, error = second.named, best.ev - second.candidate.ev, result.delta_stderr or 0.0
    # A chance is shown in tenths at best.
    if lead < (2 * HARDLY if _is_about_winning(result) else HARDLY):
        if result.too_close or lead < error:
            return f"No move is clearly better; {rival} is about as good."
        return f"No move is better; {rival} is {'just as good' if lead + error < ROUNDING else 'hardly worse'}."
    if lead < error and _is_about_winning(result):
        doubt = amount(2 * error, "percentage point")
        odds = f"your {_what(second.action)} wins in {_wins(best, second.candidate)} {_by(second)}"
        return f"No move is clearly better: {odds}, give or take {doubt}."
    if lead < error:
        return f"No move is clearly better; {rival} is {points(lead)} worse, give or take {number(2 * error)}."
    # A lead beyond its error that is too close to call all the same is only probable.
    clear = is_clear(lead, error) and not result.too_close
    start = praise_start(lead, error) if clear else PROBABLY
    if _is_about_winning(result):
        return f"{start}: it wins in {_wins(best, second.candidate)} {_by(second)}."
    doubt = "" if clear else f", give or take {number(2 * error)}"
    return f"{start}, {points(lead)} better than {rival}{doubt}."


def _close(result: Result, best: Move) -> str:
    loss, error = -(result.delta_ev or 0.0), 2 * (result.delta_stderr or 0.0)
    if loss < HARDLY and (not result.too_close or loss + error < HARDLY):
        return f"As good as {best.named}." if loss + error == 0 else f"Hardly worse than {best.named}."
    unit = "percentage point" if _is_about_winning(result) else "point"
    start = opening(result.verdict, loss, error / 2)
    if number(loss) == "0":
        if start != AS_GOOD and loss > 0 and is_clear(loss, error / 2):
            return f"Hardly worse than {best.named}."
        start = AS_GOOD if start == AS_GOOD else f"{CLOSE}: as good"
        return f"{start} as {best.named}{f', give or take {amount(error, unit)}' if error >= HARDLY else ''}."
    if _is_about_winning(result):
        odds = f"{_wins(result.candidate(result.user_action), best.candidate)} {_by(best)}"
        if start == AS_GOOD and _gives_up_half(result):
            return f"{MOST_OF_LITTLE}: it wins in {odds}."
        mine = f"your {_what(best.action)}"
        return f"{start}: {mine} wins in {odds}{f', give or take {amount(error, unit)}' if error >= HARDLY else ''}."
    doubt = f", give or take {number(error)}" if error >= HARDLY else ""
    return f"{start}: {points(loss)} worse than {best.named}{doubt}."


def _wins(user: Candidate, best: Candidate) -> str:
    """The chances to win after two moves: ``22% against 27%``."""
    return wins(*(max(0.0, 1 + each.ev / POINTS_OF_A_WIN) for each in (user, best)))


def _by(move: Move) -> str:
    """A move as what brings a chance: ``with 4♣``, ``by passing 2♣, 3♦ and A♥``."""
    return f"{'by' if move.action.play is None else 'with'} {move.named}"


def _gives_up_half(result: Result) -> bool:
    """Whether the move surely gives up half or more of what is left to win."""
    left = 1 + result.best_action_ev / POINTS_OF_A_WIN
    surely = result.worse is None or result.worse >= SURELY
    return surely and 0 < left <= 2 * (result.win_loss or 0.0)


def _of_winning(pair: Pair) -> list[_Part]:
    user, best = pair.of("win_chance")
    expected = pair.of("expected_points")
    parts = [_Part("win_chance", partial(win_text, user, best), POINTS_OF_A_WIN * (user - best))]
    if abs(expected[0] - expected[1]) >= max(WORTH_REPORTING, 2 * pair.points_error()):
        # The loss is in winning chances; the points of the hand are what a player would otherwise look at.
        parts.append(_Part("expected_points", partial(expected_text, *expected), 0.0))
    return parts


def _of_points(pair: Pair, rules: Rules, whole: float) -> list[_Part]:
    """The parts of a difference in points that are large enough to report."""
    parts, share = _of_costs(pair.correction), pair.correction.playouts
    user, best = pair.of("moon_against")
    delta = 0.0 if rules.moon_subtracts else -MOON_POINTS * (user - best) * share
    if abs(delta) >= pair.least("moon_against", MOON_POINTS, WORTH_REPORTING):
        parts.append(_Part("moon_against", partial(moon_against_text, user, best, delta, share), delta))
    moons = pair.of("moon_chance")
    hearts, queens = pair.of("hearts"), pair.of("queen_chance")
    if abs(moons[0] - moons[1]) >= MOON_MATTERS and pair.clear_chance("moon_chance"):
        # The whole difference discounts moons that better defenders would stop; the other features do not.
        own = whole - delta - pair.correction.kept if not rules.jack_of_diamonds else _own_points(pair, rules)
        if share == 1 or abs(own) >= WORTH_REPORTING:
            parts.append(_Part("moon_chance", partial(moon_text, pair, *moons, own), own))
        return parts
    user, best = (h - HEARTS_OF_A_MOON * m for h, m in zip(hearts, moons, strict=True))
    delta = share * (best - user)
    if abs(delta) >= pair.least("hearts", 1.0, WORTH_REPORTING):
        parts.append(_Part("hearts", partial(hearts_text, user - best, share), delta))
    user, best = (max(0.0, q - m) for q, m in zip(queens, moons, strict=True))
    delta = -QUEEN_POINTS * (user - best) * share
    if abs(delta) >= pair.least("queen_chance", QUEEN_POINTS, WORTH_REPORTING):
        text = partial(queen_text, user, best, delta, share, thrown=pair.best.action.play == QUEEN)
        parts.append(_Part("queen_chance", text, delta))
    if rules.jack_of_diamonds:
        parts += _jack(whole, parts)
    return parts


def _of_costs(correction: Correction) -> list[_Part]:
    """The cards kept after a pass, if what they are expected to cost differs clearly."""
    if abs(correction.kept) < max(WORTH_REPORTING, 2 * correction.error):
        return []
    return [_Part("cards_kept", partial(kept_text, correction.kept), correction.kept)]


def _own_points(pair: Pair, rules: Rules) -> float:
    """The part of the player's own hearts, queen and moons, user minus best."""
    saved = (2 if rules.moon_subtracts else 1) * MOON_POINTS
    features = zip(pair.of("hearts"), pair.of("queen_chance"), pair.of("moon_chance"), strict=True)
    user, best = (h + QUEEN_POINTS * q - saved * m for h, q, m in features)
    return best - user


def _jack(whole: float, parts: list[_Part]) -> list[_Part]:
    """The jack of diamonds: the remainder once everything else is counted."""
    whole = _rest(parts, whole)
    return [_Part("jack", partial(jack_text, whole), whole)] if abs(whole) >= WORTH_REPORTING else []


def _chosen(parts: list[_Part], max_sentences: int) -> list[_Part]:
    """The largest parts, disadvantages before advantages."""
    chosen = sorted(parts, key=lambda part: -abs(part.delta))[:max_sentences]
    return sorted(chosen, key=lambda part: (part.delta > 0, -abs(part.delta)))


def _rest(parts: list[_Part], whole: float) -> float:
    """What some parts leave of the whole difference."""
    for part in parts:
        whole -= part.delta
    return whole


def _named(parts: list[_Part], pair: Pair) -> list[Feedback]:
    """Parts as feedback; the first sentence names the best move."""
    instead = instead_of(pair)
    named = Comparison(f" {instead}", f" than {instead}", f" against {pair.best.named}")
    return [
        Feedback(part.category, part.text(Comparison() if place else named), part.delta)
        for place, part in enumerate(parts)
    ]


def _sentences(parts: list[_Part], whole: float, pair: Pair, max_sentences: int) -> list[Feedback]:
    """The largest parts and the remainder as feedback; the first sentence names the best move."""
    ranked = _chosen(parts, max_sentences)
    rest = _rest(ranked, whole)
    if abs(rest) >= WORTH_REPORTING and len(ranked) == max_sentences > 1:
        # The remainder needs the place of the smallest part, so that the sentences add up.
        ranked = _chosen(parts, max_sentences - 1)
        rest = _rest(ranked, whole)
    if not ranked:
        text = f"No single cause: small things together cost {points(-whole)} against {pair.best.named}."
        return [Feedback("overall", text, whole)]
    items = _named(ranked, pair)
    if abs(rest) >= WORTH_REPORTING and len(items) < max_sentences:
        items.append(Feedback("overall", _rest_text(rest), rest))
    return items


def _rest_text(rest: float) -> str:
    """What the named parts leave of the difference."""
    return f"All else together {'costs' if rest < 0 else 'gains'} {points(abs(rest))}."
