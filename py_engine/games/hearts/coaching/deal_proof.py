"""Proof that a deal was not changed: a hash commitment, shown before the hand and opened after it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from py_engine.core.contract import ContractError, JsonObject, Model
from py_engine.core.evaluation import Job
from py_engine.core.one_shot import OneShotJob
from py_engine.games.hearts.coaching.sent_states import SENT
from py_engine.games.hearts.rules.cards import SEATS, mask_of, names_of
from py_engine.games.hearts.rules.state import RULESET_ID, HeartsState, mask_of_hand

__all__ = ["DealProof", "DealProofArgs", "deal_proof", "dealt_hands"]


class DealProofArgs(Model):
    """A whole state: all four hands and the seed."""

    state: JsonObject


@dataclass(frozen=True, slots=True)
class DealProof:
    """The deal of a hand as text, and the hash that commits to it."""

    hand: int
    sha256: str
    """SHA-256 of the text, in hexadecimal."""
    text: str


def dealt_hands(state: HeartsState) -> list[int]:
    """Masks of the four hands as they were dealt: undoes the plays and passes of a whole state."""
    hands = [mask_of_hand(hand) for hand in state.hands]
    tricks = [(trick.leader, trick.cards) for trick in state.trick_history]
    for leader, cards in (*tricks, (state.lead, state.trick)):
        for place, card in enumerate(cards):
            hands[(leader + place) % SEATS] |= mask_of([card])
    passed, received = ([mask_of_hand(held) for held in four] for four in (state.passed, state.received))
    return [hand & ~came | gave for hand, came, gave in zip(hands, received, passed, strict=True)]


def deal_proof(args: DealProofArgs) -> Job[DealProof]:
    """Returns a job for the deal as text and the hash of that text, which are the same throughout the hand.

    Raises:
        ContractError: INVALID_STATE, also for an observation, which hides the deal.
    """
    state = SENT.parse_one(args.state)
    if state.seed is None:
        raise ContractError("INVALID_STATE", "This state is an observation: it hides the deal.")
    return OneShotJob(lambda: _proof(state))


def _proof(state: HeartsState) -> DealProof:
    # The nonce prevents finding the deal by hashing guesses; the seed stays hidden because it also determines later deals.
    nonce = sha256(f"{RULESET_ID} deal {state.chance_counter} of seed {state.seed}".encode()).hexdigest()[:32]
    hands = [f"Player {seat}: {' '.join(names_of(mask))}" for seat, mask in enumerate(dealt_hands(state))]
    text = "\n".join([f"Hearts, hand {state.chance_counter}", *hands, f"Nonce: {nonce}"])
    return DealProof(state.chance_counter, sha256(text.encode()).hexdigest(), text)
