/** The names of cards, and which cards are at which location. */
import { short } from "../../../core/format";
import type { BoardCard, BoardLocation, State, Who } from "../types";

const FACE_DOWN = /^-1_/;

/** A card's title, or "card 9_9" (its blueprint number) where no title is known. */
export function titleOf(state: State, blueprint: string | null): string {
  if (blueprint === null) return "an unknown card";
  if (FACE_DOWN.test(blueprint)) return "a face-down card";
  return state.titles[blueprint] ?? state.cards[blueprint]?.title ?? `card ${blueprint}`;
}

/** The known numbers of a card: "power 6, ability 6, deploy 6". */
export function factsText(state: State, blueprint: string): string {
  const facts = state.cards[blueprint];
  if (facts === undefined) return "";
  const names = ["power", "ability", "deploy", "forfeit", "destiny"] as const;
  return names.flatMap((name) => (typeof facts[name] === "number" ? [`${name} ${short(facts[name])}`] : [])).join(", ");
}

/** The title of a location; without a card, its system or its number. */
export function locationName(state: State, location: BoardLocation): string {
  if (location.blueprint_id === null) return location.system ?? `Location ${location.index + 1}`;
  return titleOf(state, location.blueprint_id);
}

export function handOf(state: State): BoardCard[] {
  return state.board.cards.filter(({ zone, owner }) => zone === "HAND" && owner === "seat");
}

/** Attachments of attachments are followed this deep; a cycle in broken data must end, too. */
const MAX_DEPTH = 8;

/** The index of a card's location; an attached card is where its holder is. Null if it is at none. */
function placeOf(state: State, card: BoardCard): number | null {
  let here: BoardCard | undefined = card;
  for (let depth = 0; here !== undefined && depth < MAX_DEPTH; depth += 1) {
    if (here.location !== null) return here.location;
    const holder: string | null = here.attached_to;
    here = holder === null ? undefined : state.board.cards.find(({ card_id }) => card_id === holder);
  }
  return null;
}

/** One player's cards at a location, without the location card itself. */
export function cardsAt(state: State, location: BoardLocation, who: Who): BoardCard[] {
  return state.board.cards.filter(
    (card) => card.owner === who && card.card_id !== location.card_id && placeOf(state, card) === location.index,
  );
}

/** Zones whose cards are not in play: hand, piles, tops of piles. */
const NOT_IN_PLAY = /HAND|PILE|DECK|OUT_OF_PLAY|VOID/;

/** One player's cards in play that are at no location. */
export function cardsBeside(state: State, who: Who): BoardCard[] {
  const places = new Set(state.board.locations.map(({ card_id }) => card_id));
  return state.board.cards.filter(
    (card) => card.owner === who && !NOT_IN_PLAY.test(card.zone) && !places.has(card.card_id) && placeOf(state, card) === null,
  );
}

/** A list of titles, equal ones counted: "Stormtrooper ×2, Vader". */
export function titlesText(state: State, cards: readonly BoardCard[]): string {
  const counts = new Map<string, number>();
  for (const { blueprint_id } of cards) {
    const title = titleOf(state, blueprint_id);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].map(([title, count]) => (count === 1 ? title : `${title} ×${count}`)).join(", ");
}
