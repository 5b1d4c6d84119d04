/** The texts of the board beside a decision. */
import type { Battle, BattleOutlook, Destiny, Fighter, OpponentOutlook, Piles } from "../types";
import { percent, plain, short, wholePercents } from "../../../core/format";
import { counted, listed } from "../../../core/words";

export const BOARD_WORDS = {
  heading: "The board",
  you: "You",
  opponent: "Opponent",
  cards: "Cards",
  pilesCaption: "Force piles and Force generation",
  forceGeneration: "Force generation",
  battle: "Battle",
  battleCaption: "The battle",
  powerAt: "Power at",
  powerCaption: "Power at the locations; a dash means that nobody is there",
  win: "You win",
  tie: "tie",
  lose: "you lose",
  totals: "power and destiny",
  oddsUnknown: "Odds of a battle: no card there is known. Load the card database.",
  shownHeading: "What is known of the opponent",
  noLocation: "No location is known.",
  messages: "Last messages",
} as const;

export const PILE_NAMES: readonly [keyof Piles, string][] = [
  ["force", "Force"],
  ["hand", "Hand"],
  ["reserve", "Reserve"],
  ["used", "Used"],
  ["lost", "Lost"],
  ["out_of_play", "Out of play"],
];

/** The rows of the battle table, by field. */
export const BATTLE_NAMES: readonly (readonly [Exclude<keyof Battle, "location" | "cards">, string])[] = [
  ["power", "Power"],
  ["destiny_draws", "Destiny draws"],
  ["attrition", "Attrition"],
  ["damage", "Battle damage"],
];

/** "drains 2". */
export function drainText(force: number): string {
  return `drains ${force}`;
}

/** "Your next destiny: 3.1 on average". */
export function destinyHeading(mean: number): string {
  return `Your next destiny: ${plain(mean)} on average`;
}

/** "Chances of the next destiny: 2: 50%, 4: 50%." */
export function destinyText({ totals, chances }: Destiny): string {
  return `Chances of the next destiny: ${totals.map((total, at) => `${short(total)}: ${percent(chances[at] ?? 0)}`).join(", ")}.`;
}

/** The chances to win, to tie and to lose in per cent, which add up to 100; a tie below 1% is left out. */
export function oddsShares({ win, lose }: Pick<BattleOutlook, "win" | "lose">): { win: string; tie: string; lose: string } {
  const shares = wholePercents([win, Math.max(0, 1 - win - lose), lose]);
  const [first = "", tie = "", last = ""] = shares.map((whole) => (whole <= 0 ? "<1%" : whole >= 100 ? ">99%" : `${whole}%`));
  return { win: first, tie: shares[1]! > 0 ? tie : "", lose: last };
}

/** "If a battle were fought here: you win 50%, you lose 25%. Expected losses: the opponent 3.0, you 1.0." */
export function oddsText({ win, lose, dealt, taken }: BattleOutlook): string {
  const shares = oddsShares({ win, lose });
  const odds = `you win ${shares.win}, ${shares.tie === "" ? "" : `a tie ${shares.tie}, `}you lose ${shares.lose}`;
  return `If a battle were fought here: ${odds}. Expected losses: the opponent ${plain(dealt)}, you ${plain(taken)}.`;
}

/** "Assumed: 1 unknown card of the opponent counts as ability 2 and forfeit 4."; empty if nothing is assumed. */
export function assumedText({ seat, opponent }: BattleOutlook): string {
  const parts = [
    ...(seat.assumed > 0 ? [`${counted(seat.assumed, "unknown card")} of yours`] : []),
    ...(opponent.assumed > 0 ? [`${counted(opponent.assumed, "unknown card")} of the opponent`] : []),
  ];
  const several = seat.assumed + opponent.assumed > 1;
  return parts.length === 0
    ? ""
    : `Assumed: ${listed(parts)} ${several ? "count" : "counts"} as ability 2 and forfeit 4${several ? " each" : ""}.`;
}

/** "Cards shown: Character 6 and Effect 2, and 1 unknown card." */
export function shownText({ types, unknown }: OpponentOutlook): string {
  const known = listed(Object.entries(types).map(([type, count]) => `${type} ${count}`));
  return `Cards shown: ${known}${unknown > 0 ? `, and ${counted(unknown, "unknown card")}` : ""}.`;
}

/** "Its next destiny is 3.1 on average, estimated from these cards." */
export function theirDestinyText({ destiny }: OpponentOutlook): string {
  return destiny.draws === 0
    ? "It has no card left to draw for destiny."
    : `Its next destiny is ${plain(destiny.mean)} on average, estimated from these cards and those of an average deck.`;
}

/** "With 12 Force next turn and 6 cards in hand it may deploy about power 9."; empty if that is unknown. */
export function threatText({ force, hand, power }: OpponentOutlook): string {
  if (force === null || hand === null || power === null) return "";
  return `With ${short(force)} Force in its next turn and ${counted(hand, "card")} in hand, it may deploy about power ${short(Math.round(power))}.`;
}

/** "You: power 3 and 1 destiny of 3.0, ability 4". */
export function totalsText(name: string, { power, ability, destiny }: Fighter): string {
  const parts = [`power ${short(power)}`];
  if (destiny.draws > 0) parts.push(`${destiny.draws} destiny of ${plain(destiny.mean)} on average`);
  if (ability !== null) parts.push(`ability ${short(ability)}`);
  return `${name}: ${listed(parts)}`;
}

/** An end of the scale of totals. */
export function totalsRange(total: number): string {
  return short(total);
}

/** "Battle at Tatooine". */
export function battleHeading(location: string | null): string {
  return location === null ? BOARD_WORDS.battle : `${BOARD_WORDS.battle} at ${location}`;
}

/** @param name null for the player of this seat */
export function besideText(name: string | null): string {
  return `${name === null ? "Your" : `${name}'s`} cards beside the locations:`;
}

/** "Your hand (2)". */
export function handHeading(cards: number): string {
  return `Your hand${cards === 0 ? "" : ` (${cards})`}`;
}

/** The text in place of an empty list: the hand is empty, or the log does not show it. */
export function noHandText(count: number | null | undefined): string {
  return count === 0 ? "Empty." : "Not known.";
}
