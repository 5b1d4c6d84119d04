"""Tables as text and as Markdown."""

from __future__ import annotations

from py_engine.lab.core.writing import markdown_report, titled, titled_markdown

TABLES = [("Games", [["player", "won"], ["greedy", "7"]]), ("Times", [["player", "ms"], ["search", "250"]])]


def test_titled_tables_are_aligned_below_their_titles() -> None:
    assert titled(TABLES) == "Games\nplayer  won\ngreedy    7\n\nTimes\nplayer   ms\nsearch  250"


def test_a_report_ends_with_the_command_that_made_it() -> None:
    assert markdown_report(["# Title", *titled_markdown(TABLES[:1])], "make it") == (
        "# Title\n\nGames:\n\n| player | won |\n|---|---:|\n| greedy | 7 |\n\nMade by `make it`.\n"
    )
