/** Texts of the table: the hand, passing, the trick, the scores, and why a card is refused. */
import { plain } from "../../../core/format";
import { pointsText } from "../../shared/words/points";
import { YOU } from "../../types";
import { cardName } from "../cards";
import type { Card } from "../cards";
import type { Direction, HeartsState } from "../types";
import { phaseOf } from "../view";
import type { Trick } from "../view";
import { does, nameOf } from "../../shared/words/players";
import { passedText } from "./phrases";

export const BOARD = {
  label: "Hearts table",
  trick: "On the table",
  led: "led",
  takesIt: "takes it",
  handPoints: " points in this hand",
  lastTrick: "Last trick",
  hideTrick: "Hide it",
  shown: "Shown",
  fresh: "new",
  chosen: "✓",
  passed: "passed",
} as const;

export const SCORES = { part: "Part", thisHand: "This hand", total: "Total" } as const;

/** What is announced while cards are chosen for passing. */
export const CHOOSING = {
  full: "Three cards are chosen. Put one back first.",
  done: "Three cards chosen.",
} as const;

/** "Your hand", "Left's hand". */
export function handLabel(names: readonly string[], player: number): string {
  const name = nameOf(names, player);
  return name === YOU ? "Your hand" : `${name}'s hand`;
}

/** "26 total". */
export function totalText(score: number): string {
  return `${plain(score, 0)} total`;
}

/** Whose turn it is: "You lead", "Left to play". */
export function statusText(state: HeartsState, names: readonly string[], perspective: number): string {
  if (state.game_over === true) return "The game is over";
  const active = nameOf(names, state.active_player_id);
  if (phaseOf(state) === "pass") return active === YOU && state.active_player_id === perspective ? "You choose" : `${active} chooses`;
  const leads = (state.trick ?? []).length === 0;
  if (active === YOU) return leads ? "You lead" : "Your turn";
  return leads ? `${active} leads` : `${active} to play`;
}

/** Who took a trick, with its points: "Left takes 4 points". */
export function takenTrickText({ winner, points }: Trick, names: readonly string[]): string {
  return `${winner === null ? "" : does(names, winner, "take")} ${pointsText(points)}`.trim();
}

/** The last trick in the result of a hand: "Last trick: Left takes 4 points". */
export function lastTrickText(trick: Trick, names: readonly string[]): string {
  return trick.winner === null ? BOARD.lastTrick : `${BOARD.lastTrick}: ${takenTrickText(trick, names)}`;
}

/** A card on the table, for screen readers: "Left: king of spades, led, takes it". */
export function laidText(name: string, card: Card, led: boolean, takes: boolean): string {
  return `${name}: ${cardName(card)}${led ? `, ${BOARD.led}` : ""}${takes ? `, ${BOARD.takesIt}` : ""}`;
}

/** "Hand 3 is over". */
export function handOverText(hand: number): string {
  return `Hand ${hand} is over`;
}

/** "Left shoots the moon!" */
export function moonText(names: readonly string[], player: number): string {
  return `${does(names, player, "shoot")} the moon!`;
}

/** The row of the score sheet for a hand: "Hand 3". */
export function handTitle(hand: number): string {
  return `Hand ${hand}`;
}

export function scoresCaption(end: number): string {
  return `Points: ${end} or more end the game, the lowest total wins`;
}

/** The state of passing: "Choose three cards", "Choose 1 more", "Ready". */
export function passStatus(left: number, all: number, passing: boolean, waiting: boolean, direction: Direction): string {
  if (waiting) return "Three cards have been passed";
  if (!passing) return passedText(direction);
  return left === 0 ? "Ready" : `Choose ${left === all ? "three cards" : `${left} more`}`;
}

/** What is announced after a card was chosen or put back. */
export function chosenText(left: number): string {
  return left === 0 ? CHOOSING.done : `Choose ${left} more.`;
}

export function putBackLabel(card: Card): string {
  return `Put back the ${cardName(card)}`;
}

/** Why a card in the own hand is refused. */
export function unplayableText(card: Card): string {
  return `The ${cardName(card)} cannot be played now.`;
}

/** Why a card in somebody else's hand is refused. */
export function turnText(name = "another player"): string {
  return name === YOU ? "It is your turn." : `It is ${name}'s turn.`;
}
