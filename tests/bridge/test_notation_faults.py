"""Texts of games that cannot be read: every faulty line is named, with one sentence about it."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest

from py_engine.core.notation.game_text import Notation
from py_engine.core.notation.lines import FaultError
from tests.bridge.asking import ask, raw, refused
from tests.parity.played import play

GAMES = {"yatzy_v1": "Yatzy", "entropy_v1": "Entropy", "azul_v1_2p": "Azul", "hearts_v1": "Hearts"}
HAND = "P1 holds 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
TILES = "Round 1: BBYR YYKW RRWB KKYB WWRY"


def read(ruleset: str, *lines: str) -> Any:
    return ask("query", ruleset, "read_game", {"text": "\n".join([f"Hindsight {GAMES[ruleset]}", *lines])})


FAULTS = [
    ("yatzy_v1", ["Players: 7"], 2, "7 is not a possible value of Players."),
    ("yatzy_v1", ["Seed: -1"], 2, "The seed should be a whole number below 2^53."),
    ("yatzy_v1", ["Start: {"], 2, "The position after Start: is not valid JSON."),
    ("yatzy_v1", ["Start: 5"], 2, "The position after Start: should be a JSON object."),
    ("yatzy_v1", ["Start: [1]"], 2, "The position after Start: should be a JSON object."),
    ("yatzy_v1", ['Start: "x"'], 2, "The position after Start: should be a JSON object."),
    ("yatzy_v1", ["Start: null"], 2, "The position after Start: should be a JSON object."),
    ("yatzy_v1", ["", 'Start: {"ruleset_id": "yatzy_v1"}', "P1: 22561"], 3, "active_player_id is missing."),
    ("hearts_v1", ["", 'Start: {"ruleset_id": "hearts_v1"}'], 3, "active_player_id is missing."),
    ("yatzy_v1", ["Players: 1", "Start: {}"], 2, "The position after Start: holds the options and the seed"),
    ("yatzy_v1", ['Start: {"seed": 4}', "Seed: 5"], 3, "The position after Start: holds the options and the seed"),
    ("yatzy_v1", ["Players: 1", "Players: 2"], 3, "Players is there twice."),
    ("yatzy_v1", ["Seed: 1", "seed: 1"], 3, "seed is there twice."),
    ("yatzy_v1", ["P1: 22561" + " " * 500 + "x"], 2, "A line has at most 500 characters, and this one has 510."),
    ("azul_v1_2p", [f"Round {'1' * 4400}: -"], 2, "A line has at most 500 characters"),
    ("azul_v1_2p", [f"Round {'1' * 5}: BBYR YYKW RRWB KKYB WWRY"], 2, "A line should be a move"),
    ("entropy_v1", [f"{'1' * 5}. R c4 pass"], 2, "'11111.' is out of place"),
    ("yatzy_v1", ["P1: 22561 hold 22"], 2, "should be five dice"),
    ("yatzy_v1", ["P1: 22734 score chance"], 2, "The dice 22734 should show 1 to 6 each."),
    ("yatzy_v1", ["P1: 22561 score poker"], 2, "There is no category 'poker'."),
    ("yatzy_v1", ["P1: 22561 keep 33 12345"], 2, "There is no 3 to keep among 22561."),
    ("yatzy_v1", ["P1: 22561 keep 22 34561"], 2, "should still show the dice that were kept: 22---."),
    ("yatzy_v1", ["P2: 22561 score chance"], 2, "It is the turn of P1, not of P2."),
    ("yatzy_v1", ["P1: score chance"], 2, "The dice of this throw are missing."),
    ("yatzy_v1", ["P1: 22561 12345"], 2, "No dice were thrown here"),
    ("yatzy_v1", ["P1: 22561 score chance"], 2, "The game goes on"),
    ("yatzy_v1", ["P1: 22561 keep 22"], 2, "The dice of the last throw are missing."),
    ("yatzy_v1", ["P1: 22561 keep 22 22211 keep 222 22212 keep 2222 22223"], 2, "There is no throw left"),
    ("entropy_v1", ["Board: 6"], 2, "6 is not a possible value of Board."),
    ("entropy_v1", ["1. R c4 pass G"], 2, "'G' is out of place"),
    ("entropy_v1", ["1. R c4 pass", "3. G d4"], 3, "This should be turn 2, not 3."),
    ("entropy_v1", ["1. R c4 pass", "2. G c4"], 3, "There is already a token on c4."),
    ("entropy_v1", ["1. R c4 c4-d5"], 2, "A token slides along its row or column"),
    ("entropy_v1", ["1. R c4 pass", "2. d4"], 3, "The token of this turn is missing."),
    ("entropy_v1", ["1. R c4 pass"], 2, 'name it at the end, as in "2. R".'),
    ("entropy_v1", ["Board: 5", "1. P a1 pass"], 1, "There is no P left in the bag"),
    ("azul_v1_2p", ["P1: F1 Blue 1"], 2, "The tiles of round 1 should come first"),
    ("azul_v1_2p", ["Round 1: BBYR YYKW RRWB KKYB"], 2, "There are 5 factories, and the line names 4"),
    ("azul_v1_2p", ["Round 1: BBYR YYKW RRWB KKYB WWRX"], 2, "'X' is no tile"),
    ("azul_v1_2p", ["Round 1: BBYR YYKW RRWB KKYB WWR"], 2, "In this round 20 tiles are dealt"),
    ("azul_v1_2p", [TILES, "P1: F1 Green 1"], 3, "'Green' is no colour"),
    ("azul_v1_2p", [TILES, "P1: F1 Blue 1", "P1: F2 Yellow 1"], 4, "It is the turn of P2, not of P1."),
    ("azul_v1_2p", [TILES, "P1: F1 White 1"], 3, "Factory 1 has no White tiles."),
    ("azul_v1_2p", [TILES, TILES], 3, "No tiles are dealt here"),
    ("hearts_v1", ["Hand 1: up"], 2, "Cards are passed left, right or across"),
    ("hearts_v1", ["Hand 1: left", "P1 holds 2C"], 3, "P1 holds 13 cards, and the line has 1."),
    ("hearts_v1", ["Hand 1", HAND, "P1 passes 2C 2C 3C"], 4, "2C is there twice."),
    ("hearts_v1", ["Hand 1", HAND, "P1 passes 2D 2C 3C"], 4, "P1 does not hold 2D."),
    ("hearts_v1", ["Hand 1", HAND, "P2 passes 2D 2S 3D"], 4, "The hand of P2 is missing."),
    (
        "hearts_v1",
        ["Hand 1", HAND, "P2 holds 2C 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"],
        4,
        "2C is also in the hand of P1.",
    ),
    ("hearts_v1", ["Hand 4", HAND, "P1: 3C"], 4, "The first trick begins with 2C."),
    ("hearts_v1", ["Hand 4", HAND, "P1: 2C 3C"], 4, "P2 cannot play 3C: P1 holds it."),
    (
        "hearts_v1",
        ["Hand 4", HAND, "P1: 2C AD KH QH"],
        4,
        "This is KH, but points may be played to the first trick only",
    ),
    ("hearts_v1", ["Hand 4", HAND, "P1: 2C AD KD QD", "P2: 4D"], 5, "P1 leads this trick, not P2."),
]


@pytest.mark.parametrize(("ruleset", "lines", "number", "sentence"), FAULTS, ids=str)
def test_a_faulty_line_is_named_with_a_sentence(ruleset: str, lines: list[str], number: int, sentence: str) -> None:
    faults = read(ruleset, *lines)["faults"]
    assert [fault["line"] for fault in faults] == [number]
    assert sentence in faults[0]["problem"]


def test_all_lines_of_a_wrong_form_are_named() -> None:
    found = read(
        "yatzy_v1", "Players: 9", "Seed: x", "", "P1: 22561 keep 22 22345 score twos", "P2: who knows", "P1 passes"
    )
    assert [fault["line"] for fault in found["faults"]] == [2, 3, 6, 7]


@pytest.mark.parametrize(("count", "more"), [(51, "1 more line"), (900, "850 more lines")])
def test_a_text_with_many_faulty_lines_has_the_first_ones_named_and_the_others_counted(count: int, more: str) -> None:
    faults = read("hearts_v1", *["no card"] * count)["faults"]
    assert [fault["line"] for fault in faults] == list(range(2, 53))
    assert faults[-1]["problem"] == f"From here on, {more} cannot be read."


FORMS = [
    ("azul", "P1: F1 Blue", " ", "1 ?"),
    ("azul", "", " ", "x"),
    ("yatzy", "score", " ", "?"),
    ("yatzy", "2", " ", "?"),
    ("entropy", "1", " ", "?"),
    ("hearts", "P1 holds", " ", "?"),
    ("hearts", "hand 1", " ", "?"),
]


@pytest.mark.parametrize(("game", "before", "filling", "after"), FORMS, ids=str)
def test_the_forms_of_lines_take_time_in_proportion_to_their_length(
    game: str, before: str, filling: str, after: str
) -> None:
    """A form that went back over the filling again and again would need hours for this."""
    module = import_module(f"py_engine.games.{game}.coaching.notation")
    with pytest.raises(FaultError):
        next(
            each
            for each in vars(module).values()
            if isinstance(each, type) and issubclass(each, Notation) and each is not Notation
        )().parse(before + filling * 2_000_000 + after)


def test_a_fault_of_the_position_is_named_at_its_line() -> None:
    first = ask("new_game", "entropy_v1", 3, {})
    other = next(color for color in "GR" if color != first["token"])
    faults = read("entropy_v1", "", f"Start: {json.dumps(first)}", f"1. {other} c4")["faults"]
    assert [(fault["line"], fault["text"][:6]) for fault in faults] == [(3, "Start:")]


def test_moves_after_the_first_faulty_line_are_not_judged() -> None:
    found = read("entropy_v1", "1. R c4 pass", "2. G c4 pass", "3. B c4 pass")
    assert [fault["line"] for fault in found["faults"]] == [3]
    assert len(found["actions"]) == 2


UNTOLD = [
    ("yatzy_v1", ["P1: score chance"], 0),
    ("yatzy_v1", ["P1: 22561 keep 22", "?"], 1),
    ("entropy_v1", ["1. R c4 pass", "?"], 2),
    ("entropy_v1", ["Next token known: yes", "1. R c4 pass", "2. G d4 pass", "?"], 2),
    ("azul_v1_2p", ["P1: F1 Blue 1"], 0),
    ("hearts_v1", ["Hand 1", HAND, f"P2{HAND[2:].replace('C', 'D')}", "P2: 2D"], 0),
]


@pytest.mark.parametrize(("ruleset", "lines", "states"), UNTOLD, ids=str)
def test_positions_that_the_text_does_not_contain_are_left_out(ruleset: str, lines: list[str], states: int) -> None:
    """What was drawn here instead of what chance gave at a table is no part of the game."""
    found = read(ruleset, *lines)
    assert found["faults"]
    assert (len(found["states"]), len(found["actions"])) == (states, max(0, states - 1))


def test_a_text_of_another_game_is_refused() -> None:
    found = ask("query", "azul_v1_2p", "read_game", {"text": "Hindsight Yatzy\nP1: 22561"})
    assert [(fault["line"], fault["problem"]) for fault in found["faults"]] == [
        (1, 'The first line should be "Hindsight Azul".')
    ]


def test_what_people_write_by_hand_is_read() -> None:
    yatzy = read(
        "yatzy_v1", "players: 1", "p1: 2 2 5 6 1 keep 22 2 3 2 3 1 keep none 66666 score Yatzy  # lucky", "P1: 12345"
    )
    assert yatzy["faults"] == []
    assert yatzy["states"][1]["dice"] == [2, 2, 3, 3, 1]
    assert yatzy["states"][3]["players"][0]["total"] == 50
    azul = read("azul_v1_2p", TILES, "P1: f1 blue -> line 2", "c Y→1", "Center R floor")
    assert (azul["faults"], len(azul["actions"])) == ([], 3)
    hearts = read("hearts_v1", "Hand 4", HAND, "2♣ A♦ 10D Q♦", "3c")
    assert hearts["faults"] == []
    assert hearts["states"][4]["trick_history"][0]["winner"] == 0


def test_the_lid_is_dealt_once_the_bag_is_empty() -> None:
    """Tiles that cannot have been drawn are refused by what the bag and the lid hold."""
    assert read("azul_v1_2p", "Round 1: BBBB BBBB BBBB BBBB BBBB")["faults"] == []
    start = read("azul_v1_2p", TILES)["states"][0]
    assert {color: 20 - start["bag"][color] for color in start["bag"]} == {
        "Blue": 4,
        "Yellow": 5,
        "Red": 4,
        "Black": 3,
        "White": 4,
    }


def test_a_game_to_write_needs_a_state_more_than_actions() -> None:
    state = read("yatzy_v1", "P1: 22561")["states"][0]
    refused("INVALID_PARAMS", "query", "yatzy_v1", "write_game", {"states": [state], "actions": [{"score": "ones"}]})


def test_chance_at_a_table_replaces_what_was_drawn() -> None:
    first = ask("new_game", "entropy_v1", 3, {})
    drawn = ask("query", "entropy_v1", "with_chance", {"states": [first], "chance": "k"})["state"]
    assert (drawn["token"], drawn["bag"]["K"]) == ("K", 6)
    placed = ask("apply_action", drawn, {"cell": "d4"})
    after = ask("apply_action", placed, '"pass"')
    entered = ask("query", "entropy_v1", "with_chance", {"states": [placed, after], "chance": "P"})["state"]
    assert (entered["token"], entered["last_events"][-1]["token"]) == ("P", "P")
    dealt = ask("new_game", "azul_v1_2p", 3, {})
    tiles = {"states": [dealt], "chance": TILES.partition(": ")[2]}
    assert ask("query", "azul_v1_2p", "with_chance", tiles)["state"]["factories"][0] == {
        "Blue": 2,
        "Yellow": 1,
        "Red": 1,
    }


NOT_FOLLOWING = [("yatzy_v1", 30), ("entropy_v1", 40), ("azul_v1_2p", 30), ("hearts_v1", 60)]


@pytest.mark.parametrize(("ruleset", "most"), NOT_FOLLOWING, ids=str)
def test_a_game_whose_positions_do_not_follow_from_its_actions_is_not_written(ruleset: str, most: int) -> None:
    states, actions = play(ruleset, 3, {}, most=most)
    left_out = {"states": [*states[:4], *states[5:]], "actions": [*actions[:4], *actions[5:]]}
    answer = refused("INVALID_PARAMS", "query", ruleset, "write_game", left_out)
    assert answer["error"] == "State 4 does not follow from the state and the action before it."
    wrong = {"states": states[:2], "actions": [actions[1]]}
    assert ask("query", ruleset, "write_game", {"states": states[:2], "actions": actions[:1]})["text"]
    legal = {"ACTION_FAILED", "INVALID_PARAMS"}
    assert json.loads(raw("query", ruleset, "write_game", wrong))["code"] in legal


def test_dice_that_were_kept_do_not_change() -> None:
    states = read("yatzy_v1", "P1: 22561 keep 22--- 22331 keep all 22331 score chance", "P1: 11111")["states"]
    assert len(states) > 1
    changed = states[1] | {"dice": [3, 2, 3, 3, 1]}
    sent = {"states": [states[0], changed], "actions": [{"keep": [True, True, False, False, False]}]}
    refused("INVALID_PARAMS", "query", "yatzy_v1", "write_game", sent)


def test_chance_is_told_only_where_it_follows() -> None:
    states, actions = play("entropy_v1", 3, {}, most=8)
    assert actions[0].keys() == {"cell"}
    for pair in ([states[1]], states[:2], [states[1], states[4]], [states[3], states[2]]):
        refused("INVALID_PARAMS", "query", "entropy_v1", "with_chance", {"states": pair, "chance": "R"})
    entered = ask("query", "entropy_v1", "with_chance", {"states": states[3:5], "chance": "R"})["state"]
    assert entered["last_events"][-1] == {"type": "draw", "player_id": 1, "token": "R"}
    other = ask("new_game", "entropy_v1", 3, {"size": 5})
    refused("INVALID_PARAMS", "query", "entropy_v1", "with_chance", {"states": [other, states[2]], "chance": "R"})
    dealt, _ = play("azul_v1_2p", 3, {}, most=60)
    rounds = [i for i, state in enumerate(dealt) if state["round_number"] == 2]
    late = {"chance": " ".join("BYRK" for _ in range(5))}
    for pair in (dealt[1:2], dealt[:2], [dealt[0], dealt[rounds[0]]], dealt[rounds[0] : rounds[0] + 2]):
        refused("INVALID_PARAMS", "query", "azul_v1_2p", "with_chance", {"states": pair, **late})
    right = {"states": dealt[rounds[0] - 1 : rounds[0] + 1], **late}
    assert ask("query", "azul_v1_2p", "with_chance", right)["state"]["round_number"] == 2


def test_impossible_chance_is_refused() -> None:
    state = ask("new_game", "azul_v1_2p", 3, {})
    few = {"states": [state], "chance": "BBBB BBBB BBBB BBBB BBB"}
    assert "20 tiles are dealt" in refused("INVALID_PARAMS", "query", "azul_v1_2p", "with_chance", few)["error"]
    first = ask("new_game", "entropy_v1", 3, {"size": 5})
    refused("INVALID_PARAMS", "query", "entropy_v1", "with_chance", {"states": [first], "chance": "P"})
    refused("INVALID_PARAMS", "query", "entropy_v1", "with_chance", {"states": [first], "chance": "R G"})
    throw = ask("new_game", "yatzy_v1", 3, {})
    refused("UNSUPPORTED", "query", "yatzy_v1", "with_chance", {"states": [throw], "chance": "11111"})
