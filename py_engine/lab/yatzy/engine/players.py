"""Players by name: ``optimal``, ``theta:0.05``, ``greedy``, ``human:casual``, ``rules:FILE``, ``noisy:1.5``, ``softmax:1``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from py_engine.games.yatzy.rules.tables import Rules
from py_engine.lab.core.errors import LabError
from py_engine.lab.yatzy.engine.decisions import Decider, Greedy, Optimal
from py_engine.lab.yatzy.engine.games import Book, Games, play
from py_engine.lab.yatzy.engine.human import LEVELS, Human
from py_engine.lab.yatzy.engine.moods import Mood, play_moody
from py_engine.lab.yatzy.engine.rule_list import RulePlayer
from py_engine.lab.yatzy.engine.solving import Goal

__all__ = ["HELP", "Player", "decider_of", "games_of", "player"]

HELP = f"optimal, theta:T, greedy, human:{{{'|'.join(LEVELS)}}}, rules:FILE, noisy:POINTS, softmax:BETA, random"
Player = Decider | Mood

_DECIDERS: Mapping[str, Callable[[str, Rules], Decider]] = {
    "optimal": lambda _, rules: Optimal(Goal(rules=rules)),
    "theta": lambda text, rules: Optimal(Goal(float(text), rules=rules)),
    "greedy": lambda _, rules: Greedy(rules),
    "human": Human,
    "rules": RulePlayer.read,
}
_MOODS: Mapping[str, Callable[[str, Rules], Mood]] = {
    "noisy": lambda text, rules: Mood(scale=float(text), rules=rules),
    "softmax": lambda text, rules: Mood(beta=float(text), rules=rules),
    "random": lambda _, rules: Mood(rules=rules),
}


def player(text: str, rules: Rules) -> Player:
    """The player of a name.

    Raises:
        LabError: there is none.
    """
    kind, _, more = text.partition(":")
    make = _DECIDERS.get(kind) or _MOODS.get(kind)
    if make is None:
        raise LabError(f"There is no player {text!r}; there are: {HELP}.")
    try:
        return make(more, rules)
    except (ValueError, KeyError):
        raise LabError(f"{text!r} is no player: {more!r} is wrong; there are: {HELP}.") from None


def decider_of(text: str, rules: Rules) -> Decider:
    """A player whose decisions are known, so that the results are exact.

    Raises:
        LabError: this player chooses by chance.
    """
    found = player(text, rules)
    if isinstance(found, Mood):
        raise LabError(f"{text!r} chooses by chance; only its games can be simulated.")
    return found


def games_of(who: Player, games: int, generator: np.random.Generator) -> Games:
    """Games of a player."""
    if isinstance(who, Mood):
        return play_moody(who, games, generator)
    return play(Book(who), games, generator)[0]
