"""Card rules: the shipped files, their conditions, where they count, and how mistakes are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from py_engine.core.contract import ContractError
from py_engine.games.swccg.policies.card_rules.reading import MAX_TEXT, RuleBook, rules_text, shipped_rules
from py_engine.games.swccg.policies.combined import CombinedEvaluator
from py_engine.games.swccg.policies.evaluators.card_rules import CardRulesEvaluator
from py_engine.games.swccg.policies.weights import default_weights
from py_engine.games.swccg.rules.board import Battle
from py_engine.games.swccg.rules.decisions import Decision, Option
from py_engine.games.swccg.rules.position import Position
from tests.bridge.asking import ask
from tests.games.swccg.sampled import sample
from tests.games.swccg.table import Table, fact

BARRIER, VADER, LUKE = "1_249", "1_168", "1_19"
RULESET = "swccg_gemp_v1"


def table() -> Table:
    """A location with Vader, and a Barrier in hand."""
    made = Table(force=6, hand=3, reserve=30)
    place = made.location("Cantina", dark=2, light=1)
    made.put(fact(VADER, title="•Darth Vader", power=6.0, ability=6.0), place)
    made.power(place, 6.0)
    return made


def act(blueprint: str, action: str, kind: str = "deploy") -> Decision:
    """A question whose only action is one of a card."""
    return Decision("CARD_ACTION_CHOICE", kind, "Choose", (Option("0", action, "7", blueprint, action=action),))


def asked(made: Table, decision: Decision) -> Position:
    """The position of a decision, with titles of the cards in question."""
    made.titles |= {BARRIER: "Imperial Barrier", VADER: "•Darth Vader", LUKE: "•Luke Skywalker"}
    return replace(made.position(decision), whose_turn="You")


def points(text: str, position: Position) -> dict[str, float]:
    """Rule codes and their points, by answer."""
    book = RuleBook.parse(text)
    scored = CombinedEvaluator(default_weights(), evaluators=(CardRulesEvaluator(),), rules=book).evaluate(position)
    return {
        each.code.removeprefix("rule_"): each.value
        for action in scored.actions
        for each in action.contributions
        if each.code.startswith("rule_")
    }


def rule(when: str = "", **more: Any) -> str:
    """A rule on the Barrier as TOML."""
    values = {"code": "one", "cards": ["Imperial Barrier"], "points": 8, "reason": "For the test"} | more
    lines = "\n".join(f"{name} = {json.dumps(value)}" for name, value in values.items())
    return f"[[rules]]\n{lines}\n" + (f"when = {{ {when} }}\n" if when else "")


def test_shipped_rules_are_many_and_have_own_codes_and_reasons() -> None:
    book = shipped_rules()
    assert book.count >= 60
    assert len(book.by_card) >= 50
    rules = {each.code: each for rules in book.by_card.values() for each in rules}
    assert len(rules) == book.count
    assert all(each.reason[0].isupper() or each.reason[0].isdigit() for each in rules.values())
    assert all(each.points for each in rules.values())
    assert len(rules_text()) < MAX_TEXT


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("", True),
        ('phase = ["Deploy"]', True),
        ('phase = ["Move"]', False),
        ('turn = "theirs"', True),
        ('turn = "mine"', False),
        ("battle = false", True),
        ("battle = true", False),
        ("at_least = { force = 6 }", True),
        ("at_least = { force = 7 }", False),
        ("at_most = { force = 6, contested = 0 }", True),
        ("at_most = { occupied = 0 }", False),
        ("at_least = { their_lost = 0 }", False),  # Unknown
        ("at_least = { best_ability = 6 }", True),
        ('have = ["Darth Vader"]', True),
        ('lack = ["Darth Vader"]', False),
        ('they_have = ["Luke Skywalker"]', False),
        ('they_lack = ["Luke Skywalker"]', True),
        ('there = ["Darth Vader"]', False),
    ],
)
def test_a_rule_gives_points_only_where_its_condition_holds(when: str, holds: bool) -> None:
    position = asked(table(), act(BARRIER, "Prevent Luke from battling"))
    assert points(rule(when), position) == ({"one": 8.0} if holds else {})


def test_condition_on_the_cards_in_a_battle() -> None:
    made = table()
    made.put(fact(LUKE, title="•Luke Skywalker"), 0, "opponent")
    made.board.battle = Battle(0, [])
    position = asked(made, act(BARRIER, "Prevent"))
    assert points(rule('there = ["Darth Vader"], against = ["Luke Skywalker"]'), position)
    assert not points(rule('against = ["Darth Vader"]'), position)


def test_condition_on_whose_destiny_was_drawn() -> None:
    made = table()
    assert not points(rule('drawn = "mine"'), asked(made, act(BARRIER, "Prevent")))
    for player, whose, other in (("Me", "mine", "theirs"), ("You", "theirs", "mine")):
        made.board.add_message(f"{player} draws Imperial Barrier as a 5 for battle destiny")
        position = asked(made, act(BARRIER, "Prevent"))
        assert points(rule(f'drawn = "{whose}"'), position)
        assert not points(rule(f'drawn = "{other}"'), position)


def test_words_and_amounts_narrow_and_scale_a_rule() -> None:
    position = asked(table(), act(BARRIER, "Prevent Luke from battling"))
    assert points(rule(words="PREVENT"), position) == {"one": 8.0}
    assert points(rule(words="cancel"), position) == {}
    assert points(rule(per="force", points=2), position) == {"one": 12.0}
    assert points(rule(per="force", points=2, most=4), position) == {"one": 8.0}


def test_a_rule_on_losing_counts_only_where_cards_are_lost() -> None:
    options = (Option("7", "Imperial Barrier", "7", BARRIER), Option("8", "Another", "8", VADER))
    lose = Decision("CARD_SELECTION", "lose", "Choose card to lose", options, 1, 1)
    take = Decision("ARBITRARY_CARDS", "take", "Choose card to take into hand", options, 1, 1)
    for on, decision, other in (("lose", lose, take), ("choose", take, lose)):
        assert points(rule(on=on), asked(table(), decision)) == {"one": 8.0}
        assert points(rule(on=on), asked(table(), other)) == {}


def test_a_rule_on_targets_counts_for_the_cards_it_is_about() -> None:
    made = table()
    made.put(fact(LUKE, title="•Luke Skywalker", power=3.0, ability=4.0), 0, "opponent")
    options = tuple(
        Option(card.card_id, made.titles.get(card.blueprint_id, ""), card.card_id, card.blueprint_id)
        for card in made.board.cards.values()
        if card.zone != "LOCATIONS"
    )
    decision = Decision("CARD_SELECTION", "target", "Target", options, 1, 1, mentions=(BARRIER,))
    text = rule(on="target") + 'target = { owner = "theirs", types = ["Character"], least_power = 2 }\n'
    position = asked(made, decision)
    scored = CombinedEvaluator(
        default_weights(), evaluators=(CardRulesEvaluator(),), rules=RuleBook.parse(text)
    ).evaluate(position)
    assert [made.board.cards[action.choice.answer].owner for action in scored.actions if action.score] == ["opponent"]


def test_a_rule_may_be_for_one_type_of_card() -> None:
    made, decision = table(), act(BARRIER, "Prevent")
    text = rule(type="Interrupt")
    # Without facts, the card may be of any type.
    assert points(text, asked(made, decision)) == {"one": 8.0}
    for kind, found in (("Interrupt", {"one": 8.0}), ("Effect", {})):
        made.facts[BARRIER] = fact(BARRIER, kind, title="Imperial Barrier")
        assert points(text, asked(made, decision)) == found


def test_weight_scales_the_rules_and_the_profile_document_has_none() -> None:
    position = asked(table(), act(BARRIER, "Prevent"))
    book = RuleBook.parse(rule())
    for weights, value in (
        (default_weights().changed({"rules.points": 0.5}), 4.0),
        (default_weights().changed({"rules.points": 0.0}), None),
        (default_weights("document"), None),
    ):
        scored = CombinedEvaluator(weights, rules=book).evaluate(position)
        found = [each.value for each in scored.best.contributions if each.code == "rule_one"]
        assert found == ([] if value is None else [value])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rules = [", "not TOML"),
        (rule(points=1_000), "points"),
        (rule(on="dance"), "on"),
        (rule("at_least = { luck = 3 }"), "at_least"),
        (rule(extra=1), "extra"),
        (rule() + rule(), "the code 'one'"),
        ("#" * (MAX_TEXT + 1), "more than"),
        (f"points = {'1' * 5_000}", "not TOML"),
        ("# \ud800", "character that is not valid"),
        (f"\n{'a.' * 12_000}a=1", "Line 2 of the card rules has more than"),
        (f"{'a.' * 2_000}a=1", "Line 1 of the card rules has a key"),
        (f"[{'a . ' * 9}a]", "Line 1 of the card rules has a key"),
        (r"""'a'."b\"".""" * 4 + "a=1", "Line 1 of the card rules has a key"),
        (rule(points=10**400), "points"),
        (rule('phase = ["BATLE"]'), "phase.0 is not one of the values allowed"),
        (rule("phase = []"), "phase has too few entries"),
        (rule(type="Interupt"), "type is not one of the values allowed"),
        (rule(on="target") + 'target = { types = ["Charcter"] }\n', "types.0 is not one of the values allowed"),
        (rule() + 'target = { owner = "mine" }\n', 'target counts only with on = "target"'),
        (rule(most=4), "most counts only with per"),
        (rule(cards=["••"]), "cards.0 names no card"),
        (rule('lack = ["◇ "]'), "lack.0 names no card"),
    ],
)
def test_mistakes_are_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(ContractError, match=said) as refused:
        RuleBook.parse(text)
    assert refused.value.code == "INVALID_PARAMS"


def test_the_same_rules_with_a_byte_order_mark_are_the_same() -> None:
    assert RuleBook.parse("\ufeff" + rule()) == RuleBook.parse(rule())


def test_dots_in_a_reason_are_not_a_key() -> None:
    reason = "R. 2. D. 2. and C-3PO. " + "Wait... " * 10 + "1.5.2.5.3.5"
    assert RuleBook.parse(rule(reason=reason)).count == 1


def test_own_rules_flip_decisions_of_a_review() -> None:
    loaded = dict(ask("query", RULESET, "load_replay", {"xml": sample().xml}))
    shipped = dict(ask("query", RULESET, "card_rules", {}))
    assert shipped["count"] == shipped_rules().count
    same = ask("query", RULESET, "review", {"replay_id": loaded["replay_id"], "rules": shipped["text"]})
    assert same["summary"]["flipped"] == 0
    vader = rule(cards=["Darth Vader", "Ree-Yees", "First Strike"], points=150)
    own = ask("query", RULESET, "review", {"replay_id": loaded["replay_id"], "rules": vader})
    assert own["summary"]["flipped"] > 0
    assert "rules.points" in own["touched"]
    assert ask("query", RULESET, "card_rules", {"rules": vader})["count"] == 1


OBJECTIVE = "7_297"


@pytest.mark.parametrize(("shown", "holds"), [(OBJECTIVE, True), (f"{OBJECTIVE}_BACK", False)])
def test_a_card_with_two_sides_is_named_by_the_side_that_is_up(shown: str, *, holds: bool) -> None:
    made = table()
    made.put(
        fact(shown, "Objective", title="Hunt Down And Destroy The Jedi / Their Fire Has Gone Out"), zone="SIDE_OF_TABLE"
    )
    front, back = (rule(f'have = ["{side}"]') for side in ("Hunt Down And Destroy The Jedi", "Their Fire Has Gone Out"))
    position = asked(made, act(BARRIER, "Prevent a character"))
    assert ("one" in points(front, position)) == holds
    assert ("one" in points(back, position)) == (not holds)
    # An action of the Objective itself counts likewise.
    own = rule(cards=["Hunt Down And Destroy The Jedi"])
    assert ("one" in points(own, asked(made, act(shown, "Take Vader into hand")))) == holds


def test_a_rule_that_names_a_card_and_its_side_counts_once() -> None:
    made, title = table(), "Hunt Down And Destroy The Jedi / Their Fire Has Gone Out"
    made.put(fact(OBJECTIVE, "Objective", title=title), zone="SIDE_OF_TABLE")
    position = asked(made, act(OBJECTIVE, "Take Vader into hand"))
    for cards in ([title], [title, "Hunt Down And Destroy The Jedi"]):
        book = RuleBook.parse(rule(cards=cards))
        scored = CombinedEvaluator(default_weights(), evaluators=(CardRulesEvaluator(),), rules=book).evaluate(position)
        found = [each for action in scored.actions for each in action.contributions]
        assert [each.value for each in found if each.code == "rule_one"] == [8]


def test_a_shield_is_chosen_by_the_opponents_objective() -> None:
    shields = [
        Option(f"temp{place}", title, None, title) for place, title in enumerate(("Secret Plans", "Battle Order"))
    ]
    chosen = []
    for objective in (
        "ISB Operations / Empire's Sinister Agents",
        "Hidden Base / Systems Will Slip Through Your Fingers",
    ):
        made = Table(force=6, hand=3, reserve=30)
        made.put(fact("7_1", "Objective", title=objective, side="light"), owner="opponent", zone="SIDE_OF_TABLE")
        for shield in shields:
            made.facts[shield.text] = fact(shield.text, "Defensive Shield", title=shield.text)
        decision = Decision("ARBITRARY_CARDS", "take", "Choose Defensive Shield", tuple(shields), 1, 1)
        chosen.append(CombinedEvaluator(default_weights()).evaluate(made.position(decision)).best.choice.text)
    assert chosen == ["Secret Plans", "Battle Order"]
