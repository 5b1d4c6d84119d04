"""A decision as text, for screen readers, logs and sharing."""

from __future__ import annotations

from py_engine.games.swccg.rules.state import BoardModel, DecisionModel, SwccgState

__all__ = ["describe"]

_OPTIONS = 12


def describe(state: SwccgState) -> str:
    """The position in a few sentences: whose decision it is, the piles, the locations, and the options."""
    parts = [_question(state), *_piles(state.board), *_places(state), _options(state.decision)]
    if state.lacks:
        parts.append(f"Not known: {', '.join(state.lacks)}.")
    return " ".join(parts)


def _question(state: SwccgState) -> str:
    who = state.seat or "The player"
    side = f" ({state.side} side)" if state.side else ""
    when = f"turn {state.turn}, " if state.turn else ""
    phase = f"{when}{state.phase}" if state.phase else (when or "at an unknown time")
    whose = f", {state.whose_turn}'s turn" if state.whose_turn else ""
    return f"{who}{side} is asked in {phase}{whose}: {state.decision.text or 'a question without words'}."


def _piles(board: BoardModel) -> list[str]:
    found = []
    for name, piles in (("Own", board.piles.seat), ("Opponent's", board.piles.opponent)):
        if piles is not None:
            life = piles.force + piles.reserve + piles.used
            text = f"{name} Force Pile {piles.force}, hand {piles.hand}, Reserve Deck {piles.reserve}"
            found.append(f"{text}, Used Pile {piles.used}, Lost Pile {piles.lost}, life Force {life}.")
    return found


def _places(state: SwccgState) -> list[str]:
    found = []
    for place in state.board.locations:
        own, other = place.power.seat, place.power.opponent
        if own is not None or other is not None:
            sides = [
                f"own power {own:g}" if own is not None else "",
                f"opponent's {other:g}" if other is not None else "",
            ]
            found.append(f"{_title(state, place.blueprint_id)}: {', '.join(side for side in sides if side)}.")
    return found


def _title(state: SwccgState, blueprint: str) -> str:
    facts = (state.cards or {}).get(blueprint)
    return state.titles.get(blueprint) or (facts.title if facts is not None else f"card {blueprint}")


def _options(decision: DecisionModel) -> str:
    if decision.decision_type == "INTEGER":
        return f"Any number from {decision.min} to {decision.max}."
    texts = [option.text for option in decision.options if option.selectable]
    more = f" and {len(texts) - _OPTIONS} more" if len(texts) > _OPTIONS else ""
    return f"Options: {', '.join(texts[:_OPTIONS])}{more}." if texts else "There are no options."
