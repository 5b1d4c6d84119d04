"""Loading a replay: in small pieces, in a single pass, with the same inferred answers as from the whole log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from py_engine.games.swccg.knowledge.inference.infer import infer_all
from py_engine.games.swccg.knowledge.reader import tracker
from py_engine.games.swccg.knowledge.reader.loading import LoadReplay, LoadReplayArgs
from py_engine.games.swccg.knowledge.reader.replays import REPLAYS, read_at_once
from py_engine.games.swccg.knowledge.reader.xml_events import read_xml
from py_engine.games.swccg.rules.events import Event
from tests.games.swccg.reference import GAMES, events_of, needs_reference
from tests.games.swccg.sampled import sample


def long_log() -> str:
    """The sample game four times, as if the server had gone back to the start each time."""
    before, body = sample().xml.split("<ge ", 1)
    return before + f"<ge {body.removesuffix('</gameReplay>')}" * 4 + "</gameReplay>"


def counted(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, calls: Counter[str]) -> None:
    real: Callable[..., Any] = getattr(where, name)

    def counting(*args: Any) -> Any:
        calls[name] += 1
        return real(*args)

    monkeypatch.setattr(where, name, counting)


def test_load_replay_reads_events_and_decisions_once(monkeypatch: pytest.MonkeyPatch) -> None:
    log = read_xml(long_log())
    calls: Counter[str] = Counter()
    counted(monkeypatch, tracker.Tracker, "fold", calls)
    counted(monkeypatch, tracker, "read_decision", calls)
    replay = read_at_once(long_log())
    assert calls == {"fold": len(log.events), "read_decision": len(replay.decisions)}


def test_load_replay_has_small_pieces_and_even_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: Counter[str] = Counter()
    counted(monkeypatch, tracker.Tracker, "fold", calls)
    job = LoadReplay(LoadReplayArgs(xml=long_log()))
    shares, folded = [job.progress], [0]
    while not job.done:
        job.piece()
        shares.append(job.progress)
        folded.append(calls["fold"])
    assert folded[-1] > 1_000
    assert max(after - before for before, after in pairwise(folded)) <= 100
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert max(after - before for before, after in pairwise(shares)) < 0.15
    result = job.result()
    assert result is not None
    assert REPLAYS.get(result.replay_id).events == folded[-1]


def answers(events: list[Event] | tuple[Event, ...]) -> list[tuple[str | None, float]]:
    return [(each.answer, each.confidence) for each in infer_all(events)]


def test_replay_answers_match_infer_all() -> None:
    replay = read_at_once(long_log())
    assert [(each.inferred.answer, each.inferred.confidence) for each in replay.decisions] == answers(
        read_xml(long_log()).events
    )


@needs_reference
def test_reference_replay_answers_match_infer_all() -> None:
    for path in GAMES[:3]:
        replay = read_at_once(path.read_bytes())
        found = [(each.inferred.answer, each.inferred.confidence) for each in replay.decisions]
        assert found == answers(events_of(path))
