"""Pairs of ends of a round of Azul, what follows them, and fits to their differences."""

from __future__ import annotations

import numpy as np
import pytest

from py_engine.core.chance import Domain, seeded
from py_engine.games.azul.knowledge.features import END
from py_engine.games.azul.knowledge.learnt import FILE
from py_engine.games.azul.knowledge.network import Network, rounded
from py_engine.games.azul.rules.batch import Batch, concatenated
from py_engine.games.azul.rules.scoring import finish_round
from py_engine.games.azul.rules.tables import INDEX
from py_engine.lab.azul import playing_on
from py_engine.lab.azul.ends import pair_fitting, pairs
from py_engine.lab.azul.ends.pair_fitting import EndsPlan, difference_errors, fitted_ends
from py_engine.lab.azul.ends.pairs import Pairs, PairsTask, engine, followed, kept, play_pairs
from py_engine.lab.azul.fitting import Fit, Schedule, gap_slopes, initial, predict
from py_engine.lab.azul.playing_on import final_differences
from py_engine.lab.azul.policy import hand_made
from py_engine.lab.azul.selfplay import Place, kind_of, run_games
from py_engine.lab.azul.train_command import started
from py_engine.lab.core.errors import LabError


def task(*, games: int = 12, each: int = 2, to_end: bool = False, weights: str | None = None) -> PairsTask:
    return {
        "seed": [3, 1],
        "games": games,
        "engine": engine(),
        "weights": weights or hand_made().text(),
        "noise": [0.0, 2.0],
        "each": each,
        "to_end": to_end,
    }


@pytest.fixture(name="found", scope="module")
def _found() -> Pairs:
    return Pairs.of(play_pairs(task()))


def ends_of_round(number: int, count: int) -> Batch:
    """Ends of a round that the game goes on from."""
    found: list[Batch] = []
    policy = pairs._policy(task(), [1.0])
    random = np.random.default_rng(1)

    def choose(batch: Batch, place: Place) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
        if place.number == number and place.ply == 0:
            found.append(pairs._played(batch.take(place.games >= 0), number, policy, place.games * 0, random))
        return policy(batch, kind_of(place.number), place.games, random)[0]

    run_games(2 * count, [5], choose, None)
    ends = concatenated(found)
    return ends.take(np.flatnonzero(~finish_round(ends).over)[:count])


def test_pairs_are_two_ends_of_the_same_round_that_differ(found: Pairs) -> None:
    count = len(found.numbers)
    assert count > 20
    assert found.features.shape == (count, 2, END.slots)
    different = (found.features[:, 0] != found.features[:, 1]).any(axis=1) | (found.base[:, 0] != found.base[:, 1])
    assert (different | (found.sign[:, 0] != found.sign[:, 1])).all()
    assert set(found.numbers.tolist()) >= {1, 2, 3}
    # From one position, few moves before the end, most of both boards are the same for the players, whoever starts.
    same = found.sign[:, 0] == found.sign[:, 1]
    shared = (found.features[same, 0] == found.features[same, 1]).mean()
    assert shared > 0.6


def test_pairs_are_reproducible_and_refuse_another_engine(found: Pairs) -> None:
    again = Pairs.of(play_pairs(task()))
    assert all(np.array_equal(one, other) for one, other in zip(found, again, strict=True))
    with pytest.raises(LabError):
        play_pairs({**task(), "engine": "other"})


def test_games_of_a_pair_have_the_same_refills() -> None:
    ends = ends_of_round(2, 2)
    twice = ends.take(np.array([0, 0, 1, 1]))
    seen = followed(twice, 2, task(each=6), np.random.default_rng(2))
    for part in seen:
        assert np.array_equal(part[0::2], part[1::2])
        assert part[0].std() > 0


@pytest.mark.parametrize("number", [1, 3])
def test_games_played_to_their_ends_are_those_of_playing_on(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By one-ply play throughout: with replies, the two break ties between moves differently."""
    for module in (pairs, playing_on):
        monkeypatch.setattr(module, "CAREFUL_FROM", 99)
    ends, seed, games = ends_of_round(number, 4), [9, number], 5
    asked = task(each=games, to_end=True, weights=started(FILE).text())
    seen = followed(ends, number, asked, seeded(Domain.EVALUATION, *seed))
    each = [ends.take(np.array([lane])) for lane in range(ends.size)]
    assert np.array_equal(seen.later, final_differences(each, games, seed))


def test_games_stop_before_the_rounds_that_take_the_most_time() -> None:
    assert [pairs._last_round(number) for number in range(1, 8)] == [3, 4, 4, 5, 6, 7, 8]


def test_values_where_games_stop_are_those_of_their_positions() -> None:
    """Round 3 is played on for one round: what follows is what is there later."""
    ends = ends_of_round(3, 4)
    seen = followed(ends, 3, task(each=3), np.random.default_rng(3))
    assert np.array_equal(seen.following, seen.later)
    longer = followed(ends, 3, task(each=3, to_end=True), np.random.default_rng(3))
    assert np.array_equal(longer.following, seen.following)
    assert not np.array_equal(longer.later, seen.later)


def test_gap_slopes_are_half_the_gradient_of_squared_gaps() -> None:
    random = np.random.default_rng(4)
    error, sign = random.standard_normal(8), random.choice([-1.0, 1.0], 8)

    def loss(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        gaps = [values[2 * k] * sign[2 * k] - values[2 * k + 1] * sign[2 * k + 1] for k in range(4)]
        return sum(gap * gap for gap in gaps) / 2

    slopes = gap_slopes(error, sign)
    for place in range(8):
        step = np.zeros(8)
        step[place] = 1e-4
        assert slopes[place] == pytest.approx((loss(error + step) - loss(error - step)) / 2e-4, abs=1e-8)


def test_a_fit_to_differences_ignores_what_a_pair_shares(found: Pairs) -> None:
    """Noise that both ends of a pair share spoils a fit to values, and less so one to differences."""
    random = np.random.default_rng(5)
    ends = kept(found)
    truth = initial(END, 2, random)
    truth.linear[:] = random.standard_normal(END.size)
    shared = 40 * random.standard_normal(len(found.numbers)).repeat(2) * ends.sign
    targets = predict(truth, ends) + shared

    def error(difference: float | None) -> float:
        fit = Fit(initial(END, 2, np.random.default_rng(6)))
        fit.run(ends, targets, Schedule(60, 0.03, batch=16), np.random.default_rng(7), difference=difference)
        off = (fit.values(ends) - predict(truth, ends)) * ends.sign
        return float(np.std(off[0::2] - off[1::2]))

    assert error(30.0) < 0.8 * error(None)


def test_difference_errors_are_beyond_the_noise(found: Pairs) -> None:
    before = hand_made().end
    parameters = initial(END, 3, np.random.default_rng(8))
    parameters.linear[:] = 3 * np.random.default_rng(9).standard_normal(END.size)
    after = rounded(parameters)
    values = Network(END, after).values(*kept(found)[:2], kept(found).rounds.astype(INDEX))
    exact = found._replace(later=(values * kept(found).sign).reshape(-1, 2), variance=np.zeros_like(found.variance))
    rows = difference_errors(exact, before, after)
    assert [row.round_number for row in rows][-1] == 0
    assert rows[-1].pairs == len(found.numbers) == sum(row.pairs for row in rows[:-1])
    assert all(row.after == 0 < row.before for row in rows)
    truth = exact.later[:, 0] - exact.later[:, 1]
    gaps = found.base * found.sign
    assert rows[-1].before == pytest.approx(float(np.sqrt(np.mean((gaps[:, 0] - gaps[:, 1] - truth) ** 2))))
    assert rows[-1].change == pytest.approx(-(rows[-1].before ** 2))
    noisy = difference_errors(exact._replace(variance=exact.variance + 4), before, after)
    assert noisy[-1].before ** 2 == pytest.approx(rows[-1].before ** 2 - 4)
    assert noisy[-1].after == 0


def test_pairs_of_a_game_do_not_count_as_independent(found: Pairs) -> None:
    random = np.random.default_rng(10)
    values = random.standard_normal(60)
    one_each = pair_fitting._clustered_error(values, np.arange(60))
    assert one_each == pytest.approx(float(values.std(ddof=1)) / np.sqrt(60))
    # Four copies of each value are no more than one.
    assert pair_fitting._clustered_error(values.repeat(4), np.arange(60).repeat(4)) == pytest.approx(one_each)
    for number in set(found.numbers.tolist()):
        here = found.games[found.numbers == number]
        assert len(set(here.tolist())) == len(here), "a game has one pair in a round"
    assert len(set(found.games.tolist())) < len(found.games)


def test_fitted_ends_bring_differences_nearer(found: Pairs) -> None:
    start = hand_made().end
    end, error = fitted_ends(EndsPlan(schedule=Schedule(40, 0.02, batch=32)), found, start)
    assert error > 0
    noiseless = found._replace(variance=np.zeros_like(found.variance))
    last = difference_errors(noiseless, start, end)[-1]
    assert last.after < 0.8 * last.before
