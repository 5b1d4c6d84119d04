"""Self-play games of Azul, and the training data from them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from py_engine.core.numerics import Array
from py_engine.games.azul.knowledge.afterstates import end_values
from py_engine.games.azul.knowledge.features import END, ROUND_KINDS, end_features
from py_engine.games.azul.knowledge.network import Network, rounded
from py_engine.games.azul.rules.batch import Batch, legal_mask, tiles_left
from py_engine.games.azul.rules.scoring import finish_round
from py_engine.games.azul.rules.tables import COLORS, INDEX, ROWS
from py_engine.lab.azul.fitting import initial
from py_engine.lab.azul.policy import Policy
from py_engine.lab.azul.positions import Records, outcomes, records, values_dealt, values_reached
from py_engine.lab.azul.selfplay import Moves, Place, duel, engine, play, replay, run_games
from py_engine.lab.core.errors import LabError
from tests.games.azul import selfplay_games
from tests.games.azul.selfplay_games import SEED, ignore_ends, ignore_plies, played, settings


@pytest.fixture(name="moves")
def _moves() -> Moves:
    return selfplay_games.moves()


@pytest.fixture(name="found")
def _found() -> Records:
    return selfplay_games.found()


def test_selfplay_moves_are_legal_and_replay_to_the_same_games(moves: Moves) -> None:
    counted = np.zeros(moves.actions.shape[2], dtype=INDEX)

    def look(batch: Batch, place: Place) -> None:
        actions = moves.actions[place.number - 1, place.ply, place.games]
        assert legal_mask(batch)[np.arange(batch.size), actions].all()
        counted[place.games] += 1

    replay(moves, SEED, look, ignore_ends)
    assert (counted == (moves.actions != 255).sum(axis=(0, 1))).all()
    assert counted.min() > 30


def test_final_differences_are_in_player_0s_view(moves: Moves, found: Records) -> None:
    scores: dict[int, float] = {}

    def look(batch: Batch, place: Place) -> None:
        """Scores the boards by player."""
        after = played(moves, batch, place)
        end = finish_round(after)
        for lane in np.flatnonzero(end.over & (tiles_left(after) == 0)):
            mine, theirs = (int(part[lane]) for part in end.scores)
            players = {int(after.front[lane]): mine, 1 - int(after.front[lane]): theirs}
            scores[int(place.games[lane])] = players[0] - players[1]

    replay(moves, SEED, look, ignore_ends)
    assert scores == {game: final for game, final in enumerate(found.final.tolist()) if not np.isnan(final)}
    assert min(scores.values()) < 0 < max(scores.values())


def test_outcomes_are_in_the_view_of_the_side_in_front(moves: Moves, found: Records) -> None:
    kept = found.end
    assert set(kept.sign.tolist()) == {-1.0, 1.0}
    assert (outcomes(found, kept) == found.final[kept.games] * np.where(kept.sign > 0, 1, -1)).all()
    between: dict[tuple[int, int], int] = {}

    def ended(batch: Batch, games: Array, number: int) -> None:
        for lane, game in enumerate(games.tolist()):
            scores = [int(side.score[lane]) for side in batch.sides]
            between[game, number] = (scores[0] - scores[1]) * (1 if batch.front[lane] == 0 else -1)

    replay(moves, SEED, ignore_plies, ended)
    for_player_0 = (kept.base * kept.sign).astype(int).tolist()
    assert dict(zip(zip(kept.games.tolist(), kept.numbers.tolist(), strict=True), for_player_0, strict=True)) == between


def test_values_reached_are_those_at_the_end_of_the_round(found: Records) -> None:
    # Made-up values that identify their positions, in player 0's view.
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


def test_values_dealt_are_those_of_the_next_rounds_first_position(found: Records) -> None:
    otherwise = np.full(len(found.end.games), 1000.0, dtype=np.float32)
    dealt = values_dealt(found, lambda kept: (100 * kept.games + kept.numbers) * kept.sign, otherwise)
    numbers = (dealt * found.end.sign).astype(int)
    unfinished = dealt != 1000
    assert unfinished.any()
    assert (numbers[unfinished] == 100 * found.end.games[unfinished] + found.end.numbers[unfinished] + 1).all()


def test_records_drop_positions_after_a_blunder_in_their_round(moves: Moves, found: Records) -> None:
    blundered: list[tuple[int, int, int]] = []
    policy = Policy(settings())
    seeds = np.random.default_rng(1)
    ours = Moves(np.full_like(moves.actions, 255), np.zeros_like(moves.sound))

    def choose(batch: Batch, place: Place) -> Array:
        actions, blunders = policy(batch, min(place.number, 6) - 1, place.games, seeds)
        blundered.extend((game, place.number, place.ply) for game in place.games[blunders].tolist())
        ours.actions[place.number - 1, place.ply, place.games] = actions
        return actions

    run_games(24, SEED, choose, ignore_ends)
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
    # The job that plays marks them in the same way.
    whole = (moves.actions != 255).sum(axis=1).astype(int) - moves.sound
    counts = np.zeros_like(whole)
    np.add.at(counts, (found.draft.numbers - 1, found.draft.games), 1)
    assert (counts == whole).all()
    assert moves.sound[:, 1::2].any()
    assert not moves.sound[:, ::2].any()


def test_end_features_do_not_depend_on_the_seats(moves: Moves) -> None:
    seen: list[Batch] = []

    def ended(batch: Batch, games: Array, number: int) -> None:
        seen.append(batch)

    replay(moves, SEED, ignore_plies, ended)
    one, bag, slots = END.start("other_wall"), END.start("bag"), 5 * ROWS
    apart = END.start("other_started_column") - END.start("own_started_column")
    own, other = 2 * slots + COLORS + np.arange(3 * ROWS), 2 * slots + COLORS + 3 * ROWS + np.arange(3 * ROWS)
    for batch in seen:
        features, base = end_features(batch)
        reseated = replace(batch, front=batch.front ^ 1, turn=batch.turn ^ 1)
        assert all((here == there).all() for here, there in zip(end_features(reseated), (features, base), strict=True))
        # In the other player's view, own and other are swapped.
        theirs, against = end_features(replace(batch, sides=(batch.sides[1], batch.sides[0])))
        assert (against == -base).all()
        assert (theirs[:, :slots] == features[:, slots : 2 * slots] - one).all()
        assert (theirs[:, slots : 2 * slots] == features[:, :slots] + one).all()
        assert (theirs[:, 2 * slots : own[0]] == features[:, 2 * slots : own[0]]).all()
        assert features[:, 2 * slots :].min() >= bag
        assert (theirs[:, own] == features[:, other] - apart).all()
        assert (theirs[:, other] == features[:, own] + apart).all()


def test_training_positions_between_rounds_equal_those_of_the_search(moves: Moves, found: Records) -> None:
    random = np.random.default_rng(3)
    parameters = initial(END, 3, random)
    parameters.linear[:] = random.standard_normal(parameters.linear.shape) / 4
    parameters.bias[:] = 10 * np.arange(ROUND_KINDS)
    network = Network(END, rounded(parameters))
    searched: dict[tuple[int, int], float] = {}

    def look(batch: Batch, place: Place) -> None:
        after = played(moves, batch, place)
        bare = after.take(np.flatnonzero((tiles_left(after) == 0) & ~finish_round(after).over))
        games = place.games[(tiles_left(after) == 0) & ~finish_round(after).over]
        if len(games):
            values = end_values(bare, network) * np.where(bare.front == 0, 1, -1)
            searched.update(zip(((game, place.number) for game in games.tolist()), values.tolist(), strict=True))

    replay(moves, SEED, look, ignore_ends)
    kept = found.end
    values = network.values(kept.features, kept.base, kept.rounds.astype(INDEX)) * kept.sign
    names = zip(kept.games.tolist(), kept.numbers.tolist(), strict=True)
    assert dict(zip(names, values.tolist(), strict=True)) == searched


def test_duels_give_the_first_policys_view_from_both_seats() -> None:
    good, bad = settings(noise=[0.0], blunder=0.0), settings(noise=[1000.0], blunder=0.0)
    final = duel({"seed": SEED, "games": 20, "engine": engine(), "policies": [good, bad]})
    assert np.mean(np.array(final[::2]) > 0) > 0.8
    assert np.mean(np.array(final[1::2]) > 0) > 0.8
    again = duel({"seed": SEED, "games": 20, "engine": engine(), "policies": [good, good]})
    # The same player on both seats with the same bags: what one seat wins, the other loses.
    assert [one + other for one, other in zip(again[::2], again[1::2], strict=True)] == [0.0] * 10


def test_two_plies_beat_one() -> None:
    one, two = (settings(noise=[0.0], blunder=0.0, width=width) for width in (0, 8))
    final = duel({"seed": SEED, "games": 60, "engine": engine(), "policies": [two, one]})
    assert np.mean(final) > 2


def test_selfplay_refuses_another_engine_version() -> None:
    with pytest.raises(LabError, match="another version of the engine"):
        play({"seed": SEED, "games": 2, "engine": "other", "policy": settings()})
