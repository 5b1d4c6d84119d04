/** Cards by name, and what of the board stands where. */
import { short } from "../../../core/format";
import type { BoardCard, BoardLocation, State, Who } from "../types";

const FACE_DOWN = /^-1_/;

/** A card's title; a card that nobody named goes by its number. */
export function titleOf(state: State, blueprint: string | null): string {
  if (blueprint === null) return "an unknown card";
  if (FACE_DOWN.test(blueprint)) return "a face-down card";
  return state.titles[blueprint] ?? state.cards[blueprint]?.title ?? `card ${blueprint}`;
}

/** "power 6, ability 6, deploy 6": what is known of a card in numbers. */
export function factsText(state: State, blueprint: string): string {
  const facts = state.cards[blueprint];
  if (facts === undefined) return "";
  const names = ["power", "ability", "deploy", "forfeit", "destiny"] as const;
  return names.flatMap((name) => (typeof facts[name] === "number" ? [`${name} ${short(facts[name])}`] : [])).join(", ");
}

/** A location by its title, with its system where it is a site of one. */
export function locationName(state: State, location: BoardLocation): string {
  if (location.blueprint_id === null) return location.system ?? `Location ${location.index + 1}`;
  return titleOf(state, location.blueprint_id);
}

export function handOf(state: State): BoardCard[] {
  return state.board.cards.filter(({ zone, owner }) => zone === "HAND" && owner === "seat");
}

/** Cards that are attached go where what they are attached to is. So many steps of it are looked at. */
const DEEPEST = 8;

function placeOf(state: State, card: BoardCard): number | null {
  let here: BoardCard | undefined = card;
  for (let depth = 0; here !== undefined && depth < DEEPEST; depth += 1) {
    if (here.location !== null) return here.location;
    const holder: string | null = here.attached_to;
    here = holder === null ? undefined : state.board.cards.find(({ card_id }) => card_id === holder);
  }
  return null;
}

/** Cards of one player at a location, the location itself left out. */
export function cardsAt(state: State, location: BoardLocation, who: Who): BoardCard[] {
  return state.board.cards.filter(
    (card) => card.owner === who && card.card_id !== location.card_id && placeOf(state, card) === location.index,
  );
}

/** Cards in hand, in a pile, or on top of one are not in play. */
const NOT_IN_PLAY = /HAND|PILE|DECK|OUT_OF_PLAY|VOID/;

/** Cards of one player that lie in play, but at no location. */
export function cardsBeside(state: State, who: Who): BoardCard[] {
  const places = new Set(state.board.locations.map(({ card_id }) => card_id));
  return state.board.cards.filter(
    (card) => card.owner === who && !NOT_IN_PLAY.test(card.zone) && !places.has(card.card_id) && placeOf(state, card) === null,
  );
}

/** Titles in a row, equal ones counted: "Stormtrooper ×2, Vader". */
export function titlesText(state: State, cards: readonly BoardCard[]): string {
  const counts = new Map<string, number>();
  for (const { blueprint_id } of cards) {
    const title = titleOf(state, blueprint_id);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return [...counts].map(([title, count]) => (count === 1 ? title : `${title} ×${count}`)).join(", ");
}
