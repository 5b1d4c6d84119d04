"""Consistency checks over the fields of a state; the error names the first field that does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

import numpy as np

from py_engine.core.validation import MisfitError
from py_engine.games.hearts.rules.batch import TAKEN, points_of
from py_engine.games.hearts.rules.cards import DECK, NUMBERS, POINT_CARDS, SEATS, TWO_OF_CLUBS, mask_of, names_of
from py_engine.games.hearts.rules.fields import HeartsFields, Held
from py_engine.games.hearts.rules.record import Record

__all__ = ["broken", "check", "count_of", "phase_of", "points_taken"]

Path = tuple[int | str, ...]


def check(state: HeartsFields) -> None:
    """Checks that the fields of a state fit each other.

    Raises:
        MisfitError: for the first field that does not fit.
    """
    _check_views(state)
    phase = phase_of(state)
    _check_phase(state, phase)
    _check_cards(state, phase)
    _check_passes(state, phase)
    if phase == "pass":
        if state.active_player_id != (turn := sum(count_of(held) == 3 for held in state.passed)):
            raise MisfitError(
                f"should be player {turn}: cards are passed in the order of the seats", "active_player_id"
            )
        found = None
    else:
        found = state.record()
        _check_leaders(state, found)
        _check_plays(state, found)
    _check_sums(state, found)


def count_of(held: Held) -> int:
    """The number of cards."""
    return len(held) if isinstance(held, list) else held


def phase_of(state: HeartsFields) -> Literal["pass", "play", "done"]:
    """The phase that follows from the plays; before the first play, a leader means that the cards have been passed."""
    if len(state.trick_history) == 13:
        return "done"
    begun = state.trick_history or state.trick or state.leader is not None or state.shift == 0
    return "play" if begun or state.phase == "play" else "pass"


def _check_views(state: HeartsFields) -> None:
    """Checks that cards are listed for one seat, for all or for none."""
    known = [seat for seat, hand in enumerate(state.hands) if isinstance(hand, list)]
    if len(known) in (2, 3):
        raise MisfitError("should list the cards of one player or of all four", "hands")
    for name, four in (("passed", state.passed), ("received", state.received)):
        for seat, held in enumerate(four):
            if seat in known and not isinstance(held, list):
                raise MisfitError("should be a list of cards, as the hand is", name, seat)
            if seat not in known and isinstance(held, list) and held:
                raise MisfitError("should be a number of cards, as the hand is", name, seat)
    if len(known) < SEATS and state.seed is not None and "seed" in state.model_fields_set:
        raise MisfitError("should be null unless all hands are listed", "seed")


def _check_phase(state: HeartsFields, phase: str) -> None:
    given = state.model_fields_set
    if "phase" in given and state.phase != phase:
        raise MisfitError(f"is {state.phase}, but should be {phase}, given the cards played", "phase")
    over = phase == "done"
    if state.game_over is not None and state.game_over != over:
        what = "the last trick is played" if over else "there are cards to play"
        raise MisfitError(f"is {str(state.game_over).lower()}, but {what}", "game_over")
    end = state.options.points_to_end
    if over and max(state.scores) < end:
        raise MisfitError(f"should include one of at least {end} when the game is over", "scores")
    for seat, score in enumerate(state.scores):
        if not over and score >= end:
            raise MisfitError(f"is {score}, but a game to {end} would be over", "scores", seat)


def _places(state: HeartsFields) -> Iterator[tuple[Path, str]]:
    """Every listed card with its path."""
    for number, trick in enumerate(state.trick_history):
        for place, card in enumerate(trick.cards):
            yield ("trick_history", number, "cards", place), card
    for place, card in enumerate(state.trick):
        yield ("trick", place), card
    for seat, hand in enumerate(state.hands):
        if isinstance(hand, list):
            for place, card in enumerate(hand):
                yield ("hands", seat, place), card


def _check_cards(state: HeartsFields, phase: str) -> None:
    """Checks that every hand has one card per remaining trick, and that no card is in two places."""
    if phase == "done" and state.trick:
        raise MisfitError("should be empty when the game is over", "trick")
    played = {(state.lead + place) % SEATS for place in range(len(state.trick))}
    for seat, hand in enumerate(state.hands):
        wanted = 13 - len(state.trick_history) - (seat in played)
        if count_of(hand) != wanted:
            raise MisfitError(f"should be {wanted} cards, and not {count_of(hand)}", "hands", seat)
    seen: set[str] = set()
    for path, card in _places(state):
        if card in seen:
            raise MisfitError(f"is {card}, which is also in another place", *path)
        seen.add(card)


def _check_passes(state: HeartsFields, phase: str) -> None:
    counts = [count_of(held) for held in state.passed]
    got = [count_of(held) for held in state.received]
    if phase == "pass":
        wanted = [3 * (seat < state.active_player_id) for seat in range(SEATS)]
        reason = "cards are passed in the order of the seats"
        received = [0] * SEATS
    else:
        # An edited position may leave out the passed cards.
        given = state.shift > 0 and any(counts)
        wanted = received = [3 * given] * SEATS
        reason = "everybody passed three" if given else "the passed cards are not given"
        reason = reason if state.shift else "no cards are passed in this hand"
    for name, found, due in (("passed", counts, wanted), ("received", got, received)):
        for seat in range(SEATS):
            if found[seat] != due[seat]:
                raise MisfitError(f"should be {due[seat]} cards, and not {found[seat]}: {reason}", name, seat)
    _check_owners(state, phase)


def _owners(state: HeartsFields) -> dict[str, int]:
    """The owner of each listed card, since the exchange or, while cards are passed, since the deal."""
    owners: dict[str, int] = {}
    for trick in state.trick_history:
        owners |= {card: (trick.leader + place) % SEATS for place, card in enumerate(trick.cards)}
    owners |= {card: (state.lead + place) % SEATS for place, card in enumerate(state.trick)}
    for seat, hand in enumerate(state.hands):
        if isinstance(hand, list):
            owners |= dict.fromkeys(hand, seat)
    return owners


def _check_owners(state: HeartsFields, phase: str) -> None:
    """Checks that passed cards are where they went."""
    owners = _owners(state)
    for name, four in (("passed", state.passed), ("received", state.received)):
        moved = state.shift if name == "passed" and phase != "pass" else 0
        for seat, held in enumerate(four):
            if not isinstance(held, list):
                continue
            holder = (seat + moved) % SEATS
            known = isinstance(state.hands[holder], list)
            for place, card in enumerate(held):
                owner = owners.get(card)
                if card in held[:place]:
                    raise MisfitError(f"is {card}, which is already listed", name, seat, place)
                if owner != holder and (owner is not None or known):
                    text = f"is {card}, which player {holder} neither held nor played"
                    raise MisfitError(text, name, seat, place)
    for seat, held in enumerate(state.received if state.is_whole else ()):
        giver = (seat - state.shift) % SEATS
        if phase != "pass" and set(_listed(held)) != set(_listed(state.passed[giver])):
            raise MisfitError(f"should be what player {giver} passed", "received", seat)


def _listed(held: Held) -> list[str]:
    return [*held] if isinstance(held, list) else []


def _check_leaders(state: HeartsFields, found: Record) -> None:
    """Checks that the winner of each trick leads the next one, and the winners and points that are given."""
    for number, trick in enumerate(state.trick_history):
        given = trick.model_fields_set
        winner, points = found.winners[number], found.points[number]
        if number and trick.leader != (wanted := found.winners[number - 1]):
            text = f"is player {trick.leader}, but player {wanted} took the trick before"
            raise MisfitError(text, "trick_history", number, "leader")
        if "winner" in given and trick.winner != winner:
            raise MisfitError(
                f"is player {trick.winner}, but player {winner} took it", "trick_history", number, "winner"
            )
        if "points" in given and trick.points != points:
            raise MisfitError(f"is {trick.points}, but the trick has {points}", "trick_history", number, "points")
    if len(state.trick_history) < 13:
        if found.winners and state.lead != found.winners[-1]:
            text = f"is player {state.lead}, but player {found.winners[-1]} took the trick before"
            raise MisfitError(text, "leader" if state.leader is not None else "active_player_id")
        turn = (state.lead + len(state.trick)) % SEATS
        if state.active_player_id != turn:
            raise MisfitError(f"should be player {turn}, by the leader and the cards on the table", "active_player_id")
    elif state.leader is not None:
        raise MisfitError("should be null when the game is over", "leader")


def _check_plays(state: HeartsFields, found: Record) -> None:
    """Checks that every play was legal given the known cards, and that some deal of the hidden cards allows them all."""
    known, hidden = _known(state)
    _check_two_of_clubs(state, known)
    later = known.copy()
    tricks = [(("trick_history", n, "cards"), trick.leader, trick.cards) for n, trick in enumerate(state.trick_history)]
    tricks.append((("trick",), state.lead, state.trick))  # type: ignore[arg-type]
    excluded = [*found.excluded, *[[]] * (len(tricks) - len(found.excluded))]
    never = [0] * SEATS
    for (path, leader, cards), masks in reversed(list(zip(tricks, excluded, strict=True))):
        for place, (card, mask) in enumerate(zip(cards, masks, strict=True)):
            seat = (leader + place) % SEATS
            never[seat] |= mask
            later[seat] |= 1 << NUMBERS[card]
            against = mask & later[seat]
            if against:
                why = _why(card, place, cards[0], seat, names_of(against)[0])
                raise MisfitError(f"is {card}, but {why}", *path, place)
    if hidden:
        _check_fits(state, known, never, hidden)


_POINTS_FIRST = "points may be played to the first trick only by a player who holds nothing else"
_HEARTS_LED = "unbroken hearts may be led only by a player who holds nothing else"


def _why(card: str, place: int, led: str, seat: int, other: str) -> str:
    """Why a card was illegal while its player held ``other``."""
    if card == other:
        return "2C leads the first trick"
    if place == 0:
        return f"{_HEARTS_LED}, and player {seat} held {other}" if card[1] == "H" else "2C leads the first trick"
    if other[1] == led[1]:
        return f"player {seat} held {other} and had to follow suit"
    return f"{_POINTS_FIRST}, and player {seat} held {other}"


def _known(state: HeartsFields) -> tuple[list[int], int]:
    """Masks of the cards that each seat is known to hold now, and the mask of the hidden cards."""
    known = [mask_of(_listed(hand)) for hand in state.hands]
    gone = mask_of(_cards_played(state))
    for seat, held in enumerate(state.passed):
        known[(seat + state.shift) % SEATS] |= mask_of(_listed(held)) & ~gone
    hidden = int(DECK) & ~gone
    for mask in known:
        hidden &= ~mask
    two = 1 << TWO_OF_CLUBS
    first = state.trick_history[0].leader if state.trick_history else state.lead
    if hidden & two and not isinstance(state.hands[first], list):
        known[first] |= two
        hidden &= ~two
    return known, hidden


def _cards_played(state: HeartsFields) -> Iterable[str]:
    for trick in state.trick_history:
        yield from trick.cards
    yield from state.trick


def _check_two_of_clubs(state: HeartsFields, known: list[int]) -> None:
    owners = _owners(state) | {name: seat for seat, mask in enumerate(known) for name in names_of(mask) if name == "2C"}
    first = state.trick_history[0].leader if state.trick_history else state.lead
    if owners.get("2C") == first:
        return
    path: Path = ("trick_history", 0, "leader") if state.trick_history else ("leader",)
    if state.leader is None and not state.trick_history:
        path = ("active_player_id",)
    raise MisfitError(f"should be the player who held 2C, which player {first} did not", *path)


def _check_fits(state: HeartsFields, known: list[int], never: list[int], hidden: int) -> None:
    """Checks that the hidden cards can fill the hands.

    Hall's marriage theorem (1935): they can if no set of players needs more cards than it could hold together.
    """
    capacity = {}
    for seat, hand in enumerate(state.hands):
        if not isinstance(hand, list):
            capacity[seat] = hand - known[seat].bit_count()
    for size in range(1, len(capacity) + 1):
        for seats in combinations(capacity, size):
            possible = 0
            for seat in seats:
                possible |= hidden & ~never[seat]
            places, cards = sum(capacity[seat] for seat in seats), possible.bit_count()  # same bits: whole numbers
            if not 0 <= places <= cards:
                problem, path = _misfit(state, seats, places, cards)
                raise MisfitError(problem, *path)


def _misfit(state: HeartsFields, seats: Sequence[int], places: int, cards: int) -> tuple[str, Path]:
    """The error where the given players' hands cannot be filled: at the play that restricts them most, if there is one."""
    tricks = [(("trick_history", n), trick.leader, trick.cards) for n, trick in enumerate(state.trick_history)]
    unbroken = True
    for number, (path, leader, played) in enumerate([*tricks, (("trick",), state.lead, state.trick)]):
        for place, card in enumerate(played):
            seat = (leader + place) % SEATS
            points = bool(mask_of([card]) & POINT_CARDS)
            said = _POINTS_FIRST if number == 0 and points else _HEARTS_LED
            if seat in seats and points and (number == 0 or (place == 0 and unbroken and card[1] == "H")):
                where = path if path == ("trick",) else (*path, "cards")
                return f"is {card}, but {said}, and player {seat} must hold other cards", (*where, place)
        unbroken = unbroken and not mask_of(played) & state.rules.breakers
    players = " and ".join(f"player {seat}" for seat in seats)
    could = f"given the cards played, {players} could hold only {cards} of the remaining cards"
    return f"cannot be filled: {could} but should hold {places}", ("hands",)


def points_taken(found: Record) -> list[int]:
    """Points by seat, before the moon."""
    points: list[int] = points_of(np.array(found.taken, dtype=TAKEN)).tolist()
    return points


def broken(state: HeartsFields) -> bool:
    """Whether hearts have been broken."""
    return bool(mask_of(_cards_played(state)) & state.rules.breakers)


def _check_sums(state: HeartsFields, found: Record | None) -> None:
    given = state.model_fields_set
    if "hearts_broken" in given and state.hearts_broken != broken(state):
        raise MisfitError(f"should be {str(not state.hearts_broken).lower()}, given the cards played", "hearts_broken")
    if "points" in given:
        taken = points_taken(found) if found else [0] * SEATS
        for seat, points in enumerate(taken):
            if state.points[seat] != points:
                raise MisfitError(f"is {state.points[seat]}, but {points} were taken by player {seat}", "points", seat)
