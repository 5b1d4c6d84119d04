"""Evaluates other actions of cards, from the server's wording."""

from __future__ import annotations

import re
from collections.abc import Iterator

from py_engine.core.text import listed
from py_engine.games.swccg.policies.card_texts import titles_pulled
from py_engine.games.swccg.policies.context import DecisionContext
from py_engine.games.swccg.policies.destiny import hidden_cards, hidden_pool
from py_engine.games.swccg.policies.evaluators.actions.log import search_failed
from py_engine.games.swccg.policies.evaluators.actions.parts import OfferedAction, Part, Rule, always, note, plural
from py_engine.games.swccg.policies.evaluators.battle.ground import plain_title
from py_engine.games.swccg.policies.evaluators.budget import hand_costs
from py_engine.games.swccg.policies.scoring import ActionType
from py_engine.games.swccg.rules.cards import CardFacts
from py_engine.games.swccg.rules.decisions import Option

__all__ = ["cost_parts", "owner_of_named", "search_parts", "use_parts"]

LOW_PILE, BARE_PILE, MANY_CARDS = 12, 2, 10
MOST_FRUITLESS = 4
_RETRIEVE = re.compile(r"retrieve (\d{1,2}) force")
_LOSE = re.compile(r"(?:lose|loses) (\d{1,2}) force")
_MADE_TO_LOSE = re.compile(r"make (.{1,60}) lose (\d{1,2}) force")
_PAY = re.compile(r"(?:use|uses|using) (\d{1,2}) force")
_RETURN = re.compile(r"return (.+) to hand")
_ACTIVATE = re.compile(r"activate (\d{1,2}) force")
_SEARCHED = ("reserve deck", "lost pile", "force pile", "used pile")
_OPPONENTS_TABLE = ("AT_LOCATION", "ATTACHED", "SIDE_OF_TABLE")


def owner_of_named(context: DecisionContext, named: str) -> bool | None:
    """Whether the card of a name is the seat's; None if no card or both players' cards on the table have that name."""
    name, found = named.lstrip("•◇").lower(), set()
    for card in context.board.cards.values():
        if card.zone in _OPPONENTS_TABLE and context.title(card.blueprint_id).lstrip("•◇").lower() == name:
            found.add(card.owner == "seat")
    return found.pop() if len(found) == 1 else None


def cost_parts(context: DecisionContext, option: Option, words: str) -> Iterator[Part]:
    """What playing an Interrupt costs besides Force."""
    facts, card = context.facts_of(option), context.card(option.card_id)
    kind = facts.subtype if facts is not None and facts.type == "Interrupt" else ""
    in_hand = card is not None and card.zone == "HAND"
    if words.startswith("lost:") or (in_hand and kind.startswith("Lost")):
        yield Part("lost", "A Lost Interrupt: the card goes to the Lost Pile", "use.lost")
    elif words.startswith("used:") or (in_hand and kind == "Used"):
        yield Part("used", "A Used Interrupt: the card recirculates", "use.used")


def use_parts(context: DecisionContext, option: Option, words: str) -> Iterator[Part]:
    """Findings on an action of a card, from the first rule that matches its wording.

    Args:
        context: The decision.
        option: The action.
        words: The server's text for it, in lower case, without ``USED:`` or ``LOST:``.
    """
    for found, rule in _RULES:
        if all(word in words for word in found):
            yield from rule(OfferedAction(context, option, words))
            return
    yield Part("unknown", "Its effect is unknown: not taken blindly", "use.unknown")


def _search(offered: OfferedAction) -> Iterator[Part]:
    pile = _pile_of(offered.words)
    yield Part("search", f"Fetches a card that its text allows from the {_pile_name(pile)}", "use.search")
    yield from search_parts(*offered)


def search_parts(context: DecisionContext, option: Option, words: str) -> Iterator[Part]:
    """Whether a search of a pile may succeed, and its best moment; nothing if no pile is searched.

    Args:
        context: The decision.
        option: The action.
        words: The server's text for it, in lower case.
    """
    pile = _pile_of(words)
    if pile is None or f"from {pile}" not in words:
        return
    piles = context.piles()
    if piles is None:
        yield note("piles_unknown", "The piles are unknown")
    else:
        sizes = {"reserve deck": piles.reserve, "lost pile": piles.lost, "force pile": piles.force}
        size = sizes.get(pile or "", piles.used)
        if size <= BARE_PILE:
            label = f"With {plural(size, 'card')} in the {_pile_name(pile)} there is hardly anything to find"
            yield Part("search_bare", label, "use.search_bare")
        elif size < LOW_PILE:
            label = f"Only {plural(size, 'card')} in the {_pile_name(pile)} to search"
            yield Part("search_low", label, "use.search_low", float(LOW_PILE - size))
    if pile == "reserve deck" and (names := nothing_left(context, context.facts_of(option), words)):
        label = f"{names}: every copy in the deck is known to be elsewhere"
        yield Part("nothing_left", label, "use.nothing_left")
    yield from _fruitless(context, option)
    if search_failed(context, context.title(option.blueprint_id)):
        yield Part("search_failed", "The last search with this card found nothing", "use.search_failed")
    elif pile == "reserve deck" and any(choice.action_type is ActionType.ACTIVATE for choice in context.choices):
        label = "Cards activated first can no longer be found in the Reserve Deck"
        yield Part("search_first", label, "use.search_first")


def _fruitless(context: DecisionContext, option: Option) -> Iterator[Part]:
    """Earlier searches for the same with the same card that found nothing."""
    times = context.position.fruitless.get(option.answer, 0)
    if times:
        label = f"This search has found nothing {'before' if times == 1 else f'{times} times'} in this game"
        yield Part("search_fruitless", label, "use.search_fruitless", float(min(times, MOST_FRUITLESS)))


def nothing_left(context: DecisionContext, facts: CardFacts | None, words: str) -> str:
    """The cards that a search is for, if all face-down cards of the seat are known and none is one of them; else empty."""
    titles = () if facts is None else titles_pulled(facts)
    pool = hidden_pool(context.board, context.position.facts)
    # A card may have searches whose texts are not understood: the action has to name what it is for.
    if pool is None or pool.others or not any(title.lower() in words for title in titles):
        return ""
    # A name may be that of a persona, whose cards need not have it in their titles: each has to be the title of a card of the deck.
    missing = {title.lower() for title in titles}
    for blueprint, count in hidden_cards(context.board).items():
        known = context.facts(blueprint)
        if count and (known is None or any(title.lower() in known.title.lower() for title in titles)):
            return ""
        if known is not None:
            missing.discard(plain_title(known.title).lower())
    return "" if missing else listed(titles)


def _pile_of(words: str) -> str | None:
    return next((each for each in _SEARCHED if each in words), None)


def _pile_name(pile: str | None) -> str:
    return "pile" if pile is None else pile.title()


def _retrieve(offered: OfferedAction) -> Iterator[Part]:
    match, lost = _RETRIEVE.search(offered.words), _LOSE.search(offered.words)
    count = int(match.group(1)) if match is not None else 1
    piles = offered.context.piles()
    if piles is not None:
        count = min(count, piles.lost)
    if count == 0:
        yield Part("no_target", "The Lost Pile is empty: nothing to retrieve", "use.no_target")
    else:
        label = f"Retrieves {count} from the Lost Pile"
        if match is None:
            label = f"Retrieves from the Lost Pile; how much is unknown, and counted as {count}"
        yield Part("retrieve", label, "use.retrieve", float(count))
        yield from _fruitless(offered.context, offered.option)
    if lost is not None:
        # Who loses it is in the card's text: with First Strike, the defender of a battle does.
        label = f"{lost.group(1)} Force is lost; the wording does not say by whom"
        yield Part("lose", label, "use.lose", float(lost.group(1)))


def _activate(offered: OfferedAction) -> Iterator[Part]:
    match = _ACTIVATE.search(offered.words)
    count = int(match.group(1)) if match is not None else 1
    yield Part("activate", f"Activates {count} more Force", "use.activate", float(count))


def _away(offered: OfferedAction) -> Iterator[Part]:
    yield Part("put_back", "Costs a card of your hand until the Used Pile recirculates", "use.put_back")
    piles = offered.context.piles()
    if piles is not None and piles.hand > MANY_CARDS:
        over = float(piles.hand - MANY_CARDS)
        yield Part("crowded", f"A hand of {piles.hand} can spare a card", "use.crowded", over)


def _give_up(offered: OfferedAction) -> Iterator[Part]:
    card = offered.context.card(offered.option.card_id)
    if card is None:
        yield note("text_unknown", "Which card is given up is unknown")
    elif card.owner == "seat":
        yield Part("give_up", f"Gives up {offered.context.title(card.blueprint_id)}", "use.give_up")


def _cancel(offered: OfferedAction) -> Iterator[Part]:
    named = offered.words.partition("cancel ")[2]
    if named.startswith("effect"):
        yield from _cancel_effect(offered.context)
        return
    own = owner_of_named(offered.context, named)
    if own is None:
        yield note("owner_unknown", "Whose card it cancels is unknown")
    elif own:
        yield Part("cancel_own", "It would cancel your own card", "use.cancel_own")
    else:
        yield Part(
            "cancel", "Cancels an opponent's card", "use.cancel", 0.5 if "draw destiny" in offered.words else 1.0
        )


def _cancel_effect(context: DecisionContext) -> Iterator[Part]:
    cards = [
        card for card in context.board.cards.values() if card.owner == "opponent" and card.zone in _OPPONENTS_TABLE
    ]
    effects = [
        facts for card in cards if (facts := context.facts(card.blueprint_id)) is not None and facts.type == "Effect"
    ]
    if effects:
        label = f"The opponent has {plural(len(effects), 'Effect')} on the table; the destiny may not suffice"
        yield Part("cancel", label, "use.cancel", 0.5)
    elif all(context.facts(card.blueprint_id) is not None for card in cards):
        yield Part("no_target", "The opponent has no Effect on the table", "use.no_target")
    else:
        yield note("target_unknown", "Whether the opponent has an Effect on the table is unknown")


def _harm(offered: OfferedAction) -> Iterator[Part]:
    if not any(offered.context.board.power["opponent"].values()):
        yield Part("no_target", "The opponent has nobody on the table", "use.no_target")
    elif "lost" in offered.words:
        yield Part("harm", "Takes an opponent's card off the table", "use.harm", 2.0)
    elif offered.context.board.battle is None:
        yield Part("no_target", "No battle is in progress for a weapon to benefit", "use.no_target")
    else:
        yield Part("harm", "Makes a target in the battle easier to hit", "use.harm")


def _to_hand(offered: OfferedAction) -> Iterator[Part]:
    match = _RETURN.search(offered.words)
    if match is not None and owner_of_named(offered.context, match.group(1)) is False:
        yield Part("harm", "Returns an opponent's card to hand", "use.harm")
    elif offered.context.decision.kind == "response":
        yield Part("saved", "Returns to hand instead of being lost", "use.saved")
    else:
        yield Part("back_to_hand", "Takes a card off the table", "use.back_to_hand")


def _made_to_lose(offered: OfferedAction) -> Iterator[Part]:
    """The server names who loses the Force."""
    match = _MADE_TO_LOSE.search(offered.words)
    if match is None:
        yield from _pay(offered)
        return
    amount = float(match.group(2))
    if match.group(1) == offered.context.position.seat.lower():
        yield Part("lose", f"Loses {amount:g} Force", "use.lose", amount)
    else:
        who = "Each player" if match.group(1) == "each player" else "The opponent"
        yield Part("damages", f"{who} loses {amount:g} Force", "use.damages", amount)


def _top_of_lost(offered: OfferedAction) -> Iterator[Part]:
    piles = offered.context.piles()
    if piles is not None and piles.lost == 0:
        yield Part("no_target", "The Lost Pile is empty: nothing to take", "use.no_target")
    else:
        yield Part("regain", "Takes the top card of the Lost Pile into hand", "use.retrieve")


def _pay(offered: OfferedAction) -> Iterator[Part]:
    lost, used = _LOSE.search(offered.words), _PAY.search(offered.words)
    if lost is not None:
        yield Part("lose", f"Loses {lost.group(1)} Force", "use.lose", float(lost.group(1)))
    if used is not None:
        yield Part("pay", f"Uses {used.group(1)} Force", "use.pay", float(used.group(1)))


def _look(offered: OfferedAction) -> Iterator[Part]:
    yield Part("look", "Reveals unknown cards", "use.look")
    force, costs = offered.context.force, hand_costs(offered.context)
    if force is not None and force < costs:
        label = f"The hand could use more than the {force} Force there is; a look may cost some"
        yield Part("look_spends", label, "use.look_spends")


_RULES: tuple[tuple[tuple[str, ...], Rule], ...] = (
    (
        # Only who may free a captive is offered this.
        ("release an unattended", "captive"),
        always("release", "Frees a captive, who counts on the table again", "use.release"),
    ),
    (("make ", " lose ", "force"), _made_to_lose),
    (("take top card of lost pile",), _top_of_lost),
    (("steal ",), always("steal", "Takes a card from the opponent", "use.steal")),
    (("retrieve",), _retrieve),
    (("take ", "into hand from"), _search),
    (("deploy", "from reserve deck"), _search),
    (("deploy", "from lost pile"), _search),
    (("play an interrupt from",), _search),
    (("activate", "force"), _activate),
    (("reveal opponent",), _look),
    (("peek",), _look),
    (("from hand", "used pile"), _away),
    (("place in lost pile",), _give_up),
    (("sacrifice",), _give_up),
    (("cancel ",), _cancel),
    (("make target lost",), _harm),
    (("reduce target",), _harm),
    (("return", "to hand"), _to_hand),
    (
        ("persona replace",),
        always("persona", "Replaces a card on the table with another version from hand", "use.persona"),
    ),
    (("lose", "force"), _pay),
    (("use", "force"), _pay),
)
