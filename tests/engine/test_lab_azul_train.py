"""Learning Azul's values: what games leave, how they are fitted, the file that comes out, however often interrupted."""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from py_engine.games.azul.afterstates import end_values
from py_engine.games.azul.features import DRAFT, END, ROUND_KINDS, end_features
from py_engine.games.azul.learnt import MOST_TILES, SPREAD_GRAIN, packed, unpacked
from py_engine.games.azul.network import Network, rounded
from py_engine.games.azul.rules import Batch, legal_mask, split_action, step, tiles_left
from py_engine.games.azul.scoring import finish_round
from py_engine.games.azul.tables import COLORS, INDEX
from py_engine.lab import azul_train
from py_engine.lab.__main__ import main
from py_engine.lab.azul_calibration import ENOUGH, calibration, smoothed, spread
from py_engine.lab.azul_fitting import Fit, Parameters, Schedule, _forward, initial, predict
from py_engine.lab.azul_generations import Plan
from py_engine.lab.azul_policy import Pair, Policy, hand_made, pair_of
from py_engine.lab.azul_positions import Kept, Records, outcomes, records, values_dealt, values_reached
from py_engine.lab.azul_selfplay import Moves, Place, duel, engine, play, replay, run_games
from py_engine.lab.errors import LabError
from py_engine.lab.ledger import Ledger
from py_engine.numerics import Array

SEED = [7, 0, 1, 0]
TINY = [
    *"--generations 2 --games 20 --hidden 4 --end-hidden 4 --width 2 --two-plies-from 2".split(),
    *"--duel-games 4 --check-games 8 --task-games 6".split(),
]


def settings(**changes: Any) -> dict[str, Any]:
    return {"weights": hand_made().text(), "width": 0, "noise": [0.0, 2.0], "blunder": 0.2, **changes}


@pytest.fixture(scope="module")
def moves() -> Moves:
    return Moves.of(play({"seed": SEED, "games": 24, "engine": engine(), "policy": settings()}))


@pytest.fixture(scope="module")
def found(moves: Moves) -> Records:
    return records(moves, SEED, 1.0)


def nobody(batch: Batch, games: Array, number: int) -> None:
    """Does not look on between rounds."""


def nothing(batch: Batch, place: Place) -> None:
    """Does not look on within rounds."""


def played(moves: Moves, batch: Batch, place: Place) -> Batch:
    """The positions after the moves that were played in them."""
    after = batch.take(np.arange(batch.size))
    step(after, *split_action(moves.actions[place.number - 1, place.ply, place.games].astype(INDEX)))
    return after


def test_only_legal_moves_are_played_and_a_replay_is_the_same_games(moves: Moves) -> None:
    counted = np.zeros(moves.actions.shape[2], dtype=INDEX)

    def look(batch: Batch, place: Place) -> None:
        actions = moves.actions[place.number - 1, place.ply, place.games]
        assert legal_mask(batch)[np.arange(batch.size), actions].all()
        counted[place.games] += 1

    replay(moves, SEED, look, nobody)
    assert (counted == (moves.actions != 255).sum(axis=(0, 1))).all()
    assert counted.min() > 30


def test_the_final_difference_is_player_0s(moves: Moves, found: Records) -> None:
    scores: dict[int, float] = {}

    def look(batch: Batch, place: Place) -> None:
        """Scores the boards by who sits at them."""
        after = played(moves, batch, place)
        end = finish_round(after)
        for lane in np.flatnonzero(end.over & (tiles_left(after) == 0)):
            mine, theirs = (int(part[lane]) for part in end.scores)
            players = {int(after.front[lane]): mine, 1 - int(after.front[lane]): theirs}
            scores[int(place.games[lane])] = players[0] - players[1]

    replay(moves, SEED, look, nobody)
    assert scores == {game: final for game, final in enumerate(found.final.tolist()) if not np.isnan(final)}
    assert min(scores.values()) < 0 < max(scores.values())


def test_values_are_turned_to_the_side_in_front(moves: Moves, found: Records) -> None:
    kept = found.end
    assert set(kept.sign.tolist()) == {-1.0, 1.0}
    assert (outcomes(found, kept) == found.final[kept.games] * np.where(kept.sign > 0, 1, -1)).all()
    between: dict[tuple[int, int], int] = {}

    def ended(batch: Batch, games: Array, number: int) -> None:
        for lane, game in enumerate(games.tolist()):
            scores = [int(side.score[lane]) for side in batch.sides]
            between[game, number] = (scores[0] - scores[1]) * (1 if batch.front[lane] == 0 else -1)

    replay(moves, SEED, nothing, ended)
    for_player_0 = (kept.base * kept.sign).astype(int).tolist()
    assert dict(zip(zip(kept.games.tolist(), kept.numbers.tolist(), strict=True), for_player_0, strict=True)) == between


def test_positions_are_valued_by_what_their_round_led_to(found: Records) -> None:
    # Made-up values that tell which position they are of, in the view of player 0.
    names = found.end.games * 100 + found.end.numbers
    values = names * found.end.sign
    ended = set(names.tolist())

    def expected(game: int, number: int) -> float:
        name = game * 100 + number
        return float(name) if name in ended else float(found.final[game])

    for kept, draft in ((found.draft, True), (found.end, False)):
        reached = values_reached(found, values, draft=draft) * kept.sign
        for game, number, value in zip(kept.games.tolist(), kept.numbers.tolist(), reached.tolist(), strict=True):
            assert value == expected(game, number if draft else number + 1)


def test_a_position_between_rounds_is_valued_by_the_factories_that_were_dealt(found: Records) -> None:
    otherwise = np.full(len(found.end.games), 1000.0, dtype=np.float32)
    dealt = values_dealt(found, lambda kept: (100 * kept.games + kept.numbers) * kept.sign, otherwise)
    numbers = (dealt * found.end.sign).astype(int)
    going = dealt != 1000
    assert going.any()
    assert (numbers[going] == 100 * found.end.games[going] + found.end.numbers[going] + 1).all()


def test_positions_with_a_blunder_behind_them_in_their_round_are_dropped(moves: Moves, found: Records) -> None:
    blundered: list[tuple[int, int, int]] = []
    policy = Policy(settings())
    seeds = np.random.default_rng(1)
    ours = Moves(np.full_like(moves.actions, 255), np.zeros_like(moves.sound))

    def choose(batch: Batch, place: Place) -> Array:
        actions, blunders = policy(batch, min(place.number, 6) - 1, place.games, seeds)
        blundered.extend((game, place.number, place.ply) for game in place.games[blunders].tolist())
        ours.actions[place.number - 1, place.ply, place.games] = actions
        return actions

    run_games(24, SEED, choose, nobody)
    for game, number, ply in blundered:
        ours.sound[number - 1, game] = max(ply + 1, ours.sound[number - 1, game])
    kept = records(ours, SEED, 1.0).draft
    assert blundered
    assert all(game % 2 for game, _, _ in blundered)
    there = list(zip(kept.games.tolist(), kept.numbers.tolist(), strict=True))
    plies = (ours.actions != 255).sum(axis=1)
    for game in range(24):
        for number in range(1, 6):
            last = max((ply for g, n, ply in blundered if (g, n) == (game, number)), default=-1)
            assert there.count((game, number)) == plies[number - 1, game] - (last + 1)
    # The task that plays marks them in the same way.
    whole = (moves.actions != 255).sum(axis=1).astype(int) - moves.sound
    counts = np.zeros_like(whole)
    np.add.at(counts, (found.draft.numbers - 1, found.draft.games), 1)
    assert (counts == whole).all()
    assert moves.sound[:, 1::2].any()
    assert not moves.sound[:, ::2].any()


def test_a_position_between_rounds_is_the_same_for_either_seating(moves: Moves) -> None:
    seen: list[Batch] = []

    def ended(batch: Batch, games: Array, number: int) -> None:
        seen.append(batch)

    replay(moves, SEED, nothing, ended)
    one = END.start("other_wall")
    bag = END.start("bag")
    slots = (END.slots - COLORS) // 2
    for batch in seen:
        features, base = end_features(batch)
        reseated = replace(batch, front=batch.front ^ 1, turn=batch.turn ^ 1)
        assert all((here == there).all() for here, there in zip(end_features(reseated), (features, base), strict=True))
        # Seen by the other player: what was own is the other's.
        theirs, against = end_features(replace(batch, sides=(batch.sides[1], batch.sides[0])))
        assert (against == -base).all()
        assert (theirs[:, :slots] == features[:, slots : 2 * slots] - one).all()
        assert (theirs[:, slots : 2 * slots] == features[:, :slots] + one).all()
        assert (theirs[:, 2 * slots :] == features[:, 2 * slots :]).all()
        assert features[:, 2 * slots :].min() >= bag


def test_a_fitted_position_between_rounds_is_the_one_that_a_search_asks_for(moves: Moves, found: Records) -> None:
    random = np.random.default_rng(3)
    parameters = initial(END, 3, random)
    parameters.linear[:] = random.standard_normal(parameters.linear.shape) / 4
    parameters.bias[:] = 10 * np.arange(ROUND_KINDS)
    network = Network(END, rounded(parameters))
    asked: dict[tuple[int, int], float] = {}

    def look(batch: Batch, place: Place) -> None:
        after = played(moves, batch, place)
        bare = after.take(np.flatnonzero((tiles_left(after) == 0) & ~finish_round(after).over))
        games = place.games[(tiles_left(after) == 0) & ~finish_round(after).over]
        if len(games):
            values = end_values(bare, network) * np.where(bare.front == 0, 1, -1)
            asked.update(zip(((game, place.number) for game in games.tolist()), values.tolist(), strict=True))

    replay(moves, SEED, look, nobody)
    kept = found.end
    values = network.values(kept.features, kept.base, kept.rounds.astype(INDEX)) * kept.sign
    names = zip(kept.games.tolist(), kept.numbers.tolist(), strict=True)
    assert dict(zip(names, values.tolist(), strict=True)) == asked


def test_gradients_are_those_of_finite_differences() -> None:
    random = np.random.default_rng(5)
    count = 40
    features = random.integers(0, END.size, size=(count, 6)).astype(np.int16)
    kept = Kept(
        features,
        random.standard_normal(count).astype(np.float32),
        random.integers(0, ROUND_KINDS, size=count).astype(np.int8),
        *(np.zeros(count, dtype=np.int8) for _ in range(4)),
    )
    targets = random.standard_normal(count) * 5
    parameters = Parameters(*(part.astype(np.float64) for part in initial(END, 3, random)))
    parameters.output[:] += random.standard_normal(parameters.output.shape)
    parameters.linear[:] = random.standard_normal(parameters.linear.shape) / 10
    rounds = kept.rounds.astype(INDEX)

    def loss() -> float:
        return float(((predict(parameters, kept) - targets) ** 2).sum() / 2 / count)

    forward = _forward(parameters, features, kept.base, rounds)
    gradients = Fit(parameters)._gradients(forward, rounds, (forward.values - targets) / count)
    step = 1e-5
    for name, gradient in gradients._asdict().items():
        flat = getattr(parameters, name).reshape(-1)
        steepest = np.argsort(-np.abs(gradient.reshape(-1)))[:6]
        for place in [*steepest.tolist(), *random.integers(0, flat.size, size=3).tolist()]:
            before = flat[place]
            flat[place] = before + step
            above = loss()
            flat[place] = before - step
            below = loss()
            flat[place] = before
            assert gradient.reshape(-1)[place] == pytest.approx((above - below) / (2 * step), rel=1e-3, abs=1e-6), name


def test_a_fit_finds_a_network_that_made_its_targets(found: Records) -> None:
    random = np.random.default_rng(6)
    truth = initial(DRAFT, 2, random)
    truth.linear[:] = random.standard_normal(DRAFT.size)
    targets = predict(truth, found.draft)
    fit = Fit(initial(DRAFT, 4, random))
    first = float(np.mean((fit.values(found.draft) - targets) ** 2))
    fit.run(found.draft, targets, Schedule(30, 0.05, batch=128), random)
    assert float(np.mean((fit.values(found.draft) - targets) ** 2)) < first / 20


def test_hand_made_values_play_better_than_chance_and_both_seats_count_for_the_first() -> None:
    good, bad = settings(noise=[0.0], blunder=0.0), settings(noise=[1000.0], blunder=0.0)
    final = duel({"seed": SEED, "games": 20, "engine": engine(), "policies": [good, bad]})
    assert np.mean(np.array(final[::2]) > 0) > 0.8
    assert np.mean(np.array(final[1::2]) > 0) > 0.8
    again = duel({"seed": SEED, "games": 20, "engine": engine(), "policies": [good, good]})
    # The same player on both sides of the same bags: what one seat wins, the other loses.
    assert [one + other for one, other in zip(again[::2], again[1::2], strict=True)] == [0.0] * 10


def test_two_plies_play_better_than_one() -> None:
    one, two = (settings(noise=[0.0], blunder=0.0, width=width) for width in (0, 8))
    final = duel({"seed": SEED, "games": 60, "engine": engine(), "policies": [two, one]})
    assert np.mean(final) > 2


def test_another_engine_does_not_play() -> None:
    with pytest.raises(LabError, match="another version of the engine"):
        play({"seed": SEED, "games": 2, "engine": "other", "policy": settings()})


def test_what_too_few_positions_tell_is_taken_from_the_next() -> None:
    counts = np.zeros((ROUND_KINDS, MOST_TILES + 1))
    deviations = np.full_like(counts, 99.0)
    counts[1, [1, 5, 20]] = ENOUGH
    deviations[1, [1, 5, 20]] = 4.0, 8.0, 20.0
    counts[3, 7] = ENOUGH
    deviations[3, 7] = 3.0
    counts[4, 0] = ENOUGH - 1
    table = smoothed(deviations, counts)
    assert table[1, [0, 1, 3, 5, 20]].tolist() == [4.0, 4.0, 6.0, 8.0, 20.0]
    assert (table[0] == table[1]).all()
    assert (table[2] == table[1]).all()
    assert (table[3:] == 3.0).all()
    with pytest.raises(ValueError, match="No position"):
        smoothed(deviations, np.zeros_like(counts))


def test_spread_and_calibration_are_those_of_the_games(found: Records) -> None:
    pair = hand_made()
    table = spread(pair, found) / SPREAD_GRAIN
    # So few games: known by itself is only what all of them came by, the end of the first round.
    first = found.end.numbers == 1
    errors = (found.final[found.end.games] * found.end.sign - found.end.base)[first]
    assert table[0, 0] == pytest.approx(float(np.sqrt(np.mean(errors**2))), abs=0.01)
    kept = found.draft
    learnt = unpacked(packed(pair.draft, pair.end, spread(pair, found)))
    checked = calibration(learnt, found)
    won = np.where(outcomes(found, kept) > 0, 1.0, np.where(outcomes(found, kept) < 0, 0.0, 0.5))
    assert sum(row.positions for row in checked.bins) == len(won)
    assert sum(row.won * row.positions for row in checked.bins) == pytest.approx(won.sum())
    assert [row.predicted for row in checked.bins] == sorted(row.predicted for row in checked.bins)
    assert 0 < checked.brier < 0.25


def trained(folder: Path, name: str, *more: str) -> bytes:
    output = folder / f"{name}.npz"
    main(["azul-train", "--output", str(output), *TINY, "--results", str(folder / f"{name}.jsonl"), *more])
    return output.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    folder = tmp_path_factory.mktemp("train")
    report = [f"--{kind}={folder / 'report'}.{kind}" for kind in ("json", "markdown")]
    return folder, trained(folder, "whole", "--processes", "1", *report)


def test_training_makes_a_file_that_the_engine_reads_and_tells_how(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    learnt = unpacked(content)
    assert (learnt.draft.hidden, learnt.end.hidden) == (4, 4)
    data = json.loads((folder / "report.json").read_text("utf-8"))
    assert (data["bytes"], data["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert [(each["games"], each["plies"]) for each in data["generations"]] == [(15, 1), (10, 2)]
    assert [each["won"]["games"] for each in data["generations"]] == [2, 2]
    text = (folder / "report.markdown").read_text("utf-8")
    assert data["sha256"] in text
    assert f"Made by `{data['command']}`" in text
    assert "--two-plies-from 2" in data["command"]


@pytest.mark.parametrize("lines", [1, 4, 7])
def test_an_interrupted_training_comes_to_the_same_file(whole: tuple[Path, bytes], lines: int) -> None:
    folder, content = whole
    kept = (folder / "whole.jsonl").read_bytes().splitlines(keepends=True)
    (folder / f"cut{lines}.jsonl").write_bytes(b"".join(kept[:lines]) + kept[lines][:50])
    assert trained(folder, f"cut{lines}", "--processes", "1") == content
    # What was there is not done again.
    again = Ledger(folder / f"cut{lines}.jsonl").found
    assert again == Ledger(folder / "whole.jsonl").found
    assert (folder / f"cut{lines}.jsonl").read_bytes().count(b'"result"') == len(kept)


def test_two_processes_come_to_the_same_file(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    assert trained(folder, "two", "--processes", "2") == content


def test_training_goes_on_from_a_file(whole: tuple[Path, bytes]) -> None:
    folder, content = whole
    more = trained(folder, "more", "--processes", "1", "--generations", "1", "--start", str(folder / "whole.npz"))
    assert more != content
    before, after = (unpacked(each).draft.embedding for each in (content, more))
    # A few steps from where it stood, which another beginning is not.
    assert np.abs(after - before).mean() < np.abs(before).mean() / 2
    with pytest.raises(SystemExit, match="is no file of learnt values"):
        trained(folder, "bad", "--start", str(folder / "whole.jsonl"))
    with pytest.raises(SystemExit, match="cannot be read"):
        trained(folder, "bad", "--start", str(folder / "nothing.npz"))


def test_weights_travel_as_text() -> None:
    pair = hand_made()
    for name in Pair._fields:
        for here, there in zip(getattr(pair, name), getattr(pair_of(pair.text()), name), strict=True):
            assert here.dtype == there.dtype
            assert (here == there).all()


def test_without_scipy_training_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(SystemExit, match="needs scipy"):
        trained(tmp_path, "none")


def test_the_plan_is_what_the_command_line_says_or_the_default() -> None:
    parser = argparse.ArgumentParser()
    azul_train.add(parser.add_subparsers())
    plain = azul_train.plan_of(parser.parse_args(["azul-train", "--output", "x"]))
    assert plain == Plan()
    on = azul_train.plan_of(parser.parse_args("azul-train --output x --start y --games 9 --seed 3".split()))
    assert on == Plan(games=9, seed=3, two_plies_from=1)
