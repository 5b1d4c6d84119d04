"""Benchmark files for Hearts: the players, their matches and the deals, as TOML validated by a schema."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import Field, JsonValue, field_validator, model_validator

from py_engine.core.contract import MAX_INT, ContractError, Model
from py_engine.core.validation import MisfitError, parse_model
from py_engine.games.hearts.rules.state import RULESET_ID
from py_engine.lab.core.errors import LabError
from py_engine.lab.core.matches import Params, Player, player, require_sound
from py_engine.lab.hearts.deals import MOST_DEALS, Kind
from py_engine.lab.hearts.ismcts import ISMCTS, SIMULATIONS, require
from py_engine.lab.hearts.match import Match
from py_engine.lab.hearts.moons.shooting_player import PIMC_SHOOTING, WORLDS

__all__ = ["NO_CLOCK", "Benchmark", "Entry", "Pair", "matches", "named", "read"]

NO_CLOCK = 600_000
"""Time budget in milliseconds for moves that are limited by their work."""
_WAYS = ("level", "evaluator", "outside")
_OUTSIDE = (ISMCTS, PIMC_SHOOTING)

Work = Annotated[int, Field(ge=1, le=MAX_INT)]
DealCount = Annotated[int, Field(ge=1, le=MOST_DEALS)]
Seed = Annotated[int, Field(ge=0, lt=2**27)]


class Entry(Model):
    """A player (a level, an evaluator, an external program or a baseline) and its limits."""

    level: str | None = None
    evaluator: str | None = None
    evaluator_options: dict[str, JsonValue] = {}
    outside: str | None = None
    simulations: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """Simulations per card of an external player; of ``pimc_shooting``, worlds."""
    max_work: Work | None = None
    """Work limit per move; by default the benchmark's."""
    time_budget_ms: Annotated[int, Field(ge=1, le=NO_CLOCK)] | None = None
    """Time limit per move instead of a work limit; such hands are not reproducible."""

    @model_validator(mode="after")
    def _one_way(self) -> Entry:
        ways = [way for way in _WAYS if getattr(self, way) is not None]
        if len(ways) != 1:
            raise MisfitError(f"should name exactly one of {', '.join(_WAYS)}")
        if self.outside is not None and self.outside not in _OUTSIDE:
            raise MisfitError(f"should be {' or '.join(_OUTSIDE)}", "outside")
        if self.simulations is not None and self.outside is None:
            raise MisfitError("applies only to external players", "simulations")
        if self.outside is not None and (self.evaluator_options or self.max_work or self.time_budget_ms):
            raise MisfitError("is an external player and is limited by simulations only")
        if self.max_work is not None and self.time_budget_ms is not None:
            raise MisfitError("should have only one of max_work and time_budget_ms")
        return self


class Pair(Model):
    """A match between two players; the other fields default to the benchmark's."""

    first: str
    second: str
    deals: DealCount | None = None
    seating: Kind | None = None
    seed: Seed | None = None


class Benchmark(Model):
    """The contents of a benchmark file."""

    title: str
    deals: DealCount = 100
    seating: Kind = "2v2"
    seed: Seed = 0
    max_work: Work | None = None
    """Work limit per move of every evaluator (positions, nodes or rollouts); by default, only their own options apply."""
    players: dict[str, Entry] = {}
    """Players by the name that matches and tables use. Levels and evaluators need no entry."""
    matches: Annotated[list[Pair], Field(min_length=1)]

    @field_validator("players")
    @classmethod
    def _plain_names(cls, players: dict[str, Entry]) -> dict[str, Entry]:
        odd = next((name for name in players if not name.strip() or "=" in name or "{" in name), None)
        if odd is not None:
            raise MisfitError(f"has a player whose name is empty or contains = or {{: {odd!r}")
        return players


def read(path: Path) -> Benchmark:
    """Reads a benchmark from a file.

    Raises:
        LabError: if the file cannot be read or is invalid.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise LabError(f"The benchmark {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LabError(f"The benchmark {path} is not TOML: {error}.") from None
    try:
        return parse_model(Benchmark, data, "INVALID_PARAMS", f"benchmark {path}")
    except ContractError as error:
        raise LabError(error.sentence) from None


def matches(benchmark: Benchmark) -> list[Match]:
    """The matches of a benchmark, with validated players.

    Raises:
        LabError: if a player cannot play.
    """
    found = []
    for pair in benchmark.matches:
        first, second = (named(benchmark, name) for name in (pair.first, pair.second))
        kind = pair.seating or benchmark.seating
        seed = benchmark.seed if pair.seed is None else pair.seed
        found.append(Match(first, second, kind, pair.deals or benchmark.deals, seed))
    return found


def named(benchmark: Benchmark, name: str) -> Player:
    """The player with a name.

    Raises:
        LabError: if there is none, or it cannot play.
    """
    entry = benchmark.players.get(name)
    if entry is None and name == PIMC_SHOOTING:
        entry = Entry(outside=PIMC_SHOOTING)
    if entry is None:
        found = player(RULESET_ID, name)
        return Player(found.name, _limited(found.params, benchmark.max_work))
    if entry.outside is not None:
        if entry.outside == ISMCTS:
            require()
        usual = SIMULATIONS if entry.outside == ISMCTS else WORLDS
        return Player(name, {"outside": entry.outside, "simulations": entry.simulations or usual})
    params = _own(entry)
    if entry.time_budget_ms is not None:
        params["time_budget_ms"] = entry.time_budget_ms
    else:
        params = _limited(params, benchmark.max_work)
    require_sound(RULESET_ID, params, name)
    return Player(name, params)


def _own(entry: Entry) -> Params:
    params: Params = {}
    if entry.level is not None:
        params = player(RULESET_ID, entry.level).params.copy()
    elif entry.evaluator is not None:
        params = {"evaluator": entry.evaluator}
    if entry.evaluator_options:
        params["evaluator_options"] = params.get("evaluator_options", {}) | entry.evaluator_options
    if entry.max_work is not None:
        params["max_work"] = entry.max_work
    return params


def _limited(params: Params, max_work: int | None) -> Params:
    """The params without a time limit, and with the benchmark's work limit unless the player has its own."""
    limit: Params = {} if max_work is None else {"max_work": max_work}
    return limit | params | {"time_budget_ms": NO_CLOCK}
