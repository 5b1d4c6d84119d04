"""Repeated actions: counted when an action is offered again in the position in which it was taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from py_engine.games.swccg.knowledge.reader import loops
from py_engine.games.swccg.knowledge.reader.loops import Table
from py_engine.games.swccg.knowledge.reader.tracker import Tracker
from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.board import Board
from tests.games.swccg.logs import (
    DARK,
    LIGHT,
    Action,
    Numbers,
    action_choice,
    activated,
    battle_starts,
    card_selection,
    choose,
    event,
    flipped,
    hint,
    in_battle,
    location,
    locations_removed,
    message,
    moved,
    numbers,
    participants,
    phase,
    put_in_play,
    removed,
    rotated,
    turn,
)
from tests.games.swccg.tracking import START, events, folded

ASKED = "Choose Deploy action or Pass"
TABLE = [
    *START,
    location(10, "3_0", 0, "Hoth"),
    location(11, "3_1", 1, "Hoth"),
    put_in_play(20, "1_1", "SIDE_OF_TABLE"),
    put_in_play(21, "1_2", "AT_LOCATION", location=0),
    put_in_play(22, "1_3", "HAND"),
    numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [3, -1])),
    turn(DARK),
    phase("Deploy", 2),
]
QUESTION = choose(ASKED, [Action("Use it", 20), Action("Move", 21), Action("Deploy", 22)])
TAKEN = [QUESTION, activated(20, "1_1", "SIDE_OF_TABLE"), message(f"{DARK} initiates {hint('1_1', 'It')}")]


def repeats(tracker: Tracker, question: str = QUESTION) -> dict[str, int]:
    """The repeats at a decision that comes next."""
    (asked,) = events(question)
    tracker.fold(asked)
    return dict(tracker.position(asked).repeats)


def after(*written: str) -> dict[str, int]:
    return repeats(folded(*TABLE, *written))


def test_action_without_effect_is_counted() -> None:
    tracker = folded(*TABLE)
    assert repeats(tracker) == {}
    for times in range(1, 5):
        for each in events(*TAKEN[1:]):
            tracker.fold(each)
        assert repeats(tracker) == {"0": times}


def test_a_deployment_that_the_server_refuses_is_counted() -> None:
    card = hint("1_3", "1st Marker")
    refused = [
        QUESTION,
        message(f"{DARK} targets to deploy {card}, but must first deploy 4th Marker from Reserve Deck"),
        message(f"{DARK} may not deploy {card} since no 4th Marker was found"),
    ]
    assert after(*refused) == {"2": 1}
    assert after(*refused, *refused) == {"2": 2}


def test_asking_again_is_not_a_repeat() -> None:
    assert after(QUESTION, QUESTION, choose("Optional responses"), QUESTION) == {}


def test_action_with_a_follow_up_question_counts_once() -> None:
    target = card_selection(DARK, f"Choose target for {hint('1_1', 'It')}", [21], 0)
    assert after(*TAKEN, target, choose("Optional responses")) == {"0": 1}


def test_cancelled_action_counts_by_its_follow_up_question() -> None:
    where = card_selection(DARK, f"Choose where to move {hint('1_2', 'Vader')} to", [10], 0)
    assert after(QUESTION, where) == {"1": 1}
    assert after(QUESTION, where, QUESTION, where, QUESTION, where) == {"1": 3}
    about_another = card_selection(DARK, f"Choose where to move {hint('9_9', 'Luke')} to", [10], 0)
    about_nobody = card_selection(DARK, "Choose where to move to", [10], 0)
    assert after(QUESTION, about_another, QUESTION, about_nobody) == {}


@pytest.mark.parametrize(
    "change",
    [
        turn(DARK),
        put_in_play(30, "1_4", "HAND"),
        removed([22]),
        moved(21, "1_2", 1),
        flipped(20, "1_1_BACK", "SIDE_OF_TABLE"),
        rotated(21, "1_2", "AT_LOCATION"),
        location(12, "3_2", 2, "Hoth"),
        numbers(Numbers({"FORCE_PILE": 3, "HAND": 1}, [3, -1])),
        numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [4, -1])),
        numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [3, 0])),
        numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [3, -1], 7)),
        numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [3, -1]), Numbers({"HAND": 1})),
        battle_starts(0, [21]),
        event("SA"),
        event("ED"),
    ],
)
def test_any_change_resets_repeats(change: str) -> None:
    assert after(*TAKEN) == {"0": 1}
    assert after(*TAKEN, change) == {}


@pytest.mark.parametrize(
    "idle",
    [
        numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [3, -1])),
        message("Nothing happens"),
        event("DD"),
        event("NEW"),
        removed([99]),
        in_battle(21, "1_2", 0),
        moved(21, "1_2", 0),
        choose("Optional responses"),
    ],
)
def test_events_without_news_keep_repeats(idle: str) -> None:
    assert after(*TAKEN, idle) == {"0": 1}


def test_battle_statistics_are_part_of_the_position() -> None:
    battle = [battle_starts(0, [21]), *TAKEN]

    def statistics(damage: int) -> str:
        return numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [3, -1], battle={"Power": 3, "DamageRemaining": damage}))

    assert after(statistics(0), *battle) == {"0": 1}
    assert after(battle[0], statistics(2), *TAKEN, statistics(2)) == {"0": 1}
    assert after(battle[0], statistics(2), *TAKEN, statistics(1)) == {}
    assert after(*battle, in_battle(22, "1_3", 0)) == {}


# --- Several steps that return to the same position ---

THERE_AND_BACK = {
    "a card is flipped": (flipped(20, "1_1_BACK", "SIDE_OF_TABLE"), flipped(20, "1_1", "SIDE_OF_TABLE")),
    "a card moves": (moved(21, "1_2", 1), moved(21, "1_2", 0)),
    "power goes up": (
        numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [5, -1])),
        numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [3, -1])),
    ),
}


@pytest.mark.parametrize(("there", "back"), THERE_AND_BACK.values(), ids=list(THERE_AND_BACK))
def test_actions_that_undo_each_other_count_as_repeats(there: str, back: str) -> None:
    tracker = folded(*TABLE)
    assert repeats(tracker) == {}
    for times in range(1, 4):
        for each in events(*TAKEN[1:], there):
            tracker.fold(each)
        assert repeats(tracker) == ({"1": times - 1} if times > 1 else {})
        for each in events(activated(21, "1_2", "AT_LOCATION"), back):
            tracker.fold(each)
        assert repeats(tracker) == {"0": times}


def test_cycle_of_three_positions_counts_as_repeats() -> None:
    powers = [numbers(Numbers({"FORCE_PILE": 4, "HAND": 1}, [power, -1])) for power in (4, 5, 3)]
    circle = [each for power in powers for each in (*TAKEN, power)]
    assert after(*circle) == {"0": 1}
    assert after(*circle, *circle) == {"0": 2}
    assert after(*circle, *circle[:4]) == {"0": 1}


def test_position_ignores_card_ids() -> None:
    away, again = removed([22]), put_in_play(40, "1_3", "HAND")
    assert after(*TAKEN, away, again) == {"0": 1}
    other_card = put_in_play(40, "1_9", "HAND")
    assert after(*TAKEN, away, other_card) == {}


def test_repeats_are_counted_over_the_phases_of_a_turn() -> None:
    assert after(*TAKEN, *TAKEN, phase("Battle", 2)) == {"0": 2}
    assert after(*TAKEN, *TAKEN, phase("Battle", 2), *TAKEN) == {"0": 3}
    assert after(*TAKEN, *TAKEN, turn(LIGHT)) == {}


# --- Which action it was ---


def test_only_offered_actions_count() -> None:
    assert after(QUESTION, activated(99, "1_1", "HAND")) == {}
    assert after(QUESTION, activated(20, "1_1", "SIDE_OF_TABLE", LIGHT)) == {}
    assert after(QUESTION, event("CA")) == {}
    assert after(activated(20, "1_1", "SIDE_OF_TABLE")) == {}
    # An activation answers the decision before it, not later ones.
    assert after(QUESTION, *TAKEN[1:], *TAKEN[1:]) == {"0": 1}


def test_action_that_pays_first_is_not_counted() -> None:
    paid = numbers(Numbers({"FORCE_PILE": 3, "HAND": 1}, [3, -1]))
    assert after(QUESTION, paid, activated(20, "1_1", "SIDE_OF_TABLE")) == {}


def test_follow_up_question_is_about_its_first_card() -> None:
    about = f"Choose where to move {hint('1_2', 'Vader')} with {hint('1_1', 'It')}"
    assert after(QUESTION, card_selection(DARK, about, [10], 0)) == {"1": 1}


def test_ambiguous_actions_of_a_card_share_the_count() -> None:
    two = choose(ASKED, [Action("From Lost Pile", 20), Action("From Reserve Deck", 20)])
    one = choose(ASKED, [Action("From Reserve Deck", 20)])
    use = activated(20, "1_1", "SIDE_OF_TABLE")
    # The log does not show which of the two was taken, so the remaining one is not counted.
    assert repeats(folded(*TABLE, two, use), one) == {}
    assert repeats(folded(*TABLE, two, use, two, use), two) == {"0": 1, "1": 1}
    assert repeats(folded(*TABLE, *([two, use] * 5)), two) == {"0": 2, "1": 2}
    assert repeats(folded(*TABLE, one, use), two) == {"1": 1}
    assert repeats(folded(*TABLE, one, use), choose(ASKED, [Action("From Lost Pile", 20)])) == {}


def test_equal_cards_share_the_count() -> None:
    table = [*TABLE, put_in_play(23, "1_2", "AT_LOCATION", location=0)]
    question = choose(ASKED, [Action("Move", 21), Action("Move", 23)])
    where = card_selection(DARK, f"Choose where to move {hint('1_2', 'Vader')} to", [10], 0)
    assert repeats(folded(*table, question, where), question) == {}
    assert repeats(folded(*table, question, where, question, where), question) == {"0": 1, "1": 1}
    use = activated(23, "1_2", "AT_LOCATION")
    assert repeats(folded(*table, question, use, question, use), question) == {"1": 2}


def test_actions_without_card_ids_are_known_by_blueprint() -> None:
    question = action_choice(
        DARK, "Required responses", [Action("Use", blueprint_id="5_5"), Action("Use", blueprint_id="6_6")]
    )
    about = card_selection(DARK, f"Choose target of {hint('6_6', 'It')}", [21], 0)
    assert repeats(folded(*TABLE, question, about), question) == {"0": 1, "1": 1}
    assert repeats(folded(*TABLE, question, about), QUESTION) == {}
    assert repeats(folded(*TABLE, question, event("CA", participantId=DARK)), question) == {}


def test_repeats_are_capped_at_a_thousand() -> None:
    assert after(*(TAKEN * 1_003)) == {"0": 1_000}


def test_other_decisions_have_no_repeats() -> None:
    assert repeats(folded(*TABLE, *TAKEN), card_selection(DARK, "Choose", [20])) == {}
    assert repeats(folded(*TABLE, *TAKEN), choose("Optional responses")) == {}


def test_first_repeat_is_penalised_and_vetoed() -> None:
    scored = {}
    for times in range(4):
        tracker = folded(*TABLE, *(TAKEN * times))
        (asked,) = events(QUESTION)
        tracker.fold(asked)
        found = CombinedEvaluator(default_weights()).evaluate(tracker.position(asked))
        action = found.of("0")
        assert action is not None
        scored[times] = action.score
        assert [veto.code for veto in action.vetoes] == (["loop"] if times else [])
        assert (found.actions[-1] is action) or not times
        reasons = [each for each in action.contributions if each.code == "repeated"]
        assert [each.input for each in reasons] == ([float(times)] if times else [])
    weight = default_weights()["loop.repeated"]
    assert [scored[times] - scored[0] for times in range(4)] == [times * weight for times in range(4)]


# --- The digest of the table ---

steps = st.lists(
    st.tuples(
        st.sampled_from(["put", "put", "on", "flip", "move", "lose", "row", "leave", "restart"]),
        st.integers(0, 5),
        st.integers(0, 5),
    ),
    max_size=25,
)


def step(what: str, one: int, other: int) -> str:
    """An event that changes the table, among few cards so that tables recur."""
    written = {
        "put": put_in_play(one, f"1_{other % 2}", "SIDE_OF_TABLE"),
        "on": put_in_play(one, "1_0", "ATTACHED", target=other),
        "flip": flipped(one, f"1_{other % 2}_BACK", "SIDE_OF_TABLE", LIGHT),
        "move": put_in_play(one, "1_1", "AT_LOCATION", location=other % 3),
        "lose": removed([one, other]),
        "row": location(50 + other, "3_3", one % 3, None),
        "leave": locations_removed([one % 3]),
        "restart": participants(DARK, DARK, LIGHT),
    }
    return written[what]


def plainly(board: Board) -> str:
    """The cards of a board without their ids."""
    on = {card_id: card.blueprint_id for card_id, card in board.cards.items()}
    rows = [
        (card.zone, card.blueprint_id, card.owner, card.location, on.get(card.attached_to or "", ""))
        for card in board.cards.values()
    ]
    return repr(sorted(rows, key=repr))


@given(steps, st.data())
def test_table_digest_matches_the_cards(steps: list[tuple[str, int, int]], data: st.DataObject) -> None:
    tracker = folded(participants(DARK, DARK, LIGHT))
    table, number_of, table_of = Table(tracker.board), {"[]": 0}, {0: "[]"}
    for each in steps:
        for event_ in events(step(*each)):
            tracker.fold(event_)
        if data.draw(st.booleans()):
            cards, number = plainly(tracker.board), table.digest()
            assert number_of.setdefault(cards, number) == number
            assert table_of.setdefault(number, cards) == cards


def test_table_digest_is_incremental(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = 0

    def counting(*fields: str | int | None) -> int:
        nonlocal counted
        counted += 1
        return hashed(*fields)

    hashed = loops._hash
    monkeypatch.setattr(loops, "_hash", counting)
    large = [put_in_play(1_000 + number, f"7_{number}", "SIDE_OF_TABLE") for number in range(500)]
    tracker = folded(*TABLE, *large, *TAKEN)
    assert repeats(tracker) == {"0": 1}
    assert 500 < counted < 600
    before = counted
    for number in range(100):
        for each in events(put_in_play(2_000 + number, "1_9", "HAND"), *TAKEN):
            tracker.fold(each)
        assert repeats(tracker) == {"0": 1}
    assert counted - before == 100


def test_decision_that_comes_again_at_once_was_not_passed() -> None:
    # From an arena game: a response to a card that is missing does nothing, and the server asks again, 40 times and more.
    response = choose("It was just deployed - Optional responses", [Action("Prevent it from moving", 22)])
    tracker = folded(*TABLE, response)
    for times in range(1, 4):
        assert repeats(tracker, response) == {"0": times}
    assert after(response, message(f"{LIGHT} does something"), response) == {}
    assert after(response, QUESTION) == {}
    # Which of two actions it was is not known.
    assert after(QUESTION, QUESTION, QUESTION) == {"0": 1, "1": 1, "2": 1}
