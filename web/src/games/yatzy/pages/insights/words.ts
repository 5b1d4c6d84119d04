/** Words of the page "Insights". */
import { percent, plain, signed } from "../../../../core/format";
import { counted } from "../../../../core/words";
import { categoryName } from "../../card";
import { keptValues } from "../../dice";
import { styleName, stylesFrom } from "../../words/styles";
import type { RowName } from "./rows";
import type { Category } from "../../types";

/** Rounding error of a chance: one closer to 1 counts as certain. */
const ROUNDING = 1e-12;

/**
 * A chance: "9.9%", "0.04%", "never".
 *
 * @param exact whether 0 and 1 mean impossible and certain; chances of a whole game are rounded
 */
export function chanceText(chance: number, exact = true): string {
  if (exact && chance <= 0) return "never";
  if (exact && chance >= 1 - ROUNDING) return "certain";
  const hundred = 100 * chance;
  if (hundred < 0.005) return "<0.01%";
  if (hundred > 99.95) return ">99.9%";
  return hundred < 1 ? `${plain(hundred, 2)}%` : `${plain(hundred, 1)}%`;
}

/** "Keep 6 6", "Score 18 in Sixes", "Strike out Yatzy". */
export function choiceText(
  { keep, category }: { keep: readonly boolean[] | null; category: string | null },
  dice: readonly number[],
  points: (category: Category) => number | null,
): string {
  if (keep !== null) {
    const kept = keptValues(dice, keep);
    if (kept.length === 0) return "Throw all five";
    return kept.length === dice.length ? "Keep all five" : `Keep ${kept.join(" ")}`;
  }
  const name = categoryName(category as Category);
  const scored = points(category as Category);
  if (scored === null) return `Close ${name}`;
  return scored === 0 ? `Strike out ${name}` : `Score ${scored} in ${name}`;
}

export const INSIGHTS = {
  heading: "Insights",
  intro: "Where a game may end, what risk costs and gains, and where points go.",
  card: "Which card",
  game: "Your game",
  empty: "An empty card",
  noGame: "No game is on the table, so this is about an empty card.",
  about: (open: number, points: number): string =>
    open === 15
      ? "An empty card, before the first throw."
      : `Your card: ${counted(open, "open row")}, ${counted(points, "point")} so far, before the throw of this turn.`,
  house: "Under this game’s house rules.",
  waiting: "The engine is starting. An empty card needs no engine.",
  minus: "Play safe",
  plus: "Play for a record",
} as const;

export const FINAL = {
  heading: "Where you may end",
  slider: "How you play",
  neutral: "For points",
  style: "Your choice",
  meaning: (theta: number, mean: number): string => {
    if (theta === 0) return "Playing for points has the highest mean. Move the slider to see what taking less or more risk does.";
    const cost = plain(Math.max(0, mean), mean < 0.095 ? 2 : 1);
    return theta > 0
      ? `Costs ${cost} points on average, for more very high scores.`
      : `Costs ${cost} points on average, for fewer very low scores.`;
  },
  chart: (low: number, high: number, width: number): string =>
    `Chances of final scores from ${low} to ${high}, in steps of ${counted(width, "point")}. The table below has the figures.`,
  working: (progress: number): string => `Working it out exactly: ${percent(progress)}`,
  long: (open: number): string =>
    `With ${counted(open, "open row")} this takes ${open > 13 ? "up to a minute" : open > 12 ? "about half a minute" : "about ten seconds"} for each style.`,
  work: "Work it out",
  cancel: "Cancel",
  again: "Try again",
  figure: "Final score",
  figures: {
    worst: "Mean of the worst 5%",
    p10: "1 in 10 ends at or below",
    p50: "Half end at or below",
    mean: "Mean",
    p90: "1 in 10 ends above",
    p99: "1 in 100 ends above",
  },
  difference: "Difference",
} as const;

export const AIM = {
  heading: "Aim for a score",
  target: "Final score of at least",
  forPoints: "Playing for points",
  styled: (theta: number): string => styleName(theta),
  best: (theta: number): string => `Best style so far: ${styleName(theta).toLowerCase()}`,
  bestOf: (theta: number): string => `Best of all styles: ${styleName(theta).toLowerCase()}`,
  solved: "Playing for this score alone",
  adapting: "Adapting to the score",
  adapts: (games: string, error: string): string => `Simulated, ${games} games, ± ${error}: more risk the further you are behind.`,
  all: "Try all styles",
  now: (choice: string, chance: number): string => {
    if (chance <= 0) return "With this throw it is out of reach.";
    const text = chanceText(chance);
    return `Now: ${choice}. ${text === "certain" ? "Then it is certain." : `The chance is then ${text}.`}`;
  },
  before: "Exact, for the best answer to every throw from here on.",
  lower:
    "Chances are exact for each style. A player who adapts as the game goes on can do a little better; with six open rows or fewer the page finds the best chance.",
} as const;

export const THROW = {
  heading: "This throw, by style",
  none: "With dice on the table of your game, this shows who would choose what.",
  points: "Playing for points",
  same: "Every style from very safe to playing for a record chooses the same.",
  other: (theta: number): string => stylesFrom(theta),
  trifle: (points: number): string =>
    `For every style from very safe to playing for a record, another choice is worth less than ${plain(points, 2)} points more.`,
  lead: (points: number): string => `worth up to ${plain(points, points < 0.095 ? 2 : 1)} points more to them`,
  worth: "In points that they would take for certain instead.",
  compare: "Compare styles",
  long: "With this many open rows that takes about ten seconds or more.",
} as const;

export const FRONTIER = {
  heading: "What risk costs",
  note: "One dot for each style, a whole game from an empty card. Diamonds adapt to a target; they are simulated.",
  axis: "Horizontal axis",
  axes: { sd: "Spread", worst: "Worst 5%", record: "300 or more" },
  axisTitles: { sd: "Spread of final scores (standard deviation)", worst: "Mean of the worst 5%", record: "Chance of 300 or more, %" },
  mean: "Mean",
  style: "Style",
  aims: (target: number): string => `Aims for ${target}`,
  chart: (axis: string): string => `Mean final score against: ${axis.toLowerCase()}, by style. The table has the figures.`,
  table: "The figures as a table",
  simulated: (games: string): string => `Players who aim for a score: ${games} simulated games each.`,
  preference: "Theta",
  preferences:
    "Theta is the risk preference behind a style: it makes the mean of e^(theta × score) as large as possible, below 0 as small as possible.",
} as const;

export const ROWS = {
  heading: "Where points go",
  row: "Row",
  own: "You",
  perfect: "Perfect play",
  difference: "Difference",
  zeros: (own: string, perfect: string): string => `${own} / ${perfect}`,
  bonus: "Bonus",
  total: "Total",
  name: (name: RowName): string => (name === "bonus" ? "Bonus" : categoryName(name)),
  note: (cards: number): string =>
    `${counted(cards, "card")} from the finished games of one person on this device, without house rules. The pale ends are two standard errors.`,
  none: "Finish a game, and your rows stand here beside those of perfect play.",
  reading: (progress: number): string => `Reading your games: ${percent(progress)}`,
  unreadable: "Your games cannot be read at the moment.",
  share: (mean: number, stderr: number | null): string => (stderr === null ? plain(mean) : `${plain(mean)} ± ${plain(2 * stderr)}`),
  signed,
  percent,
  played: "Zeros: you / perfect",
} as const;
