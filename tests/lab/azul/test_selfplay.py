"""Games that Azul's values are learnt from: how they go, and what they leave to learn."""

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
from py_engine.games.azul.rules.tables import COLORS, INDEX
from py_engine.lab.azul.fitting import initial
from py_engine.lab.azul.policy import Policy
from py_engine.lab.azul.positions import Records, outcomes, records, values_dealt, values_reached
from py_engine.lab.azul.selfplay import Moves, Place, duel, engine, play, replay, run_games
from py_engine.lab.core.errors import LabError
from tests.games.azul import selfplay_games
from tests.games.azul.selfplay_games import SEED, nobody, nothing, played, settings


@pytest.fixture(name="moves")
def _moves() -> Moves:
    return selfplay_games.moves()


@pytest.fixture(name="found")
def _found() -> Records:
    return selfplay_games.found()


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
