"""``python -m py_engine.lab swccg-inference``: accuracy and calibration of the answers inferred from SWCCG replays."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from py_engine.games.swccg.knowledge.inference.confidence import confidence
from py_engine.games.swccg.knowledge.inference.infer import ONLY, deduce_all
from py_engine.games.swccg.knowledge.inference.watch import Deduction
from py_engine.games.swccg.knowledge.reader.container import unpack
from py_engine.games.swccg.knowledge.reader.replays import Replay, read_at_once
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.decisions import ACTIONS, PASS, SELECTIONS, Decision
from py_engine.games.swccg.rules.events import Event
from py_engine.lab.core.errors import LabError
from py_engine.lab.swccg.replays import known_answers, sources

__all__ = ["Case", "Game", "Score", "add", "games", "measure", "scores"]

_BUCKETS = (0.0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.98)


@dataclass(frozen=True)
class Game:
    """A replay with the known answers to its decisions.

    Attributes:
        name: The name of the replay's file.
        events: The events of its log.
        replay: The replay as the engine reads it.
        answers: The answers to its decisions; None where unknown.
    """

    name: str
    events: list[Event]
    replay: Replay
    answers: list[str | None]


@dataclass(frozen=True)
class Case:
    """A decision with a choice, its known answer and the deduced one."""

    game: str
    index: int
    decision: Decision
    answer: str
    deduction: Deduction | None

    @property
    def group(self) -> str:
        """The group it is counted in: its type, with action decisions split by whether there are several actions."""
        if self.decision.decision_type != "CARD_ACTION_CHOICE":
            return self.decision.decision_type
        return "one action" if len(self.decision.options) == 1 else "several actions"

    @property
    def exact(self) -> bool:
        """Whether exactly the known answer was inferred."""
        return self.deduction is not None and self.deduction.answer == self.answer

    @property
    def alike(self) -> bool:
        """Whether the inferred answer chooses the same actions on cards of the same blueprints."""
        return self.deduction is not None and (
            self.exact or self._looks(self.deduction.answer) == self._looks(self.answer)
        )

    @property
    def passed(self) -> bool:
        """Whether the inference is right about passing or not."""
        return self.deduction is not None and (self.deduction.answer == PASS) == (self.answer == PASS)

    def _looks(self, answer: str) -> list[tuple[str, str]]:
        chosen = [self.decision.option(part) for part in answer.split(",")]
        if self.decision.decision_type not in (*ACTIONS, *SELECTIONS):
            return [("", answer)]
        return sorted((each.blueprint_id or each.answer, each.action) if each else ("", answer) for each in chosen)


@dataclass
class Score:
    """Counts of cases by correctness."""

    cases: int = 0
    exact: int = 0
    alike: int = 0
    passed: int = 0
    claimed: float = 0.0
    """The sum of the confidences."""

    def count(self, case: Case) -> None:
        """Adds a case."""
        self.cases += 1
        self.exact += case.exact
        self.alike += case.alike
        self.passed += case.passed
        self.claimed += 0.0 if case.deduction is None else confidence(case.deduction)


def add(commands: Any) -> None:
    """Adds the command."""
    parser = commands.add_parser("swccg-inference", help="accuracy of the answers inferred from SWCCG replays")
    parser.add_argument("folder", type=Path, help="of replays with <game>.responses.jsonl[.gz] beside them")
    parser.add_argument("--games", nargs="+", default=[], metavar="GAME", help="prefixes of the replays' names (all)")
    parser.add_argument(
        "--table", action="store_true", help="prints the reliability of each rule, as confidence.py has it"
    )
    parser.add_argument("--wrong", action="store_true", help="lists the decisions with a wrong inferred answer")
    parser.set_defaults(run=_run)


def games(folder: Path, only: Sequence[str] = ()) -> Iterator[Game]:
    """The replays of a folder with known answers, in order of name.

    Args:
        folder: See ``replays.sources``.
        only: Prefixes of the replays' names; empty for all.

    Raises:
        LabError: if there are none, or a replay and its answers do not match.
    """
    found = False
    for source in sources(folder)[0]:
        if source.responses is None or not source.path.name.startswith(tuple(only) or ""):
            continue
        found = True
        raw, _ = unpack(source.path.read_bytes())
        replay = read_at_once(raw)
        yield Game(source.path.name, read_xml(raw).events, replay, known_answers(source.responses, replay))
    if not found:
        raise LabError(f"There is no matching replay with known answers in {folder}.")


def measure(game: Game) -> list[Case]:
    """The decisions of a game with a choice and a known answer."""
    deductions = deduce_all(game.events)
    return [
        Case(game.name, index, asked.decision, answer, found)
        for index, (asked, answer, found) in enumerate(
            zip(game.replay.decisions, game.answers, deductions, strict=True)
        )
        if answer is not None and (found is None or found.rule != ONLY)
    ]


def scores(cases: Iterable[Case]) -> dict[str, Score]:
    """Counts by group."""
    found: dict[str, Score] = {}
    for case in cases:
        found.setdefault(case.group, Score()).count(case)
    return dict(sorted(found.items()))


def _run(chosen: argparse.Namespace) -> None:
    cases: list[Case] = []
    for game in games(chosen.folder, chosen.games):
        started = time.perf_counter()
        deduce_all(game.events)
        seconds = time.perf_counter() - started
        print(f"{game.name}: {len(game.events):,} events, {len(game.answers):,} decisions in {seconds:.3f} s")
        cases.extend(measure(game))
    print(_by_group(cases))
    print(_by_confidence(cases))
    if chosen.wrong:
        print(_wrong(cases))
    if chosen.table:
        print(_by_rule(cases))


def _by_group(cases: Sequence[Case]) -> str:
    lines = [f"\n{'decision':20}{'cases':>8}{'exact':>8}{'alike':>8}{'pass':>8}{'claimed':>9}"]
    total = Score()
    for case in cases:
        total.count(case)
    for name, score in (*scores(cases).items(), ("all", total)):
        shares = (score.exact, score.alike, score.passed)
        text = "".join(f"{count / score.cases:8.3f}" for count in shares)
        lines.append(f"{name:20}{score.cases:8}{text}{score.claimed / score.cases:9.3f}")
    lines.append("exact: the same answer; alike: or another copy of the card; pass: right about passing or not")
    return "\n".join(lines)


def _by_confidence(cases: Sequence[Case]) -> str:
    lines = [f"\n{'confidence':20}{'cases':>8}{'claimed':>9}{'exact':>8}"]
    for low, high in zip(_BUCKETS, (*_BUCKETS[1:], 1.1), strict=True):
        score = Score()
        for case in cases:
            if low <= (0.0 if case.deduction is None else confidence(case.deduction)) < high:
                score.count(case)
        if score.cases:
            span = f"{low:.2f} to {min(high, 1.0):.2f}"
            lines.append(f"{span:20}{score.cases:8}{score.claimed / score.cases:9.3f}{score.exact / score.cases:8.3f}")
    return "\n".join(lines)


def _by_rule(cases: Sequence[Case]) -> str:
    found: dict[str, Score] = {}
    for case in cases:
        if case.deduction is not None:
            found.setdefault(case.deduction.rule, Score()).count(case)
    return "\n".join(f'    "{rule}": ({score.alike}, {score.cases}),' for rule, score in sorted(found.items()))


def _wrong(cases: Sequence[Case]) -> str:
    lines = [""]
    for case in cases:
        if not case.exact:
            deduced = "nothing" if case.deduction is None else f"{case.deduction.answer!r} by {case.deduction.rule}"
            near = " (alike)" if case.alike else ""
            lines.append(f"{case.game} {case.index}: {case.decision.text}: {case.answer!r}, inferred {deduced}{near}")
    return "\n".join(lines)
