"""Playouts (rollouts): batches of hands played to the end in lockstep, by the learnt policy or the greedy one."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.hearts.policies.defence import NOBODY, choose_to_stop, suspects
from py_engine.games.hearts.policies.intent import Bold, shooters
from py_engine.games.hearts.policies.learnt import Tables, draw_cards, learnt_play
from py_engine.games.hearts.policies.lots import Lots
from py_engine.games.hearts.policies.moon import choose_to_shoot
from py_engine.games.hearts.policies.policy import choose
from py_engine.games.hearts.policies.weights import PlayTables
from py_engine.games.hearts.rules.batch import HAND, SEAT, Batch, legal_cards, step

__all__ = ["finished", "play_out"]

NO_SEAT = -1
_NONE = np.empty(0, dtype=SEAT)


def play_out(
    batch: Batch,
    tables: PlayTables,
    shooter: int | None = None,
    shooting: Array | None = None,
    *,
    defend: Array | bool = True,
    bold: Bold | None = None,
    lots: Lots | None = None,
    drawing: Tables | None = None,
) -> Generator[None, None, Array]:
    """Plays every lane to the end of its hand; yields after every trick.

    Args:
        batch: The positions; consumed.
        tables: The tables of the greedy policy.
        shooter: The seat that tries to shoot the moon in some lanes.
        shooting: (B,) bool: these lanes.
        defend: Whether (or (B,) bool: in which lanes) players defend against a player who alone has taken many points.
        bold: How bold the other seats are; by default they never shoot.
        lots: Random bits, if cards are drawn by the learnt policy, and who is greedy; otherwise everybody is.
        drawing: The tables of the learnt policy; by default those that the engine ships.

    Returns:
        (4, B) int16: codes of what each seat has taken.
    """
    lanes = _NONE if shooter is None or shooting is None else np.flatnonzero(shooting)
    own = _Shooters(lanes, np.full(len(lanes), NO_SEAT if shooter is None else shooter, dtype=SEAT))
    watched, shoots = _watched(batch, defend), _shoots(batch, own, bold)
    if lots is not None and drawing is None:
        drawing = learnt_play()
    while batch.tricks < HAND:
        legal = legal_cards(batch)
        if lots is None or drawing is None:
            card = choose(batch, tables, legal)
        else:
            card = draw_cards(batch, drawing, legal, lots.at(batch))
            _play_greedily(batch, tables, legal, card, lots.greedy_lanes(batch))
        _stop(batch, legal, card, *watched)
        _shoot(batch, legal, card, shoots)
        step(batch, card)
        if batch.on_table == 0:
            watched = _watched(batch, defend)
            if bold is not None:
                shoots = _shoots(batch, own, bold)
            yield
    return batch.taken


def _play_greedily(batch: Batch, tables: PlayTables, legal: Array, card: Array, lanes: Array) -> None:
    """Replaces the cards (B,) of greedy players."""
    if lanes.size:
        card[lanes] = choose(batch.take(lanes), tables, legal.take(lanes))


def _stop(batch: Batch, legal: Array, card: Array, watched: Array, suspect: Array) -> None:
    """Replaces the cards (B,) of those who must stop somebody; see ``_watched``."""
    if not watched.size:
        return
    others = batch.seat.take(watched) != suspect
    lanes = watched[others]
    card[lanes] = choose_to_stop(batch, lanes, legal.take(lanes), card.take(lanes), suspect[others])


def _shoot(batch: Batch, legal: Array, card: Array, shoots: _Shooters) -> None:
    """Replaces the cards (B,) of those who shoot."""
    if not shoots.lanes.size:
        return
    lanes = shoots.moving(batch)
    if lanes.size:
        card[lanes] = choose_to_shoot(batch, lanes, legal.take(lanes))


class _Shooters(NamedTuple):
    """Lanes in which a seat shoots, and that seat."""

    lanes: Array
    seats: Array

    def moving(self, batch: Batch) -> Array:
        """The lanes in which it is to move."""
        return self.lanes[batch.seat.take(self.lanes) == self.seats]


def _shoots(batch: Batch, own: _Shooters, bold: Bold | None) -> _Shooters:
    """Those who shoot from now on: ``own``, and others who are bold enough."""
    if bold is None:
        return own
    lanes, seats = shooters(batch, bold)
    return _Shooters(np.concatenate([lanes, own.lanes]), np.concatenate([seats, own.seats]))


def _watched(batch: Batch, defend: Array | bool) -> tuple[Array, Array]:
    """(L,) SEAT each: the lanes in which somebody must be stopped from shooting the moon, and that seat."""
    suspect = suspects(batch.taken)
    lanes = np.flatnonzero((suspect != NOBODY) & defend)
    return lanes, suspect.take(lanes)


def finished(playing: Generator[None, None, Array]) -> Array:
    """Runs a playout to its end and returns its result."""
    while True:
        try:
            next(playing)
        except StopIteration as stop:
            taken: Array = stop.value
            return taken
