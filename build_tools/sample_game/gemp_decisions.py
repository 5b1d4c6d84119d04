"""Writes the decisions of GEMP's logs: one function for each of the seven types.

A list is written as repeated parameters of the same name; the k-th entries of all lists belong together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from build_tools.sample_game.gemp import Value, element, event, text_of

IN_PLAY = "inPlay"
"""The blueprint of an action whose card is visible on the table or in hand."""


@dataclass(frozen=True)
class Action:
    """An offered action."""

    text: str
    card_id: int | str = ""
    blueprint_id: str = IN_PLAY


@dataclass(frozen=True)
class Shown:
    """A card of ``arbitrary_cards``."""

    blueprint_id: str
    selectable: bool = True
    preselected: bool = False
    horizontal: bool = False


def decision(kind: str, seat: str, text: str, parameters: dict[str, Value | Sequence[Value]], number: int = 1) -> str:
    """D: any decision with its parameters; a sequence is written as a list."""
    children = ""
    for name, value in parameters.items():
        values = (value,) if isinstance(value, str | int | float) else value
        children += "".join(element("parameter", {"name": name, "value": text_of(one)}) for one in values)
    return event("D", children, decisionType=kind, id=number, participantId=seat, text=text)


def card_action_choice(
    seat: str,
    text: str,
    actions: Sequence[Action] = (),
    *,
    no_pass: bool = False,
    your_turn: bool = True,
    response: bool = False,
) -> str:
    """CARD_ACTION_CHOICE: one of the actions, or a pass unless ``no_pass``; often there are no actions.

    Args:
        seat: The player who decides.
        text: "Choose Deploy action or Pass", or a title and "Optional responses".
        actions: In order of their ids, from 0.
        no_pass: Whether an action must be taken.
        your_turn: Whether it is the seat's turn.
        response: Whether it is a response to an event; then it is neither passed automatically nor revertible.
    """
    nothing = ["null"] * len(actions)
    parameters: dict[str, Value | Sequence[Value]] = {
        "horizontal": [False] * len(actions),
        "actionText": [action.text for action in actions],
        "noPass": no_pass,
        "backSideTestingText": nothing,
        "cardId": [action.card_id for action in actions],
        "yourTurn": your_turn,
        "noLongDelay": response,
        "actionId": list(range(len(actions))),
        "autoPassEligible": not response,
        "testingText": nothing,
        "blueprintId": [action.blueprint_id for action in actions],
        "revertEligible": not response,
    }
    return decision("CARD_ACTION_CHOICE", seat, text, parameters)


def action_choice(seat: str, text: str, actions: Sequence[Action]) -> str:
    """ACTION_CHOICE: one of the actions, without card numbers."""
    nothing = ["null"] * len(actions)
    parameters: dict[str, Value | Sequence[Value]] = {
        "horizontal": [False] * len(actions),
        "actionText": [action.text for action in actions],
        "backSideTestingText": nothing,
        "actionId": list(range(len(actions))),
        "testingText": nothing,
        "blueprintId": [action.blueprint_id for action in actions],
    }
    return decision("ACTION_CHOICE", seat, text, parameters)


def card_selection(seat: str, text: str, card_ids: Sequence[int | str], minimum: int = 1, maximum: int = 1) -> str:
    """CARD_SELECTION: ``minimum`` to ``maximum`` cards that the seat sees."""
    return decision("CARD_SELECTION", seat, text, {"min": minimum, "max": maximum, "cardId": list(card_ids)})


def arbitrary_cards(seat: str, text: str, cards: Sequence[Shown | str], minimum: int = 1, maximum: int = 1) -> str:
    """ARBITRARY_CARDS: ``minimum`` to ``maximum`` of the selectable cards shown.

    Their ids are ``temp0``, ``temp1`` and so on, whatever their numbers. A plain blueprint is a selectable card.
    """
    shown = [Shown(one) if isinstance(one, str) else one for one in cards]
    nothing = ["null"] * len(shown)
    parameters: dict[str, Value | Sequence[Value]] = {
        "horizontal": [one.horizontal for one in shown],
        "min": minimum,
        "max": maximum,
        "backSideTestingText": nothing,
        "preselected": [one.preselected for one in shown],
        "returnAnyChange": False,
        "cardId": [f"temp{place}" for place in range(len(shown))],
        "selectable": [one.selectable for one in shown],
        "testingText": nothing,
        "blueprintId": [one.blueprint_id for one in shown],
        "cardText": [""] * len(shown),
    }
    return decision("ARBITRARY_CARDS", seat, text, parameters)


def integer(seat: str, text: str, minimum: int, maximum: int, default: int | None = None) -> str:
    """INTEGER: a number from ``minimum`` to ``maximum``; ``default`` is ``maximum`` if left out."""
    default = maximum if default is None else default
    return decision("INTEGER", seat, text, {"min": minimum, "max": maximum, "defaultValue": default})


def multiple_choice(seat: str, text: str, results: Sequence[str], default: int = -1) -> str:
    """MULTIPLE_CHOICE: the index of one of the results."""
    return decision("MULTIPLE_CHOICE", seat, text, {"defaultIndex": default, "results": list(results)})


def empty(seat: str, text: str) -> str:
    """EMPTY: nothing to choose."""
    return decision("EMPTY", seat, text, {})
