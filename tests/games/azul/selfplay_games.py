"""A few self-play games of Azul, for tests of training."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from py_engine.core.numerics import Array
from py_engine.games.azul.rules.batch import Batch, split_action, step
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul.policy import Settings, hand_made
from py_engine.lab.azul.positions import Records, records
from py_engine.lab.azul.selfplay import Moves, Place, engine, play

SEED = [7, 0, 1, 0]
GAMES = 24


def settings(noise: Sequence[float] = (0.0, 2.0), blunder: float = 0.2, width: int = 0) -> Settings:
    return {"weights": hand_made().text(), "width": width, "noise": list(noise), "blunder": blunder}


@cache
def moves() -> Moves:
    return Moves.of(play({"seed": SEED, "games": GAMES, "engine": engine(), "policy": settings()}))


@cache
def found() -> Records:
    return records(moves(), SEED, 1.0)


def ignore_ends(batch: Batch, games: Array, number: int) -> None:
    """A callback between rounds that does nothing."""


def ignore_plies(batch: Batch, place: Place) -> None:
    """A callback within rounds that does nothing."""


def played(moves: Moves, batch: Batch, place: Place) -> Batch:
    """The positions after their recorded moves."""
    after = batch.take(np.arange(batch.size))
    step(after, *split_action(moves.actions[place.number - 1, place.ply, place.games].astype(INDEX)))
    return after
