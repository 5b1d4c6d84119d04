"""The baseline ``pimc_shooting``: it shoots with a hand for it, knows no hidden cards and never changes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from py_engine.games.hearts.rules.batch import SEAT, Rules, start
from py_engine.games.hearts.rules.cards import mask_of, names_of
from py_engine.games.hearts.rules.play import apply_action, legal_actions, observe
from py_engine.games.hearts.rules.state import HeartsAction, HeartsState, mask_of_hand
from py_engine.lab.hearts.benchmark import matches, read
from py_engine.lab.hearts.hand import first_state, play_hand
from py_engine.lab.hearts.moons.shooting_player import choices, choose
from py_engine.lab.hearts.moons.shooting_playouts import SHOOTS, moon_score, shooters

WORLDS = 60
FROZEN = (
    ["AC 9D QH", "QS AS 9H", "7D TD JD", "KC QD JH"],
    ["2C 4C QC AC", "KD QS 5D 3D", "QH 9H 2H JH"],
)
"""What four of these players pass in a deal, and the first tricks."""


def hand(number: int, worlds: int = WORLDS, moves: int = 16) -> list[HeartsState]:
    """The positions of a hand that the player plays with itself, and the last one."""
    state, found = first_state(5, number), []
    for turn in range(moves):
        found.append(state)
        legal = legal_actions(state)
        action = HeartsAction.model_validate(legal[0]) if len(legal) == 1 else choose(state, worlds, turn)
        state = apply_action(state, action)
    return [*found, state]


def test_its_choices_are_frozen() -> None:
    state = hand(0)[-1]
    passed = [" ".join(names_of(mask_of_hand(held))) for held in state.passed]
    played = [" ".join(trick.cards) for trick in state.trick_history]
    assert (passed, played) == FROZEN


def test_it_knows_no_hidden_cards() -> None:
    for state in hand(1)[::3]:
        if len(legal_actions(state)) > 1:
            seen = observe(state, state.active_player_id)
            assert choose(state, WORLDS, 3) == choose(seen, WORLDS, 3)


def test_many_decisions_at_once_are_the_same_as_one_by_one() -> None:
    states = [hand(number, moves=9)[-1] for number in (3, 7, 11)]
    together = choices(states, [1, 2, 3], WORLDS)
    assert together == [choices([state], [seed], WORLDS)[0] for state, seed in zip(states, (1, 2, 3), strict=True)]


def lead(own: str, others: tuple[str, str, str], taken: int) -> tuple[int, int]:
    """The score of a seat that leads and has taken points alone, and the seat that shoots."""
    hands = np.array([[mask_of(cards.split())] for cards in (own, *others)], dtype=np.uint64)
    codes = np.array([[taken], [0], [0], [0]], dtype=np.int16)
    batch = start(hands, np.zeros(1, dtype=SEAT), Rules(), codes)
    return int(moon_score(batch, np.zeros(1, dtype=SEAT), np.zeros(1, dtype=SEAT))[0]), int(shooters(batch)[0])


def test_a_seat_shoots_with_a_hand_for_it_only() -> None:
    others = ("2C 3C 4C 5C", "2D 3D 4D 5D", "2H 3H 4H 5H")
    high, shooter = lead("AC AD AH KH", others, 32 + 5)
    low, nobody = lead("6C 7C 2S 3S", ("8C 9C TC JC", "4S 5S 6S 7S", "2H 3H 4H 5H"), 32 + 5)
    assert high > 1000 > SHOOTS > low
    assert (shooter, nobody) == (0, 4)


def test_a_benchmark_names_it(tmp_path: Path) -> None:
    path = tmp_path / "b.toml"
    path.write_text('title = "t"\n[[matches]]\nfirst = "pimc_shooting"\nsecond = "greedy"\n', "utf-8")
    (match,) = matches(read(path))
    assert match.first.params == {"outside": "pimc_shooting", "simulations": 1000}
    assert sum(play_hand([{**match.first.params, "simulations": 20}, match.second.params], (0, 1, 0, 1), 1, 3)) in {
        26,
        78,
    }
