"""Tests of the soak test's report: memory over time, and reasons for failure."""

from __future__ import annotations

from build_tools.trials.soak import MAX_BYTES, SWAP_SECONDS, Sample, Soak, longest_over, table


def sample(seconds: float, megabytes: float, screen: str = "azul", workers: int = 0) -> Sample:
    return Sample(seconds, screen, int(megabytes * 1e6), workers)


def test_longest_over_counts_consecutive_time() -> None:
    samples = [sample(0, 150), sample(3, 210), sample(6, 220), sample(9, 190), sample(12, 201), sample(20, 202)]
    assert longest_over(samples) == 8
    assert longest_over(samples[:4]) == 3
    assert longest_over([]) == 0


def test_table_has_a_row_for_each_minute_and_screen() -> None:
    soak = Soak([sample(1, 80), sample(40, 120), sample(50, 90, "hearts"), sample(70, 210, "hearts", 1)])
    soak.games, soak.moves = {"azul": 1}, {"azul": 12, "hearts": 3}
    rows = table(soak).splitlines()
    assert [row.split() for row in rows[1:4]] == [
        ["0", "azul", "80", "MB", "120", "MB", "0"],
        ["0", "hearts", "90", "MB", "90", "MB", "0"],
        ["1", "hearts", "210", "MB", "210", "MB", "1"],
    ]
    assert rows[-3:] == [
        "moves: azul 12, hearts 3",
        "most memory: 210 MB",
        f"longest over {MAX_BYTES / 1e6:.0f} MB: 0 s",
    ]


def test_problems_are_memory_stuck_games_and_page_errors() -> None:
    over = [sample(0, 210), sample(SWAP_SECONDS + 1, 210)]
    assert Soak(over[:1]).problems() == []
    assert Soak(over).problems() == [f"The worker used more than 200 MB for {SWAP_SECONDS + 1:.0f} seconds."]
    assert Soak(stuck=["azul after 5 s: nothing could be done"], errors=["error: boom"]).problems() == [
        "Stuck: azul after 5 s: nothing could be done.",
        "On the page: error: boom",
    ]
