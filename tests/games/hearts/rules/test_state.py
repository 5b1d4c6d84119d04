"""Hearts' JSON state: derived fields are filled in, and contradictions are refused with the path of the fault."""

from __future__ import annotations

import copy
import functools
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from py_engine.games.hearts.rules.state import HeartsAction, HeartsState
from tests.bridge import strategies
from tests.bridge.asking import ask, check_error, raw, refused
from tests.games.hearts import oracle
from tests.games.hearts.oracle import DECK, OPTIONS, RULESET, State

DERIVED = ("phase", "points", "hearts_broken", "leader", "game_over", "returns", "warnings")


@functools.cache
def game(seed: int, options: int) -> tuple[State, ...]:
    """The positions of the first hand."""
    return tuple(before for before, _, _ in oracle.play(seed, OPTIONS[options], 56))


def some_state(seed: int, ply: int, options: int = 0) -> State:
    return copy.deepcopy(game(seed, options)[ply])


def completed(state: State) -> State:
    """The completed state, read back through a view of nobody's cards."""
    found: State = json.loads(raw("observe", state, state["active_player_id"]))
    assert "error" not in found, found
    return found


def shown(state: State, player: int) -> State:
    seen: State = ask("observe", state, player)
    return seen


states = st.builds(some_state, st.integers(0, 3), st.integers(0, 55), st.integers(0, 4))


@given(states, st.integers(0, 3))
@settings(max_examples=50)
def test_derived_fields_may_be_left_out(state: State, player: int) -> None:
    for whole in (state, shown(state, player)):
        bare = {key: value for key, value in whole.items() if key not in DERIVED}
        bare["trick_history"] = [{"leader": row["leader"], "cards": row["cards"]} for row in whole["trick_history"]]
        if state["phase"] == "play" and not state["trick"] and not state["trick_history"]:
            bare["leader"] = state["leader"]  # else the cards might have yet to be passed
        assert completed(bare) == completed(whole)
        legal = ask("list_legal_actions", state, state["active_player_id"])
        if whole is state or player == state["active_player_id"]:
            assert ask("list_legal_actions", bare, bare["active_player_id"]) == legal


@given(states)
@settings(max_examples=20)
def test_completion_sorts_cards_and_ignores_given_returns_and_warnings(state: State) -> None:
    rng, mixed = random.Random(1), copy.deepcopy(state)
    for name in ("hands", "passed", "received"):
        for held in mixed[name]:
            rng.shuffle(held)
    mixed |= {"returns": [1.0] * 4, "warnings": [{"code": "X", "text": "Y."}]}
    assert completed(mixed) == completed(state)
    assert HeartsState.model_validate(state).model_dump() == state


def test_a_new_game_has_the_documented_fields() -> None:
    state = ask("new_game", RULESET, 5, {})
    assert list(state) == [
        *("state_version", "ruleset_id", "active_player_id", "seed", "chance_counter", "game_over", "returns"),
        *("last_events", "warnings", "options", "phase", "pass_direction", "hands", "passed", "received", "leader"),
        *("trick", "trick_history", "hearts_broken", "points", "scores"),
    ]
    assert list(state["options"].values()) == [True, False, False, False, 100]
    assert (state["phase"], state["pass_direction"], state["leader"]) == ("pass", "left", None)
    assert (state["active_player_id"], state["chance_counter"]) == (0, 1)
    assert state["last_events"] == [{"type": "deal", "pass_direction": "left", "hand": 1}]
    assert [len(hand) for hand in state["hands"]] == [13] * 4
    assert sorted((card for hand in state["hands"] for card in hand), key=DECK.index) == DECK
    for options in ({"points_to_end": 0}, {"points_to_end": 1001}, {"jack_of_diamonds": 1}, {"queen": True}):
        refused("INVALID_PARAMS", "new_game", RULESET, 3, options)


def test_an_edited_position_may_leave_out_the_passes() -> None:
    state = some_state(1, 20)
    bare = state | {"passed": [[]] * 4, "received": [[]] * 4}
    left_out = {key: value for key, value in state.items() if key not in ("passed", "received", "seed")}
    assert shown(bare, 0) == shown(left_out, 0)
    seen = shown(state, 1)
    del seen["passed"], seen["received"], seen["seed"]
    assert completed(seen)["received"] == [0, 0, 0, 0] or completed(seen)["received"][1] == []
    assert completed(seen)["seed"] is None


def test_a_view_of_nobody_has_no_legal_actions() -> None:
    nobody = shown(shown(some_state(1, 20), 0), 1)
    assert all(isinstance(held, int) for held in nobody["hands"])
    refused("INVALID_STATE", "list_legal_actions", nobody, nobody["active_player_id"])
    assert (
        "nobody's cards" in refused("INVALID_STATE", "list_legal_actions", nobody, nobody["active_player_id"])["error"]
    )


Change = Callable[[State], None]


def put(path: str, value: Any) -> Change:
    """A change that sets the value at a path."""

    def change(state: State) -> None:
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        here: Any = state
        for part in parents:
            here = here[part]
        here[last] = value

    return change


def both(*changes: Change) -> Change:
    def change(state: State) -> None:
        for each in changes:
            each(state)

    return change


# Plies of hand 1 of seed 0: at the start, after one pass, with two cards of the fourth trick on the table, near the end.
FRESH, PASSED, MIDDLE, LATE = 0, 1, 18, 53


def faults(ply: int, change: Change, player: int | None = None) -> tuple[str, str]:
    """The path and the problem reported for a changed state."""
    state = some_state(0, ply)
    if player is not None:
        state = shown(state, player)
    change(state)
    refusal = refused("INVALID_STATE", "describe_state", state)
    return refusal["context"]["path"], refusal["context"]["errors"][0]["problem"]


@pytest.mark.parametrize("player", [4, 5, -1])
def test_there_are_four_seats(player: int) -> None:
    waiting = ask("new_game", RULESET, 3, {})
    for seat in range(3):
        waiting = ask("apply_action", waiting, {"pass": waiting["hands"][seat][:3]})
    waiting["passed"][3] = ["2C", "4C", "6D"]
    over = list(oracle.play(0, {"points_to_end": 1}))[-1][2]
    assert over["game_over"]
    for state in (waiting, over):
        refusal = refused("INVALID_STATE", "describe_state", state | {"active_player_id": player})
        assert refusal["context"]["path"] == "active_player_id"


def own(ply: int, path: str) -> Any:
    here: Any = some_state(0, ply)
    for part in path.split("."):
        here = here[int(part) if part.isdigit() else part]
    return here


WRONG: list[tuple[int, Change, str, str]] = [
    (FRESH, put("hands", []), "hands", "has too few entries"),
    (FRESH, put("hands.1.0", "1C"), "hands.1.0", "is not one of the values allowed"),
    (FRESH, put("hands.1", ["2C"]), "hands.1", "should be 13 cards, and not 1"),
    (FRESH, put("hands.1", 13), "hands", "should list the cards of one player or of all four"),
    (FRESH, put("phase", "play"), "active_player_id", "should be the player who held 2C, which player 0 did not"),
    (FRESH, put("phase", "done"), "phase", "is done, but should be pass, given the cards played"),
    (
        FRESH,
        put("active_player_id", 1),
        "passed.0",
        "should be 3 cards, and not 0: cards are passed in the order of the seats",
    ),
    (
        FRESH,
        put("received.2", ["2C", "3C", "4C"]),
        "received.2",
        "should be 0 cards, and not 3: cards are passed in the order of the seats",
    ),
    (FRESH, put("game_over", True), "game_over", "is true, but there are cards to play"),
    (FRESH, put("scores.2", 100), "scores.2", "is 100, but a game to 100 would be over"),
    (FRESH, put("scores", [1, 2, 3]), "scores", "has too few entries"),
    (FRESH, put("points.3", 2), "points.3", "is 2, but 0 were taken by player 3"),
    (FRESH, put("pass_direction", "hold"), "phase", "is pass, but should be play, given the cards played"),
    (FRESH, put("hearts_broken", True), "hearts_broken", "should be false, given the cards played"),
    (
        PASSED,
        put("active_player_id", 2),
        "passed.1",
        "should be 3 cards, and not 0: cards are passed in the order of the seats",
    ),
    (PASSED, put("passed.0.2", "passed"), "passed.0.2", "is not one of the values allowed"),
    (PASSED, put("passed.0.2", own(PASSED, "hands.3.1")), "passed.0.2", "which player 0 neither held nor played"),
    (PASSED, put("passed.0.1", own(PASSED, "passed.0.0")), "passed.0.1", "which is already listed"),
    (MIDDLE, put("phase", "pass"), "phase", "is pass, but should be play, given the cards played"),
    (MIDDLE, put("leader", (own(MIDDLE, "leader") + 1) % 4), "hands", "should be"),
    (MIDDLE, put("active_player_id", own(MIDDLE, "leader")), "active_player_id", "should be"),
    (MIDDLE, put("trick_history.1.winner", (own(MIDDLE, "trick_history.1.winner") + 1) % 4), "winner", "took it"),
    (MIDDLE, put("trick_history.1.points", 26), "trick_history.1.points", "is 26, but the trick has"),
    (MIDDLE, put("trick_history.1.leader", (own(MIDDLE, "trick_history.1.leader") + 1) % 4), "", ""),
    (MIDDLE, put("trick_history.0.cards.2", own(MIDDLE, "trick.0")), "", "which is also in another place"),
    (MIDDLE, put("received.2", ["2C", "3C", "4C"]), "received.2", ""),
    (MIDDLE, put("passed.2", []), "passed.2", "should be 3 cards, and not 0: everybody passed three"),
    (MIDDLE, put("hearts_broken", not own(MIDDLE, "hearts_broken")), "hearts_broken", "given the cards played"),
    (MIDDLE, put("options.points_to_end", 0), "options.points_to_end", "is too small"),
    (MIDDLE, put("trick_history.0.cards", ["2C"]), "trick_history.0.cards", "has too few entries"),
    (LATE, put("trick", []), "hands", "should be"),
    (LATE, put("more", 1), "more", "is not a known field"),
]


@pytest.mark.parametrize(("ply", "change", "path", "problem"), WRONG)
def test_contradictions_are_refused_with_their_path(ply: int, change: Change, path: str, problem: str) -> None:
    found = faults(ply, change)
    assert path in found[0]
    assert problem in found[1]


@pytest.mark.parametrize(
    ("change", "path", "problem"),
    [
        (put("hands.0", 12), "hands.0", "should be 10 cards, and not 12"),
        (put("seed", 4), "seed", "should be null unless all hands are listed"),
        (put("passed.0", ["2C", "3C", "4C"]), "passed.0", "should be a number of cards, as the hand is"),
        (put("received.1", 3), "received.1", "should be a list of cards, as the hand is"),
        (put("passed.3", 2), "passed.3", "should be 3 cards, and not 2: everybody passed three"),
    ],
)
def test_contradictions_of_an_observation_are_refused_with_their_path(change: Change, path: str, problem: str) -> None:
    assert faults(16, change, 1) == (path, problem)


def made(hands: list[str], **changes: Any) -> State:
    """A hand without passing, from hands as text."""
    state = {"ruleset_id": RULESET, "active_player_id": 0, "pass_direction": "hold"}
    return state | {"hands": [hand.split() for hand in hands]} | changes


CLUBS, DIAMONDS, SPADES, HEARTS = (" ".join(card for card in DECK if card.endswith(suit)) for suit in "CDSH")


def test_illegal_plays_in_the_history_are_refused() -> None:
    hands = [CLUBS, DIAMONDS, SPADES, HEARTS]
    assert completed(made(hands))["leader"] == 0
    wrong = refused("INVALID_STATE", "describe_state", made(hands, active_player_id=1))
    assert wrong["context"]["path"] == "active_player_id"
    # Player 2 discarded the queen of spades on the first trick, with other spades in hand.
    history = [{"leader": 0, "cards": ["2C", "3D", "QS", "4H"]}]
    left = [hand.replace(card, "") for hand, card in zip(hands, ("2C", "3D", "QS", "4H"), strict=True)]
    wrong = refused("INVALID_STATE", "describe_state", made(left, trick_history=history))
    assert wrong["context"]["path"] == "trick_history.0.cards.2"
    assert wrong["context"]["errors"][0]["problem"] == f"is QS, but {POINTS_FIRST}, and player 2 held 2S"
    history = [{"leader": 0, "cards": ["2C", "3D", "KS", "4H"]}]
    left[2] = SPADES.replace("KS", "")
    assert completed(made(left, trick_history=history))["points"] == [1, 0, 0, 0]
    # Any club may be led first only under the rule that allows it.
    history = [{"leader": 0, "cards": ["5C", "3D", "KS", "4H"]}]
    left[0] = CLUBS.replace("5C", "")
    assert refused("INVALID_STATE", "describe_state", made(left, trick_history=history))["context"]["path"]
    assert completed(made(left, trick_history=history, options={"first_lead_any_club": True}))


POINTS_FIRST = "points may be played to the first trick only by a player who holds nothing else"


def test_plays_that_no_deal_allows_are_refused() -> None:
    trick: State = {"leader": 0, "cards": ["2C", "3D", "KS", "4H"]}
    spades = SPADES.replace("KS", "").split()
    state = made([]) | {"hands": [12, 12, spades, 12], "trick_history": [trick]}
    assert completed(state)["hands"] == [12, 12, 12, 12]
    # Players 1 and 3 discard hearts on the first trick, so both hold only hearts: eleven for twice twelve places.
    trick["cards"] = ["2C", "3H", "KS", "4H"]
    wrong = refused("INVALID_STATE", "describe_state", state)
    assert wrong["context"]["path"] == "trick_history.0.cards.1"
    assert wrong["context"]["errors"][0]["problem"] == f"is 3H, but {POINTS_FIRST}, and player 1 must hold other cards"
    # The observer's own hand is checked against its plays as well.
    trick["cards"], state["hands"][2] = ["2C", "3D", "QS", "4H"], SPADES.replace("QS", "").split()
    assert refused("INVALID_STATE", "describe_state", state)["context"]["path"] == "trick_history.0.cards.2"


def test_hands_that_cannot_be_filled_are_refused_with_the_reason() -> None:
    clubs, diamonds = ([card for card in DECK if card[1] == suit and card[0] not in "23456A"] for suit in "CD")
    own = [*clubs, *diamonds][:11]
    lost: State = {"leader": 0, "cards": ["2C", "3C", "4C", "AC"]}
    state = made([]) | {"hands": [11, 11, [*own, "3H"][1:], 11]}
    # Player 3 leads a heart and so holds only hearts, but one of them is elsewhere.
    early = {"leader": 3, "cards": ["5H", "6H", "7H", "8H"]}
    wrong = refused("INVALID_STATE", "describe_state", state | {"active_player_id": 2, "trick_history": [lost, early]})
    led = "unbroken hearts may be led only by a player who holds nothing else"
    assert wrong["context"]["path"] == "trick_history.1.cards.0"
    assert wrong["context"]["errors"][0]["problem"] == f"is 5H, but {led}, and player 3 must hold other cards"
    # Nobody follows a spade lead, although twelve more spades are out.
    won: State = {"leader": 0, "cards": ["2C", "3C", "AC", "4C"]}
    spades = {"leader": 2, "cards": ["AS", "2D", "3D", "4D"]}
    state |= {"hands": [11, 11, own, 11], "trick_history": [won, spades], "active_player_id": 2}
    wrong = refused("INVALID_STATE", "describe_state", state)
    assert wrong["context"]["path"] == "hands"
    could = "given the cards played, player 0 and player 1 could hold only 21 of the remaining cards"
    assert wrong["context"]["errors"][0]["problem"] == f"cannot be filled: {could} but should hold 22"


def test_the_reason_names_the_illegal_lead_or_revoke() -> None:
    hands = [CLUBS.replace("5C", ""), DIAMONDS.replace("3D", ""), SPADES.replace("KS", ""), HEARTS.replace("4H", "")]
    history: State = {"leader": 0, "cards": ["5C", "3D", "KS", "4H"]}
    wrong = refused("INVALID_STATE", "describe_state", made(hands, trick_history=[history]))
    assert wrong["context"]["errors"][0]["problem"] == "is 5C, but 2C leads the first trick"
    hands[0], hands[1] = CLUBS.replace("2C", "").replace("5C", "") + " 3D", DIAMONDS.replace("3D", "") + " 5C"
    history["cards"] = ["2C", "4D", "KS", "4H"]
    hands[1] = hands[1].replace("4D", "")
    wrong = refused("INVALID_STATE", "describe_state", made(hands, trick_history=[history]))
    assert wrong["context"]["errors"][0]["problem"] == "is 4D, but player 1 held 5C and had to follow suit"


def test_malformed_actions_are_refused() -> None:
    state = some_state(0, 0)
    three = state["hands"][0][:3]
    for action in (
        {},
        {"pass": three[:2]},
        {"pass": [*three[:2], three[0]]},
        {"pass": [*three, "2C"]},
        {"pass": None},
        {"play": "1C"},
        {"play": None},
        {"pass": three, "play": "2C"},
        {"pass": None, "play": "2C"},
        {"passed": three},
        "pass",
        ["2C"],
    ):
        refused("INVALID_ACTION", "apply_action", state, json.dumps(action))
    for read in ({"pass": three}, {"play": "QS"}):
        assert HeartsAction.model_validate(read).model_dump() == read


def test_a_position_is_described_in_words() -> None:
    fresh, middle = some_state(0, 0), some_state(0, MIDDLE)
    assert ask("describe_state", fresh).startswith("Hearts, hand 1. Player 1 to pass three cards to the left.\nScores:")
    text = ask("describe_state", middle)
    assert text.startswith(f"Hearts, hand 1, trick 4 of 13. Player {middle['active_player_id'] + 1} to play.\n")
    assert f"On the table: {middle['trick'][0]} (player {middle['leader'] + 1}), " in text
    seen = ask("describe_state", shown(middle, 1))
    assert "Player 1 has 1" in seen
    assert "Player 2 holds" in seen
    assert not any(f"Player {seat} holds" in seen for seat in (1, 3, 4))


@given(st.data())
@settings(max_examples=120)
def test_mutated_states_are_answered_without_internal_errors(data: st.DataObject) -> None:
    state = data.draw(states)
    player = data.draw(st.sampled_from([None, 0, 3]))
    broken = data.draw(strategies.mutated(state if player is None else shown(state, player)))
    active = broken.get("active_player_id") if isinstance(broken, dict) else 0
    for name, *rest in (("describe_state",), ("list_legal_actions", active), ("observe", 0)):
        text = raw(name, json.dumps(broken), *rest)
        answer = json.loads(text)
        if isinstance(answer, dict) and "error" in answer:
            check_error(answer)
            assert answer["code"] != "INTERNAL"
