"""The scored answers of a decision, and the type of action of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from py_engine.games.swccg.policies.scoring import ActionType, Choice
from py_engine.games.swccg.rules.decisions import ACTIONS, PASS, Decision, Option, legal_answers
from py_engine.games.swccg.rules.position import Position

__all__ = ["action_type_of", "choices_for", "choices_of", "interrupts_in_hand"]

_PHASES = {
    "battle": ActionType.BATTLE,
    "move": ActionType.MOVE,
    "draw": ActionType.DRAW,
    "activate": ActionType.ACTIVATE,
}
_MOVES = (
    "move",
    "docking bay transit",
    "shuttle",
    "embark",
    "disembark",
    "take off",
    "land",
    "transit",
    "transport",
    "ship-dock",
    "relocate",
)


def action_type_of(option: Option, kind: str, interrupts: Collection[str] = ()) -> ActionType:
    """The type of an action, from the server's text.

    Args:
        option: The option of an action decision.
        kind: The kind of the decision.
        interrupts: Ids of the Interrupts in hand; any other action of one of them plays it, whatever its text.
    """
    words = option.action.lower()
    found = ActionType.USE
    if words.startswith("deploy"):
        found = ActionType.DEPLOY
    elif words.startswith("initiate battle"):
        found = ActionType.BATTLE
    elif words.startswith("force drain"):
        found = ActionType.FORCE_DRAIN
    elif words.startswith("fire "):
        found = ActionType.FIRE_WEAPON
    elif words.startswith("activate force"):
        found = ActionType.ACTIVATE
    elif words.startswith("draw card into hand"):
        found = ActionType.DRAW
    elif words.startswith(_MOVES):
        found = ActionType.MOVE
    elif words.startswith(("used:", "lost:", "play")) or option.card_id in interrupts:
        found = ActionType.PLAY
    elif kind == "response":
        found = ActionType.RESPOND
    return found


def interrupts_in_hand(position: Position) -> frozenset[str]:
    """Ids of the known Interrupts in the seat's hand."""
    hand = ((card.card_id, position.facts.get(card.blueprint_id)) for card in position.board.hand())
    return frozenset(card_id for card_id, facts in hand if facts is not None and facts.type == "Interrupt")


def choices_of(decision: Decision, interrupts: Collection[str] = ()) -> tuple[tuple[Choice, ...], bool]:
    """The answers to score in a fixed order, and whether they are all the legal ones."""
    answers, complete = legal_answers(decision)
    return choices_for(decision, answers, interrupts), complete


def choices_for(decision: Decision, answers: Iterable[str], interrupts: Collection[str] = ()) -> tuple[Choice, ...]:
    """The choices for legal answers, or for single cards of a selection."""
    by_answer = {option.answer: option for option in decision.options}
    return tuple(_choice(decision, answer, by_answer, interrupts) for answer in answers)


def _choice(decision: Decision, answer: str, by_answer: Mapping[str, Option], interrupts: Collection[str]) -> Choice:
    if answer == PASS:
        return Choice(PASS, "Pass" if decision.decision_type == "CARD_ACTION_CHOICE" else "Nothing", ActionType.PASS)
    if decision.decision_type == "INTEGER":
        return Choice(answer, answer, ActionType.AMOUNT, amount=int(answer))
    picks = tuple(by_answer[part] for part in answer.split(",")) if answer not in by_answer else (by_answer[answer],)
    text = ", ".join(option.text for option in picks)
    if decision.decision_type in ACTIONS:
        return Choice(answer, text, action_type_of(picks[0], decision.kind, interrupts), picks)
    kind = ActionType.ANSWER if decision.decision_type == "MULTIPLE_CHOICE" else ActionType.SELECT
    return Choice(answer, text, kind, picks)
