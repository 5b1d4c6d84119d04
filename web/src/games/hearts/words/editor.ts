/** Texts of the position editor. */
import { capital } from "../../../core/words";
import { cardName } from "../cards";
import type { Card } from "../cards";
import { seatName } from "../seats";
import { PLAYERS } from "../types";
import type { Direction } from "../types";

export const EDITOR = {
  knowledge: "What you know",
  phase: "The hand",
  passing: "Passing",
  brush: "A tap puts a card in",
  clearHand: "Clear my hand",
  scores: "Points in the game before this hand",
  rules: "Rules",
  end: "Points to end the game",
  deck: "All cards, suit by suit",
  takeBack: "Take the last card back",
  clearTricks: "Clear the tricks",
} as const;

export const OPTIONS = [
  { key: "queen_breaks_hearts", text: "The queen of spades breaks hearts" },
  { key: "jack_of_diamonds", text: "The jack of diamonds takes 10 points off" },
  { key: "moon_subtracts", text: "The moon takes 26 points off the shooter's score" },
  { key: "first_lead_any_club", text: "Any club may be led first" },
] as const;

/** Whether the position is one seat's view or whole. */
export const KNOWLEDGE = [
  { value: false, name: "My own cards" },
  { value: true, name: "All four hands" },
];

export const PHASES = [
  { value: "pass", name: "Passing" },
  { value: "play", name: "Playing" },
] as const;

export const PASSES: readonly { value: Direction; name: string }[] = [
  { value: "left", name: "To the left" },
  { value: "right", name: "To the right" },
  { value: "across", name: "Across" },
  { value: "hold", name: "Nobody passes" },
];

/** Names of the places for cards besides the hands. */
export const BRUSHES = { passed: "You passed", received: "You received", trick: "Played next" } as const;

/** The players as the editor calls them, from the seat `me`: "You", "Left", "Across", "Right". */
export function editorNames(me: number): string[] {
  return Array.from({ length: PLAYERS }, (_, player) => {
    const seat = seatName(player, me);
    return player === me ? "You" : capital(seat);
  });
}

/** "Your hand (12)", "Left (13)". */
export function handBrush(name: string, own: boolean, cards: number): string {
  return `${own ? "Your hand" : name} (${cards})`;
}

/** "queen of spades, trick 2", "2 of hearts, not placed". */
export function editCardLabel(card: Card, place: string | undefined): string {
  return `${cardName(card)}, ${place ?? "not placed"}`;
}

/** "Trick 2, led by". */
export function ledByText(index: number): string {
  return `Trick ${index + 1}, led by`;
}

/** "Left to play". */
export function toPlayText(name: string | undefined): string {
  return `${name ?? ""} to play`;
}

const PLAYED_BY = ["you", "the player on your left", "the player across", "the player on your right"];

/** Words for entering a game as it was seen at a table. */
export const SEEN = {
  pointsToEnd: "The game ends at this many points:",
  pointsRange: (most: number): string => `Enter a whole number from 1 to ${most}.`,
  direction: "The first pass goes",
  directions: [
    { value: "left", name: "left" },
    { value: "right", name: "right" },
    { value: "across", name: "across" },
    { value: "hold", name: "nowhere: the cards are kept" },
  ],
  cards: "Cards",
  others: [
    { player: 1, name: "Left" },
    { player: 2, name: "Across" },
    { player: 3, name: "Right" },
  ],
  asks: (stage: string, hand: number, count: { held: number; pass: number; receive: number }, turn: number): string => {
    if (stage === "hold") return `Hand ${hand}: which cards were you dealt? ${count.held} of 13`;
    if (stage === "pass") return `Which three did you pass? ${count.pass} of 3`;
    if (stage === "receive") return `Which three did you get? ${count.receive} of 3`;
    if (stage === "leader") return "Who held the two of clubs and led the first trick?";
    if (stage === "over") return "All cards of this hand are played.";
    return `Which card did ${PLAYED_BY[turn] ?? ""} play?`;
  },
  trick: (cards: readonly Card[]): string =>
    cards.length === 0 ? "A new trick begins." : `On the table: ${cards.map(cardName).join(", ")}`,
  nextHand: "Next hand",
  review: "Review this game",
  undo: "Undo",
  copy: "Copy as text",
  leave: "Back",
  sure: "Leave without this game?",
  failed: "The game could not be read.",
} as const;
