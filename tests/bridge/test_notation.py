"""Games as text: what is written is read back as the same states and moves, in every game that is played."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from build_tools.paths import ROOT
from tests.bridge.asking import ask
from tests.parity.played import play

GAMES: dict[str, tuple[dict[str, Any], ...]] = {
    "yatzy_v1": ({}, {"players": 1, "real_dice": True}, {"four_of_a_kind_is_two_pairs": True}),
    "entropy_v1": ({"size": 5}, {"size": 5, "next_token_known": True}, {}),
    "azul_v1_2p": ({}, {"first_player": 1}),
    "hearts_v1": ({"points_to_end": 20}, {"jack_of_diamonds": True, "points_to_end": 20}),
}
CASES = [(ruleset, options) for ruleset, choices in GAMES.items() for options in choices]
every_game = pytest.mark.parametrize(("ruleset", "options"), CASES, ids=str)


def written(ruleset: str, states: list[Any], actions: list[Any]) -> str:
    return str(ask("query", ruleset, "write_game", {"states": states, "actions": actions})["text"])


def read(ruleset: str, text: str) -> Any:
    return ask("query", ruleset, "read_game", {"text": text})


def without_seed(text: str) -> str:
    return re.sub(r"^Seed: .*\n", "", text, flags=re.MULTILINE)


EXAMPLES = re.findall(
    r"^```\n(Hindsight .*?)^```$", (ROOT / "docs" / "notation.md").read_text(), re.DOTALL | re.MULTILINE
)


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.split()[1])
def test_every_example_of_the_page_can_be_read(text: str) -> None:
    (ruleset,) = (name for name in GAMES if name.startswith(text.split()[1].lower()))
    found = read(ruleset, text)
    assert (found["faults"], len(found["actions"]) > 0) == ([], True)


def bare(state: Any, *names: str) -> Any:
    return {key: value for key, value in state.items() if key not in names}


@every_game
@given(seed=st.integers(0, 10**6), moves=st.one_of(st.none(), st.integers(0, 90)))
@settings(max_examples=2)
def test_a_written_game_is_read_back_as_the_same_states(
    ruleset: str, options: dict[str, Any], seed: int, moves: int | None
) -> None:
    states, actions = play(ruleset, seed, options, most=moves)
    text = written(ruleset, states, actions)
    found = read(ruleset, text)
    assert (found["faults"], found["actions"], found["from_start"]) == ([], actions, True)
    assert found["states"] == states
    assert written(ruleset, found["states"], found["actions"]) == text


@every_game
@given(seed=st.integers(1, 10**6))
@settings(max_examples=2)
def test_a_text_without_a_seed_holds_all_that_chance_gave(ruleset: str, options: dict[str, Any], seed: int) -> None:
    states, actions = play(ruleset, seed, options)
    text = without_seed(written(ruleset, states, actions))
    found = read(ruleset, text)
    assert (found["faults"], found["actions"]) == ([], actions)
    assert without_seed(written(ruleset, found["states"], found["actions"])) == text
    for one, other in zip(found["states"], states, strict=True):
        assert bare(one, "seed") == bare(other, "seed")


@every_game
@given(seed=st.integers(0, 10**6), first=st.integers(1, 40))
@settings(max_examples=2)
def test_a_game_from_a_position_is_read_back(ruleset: str, options: dict[str, Any], seed: int, first: int) -> None:
    states, actions = play(ruleset, seed, options, most=60)
    first = min(first, len(actions))
    found = read(ruleset, written(ruleset, states[first:], actions[first:]))
    assert (found["faults"], found["actions"], found["from_start"]) == ([], actions[first:], False)
    assert bare(found["states"][0], "last_events") == bare(states[first], "last_events")
    assert found["states"][1:] == states[first + 1 :]


@given(seed=st.integers(0, 10**6), seat=st.integers(0, 3), moves=st.integers(8, 120))
@settings(max_examples=4)
def test_hearts_as_one_player_saw_it_is_read_back(seed: int, seat: int, moves: int) -> None:
    states, actions = play("hearts_v1", seed, {"points_to_end": 20}, most=moves)
    # What the others pass is not seen.
    seen = [i for i, state in enumerate(states) if state["phase"] != "pass" or state["active_player_id"] == seat]
    views = [ask("observe", states[i], seat) for i in seen]
    plays = [actions[i] for i in seen[:-1]]
    text = written("hearts_v1", views, plays)
    assert len(re.findall(r"holds", text)) == text.count("Hand ")
    found = read("hearts_v1", text)
    assert (found["faults"], found["actions"]) == ([], plays)
    assert [bare(state, "last_events") for state in found["states"]] == [bare(view, "last_events") for view in views]


@pytest.mark.parametrize("seat", range(4))
def test_hearts_as_one_player_saw_it_does_not_tell_what_the_others_pass(seat: int) -> None:
    states, actions = play("hearts_v1", 5, {"points_to_end": 20}, most=70)
    views = [ask("observe", state, seat) for state in states]
    text = written("hearts_v1", views, actions)
    assert set(re.findall(r"P(\d) (?:holds|passes|receives)", text)) == {str(seat + 1)}
    found = read("hearts_v1", text)
    others = [i for i, state in enumerate(states[:-1]) if "pass" in actions[i] and state["active_player_id"] != seat]
    assert found["faults"] == []
    assert found["actions"] == [action for i, action in enumerate(actions) if i not in others]


@every_game
@given(seed=st.integers(1, 10**6), data=st.data())
@settings(max_examples=2)
def test_a_damaged_line_is_named(ruleset: str, options: dict[str, Any], seed: int, data: st.DataObject) -> None:
    states, actions = play(ruleset, seed, options, most=30)
    lines = written(ruleset, states, actions).splitlines()
    moves = [at for at, line in enumerate(lines) if line and at > lines.index("")]
    at = data.draw(st.sampled_from(moves))
    lines[at] += " ?!"
    found = read(ruleset, "\n".join(lines))
    assert [fault["line"] for fault in found["faults"]] == [at + 1]
    assert found["states"] == states[: len(found["states"])]


@given(text=st.text(max_size=300))
@settings(max_examples=40)
def test_any_text_is_read_or_its_faults_are_named(text: str) -> None:
    for ruleset, game in (
        ("yatzy_v1", "Yatzy"),
        ("hearts_v1", "Hearts"),
        ("azul_v1_2p", "Azul"),
        ("entropy_v1", "Entropy"),
    ):
        found = read(ruleset, f"Hindsight {game}\n{text}")
        assert found["states"] or found["faults"]
        for fault in found["faults"]:
            assert re.fullmatch(r"[^\n]+[.?!]", fault["problem"])
