"""``python -m py_engine.lab hearts-beliefs``: how likely the beliefs of the search make the true deal.

The score of a decision is the logarithm of the weight of the true deal in the beliefs, divided by the mean weight of deals that are
drawn without regard to what the others played and passed: what their choices say, in nats. That of the queen of spades is the
same for the seat that holds her, where the player does not know it.
"""

from __future__ import annotations

import argparse
import math
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from py_engine.core.chance import Domain, seeded
from py_engine.core.numerics import U64
from py_engine.games.hearts.knowledge.beliefs import HARD, Beliefs
from py_engine.games.hearts.knowledge.facts import facts_of
from py_engine.games.hearts.knowledge.sampler import draw
from py_engine.games.hearts.rules.cards import QUEEN_OF_SPADES
from py_engine.games.hearts.rules.play import legal_moves
from py_engine.games.hearts.rules.state import HeartsState, mask_of_hand
from py_engine.games.hearts.search.sampled.information_set import has_evidence, weights_of
from py_engine.lab.core.commands import counted
from py_engine.lab.core.honesty.frozen import SETS
from py_engine.lab.core.writing import Rows, aligned, markdown, markdown_report
from py_engine.lab.hearts.honesty.frozen import GAMES
from py_engine.lab.hearts.moons.calibration import clustered
from py_engine.lab.hearts.moons.games import positions
from py_engine.lab.hearts.recorded import read_games

__all__ = ["Scored", "add", "recorded", "scored"]

WORLDS, EVERY = 1000, 8
"""Deals drawn for a decision, and one decision in how many is scored."""
CARDS = {"all": (1, 13), "10 to 13": (10, 13), "7 to 9": (7, 9), "4 to 6": (4, 6), "1 to 3": (1, 3)}
"""Groups of decisions by cards in the longest hand."""
TITLE = "# How likely the beliefs of Hearts make the true deal"
ABOUT = (
    "The logarithm of the weight of the true deal over the mean weight of deals that are drawn without regard to what the others played and "
    "passed, in nats, and the same for the seat that holds the queen of spades, where the player does not know it. Errors are standard "
    "errors over hands."
)
LEVELS = {"greedy": "Casual", "pimc_30": "Skilled"}


class Scored(NamedTuple):
    """A scored decision."""

    players: str
    """Who the others are."""
    hand: int
    """The number of the hand that it belongs to."""
    cards: int
    """Cards in the longest hand."""
    deal: float
    queen: float | None
    """None where the seat of the queen is known, or nobody has her any more."""


def add(commands: Any) -> None:
    """Adds the command to the laboratory's parser."""
    parser = commands.add_parser("hearts-beliefs", help="how likely the beliefs of Hearts make the true deal")
    parser.add_argument(
        "games",
        type=Path,
        nargs="?",
        help="recorded games of `hearts-moons games`; by default the frozen hands of `honesty`",
    )
    parser.add_argument("--every", type=counted, default=EVERY, help=f"score one decision in EVERY ({EVERY})")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write the table there")
    parser.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> None:
    found = [
        each
        for number, (players, hand, state) in enumerate(_frozen() if chosen.games is None else recorded(chosen.games))
        if number % chosen.every == 0 and (each := scored(players, hand, state, number)) is not None
    ]
    rows = _table(found)
    print(aligned(rows))
    if chosen.markdown is not None:
        words = ["python", "-m", "py_engine.lab", "hearts-beliefs"]
        words += [] if chosen.games is None else [chosen.games.name]
        words += ["--every", str(chosen.every)]
        chosen.markdown.write_text(markdown_report([TITLE, ABOUT, markdown(rows)], shlex.join(words)), "utf-8")


def recorded(path: Path) -> Iterator[tuple[str, int, HeartsState]]:
    """The choices of a card in recorded games: players, hand and position."""
    seed, hands = read_games(path)
    for hand in hands:
        for each in positions(seed, hand):
            if each.plan is not None and each.state.phase == "play":
                yield "pimc_shooting", hand["number"], each.state


def _frozen() -> Iterator[tuple[str, int, HeartsState]]:
    for name in SETS:
        for number, game in enumerate(GAMES.games(name)):
            players = " and ".join(sorted({LEVELS[player] for player in game["players"]}))
            for state in GAMES.states(name, number):
                if state.phase == "play" and len(legal_moves(state)) > 1:
                    yield players, game["seed"], state


def scored(players: str, hand: int, state: HeartsState, number: int) -> Scored | None:
    """Scores a decision; None if nothing is known of the others' choices, or only one deal is possible."""
    facts = facts_of(state, state.active_player_id)
    beliefs = Beliefs(facts, HARD)
    if not has_evidence(facts) or beliefs.number() < 2:
        return None
    worlds = draw(beliefs, seeded(Domain.POLICY, number), WORLDS)
    true = np.array([[mask_of_hand(held)] for held in state.hands], dtype=U64)
    weights = weights_of(facts, np.concatenate([true, worlds], axis=1))
    queens = worlds >> U64(QUEEN_OF_SPADES) & U64(1)
    holder = int((true[:, 0] >> U64(QUEEN_OF_SPADES) & U64(1)).argmax())
    share = float(queens[holder].mean())
    queen = None
    if 0 < share < 1:
        queen = math.log(float((weights[1:] * queens[holder]).sum() / weights[1:].sum()) / share)
    return Scored(players, hand, max(facts.counts), math.log(float(weights[0] / weights[1:].mean())), queen)


def _table(found: list[Scored]) -> Rows:
    rows: Rows = [["the others", "cards in hand", "decisions", "true deal", "seat of Q♠"]]
    for players in dict.fromkeys(each.players for each in found):
        for group, (least, most) in CARDS.items():
            part = [each for each in found if each.players == players and least <= each.cards <= most]
            if len(part) > 1:
                deals = _mean([(each.deal, each.hand) for each in part])
                queens = _mean([(each.queen, each.hand) for each in part if each.queen is not None])
                rows.append([players, group, f"{len(part):,}", deals, queens])
    return rows


def _mean(values: list[tuple[float, int]]) -> str:
    scores, hands = zip(*values, strict=True) if values else ((), ())
    if len(set(hands)) < 2:
        return ""
    mean, error = clustered(np.array(scores), np.array(hands) - min(hands))
    return f"{mean:+.3f} ± {error:.3f}"
