"""Checks on a state: fills in card facts, refuses contradictions, and tests whether an answer is legal."""

from __future__ import annotations

from typing import Any

from py_engine.core.contract import ContractError
from py_engine.core.validation import parse_model, shorten
from py_engine.games.swccg.rules.convert import board_of, decision_of, facts_of
from py_engine.games.swccg.rules.decisions import PASS, SELECTIONS, is_legal, legal_answers
from py_engine.games.swccg.rules.state import SwccgAction, SwccgState

__all__ = ["complete", "illegal", "undecidable"]


def complete(state: SwccgState) -> SwccgState:
    """The state with its card facts filled in from the loaded cards, if it has none.

    Raises:
        ContractError: INVALID_STATE if the state contradicts itself.
    """
    _consistent(state)
    changes: dict[str, Any] = {"game_over": False, "returns": [None]}
    if state.cards is None:
        facts = facts_of(board_of(state.board), decision_of(state.decision))
        cards = {name: each.as_json() for name, each in facts.items()}
        changes["cards"] = parse_model(
            SwccgState, state.model_dump() | {"cards": cards}, "INVALID_STATE", "state"
        ).cards
    return state.model_copy(update=changes)


def _consistent(state: SwccgState) -> None:
    if state.game_over:
        raise ContractError("INVALID_STATE", "A decision of a recorded game is never over; game_over should be false.")
    answers = [option.answer for option in state.decision.options]
    if len(set(answers)) != len(answers):
        raise ContractError("INVALID_STATE", "Two options of the decision have the same answer.")
    if any(answer == PASS or "," in answer for answer in answers):
        raise ContractError("INVALID_STATE", "An option's answer is empty or has a comma.")
    ids = [card.card_id for card in state.board.cards]
    if len(set(ids)) != len(ids):
        raise ContractError("INVALID_STATE", "Two cards of the board have the same card_id.")
    indices = [place.index for place in state.board.locations]
    if len(set(indices)) != len(indices):
        raise ContractError("INVALID_STATE", "Two locations of the board have the same index.")


def undecidable(state: SwccgState) -> ContractError | None:
    """The error for a decision without a legal answer (no possible amount, no option); None otherwise."""
    decision = decision_of(state.decision)
    if legal_answers(decision, 1)[0]:
        return None
    text = "The decision has nothing to choose from, though something must be chosen."
    if decision.decision_type == "INTEGER":
        text = f"No amount is possible: the minimum is {decision.minimum} and the maximum is {decision.maximum}."
    return ContractError("NO_LEGAL_ACTIONS", text)


def illegal(state: SwccgState, action: SwccgAction) -> ContractError | None:
    """The error for an illegal answer (ACTION_FAILED with ``context.reason``); None for a legal one."""
    decision = decision_of(state.decision)
    if is_legal(decision, action.answer):
        return None
    if action.answer == PASS:
        reason, text = "NO_PASS", "This decision cannot be passed."
    elif decision.decision_type == "INTEGER":
        reason, text = (
            "OUT_OF_RANGE",
            f"The answer should be a whole number from {decision.minimum} to {decision.maximum}.",
        )
    elif decision.decision_type in SELECTIONS:
        reason = "INVALID_SELECTION"
        text = f"The answer should name {decision.minimum} to {decision.maximum} of the cards that may be chosen, each once."
    else:
        reason, text = "UNKNOWN_OPTION", f"The decision has no option {shorten(action.answer)!r}."
    return ContractError("ACTION_FAILED", text, reason=reason)
