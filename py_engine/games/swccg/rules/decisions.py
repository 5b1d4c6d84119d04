"""Decisions as the server asks them, and their legal answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice, repeat
from math import comb

from py_engine.games.swccg.rules.board import Board
from py_engine.games.swccg.rules.cards import LIBRARY
from py_engine.games.swccg.rules.events import MAX_ID_LENGTH, MAX_NUMBER, Event, whole
from py_engine.games.swccg.rules.kinds import kind_of
from py_engine.games.swccg.rules.titles import MAX_TEXT_LENGTH, is_face_down, mentions, plain

__all__ = [
    "ACTIONS",
    "MANY",
    "PASS",
    "SELECTIONS",
    "TYPES",
    "Decision",
    "Option",
    "canonical",
    "count_answers",
    "is_legal",
    "joined",
    "legal_answers",
    "named",
    "read_decision",
    "title_of",
]

TYPES = (
    "CARD_ACTION_CHOICE",
    "ACTION_CHOICE",
    "CARD_SELECTION",
    "ARBITRARY_CARDS",
    "INTEGER",
    "MULTIPLE_CHOICE",
    "EMPTY",
)
ACTIONS = ("CARD_ACTION_CHOICE", "ACTION_CHOICE")
SELECTIONS = ("CARD_SELECTION", "ARBITRARY_CARDS")
PASS = ""
"""The empty answer: takes no action or chooses nothing."""
MANY = 600
"""Answers listed per decision; beyond this limit only promising combinations are built."""
MAX_OPTIONS = 2_000
_MAX_MENTIONS = 50

_Namer = Callable[[str | None], str | None]
"""Blueprint -> title; None for an unknown card."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a decision."""

    answer: str
    text: str
    card_id: str | None = None
    blueprint_id: str | None = None
    selectable: bool = True
    preselected: bool = False
    action: str = ""
    """The server's text for the action, without the card's name."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question of the server to the seat.

    Attributes:
        decision_type: One of ``TYPES``, or the server's name for a type unknown to the engine.
        kind: A code of ``kinds.KINDS``.
        text: The question, without markup.
        options: What can be chosen; empty for INTEGER.
        minimum: Fewest cards to choose, or the smallest amount.
        maximum: Most cards to choose, or the largest amount.
        default: The server's default: an amount, or the index of a result.
        no_pass: Whether an action must be taken.
        mentions: Blueprints of the cards named in the question.
        any_change: Whether the server accepts any change to the preselected cards, and asks again; ``minimum`` to
            ``maximum`` cards lead on.
    """

    decision_type: str
    kind: str
    text: str
    options: tuple[Option, ...] = ()
    minimum: int = 0
    maximum: int = 0
    default: int | None = None
    no_pass: bool = False
    mentions: tuple[str, ...] = ()
    any_change: bool = False

    @property
    def may_pass(self) -> bool:
        """Whether the empty answer is legal."""
        if self.decision_type == "CARD_ACTION_CHOICE":
            return not self.no_pass
        return self.decision_type == "EMPTY" or (self.decision_type in SELECTIONS and self.minimum <= 0)

    @property
    def open_options(self) -> list[Option]:
        """The selectable options."""
        return [option for option in self.options if option.selectable]

    def option(self, answer: str) -> Option | None:
        """The option with this answer; None if there is none."""
        return next((option for option in self.options if option.answer == answer), None)


def _order(answer: str) -> tuple[int, str]:
    """Sort key of ids: by the number in them (``temp2`` before ``temp10``)."""
    digits = answer.removeprefix("temp")
    return (int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0, answer)


def joined(answers: Sequence[str]) -> str:
    """The answer that chooses several cards: their ids in ascending order."""
    return ",".join(sorted(answers, key=_order))


def canonical(decision: Decision, answer: str) -> str:
    """A legal answer in canonical form: several ids in ascending order."""
    return joined(answer.split(",")) if decision.decision_type in SELECTIONS else answer


def legal_answers(decision: Decision, most: int = MANY) -> tuple[list[str], bool]:
    """The legal answers in a fixed order, and whether the list is complete.

    An incomplete list holds, for selections of cards: the single cards if one is enough, the first and last cards that
    make up the minimum, as many cards as possible, and none. For amounts: the smallest ones, the largest one and the
    server's default. For options: the first ones, and pass.

    Args:
        decision: The decision.
        most: Limit on the number of answers, at least 1.
    """
    if decision.decision_type == "INTEGER":
        return _amounts(decision, most)
    if decision.decision_type in SELECTIONS:
        return _selections(decision, most)
    answers = list(dict.fromkeys(option.answer for option in decision.options))
    last = [PASS] if decision.may_pass else []
    return [*answers[: most - len(last)], *last], len(answers) + len(last) <= most


def _amounts(decision: Decision, most: int) -> tuple[list[str], bool]:
    amounts = range(decision.minimum, decision.maximum + 1)
    if len(amounts) <= most:
        return [str(amount) for amount in amounts], True
    suggested = [decision.default] if decision.default is not None and decision.default in amounts else []
    ends = list(dict.fromkeys([decision.maximum, *suggested]))[: most - 1]
    return [str(amount) for amount in sorted({*amounts[: most - len(ends)], *ends})], False


def _selections(decision: Decision, most: int) -> tuple[list[str], bool]:
    ids = sorted({option.answer for option in decision.open_options}, key=_order)
    least, largest = max(0, decision.minimum), min(max(0, decision.maximum), len(ids))

    def every() -> Iterator[str]:
        for size in range(least, largest + 1):
            for chosen in combinations(ids, size):
                yield ",".join(chosen)

    found = list(islice(every(), most + 1))
    if len(found) <= most:
        # Choosing nothing comes last, like a pass.
        return ([*found[1:], PASS] if found[:1] == [PASS] else found), True
    size = max(1, least)
    built = [",".join(ids[:size]), ",".join(ids[-size:]), ",".join(ids[:largest])]
    if size == 1:
        built = [*ids, ",".join(ids[:largest])]
    last = [PASS] if decision.may_pass else []
    return [*list(dict.fromkeys(built))[: most - len(last)], *last], False


def count_answers(decision: Decision, most: int) -> int:
    """The number of legal answers, counted up to a limit: as ``legal_answers`` lists them, without the list."""
    if decision.decision_type == "INTEGER":
        found = max(0, decision.maximum + 1 - decision.minimum)
    elif decision.decision_type in SELECTIONS:
        ids = len({option.answer for option in decision.options if option.selectable})
        found = 0
        for size in range(max(0, decision.minimum), min(max(0, decision.maximum), ids) + 1):
            found += comb(ids, size)
            if found >= most:
                break
    else:
        found = len({option.answer for option in decision.options}) + decision.may_pass
    return min(found, most)


def is_legal(decision: Decision, answer: str) -> bool:
    """Whether the server accepts an answer."""
    if answer == PASS:
        return decision.may_pass or decision.any_change
    if decision.decision_type == "INTEGER":
        amount = whole(answer)
        return amount is not None and str(amount) == answer and decision.minimum <= amount <= decision.maximum
    if decision.decision_type in SELECTIONS:
        chosen = answer.split(",")
        known = {option.answer for option in decision.open_options}
        fits = decision.any_change or decision.minimum <= len(chosen) <= decision.maximum
        return fits and len(set(chosen)) == len(chosen) and known.issuperset(chosen)
    return decision.option(answer) is not None


def read_decision(event: Event, board: Board, titles: Mapping[str, str], phase: str | None) -> Decision:
    """Reads a decision from its event; cards get their places from the board and their names from the log.

    The loaded cards play no part; see ``named``.
    """
    decision_type, question = event.get("decisionType"), event.get("text")
    values = event.parameters
    text = plain(question)
    options = _distinct(_options(decision_type, values, board, titles))
    minimum, maximum = _bounds(decision_type, values, len(options))
    return Decision(
        decision_type=decision_type[:MAX_ID_LENGTH],
        kind=kind_of(decision_type, text, phase),
        text=text,
        options=options,
        minimum=minimum,
        maximum=maximum,
        default=whole(_first(values, "defaultValue") or _first(values, "defaultIndex")),
        no_pass=_first(values, "noPass") == "true",
        mentions=tuple(mentions(question)[:_MAX_MENTIONS]),
        any_change=decision_type in SELECTIONS and _first(values, "returnAnyChange") == "true",
    )


def named(decision: Decision, board: Board, titles: Mapping[str, str]) -> Decision:
    """A decision in which cards that the log has not named get their titles from the loaded cards.

    Args:
        decision: The decision from ``read_decision``.
        board: The board at the time of the decision.
        titles: Blueprint -> title, from the log up to the decision.
    """
    if LIBRARY.id is None:
        return decision

    def name(blueprint: str | None) -> str | None:
        return title_of(blueprint, titles)

    options = tuple(_renamed(decision.decision_type, option, board, name) for option in decision.options)
    return decision if options == decision.options else replace(decision, options=options)


def _renamed(decision_type: str, option: Option, board: Board, name: _Namer) -> Option:
    text = option.text
    if decision_type in ACTIONS:
        text = _action_text(option.action, name(option.blueprint_id))
    elif decision_type == "CARD_SELECTION":
        text = _card_text(option.answer, option.blueprint_id, board, name)
    elif option.blueprint_id is not None and text == _number_of(option.blueprint_id):
        text = name(option.blueprint_id) or text
    return option if text == option.text else replace(option, text=text)


def _bounds(decision_type: str, values: Mapping[str, list[str]], options: int) -> tuple[int, int]:
    """Minimum and maximum number of cards, or amount; unlimited where the server sets no limit."""
    if decision_type not in ("INTEGER", *SELECTIONS):
        return 0, 0
    least, largest = whole(_first(values, "min")), whole(_first(values, "max"))
    if decision_type == "INTEGER":
        return least or 0, MAX_NUMBER if largest is None else largest
    return least or 0, options if largest is None else largest


def _distinct(options: Iterator[Option]) -> tuple[Option, ...]:
    """The options that an answer can name, without duplicate answers."""
    found: dict[str, Option] = {}
    for option in islice(options, MAX_OPTIONS):
        if option.answer and len(option.answer) <= MAX_ID_LENGTH and "," not in option.answer:
            found.setdefault(option.answer, option)
    return tuple(found.values())


def _options(
    decision_type: str, values: Mapping[str, list[str]], board: Board, titles: Mapping[str, str]
) -> Iterator[Option]:
    def name(blueprint: str | None) -> str | None:
        return None if blueprint is None else titles.get(blueprint) or _number_of(blueprint)

    if decision_type in ACTIONS:
        yield from _actions(values, board, name)
    elif decision_type == "CARD_SELECTION":
        for card_id in values.get("cardId", []):
            blueprint = _blueprint(card_id, None, board)
            yield Option(card_id, _card_text(card_id, blueprint, board, name), card_id, blueprint)
    elif decision_type == "ARBITRARY_CARDS":
        yield from _arbitrary(values, name)
    elif decision_type == "MULTIPLE_CHOICE":
        for index, text in enumerate(values.get("results", [])):
            result = plain(text)
            yield Option(str(index), result, action=result)


def _first(values: Mapping[str, list[str]], name: str) -> str | None:
    return next(iter(values.get(name, ())), None)


def _rows(values: Mapping[str, list[str]], *names: str) -> Iterator[tuple[str | None, ...]]:
    """Rows of parallel lists, as many as the first list has entries; None where another list is shorter."""
    first, *others = (values.get(name, []) for name in names)
    return zip(first, *(chain(column, repeat(None)) for column in others), strict=False)


def _actions(values: Mapping[str, list[str]], board: Board, name: _Namer) -> Iterator[Option]:
    for answer, given_id, given, text in _rows(values, "actionId", "cardId", "blueprintId", "actionText"):
        action = plain(text or "")
        card_id = given_id if given_id is None or len(given_id) <= MAX_ID_LENGTH else None
        blueprint = _blueprint(card_id, given, board)
        yield Option(answer or "", _action_text(action, name(blueprint)), card_id, blueprint, action=action)


def _arbitrary(values: Mapping[str, list[str]], name: _Namer) -> Iterator[Option]:
    columns = ("cardId", "blueprintId", "cardText", "selectable", "preselected")
    for answer, given, text, selectable, preselected in _rows(values, *columns):
        blueprint = _face_up(given)
        called = plain(text or "") or name(blueprint) or "a card"
        yield Option(answer or "", called, None, blueprint, selectable != "false", preselected == "true")


def _blueprint(card_id: str | None, given: str | None, board: Board) -> str | None:
    """A card's blueprint, from the decision or else from the board; None for a face-down card."""
    blueprint = _face_up(given)
    card = board.cards.get(card_id) if card_id is not None else None
    if blueprint is not None or card is None:
        return blueprint
    return None if is_face_down(card.blueprint_id) else card.blueprint_id


def _face_up(blueprint: str | None) -> str | None:
    """A blueprint from a decision; None for ``inPlay`` and for the back of a card."""
    named = (
        blueprint is not None and "_" in blueprint and not is_face_down(blueprint) and len(blueprint) <= MAX_ID_LENGTH
    )
    return blueprint if named else None


def title_of(blueprint: str | None, titles: Mapping[str, str]) -> str | None:
    """A card's name: its title in the log, else in the loaded cards, else its number; None for an unknown card."""
    if blueprint is None or blueprint in titles:
        return None if blueprint is None else titles[blueprint]
    facts = LIBRARY.get(blueprint)
    return _number_of(blueprint) if facts is None else facts.title


def _number_of(blueprint: str) -> str:
    """The name of a card without a title: its number. A nameless location keeps its placeholder name."""
    return f"card {blueprint}" if "_" in blueprint else blueprint


def _action_text(action: str, title: str | None) -> str:
    if title is None or title.lstrip("•◇") in action:
        return action
    if action in ("Deploy", "Play"):
        return f"{action} {title}"
    return f"{title}: {action}"[:MAX_TEXT_LENGTH] if action else title


_FACE_DOWN_AT = {
    "TOP_OF_RESERVE_DECK": "Top card of the Reserve Deck",
    "TOP_OF_FORCE_PILE": "Top card of the Force Pile",
    "TOP_OF_USED_PILE": "Top card of the Used Pile",
    "TOP_OF_LOST_PILE": "Top card of the Lost Pile",
}


def _card_text(card_id: str, blueprint: str | None, board: Board, name: _Namer) -> str:
    card = board.cards.get(card_id)
    title = name(blueprint)
    if card is None:
        return f"card {card_id}"
    if title is None:
        return _FACE_DOWN_AT.get(card.zone, "a face-down card")
    place = board.place_of(card)
    where = board.locations[place] if place is not None and 0 <= place < len(board.locations) else None
    if where is None or where.card_id == card_id:
        return title
    return f"{title} at {name(where.blueprint_id)}"
