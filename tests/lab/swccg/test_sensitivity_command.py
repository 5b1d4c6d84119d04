"""How far weights must move before picks flip, compared with rescoring at the moved weights."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.games.swccg.knowledge.reader.replays import read_at_once
from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.evaluators.passing import PassEvaluator
from py_engine.games.swccg.policies.weights import Weights, default_weights, weight_table
from py_engine.lab.__main__ import main
from py_engine.lab.swccg.flips import NEVER, flipped_within, flips, quantile
from py_engine.lab.swccg.fragility import Check, Place, confirm, sensitivity
from py_engine.lab.swccg.replays import Source, sources, task_of
from py_engine.lab.swccg.score_inputs import (
    STANDING,
    Captured,
    CaptureTask,
    InputTable,
    Ints,
    Row,
    captured,
    pooled,
    traced,
)
from tests.games.swccg.folders import write_folder
from tests.lab.swccg.rows import row_of

DEFAULT = default_weights()
STEP = 1 / 4096
GROUPS = ("battle", "move", "pass")


def by_hand(row: Row, weights: Weights) -> int:
    """The pick of a row by a reference implementation of the scoring rules."""
    standing = sum(
        round(gap * weights[name] * 4096) / 4096 for gap, name in zip(row["standing"], STANDING, strict=True)
    )
    mode = "even"
    if standing <= -weights["mode.margin"]:
        mode = "behind"
    elif standing >= weights["mode.margin"]:
        mode = "ahead"
    names = list(weight_table())
    scores = [0.0] * len(row["answers"])
    for choice, number, amount in zip(row["choice"], row["weight"], row["input"], strict=True):
        factor = weights.values.get(f"{mode}.{names[number].split('.')[0]}", 1.0)
        scores[choice] += round(amount * (weights[names[number]] * factor) * 4096) / 4096
    return max(range(len(scores)), key=lambda place: (place not in row["vetoed"], scores[place], -place))


def made_up(count: int, seed: int) -> list[Row]:
    """Random decisions with contributions from a few groups, various standings, and vetoes."""
    rng = np.random.default_rng(seed)
    own = [n for n, name in enumerate(weight_table()) if name.split(".")[0] in GROUPS]
    rows = []
    for _ in range(count):
        options, parts = int(rng.integers(2, 6)), int(rng.integers(0, 14))
        vetoed = [int(place) for place in np.flatnonzero(rng.random(options) < 0.15)]
        standing = [float(each) for each in rng.integers(-15, 16, 3)]
        choices = [int(each) for each in rng.integers(0, options, parts)]
        weights = [own[int(each)] for each in rng.integers(0, len(own), parts)]
        inputs = [float(each) / 4 for each in rng.integers(-8, 9, parts)]
        contributions = list(zip(choices, weights, inputs, strict=True))
        rows.append(row_of(options, contributions, vetoed=vetoed, standing=standing))
    return rows


def places(found: InputTable, picks: Ints) -> list[int]:
    return [int(pick - start) for pick, start in zip(picks, found.first[:-1], strict=True)]


def test_table_picks_match_a_reference_implementation() -> None:
    rows = made_up(300, 1)
    table = pooled(rows, DEFAULT)
    now = places(table, table.picks(table.scores(table.values, table.modes())))
    assert now == [by_hand(row, DEFAULT) for row in rows]
    assert len(set(table.modes().tolist())) == 3
    part = np.array([3, 5, 250])
    small = table.taken(part)
    assert places(small, small.picks(small.scores(small.values, small.modes()))) == [now[place] for place in part]


def interesting() -> list[str]:
    names = [name for name in weight_table() if name.split(".")[0] in (*GROUPS, "mode", "behind", "ahead")]
    return [name for name in names if name.split(".")[1] in GROUPS or name.split(".")[0] not in ("behind", "ahead")]


@pytest.mark.slow
@pytest.mark.parametrize("way", [1, -1])
def test_picks_flip_exactly_at_their_thresholds(way: int) -> None:
    # Large factors, so that modes matter.
    weights = DEFAULT.changed({"behind.battle": 4.0, "ahead.battle": 2.0})
    rows, rng = made_up(240, 2), np.random.default_rng(3)
    table, seen = pooled(rows, weights), Counter[str]()
    for name in interesting():
        found = flips(table, name, way)
        value, limit = weights[name], int((200 - way * weights[name]) / STEP)
        concerned = dict(zip(found.decisions.tolist(), found.steps.tolist(), strict=True))
        picks = dict(zip(found.decisions.tolist(), found.picks.tolist(), strict=True))
        for number, row in enumerate(rows):
            steps, now = concerned.get(number, NEVER), by_hand(row, weights)

            def at(count: int, row: Row = row, value: float = value, name: str = name) -> int:
                return by_hand(row, weights.changed({name: value + way * count * STEP}))

            if steps == NEVER:
                assert {at(int(rng.integers(0, limit))), at(limit)} == {now}
                continue
            seen[name.split(".")[0]] += 1
            assert at(steps - 1) == now
            assert at(steps) != now
            assert at(steps) == picks[number] - table.first[number]
            if steps > 2:
                assert at(int(rng.integers(1, steps - 1))) == now
    assert set(seen) == {"battle", "move", "pass", "mode", "behind", "ahead"}


def test_quantiles_of_flips_are_exact() -> None:
    rows = made_up(400, 4)
    found = flips(pooled(rows, DEFAULT), "pass.low_force", 1)
    for share in (0.0, 0.05, 0.1):
        change = quantile(found, share)
        assert change is not None
        wanted = max(1, np.ceil(share * len(found.decisions)))
        for steps, enough in ((change, True), (change - STEP, False)):
            weights = DEFAULT.changed({"pass.low_force": DEFAULT["pass.low_force"] + steps})
            flipped = sum(by_hand(row, weights) != by_hand(row, DEFAULT) for row in rows)
            assert (flipped >= wanted) == enough
            assert flipped == flipped_within(found, steps)
    assert quantile(found, 1.0) is None


def task_about(source: Source, weights: dict[str, float]) -> CaptureTask:
    return {**task_of(source, []), "weights": weights, "wanted": {"answers": "none"}}


def seen(source: Source, checks: list[Check]) -> list[bool]:
    return confirm({**task_of(source, []), "weights": {}, "checks": checks})


def folder_of(tmp_path: Path) -> tuple[list[Source], list[Captured]]:
    found = sources(write_folder(tmp_path, games=2))[0]
    return found, [captured(task_about(source, {})) for source in found]


def test_table_scores_equal_the_coachs_scores(tmp_path: Path) -> None:
    found, results = folder_of(tmp_path)
    others = DEFAULT.changed({"base.pass": 31.0, "use.lost": 0.0, "base.move": 17.5, "draw.card": -3.25})
    for source, result in zip(found, results, strict=True):
        replay = read_at_once(source.path.read_bytes())
        rows = [row for row in result["rows"] if row["linear"]]
        assert len(rows) > 10
        for weights in (DEFAULT, others):
            table = pooled(rows, weights)
            scores = table.scores(table.values, table.modes())
            for row, start in zip(rows, table.first[:-1].tolist(), strict=True):
                scored = CombinedEvaluator(weights).evaluate(replay.at(row["index"]).with_facts())
                table_scores = dict(
                    zip(row["answers"], scores[start : start + len(row["answers"])].tolist(), strict=True)
                )
                assert table_scores == {action.choice.answer: action.score for action in scored.actions}


def test_rescoring_flips_exactly_at_the_thresholds(tmp_path: Path) -> None:
    found, results = folder_of(tmp_path)
    rows = [
        Place(str(n), row["index"], row) for n, result in enumerate(results) for row in result["rows"] if row["linear"]
    ]
    replays = [read_at_once(source.path.read_bytes()) for source in found]

    def picks(weights: Weights) -> list[str]:
        coach = CombinedEvaluator(weights)
        asked = [replays[int(each.replay)].at(each.at).with_facts() for each in rows]
        return [coach.evaluate(position).best.choice.answer for position in asked]

    now, table = picks(DEFAULT), pooled([each.row for each in rows], DEFAULT)
    for name in ("base.pass", "base.use", "use.lost", "draw.card"):
        for way in (1, -1):
            result = flips(table, name, way)
            first = quantile(result, 0.0)
            if first is None:
                continue
            before, after = (picks(DEFAULT.changed({name: DEFAULT[name] + way * by})) for by in (first - STEP, first))
            assert before == now
            changed = [place for place, (old, new) in enumerate(zip(now, after, strict=True)) if old != new]
            assert changed == result.decisions[result.steps == round(first / STEP)].tolist()
    moved = sensitivity(rows, DEFAULT)
    for number, source in enumerate(found):
        checks = moved.checks[str(number)]
        assert checks
        assert all(seen(source, checks))
        off: list[Check] = [{**check, "after": check["before"]} for check in checks]
        # With the same value before and after, both picks agree with the check.
        wrong: list[Check] = [{**check, "before": check["after"]} for check in checks]
        assert all(seen(source, off))
        assert all(seen(source, wrong))
        both: list[Check] = [{**check, "before": (check["before"][0], check["after"][1])} for check in checks]
        assert not any(seen(source, both))


def test_closest_decisions_flip_with_their_smallest_move() -> None:
    rows = [Place("made up", number, row) for number, row in enumerate(made_up(40, 6))]
    found = sensitivity(rows, DEFAULT)
    assert [each.relative for each in found.close] == sorted(each.relative for each in found.close)
    for each in found.close:
        weights = DEFAULT.changed({each.weight: each.value + each.change})
        assert str(by_hand(each.place.row, weights)) == each.then != each.now == str(by_hand(each.place.row, DEFAULT))
        assert each.relative == pytest.approx(abs(each.change) / max(1.0, abs(each.value)))
    assert all(line.decisions for line in found.weights)


def test_traced_weights_replace_zeros_without_effect() -> None:
    document = default_weights("document")
    found = traced(document)
    assert all(found.values.values())
    assert {name for name in document.values if found[name] != document[name]} == {
        name for name, value in document.values.items() if value == 0
    }
    assert max(abs(found[name]) for name in document.values if document[name] == 0) < 1e-9


def test_decisions_with_inputs_that_depend_on_weights_are_excluded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dependent(_: PassEvaluator, context: Any) -> Any:
        for choice in context.choices:
            action = context.action(PassEvaluator.name, choice)
            action.add(
                "made_up", "Only where another weight is not 0", "pass.wait", float(bool(context.weights["base.move"]))
            )
            yield action

    source = sources(write_folder(tmp_path, games=1))[0][0]
    task = task_about(source, {"base.move": 0.0})
    assert all(row["linear"] for row in captured(task)["rows"])
    monkeypatch.setattr(PassEvaluator, "can_evaluate", lambda *_: True)
    monkeypatch.setattr(PassEvaluator, "evaluate", dependent)
    assert not any(row["linear"] for row in captured(task)["rows"])


def test_sensitivity_command_reports_and_confirms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_folder(tmp_path / "games", games=2)
    typed = [
        "swccg-sensitivity",
        str(folder),
        "--processes",
        "1",
        "--results",
        str(tmp_path / "kept.jsonl"),
        "--top",
        "3",
    ]
    main([*typed, "--json", str(tmp_path / "s.json"), "--markdown", str(tmp_path / "s.md")])
    out = capsys.readouterr().out
    data = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert data["linear"] == data["decisions"] > 30
    shown = [line.split()[0] for line in out.split("The most sensitive weights\n")[1].splitlines()[1:4]]
    assert shown == [line["name"] for line in data["weights"][:3]]
    assert all(line["confirmed"] == line["checks"] for line in data["weights"])
    assert len(data["weights"]) + len(data["without_part"]) == len(weight_table())
    assert "g1.Dark" not in (tmp_path / "s.md").read_text("utf-8")


def test_what_a_group_decides_is_what_picks_would_be_without_it() -> None:
    rows = made_up(200, 5)
    found = {
        each.group: each
        for each in sensitivity([Place("made up", n, row) for n, row in enumerate(rows)], DEFAULT).groups
    }
    assert set(found) == set(GROUPS)
    names = list(weight_table())
    for group, left in found.items():
        without = DEFAULT.changed({name: 0.0 for name in names if name.startswith(f"{group}.")})
        expected = sum(by_hand(row, without) != by_hand(row, DEFAULT) for row in rows)
        assert left.flipped == expected > 0
        assert left.decisions == sum(any(names[n].startswith(f"{group}.") for n in row["weight"]) for row in rows)
