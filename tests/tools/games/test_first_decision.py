"""The start page's decision is what the engine says of it."""

from __future__ import annotations

from build_tools.games import first_decision


def test_the_file_of_the_page_is_what_the_engine_answers() -> None:
    assert first_decision.TARGET.read_text(encoding="utf-8") == first_decision.generated(), "run `make types`"
