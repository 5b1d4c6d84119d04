/** Formats numbers for display: fixed decimals, a true minus, thousands separated. */

export const MINUS = "\u2212";

/** A number with a fixed number of decimals (default 1) and a true minus; never "−0". */
export function plain(value: number, decimals = 1): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** The same with a sign in front: "+1.3", "−0.4", "0.0". */
export function signed(value: number, decimals = 1): string {
  const text = plain(value, decimals);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A number with at most two decimals: "2", "0.5", "−1.25". */
export function short(value: number): string {
  const text = plain(value, 2);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A number with one decimal, or none if it is whole: "−1.3", "18". */
export function tenths(value: number): string {
  const rounded = Math.round(Math.abs(value) * 10) / 10;
  const text = Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(1);
  return value < 0 && rounded > 0 ? MINUS + text : text;
}

/** The error of a value as shown on screen: two standard errors. */
export function leeway(stderr: number): number {
  return 2 * stderr;
}

/** A probability in whole percent; 0% and 100% only if exact. */
export function percent(probability: number): string {
  const whole = Math.round(probability * 100);
  if (whole <= 0 && probability > 0) return "<1%";
  if (whole >= 100 && probability < 1) return ">99%";
  return `${whole}%`;
}

/** Chances as whole percents that add up to 100 (largest remainder method). */
export function wholePercents(chances: readonly number[]): number[] {
  const floors = chances.map((chance) => Math.floor(100 * chance));
  const missing = Math.round(100 * chances.reduce((sum, chance) => sum + chance, 0)) - floors.reduce((sum, value) => sum + value, 0);
  const order = chances.map((chance, at) => ({ at, part: 100 * chance - floors[at]! })).toSorted((a, b) => b.part - a.part);
  for (const { at } of order.slice(0, Math.max(0, missing))) floors[at]! += 1;
  return floors;
}

/** The unit of chances to win, as points of a hundred. */
export const PERCENT = "%";

/**
 * The decimals of an amount, the same on all screens: points have one, chances to win none from ten percent on and one below. Points that
 * would round to nothing have one more.
 *
 * @param finest the most decimals that the value allows
 */
export function decimalsOf(value: number, unit: string, finest = 2): number {
  const size = Math.abs(value);
  if (unit === PERCENT) return size >= 0.05 && size < 9.95 ? Math.min(1, finest) : 0;
  return Math.min(size >= 0.005 && size < 0.095 ? 2 : 1, finest);
}

/** An amount in a unit: "1.3", "0.04"; of percent "12", "0.4". */
export function amount(value: number, unit: string): string {
  return plain(value, decimalsOf(value, unit));
}

/** A number as text with its unit: "1.3 points", "12%". */
export function withUnit(text: string, unit: string): string {
  return unit === PERCENT ? `${text}%` : `${text} ${unit}`;
}

/** The same where a unit other than percent goes without saying: "+1.3", "+12%". */
export function withPercent(text: string, unit: string): string {
  return unit === PERCENT ? `${text}%` : text;
}

/** A unit in a sentence or on its own: a chance to win is named. */
export function unitName(unit: string): string {
  return unit === PERCENT ? "% of the chance to win" : unit;
}

/** A number as text with its unit in a sentence of its own: "1.3 points", "12% of the chance to win". */
export function inFull(text: string, unit: string): string {
  return unit === PERCENT ? text + unitName(unit) : withUnit(text, unit);
}

/** An integer with thousands separators: "950", "12,400". */
export function grouped(value: number): string {
  return value.toLocaleString("en");
}

/** A count: "950", "12,400", "1.2 million". */
export function count(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(1)} million`;
  return grouped(Math.round(value));
}

/** A duration: "240 ms", "1.5 s". */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A size in bytes: "820 kB", "12.3 MB". */
export function bytes(value: number): string {
  return value < 1_000_000 ? `${Math.round(value / 1000)} kB` : `${(value / 1_000_000).toFixed(1)} MB`;
}

/** A span of time in the largest fitting unit: "5 minutes", "3 days". */
export function timeUntil(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
